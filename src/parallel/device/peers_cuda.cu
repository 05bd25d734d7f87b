// SPDX-License-Identifier: MIT
#include <map>
#include <mutex>
#include <utility>

#include "parallel/device/check.cuh"
#include "parallel/device/peers.hpp"

namespace hypermatch::detail::parallel {

namespace {

// Memory comes from the devices' pools, which others may not touch unless they are let.
bool let_reach(int from_device, int to_device) {
  if (from_device == to_device) return true;
  int is_possible = 0;
  HYPERMATCH_CUDA_CALL(cudaDeviceCanAccessPeer(&is_possible, to_device, from_device));
  if (is_possible == 0) return false;
  cudaMemPool_t pool = nullptr;
  HYPERMATCH_CUDA_CALL(cudaDeviceGetDefaultMemPool(&pool, from_device));
  cudaMemAccessDesc access{};
  access.location.type = cudaMemLocationTypeDevice;
  access.location.id = to_device;
  access.flags = cudaMemAccessFlagsProtReadWrite;
  if (cudaMemPoolSetAccess(pool, &access, 1) == cudaSuccess) return true;
  (void)cudaGetLastError();  // a device has so many peers at most
  return false;
}

}  // namespace

bool can_reach(int from_device, int to_device) {
  static std::mutex mutex;
  static std::map<std::pair<int, int>, bool> known;
  const std::scoped_lock lock(mutex);
  const auto found = known.find({from_device, to_device});
  if (found != known.end()) return found->second;
  const bool reaches = let_reach(from_device, to_device);
  known[{from_device, to_device}] = reaches;
  return reaches;
}

void copy_between_devices(void* to, int to_device, const void* from, int from_device,
                          std::size_t bytes, DeviceStream stream) {
  if (bytes == 0) return;
  HYPERMATCH_CUDA_CALL(cudaMemcpyPeerAsync(to, to_device, from, from_device, bytes, stream));
}

}  // namespace hypermatch::detail::parallel
