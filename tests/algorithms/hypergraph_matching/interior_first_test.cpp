// SPDX-License-Identifier: MIT
// Edges within parts first: against greedy on the parts, put together here.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "hypermatch/error.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "tests/algorithms/hypergraph_matching/families.hpp"

namespace hypermatch {
namespace {

// Greedy among some edges, whose ties go by their place in `among`.
std::vector<EdgeId> greedy_among(const Hypergraph& all, const std::vector<EdgeId>& among) {
  test::Edges edges;
  std::vector<std::int32_t> weights;
  const auto& held = std::get<Array<std::int32_t>>(all.weights);
  for (const EdgeId e : among) {
    const auto pins = all.view().pins_of(e);
    edges.emplace_back(pins.begin(), pins.end());
    weights.push_back(held[e]);
  }
  const Hypergraph some = test::make_hypergraph(all.num_vertices, edges, weights);
  std::vector<EdgeId> found;
  for (const EdgeId i :
       greedy(Context({.threads = 1}), some.view(), {.order = {.rating = Rating::weight}}).edges) {
    found.push_back(among[i]);
  }
  return found;
}

TEST(InteriorFirst, MatchesPartByPartAndThenWhatCrosses) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    Hypergraph hypergraph = test::random_hypergraph({101, 400, 0, 4}, seed);
    test::assign_random_weights<std::int32_t>(hypergraph, test::Spread::few, seed);
    const HypergraphView view = hypergraph.view();
    for (const std::uint32_t parts : {1U, 2U, 3U, 7U, 101U, 500U}) {
      SCOPED_TRACE(std::to_string(parts) + " parts");
      std::vector<VertexId> part_of(101);
      for (std::uint32_t p = 0; p < parts; ++p) {
        for (VertexId v = 101 * p / parts; v < 101 * (p + 1) / parts; ++v) part_of[v] = p;
      }
      std::vector<std::vector<EdgeId>> interior(parts);
      std::vector<EdgeId> crossing;
      for (EdgeId e = 0; e < view.num_edges(); ++e) {
        const auto pins = view.pins_of(e);
        const bool crosses = std::any_of(pins.begin(), pins.end(), [&](VertexId v) {
          return part_of[v] != part_of[pins.front()];
        });
        // Empty ones are never matched, but ties go by numbers.
        const bool is_last = pins.empty() || crosses;
        (is_last ? crossing : interior[part_of[pins.front()]]).push_back(e);
      }
      std::vector<EdgeId> expected;
      std::vector<bool> matched(101);
      for (const auto& edges : interior) {
        for (const EdgeId e : greedy_among(hypergraph, edges)) {
          expected.push_back(e);
          for (const VertexId v : view.pins_of(e)) matched[v] = true;
        }
      }
      std::erase_if(crossing, [&](EdgeId e) {
        const auto pins = view.pins_of(e);
        return std::any_of(pins.begin(), pins.end(), [&](VertexId v) { return matched[v]; });
      });
      for (const EdgeId e : greedy_among(hypergraph, crossing)) expected.push_back(e);
      std::sort(expected.begin(), expected.end());
      for (const int threads : {1, 2}) {
        const HypergraphMatching found =
            interior_first(Context({.threads = threads}), view,
                           {.order = {.rating = Rating::weight}, .parts = parts});
        EXPECT_EQ(found.edges, expected);
        EXPECT_EQ(found.stats.algorithm, "interior_first");
      }
    }
  }
}

TEST(InteriorFirst, ALightEdgeWithinAPartKeepsOutAHeavyOneThatCrosses) {
  const std::vector<std::int32_t> weights = {1, 100, 1};
  const Hypergraph path = test::make_hypergraph(4, {{0, 1}, {1, 2}, {2, 3}}, weights);
  const Context context({.threads = 1});
  EXPECT_EQ(interior_first(context, path.view(), {.parts = 2}).edges, (std::vector<EdgeId>{0, 2}));
  EXPECT_EQ(interior_first(context, path.view(), {.parts = 1}).edges, (std::vector<EdgeId>{1}));
  EXPECT_TRUE(interior_first(context, HypergraphView{}).edges.empty());
  for (const std::uint32_t parts : {0U, 1025U}) {
    EXPECT_THROW((void)interior_first(context, path.view(), {.parts = parts}), Error);
  }
}

}  // namespace
}  // namespace hypermatch
