// SPDX-License-Identifier: MIT
// A stop that is asked for while an algorithm or a start works ends it soon.
#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

#include "tests/algorithms/bipartite_matching/bipartite_testing.hpp"
#include "tests/sizes.hpp"
#include "tests/stopping.hpp"

namespace hypermatch {
namespace {

using namespace hypermatch::testing;
using test::expect_stops;

// Long enough for many looks. Under sanitizers work takes longer.
constexpr VertexId k_chain_length = test::by_build(300'000U, 100'000U);
constexpr std::initializer_list<double> k_parts = {0.5};

TEST(BipartiteStops, AlgorithmsWhileTheyWork) {
  const Bipartite graph = chain(k_chain_length);
  for (const int threads : {1, 2}) {
    for (const NamedAlgorithm& algorithm : k_algorithms) {
      const bool on_one = algorithm.same_bytes;
      if (on_one && threads != 1) continue;
      SCOPED_TRACE(std::string(algorithm.name) + ", threads " + std::to_string(threads));
      expect_stops(
          [&](const Context& context) {
            (void)algorithm.run(context, graph.view(), {.start = BipartiteStart::cheap});
          },
          threads, k_parts);
    }
  }
}

TEST(BipartiteStops, StartsWhileTheyWork) {
  const Bipartite graph = chain(k_chain_length);
  for (const int threads : {1, 2}) {
    for (const BipartiteStart start : k_starts) {
      if (start == BipartiteStart::automatic || start == BipartiteStart::none) continue;
      if (start == BipartiteStart::least_degree && threads != 1) continue;
      SCOPED_TRACE("start " + std::to_string(static_cast<int>(start)) + ", threads " +
                   std::to_string(threads));
      expect_stops(
          [&](const Context& context) {
            (void)start_matching(context, graph.view(), {.start = start});
          },
          threads, {0.2});
    }
  }
}

// In the first two thirds row r meets columns r and r + n / 3, in the last one column r - 2 n / 3:
// cheap leaves a third of all rows free, and all paths have five edges.
TEST(BipartiteStops, TheDefaultWhileItSearchesLocally) {
  constexpr VertexId k_third = test::by_build(150'000U, 50'000U);
  Bipartite graph;
  graph.num_rows = graph.num_columns = 3 * k_third;
  graph.offsets.push_back(0);
  for (VertexId r = 0; r < 3 * k_third; ++r) {
    const bool last = r >= 2 * k_third;
    graph.columns.push_back(last ? r - 2 * k_third : r);
    if (!last) graph.columns.push_back(r + k_third);
    graph.offsets.push_back(graph.columns.size());
  }
  expect_stops([&](const Context& context) { (void)maximum_matching(context, graph.view()); }, 1,
               k_parts);
}

}  // namespace
}  // namespace hypermatch
