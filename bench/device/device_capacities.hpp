// SPDX-License-Identifier: MIT
// Hypergraphs under capacities, on a device.
#pragma once

#include <string>
#include <vector>

namespace hypermatch::bench {

/// Prints two tables with a row for each instance. The first has the time of the default algorithm
/// on the device with capacity 1, those with others as ratios to it, and the rounds of each; the
/// second the time with capacity 2 and weights 1..100, and those with other weights and other
/// capacities as ratios to it. Runs take turns, and the least time of each counts. False if a
/// matching is not the host's.
[[nodiscard]] bool device_capacities(int repetitions, const std::vector<std::string>& instances);

/// Four hypergraphs.
[[nodiscard]] std::vector<std::string> device_capacity_instances();

}  // namespace hypermatch::bench
