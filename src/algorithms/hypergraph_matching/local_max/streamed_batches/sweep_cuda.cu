// SPDX-License-Identifier: MIT
// Work of a device between the batches of an instance that does not fit on it: drops edges that
// meet matched vertices, appends the others to the next batch, and counts the matched ones.
#include "algorithms/hypergraph_matching/local_max/competing_batches/arena.cuh"
#include "algorithms/hypergraph_matching/local_max/streamed_batches/streamed_batches.hpp"
#include "parallel/device/rows.cuh"
#include "parallel/device/state.hpp"

namespace hypermatch::detail::hypergraph_matching {

using filtered::k_all_lanes;
using parallel::k_block;

namespace {

// Edges of more pins are looked at, and copied, by whole warps.
constexpr std::uint64_t k_most_of_a_lane = 32;

__device__ bool is_matched(const std::uint32_t* bitmap, VertexId v) {
  return (bitmap[v / 32] >> (v % 32) & 1U) != 0;
}

struct SweptEdge {
  std::uint64_t offset;
  std::uint64_t size;
};

__device__ SweptEdge shuffled(const SweptEdge& edge, int lane) {
  return {__shfl_sync(k_all_lanes, edge.offset, lane), __shfl_sync(k_all_lanes, edge.size, lane)};
}

// Whether the edge that the lane brings is free; lanes whose edge is not wanted bring size 0.
__device__ bool is_free(const SweptEdges& piece, const std::uint32_t* bitmap,
                        const SweptEdge& edge) {
  const std::uint32_t lane = threadIdx.x % 32;
  bool free = edge.size != 0;
  const std::uint64_t own = edge.size < k_most_of_a_lane ? edge.size : k_most_of_a_lane;
  for (std::uint64_t p = 0; free && p < own; ++p) {
    free = !is_matched(bitmap, piece.pins[edge.offset + p]);
  }
  for (std::uint32_t left = __ballot_sync(k_all_lanes, free && edge.size > own); left != 0;
       left &= left - 1) {
    const int owner = __ffs(static_cast<int>(left)) - 1;
    const SweptEdge its = shuffled(edge, owner);
    bool found = false;
    for (std::uint64_t p = k_most_of_a_lane + lane; p < its.size; p += 32) {
      found |= is_matched(bitmap, piece.pins[its.offset + p]);
    }
    found = __any_sync(k_all_lanes, found) != 0;
    if (lane == static_cast<std::uint32_t>(owner)) free = !found;
  }
  return free;
}

__device__ void copy_pins(const VertexId* from, VertexId* to, std::uint64_t size) {
  for (std::uint64_t p = 0; p < size; ++p) to[p] = from[p];
}

// A lane per edge; a warp's edges stand together in the batch, in their order.
__global__ void __launch_bounds__(k_block) append(const SweptEdges piece, const SweepTarget to) {
  const std::uint32_t lane = threadIdx.x % 32;
  const std::uint64_t i = parallel::thread_of_grid();
  SweptEdge edge{0, 0};
  if (i < piece.num_edges && (piece.wanted[i / 64] >> (i % 64) & 1U) != 0) {
    edge.offset = piece.offsets[i] - piece.offsets[0];
    edge.size = piece.offsets[i + 1] - piece.offsets[i];
  }
  const bool free = is_free(piece, to.matched_vertices, edge);
  const std::uint32_t all = __ballot_sync(k_all_lanes, free);
  if (all == 0) return;
  const bool is_huge = free && edge.size >= k_most_packed_pins;
  // Pins of the warp's free edges, up to and including this lane's. Below 2^32, as all pins are.
  const auto size = static_cast<std::uint32_t>(free ? edge.size : 0);
  std::uint32_t upto = size;
  for (std::uint32_t d = 1; d < 32; d *= 2) {
    const std::uint32_t below = __shfl_up_sync(k_all_lanes, upto, d);
    if (lane >= d) upto += below;
  }
  const std::uint32_t pins = __shfl_sync(k_all_lanes, upto, 31);
  const auto edges = static_cast<std::uint32_t>(__popc(all));
  unsigned long long before = 0;
  if (lane == 0) {
    before = atomicAdd(reinterpret_cast<unsigned long long*>(to.count),
                       static_cast<unsigned long long>(edges) << 32 | pins);
  }
  before = __shfl_sync(k_all_lanes, before, 0);
  const std::uint64_t first_edge = before >> 32;
  const std::uint64_t first_pin = before & ~std::uint32_t{0};
  if (__any_sync(k_all_lanes, is_huge) || first_edge + edges > to.capacity.edges ||
      first_pin + pins > to.capacity.pins) {
    if (lane == 0) to.count[1] = 1;
    return;
  }
  const std::uint64_t at = first_edge + __popc(all & ((1U << lane) - 1));
  const std::uint64_t pin = first_pin + upto - size;
  if (free) {
    to.packed.offsets[at] = static_cast<std::uint32_t>(pin);
    to.packed.origins[at] = piece.first + static_cast<std::uint32_t>(i);
    if (to.packed.priorities != nullptr) to.packed.priorities[at] = piece.priorities[i];
    if (size <= k_most_of_a_lane) {
      copy_pins(piece.pins + edge.offset, to.packed.pins + pin, edge.size);
    }
  }
  for (std::uint32_t left = __ballot_sync(k_all_lanes, size > k_most_of_a_lane); left != 0;
       left &= left - 1) {
    const int owner = __ffs(static_cast<int>(left)) - 1;
    const SweptEdge its = shuffled(edge, owner);
    const std::uint64_t its_pin = __shfl_sync(k_all_lanes, pin, owner);
    for (std::uint64_t p = lane; p < its.size; p += 32) {
      to.packed.pins[its_pin + p] = piece.pins[its.offset + p];
    }
  }
}

__global__ void close(const SweepTarget to) {
  const std::uint64_t edges = to.count[0] >> 32;
  if (edges <= to.capacity.edges) to.packed.offsets[edges] = static_cast<std::uint32_t>(*to.count);
}

struct Note {
  const std::uint32_t* matched;
  const EdgeId* origins;
  std::uint32_t* chosen;
  __device__ void operator()(std::uint32_t i) const {
    if ((matched[i / 32] >> (i % 32) & 1U) != 0) {
      atomicOr(&chosen[origins[i] / 32], 1U << (origins[i] % 32));
    }
  }
};

}  // namespace

void append_free(const DeviceContext& context, const SweptEdges& piece, const SweepTarget& to) {
  append<<<parallel::blocks_for(piece.num_edges), k_block, 0, context.stream()>>>(piece, to);
  parallel::check_launch("append");
}

SweepCount count_appended(const DeviceContext& context, const SweepTarget& to) {
  close<<<1, 1, 0, context.stream()>>>(to);
  parallel::check_launch("close");
  auto* const count = reinterpret_cast<std::uint64_t*>(context.state()->mailbox());
  parallel::runtime::copy_to_host(count, to.count, 2 * sizeof(std::uint64_t), context.stream());
  parallel::runtime::synchronize(context.stream());
  return {.size = {count[0] >> 32, count[0] & ~std::uint32_t{0}, to.capacity.rated},
          .had_room = count[1] == 0};
}

void note_matched(const DeviceContext& context, std::uint64_t num_edges,
                  const std::uint32_t* matched_edges, const EdgeId* origins,
                  std::uint32_t* chosen) {
  parallel::for_each(num_edges, Note{matched_edges, origins, chosen}, context.stream());
}

void clear_words(const DeviceContext& context, void* words, std::size_t bytes) {
  const parallel::DeviceScope scope(context.device());
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(words, 0, bytes, context.stream()));
}

}  // namespace hypermatch::detail::hypergraph_matching
