// SPDX-License-Identifier: MIT
// Blocks of a stream that delivers edge after edge.
#include <utility>
#include <variant>

#include "hypermatch/external_matching.hpp"
#include "hypermatch/streaming_matching.hpp"

namespace hypermatch {

std::size_t EdgeStream::next_blocks(const Context& /*context*/, std::span<EdgeBlock> blocks,
                                    std::size_t block_bytes) {
  std::size_t filled = 0;
  // Ends: each turn fills a block, but the last.
  for (EdgeBlock& block : blocks) {
    block.ids.resize(0);
    block.pins.resize(0);
    block.offsets.resize(0);
    block.offsets.push_back(0);
    Array<std::int64_t> integers;
    Array<double> reals;
    bool holds_reals = false;
    StreamedEdge edge;
    std::size_t bytes = 0;
    // Ends: each turn adds bytes or meets the end.
    while (bytes < block_bytes && next(edge)) {
      block.ids.push_back(edge.id);
      for (const VertexId v : edge.pins) block.pins.push_back(v);
      block.offsets.push_back(block.pins.size());
      bytes += 2 * sizeof(EdgeId) + edge.pins.size_bytes();
      if (!is_weighted()) continue;
      bytes += sizeof(double);
      const bool is_integer = edge.is_integer || has_integer_weights();
      if (!is_integer && !holds_reals) {
        for (const std::int64_t weight : integers) reals.push_back(static_cast<double>(weight));
        holds_reals = true;
      }
      if (holds_reals) {
        reals.push_back(is_integer ? static_cast<double>(edge.integer_weight) : edge.weight);
      } else {
        integers.push_back(edge.integer_weight);
      }
    }
    block.weights = std::monostate{};
    if (is_weighted() && holds_reals) block.weights = std::move(reals);
    if (is_weighted() && !holds_reals) block.weights = std::move(integers);
    if (block.ids.empty()) break;
    ++filled;
  }
  return filled;
}

}  // namespace hypermatch
