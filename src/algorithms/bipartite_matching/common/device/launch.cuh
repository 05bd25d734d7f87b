// SPDX-License-Identifier: MIT
// Launches of kernels all of whose blocks run at once.
#pragma once

#include <algorithm>
#include <cstdint>

#include "hypermatch/device.hpp"
#include "parallel/device/check.cuh"

namespace hypermatch::detail::bipartite_matching::device {

/// As many blocks as the device runs at once, or fewer where there are fewer items than threads.
[[nodiscard]] inline std::uint32_t resident_blocks(const void* kernel, std::uint32_t threads,
                                                   std::uint64_t items) {
  int device = 0;
  int multiprocessors = 0;
  int blocks = 0;
  HYPERMATCH_CUDA_CALL(cudaGetDevice(&device));
  HYPERMATCH_CUDA_CALL(
      cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
  HYPERMATCH_CUDA_CALL(
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, static_cast<int>(threads), 0));
  const std::uint64_t most =
      static_cast<std::uint64_t>(multiprocessors) * static_cast<std::uint64_t>(std::max(1, blocks));
  return static_cast<std::uint32_t>(
      std::clamp<std::uint64_t>((items + threads - 1) / threads, 1, most));
}

template <class KernelArguments>
void launch_resident(void (*kernel)(KernelArguments), std::uint32_t threads, std::uint64_t items,
                     KernelArguments arguments, DeviceStream stream) {
  const auto* const function = reinterpret_cast<const void*>(kernel);
  void* parameters[] = {&arguments};
  HYPERMATCH_CUDA_CALL(cudaLaunchCooperativeKernel(function,
                                                   dim3(resident_blocks(function, threads, items)),
                                                   dim3(threads), parameters, 0, stream));
}

}  // namespace hypermatch::detail::bipartite_matching::device
