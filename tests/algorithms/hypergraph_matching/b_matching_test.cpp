// SPDX-License-Identifier: MIT
// Hypergraph matching under capacities: greedy against its definition and all sets of edges, every
// variant of local max against greedy, and the parts that capacities add.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/hypergraph_matching/local_max/batched_greedy/batched_greedy.hpp"
#include "base/edge_order.hpp"
#include "base/uppermost.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/verify_matching.hpp"
#include "order/vertex_room.hpp"
#include "structures/edge_rating.hpp"
#include "tests/algorithms/hypergraph_matching/families.hpp"
#include "tests/capacities.hpp"
#include "tests/make_hypergraph.hpp"

namespace hypermatch {
namespace {

using Numbers = std::vector<std::uint32_t>;

constexpr LocalMaxVariant k_capacity_variants[] = {
    LocalMaxVariant::filtered, LocalMaxVariant::sequential, LocalMaxVariant::crcw,
    LocalMaxVariant::crew, LocalMaxVariant::work_optimal};

Context on(int threads) {
  return Context({.threads = threads, .backend = HostBackend::std_threads});
}

// The definition: by falling weight, the larger number of the tie hash first.
std::vector<EdgeId> greedy_by_definition(const HypergraphView& hypergraph,
                                         const std::vector<std::int32_t>& weights, Numbers room) {
  const detail::base::TieMixer mix(0);
  std::vector<EdgeId> order(hypergraph.num_edges());
  std::iota(order.begin(), order.end(), EdgeId{0});
  std::sort(order.begin(), order.end(), [&](EdgeId a, EdgeId b) {
    return weights[a] != weights[b] ? weights[a] > weights[b] : mix(a) > mix(b);
  });
  std::vector<EdgeId> taken;
  for (const EdgeId e : order) {
    const auto pins = hypergraph.pins_of(e);
    if (weights[e] <= 0 || pins.empty() ||
        std::any_of(pins.begin(), pins.end(), [&](VertexId v) { return room[v] == 0; })) {
      continue;
    }
    for (const VertexId v : pins) --room[v];
    taken.push_back(e);
  }
  std::sort(taken.begin(), taken.end());
  return taken;
}

// The definition by falling weight over load, which is 1 / capacity for each pin.
std::vector<EdgeId> by_load(const HypergraphView& hypergraph,
                            const std::vector<std::int32_t>& weights, const Numbers& capacities) {
  const detail::base::TieMixer mix(0);
  std::vector<EdgeId> order;
  std::vector<float> ratings(hypergraph.num_edges());
  for (EdgeId e = 0; e < hypergraph.num_edges(); ++e) {
    if (weights[e] <= 0 || hypergraph.edge_size(e) == 0) continue;
    order.push_back(e);
    double load = 0;
    for (const VertexId v : hypergraph.pins_of(e)) {
      load += std::ceil(0x1p32 / std::max(1U, capacities[v])) * 0x1p-32;
    }
    ratings[e] = static_cast<float>(weights[e] / load);
  }
  std::sort(order.begin(), order.end(), [&](EdgeId a, EdgeId b) {
    return ratings[a] != ratings[b] ? ratings[a] > ratings[b] : mix(a) > mix(b);
  });
  Numbers room = capacities;
  std::vector<EdgeId> taken;
  for (const EdgeId e : order) {
    const auto pins = hypergraph.pins_of(e);
    if (std::any_of(pins.begin(), pins.end(), [&](VertexId v) { return room[v] == 0; })) continue;
    for (const VertexId v : pins) --room[v];
    taken.push_back(e);
  }
  std::sort(taken.begin(), taken.end());
  return taken;
}

// The heaviest b-matching, by trying every set of edges.
std::int64_t optimum(const HypergraphView& hypergraph, const std::vector<std::int32_t>& weights,
                     const Numbers& capacities) {
  std::int64_t best = 0;
  for (std::uint32_t set = 0; set < 1U << hypergraph.num_edges(); ++set) {
    Numbers room = capacities;
    std::int64_t sum = 0;
    bool fits = true;
    for (EdgeId e = 0; e < hypergraph.num_edges() && fits; ++e) {
      if ((set >> e & 1) == 0) continue;
      fits = hypergraph.edge_size(e) != 0;
      for (const VertexId v : hypergraph.pins_of(e)) fits = fits && room[v]-- != 0;
      sum += weights[e];
    }
    if (fits) best = std::max(best, sum);
  }
  return best;
}

TEST(BMatching, OfTinyHypergraphsIsTheDefinedOneAndWorthItsGuarantee) {
  const Context context({.threads = 1});
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    test::Draw draw(seed);
    const test::Shape shape{3 + static_cast<VertexId>(draw.below(6)),
                            1 + static_cast<EdgeId>(draw.below(9)), 0, 4};
    Hypergraph hypergraph = test::random_hypergraph(shape, seed);
    std::vector<std::int32_t> weights(shape.num_edges);
    for (std::int32_t& weight : weights) weight = static_cast<std::int32_t>(draw.below(8)) - 1;
    hypergraph.weights = Array<std::int32_t>(std::span<const std::int32_t>(weights));
    const HypergraphView view = hypergraph.view();
    const Numbers each = test::random_capacities(shape.num_vertices, 0, 3, seed);
    const Capacities capacities{.each = each};
    const OrderOptions order{.rating = Rating::weight};
    const HypergraphMatching matching =
        greedy(context, view, {.order = order, .capacities = capacities});
    ASSERT_EQ(matching.edges, greedy_by_definition(view, weights, each));
    const auto verdict = verify::check_matching(
        context, view, matching.edges, {.order = order, .greedy = true, .capacities = capacities});
    ASSERT_TRUE(verdict.ok) << verdict.violation;
    const std::int64_t best = optimum(view, weights, each);
    std::int64_t weight = 0;
    std::uint64_t d = 1;
    for (const EdgeId e : matching.edges) weight += weights[e];
    for (EdgeId e = 0; e < shape.num_edges; ++e) d = std::max(d, view.edge_size(e));
    EXPECT_GE(weight * static_cast<std::int64_t>(d), best);
    EXPECT_GE(verdict.upper_bound, static_cast<double>(best));
    for (const Rating rating : {Rating::weight_per_pin, Rating::weight_per_sqrt_pins}) {
      std::int64_t rated = 0;
      for (const EdgeId e :
           greedy(context, view, {.order = {.rating = rating}, .capacities = capacities}).edges) {
        rated += weights[e];
      }
      EXPECT_GE(rated * static_cast<std::int64_t>(d), best);
    }
    const OrderOptions loads{.rating = Rating::weight_per_load};
    const HypergraphMatching rated =
        greedy(context, view, {.order = loads, .capacities = capacities});
    ASSERT_EQ(rated.edges, by_load(view, weights, each));
    const auto largest = static_cast<std::int64_t>(*std::max_element(each.begin(), each.end()));
    std::int64_t of_loads = 0;
    for (const EdgeId e : rated.edges) of_loads += weights[e];
    EXPECT_GE(of_loads * static_cast<std::int64_t>(d) * std::max<std::int64_t>(1, largest), best);
    // Judged by the capacities that the order was made from.
    const verify::MatchingDemands demands{.order = loads, .greedy = true, .capacities = capacities};
    const auto loaded = verify::check_matching(context, view, rated.edges, demands);
    ASSERT_TRUE(loaded.ok) << loaded.violation;
  }
}

// Loads tell edges apart where sizes and weights do not.
TEST(BMatching, RatedByLoadTakesTheEdgeOfTheRoomierVertices) {
  const Hypergraph hypergraph = test::make_hypergraph<std::int32_t>(4, {{0, 1}, {1, 2}}, {10, 9});
  const HypergraphView view = hypergraph.view();
  const Numbers each = {1, 1, 3, 1};
  const auto of = [&](Rating rating, const Capacities& capacities) {
    return greedy(on(1), view, {.order = {.rating = rating}, .capacities = capacities}).edges;
  };
  EXPECT_EQ(of(Rating::weight_per_pin, {.each = each}), std::vector<EdgeId>{0});
  EXPECT_EQ(of(Rating::weight_per_load, {.each = each}), std::vector<EdgeId>{1});
  EXPECT_EQ(of(Rating::weight_per_load, {}), std::vector<EdgeId>{0});
  // A verifier that rated by size would call it greedy.
  EXPECT_FALSE(verify::check_matching(on(1), view, std::vector<EdgeId>{0},
                                      {.order = {.rating = Rating::weight_per_load},
                                       .greedy = true,
                                       .capacities = {.each = each}})
                   .ok);
}

TEST(BMatching, RatedByLoadOfOneCapacityIsRatedPerPin) {
  for (const test::NamedInstance& instance : test::random_instances(5)) {
    // Quotients by other units of ever smaller weights become 0 at other ones.
    if (instance.name.find("extreme") != std::string::npos) continue;
    if (instance.name.find("subnormal") != std::string::npos) continue;
    const HypergraphView view = instance.hypergraph.view();
    const auto of = [&](Rating rating, const Capacities& capacities) {
      return local_max(on(2), view, {.order = {.rating = rating}, .capacities = capacities}).edges;
    };
    for (const std::uint32_t common : {1U, 2U, 8U}) {  // powers of two round nothing
      EXPECT_EQ(of(Rating::weight_per_load, {.common = common}),
                of(Rating::weight_per_pin, {.common = common}))
          << instance.name;
    }
  }
}

void expect_b_greedy(const HypergraphView& hypergraph, const OrderOptions& order,
                     const Capacities& capacities) {
  const Context one({.threads = 1});
  const HypergraphMatching expected =
      greedy(one, hypergraph, {.order = order, .capacities = capacities});
  const auto verdict = verify::check_matching(
      one, hypergraph, expected.edges,
      {.order = order, .greedy = true, .bound = false, .capacities = capacities});
  ASSERT_TRUE(verdict.ok) << verdict.violation;
  for (const int threads : {1, 2, 7}) {
    std::uint64_t rounds = 0;
    for (const LocalMaxVariant variant : k_capacity_variants) {
      const HypergraphMatching matching = local_max(
          on(threads), hypergraph, {.order = order, .variant = variant, .capacities = capacities});
      ASSERT_EQ(matching.edges, expected.edges)
          << "variant " << static_cast<int>(variant) << ", " << threads << " threads";
      EXPECT_EQ(matching.stats.guarantee, expected.stats.guarantee);
      if (variant == LocalMaxVariant::sequential) rounds = matching.stats.rounds;
      if (variant != LocalMaxVariant::filtered) {
        EXPECT_EQ(matching.stats.rounds, rounds);
      }
    }
  }
}

TEST(BMatching, OfAllVariantsIsThatOfGreedy) {
  constexpr Rating k_ratings[] = {Rating::weight, Rating::automatic, Rating::weight_per_load};
  std::uint64_t turn = 0;
  for (const test::NamedInstance& instance : test::random_instances(3)) {
    const HypergraphView view = instance.hypergraph.view();
    const VertexId n = view.num_vertices;
    const Numbers random = test::random_capacities(n, 0, 5, turn),
                  zeros = test::zero_rich_capacities(n, turn);
    const Capacities all[] = {{.common = 2},
                              {.each = random},
                              {.common = 5},
                              {.each = zeros},
                              {.common = ~std::uint32_t{0}},
                              {.common = 0}};
    for (const std::uint64_t i : {turn % 6, (turn + 1) % 6}) {
      SCOPED_TRACE(instance.name + ", capacities " + std::to_string(i));
      const OrderOptions order{
          .rating = k_ratings[turn % 3],
          .objective = turn % 4 == 0 ? Objective::cardinality : Objective::weight,
          .nonpositive = turn % 5 == 0 ? NonPositive::keep : NonPositive::drop,
          .seed = turn};
      expect_b_greedy(view, order, all[i]);
      if (HasFatalFailure()) return;
    }
    ++turn;
  }
}

TEST(BMatching, WithOnesIsTheMatching) {
  const Hypergraph hypergraph = test::random_hypergraph({300, 900, 1, 5}, 4);
  const HypergraphView view = hypergraph.view();
  const Numbers ones(300, 1);
  const std::vector<EdgeId> expected = greedy(on(1), view).edges;
  EXPECT_EQ(greedy(on(1), view, {.capacities = {.each = ones}}).edges, expected);
  for (const LocalMaxVariant variant : k_capacity_variants) {
    const auto matching =
        local_max(on(2), view, {.variant = variant, .capacities = {.each = ones}});
    EXPECT_EQ(matching.edges, expected);
    const auto plain = local_max(on(2), view, {.variant = variant});
    EXPECT_EQ(matching.stats.guarantee, plain.stats.guarantee);
  }
  // Ties may be redrawn, too: nothing of the capacities is left.
  const LocalMaxOptions redrawn{
      .variant = LocalMaxVariant::crew, .ties = Ties::redraw, .capacities = {.each = ones}};
  EXPECT_NO_THROW((void)local_max(on(1), view, redrawn));
}

// Many small batches, overflows, and several threads that learn what others took.
TEST(BMatching, InBatchesIsThatOfGreedy) {
  using detail::order::BatchTuning;
  const BatchTuning small{.few = 0,
                          .sample = 256,
                          .edges_a_draw = 64,
                          .first_share = 0.01,
                          .batch_share = 0.02,
                          .capacity_share = 0.3,
                          .min_batch = 16,
                          .bucket = 8};
  BatchTuning tight = small;
  tight.batch_share = 0.9;
  tight.capacity_share = 0;
  tight.min_batch = 1;
  BatchTuning many = small;
  many.reserve_from_threads = 2;  // shares no state, whatever this says
  for (const test::Shape shape :
       {test::Shape{500, 1500, 1, 3}, {200, 1000, 1, 9}, {400, 1000, 0, 5, true}}) {
    Hypergraph hypergraph = test::random_hypergraph(shape, 8);
    for (const bool wide : {false, true}) {
      if (wide) test::assign_random_weights<double>(hypergraph, test::Spread::many, 2);
      const HypergraphView view = hypergraph.view();
      const OrderOptions order =
          detail::structures::resolve(view, {.rating = Rating::weight, .seed = 3});
      const Numbers random = test::random_capacities(view.num_vertices, 0, 9, 5);
      for (const Capacities& capacities :
           {Capacities{.common = 2}, Capacities{.each = random}, Capacities{.common = 300}}) {
        const std::vector<EdgeId> expected =
            greedy(on(1), view, {.order = order, .capacities = capacities}).edges;
        for (const BatchTuning& tuning : {small, tight, many}) {
          for (const int threads : {1, 2, 7, 9}) {
            EXPECT_EQ(detail::hypergraph_matching::batched_b_greedy(on(threads), view, capacities,
                                                                    order, tuning)
                          .edges,
                      expected)
                << threads << " threads";
          }
        }
      }
    }
  }
}

TEST(BMatching, FillsTheCentreOfAStar) {
  const Hypergraph hypergraph = test::star(20000, 3);
  Numbers each(hypergraph.num_vertices, 1);
  each[0] = 1700;
  for (const LocalMaxVariant variant : k_capacity_variants) {
    const auto matching =
        local_max(on(2), hypergraph.view(), {.variant = variant, .capacities = {.each = each}});
    EXPECT_EQ(matching.edges.size(), 1700U);
    // Each claims all it has room for at once.
    if (variant != LocalMaxVariant::filtered) {
      EXPECT_EQ(matching.stats.rounds, 1U);
    }
  }
  expect_b_greedy(hypergraph.view(), {.seed = 9}, {.each = each});
  each[0] = 20000;  // room for all
  EXPECT_EQ(local_max(on(2), hypergraph.view(), {.capacities = {.each = each}}).edges.size(),
            20000U);
}

TEST(BMatching, RefusesWhatIsNotDefined) {
  const Hypergraph hypergraph = test::star(5, 2);
  const HypergraphView view = hypergraph.view();
  const Numbers three(3, 2);
  EXPECT_THROW((void)greedy(on(1), view, {.capacities = {.each = three}}), Error);
  EXPECT_THROW((void)local_max(on(1), view, {.capacities = {.each = three}}), Error);
  try {
    (void)local_max(
        on(1), view,
        {.variant = LocalMaxVariant::crcw, .ties = Ties::redraw, .capacities = {.common = 2}});
    FAIL() << "ties were redrawn";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::unsupported);
  }
}

TEST(VertexRoom, CountsBeyondAByte) {
  const Numbers each = {0, 1, 255, 256, 700, 510};
  detail::order::VertexRoom room(6, {.each = each});
  for (VertexId v = 0; v < 6; ++v) {
    for (std::uint32_t unit = 0; unit < each[v]; ++unit) {
      ASSERT_EQ(room.contains(v), 0U) << v << " after " << unit;
      room.insert(v);
    }
    EXPECT_EQ(room.contains(v), 1U) << v;
    // As an edge with the vertex twice would.
    for (int again = 0; again < 600; ++again) room.insert(v);
    EXPECT_EQ(room.contains(v), 1U) << v;
  }
}

TEST(Claims, AreTheUppermostKeys) {
  using detail::base::lowest_of_uppermost;
  std::vector<std::uint64_t> keys = {5, 9, 0, 7, ~std::uint64_t{0}};
  EXPECT_EQ(lowest_of_uppermost(keys, 1), ~std::uint64_t{0});
  EXPECT_EQ(lowest_of_uppermost(keys, 3), 7U);
  EXPECT_EQ(lowest_of_uppermost(keys, 4), 5U);
  EXPECT_EQ(lowest_of_uppermost(keys, 5), 0U);
  EXPECT_EQ(lowest_of_uppermost(keys, ~std::uint32_t{0}), 0U);
  EXPECT_EQ(lowest_of_uppermost({}, 1), 0U);
}

}  // namespace
}  // namespace hypermatch
