// SPDX-License-Identifier: MIT
// Rows of contracted graphs in any order against those that ascend.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "coarsen/classes.hpp"
#include "coarsen/contracted_rows.hpp"
#include "coarsen/row_scratch.hpp"
#include "tests/algorithms/graph_matching/graph_cases.hpp"
#include "tests/coarsen/list.hpp"
#include "tests/parallel/contexts.hpp"

namespace hypermatch::test {
namespace {

class CompleteRows : public Everywhere {};

// Weights of integers, of whichever type; none: no number.
std::vector<std::int64_t> wide(const Weights& weights) {
  if (const auto* narrow = std::get_if<Array<std::int32_t>>(&weights)) {
    return {narrow->begin(), narrow->end()};
  }
  if (const auto* held = std::get_if<Array<std::int64_t>>(&weights)) {
    return {held->begin(), held->end()};
  }
  return {};
}

// Heads and weights of each row, ascending.
std::vector<std::vector<std::pair<VertexId, std::int64_t>>> sorted_rows(
    const CompressedGraph& graph) {
  const std::vector<std::int64_t> weights = wide(graph.weights);
  std::vector<std::vector<std::pair<VertexId, std::int64_t>>> rows(graph.num_vertices);
  for (std::size_t c = 0; c < rows.size(); ++c) {
    for (Offset a = graph.offsets[c]; a < graph.offsets[c + 1]; ++a) {
      rows[c].emplace_back(graph.neighbours[a], weights[a]);
    }
    std::sort(rows[c].begin(), rows[c].end());
  }
  return rows;
}

void expect_complete_like_mirrored(const Context& context, const EdgeList& graph,
                                   std::size_t classes, const std::string& what) {
  using detail::coarsen::Rows;
  const CompressedGraph rows = compress(context, graph.view());
  std::vector<VertexId> labels(graph.num_vertices);
  for (std::size_t v = 0; v < labels.size(); ++v) {
    labels[v] = static_cast<VertexId>(v * v % 1009 % classes);
  }
  const auto held =
      detail::coarsen::classes_of_labels(context, graph.num_vertices, LabelsView(labels));
  detail::coarsen::RowScratch<std::int64_t> scratch;
  const std::vector<std::int64_t> loops(graph.num_vertices, 3);
  for (const Loops kind : {Loops::drop, Loops::keep}) {
    const auto make = [&](Rows how) {
      return contract_rows(context, rows.view(), held,
                           {.loops = kind, .loop_weights = std::span(loops), .rows = how}, {},
                           scratch);
    };
    const auto mirrored = make(Rows::mirrored);
    const auto complete = make(Rows::complete);
    EXPECT_EQ(list(complete.graph.offsets), list(mirrored.graph.offsets)) << what;
    EXPECT_EQ(sorted_rows(complete.graph), sorted_rows(mirrored.graph)) << what;
    EXPECT_EQ(wide(complete.loop_weights), wide(mirrored.loop_weights)) << what;
    EXPECT_EQ(complete.graph.weights.index(), mirrored.graph.weights.index()) << what;
    EXPECT_GT(complete.graph.neighbours.size(), 0U) << what;
  }
}

// Sums of the last ones fit 32 bits in some rows only.
TEST_P(CompleteRows, HaveTheArcsOfMirroredOnes) {
  EdgeList graph = random_graph(2000, 12000, 7);
  for (const std::size_t classes : {2U, 12U, 900U}) {
    const auto expect_alike = [&](const char* weights) {
      expect_complete_like_mirrored(context_, graph, classes,
                                    weights + (" " + std::to_string(classes)));
    };
    graph.weights = {};
    expect_alike("no weights");
    weigh_each<std::int32_t>(graph, [](std::size_t e) { return e % 100; });
    expect_alike("int32");
    weigh_each<std::int64_t>(graph, [](std::size_t e) { return e * 1'000'000'007; });
    expect_alike("int64");
    weigh_each<std::int32_t>(graph, [](std::size_t e) { return e < 11990 ? 1 : 2'000'000'000; });
    expect_alike("large int32");
  }
}

INSTANTIATE_TEST_SUITE_P(Contexts, CompleteRows, testing::ValuesIn(everywhere()), CaseName());

}  // namespace
}  // namespace hypermatch::test
