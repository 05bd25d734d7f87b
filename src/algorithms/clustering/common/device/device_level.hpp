// SPDX-License-Identifier: MIT
// A graph of a hierarchy in device memory, and the counters that its kernels leave for the host.
#pragma once

#include <cstdint>

#include "hypermatch/types.hpp"

namespace hypermatch::detail::clustering {

/// Weights in device memory. Real ones are rounded to multiples of 2^-exponent where they are read,
/// so that they take no second array.
struct ArcWeights {
  enum class Kind { none, int32, int64, float32, float64 };

  const void* items = nullptr;
  Kind kind = Kind::none;
  int exponent = 0;
  bool is_scaled = false;  ///< integers beside real ones are multiples of 2^-exponent, too
  std::int64_t one = 1;    ///< what an arc weighs where there are none
};

/// A graph of a hierarchy. Rows of a contracted graph lie in any order, with gaps.
struct DeviceLevelView {
  VertexId num_vertices = 0;
  std::uint64_t num_arcs = 0;
  const std::uint64_t* begins = nullptr;   ///< size n, or n + 1 without `lengths`
  const std::uint32_t* lengths = nullptr;  ///< size n; none: rows end where the next one begins
  const VertexId* neighbours = nullptr;
  ArcWeights weights;
  const std::int64_t* loops = nullptr;   ///< size n, or none
  const std::int64_t* volume = nullptr;  ///< size n
  std::uint64_t longest = 0;             ///< arcs of the longest row
};

/// Communities of a level's vertices in device memory.
struct DevicePartition {
  VertexId* community = nullptr;
  std::int64_t* volume = nullptr;
};

/// Tables of communities in global memory, for rows that fit no table in shared memory. Keys are
/// k_none between uses.
struct GlobalTables {
  VertexId* keys = nullptr;
  unsigned long long* sums = nullptr;
  std::uint64_t slots = 0;  ///< of one table, a power of two
  std::uint32_t count = 0;
};

/// An integer of 128 bits in two words.
struct WideSum {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
};

inline constexpr std::uint32_t k_sum_blocks = 512;

/// Counters of one sub-round, used in turn with those of the next one.
struct SubRoundCounts {
  std::uint32_t moved;
  std::uint32_t long_rows;
  std::uint32_t next_long;
  std::uint32_t huge_rows;
  std::uint32_t next_huge;
  std::uint32_t huge_moved;
};

/// What kernels count. The host reads all of it at once.
struct ClusteringControl {
  std::uint32_t barrier;
  SubRoundCounts rounds[2];
  unsigned long long gain[2];  ///< of a sweep, in units; signed
  unsigned long long arcs;     ///< that sweeps looked at
  unsigned long long sweeps;

  std::uint64_t num_classes;
  unsigned long long next_arc;     ///< where the next row of a contracted graph begins
  unsigned long long num_arcs;     ///< of the contracted graph
  unsigned long long longest;      ///< row
  unsigned long long longest_sum;  ///< most arcs that one class has
  std::uint32_t long_classes;
  std::uint32_t next_class;
  std::uint32_t huge_classes;
  std::uint32_t next_huge_class;

  unsigned long long first_wrong;  ///< item that is no number below the limit, or a bad weight
  unsigned long long largest;      ///< bits of a double
  unsigned long long inside;       ///< weight inside communities, each edge and loop twice
  WideSum sums[k_sum_blocks];
};

}  // namespace hypermatch::detail::clustering
