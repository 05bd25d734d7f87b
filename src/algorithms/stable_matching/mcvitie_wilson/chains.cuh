// SPDX-License-Identifier: MIT
// Chains of displaced proposers: a thread continues the proposer that it displaced. Of a displaced
// one it knows nothing but the word that it took away: that names the entry to ask next. Receivers'
// words are all that threads share, each is complete in itself and only falls: relaxed accesses
// suffice, and a word that was read early at most costs an offer in vain.
#pragma once

#include <cstdint>
#include <cuda/atomic>

#include "algorithms/stable_matching/common/device/problem.hpp"
#include "parallel/device/check.cuh"
#include "parallel/device/warp.cuh"

namespace hypermatch::detail::stable_matching::device {

using parallel::k_all_lanes;
using parallel::lane_of_warp;
inline constexpr std::uint32_t k_threads = 256;
inline constexpr std::uint32_t k_warps = k_threads / 32;

template <class T>
using Shared = cuda::atomic_ref<T, cuda::thread_scope_device>;

/// Lists in memory, one after the other. An entry's number is its place in all of them.
struct ListedEntries {
  const Offset* offsets;
  const std::uint64_t* entries;
  std::uint64_t num_entries;

  /// The first entry of a proposer, or none.
  [[nodiscard]] __device__ std::uint64_t first_of(std::uint64_t proposer) const {
    const Offset begin = offsets[proposer];
    return begin == offsets[proposer + 1] ? WordLayout::k_no_entry : begin;
  }
  [[nodiscard]] __device__ bool has(std::uint64_t number) const { return number < num_entries; }
  [[nodiscard]] __device__ ListEntry read(std::uint64_t number) const {
    return {__ldg(entries + number)};
  }
};

/// One list that all proposers have, and one that all receivers have; both sides are numbered by
/// these, so that a proposer's number is its rank. An entry's number is the proposer, and in the
/// low bits the receiver.
struct SharedEntries {
  std::uint32_t length;
  std::uint32_t place_bits;  ///< of numbers up to length + 31

  [[nodiscard]] __device__ std::uint64_t place_of(std::uint64_t number) const {
    return number & ((std::uint64_t{1} << place_bits) - 1);
  }
  [[nodiscard]] __device__ std::uint64_t first_of(std::uint64_t proposer) const {
    return length == 0 ? WordLayout::k_no_entry : proposer << place_bits;
  }
  [[nodiscard]] __device__ bool has(std::uint64_t number) const {
    return place_of(number) < length;
  }
  [[nodiscard]] __device__ ListEntry read(std::uint64_t number) const {
    const auto place = static_cast<VertexId>(place_of(number));
    ListEntry entry = ListEntry::of(place, static_cast<std::uint32_t>(number >> place_bits));
    if (place + 1 == length) entry.bits |= ListEntry::k_last;
    return entry;
  }
};

template <class Lists>
struct ChainArguments {
  Lists lists;
  std::uint64_t num_proposers;
  WordLayout layout;
  std::uint64_t* words;  ///< one per place of receivers
  const Offset* places;  ///< where those of each receiver begin; null: one each
  std::uint64_t* counters;
  std::uint32_t lanes = 32;  ///< of a warp that begin chains
  std::uint32_t batch = 32;  ///< proposers that a warp is handed at once
};

template <bool has_capacities>
struct Receivers {
  std::uint64_t* words;
  const Offset* places;

  [[nodiscard]] __device__ std::uint64_t load(std::uint64_t place) const {
    return Shared<std::uint64_t>(words[place]).load(cuda::memory_order_relaxed);
  }
  /// What a proposal must be below to be accepted.
  [[nodiscard]] __device__ std::uint64_t bound(VertexId r) const {
    if constexpr (has_capacities) {
      const Offset end = places[r + std::size_t{1}];
      return places[r] == end ? 0 : load(end - 1);
    } else {
      return load(r);
    }
  }
  /// Returns the word that is left without a place: `word` itself if it is refused.
  __device__ std::uint64_t offer(VertexId r, std::uint64_t word) const {
    if constexpr (has_capacities) {
      // Each place keeps the best word that came to it and hands the other one on, so that in the
      // end the places hold the best words in order.
      const Offset end = places[r + std::size_t{1}];
      for (Offset place = places[r]; place < end && word != WordLayout::k_free; ++place) {
        if (word < load(place)) word = put(place, word);
      }
      return word;
    } else {
      return put(r, word);
    }
  }

 private:
  // Leaves the better one in the place, and returns the other one.
  __device__ std::uint64_t put(std::uint64_t place, std::uint64_t word) const {
    const std::uint64_t before =
        Shared<std::uint64_t>(words[place]).fetch_min(word, cuda::memory_order_relaxed);
    return before < word ? word : before;
  }
};

template <class Lists, bool has_capacities>
struct Chains {
  const ChainArguments<Lists>& a;
  const Receivers<has_capacities> receivers{a.words, a.places};

  /// Asks an entry. Returns the next one of the chain: of the same proposer if it is refused.
  [[nodiscard]] __device__ std::uint64_t ask(std::uint64_t number, std::uint64_t& asked) const {
    const ListEntry entry = a.lists.read(number);
    std::uint64_t word = a.layout.word(entry, number);
    if (word < receivers.bound(entry.receiver())) word = receivers.offer(entry.receiver(), word);
    ++asked;
    return a.layout.next_of(word);
  }
};

/// A team of `width` lanes that follows one chain; a warp has several, of one width. All lanes of
/// the warp call each function.
template <class Lists, bool has_capacities>
class Team {
 public:
  __device__ Team(const Chains<Lists, has_capacities>& chains, std::uint32_t lane)
      : chains_(chains), lane_(lane) {}

  [[nodiscard]] __device__ bool leads() const {
    return next_ != WordLayout::k_no_entry && rank_ == 0;
  }
  [[nodiscard]] __device__ std::uint64_t next() const { return next_; }
  [[nodiscard]] __device__ std::uint32_t width() const { return width_; }
  [[nodiscard]] __device__ std::uint64_t asked() const { return asked_; }

  __device__ void take(std::uint32_t width, std::uint64_t next) {
    width_ = width;
    rank_ = lane_ & (width - 1);
    next_ = next;
    entry_ = look(next);
  }

  /// The next entries of the chain up to the first one that is accepted, if one of `width` is.
  __device__ void step() {
    const auto& a = chains_.a;
    const std::uint32_t base = lane_ - rank_;
    const std::uint64_t number = next_ + rank_;
    const bool goes_on = next_ != WordLayout::k_no_entry;
    const std::uint32_t lasts = of_team(__ballot_sync(k_all_lanes, goes_on && entry_.is_last()));
    const std::uint32_t length = lasts != 0 ? first_of(lasts) + 1 : width_;
    std::uint64_t bound = 0;
    std::uint64_t word = 0;
    if (goes_on && rank_ < length) {
      word = a.layout.word(entry_, number);
      bound = chains_.receivers.bound(entry_.receiver());
    }
    const std::uint32_t wishes = of_team(__ballot_sync(k_all_lanes, word < bound));
    const std::uint32_t chosen = wishes != 0 ? first_of(wishes) : 0;
    const std::uint64_t seen = __shfl_sync(k_all_lanes, bound, static_cast<int>(base + chosen));
    // Where the chain probably goes on is read while the offer is under way.
    const std::uint64_t likely = wishes != 0  ? a.layout.next_of(seen)
                                 : lasts != 0 ? WordLayout::k_no_entry
                                              : next_ + width_;
    const ListEntry ahead = look(goes_on ? likely : WordLayout::k_no_entry);
    std::uint64_t next = likely;
    if (wishes != 0 && rank_ == chosen) {
      next = a.layout.next_of(chains_.receivers.offer(entry_.receiver(), word));
    }
    next = __shfl_sync(k_all_lanes, next, static_cast<int>(base + chosen));
    if (!goes_on) return;
    if (rank_ == 0) asked_ += wishes != 0 ? chosen + 1 : length;
    entry_ = next == likely ? ahead : look(next);
    next_ = next;
  }

 private:
  [[nodiscard]] __device__ static std::uint32_t first_of(std::uint32_t lanes) {
    return static_cast<std::uint32_t>(__ffs(static_cast<int>(lanes))) - 1;
  }
  [[nodiscard]] __device__ std::uint32_t of_team(std::uint32_t lanes) const {
    const std::uint32_t mine = width_ == 32 ? k_all_lanes : (1U << width_) - 1;
    return lanes >> (lane_ - rank_) & mine;
  }
  // This lane's entry of those from `number` on.
  [[nodiscard]] __device__ ListEntry look(std::uint64_t number) const {
    if (number == WordLayout::k_no_entry) return {};
    const std::uint64_t mine = number + rank_;
    return chains_.a.lists.has(mine) ? chains_.a.lists.read(mine) : ListEntry{};
  }

  const Chains<Lists, has_capacities>& chains_;
  std::uint32_t lane_;
  std::uint32_t width_ = 1;
  std::uint32_t rank_ = 0;
  std::uint64_t next_ = WordLayout::k_no_entry;
  std::uint64_t asked_ = 0;
  ListEntry entry_;
};

/// Chains of a warp whose lanes are shared out: two for each at least.
inline constexpr int k_most_teams = 16;

/// Adds up what the lanes of a warp asked.
__device__ inline void count_asked(std::uint64_t* counters, std::uint64_t asked) {
  asked = parallel::sum_of_warp(asked);
  if (lane_of_warp() == 0 && asked != 0) {
    Shared<std::uint64_t>(counters[1]).fetch_add(asked, cuda::memory_order_relaxed);
  }
}

/// The lanes of a warp shared out to the chains of some of them, until all have ended. Returns what
/// was asked by the teams that this lane led.
template <class Lists, bool has_capacities>
__device__ std::uint64_t follow_in_teams(const Chains<Lists, has_capacities>& chains,
                                         std::uint32_t lane, std::uint64_t next,
                                         std::uint64_t* slots) {
  Team<Lists, has_capacities> team(chains, lane);
  team.take(1, next);
  // Ends: each turn asks at least one more entry of each chain.
  while (true) {
    const std::uint32_t leaders = __ballot_sync(k_all_lanes, team.leads());
    if (leaders == 0) return team.asked();
    const auto count = static_cast<std::uint32_t>(__popc(leaders));
    // As many lanes for each chain as there are, a power of two.
    const std::uint32_t width = 32U >> (32 - __clz(static_cast<int>(count - 1)));
    if (width > team.width()) {
      if (team.leads()) slots[__popc(leaders & ((1U << lane) - 1))] = team.next();
      __syncwarp();
      const std::uint32_t chain = lane / width;
      const std::uint64_t moved = chain < count ? slots[chain] : WordLayout::k_no_entry;
      __syncwarp();
      team.take(width, moved);
    }
    team.step();
  }
}

template <class Lists, bool has_capacities>
__global__ void __launch_bounds__(k_threads)
    follow_alone(const __grid_constant__ ChainArguments<Lists> a) {
  const Chains<Lists, has_capacities> chains{a};
  std::uint64_t asked = 0;
  const std::uint64_t stride = std::uint64_t{gridDim.x} * k_threads;
  for (std::uint64_t p = std::uint64_t{blockIdx.x} * k_threads + threadIdx.x; p < a.num_proposers;
       p += stride) {
    std::uint64_t next = a.lists.first_of(p);
    // Ends: each step asks another entry.
    while (next != WordLayout::k_no_entry) next = chains.ask(next, asked);
  }
  __syncwarp();
  count_asked(a.counters, asked);
}

/// All places free, and nothing counted. Enqueued only.
inline void clear_words(const DeviceStableBuffers& buffers, std::uint64_t places,
                        DeviceStream stream) {
  HYPERMATCH_CUDA_CALL(
      cudaMemsetAsync(buffers.words, 0xFF, places * sizeof(std::uint64_t), stream));
  HYPERMATCH_CUDA_CALL(
      cudaMemsetAsync(buffers.counters, 0, k_stable_counters * sizeof(std::uint64_t), stream));
}

}  // namespace hypermatch::detail::stable_matching::device
