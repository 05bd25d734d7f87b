// SPDX-License-Identifier: MIT
// Copies from the memory of one device to that of another one of the same host.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

#include "parallel/device/check.cuh"

namespace hypermatch::detail::parallel {

/// Lets copies from memory of `from` to `to` take the direct way between the two, if there is one;
/// else they go through the host. Asks the device of the calling thread for nothing.
inline void let_copy(int from, int to) {
  if (from == to) return;
  int can_reach = 0;
  HYPERMATCH_CUDA_CALL(cudaDeviceCanAccessPeer(&can_reach, to, from));
  if (can_reach == 0) return;
  cudaMemPool_t pool = nullptr;
  HYPERMATCH_CUDA_CALL(cudaDeviceGetDefaultMemPool(&pool, from));
  cudaMemAccessDesc access{};
  access.location.type = cudaMemLocationTypeDevice;
  access.location.id = to;
  access.flags = cudaMemAccessFlagsProtReadWrite;
  HYPERMATCH_CUDA_CALL(cudaMemPoolSetAccess(pool, &access, 1));
}

/// Enqueued on a stream of either device.
inline void copy_between_devices(void* to, int to_device, const void* from, int from_device,
                                 std::size_t bytes, cudaStream_t stream) {
  if (bytes == 0) return;
  HYPERMATCH_CUDA_CALL(cudaMemcpyPeerAsync(to, to_device, from, from_device, bytes, stream));
}

}  // namespace hypermatch::detail::parallel
