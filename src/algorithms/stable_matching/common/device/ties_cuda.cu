// SPDX-License-Identifier: MIT
// Strict lists from lists with ties, in the order of the host: the entries of a tie ascend by a
// hash of both agents and the seed, which no two entries of an agent share. A sort by hash, and a
// stable one by agent and tie.
#include "algorithms/stable_matching/common/device/problem.hpp"
#include "base/random.hpp"
#include "parallel/device/check.cuh"
#include "parallel/device/primitives.hpp"
#include "parallel/device/rows.cuh"

namespace hypermatch::detail::stable_matching {

namespace {

using parallel::blocks_for;
using parallel::k_block;
using parallel::thread_of_grid;

// `width` threads per agent.
__global__ void __launch_bounds__(k_block)
    hash_entries(const Offset* offsets, const VertexId* partners, std::uint64_t agents,
                 std::uint32_t width, std::uint64_t seed, const __grid_constant__ TieBuffers b) {
  const std::uint64_t x = thread_of_grid() / width;
  if (x >= agents) return;
  for (Offset i = offsets[x] + threadIdx.x % width; i < offsets[x + 1]; i += width) {
    b.keys[i] = base::hash(seed, x, partners[i]);
    b.numbers[i] = static_cast<std::uint32_t>(i);
    b.agents[i] = static_cast<VertexId>(x);
  }
}

struct TakeTies {
  const std::uint32_t* ties;
  TieBuffers b;
  __device__ void operator()(std::uint32_t i) const {
    const std::uint32_t entry = b.sorted_numbers[i];
    b.keys[i] = std::uint64_t{b.agents[entry]} << 32 | ties[entry];
  }
};

struct TakePartners {
  const VertexId* partners;
  const std::uint32_t* numbers;
  VertexId* ordered;
  __device__ void operator()(std::uint32_t i) const { ordered[i] = partners[numbers[i]]; }
};

}  // namespace

std::uint64_t tie_scratch_bytes(std::uint64_t entries) {
  return parallel::radix_sort_wide_bytes(entries);
}

void break_ties(const Offset* offsets, std::uint64_t agents, DeviceSpan<const VertexId> partners,
                const std::uint32_t* ties, std::uint64_t seed, const TieBuffers& b,
                VertexId* ordered, DeviceStream stream) {
  const std::uint64_t entries = partners.size();
  if (entries == 0) return;
  const parallel::DeviceScratch scratch{b.scratch, b.scratch_bytes};
  const std::uint32_t width = entries / agents >= 64 ? 32 : 1;
  hash_entries<<<blocks_for(agents * width), k_block, 0, stream>>>(offsets, partners.data(), agents,
                                                                   width, seed, b);
  parallel::check_launch("hash entries");
  parallel::radix_sort(scratch, b.keys, b.sorted_keys, b.numbers, b.sorted_numbers, entries,
                       stream);
  parallel::for_each(entries, TakeTies{ties, b}, stream);
  parallel::radix_sort(scratch, b.keys, b.sorted_keys, b.sorted_numbers, b.numbers, entries,
                       stream);
  parallel::for_each(entries, TakePartners{partners.data(), b.numbers, ordered}, stream);
}

}  // namespace hypermatch::detail::stable_matching
