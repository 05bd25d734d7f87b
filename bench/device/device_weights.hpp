// SPDX-License-Identifier: MIT
// One structure under many kinds of weights, on a device.
#pragma once

#include <string>
#include <vector>

namespace hypermatch::bench {

/// Prints one table, a row for each kind of weights: on each instance the time of the default
/// algorithm on the device as a ratio to that with int32 weights 1..100, and its rounds. The runs
/// of both take turns, and the least time of each counts. False if a matching is not the host's.
[[nodiscard]] bool device_weights(int repetitions, const std::vector<std::string>& instances);

/// Three hypergraphs.
[[nodiscard]] std::vector<std::string> device_weight_instances();

}  // namespace hypermatch::bench
