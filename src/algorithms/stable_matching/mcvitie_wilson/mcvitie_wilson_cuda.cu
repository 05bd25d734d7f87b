// SPDX-License-Identifier: MIT
// Stable matchings by deferred acceptance in the order of McVitie and Wilson (1971,
// doi:10.1145/362619.362631) on a device, a chain of displaced proposers per thread (Naim 2017,
// thesis, Paper IV). `look_ahead` reads a receiver's word before it offers, and hands threads new
// proposers as their chains end; when none are left to begin, the lanes of a warp share its
// remaining chains, so that a chain advances by up to 32 entries at once. Guarantee: the matching
// that is best for the proposers, unique. Work: O(entries), without look-ahead past an acceptance.
#include <algorithm>

#include "algorithms/stable_matching/mcvitie_wilson/chains.cuh"
#include "parallel/device/check.cuh"
#include "parallel/device/resident.cuh"

namespace hypermatch::detail::stable_matching {

namespace {

using namespace device;

__device__ std::uint32_t lane_of_warp() {
  return threadIdx.x % 32;
}

// Adds up what the lanes of a warp asked.
__device__ void count_asked(const ChainArguments& a, std::uint64_t asked) {
  for (std::uint32_t step = 16; step > 0; step /= 2) {
    asked += __shfl_down_sync(k_all_lanes, asked, step);
  }
  if (lane_of_warp() == 0 && asked != 0) {
    Shared<std::uint64_t>(a.counters[1]).fetch_add(asked, cuda::memory_order_relaxed);
  }
}

template <bool has_capacities>
__global__ void __launch_bounds__(k_threads)
    follow_alone(const __grid_constant__ ChainArguments a) {
  const Chains<has_capacities> chains{a};
  std::uint64_t asked = 0;
  const std::uint64_t stride = std::uint64_t{gridDim.x} * k_threads;
  for (std::uint64_t p = std::uint64_t{blockIdx.x} * k_threads + threadIdx.x;
       p < a.lists.num_proposers; p += stride) {
    std::uint64_t next = chains.first_of(p);
    // Ends: each step asks another entry.
    for (; next != WordLayout::k_no_entry; ++asked) next = chains.ask(next);
  }
  __syncwarp();
  count_asked(a, asked);
}

// The proposers that a warp is handed, in batches.
class Batches {
 public:
  __device__ explicit Batches(const ChainArguments& a) : a_(a) {}

  [[nodiscard]] __device__ bool are_over() const { return over_; }
  /// One for each of `lanes`; a lane that gets none, or a lane that is not one of these, gets
  /// num_proposers.
  __device__ std::uint64_t take(std::uint32_t lanes, std::uint32_t lane) {
    if (first_ == last_) claim(lane);
    const std::uint64_t mine = first_ + __popc(lanes & ((1U << lane) - 1));
    const bool gets = (lanes >> lane & 1) != 0 && mine < last_;
    first_ = min(last_, first_ + __popc(lanes));
    return gets ? mine : a_.lists.num_proposers;
  }

 private:
  __device__ void claim(std::uint32_t lane) {
    std::uint64_t begin = 0;
    if (lane == 0) {
      begin = Shared<std::uint64_t>(a_.counters[0]).fetch_add(a_.batch, cuda::memory_order_relaxed);
    }
    const std::uint64_t all = a_.lists.num_proposers;
    first_ = min(all, __shfl_sync(k_all_lanes, begin, 0));
    last_ = min(all, first_ + a_.batch);
    over_ = first_ == last_;
  }

  const ChainArguments& a_;
  std::uint64_t first_ = 0;
  std::uint64_t last_ = 0;
  bool over_ = false;
};

// One chain per lane, until no proposer is left to begin and at most half of the lanes have one.
template <bool has_capacities>
__device__ std::uint64_t follow_per_lane(const Chains<has_capacities>& chains, std::uint32_t lane,
                                         std::uint64_t& asked) {
  const ChainArguments& a = chains.a;
  Batches batches(a);
  std::uint64_t next = WordLayout::k_no_entry;
  // Ends: each turn hands out proposers, or asks another entry.
  while (true) {
    const bool is_idle = next == WordLayout::k_no_entry && lane < a.lanes;
    const std::uint32_t idle = __ballot_sync(k_all_lanes, is_idle);
    if (idle != 0 && !batches.are_over()) {
      const std::uint64_t proposer = batches.take(idle, lane);
      if (proposer < a.lists.num_proposers) {
        next = chains.first_of(proposer);
      }
    }
    const std::uint32_t busy = __ballot_sync(k_all_lanes, next != WordLayout::k_no_entry);
    if (batches.are_over() && __popc(busy) <= 16) return next;
    if (next != WordLayout::k_no_entry) {
      next = chains.ask(next);
      ++asked;
    }
    __syncwarp();
  }
}

template <bool has_capacities>
__global__ void __launch_bounds__(k_threads)
    follow_ahead(const __grid_constant__ ChainArguments a) {
  __shared__ std::uint64_t moved[k_warps][32];
  std::uint64_t* const slots = moved[threadIdx.x / 32];
  const std::uint32_t lane = lane_of_warp();
  const Chains<has_capacities> chains{a};
  std::uint64_t asked = 0;
  Team<has_capacities> team(chains, lane);
  team.take(1, follow_per_lane(chains, lane, asked));
  // Ends: each turn asks at least one more entry of each chain.
  while (true) {
    const std::uint32_t leaders = __ballot_sync(k_all_lanes, team.leads());
    if (leaders == 0) break;
    const auto count = static_cast<std::uint32_t>(__popc(leaders));
    // As many lanes for each chain as there are, a power of two.
    const std::uint32_t width = 32U >> (32 - __clz(static_cast<int>(count - 1)));
    if (width > team.width()) {
      if (team.leads()) slots[__popc(leaders & ((1U << lane) - 1))] = team.next();
      __syncwarp();
      const std::uint32_t chain = lane / width;
      const std::uint64_t next = chain < count ? slots[chain] : WordLayout::k_no_entry;
      __syncwarp();
      team.take(width, next);
    }
    team.step();
  }
  count_asked(a, asked + team.asked());
}

template <bool has_capacities>
void launch(ChainArguments arguments, ChainKernel kernel, DeviceStream stream) {
  const auto run = kernel == ChainKernel::look_ahead ? &follow_ahead<has_capacities>
                                                     : &follow_alone<has_capacities>;
  const std::uint64_t proposers = arguments.lists.num_proposers;
  // Small instances have few chains per warp, and so more lanes for each.
  const std::uint64_t threads =
      kernel == ChainKernel::look_ahead ? std::uint64_t{32} * proposers : proposers;
  const std::uint32_t blocks =
      parallel::resident_blocks(reinterpret_cast<const void*>(run), k_threads, threads);
  const std::uint64_t warps = std::uint64_t{blocks} * k_warps;
  const std::uint64_t share = (proposers + warps - 1) / warps;
  arguments.lanes = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(share, 1, 32));
  arguments.batch =
      static_cast<std::uint32_t>(std::clamp<std::uint64_t>(share / 8, arguments.lanes, 256));
  run<<<blocks, k_threads, 0, stream>>>(arguments);
  parallel::check_launch("follow chains");
}

}  // namespace

void run_chains(const DeviceProposersView& lists, WordLayout layout, ChainKernel kernel,
                const DeviceStableBuffers& buffers, DeviceStream stream) {
  HYPERMATCH_CUDA_CALL(
      cudaMemsetAsync(buffers.words, 0xFF, lists.num_places * sizeof(std::uint64_t), stream));
  HYPERMATCH_CUDA_CALL(
      cudaMemsetAsync(buffers.counters, 0, k_stable_counters * sizeof(std::uint64_t), stream));
  if (lists.num_proposers == 0) return;
  const ChainArguments arguments{.lists = ProposerLists(lists),
                                 .layout = layout,
                                 .words = buffers.words,
                                 .counters = buffers.counters};
  if (lists.places.size() != 0) {
    launch<true>(arguments, kernel, stream);
  } else {
    launch<false>(arguments, kernel, stream);
  }
}

}  // namespace hypermatch::detail::stable_matching
