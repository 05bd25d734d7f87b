// SPDX-License-Identifier: MIT
// A solver that keeps a structure: the bytes of fresh calls, whatever came before.
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "hypermatch/b_matching.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/graph_solver.hpp"
#include "tests/algorithms/graph_matching/graph_cases.hpp"
#include "tests/capacities.hpp"
#include "tests/graph_solver_cases.hpp"
#include "tests/stopping.hpp"

namespace hypermatch {
namespace {

// A structure in both forms, each without weights.
struct Structure {
  explicit Structure(const EdgeList& graph)
      : list(graph), rows(compress(Context({.threads = 1}), list.view())) {}
  [[nodiscard]] AnyGraphView form(bool of_rows) const {
    return of_rows ? AnyGraphView(rows) : AnyGraphView(list);
  }
  const EdgeList& list;
  CompressedGraph rows;
};

ErrorCode code_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.code();
  }
  ADD_FAILURE() << "not refused";
  return ErrorCode::internal;
}

void expect_equal(const Partners& found, const Partners& expected) {
  ASSERT_EQ(found.offsets, expected.offsets);
  ASSERT_EQ(found.partners, expected.partners);
  ASSERT_EQ(found.stats.objective, expected.stats.objective);
  ASSERT_EQ(found.stats.guarantee, expected.stats.guarantee);
}

TEST(GraphSolver, HundredsOfMatchingsEqualFreshOnes) {
  const EdgeList graph = test::random_graph(300, 1500, 4);
  const Structure structure(graph);
  const Context contexts[] = {Context({.threads = 1}), Context({.threads = 2}),
                              Context({.threads = 7})};
  for (const bool of_rows : {false, true}) {
    GraphSolver solver(contexts[1], structure.form(of_rows));
    for (std::uint64_t turn = 0; turn < 200; ++turn) {
      SCOPED_TRACE("turn " + std::to_string(turn));
      const Context& context = contexts[turn % 3];
      const test::WeightedForms weighted(context, graph, turn);
      const GraphOrder order{.nonpositive = turn % 7 == 0 ? NonPositive::keep : NonPositive::drop,
                             .seed = turn};
      const GraphMatching expected = local_max(context, weighted.list.view(), {.order = order});
      const GraphMatching found = solver.match(context, weighted.weights(of_rows), order);
      ASSERT_EQ(found.mates, expected.mates);
      ASSERT_EQ(found.stats.objective, expected.stats.objective);
      expect_equal(solver.b_match(context, weighted.weights(of_rows), order),
                   partners_of(expected));
    }
  }
}

TEST(GraphSolver, HundredsOfBMatchingsEqualFreshOnes) {
  const EdgeList graph = test::random_graph(300, 1500, 4);
  const Structure structure(graph);
  const Context contexts[] = {Context({.threads = 1}), Context({.threads = 2}),
                              Context({.threads = 7})};
  test::SomeCapacities some;
  for (const auto& [name, capacities] : some.of(300, 0)) {
    for (const bool of_rows : {false, true}) {
      GraphSolver solver(contexts[1], structure.form(of_rows), capacities);
      for (std::uint64_t turn = 0; turn < 100; ++turn) {
        SCOPED_TRACE("capacities " + name + ", turn " + std::to_string(turn));
        const Context& context = contexts[turn % 3];
        const test::WeightedForms weighted(context, graph, turn);
        const GraphOrder order{.seed = turn};
        expect_equal(solver.b_match(context, weighted.weights(of_rows), order),
                     greedy(context, weighted.list.view(), capacities, order));
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(GraphSolver, CopiesCapacities) {
  const EdgeList graph = test::make_graph(4, test::star_pairs(3));
  const Context context({.threads = 1});
  std::vector<std::uint32_t> each = {2, 1, 1, 1};
  GraphSolver solver(context, graph, {.each = each});
  each.assign(4, 0);
  EXPECT_EQ(solver.b_match(context, {}).partners.size(), 4U);
}

TEST(GraphSolver, WorksAfterErrors) {
  const EdgeList graph = test::random_graph(60, 200, 4);
  const Structure structure(graph);
  const Context context({.threads = 2});
  const test::WeightedForms weighted(context, graph, 0);
  const std::vector<std::int32_t> few(7, 1);
  for (const bool of_rows : {false, true}) {
    const WeightsView right = weighted.weights(of_rows);
    GraphSolver plain(context, structure.form(of_rows));
    GraphSolver two(context, structure.form(of_rows), {.common = 2});
    const GraphMatching mates = plain.match(context, right);
    const Partners partners = two.b_match(context, right);
    const WeightsView wrong[] = {std::span<const std::int32_t>(few), weighted.weights(!of_rows)};
    for (const WeightsView& weights : wrong) {
      EXPECT_EQ(code_of([&] { (void)plain.match(context, weights); }), ErrorCode::invalid_input);
      EXPECT_EQ(code_of([&] { (void)two.b_match(context, weights); }), ErrorCode::invalid_input);
      EXPECT_EQ(plain.match(context, right).mates, mates.mates);
      expect_equal(two.b_match(context, right), partners);
    }
    EXPECT_EQ(code_of([&] { (void)two.match(context, right); }), ErrorCode::invalid_option);
    expect_equal(two.b_match(context, right), partners);
  }
}

TEST(GraphSolver, RefusesWhatDoesNotFit) {
  const EdgeList graph = test::random_graph(60, 200, 4);
  const Context context({.threads = 1});
  const std::vector<std::uint32_t> three(3, 2);
  EXPECT_EQ(code_of([&] { GraphSolver(context, graph, {.each = three}); }),
            ErrorCode::invalid_input);
  const std::vector<Offset> offsets = {0, 1, 2};
  const std::vector<VertexId> neighbours = {1};
  EXPECT_EQ(code_of([&] {
              GraphSolver(context, GraphView{2, offsets, neighbours, {}});
            }),
            ErrorCode::invalid_input);
}

TEST(GraphSolver, WorksAfterStopsAtAnyLook) {
  const EdgeList graph = test::random_graph(3000, 20'000, 4);
  const Structure structure(graph);
  const Context context({.threads = 2});
  const test::WeightedForms weighted(context, graph, 0);
  const Partners expected = greedy(context, weighted.list.view(), {.common = 3});
  GraphSolver solver(context, structure.rows, {.common = 3});
  const auto call = [&](const Context& watched) {
    expect_equal(solver.b_match(watched, weighted.weights(true)), expected);
  };
  const std::uint64_t looks = test::WatchedCall(call, 2, 0).looks();
  ASSERT_GT(looks, 2U);
  std::uint64_t stops = 0;
  for (std::uint64_t look = 1; look <= looks; look += looks / 8 + 1) {
    if (test::WatchedCall(call, 2, look).stopped()) ++stops;
    expect_equal(solver.b_match(context, weighted.weights(true)), expected);
  }
  EXPECT_GT(stops, 0U);
}

TEST(GraphSolver, MatchesNothing) {
  const Context context({.threads = 1});
  const EdgeList empty;
  const CompressedGraph no_rows = compress(context, empty.view());
  for (const std::uint32_t common : {0U, 1U, 2U}) {
    for (const AnyGraphView& form : {AnyGraphView(empty), AnyGraphView(no_rows)}) {
      GraphSolver solver(context, form, {.common = common});
      EXPECT_TRUE(solver.b_match(context, {}).partners.empty());
    }
  }
}

}  // namespace
}  // namespace hypermatch
