// SPDX-License-Identifier: MIT
// The rule of red-blue matching, which decides every byte of its answer; all back ends follow it.
//
// Round r = 0, 1, .. sees the live vertices: free, not retired. A lone round is one after a round
// in which no vertex matched or retired.
// 1. Vertex v is blue iff hash(seed, r, v) < blue_limit(share); in a lone round iff it is the
//    lowest live vertex. Otherwise it is red.
// 2. A blue vertex proposes along its uppermost eligible edge to a red vertex, if it has one.
// 3. A red vertex with proposals is matched along the uppermost edge of these.
// 4. A vertex that is not matched, blue or red, retires if it has no eligible edge to a vertex that
//    was live when the round began.
// `weighted` compares edges by the order, `random` in round r by (h32(low, high, pair_seed(seed,
// r)), low, high). In a lone round the blue vertex matches or retires, so that there are at most 2n
// rounds; a vertex retires only when all its neighbours are matched, so that the end is maximal.
#pragma once

#include <cstdint>

#include "base/host_device.hpp"
#include "base/random.hpp"

namespace hypermatch::detail::graph_matching {

/// Vertices with a hash below this are blue. `share` lies in (0, 1).
[[nodiscard]] HYPERMATCH_HD constexpr std::uint64_t blue_limit(double share) {
  return static_cast<std::uint64_t>(share * 0x1.0p64);
}

/// The colour of a live vertex in a round that is not lone.
[[nodiscard]] HYPERMATCH_HD constexpr bool is_blue(std::uint64_t seed, std::uint64_t round,
                                                   std::uint32_t v, std::uint64_t limit) {
  return base::hash(seed, round, v) < limit;
}

/// What seeds the order of edges in a round of `random`. The stream is no round's number.
[[nodiscard]] HYPERMATCH_HD constexpr std::uint64_t pair_seed(std::uint64_t seed,
                                                              std::uint64_t round) {
  return base::hash(seed, ~std::uint64_t{0}, round);
}

}  // namespace hypermatch::detail::graph_matching
