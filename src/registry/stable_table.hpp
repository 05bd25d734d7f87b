// SPDX-License-Identifier: MIT
// The algorithms for stable matchings, with their functions.
#pragma once

#include <array>

#include "entry.hpp"
#include "hypermatch/allocation.hpp"
#include "hypermatch/device_roommates.hpp"
#include "hypermatch/device_stable_matching.hpp"
#include "hypermatch/roommates.hpp"
#include "hypermatch/scored_preferences.hpp"
#include "hypermatch/stable_choices.hpp"
#include "hypermatch/stable_matching.hpp"
#include "hypermatch/stable_ties.hpp"
#include "parameters.hpp"

namespace hypermatch::registry::stable {

using Functions = Solvers<StableMatchingProblem>;
using Row = Entry<StableMatchingProblem>;

template <GaleShapleyVariant variant>
StableResult run_gale_shapley(const Where& where, const PreferencesView& preferences,
                              const StableRequest& request) {
  auto options = options_with<StableMatchingOptions>(request.parameters);
  options.variant = variant;
  return gale_shapley(where.host(), preferences, options);
}

inline StableResult run_mcvitie_wilson(const Where& where, const PreferencesView& preferences,
                                       const StableRequest& request) {
  return mcvitie_wilson(where.host(), preferences,
                        options_with<StableMatchingOptions>(request.parameters));
}

template <GaleShapleyVariant variant>
StableResult run_gale_shapley_of_shared(const Context& context,
                                        const SharedPreferencesView& preferences,
                                        const StableRequest& request) {
  auto options = options_with<StableMatchingOptions>(request.parameters);
  options.variant = variant;
  return gale_shapley(context, preferences, options);
}

inline StableResult run_mcvitie_wilson_of_shared(const Context& context,
                                                 const SharedPreferencesView& preferences,
                                                 const StableRequest& request) {
  return mcvitie_wilson(context, preferences,
                        options_with<StableMatchingOptions>(request.parameters));
}

/// Entries that search scores, on lists.
template <ScoreSearch search>
StableResult run_search(const Where& where, const PreferencesView& preferences,
                        const StableRequest& request) {
  return mcvitie_wilson(where.host(), preferences,
                        options_with<StableMatchingOptions>(request.parameters), search);
}

template <ScoreSearch search>
StableResult run_scores(const Context& context, const ScoredPairsView& pairs,
                        const StableRequest& request) {
  return mcvitie_wilson(context, pairs, options_with<StableMatchingOptions>(request.parameters),
                        search);
}

template <ChainKernel kernel>
StableResult run_on_device(const Where& where, const PreferencesView& preferences,
                           const StableRequest& request) {
  const auto options = options_with<StableMatchingOptions>(request.parameters);
  return mcvitie_wilson(*where.device(), preferences,
                        {.optimal = options.optimal, .seed = options.seed, .kernel = kernel});
}

inline StableResult run_irving(const Where& where, const PreferencesView& preferences,
                               const StableRequest& request) {
  const auto options = options_with<RoommatesOptions>(request.parameters);
  return where.device() != nullptr ? irving(*where.device(), preferences, options)
                                   : irving(where.host(), preferences, options);
}

/// Functions with options of their own.
template <auto run, class Options>
StableResult run_with(const Where& where, const PreferencesView& preferences,
                      const StableRequest& request) {
  return run(where.host(), preferences, options_with<Options>(request.parameters));
}

/// Functions without options.
template <auto run>
StableResult run_alone(const Where& where, const PreferencesView& preferences,
                       const StableRequest&) {
  return run(where.host(), preferences);
}

/// The lists of the proposing side, those that meet it while they are made, and what is held.
inline constexpr MemoryBound k_memory = {.per_vertex = 72, .per_edge = 16};

/// Lists of both sides and their order with ties broken; on the host mates and pairs.
inline constexpr DeviceMemoryBound k_device_memory =
    on_device({.per_vertex = 56, .per_edge = 60}, {.per_vertex = 24});

/// Those of rows whose agents always propose in the order of their numbers.
inline constexpr auto k_parameters_by_number =
    parameters_named<StableMatchingOptions>({"seed", "optimal", "balance"});

inline constexpr std::string_view k_guarantee = "best stable partners of one side";

consteval Row row(AlgorithmInfo info, Functions functions) {
  info.determinism = Determinism::any_backend;
  info.guarantee = k_guarantee;
  info.stable = true;
  if (info.complexity.empty()) info.complexity = "O(entries)";
  if (info.parameters.empty()) info.parameters = k_parameters_by_number;
  if (functions.seq != nullptr) info.memory = k_memory;
  return solver<StableMatchingProblem>(info, functions);
}

/// An answer of one core: the same on any number of threads.
consteval Row on_one_core(AlgorithmInfo info, StableMatchingProblem::Function* function) {
  info.determinism = Determinism::any_backend;
  info.memory = {.per_vertex = 120, .per_edge = 60};
  return solver<StableMatchingProblem>(info, {.seq = function});
}

inline constexpr std::array k_table = {
    row({.name = "mcvitie_wilson",
         .is_default = true,
         .reference = "McVitie, Wilson 1971, doi:10.1145/362619.362631",
         .parameters = k_parameters_of<StableMatchingOptions>},
        {.seq = run_mcvitie_wilson,
         .threads = run_mcvitie_wilson,
         .cuda = run_on_device<ChainKernel::look_ahead>,
         .device_memory = k_device_memory,
         .shared_lists = run_mcvitie_wilson_of_shared}),
    row({.name = "mcvitie_wilson",
         .variant = "thread_per_proposer",
         .reference = "Naim 2017, thesis, Paper IV"},
        {.cuda = run_on_device<ChainKernel::thread_per_proposer>,
         .device_memory = k_device_memory}),
    row({.name = "mcvitie_wilson",
         .variant = "partial",
         .complexity = "O(entries log(longest row))",
         .reference = "McVitie, Wilson 1971, doi:10.1145/362619.362631"},
        {.seq = run_search<ScoreSearch::partial>,
         .threads = run_search<ScoreSearch::partial>,
         .scores = run_scores<ScoreSearch::partial>}),
    row({.name = "mcvitie_wilson",
         .variant = "unsorted",
         .complexity = "O(entries acceptances per agent)",
         .reference = "McVitie, Wilson 1971, doi:10.1145/362619.362631"},
        {.seq = run_search<ScoreSearch::unsorted>,
         .threads = run_search<ScoreSearch::unsorted>,
         .scores = run_scores<ScoreSearch::unsorted>}),
    row({.name = "gale_shapley",
         .variant = "queue",
         .reference = "Gale, Shapley 1962, doi:10.1080/00029890.1962.11989827"},
        {.seq = run_gale_shapley<GaleShapleyVariant::queue>,
         .threads = run_gale_shapley<GaleShapleyVariant::queue>,
         .shared_lists = run_gale_shapley_of_shared<GaleShapleyVariant::queue>}),
    row({.name = "gale_shapley",
         .variant = "rounds",
         .reference = "Gale, Shapley 1962, doi:10.1080/00029890.1962.11989827"},
        {.seq = run_gale_shapley<GaleShapleyVariant::rounds>,
         .threads = run_gale_shapley<GaleShapleyVariant::rounds>,
         .shared_lists = run_gale_shapley_of_shared<GaleShapleyVariant::rounds>}),
    on_one_core({.name = "gusfield_irving",
                 .guarantee = "the fairest of all stable matchings",
                 .stable = true,
                 .complexity = "O(entries), and a minimum cut for egalitarian",
                 .reference = "Gusfield, Irving 1989, The Stable Marriage Problem",
                 .parameters = k_parameters_of<StableChoiceOptions>},
                run_with<gusfield_irving, StableChoiceOptions>),
    on_one_core({.name = "kiraly",
                 .guarantee = "2/3 of the largest weakly stable matching",
                 .stable = true,
                 .complexity = "O(entries log capacity)",
                 .reference = "Kiraly 2013, doi:10.3390/a6030471"},
                run_alone<kiraly>),
    on_one_core({.name = "strongly_stable",
                 .guarantee = "strongly stable, or there is none",
                 .stable = true,
                 .claim = PreferencesClaim::strongly_stable,
                 .complexity = "O(agents entries)",
                 .reference = "Irving 1994, doi:10.1016/0166-218X(92)00179-P; Kavitha, Mehlhorn, "
                              "Michail, Paluch 2007, doi:10.1145/1240233.1240238"},
                run_alone<strongly_stable>),
    on_one_core({.name = "super_stable",
                 .guarantee = "super-stable, or there is none",
                 .stable = true,
                 .claim = PreferencesClaim::super_stable,
                 .complexity = "O(entries)",
                 .reference = "Irving 1994, doi:10.1016/0166-218X(92)00179-P; Irving, Manlove, "
                              "Scott 2000, doi:10.1007/3-540-44985-X_24"},
                run_alone<super_stable>),
    solver<StableMatchingProblem>(
        {.name = "irving",
         .guarantee = "stable roommates, or a proof that there are none",
         .stable = true,
         .one_sided = true,
         .complexity = "O(entries)",
         .reference = "Irving 1985, doi:10.1016/0196-6774(85)90033-1; Tan 1991, "
                      "doi:10.1016/0196-6774(91)90028-W",
         .parameters = k_parameters_of<RoommatesOptions>,
         .memory = {.per_vertex = 120, .per_edge = 60}},
        {.seq = run_irving,
         .threads = run_irving,
         .cuda = run_irving,
         .device_memory =
             on_device({.per_vertex = 32, .per_edge = 9}, {.per_vertex = 120, .per_edge = 60})}),
    on_one_core(
        {.name = "fixtures",
         .guarantee = "stable roommates with capacities, or a proof that there are none",
         .stable = true,
         .one_sided = true,
         .any_capacity = true,
         .complexity = "O(entries)",
         .reference = "Irving, Scott 2007, doi:10.1016/j.dam.2007.05.003; Glitzner, Manlove "
                      "2025, arXiv 2505.11456",
         .parameters = k_parameters_of<RoommatesOptions>},
        run_with<fixtures, RoommatesOptions>),
    on_one_core({.name = "serial_dictatorship",
                 .guarantee = "Pareto-optimal for strict lists",
                 .claim = PreferencesClaim::dictatorship,
                 .complexity = "O(entries)",
                 .reference = "Abdulkadiroglu, Sonmez 1998, doi:10.2307/2998580",
                 .parameters = k_parameters_of<SerialDictatorshipOptions>},
                run_with<serial_dictatorship, SerialDictatorshipOptions>),
    on_one_core({.name = "top_trading_cycles",
                 .guarantee = "the strict core of strict lists",
                 .claim = PreferencesClaim::strict_core,
                 .complexity = "O(entries)",
                 .reference = "Shapley, Scarf 1974, doi:10.1016/0304-4068(74)90033-0"},
                run_alone<top_trading_cycles>),
    on_one_core({.name = "rank_maximal",
                 .guarantee = "most first choices, of these most second ones, ...",
                 .claim = PreferencesClaim::rank_maximal,
                 .complexity = "O(min(agents, ranks sqrt(agents)) entries)",
                 .reference = "Irving, Kavitha, Mehlhorn, Michail, Paluch 2006, "
                              "doi:10.1145/1198513.1198520; Paluch 2013, "
                              "doi:10.1007/978-3-642-38233-8_27"},
                run_alone<rank_maximal>),
    on_one_core({.name = "popular",
                 .guarantee = "a largest popular matching, or there is none",
                 .claim = PreferencesClaim::popular,
                 .complexity = "O(entries sqrt(agents))",
                 .reference = "Abraham, Irving, Kavitha, Mehlhorn 2007, doi:10.1137/06067328X"},
                run_alone<popular>),
};

}  // namespace hypermatch::registry::stable
