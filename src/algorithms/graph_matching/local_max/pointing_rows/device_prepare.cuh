// SPDX-License-Identifier: MIT
// What `filtered` on a device does before all else: it clears the bitmap and the counters, samples
// the words, and makes a digest that tells the sampled ones apart as far as possible.
#pragma once

#include <cstdint>

#include "algorithms/graph_matching/local_max/pointing_rows/device_state.cuh"
#include "base/random.hpp"

namespace hypermatch::detail::graph_matching::device {

constexpr std::uint32_t k_prepare_threads = 256;

/// Distances of the sampled words from one end of their range, by their width in bits.
struct Distances {
  std::uint32_t counts[33];
  std::uint32_t bits[33];  ///< all distances of a width, or-ed
};

struct PrepareShared {
  std::uint32_t smallest;
  std::uint32_t largest;
  std::uint32_t skips;
  Distances distances[2];  ///< from the smallest one up, and from the largest one down
};

/// Sampled words, some a thread; called by all threads of a block.
class SampledWords {
 public:
  __device__ SampledWords(const Arcs& arcs, PrepareShared& shared) : arcs_(arcs), shared_(shared) {
    if (threadIdx.x == 0) {
      shared.smallest = ~0U;
      shared.largest = 0;
      shared.skips = 0;
    }
    auto* const words = reinterpret_cast<std::uint32_t*>(shared.distances);
    for (std::uint32_t i = threadIdx.x; i < sizeof(shared.distances) / 4; i += k_prepare_threads) {
      words[i] = 0;
    }
    __syncthreads();
    std::uint32_t least = ~0U;
    std::uint32_t most = 0;
#pragma unroll
    for (std::uint32_t i = 0; i < k_each; ++i) {
      const std::uint64_t place =
          __umul64hi(base::splitmix64(i * k_prepare_threads + threadIdx.x), arcs.num_arcs);
      words_[i] = arcs.is_unit() ? 0 : arcs.words.image(arcs.words.bits[place]);
      counts_[i] = words_[i] >= arcs.words.least;
      if (!counts_[i]) {
        shared.skips = 1;  // whoever writes it
        continue;
      }
      least = min(least, words_[i]);
      most = max(most, words_[i]);
    }
    least = __reduce_min_sync(k_all_lanes, least);
    most = __reduce_max_sync(k_all_lanes, most);
    if (threadIdx.x % 32 == 0) {
      atomicMin(&shared.smallest, least);
      atomicMax(&shared.largest, most);
    }
    __syncthreads();
  }

  /// In all lanes of the first warp.
  [[nodiscard]] __device__ Digest digest() {
    // The hash is the word, or a code has it in itself.
    if (arcs_.is_unit() || arcs_.words.wide != nullptr) return {};
    const Digest plain = Digest::between(shared_.smallest, shared_.largest, 0);
    if (plain.hash_bits != 0 || shared_.smallest > shared_.largest) return plain;
    count_distances();
    if (threadIdx.x >= 32) return plain;
    Digest narrow = plain;
    return find_narrow(0, narrow) || find_narrow(1, narrow) ? narrow : plain;
  }

 private:
  __device__ void count_distances() const {
#pragma unroll
    for (std::uint32_t i = 0; i < k_each; ++i) {
      if (!counts_[i]) continue;
      count(shared_.distances[0], words_[i] - shared_.smallest);
      count(shared_.distances[1], shared_.largest - words_[i]);
    }
    __syncthreads();
  }
  __device__ static void count(Distances& distances, std::uint32_t distance) {
    const int width = 32 - __clz(static_cast<int>(distance));
    atomicAdd(&distances.counts[width], 1U);
    atomicOr(&distances.bits[width], distance);
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
    const int zeros = bits == 0 ? 0 : min(__ffs(static_cast<int>(bits)) - 1, k_most_zeros);
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

  static constexpr std::uint32_t k_each = k_samples / k_prepare_threads;

  const Arcs& arcs_;
  PrepareShared& shared_;
  std::uint32_t words_[k_each];
  bool counts_[k_each];
};

__global__ void __launch_bounds__(k_prepare_threads)
    prepare_filtered(const __grid_constant__ FilteredState state) {
  const Arcs& arcs = state.arcs;
  const std::uint32_t words = arcs.num_vertices / 32 + (arcs.num_vertices % 32 != 0 ? 1 : 0);
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * k_prepare_threads + threadIdx.x; i < words;
       i += std::uint64_t{gridDim.x} * k_prepare_threads) {
    state.gone.words[i] = 0;
  }
  if (blockIdx.x != 0) return;
  __shared__ PrepareShared shared;
  SampledWords sampled(arcs, shared);
  const Digest digest = sampled.digest();
  if (threadIdx.x != 0) return;
  FilteredControl control{};
  control.skips = shared.skips;
  control.digest = digest;
  *state.control = control;
}

}  // namespace hypermatch::detail::graph_matching::device
