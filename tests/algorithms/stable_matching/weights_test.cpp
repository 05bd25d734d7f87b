// SPDX-License-Identifier: MIT
// Greedy is stable: on the preferences that weights give, deferred acceptance, roommates, Suitor
// and greedy return one matching, and with capacities many-to-many, fixtures and greedy b-matching
// do.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include "hypermatch/b_matching.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/generate.hpp"
#include "hypermatch/graph_matching.hpp"
#include "hypermatch/roommates.hpp"
#include "hypermatch/stable_matching.hpp"
#include "hypermatch/verify_stable.hpp"
#include "hypermatch/weight_preferences.hpp"

namespace hypermatch::test {
namespace {

using EdgePairs = std::vector<GraphEdge>;

const Context k_context({.threads = 3, .backend = HostBackend::std_threads});

EdgePairs pairs_of(const GraphMatching& matching) {
  EdgePairs pairs;
  for (VertexId v = 0; v < matching.mates.size(); ++v) {
    const VertexId mate = matching.mates[v];
    if (mate != k_none && v < mate) pairs.push_back({v, mate});
  }
  return pairs;
}

EdgePairs pairs_of(const Partners& matching) {
  EdgePairs pairs;
  for (VertexId v = 0; v + std::size_t{1} < matching.offsets.size(); ++v) {
    for (const VertexId u : matching.partners_of(v)) {
      if (v < u) pairs.push_back({v, u});
    }
  }
  std::sort(pairs.begin(), pairs.end(), [](const GraphEdge& a, const GraphEdge& b) {
    return a.u != b.u ? a.u < b.u : a.v < b.v;
  });
  return pairs;
}

/// Pairs of roommates; none where there is a proof instead.
EdgePairs pairs_of(const StableOrNone& found) {
  const auto* const matching = std::get_if<StableMatching>(&found);
  EXPECT_NE(matching, nullptr);
  return matching == nullptr ? EdgePairs{} : matching->pairs;
}

struct Weighted {
  std::string weights;
  GraphOrder order;
};

std::vector<Weighted> all_weights() {
  return {{"unit", {.seed = 5}},
          {"random:1..4:2", {.seed = 9}},
          {"random:1..1000000:3", {}},
          {"random:-3..3:4", {.objective = Objective::weight}},
          {"random:-3..3:4", {.objective = Objective::cardinality, .seed = 1}}};
}

TEST(WeightPreferences, OfOneSideHaveTheGreedyMatching) {
  for (const auto& [weights, order] : all_weights()) {
    SCOPED_TRACE(weights);
    EdgeList list = generate::graph(k_context, "rgg", {{"n", 256}}, 7);
    generate::assign_weights(k_context, list.weights, list.view().num_edges(), weights);
    const Graph graph(std::move(list));
    const auto edges = graph.edges(k_context);
    const auto rows = graph.rows(k_context);
    const Preferences lists = preferences_of_weights(k_context, rows.view(), {.order = order});
    const EdgePairs expected = pairs_of(greedy(k_context, edges.view(), order));
    EXPECT_FALSE(expected.empty());
    EXPECT_EQ(pairs_of(irving(k_context, lists.view())), expected);
    EXPECT_EQ(pairs_of(suitor(k_context, rows.view(), {.order = order})), expected);
    EXPECT_TRUE(verify::check_stable(lists.view(), expected).ok);

    std::vector<std::uint32_t> each(256);
    for (std::size_t v = 0; v < each.size(); ++v) each[v] = static_cast<std::uint32_t>(v % 4);
    for (const Capacities& capacities : {Capacities{.each = each}, Capacities{.common = 3}}) {
      const Preferences many = preferences_of_weights(k_context, rows.view(),
                                                      {.order = order, .capacities = capacities});
      EXPECT_EQ(pairs_of(fixtures(k_context, many.view())),
                pairs_of(greedy(k_context, edges.view(), capacities, order)));
    }
  }
}

TEST(WeightPreferences, OfTwoSidesHaveTheGreedyMatching) {
  constexpr VertexId k_left = 150;
  for (const auto& [weights, order] : all_weights()) {
    SCOPED_TRACE(weights);
    EdgeList list;
    list.num_vertices = 2 * k_left;
    for (VertexId u = 0; u < k_left; ++u) {
      for (VertexId step = 0; step < 5; ++step) {
        list.edges.push_back({u, k_left + (u * 17 + step * step * 11) % k_left});
      }
    }
    generate::assign_weights(k_context, list.weights, list.view().num_edges(), weights);
    const Graph graph(std::move(list));
    const auto edges = graph.edges(k_context);
    const auto rows = graph.rows(k_context);
    for (const std::uint32_t capacity : {1U, 2U}) {
      const Preferences lists = preferences_of_weights(
          k_context, rows.view(),
          {.order = order, .num_left = k_left, .capacities = {.common = capacity}});
      const EdgePairs expected =
          pairs_of(greedy(k_context, edges.view(), Capacities{.common = capacity}, order));
      EXPECT_FALSE(expected.empty());
      for (const OptimalSide side : {OptimalSide::left, OptimalSide::right}) {
        EXPECT_EQ(gale_shapley(k_context, lists.view(), {.optimal = side}).pairs, expected);
        EXPECT_EQ(mcvitie_wilson(k_context, lists.view(), {.optimal = side}).pairs, expected);
      }
    }
  }
}

TEST(WeightPreferences, AreTheListsByFallingWeight) {
  // Two vertices of the left side; the edge of weight 0 is left out.
  const std::vector<Offset> offsets = {0, 2, 4, 6, 8};
  const std::vector<VertexId> neighbours = {2, 3, 3, 2, 0, 1, 1, 0};
  const std::vector<std::int32_t> weights = {5, 7, 0, 6, 5, 6, 0, 7};
  const GraphView rows{4, offsets, neighbours, std::span<const std::int32_t>(weights)};
  const Preferences lists = preferences_of_weights(k_context, rows, {.num_left = 2});
  const auto list = [&](VertexId v) {
    const auto partners = lists.view().list_of(v);
    return std::vector<VertexId>(partners.begin(), partners.end());
  };
  EXPECT_EQ(list(0), (std::vector<VertexId>{3, 2}));
  EXPECT_EQ(list(1), (std::vector<VertexId>{2}));
  EXPECT_EQ(list(2), (std::vector<VertexId>{1, 0}));
  EXPECT_EQ(list(3), (std::vector<VertexId>{0}));
  EXPECT_EQ(lists.sides, Sides::two);
  EXPECT_TRUE(lists.capacities.empty());
  const std::vector<std::uint32_t> two_capacities = {1, 2};
  const auto message = [&](const WeightPreferencesOptions& options) -> std::string {
    try {
      (void)preferences_of_weights(k_context, rows, options);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message({.num_left = 3}), "vertex 1 has a neighbour on its own side");
  EXPECT_NE(message({.num_left = 5}).find("at most the number of vertices, 4"), std::string::npos);
  EXPECT_NE(message({.capacities = {.each = two_capacities}}).find("2 capacities"),
            std::string::npos);
  EXPECT_EQ(preferences_of_weights(k_context, GraphView{}).num_agents(), 0U);
}

}  // namespace
}  // namespace hypermatch::test
