// SPDX-License-Identifier: MIT
#include "names.hpp"

namespace hypermatch::cli {

namespace {

constexpr Named<Rating> k_ratings[] = {{Rating::automatic, "automatic", false},
                                       {Rating::weight, "weight"},
                                       {Rating::weight_per_pin, "weight_per_pin"},
                                       {Rating::weight_per_sqrt_pins, "weight_per_sqrt_pins"}};
// `weight` has the name that it has among the ratings of hypergraphs, and is offered there.
constexpr Named<EdgeRating> k_edge_ratings[] = {{EdgeRating::weight, "weight", false},
                                                {EdgeRating::expansion, "expansion"},
                                                {EdgeRating::expansion_star, "expansion_star"},
                                                {EdgeRating::expansion_star_2, "expansion_star_2"},
                                                {EdgeRating::inner_outer, "inner_outer"}};
constexpr Named<io::MatchingLayout> k_layouts[] = {{io::MatchingLayout::pairs, "pairs"},
                                                   {io::MatchingLayout::mates, "mates"}};
constexpr Named<Objective> k_objectives[] = {{Objective::automatic, "automatic", false},
                                             {Objective::weight, "weight"},
                                             {Objective::cardinality, "cardinality"}};
constexpr Named<NonPositive> k_nonpositives[] = {{NonPositive::drop, "drop"},
                                                 {NonPositive::keep, "keep"}};
constexpr Named<Ties> k_ties[] = {{Ties::fixed, "fixed"}, {Ties::redraw, "redraw"}};
constexpr Named<NoiseGenerator> k_noise_generators[] = {
    {NoiseGenerator::mix, "mix"},
    {NoiseGenerator::xorwow, "xorwow"},
    {NoiseGenerator::xorshift, "xorshift"},
    {NoiseGenerator::park_miller, "park_miller"}};
constexpr Named<registry::Determinism> k_determinisms[] = {
    {registry::Determinism::any_backend, "any_backend"},
    {registry::Determinism::run_to_run, "run_to_run"},
    {registry::Determinism::none, "none"}};
constexpr Named<io::Interpretation> k_interpretations[] = {
    {io::Interpretation::automatic, "automatic", false},
    {io::Interpretation::graph, "graph"},
    {io::Interpretation::hypergraph, "hypergraph"},
    {io::Interpretation::row_net, "row-net"},
    {io::Interpretation::column_net, "column-net"},
    {io::Interpretation::primal, "primal"},
    {io::Interpretation::dual, "dual"},
    {io::Interpretation::literal, "literal"},
    {io::Interpretation::bipartite, "bipartite"}};
constexpr Named<BipartiteStart> k_bipartite_starts[] = {
    {BipartiteStart::automatic, "automatic", false},
    {BipartiteStart::none, "none"},
    {BipartiteStart::cheap, "cheap"},
    {BipartiteStart::karp_sipser, "karp_sipser"},
    {BipartiteStart::two_sided, "two_sided"},
    {BipartiteStart::least_degree, "least_degree"}};
constexpr Named<ProgressMode> k_progress_modes[] = {
    {ProgressMode::automatic, "auto"}, {ProgressMode::on, "on"}, {ProgressMode::off, "off"}};

}  // namespace

template <>
std::span<const Named<Rating>> choices() {
  return k_ratings;
}
template <>
std::span<const Named<EdgeRating>> choices() {
  return k_edge_ratings;
}
template <>
std::span<const Named<io::MatchingLayout>> choices() {
  return k_layouts;
}
template <>
std::span<const Named<Objective>> choices() {
  return k_objectives;
}
template <>
std::span<const Named<NonPositive>> choices() {
  return k_nonpositives;
}
template <>
std::span<const Named<Ties>> choices() {
  return k_ties;
}
template <>
std::span<const Named<NoiseGenerator>> choices() {
  return k_noise_generators;
}
template <>
std::span<const Named<registry::Determinism>> choices() {
  return k_determinisms;
}
template <>
std::span<const Named<io::Interpretation>> choices() {
  return k_interpretations;
}
template <>
std::span<const Named<BipartiteStart>> choices() {
  return k_bipartite_starts;
}
template <>
std::span<const Named<ProgressMode>> choices() {
  return k_progress_modes;
}

}  // namespace hypermatch::cli
