// SPDX-License-Identifier: MIT
// Hyperedges with the same pins.
#pragma once

#include <span>

#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::coarsen {

/// Hyperedges whose pins stand at `pins[offsets[e]]`, `size[e]` of them, ascending.
struct SortedEdges {
  std::span<const Offset> offsets;
  std::span<const VertexId> size;
  std::span<const VertexId> pins;

  [[nodiscard]] std::span<const VertexId> pins_of(std::size_t e) const {
    return pins.subspan(offsets[e], size[e]);
  }
};

/// For each hyperedge with at least `smallest` pins, the first hyperedge with equal pins; k_none
/// for smaller ones. Hyperedges with equal hashes are compared, and sorted if they differ, so that
/// no input takes quadratic time. O(pins) expected. @throws Error{resources, cancelled}
[[nodiscard]] Array<EdgeId> first_identical(const Context& context, const SortedEdges& edges,
                                            VertexId smallest);

/// `first_identical` with given hashes, for tests.
[[nodiscard]] Array<EdgeId> first_identical(const Context& context, const SortedEdges& edges,
                                            VertexId smallest,
                                            std::span<const std::uint32_t> hashes);

}  // namespace hypermatch::detail::coarsen
