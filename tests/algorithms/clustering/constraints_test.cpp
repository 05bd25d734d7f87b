// SPDX-License-Identifier: MIT
// Constraints of communities: they hold, whatever the graph, with one answer in every context.
#include <gtest/gtest.h>

#include <functional>
#include <numeric>
#include <set>

#include "hypermatch/error.hpp"
#include "tests/algorithms/clustering/clustering_testing.hpp"
#include "tests/parallel/contexts.hpp"
#include "tests/sizes.hpp"
#include "tests/stopping.hpp"

namespace hypermatch::test {
namespace {

using detail::base::below;
using detail::base::hash;

struct Asked {
  std::string name;
  CommunityConstraints constraints;
  std::span<const VertexId> initial = {};
};

Clustering run(const Context& context, const GraphView& graph, bool is_leiden, const Asked& asked,
               const CommunityQuality& quality = {}) {
  if (is_leiden) {
    return leiden(context, graph,
                  {.quality = quality,
                   .seed = 5,
                   .initial = asked.initial,
                   .keep_hierarchy = true,
                   .constraints = asked.constraints});
  }
  return louvain(context, graph,
                 {.quality = quality,
                  .seed = 5,
                  .initial = asked.initial,
                  .keep_hierarchy = true,
                  .constraints = asked.constraints});
}

std::map<VertexId, VertexId> sizes_of(std::span<const VertexId> labels) {
  std::map<VertexId, VertexId> sizes;
  for (const VertexId label : labels) ++sizes[label];
  return sizes;
}

void expect_labels_hold(std::span<const VertexId> fixed, std::span<const VertexId> labels) {
  for (std::size_t u = 0; u < fixed.size(); ++u) {
    for (std::size_t v = 0; v < u; ++v) {
      if (fixed[u] == k_none || fixed[v] == k_none) continue;
      ASSERT_EQ(fixed[u] == fixed[v], labels[u] == labels[v]) << u << " and " << v;
    }
  }
}

// Communities below the size have no neighbour that may take them; how many there are.
VertexId expect_no_small(const GraphView& graph, const CommunityConstraints& asked,
                         std::span<const VertexId> labels) {
  std::map<VertexId, VertexId> sizes = sizes_of(labels);
  std::set<VertexId> pinned;
  for (std::size_t v = 0; v < asked.fixed.size(); ++v) {
    if (asked.fixed[v] != k_none) pinned.insert(labels[v]);
  }
  for (VertexId v = 0; v < graph.num_vertices; ++v) {
    if (sizes[labels[v]] >= asked.min_size) continue;
    for (const VertexId u : graph.neighbours_of(v)) {
      if (labels[u] == labels[v]) continue;
      const bool fits =
          asked.max_size == 0 || sizes[labels[u]] + sizes[labels[v]] <= asked.max_size;
      const bool are_pinned = pinned.count(labels[u]) + pinned.count(labels[v]) == 2;
      EXPECT_FALSE(fits && !are_pinned) << "vertices " << v << " and " << u;
    }
  }
  VertexId small = 0;
  for (const auto& [label, size] : sizes) small += size < asked.min_size ? 1 : 0;
  return small;
}

void expect_hold(const GraphView& graph, const CommunityConstraints& asked,
                 const Clustering& found) {
  const std::span<const VertexId> labels = found.labels.labels;
  expect_labels_hold(asked.fixed, labels);
  if (asked.communities != 0) {
    EXPECT_EQ(found.communities, asked.communities);
  } else if (asked.min_size > 1) {
    EXPECT_EQ(expect_no_small(graph, asked, labels), found.small_communities);
  }
  for (const auto& [label, size] : sizes_of(labels)) {
    if (asked.max_size != 0) {
      EXPECT_LE(size, asked.max_size);
    }
  }
}

// Labels 0 .. kinds - 1 for every third vertex or so.
std::vector<VertexId> some_labels(VertexId n, VertexId kinds, std::uint64_t seed) {
  std::vector<VertexId> fixed(n, k_none);
  for (VertexId v = 0; v < n; ++v) {
    if (below(hash(seed, 1, v), 3) == 0) {
      fixed[v] = static_cast<VertexId>(below(hash(seed, 2, v), kinds));
    }
  }
  return fixed;
}

class Constraints : public Everywhere {};

TEST_P(Constraints, HoldWithOneAnswerEverywhere) {
  const Context serial({.threads = 1});
  std::vector<NamedGraph> graphs;
  graphs.push_back({"no edges", make_graph(40, {})});
  graphs.push_back({"star", make_graph(400, star_pairs(399))});
  graphs.push_back({"cliques", ring_of_cliques(12, 7)});
  graphs.push_back({"random", random_graph(300, 900, 1)});
  graphs.push_back({"int64", weighted<std::int64_t>(random_graph(300, 900, 2), 1ULL << 45, 2)});
  graphs.push_back({"double", weighted<double>(random_graph(300, 700, 3), 1000, 3)});
  for (const NamedGraph& test : graphs) {
    const VertexId n = test.graph.num_vertices;
    const Graph graph(
        EdgeList{test.graph.num_vertices, test.graph.edges.clone(), clone(test.graph.weights)});
    const auto rows = graph.rows(serial);
    const std::vector<VertexId> fixed = some_labels(n, 4, 7);
    std::vector<VertexId> initial(n);
    for (VertexId v = 0; v < n; ++v) initial[v] = static_cast<VertexId>(below(hash(9, v), n / 8));
    for (const Asked& asked :
         std::vector<Asked>{{"labels", {.fixed = fixed}},
                            {"labels from a start", {.fixed = fixed}, initial},
                            {"at most 9", {.max_size = 9}},
                            {"at most 9 from a start", {.max_size = 9}, initial},
                            {"at least 12", {.min_size = 12}},
                            {"5 to 20", {.min_size = 5, .max_size = 20}},
                            {"labels, at least 30", {.fixed = fixed, .min_size = 30}},
                            {"labels, at most 150", {.fixed = fixed, .max_size = 150}}}) {
      for (const bool is_leiden : {false, true}) {
        for (const CommunityQuality quality :
             {CommunityQuality{}, CommunityQuality{CommunityObjective::cpm, 0.05}}) {
          SCOPED_TRACE(test.name + ", " + asked.name + (is_leiden ? ", leiden" : ", louvain"));
          const Clustering expected = run(serial, rows.view(), is_leiden, asked, quality);
          const Clustering found = run(context_, rows.view(), is_leiden, asked, quality);
          EXPECT_EQ(found.labels.labels, expected.labels.labels);
          EXPECT_EQ(found.hierarchy.labels, expected.hierarchy.labels);
          EXPECT_EQ(found.quality, expected.quality);
          EXPECT_NEAR(found.quality,
                      defined_quality(test.graph.view(), found.labels.labels, quality), 1e-12);
          EXPECT_EQ(found.labels.labels, numbered_by_first_vertex(found.labels.labels));
          expect_hold(rows.view(), asked.constraints, found);
          if (is_leiden && asked.constraints.fixed.empty()) {
            EXPECT_TRUE(is_connected(rows.view(), found.labels.labels));
          }
        }
      }
    }
  }
}

TEST_P(Constraints, AnyNumberOfCommunities) {
  const Context serial({.threads = 1});
  const Graph graph(weighted<std::int32_t>(ring_of_cliques(9, 6), 3, 1));
  const auto rows = graph.rows(serial);
  const std::vector<VertexId> fixed = some_labels(54, 3, 3);
  for (VertexId k = 1; k <= 54; ++k) {
    for (const bool is_leiden : {false, true}) {
      SCOPED_TRACE(std::to_string(k) + (is_leiden ? ", leiden" : ", louvain"));
      const Asked asked{"", {.communities = k}};
      const Clustering found = run(context_, rows.view(), is_leiden, asked);
      expect_hold(rows.view(), asked.constraints, found);
      EXPECT_TRUE(is_connected(rows.view(), found.labels.labels));
      EXPECT_EQ(found.labels.labels, run(serial, rows.view(), is_leiden, asked).labels.labels);
      if (k == 9) {
        for (VertexId v = 0; v < 54; ++v) EXPECT_EQ(found.labels.labels[v], v / 6);
      }
      if (k < 3 || k > 30) continue;
      const Asked pinned{"", {.fixed = fixed, .communities = k}};
      expect_hold(rows.view(), pinned.constraints, run(context_, rows.view(), is_leiden, pinned));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Contexts, Constraints, ::testing::ValuesIn(everywhere()), CaseName());

TEST(ConstrainedCommunities, HoldOnRandomGraphs) {
  const Context context({.threads = 2, .backend = HostBackend::std_threads});
  for (std::uint64_t seed = 0; seed < by_build(600U, 60U); ++seed) {
    SCOPED_TRACE(seed);
    auto draw = [&, at = 0U](std::uint64_t bound) mutable {
      return static_cast<VertexId>(below(hash(seed, 77, ++at), bound));
    };
    const VertexId n = 8 + draw(60);
    const Graph graph(random_graph(n, n + draw(2 * std::uint64_t{n}), seed));
    const auto rows = graph.rows(context);
    const std::vector<VertexId> fixed = some_labels(n, 1 + draw(4), seed);
    std::vector<VertexId> initial(n);
    for (VertexId& label : initial) label = draw(1 + n / 3);
    Asked asked;
    if (draw(2) == 0) asked.constraints.fixed = fixed;
    if (draw(3) == 0) asked.initial = initial;
    if (draw(2) == 0) asked.constraints.min_size = 1 + draw(6);
    if (draw(2) == 0) {
      VertexId least = asked.constraints.min_size;
      for (const auto& [label, size] : sizes_of(asked.constraints.fixed)) {
        if (label != k_none) least = std::max(least, size);
      }
      asked.constraints.max_size = std::max(least, 2 + draw(n));
    }
    const Clustering found = run(context, rows.view(), draw(2) == 0, asked);
    expect_hold(rows.view(), asked.constraints, found);
    for (std::size_t level = 0; level < found.hierarchy.levels.size(); ++level) {
      EXPECT_EQ(found.hierarchy.levels.back(), found.labels.labels);
    }
  }
}

// All leaves want to join the hub at once.
TEST(ConstrainedCommunities, ManyThatJoinAtOnceDoNotOverfill) {
  for (const int threads : {1, 3}) {
    const Context context({.threads = threads, .backend = HostBackend::std_threads});
    const Graph graph(make_graph(5001, star_pairs(5000)));
    const auto rows = graph.rows(context);
    for (const VertexId most : {1U, 2U, 100U, 4999U}) {
      const Clustering found = louvain(context, rows.view(), {.constraints = {.max_size = most}});
      EXPECT_EQ(found.communities, 5001 - most + 1);
      EXPECT_EQ(facts_of(found.labels).largest, most);
    }
  }
}

TEST(ConstrainedCommunities, LabelsGatherTheirNeighbours) {
  const Context context({.threads = 1});
  // Two cliques of four and a bridge; vertex 3 of the first clique has the second one's label.
  const Graph graph(ring_of_cliques(2, 4));
  const auto rows = graph.rows(context);
  std::vector<VertexId> fixed(8, k_none);
  fixed[3] = 1;
  fixed[5] = 1;
  fixed[0] = 0;
  const Clustering found = leiden(context, rows.view(), {.constraints = {.fixed = fixed}});
  EXPECT_EQ(found.labels.labels, (std::vector<VertexId>{0, 0, 0, 1, 1, 1, 1, 1}));
}

// Without edges nothing moves.
TEST(ConstrainedCommunities, KeepGivenOnesOfTheLargestSize) {
  const Context context({.threads = 1});
  const Graph graph(make_graph(10, {}));
  const auto rows = graph.rows(context);
  const std::vector<VertexId> initial = {3, 3, 3, 3, 3, 3, 7, 7, 7, 7};
  const auto labels = [&](const CommunityConstraints& constraints) {
    return louvain(context, rows.view(), {.initial = initial, .constraints = constraints})
        .labels.labels;
  };
  using Numbers = std::vector<VertexId>;
  EXPECT_EQ(labels({.max_size = 6}), (Numbers{0, 0, 0, 0, 0, 0, 1, 1, 1, 1}));
  EXPECT_EQ(labels({.max_size = 5}), (Numbers{0, 1, 2, 3, 4, 5, 6, 6, 6, 6}));
  // The vertex of a second label leaves room.
  Numbers fixed(10, k_none);
  fixed[1] = 0;
  fixed[2] = 9;
  EXPECT_EQ(labels({.fixed = fixed, .max_size = 5}), (Numbers{0, 0, 1, 0, 0, 0, 2, 2, 2, 2}));
  EXPECT_EQ(labels({.fixed = fixed, .max_size = 4}), (Numbers{0, 1, 2, 3, 4, 5, 6, 6, 6, 6}));
  // Vertices of one label begin where the first of them does.
  Numbers ends(10, k_none);
  ends[0] = ends[9] = 4;
  EXPECT_EQ(labels({.fixed = ends}), (Numbers{0, 0, 0, 0, 0, 0, 1, 1, 1, 0}));
}

// Three triangles in a path. Given communities: the outer ones together, and the middle one. No
// vertex moves, and their number is the one that is asked for.
TEST(ConstrainedCommunities, AGivenNumberOfThemIsConnected) {
  const Context context({.threads = 1});
  const Graph graph(make_graph(
      9, {{0, 1}, {1, 2}, {0, 2}, {3, 4}, {4, 5}, {3, 5}, {6, 7}, {7, 8}, {6, 8}, {2, 3}, {5, 6}}));
  const auto rows = graph.rows(context);
  const std::vector<VertexId> initial = {0, 0, 0, 1, 1, 1, 0, 0, 0};
  EXPECT_EQ(louvain(context, rows.view(), {.initial = initial}).labels.labels, initial);
  const Clustering found =
      louvain(context, rows.view(), {.initial = initial, .constraints = {.communities = 2}});
  EXPECT_EQ(found.communities, 2U);
  EXPECT_TRUE(is_connected(rows.view(), found.labels.labels));
}

// Splits double the weights, unless doubles would not fit.
TEST(ConstrainedCommunities, OfWeightsThatAddUpTo2To62) {
  const Context context({.threads = 1});
  const EdgeList list = ring_of_cliques(4, 3);
  ASSERT_EQ(list.edges.size(), 16U);
  const auto labels = [&](std::int64_t weight, VertexId count) {
    EdgeList heavy{list.num_vertices, list.edges.clone(), {}};
    heavy.weights = Array<std::int64_t>(list.edges.size(), weight);
    const Graph graph(std::move(heavy));
    const auto rows = graph.rows(context);
    return leiden(context, rows.view(), {.constraints = {.communities = count}}).labels.labels;
  };
  for (const VertexId count : {2U, 4U, 5U, 7U, 12U}) {
    EXPECT_EQ(labels(std::int64_t{1} << 57, count), labels(2, count)) << count;
  }
}

TEST(ConstrainedCommunities, ASizeOfOneAsksForNothing) {
  const Context context({.threads = 1});
  const Graph graph(random_graph(200, 600, 8));
  const auto rows = graph.rows(context);
  EXPECT_EQ(leiden(context, rows.view(), {.constraints = {.min_size = 1}}).labels.labels,
            leiden(context, rows.view()).labels.labels);
}

TEST(ConstrainedCommunities, OfGraphsWithoutVertices) {
  const Context context({.threads = 1});
  const Graph graph(make_graph(0, {}));
  const auto rows = graph.rows(context);
  EXPECT_EQ(
      leiden(context, rows.view(), {.constraints = {.min_size = 2, .max_size = 5}}).communities,
      0U);
}

TEST(ConstrainedCommunities, RefuseWhatCannotBe) {
  const Context context({.threads = 1});
  const Graph graph(ring_of_cliques(3, 4));
  const auto rows = graph.rows(context);
  const std::vector<VertexId> short_labels(3, 0);
  std::vector<VertexId> high(12, k_none);
  high[4] = 12;
  std::vector<VertexId> three(12, 2);
  three[5] = 0;
  three[6] = 11;
  const auto call = [&](const CommunityConstraints& constraints) {
    return [&, constraints] { return leiden(context, rows.view(), {.constraints = constraints}); };
  };
  const ErrorCode input = ErrorCode::invalid_input;
  const ErrorCode option = ErrorCode::invalid_option;
  expect_error(input, "3 labels of fixed vertices for 12", call({.fixed = short_labels}));
  expect_error(input, "the label of vertex 4 is 12", call({.fixed = high}));
  expect_error(option, "communities is 13, must be at most the number of vertices, 12",
               call({.communities = 13}));
  expect_error(option, "min_size is 5, must be at most max_size, which is 4",
               call({.min_size = 5, .max_size = 4}));
  expect_error(option, "so many of max_size 5 do not hold 12",
               call({.communities = 2, .max_size = 5}));
  expect_error(option, "10 vertices have one label", call({.fixed = three, .max_size = 9}));
  expect_error(option, "fixed vertices have 3 labels", call({.fixed = three, .communities = 2}));
  expect_error(option, "communities is 4, but splits of communities end at 3",
               call({.fixed = three, .communities = 4}));
  expect_error(ErrorCode::unsupported, "louvain (sequential) takes no constraints", [&] {
    return louvain(context, rows.view(),
                   {.variant = LouvainVariant::sequential, .constraints = {.communities = 2}});
  });
  const Graph apart(make_graph(9, {{0, 1}, {2, 3}, {4, 5}}));
  const auto rows_apart = apart.rows(context);
  expect_error(option, "communities is 5, but merges of neighbours end at 6", [&] {
    return leiden(context, rows_apart.view(), {.constraints = {.communities = 5}});
  });
  EXPECT_EQ(leiden(context, rows_apart.view(), {.constraints = {.communities = 6}}).communities,
            6U);
}

TEST(ConstrainedCommunities, StopWhenAsked) {
  const Context make({.threads = 1});
  const VertexId n = by_build(16'000U, 4'000U);
  const Graph graph(random_graph(n, 4 * n, 3));
  const auto rows = graph.rows(make);
  const GraphView view = rows.view();
  for (const CommunityConstraints& constraints :
       {CommunityConstraints{.max_size = 40}, CommunityConstraints{.communities = n / 10},
        CommunityConstraints{.communities = n / 2, .min_size = 2}}) {
    expect_stops(
        [&](const Context& context) {
          try {
            (void)leiden(context, view, {.iterations = 1, .constraints = constraints});
          } catch (const Error& error) {
            // Whether there are so many is not the point.
            if (error.code() != ErrorCode::invalid_option) throw;
          }
        },
        2, {0.2, 0.6, 0.9});
  }
}

}  // namespace
}  // namespace hypermatch::test
