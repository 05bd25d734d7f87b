// SPDX-License-Identifier: MIT
// Every algorithm that takes capacities, on every host back end: the bytes of sequential greedy,
// and the verifier's word for it.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "hypermatch/b_matching.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/registry_matching.hpp"
#include "hypermatch/verify_matching.hpp"
#include "tests/cross_backend/graph_instances.hpp"
#include "tests/cross_backend/one_thread.hpp"
#include "tests/parallel/contexts.hpp"

namespace hypermatch {
namespace {

using registry::AlgorithmInfo;
using registry::MatchingRequest;
using test::serial;

// Constant, random and zero-rich ones, and some above most degrees.
struct NamedCapacities {
  std::string name;
  std::uint32_t common = 1;
  std::vector<std::uint32_t> each = {};

  [[nodiscard]] Capacities view() const { return {.common = common, .each = each}; }
};

std::vector<NamedCapacities> capacities_of(VertexId n, std::uint64_t turn) {
  const auto drawn = [&](std::uint32_t below, std::uint32_t zeros) {
    std::vector<std::uint32_t> each(n);
    for (VertexId v = 0; v < n; ++v) {
      const std::uint64_t number = (v + turn) * 2'654'435'761ULL % 1'000'003;
      each[v] = number % 4 < zeros ? 0 : static_cast<std::uint32_t>(number / 4 % below);
    }
    return each;
  };
  std::vector<NamedCapacities> all = {{.name = "2", .common = 2},
                                      {.name = "5", .common = 5},
                                      {.name = "0", .common = 0},
                                      {.name = "most", .common = ~std::uint32_t{0}},
                                      {.name = "random", .each = drawn(7, 0)},
                                      {.name = "zero-rich", .each = drawn(4, 3)}};
  return {all[turn % 6], all[(turn + 4) % 6]};
}

class CrossBackendBMatchings : public test::Everywhere {};
INSTANTIATE_TEST_SUITE_P(All, CrossBackendBMatchings, testing::ValuesIn(test::everywhere()),
                         test::CaseName());

TEST_P(CrossBackendBMatchings, AreThoseOfSequentialGreedy) {
  std::uint64_t turn = 0;
  for (const test::NamedGraph& instance : test::graphs(false, 1)) {
    const EdgeListView list = instance.graph.view();
    const CompressedGraph rows = compress(context_, list);
    const GraphOrder order{.seed = ++turn};
    for (const NamedCapacities& capacities : capacities_of(list.num_vertices, turn)) {
      const std::string what = instance.name + " capacities " + capacities.name;
      const Partners expected = greedy(serial(), list, capacities.view(), order);
      const auto verdict = verify::check_graph_matching(
          context_, list, expected,
          {.order = order, .greedy = true, .bound = false, .capacities = capacities.view()});
      ASSERT_TRUE(verdict.ok) << what << ": " << verdict.violation;
      for (const AlgorithmInfo& algorithm :
           registry::algorithms(registry::Problem::graph_matching)) {
        if (!algorithm.takes_capacities()) continue;
        MatchingRequest request;
        request.problem = algorithm.problem;
        request.algorithm = algorithm.name;
        request.variant = algorithm.variant;
        request.order.seed = order.seed;
        request.capacities = capacities.view();
        for (const AnyGraphView& form : {AnyGraphView(list), AnyGraphView(rows)}) {
          GraphForms forms(context_, form);
          const Partners found = registry::b_match(context_, forms, request);
          ASSERT_EQ(found.offsets, expected.offsets)
              << what << ": " << algorithm.name << ' ' << algorithm.variant;
          ASSERT_EQ(found.partners, expected.partners)
              << what << ": " << algorithm.name << ' ' << algorithm.variant;
          ASSERT_EQ(found.stats.algorithm, algorithm.name);
          ASSERT_EQ(found.stats.variant, algorithm.variant);
          ASSERT_FALSE(found.stats.guarantee.empty());
        }
      }
    }
  }
}

TEST_P(CrossBackendBMatchings, OfCapacityOneAreMatchings) {
  for (const test::NamedGraph& instance : test::graphs(false, 2)) {
    const EdgeListView list = instance.graph.view();
    const std::vector<std::uint32_t> ones(list.num_vertices, 1);
    const Partners expected = partners_of(greedy(serial(), list));
    for (const AlgorithmInfo& algorithm : registry::algorithms(registry::Problem::graph_matching)) {
      if (!algorithm.greedy || !algorithm.runs_on_host()) continue;
      MatchingRequest request;
      request.problem = algorithm.problem;
      request.algorithm = algorithm.name;
      request.variant = algorithm.variant;
      request.capacities.each = ones;
      GraphForms forms(context_, list);
      EXPECT_EQ(registry::b_match(context_, forms, request).partners, expected.partners)
          << instance.name << ": " << algorithm.name << ' ' << algorithm.variant;
    }
  }
}

TEST(BMatchingRequests, WithoutSuchAnAlgorithmNameThoseThatThereAre) {
  const Context context({.threads = 1});
  const EdgeList graph{2, Array<GraphEdge>(1, {0, 1}), {}};
  MatchingRequest request;
  request.problem = registry::Problem::graph_matching;
  request.capacities.common = 2;
  const auto message = [&](std::string name) {
    request.algorithm = std::move(name);
    GraphForms forms(context, graph);
    try {
      (void)registry::b_match(context, forms, request);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::unsupported);
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(message("local_max"), "");
  EXPECT_NE(message("gpa").find("gpa takes no capacities, these do: local_max (filtered), greedy"),
            std::string::npos);
  request.algorithm = "local_max";
  GraphForms forms(context, graph);
  EXPECT_THROW((void)registry::match(context, forms, request), Error);
  const std::vector<std::uint32_t> three(3, 2);
  request.capacities.each = three;
  EXPECT_THROW((void)registry::b_match(context, forms, request), Error);
}

}  // namespace
}  // namespace hypermatch
