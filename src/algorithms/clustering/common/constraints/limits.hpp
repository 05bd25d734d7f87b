// SPDX-License-Identifier: MIT
// Constraints as the levels of a hierarchy see them: pinned vertices, sizes, and moves that respect
// both. Pinned vertices never move, so communities of two labels never meet.
#pragma once

#include <cstdint>
#include <span>

#include "algorithms/clustering/common/moves/moves.hpp"
#include "algorithms/clustering/common/moves/objective.hpp"
#include "algorithms/clustering/common/multilevel/level.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"

namespace hypermatch::detail::clustering {

/// The constraints of one level.
struct Limits {
  Array<std::uint8_t> pinned;  ///< size n: 1 where the vertex holds vertices of a label
  Array<VertexId> size;        ///< size n: how many vertices of the input the vertex holds
  VertexId max_size = 0;       ///< of a community, in vertices of the input; 0: no bound

  /// Whether a community may hold both, vertices or communities that hold so much.
  [[nodiscard]] bool fit(VertexId size_a, VertexId size_b) const {
    return max_size == 0 || std::uint64_t{size_a} + size_b <= max_size;
  }
};

/// The limits of the graph that `coarse_vertex` leads to.
[[nodiscard]] Limits contract_limits(const Context& context, const Limits& limits,
                                     std::span<const VertexId> coarse_vertex, VertexId coarse_n);

/// `move_vertices` under limits: pinned vertices stay, and communities do not grow beyond
/// `max_size`. Of the vertices that want to join one community in a sub-round those of the largest
/// gain are admitted while there is room, ties to the lowest number. Those that are left out name
/// their 8 best communities with room, then 64, and so on, and are admitted by the same order: each
/// turn admits as many at least as a vertex that it leaves out has named, so that a sub-round has
/// O(log n) turns. Vertices that leave make room in the next sub-round. The same on any number of
/// threads. @throws Error{resources, cancelled}
Sweeps move_within_limits(const Context& context, const LevelView& level,
                          const Objective& objective, const Limits& limits, Partition& partition,
                          const MoveOptions& options);

}  // namespace hypermatch::detail::clustering
