// SPDX-License-Identifier: MIT
// One hypergraph under each rating, on a device.
#pragma once

#include <string>
#include <vector>

namespace hypermatch::bench {

/// Prints one table, a row for each instance: the time of the default algorithm on the device rated
/// by weight, those by the quotients and by `automatic` as ratios to it, and the rounds of each.
/// Weights are 1..100. Runs take turns, and the least time of each counts. False if a matching is
/// not the host's.
[[nodiscard]] bool device_ratings(int repetitions, const std::vector<std::string>& instances);

/// The instances of the standard group.
[[nodiscard]] std::vector<std::string> device_rating_instances();

}  // namespace hypermatch::bench
