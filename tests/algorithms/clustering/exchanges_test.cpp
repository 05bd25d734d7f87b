// SPDX-License-Identifier: MIT
// Communities of small graphs under a largest size, against the best ones of all.
#include "algorithms/clustering/common/constraints/exchanges.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <numeric>
#include <vector>

#include "tests/algorithms/clustering/clustering_testing.hpp"

namespace hypermatch::test {
namespace {

using detail::base::below;
using detail::base::hash;

// The best quality of communities of at most `max_size` vertices: over all sets of vertices, the
// community of the first one of a set and the best of what is left.
double best_quality(const GraphView& graph, const CommunityQuality& quality, VertexId max_size) {
  const Context context({.threads = 1});
  const std::uint32_t sets = 1U << graph.num_vertices;
  std::vector<VertexId> alone(graph.num_vertices);
  std::iota(alone.begin(), alone.end(), VertexId{0});
  const double all_alone = quality_of(context, graph, LabelsView(alone), quality);
  std::vector<double> gain(sets, -1e9);  // of one community, beside vertices alone
  std::vector<double> best(sets, -1e9);
  for (std::uint32_t set = 1; set < sets; ++set) {
    if (static_cast<VertexId>(std::popcount(set)) > max_size) continue;
    std::vector<VertexId> labels = alone;
    const auto first = static_cast<VertexId>(std::countr_zero(set));
    for (VertexId v = 0; v < graph.num_vertices; ++v) {
      if ((set >> v & 1U) != 0) labels[v] = first;
    }
    gain[set] = quality_of(context, graph, LabelsView(labels), quality) - all_alone;
  }
  best[0] = 0.0;
  for (std::uint32_t set = 1; set < sets; ++set) {
    const std::uint32_t low = set & (~set + 1);
    const std::uint32_t rest = set ^ low;
    // Ends: `part` falls through the subsets of `rest`.
    for (std::uint32_t part = rest;; part = (part - 1) & rest) {
      best[set] = std::max(best[set], gain[part | low] + best[rest ^ part]);
      if (part == 0) break;
    }
  }
  return all_alone + best[sets - 1];
}

// A path or a grid of three columns with some more edges, or random ones; weights if `weighted`.
EdgeList small_graph(VertexId n, std::uint64_t seed) {
  std::vector<std::pair<VertexId, VertexId>> pairs;
  const auto kind = below(hash(seed, 1), 3);
  const auto draw = [&](std::uint64_t stream, std::uint64_t i) {
    return static_cast<VertexId>(below(hash(seed, stream, i), n));
  };
  for (VertexId v = 1; v < n && kind != 2; ++v) {
    if (kind == 0 || v % 3 != 0) pairs.emplace_back(v - 1, v);
    if (kind == 1 && v >= 3) pairs.emplace_back(v - 3, v);
  }
  for (std::uint64_t i = 0; i < (kind == 2 ? 2 * n : 2); ++i) {
    const VertexId u = draw(2, i);
    const VertexId v = draw(3, i);
    if (u != v) pairs.emplace_back(u, v);
  }
  return make_graph(n, pairs);
}

TEST(Exchanges, FindTheBestCommunitiesOfSmallGraphs) {
  const Context context({.threads = 1});
  int below_best = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const auto n = static_cast<VertexId>(6 + seed % 4);
    EdgeList edges = small_graph(n, seed);
    if (seed % 2 == 1) edges = weighted<std::int32_t>(std::move(edges), 9, seed);
    const Graph graph(std::move(edges));
    const auto rows = graph.rows(context);
    CommunityQuality quality;
    if (seed % 5 == 0) quality = {CommunityObjective::cpm, 0.4};
    const auto max_size = static_cast<VertexId>(2 + seed % 3);
    const double best = best_quality(rows.view(), quality, max_size);
    const CommunityConstraints constraints{.max_size = max_size};
    const double found =
        leiden(context, rows.view(), {.quality = quality, .seed = seed, .constraints = constraints})
            .quality;
    EXPECT_LE(found, best + 1e-9);
    below_best += found < best - 1e-9 ? 1 : 0;
  }
  EXPECT_EQ(below_best, 0);
}

// Pinned vertices stay, and communities of two of them do not merge.
TEST(Exchanges, KeepToLabels) {
  const Context context({.threads = 1});
  const Graph graph(random_graph(60, 200, 3));
  const auto rows = graph.rows(context);
  std::vector<VertexId> fixed(60, k_none);
  for (VertexId v = 0; v < 12; ++v) fixed[v] = v / 2;
  for (const VertexId max_size : {2U, 3U, 8U}) {
    const Clustering found =
        louvain(context, rows.view(), {.constraints = {.fixed = fixed, .max_size = max_size}});
    EXPECT_LE(facts_of(found.labels).largest, max_size);
    for (VertexId v = 0; v < 12; ++v) {
      for (VertexId u = 0; u < v; ++u) {
        EXPECT_EQ(found.labels.labels[u] == found.labels.labels[v], fixed[u] == fixed[v]);
      }
    }
  }
}

}  // namespace
}  // namespace hypermatch::test
