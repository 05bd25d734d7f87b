// SPDX-License-Identifier: MIT
// Moves, refinement and contraction against what their definitions say, written in maps: rows of
// every length, hubs, sums that need 32 and 64 bits, both objectives.
#include "algorithms/clustering/common/moves/moves.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <string>

#include "algorithms/clustering/common/contract/contraction.hpp"
#include "algorithms/clustering/common/multilevel/exact_weights.hpp"
#include "tests/algorithms/clustering/clustering_testing.hpp"
#include "tests/sizes.hpp"

namespace hypermatch::test {
namespace {

using namespace detail::clustering;

struct Moves {
  const LevelView& level;
  const detail::clustering::Objective& objective;
  MoveOptions options;
  std::span<const VertexId> within;  // empty: free moves

  [[nodiscard]] bool is_alone(const Partition& partition, VertexId v) const {
    return partition.community[v] == v && partition.volume[v] == level.volume[v];
  }
  [[nodiscard]] std::uint64_t sub_round_of(std::uint64_t seed, VertexId v) const {
    return detail::base::below(detail::base::splitmix64(seed ^ v), options.num_sub_rounds);
  }

  // The community that v moves to, its own if it stays; adds the gain.
  VertexId decide(const Partition& partition, VertexId v, std::uint64_t seed,
                  std::uint64_t sub_round, std::int64_t& gain) const {
    const MoveGain gains = objective.gain();
    const double price = gains.price(level.volume[v]);
    const VertexId own = partition.community[v];
    std::map<VertexId, std::int64_t> links;  // ascending, so that the first of equal gains is kept
    with_weights(level.graph.weights, [&](const auto& weight_at) {
      for (Offset a = level.graph.offsets[v]; a < level.graph.offsets[v + 1]; ++a) {
        const VertexId u = level.graph.neighbours[a];
        if (!within.empty() && (within[u] != within[v] ||
                                (is_alone(partition, u) && sub_round_of(seed, u) == sub_round))) {
          continue;
        }
        links[partition.community[u]] += weight_at(a);
      }
    });
    const double stay = MoveGain::of(price, links[own], partition.volume[own] - level.volume[v]);
    VertexId best = own;
    double best_gain = stay;
    for (const auto& [community, sum] : links) {
      if (community == own) continue;
      const double worth = MoveGain::of(price, sum, partition.volume[community]);
      if (worth > best_gain) {
        best = community;
        best_gain = worth;
      }
    }
    if (stay < 0.0 && best_gain < 0.0 && partition.volume[v] == 0) {
      best = v;
      best_gain = 0.0;
    }
    if (best != own) {
      gain += std::llrint((best_gain - stay) * (0x1.0p40 / static_cast<double>(objective.total)));
    }
    return best;
  }

  Sweeps run(Partition& partition) const {
    const GraphView& graph = level.graph;
    std::vector<bool> active(graph.num_vertices, true);
    Sweeps result;
    while (result.sweeps < options.max_sweeps && result.arcs < options.max_arcs) {
      const std::uint64_t seed = detail::base::hash(options.seed, result.sweeps);
      std::int64_t gain = 0;
      for (std::uint32_t i = 0; i < options.num_sub_rounds; ++i) {
        std::vector<std::pair<VertexId, VertexId>> moves;
        for (VertexId v = 0; v < graph.num_vertices; ++v) {
          if (!active[v] || sub_round_of(seed, v) != i) continue;
          active[v] = false;
          if (!within.empty() && !is_alone(partition, v)) continue;
          result.arcs += graph.degree(v);
          const VertexId to = decide(partition, v, seed, i, gain);
          if (to != partition.community[v]) moves.emplace_back(v, to);
        }
        for (const auto& [v, to] : moves) {
          partition.volume[partition.community[v]] -= level.volume[v];
          partition.volume[to] += level.volume[v];
          partition.community[v] = to;
        }
        for (const auto& [v, to] : moves) {
          for (const VertexId u : graph.neighbours_of(v)) {
            if (partition.community[u] != to) active[u] = true;
          }
        }
      }
      ++result.sweeps;
      if (gain <= static_cast<std::int64_t>(options.threshold * 0x1.0p40 / 2)) break;
    }
    return result;
  }
};

// Vertices of degree 1, 2, 3 .. `most` and, with `hubs`, some joined to every other one.
EdgeList degrees_of_all_sizes(VertexId n, VertexId most, VertexId hubs, std::uint64_t seed) {
  Pairs pairs;
  std::map<std::pair<VertexId, VertexId>, bool> known;
  const auto add = [&](VertexId u, VertexId v) {
    if (u > v) std::swap(u, v);
    if (u != v && known.emplace(std::pair(u, v), true).second) pairs.emplace_back(u, v);
  };
  for (VertexId v = 0; v < n; ++v) {
    for (VertexId i = 0; i < v % most; ++i) {
      // Most are near, so that several neighbours are of one community.
      const std::uint64_t bits = detail::base::hash(seed, v, i);
      add(v, bits % 8 == 0 ? static_cast<VertexId>(detail::base::below(bits, n))
                           : static_cast<VertexId>((v + 1 + (bits >> 40) % most) % n));
    }
  }
  for (VertexId h = 0; h < hubs; ++h) {
    for (VertexId v = 0; v < n; ++v) add(h * (n / (hubs + 1)), v);
  }
  return make_graph(n, pairs);
}

std::vector<NamedGraph> shapes() {
  std::vector<NamedGraph> all;
  // Large enough that several threads take part.
  const VertexId n = 2200;
  all.push_back({"degrees", degrees_of_all_sizes(n, 24, 0, 1)});
  all.push_back({"hubs", degrees_of_all_sizes(n, 40, 3, 2)});
  all.push_back({"int32", weighted<std::int32_t>(degrees_of_all_sizes(n, 24, 1, 3), 9, 3)});
  // Sums of short rows beyond 32 bits.
  all.push_back({"large int32", weighted<std::int32_t>(degrees_of_all_sizes(n, 40, 1, 4),
                                                       (std::uint64_t{1} << 31) - 1, 4)});
  // Links to one community on both sides of 2^31.
  all.push_back({"int32 of 31 bits",
                 weighted<std::int32_t>(ring_of_cliques(300, 5), std::uint64_t{1} << 30, 7)});
  all.push_back({"int64", weighted<std::int64_t>(degrees_of_all_sizes(n, 40, 1, 5), 5, 5)});
  all.push_back({"large int64", weighted<std::int64_t>(degrees_of_all_sizes(n, 24, 1, 6),
                                                       std::uint64_t{1} << 40, 6)});
  all.push_back({"star", make_graph(n, star_pairs(n - 1))});
  all.push_back({"cliques", ring_of_cliques(40, 9)});
  all.push_back({"no edges", make_graph(9, {})});
  return all;
}

void expect_equal(const Partition& found, const Partition& expected) {
  ASSERT_EQ(found.community.size(), expected.community.size());
  for (std::size_t v = 0; v < expected.community.size(); ++v) {
    ASSERT_EQ(found.community[v], expected.community[v]) << "vertex " << v;
    ASSERT_EQ(found.volume[v], expected.volume[v]) << "community " << v;
  }
}

// Calls body(name, finest level) for each shape and objective.
template <class Body>
void for_each_level(const Context& context, const Body& body) {
  for (const NamedGraph& test : shapes()) {
    const Graph graph(
        EdgeList{test.graph.num_vertices, test.graph.edges.clone(), clone(test.graph.weights)});
    const auto rows = graph.rows(context);
    for (const CommunityQuality quality : {CommunityQuality{}, CommunityQuality{.resolution = 3.0},
                                           CommunityQuality{CommunityObjective::cpm, 0.25}}) {
      if (test::by_build(false, quality.resolution == 3.0)) continue;
      SCOPED_TRACE(test.name + (quality.objective == CommunityObjective::cpm ? ", cpm" : ""));
      body(FinestLevel(context, rows.view(), {}, quality));
    }
  }
}

// The contexts that differ in what they do here.
std::vector<Context> contexts() {
  std::vector<Context> all;
  all.push_back(Context({.threads = 1}));
  for (const int threads : {2, 5}) {
    if (test::by_build(false, threads == 2)) continue;
    all.push_back(Context({.threads = threads, .backend = HostBackend::std_threads}));
  }
  return all;
}

TEST(Moves, FollowTheDefinition) {
  const std::vector<Context> all = contexts();
  Workspace workspace;
  for_each_level(all[0], [&](const FinestLevel& finest) {
    for (const MoveOptions options :
         {MoveOptions{.seed = 1}, MoveOptions{.seed = 2, .max_sweeps = 1},
          MoveOptions{.seed = 3, .threshold = 0.0, .max_sweeps = 4, .num_sub_rounds = 1},
          MoveOptions{.seed = 4, .max_arcs = 1},
          MoveOptions{.seed = 5, .threshold = 0.0, .max_sweeps = 9, .num_sub_rounds = 3}}) {
      SCOPED_TRACE(options.seed);
      const LevelView level = finest.view();
      Partition expected = singletons(all[0], level);
      const Sweeps swept = Moves{level, finest.objective(), options, {}}.run(expected);
      for (const Context& context : all) {
        Partition found = singletons(context, level);
        const Sweeps sweeps =
            move_vertices(context, level, finest.objective(), found, options, workspace);
        expect_equal(found, expected);
        EXPECT_EQ(sweeps.sweeps, swept.sweeps);
        EXPECT_EQ(sweeps.arcs, swept.arcs);
      }
    }
  });
}

TEST(Moves, OfARefinementFollowTheDefinition) {
  const std::vector<Context> all = contexts();
  Workspace workspace;
  Partition refined;
  for_each_level(all[0], [&](const FinestLevel& finest) {
    const LevelView level = finest.view();
    Partition coarse = singletons(all[0], level);
    move_vertices(all[0], level, finest.objective(), coarse, {.seed = 8}, workspace);
    const MoveOptions options{.seed = 9, .max_sweeps = 1};
    Partition expected = singletons(all[0], level);
    const Sweeps swept =
        Moves{level, finest.objective(), options, coarse.community.view()}.run(expected);
    for (const Context& context : all) {
      const Sweeps sweeps = refine(context, level, finest.objective(), coarse.community.view(),
                                   refined, options, workspace);
      expect_equal(refined, expected);
      EXPECT_EQ(sweeps.arcs, swept.arcs);
    }
  });
}

// The contracted graph as a map from pairs of coarse vertices to weights; loops stand at (c, c).
using Contracted = std::map<std::pair<VertexId, VertexId>, std::int64_t>;

Contracted contracted(const LevelView& level, std::span<const VertexId> coarse_vertex) {
  Contracted result;
  with_weights(level.graph.weights, [&](const auto& weight_at) {
    for (VertexId v = 0; v < level.graph.num_vertices; ++v) {
      const VertexId c = coarse_vertex[v];
      result[{c, c}] += 2 * loop_at(level.loops, v);
      for (Offset a = level.graph.offsets[v]; a < level.graph.offsets[v + 1]; ++a) {
        result[{c, coarse_vertex[level.graph.neighbours[a]]}] += weight_at(a);
      }
    }
  });
  return result;
}

void expect_contracted(const Context& context, const LevelView& level,
                       const detail::clustering::Objective& objective, const Partition& partition,
                       const Level& next) {
  const LevelView coarse = next.view();
  const std::span<const VertexId> to = next.contraction.coarse_vertex.view();
  const std::vector<VertexId> numbers = numbered_by_first_vertex(partition.community.view());
  ASSERT_EQ(std::vector<VertexId>(to.begin(), to.end()), numbers);
  std::vector<VertexId> all(coarse.graph.num_vertices);
  std::iota(all.begin(), all.end(), VertexId{0});
  EXPECT_EQ(contracted(coarse, all), contracted(level, to));
  std::vector<std::int64_t> volume(all.size(), 0);
  for (VertexId v = 0; v < level.graph.num_vertices; ++v) volume[to[v]] += level.volume[v];
  EXPECT_EQ(std::vector<std::int64_t>(coarse.volume.begin(), coarse.volume.end()), volume);
  EXPECT_EQ(quality_of_vertices(context, coarse, objective),
            quality_of_communities(context, level, objective, partition.community.view()));
}

TEST(Moves, ContractionAddsUpWhatIsBetweenCommunities) {
  Workspace workspace;
  for (const Context& context : contexts()) {
    for_each_level(context, [&](const FinestLevel& finest) {
      Level held;
      LevelView level = finest.view();
      for (int depth = 0; depth < 3; ++depth) {
        Partition partition = singletons(context, level);
        move_vertices(context, level, finest.objective(), partition, {.seed = 5, .max_sweeps = 1},
                      workspace);
        Level next = contract_communities(context, level, partition, workspace);
        expect_contracted(context, level, finest.objective(), partition, next);
        held = std::move(next);
        level = held.view();
      }
    });
  }
}

// Coarse weights of 32 bits become those of 64 where a sum is beyond 2^31.
TEST(Moves, ContractionOfSumsAroundTheLimitsOf32Bits) {
  const Context context({.threads = 1});
  const std::vector<VertexId> communities = {0, 0, 0, 3, 3, 3};
  for (const std::int32_t weight : {715'827'882, 715'827'883, 1 << 30, 1'431'655'765, 1'431'655'766,
                                    std::numeric_limits<std::int32_t>::max()}) {
    SCOPED_TRACE(weight);
    EdgeList list = make_graph(6, {{0, 3}, {1, 4}, {2, 5}});
    list.weights = Array<std::int32_t>(3, weight);
    const Graph graph(std::move(list));
    const auto rows = graph.rows(context);
    const FinestLevel finest(context, rows.view(), {}, {});
    const LevelView level = finest.view();
    const Level next = contract_communities(context, level, std::span(communities));
    expect_contracted(context, level, finest.objective(), partition_of(context, level, communities),
                      next);
  }
}

// At a resolution of 1e300 one move may gain 1e300 times the total weight.
TEST(Moves, SumsOfGainsStopAtTheTotalWeight) {
  const auto most = static_cast<std::int64_t>(k_gain_units);
  std::int64_t sum = 0;
  add_gain(sum, 2.6);
  EXPECT_EQ(sum, 3);
  for (const double gain : {1e300, 1e18, std::numeric_limits<double>::infinity(), 0x1.0p62}) {
    add_gain(sum, gain);
    EXPECT_EQ(sum, most) << gain;
  }
}

}  // namespace
}  // namespace hypermatch::test
