// SPDX-License-Identifier: MIT
// Proposers of several places on a device: each has as many turns, and one more whenever it is
// displaced. A turn takes the next entry of the list by a counter of its proposer, since others of
// its turns go on meanwhile; whose turn a word is follows from the number of its entry by
// bisection. One thread per turn; O(entries log proposers).
#include "algorithms/stable_matching/mcvitie_wilson/chains.cuh"
#include "parallel/device/check.cuh"
#include "parallel/device/launch.cuh"
#include "parallel/device/rows.cuh"

namespace hypermatch::detail::stable_matching {

namespace {

using namespace device;

struct TurnArguments {
  ListedEntries lists;
  std::uint64_t num_proposers;
  const Offset* turns;
  WordLayout layout;
  Receivers<true> receivers;
  std::uint32_t* cursors;
  std::uint64_t* asked;
};

// The last one whose begin is not above `item`; items stand behind each other.
__device__ std::uint64_t owner_of(const Offset* begins, std::uint64_t count, std::uint64_t item) {
  std::uint64_t low = 0;
  std::uint64_t high = count;
  // Ends: the range is halved.
  while (low + 1 < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (begins[middle] <= item) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

struct BeginCursors {
  const Offset* turns;
  std::uint32_t* cursors;
  __device__ void operator()(std::uint32_t p) const {
    cursors[p] = static_cast<std::uint32_t>(turns[p + 1ULL] - turns[p]);
  }
};

// Asks from an entry on until a place that was free is found, or a list ends. Returns how many
// entries.
__device__ std::uint64_t follow(const TurnArguments& a, std::uint64_t proposer, Offset number) {
  std::uint64_t asked = 0;
  // Ends: each turn asks another entry.
  while (number < a.lists.offsets[proposer + 1]) {
    ++asked;
    const ListEntry entry = a.lists.read(number);
    const std::uint64_t word = a.layout.word(entry, number);
    std::uint64_t left = word;
    if (word < a.receivers.bound(entry.receiver())) {
      left = a.receivers.offer(entry.receiver(), word);
    }
    if (left == WordLayout::k_free) break;
    if (left != word) {
      proposer = owner_of(a.lists.offsets, a.num_proposers, a.layout.entry_of(left));
    }
    // Relaxed: each turn takes another entry, and lists do not change.
    number = a.lists.offsets[proposer] +
             Shared<std::uint32_t>(a.cursors[proposer]).fetch_add(1, cuda::memory_order_relaxed);
  }
  return asked;
}

__global__ void __launch_bounds__(k_threads) follow_turns(const __grid_constant__ TurnArguments a) {
  const std::uint64_t turns = a.turns[a.num_proposers];
  const std::uint64_t stride = std::uint64_t{gridDim.x} * k_threads;
  std::uint64_t asked = 0;
  for (std::uint64_t turn = std::uint64_t{blockIdx.x} * k_threads + threadIdx.x; turn < turns;
       turn += stride) {
    const std::uint64_t proposer = owner_of(a.turns, a.num_proposers, turn);
    asked += follow(a, proposer, a.lists.offsets[proposer] + (turn - a.turns[proposer]));
  }
  if (asked != 0) Shared<std::uint64_t>(*a.asked).fetch_add(asked, cuda::memory_order_relaxed);
}

}  // namespace

void run_turns(const DeviceProposersView& lists, WordLayout layout,
               const DeviceStableBuffers& buffers, DeviceStream stream) {
  const TurnArguments arguments{
      .lists = {lists.offsets.data(), lists.entries.data(), lists.entries.size()},
      .num_proposers = lists.num_proposers,
      .turns = lists.turns.data(),
      .layout = layout,
      .receivers = {buffers.words, lists.places.data()},
      .cursors = buffers.cursors,
      .asked = buffers.counters + 1};
  parallel::for_each(lists.num_proposers, BeginCursors{arguments.turns, arguments.cursors}, stream);
  const std::uint32_t resident =
      parallel::resident_blocks(&follow_turns, k_threads, lists.num_turns);
  follow_turns<<<resident, k_threads, 0, stream>>>(arguments);
  parallel::check_launch("follow turns");
}

}  // namespace hypermatch::detail::stable_matching
