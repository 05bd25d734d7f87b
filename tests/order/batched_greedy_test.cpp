// SPDX-License-Identifier: MIT
// Batched greedy with vertices that lie in up to two chosen edges: the state of the vertices is a
// parameter. Held to the definition of a greedy b-matching, edge after edge from the top.
#include "order/filtered.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "order/edge_records.hpp"
#include "order_testing.hpp"
#include "tests/sizes.hpp"

namespace hypermatch::test {
namespace {

namespace order = detail::order;
using detail::base::PairMixer;
using order::BatchTuning;
using order::EdgeRecord;

// What is left of the vertices' capacities.
class CountDown {
 public:
  using Taken = GraphEdge;

  CountDown(VertexId num_vertices, std::uint8_t capacity) : left_(num_vertices, capacity) {}

  template <class Edge>
  [[nodiscard]] std::uint64_t is_free(const Edge& edge) const {
    return left_[edge.u] != 0 && left_[edge.v] != 0 ? 1 : 0;
  }
  void look_ahead(std::span<const EdgeRecord> /*records*/, std::size_t /*i*/) const {}
  GraphEdge* take_if_free(const EdgeRecord& edge, GraphEdge* out) {
    *out = {edge.u, edge.v};
    if (is_free(edge) == 0) return out;
    learn(*out);
    return out + 1;
  }
  void learn(const GraphEdge& edge) {
    --left_[edge.u];
    --left_[edge.v];
  }

 private:
  std::vector<std::uint8_t> left_;
};

template <class WeightBits>
class CapacitatedEdges : public order::EdgeRecords<WeightBits> {
 public:
  using Vertices = CountDown;

  CapacitatedEdges(const EdgeListView& graph, const WeightBits& weight_bits, std::uint64_t seed,
                   std::uint8_t capacity)
      : order::EdgeRecords<WeightBits>(graph, weight_bits, seed),
        num_vertices_(graph.num_vertices),
        capacity_(capacity) {}

  [[nodiscard]] std::size_t most_taken() const {
    return std::size_t{num_vertices_} * capacity_ / 2;
  }
  [[nodiscard]] CountDown vertices() const { return {num_vertices_, capacity_}; }
  void check_room() const {}
  void prepare() {}
  void note(const CountDown& /*vertices*/, std::span<const GraphEdge> edges) {
    const std::lock_guard lock(mutex_);
    chosen.insert(chosen.end(), edges.begin(), edges.end());
  }

  std::vector<GraphEdge> chosen;

 private:
  VertexId num_vertices_;
  std::uint8_t capacity_;
  std::mutex mutex_;
};

std::vector<std::pair<VertexId, VertexId>> sorted_pairs(const std::vector<GraphEdge>& edges) {
  std::vector<std::pair<VertexId, VertexId>> pairs;
  for (const GraphEdge& edge : edges) pairs.emplace_back(edge.u, edge.v);
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

// By the definition.
template <class WeightBits>
std::vector<GraphEdge> one_after_another(const EdgeListView& graph, const WeightBits& weight_bits,
                                         std::uint64_t seed, std::uint8_t capacity) {
  const PairMixer mix(seed);
  std::vector<std::size_t> falling(graph.edges.size());
  std::iota(falling.begin(), falling.end(), std::size_t{0});
  const auto rank = [&](std::size_t e) {
    const GraphEdge& edge = graph.edges[e];
    return std::tuple(weight_bits(e), mix(edge.u, edge.v), edge.u, edge.v);
  };
  std::sort(falling.begin(), falling.end(),
            [&](std::size_t a, std::size_t b) { return rank(a) > rank(b); });
  CountDown left(graph.num_vertices, capacity);
  std::vector<GraphEdge> chosen;
  for (const std::size_t e : falling) {
    if (weight_bits(e) < weight_bits.lowest() || left.is_free(graph.edges[e]) == 0) continue;
    left.learn(graph.edges[e]);
    chosen.push_back(graph.edges[e]);
  }
  return chosen;
}

constexpr BatchTuning k_small{.sample = 64,
                              .first_share = 0.02,
                              .batch_share = 0.05,
                              .capacity_share = 0.1,
                              .min_batch = 8,
                              .bucket = 8};
// Nearly every batch overflows.
constexpr BatchTuning k_tight{.sample = 16,
                              .first_share = 0.5,
                              .batch_share = 0.9,
                              .capacity_share = 0,
                              .min_batch = 1,
                              .bucket = 4};

void expect_greedy(const EdgeListView& graph, std::uint64_t seed, const std::string& what) {
  const GraphOrder resolved{.objective = Objective::weight, .seed = seed};
  order::with_weight_bits(graph.weights, resolved, [&](auto weight_bits) {
    for (const std::uint8_t capacity : std::array<std::uint8_t, 3>{1, 2, 5}) {
      const auto expected = sorted_pairs(one_after_another(graph, weight_bits, seed, capacity));
      for (const int threads : {1, 2, 5}) {
        const Context context({.threads = threads, .backend = HostBackend::std_threads});
        for (const BatchTuning& tuning : {BatchTuning{}, k_small, k_tight}) {
          CapacitatedEdges problem(graph, weight_bits, seed, capacity);
          order::BatchedGreedy batches(context, problem, tuning);
          EXPECT_GT(order::filtered(context, batches), 0U);
          EXPECT_EQ(sorted_pairs(problem.chosen), expected)
              << what << ", capacity " << int{capacity} << ", " << threads << " threads, seed "
              << seed;
        }
      }
    }
  });
}

TEST(BatchedGreedy, CountsCapacitiesDown) {
  for (std::uint64_t seed = 0; seed < test::by_build(3U, 1U); ++seed) {
    for (const auto& [n, m] : {std::pair{300U, 400U}, std::pair{60U, 900U}}) {
      const Array<GraphEdge> edges = random_edges(n, m, seed);
      EdgeListView graph{.num_vertices = n, .edges = edges.view(), .weights = {}};
      expect_greedy(graph, seed, "unit");
      for (const std::uint64_t bound : {4U, 1'000'000U}) {
        const auto ints = random_weights<std::int32_t>(edges.size(), bound, seed);
        graph.weights = ints.view();
        expect_greedy(graph, seed, "int32");
        const auto doubles = random_weights<double>(edges.size(), bound, seed);
        graph.weights = doubles.view();
        expect_greedy(graph, seed, "double");
      }
    }
  }
}

// Noting fails on one thread while others wait for their turns.
class FailingEdges : public CapacitatedEdges<order::UnitWeightBits> {
 public:
  using CapacitatedEdges::CapacitatedEdges;
  void note(const CountDown& /*vertices*/, std::span<const GraphEdge> /*edges*/) {
    if (++noted_ == 3) throw std::runtime_error("noted");
  }

 private:
  std::atomic<int> noted_ = 0;
};

TEST(BatchedGreedy, EndsWhenAThreadFails) {
  const Array<GraphEdge> edges = random_edges(400, 3000, 1);
  const EdgeListView graph{.num_vertices = 400, .edges = edges.view(), .weights = {}};
  for (const int threads : {1, 4}) {
    const Context context({.threads = threads, .backend = HostBackend::std_threads});
    FailingEdges problem(graph, order::UnitWeightBits{}, 1, 2);
    order::BatchedGreedy batches(context, problem, k_small);
    EXPECT_THROW((void)order::filtered(context, batches), std::runtime_error);
  }
}

}  // namespace
}  // namespace hypermatch::test
