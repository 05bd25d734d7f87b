// SPDX-License-Identifier: MIT
// A graph of a hierarchy in device memory, and the counters that its kernels leave for the host.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/host_device.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::clustering {

/// Weights in device memory. Real ones are rounded to multiples of 2^-exponent where they are read,
/// so that they take no second array.
struct DeviceArcWeights {
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
  DeviceArcWeights weights;
  const std::int64_t* loops = nullptr;   ///< size n, or none
  const std::int64_t* volume = nullptr;  ///< size n, or none: degrees times `weights.one`
  std::uint64_t longest = 0;             ///< arcs of the longest row
};

/// Communities of a level's vertices in device memory.
struct DevicePartition {
  VertexId* community = nullptr;
  std::int64_t* volume = nullptr;
};

/// Slots of tables of communities in global memory, for rows that fit no table in shared memory.
/// Keys are k_none and sums 0 between uses.
struct GlobalTables {
  VertexId* keys = nullptr;
  unsigned long long* sums = nullptr;
  std::uint64_t slots = 0;
};

/// A row that the whole grid adds up, or all rows of a class as one: in parts, with one table.
struct LongRow {
  VertexId item;  ///< vertex or class
  std::uint32_t first_part;
  std::uint32_t parts;  ///< of the arcs, and as many of the table
  std::uint32_t pass;   ///< tables of one pass do not overlap
  std::uint32_t slots;
  std::uint32_t parts_done;
  std::uint32_t keys;         ///< of a class: those in the table
  std::uint32_t written;      ///< of a class: keys that have their place
  std::uint64_t table;        ///< its first slot
  std::uint64_t length;       ///< arcs
  std::uint64_t place;        ///< of a class: where its row begins
  unsigned long long inside;  ///< weight into the own community
  unsigned long long loops;   ///< of a class
  bool moves;
};

/// What is best in one part of a table.
struct PartChoice {
  double gain;
  VertexId community;
};

/// Long rows of one sub-round or contraction.
struct LongRows {
  LongRow* rows = nullptr;
  std::uint32_t* row_of_part = nullptr;
  PartChoice* choices = nullptr;        ///< of parts
  std::uint32_t* block_rows = nullptr;  ///< vertices or classes that whole blocks add up

  /// A row is long from more arcs than this on.
  static constexpr std::uint64_t k_arcs = 3072;
  /// And one of whole blocks from more than these.
  static constexpr std::uint64_t k_block_arcs = 768;
  static constexpr std::uint64_t most_rows(std::uint64_t arcs) { return arcs / k_arcs + 1; }
  static constexpr std::uint64_t most_block_rows(std::uint64_t arcs) {
    return arcs / k_block_arcs + 1;
  }
  static constexpr std::uint64_t most_parts(std::uint64_t arcs) { return 2 * most_rows(arcs); }
};

/// The slots of the table of a long row with so many keys: a third of them stays free.
HYPERMATCH_HD inline std::uint64_t long_slots_for(std::uint64_t keys) {
  constexpr std::uint64_t k_most = 0xFFFFFFFFU;
  const std::uint64_t slots = keys + keys / 2 + 32;
  return slots < k_most ? slots : k_most;
}

struct LongRowCounts {
  std::uint32_t rows;
  std::uint32_t parts;
  unsigned long long tables;  ///< the last pass, and the slots that it has taken
};

/// An integer of 128 bits in two words.
struct WideSum {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
};

inline constexpr std::uint32_t k_sum_blocks = 512;

/// Counters of one sub-round, used in turn with those of the next two.
struct SubRoundCounts {
  std::uint32_t moved;
  std::uint32_t next_piece;  ///< of the vertices, to look for active ones in
  std::uint32_t warp_rows;   ///< that one warp each adds up
  std::uint32_t group_rows;
  std::uint32_t next_group_row;
  std::uint32_t block_rows;
  std::uint32_t next_block_row;
  std::uint32_t wide_rows_moved;  ///< of groups and blocks
  LongRowCounts long_rows;
};

/// Counters of the matching of one level.
struct PairingCounts {
  std::uint32_t barrier;
  std::uint32_t rounds;
  std::uint32_t active[2];  ///< vertices that look for a partner, by rounds in turn
  std::uint32_t matched;    ///< in this round
  std::uint32_t joined;     ///< vertices whose label is another one
};

inline constexpr std::uint32_t k_sub_round_counts = 3;

/// What kernels count. The host reads all of it at once.
struct ClusteringControl {
  std::uint32_t barrier;
  SubRoundCounts rounds[k_sub_round_counts];
  unsigned long long gain[2];  ///< of a sweep, in units; signed
  unsigned long long arcs;     ///< that sweeps looked at
  unsigned long long sweeps;

  std::uint64_t num_classes;
  std::uint32_t crowded;           ///< not 0: inner vertices may move
  unsigned long long next_arc;     ///< where the next row of a contracted graph begins
  unsigned long long num_arcs;     ///< of the contracted graph
  unsigned long long longest;      ///< row
  unsigned long long longest_sum;  ///< most arcs that one class has
  std::uint32_t group_classes;
  std::uint32_t next_group_class;
  std::uint32_t block_classes;
  std::uint32_t next_block_class;
  LongRowCounts long_classes;
  std::uint32_t class_barrier;

  static constexpr std::size_t k_most_buckets = 64;
  std::uint32_t buckets[k_most_buckets];  ///< vertices by their degrees
  PairingCounts pairing;

  unsigned long long first_wrong;  ///< item that is no number below the limit, or a bad weight
  unsigned long long largest;      ///< bits of a double
  unsigned long long inside;       ///< weight inside communities, each edge and loop twice
  WideSum sums[k_sum_blocks];
};

}  // namespace hypermatch::detail::clustering
