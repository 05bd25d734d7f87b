// SPDX-License-Identifier: MIT
// Names of enum values, one table per enum: the command line, JSON, Python, statistics and the
// registry use the same words. The library's build checks that each table is complete.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "hypermatch/allocation.hpp"
#include "hypermatch/b_matching.hpp"
#include "hypermatch/bipartite_matching.hpp"
#include "hypermatch/clustering.hpp"
#include "hypermatch/device_bipartite_matching.hpp"
#include "hypermatch/device_graph_matching.hpp"
#include "hypermatch/did_you_mean.hpp"
#include "hypermatch/dulmage_mendelsohn.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/generate.hpp"
#include "hypermatch/graph_matching.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/io.hpp"
#include "hypermatch/preferences_io.hpp"
#include "hypermatch/registry.hpp"
#include "hypermatch/stable_choices.hpp"
#include "hypermatch/stable_matching.hpp"
#include "hypermatch/streaming_matching.hpp"
#include "hypermatch/verify_allocation.hpp"
#include "hypermatch/version.hpp"

namespace hypermatch {

/// One value and its name. Values that are not offered have a name for reports, but users do not
/// choose them: what stands for "decided by the instance", and what another table offers.
template <class E>
struct EnumName {
  E value;
  std::string_view name;
  bool offered = true;
};

/// The table of an enum: `all`, in the order of the enumerators.
template <class E>
struct EnumNames;

template <>
struct EnumNames<Rating> {
  static constexpr EnumName<Rating> all[] = {{Rating::automatic, "automatic", false},
                                             {Rating::weight, "weight"},
                                             {Rating::weight_per_pin, "weight_per_pin"},
                                             {Rating::weight_per_sqrt_pins, "weight_per_sqrt_pins"},
                                             {Rating::weight_per_load, "weight_per_load"}};
};

/// `weight` has the name that it has among the ratings of hypergraphs, and is offered there.
template <>
struct EnumNames<EdgeRating> {
  static constexpr EnumName<EdgeRating> all[] = {{EdgeRating::weight, "weight", false},
                                                 {EdgeRating::expansion, "expansion"},
                                                 {EdgeRating::expansion_star, "expansion_star"},
                                                 {EdgeRating::expansion_star_2, "expansion_star_2"},
                                                 {EdgeRating::inner_outer, "inner_outer"}};
};

template <>
struct EnumNames<Objective> {
  static constexpr EnumName<Objective> all[] = {{Objective::automatic, "automatic", false},
                                                {Objective::weight, "weight"},
                                                {Objective::cardinality, "cardinality"}};
};

template <>
struct EnumNames<NonPositive> {
  static constexpr EnumName<NonPositive> all[] = {{NonPositive::drop, "drop"},
                                                  {NonPositive::keep, "keep"}};
};

template <>
struct EnumNames<Ties> {
  static constexpr EnumName<Ties> all[] = {{Ties::fixed, "fixed"}, {Ties::redraw, "redraw"}};
};

template <>
struct EnumNames<NoiseGenerator> {
  static constexpr EnumName<NoiseGenerator> all[] = {{NoiseGenerator::mix, "mix"},
                                                     {NoiseGenerator::xorwow, "xorwow"},
                                                     {NoiseGenerator::xorshift, "xorshift"},
                                                     {NoiseGenerator::park_miller, "park_miller"}};
};

template <>
struct EnumNames<BipartiteStart> {
  static constexpr EnumName<BipartiteStart> all[] = {
      {BipartiteStart::automatic, "automatic", false},
      {BipartiteStart::none, "none"},
      {BipartiteStart::cheap, "cheap"},
      {BipartiteStart::karp_sipser, "karp_sipser"},
      {BipartiteStart::two_sided, "two_sided"},
      {BipartiteStart::least_degree, "least_degree"}};
};

template <>
struct EnumNames<Decomposition> {
  static constexpr EnumName<Decomposition> all[] = {{Decomposition::coarse, "coarse"},
                                                    {Decomposition::fine, "fine"}};
};

// Variants of algorithms.

template <>
struct EnumNames<LocalMaxVariant> {
  static constexpr EnumName<LocalMaxVariant> all[] = {
      {LocalMaxVariant::filtered, "filtered"},
      {LocalMaxVariant::sequential, "sequential"},
      {LocalMaxVariant::crcw, "crcw"},
      {LocalMaxVariant::crew, "crew"},
      {LocalMaxVariant::work_optimal, "work_optimal"}};
};

template <>
struct EnumNames<GraphLocalMaxVariant> {
  static constexpr EnumName<GraphLocalMaxVariant> all[] = {
      {GraphLocalMaxVariant::filtered, "filtered"},
      {GraphLocalMaxVariant::sequential, "sequential"},
      {GraphLocalMaxVariant::crcw, "crcw"},
      {GraphLocalMaxVariant::work_optimal, "work_optimal"}};
};

template <>
struct EnumNames<SuitorVariant> {
  static constexpr EnumName<SuitorVariant> all[] = {{SuitorVariant::automatic, "automatic", false},
                                                    {SuitorVariant::unsorted, "unsorted"},
                                                    {SuitorVariant::sorted, "sorted"},
                                                    {SuitorVariant::locks, "locks"},
                                                    {SuitorVariant::lock_free, "lock_free"}};
};

template <>
struct EnumNames<BSuitorVariant> {
  static constexpr EnumName<BSuitorVariant> all[] = {
      {BSuitorVariant::partial_eager, "partial_eager"},
      {BSuitorVariant::partial_delayed, "partial_delayed"},
      {BSuitorVariant::sorted_eager, "sorted_eager"},
      {BSuitorVariant::sorted_delayed, "sorted_delayed"},
      {BSuitorVariant::unsorted_eager, "unsorted_eager"},
      {BSuitorVariant::unsorted_delayed, "unsorted_delayed"}};
};

template <>
struct EnumNames<DeviceSuitorVariant> {
  static constexpr EnumName<DeviceSuitorVariant> all[] = {
      {DeviceSuitorVariant::no_sync, "no_sync"},
      {DeviceSuitorVariant::sync_lb, "sync_lb"},
      {DeviceSuitorVariant::sync_no_lb, "sync_no_lb"},
      {DeviceSuitorVariant::hybrid, "hybrid"}};
};

template <>
struct EnumNames<DeviceSuitorExchange> {
  static constexpr EnumName<DeviceSuitorExchange> all[] = {
      {DeviceSuitorExchange::lock_free, "lock_free"}, {DeviceSuitorExchange::locks, "locks"}};
};

template <>
struct EnumNames<RedBlueVariant> {
  static constexpr EnumName<RedBlueVariant> all[] = {{RedBlueVariant::weighted, "weighted"},
                                                     {RedBlueVariant::random, "random"}};
};

template <>
struct EnumNames<VisitOrder> {
  static constexpr EnumName<VisitOrder> all[] = {{VisitOrder::random, "random"},
                                                 {VisitOrder::natural, "natural"}};
};

template <>
struct EnumNames<DualUpdate> {
  static constexpr EnumName<DualUpdate> all[] = {{DualUpdate::full, "full"},
                                                 {DualUpdate::lenient, "lenient"}};
};

template <>
struct EnumNames<LevelKernel> {
  static constexpr EnumName<LevelKernel> all[] = {{LevelKernel::gpubfs, "gpubfs"},
                                                  {LevelKernel::gpubfs_wr, "gpubfs_wr"}};
};

template <>
struct EnumNames<ThreadLayout> {
  static constexpr EnumName<ThreadLayout> all[] = {{ThreadLayout::mt, "mt"},
                                                   {ThreadLayout::ct, "ct"}};
};

// Files and instances.

template <>
struct EnumNames<io::Interpretation> {
  static constexpr EnumName<io::Interpretation> all[] = {
      {io::Interpretation::automatic, "automatic", false},
      {io::Interpretation::graph, "graph"},
      {io::Interpretation::hypergraph, "hypergraph"},
      {io::Interpretation::row_net, "row-net"},
      {io::Interpretation::column_net, "column-net"},
      {io::Interpretation::primal, "primal"},
      {io::Interpretation::dual, "dual"},
      {io::Interpretation::literal, "literal"},
      {io::Interpretation::bipartite, "bipartite"}};
};

template <>
struct EnumNames<io::MatchingLayout> {
  static constexpr EnumName<io::MatchingLayout> all[] = {{io::MatchingLayout::pairs, "pairs"},
                                                         {io::MatchingLayout::mates, "mates"}};
};

template <>
struct EnumNames<InstanceKind> {
  static constexpr EnumName<InstanceKind> all[] = {{InstanceKind::hypergraph, "hypergraph"},
                                                   {InstanceKind::graph, "graph"},
                                                   {InstanceKind::bipartite, "bipartite"}};
};

template <>
struct EnumNames<CommunityObjective> {
  static constexpr EnumName<CommunityObjective> all[] = {
      {CommunityObjective::modularity, "modularity"}, {CommunityObjective::cpm, "cpm"}};
};

template <>
struct EnumNames<OptimalSide> {
  static constexpr EnumName<OptimalSide> all[] = {{OptimalSide::left, "left"},
                                                  {OptimalSide::right, "right"}};
};

template <>
struct EnumNames<TurnBalance> {
  static constexpr EnumName<TurnBalance> all[] = {{TurnBalance::dynamic, "dynamic"},
                                                  {TurnBalance::fixed, "static"}};
};

template <>
struct EnumNames<StableChoice> {
  static constexpr EnumName<StableChoice> all[] = {{StableChoice::egalitarian, "egalitarian"},
                                                   {StableChoice::minimum_regret, "minimum_regret"},
                                                   {StableChoice::left, "left"},
                                                   {StableChoice::right, "right"}};
};

template <>
struct EnumNames<DictatorOrder> {
  static constexpr EnumName<DictatorOrder> all[] = {{DictatorOrder::number, "number"},
                                                    {DictatorOrder::random, "random"}};
};

template <>
struct EnumNames<Sides> {
  static constexpr EnumName<Sides> all[] = {{Sides::two, "two"}, {Sides::one, "one"}};
};

template <>
struct EnumNames<OneSidedEntries> {
  static constexpr EnumName<OneSidedEntries> all[] = {{OneSidedEntries::drop, "drop"},
                                                      {OneSidedEntries::error, "error"}};
};

template <>
struct EnumNames<io::PreferencesFormat> {
  static constexpr EnumName<io::PreferencesFormat> all[] = {
      {io::PreferencesFormat::automatic, "automatic", false},
      {io::PreferencesFormat::prefs, "prefs"},
      {io::PreferencesFormat::preflib, "preflib"},
      {io::PreferencesFormat::csv, "csv"},
      {io::PreferencesFormat::native, "native"}};
};

template <>
struct EnumNames<verify::Stability> {
  static constexpr EnumName<verify::Stability> all[] = {{verify::Stability::weak, "weak"},
                                                        {verify::Stability::strong, "strong"},
                                                        {verify::Stability::super, "super"}};
};

// The registry.

template <>
struct EnumNames<registry::Problem> {
  static constexpr EnumName<registry::Problem> all[] = {
      {registry::Problem::hypergraph_matching, "hypergraph_matching"},
      {registry::Problem::graph_matching, "graph_matching"},
      {registry::Problem::bipartite_matching, "bipartite_matching"},
      {registry::Problem::b_assignment, "b_assignment"},
      {registry::Problem::clustering, "clustering"},
      {registry::Problem::stable_matching, "stable_matching"}};
};

template <>
struct EnumNames<registry::Determinism> {
  static constexpr EnumName<registry::Determinism> all[] = {
      {registry::Determinism::any_backend, "any_backend"},
      {registry::Determinism::run_to_run, "run_to_run"},
      {registry::Determinism::none, "none"}};
};

template <>
struct EnumNames<registry::ParameterKind> {
  static constexpr EnumName<registry::ParameterKind> all[] = {
      {registry::ParameterKind::real, "real"},
      {registry::ParameterKind::whole, "whole"},
      {registry::ParameterKind::choice, "choice"}};
};

/// An enum with a table.
template <class E>
concept NamedEnum = requires {
  EnumNames<E>::all;
};

/// All values of an enum with their names.
template <NamedEnum E>
[[nodiscard]] constexpr std::span<const EnumName<E>> names_of() {
  return EnumNames<E>::all;
}

/// The name of a value; `unknown` for what is no enumerator.
template <NamedEnum E>
[[nodiscard]] constexpr std::string_view name_of(E value) {
  for (const EnumName<E>& each : names_of<E>()) {
    if (each.value == value) return each.name;
  }
  return "unknown";
}

/// The value of this name, among those that are offered.
template <NamedEnum E>
[[nodiscard]] constexpr std::optional<E> value_of_name(std::string_view name) {
  for (const EnumName<E>& each : names_of<E>()) {
    if (each.offered && each.name == name) return each.value;
  }
  return std::nullopt;
}

/// The offered names as help shows them: `a|b|c`.
template <NamedEnum E>
[[nodiscard]] std::string joined_names() {
  std::string text;
  for (const EnumName<E>& each : names_of<E>()) {
    if (!each.offered) continue;
    if (!text.empty()) text += '|';
    text += each.name;
  }
  return text;
}

/// The value of this name. `option` is what the message calls the choice.
/// @throws Error{invalid_option} naming the option, the name and the offered ones
template <NamedEnum E>
[[nodiscard]] E parse_name(std::string_view option, std::string_view name) {
  if (const std::optional<E> value = value_of_name<E>(name)) return *value;
  throw Error(ErrorCode::invalid_option, std::string(option) + " is '" + std::string(name) +
                                             "', must be one of " + joined_names<E>() +
                                             did_you_mean(name, joined_names<E>()));
}

}  // namespace hypermatch
