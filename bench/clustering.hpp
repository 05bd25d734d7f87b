// SPDX-License-Identifier: MIT
// Speed of communities, beside what memory allows.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace hypermatch::bench {

struct ClusteringSettings {
  std::size_t repetitions = 5;
  int threads = 2;
  std::vector<std::string> instances;
};

/// Prints one row per graph, kind of weights and algorithm: modularity, the time on one thread and
/// on `threads`, how often sweeps looked at each arc, and the time over what it takes to stream
/// these arcs once. Fails if the communities depend on the number of threads. Returns an exit code.
int clustering(const ClusteringSettings& settings);

/// Four large families, a dense one, and real graphs from the folder (none if it is absent).
[[nodiscard]] std::vector<std::string> clustering_graphs(const std::string& data_folder);

}  // namespace hypermatch::bench
