// SPDX-License-Identifier: MIT
// Several runs of louvain on small graphs, levels without limit, and what ended a run.
#include <gtest/gtest.h>

#include <string>

#include "hypermatch/error.hpp"
#include "hypermatch/generate.hpp"
#include "tests/algorithms/clustering/clustering_testing.hpp"

namespace hypermatch::test {
namespace {

CompressedGraph rows_of(const Context& context, const EdgeList& list) {
  return compress(context, list.view());
}

TEST(LouvainRuns, TheBestOfMoreRunsIsNotWorse) {
  const Context context({.threads = 2});
  std::size_t better = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const CompressedGraph rows = rows_of(context, random_graph(60, 150, seed));
    double last = -1.0;
    for (const std::uint32_t runs : {1U, 2U, 5U, 20U, 64U}) {
      const Clustering found =
          louvain(context, rows.view(), {.seed = seed, .runs = runs, .keep_hierarchy = true});
      EXPECT_GE(found.quality, last) << seed;
      EXPECT_EQ(found.quality, quality_of(context, rows.view(), LabelsView(found.labels.labels)));
      const Labels& hierarchy = found.hierarchy;
      EXPECT_EQ(hierarchy.levels.empty() ? hierarchy.labels : hierarchy.levels.back(),
                found.labels.labels);
      better += last >= 0.0 && found.quality > last ? 1 : 0;
      last = found.quality;
    }
    // By default so small a graph has as many.
    EXPECT_EQ(louvain(context, rows.view(), {.seed = seed}).quality, last);
  }
  EXPECT_GT(better, 20U);
}

// Two cliques of five that a path of three joins: one run in nine misses the optimum.
TEST(LouvainRuns, FindTheOptimumOfABarbellFromEachSeed) {
  Pairs pairs;
  for (VertexId u = 0; u < 5; ++u) {
    for (VertexId v = 0; v < u; ++v) {
      pairs.emplace_back(v, u);
      pairs.emplace_back(8 + v, 8 + u);
    }
  }
  for (VertexId v = 4; v < 8; ++v) pairs.emplace_back(v, v + 1);
  const Context context({.threads = 1});
  const CompressedGraph rows = rows_of(context, make_graph(13, pairs));
  // Each clique with its neighbour, and the vertex in the middle alone or with one of them.
  const std::vector<VertexId> halves = {0, 0, 0, 0, 0, 0, 0, 7, 7, 7, 7, 7, 7};
  const double best = quality_of(context, rows.view(), LabelsView(halves));
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    EXPECT_GE(louvain(context, rows.view(), {.seed = seed}).quality, best) << seed;
  }
}

TEST(LouvainRuns, LargeGraphsHaveOneRun) {
  const Context context({.threads = 2});
  const CompressedGraph rows =
      rows_of(context, generate::graph(context, "delaunay", {{"n", 30'000}}, 1));
  ASSERT_GT(rows.view().num_arcs(), std::uint64_t{1} << 17);
  const Clustering one = louvain(context, rows.view(), {.runs = 1});
  const Clustering found = louvain(context, rows.view());
  EXPECT_EQ(found.labels.labels, one.labels.labels);
  EXPECT_EQ(found.levels.size(), one.levels.size());
  EXPECT_EQ(found.levels.front().sweeps, 1U);
}

// A path of which each level joins few pairs.
TEST(PublishedVariants, TakeAllLevelsThatGain) {
  const Context context({.threads = 1});
  Pairs pairs;
  for (VertexId v = 0; v < 499; ++v) pairs.emplace_back(v, v + 1);
  const CompressedGraph rows = rows_of(context, make_graph(500, pairs));
  for (const LouvainVariant variant : {LouvainVariant::buckets, LouvainVariant::relaxed_buckets}) {
    const Clustering all = louvain(context, rows.view(), {.variant = variant});
    EXPECT_GT(all.levels.size(), 100U);
    EXPECT_EQ(all.labels.stats.stop_reason, "complete");
    const Clustering some = louvain(context, rows.view(), {.variant = variant, .max_levels = 100});
    EXPECT_EQ(some.levels.size(), 100U);
    EXPECT_EQ(some.labels.stats.stop_reason, "max_levels reached");
    EXPECT_GT(all.quality, some.quality);
  }
}

TEST(PublishedVariants, KeepASweepThatLosesIfAsked) {
  const Context context({.threads = 2});
  const CompressedGraph rows =
      rows_of(context, generate::graph(context, "road", {{"x", 60}, {"y", 60}}, 0));
  LouvainOptions options{.variant = LouvainVariant::relaxed_buckets};
  const Clustering undone = louvain(context, rows.view(), options);
  options.losing_sweep = LosingSweep::keep;
  const Clustering kept = louvain(context, rows.view(), options);
  // The second sweep of the finest level loses.
  ASSERT_EQ(undone.levels.front().sweeps, 2U);
  ASSERT_EQ(kept.levels.front().sweeps, 2U);
  EXPECT_LT(kept.levels.front().quality, undone.levels.front().quality);
  EXPECT_LT(kept.levels[1].vertices, undone.levels[1].vertices);
  EXPECT_LT(kept.levels.size(), undone.levels.size());
}

TEST(StopReasons, NameTheLimitThatEndedACall) {
  const Context context({.threads = 1});
  const CompressedGraph rows =
      rows_of(context, generate::graph(context, "delaunay", {{"n", 2000}}, 1));
  const GraphView view = rows.view();
  const auto reason = [](const Clustering& found) { return found.labels.stats.stop_reason; };
  for (const LouvainVariant variant :
       {LouvainVariant::sub_rounds, LouvainVariant::buckets, LouvainVariant::sequential}) {
    EXPECT_EQ(reason(louvain(context, view, {.variant = variant})), "complete");
    EXPECT_EQ(reason(louvain(context, view, {.variant = variant, .max_levels = 1})),
              "max_levels reached");
    EXPECT_EQ(reason(louvain(context, view, {.variant = variant, .max_sweeps = 2})),
              "max_sweeps reached");
    EXPECT_EQ(
        reason(louvain(context, view, {.variant = variant, .max_sweeps = 2, .max_levels = 1})),
        "max_levels and max_sweeps reached");
  }
  EXPECT_EQ(reason(leiden(context, view)), "complete");
  EXPECT_EQ(reason(leiden(context, view, {.max_levels = 1})), "max_levels reached");
  EXPECT_EQ(reason(agglomerate(context, view, {.max_levels = 2})), "max_levels reached");
  EXPECT_EQ(reason(agglomerate(context, view)), "complete");
  EXPECT_EQ(reason(label_propagation(context, view, {.max_sweeps = 1})), "max_sweeps reached");
}

}  // namespace
}  // namespace hypermatch::test
