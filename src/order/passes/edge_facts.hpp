// SPDX-License-Identifier: MIT
// Facts about all edges, which decide what their keys are.
#pragma once

#include <cstdint>

#include "hypermatch/external_matching.hpp"
#include "order/passes/edge_keys.hpp"

namespace hypermatch::detail::order {

/// Counts and kinds of the edges of a block, or of all.
struct EdgeFacts {
  std::uint64_t edges = 0;
  std::uint64_t pins = 0;
  std::uint64_t max_size = 0;
  std::uint64_t min_size = ~std::uint64_t{0};  ///< of edges with pins
  bool has_reals = false;
  double largest = 0;  ///< as `structures::largest_rated_weight`, integers as reals

  void take(const EdgeColumns& some, std::size_t num_pins, const OrderOptions& order);
  void take(const EdgeBlock& block, const OrderOptions& order) {
    take(columns_of(block), block.pins.size(), order);
  }
  void join(const EdgeFacts& other);
};

/// The rule that holds if all edges look like those of `facts`.
[[nodiscard]] KeyRule rule_of(const EdgeFacts& facts, const OrderOptions& order, bool is_weighted);

/// Says in `result` what edges there are, and how they were compared.
void describe(const EdgeFacts& facts, const KeyRule& rule, ExternalMatching& result);

}  // namespace hypermatch::detail::order
