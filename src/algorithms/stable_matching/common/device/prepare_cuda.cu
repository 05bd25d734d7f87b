// SPDX-License-Identifier: MIT
// Mutual lists of proposers, each entry with the rank that its receiver gives the proposer. The
// entries of all receivers are sorted by the proposer that stands there; the sort is stable, so
// that those of one proposer ascend by receiver, and each entry of its own list is found among them
// by bisection. Entries that are not found are dropped; ranks need not be dense, since they are
// only compared. O(entries log length) and a sort.
#include <algorithm>
#include <cuda/atomic>

#include "algorithms/stable_matching/common/device/problem.hpp"
#include "parallel/device/check.cuh"
#include "parallel/device/primitives.hpp"
#include "parallel/device/rows.cuh"

namespace hypermatch::detail::stable_matching {

namespace {

using parallel::blocks_for;
using parallel::k_block;
using parallel::thread_of_grid;

// Relaxed: sums that the host reads after the kernel.
__device__ void add(std::uint64_t& word, std::uint64_t value) {
  cuda::atomic_ref<std::uint64_t, cuda::thread_scope_device>(word).fetch_add(
      value, cuda::memory_order_relaxed);
}

// The first of `first` .. `last` - 1 whose number is not below `number`, or `last`.
__device__ std::uint64_t bisect(const std::uint32_t* numbers, std::uint64_t first,
                                std::uint64_t last, std::uint64_t number) {
  // Ends: the range is halved.
  while (first < last) {
    const std::uint64_t middle = first + (last - first) / 2;
    if (numbers[middle] < number) {
      first = middle + 1;
    } else {
      last = middle;
    }
  }
  return first;
}

struct NumberEntries {
  std::uint32_t* numbers;
  __device__ void operator()(std::uint32_t i) const { numbers[i] = i; }
};

struct FindGroups {
  const VertexId* proposers;
  std::uint64_t count;
  VertexId first;
  Offset* begins;
  Offset* ends;
  __device__ void operator()(std::uint32_t i) const {
    const VertexId mine = proposers[i];
    if (i == 0 || proposers[i - 1] != mine) begins[mine - first] = i;
    if (i + 1ULL == count || proposers[i + 1] != mine) ends[mine - first] = i + 1ULL;
  }
};

// `width` threads per proposer.
__global__ void __launch_bounds__(k_block)
    find_ranks(const __grid_constant__ ListsToPrepare lists,
               const __grid_constant__ PrepareBuffers b, std::uint32_t width) {
  const std::uint64_t p = thread_of_grid() / width;
  const bool exists = p < lists.proposers.agents();
  const std::uint64_t agent = lists.proposers.first + p;
  const bool has_place = exists && (lists.capacities == nullptr || lists.capacities[agent] != 0);
  const Offset begin = exists ? lists.offsets[agent] : 0;
  const Offset end = exists ? lists.offsets[agent + 1] : 0;
  std::uint64_t mutual = 0;
  for (Offset i = begin + threadIdx.x % width; i < end; i += width) {
    const VertexId receiver = lists.partners[i];
    const Offset row = lists.offsets[receiver] - lists.receivers.begin;
    const Offset row_end = lists.offsets[receiver + std::uint64_t{1}] - lists.receivers.begin;
    const std::uint64_t found = bisect(b.sorted_numbers, b.group_begin[p], b.group_end[p], row);
    const bool is_mutual = found < b.group_end[p] && b.sorted_numbers[found] < row_end;
    const Offset place = i - lists.proposers.begin;
    b.kept[place] = is_mutual && has_place ? 1 : 0;
    if (!is_mutual) continue;
    ++mutual;
    b.fused[place] = ListEntry::of(receiver - lists.receivers.first,
                                   static_cast<std::uint32_t>(b.sorted_numbers[found] - row))
                         .bits;
  }
  // One addition per warp. All entries together are fewer than 2^32.
  __syncwarp();
  const unsigned all = __reduce_add_sync(~0U, static_cast<unsigned>(mutual));
  if (threadIdx.x % 32 == 0 && all != 0) {
    add(b.counts->mutual, all);
  }
}

struct Gather {
  const std::uint64_t* fused;
  const std::uint32_t* selected;
  std::uint64_t* entries;
  __device__ void operator()(std::uint32_t i) const { entries[i] = fused[selected[i]]; }
};

// Begins of the kept entries of proposers, and the end of the last.
struct FindOffsets {
  ListsToPrepare lists;
  const std::uint32_t* selected;
  std::uint64_t kept;
  Offset* offsets;
  __device__ void operator()(std::uint32_t p) const {
    const Offset begin =
        lists.offsets[lists.proposers.first + std::uint64_t{p}] - lists.proposers.begin;
    offsets[p] = kept == lists.proposers.entries() ? begin : bisect(selected, 0, kept, begin);
  }
};

__device__ std::uint64_t places_of(const ListsToPrepare& lists, std::uint64_t agent) {
  return min(lists.offsets[agent + 1] - lists.offsets[agent], Offset{lists.capacities[agent]});
}

// Proposers, then receivers.
struct CheckPlaces {
  ListsToPrepare lists;
  PrepareCounts* counts;
  __device__ void operator()(std::uint32_t i) const {
    const bool proposes = i < lists.proposers.agents();
    const std::uint64_t agent = proposes ? std::uint64_t{lists.proposers.first} + i
                                         : lists.receivers.first + (i - lists.proposers.agents());
    const std::uint64_t most = proposes ? 1 : k_most_device_places;
    if (places_of(lists, agent) > most) add(proposes ? counts->several : counts->over_served, 1);
  }
};

// Places of a side, and 0 behind them.
struct CountPlaces {
  ListsToPrepare lists;
  SideOfLists side;
  std::uint32_t* room;
  __device__ void operator()(std::uint32_t i) const {
    room[i] = i == side.agents()
                  ? 0
                  : static_cast<std::uint32_t>(places_of(lists, std::uint64_t{side.first} + i));
  }
};

}  // namespace

std::uint64_t prepare_scratch_bytes(const ListsToPrepare& lists) {
  return std::max({parallel::radix_sort_bytes(lists.receivers.entries()),
                   parallel::select_bytes(lists.proposers.entries()),
                   parallel::exclusive_scan_bytes(
                       std::max(lists.proposers.agents(), lists.receivers.agents()) + 1)});
}

void rank_entries(const ListsToPrepare& lists, const PrepareBuffers& b, DeviceStream stream) {
  const std::uint64_t proposers = lists.proposers.agents();
  const std::uint64_t theirs = lists.receivers.entries();
  const std::uint64_t entries = lists.proposers.entries();
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(b.counts, 0, sizeof(PrepareCounts), stream));
  if (lists.capacities != nullptr) {
    parallel::for_each(proposers + lists.receivers.agents(), CheckPlaces{lists, b.counts}, stream);
  }
  if (proposers == 0 || entries == 0) return;
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(b.group_begin, 0, proposers * sizeof(Offset), stream));
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(b.group_end, 0, proposers * sizeof(Offset), stream));
  if (theirs != 0) {
    parallel::for_each(theirs, NumberEntries{b.numbers}, stream);
    int bits = 0;
    // Ends: the number is halved.
    for (VertexId rest = lists.proposers.last - 1; rest != 0; rest /= 2) ++bits;
    parallel::radix_sort({b.scratch, b.scratch_bytes}, lists.partners + lists.receivers.begin,
                         b.sorted_proposers, b.numbers, b.sorted_numbers, theirs, std::max(bits, 1),
                         stream);
    parallel::for_each(
        theirs,
        FindGroups{b.sorted_proposers, theirs, lists.proposers.first, b.group_begin, b.group_end},
        stream);
  }
  const std::uint32_t width = entries / proposers >= 64 ? 32 : 1;
  find_ranks<<<blocks_for(proposers * width), k_block, 0, stream>>>(lists, b, width);
  parallel::check_launch("find ranks");
  parallel::select({b.scratch, b.scratch_bytes}, b.kept, b.selected, &b.counts->kept, entries,
                   stream);
}

void gather_entries(const ListsToPrepare& lists, const PrepareBuffers& b, std::uint64_t kept,
                    Offset* offsets, std::uint64_t* entries, DeviceStream stream) {
  const std::uint64_t proposers = lists.proposers.agents();
  parallel::for_each(proposers + 1, FindOffsets{lists, b.selected, kept, offsets}, stream);
  if (kept == 0) return;
  parallel::for_each(kept, Gather{b.fused, b.selected, entries}, stream);
  mark_last_entries(offsets, proposers, entries, stream);
}

void lay_out_places(const ListsToPrepare& lists, const SideOfLists& side, const PrepareBuffers& b,
                    Offset* places, DeviceStream stream) {
  parallel::for_each(side.agents() + 1, CountPlaces{lists, side, b.room}, stream);
  parallel::exclusive_scan({b.scratch, b.scratch_bytes}, b.room, places, side.agents() + 1, stream);
}

}  // namespace hypermatch::detail::stable_matching
