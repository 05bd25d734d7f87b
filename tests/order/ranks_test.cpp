// SPDX-License-Identifier: MIT
// Ranks return greedy's answer, however many there are, whenever they come, and wherever the edges
// lie.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/edge_order.hpp"
#include "base/random.hpp"
#include "hypermatch/graph_matching.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/ranks_matching.hpp"
#include "tests/order/odd_edges.hpp"
#include "tests/order/ranks_testing.hpp"

namespace hypermatch {
namespace {

using detail::base::hash;
using detail::order::EdgeShape;
using detail::order::RankTuning;

TEST(Ranks, HypergraphsGetGreedysAnswer) {
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    for (const Weighting weighting : k_all) {
      Edges edges = random_hyperedges(seed, 60, 300, 4);
      edges.weights = weights_of(weighting, edges.pins.size(), seed);
      const Hypergraph hypergraph = hypergraph_of(edges);
      for (const Rating rating : {Rating::automatic, Rating::weight}) {
        const Objective objective = seed == 1 ? Objective::cardinality : Objective::automatic;
        const NonPositive nonpositive = seed == 0 ? NonPositive::keep : NonPositive::drop;
        const OrderOptions order{rating, objective, nonpositive, seed};
        const Context context({.threads = 2});
        const auto expected = greedy(context, hypergraph.view(), {.order = order}).edges;
        const MatchingValue value = value_of(hypergraph.view(), expected);
        for (const int tried : {1, 2, 3, 5, -1, -2, -3, -5}) {
          const int p = std::abs(tried);
          SCOPED_TRACE("seed " + std::to_string(seed) + ", weights " +
                       std::to_string(static_cast<int>(weighting)) + ", rating " +
                       std::string(name_of(rating)) + ", ranks " + std::to_string(tried));
          const Gathered found = match_in_parts(edges, EdgeShape::hyperedges, order, p,
                                                tried > 0 ? k_tight : k_tight_by_all, std::nullopt);
          ASSERT_EQ(numbers_of(found), expected);
          ASSERT_EQ(found.first.value.edges, value.edges);
          ASSERT_EQ(found.first.value.weight, value.weight);
          ASSERT_EQ(found.first.value.is_integer, value.is_integer);
          ASSERT_EQ(found.first.num_pins, hypergraph.pins.size());
        }
      }
    }
  }
}

TEST(Ranks, GraphsGetGreedysAnswer) {
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    for (const Weighting weighting : k_all) {
      constexpr VertexId k_n = 40;
      Edges edges;
      edges.num_vertices = k_n;
      EdgeList list;
      list.num_vertices = k_n;
      for (VertexId u = 0; u < k_n; ++u) {
        for (VertexId v = u + 1; v < k_n; ++v) {
          if (hash(seed, u * k_n + v) % 3 != 0) continue;
          const bool turned = hash(seed, v) % 2 == 0;
          edges.pins.push_back(turned ? std::vector<VertexId>{v, u} : std::vector<VertexId>{u, v});
          list.edges.push_back({edges.pins.back()[0], edges.pins.back()[1]});
        }
      }
      edges.weights = weights_of(weighting, edges.pins.size(), seed);
      list.weights = clone(edges.weights);
      const Objective objective = seed == 1 ? Objective::cardinality : Objective::automatic;
      const NonPositive nonpositive = seed == 0 ? NonPositive::keep : NonPositive::drop;
      const Context context({.threads = 2});
      const auto expected = greedy(context, list.view(), GraphOrder{objective, nonpositive, seed});
      for (const int tried : {1, 2, 4, 16, -2, -3}) {
        const int p = std::abs(tried);
        SCOPED_TRACE("seed " + std::to_string(seed) + ", weights " +
                     std::to_string(static_cast<int>(weighting)) + ", ranks " +
                     std::to_string(tried));
        for (const RankMethod method :
             {RankMethod::batches, RankMethod::ghosts, RankMethod::requests}) {
          if (method != RankMethod::batches && p != 4) continue;
          const Gathered found = match_in_parts(
              edges, EdgeShape::pairs, {Rating::automatic, objective, nonpositive, seed}, p,
              tried > 0 ? k_tight : k_tight_by_all, std::nullopt, method);
          std::vector<VertexId> mates(k_n, k_none);
          for (const ExternalEdge& edge : found.edges) {
            ASSERT_EQ(edges.pins[edge.id], (std::vector<VertexId>{edge.u, edge.v}));
            mates[edge.u] = edge.v;
            mates[edge.v] = edge.u;
          }
          ASSERT_EQ(mates, expected.mates) << static_cast<int>(method);
        }
      }
    }
  }
}

// A path through the vertices in random order, its edges in random order.
Edges shuffled_path(VertexId n, bool rising) {
  Edges edges;
  edges.num_vertices = n;
  std::vector<VertexId> at(n);
  std::iota(at.begin(), at.end(), 0U);
  for (VertexId i = n; i > 1; --i) std::swap(at[i - 1], at[hash(5, i) % i]);
  for (VertexId i = 0; i + 1 < n; ++i) edges.pins.push_back({at[i], at[i + 1]});
  Array<std::int32_t> weights(n - 1);
  for (VertexId i = 0; i + 1 < n; ++i) {
    weights[i] =
        rising ? static_cast<std::int32_t>(i + 1) : static_cast<std::int32_t>(1 + hash(7, i) % 100);
  }
  edges.weights = std::move(weights);
  return edges;
}

// A batch may be one bucket that spans all bits.
TEST(Ranks, WeightsOfBothSignsMayBeFarApart) {
  for (const VertexId m : {4U, 300U, 9000U}) {
    for (const bool is_real : {false, true}) {
      Edges edges = random_hyperedges(7, 3 * m, m, 3);
      Array<std::int64_t> integers(m);
      Array<double> reals(m);
      for (std::size_t e = 0; e < m; ++e) {
        integers[e] = static_cast<std::int64_t>(hash(5, e));
        reals[e] = static_cast<double>(integers[e]) * 1e-16;
      }
      edges.weights = is_real ? Weights(std::move(reals)) : Weights(std::move(integers));
      const OrderOptions order{.nonpositive = NonPositive::keep, .seed = 2};
      const auto expected =
          greedy(Context({.threads = 1}), hypergraph_of(edges).view(), {.order = order}).edges;
      for (const int p : {2, 3, 8}) {
        const Gathered found =
            match_in_parts(edges, EdgeShape::hyperedges, order, p, RankTuning{}, std::nullopt);
        ASSERT_EQ(numbers_of(found), expected) << m << " edges, " << p << " ranks";
      }
    }
  }
}

TEST(Ranks, ChainsNeedFewExchanges) {
  for (const bool rising : {false, true}) {
    for (const int p : {2, 3, 7}) {
      const Edges edges = shuffled_path(20000, rising);
      const Hypergraph hypergraph = hypergraph_of(edges);
      const Context context({.threads = 2});
      const auto expected = greedy(context, hypergraph.view()).edges;
      for (const std::size_t reach_every : {std::size_t{0}, RankTuning{}.reach_every}) {
        const Gathered found = match_in_parts(edges, EdgeShape::hyperedges, {}, p,
                                              RankTuning{.reach_every = reach_every}, std::nullopt);
        EXPECT_EQ(numbers_of(found), expected);
        const RankCosts& costs = found.first.costs;
        EXPECT_LE(costs.exchanges, 80U) << p << " ranks";
        EXPECT_LE(costs.exchanges, 12 * costs.batches) << p << " ranks";
        if (reach_every == 0) {
          EXPECT_GE(costs.largest_stalled_share, rising ? 0.02 : 0.0);
        } else if (p == 2) {
          EXPECT_LE(costs.exchanges, 15U);
          EXPECT_EQ(costs.stalled_edges, 0U) << "all ranks know all vertices";
        }
      }
    }
  }
}

// Chains stall in batches of which no range of keys fits one rank.
TEST(Ranks, StalledEdgesThatDoNotFitWaitForThoseThatWereHeldBack) {
  for (const VertexId n : {500U, 2000U}) {
    const Edges edges = shuffled_path(n, true);
    const Hypergraph hypergraph = hypergraph_of(edges);
    const Context context({.threads = 2});
    const auto expected = greedy(context, hypergraph.view()).edges;
    for (const int p : {3, 5, 16}) {
      const RankTuning tuning{.few_edges = 2, .least_room = 4, .most_splitters = 1};
      const Gathered found =
          match_in_parts(edges, EdgeShape::hyperedges, {}, p, tuning, std::nullopt);
      ASSERT_EQ(numbers_of(found), expected) << p << " ranks";
    }
  }
}

// Beyond 2^32 edges ties go by the mixed low bits of a number, then by its high ones.
TEST(Ranks, NumbersBeyondTheMixerAreOrderedByTheirHighBits) {
  Edges edges = random_hyperedges(4, 100, 900, 3);
  edges.weights = weights_of(Weighting::few, edges.pins.size(), 2);
  constexpr int k_bits = 6;
  const detail::base::TieMixer mix(0);
  std::vector<std::size_t> order;
  for (std::size_t e = 0; e < edges.pins.size(); ++e) {
    if (!edges.pins[e].empty()) order.push_back(e);
  }
  const auto weight = [&](std::size_t e) { return weight_at(view_of(edges.weights), e); };
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    if (weight(a) != weight(b)) return weight(a) > weight(b);
    const std::uint32_t of_a = mix(static_cast<std::uint32_t>(a % (1U << k_bits)));
    const std::uint32_t of_b = mix(static_cast<std::uint32_t>(b % (1U << k_bits)));
    return of_a != of_b ? of_a > of_b : a >> k_bits > b >> k_bits;
  });
  std::vector<bool> is_matched(100);
  std::vector<EdgeId> expected;
  for (const std::size_t e : order) {
    const auto& pins = edges.pins[e];
    if (std::any_of(pins.begin(), pins.end(), [&](VertexId v) { return is_matched[v]; })) continue;
    for (const VertexId v : pins) is_matched[v] = true;
    expected.push_back(static_cast<EdgeId>(e));
  }
  std::sort(expected.begin(), expected.end());
  RankTuning tuning = k_tight;
  tuning.id_bits = k_bits;
  for (const int p : {1, 3}) {
    const Gathered found = match_in_parts(edges, EdgeShape::hyperedges, {.rating = Rating::weight},
                                          p, tuning, std::nullopt);
    EXPECT_EQ(numbers_of(found), expected) << p << " ranks";
  }
}

// Hubs whose edges die within the batch that takes the first of them.
TEST(Ranks, BatchesGrowWhereEdgesDieWithinThem) {
  constexpr VertexId k_leaves = 1000;
  constexpr VertexId k_hubs = 40;
  Edges edges;
  edges.num_vertices = k_leaves + k_hubs;
  Array<std::int32_t> weights(k_leaves * k_hubs);
  for (VertexId e = 0; e < k_leaves * k_hubs; ++e) {
    const VertexId hub = static_cast<VertexId>(hash(3, e) % k_hubs);
    edges.pins.push_back({static_cast<VertexId>(hash(4, e) % k_leaves), k_leaves + hub});
    weights[e] = static_cast<std::int32_t>(hub + 1);
  }
  edges.weights = std::move(weights);
  const auto expected =
      greedy(Context({.threads = 1}), hypergraph_of(edges).view(), {.order = {}}).edges;
  for (const int p : {2, 3}) {
    const Gathered found = match_in_parts(edges, EdgeShape::hyperedges, {}, p,
                                          RankTuning{.reach_every = 1}, std::nullopt);
    EXPECT_EQ(numbers_of(found), expected) << p << " ranks";
    EXPECT_LE(found.first.costs.batches, 15U) << p << " ranks";
    EXPECT_LE(found.first.costs.exchanges, 40U) << p << " ranks";
  }
}

// Edges that do not fit the room of a rank wait for those above.
TEST(Ranks, BatchesOfAllRanksAreCut) {
  Edges edges = random_hyperedges(3, 400, 4000, 3);
  edges.weights = weights_of(Weighting::few, edges.pins.size(), 3);
  const OrderOptions order{.rating = Rating::weight};
  const auto expected =
      greedy(Context({.threads = 1}), hypergraph_of(edges).view(), {.order = order}).edges;
  const RankTuning uncut{.few_edges = 100000, .least_room = 16, .reach_every = 1};
  for (const int p : {3, 7}) {
    const Gathered found =
        match_in_parts(edges, EdgeShape::hyperedges, order, p, uncut, std::nullopt);
    EXPECT_EQ(numbers_of(found), expected) << p << " ranks";
    EXPECT_EQ(found.first.costs.batches, 1U);
    EXPECT_GT(found.first.costs.exchanges, 3U) << "one batch of all edges has no room";
  }
}

TEST(Ranks, AllRanksKnowAllVerticesWhereEachMeetsMany) {
  constexpr std::uint64_t k_vertices = 10000;
  Edges edges = random_hyperedges(2, k_vertices, 120000, 4);
  edges.weights = weights_of(Weighting::few, edges.pins.size(), 2);
  const Hypergraph hypergraph = hypergraph_of(edges);
  const OrderOptions order{.rating = Rating::weight};
  const auto expected = greedy(Context({.threads = 1}), hypergraph.view(), {.order = order}).edges;
  for (const int p : {2, 3}) {
    const Gathered found =
        match_in_parts(edges, EdgeShape::hyperedges, order, p, RankTuning{}, std::nullopt);
    EXPECT_EQ(numbers_of(found), expected) << p << " ranks";
    EXPECT_EQ(found.first.costs.boundary_pairs, static_cast<std::uint64_t>(p - 1) * k_vertices);
    EXPECT_LE(found.first.costs.exchanges, 10U);
    EXPECT_LE(found.first.costs.bytes, 20 * found.first.costs.boundary_pairs);
    EXPECT_EQ(found.first.costs.stalled_edges, 0U);
  }
  int refusals = 0;
  std::mutex mutex;
  run_on_thread_ranks(3, [&](Communicator& ranks) {
    EdgePart part =
        part_of(edges, EdgeShape::hyperedges, static_cast<std::size_t>(ranks.rank()), 3);
    if (ranks.rank() == 1) part.pins[part.pins.size() / 2] = k_vertices;
    try {
      (void)ranks_matching(Context({.threads = 1}), ranks, std::move(part), {});
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_input) << error.what();
      const std::scoped_lock lock(mutex);
      ++refusals;
    }
  });
  EXPECT_EQ(refusals, 3);
}

TEST(Ranks, PartsThatDoNotFitAreRefusedOnAllRanks) {
  const Edges edges = random_hyperedges(1, 60, 100, 4);
  const auto broken = [&](const auto& damage) {
    int refusals = 0;
    std::mutex mutex;
    run_on_thread_ranks(3, [&](Communicator& ranks) {
      EdgePart part =
          part_of(edges, EdgeShape::hyperedges, static_cast<std::size_t>(ranks.rank()), 3);
      if (ranks.rank() == 1) damage(part);
      try {
        (void)ranks_matching(Context({.threads = 1}), ranks, std::move(part), {});
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::invalid_input) << error.what();
        const std::scoped_lock lock(mutex);
        ++refusals;
      }
    });
    EXPECT_EQ(refusals, 3);
  };
  broken([](EdgePart& part) { part.first_edge += 1; });
  broken([](EdgePart& part) { part.num_vertices = 61; });
  broken([](EdgePart& part) { part.pins[0] = 60; });
  broken([](EdgePart& part) { part.pins.resize(part.pins.size() - 1); });
  broken([](EdgePart& part) { part.weights = Array<float>(part.num_edges(), 1.0F); });
  broken([](EdgePart& part) { part.weights = Array<float>(part.num_edges() + 1, 1.0F); });
}

// Reports of rank 0 of 3.
std::vector<std::uint64_t> progress_of(const Edges& edges, EdgeShape shape, RankMethod method,
                                       std::uint64_t total) {
  std::vector<std::uint64_t> done;
  run_on_thread_ranks(3, [&](Communicator& ranks) {
    ContextOptions options{.threads = 1};
    if (ranks.rank() == 0) {
      options.progress = [&](const Progress& progress) {
        EXPECT_EQ(progress.total, total);
        done.push_back(progress.done);
      };
    }
    const auto rank = static_cast<std::size_t>(ranks.rank());
    (void)detail::order::match_on_ranks(Context(options), ranks, part_of(edges, shape, rank, 3), {},
                                        shape, method, RankTuning{});
  });
  EXPECT_TRUE(std::is_sorted(done.begin(), done.end()));
  return done;
}

TEST(Ranks, ProgressRisesToAllEdges) {
  Edges edges = random_hyperedges(1, 6000, 20000, 4);
  edges.weights = weights_of(Weighting::few, edges.pins.size(), 1);
  const auto done = progress_of(edges, EdgeShape::hyperedges, RankMethod::batches, 20000);
  ASSERT_GE(done.size(), 3U);
  EXPECT_LE(done.front(), 4000U);
  EXPECT_EQ(done.back(), 20000U);
}

TEST(Ranks, ProgressOfBaselinesRisesToAllVertices) {
  Edges edges = random_hyperedges(0, 900, 3000, 2);
  std::erase_if(edges.pins, [](const auto& pins) { return pins.size() != 2; });
  edges.weights = weights_of(Weighting::wide, edges.pins.size(), 1);
  for (const RankMethod method : {RankMethod::ghosts, RankMethod::requests}) {
    const auto done = progress_of(edges, EdgeShape::pairs, method, 900);
    ASSERT_GE(done.size(), 2U);
    EXPECT_GT(done.back(), 450U);
  }
}

TEST(Ranks, AStopEndsAllRanks) {
  const Edges edges = random_hyperedges(1, 600, 2000, 4);
  std::stop_source stop;
  stop.request_stop();
  int stopped = 0;
  std::mutex mutex;
  run_on_thread_ranks(2, [&](Communicator& ranks) {
    // Only one rank learns of it.
    const Context context(
        {.threads = 1, .stop = ranks.rank() == 1 ? stop.get_token() : std::stop_token()});
    try {
      const auto rank = static_cast<std::size_t>(ranks.rank());
      (void)ranks_matching(context, ranks, part_of(edges, EdgeShape::hyperedges, rank, 2), {});
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::cancelled);
      const std::scoped_lock lock(mutex);
      ++stopped;
    }
  });
  EXPECT_EQ(stopped, 2);
}

}  // namespace
}  // namespace hypermatch
