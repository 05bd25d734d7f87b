// SPDX-License-Identifier: MIT
// Proof of matchings of instances that lie on many ranks.
#pragma once

#include <span>

#include "hypermatch/communicator.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/ranks_matching.hpp"
#include "hypermatch/verify_matching.hpp"

namespace hypermatch::verify {

struct RankDemands {
  OrderOptions order = {};  ///< of the greedy matching
  bool is_graph = false;    ///< edges are pairs, and ties go by the two ends
};

/// Checks that the matched edges of all ranks together are the greedy matching of the instance: its
/// edges exist, take part and are disjoint, and every other edge that takes part meets one above
/// it. Called by all ranks, each with its part and the matched edges of that; all get the same
/// verdict. Owners of ranges of vertices learn of the matched edges there, and tell those that ask;
/// 24 bytes per vertex of a range and per vertex that a rank asks for. The bound is that of the
/// greedy order, without descent. O(pins / ranks) per rank where parts are alike.
/// @throws Error{invalid_input, resources, cancelled, communication}
[[nodiscard]] MatchingVerdict check_ranks_matching(const Context& context, Communicator& ranks,
                                                   const EdgePart& part,
                                                   std::span<const ExternalEdge> matched,
                                                   const RankDemands& demands);

}  // namespace hypermatch::verify
