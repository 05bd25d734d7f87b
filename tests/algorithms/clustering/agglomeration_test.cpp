// SPDX-License-Identifier: MIT
// Agglomeration by matchings against its definition: pairs sorted by what their merge gains.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <tuple>

#include "algorithms/clustering/common/multilevel/level.hpp"
#include "tests/algorithms/clustering/clustering_testing.hpp"
#include "tests/parallel/contexts.hpp"
#include "tests/sizes.hpp"

namespace hypermatch::test {
namespace {

using detail::base::hash;
using detail::clustering::MoveGain;

// The first level by the definition.
class FirstLevel {
 public:
  FirstLevel(const GraphView& rows, std::uint64_t seed)
      : rows_(rows), mates_(rows.num_vertices, k_none), community_(rows.num_vertices) {
    std::iota(community_.begin(), community_.end(), VertexId{0});
    std::int64_t total = 0;
    for (VertexId v = 0; v < rows.num_vertices; ++v) {
      volume_.push_back(0);
      for (Offset a = rows.offsets[v]; a < rows.offsets[v + 1]; ++a) volume_[v] += weight(a);
      total += volume_[v];
    }
    factor_ = 1.0 / static_cast<double>(total);
    match(hash(seed, 0));
    join();
  }

  [[nodiscard]] const std::vector<VertexId>& communities() const { return community_; }
  [[nodiscard]] std::size_t joined() const { return joined_; }

 private:
  [[nodiscard]] std::int64_t weight(Offset arc) const {
    return static_cast<std::int64_t>(weight_at(rows_.weights, arc));
  }

  void match(std::uint64_t seed) {
    std::vector<std::tuple<double, std::uint64_t, VertexId, VertexId>> pairs;
    for (VertexId v = 0; v < rows_.num_vertices; ++v) {
      for (Offset a = rows_.offsets[v]; a < rows_.offsets[v + 1]; ++a) {
        const VertexId u = rows_.neighbours[a];
        if (u < v) continue;
        const double product = static_cast<double>(volume_[v]) * static_cast<double>(volume_[u]);
        const double gain = static_cast<double>(weight(a)) - factor_ * product;
        if (gain > 0) pairs.emplace_back(gain, hash(seed, std::uint64_t{v} << 32 | u), v, u);
      }
    }
    std::sort(pairs.rbegin(), pairs.rend());
    for (const auto& [gain, tie, v, u] : pairs) {
      if (mates_[v] != k_none || mates_[u] != k_none) continue;
      mates_[v] = u;
      mates_[u] = v;
      community_[u] = v;
    }
  }

  void join() {
    std::map<VertexId, std::vector<VertexId>> wishes;  // of each pair, by its lower vertex
    for (VertexId v = 0; v < rows_.num_vertices; ++v) {
      if (mates_[v] != k_none) continue;
      std::map<VertexId, double> gains;
      for (Offset a = rows_.offsets[v]; a < rows_.offsets[v + 1]; ++a) {
        gains[rows_.neighbours[a]] = gain(v, weight(a), volume_[rows_.neighbours[a]]);
      }
      const auto best =
          std::max_element(gains.begin(), gains.end(),
                           [](const auto& a, const auto& b) { return a.second < b.second; });
      if (best != gains.end() && best->second > 0) wishes[community_[best->first]].push_back(v);
    }
    for (const auto& [first, vertices] : wishes) {
      std::int64_t volume = volume_[first] + volume_[mates_[first]];
      for (const VertexId v : vertices) {
        std::int64_t links = 0;
        for (Offset a = rows_.offsets[v]; a < rows_.offsets[v + 1]; ++a) {
          const VertexId u = rows_.neighbours[a];
          if (u == first || u == mates_[first]) links += weight(a);
        }
        if (!(gain(v, links, volume) > 0)) continue;
        community_[v] = first;
        volume += volume_[v];
        ++joined_;
      }
    }
  }
  [[nodiscard]] double gain(VertexId v, std::int64_t links, std::int64_t volume) const {
    return MoveGain::of(factor_ * static_cast<double>(volume_[v]), links, volume);
  }

  const GraphView& rows_;
  std::vector<std::int64_t> volume_;
  std::vector<VertexId> mates_;
  std::vector<VertexId> community_;
  double factor_ = 0.0;
  std::size_t joined_ = 0;
};

TEST(Agglomeration, ALevelIsWhatItsDefinitionSays) {
  const Context context({.threads = 2, .backend = HostBackend::std_threads});
  std::size_t joined = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const auto n = static_cast<VertexId>(8 + seed % 50);
    EdgeList list = seed % 10 == 0 ? make_graph(90, star_pairs(89)) : random_graph(n, 2 * n, seed);
    if (seed % 3 != 0) list = weighted<std::int32_t>(list, 1 + seed % 4, seed);
    const Graph graph(std::move(list));
    const auto rows = graph.rows(context);
    const FirstLevel expected(rows.view(), seed);
    const Clustering found = agglomerate(context, rows.view(), {.seed = seed, .max_levels = 1});
    EXPECT_EQ(found.labels.labels, numbered_by_first_vertex(expected.communities())) << seed;
    joined += expected.joined();
  }
  EXPECT_GT(joined, 100U);
}

TEST(Agglomeration, EachLevelGainsAndIsConnected) {
  const Context context({.threads = 2, .backend = HostBackend::std_threads});
  for (std::uint64_t seed = 0; seed < by_build(200U, 30U); ++seed) {
    const Graph graph(random_graph(120, 150 + 3 * seed, seed));
    const auto rows = graph.rows(context);
    const Clustering found =
        agglomerate(context, rows.view(), {.seed = seed, .keep_hierarchy = true});
    double before = -1.0;
    for (const ClusteringLevel& level : found.levels) {
      EXPECT_GT(*level.quality, before);
      before = *level.quality;
    }
    EXPECT_EQ(found.quality, before);
    EXPECT_TRUE(is_connected(rows.view(), found.labels.labels));
    EXPECT_EQ(found.hierarchy.levels.size() + 1, found.levels.size());
  }
}

TEST(Agglomeration, GivenCommunitiesStayTogether) {
  const Context context({.threads = 1});
  const Graph graph(ring_of_cliques(8, 5));
  const auto rows = graph.rows(context);
  std::vector<VertexId> cliques;
  for (VertexId v = 0; v < 40; ++v) cliques.push_back(v / 5);
  const Clustering found =
      agglomerate(context, rows.view(), {.initial = cliques, .keep_hierarchy = true});
  for (VertexId v = 0; v < 40; ++v) {
    EXPECT_EQ(found.labels.labels[v], found.labels.labels[v / 5 * 5]);
  }
  // Vertices of opposite cliques, which are no neighbours.
  std::vector<VertexId> opposite;
  for (VertexId v = 0; v < 40; ++v) opposite.push_back(v % 20);
  const std::vector<VertexId> joined =
      agglomerate(context, rows.view(), {.initial = opposite}).labels.labels;
  for (VertexId v = 0; v < 20; ++v) EXPECT_EQ(joined[v], joined[v + 20]);
}

// W = 49, volumes 28 and 70: the merge gains nothing, but 20 - (28 / 98) * 70 rounds above 0.
TEST(Agglomeration, AVertexJoinsNoFreeOne) {
  const Context context({.threads = 1});
  const std::vector<std::int32_t> loops = {4, 25};
  const std::vector<Offset> offsets = {0, 1, 2};
  const std::vector<VertexId> neighbours = {1, 0};
  const std::vector<std::int32_t> weights = {20, 20};
  const GraphView rows{2, offsets, neighbours, std::span<const std::int32_t>(weights)};
  const Clustering found =
      agglomerate(context, rows, {.loop_weights = std::span<const std::int32_t>(loops)});
  EXPECT_EQ(found.communities, 2U);
}

}  // namespace
}  // namespace hypermatch::test
