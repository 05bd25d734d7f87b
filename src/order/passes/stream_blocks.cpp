// SPDX-License-Identifier: MIT
#include "order/passes/stream_blocks.hpp"

#include <cmath>
#include <string>
#include <utility>
#include <variant>

#include "hypermatch/error.hpp"

namespace hypermatch::detail::order {

bool StreamBlocks::next(EdgeBlock& block) {
  block.ids.resize(0);
  block.pins.resize(0);
  block.offsets.resize(0);
  if (shape_ == EdgeShape::hyperedges) block.offsets.push_back(0);
  Array<std::int64_t> integers;
  Array<double> reals;
  const bool is_weighted = stream_.is_weighted();
  bool holds_reals = false;
  StreamedEdge edge;
  std::size_t bytes = 0;
  // Ends: each turn adds bytes or meets the end.
  while (bytes < block_bytes_ && stream_.next(edge)) {
    check(edge);
    first_unused_id_ = std::uint64_t{edge.id} + 1;
    block.ids.push_back(edge.id);
    for (const VertexId v : edge.pins) block.pins.push_back(v);
    if (shape_ == EdgeShape::hyperedges) block.offsets.push_back(block.pins.size());
    bytes += 2 * sizeof(EdgeId) + edge.pins.size_bytes();
    if (!is_weighted) continue;
    bytes += sizeof(double);
    const bool is_integer = edge.is_integer || stream_.has_integer_weights();
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
  if (is_weighted && holds_reals) block.weights = std::move(reals);
  if (is_weighted && !holds_reals) block.weights = std::move(integers);
  return !block.ids.empty();
}

void StreamBlocks::check(const StreamedEdge& edge) const {
  const auto refuse = [&](const std::string& what) {
    throw Error(ErrorCode::invalid_input,
                "edge " + std::to_string(edge.id) + " of the stream " + what);
  };
  const VertexId n = stream_.num_vertices();
  if (edge.id < first_unused_id_) refuse("comes after a later one");
  if (edge.id >= k_max_count) refuse("is beyond the limit of 2^32 - 2 edges");
  if (stream_.is_weighted() && !edge.is_integer && !std::isfinite(edge.weight)) {
    refuse("has a weight that is not finite");
  }
  if (edge.pins.size() > n) refuse("has more pins than there are vertices");
  for (const VertexId v : edge.pins) {
    if (v >= n) refuse("has pin " + std::to_string(v) + ", must be below " + std::to_string(n));
  }
  const bool is_pair = edge.pins.size() == 2 && edge.pins[0] != edge.pins[1];
  if (shape_ == EdgeShape::pairs && !is_pair) refuse("has not two different ends");
}

}  // namespace hypermatch::detail::order
