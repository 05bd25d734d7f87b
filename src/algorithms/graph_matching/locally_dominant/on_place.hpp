// SPDX-License-Identifier: MIT
// Locally dominant edges of a graph in host memory, in any place that takes copies of its arrays.
#pragma once

#include <span>
#include <vector>

#include "algorithms/graph_matching/common/imaged_rows.hpp"
#include "algorithms/graph_matching/locally_dominant/locally_dominant.hpp"
#include "hypermatch/kokkos_context.hpp"
#include "structures/shape.hpp"

namespace hypermatch::detail::graph_matching {

template <class P>
struct ImagedDominantArcs : ImagedArcs<P> {
  HYPERMATCH_FN VertexId first_choice(VertexId v, const typename P::Flags& matched) const {
    return choice(v, matched);
  }
  // A flag may be old if its vertex is matched meanwhile. Vertex v then looks again in the next
  // round.
  HYPERMATCH_FN VertexId choice(VertexId v, const typename P::Flags& matched) const {
    VertexId best = k_none;
    std::uint64_t top = 0;
    const std::uint64_t last = this->end(v);
    for (std::uint64_t arc = this->begin(v); arc < last; ++arc) {
      const VertexId other = this->head(arc);
      const std::uint32_t image = this->image(arc);
      if (image < this->least || other == v || matched.is_set_by_now(other)) continue;
      const std::uint64_t key = base::graph_key(image, this->mixer, v, other);
      if (best != k_none && key <= top) continue;
      best = other;
      top = key;
    }
    return best;
  }
};

/// The mates. `order` is resolved.
template <class P>
[[nodiscard]] std::vector<VertexId> run_locally_dominant(P& place, typename P::Arena& arena,
                                                         const GraphView& graph,
                                                         const ArcImages& images,
                                                         const GraphOrder& order) {
  std::vector<VertexId> answer(graph.num_vertices);
  const auto mates = parallel::lay_out_answer<P>(arena, "mates", std::span<VertexId>(answer));
  LocallyDominant<P> rounds(place);
  rounds.lay_out(arena, graph.num_vertices);
  const ImagedDominantArcs<P> arcs{adopt_arcs<P>(arena, graph, images, order.seed)};
  rounds.run(arcs, graph.num_vertices, mates, {}, [&] { structures::throw_broken_promise(graph); });
  parallel::bring_answer(place, mates, std::span<VertexId>(answer));
  return answer;
}

/// In an execution space of Kokkos. Built with Kokkos only.
[[nodiscard]] std::vector<VertexId> locally_dominant_in_kokkos(const KokkosContext& context,
                                                               const GraphView& graph,
                                                               const ArcImages& images,
                                                               const GraphOrder& order);

}  // namespace hypermatch::detail::graph_matching
