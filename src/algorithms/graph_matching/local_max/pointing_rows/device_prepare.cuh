// SPDX-License-Identifier: MIT
// What `filtered` on a device does before all else: it clears the bitmap and the counters, samples
// the words, and makes a digest that tells the sampled ones apart as far as possible.
#pragma once

#include <cstdint>
#include <cuda/atomic>

#include "algorithms/graph_matching/local_max/pointing_rows/device_state.cuh"
#include "base/random.hpp"

namespace hypermatch::detail::graph_matching::device {

constexpr std::uint32_t k_prepare_threads = 256;

/// Distances of the sampled words from one end of their range, by their width in bits.
struct Distances {
  static constexpr std::uint32_t k_none_of_them = 33;
  std::uint32_t counts[34];
  std::uint32_t bits[34];  ///< all distances of a width, or-ed
};

struct PrepareShared {
  std::uint32_t smallest;
  std::uint32_t largest;
  std::uint32_t skips;
  int rises;               ///< samples below the next arc's word, less those above it
  std::uint32_t stays;     ///< samples that are equal to it
  Distances distances[2];  ///< from the smallest one up, and from the largest one down
  bool is_narrow;
  bool repeats;  ///< some words that warps sampled are equal
  // Sampled words by open addressing, 0 where there is none, and how many there are of each.
  std::uint32_t words[2 * k_prepare_threads];
  std::uint32_t counts[2 * k_prepare_threads];
  std::uint32_t num_values;
  std::uint32_t num_told;  ///< samples that are one of the values
  std::uint32_t num_samples;
  std::uint32_t values[FewValues::k_most];
  std::uint32_t best_try;
  std::uint32_t used[k_prepare_threads / 32][(1U << FewValues::k_slot_bits) / 32];
};

/// Sampled words, some per thread; called by all threads of a block.
class SampledWords {
 public:
  __device__ SampledWords(const Arcs& arcs, bool seeks_order, PrepareShared& shared)
      : arcs_(arcs), shared_(shared) {
    if (threadIdx.x == 0) {
      shared.smallest = ~0U;
      shared.largest = 0;
      shared.skips = 0;
      shared.rises = 0;
      shared.stays = 0;
      shared.repeats = false;
    }
    auto* const words = reinterpret_cast<std::uint32_t*>(shared.distances);
    for (std::uint32_t i = threadIdx.x; i < sizeof(shared.distances) / 4; i += k_prepare_threads) {
      words[i] = 0;
    }
    __syncthreads();
    std::uint32_t least = ~0U;
    std::uint32_t most = 0;
    int rises = 0;
    std::uint32_t stays = 0;
#pragma unroll
    for (std::uint32_t i = 0; i < k_each; ++i) {
      const std::uint64_t place =
          __umul64hi(base::splitmix64(i * k_prepare_threads + threadIdx.x), arcs.num_arcs);
      words_[i] = arcs.is_unit() ? 0 : arcs.words.image(arcs.words.bits[place]);
      if (seeks_order && place + 1 < arcs.num_arcs) {
        const std::uint32_t next = arcs.words.image(arcs.words.bits[place + 1]);
        rises += words_[i] < next ? 1 : words_[i] > next ? -1 : 0;
        stays += words_[i] == next ? 1 : 0;
      }
      counts_[i] = words_[i] >= arcs.words.least;
      if (!counts_[i]) {
        shared.skips = 1;  // all threads write the same value
        continue;
      }
      least = min(least, words_[i]);
      most = max(most, words_[i]);
    }
    least = __reduce_min_sync(k_all_lanes, least);
    most = __reduce_max_sync(k_all_lanes, most);
    rises = __reduce_add_sync(k_all_lanes, rises);
    stays = __reduce_add_sync(k_all_lanes, stays);
    if (threadIdx.x % 32 == 0) {
      atomicMin(&shared.smallest, least);
      atomicMax(&shared.largest, most);
      atomicAdd(&shared.rises, rises);
      atomicAdd(&shared.stays, stays);
    }
    __syncthreads();
  }

  /// What the sample says of neighbouring arcs. The first one of a row may be anywhere.
  [[nodiscard]] __device__ RowOrder order() const {
    constexpr int k_clearly = k_samples * 3 / 10;
    constexpr std::uint32_t k_hardly_any = k_samples / 64;
    if (shared_.stays > k_hardly_any || shared_.skips != 0) return RowOrder::none;
    if (shared_.rises > k_clearly) return RowOrder::rising;
    return shared_.rises < -k_clearly ? RowOrder::falling : RowOrder::none;
  }

  /// In all lanes of the first warp; called by all threads.
  [[nodiscard]] __device__ Digest digest(FewValues& few) {
    // The hash is the word, or a code has it in itself.
    if (arcs_.is_unit() || arcs_.words.wide != nullptr) return {};
    const Digest plain = Digest::between(shared_.smallest, shared_.largest, 0);
    if (plain.hash_bits != 0 || shared_.smallest > shared_.largest) return plain;
    // Where words are hardly ever equal there is nothing to gain.
    const std::uint32_t equal = __match_any_sync(k_all_lanes, words_[0]);
    if (counts_[0] && (equal & (equal - 1)) != 0) shared_.repeats = true;  // the same
    __syncthreads();
    if (!shared_.repeats) return plain;
    count_distances();
    Digest narrow = plain;
    if (threadIdx.x < 32) {
      const bool found = find_narrow(0, narrow) || find_narrow(1, narrow);
      if (threadIdx.x == 0) shared_.is_narrow = found;
    }
    __syncthreads();
    if (shared_.is_narrow) return narrow;
    return find_few(few) ? Digest::of(&few, shared_.num_values) : plain;
  }

 private:
  __device__ void count_distances() const {
#pragma unroll
    for (std::uint32_t i = 0; i < k_each; ++i) {
      count(shared_.distances[0], words_[i] - shared_.smallest, counts_[i]);
      count(shared_.distances[1], shared_.largest - words_[i], counts_[i]);
    }
    __syncthreads();
  }
  // Most distances have few widths: a lane counts for all of its warp that have its own.
  __device__ static void count(Distances& distances, std::uint32_t distance, bool counts) {
    const auto bits = static_cast<std::uint32_t>(32 - __clz(static_cast<int>(distance)));
    const std::uint32_t width = counts ? bits : Distances::k_none_of_them;
    const std::uint32_t lanes = __match_any_sync(k_all_lanes, width);
    const std::uint32_t all = __reduce_or_sync(lanes, distance);
    if ((lanes & (0U - lanes)) == 1U << (threadIdx.x % 32)) {
      atomicAdd(&distances.counts[width], static_cast<std::uint32_t>(__popc(lanes)));
      atomicOr(&distances.bits[width], all);
    }
    __syncwarp();
  }

  // A range from one end that leaves room for hashes and has nearly all of the words: rows with one
  // beyond it are put in order arc by arc. Each lane tries one width.
  [[nodiscard]] __device__ bool find_narrow(int end, Digest& narrow) const {
    const Distances& all = shared_.distances[end];
    const std::uint32_t lane = threadIdx.x;
    const std::uint32_t width = lane + 1;
    std::uint32_t bits = all.bits[width];
    std::uint32_t within = all.counts[width] + (lane == 0 ? all.counts[0] : 0);
#pragma unroll
    for (std::uint32_t step = 1; step < 32; step *= 2) {
      const std::uint32_t fewer_bits = __shfl_up_sync(k_all_lanes, bits, step);
      const std::uint32_t fewer = __shfl_up_sync(k_all_lanes, within, step);
      bits |= lane >= step ? fewer_bits : 0;
      within += lane >= step ? fewer : 0;
    }
    const std::uint32_t total = __shfl_sync(k_all_lanes, within, 31);
    constexpr int k_most_zeros = 24;
    // Integers whose lowest bits are equal are too rare for a kernel of their own.
    const int zeros = bits == 0 || arcs_.words.float_mask == 0
                          ? 0
                          : min(__ffs(static_cast<int>(bits)) - 1, k_most_zeros);
    bits = min(bits, shared_.largest - shared_.smallest);
    const std::uint32_t smallest = end == 0 ? shared_.smallest : shared_.largest - bits;
    const std::uint32_t largest = end == 0 ? shared_.smallest + bits : shared_.largest;
    Digest found = Digest::between(smallest, largest, zeros);
    const bool serves = found.hash_bits != 0 && total - within <= total / 32;
    const std::uint32_t lanes = __ballot_sync(k_all_lanes, serves);
    if (lanes == 0) return false;
    const int last = 31 - __clz(static_cast<int>(lanes));
    narrow.low = __shfl_sync(k_all_lanes, found.low, last);
    narrow.high = __shfl_sync(k_all_lanes, found.high, last);
    narrow.shift = __shfl_sync(k_all_lanes, found.shift, last);
    narrow.hash_bits = __shfl_sync(k_all_lanes, found.hash_bits, last);
    narrow.turn = __shfl_sync(k_all_lanes, found.turn, last);
    return true;
  }

  // Values that are frequent in a part of the sample, if they are few and hardly any other ones are
  // in it.
  __device__ bool find_few(FewValues& few) const {
    for (std::uint32_t i = threadIdx.x; i < 2 * k_prepare_threads; i += k_prepare_threads) {
      shared_.words[i] = 0;
      shared_.counts[i] = 0;
    }
    if (threadIdx.x == 0) {
      shared_.num_values = 0;
      shared_.num_told = 0;
      shared_.num_samples = 0;
      shared_.best_try = ~0U;
    }
    __syncthreads();
    const std::uint32_t lanes = __ballot_sync(k_all_lanes, counts_[0]);
    if (threadIdx.x % 32 == 0) {
      atomicAdd(&shared_.num_samples, static_cast<std::uint32_t>(__popc(lanes)));
    }
    if (counts_[0] && words_[0] != 0) enter(words_[0]);
    __syncthreads();
    constexpr std::uint32_t k_least_draws = 3;
    for (std::uint32_t i = threadIdx.x; i < 2 * k_prepare_threads; i += k_prepare_threads) {
      if (shared_.counts[i] < k_least_draws) continue;
      atomicAdd(&shared_.num_told, shared_.counts[i]);
      const std::uint32_t place = atomicAdd(&shared_.num_values, 1U);
      if (place < FewValues::k_most) shared_.values[place] = shared_.words[i];
    }
    __syncthreads();
    const std::uint32_t count = shared_.num_values;
    if (count == 0 || count > FewValues::k_most) return false;
    if (shared_.num_samples - shared_.num_told > shared_.num_samples / 32) return false;
    return make_table(few, count);
  }
  __device__ void enter(std::uint32_t word) const {
    std::uint32_t slot = (word * 0x9E3779B1U >> 16) % (2 * k_prepare_threads);
    // Ends: at most half of the slots are taken.
    for (;; slot = (slot + 1) % (2 * k_prepare_threads)) {
      const std::uint32_t held = atomicCAS(&shared_.words[slot], 0U, word);
      if (held == 0 || held == word) break;
    }
    atomicAdd(&shared_.counts[slot], 1U);
  }

  // The first factor that gives each value a slot of its own.
  __device__ bool make_table(FewValues& few, std::uint32_t count) const {
    constexpr std::uint32_t k_warps = k_prepare_threads / 32;
    constexpr std::uint32_t k_turns = 16;
    const std::uint32_t warp = threadIdx.x / 32;
    const std::uint32_t lane = threadIdx.x % 32;
    const auto factor_of = [](std::uint32_t a_try) {
      return static_cast<std::uint32_t>(base::splitmix64(a_try)) | 1U;
    };
    for (std::uint32_t turn = 0; turn < k_turns && shared_.best_try == ~0U; ++turn) {
      __syncthreads();
      const std::uint32_t a_try = turn * k_warps + warp;
      shared_.used[warp][lane] = 0;
      __syncwarp();
      bool clashes = false;
      for (std::uint32_t i = lane; i < count; i += 32) {
        const std::uint32_t slot = FewValues::slot_of(shared_.values[i], factor_of(a_try));
        const std::uint32_t bit = 1U << (slot % 32);
        clashes = (atomicOr(&shared_.used[warp][slot / 32], bit) & bit) != 0 || clashes;
      }
      if (!__any_sync(k_all_lanes, clashes) && lane == 0) atomicMin(&shared_.best_try, a_try);
      __syncthreads();
    }
    if (shared_.best_try == ~0U) return false;
    const std::uint32_t factor = factor_of(shared_.best_try);
    for (std::uint32_t i = threadIdx.x; i < 1U << FewValues::k_slot_bits; i += k_prepare_threads) {
      few.ranks[i] = 0;
    }
    __syncthreads();
    if (threadIdx.x < count) {
      const std::uint32_t value = shared_.values[threadIdx.x];
      std::uint32_t rank = 0;
      for (std::uint32_t i = 0; i < count; ++i) rank += shared_.values[i] < value ? 1 : 0;
      few.values[rank] = value;
      few.ranks[FewValues::slot_of(value, factor)] = static_cast<std::uint8_t>(rank);
    }
    if (threadIdx.x == 0) {
      few.count = count;
      few.factor = factor;
    }
    return true;
  }

  static constexpr std::uint32_t k_each = k_samples / k_prepare_threads;

  const Arcs& arcs_;
  PrepareShared& shared_;
  std::uint32_t words_[k_each];
  bool counts_[k_each];
};

__global__ inline void __launch_bounds__(k_prepare_threads)
    prepare_filtered(const __grid_constant__ FilteredState state) {
  const Arcs& arcs = state.arcs;
  const std::uint32_t words = arcs.num_vertices / 32 + (arcs.num_vertices % 32 != 0 ? 1 : 0);
  for (std::uint64_t i =
           state.first_row / 32 + std::uint64_t{blockIdx.x} * k_prepare_threads + threadIdx.x;
       i < words; i += std::uint64_t{gridDim.x} * k_prepare_threads) {
    state.gone.words[i] = 0;
  }
  if (blockIdx.x != 0) return;
  __shared__ PrepareShared shared;
  SampledWords sampled(arcs, state.order_mail != nullptr, shared);
  const Digest digest = sampled.digest(*state.few);
  if (threadIdx.x != 0) return;
  FilteredControl control{};
  control.skips = shared.skips;
  control.order = sampled.order();
  if (state.order_mail != nullptr) {
    // Relaxed: the host reads nothing else.
    const cuda::atomic_ref<std::uint32_t, cuda::thread_scope_system> mail(*state.order_mail);
    mail.store(1 + static_cast<std::uint32_t>(control.order), cuda::memory_order_relaxed);
  }
  control.digest = digest;
  *state.control = control;
}

}  // namespace hypermatch::detail::graph_matching::device
