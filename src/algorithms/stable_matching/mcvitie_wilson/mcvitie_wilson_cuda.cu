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
#include "parallel/device/launch.cuh"

namespace hypermatch::detail::stable_matching {

namespace {

using namespace device;

// The proposers that a warp is handed, in batches.
class Batches {
 public:
  __device__ Batches(std::uint64_t num_proposers, std::uint32_t batch, std::uint64_t* counter)
      : num_proposers_(num_proposers), batch_(batch), counter_(*counter) {}

  [[nodiscard]] __device__ bool are_over() const { return over_; }
  /// One for each of `lanes`; a lane that gets none, or a lane that is not one of these, gets
  /// num_proposers.
  __device__ std::uint64_t take(std::uint32_t lanes, std::uint32_t lane) {
    if (first_ == last_) claim(lane);
    const std::uint64_t mine = first_ + __popc(lanes & ((1U << lane) - 1));
    const bool gets = (lanes >> lane & 1) != 0 && mine < last_;
    first_ = min(last_, first_ + __popc(lanes));
    return gets ? mine : num_proposers_;
  }

 private:
  __device__ void claim(std::uint32_t lane) {
    std::uint64_t begin = 0;
    if (lane == 0) {
      begin = Shared<std::uint64_t>(counter_).fetch_add(batch_, cuda::memory_order_relaxed);
    }
    const std::uint64_t all = num_proposers_;
    first_ = min(all, __shfl_sync(k_all_lanes, begin, 0));
    last_ = min(all, first_ + batch_);
    over_ = first_ == last_;
  }

  std::uint64_t num_proposers_;
  std::uint32_t batch_;
  std::uint64_t& counter_;
  std::uint64_t first_ = 0;
  std::uint64_t last_ = 0;
  bool over_ = false;
};

// One chain per lane, as long as more than half of the lanes have one. Returns the next entry of
// this lane's chain, or none.
template <class Lists, bool has_capacities>
__device__ std::uint64_t follow_per_lane(const Chains<Lists, has_capacities>& chains,
                                         Batches& batches, std::uint32_t lane,
                                         std::uint64_t& asked) {
  const ChainArguments<Lists>& a = chains.a;
  std::uint64_t next = WordLayout::k_no_entry;
  // Ends: each turn hands out proposers, or asks another entry.
  while (true) {
    const bool is_idle = next == WordLayout::k_no_entry && lane < a.lanes;
    const std::uint32_t idle = __ballot_sync(k_all_lanes, is_idle);
    if (idle != 0 && !batches.are_over()) {
      const std::uint64_t proposer = batches.take(idle, lane);
      if (proposer < a.num_proposers) next = a.lists.first_of(proposer);
    }
    const std::uint32_t busy = __ballot_sync(k_all_lanes, next != WordLayout::k_no_entry);
    if (__popc(busy) <= k_most_teams && (batches.are_over() || a.lanes <= k_most_teams)) {
      return next;
    }
    if (next != WordLayout::k_no_entry) next = chains.ask(next, asked);
    __syncwarp();
  }
}

template <class Lists, bool has_capacities>
__global__ void __launch_bounds__(k_threads, 8)
    follow_ahead(const __grid_constant__ ChainArguments<Lists> a) {
  __shared__ std::uint64_t moved[k_warps][k_most_teams];
  const std::uint32_t lane = lane_of_warp();
  const Chains<Lists, has_capacities> chains{a};
  Batches batches(a.num_proposers, a.batch, a.counters);
  std::uint64_t asked = 0;
  // Ends: each turn takes proposers that no other one takes.
  while (!batches.are_over()) {
    const std::uint64_t next = follow_per_lane(chains, batches, lane, asked);
    asked += follow_in_teams(chains, lane, next, moved[threadIdx.x / 32]);
  }
  count_asked(a.counters, asked);
}

template <class Lists, bool has_capacities>
void launch(ChainArguments<Lists> arguments, ChainKernel kernel, DeviceStream stream) {
  const auto run = kernel == ChainKernel::look_ahead ? &follow_ahead<Lists, has_capacities>
                                                     : &follow_alone<Lists, has_capacities>;
  const std::uint64_t proposers = arguments.num_proposers;
  const bool looks_ahead = kernel == ChainKernel::look_ahead;
  // Small instances have few chains per warp, and so more lanes for each.
  const std::uint64_t threads = looks_ahead ? std::uint64_t{32} * proposers : proposers;
  std::uint32_t blocks = parallel::resident_blocks(run, k_threads, threads);
  // More chains at once drive each other's entries out of the caches.
  if (looks_ahead) blocks = std::max(blocks / 2, 1U);
  const std::uint64_t warps = std::uint64_t{blocks} * k_warps;
  const std::uint64_t share = (proposers + warps - 1) / warps;
  arguments.lanes = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(share, 1, 32));
  arguments.batch =
      static_cast<std::uint32_t>(std::clamp<std::uint64_t>(share / 8, arguments.lanes, 128));
  run<<<blocks, k_threads, 0, stream>>>(arguments);
  parallel::check_launch("follow chains");
}

}  // namespace

void run_chains(const DeviceProposersView& lists, WordLayout layout, ChainKernel kernel,
                const DeviceStableBuffers& buffers, DeviceStream stream) {
  clear_words(buffers, lists.num_places, stream);
  if (lists.num_proposers == 0) return;
  if (lists.turns.size() != 0) {
    run_turns(lists, layout, buffers, stream);
    return;
  }
  const bool has_capacities = lists.places.size() != 0;
  const ChainArguments<ListedEntries> arguments{
      .lists = {lists.offsets.data(), lists.entries.data(), lists.entries.size()},
      .num_proposers = lists.num_proposers,
      .layout = layout,
      .words = buffers.words,
      .places = has_capacities ? lists.places.data() : nullptr,
      .counters = buffers.counters};
  if (has_capacities) {
    launch<ListedEntries, true>(arguments, kernel, stream);
  } else {
    launch<ListedEntries, false>(arguments, kernel, stream);
  }
}

}  // namespace hypermatch::detail::stable_matching
