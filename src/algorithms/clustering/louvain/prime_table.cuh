// SPDX-License-Identifier: MIT
// The communities around a vertex with the weight of the arcs into each: open addressing with
// double hashing in a prime number of slots, in shared or global memory.
#pragma once

#include <cstdint>

#include "algorithms/clustering/common/device/rows.cuh"

namespace hypermatch::detail::clustering::device {

template <class Sum>
struct PrimeTable {
  VertexId* keys;
  Sum* sums;
  std::uint32_t slots;  ///< a prime

  __device__ void clear(std::uint32_t slot) const {
    keys[slot] = k_none;
    sums[slot] = 0;
  }

  /// Ends: the steps of a key lead to all slots, of which there are more than keys.
  __device__ void insert(VertexId key, std::int64_t weight) const {
    std::uint32_t hash = key * 0x9E3779B1U;
    hash ^= hash >> 15;
    std::uint32_t slot = hash % slots;
    std::uint32_t step = 0;
    for (;;) {
      // Relaxed: a key, once there, stays; sums are read behind a barrier.
      const cuda::atomic_ref<VertexId, cuda::thread_scope_device> word(keys[slot]);
      VertexId before = word.load(cuda::memory_order_relaxed);
      if (before == k_none) before = atomicCAS(&keys[slot], k_none, key);
      if (before == k_none || before == key) {
        atomicAdd(&sums[slot], static_cast<Sum>(weight));
        return;
      }
      if (step == 0) step = 1 + hash % (slots - 1);
      slot = slot >= slots - step ? slot - (slots - step) : slot + step;
    }
  }
};

}  // namespace hypermatch::detail::clustering::device
