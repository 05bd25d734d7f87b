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

/// Of each hyperedge with `smallest` pins or more the first one with the same pins, of others
/// k_none. Equal hashes are compared, and sorted where they differ, so that no input is quadratic.
/// O(pins) expected. @throws Error{resources, cancelled}
[[nodiscard]] Array<EdgeId> first_identical(const Context& context, const SortedEdges& edges,
                                            VertexId smallest);

/// The same from hashes that tests choose.
[[nodiscard]] Array<EdgeId> first_identical(const Context& context, const SortedEdges& edges,
                                            VertexId smallest,
                                            std::span<const std::uint32_t> hashes);

}  // namespace hypermatch::detail::coarsen
