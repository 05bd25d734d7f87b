// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stop_token>
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
constexpr double k_infinity = std::numeric_limits<double>::infinity();
constexpr double k_nan = std::numeric_limits<double>::quiet_NaN();

StreamingMatching stream_with_stack(const Hypergraph& h,
                                    const StackStreamingOptions& options = {}) {
  HypergraphStream stream(h.view());
  return stack_streaming(Context(), stream, options);
}

// The paper's pseudo-code, word by word, in long double.
Edges stack_by_definition(const HypergraphView& h, const std::vector<long double>& weights,
                          const StackStreamingOptions& options) {
  std::vector<long double> phi(h.num_vertices, 0.0L);
  Edges stack;
  for (EdgeId e = 0; e < h.num_edges(); ++e) {
    long double sum = 0.0L;
    for (const VertexId v : h.pins_of(e)) sum += phi[v];
    if (h.edge_size(e) == 0 || !(weights[e] > (1.0L + options.epsilon) * sum)) continue;
    long double raise = weights[e] - sum;
    if (options.update == DualUpdate::lenient) raise /= static_cast<long double>(h.edge_size(e));
    for (const VertexId v : h.pins_of(e)) phi[v] += raise;
    stack.push_back(e);
  }
  std::vector<bool> matched(h.num_vertices, false);
  Edges edges;
  for (std::size_t i = stack.size(); i-- > 0;) {
    const auto pins = h.pins_of(stack[i]);
    if (std::any_of(pins.begin(), pins.end(), [&](VertexId v) { return matched[v]; })) continue;
    for (const VertexId v : pins) matched[v] = true;
    edges.insert(edges.begin(), stack[i]);
  }
  return edges;
}

TEST(StackStreaming, LaterEdgesComeFirstFromTheStack) {
  // A path 0-1-2-3: edge 1 leaves dual 1 at vertex 2, edge 2 gets past it.
  const Hypergraph h = make_hypergraph(4, {{0, 1}, {1, 2}, {2, 3}}, {2, 3, 2});
  const StreamingMatching matching = stream_with_stack(h, {.update = DualUpdate::full});
  EXPECT_EQ(matching.edges, (Edges{0, 2}));
  EXPECT_EQ(matching.value.integer_weight, 4);
  EXPECT_EQ(matching.peak_stack_edges, 3U);
  EXPECT_EQ(matching.peak_stack_pins, 6U);
  EXPECT_EQ(matching.stats.guarantee,
            "1/(d (1 + 0.1)) of the largest weight, d the largest edge size");
  // Edge 1 weighs 2.1 times its dual 1, no more than 1 + 1.1.
  const Hypergraph g = make_hypergraph(4, {{0, 1}, {1, 2}}, std::vector<double>{1.0, 2.1});
  EXPECT_EQ(stream_with_stack(g, {.epsilon = 1.2, .update = DualUpdate::full}).edges, Edges{0});
  EXPECT_EQ(stream_with_stack(g, {.epsilon = 1.0, .update = DualUpdate::full}).edges, Edges{1});
}

TEST(StackStreaming, IsLenientUnlessToldOtherwise) {
  // The dual of vertex 1 is 1 by the whole of edge 0, 0.5 by its share.
  const Hypergraph h = make_hypergraph(3, {{0, 1}, {1, 2}}, std::vector<double>{1.0, 0.9});
  EXPECT_EQ(stream_with_stack(h, {.epsilon = 0.0}).peak_stack_edges, 2U);
  EXPECT_EQ(stream_with_stack(h, {.epsilon = 0.0}).stats.variant, "lenient");
  EXPECT_EQ(stream_with_stack(h, {.epsilon = 0.0, .update = DualUpdate::full}).peak_stack_edges,
            1U);
}

TEST(StackStreaming, EmptyInputs) {
  const Hypergraph none;
  EXPECT_TRUE(stream_with_stack(none).edges.empty());
  EXPECT_EQ(stream_with_stack(none).upper_bound, 0.0);
  const Hypergraph empty_edges = make_hypergraph(3, {{}, {1}, {}}, {5, 7, 9});
  const StreamingMatching matching = stream_with_stack(empty_edges);
  EXPECT_EQ(matching.edges, Edges{1});
  EXPECT_EQ(matching.edges_seen, 3U);
  EXPECT_EQ(matching.pins_seen, 1U);
  EXPECT_EQ(matching.max_edge_size, 1U);
  EXPECT_EQ(matching.upper_bound, 7.0);
}

TEST(StackStreaming, DoesWhatItsDefinitionSays) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    for (const WeightKind kind : {WeightKind::none, WeightKind::small, WeightKind::ties}) {
      const Hypergraph h = test::random_hypergraph(seed, kind);
      const auto weights = test::objective_weights(h.view(), Objective::weight);
      for (const double epsilon : {0.0, 0.1, 2.0}) {
        const StackStreamingOptions options{.objective = Objective::weight, .epsilon = epsilon};
        ASSERT_EQ(stream_with_stack(h, options).edges,
                  stack_by_definition(h.view(), weights, options))
            << "seed " << seed << " epsilon " << epsilon;
      }
    }
    // Random real weights are never close enough to the threshold for rounding to decide.
    const Hypergraph h = test::random_hypergraph(seed, WeightKind::real);
    const auto weights = test::objective_weights(h.view(), Objective::weight);
    for (const DualUpdate update : {DualUpdate::full, DualUpdate::lenient}) {
      const StackStreamingOptions options{.epsilon = 0.37, .update = update};
      ASSERT_EQ(stream_with_stack(h, options).edges,
                stack_by_definition(h.view(), weights, options))
          << "seed " << seed;
    }
  }
}

TEST(StackStreaming, KeepsGuaranteeAndBoundOnAllKindsOfWeights) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    for (const WeightKind kind : k_weight_kinds) {
      const Hypergraph h = test::random_hypergraph(seed, kind);
      for (const Objective objective : {Objective::weight, Objective::cardinality}) {
        const auto weights = test::objective_weights(h.view(), objective);
        const long double best = test::optimum(h.view(), weights);
        for (const DualUpdate update : {DualUpdate::full, DualUpdate::lenient}) {
          for (const double epsilon : {0.0, 0.1, 1.0}) {
            SCOPED_TRACE(::testing::Message()
                         << "seed " << seed << " kind " << static_cast<int>(kind) << " epsilon "
                         << epsilon << " lenient " << (update == DualUpdate::lenient));
            const StreamingMatching matching = stream_with_stack(
                h, {.objective = objective, .epsilon = epsilon, .update = update});
            ASSERT_EQ(test::fault_of(h.view(), matching.edges), "");
            const long double got = test::objective_of(matching.edges, weights);
            const auto d = static_cast<long double>(matching.max_edge_size);
            // The slack is for rounding; weights of 2^-149 show that it is relative.
            ASSERT_GE(got * d * (1.0L + epsilon) * (1.0L + 1e-14L), best);
            ASSERT_GE(matching.upper_bound, best);
            ASSERT_LE(matching.upper_bound, got * d * (1.0L + epsilon) * (1.0L + 1e-13L));
          }
        }
      }
    }
  }
}

TEST(StackStreaming, RisingWeightsKeepTheStackShort) {
  // The same pins again and again, each edge heavier by one: only factors of 1.1 get in.
  std::vector<std::vector<VertexId>> edges(10'000, {0, 1, 2});
  std::vector<std::int32_t> weights(edges.size());
  std::iota(weights.begin(), weights.end(), 1);
  const StreamingMatching matching = stream_with_stack(make_hypergraph(3, edges, weights));
  ASSERT_EQ(matching.edges.size(), 1U);
  EXPECT_GT(matching.value.weight, 10'000 / 3.3);
  // Each candidate makes the sum of phi more than 1.1 times as large.
  EXPECT_LE(static_cast<double>(matching.peak_stack_edges), 2 + std::log(10'000.0) / std::log(1.1));
  EXPECT_EQ(matching.upper_bound, 10'000.0);
}

TEST(StackStreaming, RisingChainIsTakenFromItsHeavyEnd) {
  // Each edge meets the one before and outweighs twice its dual: all are stacked, every other kept.
  std::vector<std::vector<VertexId>> edges;
  std::vector<std::int64_t> weights;
  for (VertexId i = 0; i < 40; ++i) {
    edges.push_back({i, i + 1});
    weights.push_back(std::int64_t{1} << i);
  }
  const StreamingMatching matching = stream_with_stack(make_hypergraph(41, edges, weights));
  ASSERT_EQ(matching.edges.size(), 20U);
  for (std::size_t i = 0; i < 20; ++i) EXPECT_EQ(matching.edges[i], 2 * i + 1);
  EXPECT_EQ(matching.peak_stack_edges, 40U);
}

TEST(StackStreaming, UnitWeightsTakeFirstFit) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Hypergraph h = test::random_hypergraph(seed, WeightKind::small);
    const StreamingMatching matching =
        stream_with_stack(h, {.objective = Objective::cardinality, .update = DualUpdate::full});
    std::vector<bool> matched(h.num_vertices, false);
    Edges expected;
    for (EdgeId e = 0; e < h.view().num_edges(); ++e) {
      const auto pins = h.view().pins_of(e);
      if (pins.empty() ||
          std::any_of(pins.begin(), pins.end(), [&](VertexId v) { return matched[v]; })) {
        continue;
      }
      for (const VertexId v : pins) matched[v] = true;
      expected.push_back(e);
    }
    EXPECT_EQ(matching.edges, expected);
    EXPECT_EQ(matching.stats.objective, Objective::cardinality);
    EXPECT_EQ(matching.stats.guarantee, "1/d of the most edges, d the largest edge size");
    // The value is of the weights all the same.
    std::int64_t weight = 0;
    const auto& weights = std::get<Array<std::int32_t>>(h.weights);
    for (const EdgeId e : expected) weight += weights[e];
    EXPECT_EQ(matching.value.integer_weight, weight);
  }
}

TEST(StackStreaming, IntegersBeyondDoublesAreExact) {
  constexpr std::int64_t big = std::int64_t{1} << 53;
  // As doubles the two weights are equal.
  const Hypergraph h = make_hypergraph(1, {{0}, {0}}, std::vector<std::int64_t>{big, big + 1});
  const StreamingMatching matching =
      stream_with_stack(h, {.epsilon = 0.0, .update = DualUpdate::full});
  EXPECT_EQ(matching.edges, Edges{1});
  EXPECT_EQ(matching.value.integer_weight, big + 1);

  constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  const Hypergraph limits =
      make_hypergraph(4, {{0, 1}, {2}, {3}, {0, 1, 2, 3}},
                      std::vector<std::int64_t>{largest / 4, largest / 4, largest / 4, largest});
  // The duals of the last edge sum up to 4 * (largest / 4) = largest - 3; it lacks 3.
  EXPECT_EQ(stream_with_stack(limits, {.epsilon = 0.0, .update = DualUpdate::full}).edges,
            Edges{3});
  EXPECT_EQ(stream_with_stack(limits, {.update = DualUpdate::full}).edges, (Edges{0, 1, 2}));
  EXPECT_GE(stream_with_stack(limits, {.update = DualUpdate::full}).upper_bound,
            static_cast<double>(largest));

  const MatchingValue beyond =
      stream_with_stack(make_hypergraph(2, {{0}, {1}}, std::vector<std::int64_t>{largest, largest}))
          .value;
  EXPECT_FALSE(beyond.is_integer);
  EXPECT_EQ(beyond.weight, 0x1p64);
}

TEST(StackStreaming, WeightsComeBackFromTheStackAsTheyWere) {
  // One word, two words, floats, doubles that are no floats, negative zero and extremes.
  const std::vector<std::int64_t> integers = {1,
                                              std::numeric_limits<std::int32_t>::max(),
                                              std::numeric_limits<std::int32_t>::min(),
                                              std::int64_t{1} << 31,
                                              -(std::int64_t{1} << 40),
                                              0,
                                              (std::int64_t{1} << 61) + 1};
  std::vector<std::vector<VertexId>> edges;
  for (VertexId v = 0; v < integers.size(); ++v) edges.push_back({v});
  StreamingMatching matching =
      stream_with_stack(make_hypergraph(7, edges, integers), {.objective = Objective::cardinality});
  EXPECT_EQ(matching.edges.size(), 7U);
  EXPECT_EQ(matching.value.integer_weight,
            std::accumulate(integers.begin(), integers.end(), std::int64_t{0}));

  const std::vector<double> reals = {0.1, 0.5, -0.0, 1e300, 5e-324, -1e300, 3.0};
  matching =
      stream_with_stack(make_hypergraph(7, edges, reals), {.objective = Objective::cardinality});
  EXPECT_FALSE(matching.value.is_integer);
  EXPECT_EQ(matching.value.weight, std::accumulate(reals.begin(), reals.end(), 0.0));
}

TEST(StackStreaming, TheFirstFractionTurnsIntegersIntoDoubles) {
  std::mt19937_64 random(7);
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Hypergraph h = test::random_hypergraph(seed, WeightKind::small);
    const EdgeId m = h.view().num_edges();
    // Halves from some edge on, or none at all.
    const std::uint64_t from = random() % (m + 1);
    std::vector<double> weights(m);
    for (EdgeId e = 0; e < m; ++e) {
      weights[e] = static_cast<double>(1 + random() % 20) + (e >= from ? 0.5 : 0.0);
    }
    h.weights = Array<double>(std::span<const double>(weights));
    for (const DualUpdate update : {DualUpdate::full, DualUpdate::lenient}) {
      for (const Objective objective : {Objective::weight, Objective::cardinality}) {
        const StackStreamingOptions options{.objective = objective, .update = update};
        const StreamingMatching expected = stream_with_stack(h, options);
        test::TextLikeStream stream(h.view());
        const StreamingMatching matching = stack_streaming(Context(), stream, options);
        ASSERT_EQ(matching.edges, expected.edges) << "seed " << seed;
        ASSERT_EQ(matching.value.weight, expected.value.weight) << "seed " << seed;
        ASSERT_EQ(matching.value.is_integer, from == m) << "seed " << seed;
        const auto best = test::optimum(h.view(), test::objective_weights(h.view(), objective));
        ASSERT_GE(matching.upper_bound, best);
      }
    }
  }
}

TEST(StackStreaming, NonPositiveEdgesFillGapsIfTheyAreKept) {
  const Hypergraph h =
      make_hypergraph(6, {{0, 1}, {1, 2}, {2, 3}, {4}, {5}, {4}}, {-1, 5, 0, -7, 0, -9});
  EXPECT_EQ(stream_with_stack(h).edges, Edges{1});
  // 0 was claimed first but edge 1 is above it on the stack; edge 2 meets edge 1's dual.
  const StreamingMatching kept = stream_with_stack(h, {.nonpositive = NonPositive::keep});
  EXPECT_EQ(kept.edges, (Edges{1, 3, 4}));
  EXPECT_EQ(kept.value.integer_weight, -2);
  EXPECT_EQ(kept.upper_bound, 5.0);
}

TEST(StackStreaming, BoundIsTightWhereTheOptimumIsEasy) {
  const Hypergraph disjoint = make_hypergraph(6, {{0, 1, 2}, {3, 4, 5}}, {7, 11});
  EXPECT_EQ(stream_with_stack(disjoint).upper_bound, 18.0);
  // Unit triangle: shares of 1/2, 1/2 and 1/4 at two ends each; 1.75 is rounded down to 1.
  const Hypergraph triangle = make_hypergraph(3, {{0, 1}, {1, 2}, {2, 0}});
  EXPECT_EQ(stream_with_stack(triangle).upper_bound, 1.0);
}

TEST(StackStreaming, RefusesBadOptions) {
  const Hypergraph h = make_hypergraph(1, {{0}});
  for (const double epsilon : {-0.1, -k_infinity, k_infinity, k_nan}) {
    EXPECT_EQ(code_of([&] { (void)stream_with_stack(h, {.epsilon = epsilon}); }),
              ErrorCode::invalid_option);
  }
}

TEST(StackStreaming, RefusesStreamsThatBreakTheirPromises) {
  const std::vector<VertexId> good = {0, 1};
  const std::vector<VertexId> outside = {0, 2};
  const auto code = [&](bool integers, std::vector<StreamedEdge> edges) {
    test::ScriptedStream stream(2, true, integers, std::move(edges));
    return code_of([&] { (void)stack_streaming(Context(), stream); });
  };
  const std::vector<VertexId> many = {0, 1, 1};
  EXPECT_EQ(code(true, {{3, good, 1.0, 1}, {3, good, 1.0, 1}}), ErrorCode::invalid_input);
  EXPECT_EQ(code(true, {{3, good, 1.0, 1}, {2, good, 1.0, 1}}), ErrorCode::invalid_input);
  EXPECT_EQ(code(true, {{0, outside, 1.0, 1}}), ErrorCode::invalid_input);
  EXPECT_EQ(code(true, {{0, many, 1.0, 1}}), ErrorCode::invalid_input);
  EXPECT_EQ(code(true, {{k_none, good, 1.0, 1}}), ErrorCode::invalid_input);
  EXPECT_EQ(code(false, {{0, good, k_nan, 1}}), ErrorCode::invalid_input);
  EXPECT_EQ(code(false, {{0, good, k_infinity, 1}}), ErrorCode::invalid_input);
  // Ids may have gaps, and an unweighted stream's weights are not looked at.
  test::ScriptedStream gaps(2, false, true, {{3, good, k_nan, -5}, {9, good, k_nan, -5}});
  EXPECT_EQ(stack_streaming(Context(), gaps).edges, Edges{3});
}

TEST(StackStreaming, ReportsAndStops) {
  const std::vector<std::vector<VertexId>> edges(20'000, {0});
  const Hypergraph h = make_hypergraph(1, edges);
  std::uint64_t last = 0;
  int calls = 0;
  const Context reporting({.threads = 1, .progress = [&](const Progress& progress) {
                             EXPECT_GE(progress.done, last);
                             last = progress.done;
                             ++calls;
                           }});
  HypergraphStream stream(h.view());
  (void)stack_streaming(reporting, stream);
  EXPECT_EQ(last, 20'000U);
  EXPECT_GE(calls, 4);

  std::stop_source source;
  source.request_stop();
  const Context stopped({.threads = 1, .stop = source.get_token()});
  HypergraphStream again(h.view());
  EXPECT_EQ(code_of([&] { (void)stack_streaming(stopped, again); }), ErrorCode::cancelled);
}

TEST(HypergraphStream, DeliversWhatTheHypergraphHolds) {
  const Hypergraph h = make_hypergraph(
      3, {{0, 2}, {}, {1}}, std::vector<std::int64_t>{(std::int64_t{1} << 53) + 1, 2, -3});
  HypergraphStream stream(h.view());
  EXPECT_EQ(stream.num_vertices(), 3U);
  EXPECT_TRUE(stream.is_weighted());
  EXPECT_TRUE(stream.has_integer_weights());
  StreamedEdge edge;
  ASSERT_TRUE(stream.next(edge));
  EXPECT_EQ(edge.integer_weight, (std::int64_t{1} << 53) + 1);
  EXPECT_EQ(edge.weight, 0x1p53);
  EXPECT_EQ(std::vector<VertexId>(edge.pins.begin(), edge.pins.end()),
            (std::vector<VertexId>{0, 2}));
  ASSERT_TRUE(stream.next(edge));
  EXPECT_TRUE(edge.pins.empty());
  ASSERT_TRUE(stream.next(edge));
  EXPECT_EQ(edge.id, 2U);
  EXPECT_EQ(edge.weight, -3.0);
  EXPECT_FALSE(stream.next(edge));
  EXPECT_FALSE(stream.next(edge));

  const Hypergraph real = make_hypergraph(1, {{0}}, std::vector<float>{0.5F});
  HypergraphStream reals(real.view());
  EXPECT_FALSE(reals.has_integer_weights());
  ASSERT_TRUE(reals.next(edge));
  EXPECT_EQ(edge.weight, 0.5);
  const Hypergraph unweighted = make_hypergraph(1, {{0}});
  HypergraphStream units(unweighted.view());
  EXPECT_FALSE(units.is_weighted());
  ASSERT_TRUE(units.next(edge));
  EXPECT_EQ(edge.integer_weight, 1);
}

}  // namespace
}  // namespace hypermatch
