// SPDX-License-Identifier: MIT
// Launches of kernels all of whose blocks run at once.
#pragma once

#include <cstdint>

#include "hypermatch/device_context.hpp"
#include "parallel/device/check.cuh"
#include "parallel/device/resident.cuh"

namespace hypermatch::detail::bipartite_matching::device {

using parallel::resident_blocks;

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
