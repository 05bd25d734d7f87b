// SPDX-License-Identifier: MIT
// Groups, graphs and families for the tests of several devices. A machine with one device has
// several parts of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "hypermatch/device_group.hpp"
#include "hypermatch/generate.hpp"
#include "tests/algorithms/graph_matching/graph_cases.hpp"
#include "tests/cuda/device_testing.hpp"

namespace hypermatch::test {

/// Devices in turn, each as often as it takes.
inline DeviceGroup group_of(std::size_t parts, const DeviceContextOptions& options = {}) {
  const std::size_t devices = available_devices().devices.size();
  std::vector<DeviceContext> contexts;
  for (std::size_t p = 0; p < parts; ++p) {
    DeviceContextOptions each = options;
    each.device = static_cast<int>(p % devices);
    contexts.emplace_back(each);
  }
  return DeviceGroup(std::move(contexts));
}

/// Two devices whose first report of progress asks for a stop.
inline DeviceGroup stopping_group(std::stop_source& stop) {
  return group_of(
      2, {.progress = [&stop](const Progress&) { stop.request_stop(); }, .stop = stop.get_token()});
}

/// A path of rising weights whose edges cross from the first half of the vertices to the second one
/// and back: 0, half, 1, half + 1, .. Parts of half of the vertices each have none of its edges.
inline EdgeList zigzag(VertexId half) {
  Pairs pairs;
  std::vector<std::int32_t> rising;
  for (VertexId i = 0; i < 2 * half - 1; ++i) {
    pairs.emplace_back(i / 2 + i % 2 * half, i % 2 == 0 ? i / 2 + half : i / 2 + 1);
    rising.push_back(static_cast<std::int32_t>(i + 1));
  }
  return make_graph(2 * half, pairs, rising);
}

/// Calls body(graph) with graphs of several families, each with weights of three kinds.
template <class Body>
void for_each_family(const Context& host, const Body& body) {
  const std::pair<const char*, std::map<std::string, double>> families[] = {
      {"rgg", {{"n", 20'000}}},
      {"delaunay", {{"n", 10'000}, {"shuffle", 1}}},
      {"rmat", {{"scale", 12}}},
      {"grid27", {{"x", 15}, {"y", 15}, {"z", 15}}},
      {"path", {{"n", 5000}}},
      {"star", {{"leaves", 30'000}, {"shuffle", 1}}},
      {"star_of_stars", {{"hubs", 60}, {"leaves", 90}}},
  };
  for (const auto& [name, parameters] : families) {
    EdgeList graph = generate::graph(host, name, parameters, 4);
    for (const char* weights : {"unit", "random:1..10", "random:1..2147483647"}) {
      SCOPED_TRACE(std::string(name) + ", " + weights);
      generate::assign_weights(host, graph.weights, graph.view().num_edges(), weights);
      body(graph);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

}  // namespace hypermatch::test
