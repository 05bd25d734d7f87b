// SPDX-License-Identifier: MIT
// The size of grids all of whose blocks run at once.
#pragma once

#include <algorithm>
#include <cstdint>

#include "parallel/device/check.cuh"

namespace hypermatch::detail::parallel {

/// The number of multiprocessors of the calling thread's device.
[[nodiscard]] inline std::uint32_t multiprocessors() {
  int device = 0;
  int count = 0;
  HYPERMATCH_CUDA_CALL(cudaGetDevice(&device));
  HYPERMATCH_CUDA_CALL(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device));
  return static_cast<std::uint32_t>(count);
}

/// As many blocks as the device runs at once, or fewer where there are fewer items than threads.
[[nodiscard]] inline std::uint32_t resident_blocks(const void* kernel, std::uint32_t threads,
                                                   std::uint64_t items) {
  int blocks = 0;
  HYPERMATCH_CUDA_CALL(
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, static_cast<int>(threads), 0));
  const std::uint64_t most =
      std::uint64_t{multiprocessors()} * static_cast<std::uint64_t>(std::max(1, blocks));
  return static_cast<std::uint32_t>(
      std::clamp<std::uint64_t>((items + threads - 1) / threads, 1, most));
}

}  // namespace hypermatch::detail::parallel
