// SPDX-License-Identifier: MIT
// Shared state of the blocks of `filtered` on a device: words in memory, thresholds, and the
// schedule of batches and rounds, which every thread computes on its own.
#pragma once

#include <cstdint>

#include "algorithms/hypergraph_matching/local_max/competing_batches/arena.cuh"
#include "algorithms/hypergraph_matching/local_max/competing_batches/codes.hpp"
#include "algorithms/hypergraph_matching/local_max/competing_batches/tuning.hpp"
#include "algorithms/hypergraph_matching/local_max/competing_batches/words.cuh"
#include "base/random.hpp"
#include "parallel/device/grid.cuh"

namespace hypermatch::detail::hypergraph_matching::filtered {

constexpr std::uint32_t k_threads = 256;
constexpr std::uint32_t k_warps = k_threads / 32;
constexpr std::uint32_t k_samples = 2048;
constexpr std::uint32_t k_upper =
    k_samples / 16;                    // samples above those listed before the first round
constexpr std::uint32_t k_tile = 128;  // edges that a warp scans at a time
constexpr std::uint32_t k_max_blocks = 511;
constexpr std::uint64_t k_least_width = 0xFFFF;
constexpr std::uint32_t k_pieces = 32;      // of a batch's codes
constexpr std::uint32_t k_enough_gaps = 4;  // among frequent priorities, for finer pieces

/// Words that all blocks share; those in front of the sample are zeroed before the launch.
struct Control {
  std::uint32_t barrier;
  DeviceFilteredEnd end;
  std::uint32_t rounds;
  std::uint32_t rounds_with_ties;  ///< in which edges with one code met
  parallel::GridSums sums;
  std::uint64_t sample[k_samples];  ///< falling
  std::uint32_t matched_in_block[k_max_blocks];
};

/// Stages of the kernel: while pins are still being sent to the device, the part that needs no pins
/// runs first.
enum class Stage : std::uint32_t { all, without_pins, with_pins };

template <class Words>
struct BatchArguments {
  Stage stage = Stage::all;
  typename Words::Vertices arena;
  Words words;
  std::uint32_t num_vertices;
  std::uint32_t num_edges;
  std::uint64_t num_slots;
  Ties ties;
  std::uint32_t* matched_edges;  ///< bitmap
  void* candidates;              ///< `share` of them for each warp
  std::uint32_t share;
  std::uint64_t* upper;  ///< (priority image, edge) of uppermost edges, `upper_share` for each warp
  std::uint32_t upper_share;
  std::uint32_t* num_upper;  ///< of each warp; more than upper_share: they are not all listed
  Control* control;
  EdgeId* edges;
  std::uint64_t* count;
  float target_competitors;  ///< candidates wanted at first
  float growth;
  std::uint32_t rounds_before_refill;
  std::uint32_t stubborn_rounds;
  std::uint32_t codes;
};

/// The key by which batches are formed.
template <class Words>
__device__ std::uint64_t key_of(const BatchArguments<Words>& a, std::uint32_t e,
                                std::uint32_t image) {
  return a.words.key(e, image, a.arena.mixer(a.words.origin(e)));
}

/// Whether edge e is above f in the order.
template <class Words>
__device__ bool is_above(const BatchArguments<Words>& a, std::uint32_t e, std::uint32_t f) {
  const std::uint64_t mine = a.words.exact(e);
  const std::uint64_t its = a.words.exact(f);
  if (mine != its) return mine > its;
  return a.arena.mixer(a.words.origin(e)) > a.arena.mixer(a.words.origin(f));
}

/// Counters of the warps of a block in one phase, in shared memory; zero between phases.
struct Tally {
  std::uint32_t edges;
  std::uint32_t warps_without_room;
  std::uint32_t warps_with_ties;
  std::uint64_t all;  // of all blocks

  // Edges are fewer than 2^32.
  static constexpr std::uint64_t k_without_room = std::uint64_t{1} << 32;
  static constexpr std::uint64_t k_with_ties = std::uint64_t{1} << 41;
  static_assert(k_max_blocks * k_without_room < k_with_ties);
  static_assert(k_max_blocks < parallel::GridSums::k_limit / k_with_ties);

  __device__ std::uint64_t take() {
    const std::uint64_t mine = edges + (warps_without_room != 0 ? k_without_room : 0) +
                               (warps_with_ties != 0 ? k_with_ties : 0);
    edges = warps_without_room = warps_with_ties = 0;
    return mine;
  }
};

/// How often each sampled key stands in the sample. Few warps, which have few edges, rank a smaller
/// sample: all against all is what takes time.
__device__ inline std::uint32_t copies_of_samples(std::uint32_t num_warps) {
  return num_warps >= 1024 ? 1 : num_warps >= 256 ? 2 : num_warps >= 64 ? 4 : 8;
}

// The falling thresholds: every warp ranks some of the sample. Positions are hashed, so that the
// answer's way is the same in every run.
template <class Words>
__device__ void draw_sample(const BatchArguments<Words>& a, std::uint64_t* keys, std::uint32_t warp,
                            std::uint32_t num_warps) {
  const std::uint32_t copies = copies_of_samples(num_warps);
  const std::uint32_t distinct = k_samples / copies;
  for (std::uint32_t i = threadIdx.x; i < distinct; i += k_threads) {
    const auto e =
        static_cast<std::uint32_t>((base::splitmix64(i) >> 32) * std::uint64_t{a.num_edges} >> 32);
    keys[i] = key_of(a, e, Words::image(a.words.word(e)));
  }
  __syncthreads();
  const std::uint32_t lane = threadIdx.x % 32;
  for (std::uint32_t i = warp; i < distinct; i += num_warps) {
    const std::uint64_t key = keys[i];
    std::uint32_t above = 0;
    for (std::uint32_t j = lane; j < distinct; j += 32) {
      above += keys[j] > key || (keys[j] == key && j < i) ? 1 : 0;
    }
    above = __reduce_add_sync(k_all_lanes, above);
    if (lane < copies) a.control->sample[above * copies + lane] = key;
  }
}

/// How many of the gaps between sampled priorities this thread of the block finds next to
/// priorities that many edges have. Edges in a linear piece of codes that spans some of them have
/// one code for each priority. Next to a very frequent one the gap counts as enough.
__device__ inline std::uint32_t gaps_in_sample(const Control& control, std::uint32_t copies) {
  const auto repeats = [&](std::uint32_t i, std::uint32_t j) {
    return i < k_samples && j < k_samples && control.sample[i] != control.sample[j] &&
           control.sample[i] >> 32 == control.sample[j] >> 32;
  };
  std::uint32_t gaps = 0;
  for (std::uint32_t i = threadIdx.x; i + 1 < k_samples; i += k_threads) {
    if ((control.sample[i] >> 32) - (control.sample[i + 1] >> 32) < 2) continue;
    constexpr std::uint32_t k_many = 8;
    if (repeats(i - k_many * copies, i) || repeats(i + 1, i + 1 + k_many * copies)) {
      gaps += k_enough_gaps;
    } else if (repeats(i - copies, i) || repeats(i + 1, i + 1 + copies)) {
      ++gaps;
    }
  }
  return gaps;
}

/// The batches and rounds. Each block follows them on its own, by the same words.
struct RoundSchedule {
  std::uint64_t top;  // keys above are in
  bool all_in;
  bool first;
  bool finely;         // tells codes apart between all sampled keys
  std::uint32_t rank;  // sampled keys above or equal to the last threshold
  float step;          // sampled keys in the next batch
  float target_competitors;
  std::uint64_t narrowed;  // threshold of a batch that had no room when it was larger
  std::uint32_t waited;
  std::uint32_t stubborn;
  std::uint32_t free_codes;  // above them are the codes of batches that are in

  // State of this round:
  bool enters;
  std::uint32_t next_rank;
  std::uint64_t threshold;
  std::uint32_t codes;  // of its batch, the uppermost of the free ones

  __device__ void begin(float first_target_competitors, float samples_of_target, bool has_gaps) {
    top = ~std::uint64_t{0};
    finely = has_gaps;
    all_in = enters = false;
    first = true;
    rank = next_rank = waited = stubborn = free_codes = codes = 0;
    step = min(samples_of_target, k_samples * 0.5F);
    target_competitors = first_target_competitors;
    narrowed = threshold = 0;
  }

  /// `candidates` of the last round.
  template <class Words>
  __device__ void begin_round(const Control& control, std::uint32_t candidates,
                              const BatchArguments<Words>& a) {
    enters = !all_in && (first || static_cast<float>(candidates) <= target_competitors ||
                         waited >= a.rounds_before_refill);
    if (!enters) return;
    if (candidates == 0) {
      free_codes = a.codes;
    } else if (free_codes < 2 || free_codes < a.codes / 256) {
      enters = false;  // until none competes: many would share the few that are left
      return;
    }
    if (narrowed != 0) {
      next_rank = rank;
      threshold = narrowed;
    } else {
      next_rank = rank + (step > 1.0F ? static_cast<std::uint32_t>(step) : 1U);
      // A small rest of the sample joins this batch instead of a last one.
      if (static_cast<float>(next_rank) + 1.1F * step >= k_samples) next_rank = k_samples;
      threshold = next_rank >= k_samples ? 0 : control.sample[next_rank - 1];
      if (threshold > top) threshold = top;
    }
    codes = codes_of_batch(free_codes, next_rank - rank, k_samples - rank, a.growth);
  }

  /// Part i of the batch's codes. A key's is the first one whose `low` is not above it, or the last
  /// one, which all parts beyond the last are like.
  __device__ CodePiece piece(const Control& control, std::uint32_t i) const {
    const std::uint32_t taken = next_rank - rank;
    std::uint32_t parts = taken < k_pieces ? taken : k_pieces;
    if (parts == 0 || codes < 2 * parts) parts = 1;
    if (i >= parts) i = parts - 1;
    const std::uint64_t* const its_sample = control.sample + rank;
    std::uint64_t low = i + 1 < parts ? its_sample[(i + 1) * taken / parts - 1] : threshold;
    std::uint64_t high = i > 0 ? its_sample[i * taken / parts - 1] - 1 : top;
    if (low < threshold) low = threshold;
    if (high > top) high = top;
    bound(control, parts, i, low, high);
    const std::uint32_t its_codes = codes / parts;
    // Nothing is in a part that begins above its end.
    return code_piece(low, high > low ? high : low, free_codes - (i + 1) * its_codes, its_codes);
  }

  /// The code of a key, with a part of the codes for each interval between neighbouring sampled
  /// keys. Also separates keys if many edges share a priority and priorities have gaps between
  /// them. Slower to compute.
  __device__ std::uint32_t fine_code(const Control& control, std::uint64_t key) const {
    const std::uint32_t taken = next_rank - rank;
    const std::uint32_t parts = taken == 0 || codes / taken < 8 ? 1 : taken;
    const std::uint64_t* const its_sample = control.sample + rank;
    // The first part that does not begin above the key, or the last one. Ends: the interval
    // shrinks.
    std::uint32_t i = 0;
    for (std::uint32_t last = parts - 1; i < last;) {
      const std::uint32_t middle = (i + last) / 2;
      if (its_sample[middle] > key) {
        i = middle + 1;
      } else {
        last = middle;
      }
    }
    std::uint64_t low = i + 1 < parts ? its_sample[i] : threshold;
    std::uint64_t high = i > 0 ? its_sample[i - 1] - 1 : top;
    if (low < threshold) low = threshold;
    if (high > top) high = top;
    bound(control, parts, i, low, high);
    const std::uint32_t its_codes = codes / parts;
    const std::uint32_t first = free_codes - (i + 1) * its_codes;
    // Nothing is in a part that begins above its end.
    if (high < low) high = low;
    // If many edges share a priority, the gaps between priorities hold no keys.
    const std::uint64_t low_end = low | ~std::uint32_t{0};
    const std::uint64_t high_begin = high >> 32 << 32;
    const std::uint32_t quarter = its_codes / 4;
    if (low_end >= high_begin || quarter < 2) return code_piece(low, high, first, its_codes)(key);
    if (key <= low_end) return code_piece(low, low_end, first, quarter)(key);
    if (key >= high_begin) {
      return code_piece(high_begin, high, first + its_codes - quarter, quarter)(key);
    }
    return code_piece(low_end + 1, high_begin, first + quarter, its_codes - 2 * quarter)(key);
  }

  /// Beyond the sample few are left: not many times as wide as what a few samples span.
  __device__ void bound(const Control& control, std::uint32_t parts, std::uint32_t i,
                        std::uint64_t& low, std::uint64_t& high) const {
    const std::uint64_t* const sample = control.sample;
    if (rank == 0 && i == 0 && parts > 1) {
      const std::uint64_t width = 2 * (sample[0] - sample[4]) | k_least_width;
      if (top - sample[0] > width) high = sample[0] + width;
    }
    if (next_rank == k_samples && i + 1 == parts) {
      const std::uint64_t width =
          2 * (sample[k_samples - 5] - sample[k_samples - 1]) | k_least_width;
      if (sample[k_samples - 1] > width && sample[k_samples - 1] - width > threshold) {
        low = sample[k_samples - 1] - width;
      }
    }
  }

  template <class Words>
  __device__ void end_round(bool overflowed, std::uint32_t candidates, std::uint32_t winners,
                            float edges_a_sample, const BatchArguments<Words>& a) {
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
        // Many edges may have one key. If they find no room after others have left, no edge wins
        // any more, and the run ends as if the instance were a chain.
        if (top == threshold) ++stubborn;
      }
      return;
    }
    narrowed = 0;
    free_codes -= codes;
    rank = next_rank;
    all_in = threshold == 0;
    top = threshold - 1;
    if (winners > candidates / 2) target_competitors *= winners > candidates / 4 * 3 ? 4.0F : 2.0F;
    a.arena.bound_competitors(target_competitors);
    // The next step, in sampled keys, leaves about target_competitors candidates if the next batch
    // keeps the same share of its edges as this one.
    const float taken = step;
    const float kept = static_cast<float>(candidates) / (taken * edges_a_sample);
    step = target_competitors / (kept > 1e-6F ? kept : 1e-6F) / edges_a_sample;
    if (step < taken) step = taken;
    if (step > taken * a.growth) step = taken * a.growth;
  }
};

}  // namespace hypermatch::detail::hypergraph_matching::filtered
