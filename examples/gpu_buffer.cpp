// SPDX-License-Identifier: MIT
// Matches a graph that is in device memory, and leaves the answer there. Needs no CUDA header: the
// program compiles in every build, and says where there is no device why there is none.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <vector>

#include "hypermatch/device_graph_matching.hpp"

int main() {
  const hypermatch::AvailableDevices available = hypermatch::available_devices();
  if (available.devices.empty()) {
    std::printf("no device: %s\n", available.reason.c_str());
    return EXIT_SUCCESS;
  }
  try {
    // A path of 1000 vertices whose weights rise and fall.
    const hypermatch::VertexId n = 1000;
    std::vector<hypermatch::Offset> offsets = {0};
    std::vector<hypermatch::VertexId> neighbours;
    std::vector<float> weights;
    for (hypermatch::VertexId v = 0; v < n; ++v) {
      if (v > 0) neighbours.push_back(v - 1), weights.push_back(static_cast<float>((v - 1) % 10));
      if (v < n - 1) neighbours.push_back(v + 1), weights.push_back(static_cast<float>(v % 10));
      offsets.push_back(neighbours.size());
    }
    // docs: begin
    const hypermatch::DeviceContext gpu({.device = 0});  // or .stream = your cudaStream_t
    // These three stand for buffers that another kernel has filled.
    const auto gpu_offsets = hypermatch::upload(gpu, std::span<const hypermatch::Offset>(offsets));
    const auto gpu_neighbours =
        hypermatch::upload(gpu, std::span<const hypermatch::VertexId>(neighbours));
    const auto gpu_weights = hypermatch::upload(gpu, std::span<const float>(weights));
    const hypermatch::DeviceGraphView graph{n, gpu_offsets.view(), gpu_neighbours.view(),
                                            gpu_weights.view()};
    hypermatch::DeviceWorkspace workspace;  // a second call allocates nothing
    const auto matching = hypermatch::local_max(gpu, graph, {}, workspace);
    // docs: end
    const auto mates = hypermatch::download(gpu, matching.mates);
    std::size_t matched = 0;
    for (hypermatch::VertexId v = 0; v < n; ++v) {
      if (mates[v] == hypermatch::k_none) continue;
      if (mates[mates[v]] != v) return EXIT_FAILURE;
      ++matched;
    }
    std::printf("%s: %zu of %u vertices matched\n", available.devices[0].name.c_str(), matched, n);
    return matched > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
  } catch (const hypermatch::Error& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return EXIT_FAILURE;
  }
}
