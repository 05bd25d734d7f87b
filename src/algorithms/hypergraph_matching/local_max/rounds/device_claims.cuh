// SPDX-License-Identifier: MIT
// Claims of vertices on open edges under capacities, on a device, as claims.hpp has them: a vertex
// claims as many of its best open edges as it has room for, that is those from its lowest claimed
// key on. Edges that all their pins claim are matched and use up room. `Open` tells which vertices
// and edges take part, and the keys.
#pragma once

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <cstdint>

#include "algorithms/hypergraph_matching/local_max/device_rating/device_rating.hpp"
#include "algorithms/hypergraph_matching/local_max/device_room.cuh"
#include "algorithms/hypergraph_matching/local_max/rounds/device_crew.cuh"
#include "parallel/device/rows.cuh"

namespace hypermatch::detail::hypergraph_matching {

/// State of vertices under capacities.
struct DeviceClaims {
  DeviceRoom room;
  std::uint64_t* lowest = nullptr;  ///< the lowest key that the vertex claims
};

namespace claims_detail {

namespace cg = cooperative_groups;

/// Summary of some open edges of a row: their number, and the OR and AND of their keys.
struct KeyCount {
  std::uint32_t keys = 0;
  std::uint64_t any = 0;
  std::uint64_t all = ~std::uint64_t{0};

  __device__ void add(std::uint64_t key) {
    ++keys;
    any |= key;
    all &= key;
  }
  __device__ void add(const KeyCount& other) {
    keys += other.keys;
    any |= other.any;
    all &= other.all;
  }
};

/// The threads of a warp, and of a block: both combine what their threads counted.
struct Warp {
  __device__ static unsigned rank() { return threadIdx.x % 32; }
  static constexpr unsigned k_size = 32;
  __device__ static KeyCount combined(KeyCount mine) {
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    return {cg::reduce(warp, mine.keys, cg::plus<std::uint32_t>()),
            cg::reduce(warp, mine.any, cg::bit_or<std::uint64_t>()),
            cg::reduce(warp, mine.all, cg::bit_and<std::uint64_t>())};
  }
};
struct Block {
  __device__ static unsigned rank() { return threadIdx.x; }
  static constexpr unsigned k_size = parallel::k_block;
  __device__ static KeyCount combined(KeyCount mine) {
    __shared__ KeyCount of_warp[k_size / 32];
    mine = Warp::combined(mine);
    if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = mine;
    __syncthreads();
    mine = of_warp[0];
    for (unsigned w = 1; w < k_size / 32; ++w) mine.add(of_warp[w]);
    __syncthreads();
    return mine;
  }
};

/// The open edges of a row with keys from `least` on.
template <class Team, class Open>
__device__ KeyCount count_keys(const Open& open, const EdgeId* row, std::uint64_t size,
                               std::uint64_t least) {
  constexpr unsigned k_batch = 4;  // entries whose loads are in flight together
  KeyCount mine;
  for (std::uint64_t i = Team::rank(); i < size; i += k_batch * Team::k_size) {
    EdgeId edges[k_batch];
#pragma unroll
    for (unsigned j = 0; j < k_batch; ++j) {
      edges[j] = i + j * Team::k_size < size ? row[i + j * Team::k_size] : k_none;
    }
#pragma unroll
    for (unsigned j = 0; j < k_batch; ++j) {
      if (edges[j] == k_none || !open.is_open(edges[j])) continue;
      const std::uint64_t key = open.key(edges[j]);
      if (key >= least) mine.add(key);
    }
  }
  return Team::combined(mine);
}

/// Bisects by the bits in which keys differ until `room` keys are left. `all`: of all open edges,
/// which are more than that. `room` > 0.
template <class Team, class Open>
__device__ std::uint64_t lowest_of_many(const Open& open, const EdgeId* row, std::uint64_t size,
                                        std::uint32_t room, const KeyCount& all) {
  std::uint64_t lowest = all.all;  // no key is below the bits that all have
  std::uint64_t bits = all.any ^ all.all;
  // Ends: each turn takes a bit away. Keys from `lowest` on are never fewer than `room`.
  while (bits != 0) {
    const std::uint64_t bit = std::uint64_t{1} << (63 - __clzll(static_cast<long long>(bits)));
    bits ^= bit;
    const std::uint32_t keys = count_keys<Team>(open, row, size, lowest | bit).keys;
    if (keys >= room) lowest |= bit;
    if (keys == room) break;
  }
  return lowest;
}

/// The lowest claimed key of a row of at most 32 entries, one per lane.
template <class Open>
__device__ std::uint64_t lowest_of_few(const Open& open, const EdgeId* row, std::uint32_t size,
                                       std::uint32_t room, std::uint32_t& keys) {
  const std::uint32_t lane = threadIdx.x % 32;
  const EdgeId e = lane < size ? row[lane] : k_none;
  const bool is_open = e != k_none && open.is_open(e);
  const std::uint64_t key = is_open ? open.key(e) : 0;
  const std::uint32_t lanes = __ballot_sync(~0U, is_open);
  keys = static_cast<std::uint32_t>(__popc(lanes));
  if (keys <= room) return 0;
  std::uint32_t above = 0;
  for (std::uint32_t left = lanes; left != 0; left &= left - 1) {
    above += __shfl_sync(~0U, key, __ffs(static_cast<int>(left)) - 1) > key ? 1 : 0;
  }
  const std::uint32_t lowest = __ballot_sync(~0U, is_open && above + 1 == room);
  // Keys differ, so that one lane has it.
  return __shfl_sync(~0U, key, lowest != 0 ? __ffs(static_cast<int>(lowest)) - 1 : 0);
}

template <class Team, class Open>
__device__ void claim(const Open& open, const std::uint64_t* offsets, const EdgeId* incident,
                      std::uint32_t v, const DeviceClaims& claims) {
  const EdgeId* const row = incident + offsets[v];
  const std::uint64_t size = offsets[v + 1ULL] - offsets[v];
  const std::uint32_t room = room_of(claims.room, v);
  std::uint64_t lowest = 0;
  std::uint32_t keys = 0;
  if (size <= 32) {
    lowest = lowest_of_few(open, row, static_cast<std::uint32_t>(size), room, keys);
  } else {
    const KeyCount all = count_keys<Team>(open, row, size, 0);
    keys = all.keys;
    if (keys > room) lowest = lowest_of_many<Team>(open, row, size, room, all);
  }
  if (Team::rank() != 0) return;
  claims.lowest[v] = lowest;
  if (keys == 0) open.has_no_edge(v);
}

// A warp for every row that is not heavy.
template <class Open>
__global__ void __launch_bounds__(parallel::k_block)
    claim_in_rows(const Open open, const std::uint64_t* offsets, const EdgeId* incident,
                  std::uint64_t count, DeviceClaims claims) {
  const std::uint64_t row = parallel::rows_detail::thread_index() / 32;
  if (row >= count) return;
  const auto v = static_cast<std::uint32_t>(row);
  if (!open.vertex_is_active(v)) return;
  if (offsets[row + 1] - offsets[row] > parallel::k_heavy_row) return;
  claim<Warp>(open, offsets, incident, v, claims);
}

// A block for every heavy row.
template <class Open>
__global__ void __launch_bounds__(parallel::k_block)
    claim_in_heavy_rows(const Open open, const parallel::DeviceRows rows, const EdgeId* incident,
                        std::size_t room_of_list, DeviceClaims claims) {
  const std::uint32_t front = rows.num_heavy[0];
  const std::uint32_t all = front + rows.num_heavy[1];
  for (std::uint32_t i = blockIdx.x; i < all; i += gridDim.x) {
    const std::uint32_t v = rows.heavy[i < front ? i : room_of_list - 1 - (i - front)];
    if (!open.vertex_is_active(v)) continue;  // the same for the whole block
    claim<Block>(open, rows.offsets, incident, v, claims);
    __syncthreads();
  }
}

// Edges that all their pins claim: open.take(e, whether they do).
template <class Open>
struct AgreedEdges {
  using Value = int;
  Open open;
  const VertexId* pins;
  const std::uint64_t* lowest;

  __device__ static Value identity() { return 1; }
  __device__ static Value combine(Value a, Value b) { return a & b; }
  __device__ static bool is_final(Value value) { return value == 0; }
  template <class Tile>
  __device__ static Value exchange(const Tile& tile, Value value, unsigned lane) {
    return tile.shfl_xor(value, lane);
  }
  __device__ bool is_active(std::uint32_t e) const { return open.is_open(e); }
  __device__ VertexId entry(std::uint64_t p) const { return pins[p]; }
  __device__ Value value(std::uint32_t e, VertexId v) const {
    return open.key(e) >= lowest[v] ? 1 : 0;
  }
  __device__ void store(std::uint32_t e, Value agreed) const { open.take(e, agreed != 0); }
};

// What the matched edges of the round use.
template <class Open>
struct UseRoom {
  Open open;
  const VertexId* pins;
  DeviceRoom room;
  __device__ bool is_active(std::uint32_t e) const { return open.was_taken(e); }
  __device__ void visit(std::uint32_t, std::uint64_t p) const {
    const VertexId v = pins[p];
    if (take_room(room, v)) open.is_full(v);
  }
};

// Edges with a vertex of capacity 0 take no part.
struct LeaveOutFull {
  using Value = int;
  const VertexId* pins;
  DeviceRoom room;
  DeviceRating rating;

  __device__ static Value identity() { return 0; }
  __device__ static Value combine(Value a, Value b) { return a | b; }
  __device__ static bool is_final(Value value) { return value != 0; }
  template <class Tile>
  __device__ static Value exchange(const Tile& tile, Value value, unsigned lane) {
    return tile.shfl_xor(value, lane);
  }
  __device__ bool is_active(std::uint32_t e) const { return rating.left_out[e] == 0; }
  __device__ VertexId entry(std::uint64_t p) const { return pins[p]; }
  __device__ Value value(std::uint32_t, VertexId v) const { return room_of(room, v) == 0 ? 1 : 0; }
  __device__ void store(std::uint32_t e, Value meets) const {
    if (meets == 0) return;
    rating.left_out[e] = 1;
    atomicAdd(reinterpret_cast<unsigned long long*>(rating.num_edges), ~0ULL);
  }
};

}  // namespace claims_detail

/// Heavy rows are listed.
inline void leave_out_full(const DeviceLevel& level, const DeviceRoom& room,
                           const DeviceRating& rating, DeviceStream stream) {
  parallel::row_reduce(level.edges, claims_detail::LeaveOutFull{level.pins, room, rating}, stream);
}

/// Enqueues the claims of all active vertices, and what they make of open edges: those that all
/// their pins claim are taken, and use up room. `Open` has vertex_is_active(v), is_open(e), key(e);
/// has_no_edge(v); take(e, whether it is taken), was_taken(e) of this round; is_full(v), which
/// changes none of these. Heavy rows are listed.
template <class Open>
void claim_on_device(const DeviceLevel& level, const Open& open, const DeviceClaims& claims,
                     DeviceStream stream) {
  using namespace claims_detail;
  const parallel::DeviceRows& vertices = level.vertices;
  if (vertices.count == 0) return;
  claim_in_rows<<<parallel::blocks_for(32 * vertices.count), parallel::k_block, 0, stream>>>(
      open, vertices.offsets, level.incident, vertices.count, claims);
  parallel::check_launch("claim_in_rows");
  if (vertices.has_heavy()) {
    claim_in_heavy_rows<<<parallel::k_heavy_blocks, parallel::k_block, 0, stream>>>(
        open, vertices, level.incident, parallel::heavy_room(vertices.entries), claims);
    parallel::check_launch("claim_in_heavy_rows");
  }
  parallel::row_reduce(level.edges, AgreedEdges<Open>{open, level.pins, claims.lowest}, stream);
  parallel::row_for_each(level.edges, UseRoom<Open>{open, level.pins, claims.room}, stream);
}

}  // namespace hypermatch::detail::hypergraph_matching
