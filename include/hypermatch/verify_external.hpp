// SPDX-License-Identifier: MIT
// Proof of matchings of instances that are larger than memory, by passes over the edges.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "hypermatch/context.hpp"
#include "hypermatch/external_matching.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/verify_matching.hpp"

namespace hypermatch::verify {

struct ExternalDemands {
  OrderOptions order = {};  ///< of the greedy matching
  bool is_graph = false;    ///< edges are pairs, and ties go by the two ends
  /// Bytes that the call may hold, at least `external_memory_floor`.
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;
  std::string scratch = {};  ///< as `ExternalOptions::scratch`
};

struct ExternalVerdict {
  MatchingVerdict matching;
  std::uint64_t passes = 0;  ///< over the edges, or over those that no range has settled
};

/// Opens the edges from the first on.
using OpenEdges = std::function<std::unique_ptr<EdgeStream>()>;

/// Checks that `matching` is the greedy matching of the edges: its edges exist, take part and are
/// disjoint, and every other edge that takes part meets one above it. A first pass collects what
/// the matched edges are; then vertices are taken in ranges that fit memory, 16 bytes per vertex:
/// edges that no matched edge of the range settles are left to the next range. The bound is that of
/// the greedy order, without descent. O(passes * pins).
/// @throws Error{resources} if memory_bytes is too small, and what the streams throw
[[nodiscard]] ExternalVerdict check_external_matching(const Context& context, const OpenEdges& open,
                                                      ExternalEdges& matching,
                                                      const ExternalDemands& demands);

}  // namespace hypermatch::verify
