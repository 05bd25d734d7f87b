// SPDX-License-Identifier: MIT
// Matched vertices, and what hides them from scans of rows.
#pragma once

#include <cstdint>

#include "hypermatch/types.hpp"
#include "order/vertex_set.hpp"

namespace hypermatch::detail::order {

using MatchedVertices = VertexSet;

/// Hides no vertex.
struct AllFree {
  [[nodiscard]] constexpr std::uint64_t operator()(VertexId /*v*/) const {
    return ~std::uint64_t{0};
  }
};

/// Hides matched vertices.
struct Unmatched {
  const MatchedVertices& matched;
  [[nodiscard]] std::uint64_t operator()(VertexId v) const { return matched.mask_of_free(v); }
};

}  // namespace hypermatch::detail::order
