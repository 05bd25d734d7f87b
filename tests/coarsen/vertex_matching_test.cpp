// SPDX-License-Identifier: MIT
// Matchings of vertices against greedy over all pairs, on thousands of small instances, on every
// back end.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <numeric>
#include <string>
#include <tuple>
#include <vector>

#include "base/random.hpp"
#include "coarsen/pair_scan.hpp"
#include "coarsen/vertex_matcher.hpp"
#include "hypermatch/coarsen.hpp"
#include "hypermatch/error.hpp"
#include "tests/algorithms/graph_matching/graph_cases.hpp"
#include "tests/parallel/contexts.hpp"
#include "tests/sizes.hpp"

namespace hypermatch::test {
namespace {

using Ratings = std::map<std::pair<VertexId, VertexId>, double>;
using Mates = std::vector<VertexId>;

Hypergraph random_hypergraph(VertexId n, std::size_t m, std::uint64_t most_pins, bool exact,
                             std::uint64_t seed) {
  Hypergraph h;
  h.num_vertices = n;
  h.offsets.push_back(0);
  Array<std::int32_t> weights;
  for (std::size_t e = 0; e < m; ++e) {
    std::uint64_t size =
        std::min<std::uint64_t>(n, detail::base::hash(seed, 1, e) % (most_pins + 1));
    // |e| - 1 a power of two: all ratings are exact in double.
    if (exact)
      size = std::min<std::uint64_t>(n, std::vector<std::uint64_t>{0, 1, 2, 3, 5}[size % 5]);
    std::vector<VertexId> pins;
    for (std::uint64_t i = 0; pins.size() < size; ++i) {
      const auto v = static_cast<VertexId>(detail::base::hash(seed, e + 2, i) % n);
      if (std::find(pins.begin(), pins.end(), v) == pins.end()) pins.push_back(v);
    }
    for (const VertexId v : pins) h.pins.push_back(v);
    h.offsets.push_back(h.pins.size());
    weights.push_back(static_cast<std::int32_t>(detail::base::hash(seed, 3, e) % 6) - 1);
  }
  if (seed % 4 != 0) h.weights = std::move(weights);
  return h;
}

// Of each pair, as the definition says.
Ratings pair_ratings(const HypergraphView& h, std::uint64_t largest) {
  Ratings ratings;
  for (EdgeId e = 0; e < h.num_edges(); ++e) {
    const auto pins = h.pins_of(e);
    if (pins.size() < 2 || pins.size() > largest) continue;
    for (const VertexId u : pins) {
      for (const VertexId v : pins) {
        if (u == v) continue;
        ratings[{u, v}] += weight_at(h.weights, e) / static_cast<double>(pins.size() - 1);
      }
    }
  }
  return ratings;
}

// Of each pair of a list.
Ratings edge_ratings(const EdgeList& list) {
  Ratings ratings;
  for (std::size_t e = 0; e < list.edges.size(); ++e) {
    const auto [u, v] = list.edges[e];
    ratings[{u, v}] = ratings[{v, u}] = weight_at(view_of(list.weights), e);
  }
  return ratings;
}

struct Reference {
  std::size_t n;
  const VertexMatchingOptions& options;

  std::int64_t weight(VertexId v) const {
    return options.vertex_weights.empty() ? 1 : options.vertex_weights[v];
  }
  auto key(const std::pair<VertexId, VertexId>& pair, double rating) const {
    const auto [low, high] = std::minmax(pair.first, pair.second);
    const std::uint64_t hash = detail::base::hash(options.seed, std::uint64_t{low} << 32 | high);
    return std::tuple(-rating, ~hash, VertexId{low}, VertexId{high});
  }

  Mates match(const Ratings& ratings) const {
    std::vector<std::tuple<double, std::uint64_t, VertexId, VertexId>> pairs;
    Mates best(n, k_none);
    for (const auto& [pair, rating] : ratings) {
      if (!(rating > 0)) continue;
      pairs.push_back(key(pair, rating));
      VertexId& other = best[pair.first];
      if (other == k_none ||
          key(pair, rating) < key({pair.first, other}, ratings.at({pair.first, other}))) {
        other = pair.second;
      }
    }
    std::sort(pairs.begin(), pairs.end());
    Mates mates(n, k_none);
    const auto take = [&](VertexId u, VertexId v) {
      if (mates[u] != k_none || mates[v] != k_none) return;
      if (weight(u) + weight(v) > options.max_weight) return;
      mates[u] = v;
      mates[v] = u;
    };
    for (const auto& [rating, hash, u, v] : pairs) take(u, v);
    if (options.two_hop == TwoHop::leave) return mates;
    std::map<VertexId, std::vector<std::pair<std::int64_t, VertexId>>> groups;
    for (VertexId v = 0; v < n; ++v) {
      if (mates[v] == k_none) groups[best[v]].emplace_back(weight(v), v);
    }
    for (auto& [partner, group] : groups) {
      std::sort(group.begin(), group.end());
      for (std::size_t i = 0; i + 1 < group.size(); i += 2) {
        take(group[i].second, group[i + 1].second);
      }
    }
    return mates;
  }
};

class VertexMatchings : public Everywhere {
 protected:
  template <class View>
  void expect_greedy(const View& view, const Ratings& ratings, const VertexMatchingOptions& options,
                     const std::string& what) {
    const VertexMatching got = match_vertices(context_, view, options);
    const Mates expected = Reference{view.num_vertices, options}.match(ratings);
    ASSERT_EQ(Mates(got.mates.begin(), got.mates.end()), expected) << what;
    VertexMatchingOptions one_hop = options;
    one_hop.two_hop = TwoHop::leave;
    const VertexMatching fewer = match_vertices(context_, view, one_hop);
    const auto pairs = [](const VertexMatching& matching) {
      return static_cast<std::uint64_t>(
                 std::count_if(matching.mates.begin(), matching.mates.end(),
                               [](VertexId mate) { return mate != k_none; })) /
             2;
    };
    ASSERT_EQ(got.two_hop_pairs, pairs(got) - pairs(fewer)) << what;
  }
};

std::vector<std::int64_t> vertex_weights(VertexId n, std::uint64_t seed) {
  std::vector<std::int64_t> weights;
  for (VertexId v = 0; v < n; ++v) {
    weights.push_back(static_cast<std::int64_t>(detail::base::hash(seed, 5, v) % 7));
  }
  return weights;
}

TEST_P(VertexMatchings, OfHypergraphsAreGreedy) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const auto n = static_cast<VertexId>(1 + seed % 13);
    const Hypergraph h = random_hypergraph(n, seed % 17, 5, true, seed);
    const std::vector<std::int64_t> weights = vertex_weights(n, seed);
    VertexMatchingOptions options{.seed = seed % 3};
    if (seed % 2 == 1) options.vertex_weights = weights;
    if (seed % 5 < 3) options.max_weight = static_cast<std::int64_t>(seed % 11);
    if (seed % 7 == 0) options.two_hop = TwoHop::leave;
    if (seed % 6 == 0) options.largest_edge = 3;
    expect_greedy(h.view(), pair_ratings(h.view(), options.largest_edge), options,
                  "seed " + std::to_string(seed));
    if (HasFatalFailure()) return;
  }
}

TEST_P(VertexMatchings, OfGraphsAreGreedy) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const auto n = static_cast<VertexId>(2 + seed % 14);
    EdgeList list = random_graph(n, seed % (n * (n - 1) / 2 + 1) % 20, seed);
    if (seed % 3 == 1) weigh<std::int32_t>(list, 4, seed);
    if (seed % 3 == 2) weigh<double>(list, 1000, seed);
    const CompressedGraph rows = compress(context_, list.view());
    const std::vector<std::int64_t> weights = vertex_weights(n, seed);
    VertexMatchingOptions options{.seed = seed};
    if (seed % 2 == 1) options.vertex_weights = weights;
    if (seed % 5 < 3) options.max_weight = static_cast<std::int64_t>(seed % 11);
    expect_greedy(rows.view(), edge_ratings(list), options, "seed " + std::to_string(seed));
    if (HasFatalFailure()) return;
  }
}

// Ratings are fractions with denominators up to 6: all are multiples of 1 / 60.
TEST_P(VertexMatchings, RatePairsByTheirFractions) {
  for (std::uint64_t seed = 1; seed < 500; ++seed) {
    const auto n = static_cast<VertexId>(2 + seed % 13);
    const Hypergraph h = random_hypergraph(n, seed % 23, 7, false, seed);
    const HypergraphView view = h.view();
    std::map<std::pair<VertexId, VertexId>, std::int64_t> sixtieths;
    for (EdgeId e = 0; e < view.num_edges(); ++e) {
      for (const VertexId u : view.pins_of(e)) {
        for (const VertexId v : view.pins_of(e)) {
          if (u == v) continue;
          const auto weight = static_cast<std::int64_t>(weight_at(view.weights, e));
          sixtieths[{u, v}] += 60 * weight / static_cast<std::int64_t>(view.edge_size(e) - 1);
        }
      }
    }
    const detail::coarsen::NetScan scan(context_, view, 100);
    detail::coarsen::PartnerSums sums(n);
    Ratings all;
    for (VertexId v = 0; v < n; ++v) {
      scan.for_each_pair(v, sums, [&](VertexId u, double rating) {
        EXPECT_TRUE(all.emplace(std::pair(v, u), rating).second) << "a pair twice";
        EXPECT_NEAR(60 * rating, static_cast<double>(sixtieths.at({v, u})), 1e-9);
      });
    }
    for (const auto& [pair, rating] : all) {
      EXPECT_EQ(rating, all.at({pair.second, pair.first})) << "both ends see the same bits";
    }
    for (const auto& [pair, rating] : sixtieths) {
      EXPECT_TRUE(rating == 0 || all.count(pair) == 1) << "a pair that was not rated";
    }
  }
}

TEST_P(VertexMatchings, AreTheSameBytesEverywhere) {
  const Context one({.threads = 1});
  const Hypergraph h = random_hypergraph(3000, 5000, 9, false, 3);
  const std::vector<std::int64_t> weights = vertex_weights(3000, 3);
  const VertexMatchingOptions options{.vertex_weights = weights, .max_weight = 9};
  const VertexMatching expected = match_vertices(one, h.view(), options);
  for (int repeat = 0; repeat < 3; ++repeat) {
    const VertexMatching got = match_vertices(context_, h.view(), options);
    EXPECT_TRUE(std::equal(got.mates.begin(), got.mates.end(), expected.mates.begin(),
                           expected.mates.end()));
    EXPECT_EQ(got.rounds, expected.rounds);
    EXPECT_EQ(got.two_hop_pairs, expected.two_hop_pairs);
  }
  for (VertexId v = 0; v < 3000; ++v) {
    const VertexId mate = expected.mates[v];
    if (mate == k_none) continue;
    EXPECT_EQ(expected.mates[mate], v);
    EXPECT_LE(weights[v] + weights[mate], 9);
  }
}

// One heavy end per round: work must not grow with the square of the length.
TEST_P(VertexMatchings, OfChainsEnd) {
  const VertexId n = by_build<VertexId>(100'000, 10'000);
  std::vector<std::int32_t> weights(n - 1);
  std::iota(weights.begin(), weights.end(), 1);
  const CompressedGraph rows = compress(context_, path_graph(weights).view());
  const VertexMatching got = match_vertices(context_, rows.view());
  EXPECT_EQ(got.rounds, n / 2);
  EXPECT_EQ(got.mates[n - 1], n - 2);
  EXPECT_EQ(got.mates[0], 1U);
}

// A path of falling weights, and a hub whose edge to each vertex of the path is a little lighter
// than the heavier edge there: the hub loses its best partner in every round.
EdgeList fan(VertexId rim) {
  EdgeList list;
  list.num_vertices = rim + 1;
  Array<std::int32_t> weights;
  const auto add = [&](VertexId u, VertexId v, VertexId weight) {
    list.edges.push_back({u, v});
    weights.push_back(static_cast<std::int32_t>(weight));
  };
  for (VertexId v = 1; v < rim; ++v) add(v, v + 1, 4 * (rim - v) + 2);
  for (VertexId v = 1; v <= rim; ++v) add(0, v, 4 * (rim - v) + 1);
  list.weights = std::move(weights);
  return list;
}

// More partners than a vertex has that scans all of them at each look.
TEST_P(VertexMatchings, OfLongRowsAreGreedy) {
  constexpr VertexId k_vertices = 130;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    EdgeList list = seed % 4 == 0
                        ? fan(k_vertices - 1)
                        : random_graph(k_vertices, k_vertices * (k_vertices - 1) / 3, seed);
    if (seed % 4 == 1) weigh<std::int32_t>(list, 4, seed);
    if (seed % 4 == 2) weigh<double>(list, 1000, seed);
    if (seed % 4 == 3) {
      Array<std::int32_t> rising(list.edges.size());
      for (std::size_t e = 0; e < rising.size(); ++e) {
        const auto [u, v] = list.edges[e];
        rising[e] = static_cast<std::int32_t>(k_vertices * std::max(u, v) + std::min(u, v));
      }
      list.weights = std::move(rising);
    }
    const std::vector<std::int64_t> weights = vertex_weights(k_vertices, seed);
    VertexMatchingOptions options{.seed = seed};
    if (seed % 2 == 1) options.vertex_weights = weights;
    if (seed % 3 == 1) options.max_weight = 6;
    const std::string what = "seed " + std::to_string(seed);
    expect_greedy(compress(context_, list.view()).view(), edge_ratings(list), options, what);
    if (HasFatalFailure()) return;
    const Hypergraph netlist = to_hypergraph(list.view());
    expect_greedy(netlist.view(), edge_ratings(list), options, what + " as a hypergraph");
    if (HasFatalFailure()) return;
  }
}

// Counts the pairs that are visited.
template <class Scan>
struct CountingScan {
  const Scan& scan;
  mutable std::atomic<std::uint64_t> visited = 0;

  [[nodiscard]] std::size_t num_vertices() const { return scan.num_vertices(); }
  [[nodiscard]] bool visits_more_than(std::uint64_t many, VertexId v) const {
    return scan.visits_more_than(many, v);
  }
  template <class Body>
  void for_each_pair(VertexId v, detail::coarsen::PartnerSums& sums, const Body& body) const {
    scan.for_each_pair(v, sums, [&](VertexId u, double rating) {
      // Relaxed: read after the call.
      visited.fetch_add(1, std::memory_order_relaxed);
      body(u, rating);
    });
  }
  template <class Body>
  void for_each_partner(VertexId v, const Body& body) const {
    scan.for_each_partner(v, body);
  }
};

TEST_P(VertexMatchings, ScanTheRowOfAHubFewTimes) {
  constexpr VertexId k_rim = 4000;
  const EdgeList list = fan(k_rim);
  const auto expect_few = [&](const auto& scan) {
    const CountingScan<std::decay_t<decltype(scan)>> counting{scan};
    const VertexMatchingOptions options;
    const VertexMatching got = detail::coarsen::VertexMatcher(context_, counting, options).run();
    EXPECT_GE(got.rounds, k_rim / 2);
    // Each scan keeps four times as many partners: 16, 64, 256, 1024, 4096.
    EXPECT_LE(counting.visited, 10 * list.edges.size());
  };
  const CompressedGraph rows = compress(context_, list.view());
  detail::coarsen::with_weights(view_of(rows.weights), [&](auto weight) {
    expect_few(detail::coarsen::ArcScan(rows.view(), weight));
  });
  expect_few(detail::coarsen::NetScan(context_, to_hypergraph(list.view()).view(), 1000));
}

TEST_P(VertexMatchings, PairTheLeavesOfAStar) {
  const EdgeList star = make_graph(60, star_pairs(59));
  const CompressedGraph rows = compress(context_, star.view());
  const VertexMatching left = match_vertices(context_, rows.view(), {.two_hop = TwoHop::leave});
  EXPECT_EQ(std::count(left.mates.begin(), left.mates.end(), k_none), 58);
  const VertexMatching got = match_vertices(context_, rows.view());
  EXPECT_EQ(std::count(got.mates.begin(), got.mates.end(), k_none), 0);
  EXPECT_EQ(got.two_hop_pairs, 29U);
  EXPECT_TRUE(match_vertices(context_, HypergraphView{}).mates.empty());
}

TEST_P(VertexMatchings, RefuseWhatIsWrong) {
  const CompressedGraph rows = compress(context_, make_graph(3, {{0, 1}}).view());
  const auto expect = [&](const VertexMatchingOptions& options, ErrorCode code,
                          const std::string& message) {
    try {
      (void)match_vertices(context_, rows.view(), options);
      ADD_FAILURE() << message;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), code);
      EXPECT_EQ(error.what(), message);
    }
  };
  const std::vector<std::int64_t> negative = {1, -2, -3};
  expect({.vertex_weights = negative}, ErrorCode::invalid_input,
         "vertex_weights[1] is -2, must be >= 0");
  expect({.vertex_weights = std::span(negative).first(2)}, ErrorCode::invalid_input,
         "there are 2 vertex weights for 3 vertices");
  expect({.max_weight = -1}, ErrorCode::invalid_option, "max_weight is -1, must be >= 0");
}

INSTANTIATE_TEST_SUITE_P(Contexts, VertexMatchings, testing::ValuesIn(everywhere()), CaseName());

}  // namespace
}  // namespace hypermatch::test
