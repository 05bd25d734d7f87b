// SPDX-License-Identifier: MIT
// What the blocks of `filtered` on a device share: words in memory, where priorities come from,
// thresholds, and the course of batches and rounds, which every thread follows on its own.
#pragma once

#include <cstdint>

#include "algorithms/hypergraph_matching/local_max/device_filtered.hpp"
#include "algorithms/hypergraph_matching/local_max/device_filtered_arena.cuh"
#include "base/edge_order.hpp"
#include "base/random.hpp"

namespace hypermatch::detail::hypergraph_matching::filtered {

constexpr std::uint32_t k_threads = 256;
constexpr std::uint32_t k_warps = k_threads / 32;
constexpr std::uint32_t k_samples = 2048;
constexpr std::uint32_t k_tile = 128;  // edges that a warp scans at a time
constexpr std::uint32_t k_max_blocks = 4096;

/// Words that all blocks share; zeroed before the launch.
struct Control {
  std::uint32_t barrier;
  DeviceFilteredEnd end;
  std::uint32_t rounds;
  std::uint32_t last_tag;  ///< slots hold words of no later round
  unsigned long long pins_of_winners;
  unsigned long long matched_vertices;
  std::uint32_t candidates[4];  ///< of round r: [r % 4]
  std::uint32_t winners[4];
  std::uint32_t overflow[4];        ///< a warp had no room for its candidates
  std::uint64_t sample[k_samples];  ///< falling
  std::uint32_t matched_in_block[k_max_blocks];
};

/// Where priorities come from: a word an edge and what it stands for, and the number by which the
/// edge goes. Edges whose image is outside `least` .. `most` take no part.
struct OwnNumbers {
  /// Edges are all of an instance: the kernel clears the bitmap, and writes the matching in order.
  static constexpr bool k_packed = false;
  __device__ static std::uint32_t origin(std::uint32_t e) { return e; }
};
struct NoWords : OwnNumbers {
  __device__ std::uint32_t word(std::uint64_t) const { return 0; }
  __device__ static std::uint32_t image(std::uint32_t) { return 0; }
  std::uint32_t least = 0;
  std::uint32_t most = 0;
};
struct IntegerWords : OwnNumbers {
  const std::int32_t* weights;
  std::uint32_t least;
  std::uint32_t most;
  __device__ std::uint32_t word(std::uint64_t e) const {
    return static_cast<std::uint32_t>(__ldcs(weights + e));
  }
  __device__ static std::uint32_t image(std::uint32_t word) {
    return base::priority_image(static_cast<std::int32_t>(word));
  }
};
struct PriorityWords : OwnNumbers {
  const std::uint32_t* priorities;
  std::uint32_t least;
  std::uint32_t most;
  __device__ std::uint32_t word(std::uint64_t e) const { return __ldcs(priorities + e); }
  __device__ static std::uint32_t image(std::uint32_t word) { return word; }
};

/// A selection of an instance's edges, none of which meets a vertex of the bitmap that the kernel
/// starts from. Winners are listed by their numbers in the instance, in any order.
struct PackedWords {
  static constexpr bool k_packed = true;
  const std::uint32_t* priorities;
  const EdgeId* origins;
  std::uint32_t least = 0;
  std::uint32_t most = ~std::uint32_t{0};
  __device__ std::uint32_t word(std::uint64_t e) const { return __ldcs(priorities + e); }
  __device__ static std::uint32_t image(std::uint32_t word) { return word; }
  __device__ std::uint32_t origin(std::uint32_t e) const { return origins[e]; }
};

template <class Words>
struct Arguments {
  Arena arena;
  Words words;
  std::uint32_t num_vertices;
  std::uint32_t num_edges;
  std::uint64_t num_slots;
  std::uint32_t* matched_edges;       ///< bitmap; unused for packed edges
  unsigned long long matched_before;  ///< vertices, for packed edges
  void* candidates[2];                ///< `share` of them for each warp, for even and odd rounds
  std::uint32_t share;
  Control* control;
  EdgeId* edges;
  std::uint64_t* count;
  float crowd;  ///< candidates wanted at first
  float growth;
  std::uint32_t patience;
  std::uint32_t stubborn_rounds;
  std::uint32_t tag;  ///< of the last round that used the slots; those beyond `tag` are unused
  int coarser;
};

// The falling thresholds: every warp ranks some of the sample. Positions are hashed, so that the
// answer's way is the same in every run.
template <class Words>
__device__ void draw_sample(const Arguments<Words>& a, std::uint64_t* keys, std::uint32_t warp,
                            std::uint32_t num_warps) {
  for (std::uint32_t i = threadIdx.x; i < k_samples; i += k_threads) {
    const auto e =
        static_cast<std::uint32_t>((base::splitmix64(i) >> 32) * std::uint64_t{a.num_edges} >> 32);
    keys[i] = base::make_key(Words::image(a.words.word(e)), a.arena.mixer(a.words.origin(e)));
  }
  __syncthreads();
  const std::uint32_t lane = threadIdx.x % 32;
  for (std::uint32_t i = warp; i < k_samples; i += num_warps) {
    const std::uint64_t key = keys[i];
    std::uint32_t above = 0;
    for (std::uint32_t j = lane; j < k_samples; j += 32) {
      above += keys[j] > key || (keys[j] == key && j < i) ? 1 : 0;
    }
    above = __reduce_add_sync(k_all_lanes, above);
    if (lane == 0) a.control->sample[above] = key;
  }
}

/// The batches and rounds as all threads of the grid see them: each computes the same from the
/// same words.
struct Course {
  std::uint64_t top = ~std::uint64_t{0};  // keys above are in
  bool all_in = false;
  bool first = true;
  std::uint32_t rank = 0;  // sampled keys above or equal to the last threshold
  float step = 1.0F;       // sampled keys in the next batch
  float crowd = 0.0F;
  std::uint64_t narrowed = 0;  // threshold of a batch that had no room when it was larger
  std::uint32_t waited = 0;
  std::uint32_t stubborn = 0;

  // Of this round:
  bool enters = false;
  std::uint32_t next_rank = 0;
  std::uint64_t threshold = 0;

  __device__ void begin_round(const Control& control, std::uint32_t candidates,
                              std::uint32_t patience) {
    enters = !all_in && (first || static_cast<float>(candidates) <= crowd || waited >= patience);
    if (!enters) return;
    if (narrowed != 0) {
      next_rank = rank;
      threshold = narrowed;
      return;
    }
    next_rank = rank + (step > 1.0F ? static_cast<std::uint32_t>(step) : 1U);
    // What would be left for a last small batch comes along.
    if (static_cast<float>(next_rank) + 0.4F * step >= k_samples) next_rank = k_samples;
    threshold = next_rank >= k_samples ? 0 : control.sample[next_rank - 1];
    if (threshold > top) threshold = top;
  }

  __device__ void end_round(bool overflowed, std::uint32_t candidates, std::uint32_t winners,
                            float edges_a_sample, float growth) {
    if (!overflowed) stubborn = std::uint64_t{winners} * 32 < candidates ? stubborn + 1 : 0;
    if (!enters) {
      ++waited;
      return;
    }
    waited = 0;
    first = false;
    if (overflowed) {
      // Ends: a batch of one key fits, as soon as old candidates have left.
      if (next_rank > rank + 1) {
        step = static_cast<float>(next_rank - rank) * 0.25F;
        narrowed = 0;
      } else {
        narrowed = threshold + (top - threshold) / 2 + (top > threshold ? 1 : 0);
      }
      return;
    }
    narrowed = 0;
    rank = next_rank;
    all_in = threshold == 0;
    top = threshold - 1;
    if (winners > candidates / 2) crowd *= winners > candidates / 4 * 3 ? 4.0F : 2.0F;
    // So many new edges that about a crowd of them is left, if as many are dropped as of these.
    const float taken = step;
    const float kept = static_cast<float>(candidates) / (taken * edges_a_sample);
    step = crowd / (kept > 1e-6F ? kept : 1e-6F) / edges_a_sample;
    if (step < taken) step = taken;
    if (step > taken * growth) step = taken * growth;
  }
};

}  // namespace hypermatch::detail::hypergraph_matching::filtered
