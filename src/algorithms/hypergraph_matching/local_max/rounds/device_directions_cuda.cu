// SPDX-License-Identifier: MIT
#include <algorithm>

#include "algorithms/hypergraph_matching/local_max/rounds/device_directions.hpp"
#include "parallel/device/primitives.hpp"
#include "parallel/device/rows.cuh"
#include "parallel/device/state.hpp"

namespace hypermatch::detail::hypergraph_matching {

using parallel::DeviceArena;

void lay_out_directions(DeviceArena& arena, const DeviceProblem& problem,
                        DeviceDirections& directions) {
  const std::uint64_t n = problem.hypergraph.num_vertices;
  const std::uint64_t m = problem.hypergraph.num_edges();
  const std::uint64_t pins = problem.hypergraph.num_pins();
  directions.incidence = parallel::lay_out_incidence(arena, n, pins);
  directions.sizes = arena.take<parallel::RowSizes>(2);
  directions.heavy_edges = arena.take<std::uint32_t>(parallel::heavy_room(pins));
  directions.heavy_vertices = arena.take<std::uint32_t>(parallel::heavy_room(pins));
  directions.num_heavy = arena.take<std::uint32_t>(4);
  directions.rating = lay_out_rating(arena, problem);
  lay_out_left_out(arena, problem, directions.rating);
  directions.matched = arena.take<std::uint8_t>(m);
  directions.edges = problem.memory.edges.data() != nullptr
                         ? problem.memory.edges.data()
                         : arena.take<EdgeId>(problem.most_matched());
  directions.count =
      problem.memory.count.empty() ? arena.take<std::uint64_t>(1) : problem.memory.count.data();
}

void lay_out_buffers(DeviceArena& arena, const DeviceProblem& problem, DirectionsBuffers& buffers) {
  const std::uint64_t m = problem.hypergraph.num_edges();
  DeviceArena building = arena;
  buffers.incidence = parallel::lay_out_incidence_buffers(building, problem.hypergraph.num_vertices,
                                                          problem.hypergraph.num_pins());
  DeviceArena rating = arena;
  buffers.rating = lay_out_rating_buffers(rating, problem);
  DeviceArena selection = arena;
  buffers.selection.bytes = parallel::select_bytes(m);
  buffers.selection.data = selection.take<std::byte>(buffers.selection.bytes);
  const std::size_t end = std::max({building.bytes(), rating.bytes(), selection.bytes()});
  (void)arena.take<std::byte>(end - arena.bytes());
}

void prepare(const DeviceProblem& problem, DeviceDirections& directions,
             const DirectionsBuffers& buffers) {
  const DeviceHypergraphView& hypergraph = problem.hypergraph;
  const DeviceStream stream = problem.context.stream();
  parallel::runtime::Event begin;
  parallel::runtime::Event end;
  auto* const found = reinterpret_cast<parallel::RowSizes*>(problem.context.state()->mailbox());
  begin.record(stream);
  parallel::find_row_sizes(hypergraph.offsets.data(), hypergraph.num_edges(), &directions.sizes[0],
                           stream);
  parallel::runtime::copy_to_host(&found[0], &directions.sizes[0], sizeof(*found), stream);
  parallel::runtime::synchronize(stream);
  directions.largest_edge = found[0].largest;
  parallel::build_incidence(hypergraph, directions.largest_edge, directions.incidence,
                            buffers.incidence, stream);
  parallel::find_row_sizes(directions.incidence.offsets, hypergraph.num_vertices,
                           &directions.sizes[1], stream);
  parallel::runtime::copy_to_host(&found[1], &directions.sizes[1], sizeof(*found), stream);
  end.record(stream);
  parallel::runtime::synchronize(stream);
  directions.largest_degree = found[1].largest;
  directions.prepare_seconds = end.seconds_since(begin);

  rate_edges(problem, directions.rating, buffers.rating);
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(directions.matched, 0, hypergraph.num_edges(), stream));
}

DeviceOutcome finish(const DeviceProblem& problem, const DeviceDirections& directions,
                     const DirectionsBuffers& buffers, std::uint64_t rounds) {
  const DeviceStream stream = problem.context.stream();
  const std::uint64_t m = problem.hypergraph.num_edges();
  if (m == 0) {
    HYPERMATCH_CUDA_CALL(cudaMemsetAsync(directions.count, 0, sizeof(std::uint64_t), stream));
  } else {
    parallel::select(buffers.selection, directions.matched, directions.edges, directions.count, m,
                     stream);
  }
  return {.edges = directions.edges,
          .count = directions.count,
          .rounds = rounds,
          .prepare_seconds = directions.prepare_seconds};
}

}  // namespace hypermatch::detail::hypergraph_matching
