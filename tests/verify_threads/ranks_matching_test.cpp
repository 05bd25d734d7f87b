// SPDX-License-Identifier: MIT
// The proof on ranks accepts the greedy matching, and nothing else.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/ranks_matching.hpp"
#include "hypermatch/verify_ranks.hpp"

namespace hypermatch {
namespace {

using detail::base::hash;

constexpr int k_ranks = 3;

Hypergraph random_hypergraph(std::uint64_t seed, bool is_graph) {
  Hypergraph made;
  made.num_vertices = 30;
  made.offsets.push_back(0);
  Array<std::int64_t> weights;
  for (std::uint64_t e = 0; e < 60; ++e) {
    const std::uint64_t size = is_graph ? 2 : 1 + hash(seed, e) % 3;
    VertexId pin = static_cast<VertexId>(hash(seed + 1, e) % 10);
    for (std::uint64_t i = 0; i < size; ++i) {
      made.pins.push_back(pin);
      pin += static_cast<VertexId>(1 + hash(seed + 2, 3 * e + i) % 9);
    }
    made.offsets.push_back(made.pins.size());
    weights.push_back(static_cast<std::int64_t>(hash(seed + 3, e) % 5));
  }
  made.weights = std::move(weights);
  return made;
}

EdgePart part_of(const Hypergraph& hypergraph, std::size_t q) {
  const std::size_t m = hypergraph.offsets.size() - 1;
  const std::size_t first = m * q / k_ranks;
  const std::size_t last = m * (q + 1) / k_ranks;
  EdgePart part;
  part.num_vertices = hypergraph.num_vertices;
  part.first_edge = first;
  Array<std::int64_t> weights;
  part.offsets.push_back(0);
  for (std::size_t e = first; e < last; ++e) {
    for (std::size_t i = hypergraph.offsets[e]; i < hypergraph.offsets[e + 1]; ++i) {
      part.pins.push_back(hypergraph.pins[i]);
    }
    part.offsets.push_back(part.pins.size());
    weights.push_back(std::get<Array<std::int64_t>>(hypergraph.weights)[e]);
  }
  part.weights = std::move(weights);
  return part;
}

verify::MatchingVerdict verdict_of(const Hypergraph& hypergraph, const std::vector<EdgeId>& edges) {
  std::vector<verify::MatchingVerdict> verdicts(k_ranks);
  run_on_thread_ranks(k_ranks, [&](Communicator& ranks) {
    const auto rank = static_cast<std::size_t>(ranks.rank());
    const EdgePart part = part_of(hypergraph, rank);
    std::vector<ExternalEdge> matched;
    for (const EdgeId e : edges) {
      if (e >= part.first_edge && e < part.first_edge + part.num_edges()) {
        matched.push_back({e, 0, 0, 0});
      }
    }
    verdicts[rank] =
        verify::check_ranks_matching(Context({.threads = 1}), ranks, part, matched, {});
  });
  for (const verify::MatchingVerdict& each : verdicts) {
    EXPECT_EQ(each.ok, verdicts[0].ok);
    EXPECT_EQ(each.violation, verdicts[0].violation);
    EXPECT_EQ(each.upper_bound, verdicts[0].upper_bound);
  }
  return verdicts[0];
}

TEST(RanksVerdict, NothingButGreedysEdgesIsAccepted) {
  const Context context({.threads = 1});
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const Hypergraph hypergraph = random_hypergraph(seed, seed == 1);
    const std::vector<EdgeId> edges = greedy(context, hypergraph.view()).edges;
    const verify::MatchingVerdict verdict = verdict_of(hypergraph, edges);
    EXPECT_TRUE(verdict.ok) << verdict.violation;
    EXPECT_TRUE(verdict.greedy);
    EXPECT_EQ(verdict.value.edges, edges.size());
    EXPECT_EQ(verdict.value.weight, value_of(hypergraph.view(), edges).weight);
    EXPECT_GE(verdict.upper_bound, verdict.value.weight);
    for (EdgeId e = 0; e < 60; ++e) {
      std::vector<EdgeId> others = edges;
      const auto at = std::lower_bound(others.begin(), others.end(), e);
      if (at != others.end() && *at == e) {
        others.erase(at);
      } else {
        others.insert(at, e);
      }
      EXPECT_FALSE(verdict_of(hypergraph, others).ok) << "edge " << e;
    }
  }
}

TEST(RanksVerdict, TheViolationOfTheLowestRankIsTold) {
  const Hypergraph hypergraph = random_hypergraph(2, false);
  const Context context({.threads = 1});
  std::vector<EdgeId> edges = greedy(context, hypergraph.view()).edges;
  edges.pop_back();
  EXPECT_NE(verdict_of(hypergraph, edges).violation.find("meets no matched edge above it"),
            std::string::npos);
  EXPECT_NE(verdict_of(hypergraph, {}).violation.find("edge "), std::string::npos);
}

}  // namespace
}  // namespace hypermatch
