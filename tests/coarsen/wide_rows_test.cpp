// SPDX-License-Identifier: MIT
// Coarse rows that are so long that all threads sum them up: several pieces, which begin in the
// midst of a member, and several parts of heads.
#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "hypermatch/coarsen.hpp"
#include "tests/algorithms/graph_matching/graph_cases.hpp"
#include "tests/parallel/contexts.hpp"

namespace hypermatch::test {
namespace {

class WideRows : public Everywhere {};

TEST_P(WideRows, AreSumsOverAllMembers) {
  // Vertices 0, 1 and 2 become one; the first two are joined to long ranges of leaves, which
  // overlap, the third to few.
  constexpr VertexId k_hubs = 3;
  constexpr VertexId k_leaves = 110'000;
  const std::vector<std::pair<VertexId, VertexId>> ranges = {
      {0, 70'000}, {45'000, k_leaves}, {44'990, 45'010}};
  EdgeList graph;
  graph.num_vertices = k_hubs + k_leaves;
  Array<double> weights;
  std::vector<double> sums(k_leaves, 0.0);
  for (VertexId hub = 0; hub < k_hubs; ++hub) {
    for (VertexId leaf = ranges[hub].first; leaf < ranges[hub].second; ++leaf) {
      graph.edges.push_back({hub, k_hubs + leaf});
      const double weight = static_cast<double>(leaf % 64) + 1024.0 * (hub + 1);
      weights.push_back(weight);
      sums[leaf] += weight;  // exact in any order
    }
  }
  graph.weights = std::move(weights);
  std::vector<VertexId> labels(graph.num_vertices);
  std::iota(labels.begin(), labels.end(), VertexId{0});
  labels[1] = labels[2] = 0;
  const CompressedGraph rows = compress(context_, graph.view());
  const Contraction got = contract(context_, rows.view(), LabelsView(labels));
  const GraphView coarse = got.graph.view();
  ASSERT_EQ(coarse.num_vertices, k_leaves + 1);
  ASSERT_EQ(coarse.num_arcs(), 2 * std::uint64_t{k_leaves});
  ASSERT_EQ(coarse.degree(0), k_leaves);
  for (VertexId leaf = 0; leaf < k_leaves; ++leaf) {
    ASSERT_EQ(coarse.neighbours[leaf], leaf + 1);
    ASSERT_EQ(weight_at(coarse.weights, leaf), sums[leaf]) << leaf;
    ASSERT_EQ(coarse.neighbours[coarse.offsets[leaf + 1]], 0U);
    ASSERT_EQ(weight_at(coarse.weights, coarse.offsets[leaf + 1]), sums[leaf]) << leaf;
  }
}

INSTANTIATE_TEST_SUITE_P(Contexts, WideRows, testing::ValuesIn(everywhere()), CaseName());

}  // namespace
}  // namespace hypermatch::test
