// SPDX-License-Identifier: MIT
// Red-blue against its rule read out loud: red vertices look through their rows for proposals, as
// the paper has it. On every back end.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "algorithms/graph_matching/red_blue/red_blue_rule.hpp"
#include "hypermatch/error.hpp"
#include "simple_rows.hpp"
#include "tests/parallel/contexts.hpp"

namespace hypermatch::test {
namespace {

enum class State { red, blue, gone };

class SimpleRedBlue {
 public:
  SimpleRedBlue(const EdgeListView& graph, const RedBlueOptions& options)
      : mates(graph.num_vertices, k_none),
        rows_(graph, options.order),
        options_(options),
        state_(graph.num_vertices, State::red) {
    const auto is_live = [&](State state) { return state != State::gone; };
    bool lone = false;
    for (; std::any_of(state_.begin(), state_.end(), is_live); ++rounds) lone = !round(lone);
  }

  std::vector<VertexId> mates;
  std::uint64_t rounds = 0;

 private:
  // Whether a vertex left.
  bool round(bool lone) {
    const bool random = options_.variant == RedBlueVariant::random;
    const std::uint64_t seed = options_.order.seed;
    const std::uint64_t pairs = random ? detail::graph_matching::pair_seed(seed, rounds) : seed;
    colour(lone);
    std::vector<VertexId> proposal(mates.size(), k_none);
    std::vector<VertexId> leaving;
    for (VertexId v = 0; v < mates.size(); ++v) {
      if (state_[v] != State::blue) continue;
      const auto red =
          rows_.uppermost(v, pairs, random, [&](VertexId w) { return state_[w] == State::red; });
      if (red) proposal[v] = red->head;
    }
    for (VertexId v = 0; v < mates.size(); ++v) {
      if (state_[v] != State::red) continue;
      const auto suitor =
          rows_.uppermost(v, pairs, random, [&](VertexId w) { return proposal[w] == v; });
      if (!suitor) continue;
      mates[v] = suitor->head;
      mates[suitor->head] = v;
      leaving.insert(leaving.end(), {v, suitor->head});
    }
    // Blue or red, where no neighbour was live.
    for (VertexId v = 0; v < mates.size(); ++v) {
      const auto is_live = [&](VertexId w) { return state_[w] != State::gone; };
      if (state_[v] == State::gone || mates[v] != k_none) continue;
      if (!rows_.uppermost(v, pairs, random, is_live)) leaving.push_back(v);
    }
    for (const VertexId v : leaving) state_[v] = State::gone;
    return !leaving.empty();
  }

  void colour(bool lone) {
    const std::uint64_t limit = detail::graph_matching::blue_limit(options_.blue_share);
    bool lowest = true;
    for (VertexId v = 0; v < mates.size(); ++v) {
      if (state_[v] == State::gone) continue;
      const bool blue =
          lone ? lowest : detail::graph_matching::is_blue(options_.order.seed, rounds, v, limit);
      state_[v] = blue ? State::blue : State::red;
      lowest = false;
    }
  }

  SimpleRows rows_;
  RedBlueOptions options_;
  std::vector<State> state_;
};

class RedBlue : public Everywhere {
 protected:
  void expect_rule(const EdgeList& graph, const RedBlueOptions& options, const std::string& what) {
    const EdgeListView edges = graph.view();
    const CompressedGraph rows = compress(context_, edges);
    const GraphMatching matching = red_blue(context_, rows.view(), options);
    const SimpleRedBlue expected(edges, options);
    EXPECT_EQ(matching.mates, expected.mates) << what;
    EXPECT_EQ(matching.stats.rounds, expected.rounds) << what;
    EXPECT_LE(matching.stats.rounds, 2ULL * edges.num_vertices) << what;
    expect_matching(edges, matching.mates, options.order, true, what);
  }
};

TEST_P(RedBlue, FollowsItsRule) {
  for (std::uint64_t seed = 0; seed < 2; ++seed) {
    const EdgeList shape = random_graph(90, 120 + 200 * seed, seed);
    for (const NamedGraph& instance : weighted_in_all_ways(shape, seed)) {
      for (const GraphOrder& order : orders_to_try(seed)) {
        for (const auto variant : {RedBlueVariant::weighted, RedBlueVariant::random}) {
          expect_rule(instance.graph, {.order = order, .variant = variant}, instance.name);
        }
      }
    }
  }
}

TEST_P(RedBlue, FollowsItsRuleInManyChunks) {
  EdgeList graph = random_graph(4000, 16'000, 7);
  for (const auto variant : {RedBlueVariant::weighted, RedBlueVariant::random}) {
    expect_rule(graph, {.variant = variant}, "unweighted");
  }
  weigh<std::int64_t>(graph, 40, 7);
  expect_rule(graph, {}, "few int64");
  // All vertices propose to vertex 0 and to each other's suitors.
  expect_rule(make_graph(3001, star_pairs(3000)), {}, "star");
}

// The leaves have no free neighbour after the first round: all of them retire in the second.
TEST_P(RedBlue, RedVerticesWithoutFreeNeighboursRetire) {
  const CompressedGraph star = compress(context_, make_graph(20'001, star_pairs(20'000)).view());
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    EXPECT_EQ(red_blue(context_, star.view(), {.order = {.seed = seed}}).stats.rounds, 2U);
  }
}

TEST_P(RedBlue, EndsWhateverTheColours) {
  const EdgeList path = path_graph(std::vector<std::int32_t>(40, 1));
  const EdgeList cycle = cycle_graph(std::vector<std::int32_t>{5, 4, 3, 2, 1});
  for (const double share : {1e-300, 1e-3, 0.5, 1 - std::numeric_limits<double>::epsilon() / 2}) {
    expect_rule(path, {.blue_share = share}, "path");
    expect_rule(cycle, {.blue_share = share}, "cycle");
  }
  expect_rule(make_graph(0, {}), {}, "empty");
  expect_rule(make_graph(3, {}), {}, "no edges");
}

TEST_P(RedBlue, RefusesSharesThatAreNone) {
  for (const double share : {0.0, 1.0, -0.5, 2.0, std::nan("")}) {
    try {
      (void)red_blue(context_, GraphView{}, {.blue_share = share});
      FAIL() << share;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_option);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Contexts, RedBlue, testing::ValuesIn(everywhere()), CaseName());

}  // namespace
}  // namespace hypermatch::test
