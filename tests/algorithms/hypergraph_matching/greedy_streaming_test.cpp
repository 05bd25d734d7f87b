// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include "hypermatch/streaming_matching.hpp"
#include "tests/algorithms/hypergraph_matching/streaming_cases.hpp"

namespace hypermatch {
namespace {

using test::code_of;
using test::k_weight_kinds;
using test::make_hypergraph;
using test::WeightKind;

using Edges = std::vector<EdgeId>;

StreamingMatching stream_greedily(const Hypergraph& h, const GreedyStreamingOptions& options = {}) {
  HypergraphStream stream(h.view());
  return greedy_streaming(Context(), stream, options);
}

// The paper's pseudo-code with sets, in long double. `alpha` < 0: by the largest size so far.
Edges stream_by_definition(const HypergraphView& h, const std::vector<long double>& weights,
                           long double alpha, bool positive_only) {
  std::set<EdgeId> matching;
  std::size_t d = 0;
  for (EdgeId e = 0; e < h.num_edges(); ++e) {
    const auto pins = h.pins_of(e);
    if (pins.empty() || (positive_only && weights[e] <= 0.0L)) continue;
    d = std::max(d, pins.size());
    const long double a =
        alpha >= 0.0L ? alpha
                      : static_cast<long double>(
                            std::sqrt((static_cast<double>(d) - 1.0) / static_cast<double>(d)));
    std::set<EdgeId> conflicts;
    for (const EdgeId f : matching) {
      for (const VertexId v : h.pins_of(f)) {
        if (std::find(pins.begin(), pins.end(), v) != pins.end()) conflicts.insert(f);
      }
    }
    long double replaced = 0.0L;
    for (const EdgeId f : conflicts) replaced += weights[f];
    if (!conflicts.empty() && weights[e] - replaced < a * std::abs(replaced)) continue;
    for (const EdgeId f : conflicts) matching.erase(f);
    matching.insert(e);
  }
  return {matching.begin(), matching.end()};
}

TEST(GreedyStreaming, SwapsForEnoughMore) {
  // The middle of the path replaces both ends if it weighs (1 + alpha) times 2 + 2.
  const auto path = [](int first, int second, int middle) {
    return make_hypergraph(4, {{0, 1}, {2, 3}, {1, 2}}, {first, second, middle});
  };
  EXPECT_EQ(stream_greedily(path(2, 2, 6), {.alpha = 0.5}).edges, Edges{2});
  EXPECT_EQ(stream_greedily(path(2, 2, 5), {.alpha = 0.5}).edges, (Edges{0, 1}));
  EXPECT_EQ(stream_greedily(path(2, 2, 4), {.alpha = 0.0}).edges, Edges{2});
  // By default alpha = sqrt(1/2): 4 * 1.7071 = 6.83.
  EXPECT_EQ(stream_greedily(path(2, 2, 6)).edges, (Edges{0, 1}));
  EXPECT_EQ(stream_greedily(path(2, 2, 7)).edges, Edges{2});
  EXPECT_EQ(stream_greedily(path(2, 2, 7)).value.integer_weight, 7);
}

TEST(GreedyStreaming, AnEdgeThatMeetsOneEdgeTwiceCountsItOnce) {
  const Hypergraph h = make_hypergraph(5, {{0, 1, 2}, {3, 4}, {0, 3, 1, 4, 2}}, {3, 3, 11});
  EXPECT_EQ(stream_greedily(h, {.alpha = 0.8}).edges, Edges{2});  // 11 >= 1.8 * 6
  EXPECT_EQ(stream_greedily(h, {.alpha = 0.9}).edges, (Edges{0, 1}));
}

TEST(GreedyStreaming, DroppedEdgesLeaveTheirPinsFree) {
  // Edge 1 drives out edge 0, whose vertex 0 is then free for edge 2, light as it is.
  const Hypergraph h = make_hypergraph(4, {{0, 1}, {1, 2}, {0, 3}}, {10, 30, 1});
  const StreamingMatching matching = stream_greedily(h);
  EXPECT_EQ(matching.edges, (Edges{1, 2}));
  EXPECT_EQ(matching.peak_stack_edges, 2U);
  EXPECT_EQ(matching.peak_stack_pins, 4U);
}

TEST(GreedyStreaming, DoesWhatItsDefinitionSays) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    for (const WeightKind kind : k_weight_kinds) {
      if (kind == WeightKind::huge) continue;  // sums of long doubles round differently
      const Hypergraph h = test::random_hypergraph(seed, kind);
      const auto weights = test::objective_weights(h.view(), Objective::weight);
      for (const double alpha : {-1.0, 0.0, 0.5}) {
        for (const NonPositive nonpositive : {NonPositive::drop, NonPositive::keep}) {
          ASSERT_EQ(
              stream_greedily(
                  h, {.objective = Objective::weight, .nonpositive = nonpositive, .alpha = alpha})
                  .edges,
              stream_by_definition(h.view(), weights, static_cast<long double>(alpha),
                                   nonpositive == NonPositive::drop))
              << "seed " << seed << " kind " << static_cast<int>(kind) << " alpha " << alpha;
        }
      }
    }
  }
}

TEST(GreedyStreaming, KeepsGuaranteeAndBoundOnAllKindsOfWeights) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    for (const WeightKind kind : k_weight_kinds) {
      const Hypergraph h = test::random_hypergraph(seed, kind);
      for (const Objective objective : {Objective::weight, Objective::cardinality}) {
        const auto weights = test::objective_weights(h.view(), objective);
        const long double best = test::optimum(h.view(), weights);
        for (const double alpha : {-1.0, 0.2, 1.0}) {
          SCOPED_TRACE(::testing::Message() << "seed " << seed << " kind " << static_cast<int>(kind)
                                            << " alpha " << alpha);
          const StreamingMatching matching =
              stream_greedily(h, {.objective = objective, .alpha = alpha});
          ASSERT_EQ(test::fault_of(h.view(), matching.edges), "");
          const long double got = test::objective_of(matching.edges, weights);
          const auto d = static_cast<long double>(matching.max_edge_size);
          ASSERT_GE(matching.upper_bound, best);
          if (d == 0) continue;
          // With the default, sqrt(1/2) is the smallest alpha that matters.
          const long double a = alpha < 0 ? std::sqrt((d - 1) / d) : alpha;
          const long double b = alpha < 0 ? std::sqrt(0.5L) : alpha;
          ASSERT_GE(got * (1 + a) * (d + (d - 1) / b) * (1.0L + 1e-13L), best);
        }
      }
    }
  }
}

TEST(GreedyStreaming, RisingChainsCostTheGuaranteeAndNoMore) {
  // Star of edges around a vertex, each just heavy enough to replace the one before: the last one
  // is kept and its predecessors, without the centre, would have been disjoint from each other.
  std::vector<std::vector<VertexId>> edges;
  std::vector<double> weights;
  double weight = 1.0;
  for (VertexId i = 0; i < 30; ++i) {
    edges.push_back({0, i + 1});
    weights.push_back(weight);
    weight *= 1.0 + std::sqrt(0.5) + 1e-9;
  }
  const StreamingMatching matching = stream_greedily(make_hypergraph(31, edges, weights));
  EXPECT_EQ(matching.edges, Edges{29});
  EXPECT_EQ(matching.peak_stack_edges, 1U) << "slots of edges that were swapped out are reused";
  EXPECT_EQ(matching.peak_stack_pins, 2U);
  EXPECT_EQ(matching.stats.guarantee,
            "1/(2d - 1 + 2 sqrt(d (d - 1))) of the largest weight, d the largest edge size");
}

TEST(GreedyStreaming, SaysWhichGuaranteeHolds) {
  // Edges of one pin swap at alpha = 0, which costs nothing; one swap at d = 2 does.
  const auto guarantee = [](std::vector<std::vector<VertexId>> edges, std::vector<int> weights,
                            double alpha = -1.0) {
    return stream_greedily(make_hypergraph(9, edges, weights), {.alpha = alpha}).stats.guarantee;
  };
  EXPECT_EQ(guarantee({{0}, {0}}, {1, 2}), "1 of the largest weight");
  EXPECT_EQ(guarantee({{0}, {0}, {1, 2, 3}}, {1, 2, 3}),
            "1/(2d - 1 + 2 sqrt(d (d - 1))) of the largest weight, d the largest edge size");
  EXPECT_EQ(guarantee({{0, 1}, {1, 2}, {3, 4, 5}}, {1, 2, 3}),
            "1/((1 + a) (d + (d - 1) / b)) of the largest weight, d the largest edge size, "
            "a = 0.816497, b = 0.707107");
  EXPECT_EQ(
      guarantee({{0, 1}}, {1}, 0.5),
      "1/((1 + a) (d + (d - 1) / a)) of the largest weight, d the largest edge size, a = 0.5");
  EXPECT_EQ(guarantee({{0, 1}}, {1}, 0.0), "none (alpha = 0)");
  EXPECT_EQ(guarantee({{0}}, {1}, 0.0), "1 of the largest weight");
}

TEST(GreedyStreaming, IntegersBeyondDoublesAreExact) {
  constexpr std::int64_t big = std::int64_t{1} << 53;
  const Hypergraph lighter =
      make_hypergraph(1, {{0}, {0}}, std::vector<std::int64_t>{big + 1, big});
  EXPECT_EQ(stream_greedily(lighter, {.alpha = 0.0}).edges, Edges{0});
  const Hypergraph heavier =
      make_hypergraph(1, {{0}, {0}}, std::vector<std::int64_t>{big, big + 1});
  EXPECT_EQ(stream_greedily(heavier, {.alpha = 0.0}).value.integer_weight, big + 1);
  // Three edges that sum up to more than 2^63.
  constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  const Hypergraph limits = make_hypergraph(
      3, {{0}, {1}, {2}, {0, 1, 2}}, std::vector<std::int64_t>{largest, largest, largest, largest});
  const StreamingMatching three = stream_greedily(limits, {.alpha = 0.0});
  EXPECT_EQ(three.edges, (Edges{0, 1, 2}));
  EXPECT_FALSE(three.value.is_integer);
  EXPECT_EQ(three.value.weight, 3 * 0x1p63);
}

TEST(GreedyStreaming, TheFirstFractionTurnsIntegersIntoDoubles) {
  std::mt19937_64 random(8);
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Hypergraph h = test::random_hypergraph(seed, WeightKind::small);
    const EdgeId m = h.view().num_edges();
    const std::uint64_t from = random() % (m + 1);
    std::vector<double> weights(m);
    for (EdgeId e = 0; e < m; ++e) {
      weights[e] = static_cast<double>(random() % 20) - 2.0 + (e >= from ? 0.5 : 0.0);
    }
    h.weights = Array<double>(std::span<const double>(weights));
    for (const Objective objective : {Objective::weight, Objective::cardinality}) {
      const GreedyStreamingOptions options{.objective = objective, .alpha = 0.25};
      const StreamingMatching expected = stream_greedily(h, options);
      test::TextLikeStream stream(h.view());
      const StreamingMatching matching = greedy_streaming(Context(), stream, options);
      ASSERT_EQ(matching.edges, expected.edges) << "seed " << seed;
      ASSERT_EQ(matching.value.weight, expected.value.weight) << "seed " << seed;
      ASSERT_EQ(matching.value.is_integer, from == m) << "seed " << seed;
    }
  }
}

TEST(GreedyStreaming, NegativeWeightsAllowNoLosses) {
  const Hypergraph h = make_hypergraph(1, {{0}, {0}, {0}}, {-5, -8, -1});
  EXPECT_TRUE(stream_greedily(h).edges.empty());
  const GreedyStreamingOptions keep{.nonpositive = NonPositive::keep, .alpha = 0.5};
  EXPECT_EQ(stream_greedily(h, keep).edges, Edges{2});  // -8 is no gain; -1 gains 4 >= 2.5
  EXPECT_EQ(stream_greedily(make_hypergraph(1, {{0}, {0}}, {-5, -3}), keep).edges,
            Edges{0});  // gains 2 only
}

TEST(GreedyStreaming, EmptyInputsAndBadOptions) {
  EXPECT_TRUE(stream_greedily(Hypergraph{}).edges.empty());
  const Hypergraph h = make_hypergraph(2, {{}, {0, 1}});
  EXPECT_EQ(stream_greedily(h).edges, Edges{1});
  for (const double alpha :
       {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
        std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_EQ(code_of([&] { (void)stream_greedily(h, {.alpha = alpha}); }),
              ErrorCode::invalid_option);
  }
}

TEST(GreedyStreaming, ManySwapsReuseTheirMemory) {
  // Weights double from layer to layer, sizes vary: everything is swapped out again and again.
  std::vector<std::vector<VertexId>> edges;
  std::vector<std::int64_t> weights;
  constexpr VertexId n = 60;
  for (int layer = 0; layer < 20; ++layer) {
    const auto size = static_cast<VertexId>(1 + layer % 5);
    for (VertexId v = 0; v + size <= n; v += size) {
      std::vector<VertexId> pins(size);
      std::iota(pins.begin(), pins.end(), v);
      edges.push_back(pins);
      weights.push_back(std::int64_t{1} << (2 * layer));
    }
  }
  const StreamingMatching matching = stream_greedily(make_hypergraph(n, edges, weights));
  EXPECT_EQ(matching.edges.size(), n / 5);
  EXPECT_EQ(matching.peak_stack_edges, n);
  EXPECT_EQ(matching.peak_stack_pins, n);
}

}  // namespace
}  // namespace hypermatch
