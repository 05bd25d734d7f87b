// SPDX-License-Identifier: MIT
// `filtered` on a device that has no room for the instance: the edges stay in host memory, and only
// those that are still free travel, in batches of falling key. What the host and the kernel agree
// on; streamed_batches.cpp describes the algorithm.
#pragma once

#include <cstddef>
#include <cstdint>

#include "algorithms/hypergraph_matching/local_max/competing_batches/tuning.hpp"
#include "parallel/device/arena.hpp"

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
  std::uint32_t* offsets = nullptr;  ///< size edges + 1
  VertexId* pins = nullptr;
  std::uint32_t* priorities = nullptr;  ///< null: all are 0
  EdgeId* origins = nullptr;
};

/// Batches may only hold edges of fewer pins, and not more pins in all than that.
inline constexpr std::uint64_t k_most_packed_pins = (std::uint64_t{1} << 23) - 1;
inline constexpr std::uint64_t k_most_pins_of_batch = ~std::uint32_t{0};

[[nodiscard]] PackedEdges lay_out_packed(parallel::DeviceArena& arena, const PackedSize& size);

/// The bytes of a batch of `size`, including the workspace of the kernel, in the layout of a batch
/// of size `capacity`.
[[nodiscard]] std::size_t packed_bytes(const DeviceContext& context, VertexId num_vertices,
                                       const PackedSize& size, const PackedSize& capacity);

struct PackedProblem {
  const DeviceContext& context;
  /// At least packed_bytes() of `capacity`; the batch stands where lay_out_packed puts one so
  /// large.
  DeviceWorkspace& workspace;
  VertexId num_vertices = 0;
  PackedSize size;
  PackedSize capacity;
  std::uint64_t seed = 0;
  /// As DeviceFilteredTuning has it.
  std::uint32_t codes = k_codes;
  /// Bitmap of the vertices that are matched; updated. None of the batch is.
  std::uint32_t* matched_vertices = nullptr;
  /// Bitmap of the instance's edges that are matched; updated.
  std::uint32_t* matched_edges = nullptr;
};

struct PackedOutcome {
  DeviceFilteredEnd end = DeviceFilteredEnd::complete;
  std::uint64_t rounds = 0;
};

/// Solves a batch and waits. @throws Error{device}
[[nodiscard]] PackedOutcome solve_packed(const PackedProblem& problem);

/// Edges of an instance as they stand there, in device memory.
struct SweptEdges {
  const Offset* offsets = nullptr;        ///< size num_edges + 1, in the instance
  const std::uint64_t* wanted = nullptr;  ///< a bit per edge
  const VertexId* pins = nullptr;         ///< from that of the first edge on
  const std::uint32_t* priorities = nullptr;
  EdgeId first = 0;
  std::uint32_t num_edges = 0;
};

/// A batch in the making.
struct SweepTarget {
  PackedEdges packed;
  PackedSize capacity;
  const std::uint32_t* matched_vertices = nullptr;
  std::uint64_t* count = nullptr;  ///< two words: edges << 32 | pins; 1 where there was no room
};

struct SweepCount {
  PackedSize size;
  bool had_room = true;
};

/// Appends the wanted edges that meet no matched vertex, in any order, as long as there is room.
/// `count` was zero before the first call; the instance has less than 2^32 pins. Enqueued only.
void append_free(const DeviceContext& context, const SweptEdges& piece, const SweepTarget& to);
/// Completes the batch, and waits.
[[nodiscard]] SweepCount count_appended(const DeviceContext& context, const SweepTarget& to);
/// Sets the bits of origins[i] in `chosen` for those of i in `matched_edges`. Enqueued only.
void note_matched(const DeviceContext& context, std::uint64_t num_edges,
                  const std::uint32_t* matched_edges, const EdgeId* origins, std::uint32_t* chosen);
/// Enqueued only.
void clear_words(const DeviceContext& context, void* words, std::size_t bytes);

/// The numbers that steer it; tests change them.
struct StreamingTuning {
  /// Smallest buffer on the device for edges that it is to look at itself; where there is less room
  /// the host looks at all of them. Never 0.
  std::size_t least_sweep = std::size_t{1} << 20;
  /// And where edges have more pins than that, on average.
  double most_swept_pins = 16.0;
  /// Bytes of the instance that are looked at before what was selected of them is packed: few
  /// enough to stay in the caches.
  std::size_t wave = std::size_t{32} << 20;
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

/// The bytes that `filtered` needs beside the instance. Reads sizes only, no device memory.
[[nodiscard]] std::size_t filtered_workspace_bytes(const DeviceProblem& problem);

}  // namespace hypermatch::detail::hypergraph_matching
