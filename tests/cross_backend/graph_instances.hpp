// SPDX-License-Identifier: MIT
// One small instance of every family of graphs, with several kinds of weights, for tests over all
// algorithms.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "hypermatch/graph.hpp"
#include "tests/cross_backend/instances.hpp"

namespace hypermatch::test {

inline std::vector<FamilyCase> graph_family_cases() {
  const double scale = HYPERMATCH_TEST_SCALE;
  return {{"delaunay", {{"n", 4'000 / scale}}},
          {"rgg", {{"n", 4'000 / scale}}},
          {"random_graph", {{"n", 3'000 / scale}, {"alpha", 5}}},
          {"rmat", {{"scale", scale > 1 ? 8 : 11}, {"edge_factor", 8}}},
          {"grid", {{"x", 40}, {"y", 80 / scale}}},
          {"grid27", {{"x", 12}, {"y", 12}, {"z", 16 / scale}}},
          {"nlpkkt", {{"x", 9}, {"y", 9}, {"z", 16 / scale}}},
          {"road", {{"x", 60}, {"y", 80 / scale}}},
          {"path", {{"n", 3'000 / scale}}},
          {"star", {{"leaves", 3'000 / scale}}},
          {"star_of_stars", {{"hubs", 30}, {"leaves", 80 / scale}}},
          {"caterpillar", {{"spine", 320 / scale}, {"legs", 9}}},
          {"planted_partition", {{"n", 2'000 / scale}, {"communities", 10}}},
          {"block_model", {{"n", 2'000 / scale}, {"max_degree", 100}}},
          {"lfr", {{"n", 2'000 / scale}, {"max_degree", 60}, {"max_size", 100}}}};
}

/// Weights with and without ties, of every type, some not positive.
enum class GraphWeights { as_generated, unit, few, wide, signed_float, distinct_double };
inline constexpr GraphWeights k_graph_weights[] = {
    GraphWeights::as_generated, GraphWeights::unit,         GraphWeights::few,
    GraphWeights::wide,         GraphWeights::signed_float, GraphWeights::distinct_double};

template <class T, class Make>
Array<T> made(EdgeId m, const Make& make) {
  Array<T> weights(m);
  for (EdgeId e = 0; e < m; ++e) weights[e] = static_cast<T>(make(e));
  return weights;
}

inline void set_weights(EdgeList& graph, GraphWeights kind) {
  const auto m = static_cast<EdgeId>(graph.edges.size());
  const auto scatter = [](std::uint64_t e) { return (e * 2'654'435'761ULL) % 1'000'003ULL; };
  switch (kind) {
    case GraphWeights::as_generated:
      return;
    case GraphWeights::unit:
      graph.weights = {};
      return;
    case GraphWeights::few:
      graph.weights = made<std::int32_t>(m, [&](EdgeId e) { return scatter(e) % 10; });
      return;
    case GraphWeights::wide:
      graph.weights = made<std::int64_t>(m, [&](EdgeId e) {
        return static_cast<std::int64_t>(scatter(e) / 7) * 10'000'000'000 - 200'000'000'000;
      });
      return;
    case GraphWeights::signed_float:
      graph.weights = made<float>(
          m, [&](EdgeId e) { return (static_cast<float>(scatter(e) % 4'001) - 500.0F) / 8.0F; });
      return;
    case GraphWeights::distinct_double:
      graph.weights =
          made<double>(m, [&](EdgeId e) { return static_cast<double>(scatter(e)) / 1'000'003.0; });
      return;
  }
}

/// Every family; kinds of weights take turns, so that each family sees two of them, or all.
inline std::vector<NamedGraph> graphs(bool all_weights, std::uint64_t seed = 0) {
  const Context context({.threads = 1});
  std::vector<NamedGraph> made;
  std::size_t turn = seed;
  for (const FamilyCase& family : graph_family_cases()) {
    for (std::size_t i = 0; i < std::size(k_graph_weights); ++i) {
      if (!all_weights && (i + turn) % 3 != 0) continue;
      NamedGraph& named = made.emplace_back(
          NamedGraph{std::string(family.family) + " weights " + std::to_string(i),
                     generate::graph(context, family.family, family.parameters, seed)});
      set_weights(named.graph, k_graph_weights[i]);
    }
    ++turn;
  }
  return made;
}

}  // namespace hypermatch::test
