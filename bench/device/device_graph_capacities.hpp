// SPDX-License-Identifier: MIT
// Matching in graphs on a device under capacities: what room for more edges costs.
#pragma once

#include <string>
#include <vector>

namespace hypermatch::bench {

struct DeviceCapacitySettings {
  int repetitions = 7;
  std::vector<std::string> instances;  ///< families that the device makes
};

/// Prints a table: time and memory of `local_max` with capacities 1 (not by the plain code), 2, 3
/// and 10, beside those of the plain matching. Medians after a warm-up, by the device's clock.
void device_capacities(const DeviceCapacitySettings& settings);

}  // namespace hypermatch::bench
