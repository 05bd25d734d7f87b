// SPDX-License-Identifier: MIT
#include "parallel/host/incidence.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/random.hpp"
#include "tests/parallel/contexts.hpp"

namespace hypermatch::detail::parallel {
namespace {

class IncidenceTest : public test::Everywhere {
 protected:
  // Against one list per vertex, filled edge by edge.
  void expect_transpose(const Hypergraph& hypergraph) const {
    std::vector<std::vector<EdgeId>> lists(hypergraph.num_vertices);
    const HypergraphView view = hypergraph.view();
    for (EdgeId e = 0; e < view.num_edges(); ++e) {
      for (const VertexId v : view.pins_of(e)) lists[v].push_back(e);
    }
    const Incidence incidence = build_incidence(context_, view);
    ASSERT_EQ(incidence.offsets.size(), hypergraph.num_vertices + std::size_t{1});
    ASSERT_EQ(incidence.offsets[0], 0U);
    ASSERT_EQ(incidence.offsets[hypergraph.num_vertices], view.num_pins());
    ASSERT_EQ(incidence.edges.size(), view.num_pins());
    for (VertexId v = 0; v < hypergraph.num_vertices; ++v) {
      const auto edges = incidence.edges_of(v);
      // An assertion a vertex would take longer than all else.
      if (!std::ranges::equal(edges, lists[v])) FAIL() << "vertex " << v;
    }
  }
};

// Edge e has the vertices start(e), start(e) + step, ... (mod n), which differ for steps that are
// prime to n.
Hypergraph arithmetic(VertexId n, EdgeId m, std::uint64_t most, VertexId step) {
  Hypergraph hypergraph;
  hypergraph.num_vertices = n;
  hypergraph.offsets.push_back(0);
  for (EdgeId e = 0; e < m; ++e) {
    const std::uint64_t size = base::hash(1, e) % (most + 1);
    std::uint64_t v = base::hash(2, e) % n;
    for (std::uint64_t i = 0; i < size; ++i) {
      hypergraph.pins.push_back(static_cast<VertexId>(v));
      v = (v + step) % n;
    }
    hypergraph.offsets.push_back(hypergraph.pins.size());
  }
  return hypergraph;
}

TEST_P(IncidenceTest, Nothing) {
  expect_transpose(Hypergraph{});
  Hypergraph vertices;
  vertices.num_vertices = 9000;
  expect_transpose(vertices);
  Hypergraph empty_edges;
  empty_edges.offsets = Array<Offset>(4, 0);
  expect_transpose(empty_edges);
}

TEST_P(IncidenceTest, RangesOfVerticesMeetWhereTheyShould) {
  // Around one range (4096 vertices), and several of them.
  for (const VertexId n : {1U, 4095U, 4096U, 4097U, 8192U, 20'011U}) {
    expect_transpose(arithmetic(n, 3000, n == 1 ? 1 : 6, 1));
  }
}

TEST_P(IncidenceTest, ManyChunks) {
  expect_transpose(arithmetic(50'021, 120'000, 6, 7919));
}

TEST_P(IncidenceTest, OneHugeEdgeAndOneHugeVertex) {
  expect_transpose(arithmetic(200'003, 3, 200'003, 17));
  Hypergraph star;
  star.num_vertices = 100'001;
  star.offsets.push_back(0);
  for (EdgeId e = 0; e < 100'000; ++e) {
    star.pins.push_back(e);
    star.pins.push_back(100'000);
    star.offsets.push_back(star.pins.size());
  }
  expect_transpose(star);
}

// More ranges of the smallest size than are written at once: ranges grow.
TEST_P(IncidenceTest, ManyVertices) {
  expect_transpose(arithmetic(5'000'011, 40'000, 5, 1'000'003));
}

INSTANTIATE_TEST_SUITE_P(, IncidenceTest, testing::ValuesIn(test::everywhere()), test::CaseName());

}  // namespace
}  // namespace hypermatch::detail::parallel
