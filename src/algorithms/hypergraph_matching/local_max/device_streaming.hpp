// SPDX-License-Identifier: MIT
// `filtered` on a device that has no room for the instance: the edges stay in host memory, and only
// those that are still free travel, in batches of falling key. What the host and the kernel agree
// on; device_streaming.cpp describes the algorithm.
#pragma once

#include <cstddef>
#include <cstdint>

#include "algorithms/hypergraph_matching/local_max/device_filtered.hpp"
#include "parallel/device_arena.hpp"

namespace hypermatch::detail::hypergraph_matching {

/// How large a batch is.
struct PackedSize {
  std::uint64_t edges = 0;
  std::uint64_t pins = 0;
  bool rated = true;  ///< edges have priorities; else all are alike
};

/// A batch in device memory. Edges go by their numbers in the batch; `origins` has those in the
/// instance, which make the keys.
struct PackedEdges {
  Offset* offsets = nullptr;  ///< size edges + 1
  VertexId* pins = nullptr;
  std::uint32_t* priorities = nullptr;  ///< null: all are 0
  EdgeId* origins = nullptr;
};

/// Batches may only hold edges of fewer pins.
inline constexpr std::uint64_t k_most_packed_pins = (std::uint64_t{1} << 23) - 1;

[[nodiscard]] PackedEdges lay_out_packed(parallel::DeviceArena& arena, const PackedSize& size);

/// What a batch needs in all, with the memory that the kernel works in.
[[nodiscard]] std::size_t packed_bytes(const DeviceContext& context, VertexId num_vertices,
                                       const PackedSize& size);

struct PackedProblem {
  const DeviceContext& context;
  /// At least packed_bytes(); the batch stands where lay_out_packed puts it.
  DeviceWorkspace& workspace;
  VertexId num_vertices = 0;
  PackedSize size;
  std::uint64_t seed = 0;
  /// As DeviceFilteredTuning has it.
  std::uint32_t codes = k_codes;
  /// Bitmap of the vertices that are matched; updated. None of the batch is.
  std::uint32_t* matched_vertices = nullptr;
};

struct PackedOutcome {
  DeviceFilteredEnd end = DeviceFilteredEnd::complete;
  /// If complete: a bitmap of the batch's edges, on the device.
  const std::uint32_t* matched_edges = nullptr;
  std::uint64_t rounds = 0;
};

/// Solves a batch and waits. @throws Error{device}
[[nodiscard]] PackedOutcome solve_packed(const PackedProblem& problem);

/// The numbers that steer it; tests change them.
struct StreamingTuning {
  /// The first batch takes the uppermost edges: about so many pins for each vertex.
  double first_pins = 1.3;
  /// A batch takes at most this share of the instance, even where there is room for more.
  double largest_share = 0.3;
  /// As DeviceFilteredTuning has it.
  std::uint32_t codes = k_codes;
};

/// The greedy matching of an instance in host memory, by batches. `options`: variant filtered,
/// order resolved. @throws Error{resources} if not even the vertices fit, saying what is needed;
/// Error{device, cancelled}
[[nodiscard]] HypergraphMatching local_max_streamed(const DeviceContext& context,
                                                    const HypergraphView& hypergraph,
                                                    const LocalMaxOptions& options,
                                                    const StreamingTuning& tuning = {});

/// What `filtered` needs beside the instance itself. Reads sizes only, no device memory.
[[nodiscard]] std::size_t filtered_workspace_bytes(const DeviceProblem& problem);

}  // namespace hypermatch::detail::hypergraph_matching
