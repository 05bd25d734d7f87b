// SPDX-License-Identifier: MIT
// The verifier of communities against the definitions: every move and every merge of small graphs
// is tried, and worth the difference of two qualities in long double.
#include "hypermatch/verify_communities.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <queue>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/graph_forms.hpp"

namespace hypermatch::verify {
namespace {

using detail::base::below;
using detail::base::hash;

struct Case {
  EdgeList graph;
  Weights loops;
  std::vector<VertexId> labels;
};

// A graph of up to 9 vertices, weights 0 .. 3 (or none), loops (or none), labels of few numbers.
Case random_case(std::uint64_t seed) {
  std::uint64_t draw = 0;
  const auto next = [&](std::uint64_t bound) { return below(hash(seed, ++draw), bound); };
  Case result;
  const auto n = static_cast<VertexId>(1 + next(9));
  result.graph.num_vertices = n;
  Array<double> weights;
  Array<double> loops;
  const std::uint64_t density = 1 + next(4);
  for (VertexId u = 0; u < n; ++u) {
    for (VertexId v = u + 1; v < n; ++v) {
      if (next(5) >= density) continue;
      result.graph.edges.push_back({u, v});
      weights.push_back(static_cast<double>(next(4)));
    }
    loops.push_back(static_cast<double>(next(3)));
  }
  if (next(3) != 0) result.graph.weights = std::move(weights);
  if (next(3) == 0) result.loops = std::move(loops);
  const std::uint64_t kinds = 1 + next(n);
  for (VertexId v = 0; v < n; ++v) result.labels.push_back(static_cast<VertexId>(next(kinds)));
  return result;
}

long double quality_of(const Case& c, const std::vector<VertexId>& labels,
                       const CommunityQuality& quality) {
  std::map<VertexId, long double> degree, size;
  long double total = 0, inside = 0;
  const EdgeListView view = c.graph.view();
  for (std::size_t e = 0; e < view.edges.size(); ++e) {
    const long double weight = weight_at(view.weights, e);
    const auto [u, v] = view.edges[e];
    degree[labels[u]] += weight;
    degree[labels[v]] += weight;
    total += weight;
    if (labels[u] == labels[v]) inside += weight;
  }
  const WeightsView loops = view_of(c.loops);
  for (std::size_t v = 0; v < labels.size(); ++v) {
    size[labels[v]] += 1;
    if (!is_weighted(loops)) continue;
    degree[labels[v]] += 2 * static_cast<long double>(weight_at(loops, v));
    total += weight_at(loops, v);
    inside += weight_at(loops, v);
  }
  if (total == 0) return 0;
  long double value = inside / total;
  const long double resolution = quality.resolution.value_or(1.0);
  if (quality.objective == CommunityObjective::modularity) {
    for (const auto& [label, sum] : degree) {
      value -= resolution * (sum / (2 * total)) * (sum / (2 * total));
    }
  } else {
    for (const auto& [label, sum] : size) value -= resolution * sum * (sum - 1) / 2 / total;
  }
  return value;
}

bool are_connected(const GraphView& rows, const std::vector<VertexId>& labels) {
  std::vector<bool> reached(labels.size(), false);
  std::map<VertexId, bool> seen;
  for (VertexId v = 0; v < labels.size(); ++v) {
    if (reached[v]) continue;
    if (std::exchange(seen[labels[v]], true)) return false;
    std::queue<VertexId> queue({v});
    reached[v] = true;
    for (; !queue.empty(); queue.pop()) {
      for (const VertexId u : rows.neighbours_of(queue.front())) {
        if (reached[u] || labels[u] != labels[v]) continue;
        reached[u] = true;
        queue.push(u);
      }
    }
  }
  return true;
}

struct BestGains {
  long double move = 0, merge = 0;
};

std::vector<VertexId> moved(std::vector<VertexId> labels, VertexId v, VertexId to) {
  labels[v] = to;
  return labels;
}

std::vector<VertexId> merged(std::vector<VertexId> labels, VertexId from, VertexId to) {
  for (VertexId& label : labels) {
    if (label == from) label = to;
  }
  return labels;
}

BestGains best_gains(const Case& c, const CommunityQuality& quality) {
  const long double now = quality_of(c, c.labels, quality);
  const auto n = static_cast<VertexId>(c.labels.size());
  BestGains best;
  for (VertexId v = 0; v < n; ++v) {
    for (VertexId to = 0; to <= n; ++to) {  // n: a community of its own
      best.move = std::max(best.move, quality_of(c, moved(c.labels, v, to), quality) - now);
    }
    for (VertexId u = 0; u < n; ++u) {
      best.merge = std::max(
          best.merge, quality_of(c, merged(c.labels, c.labels[u], c.labels[v]), quality) - now);
    }
  }
  return best;
}

TEST(CheckCommunities, FindsTheBestMoveAndMergeOfSmallGraphs) {
  const Context one({.threads = 1});
  const Context three({.threads = 3, .backend = HostBackend::std_threads});
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE(seed);
    const Case c = random_case(seed);
    const EdgeListView view = c.graph.view();
    GraphForms forms(one, view);
    const GraphView& rows = forms.rows();
    for (const CommunityQuality& quality : {CommunityQuality{}, CommunityQuality{.resolution = 0.6},
                                            CommunityQuality{CommunityObjective::cpm, 0.3}}) {
      const CommunitiesDemands demands{.quality = quality, .loop_weights = view_of(c.loops)};
      const CommunitiesVerdict verdict =
          check_communities(one, rows, LabelsView(c.labels), demands);
      ASSERT_TRUE(verdict.ok) << verdict.violation;
      const long double now = quality_of(c, c.labels, quality);
      EXPECT_NEAR(verdict.quality, static_cast<double>(now), 1e-12);
      EXPECT_EQ(verdict.connected, are_connected(rows, c.labels));
      EXPECT_EQ(verdict.communities, std::set<VertexId>(c.labels.begin(), c.labels.end()).size());
      const BestGains best = best_gains(c, quality);
      EXPECT_NEAR(verdict.best_move ? verdict.best_move->gain : 0.0, static_cast<double>(best.move),
                  1e-12);
      EXPECT_NEAR(verdict.best_merge ? verdict.best_merge->gain : 0.0,
                  static_cast<double>(best.merge), 1e-12);
      // What is named is worth that.
      if (verdict.best_move) {
        const auto& [from, to, gain] = *verdict.best_move;
        const auto alone = static_cast<VertexId>(c.labels.size());
        const std::vector<VertexId> after =
            moved(c.labels, from, from == to ? alone : c.labels[to]);
        EXPECT_NEAR(gain, static_cast<double>(quality_of(c, after, quality) - now), 1e-12);
      }
      if (verdict.best_merge) {
        const auto& [from, to, gain] = *verdict.best_merge;
        const std::vector<VertexId> after = merged(c.labels, c.labels[from], c.labels[to]);
        EXPECT_NEAR(gain, static_cast<double>(quality_of(c, after, quality) - now), 1e-12);
      }
      const CommunitiesVerdict again =
          check_communities(three, rows, LabelsView(c.labels), demands);
      EXPECT_EQ(again.quality, verdict.quality);
      EXPECT_EQ(again.best_move.has_value(), verdict.best_move.has_value());
      if (again.best_move && verdict.best_move) {
        EXPECT_EQ(again.best_move->from, verdict.best_move->from);
        EXPECT_EQ(again.best_move->to, verdict.best_move->to);
      }
    }
  }
}

// Of more vertices than one thread takes at a time.
TEST(CheckCommunities, NamesTheFirstOfManyOnAnyNumberOfThreads) {
  constexpr VertexId k_triangles = 1000;
  EdgeList triangles;
  triangles.num_vertices = 3 * k_triangles;
  std::vector<VertexId> each;
  for (VertexId t = 0; t < k_triangles; ++t) {
    const VertexId v = 3 * t;
    for (const auto& [a, b] : {std::pair(v, v + 1), std::pair(v, v + 2), std::pair(v + 1, v + 2)}) {
      triangles.edges.push_back({a, b});
    }
    each.insert(each.end(), 3, t);
  }
  for (const int threads : {1, 2, 5}) {
    const Context context({.threads = threads, .backend = HostBackend::std_threads});
    const EdgeListView view = triangles.view();
    GraphForms forms(context, view);
    const auto judge = [&](const std::vector<VertexId>& labels) {
      return check_communities(context, forms.rows(), LabelsView(labels), {.connected = true});
    };
    EXPECT_FALSE(judge(each).best_move);
    EXPECT_FALSE(judge(each).best_merge);
    // The last vertices of some triangles are alone.
    for (const std::vector<VertexId>& cut :
         {std::vector<VertexId>{0, 500, 999}, std::vector<VertexId>{400, 401},
          std::vector<VertexId>{999}}) {
      std::vector<VertexId> labels = each;
      for (const VertexId t : cut) labels[3 * t + 2] = k_triangles + t;
      const CommunitiesVerdict verdict = judge(labels);
      ASSERT_TRUE(verdict.best_move && verdict.best_merge);
      EXPECT_EQ(verdict.best_move->from, 3 * cut.front() + 2);
      EXPECT_EQ(verdict.best_move->to, 3 * cut.front());
      EXPECT_EQ(verdict.best_merge->from, 3 * cut.front());
      EXPECT_EQ(verdict.best_merge->to, 3 * cut.front() + 2);
    }
    std::vector<VertexId> joined = each;
    for (const VertexId t : {100U, 400U, 700U}) joined[3 * t] = joined[3 * t + 5] = t + 1;
    EXPECT_EQ(judge(joined).violation, "the community of vertex 301 is not connected");
  }
}

TEST(CheckCommunities, GainsAreTheSameAtAnyScaleOfWeights) {
  const Context context({.threads = 1});
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    const Case c = random_case(seed);
    const auto verdict_at = [&](double scale, CommunityQuality quality) {
      EdgeList graph{c.graph.num_vertices, c.graph.edges.clone(), {}};
      Array<double> weights;
      for (std::size_t e = 0; e < graph.edges.size(); ++e) {
        weights.push_back(scale * weight_at(c.graph.view().weights, e));
      }
      graph.weights = std::move(weights);
      const EdgeListView view = graph.view();
      GraphForms forms(context, view);
      if (quality.objective == CommunityObjective::cpm) quality.resolution = 0.3 * scale;
      return check_communities(context, forms.rows(), LabelsView(c.labels), {.quality = quality});
    };
    for (const CommunityQuality& quality :
         {CommunityQuality{}, CommunityQuality{CommunityObjective::cpm, 0.3}}) {
      const CommunitiesVerdict expected = verdict_at(1.0, quality);
      const auto expect_equal = [](const std::optional<CommunityGain>& found,
                                   const std::optional<CommunityGain>& wanted) {
        ASSERT_EQ(found.has_value(), wanted.has_value());
        if (!found) return;
        EXPECT_EQ(found->from, wanted->from);
        EXPECT_EQ(found->to, wanted->to);
        EXPECT_DOUBLE_EQ(found->gain, wanted->gain);
      };
      for (const double scale : {0x1p-1000, 0x1p-700, 0x1p800, 0x1p1010}) {
        const CommunitiesVerdict found = verdict_at(scale, quality);
        EXPECT_DOUBLE_EQ(found.quality, expected.quality);
        expect_equal(found.best_move, expected.best_move);
        expect_equal(found.best_merge, expected.best_merge);
      }
    }
  }
}

TEST(CheckCommunities, DemandsConnectedOnesByTheNameOfTheFirst) {
  // The path 0 - 1 - 2 - 3 with 0 and 3 together.
  EdgeList path;
  path.num_vertices = 4;
  for (VertexId v = 0; v < 3; ++v) path.edges.push_back({v, v + 1});
  const Context context({.threads = 2, .backend = HostBackend::std_threads});
  const EdgeListView view = path.view();
  GraphForms forms(context, view);
  const std::vector<VertexId> labels = {0, 1, 1, 0};
  CommunitiesDemands demands;
  EXPECT_TRUE(check_communities(context, forms.rows(), LabelsView(labels), demands).ok);
  demands.connected = true;
  const CommunitiesVerdict verdict =
      check_communities(context, forms.rows(), LabelsView(labels), demands);
  EXPECT_FALSE(verdict.ok);
  EXPECT_EQ(verdict.violation, "the community of vertex 1 is not connected");
  demands.name = [](VertexId v) { return "v" + std::to_string(v); };
  EXPECT_EQ(check_communities(context, forms.rows(), LabelsView(labels), demands).violation,
            "the community of vertex v0 is not connected");
}

TEST(CheckCommunities, HoldsThemToTheirConstraints) {
  EdgeList path;
  path.num_vertices = 4;
  for (VertexId v = 0; v < 3; ++v) path.edges.push_back({v, v + 1});
  const Context context({.threads = 1});
  const EdgeListView view = path.view();
  GraphForms forms(context, view);
  const std::vector<VertexId> labels = {3, 3, 1, 3};
  const auto violation = [&](const CommunityConstraints& constraints) {
    const CommunitiesVerdict verdict =
        check_communities(context, forms.rows(), LabelsView(labels), {.constraints = constraints});
    EXPECT_EQ(verdict.ok, verdict.violation.empty());
    return verdict.violation;
  };
  const std::vector<VertexId> good = {2, k_none, 0, 2};
  const std::vector<VertexId> apart = {2, k_none, 2, k_none};
  const std::vector<VertexId> together = {k_none, 2, k_none, 0};
  EXPECT_EQ(violation({.fixed = good, .communities = 2, .min_size = 2, .max_size = 3}), "");
  EXPECT_EQ(violation({.fixed = apart}),
            "vertices 1 and 3 are fixed in one community, and are in two");
  EXPECT_EQ(violation({.fixed = together}),
            "vertices 2 and 4 are fixed in two communities, and are in one");
  EXPECT_EQ(violation({.communities = 3}), "there are 2 communities, not 3");
  EXPECT_EQ(violation({.max_size = 2}), "the community of vertex 1 has 3 vertices, more than 2");
  const std::vector<VertexId> few = {0};
  EXPECT_THROW((void)violation({.fixed = few}), Error);
}

TEST(CheckCommunities, RefusesWhatIsNoQuestion) {
  EdgeList graph;
  graph.num_vertices = 2;
  graph.edges.push_back({0, 1});
  const Context context({.threads = 1});
  const auto expect = [&](const std::vector<VertexId>& labels, const CommunitiesDemands& demands,
                          ErrorCode code, const std::string& text) {
    const EdgeListView view = graph.view();
    GraphForms forms(context, view);
    try {
      (void)check_communities(context, forms.rows(), LabelsView(labels), demands);
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), code);
      EXPECT_NE(std::string(error.what()).find(text), std::string::npos) << error.what();
    }
  };
  expect({0}, {}, ErrorCode::invalid_input, "there are 1 labels for 2 vertices");
  expect({0, 2}, {}, ErrorCode::invalid_input, "2");
  expect({0, 1}, {.quality = {CommunityObjective::cpm}}, ErrorCode::invalid_option, "no default");
  expect({0, 1}, {.quality = {.resolution = 0}}, ErrorCode::invalid_option, "positive");
  Array<double> negative;
  negative.push_back(-1);
  graph.weights = std::move(negative);
  expect({0, 1}, {}, ErrorCode::invalid_input, "not negative");
  graph.weights = std::monostate{};
  for (const std::vector<double>& loops :
       {std::vector<double>{1}, std::vector<double>{1, 1, 1}, std::vector<double>{1, -1},
        std::vector<double>{1, INFINITY}, std::vector<double>{1, NAN}}) {
    const std::string text = loops.size() == 2 ? "the weight of the loop at vertex 1 must be finite"
                                               : "weights of loops for 2 vertices";
    expect({0, 1}, {.loop_weights = std::span<const double>(loops)}, ErrorCode::invalid_input,
           text);
  }
}

}  // namespace
}  // namespace hypermatch::verify
