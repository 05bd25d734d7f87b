// SPDX-License-Identifier: MIT
// The claims of a long row, or of many: a block finds the bar by histograms of the digits in which
// open keys differ, from the top, until a digit separates as many arcs as fit.
#pragma once

#include <cstdint>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>

#include "algorithms/graph_matching/local_max/claiming_rows/claims.cuh"

namespace hypermatch::detail::graph_matching::device {

constexpr unsigned k_claim_block = 256;

class BlockClaims {
 public:
  struct Shared {
    union {
      cub::BlockScan<std::uint32_t, k_claim_block>::TempStorage scan;
      cub::BlockReduce<std::uint64_t, k_claim_block>::TempStorage reduce;
    };
    std::uint32_t counts[k_claim_block];
    std::uint64_t word;
    std::uint32_t digit;
    std::uint32_t above;
    std::uint32_t inside;
    std::uint32_t count;
  };

  __device__ BlockClaims(const ClaimState& state, Shared& shared)
      : state_(state), shared_(shared) {}

  /// As `claim_by_thread`; called by all threads of a block.
  [[nodiscard]] __device__ std::uint64_t claim(VertexId v, bool any_closed) {
    const RowOfArcs row = state_.row(v);
    const std::uint32_t room = state_.capacity(v);
    const std::uint64_t bar = find_bar(v, row, any_closed, room);
    Claim* const claims = state_.claims + state_.begins[v];
    if (threadIdx.x == 0) shared_.count = 0;
    __syncthreads();
    for_open(v, row, any_closed, [&](std::uint32_t raw, VertexId other, std::uint64_t key) {
      if (key < bar) return;
      const std::uint32_t place = atomicAdd(&shared_.count, 1U);
      if (place < room) claims[place] = {raw, other};
    });
    __syncthreads();
    // Fewer than fit where the row is at its end, or repeats an arc.
    for (std::uint64_t i = std::uint64_t{shared_.count} + threadIdx.x; i < room;
         i += k_claim_block) {
      claims[i] = {0, k_none};
    }
    if (threadIdx.x == 0) state_.bars[v] = bar;
    __syncthreads();
    return bar;
  }

  /// The worst that has become of a claim of v, for all threads.
  [[nodiscard]] __device__ Claimed look(VertexId v) const {
    const Claim* const claims = state_.claims + state_.begins[v];
    const std::uint32_t room = state_.capacity(v);
    bool waits = false;
    bool is_closed = false;
    for (std::uint64_t i = threadIdx.x; i < room && !is_closed; i += k_claim_block) {
      const Claimed found = look_at(state_, v, claims[i]);
      waits = waits || found == Claimed::some_wait;
      is_closed = found == Claimed::some_closed;
    }
    if (__syncthreads_or(is_closed ? 1 : 0) != 0) return Claimed::some_closed;
    return __syncthreads_or(waits ? 1 : 0) != 0 ? Claimed::some_wait : Claimed::all_mutual;
  }

 private:
  template <class Body>
  __device__ void for_open(VertexId v, const RowOfArcs& row, bool any_closed,
                           const Body& body) const {
#pragma unroll 4
    for (std::uint64_t i = threadIdx.x; i < row.size; i += k_claim_block) {
      state_.if_open(v, row, i, any_closed, body);
    }
  }

  // A key that `room` open arcs reach; 0 where no more are open.
  __device__ std::uint64_t find_bar(VertexId v, const RowOfArcs& row, bool any_closed,
                                    std::uint32_t room) {
    std::uint64_t open = 0;
    std::uint64_t least = k_largest_key;
    std::uint64_t most = 0;
    for_open(v, row, any_closed, [&](std::uint32_t, VertexId, std::uint64_t key) {
      ++open;
      least = key < least ? key : least;
      most = key > most ? key : most;
    });
    open = reduce(open, [](std::uint64_t a, std::uint64_t b) { return a + b; });
    if (open <= room) return 0;
    least = reduce(least, [](std::uint64_t a, std::uint64_t b) { return a < b ? a : b; });
    most = reduce(most, [](std::uint64_t a, std::uint64_t b) { return a > b ? a : b; });
    int bits = 64 - __clzll(static_cast<long long>(least ^ most));  // that keys differ in
    // Of the arcs with the bits above, `room` of `open` are claimed. Ends: `bits` falls.
    std::uint64_t prefix = bits == 64 ? 0 : most >> bits << bits;
    while (bits > 0 && open != room) {
      const int shift = bits > k_digit ? bits - k_digit : 0;
      choose_digit(v, row, any_closed, prefix, bits, shift, room);
      prefix |= std::uint64_t{shared_.digit} << shift;
      room -= shared_.above;
      open = shared_.inside;
      bits = shift;
      __syncthreads();
    }
    return prefix;
  }

  // The digit of the lowest claimed arc among those with the prefix: how many arcs have larger
  // digits, and how many have it.
  __device__ void choose_digit(VertexId v, const RowOfArcs& row, bool any_closed,
                               std::uint64_t prefix, int bits, int shift, std::uint32_t room) {
    shared_.counts[threadIdx.x] = 0;
    __syncthreads();
    for_open(v, row, any_closed, [&](std::uint32_t, VertexId, std::uint64_t key) {
      const std::uint64_t differs = key ^ prefix;
      if (bits < 64 && differs >> bits != 0) return;
      // Bits of the prefix below `bits` are 0.
      atomicAdd(&shared_.counts[differs >> shift], 1U);
    });
    __syncthreads();
    // Thread t has the digit of rank t, from the top.
    const std::uint32_t digit = k_claim_block - 1 - threadIdx.x;
    const std::uint32_t count = shared_.counts[digit];
    std::uint32_t above = 0;
    cub::BlockScan<std::uint32_t, k_claim_block>(shared_.scan).ExclusiveSum(count, above);
    // True in one thread.
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
        cub::BlockReduce<std::uint64_t, k_claim_block>(shared_.reduce).Reduce(value, combine);
    if (threadIdx.x == 0) shared_.word = all;
    __syncthreads();
    return shared_.word;
  }

  static constexpr int k_digit = 8;
  static_assert(1U << k_digit == k_claim_block);

  const ClaimState& state_;
  Shared& shared_;
};

}  // namespace hypermatch::detail::graph_matching::device
