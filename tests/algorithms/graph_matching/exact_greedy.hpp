// SPDX-License-Identifier: MIT
// Every algorithm for graphs that returns the greedy matching of the order, under one signature.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "graph_cases.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/graph_matching.hpp"

namespace hypermatch::test {

struct ExactGreedy {
  std::string name;
  std::function<GraphMatching(const Context&, const EdgeListView&, const GraphView&,
                              const GraphOrder&)>
      run;
};

inline std::vector<ExactGreedy> exact_greedy_algorithms() {
  std::vector<ExactGreedy> all;
  all.push_back({"sorted_greedy",
                 [](const Context& context, const EdgeListView& edges, const GraphView&,
                    const GraphOrder& order) { return sorted_greedy(context, edges, order); }});
  all.push_back({"locally_dominant",
                 [](const Context& context, const EdgeListView&, const GraphView& rows,
                    const GraphOrder& order) { return locally_dominant(context, rows, order); }});
  all.push_back({"locally_dominant, sorted", [](const Context& context, const EdgeListView&,
                                                const GraphView& rows, const GraphOrder& order) {
                   return locally_dominant(context, rows, order, DominantVariant::sorted);
                 }});
  const std::pair<const char*, GraphLocalMaxVariant> variants[] = {
      {"filtered", GraphLocalMaxVariant::filtered},
      {"sequential", GraphLocalMaxVariant::sequential},
      {"crcw", GraphLocalMaxVariant::crcw},
      {"work_optimal", GraphLocalMaxVariant::work_optimal}};
  for (const auto& named : variants) {
    const GraphLocalMaxVariant variant = named.second;
    all.push_back({std::string("local_max of edges, ") + named.first,
                   [variant](const Context& context, const EdgeListView& edges, const GraphView&,
                             const GraphOrder& order) {
                     return local_max(context, edges, {.order = order, .variant = variant});
                   }});
    all.push_back({std::string("local_max of rows, ") + named.first,
                   [variant](const Context& context, const EdgeListView&, const GraphView& rows,
                             const GraphOrder& order) {
                     return local_max(context, rows, {.order = order, .variant = variant});
                   }});
  }
  const std::pair<const char*, SuitorVariant> suitors[] = {{"automatic", SuitorVariant::automatic},
                                                           {"unsorted", SuitorVariant::unsorted},
                                                           {"sorted", SuitorVariant::sorted},
                                                           {"locks", SuitorVariant::locks},
                                                           {"lock_free", SuitorVariant::lock_free}};
  for (const auto& named : suitors) {
    const SuitorVariant variant = named.second;
    all.push_back({std::string("suitor, ") + named.first,
                   [variant](const Context& context, const EdgeListView&, const GraphView& rows,
                             const GraphOrder& order) {
                     return suitor(context, rows, {.order = order, .variant = variant});
                   }});
  }
  return all;
}

/// All of them return what `greedy` returns, on one thread and on several.
inline void expect_all_greedy(const EdgeList& graph, const GraphOrder& order,
                              const std::string& what) {
  const Context one({.threads = 1});
  const EdgeListView edges = graph.view();
  const CompressedGraph rows = compress(one, edges);
  const std::vector<VertexId> expected = greedy(one, edges, order).mates;
  for (const int threads : {1, 2, 5}) {
    const Context context({.threads = threads, .backend = HostBackend::std_threads});
    for (const ExactGreedy& algorithm : exact_greedy_algorithms()) {
      EXPECT_EQ(algorithm.run(context, edges, rows.view(), order).mates, expected)
          << algorithm.name << " on " << what << ", " << threads << " threads";
    }
  }
}

}  // namespace hypermatch::test
