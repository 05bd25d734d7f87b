// SPDX-License-Identifier: MIT
// An instance cut into parts for several devices of one host.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hypermatch/device_group.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::parallel {

/// The first row of each part of a CSR; the last item is the number of rows. Parts have about the
/// same number of rows and entries together, and begin at multiples of `unit`.
[[nodiscard]] std::vector<std::uint32_t> firsts_of_parts(std::span<const Offset> offsets,
                                                         std::size_t num_parts, std::uint32_t unit);

/// The peak of the device that holds most, where part p holds bytes[p]: contexts may share a
/// device.
[[nodiscard]] std::uint64_t peak_of_devices(const DeviceGroup& devices,
                                            std::span<const std::uint64_t> bytes);

}  // namespace hypermatch::detail::parallel
