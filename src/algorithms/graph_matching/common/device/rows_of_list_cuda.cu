// SPDX-License-Identifier: MIT
// A list of edges to rows on the device: a stable sort of both ends of all edges, and a gather.
#include <cstdint>
#include <type_traits>
#include <variant>

#include "algorithms/graph_matching/common/device/rows_of_list.hpp"
#include "parallel/device/pair_incidence.hpp"
#include "parallel/device/rows.cuh"

namespace hypermatch::detail::graph_matching {

namespace {

// The word is a weight, whose bits alone matter, or empty for no weights.
struct NoWeight {};

template <class Word>
struct FillArcs {
  const GraphEdge* edges;
  const EdgeId* edge_of_arc;
  const VertexId* tail_of_arc;
  const Word* weights;
  VertexId* neighbours;
  Word* arc_weights;

  __device__ void operator()(std::uint64_t arc) const {
    const EdgeId e = edge_of_arc[arc];
    const GraphEdge edge = edges[e];
    const VertexId tail = tail_of_arc[arc];
    neighbours[arc] = edge.u == tail ? edge.v : edge.u;
    if constexpr (!std::is_same_v<Word, NoWeight>) arc_weights[arc] = weights[e];
  }
};

template <class Word>
void gather_weights(const DeviceArcWeights& problem) {
  const auto* const of_edges = static_cast<const Word*>(problem.of_edges);
  const EdgeId* const edge_of_arc = problem.edge_of_arc;
  auto* const of_arcs = static_cast<Word*>(problem.of_arcs);
  parallel::for_each<std::uint64_t>(
      problem.arcs,
      [=] __device__(std::uint64_t arc) { of_arcs[arc] = of_edges[edge_of_arc[arc]]; },
      problem.context.stream());
}

}  // namespace

void arc_weights_on_device(const DeviceArcWeights& problem) {
  if (problem.bytes_each == sizeof(std::uint64_t)) {
    gather_weights<std::uint64_t>(problem);
  } else {
    gather_weights<std::uint32_t>(problem);
  }
}

void rows_of_list_on_device(const DeviceRowsOfList& problem) {
  const DeviceEdgeListView& list = problem.list;
  const std::uint64_t n = list.num_vertices;
  const std::uint64_t m = list.edges.size();
  const DeviceStream stream = problem.context.stream();
  parallel::DeviceIncidence incidence;
  parallel::IncidenceBuffers buffers;
  parallel::cut_workspace(problem.context, problem.workspace, [&](parallel::DeviceArena& arena) {
    incidence.edges = arena.take<EdgeId>(2 * m);
    buffers = parallel::lay_out_incidence_buffers(arena, n, 2 * m);
  });
  incidence.offsets = problem.offsets;
  static_assert(sizeof(GraphEdge) == 2 * sizeof(VertexId));
  const auto* const pins = reinterpret_cast<const VertexId*>(list.edges.data());
  parallel::build_incidence_of_pairs(pins, n, m, incidence, buffers, stream);
  const auto fill = [&](const auto& arcs) {
    parallel::for_each<std::uint64_t>(2 * m, arcs, stream);
  };
  std::visit(
      [&](const auto& weights) {
        using View = std::decay_t<decltype(weights)>;
        if constexpr (std::is_same_v<View, std::monostate>) {
          fill(FillArcs<NoWeight>{list.edges.data(), incidence.edges, buffers.sorted, nullptr,
                                  problem.neighbours, nullptr});
        } else {
          // The words of weights, whatever they mean.
          using Word =
              std::conditional_t<sizeof(*weights.data()) == 8, std::uint64_t, std::uint32_t>;
          fill(FillArcs<Word>{list.edges.data(), incidence.edges, buffers.sorted,
                              reinterpret_cast<const Word*>(weights.data()), problem.neighbours,
                              static_cast<Word*>(problem.weights)});
        }
      },
      list.weights);
}

}  // namespace hypermatch::detail::graph_matching
