// SPDX-License-Identifier: MIT
// Merges of communities against the definitions: the best pair again and again, the smallest
// community first.
#include "algorithms/clustering/common/constraints/merge.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <optional>
#include <set>

#include "algorithms/clustering/common/constraints/split.hpp"
#include "tests/algorithms/clustering/clustering_testing.hpp"
#include "tests/sizes.hpp"
#include "tests/stopping.hpp"

namespace hypermatch::detail::clustering {
namespace {

using base::below;
using base::hash;
using test::ring_of_cliques;

// Communities as sets of vertices of a level.
class Naive {
 public:
  Naive(const LevelView& level, const Objective& objective, const Limits& limits)
      : level_(level), gain_(objective.gain()), limits_(limits) {
    for (VertexId v = 0; v < level.graph.num_vertices; ++v) label_.push_back(v);
  }

  struct Pair {
    double gain;
    VertexId low;
    VertexId high;
  };

  // Merges of `only`, or of all; larger gains first, then lower numbers.
  [[nodiscard]] std::optional<Pair> best(std::optional<VertexId> only = {}) const {
    std::optional<Pair> best;
    for (VertexId low = 0; low < label_.size(); ++low) {
      for (VertexId high = low + 1; high < label_.size(); ++high) {
        if (only && low != *only && high != *only) continue;
        const auto links = links_of(low, high);
        if (!links || !may_merge(low, high)) continue;
        const double gain = MoveGain::of(gain_.price(volume(low)), *links, volume(high));
        if (!best || gain > best->gain) best = {gain, low, high};
      }
    }
    return best;
  }

  void merge(VertexId low, VertexId high) { std::replace(label_.begin(), label_.end(), high, low); }
  [[nodiscard]] std::size_t count() const {
    return std::set<VertexId>(label_.begin(), label_.end()).size();
  }
  [[nodiscard]] VertexId size(VertexId c) const {
    VertexId sum = 0;
    for (VertexId v = 0; v < label_.size(); ++v) sum += label_[v] == c ? limits_.size[v] : 0;
    return sum;
  }
  [[nodiscard]] const std::vector<VertexId>& labels() const { return label_; }

 private:
  [[nodiscard]] std::int64_t volume(VertexId c) const {
    std::int64_t sum = 0;
    for (VertexId v = 0; v < label_.size(); ++v) sum += label_[v] == c ? level_.volume[v] : 0;
    return sum;
  }
  [[nodiscard]] bool is_pinned(VertexId c) const {
    for (VertexId v = 0; v < label_.size(); ++v) {
      if (label_[v] == c && limits_.pinned[v] != 0) return true;
    }
    return false;
  }
  [[nodiscard]] bool may_merge(VertexId a, VertexId b) const {
    if (is_pinned(a) && is_pinned(b)) return false;
    return limits_.max_size == 0 || size(a) + size(b) <= limits_.max_size;
  }
  [[nodiscard]] std::optional<std::int64_t> links_of(VertexId a, VertexId b) const {
    std::optional<std::int64_t> links;
    for (VertexId v = 0; v < label_.size(); ++v) {
      if (label_[v] != a) continue;
      for (Offset at = level_.graph.offsets[v]; at < level_.graph.offsets[v + 1]; ++at) {
        if (label_[level_.graph.neighbours[at]] != b) continue;
        links = links.value_or(0) +
                with_weights(level_.graph.weights, [&](const auto& weight) { return weight(at); });
      }
    }
    return links;
  }

  LevelView level_;
  MoveGain gain_;
  const Limits& limits_;
  std::vector<VertexId> label_;
};

struct Case {
  Graph graph;
  CommunityQuality quality;
  Limits limits;
};

// Small graphs of few weights, so that many merges tie.
Case random_case(std::uint64_t seed) {
  const auto n = static_cast<VertexId>(4 + below(hash(seed, 1), 12));
  const EdgeList list = test::weighted<std::int32_t>(
      test::random_graph(n, n + below(hash(seed, 2), n / 2), seed), 2, seed);
  Case result{Graph(EdgeList{n, list.edges.clone(), clone(list.weights)}), {}, {}};
  if (below(hash(seed, 3), 2) == 0) result.quality = {CommunityObjective::cpm, 0.5};
  result.limits = {Array<std::uint8_t>(n, 0), Array<VertexId>(n, 1), 0};
  for (VertexId v = 0; v < n; ++v) {
    result.limits.pinned[v] = below(hash(seed, 4, v), 5) == 0 ? 1 : 0;
    result.limits.size[v] = static_cast<VertexId>(1 + below(hash(seed, 5, v), 3));
  }
  if (below(hash(seed, 6), 2) == 0) {
    result.limits.max_size = static_cast<VertexId>(4 + below(hash(seed, 7), 12));
  }
  return result;
}

std::vector<VertexId> numbered(const Array<VertexId>& labels) {
  return numbered_by_first_vertex(labels.view());
}

TEST(MergeTo, MakesTheBestMergeAgainAndAgain) {
  const Context context({.threads = 1});
  for (std::uint64_t seed = 0; seed < test::by_build(800U, 80U); ++seed) {
    SCOPED_TRACE(seed);
    const Case test = random_case(seed);
    const auto rows = test.graph.rows(context);
    const FinestLevel finest(context, rows.view(), {}, test.quality);
    Naive naive(finest.view(), finest.objective(), test.limits);
    for (VertexId count = rows.view().num_vertices; count > 0; --count) {
      const Array<VertexId> found =
          merge_to(context, finest.view(), finest.objective(), test.limits, count);
      EXPECT_EQ(numbered(found), numbered_by_first_vertex(naive.labels())) << count;
      const auto best = naive.best();
      if (!best) break;
      naive.merge(best->low, best->high);
    }
  }
}

TEST(MergeSmall, MergesTheSmallestFirst) {
  const Context context({.threads = 1});
  for (std::uint64_t seed = 0; seed < test::by_build(800U, 80U); ++seed) {
    SCOPED_TRACE(seed);
    const Case test = random_case(seed);
    const auto rows = test.graph.rows(context);
    const FinestLevel finest(context, rows.view(), {}, test.quality);
    const auto least = static_cast<VertexId>(1 + below(hash(seed, 8), 9));
    Naive naive(finest.view(), finest.objective(), test.limits);
    // Ends: each turn makes a merge.
    for (bool goes_on = true; goes_on;) {
      std::set<std::pair<VertexId, VertexId>> small;
      for (const VertexId c : naive.labels()) {
        if (naive.size(c) < least) small.emplace(naive.size(c), c);
      }
      goes_on = false;
      for (const auto& [size, c] : small) {
        const auto best = naive.best(c);
        if (!best) continue;
        naive.merge(best->low, best->high);
        goes_on = true;
        break;
      }
    }
    const Array<VertexId> found =
        merge_small(context, finest.view(), finest.objective(), test.limits, least);
    EXPECT_EQ(numbered(found), numbered_by_first_vertex(naive.labels()));
  }
}

Limits no_limits(VertexId n) {
  return {Array<std::uint8_t>(n, 0), Array<VertexId>(n, 1), 0};
}

// More communities than a matrix takes: rounds, on any number of threads.
TEST(MergeTo, ManyCommunities) {
  const Context serial({.threads = 1});
  const Context wide({.threads = 4, .backend = HostBackend::std_threads});
  const VertexId n = 9000;
  test::Pairs path;
  for (VertexId v = 1; v < n; ++v) path.emplace_back(v - 1, v);
  std::vector<EdgeList> lists;
  lists.push_back(test::make_graph(n, path));
  lists.push_back(test::make_graph(n, test::star_pairs(n - 1)));
  lists.push_back(ring_of_cliques(n / 6, 6));
  for (EdgeList& list : lists) {
    const Graph graph(std::move(list));
    const auto rows = graph.rows(serial);
    const FinestLevel finest(serial, rows.view(), {}, {});
    for (const VertexId count : {8999U, 5000U, 1025U, 1000U, 1U}) {
      const Array<VertexId> found =
          merge_to(serial, finest.view(), finest.objective(), no_limits(n), count);
      EXPECT_EQ(count_labels(serial, found.view()), count);
      EXPECT_TRUE(test::is_connected(rows.view(), found.view()));
      EXPECT_EQ(numbered(merge_to(wide, finest.view(), finest.objective(), no_limits(n), count)),
                numbered(found));
    }
  }
}

TEST(MergeTo, ManyCommunitiesWithinLimits) {
  const Context context({.threads = 2, .backend = HostBackend::std_threads});
  const VertexId n = 6000;
  const Graph graph(test::random_graph(n, 3 * n, 4));
  const auto rows = graph.rows(context);
  const FinestLevel finest(context, rows.view(), {}, {});
  Limits limits = no_limits(n);
  for (VertexId v = 0; v < n; v += 50) limits.pinned[v] = 1;
  limits.max_size = 40;
  for (const VertexId count : {2000U, 1U}) {
    const Array<VertexId> found =
        merge_to(context, finest.view(), finest.objective(), limits, count);
    if (count > 1) {
      EXPECT_EQ(count_labels(context, found.view()), count);
    }
    std::vector<VertexId> size(n, 0);
    std::vector<VertexId> pins(n, 0);
    for (VertexId v = 0; v < n; ++v) {
      ++size[found[v]];
      pins[found[v]] += limits.pinned[v];
    }
    for (VertexId c = 0; c < n; ++c) {
      EXPECT_LE(size[c], 40U);
      EXPECT_LE(pins[c], 1U);
    }
  }
}

TEST(MergeSmall, StopsWhenAsked) {
  const Context context({.threads = 1});
  constexpr VertexId k_leaves = 600'000;
  const Graph graph(test::make_graph(k_leaves + 1, test::star_pairs(k_leaves)));
  const auto rows = graph.rows(context);
  const FinestLevel finest(context, rows.view(), {}, {});
  const Limits limits = no_limits(k_leaves + 1);
  const auto merge = [&](const Context& watched) {
    (void)merge_small(watched, finest.view(), finest.objective(), limits, 2);
  };
  EXPECT_TRUE(test::WatchedCall(merge, 1, 1).stopped());
}

TEST(SplitTo, MakesConnectedPartsOfCommunities) {
  const Context serial({.threads = 1});
  const Context wide({.threads = 3, .backend = HostBackend::std_threads});
  // Twelve cliques in three communities, of which each split parts cliques first.
  const Graph graph(ring_of_cliques(12, 6));
  const auto rows = graph.rows(serial);
  const FinestLevel finest(serial, rows.view(), {}, {});
  const VertexId n = 72;
  std::vector<VertexId> communities(n);
  for (VertexId v = 0; v < n; ++v) communities[v] = v / 24;
  for (const VertexId count : {4U, 7U, 12U, 30U, 72U}) {
    const auto split = [&](const Context& context, VertexId least) {
      return split_to(context, finest.view(), finest.objective(), no_limits(n), communities, count,
                      least, {});
    };
    const Array<VertexId> found = split(serial, 0);
    EXPECT_EQ(count_labels(serial, found.view()), count);
    EXPECT_TRUE(test::is_connected(rows.view(), found.view()));
    EXPECT_EQ(numbered(split(wide, 0)), numbered(found));
    for (VertexId u = 0; u < n; ++u) {
      for (VertexId v = 0; v < u; ++v) {
        if (found[u] != found[v]) continue;
        EXPECT_EQ(communities[u], communities[v]);
      }
      if (count <= 12) {
        EXPECT_EQ(found[u], found[u / 6 * 6]);
      }
    }
    // Parts of four vertices at least: the cliques are the smallest.
    EXPECT_EQ(count_labels(serial, split(serial, 4).view()), std::min(count, 12U));
  }
}

// The volumes of parts are those of the whole graph: what is cut off by communities still counts.
TEST(SplitTo, KeepsTheVolumesOfTheGraph) {
  const Context context({.threads = 1});
  // A path 0 1 2 3 of weights 4 3 4 is to be parted once. Edges lead from 0 and 1 to the hub 4 of
  // another community, which makes the split between these two the one that loses least.
  const EdgeList list = test::make_graph(5, {{0, 1}, {1, 2}, {2, 3}, {0, 4}, {1, 4}});
  EdgeList heavy{5, list.edges.clone(), {}};
  heavy.weights = Array<std::int32_t>(
      std::span<const std::int32_t>(std::vector<std::int32_t>{4, 3, 4, 40, 40}));
  const Graph graph(std::move(heavy));
  const auto rows = graph.rows(context);
  const FinestLevel finest(context, rows.view(), {}, {});
  const std::vector<VertexId> communities = {0, 0, 0, 0, 4};
  const Array<VertexId> found =
      split_to(context, finest.view(), finest.objective(), no_limits(5), communities, 3, 0, {});
  EXPECT_EQ(numbered(found), (std::vector<VertexId>{0, 1, 1, 1, 2}));
}

}  // namespace
}  // namespace hypermatch::detail::clustering
