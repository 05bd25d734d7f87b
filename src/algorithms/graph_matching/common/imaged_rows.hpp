// SPDX-License-Identifier: MIT
// The rows of a graph in host memory, in any place: offsets, neighbours, and 32-bit images of the
// weights of arcs, from which loops make keys.
#pragma once

#include <cstdint>
#include <span>

#include "base/graph_order.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/graph_matching.hpp"
#include "hypermatch/types.hpp"
#include "order/arc_priorities.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/place.hpp"

namespace hypermatch::detail::graph_matching {

/// Images of the weights of arcs, which compare as the weights do.
struct ArcImages {
  Array<std::uint32_t> images;  ///< none: all are 0
  std::uint32_t least = 0;      ///< arcs below it take no part
};
/// `order` is resolved. @throws Error{unsupported} for 2^32 weights of 64 bits or more
[[nodiscard]] inline ArcImages arc_images(const Context& context, const GraphView& graph,
                                          const GraphOrder& order) {
  ArcImages all;
  if (order.objective != Objective::weight || !graph.is_weighted()) return all;
  order::with_narrow_weight_bits(context, graph.weights, order, [&](const auto& weight_bits) {
    all.images = Array<std::uint32_t>(graph.num_arcs());
    all.least = weight_bits.lowest();
    parallel::for_each(context, graph.num_arcs(),
                       [&](std::size_t arc) { all.images[arc] = weight_bits(arc); });
  });
  return all;
}

/// Arcs with their images, in a place.
template <class P>
struct ImagedArcs {
  typename P::template Words<const Offset> offsets;
  typename P::template Words<const VertexId> neighbours;
  typename P::template Words<const std::uint32_t> images = {};  ///< none: all are 0
  std::uint32_t least = 0;
  base::PairMixer mixer{0};

  [[nodiscard]] HYPERMATCH_FN std::uint64_t begin(VertexId v) const { return offsets.get(v); }
  [[nodiscard]] HYPERMATCH_FN std::uint64_t end(VertexId v) const {
    return offsets.get(v + std::uint64_t{1});
  }
  [[nodiscard]] HYPERMATCH_FN VertexId head(std::uint64_t arc) const { return neighbours.get(arc); }
  [[nodiscard]] HYPERMATCH_FN std::uint32_t image(std::uint64_t arc) const {
    return images.exists() ? images.get(arc) : 0;
  }
};
template <class P>
[[nodiscard]] ImagedArcs<P> adopt_arcs(typename P::Arena& arena, const GraphView& graph,
                                       const ArcImages& images, std::uint64_t seed) {
  ImagedArcs<P> arcs{.offsets = arena.adopt("offsets", graph.offsets),
                     .neighbours = arena.adopt("neighbours", graph.neighbours),
                     .least = images.least,
                     .mixer = base::PairMixer(seed)};
  if (images.images.size() != 0) {
    arcs.images = arena.adopt("images", std::span<const std::uint32_t>(images.images.view()));
  }
  return arcs;
}

}  // namespace hypermatch::detail::graph_matching
