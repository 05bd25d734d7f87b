// SPDX-License-Identifier: MIT
// How the arcs of a tile come to the shared memory of a warp in the first pass of `filtered` on a
// device: by a bulk copy, where the device has them and the arrays are aligned.
#pragma once

#include <cstdint>
#include <cuda/ptx>

#include "algorithms/graph_matching/local_max/pointing_rows/device_tile.cuh"

namespace hypermatch::detail::graph_matching::device {

class TileCopy {
 public:
  /// `arrived`: a barrier in shared memory, the warp's own.
  __device__ TileCopy(const Arcs& arcs, const TileArcs& tile, std::uint64_t& arrived)
      : arcs_(arcs), tile_(tile), arrived_(arrived) {}

  /// By another part of the chip than the threads.
  [[nodiscard]] __device__ bool is_bulk() const {
#if __CUDA_ARCH__ >= 900
    return arcs_.vectors;
#else
    return false;
#endif
  }
  /// Before all else; called by all lanes, as what follows.
  __device__ void init() {
#if __CUDA_ARCH__ >= 900
    if (threadIdx.x % 32 == 0) {
      cuda::ptx::mbarrier_init(&arrived_, 1);
      // The copies, which another part of the chip makes, must find it.
      cuda::ptx::fence_mbarrier_init(cuda::ptx::sem_release, cuda::ptx::scope_cluster);
    }
#endif
    __syncwarp();
  }
  /// Arcs base .. end - 1; of a bulk copy `base` is a multiple of four.
  __device__ void begin(std::uint64_t base, std::uint64_t end) {
    if (!is_bulk()) {
      copy_plainly(base, static_cast<std::uint32_t>(end - base));
    } else if (threadIdx.x % 32 == 0) {
      copy_in_bulk(base, end);
    }
  }
  __device__ void wait() {
    if (!is_bulk()) {
      __syncwarp();
      return;
    }
#if __CUDA_ARCH__ >= 900
    // Ends when the copies have arrived.
    while (!cuda::ptx::mbarrier_try_wait_parity(&arrived_, parity_)) {
    }
    parity_ ^= 1U;
#endif
  }

 private:
  // Arcs base .. end - 1, rounded up to groups of four that the arrays hold.
  __device__ void copy_in_bulk([[maybe_unused]] std::uint64_t base,
                               [[maybe_unused]] std::uint64_t end) {
#if __CUDA_ARCH__ >= 900
    namespace ptx = cuda::ptx;
    const std::uint64_t whole =
        min((end + 3) & ~std::uint64_t{3}, arcs_.num_arcs & ~std::uint64_t{3});
    for (std::uint64_t i = max(whole, base); i < end; ++i) {  // at most three
      tile_.others[i - base] = arcs_.neighbours[i];
      if (!arcs_.is_unit()) tile_.raw[i - base] = arcs_.words.bits[i];
    }
    const auto bytes = static_cast<std::uint32_t>(whole > base ? (whole - base) * 4 : 0);
    // Releases the words above to waiting threads.
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &arrived_,
                                   bytes * (arcs_.is_unit() ? 1 : 2));
    if (bytes == 0) return;
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile_.others, arcs_.neighbours + base,
                       bytes, &arrived_);
    if (arcs_.is_unit()) return;
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile_.raw, arcs_.words.bits + base,
                       bytes, &arrived_);
#endif
  }
  __device__ void copy_plainly(std::uint64_t from, std::uint32_t arcs) {
    for (std::uint32_t i = threadIdx.x % 32; i < arcs; i += 32) {
      tile_.others[i] = arcs_.neighbours[from + i];
      if (!arcs_.is_unit()) tile_.raw[i] = arcs_.words.bits[from + i];
    }
  }

  const Arcs& arcs_;
  TileArcs tile_;
  std::uint64_t& arrived_;
  std::uint32_t parity_ = 0;  // of the barrier's next phase
};

}  // namespace hypermatch::detail::graph_matching::device
