// SPDX-License-Identifier: MIT
// From what receivers hold to the mates of proposers. A receiver's word names an entry, not its
// proposer: the entries that are held are marked by bits, and each proposer looks for its bit.
// O(places + proposers + entries / 32).
#include <cuda/atomic>

#include "algorithms/stable_matching/common/device/problem.hpp"
#include "parallel/device/check.cuh"
#include "parallel/device/rows.cuh"

namespace hypermatch::detail::stable_matching {

namespace {

using parallel::blocks_for;
using parallel::k_block;
using parallel::thread_of_grid;

struct MarkLast {
  const Offset* offsets;
  std::uint64_t* entries;
  __device__ void operator()(std::uint32_t p) const {
    const Offset end = offsets[p + 1ULL];
    if (offsets[p] != end) entries[end - 1] |= ListEntry::k_last;
  }
};

struct MarkHeld {
  const std::uint64_t* words;
  WordLayout layout;
  std::uint32_t* held;
  __device__ void operator()(std::uint32_t place) const {
    if (words[place] == WordLayout::k_free) return;
    const std::uint64_t entry = layout.entry_of(words[place]);
    // Relaxed: bits are set, and read by the next kernel.
    cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device>(held[entry / 32])
        .fetch_or(1U << entry % 32, cuda::memory_order_relaxed);
  }
};

// `width` threads per proposer of one place: at most one bit of its list is set. Those of several
// places have one thread, which finds their mates in the order of the list.
__global__ void __launch_bounds__(k_block)
    find_held(const __grid_constant__ ProposerLists lists, std::uint32_t width,
              const std::uint32_t* held, VertexId* mates) {
  const std::uint64_t p = thread_of_grid() / width;
  if (p >= lists.num_proposers) return;
  const Offset begin = lists.offsets[p];
  const Offset end = lists.offsets[p + 1];
  std::uint64_t slot = lists.turns == nullptr ? p : lists.turns[p];
  // Ends: `at` grows.
  for (std::uint64_t at = begin / 32 + threadIdx.x % width; at * 32 < end; at += width) {
    std::uint32_t bits = held[at];
    if (at == begin / 32) bits &= ~std::uint32_t{0} << begin % 32;
    if (end - at * 32 < 32) bits &= (1U << end % 32) - 1;
    // Ends: each turn takes one bit away.
    for (; bits != 0; bits &= bits - 1) {
      const auto bit = static_cast<std::uint32_t>(__ffs(static_cast<int>(bits))) - 1;
      mates[slot++] = ListEntry{lists.entries[at * 32 + bit]}.receiver();
    }
  }
}

struct FindShared {
  const std::uint64_t* words;
  const VertexId* receivers;
  const VertexId* proposers;
  WordLayout layout;
  std::uint32_t place_bits;
  VertexId* mates;
  __device__ void operator()(std::uint32_t place) const {
    if (words[place] == WordLayout::k_free) return;
    mates[proposers[layout.entry_of(words[place]) >> place_bits]] = receivers[place];
  }
};

}  // namespace

void mark_last_entries(const Offset* offsets, std::uint64_t proposers, std::uint64_t* entries,
                       DeviceStream stream) {
  parallel::for_each(proposers, MarkLast{offsets, entries}, stream);
}

void find_mates(const DeviceProposersView& lists, WordLayout layout,
                const DeviceStableBuffers& buffers, DeviceStream stream) {
  const std::uint64_t proposers = lists.num_proposers;
  HYPERMATCH_CUDA_CALL(
      cudaMemsetAsync(buffers.mates, 0xFF, lists.num_mates() * sizeof(VertexId), stream));
  if (proposers == 0 || lists.num_places == 0 || lists.entries.size() == 0) return;
  const std::uint64_t words = (lists.entries.size() + 31) / 32;
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(buffers.held, 0, words * sizeof(std::uint32_t), stream));
  parallel::for_each(lists.num_places, MarkHeld{buffers.words, layout, buffers.held}, stream);
  const std::uint32_t width = lists.turns.size() == 0 && words / proposers > 4 ? 32 : 1;
  find_held<<<blocks_for(proposers * width), k_block, 0, stream>>>(ProposerLists(lists), width,
                                                                   buffers.held, buffers.mates);
  parallel::check_launch("find mates");
}

void find_shared_mates(const DeviceSharedProposersView& lists, WordLayout layout,
                       std::uint32_t place_bits, const DeviceStableBuffers& buffers,
                       DeviceStream stream) {
  HYPERMATCH_CUDA_CALL(
      cudaMemsetAsync(buffers.mates, 0xFF, lists.num_proposers * sizeof(VertexId), stream));
  parallel::for_each(lists.num_receivers,
                     FindShared{buffers.words, lists.receivers.data(), lists.proposers.data(),
                                layout, place_bits, buffers.mates},
                     stream);
}

}  // namespace hypermatch::detail::stable_matching
