// SPDX-License-Identifier: MIT
// One structure on a device under many kinds of weights: whether the default's speed depends on
// them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hypermatch::bench {

struct DeviceWeightSettings {
  int repetitions = 7;
  std::uint32_t capacity = 1;  ///< of all vertices; 1: the plain matching
  bool chains = false;  ///< with weights that rise or fall along the numbering, which may take long
  std::vector<std::string> instances;  ///< families, as other timings take them
};

/// Prints a table, one row per kind of weights and one column per instance: the time of `local_max`
/// on the device as a ratio to that with int32 weights 1..100. The runs of both take turns, and the
/// least time of each counts. Answers are compared with those of `suitor` (`b_suitor`), which codes
/// no weights, and along chains with the host's. "Index" is an edge's place in the list ordered by
/// its ends, where rows are sorted. Returns whether all were the same.
[[nodiscard]] bool device_weights(const DeviceWeightSettings& settings);

/// Geometric, R-MAT, and a triangulation.
[[nodiscard]] std::vector<std::string> device_weight_instances();

}  // namespace hypermatch::bench
