// SPDX-License-Identifier: MIT
// Verdicts of several threads are those of one, to the last bit of the bound: of right answers, and
// of answers with many faults far apart, of which the first one is named.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "hypermatch/b_matching.hpp"
#include "hypermatch/capacities.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/generate.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/graph_matching.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/verify_matching.hpp"
#include "tests/verify/same_verdict.hpp"
#include "verify/dual/dual_bound.hpp"

namespace hypermatch::verify {
namespace {

using namespace detail::verify;
using detail::base::hash;

const Context& serial() {
  static const Context context({.threads = 1});
  return context;
}

const std::vector<Context>& parallel_contexts() {
  static const std::vector<Context> contexts = [] {
    std::vector<Context> made;
    for (const int threads : {2, 3, 8}) {
      made.emplace_back(ContextOptions{.threads = threads, .backend = HostBackend::std_threads});
    }
    return made;
  }();
  return contexts;
}

// Answers made from a right one by leaving out, exchanging and adding some of its edges.
std::vector<std::vector<EdgeId>> spoilt(const std::vector<EdgeId>& good, EdgeId num_edges) {
  std::vector<std::vector<EdgeId>> answers = {good, {}};
  for (std::uint64_t i = 0; i < 12; ++i) {
    std::vector<EdgeId> answer = good;
    for (std::uint64_t fault = 0; fault < 1 + i % 4; ++fault) {
      const std::size_t place = hash(i, fault, 1) % answer.size();
      const auto other = static_cast<EdgeId>(hash(i, fault, 2) % (num_edges + (i == 5 ? 9 : 0)));
      if (i < 4) {
        answer.erase(answer.begin() + static_cast<std::ptrdiff_t>(place));
      } else if (i < 8) {
        answer[place] = other;
      } else {
        answer.push_back(i % 2 == 0 ? other : answer[place]);
      }
    }
    answers.push_back(answer);
  }
  return answers;
}

TEST(VerdictsOfThreads, OfHypergraphs) {
  int wrong = 0;
  for (const char* const weights : {"unit", "random:1..100", "random:-20..5"}) {
    Hypergraph hypergraph = generate::hypergraph(
        serial(), "sizes", {{"n", 5000}, {"m", 20'000}, {"min", 1}, {"max", 6}}, 3);
    generate::assign_weights(serial(), hypergraph.weights, 20'000, weights);
    const HypergraphMatching good = local_max(serial(), hypergraph.view());
    const std::vector<EdgeId> edges(good.edges.begin(), good.edges.end());
    for (const std::vector<EdgeId>& answer : spoilt(edges, 20'000)) {
      for (const bool greedy : {false, true}) {
        const MatchingDemands demands{.maximal = true, .greedy = greedy};
        const MatchingVerdict one = check_matching(serial(), hypergraph.view(), answer, demands);
        wrong += one.ok ? 0 : 1;
        EXPECT_EQ(one.ok, answer == edges) << one.violation;
        for (const Context& context : parallel_contexts()) {
          expect_same(one, check_matching(context, hypergraph.view(), answer, demands),
                      std::string(weights) + ": " + one.violation);
        }
      }
    }
  }
  EXPECT_GT(wrong, 60);
}

// The mates of what is left of a matching, some of them exchanged.
std::vector<VertexId> spoilt_mates(std::vector<VertexId> mates, std::uint64_t seed) {
  const auto part = [&](VertexId v) {
    if (mates[v] == k_none) return;
    mates[mates[v]] = k_none;
    mates[v] = k_none;
  };
  for (std::uint64_t i = 0; i < seed % 5; ++i) {
    const auto u = static_cast<VertexId>(hash(seed, i, 1) % mates.size());
    const auto v = static_cast<VertexId>(hash(seed, i, 2) % mates.size());
    if (seed % 2 == 0 || u == v) {
      part(u);
      continue;
    }
    part(u);
    part(v);
    mates[u] = v;
    mates[v] = u;
  }
  return mates;
}

TEST(VerdictsOfThreads, OfGraphsInBothForms) {
  int wrong = 0;
  for (const int weights : {0, 1, 2}) {
    const EdgeList list = generate::graph(
        serial(), "delaunay", {{"n", 4000}, {"weights", static_cast<double>(weights)}}, 5);
    const CompressedGraph rows = compress(serial(), list.view());
    const GraphMatching good = local_max(serial(), list.view());
    std::vector<double> ratings(list.edges.size());
    for (std::size_t e = 0; e < ratings.size(); ++e) ratings[e] = static_cast<double>(e % 7);
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      const std::vector<VertexId> mates = spoilt_mates(good.mates, seed);
      GraphMatchingDemands demands{.maximal = true, .greedy = seed % 3 == 0};
      if (seed % 4 == 3) demands.ratings = ratings;
      const MatchingVerdict one = check_graph_matching(serial(), list.view(), mates, demands);
      wrong += one.ok ? 0 : 1;
      const std::string what = std::to_string(weights) + ": " + one.violation;
      for (const Context& context : parallel_contexts()) {
        expect_same(one, check_graph_matching(context, list.view(), mates, demands), what);
        demands.ratings = {};
        expect_same(check_graph_matching(serial(), rows.view(), mates, demands),
                    check_graph_matching(context, rows.view(), mates, demands), what);
        if (seed % 4 == 3) demands.ratings = ratings;
      }
    }
  }
  EXPECT_GT(wrong, 15);
}

// Bounds of duals whose vertices move all at once are the same for every number of threads, and for
// both forms of a graph; they are close to those of vertices that move in turn.
TEST(BoundsOfThreads, AreThoseOfOne) {
  const auto check = [](const auto& edges, const auto& matched, Objective objective) {
    const double in_turn = dual_bound(serial(), edges, objective, matched).value;
    const double bound = dual_bound(serial(), edges, objective, matched, 0).value;
    EXPECT_LT(bound, 1.02 * in_turn);
    EXPECT_GT(bound, 0.95 * in_turn);
    for (const Context& context : parallel_contexts()) {
      EXPECT_EQ(bound, dual_bound(context, edges, objective, matched, 0).value);
    }
    return bound;
  };
  for (const VertexId longest : {3U, 7U}) {
    Hypergraph hypergraph = generate::hypergraph(
        serial(), "sizes", {{"n", 4000}, {"m", 12'000}, {"min", 3}, {"max", longest}}, 2);
    generate::assign_weights(serial(), hypergraph.weights, 12'000, "random:1..100");
    std::vector<EdgeId> matched(4000, k_none);
    for (const EdgeId e : greedy(serial(), hypergraph.view()).edges) {
      for (const VertexId v : hypergraph.view().pins_of(e)) matched[v] = e;
    }
    check(HyperedgePins(hypergraph.view()), std::span<const EdgeId>(matched), Objective::weight);
  }
  const EdgeList list = generate::graph(serial(), "rmat", {{"scale", 11}}, 1);
  const CompressedGraph rows = compress(serial(), list.view());
  const EdgeList numbered = edges_of(serial(), rows.view());
  const std::vector<EdgeId> none(list.num_vertices, k_none);
  const std::vector<Offset> nowhere(list.num_vertices, ~Offset{0});
  for (const Objective objective : {Objective::weight, Objective::cardinality}) {
    const double bound =
        check(ListEdges(numbered.view()), std::span<const EdgeId>(none), objective);
    EXPECT_EQ(bound, check(RowEdges(rows.view()), std::span<const Offset>(nowhere), objective));
  }
}

// What vertices of graphs gather by rows is what hyperedges of two pins add at their ends.
TEST(BoundsOfThreads, OfRowsAreThoseOfHyperedges) {
  const std::map<std::string, std::map<std::string, double>> families = {
      {"rmat", {{"scale", 9}}}, {"delaunay", {{"n", 2000}}}, {"star", {{"leaves", 2000}}}};
  for (const auto& [family, parameters] : families) {
    for (const char* const weights : {"unit", "random:1..100", "random:-20..20"}) {
      EdgeList list = generate::graph(serial(), family, parameters, 4);
      generate::assign_weights(serial(), list.weights, static_cast<EdgeId>(list.edges.size()),
                               weights);
      // Bounds of integers are whole numbers, which hide small differences.
      if (std::string(weights) == "random:-20..20") {
        Array<double> thirds(list.edges.size());
        for (EdgeId e = 0; e < thirds.size(); ++e) {
          thirds[e] = weight_at(view_of(list.weights), e) / 3;
        }
        list.weights = std::move(thirds);
      }
      const GraphMatching good = greedy(serial(), list.view());
      std::vector<EdgeId> matched(list.num_vertices, k_none);
      for (EdgeId e = 0; e < list.edges.size(); ++e) {
        const auto [u, v] = list.edges[e];
        if (good.mates[u] == v) matched[u] = matched[v] = e;
      }
      const std::span<const EdgeId> places(matched);
      const double bound =
          dual_bound(serial(), ListEdges(list.view()), Objective::weight, places, 0).value;
      const Hypergraph pairs = to_hypergraph(serial(), Graph(std::move(list)));
      for (const Context& context : parallel_contexts()) {
        EXPECT_EQ(
            bound,
            dual_bound(context, HyperedgePins(pairs.view()), Objective::weight, places, 0).value)
            << family << ' ' << weights;
      }
    }
  }
}

// Numbers of threads that verdicts under capacities are compared for.
const std::vector<Context>& two_and_seven() {
  static const std::vector<Context> contexts = [] {
    std::vector<Context> made;
    for (const int threads : {2, 7}) {
      made.emplace_back(ContextOptions{.threads = threads, .backend = HostBackend::std_threads});
    }
    return made;
  }();
  return contexts;
}

std::vector<std::uint32_t> some_capacities(VertexId n) {
  std::vector<std::uint32_t> each(n);
  for (VertexId v = 0; v < n; ++v) each[v] = static_cast<std::uint32_t>(hash(7, v) % 7);
  return each;
}

// Right answers and wrong ones; the instances are beyond each size at which the dual is improved in
// another way.
TEST(VerdictsOfThreads, OfGraphsUnderCapacities) {
  int wrong = 0;
  for (const double n : {2000, 10'000, 90'000}) {
    const EdgeList list = generate::graph(serial(), "delaunay", {{"n", n}, {"weights", 1}}, 5);
    const CompressedGraph rows = compress(serial(), list.view());
    const std::vector<std::uint32_t> each = some_capacities(list.num_vertices);
    for (const Capacities& capacities : {Capacities{.common = 2}, Capacities{.each = each}}) {
      const Partners good = local_max(serial(), list.view(), capacities);
      std::vector<VertexPair> pairs;
      for (VertexId v = 0; v < list.num_vertices; ++v) {
        for (const VertexId u : good.partners_of(v)) {
          if (v < u) pairs.push_back({v, u});
        }
      }
      for (std::uint64_t fault = 0; fault < (n < 20'000 ? 6 : 2); ++fault) {
        std::vector<VertexPair> answer = pairs;
        if (fault == 1) answer.erase(answer.begin() + 17);
        if (fault == 2) answer[99] = answer[500];
        if (fault == 3) answer.insert(answer.begin() + 55, 7, answer.front());
        if (fault == 4) answer[321][1] = list.num_vertices;
        if (fault == 5) answer[123][1] = answer[777][1];
        const GraphMatchingDemands demands{
            .maximal = true, .greedy = fault % 2 == 0, .capacities = capacities};
        const MatchingVerdict one = check_graph_matching(serial(), list.view(), answer, demands);
        const MatchingVerdict of_rows =
            check_graph_matching(serial(), rows.view(), answer, demands);
        EXPECT_EQ(one.ok, fault == 0) << one.violation;
        wrong += one.ok ? 0 : 1;
        for (const Context& context : two_and_seven()) {
          expect_same(one, check_graph_matching(context, list.view(), answer, demands),
                      one.violation);
          expect_same(of_rows, check_graph_matching(context, rows.view(), answer, demands),
                      one.violation);
        }
        if (fault != 0) continue;
        EXPECT_GT(one.certified_ratio, 0.93);
        for (const Context& context : two_and_seven()) {
          expect_same(one, check_graph_matching(context, list.view(), good, demands), "partners");
        }
      }
    }
  }
  EXPECT_EQ(wrong, 2 * 2 * 5 + 2);
}

TEST(VerdictsOfThreads, OfHypergraphsUnderCapacities) {
  int wrong = 0;
  for (const double n : {2000, 40'000}) {
    const auto m = static_cast<EdgeId>(3 * n);
    Hypergraph hypergraph =
        generate::hypergraph(serial(), "sizes", {{"n", n}, {"m", m}, {"min", 1}, {"max", 9}}, 3);
    generate::assign_weights(serial(), hypergraph.weights, m, "random:1..100");
    const std::vector<std::uint32_t> each = some_capacities(hypergraph.num_vertices);
    for (const Capacities& capacities : {Capacities{.common = 3}, Capacities{.each = each}}) {
      const HypergraphMatching good =
          local_max(serial(), hypergraph.view(), {.capacities = capacities});
      const std::vector<EdgeId> edges(good.edges.begin(), good.edges.end());
      for (const std::vector<EdgeId>& answer : spoilt(edges, m)) {
        const MatchingDemands demands{.maximal = true, .greedy = true, .capacities = capacities};
        const MatchingVerdict one = check_matching(serial(), hypergraph.view(), answer, demands);
        EXPECT_EQ(one.ok, answer == edges) << one.violation;
        wrong += one.ok ? 0 : 1;
        for (const Context& context : two_and_seven()) {
          expect_same(one, check_matching(context, hypergraph.view(), answer, demands),
                      one.violation);
        }
      }
    }
  }
  EXPECT_GT(wrong, 40);
}

// Stars, whose optimum is known: the heaviest edges at each centre. They have enough pins for each
// way to improve the dual.
TEST(BoundsOfThreads, UnderCapacitiesMeetTheOptimumOfStars) {
  constexpr VertexId k_leaves = 7;
  for (const VertexId stars : {300U, 8000U, 50'000U}) {
    const VertexId n = stars * (k_leaves + 1);
    EdgeList graph{n, {}, {}};
    Hypergraph hypergraph;
    hypergraph.num_vertices = n + stars;
    hypergraph.offsets.push_back(0);
    Array<std::int32_t> weights;
    std::vector<std::uint32_t> each(n + std::size_t{stars}, 1);
    double optimum = 0;
    for (VertexId star = 0; star < stars; ++star) {
      each[star] = 1 + star % 6;
      std::vector<std::int32_t> of_star;
      for (VertexId leaf = 0; leaf < k_leaves; ++leaf) {
        const VertexId v = stars + star * k_leaves + leaf;
        graph.edges.push_back({star, v});
        for (const VertexId pin : {star, v, n + (star + leaf) % stars}) {
          hypergraph.pins.push_back(pin);
        }
        hypergraph.offsets.push_back(hypergraph.pins.size());
        of_star.push_back(1 + static_cast<std::int32_t>(hash(star, leaf) % 1000));
        weights.push_back(of_star.back());
      }
      std::sort(of_star.rbegin(), of_star.rend());
      for (VertexId i = 0; i < each[star]; ++i) optimum += of_star[i];
    }
    // The third pins have room for all.
    for (VertexId v = n; v < n + stars; ++v) each[v] = k_leaves;
    graph.weights = weights.clone();
    hypergraph.weights = std::move(weights);
    const CompressedGraph rows = compress(serial(), graph.view());
    const Capacities of_graph{.each = std::span(each).first(n)};
    const Partners partners = local_max(serial(), graph.view(), of_graph);
    const HypergraphMatching matching =
        local_max(serial(), hypergraph.view(), {.capacities = {.each = each}});
    for (const Context& context : two_and_seven()) {
      const GraphMatchingDemands demands{.capacities = of_graph};
      for (const MatchingVerdict& verdict :
           {check_graph_matching(context, graph.view(), partners, demands),
            check_graph_matching(context, rows.view(), partners, demands),
            check_matching(context, hypergraph.view(), matching.edges,
                           {.capacities = {.each = each}})}) {
        EXPECT_EQ(verdict.value.weight, optimum);
        EXPECT_GE(verdict.upper_bound, optimum);
        EXPECT_LE(verdict.upper_bound, 1.001 * optimum);
        EXPECT_LE(verdict.certified_ratio, 1);
      }
    }
  }
}

TEST(VerdictsOfThreads, AStopEndsTheSearchForABound) {
  const Hypergraph hypergraph =
      generate::hypergraph(serial(), "uniform", {{"n", 20'000}, {"m", 60'000}}, 1);
  std::stop_source stop;
  stop.request_stop();
  for (const int threads : {1, 4}) {
    const Context context(
        {.threads = threads, .backend = HostBackend::automatic, .stop = stop.get_token()});
    try {
      (void)check_matching(context, hypergraph.view(), std::vector<EdgeId>{});
      FAIL() << threads << " threads";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::cancelled);
    }
  }
}

}  // namespace
}  // namespace hypermatch::verify
