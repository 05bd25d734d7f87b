// SPDX-License-Identifier: MIT
// Stable matchings of complete lists of which each side has one in common, on a device. Proposers
// begin best first, so that nearly all words in front of what a proposer gets are final. A warp
// has one proposer, and the warps of a block pass over these words together: each part of them is
// read once per block. Where a proposer may be accepted its chain is followed in a team, as in
// other lists. Few chains are under way at once: those that are contend for the same receivers.
// Work: O(proposers receivers), a word per proposal.
#include <algorithm>

#include "algorithms/stable_matching/mcvitie_wilson/chains.cuh"
#include "parallel/device/launch.cuh"

namespace hypermatch::detail::stable_matching {

namespace {

using namespace device;

using SharedChains = Chains<SharedEntries, false>;

constexpr std::uint32_t k_part = 2048;  // words that a block has at once
constexpr std::uint32_t k_blocks_per_multiprocessor = 1;

// Of the words of a part the first one that is above `word`, or `length`. A warp calls it.
__device__ std::uint32_t first_above(const std::uint64_t* part, std::uint32_t length,
                                     std::uint64_t word, std::uint32_t lane) {
  for (std::uint32_t i = 0; i < length; i += 32) {
    const bool above = i + lane < length && word < part[i + lane];
    const std::uint32_t lanes = __ballot_sync(k_all_lanes, above);
    if (lanes != 0) return i + static_cast<std::uint32_t>(__ffs(static_cast<int>(lanes))) - 1;
  }
  return length;
}

// Where the proposer of a warp may be accepted first, or none. All warps of the block call it.
// `first`: its first entry, or none.
__device__ std::uint64_t pass_refused(const SharedChains& chains, std::uint64_t first,
                                      std::uint32_t lane, std::uint64_t* part) {
  const ChainArguments<SharedEntries>& a = chains.a;
  std::uint64_t found = WordLayout::k_no_entry;
  bool searches = first != WordLayout::k_no_entry;
  // Words compare as ranks do: that of any entry stands for the proposer.
  const std::uint64_t word = searches ? a.layout.word(a.lists.read(first), first) : 0;
  for (std::uint32_t begin = 0; begin < a.lists.length; begin += k_part) {
    if (__syncthreads_or(searches ? 1 : 0) == 0) break;
    const std::uint32_t length = min(k_part, a.lists.length - begin);
    for (std::uint32_t i = threadIdx.x; i < length; i += k_threads) {
      part[i] = chains.receivers.load(begin + i);
    }
    __syncthreads();
    if (!searches) continue;
    const std::uint32_t at = first_above(part, length, word, lane);
    if (at == length) continue;
    found = first + begin + at;
    searches = false;
  }
  return found;
}

__global__ void __launch_bounds__(k_threads)
    follow_shared(const __grid_constant__ ChainArguments<SharedEntries> a) {
  __shared__ std::uint64_t part[k_part];
  __shared__ std::uint64_t moved[k_warps][k_most_teams];
  __shared__ std::uint64_t handed;
  const std::uint32_t lane = lane_of_warp();
  const std::uint32_t warp = threadIdx.x / 32;
  const SharedChains chains{a};
  std::uint64_t asked = 0;
  // Ends: each turn takes proposers that no other one takes.
  while (true) {
    __syncthreads();
    if (threadIdx.x == 0) {
      handed = Shared<std::uint64_t>(a.counters[0]).fetch_add(k_warps, cuda::memory_order_relaxed);
    }
    __syncthreads();
    if (handed >= a.num_proposers) break;
    const std::uint64_t proposer = handed + warp;
    const std::uint64_t first =
        proposer < a.num_proposers ? a.lists.first_of(proposer) : WordLayout::k_no_entry;
    const std::uint64_t found = pass_refused(chains, first, lane, part);
    const bool exists = first != WordLayout::k_no_entry;
    if (exists && lane == 0) {
      asked += found == WordLayout::k_no_entry ? a.lists.length : found - first;
    }
    asked += follow_in_teams(chains, lane, lane == 0 ? found : WordLayout::k_no_entry, moved[warp]);
  }
  count_asked(a.counters, asked);
}

}  // namespace

void run_shared_chains(const DeviceSharedProposersView& lists, WordLayout layout,
                       std::uint32_t place_bits, ChainKernel kernel,
                       const DeviceStableBuffers& buffers, DeviceStream stream) {
  clear_words(buffers, lists.num_receivers, stream);
  if (lists.num_proposers == 0) return;
  const ChainArguments<SharedEntries> arguments{.lists = {lists.num_receivers, place_bits},
                                                .num_proposers = lists.num_proposers,
                                                .layout = layout,
                                                .words = buffers.words,
                                                .places = nullptr,
                                                .counters = buffers.counters};
  if (kernel == ChainKernel::thread_per_proposer) {
    const auto run = &follow_alone<SharedEntries, false>;
    const std::uint32_t blocks = parallel::resident_blocks(run, k_threads, lists.num_proposers);
    run<<<blocks, k_threads, 0, stream>>>(arguments);
  } else {
    const std::uint64_t wanted = (std::uint64_t{lists.num_proposers} + k_warps - 1) / k_warps;
    const std::uint64_t most =
        std::uint64_t{parallel::multiprocessors()} * k_blocks_per_multiprocessor;
    const auto blocks = static_cast<std::uint32_t>(std::min(wanted, most));
    follow_shared<<<blocks, k_threads, 0, stream>>>(arguments);
  }
  parallel::check_launch("follow chains of shared lists");
}

}  // namespace hypermatch::detail::stable_matching
