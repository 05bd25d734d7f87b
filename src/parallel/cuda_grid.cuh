// SPDX-License-Identifier: MIT
// A barrier for all blocks of a cooperative launch.
#pragma once

#include <cstdint>
#include <cuda/atomic>

namespace hypermatch::detail::parallel {

/// Returns in every thread once all threads of the grid have called it; what they wrote before is
/// visible behind it. `word` is zero when the kernel starts and used for nothing else. All blocks
/// must be resident at once, as a cooperative launch promises.
__device__ inline void wait_for_grid(std::uint32_t* word) {
  constexpr std::uint32_t k_flip = 0x80000000U;
  __syncthreads();
  if (threadIdx.x == 0) {
    // The additions of one barrier sum up to the highest bit, so that it changes when, and only
    // when, all have arrived; the word needs no reset. Release: what this block wrote is visible to
    // who sees the bit change. Acquire: and the other way round. The block's other threads are
    // ordered with this one by __syncthreads.
    const std::uint32_t step = blockIdx.x == 0 ? k_flip - (gridDim.x - 1) : 1U;
    const cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device> arrived(*word);
    const std::uint32_t before = arrived.fetch_add(step, cuda::memory_order_acq_rel);
    // Ends because every block of the grid is running and arrives.
    while (((arrived.load(cuda::memory_order_acquire) ^ before) & k_flip) == 0) {
    }
  }
  __syncthreads();
}

}  // namespace hypermatch::detail::parallel
