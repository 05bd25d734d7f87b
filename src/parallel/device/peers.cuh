// SPDX-License-Identifier: MIT
// Copies from the memory of one device to that of another one of the same host.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

#include "parallel/device/check.cuh"

namespace hypermatch::detail::parallel {

/// Enqueued on a stream of either device. The driver chooses the way: access between the memory
/// pools of devices is not asked for.
inline void copy_between_devices(void* to, int to_device, const void* from, int from_device,
                                 std::size_t bytes, cudaStream_t stream) {
  if (bytes == 0) return;
  HYPERMATCH_CUDA_CALL(cudaMemcpyPeerAsync(to, to_device, from, from_device, bytes, stream));
}

}  // namespace hypermatch::detail::parallel
