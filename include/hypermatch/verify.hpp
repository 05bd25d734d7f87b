// SPDX-License-Identifier: MIT
// Certificates, checked from the definitions: sequential, 64-bit, and sharing no code with the
// algorithms.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "hypermatch/context.hpp"
#include "hypermatch/hypergraph.hpp"
#include "hypermatch/hypergraph_matching.hpp"

namespace hypermatch::verify {

/// What a matching is held to.
struct MatchingDemands {
  OrderOptions order;       ///< the order and the edges that take part
  bool maximal = false;     ///< no eligible edge is disjoint from all matched ones
  bool greedy = false;      ///< it is the greedy matching of the order
  bool bound = true;        ///< compute the certified ratio
  double known_bound = -1;  ///< an upper bound from elsewhere (a streaming dual); < 0: none
};

struct MatchingVerdict {
  bool ok = false;
  std::string violation;         ///< the first violated fact; empty if ok
  MatchingValue value;           ///< of the matching, as far as it is valid
  double upper_bound = 0.0;      ///< on the objective of every matching, by a feasible dual
  double certified_ratio = 0.0;  ///< objective / upper_bound, rounded down; 1 if both are 0
};

/// Checks a matching given as 0-based edge numbers (64-bit, so that any file can be judged).
///
/// Validity: ids exist and occur once, edges are eligible and disjoint. Greedy-ness in one pass:
/// every unmatched eligible edge meets a matched edge above it. The bound: dual values y with sum
/// of y over the pins of each edge >= its weight, improved by one sweep over the vertices by
/// falling y. O(pins log) time. @throws Error{invalid_input} if the hypergraph itself is broken
[[nodiscard]] MatchingVerdict check_matching(const Context& context,
                                             const HypergraphView& hypergraph,
                                             std::span<const std::uint64_t> edges,
                                             const MatchingDemands& demands = {});

}  // namespace hypermatch::verify
