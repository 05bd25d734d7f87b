// SPDX-License-Identifier: MIT
// The registry's way to stable matchings.
#pragma once

#include <string>
#include <variant>

#include "hypermatch/preferences.hpp"
#include "hypermatch/registry_matching.hpp"
#include "hypermatch/results.hpp"
#include "hypermatch/scored_preferences.hpp"
#include "hypermatch/shared_preferences.hpp"
#include "hypermatch/stable_matching.hpp"
#include "hypermatch/where.hpp"

namespace hypermatch::registry {

/// Everything that `stable` can be asked for by name.
struct StableRequest {
  std::string algorithm = {};                          ///< empty: the default
  std::string variant = {};                            ///< empty: the algorithm's default
  ParameterValues parameters = {};                     ///< `optimal`, `seed`
  Determinism determinism = Determinism::any_backend;  ///< what cannot be kept is refused
};

/// A matching, or the proof that there is none of that kind.
using StableResult = std::variant<StableMatching, NoSolution>;

/// The entry that a request names. @throws Error{invalid_option} for unknown names, with the known
/// ones, and for values of parameters out of range; Error{unsupported} for a level of determinism
/// that it does not keep, and for parameters of others
[[nodiscard]] const AlgorithmInfo& find(const StableRequest& request);

/// The entry that runs there. @throws as above; Error{unsupported} for an algorithm without a back
/// end for the place
[[nodiscard]] const AlgorithmInfo& find(const StableRequest& request, Place place);

/// The request with an algorithm that serves these preferences: where none is named and agents are
/// of one side, the first row for these, and for capacities where there are any.
[[nodiscard]] StableRequest for_preferences(StableRequest request,
                                            const PreferencesView& preferences);

/// Runs the algorithm of `for_preferences` on preferences in host memory. @throws as the algorithm,
/// and as `find` for the place; Error{resources} for what surely needs more memory than there is
[[nodiscard]] StableResult match(const Where& where, const PreferencesView& preferences,
                                 const StableRequest& request);

/// Whether an algorithm matches agents that share lists in the memory of these.
[[nodiscard]] bool keeps_shared_lists(const AlgorithmInfo& algorithm, Place place);

/// Runs the algorithm on shared lists; expands them for algorithms that do not keep them. @throws
/// as above
[[nodiscard]] StableResult match(const Where& where, const SharedPreferencesView& preferences,
                                 const StableRequest& request);

/// Whether an algorithm searches scores as they are.
[[nodiscard]] bool keeps_scores(const AlgorithmInfo& algorithm, Place place);

/// Runs the algorithm on scores; converts them to lists for algorithms that do not keep them.
/// @throws as above
[[nodiscard]] StableResult match(const Where& where, const ScoredPairsView& pairs,
                                 const StableRequest& request);

}  // namespace hypermatch::registry
