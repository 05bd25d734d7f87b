// SPDX-License-Identifier: MIT
// Proofs of matchings that are not held accept greedy's and refuse every other one.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/streaming_matching.hpp"
#include "hypermatch/verify_external.hpp"

namespace hypermatch {
namespace {

using detail::base::hash;

class Listed final : public ExternalEdges {
 public:
  explicit Listed(std::vector<ExternalEdge> edges) : edges_(std::move(edges)) {}
  void for_each(const ExternalSink& sink) override { sink(edges_); }

 private:
  std::vector<ExternalEdge> edges_;
};

Hypergraph random_hypergraph(std::uint64_t seed) {
  Hypergraph hypergraph;
  hypergraph.num_vertices = 25;
  hypergraph.offsets.push_back(0);
  Array<std::int32_t> weights;
  for (std::uint64_t e = 0; e < 60; ++e) {
    std::vector<VertexId> pins;
    for (std::uint64_t i = 0; i < hash(seed, e) % 5; ++i) {
      const auto v = static_cast<VertexId>(hash(seed + 1, 8 * e + i) % 25);
      if (std::find(pins.begin(), pins.end(), v) == pins.end()) pins.push_back(v);
    }
    for (const VertexId v : pins) hypergraph.pins.push_back(v);
    hypergraph.offsets.push_back(hypergraph.pins.size());
    weights.push_back(static_cast<std::int32_t>(hash(seed + 2, e) % 8));
  }
  hypergraph.weights = std::move(weights);
  return hypergraph;
}

verify::ExternalVerdict judge(const Hypergraph& hypergraph, const std::vector<EdgeId>& edges,
                              const OrderOptions& order) {
  std::vector<ExternalEdge> listed;
  for (const EdgeId e : edges) listed.push_back({e, 0, 0, 1});
  Listed matching(listed);
  const Context context({.threads = 1});
  verify::ExternalDemands demands;
  demands.order = order;
  return verify::check_external_matching(
      context, [&] { return std::make_unique<HypergraphStream>(hypergraph.view()); }, matching,
      demands);
}

TEST(ExternalVerdict, OnlyGreedysMatchingIsAccepted) {
  const Context context({.threads = 1});
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Hypergraph hypergraph = random_hypergraph(seed);
    const OrderOptions order{seed % 2 == 0 ? Rating::automatic : Rating::weight,
                             Objective::automatic, NonPositive::drop, seed};
    const std::vector<EdgeId> greedys = greedy(context, hypergraph.view(), {.order = order}).edges;
    const verify::ExternalVerdict good = judge(hypergraph, greedys, order);
    ASSERT_TRUE(good.matching.ok) << good.matching.violation;
    ASSERT_EQ(good.matching.value.weight, value_of(hypergraph.view(), greedys).weight);
    ASSERT_GT(good.matching.certified_ratio, 0);
    // The bound holds for what is known to be a matching of largest weight, or heavier than it.
    verify::MatchingDemands demands;
    demands.order = order;
    const auto best = verify::check_matching(context, hypergraph.view(), greedys, demands);
    ASSERT_GE(good.matching.upper_bound, best.certified_ratio * best.upper_bound - 1e-6);
    for (std::size_t i = 0; i < greedys.size(); ++i) {
      std::vector<EdgeId> fewer = greedys;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      ASSERT_FALSE(judge(hypergraph, fewer, order).matching.ok);
    }
    for (EdgeId e = 0; e < 60; ++e) {
      if (std::binary_search(greedys.begin(), greedys.end(), e)) continue;
      std::vector<EdgeId> more = greedys;
      more.insert(std::upper_bound(more.begin(), more.end(), e), e);
      const auto verdict = judge(hypergraph, more, order).matching;
      ASSERT_FALSE(verdict.ok) << e;
      ASSERT_FALSE(verdict.violation.empty());
    }
    std::vector<EdgeId> beyond = greedys;
    beyond.push_back(60);
    ASSERT_FALSE(judge(hypergraph, beyond, order).matching.ok);
  }
}

// Text has whole numbers among reals.
class MixedStream final : public EdgeStream {
 public:
  explicit MixedStream(const HypergraphView& hypergraph) : inner_(hypergraph) {}
  VertexId num_vertices() const override { return inner_.num_vertices(); }
  bool is_weighted() const override { return true; }
  bool has_integer_weights() const override { return false; }
  bool next(StreamedEdge& edge) override {
    if (!inner_.next(edge)) return false;
    edge.is_integer = edge.weight >= 1;
    edge.integer_weight = edge.is_integer ? static_cast<std::int64_t>(edge.weight) : 0;
    return true;
  }

 private:
  HypergraphStream inner_;
};

TEST(ExternalVerdict, OneScaleServesIntegersAndTinyWeights) {
  const Context context({.threads = 1});
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    Hypergraph hypergraph = random_hypergraph(seed);
    Array<double> weights(60);
    for (std::size_t e = 0; e < 60; ++e) {
      weights[e] = e % 2 == 0 ? static_cast<double>(1 + hash(seed, e) % 9) : 0x1p-100;
    }
    hypergraph.weights = std::move(weights);
    const OrderOptions order{Rating::weight_per_pin, Objective::automatic, NonPositive::drop, seed};
    std::vector<ExternalEdge> listed;
    for (const EdgeId e : greedy(context, hypergraph.view(), {.order = order}).edges) {
      listed.push_back({e, 0, 0, 1});
    }
    Listed matching(listed);
    verify::ExternalDemands demands;
    demands.order = order;
    const auto verdict = verify::check_external_matching(
        context, [&] { return std::make_unique<MixedStream>(hypergraph.view()); }, matching,
        demands);
    ASSERT_TRUE(verdict.matching.ok) << verdict.matching.violation;
  }
}

TEST(ExternalVerdict, AHeavierMatchingIsNotGreedys) {
  Hypergraph path;
  path.num_vertices = 4;
  for (const Offset offset : {Offset{0}, Offset{2}, Offset{4}, Offset{6}})
    path.offsets.push_back(offset);
  for (const VertexId v : {0U, 1U, 1U, 2U, 2U, 3U}) path.pins.push_back(v);
  Array<std::int32_t> weights;
  for (const int w : {3, 4, 3}) weights.push_back(w);
  path.weights = std::move(weights);
  EXPECT_TRUE(judge(path, {1}, {}).matching.ok);
  const auto verdict = judge(path, {0, 2}, {}).matching;
  EXPECT_EQ(verdict.violation, "edge 2 meets no matched edge above it");
}

TEST(ExternalVerdict, TooLittleMemoryIsRefused) {
  const Hypergraph hypergraph = random_hypergraph(1);
  Listed matching({});
  const Context context({.threads = 1});
  verify::ExternalDemands demands;
  demands.memory_bytes = 1000;
  EXPECT_THROW((void)verify::check_external_matching(
                   context, [&] { return std::make_unique<HypergraphStream>(hypergraph.view()); },
                   matching, demands),
               Error);
}

}  // namespace
}  // namespace hypermatch
