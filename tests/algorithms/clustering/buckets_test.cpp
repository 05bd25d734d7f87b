// SPDX-License-Identifier: MIT
// Louvain's method by buckets of degrees against its definition, written in maps.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "algorithms/clustering/common/multilevel/level.hpp"
#include "hypermatch/error.hpp"
#include "tests/algorithms/clustering/clustering_testing.hpp"
#include "tests/parallel/contexts.hpp"

namespace hypermatch::test {
namespace {

using detail::clustering::MoveGain;

// One sweep by Naim 2017, Paper III, from each vertex alone: what each vertex's community is.
class OneSweep {
 public:
  OneSweep(const GraphView& rows, bool is_relaxed) : rows_(rows), community_(rows.num_vertices) {
    std::iota(community_.begin(), community_.end(), VertexId{0});
    std::vector<std::vector<VertexId>> buckets(is_relaxed ? 1 : 7);
    constexpr std::array<std::uint64_t, 6> bounds = {4, 8, 16, 32, 84, 319};
    for (VertexId v = 0; v < rows.num_vertices; ++v) {
      std::size_t bucket = 0;
      // Ends: it grows.
      while (!is_relaxed && bucket < bounds.size() && rows.degree(v) > bounds[bucket]) ++bucket;
      buckets[bucket].push_back(v);
    }
    for (const std::vector<VertexId>& bucket : buckets) {
      std::vector<VertexId> next = community_;
      for (const VertexId v : bucket) next[v] = decide(v);
      community_ = next;
    }
  }

  [[nodiscard]] const std::vector<VertexId>& communities() const { return community_; }

 private:
  [[nodiscard]] std::int64_t weight(Offset arc) const {
    return static_cast<std::int64_t>(weight_at(rows_.weights, arc));
  }
  [[nodiscard]] std::int64_t volume(VertexId v) const {
    std::int64_t sum = 0;
    for (Offset a = rows_.offsets[v]; a < rows_.offsets[v + 1]; ++a) sum += weight(a);
    return sum;
  }

  [[nodiscard]] VertexId decide(VertexId v) const {
    std::map<VertexId, std::int64_t> volumes;
    std::map<VertexId, VertexId> members;
    std::int64_t total = 0;
    for (VertexId u = 0; u < rows_.num_vertices; ++u) {
      total += volume(u);
      if (u != v) volumes[community_[u]] += volume(u);
      ++members[community_[u]];
    }
    std::map<VertexId, std::int64_t> links;
    for (Offset a = rows_.offsets[v]; a < rows_.offsets[v + 1]; ++a) {
      links[community_[rows_.neighbours[a]]] += weight(a);
    }
    const VertexId own = community_[v];
    const MoveGain gains{1.0 / static_cast<double>(total)};
    const auto gain = [&](VertexId c) {
      return MoveGain::of(gains.price(volume(v)), links[c], volumes[c]);
    };
    VertexId best = own;
    for (VertexId c = 0; c < rows_.num_vertices; ++c) {
      if (c == own || !links.contains(c)) continue;
      if (members[own] == 1 && members[c] == 1 && c > own) continue;
      if (gain(c) > gain(best)) best = c;
    }
    return best;
  }

  const GraphView& rows_;
  std::vector<VertexId> community_;
};

TEST(Buckets, OneSweepIsWhatItsDefinitionSays) {
  const Context context({.threads = 2, .backend = HostBackend::std_threads});
  std::size_t joined = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const auto n = static_cast<VertexId>(8 + seed % 40);
    EdgeList list = seed == 0 ? make_graph(400, star_pairs(399)) : random_graph(n, 2 * n, seed);
    if (seed % 2 == 0) list = weighted<std::int32_t>(list, 4, seed);
    const Graph graph(std::move(list));
    const auto rows = graph.rows(context);
    const GraphView view = rows.view();
    for (const LouvainVariant variant :
         {LouvainVariant::buckets, LouvainVariant::relaxed_buckets}) {
      const OneSweep expected(view, variant == LouvainVariant::relaxed_buckets);
      const Clustering found =
          louvain(context, view, {.variant = variant, .max_sweeps = 1, .max_levels = 1});
      std::vector<VertexId> alone(view.num_vertices);
      std::iota(alone.begin(), alone.end(), VertexId{0});
      const double before = quality_of(context, view, LabelsView(alone));
      const double after = quality_of(context, view, LabelsView(expected.communities()));
      if (!(after > before)) {
        EXPECT_EQ(found.communities, view.num_vertices) << "a sweep that loses is undone";
        continue;
      }
      ++joined;
      EXPECT_EQ(found.labels.labels, numbered_by_first_vertex(expected.communities())) << seed;
    }
  }
  EXPECT_GT(joined, 60U);
}

// Both ends of an edge want to change places, sweep by sweep, unless the number decides.
TEST(Buckets, TwoThatAreAloneDoNotChangePlaces) {
  const Context context({.threads = 1});
  Pairs pairs;
  for (VertexId v = 0; v < 100; v += 2) pairs.emplace_back(v, v + 1);
  const Graph graph(make_graph(100, pairs));
  const auto rows = graph.rows(context);
  for (const LouvainVariant variant : {LouvainVariant::buckets, LouvainVariant::relaxed_buckets}) {
    const Clustering found = louvain(context, rows.view(), {.variant = variant});
    EXPECT_EQ(found.communities, 50U);
    EXPECT_EQ(found.levels.front().sweeps, 2U);  // the second finds nothing
  }
}

TEST(Buckets, RefusesConstraints) {
  const Context context({.threads = 1});
  const Graph graph(ring_of_cliques(3, 4));
  const auto rows = graph.rows(context);
  try {
    (void)louvain(context, rows.view(),
                  {.variant = LouvainVariant::buckets, .constraints = {.max_size = 3}});
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::unsupported);
    EXPECT_STREQ(error.what(),
                 "louvain (buckets) takes no constraints of communities; leiden and louvain "
                 "(sub_rounds) do");
  }
}

}  // namespace
}  // namespace hypermatch::test
