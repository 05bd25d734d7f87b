// SPDX-License-Identifier: MIT
// Grids all of whose blocks run at once, and launches of kernels whose blocks wait for each other.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "hypermatch/device_context.hpp"
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

/// Allows a kernel so many bytes of shared memory per block beside what it declares.
template <class Kernel>
void allow_shared_bytes(Kernel* kernel, std::size_t bytes) {
  HYPERMATCH_CUDA_CALL(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                            static_cast<int>(bytes)));
}

/// As many blocks as the device runs at once, or as are wanted, if these are fewer; one at least.
/// `bytes`: of shared memory, as above.
template <class Kernel>
[[nodiscard]] std::uint32_t blocks_at_once(Kernel* kernel, std::uint32_t threads, std::size_t bytes,
                                           std::uint64_t wanted) {
  int blocks = 0;
  HYPERMATCH_CUDA_CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      &blocks, reinterpret_cast<const void*>(kernel), static_cast<int>(threads), bytes));
  const std::uint64_t most =
      std::uint64_t{multiprocessors()} * static_cast<std::uint64_t>(std::max(1, blocks));
  return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(wanted, 1, most));
}

/// For a thread per item.
template <class Kernel>
[[nodiscard]] std::uint32_t resident_blocks(Kernel* kernel, std::uint32_t threads,
                                            std::uint64_t items) {
  return blocks_at_once(kernel, threads, 0, (items + threads - 1) / threads);
}

/// Starts a kernel of one argument whose blocks wait for each other: no more of them than
/// `blocks_at_once` with as many `bytes`.
template <class Arguments>
void launch_cooperative(void (*kernel)(Arguments), std::uint32_t blocks, std::uint32_t threads,
                        std::size_t bytes, std::remove_const_t<Arguments> arguments,
                        DeviceStream stream) {
  void* parameters[] = {&arguments};
  HYPERMATCH_CUDA_CALL(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(kernel),
                                                   dim3(blocks), dim3(threads), parameters, bytes,
                                                   stream));
}

}  // namespace hypermatch::detail::parallel
