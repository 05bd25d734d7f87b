// SPDX-License-Identifier: MIT
#include "order/passes/stream_blocks.hpp"

#include <cmath>
#include <string>
#include <type_traits>
#include <variant>

#include "hypermatch/error.hpp"

namespace hypermatch::detail::order {

void check_streamed(const EdgeBlock& block, EdgeShape shape, VertexId num_vertices,
                    std::uint64_t first_unused_id) {
  std::size_t i = 0;
  const auto refuse = [&](const std::string& what) {
    throw Error(ErrorCode::invalid_input,
                "edge " + std::to_string(block.ids[i]) + " of the stream " + what);
  };
  for (; i < block.num_edges(); ++i) {
    if (block.ids[i] < first_unused_id) refuse("comes after a later one");
    if (block.ids[i] >= k_max_count) refuse("is beyond the limit of 2^32 - 2 edges");
    first_unused_id = std::uint64_t{block.ids[i]} + 1;
    const std::span<const VertexId> pins = block.pins_of(i);
    if (pins.size() > num_vertices) refuse("has more pins than there are vertices");
    for (const VertexId v : pins) {
      if (v >= num_vertices) {
        refuse("has pin " + std::to_string(v) + ", must be below " + std::to_string(num_vertices));
      }
    }
    const bool is_pair = pins.size() == 2 && pins[0] != pins[1];
    if (shape == EdgeShape::pairs && !is_pair) refuse("has not two different ends");
  }
  std::visit(
      [&](const auto& held) {
        if constexpr (std::is_same_v<std::decay_t<decltype(held)>, Array<double>>) {
          for (i = 0; i < held.size(); ++i) {
            if (!std::isfinite(held[i])) refuse("has a weight that is not finite");
          }
        }
      },
      block.weights);
}

}  // namespace hypermatch::detail::order
