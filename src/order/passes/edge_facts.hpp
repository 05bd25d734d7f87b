// SPDX-License-Identifier: MIT
// Facts about all edges, which decide what their keys are.
#pragma once

#include <cstdint>

#include "hypermatch/external_matching.hpp"

namespace hypermatch::detail::order {

/// Counts and kinds of the edges of a block, or of all.
struct EdgeFacts {
  std::uint64_t edges = 0;
  std::uint64_t pins = 0;
  std::uint64_t max_size = 0;
  std::uint64_t min_size = ~std::uint64_t{0};  ///< of edges with pins
  bool has_reals = false;
  double largest = 0;  ///< as `structures::largest_rated_weight`, integers as reals

  void take(const EdgeBlock& block, const OrderOptions& order);
  void join(const EdgeFacts& other);
};

}  // namespace hypermatch::detail::order
