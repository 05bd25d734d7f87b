// SPDX-License-Identifier: MIT
// GPA: its dynamic program against all subsets, the whole against a version that finds its paths by
// walking them again for each edge.
#include <gtest/gtest.h>

#include <tuple>

#include "algorithms/graph_matching/common/heaviest_on_path.hpp"
#include "base/graph_order.hpp"
#include "graph_cases.hpp"

namespace hypermatch::test {
namespace {

using detail::graph_matching::HeaviestOnPath;

enum class Shape { path, cycle };

bool is_matching(std::uint64_t subset, std::size_t size, Shape shape) {
  if ((subset & (subset >> 1)) != 0) return false;
  return shape == Shape::path || (subset & 1) == 0 || (subset >> (size - 1)) == 0;
}

template <class Weight>
Weight sum_of(const std::vector<Weight>& weights, std::uint64_t subset) {
  Weight sum = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if ((subset >> i & 1) != 0) sum += weights[i];
  }
  return sum;
}

// The edges that HeaviestOnPath takes, as bits.
template <class Weight>
std::uint64_t taken(const std::vector<Weight>& weights, Shape shape) {
  HeaviestOnPath<Weight> program;
  std::uint64_t subset = 0;
  const auto flags = shape == Shape::path ? program.path(weights) : program.cycle(weights);
  for (std::size_t i = 0; i < flags.size(); ++i) subset |= std::uint64_t{flags[i]} << i;
  return subset;
}

template <class Weight>
void expect_heaviest(const std::vector<Weight>& weights, Shape shape) {
  Weight best = 0;
  for (std::uint64_t subset = 0; subset < 1ULL << weights.size(); ++subset) {
    if (is_matching(subset, weights.size(), shape)) best = std::max(best, sum_of(weights, subset));
  }
  const std::uint64_t subset = taken(weights, shape);
  EXPECT_TRUE(is_matching(subset, weights.size(), shape));
  EXPECT_EQ(sum_of(weights, subset), best);
}

TEST(HeaviestOnPath, IsHeaviestAmongAllSubsets) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    for (std::size_t size = 0; size <= 10; ++size) {
      std::vector<std::int64_t> whole;
      std::vector<double> real;
      for (std::size_t i = 0; i < size; ++i) {
        whole.push_back(static_cast<std::int64_t>(detail::base::hash(seed, size, i) % 7) - 1);
        real.push_back(static_cast<double>(whole.back()) / 4);  // sums are exact
      }
      expect_heaviest(whole, Shape::path);
      expect_heaviest(real, Shape::path);
      if (size >= 4 && size % 2 == 0) {
        expect_heaviest(whole, Shape::cycle);
        expect_heaviest(real, Shape::cycle);
      }
    }
  }
}

TEST(HeaviestOnPath, AddsNothingBeyond64Bits) {
  // The same instances with all weights 2^60 times as large: sums leave 64 bits, the choice stays.
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    std::vector<std::int64_t> small;
    std::vector<std::int64_t> large;
    for (std::size_t i = 0; i < 60; ++i) {
      small.push_back(static_cast<std::int64_t>(detail::base::hash(seed, i) % 11) - 3);
      large.push_back(small.back() * (std::int64_t{1} << 60));
    }
    EXPECT_EQ(taken(small, Shape::path), taken(large, Shape::path));
    EXPECT_EQ(taken(small, Shape::cycle), taken(large, Shape::cycle));
  }
}

TEST(HeaviestOnPath, BreaksTiesAsDocumented) {
  using Weights = std::vector<std::int64_t>;
  EXPECT_EQ(taken(Weights{1, 1}, Shape::path), 0b01U);
  EXPECT_EQ(taken(Weights{1, 1, 1, 1}, Shape::path), 0b0101U);
  EXPECT_EQ(taken(Weights{1, 2, 1}, Shape::path), 0b010U);
  EXPECT_EQ(taken(Weights{0, 0}, Shape::path), 0U);
  EXPECT_EQ(taken(Weights{1, 1, 1, 1}, Shape::cycle), 0b0101U);
}

// An edge and its place in the order, from the definition.
auto place_of(const EdgeListView& graph, EdgeId e, const GraphOrder& order) {
  const auto [u, v] = graph.edges[e];
  const bool by_weight = order.objective != Objective::cardinality && graph.is_weighted();
  return std::tuple(by_weight ? weight_at(graph.weights, e) : 1.0,
                    detail::base::PairMixer(order.seed)(u, v), std::min(u, v), std::max(u, v));
}

// Paths and cycles as lists of arcs at each vertex; nothing is remembered about their ends.
class SimplePaths {
 public:
  SimplePaths(const EdgeListView& graph, const GraphOrder& order) : arcs_(graph.num_vertices) {
    std::vector<EdgeId> edges;
    for (EdgeId e = 0; e < graph.num_edges(); ++e) {
      if (takes_part(graph, e, order)) edges.push_back(e);
    }
    std::sort(edges.begin(), edges.end(), [&](EdgeId a, EdgeId b) {
      return place_of(graph, a, order) > place_of(graph, b, order);
    });
    for (const EdgeId e : edges) {
      const auto [u, v] = graph.edges[e];
      if (arcs_[u].size() == 2 || arcs_[v].size() == 2) continue;
      const std::vector<VertexId> path = walk(u);
      if (path.back() == v && path.size() % 2 == 1) continue;
      const auto [weight, tie, low, high] = place_of(graph, e, order);
      arcs_[u].push_back({v, weight});
      arcs_[v].push_back({u, weight});
    }
  }

  /// The sum of the heaviest matchings.
  [[nodiscard]] double heaviest() const {
    std::vector<bool> seen(arcs_.size(), false);
    double sum = 0;
    // Ends of paths first, so that what is left over are cycles.
    for (const std::size_t degree : {1U, 2U}) {
      for (VertexId v = 0; v < arcs_.size(); ++v) {
        if (arcs_[v].size() != degree || seen[v]) continue;
        const std::vector<VertexId> path = walk(v);
        for (const VertexId on : path) seen[on] = true;
        const std::vector<double> weights = weights_along(path, degree == 2);
        const std::size_t k = weights.size();
        sum += degree == 1 ? best(weights, 0, k)
                           : std::max(best(weights, 1, k), weights[0] + best(weights, 2, k - 1));
      }
    }
    return sum;
  }

 private:
  struct Arc {
    VertexId head;
    double weight;
  };

  // The vertices from `start` on, along its first arc, to the other end or around.
  [[nodiscard]] std::vector<VertexId> walk(VertexId start) const {
    std::vector<VertexId> path = {start};
    VertexId before = k_none;
    VertexId at = start;
    while (true) {  // ends: paths and cycles are finite
      VertexId next = k_none;
      for (const Arc& arc : arcs_[at]) {
        if (arc.head != before && next == k_none) next = arc.head;
      }
      if (next == k_none || next == start) return path;
      before = at;
      at = next;
      path.push_back(at);
    }
  }

  [[nodiscard]] std::vector<double> weights_along(const std::vector<VertexId>& path,
                                                  bool around) const {
    std::vector<double> weights;
    for (std::size_t i = 0; i + (around ? 0 : 1) < path.size(); ++i) {
      for (const Arc& arc : arcs_[path[i]]) {
        if (arc.head == path[(i + 1) % path.size()]) weights.push_back(arc.weight);
      }
    }
    return weights;
  }

  // The heaviest matching of the path of edges `begin` .. `end - 1`, by the textbook's recursion.
  static double best(const std::vector<double>& weights, std::size_t begin, std::size_t end) {
    double one_back = 0;
    double two_back = 0;
    for (std::size_t i = begin; i < end; ++i) {
      two_back = std::exchange(one_back, std::max(one_back, two_back + weights[i]));
    }
    return one_back;
  }

  std::vector<std::vector<Arc>> arcs_;
};

double weight_in_force(const EdgeListView& graph, const std::vector<VertexId>& mates,
                       const GraphOrder& order) {
  const MatchingValue value = value_of(graph, mates);
  return order.objective == Objective::cardinality ? static_cast<double>(value.edges)
                                                   : value.weight;
}

TEST(Gpa, WeighsWhatTheSimpleVersionDoes) {
  const Context context({.threads = 1});
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const EdgeList shape = random_graph(60, 60 + 40 * (seed % 4), seed);
    for (const NamedGraph& instance : weighted_in_all_ways(shape, seed)) {
      const EdgeListView graph = instance.graph.view();
      for (const GraphOrder& order :
           {GraphOrder{.seed = seed}, GraphOrder{.nonpositive = NonPositive::keep},
            GraphOrder{.objective = Objective::cardinality, .seed = seed}}) {
        const GraphMatching matching = gpa(context, graph, order);
        expect_matching(graph, matching.mates, order, false, instance.name);
        const double expected = SimplePaths(graph, order).heaviest();
        EXPECT_NEAR(weight_in_force(graph, matching.mates, order), expected, 1e-9 * expected)
            << instance.name;
      }
    }
  }
}

TEST(Gpa, IsTheSameOnAnyNumberOfThreads) {
  for (const NamedGraph& instance : weighted_in_all_ways(random_graph(9000, 36'000, 3), 3)) {
    const EdgeListView graph = instance.graph.view();
    const GraphMatching expected = gpa(Context({.threads = 1}), graph);
    for (const int threads : {2, 5}) {
      const Context context({.threads = threads, .backend = HostBackend::std_threads});
      EXPECT_EQ(gpa(context, graph).mates, expected.mates) << instance.name;
    }
  }
}

TEST(Gpa, IsRightOnShapes) {
  const Context context({.threads = 1});
  using Weights = std::vector<std::int32_t>;
  const auto mates = [&](const EdgeList& graph) { return gpa(context, graph.view()).mates; };
  using Mates = std::vector<VertexId>;
  // Greedy takes the 4 in the middle; two times 3 is more.
  EXPECT_EQ(mates(path_graph(Weights{3, 4, 3})), (Mates{1, 0, 3, 2}));
  EXPECT_EQ(mates(path_graph(Weights{3, 7, 3})), (Mates{k_none, 2, 1, k_none}));
  EXPECT_EQ(mates(path_graph(Weights{})), (Mates{k_none}));
  // 4 and 4 against 5 and 2: the even cycle is closed, and solved.
  EXPECT_EQ(mates(cycle_graph(Weights{5, 4, 2, 4})), (Mates{3, 2, 1, 0}));
  // An odd cycle is not closed: its lightest edge is left out, 5 + 3 of the path 5, 4, 3, 2 remain.
  EXPECT_EQ(mates(cycle_graph(Weights{5, 4, 3, 2, 1})), (Mates{1, 0, 3, 2, k_none}));
  EXPECT_EQ(mates(cycle_graph(Weights{3, 2, 1})), (Mates{1, 0, k_none}));
  // Of a star the two uppermost edges make a path, of which the heavier one is taken.
  EXPECT_EQ(mates(make_graph(5, star_pairs(4), Weights{1, 9, 7, 8})),
            (Mates{2, k_none, 0, k_none, k_none}));
  EXPECT_EQ(mates(make_graph(0, {})), Mates{});
}

TEST(Gpa, TakesNoEdgeThatAddsNothing) {
  const Context context({.threads = 1});
  const EdgeList graph = path_graph(std::vector<double>{0.0, -2.0, -0.0, 1.0});
  const GraphOrder keep{.nonpositive = NonPositive::keep};
  const std::vector<VertexId> expected = {k_none, k_none, k_none, 4, 3};
  EXPECT_EQ(gpa(context, graph.view(), keep).mates, expected);
  EXPECT_EQ(gpa(context, graph.view()).mates, expected);
}

TEST(Gpa, WeighsHalfOfTheHeaviestAtLeast) {
  const Context context({.threads = 1});
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    EdgeList graph = random_graph(8, 14, seed);
    weigh<std::int64_t>(graph, 30, seed);
    const double optimum = heaviest_by_force(graph.view());
    const GraphMatching matching = gpa(context, graph.view());
    EXPECT_GE(2 * value_of(graph.view(), matching.mates).weight, optimum) << seed;
    EXPECT_EQ(matching.stats.guarantee, "1/2 of the largest weight");
  }
}

}  // namespace
}  // namespace hypermatch::test
