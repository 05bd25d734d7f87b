// SPDX-License-Identifier: MIT
// Launches of kernels all of whose blocks run at once.
#pragma once

#include <cstdint>

#include "hypermatch/device_context.hpp"
#include "parallel/device/check.cuh"
#include "parallel/device/launch.cuh"

namespace hypermatch::detail::bipartite_matching::device {

using parallel::resident_blocks;

/// A kernel whose blocks wait for each other, with a thread per item, or fewer.
template <class KernelArguments>
void launch_resident(void (*kernel)(KernelArguments), std::uint32_t threads, std::uint64_t items,
                     KernelArguments arguments, DeviceStream stream) {
  parallel::launch_cooperative(kernel, resident_blocks(kernel, threads, items), threads, 0,
                               arguments, stream);
}

}  // namespace hypermatch::detail::bipartite_matching::device
