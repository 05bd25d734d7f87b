// SPDX-License-Identifier: MIT
#include "order/passes/edge_facts.hpp"

#include <algorithm>
#include <variant>

#include "structures/any_weights.hpp"
#include "structures/edge_rating.hpp"

namespace hypermatch::detail::order {

void EdgeFacts::take(const EdgeBlock& block, const OrderOptions& order) {
  edges = block.num_edges();
  pins = block.pins.size();
  if (block.offsets.empty()) {
    max_size = min_size = 2;
  } else {
    for (std::size_t i = 0; i < block.num_edges(); ++i) {
      const std::uint64_t size = block.offsets[i + 1] - block.offsets[i];
      max_size = std::max(max_size, size);
      min_size = size == 0 ? min_size : std::min(min_size, size);
    }
  }
  has_reals = std::holds_alternative<Array<float>>(block.weights) ||
              std::holds_alternative<Array<double>>(block.weights);
  // Pairs are never rated by quotients. Integers count, because a later weight may be real.
  if (block.offsets.empty() || block.weights.index() == 0) return;
  const structures::AnyWeights weight(view_of(block.weights));
  const bool takes_negative = order.nonpositive == NonPositive::keep;
  for (std::size_t i = 0; i < block.num_edges(); ++i) {
    if (block.offsets[i] == block.offsets[i + 1]) continue;
    const double w = weight(i);
    if (w > 0 || takes_negative) largest = structures::larger_rated_weight(largest, w);
  }
}

void EdgeFacts::join(const EdgeFacts& other) {
  edges += other.edges;
  pins += other.pins;
  max_size = std::max(max_size, other.max_size);
  min_size = std::min(min_size, other.min_size);
  has_reals = has_reals || other.has_reals;
  largest = structures::larger_rated_weight(largest, other.largest);
}

}  // namespace hypermatch::detail::order
