// SPDX-License-Identifier: MIT
// Louvain and Leiden: the same bytes in every context, quality by the definition, known
// communities.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>

#include "algorithms/clustering/common/multilevel/leiden_iterations.hpp"
#include "hypermatch/error.hpp"
#include "tests/algorithms/clustering/clustering_testing.hpp"
#include "tests/parallel/contexts.hpp"
#include "tests/sizes.hpp"
#include "tests/stopping.hpp"

namespace hypermatch::test {
namespace {

using Run = std::function<Clustering(const Context&, const GraphView&, const CommunityQuality&,
                                     const WeightsView&, std::uint64_t)>;

struct Algorithm {
  std::string name;
  Run run;
};

std::vector<Algorithm> algorithms() {
  const auto louvain_of = [](LouvainVariant variant) -> Run {
    return [variant](const Context& context, const GraphView& graph,
                     const CommunityQuality& quality, const WeightsView& loops,
                     std::uint64_t seed) {
      return louvain(context, graph,
                     {.quality = quality, .variant = variant, .seed = seed, .loop_weights = loops});
    };
  };
  return {{"sub_rounds", louvain_of(LouvainVariant::sub_rounds)},
          {"buckets", louvain_of(LouvainVariant::buckets)},
          {"relaxed_buckets", louvain_of(LouvainVariant::relaxed_buckets)},
          {"sequential", louvain_of(LouvainVariant::sequential)},
          {"leiden",
           [](const Context& context, const GraphView& graph, const CommunityQuality& quality,
              const WeightsView& loops, std::uint64_t seed) {
             return leiden(context, graph,
                           {.quality = quality, .seed = seed, .loop_weights = loops});
           }},
          {"matching",
           [](const Context& context, const GraphView& graph, const CommunityQuality& quality,
              const WeightsView& loops, std::uint64_t seed) {
             return agglomerate(context, graph,
                                {.quality = quality, .seed = seed, .loop_weights = loops});
           }},
          {"label_propagation",
           [](const Context& context, const GraphView& graph, const CommunityQuality& quality,
              const WeightsView& loops, std::uint64_t seed) {
             return label_propagation(context, graph,
                                      {.quality = quality, .seed = seed, .loop_weights = loops});
           }}};
}

std::vector<NamedGraph> graphs() {
  std::vector<NamedGraph> all;
  all.push_back({"empty", make_graph(0, {})});
  all.push_back({"one vertex", make_graph(1, {})});
  all.push_back({"no edges", make_graph(7, {})});
  all.push_back({"one edge", make_graph(2, {{1, 0}})});
  all.push_back({"star", make_graph(400, star_pairs(399))});
  all.push_back({"cliques", ring_of_cliques(12, 7)});
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const EdgeList graph = random_graph(300, 900, seed);
    all.push_back({"random", random_graph(300, 900, seed)});
    all.push_back({"int32", weighted<std::int32_t>(graph, 5, seed)});
    all.push_back({"int64", weighted<std::int64_t>(graph, std::uint64_t{1} << 45, seed)});
    all.push_back({"float", weighted<float>(graph, 7, seed)});
    all.push_back({"double", weighted<double>(graph, 1000, seed)});
  }
  return all;
}

class Clusterings : public Everywhere {};

TEST_P(Clusterings, AreTheSameEverywhereAndWorthWhatTheySay) {
  const Context serial({.threads = 1});
  for (const NamedGraph& test : graphs()) {
    const Graph graph(
        EdgeList{test.graph.num_vertices, test.graph.edges.clone(), clone(test.graph.weights)});
    const auto rows = graph.rows(serial);
    for (const Algorithm& algorithm : algorithms()) {
      for (const CommunityQuality quality :
           {CommunityQuality{}, CommunityQuality{.resolution = 2.5},
            CommunityQuality{CommunityObjective::cpm, 0.05}}) {
        SCOPED_TRACE(test.name + ", " + algorithm.name);
        const Clustering expected = algorithm.run(serial, rows.view(), quality, {}, 11);
        const Clustering found = algorithm.run(context_, rows.view(), quality, {}, 11);
        EXPECT_EQ(found.labels.labels, expected.labels.labels);
        EXPECT_EQ(found.quality, expected.quality);
        ASSERT_EQ(found.labels.labels.size(), test.graph.num_vertices);
        EXPECT_EQ(found.labels.labels, numbered_by_first_vertex(found.labels.labels));
        EXPECT_EQ(found.communities, facts_of(found.labels).communities);
        EXPECT_NEAR(found.quality, defined_quality(test.graph.view(), found.labels.labels, quality),
                    1e-12);
        EXPECT_EQ(found.quality,
                  quality_of(context_, rows.view(), LabelsView(found.labels.labels), quality));
      }
    }
  }
}

TEST_P(Clusterings, FindTheCliquesOfARing) {
  const Graph graph(ring_of_cliques(20, 6));
  const auto rows = graph.rows(context_);
  for (const Algorithm& algorithm : algorithms()) {
    SCOPED_TRACE(algorithm.name);
    const Clustering found = algorithm.run(context_, rows.view(), {}, {}, 0);
    if (algorithm.name == "matching") {
      // A pair of two cliques stays together.
      EXPECT_GT(found.quality, 0.8);
      continue;
    }
    if (algorithm.name != "leiden" && algorithm.name != "sequential") {
      // Moves decided from a frozen state may join two cliques.
      EXPECT_GE(found.communities, 18U);
      EXPECT_GT(found.quality, 0.87);  // .8875 of the cliques
      continue;
    }
    EXPECT_EQ(found.communities, 20U);
    for (VertexId v = 0; v < 120; ++v) EXPECT_EQ(found.labels.labels[v], v / 6);
  }
}

TEST_P(Clusterings, CountLoopsTwiceInDegreesAndOnceInTheTotal) {
  const EdgeList list = weighted<std::int32_t>(random_graph(60, 150, 5), 4, 5);
  const Graph graph(EdgeList{list.num_vertices, list.edges.clone(), clone(list.weights)});
  const auto rows = graph.rows(context_);
  std::vector<std::int32_t> loops(60, 0);
  for (std::size_t v = 0; v < 60; v += 3) loops[v] = static_cast<std::int32_t>(v);
  const WeightsView view = std::span<const std::int32_t>(loops);
  for (const Algorithm& algorithm : algorithms()) {
    SCOPED_TRACE(algorithm.name);
    const Clustering found = algorithm.run(context_, rows.view(), {}, view, 0);
    EXPECT_NEAR(found.quality, defined_quality(list.view(), found.labels.labels, {}, view), 1e-12);
    EXPECT_NE(found.quality, algorithm.run(context_, rows.view(), {}, {}, 0).quality);
  }
}

INSTANTIATE_TEST_SUITE_P(Contexts, Clusterings, ::testing::ValuesIn(everywhere()), CaseName());

TEST(Leiden, CommunitiesAreConnected) {
  const Context context({.threads = 2, .backend = HostBackend::std_threads});
  for (std::uint64_t seed = 0; seed < by_build(2000U, 200U); ++seed) {
    const auto n = static_cast<VertexId>(8 + seed % 60);
    const Graph graph(random_graph(n, n + seed % n, seed));
    const auto rows = graph.rows(context);
    for (const std::uint32_t iterations : {1U, 3U}) {
      const Clustering found =
          leiden(context, rows.view(), {.seed = seed, .iterations = iterations});
      ASSERT_TRUE(is_connected(rows.view(), found.labels.labels)) << "seed " << seed;
    }
    const Clustering few =
        leiden(context, rows.view(), {.seed = seed, .max_sweeps = 1, .max_levels = 1});
    ASSERT_TRUE(is_connected(rows.view(), few.labels.labels)) << "seed " << seed;
  }
}

TEST(Leiden, TakesTenIterationsUpTo2To20Arcs) {
  using detail::clustering::leiden_iterations;
  EXPECT_EQ(leiden_iterations({}, 0), 10U);
  EXPECT_EQ(leiden_iterations({}, std::uint64_t{1} << 20), 10U);
  EXPECT_EQ(leiden_iterations({}, (std::uint64_t{1} << 20) + 1), 2U);
  EXPECT_EQ(leiden_iterations({.iterations = 3}, 0), 3U);
}

// Scaling all weights by a power of two changes nothing, from denormal numbers to the largest ones.
TEST(LabelPropagation, FollowsTheHeaviestLinks) {
  // Two pairs joined by a light edge; a vertex between them, heavier to the right one.
  EdgeList list = make_graph(5, {{0, 1}, {2, 3}, {1, 2}, {0, 4}, {1, 4}, {2, 4}, {3, 4}});
  Array<std::int32_t> weights;
  for (const std::int32_t weight : {9, 9, 1, 2, 2, 3, 3}) weights.push_back(weight);
  list.weights = std::move(weights);
  const Context context({.threads = 1});
  const CompressedGraph rows = compress(context, list.view());
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Clustering found = label_propagation(context, rows.view(), {.seed = seed});
    EXPECT_EQ(found.labels.labels, (std::vector<VertexId>{0, 0, 1, 1, 1})) << seed;
    EXPECT_EQ(found.levels.size(), 1U);
  }
  // What nothing pulls away stays as it was given.
  const std::vector<VertexId> all(5, 3);
  EXPECT_EQ(label_propagation(context, rows.view(), {.initial = all}).communities, 1U);
}

TEST(Louvain, RealWeightsOfAnyScaleGiveOneAnswer) {
  const Context context({.threads = 1});
  const EdgeList list = weighted<double>(random_graph(200, 700, 4), 50, 4);
  std::vector<VertexId> expected;
  for (const double scale : {1.0, 0x1p-1000, 0x1p900, 0x1p-3}) {
    EdgeList scaled{list.num_vertices, list.edges.clone(), clone(list.weights)};
    for (double& weight : std::get<Array<double>>(scaled.weights)) weight *= scale;
    const Graph graph(std::move(scaled));
    const auto rows = graph.rows(context);
    const Clustering found = louvain(context, rows.view());
    if (expected.empty()) expected = found.labels.labels;
    EXPECT_EQ(found.labels.labels, expected) << scale;
  }
}

TEST(Louvain, KarateClubHasItsOptimum) {
  // Zachary 1977; the largest modularity is .4198 (Brandes et al. 2008).
  const Pairs pairs = {
      {0, 1},   {0, 2},   {0, 3},   {0, 4},   {0, 5},   {0, 6},   {0, 7},   {0, 8},   {0, 10},
      {0, 11},  {0, 12},  {0, 13},  {0, 17},  {0, 19},  {0, 21},  {0, 31},  {1, 2},   {1, 3},
      {1, 7},   {1, 13},  {1, 17},  {1, 19},  {1, 21},  {1, 30},  {2, 3},   {2, 7},   {2, 8},
      {2, 9},   {2, 13},  {2, 27},  {2, 28},  {2, 32},  {3, 7},   {3, 12},  {3, 13},  {4, 6},
      {4, 10},  {5, 6},   {5, 10},  {5, 16},  {6, 16},  {8, 30},  {8, 32},  {8, 33},  {9, 33},
      {13, 33}, {14, 32}, {14, 33}, {15, 32}, {15, 33}, {18, 32}, {18, 33}, {19, 33}, {20, 32},
      {20, 33}, {22, 32}, {22, 33}, {23, 25}, {23, 27}, {23, 29}, {23, 32}, {23, 33}, {24, 25},
      {24, 27}, {24, 31}, {25, 31}, {26, 29}, {26, 33}, {27, 33}, {28, 31}, {28, 33}, {29, 32},
      {29, 33}, {30, 32}, {30, 33}, {31, 32}, {31, 33}, {32, 33}};
  ASSERT_EQ(pairs.size(), 78U);
  const Context context({.threads = 1});
  const Graph graph(make_graph(34, pairs));
  const auto rows = graph.rows(context);
  EXPECT_NEAR(leiden(context, rows.view()).quality, 0.41979, 1e-5);
}

TEST(Clustering, GivenCommunitiesAreABeginning) {
  const Context context({.threads = 1});
  const Graph graph(ring_of_cliques(4, 5));
  const auto rows = graph.rows(context);
  const std::vector<VertexId> whole(20, 3);
  // One community for all is left by no vertex: each sees only its own.
  EXPECT_EQ(louvain(context, rows.view(), {.initial = whole}).communities, 1U);
  std::vector<VertexId> cliques;
  for (VertexId v = 0; v < 20; ++v) cliques.push_back(v / 5);
  const Clustering found = leiden(context, rows.view(), {.initial = cliques});
  EXPECT_EQ(found.labels.labels, cliques);
  // Levels of iterations have no quality: none of Louvain's method comes before them.
  for (const ClusteringLevel& level : found.levels) EXPECT_FALSE(level.quality);
  EXPECT_TRUE(leiden(context, rows.view()).levels.front().quality);
}

// Moves of one sub-round do not see each other: a sweep can lose, the answer does not.
TEST(Clustering, IsNotBelowWhatItBeginsWith) {
  const Context context({.threads = 1});
  const auto expect_not_below = [&](const EdgeList& graph, std::uint64_t seed) {
    const VertexId n = graph.num_vertices;
    const CompressedGraph rows = compress(context, graph.view());
    std::vector<VertexId> alone(n);
    std::vector<VertexId> given(n);
    for (VertexId v = 0; v < n; ++v) {
      alone[v] = v;
      given[v] = static_cast<VertexId>(detail::base::below(detail::base::hash(seed, 8, v), n));
    }
    for (const std::uint32_t max_levels : {1U, 30U}) {
      for (const bool has_initial : {false, true}) {
        const std::span<const VertexId> initial = has_initial ? given : std::span<const VertexId>{};
        const double least =
            quality_of(context, rows.view(), LabelsView(has_initial ? given : alone));
        const auto check = [&](const Clustering& found) {
          EXPECT_GE(found.quality, least) << n << " vertices, seed " << seed;
          EXPECT_EQ(found.quality,
                    quality_of(context, rows.view(), LabelsView(found.labels.labels)));
        };
        for (const auto variant : {LouvainVariant::sub_rounds, LouvainVariant::buckets,
                                   LouvainVariant::relaxed_buckets}) {
          LouvainOptions options;
          options.variant = variant;
          options.seed = seed;
          options.max_levels = max_levels;
          options.initial = initial;
          check(louvain(context, rows.view(), options));
        }
        AgglomerationOptions options;
        options.seed = seed;
        options.max_levels = max_levels;
        options.initial = initial;
        check(agglomerate(context, rows.view(), options));
        if (has_initial) continue;
        check(leiden(context, rows.view(), {.seed = seed, .max_levels = max_levels}));
      }
    }
  };
  // A path of three vertices, and one vertex alone: was split into the two classes of its
  // colouring.
  EdgeList path = make_graph(4, {{1, 2}, {2, 3}});
  Array<std::int32_t> weights(2, 3);
  weights[1] = 6;
  path.weights = std::move(weights);
  for (std::uint64_t seed = 0; seed < 20; ++seed) expect_not_below(path, seed);
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const auto n = static_cast<VertexId>(4 + seed % 6);
    expect_not_below(weighted<std::int32_t>(random_graph(n, n, seed), 9, seed), seed);
  }
}

TEST(Clustering, KeepsAHierarchyWhereNoLevelGains) {
  const Context context({.threads = 1});
  const Graph graph(make_graph(3, {}));
  const auto rows = graph.rows(context);
  const auto expect_alone = [](const Clustering& kept, const Clustering& not_kept) {
    EXPECT_EQ(kept.hierarchy.labels, (std::vector<VertexId>{0, 1, 2}));
    EXPECT_TRUE(kept.hierarchy.levels.empty());
    EXPECT_TRUE(not_kept.hierarchy.labels.empty());
  };
  expect_alone(leiden(context, rows.view(), {.keep_hierarchy = true}),
               leiden(context, rows.view(), {}));
  expect_alone(agglomerate(context, rows.view(), {.keep_hierarchy = true}),
               agglomerate(context, rows.view(), {}));
  for (const auto variant : {LouvainVariant::sub_rounds, LouvainVariant::buckets,
                             LouvainVariant::relaxed_buckets, LouvainVariant::sequential}) {
    expect_alone(louvain(context, rows.view(), {.variant = variant, .keep_hierarchy = true}),
                 louvain(context, rows.view(), {.variant = variant}));
  }
}

TEST(Clustering, RefusesWhatItCannotTake) {
  const Context context({.threads = 1});
  const Graph graph(ring_of_cliques(3, 4));
  const auto rows = graph.rows(context);
  const GraphView view = rows.view();
  const auto with = [&](const WeightsView& weights) {
    GraphView changed = view;
    changed.weights = weights;
    return changed;
  };
  std::vector<std::int32_t> negative(view.num_arcs(), 1);
  negative[5] = -2;
  std::vector<double> infinite(view.num_arcs(), 1.0);
  infinite[3] = INFINITY;
  const std::vector<std::int64_t> huge(view.num_arcs(), std::int64_t{1} << 60);
  const std::vector<VertexId> short_labels(3, 0);
  const std::vector<VertexId> high_labels(12, 12);
  const std::vector<double> loops(2, 1.0);
  const ErrorCode input = ErrorCode::invalid_input;
  const ErrorCode option = ErrorCode::invalid_option;
  expect_error(input, "the weight of arc 5 is -2",
               [&] { return louvain(context, with(std::span<const std::int32_t>(negative))); });
  expect_error(input, "the weight of arc 3 is inf",
               [&] { return leiden(context, with(std::span<const double>(infinite))); });
  expect_error(input, "2^62",
               [&] { return louvain(context, with(std::span<const std::int64_t>(huge))); });
  expect_error(input, "3 labels of communities for 12",
               [&] { return louvain(context, view, {.initial = short_labels}); });
  expect_error(input, "community of vertex 0 is 12",
               [&] { return quality_of(context, view, LabelsView(high_labels)); });
  expect_error(input, "2 weights of loops for 12", [&] {
    return louvain(context, view, {.loop_weights = std::span<const double>(loops)});
  });
  expect_error(option, "cpm", [&] {
    return leiden(context, view, {.quality = {.objective = CommunityObjective::cpm}});
  });
  expect_error(option, "resolution is -1",
               [&] { return leiden(context, view, {.quality = {.resolution = -1.0}}); });
  expect_error(option, "threshold is 2", [&] { return louvain(context, view, {.threshold = 2}); });
  expect_error(option, "threshold_small is 2",
               [&] { return louvain(context, view, {.threshold_small = 2}); });
  expect_error(option, "threshold_large is -1",
               [&] { return louvain(context, view, {.threshold_large = -1}); });
  expect_error(option, "threshold is nan",
               [&] { return leiden(context, view, {.threshold = NAN}); });
  expect_error(option, "threshold is 2",
               [&] { return label_propagation(context, view, {.threshold = 2}); });
  expect_error(option, "max_sweeps is 0",
               [&] { return louvain(context, view, {.max_sweeps = 0}); });
  expect_error(option, "max_sweeps is 0", [&] { return leiden(context, view, {.max_sweeps = 0}); });
  expect_error(option, "max_sweeps is 0",
               [&] { return label_propagation(context, view, {.max_sweeps = 0}); });
  expect_error(option, "max_levels is 0",
               [&] { return louvain(context, view, {.max_levels = 0}); });
  expect_error(option, "max_levels is 0", [&] { return leiden(context, view, {.max_levels = 0}); });
  expect_error(option, "max_levels is 0",
               [&] { return agglomerate(context, view, {.max_levels = 0}); });
}

TEST(Clustering, TellsLevelSweepAndQuality) {
  const Graph graph(ring_of_cliques(300, 5));
  for (const Algorithm& algorithm : algorithms()) {
    SCOPED_TRACE(algorithm.name);
    std::vector<Progress> reports;
    const Context context({.threads = 2, .progress = [&](const Progress& news) {
                             if (news.level != 0) reports.push_back(news);
                           }});
    const auto rows = graph.rows(context);
    const Clustering found = algorithm.run(context, rows.view(), {}, {}, 0);
    ASSERT_GE(reports.size(), found.levels.size());
    EXPECT_EQ(reports.front().level, 1U);
    EXPECT_EQ(reports.front().quality, std::nullopt);
    std::vector<Progress> ends;  // of levels
    std::ranges::copy_if(reports, std::back_inserter(ends),
                         [](const Progress& report) { return report.total == 0; });
    ASSERT_EQ(ends.size(), found.levels.size());
    for (std::size_t i = 0; i < ends.size(); ++i) {
      EXPECT_EQ(ends[i].level == 1, found.levels[i].vertices == graph.num_vertices()) << i;
      EXPECT_EQ(ends[i].sweep, found.levels[i].sweeps) << i;
    }
    std::uint64_t sweeps = 0;
    for (const Progress& report : reports) {
      EXPECT_STREQ(report.phase, "cluster");
      EXPECT_LE(report.done, report.total);
      sweeps = std::max(sweeps, report.sweep);
    }
    EXPECT_GT(sweeps, 1U);
    std::optional<double> last;
    for (const ClusteringLevel& level : found.levels) {
      if (level.quality) last = level.quality;
    }
    EXPECT_EQ(reports.back().quality, last);
    EXPECT_EQ(last.has_value(), algorithm.name != "label_propagation");
  }
}

TEST(Clustering, StopsWhenAsked) {
  const Context make({.threads = 1});
  const Graph graph(random_graph(by_build(20'000U, 6'000U), by_build(80'000U, 24'000U), 3));
  const auto rows = graph.rows(make);
  const GraphView view = rows.view();
  for (const Algorithm& algorithm : algorithms()) {
    SCOPED_TRACE(algorithm.name);
    expect_stops([&](const Context& context) { (void)algorithm.run(context, view, {}, {}, 0); }, 2,
                 {0.2, 0.6});
  }
}

// Few vertices of many arcs: what is behind the sweeps looks as often, however many these are.
TEST(Clustering, SequentialSweepsLookWhetherTheyShallStop) {
  const Context make({.threads = 1});
  const Graph graph(random_graph(1000, 300'000, 3));
  const auto rows = graph.rows(make);
  const auto looks = [&](std::uint32_t max_sweeps) {
    const auto call = [&](const Context& context) {
      const Clustering found = louvain(context, rows.view(),
                                       {.variant = LouvainVariant::sequential,
                                        .threshold_small = 0.0,
                                        .max_sweeps = max_sweeps,
                                        .max_levels = 1});
      EXPECT_EQ(found.levels.front().sweeps, max_sweeps);
    };
    return WatchedCall(call, 1, 0).looks();
  };
  EXPECT_GT(looks(6), looks(1));
}

}  // namespace
}  // namespace hypermatch::test
