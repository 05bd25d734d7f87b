// SPDX-License-Identifier: MIT
// Speed of contraction, beside plain sequential code.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace hypermatch::bench {

struct ContractionSettings {
  std::size_t repetitions = 5;
  int threads = 2;
  std::vector<std::string> instances;
};

/// Prints one row per graph and kind of classes: the time of plain sequential code, and of
/// `contract` on one thread, on `threads` and on twice as many. Returns an exit code.
int contraction(const ContractionSettings& settings);

/// Three large families, a stencil, and real graphs from the folder (none if it is absent).
[[nodiscard]] std::vector<std::string> contraction_graphs(const std::string& data_folder);

}  // namespace hypermatch::bench
