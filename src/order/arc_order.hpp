// SPDX-License-Identifier: MIT
// The uppermost arc of a vertex among those whose heads are still wanted: one pass over its row.
#pragma once

#include <cstdint>

#include "base/graph_order.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::order {

/// What arcs are compared by: the order itself, or a random one that is drawn by a seed alone. In
/// both only edges that the images let take part do.
enum class ArcRank { by_image, random };

/// "No arc".
inline constexpr Offset k_no_arc = ~Offset{0};

/// The arcs of a graph under an order on its edges.
template <class Images>
class ArcOrder {
 public:
  using Image = typename Images::Image;

  ArcOrder(const GraphView& graph, const Images& images, const base::PairMixer& mix, ArcRank rank)
      : graph_(graph),
        images_(images),
        mix_(mix),
        mask_(rank == ArcRank::by_image ? ~Image{0} : Image{0}) {}

  [[nodiscard]] const GraphView& graph() const { return graph_; }
  [[nodiscard]] bool eligible(Offset arc) const { return images_(arc) >= images_.lowest(); }
  /// What the order looks at first; ties are for `above_at_equal_images`.
  [[nodiscard]] Image image(Offset arc) const { return images_(arc) & mask_; }
  /// Whether edge (v, a) stands above edge (v, b), whose images are equal.
  [[nodiscard]] bool above_at_equal_images(VertexId v, VertexId a, VertexId b) const {
    return mix_(v, a) > mix_(v, b);
  }

  /// The uppermost eligible arc of `v` whose head is wanted(head), or k_no_arc.
  template <class Wanted>
  [[nodiscard]] Offset uppermost(VertexId v, const Wanted& wanted) const {
    Offset best = k_no_arc;
    Image best_image = 0;
    const Offset end = graph_.offsets[v + std::size_t{1}];
    for (Offset arc = graph_.offsets[v]; arc < end; ++arc) {
      // The image first: it is read in order, and most arcs end here.
      const Image mine = image(arc);
      if (mine < best_image || !eligible(arc)) continue;
      const VertexId head = graph_.neighbours[arc];
      if (!wanted(head)) continue;
      if (best == k_no_arc || mine > best_image ||
          above_at_equal_images(v, head, graph_.neighbours[best])) {
        best = arc;
        best_image = mine;
      }
    }
    return best;
  }

 private:
  GraphView graph_;
  Images images_;
  base::PairMixer mix_;
  Image mask_;
};

}  // namespace hypermatch::detail::order
