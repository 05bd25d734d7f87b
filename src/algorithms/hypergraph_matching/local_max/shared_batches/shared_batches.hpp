// SPDX-License-Identifier: MIT
// `filtered` on several devices of one host: what the host hands to device code, and what comes
// back. batch_loop.hpp describes the algorithm.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "hypermatch/device_group.hpp"
#include "hypermatch/hypergraph_matching.hpp"

namespace hypermatch::detail::hypergraph_matching {

/// Consecutive edges of an instance in the memory of one device.
struct SharedPart {
  const DeviceContext& context;
  DeviceWorkspace& workspace;
  DeviceSpan<const Offset> offsets;  ///< size num_edges + 1, first 0; empty where sizes are alike
  DeviceSpan<const VertexId> pins;
  DeviceSpan<const std::uint32_t> priorities;  ///< one per edge, or empty: all are alike
  EdgeId first_edge = 0;                       ///< its number in the instance
  EdgeId num_edges = 0;
};

/// Edges and pins that a batch has room for.
struct BatchCapacity {
  std::uint64_t edges = 0;
  std::uint64_t pins = 0;
};

/// An edge of the sample that bars between batches are chosen from.
struct SampledKey {
  std::uint64_t key;
  std::uint64_t pins;  ///< that it stands for
};

/// The undecided edges of a batch that goes along a chain, in device memory.
struct StalledBatch {
  const DeviceContext& context;
  std::uint64_t num_edges;
  std::uint64_t num_pins;
  const std::uint8_t* states;  ///< 0: undecided
  const EdgeId* origins;       ///< numbers in the instance
  const std::uint32_t* priorities;
  const Offset* begins;  ///< size num_edges + 1; null: all have `uniform_size` pins
  const VertexId* pins;
  std::uint64_t uniform_size;
};

/// The host's part, an interface so that device code calls it without linking it.
class StalledSolver {
 public:
  StalledSolver() = default;
  StalledSolver(const StalledSolver&) = delete;
  StalledSolver& operator=(const StalledSolver&) = delete;

  /// Greedy among the undecided edges. Returns words with a bit per edge of the batch, set where it
  /// is not matched; they stay until the next call.
  [[nodiscard]] virtual std::span<const std::uint32_t> solve(const StalledBatch& batch) = 0;

 protected:
  ~StalledSolver() = default;
};

struct SharedTuning {
  /// Pins of the first batch per vertex, and how much larger each batch is than the one before.
  double first_pins = 0.5;
  double growth = 4.0;
  /// Rounds that may settle less than a quarter of what is left, one after the other, before the
  /// host takes the rest of a batch.
  std::uint32_t most_idle_rounds = 6;
  /// So few undecided candidates are finished without exchanges.
  std::uint32_t few = 8192;
  /// Bits of the codes of keys, at most 31; with fewer, more keys share one.
  int code_bits = 31;
};

struct SharedBatches {
  std::span<const SharedPart> parts;
  VertexId num_vertices = 0;
  std::uint64_t largest_edge = 0;
  std::uint32_t uniform_size = 0;  ///< pins of each edge, where `offsets` is empty
  std::uint64_t num_pins = 0;
  std::uint64_t seed = 0;
  bool is_rated = false;             ///< edges have priorities, also where a part has no edges
  std::uint32_t least_priority = 0;  ///< edges below it take no part
  std::uint32_t greatest_priority = 0;
  std::span<const SampledKey> sample;  ///< by falling key
  BatchCapacity capacity;
  StalledSolver& stalled;
  SharedTuning tuning;
};

struct SharedOutcome {
  std::vector<const std::uint32_t*> matched;  ///< of each part: a bit per edge
  std::uint64_t rounds = 0;
  std::uint64_t batches = 0;
  std::uint64_t stalled_batches = 0;
  DeviceTraffic traffic;
};

/// Solves and waits. @throws Error{invalid_input, device, resources, cancelled}
[[nodiscard]] SharedOutcome solve_shared(const SharedBatches& shared);

/// The bytes of a part's workspace. Reads sizes only, no device memory.
[[nodiscard]] std::uint64_t shared_workspace_bytes(const SharedBatches& shared, std::size_t part);

/// `local_max` on several devices, with the numbers that steer it.
[[nodiscard]] HypergraphMatching local_max_shared(const DeviceGroup& devices,
                                                  const HypergraphView& hypergraph,
                                                  const LocalMaxOptions& options,
                                                  const SharedTuning& tuning);

}  // namespace hypermatch::detail::hypergraph_matching
