// SPDX-License-Identifier: MIT
// Every algorithm for graphs on a device that returns the greedy matching, under one signature.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "hypermatch/device_graph_matching.hpp"
#include "tests/cuda/device_testing.hpp"

namespace hypermatch::test {

struct DeviceGreedy {
  std::string name;
  std::function<DeviceGraphMatching(const DeviceContext&, const DeviceGraphView&, const GraphOrder&,
                                    DeviceWorkspace&)>
      run;
};

inline std::vector<DeviceGreedy> device_greedy_algorithms() {
  std::vector<DeviceGreedy> all;
  const std::pair<const char*, GraphLocalMaxVariant> variants[] = {
      {"filtered", GraphLocalMaxVariant::filtered},
      {"crcw", GraphLocalMaxVariant::crcw},
      {"work_optimal", GraphLocalMaxVariant::work_optimal}};
  for (const auto& [name, variant] : variants) {
    all.push_back({std::string("local_max, ") + name,
                   [variant = variant](const DeviceContext& context, const DeviceGraphView& graph,
                                       const GraphOrder& order, DeviceWorkspace& workspace) {
                     return local_max(context, graph, {.order = order, .variant = variant},
                                      workspace);
                   }});
  }
  all.push_back({"locally_dominant", [](const DeviceContext& context, const DeviceGraphView& graph,
                                        const GraphOrder& order, DeviceWorkspace& workspace) {
                   return locally_dominant(context, graph, order, workspace);
                 }});
  const std::pair<const char*, DeviceSuitorVariant> suitors[] = {
      {"no_sync", DeviceSuitorVariant::no_sync},
      {"sync_lb", DeviceSuitorVariant::sync_lb},
      {"sync_no_lb", DeviceSuitorVariant::sync_no_lb},
      {"hybrid", DeviceSuitorVariant::hybrid}};
  const std::pair<const char*, DeviceSuitorExchange> exchanges[] = {
      {"lock_free", DeviceSuitorExchange::lock_free}, {"locks", DeviceSuitorExchange::locks}};
  for (const auto& [name, variant] : suitors) {
    for (const auto& [how, exchange] : exchanges) {
      all.push_back({std::string("suitor, ") + name + ", " + how,
                     [variant = variant, exchange = exchange](
                         const DeviceContext& context, const DeviceGraphView& graph,
                         const GraphOrder& order, DeviceWorkspace& workspace) {
                       return suitor(context, graph,
                                     {.order = order,
                                      .variant = variant,
                                      .exchange = exchange,
                                      .vertices_per_warp = 20},
                                     workspace);
                     }});
    }
  }
  return all;
}

/// The mates of a device call, on the host; checks the count.
inline std::vector<VertexId> mates_of(const DeviceContext& context,
                                      const DeviceGraphMatching& matching) {
  const std::vector<VertexId> mates = download(context, matching.mates);
  std::uint64_t matched = 0;
  for (const VertexId mate : mates) matched += mate != k_none ? 1 : 0;
  EXPECT_EQ(download(context, matching.count).at(0), matched / 2);
  return mates;
}

}  // namespace hypermatch::test
