// SPDX-License-Identifier: MIT
// A barrier for all blocks of a cooperative launch.
#pragma once

#include <cstdint>
#include <cuda/atomic>

namespace hypermatch::detail::parallel {

/// Returns in every thread once all threads of the grid's first `blocks` blocks have called it;
/// what they wrote before is visible behind it. `word` is zero when the kernel starts, or was used
/// by this in an earlier one, and for nothing else. All blocks must be resident at once, as a
/// cooperative launch promises.
__device__ inline void wait_for_blocks(std::uint32_t* word, std::uint32_t blocks) {
  constexpr std::uint32_t k_flip = 0x80000000U;
  __syncthreads();
  if (threadIdx.x == 0) {
    // The additions of one barrier sum up to the highest bit, so that it changes when, and only
    // when, all have arrived; the word needs no reset. Release: what this block wrote is visible to
    // threads that see the bit change. Acquire: and vice versa. The block's other threads are
    // ordered with this one by __syncthreads.
    const std::uint32_t step = blockIdx.x == 0 ? k_flip - (blocks - 1) : 1U;
    const cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device> arrived(*word);
    const std::uint32_t before = arrived.fetch_add(step, cuda::memory_order_acq_rel);
    // Ends because every block of the grid is running and arrives.
    while (((arrived.load(cuda::memory_order_acquire) ^ before) & k_flip) == 0) {
    }
  }
  __syncthreads();
}

/// For all blocks of the grid.
__device__ inline void wait_for_grid(std::uint32_t* word) {
  wait_for_blocks(word, gridDim.x);
}

/// Sums that the blocks exchange at barriers: one object per kernel in device memory, zero when the
/// kernel starts.
struct GridSums {
  std::uint64_t words[4];

  /// Sums are below this.
  static constexpr std::uint64_t k_limit = std::uint64_t{1} << 50;

  /// As wait_for_grid, and returns in every thread the sum of what the blocks bring. Thread 0 calls
  /// bring() once all threads of its block are here. `turn` counts the calls, `sum` is a word of
  /// shared memory that nothing else uses.
  template <class Bring>
  __device__ std::uint64_t add(std::uint32_t turn, std::uint64_t* sum, const Bring& bring) {
    __syncthreads();
    if (threadIdx.x == 0) {
      // The bits above the sum count blocks. Release and acquire as in wait_for_grid.
      const std::uint64_t mine = bring() + k_limit;
      const cuda::atomic_ref<std::uint64_t, cuda::thread_scope_device> word(words[turn % 4]);
      std::uint64_t all = word.fetch_add(mine, cuda::memory_order_acq_rel) + mine;
      // Ends because every block of the grid is running and arrives.
      while (all / k_limit != gridDim.x) all = word.load(cuda::memory_order_acquire);
      // All blocks are here, so the word of the turn before has no reader left; the block that
      // needs it next comes by two more turns, which this block enters after it has written.
      if (blockIdx.x == 0) words[(turn + 3) % 4] = 0;
      *sum = all % k_limit;
    }
    __syncthreads();
    return *sum;
  }
};

}  // namespace hypermatch::detail::parallel
