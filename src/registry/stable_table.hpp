// SPDX-License-Identifier: MIT
// The algorithms for stable matchings, with their functions.
#pragma once

#include <array>

#include "entry.hpp"
#include "hypermatch/stable_matching.hpp"
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

/// Mutual lists while they are made, and what the proposed side holds.
inline constexpr MemoryBound k_memory = {.per_vertex = 72, .per_edge = 32};

inline constexpr std::string_view k_guarantee = "best stable partners of one side";

consteval Row row(AlgorithmInfo info, Functions functions) {
  info.determinism = Determinism::any_backend;
  info.guarantee = k_guarantee;
  info.stable = true;
  info.complexity = "O(entries)";
  info.parameters = k_parameters_of<StableMatchingOptions>;
  info.memory = k_memory;
  return solver<StableMatchingProblem>(info, functions);
}

inline constexpr std::array k_table = {
    row({.name = "mcvitie_wilson",
         .is_default = true,
         .reference = "McVitie, Wilson 1971, doi:10.1145/362619.362631"},
        {.seq = run_mcvitie_wilson, .threads = run_mcvitie_wilson}),
    row({.name = "gale_shapley",
         .variant = "queue",
         .reference = "Gale, Shapley 1962, doi:10.1080/00029890.1962.11989827"},
        {.seq = run_gale_shapley<GaleShapleyVariant::queue>,
         .threads = run_gale_shapley<GaleShapleyVariant::queue>}),
    row({.name = "gale_shapley",
         .variant = "rounds",
         .reference = "Gale, Shapley 1962, doi:10.1080/00029890.1962.11989827"},
        {.seq = run_gale_shapley<GaleShapleyVariant::rounds>,
         .threads = run_gale_shapley<GaleShapleyVariant::rounds>}),
};

}  // namespace hypermatch::registry::stable
