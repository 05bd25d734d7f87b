// SPDX-License-Identifier: MIT
// Preparation for variants that need both directions of the hypergraph: vertices to edges and the
// sizes of rows, then the rating.
#pragma once

#include <cstdint>

#include "algorithms/hypergraph_matching/local_max/device_rating/device_rating.hpp"
#include "algorithms/hypergraph_matching/local_max/device_variants.hpp"
#include "parallel/device/arena.hpp"
#include "parallel/device/incidence.hpp"

namespace hypermatch::detail::hypergraph_matching {

/// Arrays that all of these variants have.
struct DeviceDirections {
  parallel::DeviceIncidence incidence;
  parallel::RowSizes* sizes = nullptr;  ///< of edges and of vertices
  std::uint32_t* heavy_edges = nullptr;
  std::uint32_t* heavy_vertices = nullptr;
  std::uint32_t* num_heavy = nullptr;  ///< two words for edges, two for vertices
  DeviceRating rating;
  std::uint8_t* matched = nullptr;  ///< one per edge
  EdgeId* edges = nullptr;          ///< the answer
  std::uint64_t* count = nullptr;
  // Values on the host:
  std::uint64_t largest_edge = 0;
  std::uint64_t largest_degree = 0;
  double prepare_seconds = 0.0;
};

/// Room that building and rating need, one after the other, and the selection at the end. The
/// rounds may use it in between.
struct DirectionsBuffers {
  parallel::IncidenceBuffers incidence;
  RatingBuffers rating;
  parallel::DeviceScratch selection;
};

void lay_out_directions(parallel::DeviceArena& arena, const DeviceProblem& problem,
                        DeviceDirections& directions);
/// Lays the parts over each other, from where the arena stands.
void lay_out_buffers(parallel::DeviceArena& arena, const DeviceProblem& problem,
                     DirectionsBuffers& buffers);

/// Builds and rates; waits for the sizes of rows.
void prepare(const DeviceProblem& problem, DeviceDirections& directions,
             const DirectionsBuffers& buffers);
/// Writes the edges with matched[e] != 0 and their number.
[[nodiscard]] DeviceOutcome finish(const DeviceProblem& problem, const DeviceDirections& directions,
                                   const DirectionsBuffers& buffers, std::uint64_t rounds);

}  // namespace hypermatch::detail::hypergraph_matching
