// SPDX-License-Identifier: MIT
// Exact matchings against all matchings of tiny graphs, and against their own proofs on larger
// ones; false proofs are refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "graph_cases.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/exact_matching.hpp"
#include "hypermatch/generate.hpp"
#include "hypermatch/verify_exact.hpp"
#include "tests/sizes.hpp"

namespace hypermatch::test {
namespace {

constexpr std::int64_t k_no_matching = std::numeric_limits<std::int64_t>::min();

const Context& one_thread() {
  static const Context context({.threads = 1});
  return context;
}

// By number of edges, the largest weight of a matching.
std::vector<std::int64_t> best_by_size(const EdgeList& graph, int sign) {
  const VertexId n = graph.num_vertices;
  std::vector<std::vector<std::int64_t>> weight(n, std::vector<std::int64_t>(n, k_no_matching));
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    const auto [u, v] = graph.edges[e];
    weight[u][v] = weight[v][u] =
        sign * static_cast<std::int64_t>(weight_at(view_of(graph.weights), e));
  }
  std::vector<std::int64_t> best(n / 2 + 1, k_no_matching);
  std::vector<bool> used(n, false);
  const auto extend = [&](const auto& self, VertexId from, std::size_t size,
                          std::int64_t sum) -> void {
    best[size] = std::max(best[size], sum);
    VertexId u = from;
    while (u < n && used[u]) ++u;
    if (u >= n) return;
    self(self, u + 1, size, sum);
    for (VertexId v = u + 1; v < n; ++v) {
      if (used[v] || weight[u][v] == k_no_matching) continue;
      used[v] = true;
      self(self, u + 1, size + 1, sum + weight[u][v]);
      used[v] = false;
    }
  };
  extend(extend, 0, 0, 0);
  return best;
}

struct Found {
  std::size_t edges = 0;
  std::int64_t weight = 0;
  friend bool operator==(const Found&, const Found&) = default;
};

Found value_of(const EdgeList& graph, const std::vector<VertexId>& mates) {
  Found found;
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    if (mates[graph.edges[e].u] != graph.edges[e].v) continue;
    ++found.edges;
    found.weight += static_cast<std::int64_t>(weight_at(view_of(graph.weights), e));
  }
  return found;
}

// Runs and checks the proof; nothing where a perfect matching does not exist, which is proven, too.
std::optional<Found> proven(const EdgeList& graph, const ExactOptions& options) {
  const GraphMatching matching = exact(one_thread(), graph.view(), options);
  if (matching.barrier) {
    EXPECT_EQ(options.size, MatchingSize::perfect);
    EXPECT_EQ(verify::check_barrier(graph.view(), *matching.barrier), "");
    return std::nullopt;
  }
  const verify::ExactVerdict verdict =
      verify::check_exact(one_thread(), graph.view(), matching.mates, matching.dual, options);
  EXPECT_TRUE(verdict.ok) << verdict.violation;
  EXPECT_EQ(verdict.gap, 0);
  return value_of(graph, matching.mates);
}

// A graph of at most 8 vertices, of any density, with few or many different weights.
EdgeList tiny_graph(std::uint64_t seed) {
  auto random = [&, draw = std::uint64_t{0}](std::uint64_t below) mutable {
    return detail::base::below(detail::base::hash(seed, draw++), below);
  };
  const auto n = static_cast<VertexId>(1 + random(8));
  const std::uint64_t share = 1 + random(10);
  constexpr std::int64_t k_ranges[] = {1, 2, 3, 6, 30, 1000000};
  const std::int64_t range = k_ranges[random(6)];
  const std::int64_t low = random(3) == 0 ? -range / 2 : 1;
  Pairs pairs;
  std::vector<std::int64_t> weights;
  for (VertexId u = 0; u < n; ++u) {
    for (VertexId v = u + 1; v < n; ++v) {
      if (random(10) >= share) continue;
      pairs.push_back(random(2) == 0 ? std::pair{u, v} : std::pair{v, u});
      weights.push_back(low + static_cast<std::int64_t>(random(static_cast<std::uint64_t>(range))));
    }
  }
  return make_graph(n, pairs, weights);
}

void compare_with_all(const EdgeList& graph, Sense sense) {
  const int sign = sense == Sense::minimize ? -1 : 1;
  const std::vector<std::int64_t> best = best_by_size(graph, sign);
  std::size_t most = 0;
  for (std::size_t k = 0; k < best.size(); ++k) {
    if (best[k] != k_no_matching) most = k;
  }
  if (sense == Sense::maximize) {
    const GraphOrder by_weight{.objective = Objective::weight};
    EXPECT_EQ(proven(graph, {.order = by_weight})->weight,
              *std::max_element(best.begin(), best.end()));
    const GraphOrder by_number{.objective = Objective::cardinality};
    EXPECT_EQ(proven(graph, {.order = by_number})->edges, most);
  }
  const Found expected{most, sign * best[most]};
  const GraphOrder order{.objective = Objective::weight};
  EXPECT_EQ(proven(graph, {.order = order, .sense = sense, .size = MatchingSize::largest}),
            expected);
  const auto perfect =
      proven(graph, {.order = order, .sense = sense, .size = MatchingSize::perfect});
  EXPECT_EQ(perfect.has_value(), 2 * most == graph.num_vertices);
  if (perfect) {
    EXPECT_EQ(*perfect, expected);
  }
}

TEST(Exact, IsTheBestOfAllMatchingsOfTinyGraphs) {
  for (std::uint64_t seed = 0; seed < by_build(20000U, 1200U); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    compare_with_all(tiny_graph(seed), seed % 2 == 0 ? Sense::maximize : Sense::minimize);
    if (testing::Test::HasFailure()) return;
  }
}

TEST(Exact, CountsEdgesWhereThereAreNoWeights) {
  const EdgeList graph = make_graph(4, {{0, 1}, {1, 2}, {2, 3}});
  EXPECT_EQ(proven(graph, {}), (Found{2, 2}));
  EXPECT_EQ(proven(make_graph(0, {}), {}), (Found{0, 0}));
  EXPECT_EQ(proven(make_graph(0, {}), {.size = MatchingSize::perfect}), (Found{0, 0}));
  EXPECT_EQ(proven(make_graph(2, {}), {.size = MatchingSize::perfect}), std::nullopt);
}

TEST(Exact, KeepTakesEdgesOfAnyWeight) {
  const EdgeList graph = path_graph<std::int64_t>({-1, 5, -2});
  const GraphOrder keep{.objective = Objective::weight, .nonpositive = NonPositive::keep};
  EXPECT_EQ(proven(graph, {.order = keep}), (Found{2, -3}));
  EXPECT_EQ(proven(graph, {}), (Found{1, 5}));
}

// The graph with weights in 1 .. range.
EdgeList with_weights(const EdgeList& graph, std::uint64_t range) {
  EdgeList weighted;
  weighted.num_vertices = graph.num_vertices;
  weighted.edges = graph.edges.clone();
  Array<std::int64_t> weights;
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    weights.push_back(1 + static_cast<std::int64_t>(detail::base::hash(7, e) % range));
  }
  weighted.weights = std::move(weights);
  return weighted;
}

TEST(Exact, ProvesLargerGraphs) {
  for (const char* family : {"random_graph", "rgg", "delaunay"}) {
    const EdgeList graph = generate::graph(one_thread(), family, {{"n", 700}, {"weights", 0}}, 3);
    for (const std::uint64_t range : {2U, 1000U, 1U << 30}) {
      const EdgeList weighted = with_weights(graph, range);
      for (const Sense sense : {Sense::maximize, Sense::minimize}) {
        for (const MatchingSize size :
             {MatchingSize::any, MatchingSize::largest, MatchingSize::perfect}) {
          (void)proven(weighted, {.sense = sense, .size = size});
        }
      }
    }
    (void)proven(graph, {});
  }
}

TEST(Exact, RoundsRealWeightsThatLieTooFarApart) {
  const EdgeList graph = cycle_graph<double>({1e200, 3e-200, 1e200, 0.1, 7.0});
  const GraphMatching matching = exact(one_thread(), graph.view());
  EXPECT_GT(matching.dual.weight_unit, 0);
  const verify::ExactVerdict verdict =
      verify::check_exact(one_thread(), graph.view(), matching.mates, matching.dual);
  EXPECT_TRUE(verdict.ok) << verdict.violation;
  EXPECT_LT(verdict.gap, 1e190);
  EXPECT_EQ(matching.mates[0], 1U);
  const EdgeList fine = cycle_graph<double>({0.5, 0.25, 1.75});
  EXPECT_EQ(exact(one_thread(), fine.view()).dual.weight_unit, 0);
}

TEST(Exact, RoundsIntegersThatAreTooLarge) {
  constexpr std::int64_t k_large = std::int64_t{1} << 61;
  const EdgeList graph = path_graph<std::int64_t>({k_large + 1, k_large + 12345, k_large - 77});
  for (const MatchingSize size : {MatchingSize::any, MatchingSize::largest}) {
    const ExactOptions options{.size = size};
    const GraphMatching matching = exact(one_thread(), graph.view(), options);
    EXPECT_GT(matching.dual.weight_unit, 0);
    const verify::ExactVerdict verdict =
        verify::check_exact(one_thread(), graph.view(), matching.mates, matching.dual, options);
    EXPECT_TRUE(verdict.ok) << verdict.violation;
    EXPECT_LT(verdict.gap, 1e4);
    EXPECT_EQ(matching.mates[0], 1U);
  }
}

TEST(Exact, RefusesWhatItCannotComputeWith) {
  const EdgeList none = path_graph<double>({std::numeric_limits<double>::quiet_NaN()});
  EXPECT_THROW((void)exact(one_thread(), none.view()), Error);
  const EdgeList plain = path_graph<std::int64_t>({1});
  EXPECT_THROW(
      (void)exact(one_thread(), plain.view(),
                  {.order = {.objective = Objective::cardinality}, .sense = Sense::minimize}),
      Error);
}

// One number of a proof, or of the matching, is another one.
bool falsify(GraphMatching& matching, std::uint64_t draw) {
  MatchingDual& dual = matching.dual;
  const std::int64_t change = draw % 2 == 0 ? 1 + static_cast<std::int64_t>(draw / 7 % 3)
                                            : -1 - static_cast<std::int64_t>(draw / 7 % 3);
  switch (draw % 7) {
    case 0:
    case 1:
    case 2:
      dual.vertices[draw / 7 % dual.vertices.size()] += change;
      return true;
    case 3:
      if (dual.sets.empty()) return false;
      dual.sets[draw / 7 % dual.sets.size()].dual += change;
      return true;
    case 4:
      if (dual.sets.empty()) return false;
      dual.sets[draw / 7 % dual.sets.size()].members.pop_back();
      return true;
    case 5:
      dual.bonus += change;
      return true;
    default: {
      const VertexId v = static_cast<VertexId>(draw / 7 % matching.mates.size());
      if (matching.mates[v] == k_none) return false;
      matching.mates[matching.mates[v]] = k_none;
      matching.mates[v] = k_none;
      return true;
    }
  }
}

TEST(Exact, FalseProofsAreRefused) {
  std::size_t tried = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const EdgeList graph =
        with_weights(generate::graph(one_thread(), seed % 2 == 0 ? "delaunay" : "random_graph",
                                     {{"n", 20 + seed}, {"weights", 0}}, seed),
                     1 + seed * seed);
    const ExactOptions options{.sense = seed % 3 == 0 ? Sense::minimize : Sense::maximize,
                               .size = seed % 4 < 2 ? MatchingSize::any : MatchingSize::largest};
    const GraphMatching matching = exact(one_thread(), graph.view(), options);
    for (std::uint64_t i = 0; i < 20; ++i) {
      GraphMatching other = matching;
      if (!falsify(other, detail::base::hash(seed, i) >> 8)) continue;
      ++tried;
      EXPECT_FALSE(
          verify::check_exact(one_thread(), graph.view(), other.mates, other.dual, options).ok)
          << seed << " " << i;
    }
  }
  EXPECT_GE(tried, 1000U);
}

TEST(Exact, SetsOfEvenSizeAreRefused) {
  const EdgeList graph = path_graph<std::int64_t>({3, 4, 3});
  GraphMatching matching = exact(one_thread(), graph.view());
  matching.dual.sets.push_back({0, {0, 1}});
  EXPECT_EQ(
      verify::check_exact(one_thread(), graph.view(), matching.mates, matching.dual).violation,
      "set 1 has 2 vertices, must have an odd number");
}

TEST(Exact, FalseBarriersAreRefused) {
  const EdgeList star = make_graph(4, {{0, 1}, {0, 2}, {0, 3}});
  EXPECT_EQ(verify::check_barrier(star.view(), {{0}, 3}), "");
  EXPECT_NE(verify::check_barrier(star.view(), {{0}, 4}), "");
  EXPECT_NE(verify::check_barrier(star.view(), {{1}, 1}), "");
  EXPECT_NE(verify::check_barrier(star.view(), {{0, 0}, 3}), "");
  EXPECT_NE(verify::check_barrier(star.view(), {{9}, 3}), "");
}

TEST(KarpSipser, IsALargestMatchingWhereRulesApply) {
  const auto edges_of = [](const EdgeList& graph, KarpSipserVariant variant) {
    const GraphMatching matching =
        karp_sipser(one_thread(), graph.view(),
                    {.order = {.objective = Objective::cardinality}, .variant = variant});
    expect_matching(graph.view(), matching.mates, {.objective = Objective::cardinality}, true, "");
    return value_of(graph, matching.mates).edges;
  };
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const EdgeList graph = tiny_graph(seed);
    const std::size_t most = proven(graph, {.order = {.objective = Objective::cardinality}})->edges;
    for (const KarpSipserVariant variant :
         {KarpSipserVariant::degree_two, KarpSipserVariant::degree_one,
          KarpSipserVariant::minimum_degree}) {
      EXPECT_LE(edges_of(graph, variant), most);
    }
  }
  for (const VertexId n : {3U, 4U, 9U, 100U}) {
    const std::vector<std::int64_t> ones(n, 1);
    EXPECT_EQ(edges_of(cycle_graph(ones), KarpSipserVariant::degree_two), n / 2);
    EXPECT_EQ(edges_of(path_graph(ones), KarpSipserVariant::degree_one), (n + 1) / 2);
  }
}

}  // namespace
}  // namespace hypermatch::test
