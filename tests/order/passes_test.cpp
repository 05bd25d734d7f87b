// SPDX-License-Identifier: MIT
// Passes over edges that do not fit memory return greedy's answer, however little is held.
#include "order/passes/passes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "hypermatch/graph_matching.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "order/external_sort/sort_rounds.hpp"
#include "tests/order/odd_edges.hpp"

namespace hypermatch {
namespace {

using detail::base::hash;
using detail::order::EdgeShape;
using detail::order::MemoryPlan;
using detail::order::Passes;
using detail::order::SortRounds;

class MemoryStream final : public EdgeStream {
 public:
  explicit MemoryStream(const Edges& edges) : edges_(edges) {}
  VertexId num_vertices() const override { return edges_.num_vertices; }
  bool is_weighted() const override { return edges_.weights.index() != 0; }
  bool has_integer_weights() const override { return edges_.weights.index() <= 2; }
  bool next(StreamedEdge& edge) override {
    if (next_ == edges_.pins.size()) return false;
    edge.id = static_cast<EdgeId>(next_);
    edge.pins = edges_.pins[next_];
    edge.weight = weight_at(view_of(edges_.weights), next_);
    edge.is_integer = has_integer_weights();
    if (const auto* wide = std::get_if<Array<std::int64_t>>(&edges_.weights)) {
      edge.integer_weight = (*wide)[next_];
    } else {
      // Text has whole numbers among reals.
      const bool is_whole = edge.weight == std::trunc(edge.weight) && std::abs(edge.weight) < 1e15;
      edge.is_integer = is_whole;
      edge.integer_weight = is_whole ? static_cast<std::int64_t>(edge.weight) : 0;
    }
    ++next_;
    return true;
  }

 private:
  const Edges& edges_;
  std::size_t next_ = 0;
};

class MemorySource final : public EdgeSource {
 public:
  MemorySource(const Edges& edges, EdgeShape shape) : edges_(edges), shape_(shape) {}
  VertexId num_vertices() const override { return edges_.num_vertices; }
  bool is_weighted() const override { return edges_.weights.index() != 0; }
  bool has_integer_weights() const override { return edges_.weights.index() <= 2; }
  std::size_t cut(std::size_t block_bytes) override {
    step_ = std::max<std::size_t>(block_bytes / 16, 1);
    return (edges_.pins.size() + step_ - 1) / step_;
  }
  void read(std::size_t block, EdgeBlock& out) override {
    const std::size_t first = block * step_;
    const std::size_t last = std::min(edges_.pins.size(), first + step_);
    out.ids.resize(0);
    out.pins.resize(0);
    out.offsets.resize(0);
    // Blocks of files begin with the offset that they have there.
    Offset offset = 1000 + first;
    if (shape_ == EdgeShape::hyperedges) out.offsets.push_back(offset);
    for (std::size_t e = first; e < last; ++e) {
      out.ids.push_back(static_cast<EdgeId>(e));
      for (const VertexId v : edges_.pins[e]) out.pins.push_back(v);
      offset += edges_.pins[e].size();
      if (shape_ == EdgeShape::hyperedges) out.offsets.push_back(offset);
    }
    std::visit(
        [&](const auto& held) {
          using Held = std::decay_t<decltype(held)>;
          if constexpr (std::is_same_v<Held, std::monostate>) {
            out.weights = std::monostate{};
          } else {
            out.weights = Held(held.view().subspan(first, last - first));
          }
        },
        edges_.weights);
  }
  void check(std::size_t block, const EdgeBlock& edges) override {
    EXPECT_EQ(block, checked_++);
    EXPECT_EQ(edges.ids[0], block * step_);
  }
  std::uint64_t bytes_read() const override { return 0; }

 private:
  const Edges& edges_;
  EdgeShape shape_;
  std::size_t step_ = 1;
  std::size_t checked_ = 0;
};

MemoryPlan small_plan(std::size_t candidate_bytes) {
  MemoryPlan plan;
  plan.block_bytes = 96;
  plan.slots = 3;
  plan.run_bytes = 1;  // as small as runs get
  plan.sample_bytes = 1024;
  plan.candidate_bytes = candidate_bytes;
  return plan;
}

std::vector<ExternalEdge> edges_of(const ExternalMatching& matching) {
  std::vector<ExternalEdge> edges;
  for (int turn = 0; turn < 2; ++turn) {  // may be asked for again
    edges.clear();
    matching.edges->for_each([&](std::span<const ExternalEdge> some) {
      edges.insert(edges.end(), some.begin(), some.end());
    });
  }
  return edges;
}

ExternalMatching run(bool sorts, const ExternalOptions& options, const MemoryPlan& plan,
                     EdgeShape shape, EdgeSource* source, EdgeStream* stream) {
  const Context context({.threads = 2});
  return sorts ? SortRounds(context, options, plan, shape, source, stream).run()
               : Passes(context, options, plan, shape, source, stream).run();
}

void expect_greedy(const Edges& edges, const OrderOptions& order, std::size_t bytes, bool sorts) {
  const Hypergraph hypergraph = hypergraph_of(edges);
  const Context context({.threads = 2});
  const std::vector<EdgeId> expected = greedy(context, hypergraph.view(), {.order = order}).edges;
  const MatchingValue value = value_of(hypergraph.view(), expected);
  for (const bool streamed : {false, true}) {
    MemoryStream stream(edges);
    MemorySource source(edges, EdgeShape::hyperedges);
    ExternalOptions options;
    options.order = order;
    const ExternalMatching matching =
        run(sorts, options, small_plan(bytes), EdgeShape::hyperedges, streamed ? nullptr : &source,
            streamed ? &stream : nullptr);
    std::vector<EdgeId> found;
    for (const ExternalEdge& edge : edges_of(matching))
      found.push_back(static_cast<EdgeId>(edge.id));
    ASSERT_EQ(found, expected) << (streamed ? "stream" : "source") << (sorts ? ", sorted" : "");
    ASSERT_EQ(matching.value.weight, value.weight);
    ASSERT_EQ(matching.edges_seen, edges.pins.size());
    ASSERT_EQ(matching.pins_seen, hypergraph.pins.size());
  }
}

TEST(Passes, HypergraphsGetGreedysAnswer) {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    for (const Weighting weighting : k_all) {
      Edges edges = random_hyperedges(seed, 60, 300, 4);
      edges.weights = weights_of(weighting, edges.pins.size(), seed);
      for (const Rating rating : {Rating::automatic, Rating::weight, Rating::weight_per_pin}) {
        for (const Objective objective : {Objective::automatic, Objective::cardinality}) {
          const NonPositive nonpositive = seed % 3 == 0 ? NonPositive::keep : NonPositive::drop;
          SCOPED_TRACE("seed " + std::to_string(seed) + ", weights " +
                       std::to_string(static_cast<int>(weighting)) + ", rating " +
                       std::string(name_of(rating)));
          const OrderOptions order{rating, objective, nonpositive, seed};
          expect_greedy(edges, order, 600, false);
          if (seed < 2) expect_greedy(edges, order, 600, true);
          if (HasFatalFailure()) return;
        }
      }
    }
  }
}

TEST(Passes, ManyHeldEdgesGetGreedysAnswer) {
  constexpr std::size_t k_edges = 40000;
  Edges edges{33334, {}, {}};
  for (std::size_t e = 0; e < k_edges; ++e) {
    const auto u = static_cast<VertexId>(hash(1, e) % 33332);
    edges.pins.push_back({u, u + 1});
    if (e % 5 == 0) edges.pins.back().push_back(u + 2);
  }
  for (const int shift : {2, 54}) {
    Array<std::int64_t> weights(k_edges, 1);
    for (std::size_t e = 0; e < k_edges; ++e) {
      if (hash(2, e) % 16 == 0) weights[e] += static_cast<std::int64_t>(hash(3, e) >> shift);
    }
    edges.weights = std::move(weights);
    for (const Rating rating : {Rating::weight, Rating::weight_per_pin}) {
      const OrderOptions order{rating, Objective::automatic, NonPositive::drop, 4};
      for (const std::size_t bytes : {20U, 40U})
        expect_greedy(edges, order, bytes * k_edges, false);
    }
  }
}

TEST(Passes, GraphsGetGreedysAnswer) {
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    for (const Weighting weighting : k_all) {
      Edges edges;
      edges.num_vertices = 40;
      EdgeList list;
      list.num_vertices = 40;
      for (VertexId u = 0; u < 40; ++u) {
        for (VertexId v = u + 1; v < 40; ++v) {
          if (hash(seed, u * 40 + v) % 3 != 0) continue;
          const bool turned = hash(seed, v) % 2 == 0;
          edges.pins.push_back(turned ? std::vector<VertexId>{v, u} : std::vector<VertexId>{u, v});
          list.edges.push_back({edges.pins.back()[0], edges.pins.back()[1]});
        }
      }
      edges.weights = weights_of(weighting, edges.pins.size(), seed);
      list.weights = clone(edges.weights);
      for (const Objective objective : {Objective::automatic, Objective::cardinality}) {
        SCOPED_TRACE("seed " + std::to_string(seed) + ", weights " +
                     std::to_string(static_cast<int>(weighting)));
        const NonPositive nonpositive = seed % 3 == 0 ? NonPositive::keep : NonPositive::drop;
        const Context context({.threads = 2});
        const GraphMatching expected =
            greedy(context, list.view(), GraphOrder{objective, nonpositive, seed});
        for (const bool streamed : {false, true}) {
          MemoryStream stream(edges);
          MemorySource source(edges, EdgeShape::pairs);
          ExternalOptions options;
          options.order = {Rating::automatic, objective, nonpositive, seed};
          const ExternalMatching matching =
              run(seed >= 4, options, small_plan(480), EdgeShape::pairs,
                  streamed ? nullptr : &source, streamed ? &stream : nullptr);
          std::vector<VertexId> mates(40, k_none);
          std::uint64_t next = 0;
          for (const ExternalEdge& edge : edges_of(matching)) {
            ASSERT_GE(edge.id, next);
            next = edge.id + 1;
            ASSERT_EQ(edges.pins[edge.id], (std::vector<VertexId>{edge.u, edge.v}));
            mates[edge.u] = edge.v;
            mates[edge.v] = edge.u;
          }
          ASSERT_EQ(mates, expected.mates);
        }
      }
    }
  }
}

TEST(Passes, WeightsThatRiseOrFallNeedOnePassBehindTheFirst) {
  for (const bool rising : {false, true}) {
    Edges edges;
    edges.num_vertices = 4000;
    for (VertexId e = 0; e < 2000; ++e) edges.pins.push_back({2 * e, 2 * e + 1});
    Array<std::int32_t> weights(2000);
    for (int e = 0; e < 2000; ++e) weights[static_cast<std::size_t>(e)] = rising ? e + 1 : 2000 - e;
    edges.weights = std::move(weights);
    MemorySource source(edges, EdgeShape::pairs);
    ExternalOptions options;
    const Context context({.threads = 1});
    // Room for a twentieth of the edges.
    Passes passes(context, options, small_plan(100 * 24), EdgeShape::pairs, &source, nullptr);
    const ExternalMatching matching = passes.run();
    EXPECT_EQ(matching.value.edges, 2000U);
    EXPECT_EQ(matching.passes, 2U) << (rising ? "rising" : "falling");
  }
}

TEST(Passes, AnEdgeThatIsThereAgainAndAgainIsRefused) {
  Edges edges;
  edges.num_vertices = 4;
  for (int e = 0; e < 500; ++e) edges.pins.push_back({0, 1});
  MemoryStream stream(edges);
  const Context context({.threads = 1});
  Passes passes(context, {}, small_plan(480), EdgeShape::pairs, nullptr, &stream);
  EXPECT_THROW((void)passes.run(), Error);
}

TEST(Passes, AnEdgeLargerThanTheRoomIsNamed) {
  Edges edges = random_hyperedges(1, 300, 50, 4);
  edges.pins.emplace_back();
  for (VertexId v = 0; v < 300; ++v) edges.pins.back().push_back(v);
  edges.weights = weights_of(Weighting::rising, edges.pins.size(), 0);
  MemoryStream stream(edges);
  const Context context({.threads = 1});
  ExternalOptions options;
  options.order.rating = Rating::weight;
  Passes passes(context, options, small_plan(1000), EdgeShape::hyperedges, nullptr, &stream);
  try {
    (void)passes.run();
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::resources);
    EXPECT_NE(std::string(error.what()).find("edge 50 has 300 pins"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace hypermatch
