// SPDX-License-Identifier: MIT
// Launches of kernels whose blocks wait for each other.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "algorithms/clustering/common/device/rows.cuh"

namespace hypermatch::detail::clustering::device {

/// As many blocks as are wanted, at most as many as run at once. `bytes` of shared memory per
/// block.
template <class Arguments>
void launch_cooperative(void (*kernel)(Arguments), std::size_t bytes, std::uint64_t wanted,
                        const std::remove_const_t<Arguments>& arguments, cudaStream_t stream) {
  const auto* const address = reinterpret_cast<const void*>(kernel);
  HYPERMATCH_CUDA_CALL(cudaFuncSetAttribute(address, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                            static_cast<int>(bytes)));
  int device = 0;
  int multiprocessors = 0;
  int resident = 0;
  HYPERMATCH_CUDA_CALL(cudaGetDevice(&device));
  HYPERMATCH_CUDA_CALL(
      cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
  HYPERMATCH_CUDA_CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      &resident, address, static_cast<int>(k_threads), bytes));
  const std::uint64_t most = static_cast<std::uint64_t>(multiprocessors) *
                             static_cast<std::uint64_t>(std::max(resident, 1));
  const auto blocks = static_cast<unsigned>(std::clamp<std::uint64_t>(wanted, 1, most));
  auto copy = arguments;
  void* parameters[] = {&copy};
  HYPERMATCH_CUDA_CALL(cudaLaunchCooperativeKernel(address, dim3(blocks), dim3(k_threads),
                                                   parameters, bytes, stream));
}

}  // namespace hypermatch::detail::clustering::device
