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
#include "hypermatch/error.hpp"
#include "hypermatch/generate.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/graph_matching.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/verify.hpp"
#include "tests/verify/same_verdict.hpp"
#include "verify/dual_bound.hpp"

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
