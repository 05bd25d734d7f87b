// SPDX-License-Identifier: MIT
// Long rows by a block each: proposals of their vertices, and the bars of vertices without slots. A
// threshold below the uppermost arcs is found by histograms of the digits in which keys differ.
#pragma once

#include <cstdint>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>

#include "algorithms/graph_matching/b_suitor/device_suitor_state.cuh"

namespace hypermatch::detail::graph_matching::device {

constexpr unsigned k_suitor_block = 256;

/// A key, and whether no more arcs than asked for are there.
struct Threshold {
  std::uint64_t key;
  std::uint64_t count;  ///< of all arcs
};

/// By all threads of a block: what `for_arcs(body)` calls body(other, key) for is shared out
/// among them. Arcs may disappear between two of its calls.
class BlockThreshold {
 public:
  struct Shared {
    union {
      cub::BlockScan<std::uint32_t, k_suitor_block>::TempStorage scan;
      cub::BlockReduce<std::uint64_t, k_suitor_block>::TempStorage reduce;
    };
    std::uint32_t counts[k_suitor_block];
    std::uint64_t word;
    std::uint32_t digit;
    std::uint32_t above;
    std::uint32_t inside;
  };

  __device__ explicit BlockThreshold(Shared& shared) : shared_(shared) {}

  /// The key that `room` arcs reach, if none disappears, else no more. Of no more arcs than that
  /// the lowest key, 0 without any.
  template <class ForArcs>
  [[nodiscard]] __device__ Threshold find(std::uint32_t room, const ForArcs& for_arcs) {
    std::uint64_t count = 0;
    std::uint64_t least = k_largest_key;
    std::uint64_t most = 0;
    for_arcs([&](VertexId, std::uint64_t key) {
      ++count;
      least = key < least ? key : least;
      most = key > most ? key : most;
    });
    count = reduce(count, [](std::uint64_t a, std::uint64_t b) { return a + b; });
    if (count == 0) return {0, 0};
    least = reduce(least, [](std::uint64_t a, std::uint64_t b) { return a < b ? a : b; });
    if (count <= room) return {least, count};
    most = reduce(most, [](std::uint64_t a, std::uint64_t b) { return a > b ? a : b; });
    int bits = 64 - __clzll(static_cast<long long>(least ^ most));  // that keys differ in
    std::uint64_t inside = count;
    // Of the arcs with the bits above, `room` of `inside` are above the threshold. Ends: `bits`
    // falls.
    std::uint64_t prefix = bits == 64 ? 0 : most >> bits << bits;
    while (bits > 0 && inside > room) {
      const int shift = bits > k_digit ? bits - k_digit : 0;
      choose_digit(prefix, bits, shift, room, for_arcs);
      prefix |= std::uint64_t{shared_.digit} << shift;
      room -= shared_.above;
      inside = shared_.inside;
      bits = shift;
      __syncthreads();
    }
    return {prefix, count};
  }

 private:
  // The digit of the lowest of `room` arcs among those with the prefix: how many arcs have larger
  // digits, and how many have it. The lowest digit, where too many have disappeared.
  template <class ForArcs>
  __device__ void choose_digit(std::uint64_t prefix, int bits, int shift, std::uint32_t room,
                               const ForArcs& for_arcs) {
    shared_.counts[threadIdx.x] = 0;
    if (threadIdx.x == 0) shared_.digit = shared_.above = shared_.inside = 0;
    __syncthreads();
    for_arcs([&](VertexId, std::uint64_t key) {
      // Bits of the prefix below `bits` are 0.
      const std::uint64_t differs = key ^ prefix;
      if (bits == 64 || differs >> bits == 0) atomicAdd(&shared_.counts[differs >> shift], 1U);
    });
    __syncthreads();
    // Thread t has the digit of rank t, from the top.
    const std::uint32_t digit = k_suitor_block - 1 - threadIdx.x;
    const std::uint32_t count = shared_.counts[digit];
    std::uint32_t above = 0;
    cub::BlockScan<std::uint32_t, k_suitor_block>(shared_.scan).ExclusiveSum(count, above);
    // True in one thread at most.
    if (above < room && room <= above + count) {
      shared_.digit = digit;
      shared_.above = above;
      shared_.inside = count;
    }
    __syncthreads();
  }

  template <class Combine>
  __device__ std::uint64_t reduce(std::uint64_t value, const Combine& combine) {
    __syncthreads();
    const std::uint64_t all =
        cub::BlockReduce<std::uint64_t, k_suitor_block>(shared_.reduce).Reduce(value, combine);
    if (threadIdx.x == 0) shared_.word = all;
    __syncthreads();
    return shared_.word;
  }

  static constexpr int k_digit = 8;
  static_assert(1U << k_digit == k_suitor_block);

  Shared& shared_;
};

/// Work of a block for one vertex at a time; called by all threads of the block.
template <class State>
class BlockWork {
 public:
  struct Shared {
    BlockThreshold::Shared threshold;
    std::uint32_t proposed;
    std::uint32_t accepted;
    std::uint32_t owed;
    std::uint64_t low;
    bool may_send;
  };

  __device__ BlockWork(const State& state, Shared& shared, int turn)
      : state_(state), shared_(shared), turn_(turn) {}

  /// Makes the proposals that v owes.
  __device__ void propose(VertexId v, bool is_first) {
    __syncthreads();
    if (threadIdx.x == 0) {
      shared_.low = state_.lowest[v];
      shared_.owed = state_.load_owed(v);
    }
    __syncthreads();
    // Ends: each turn lowers `low`, or ends the row.
    while (shared_.owed != 0) {
      if (!is_first && !may_send(v)) return;
      propose_uppermost(v, is_first, shared_.low, shared_.owed);
      is_first = false;
    }
  }

  /// Raises the bar of v, which many have proposed to, and lets those that it displaces know.
  __device__ void raise_bar(VertexId v) {
    const std::uint64_t before = state_.bars[v];
    const auto for_suitors = [&](const auto& body) {
      for_arcs(v, [&](VertexId other, std::uint64_t key) {
        if (key >= before && state_.has_proposed(other, key)) body(other, key);
      });
    };
    const std::uint32_t room = state_.capacity(v);
    const Threshold found = BlockThreshold(shared_.threshold).find(room, for_suitors);
    if (found.count > room) {
      for_suitors([&](VertexId other, std::uint64_t key) {
        if (key < found.key && state_.owe(other)) state_.list(other, turn_);
      });
    }
    // All have read the bar.
    __syncthreads();
    if (threadIdx.x != 0) return;
    if (found.count >= room) state_.bars[v] = found.key;
    const VertexId place = state_.place_of(v);
    atomicAnd(&state_.asked.words[place / 32], ~(1U << (place % 32)));
  }

 private:
  template <class Body>
  __device__ void for_arcs(VertexId v, const Body& body) const {
    const std::uint64_t end = state_.row_end(v);
#pragma unroll 4
    for (std::uint64_t i = state_.row_begin(v) + threadIdx.x; i < end; i += k_suitor_block) {
      state_.with_arc(v, i, body);
    }
  }

  // False if the outboxes have no room for all proposals that v owes: v waits for the next round.
  [[nodiscard]] __device__ bool may_send(VertexId v) {
    if constexpr (!State::k_has_parts) return true;
    if (threadIdx.x == 0) {
      shared_.may_send = state_.may_send(shared_.owed);
      if (!shared_.may_send) state_.list(v, turn_);
    }
    __syncthreads();
    return shared_.may_send;
  }

  __device__ void propose_uppermost(VertexId v, bool is_first, std::uint64_t low,
                                    std::uint32_t owed) {
    const auto for_open = [&](const auto& body) {
      for_arcs(v, [&](VertexId other, std::uint64_t key) {
        if ((is_first || key < low) && state_.may_accept(other, key)) body(other, key);
      });
    };
    const Threshold found = BlockThreshold(shared_.threshold).find(owed, for_open);
    if (threadIdx.x == 0) shared_.proposed = shared_.accepted = 0;
    __syncthreads();
    std::uint32_t accepted = 0;
    for_open([&](VertexId other, std::uint64_t key) {
      // Arcs of one key, which there should not be, may be more.
      if (key < found.key || atomicAdd(&shared_.proposed, 1U) >= owed) return;
      const SuitorAnswer answer = state_.propose(v, other, key);
      accepted += answer.accepted ? 1 : 0;
      if (answer.displaced != k_none && state_.owe(answer.displaced)) {
        state_.list(answer.displaced, turn_);
      }
    });
    if (accepted != 0) atomicAdd(&shared_.accepted, accepted);
    __syncthreads();
    if (threadIdx.x == 0) {
      shared_.low = found.key;
      shared_.owed = state_.pay(v, found.key, found.count <= owed, shared_.accepted);
    }
    __syncthreads();
  }

  const State& state_;
  Shared& shared_;
  int turn_;
};

}  // namespace hypermatch::detail::graph_matching::device
