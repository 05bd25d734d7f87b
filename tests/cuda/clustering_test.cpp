// SPDX-License-Identifier: MIT
// Communities on a device: the bytes of the host over shapes, weights, loops, objectives and seeds,
// what is refused, and memory.
#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "hypermatch/device_clustering.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/generate.hpp"
#include "tests/algorithms/clustering/clustering_testing.hpp"
#include "tests/cuda/device_testing.hpp"

namespace hypermatch::test {
namespace {

// What must be the same: all but times.
void expect_equal(const Clustering& found, const Clustering& expected) {
  ASSERT_EQ(found.levels.size(), expected.levels.size());
  for (std::size_t i = 0; i < found.levels.size(); ++i) {
    SCOPED_TRACE("level " + std::to_string(i));
    ASSERT_EQ(found.levels[i].vertices, expected.levels[i].vertices);
    ASSERT_EQ(found.levels[i].edges, expected.levels[i].edges);
    ASSERT_EQ(found.levels[i].sweeps, expected.levels[i].sweeps);
    ASSERT_EQ(found.levels[i].arcs, expected.levels[i].arcs);
    ASSERT_EQ(found.levels[i].quality, expected.levels[i].quality);
  }
  ASSERT_EQ(found.labels.labels, expected.labels.labels);
  EXPECT_EQ(found.quality, expected.quality);
  EXPECT_EQ(found.communities, expected.communities);
  EXPECT_EQ(found.hierarchy.labels, expected.hierarchy.labels);
  EXPECT_EQ(found.hierarchy.levels, expected.hierarchy.levels);
  EXPECT_EQ(found.labels.stats.algorithm, expected.labels.stats.algorithm);
  EXPECT_EQ(found.labels.stats.variant, expected.labels.stats.variant);
}

class DeviceClusterings : public OnDevice {
 protected:
  template <class Options>
  void expect_the_hosts(const std::string& name, const EdgeList& graph, const Options& options) {
    SCOPED_TRACE(name + ", n " + std::to_string(graph.num_vertices) + ", m " +
                 std::to_string(graph.edges.size()) + ", seed " + std::to_string(options.seed));
    const CompressedGraph rows = compress(host_, graph.view());
    expect_the_hosts(rows.view(), options);
  }
  void expect_the_hosts(const GraphView& rows, const LouvainOptions& options) {
    SCOPED_TRACE("louvain");
    expect_equal(louvain(device(), rows, options), louvain(host_, rows, options));
  }
  void expect_the_hosts(const GraphView& rows, const LabelPropagationOptions& options) {
    SCOPED_TRACE("label propagation");
    expect_equal(label_propagation(device(), rows, options),
                 label_propagation(host_, rows, options));
  }
  void expect_the_hosts(const GraphView& rows, const LeidenOptions& options) {
    SCOPED_TRACE("leiden");
    expect_equal(leiden(device(), rows, options), leiden(host_, rows, options));
  }
  void expect_the_hosts(const GraphView& rows, const AgglomerationOptions& options) {
    SCOPED_TRACE("matching");
    expect_equal(agglomerate(device(), rows, options), agglomerate(host_, rows, options));
  }
  void expect_all(const std::string& name, const EdgeList& graph, std::uint64_t seed,
                  const CommunityQuality& quality = {}, const WeightsView& loops = {}) {
    expect_the_hosts(
        name, graph,
        LouvainOptions{
            .quality = quality, .seed = seed, .loop_weights = loops, .keep_hierarchy = true});
    for (const LouvainVariant variant :
         {LouvainVariant::buckets, LouvainVariant::relaxed_buckets}) {
      expect_the_hosts(name, graph,
                       LouvainOptions{.quality = quality,
                                      .variant = variant,
                                      .seed = seed,
                                      .loop_weights = loops,
                                      .keep_hierarchy = true});
    }
    expect_the_hosts(
        name, graph,
        LeidenOptions{
            .quality = quality, .seed = seed, .loop_weights = loops, .keep_hierarchy = true});
    expect_the_hosts(
        name, graph,
        AgglomerationOptions{
            .quality = quality, .seed = seed, .loop_weights = loops, .keep_hierarchy = true});
    expect_the_hosts(
        name, graph,
        LabelPropagationOptions{.quality = quality, .seed = seed, .loop_weights = loops});
  }
  [[nodiscard]] EdgeList generated(const char* family,
                                   const std::map<std::string, double>& parameters,
                                   std::uint64_t seed = 1) const {
    EdgeList graph = generate::graph(host_, family, parameters, seed);
    graph.weights = {};
    return graph;
  }

  const Context host_{{.threads = 4}};
};

// Two stars whose centres are joined, with leaves in a path: rows longer than any table of a block.
EdgeList hubs(VertexId leaves) {
  Pairs pairs = {{0, 1}};
  for (VertexId i = 0; i < leaves; ++i) {
    pairs.emplace_back(i % 2, i + 2);
    if (i % 3 == 0) pairs.emplace_back(1 - i % 2, i + 2);
    if (i > 0 && i % 5 != 0) pairs.emplace_back(i + 1, i + 2);
  }
  return make_graph(leaves + 2, pairs);
}

// Rows of the `few` are longer than any table of a block, and their tables too many for one pass.
EdgeList complete_bipartite(VertexId few, VertexId many) {
  Pairs pairs;
  for (VertexId u = 0; u < few; ++u) {
    for (VertexId v = 0; v < many; ++v) pairs.emplace_back(u, few + v);
  }
  return make_graph(few + many, pairs);
}

EdgeList complete(VertexId n) {
  Pairs pairs;
  for (VertexId u = 0; u < n; ++u) {
    for (VertexId v = u + 1; v < n; ++v) pairs.emplace_back(u, v);
  }
  return make_graph(n, pairs);
}

TEST_F(DeviceClusterings, NothingOrAlmostNothing) {
  expect_all("empty", make_graph(0, {}), 0);
  expect_all("one vertex", make_graph(1, {}), 0);
  expect_all("no edges", make_graph(7, {}), 0);
  expect_all("one edge", make_graph(2, {{1, 0}}), 0);
  expect_all("triangle", make_graph(3, {{1, 0}, {1, 2}, {0, 2}}), 0);
}

TEST_F(DeviceClusterings, SmallOnesForSanitizers) {
  // A merge that gains nothing, but for rounding.
  const std::vector<VertexId> two = {1, 0};
  const std::vector<std::int32_t> loops = {4, 25}, weights = {20, 20};
  const std::vector<Offset> offsets = {0, 1, 2};
  expect_the_hosts(GraphView{2, offsets, two, std::span<const std::int32_t>(weights)},
                   AgglomerationOptions{.loop_weights = std::span<const std::int32_t>(loops)});
  const EdgeList random = random_graph(300, 900, 1);
  expect_all("random", random, 3);
  expect_all("float", weighted<float>(random, 7, 1), 3);
  expect_all("int64", weighted<std::int64_t>(random, std::uint64_t{1} << 45, 2), 3,
             {CommunityObjective::cpm, 0.01});
  expect_all("cliques", ring_of_cliques(6, 40), 3);
  expect_all("hubs", hubs(4700), 3);
}

// Some of these sweeps lose: what the call began with is the answer.
TEST_F(DeviceClusterings, GoBackToTheStartAsTheHost) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const auto n = static_cast<VertexId>(4 + seed % 6);
    const EdgeList graph = weighted<std::int32_t>(random_graph(n, n, seed), 9, seed);
    expect_all("tiny", graph, seed);
    std::vector<VertexId> given(n);
    for (VertexId v = 0; v < n; ++v) given[v] = v / 3;
    for (const std::span<const VertexId> initial :
         {std::span<const VertexId>{}, std::span<const VertexId>(given)}) {
      LouvainOptions louvain;
      louvain.seed = seed;
      louvain.max_levels = 1;
      louvain.initial = initial;
      louvain.keep_hierarchy = true;
      expect_the_hosts("tiny", graph, louvain);
      AgglomerationOptions agglomeration;
      agglomeration.seed = seed;
      agglomeration.initial = initial;
      expect_the_hosts("tiny", graph, agglomeration);
    }
  }
}

// racecheck of compute-sanitizer 2025.3 reports hazards across barriers where those of groups and
// of the block alternate a thousand times, also in a program that does nothing else: one sweep.
TEST_F(DeviceClusterings, OneSweepForRacecheck) {
  const std::string name = "one sweep";
  for (const bool has_long_rows : {false, true}) {
    const EdgeList graph = has_long_rows ? hubs(4700) : ring_of_cliques(6, 40);
    for (const LouvainVariant variant :
         {LouvainVariant::sub_rounds, LouvainVariant::buckets, LouvainVariant::relaxed_buckets}) {
      expect_the_hosts(name, graph,
                       LouvainOptions{.variant = variant, .max_sweeps = 1, .max_levels = 1});
    }
    expect_the_hosts(name, graph, LeidenOptions{.iterations = 1, .max_sweeps = 1, .max_levels = 1});
    expect_the_hosts(name, graph, LabelPropagationOptions{.max_sweeps = 1});
    expect_the_hosts(name, graph, AgglomerationOptions{.max_levels = 1});
  }
}

TEST_F(DeviceClusterings, HaveTheBytesOfTheHostOnEveryShape) {
  for (const std::uint64_t seed : {0, 1, 99}) {
    expect_all("star", make_graph(20'000, star_pairs(19'999)), seed);
    expect_all("cliques", ring_of_cliques(50, 30), seed);
    expect_all("hubs", hubs(50'000), seed);
    expect_all("complete", complete(700), seed);
    expect_all("rgg", generated("rgg", {{"n", 40'000}}), seed);
    expect_all("delaunay", generated("delaunay", {{"n", 20'000}}), seed);
    expect_all("rmat", generated("rmat", {{"scale", 13}, {"edge_factor", 12}}), seed);
    expect_all("stencil", generated("grid27", {{"x", 20}, {"y", 20}, {"z", 20}}), seed);
    expect_all("planted", generated("planted_partition", {{"n", 5000}}), seed);
  }
}

TEST_F(DeviceClusterings, AddUpLongRowsInSeveralPasses) {
  expect_all("bipartite", complete_bipartite(60, 8000), 5);
  // Classes of many members, some of them without arcs, and with loops.
  const EdgeList graph = generated("rmat", {{"scale", 14}, {"edge_factor", 16}});
  std::vector<VertexId> initial(graph.num_vertices);
  std::vector<std::int32_t> loops(graph.num_vertices);
  for (VertexId v = 0; v < graph.num_vertices; ++v) {
    initial[v] = v % 3;
    loops[v] = static_cast<std::int32_t>(v % 4);
  }
  const std::span<const std::int32_t> view(loops);
  expect_the_hosts("large classes", graph,
                   LouvainOptions{.loop_weights = view, .initial = initial});
  expect_the_hosts("large classes, wide sums",
                   weighted<std::int64_t>(graph, std::uint64_t{1} << 40, 3),
                   LouvainOptions{.loop_weights = view, .initial = initial});
}

TEST_F(DeviceClusterings, HaveTheBytesOfTheHostUnderAnyWeights) {
  const EdgeList graph = generated("rmat", {{"scale", 12}, {"edge_factor", 10}});
  const EdgeList mesh = generated("delaunay", {{"n", 4000}});
  for (const std::uint64_t seed : {4, 5}) {
    for (const EdgeList* base : {&graph, &mesh}) {
      expect_all("int32", weighted<std::int32_t>(*base, 100, seed), seed);
      expect_all("int32, large sums", weighted<std::int32_t>(*base, 1'000'000'000, seed), seed);
      expect_all("int64", weighted<std::int64_t>(*base, std::uint64_t{1} << 44, seed), seed);
      expect_all("float", weighted<float>(*base, 1000, seed), seed);
      expect_all("double", weighted<double>(*base, 1'000'000, seed), seed);
    }
  }
  EdgeList zeros = weighted<std::int32_t>(graph, 3, 1);
  for (std::int32_t& weight : std::get<Array<std::int32_t>>(zeros.weights)) weight -= 1;
  expect_all("some of weight 0", zeros, 1);
  for (std::int32_t& weight : std::get<Array<std::int32_t>>(zeros.weights)) weight = 0;
  expect_all("all of weight 0", zeros, 1);
}

TEST_F(DeviceClusterings, HaveTheBytesOfTheHostForEveryQualityAndLoops) {
  const EdgeList graph = generated("rgg", {{"n", 4000}});
  const EdgeList real = weighted<double>(graph, 9, 1);
  std::vector<std::int32_t> integers(graph.num_vertices);
  std::vector<double> reals(graph.num_vertices);
  for (VertexId v = 0; v < graph.num_vertices; ++v) {
    integers[v] = static_cast<std::int32_t>(v % 7);
    reals[v] = 0.1 * (v % 5);
  }
  const std::span<const std::int32_t> integer_loops(integers);
  const std::span<const double> real_loops(reals);
  for (const CommunityQuality quality :
       {CommunityQuality{}, CommunityQuality{.resolution = 0.3}, CommunityQuality{.resolution = 4},
        CommunityQuality{CommunityObjective::cpm, 0.02}}) {
    expect_all("no loops", graph, 2, quality);
    expect_all("integer loops", graph, 2, quality, integer_loops);
    expect_all("real loops", graph, 2, quality, real_loops);
    expect_all("real weights, integer loops", real, 2, quality, integer_loops);
    expect_all("real weights, real loops", real, 2, quality, real_loops);
  }
}

TEST_F(DeviceClusterings, TakeEveryOption) {
  const EdgeList graph = generated("rmat", {{"scale", 12}, {"edge_factor", 8}});
  std::vector<VertexId> initial(graph.num_vertices);
  for (VertexId v = 0; v < graph.num_vertices; ++v) initial[v] = v % 37;
  for (const std::uint32_t few : {1U, 2U}) {
    expect_the_hosts("levels", graph, LouvainOptions{.max_levels = few});
    expect_the_hosts("levels", graph, LeidenOptions{.max_levels = few});
    expect_the_hosts("sweeps", graph, LouvainOptions{.max_sweeps = few});
    expect_the_hosts("sweeps", graph, LeidenOptions{.max_sweeps = few});
    expect_the_hosts("iterations", graph, LeidenOptions{.iterations = few});
  }
  expect_the_hosts("initial", graph, LouvainOptions{.initial = initial, .keep_hierarchy = true});
  expect_the_hosts("initial", graph, LeidenOptions{.initial = initial, .keep_hierarchy = true});
  expect_the_hosts("levels", graph, AgglomerationOptions{.max_levels = 3});
  expect_the_hosts("initial", graph,
                   AgglomerationOptions{.initial = initial, .keep_hierarchy = true});
  for (const LouvainVariant variant : {LouvainVariant::buckets, LouvainVariant::relaxed_buckets}) {
    expect_the_hosts("sweeps", graph, LouvainOptions{.variant = variant, .max_sweeps = 2});
    expect_the_hosts("initial", graph,
                     LouvainOptions{.variant = variant, .initial = initial, .max_levels = 2});
    expect_the_hosts("threshold", graph,
                     LouvainOptions{.variant = variant, .threshold_small = 0.1});
  }
  expect_the_hosts("threshold", graph, LouvainOptions{.threshold = 0.1});
  expect_the_hosts("threshold", graph, LouvainOptions{.threshold = 0});
  const std::vector<ThresholdStep> steps = {{20, 0.02}, {600, 0.0005}, {graph.num_vertices, 0.5}};
  expect_the_hosts("schedule", graph, LouvainOptions{.threshold_schedule = steps});
}

TEST_F(DeviceClusterings, HaveTheQualityOfTheHost) {
  const EdgeList base = generated("rmat", {{"scale", 12}, {"edge_factor", 8}});
  const VertexId n = base.num_vertices;
  std::vector<double> loops(n);
  for (VertexId v = 0; v < n; ++v) loops[v] = 0.1 * (v % 5);
  const WeightsView real_loops = std::span<const double>(loops);
  const EdgeList integers = weighted<std::int32_t>(base, 100, 1);
  const EdgeList real = weighted<double>(base, 1000, 2);
  const EdgeList edgeless = make_graph(n, {});
  for (const EdgeList* graph : {&base, &integers, &real, &edgeless}) {
    const CompressedGraph rows = compress(host_, graph->view());
    const DeviceGraph resident = upload(device(), rows.view());
    DeviceWorkspace workspace;
    for (const VertexId communities : {1U, 2U, 61U, n}) {
      SCOPED_TRACE(std::to_string(communities) + " communities");
      std::vector<VertexId> labels(n);
      for (VertexId v = 0; v < n; ++v) labels[v] = n - 1 - v * 7 % communities;
      const DeviceArray<VertexId> on_device = upload(device(), std::span<const VertexId>(labels));
      for (const CommunityQuality& quality :
           {CommunityQuality{}, CommunityQuality{.resolution = 2.5},
            CommunityQuality{CommunityObjective::cpm, 0.01}}) {
        for (const WeightsView& each : {WeightsView{}, real_loops}) {
          const double expected = quality_of(host_, rows.view(), LabelsView(labels), quality, each);
          EXPECT_EQ(quality_of(device(), rows.view(), LabelsView(labels), quality, each), expected);
          EXPECT_EQ(
              quality_of(device(), resident.view(), on_device.view(), quality, each, workspace),
              expected);
        }
      }
    }
    for (const std::vector<VertexId>& wrong :
         {std::vector<VertexId>{}, std::vector<VertexId>(n - 1, 0), std::vector<VertexId>(n, n)}) {
      EXPECT_THROW((void)quality_of(device(), rows.view(), LabelsView(wrong)), Error);
    }
  }
  const CompressedGraph nothing = compress(host_, make_graph(0, {}).view());
  EXPECT_EQ(quality_of(device(), nothing.view(), LabelsView(std::span<const VertexId>())), 0.0);
  EXPECT_THROW((void)quality_of(device(), nothing.view(), LabelsView(std::vector<VertexId>{0})),
               Error);
}

TEST_F(DeviceClusterings, RefuseWhatTheHostRefuses) {
  const auto refused = [&](const EdgeList& graph, const LouvainOptions& options) {
    const CompressedGraph rows = compress(host_, graph.view());
    std::string of_host = "nothing", of_device = "nothing";
    try {
      (void)louvain(host_, rows.view(), options);
    } catch (const Error& error) {
      of_host = error.what();
    }
    try {
      (void)louvain(device(), rows.view(), options);
    } catch (const Error& error) {
      of_device = error.what();
    }
    EXPECT_NE(of_host, "nothing");
    EXPECT_EQ(of_device, of_host);
  };
  const EdgeList graph = random_graph(100, 300, 1);
  EdgeList real = weighted<double>(graph, 10, 1);
  std::get<Array<double>>(real.weights)[7] = std::numeric_limits<double>::quiet_NaN();
  refused(real, {});
  std::get<Array<double>>(real.weights)[7] = std::numeric_limits<double>::infinity();
  refused(real, {});
  EdgeList integers = weighted<std::int32_t>(graph, 10, 1);
  std::get<Array<std::int32_t>>(integers.weights)[99] = -1;
  refused(integers, {});
  EdgeList large = weighted<std::int64_t>(graph, 10, 1);
  for (std::int64_t& weight : std::get<Array<std::int64_t>>(large.weights)) {
    weight = std::int64_t{1} << 60;
  }
  refused(large, {});
  const std::vector<VertexId> few(99, 0), beyond(100, 100);
  refused(graph, {.initial = few});
  refused(graph, {.initial = beyond});
  const std::vector<double> loops(3, 1.0), negative(100, -1.0);
  refused(graph, {.loop_weights = std::span<const double>(loops)});
  refused(graph, {.loop_weights = std::span<const double>(negative)});
  refused(graph, {.quality = {.objective = CommunityObjective::cpm}});
  refused(graph, {.quality = {.resolution = -1.0}});
  refused(graph, {.threshold = 2});
  refused(graph, {.max_sweeps = 0});
  refused(graph, {.max_levels = 0});
  const CompressedGraph rows = compress(host_, graph.view());
  EXPECT_THROW((void)louvain(device(), rows.view(), {.variant = LouvainVariant::sequential}),
               Error);
}

TEST_F(DeviceClusterings, ASecondCallAllocatesNothing) {
  CountingMemory memory;
  const DeviceContext context({.memory = &memory});
  const CompressedGraph rows = compress(host_, generated("delaunay", {{"n", 40'000}}).view());
  DeviceWorkspace workspace;
  {
    const DeviceGraph graph = upload(context, rows.view());
    const Clustering expected = leiden(host_, rows.view(), {.iterations = 1});
    for (int i = 0; i < 3; ++i) {
      const int before = memory.allocations;
      const DeviceClustering found = leiden(context, graph.view(), {.iterations = 1}, workspace);
      EXPECT_EQ(download(context, found.labels), expected.labels.labels);
      if (i > 0) {
        EXPECT_EQ(memory.allocations, before);
      }
    }
  }
}

}  // namespace
}  // namespace hypermatch::test
