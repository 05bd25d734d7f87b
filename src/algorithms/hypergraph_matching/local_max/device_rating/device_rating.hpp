// SPDX-License-Identifier: MIT
// Priorities and keys of edges in device memory: the counterpart of edge_priorities.hpp and
// round_order.hpp, which define them.
#pragma once

#include <cstdint>

#include "algorithms/hypergraph_matching/local_max/device_variants.hpp"
#include "parallel/device/arena.hpp"
#include "parallel/device/incidence.hpp"

namespace hypermatch::detail::hypergraph_matching {

/// The edges that take part, with what their keys are made of.
struct DeviceRating {
  /// The priority of each edge; null: all are 0, or there is noise.
  std::uint32_t* priorities = nullptr;
  /// With noise: the rating of each edge.
  double* ratings = nullptr;
  /// 1 for edges that take no part, else 0.
  std::uint8_t* left_out = nullptr;
  /// How many take part.
  std::uint64_t* num_edges = nullptr;
  /// Bits of the largest size of their weights as double, where quotients may need a scale.
  std::uint64_t* largest_weight = nullptr;
};

/// Arrays that rating needs while it runs: the load of each edge where ratings depend on
/// capacities, and what ranks 64-bit weights.
struct RatingBuffers {
  std::uint64_t* loads = nullptr;
  std::uint64_t* weight_bits = nullptr;
  std::uint64_t* sorted = nullptr;
  EdgeId* edges = nullptr;
  EdgeId* sorted_edges = nullptr;
  std::uint32_t* changes = nullptr;
  std::uint64_t* ranks = nullptr;
  parallel::DeviceScratch scratch;
};

/// All but `left_out`, which may lie in memory that is used anew once the edges are rated.
[[nodiscard]] DeviceRating lay_out_rating(parallel::DeviceArena& arena,
                                          const DeviceProblem& problem);
void lay_out_left_out(parallel::DeviceArena& arena, const DeviceProblem& problem,
                      DeviceRating& rating);
[[nodiscard]] RatingBuffers lay_out_rating_buffers(parallel::DeviceArena& arena,
                                                   const DeviceProblem& problem);
/// Enqueued only. Reads the room of vertices where ratings depend on capacities, and sends all pins
/// then.
void rate_edges(const DeviceProblem& problem, const DeviceRating& rating,
                const RatingBuffers& buffers);

}  // namespace hypermatch::detail::hypergraph_matching
