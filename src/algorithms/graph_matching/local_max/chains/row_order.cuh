// SPDX-License-Identifier: MIT
// Graphs whose weights rise or fall along every row, as weights that follow the numbering do.
#pragma once

#include <cstdint>

namespace hypermatch::detail::graph_matching::device {

/// How the weights of a row follow each other.
enum class RowOrder : std::uint32_t {
  none,
  rising,   ///< strictly
  falling,  ///< strictly
};

/// A later weight of a row against the one before it, by their images.
template <class Image>
[[nodiscard]] __device__ inline bool is_in_order(RowOrder order, Image before, Image after) {
  return order == RowOrder::rising ? before < after : before > after;
}

}  // namespace hypermatch::detail::graph_matching::device
