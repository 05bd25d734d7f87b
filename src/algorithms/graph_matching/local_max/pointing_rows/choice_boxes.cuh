// SPDX-License-Identifier: MIT
// The kernels of `filtered` that only several devices need. A vertex that is left and whose choice
// belongs to another device sends its choice there. Two that are each other's choice are in both
// devices' boxes of one exchange, so that both devices match them. Each device also tells which of
// its vertices are gone, and lists the words of its bitmap in which some are not: nothing else is
// looked at any more. Devices read what others send where it is; it has two places, in turn, since
// it is read while the next is written.
#pragma once

#include <cstdint>

#include "algorithms/graph_matching/local_max/pointing_rows/filtered.cuh"
#include "parallel/device/outboxes.cuh"

namespace hypermatch::detail::graph_matching::device {

/// A vertex of the sender, and its choice.
struct SentChoice {
  VertexId from;
  VertexId to;
};

/// A word of the bitmap of all vertices.
struct SentBits {
  std::uint32_t word;
  std::uint32_t gone;
};

/// Said by a device once per exchange.
struct PartNews {
  unsigned long long sent[parallel::k_most_parts];  ///< choices to each part
  unsigned long long left;                          ///< vertices
  unsigned long long received;                      ///< bytes, in all exchanges but the next
  std::uint32_t num_bits;                           ///< words of the bitmap that are told
  std::uint32_t num_words;                          ///< of these, those with vertices that are left
  std::uint32_t exchanges;                          ///< that found something to do
  std::uint32_t rounds;
  std::uint32_t unfinished;  ///< rounds were given up
};

/// Written by send_choices, with news that are all 0 but for what receive_choices wrote.
struct SentBoxes {
  parallel::Outboxes<SentChoice> boxes;
  SentBits* bits;
  std::uint32_t* words;  ///< of the bitmap, in any order
  PartNews* news;
};

/// Words that a block of send_choices takes at once: listed ones have vertices that are left.
constexpr std::uint32_t k_sent_words = k_round_threads;
constexpr std::uint32_t k_listed_words = 64;

struct SendShared {
  parallel::BlockPlaces places;
  std::uint32_t words[k_sent_words];  ///< those with vertices that are left
  std::uint32_t gone[k_sent_words];
  std::uint32_t num_words;
  std::uint32_t first_place;
};

/// A block's part of what a device sends. `kListed`: of listed words, else of all words of the
/// part.
template <bool kListed>
class Sender {
 public:
  __device__ Sender(const FilteredState& state, const std::uint32_t* first,
                    const ListedWords& listed, const parallel::VertexParts& parts, unsigned own,
                    const SentBoxes& sent, SendShared& shared)
      : state_(state),
        first_(first),
        listed_(listed),
        parts_(parts),
        own_(own),
        sent_(sent),
        shared_(shared) {
    const std::uint32_t n = state.arcs.num_vertices;
    count_ = n / 32 + (n % 32 != 0 ? 1 : 0) - state.first_row / 32;
    if constexpr (kListed) count_ = *listed.count;
  }

  __device__ void run() {
    const bool is_over = kListed && state_.control->is_over != 0;
    if (blockIdx.x == 0 && threadIdx.x == 0) {
      sent_.news->rounds = state_.control->rounds;
      sent_.news->unfinished = state_.control->unfinished;
      sent_.news->num_bits = is_over ? 0 : count_;
    }
    if (is_over) return;
    for (std::uint32_t at = blockIdx.x * k_chunk; at < count_; at += gridDim.x * k_chunk) {
      if (threadIdx.x == 0) shared_.num_words = 0;
      __syncthreads();
      tell_bits(at);
      __syncthreads();
      list_words();
      constexpr std::uint32_t k_words = k_round_warps * k_at_once;
      for (std::uint32_t i = 0; i < shared_.num_words; i += k_words) send(i);
      __syncthreads();  // before the list is emptied
    }
    left_ = __reduce_add_sync(k_all_lanes, left_);
    if (threadIdx.x % 32 == 0 && left_ != 0) {
      atomicAdd(&sent_.news->left, static_cast<unsigned long long>(left_));
    }
  }

 private:
  static constexpr std::uint32_t k_at_once = 4;
  static constexpr std::uint32_t k_chunk = kListed ? k_listed_words : k_sent_words;
  static_assert(k_chunk <= k_round_threads);

  __device__ void tell_bits(std::uint32_t at) {
    const std::uint32_t place = at + threadIdx.x;
    if (threadIdx.x < k_chunk && place < count_) {
      const std::uint32_t word = kListed ? listed_.words[place] : state_.first_row / 32 + place;
      const std::uint32_t gone = state_.gone.words[word];
      sent_.bits[place] = {word, gone};
      const std::uint32_t vertices = min(state_.arcs.num_vertices - word * 32, 32U);
      const std::uint32_t left =
          static_cast<std::uint32_t>(__popc(~gone & (~0U >> (32 - vertices))));
      if (left == 0) return;
      left_ += left;
      const std::uint32_t i = atomicAdd(&shared_.num_words, 1U);
      shared_.words[i] = word;
      shared_.gone[i] = gone;
    }
  }
  __device__ void list_words() {
    if (threadIdx.x == 0 && shared_.num_words != 0) {
      shared_.first_place = atomicAdd(&sent_.news->num_words, shared_.num_words);
    }
    __syncthreads();
    const std::uint32_t i = threadIdx.x;
    if (i < shared_.num_words) sent_.words[shared_.first_place + i] = shared_.words[i];
  }
  // The choices of vertices in some words from place i on, by all threads.
  __device__ void send(std::uint32_t i) {
    const std::uint32_t lane = threadIdx.x % 32;
    SentChoice items[k_at_once];
    unsigned to[k_at_once];
#pragma unroll
    for (std::uint32_t j = 0; j < k_at_once; ++j) {
      const std::uint32_t place = i + threadIdx.x / 32 * k_at_once + j;
      const bool inside = place < shared_.num_words;
      const std::uint32_t v = inside ? shared_.words[place] * 32 + lane : 0;
      const bool is_left =
          inside && v < state_.arcs.num_vertices && (shared_.gone[place] >> lane & 1U) == 0;
      items[j] = {v, load_if(is_left, first_, v - state_.first_row, k_none)};
    }
#pragma unroll
    for (std::uint32_t j = 0; j < k_at_once; ++j) {
      // Choices may be pending if rounds were given up.
      to[j] = items[j].to >= k_pending ? own_ : parts_.part_of(items[j].to);
      if (to[j] == own_) to[j] = parallel::k_most_parts;
    }
    parallel::put_by_block(sent_.boxes, to, items, shared_.places);
  }

  const FilteredState& state_;
  const std::uint32_t* first_;
  const ListedWords& listed_;
  const parallel::VertexParts& parts_;
  unsigned own_;
  const SentBoxes& sent_;
  SendShared& shared_;
  std::uint32_t count_;
  std::uint32_t left_ = 0;
};

template <bool kListed>
__global__ void __launch_bounds__(k_round_threads)
    send_choices(const __grid_constant__ FilteredState state,
                 const std::uint32_t* __restrict__ first,
                 const __grid_constant__ ListedWords listed,
                 const __grid_constant__ parallel::VertexParts parts, unsigned own,
                 const __grid_constant__ SentBoxes sent) {
  __shared__ SendShared shared;
  Sender<kListed>(state, first, listed, parts, own, sent, shared).run();
}

/// Seen by a device of each, in whichever memory; of itself the news alone.
struct SeenParts {
  unsigned number;
  unsigned own;
  struct Part {
    const SentChoice* items;
    const SentBits* bits;
    const PartNews* news;
  } parts[parallel::k_most_parts];
};

/// Takes up what the others know to be gone, and matches choices that are mutual: a row of blocks
/// for each part. Makes counters and `news` ready for more rounds, or ends them where nothing is
/// left.
__global__ void __launch_bounds__(k_round_threads)
    receive_choices(const __grid_constant__ FilteredState state,
                    const std::uint32_t* __restrict__ first, const __grid_constant__ SeenParts seen,
                    PartNews* news) {
  __shared__ unsigned long long left;
  if (threadIdx.x == 0) {
    left = 0;
    for (unsigned p = 0; p < seen.number; ++p) left += seen.parts[p].news->left;
  }
  __syncthreads();
  if (blockIdx.y == seen.own) {
    if (blockIdx.x != 0 || threadIdx.x != 0) return;
    PartNews fresh{};
    fresh.received = seen.parts[seen.own].news->received;
    fresh.exchanges = seen.parts[seen.own].news->exchanges + (left != 0 ? 1 : 0);
    for (unsigned p = 0; p < seen.number && left != 0; ++p) {
      if (p == seen.own) continue;
      const PartNews& other = *seen.parts[p].news;
      fresh.received += other.sent[seen.own] * sizeof(SentChoice) +
                        other.num_bits * sizeof(SentBits) + sizeof(PartNews);
    }
    *news = fresh;
    state.control->is_over = left == 0 ? 1 : 0;
    for (int i = 0; i < 4; ++i) {
      state.control->alive[i] = state.control->moved[i] = 0;
      state.control->late_items[i] = state.control->late_slots[i] = 0;
    }
    return;
  }
  if (left == 0) return;
  const SeenParts::Part& part = seen.parts[blockIdx.y];
  const std::uint64_t thread = std::uint64_t{blockIdx.x} * k_round_threads + threadIdx.x;
  const std::uint64_t threads = std::uint64_t{gridDim.x} * k_round_threads;
  const std::uint64_t num_bits = part.news->num_bits;
  for (std::uint64_t i = thread; i < num_bits; i += threads) {
    const SentBits bits = part.bits[i];
    // Others may be setting bits of mutual choices.
    if (bits.gone != 0) atomicOr(&state.gone.words[bits.word], bits.gone);
  }
  const std::uint64_t count = part.news->sent[seen.own];
  for (std::uint64_t i = thread; i < count; i += threads) {
    const SentChoice choice = part.items[i];
    if (first[choice.to - state.first_row] != choice.from) continue;
    state.gone.set(choice.to);
    state.gone.set(choice.from);
  }
}

}  // namespace hypermatch::detail::graph_matching::device
