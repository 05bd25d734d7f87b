// SPDX-License-Identifier: MIT
// Copies from the memory of one device to that of another one of the same host.
#pragma once

#include <cstddef>

#include "hypermatch/device_context.hpp"

namespace hypermatch::detail::parallel {

/// Whether copies out of a device's memory reach the other one without host memory in between.
/// Makes it so where the hardware allows it, on the first call for two devices.
[[nodiscard]] bool can_reach(int from_device, int to_device);

/// Enqueued on a stream of either device. Directly, if `can_reach` has said so, else by way of host
/// memory.
void copy_between_devices(void* to, int to_device, const void* from, int from_device,
                          std::size_t bytes, DeviceStream stream);

}  // namespace hypermatch::detail::parallel
