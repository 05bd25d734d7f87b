// SPDX-License-Identifier: MIT
// Contraction on a device: the bytes of the host over shapes, kinds of labels, weights and loops,
// what is refused, and memory.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "hypermatch/clustering.hpp"
#include "hypermatch/device_coarsen.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/generate.hpp"
#include "tests/algorithms/clustering/clustering_testing.hpp"
#include "tests/cuda/device_testing.hpp"

namespace hypermatch::test {
namespace {

using detail::base::hash;

using Labels = std::vector<VertexId>;

// The same type and, of real numbers too, the same bits.
void expect_same(const Weights& found, const Weights& expected, const char* what) {
  ASSERT_EQ(found.index(), expected.index()) << what;
  std::visit(
      [&](const auto& items) {
        using Items = std::decay_t<decltype(items)>;
        if constexpr (!std::is_same_v<Items, std::monostate>) {
          const auto& others = std::get<Items>(expected);
          ASSERT_EQ(items.size(), others.size()) << what;
          for (std::size_t i = 0; i < items.size(); ++i) {
            ASSERT_EQ(std::memcmp(&items[i], &others[i], sizeof items[i]), 0)
                << what << " " << i << ": " << items[i] << ", expected " << others[i];
          }
        }
      },
      found);
}

template <class T>
std::vector<T> all_of(const Array<T>& items) {
  return {items.begin(), items.end()};
}

void expect_same(const Contraction& found, const Contraction& expected) {
  EXPECT_EQ(found.graph.num_vertices, expected.graph.num_vertices);
  EXPECT_EQ(all_of(found.coarse_vertex), all_of(expected.coarse_vertex));
  EXPECT_EQ(all_of(found.vertex_weights), all_of(expected.vertex_weights));
  EXPECT_EQ(all_of(found.graph.offsets), all_of(expected.graph.offsets));
  EXPECT_EQ(all_of(found.graph.neighbours), all_of(expected.graph.neighbours));
  expect_same(found.graph.weights, expected.graph.weights, "weight of arc");
  expect_same(found.loop_weights, expected.loop_weights, "weight of loop");
}

// Powers of two times 2^-900 .. 2^900, some of them negative, that cancel and do not fit two
// doubles together.
EdgeList with_wide_weights(const EdgeList& graph, std::uint64_t seed) {
  EdgeList result = weighted<double>(graph, 1000, seed);
  auto& weights = std::get<Array<double>>(result.weights);
  for (std::size_t e = 0; e < weights.size(); ++e) {
    const auto exponent = static_cast<int>(hash(seed, 1, e) % 1801) - 900;
    weights[e] = std::ldexp(weights[e], exponent) * (hash(seed, 2, e) % 2 == 0 ? 1.0 : -1.0);
  }
  return result;
}

class DeviceContractions : public OnDevice {
 protected:
  void expect_the_hosts(const std::string& name, const GraphView& rows, const Labels& labels,
                        const GraphContractionOptions& options) {
    SCOPED_TRACE(name + ", n " + std::to_string(rows.num_vertices) + ", " +
                 type_name(rows.weights) + ", loops " + type_name(options.loop_weights));
    expect_same(contract(device(), rows, LabelsView(labels), options),
                contract(host_, rows, LabelsView(labels), options));
  }

  // With and without loops, loops of the input, and weights of vertices.
  void expect_all(const std::string& name, const EdgeList& graph, const Labels& labels,
                  const std::vector<WeightsView>& loops) {
    const CompressedGraph rows = compress(host_, graph.view());
    std::vector<std::int64_t> vertex_weights(graph.num_vertices);
    for (VertexId v = 0; v < graph.num_vertices; ++v) {
      vertex_weights[v] = static_cast<std::int64_t>(hash(5, 5, v) % 2001) - 1000;
    }
    expect_the_hosts(name, rows.view(), labels, {});
    expect_the_hosts(name, rows.view(), labels, {.vertex_weights = vertex_weights});
    expect_the_hosts(name, rows.view(), labels, {.loops = Loops::keep});
    for (const WeightsView& each : loops) {
      expect_the_hosts(name, rows.view(), labels, {.loops = Loops::keep, .loop_weights = each});
    }
  }

  // With all types of weights.
  void expect_all_weights(const std::string& name, const EdgeList& graph, const Labels& labels) {
    const VertexId n = graph.num_vertices;
    std::vector<std::int32_t> ints(n);
    std::vector<std::int64_t> longs(n);
    std::vector<float> floats(n);
    std::vector<double> doubles(n);
    for (VertexId v = 0; v < n; ++v) {
      ints[v] = static_cast<std::int32_t>(hash(1, 7, v) % 100);
      longs[v] = static_cast<std::int64_t>(hash(2, 7, v) >> 30) - (std::int64_t{1} << 33);
      floats[v] = static_cast<float>(v % 17) / 7.0F;
      doubles[v] = static_cast<double>(hash(3, 7, v)) / 3.0;
    }
    const std::vector<WeightsView> whole = {std::span<const std::int32_t>(ints),
                                            std::span<const std::int64_t>(longs)};
    const std::vector<WeightsView> real = {std::span<const float>(floats),
                                           std::span<const double>(doubles)};
    expect_all(name, graph, labels, whole);
    expect_all(name, weighted<std::int32_t>(graph, 100, 1), labels, whole);
    expect_all(name, weighted<std::int32_t>(graph, 1U << 30U, 2), labels, whole);
    expect_all(name, weighted<std::int64_t>(graph, std::uint64_t{1} << 40, 3), labels, whole);
    expect_all(name, weighted<float>(graph, 1000, 4), labels, real);
    expect_all(name, weighted<double>(graph, 1000, 5), labels, real);
    expect_all(name, with_wide_weights(graph, 6), labels, real);
  }

  // All kinds of labels; `communities` among them.
  void expect_all_labels(const std::string& name, const EdgeList& graph) {
    const VertexId n = graph.num_vertices;
    const auto by = [n](const auto& label) {
      Labels labels(n);
      for (VertexId v = 0; v < n; ++v) labels[v] = label(v);
      return labels;
    };
    expect_all_weights(name + ", singletons", graph, by([](VertexId v) { return v; }));
    expect_all_weights(name + ", turned", graph, by([n](VertexId v) { return n - 1 - v; }));
    expect_all_weights(name + ", one", graph, by([](VertexId) { return VertexId{7}; }));
    expect_all_weights(name + ", pairs", graph, by([](VertexId v) { return v / 2; }));
    expect_all_weights(name + ", random", graph, by([n](VertexId v) {
                         return static_cast<VertexId>(hash(9, 9, v) % (n / 5 + 1));
                       }));
    // Far beyond n, up to the largest label there is.
    expect_all_weights(name + ", large", graph, by([](VertexId v) {
                         return k_none - 1 -
                                static_cast<VertexId>(hash(8, 8, v) % 11) * 390'000'000;
                       }));
    const CompressedGraph rows = compress(host_, graph.view());
    const Clustering communities = louvain(host_, rows.view());
    expect_all_weights(name + ", communities", graph,
                       by([&](VertexId v) { return communities.labels.labels[v]; }));
  }

  [[nodiscard]] EdgeList generated(const char* family,
                                   const std::map<std::string, double>& parameters) const {
    EdgeList graph = generate::graph(host_, family, parameters, 1);
    graph.weights = {};
    return graph;
  }

  const Context host_{{.threads = 4}};
};

EdgeList star(VertexId leaves) {
  Pairs pairs;
  for (VertexId v = 1; v <= leaves; ++v) pairs.emplace_back(0, v);
  return make_graph(leaves + 1, pairs);
}

TEST_F(DeviceContractions, NothingOrAlmostNothing) {
  expect_all_weights("empty", make_graph(0, {}), {});
  expect_all_labels("one vertex", make_graph(1, {}));
  expect_all_labels("no edges", make_graph(7, {}));
  expect_all_labels("one edge", make_graph(2, {{1, 0}}));
  expect_all_labels("triangle", make_graph(3, {{1, 0}, {1, 2}, {0, 2}}));
}

TEST_F(DeviceContractions, SmallOnesForSanitizers) {
  const EdgeList graph = random_graph(300, 900, 1);
  Labels labels(300);
  for (VertexId v = 0; v < 300; ++v) labels[v] = static_cast<VertexId>(hash(1, 1, v) % 20) * 1000;
  expect_all_weights("random", graph, labels);
  expect_all_weights("star", star(299), labels);
}

// Few, since each launch takes long there.
TEST_F(DeviceContractions, OneForRacecheck) {
  const EdgeList graph = random_graph(100, 300, 1);
  Labels labels(100);
  for (VertexId v = 0; v < 100; ++v) labels[v] = static_cast<VertexId>(hash(1, 1, v) % 20) * 1000;
  const std::vector<std::int32_t> loops(100, 3);
  expect_all("random", weighted<std::int32_t>(graph, 100, 1), labels,
             {std::span<const std::int32_t>(loops)});
  expect_all("random", weighted<double>(graph, 1000, 2), labels, {});
}

TEST_F(DeviceContractions, SmallOnesOfAllShapes) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    // With 8 vertices or more there are more pairs than edges.
    const VertexId n = 8 + static_cast<VertexId>(hash(seed, 1, 0) % 24);
    const EdgeList graph = random_graph(n, hash(seed, 2, 0) % (3 * n), seed);
    expect_all_labels("random, seed " + std::to_string(seed), graph);
  }
}

TEST_F(DeviceContractions, Families) {
  expect_all_labels("delaunay", generated("delaunay", {{"n", 5'000}}));
  expect_all_labels("rmat", generated("rmat", {{"scale", 12}, {"edge_factor", 8}}));
  expect_all_labels("grid", generated("grid", {{"x", 50}, {"y", 40}}));
  // Rows and runs that are shared out to blocks.
  expect_all_labels("star", star(200'000));
}

TEST_F(DeviceContractions, LongRunsOfSumsThatTwoDoublesDoNotHold) {
  // Two classes with 90,000 edges between them, and as many inside.
  const VertexId half = 30'000;
  Pairs pairs;
  for (VertexId v = 0; v < half; ++v) {
    for (VertexId step = 1; step <= 3; ++step) {
      pairs.emplace_back(v, half + (v * 7 + step) % half);
      if (v + step < half) pairs.emplace_back(v, v + step);
    }
  }
  const EdgeList graph = with_wide_weights(make_graph(2 * half, pairs), 3);
  Labels labels(2 * half, 0);
  std::fill(labels.begin() + half, labels.end(), 1);
  expect_all("halves", graph, labels, {});
}

TEST_F(DeviceContractions, ZerosKeepTheirSigns) {
  EdgeList graph = weighted<double>(make_graph(4, {{0, 1}, {1, 2}, {0, 2}, {2, 3}}), 1, 1);
  auto& weights = std::get<Array<double>>(graph.weights);
  for (std::size_t e = 0; e < 4; ++e) weights[e] = e < 3 ? -0.0 : 0.0;
  for (const Labels& labels :
       {Labels{0, 1, 2, 3}, Labels{0, 0, 1, 1}, Labels{0, 1, 1, 2}, Labels{0, 0, 0, 0}}) {
    expect_all("zeros", graph, labels, {});
  }
}

TEST_F(DeviceContractions, RefuseWhatTheHostRefuses) {
  const auto refused = [&](const EdgeList& graph, const Labels& labels,
                           const GraphContractionOptions& options) {
    const CompressedGraph rows = compress(host_, graph.view());
    const auto said_by = [&](const auto& context) {
      try {
        (void)contract(context, rows.view(), LabelsView(labels), options);
      } catch (const Error& error) {
        return std::string(error.what());
      }
      return std::string("nothing");
    };
    const std::string of_host = said_by(host_);
    EXPECT_NE(of_host, "nothing");
    EXPECT_EQ(said_by(device()), of_host);
  };
  const EdgeList graph = random_graph(10, 20, 1);
  const EdgeList real = weighted<double>(graph, 10, 1);
  const Labels halves = {0, 0, 0, 0, 0, 1, 1, 1, 1, 1};
  refused(graph, {}, {});
  refused(graph, Labels(9, 0), {});
  refused(graph, Labels(11, 0), {});
  Labels none = halves;
  none[3] = none[6] = k_none;
  refused(graph, none, {});
  const std::vector<std::int64_t> few(9, 1), huge(10, std::numeric_limits<std::int64_t>::max());
  refused(graph, halves, {.vertex_weights = few});
  refused(graph, halves, {.vertex_weights = huge});
  const std::vector<std::int32_t> whole(10, 1), short_loops(3, 1);
  const std::vector<double> real_loops(10, 1.0);
  refused(graph, halves,
          {.loops = Loops::keep, .loop_weights = std::span<const std::int32_t>(short_loops)});
  refused(graph, halves,
          {.loops = Loops::keep, .loop_weights = std::span<const double>(real_loops)});
  refused(real, halves,
          {.loops = Loops::keep, .loop_weights = std::span<const std::int32_t>(whole)});
  EdgeList large = weighted<std::int64_t>(graph, 1, 1);
  for (auto& weight : std::get<Array<std::int64_t>>(large.weights)) weight = std::int64_t{1} << 62;
  refused(large, halves, {});
  refused(large, Labels(10, 0), {.loops = Loops::keep});
  EdgeList beyond = weighted<double>(graph, 10, 1);
  for (double& weight : std::get<Array<double>>(beyond.weights)) weight = 1.7e308;
  refused(beyond, halves, {});
  for (double& weight : std::get<Array<double>>(beyond.weights)) {
    weight = std::numeric_limits<double>::infinity();
  }
  refused(beyond, halves, {});
  refused(beyond, Labels(10, 0), {.loops = Loops::keep});
}

TEST_F(DeviceContractions, ASecondCallAllocatesNothing) {
  CountingMemory memory;
  const DeviceContext context({.memory = &memory});
  const CompressedGraph rows = compress(host_, generated("delaunay", {{"n", 40'000}}).view());
  Labels labels(rows.num_vertices);
  for (VertexId v = 0; v < rows.num_vertices; ++v) labels[v] = v / 3;
  const Contraction expected =
      contract(host_, rows.view(), LabelsView(labels), {.loops = Loops::keep});
  DeviceWorkspace workspace;
  const DeviceGraph graph = upload(context, rows.view());
  const DeviceArray<VertexId> on_device = upload(context, std::span<const VertexId>(labels));
  for (int i = 0; i < 3; ++i) {
    const int before = memory.allocations;
    const DeviceContraction found =
        contract(context, graph.view(), on_device.view(), {.loops = Loops::keep}, workspace);
    if (i > 0) {
      EXPECT_EQ(memory.allocations, before);
    }
    const auto neighbours = download(context, found.graph.neighbours);
    ASSERT_EQ(neighbours.size(), expected.graph.neighbours.size());
    EXPECT_TRUE(
        std::equal(neighbours.begin(), neighbours.end(), expected.graph.neighbours.begin()));
  }
}

}  // namespace
}  // namespace hypermatch::test
