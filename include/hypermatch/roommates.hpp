// SPDX-License-Identifier: MIT
// Stable matchings of one side: any two agents that list each other can be partners. There need not
// be one; then the answer says why.
#pragma once

#include <cstdint>
#include <variant>

#include "hypermatch/context.hpp"
#include "hypermatch/preferences.hpp"
#include "hypermatch/results.hpp"
#include "hypermatch/stable_matching.hpp"

namespace hypermatch {

struct RoommatesOptions {
  /// Orders the entries of each tie by a hash. Another seed may find a matching where this one has
  /// none: to tell whether any order has one is NP-complete (Ronn 1990,
  /// doi:10.1016/0196-6774(90)90007-2).
  std::uint64_t seed = 0;
};

/// A stable matching, or the proof that there is none.
using StableOrNone = std::variant<StableMatching, NoSolution>;

/// Stable roommates (Irving 1985, doi:10.1016/0196-6774(85)90033-1; incomplete lists as Gusfield,
/// Irving 1989). Phase 1 is unique. Phase 2 walks from the lowest agent with two candidates to a
/// rotation, eliminates it, and goes on from where it entered it; where that agent has one
/// candidate left, it goes back. So the answer is one. The proof is a stable partition with an odd
/// party of three agents or more (Tan 1991, doi:10.1016/0196-6774(91)90028-W), one party per line,
/// each agent followed by the one that it prefers to the one before it. `stats.rounds` counts
/// rotations.
/// Phase 1 runs on all threads of the context, as deferred acceptance between two copies of the
/// agents; phase 2 on one. O(entries); beside the preferences 8 bytes per entry and 14 while these
/// are made, 56 per agent.
/// @throws Error{invalid_input} as `check_preferences`; Error{invalid_option} for lists of two
/// sides or capacities above 1; Error{unsupported} if there are ties and no matching for their
/// order; Error{resources, cancelled}
[[nodiscard]] StableOrNone irving(const Context& context, const PreferencesView& preferences,
                                  const RoommatesOptions& options = {});

/// Stable fixtures: roommates with capacities (Irving, Scott 2007, doi:10.1016/j.dam.2007.05.003).
/// The proof is a generalised stable partition with an odd party (Glitzner, Manlove 2025, arXiv
/// 2505.11456): as that of `irving`, but agents are in as many parties as they have places at most.
/// One core, O(entries); beside the preferences 9 bytes per entry and 20 while these are made, 40
/// per agent. @throws as `irving`, but for capacities
[[nodiscard]] StableOrNone fixtures(const Context& context, const PreferencesView& preferences,
                                    const RoommatesOptions& options = {});

}  // namespace hypermatch
