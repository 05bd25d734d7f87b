// SPDX-License-Identifier: MIT
// Local max with exclusive writes on a device: Reinstaedtler, Schulz, Sitchinava, Walliser 2026
// ("Efficient Parallel Algorithms for Hypergraph Matching", section 5.2.2 and appendix A), with
// soft deletes. Ties as on the host.
#include <algorithm>

#include "algorithms/hypergraph_matching/local_max/rounds/device_crew.cuh"
#include "algorithms/hypergraph_matching/local_max/rounds/device_directions.hpp"
#include "algorithms/hypergraph_matching/local_max/rounds/device_rounds.hpp"
#include "parallel/device/primitives.hpp"

namespace hypermatch::detail::hypergraph_matching {

DeviceOutcome local_max_crew_on_device(const DeviceProblem& problem) {
  const DeviceHypergraphView& hypergraph = problem.hypergraph;
  const DeviceStream stream = problem.context.stream();
  const std::uint64_t n = hypergraph.num_vertices;
  const std::uint64_t m = hypergraph.num_edges();
  RoundOrder order(problem.options);
  const bool mixed = order.is_mixed();

  DeviceDirections directions;
  DirectionsBuffers buffers;
  CrewArrays arrays;
  std::uint64_t* drawn = nullptr;
  parallel::DeviceScratch scratch;
  parallel::cut_workspace(problem.context, problem.workspace, [&](parallel::DeviceArena& arena) {
    lay_out_directions(arena, problem, directions);
    arrays.edge_state = directions.rating.left_out;  // 0 and 1 are active and inactive
    arrays.vertex_state = arena.take<std::uint8_t>(n);
    arrays.best = arena.take<EdgeId>(n);
    drawn = mixed ? nullptr : arena.take<std::uint64_t>(m);
    scratch.bytes = parallel::count_equal_bytes(m);
    scratch.data = arena.take<std::byte>(scratch.bytes);
    lay_out_buffers(arena, problem, buffers);
  });
  prepare(problem, directions, buffers);
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(arrays.vertex_state, k_vertex_active, n, stream));
  const DeviceLevel level = input_level(hypergraph, directions);
  find_heavy_rows(level.edges, stream);
  find_heavy_rows(level.vertices, stream);

  std::uint64_t* const left = directions.rating.num_edges;
  DeviceRounds rounds(problem.context);
  // Ends: the uppermost active edge is the best of all its pins, so each round matches an edge.
  const std::uint64_t done = rounds.run(left, [&](std::uint64_t r) {
    order.begin_round(r - 1);
    if (mixed) {
      crew_round_on_device<DeviceRemoval::soft>(
          level, MixedKeys{directions.rating.priorities, order.mixer()}, arrays, directions.matched,
          stream);
    } else {
      draw_keys(order, directions.rating, nullptr, arrays.edge_state, drawn, m, stream);
      crew_round_on_device<DeviceRemoval::soft>(level, StoredKeys{drawn}, arrays,
                                                directions.matched, stream);
    }
    if (m > 0) {
      parallel::count_equal(scratch, arrays.edge_state, k_edge_active, left, m, stream);
    }
  });
  return finish(problem, directions, buffers, done);
}

}  // namespace hypermatch::detail::hypergraph_matching
