// SPDX-License-Identifier: MIT
// Rounds of local max on a device.
#pragma once

#include <string>

#include "algorithms/hypergraph_matching/local_max/device_room.cuh"
#include "algorithms/hypergraph_matching/local_max/rounds/device_directions.hpp"
#include "algorithms/hypergraph_matching/local_max/rounds/level.hpp"
#include "algorithms/hypergraph_matching/local_max/rounds/rounds.hpp"
#include "hypermatch/error.hpp"
#include "parallel/device/place.cuh"

namespace hypermatch::detail::hypergraph_matching {

namespace on_device_detail {

using parallel::CudaPlace;

struct ReadRoom {
  DeviceRoom from;
  CudaPlace::Words<std::uint32_t> to;
  __device__ void operator()(std::uint32_t v) const { to.set(v, room_of(from, v)); }
};

[[nodiscard]] inline RoundsInput<CudaPlace> input_of(const DeviceProblem& problem,
                                                     const DeviceDirections& directions) {
  const DeviceHypergraphView& hypergraph = problem.hypergraph;
  const DeviceRating& rating = directions.rating;
  const std::uint64_t pins = hypergraph.num_pins();
  return {.level = {.edges = {.offsets = CudaPlace::Words<const Offset>(hypergraph.offsets.data()),
                              .count = hypergraph.num_edges(),
                              .entries = pins,
                              .largest = directions.largest_edge,
                              .heavy = directions.heavy_edges,
                              .num_heavy = &directions.num_heavy[0]},
                    .vertices = {.offsets =
                                     CudaPlace::Words<const Offset>(directions.incidence.offsets),
                                 .count = hypergraph.num_vertices,
                                 .entries = pins,
                                 .largest = directions.largest_degree,
                                 .heavy = directions.heavy_vertices,
                                 .num_heavy = &directions.num_heavy[2]},
                    .pins = CudaPlace::Words<const VertexId>(hypergraph.pins.data()),
                    .incident = CudaPlace::Words<const EdgeId>(directions.incidence.edges)},
          .rated = {.words = {},
                    .priorities = CudaPlace::Words<const std::uint32_t>(rating.priorities),
                    .ratings = CudaPlace::Words<const double>(rating.ratings)},
          .order = RoundOrder(problem.options),
          .left_out = CudaPlace::Words<std::uint8_t>(rating.left_out),
          .matched = CudaPlace::Words<std::uint8_t>(directions.matched),
          .left = CudaPlace::Words<std::uint64_t>(rating.num_edges),
          .room = {}};
}

}  // namespace on_device_detail

/// Runs Rounds<CudaPlace>.
template <template <class> class Rounds>
[[nodiscard]] DeviceOutcome run_rounds(const DeviceProblem& problem) {
  using parallel::CudaPlace;
  const RoundOrder order(problem.options);
  const RoundsSize size{.vertices = problem.hypergraph.num_vertices,
                        .edges = problem.hypergraph.num_edges(),
                        .pins = problem.hypergraph.num_pins(),
                        .draws_keys = !order.is_mixed(),
                        .has_capacities = problem.has_capacities()};
  CudaPlace place(problem.context);
  Rounds<CudaPlace> rounds(place);
  CudaPlace::Words<std::uint32_t> room;
  DeviceDirections directions;
  DirectionsBuffers buffers;
  parallel::cut_workspace(problem.context, problem.workspace, [&](parallel::DeviceArena& arena) {
    lay_out_directions(arena, problem, directions);
    // Arrays of the rounds lie where the incidence is built: they are not needed before that is
    // done.
    parallel::DeviceArena later = arena;
    CudaPlace::Arena of_rounds(later);
    if (size.has_capacities) room = of_rounds.take<std::uint32_t>("room", size.vertices);
    rounds.lay_out(of_rounds, size);
    lay_out_buffers(arena, problem, buffers);
    if (later.bytes() > arena.bytes()) (void)arena.take<std::byte>(later.bytes() - arena.bytes());
  });
  prepare(problem, directions, buffers);
  RoundsInput<CudaPlace> input = on_device_detail::input_of(problem, directions);
  input.room = room;
  if (size.has_capacities) {
    place.for_each(size.vertices, on_device_detail::ReadRoom{problem.room, room});
  }
  const std::uint64_t done = rounds.run(input, [](std::uint64_t round) {
    throw Error(ErrorCode::invalid_input,
                "round " + std::to_string(round) +
                    " removed no edge, so an edge has a pin twice (validate says which)");
  });
  DeviceOutcome outcome = finish(problem, directions, buffers, done);
  outcome.variant = Rounds<CudaPlace>::k_variant;
  return outcome;
}

}  // namespace hypermatch::detail::hypergraph_matching
