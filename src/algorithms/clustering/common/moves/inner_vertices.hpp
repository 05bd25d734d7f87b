// SPDX-License-Identifier: MIT
// Vertices all of whose arcs stay in their own community. Where a community's share of all volume
// is not nearly everything, such a vertex does not move, so that a sweep need not look at it.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "algorithms/clustering/common/moves/objective.hpp"
#include "algorithms/clustering/common/multilevel/level.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/types.hpp"
#include "hypermatch/weights.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::clustering {

/// What is known of the vertices of the finest level between two sweeps.
struct InnerVertices {
  Array<std::uint8_t> is_inner;  ///< size n; 1: inner for sure
  bool known = false;            ///< whether enough are to be of use

  /// Below this many of n vertices they do not pay.
  [[nodiscard]] static bool pays(std::size_t inner, std::size_t n) { return inner >= n / 8 + 1; }
};

/// Whether inner vertices of a level stay in communities that are not `crowded`: all their volume
/// is their arcs'.
[[nodiscard]] inline bool inner_vertices_stay(const LevelView& level, const Objective& objective) {
  return objective.kind == CommunityObjective::modularity && !is_weighted(level.loops);
}

/// Of vertices contracted to `coarse_vertex`, in the communities of the coarse ones: those of
/// coarse vertices all of whose arcs stay in their community are inner.
inline void find_inner_vertices(const Context& context, const GraphView& coarse,
                                std::span<const VertexId> coarse_vertex,
                                std::span<const VertexId> community, InnerVertices& inner) {
  Array<std::uint8_t> is_inner(coarse.num_vertices);
  parallel::for_each(context, is_inner.size(), [&](std::size_t c) {
    const VertexId own = community[c];
    const auto neighbours = coarse.neighbours_of(static_cast<VertexId>(c));
    is_inner[c] = std::all_of(neighbours.begin(), neighbours.end(),
                              [&](VertexId d) { return community[d] == own; })
                      ? 1
                      : 0;
  });
  inner.is_inner.resize(coarse_vertex.size());
  const auto found = parallel::reduce<std::size_t>(
      context, coarse_vertex.size(), 0,
      [&](std::size_t v) -> std::size_t { return inner.is_inner[v] = is_inner[coarse_vertex[v]]; },
      std::plus<>());
  inner.known = InnerVertices::pays(found, coarse_vertex.size());
}

/// Of vertices contracted to `coarse_vertex`, communities `before` of the coarse ones became
/// `after`: unmarks those next to which that changed anything.
inline void update_inner_vertices(const Context& context, const GraphView& coarse,
                                  std::span<const VertexId> coarse_vertex,
                                  std::span<const VertexId> before, std::span<const VertexId> after,
                                  InnerVertices& inner) {
  const std::size_t coarse_n = coarse.num_vertices;
  // What the community of some vertex of each became: who has another one now has moved.
  Array<VertexId> became(coarse_n);
  Array<std::uint8_t> changed(coarse_n);
  parallel::for_each(context, coarse_n, [&](std::size_t c) { changed[c] = 0; });
  parallel::for_each(context, coarse_n, [&](std::size_t c) {
    // Relaxed: any of the values will do.
    std::atomic_ref(became[before[c]]).store(after[c], std::memory_order_relaxed);
  });
  parallel::for_each(context, coarse_n, [&](std::size_t c) {
    if (became[before[c]] == after[c]) return;
    // Relaxed: all write the same.
    std::atomic_ref(changed[c]).store(1, std::memory_order_relaxed);
    for (const VertexId d : coarse.neighbours_of(static_cast<VertexId>(c))) {
      std::atomic_ref(changed[d]).store(1, std::memory_order_relaxed);
    }
  });
  parallel::for_each(context, coarse_vertex.size(), [&](std::size_t v) {
    if (changed[coarse_vertex[v]] != 0) inner.is_inner[v] = 0;
  });
}

}  // namespace hypermatch::detail::clustering
