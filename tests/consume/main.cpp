// SPDX-License-Identifier: MIT
// A program outside of the project: reads an instance, matches it and checks the proof. main
// INSTANCE
#include <hypermatch/device_context.hpp>
#include <hypermatch/hypergraph_matching.hpp>
#include <hypermatch/instance_io.hpp>
#include <hypermatch/verify_matching.hpp>
#include <hypermatch/version.hpp>

#include <cstdint>
#include <cstdio>
#include <vector>

#include "boundary.hpp"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const hypermatch::Context context({.threads = 2});
  const hypermatch::io::Instance instance = hypermatch::io::read(context, argv[1]);
  const auto& hypergraph = instance.hypergraph();

  const auto matching = hypermatch::local_max(context, hypergraph.view());
  const auto verdict = hypermatch::verify::check_matching(
      context, hypergraph.view(), matching.edges, {.maximal = true, .greedy = true});
  std::printf("hypermatch %s: %zu edges, weight %.0f, at least %.3f of the optimum\n",
              hypermatch::version(), matching.edges.size(), verdict.value.weight,
              verdict.certified_ratio);
  if (!verdict.ok) std::printf("violated: %s\n", verdict.violation.c_str());
  const hypermatch::AvailableDevices available = hypermatch::available_devices();
  std::printf("devices: %zu %s\n", available.devices.size(), available.reason.c_str());
  if (!boundary_holds(context)) {
    std::printf("something does not cross the library's boundary\n");
    return 1;
  }
  return verdict.ok && !matching.edges.empty() ? 0 : 1;
}
