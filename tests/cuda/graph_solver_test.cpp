// SPDX-License-Identifier: MIT
// A solver that keeps a structure on a device: the bytes of fresh calls, whatever came before.
#include <gtest/gtest.h>

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "hypermatch/b_matching.hpp"
#include "hypermatch/device_graph_solver.hpp"
#include "hypermatch/error.hpp"
#include "tests/algorithms/graph_matching/graph_cases.hpp"
#include "tests/capacities.hpp"
#include "tests/cuda/device_testing.hpp"
#include "tests/graph_solver_cases.hpp"

namespace hypermatch {
namespace {

class DeviceGraphSolvers : public test::OnDevice {
 protected:
  DeviceGraphSolvers()
      : graph_(test::random_graph(2000, 15'000, 4)), rows_(compress(host_, graph_.view())) {}

  [[nodiscard]] AnyGraphView form(bool of_rows) const {
    return of_rows ? AnyGraphView(rows_) : AnyGraphView(graph_);
  }

  const Context host_{{.threads = 1}};
  const EdgeList graph_;
  const CompressedGraph rows_;
};

TEST_F(DeviceGraphSolvers, HundredsOfMatchingsEqualThoseOfCores) {
  for (const bool of_rows : {false, true}) {
    DeviceGraphSolver solver(device(), form(of_rows));
    const DeviceContext other;
    for (std::uint64_t turn = 0; turn < 100; ++turn) {
      SCOPED_TRACE("turn " + std::to_string(turn));
      const test::WeightedForms weighted(host_, graph_, turn);
      const GraphOrder order{.nonpositive = turn % 7 == 0 ? NonPositive::keep : NonPositive::drop,
                             .seed = turn};
      const GraphMatching expected = local_max(host_, weighted.list.view(), {.order = order});
      const GraphMatching found =
          solver.match(turn % 3 == 0 ? other : device(), weighted.weights(of_rows), order);
      ASSERT_EQ(found.mates, expected.mates);
      ASSERT_EQ(found.stats.objective, expected.stats.objective);
    }
  }
}

TEST_F(DeviceGraphSolvers, HundredsOfBMatchingsEqualThoseOfCores) {
  test::SomeCapacities some;
  for (const auto& [name, capacities] : some.of(graph_.num_vertices, 0)) {
    for (const bool of_rows : {false, true}) {
      DeviceGraphSolver solver(device(), form(of_rows), capacities);
      for (std::uint64_t turn = 0; turn < 50; ++turn) {
        SCOPED_TRACE("capacities " + name + ", turn " + std::to_string(turn));
        const test::WeightedForms weighted(host_, graph_, turn);
        const GraphOrder order{.seed = turn};
        const Partners expected = greedy(host_, weighted.list.view(), capacities, order);
        const Partners found = solver.b_match(device(), weighted.weights(of_rows), order);
        ASSERT_EQ(found.offsets, expected.offsets);
        ASSERT_EQ(found.partners, expected.partners);
      }
    }
  }
}

// A long path of rising weights is solved on the host.
TEST_F(DeviceGraphSolvers, HandOverChains) {
  std::vector<std::int32_t> rising(300'000);
  for (std::size_t e = 0; e < rising.size(); ++e) rising[e] = static_cast<std::int32_t>(e + 1);
  const EdgeList path = test::path_graph(rising);
  const GraphMatching expected = local_max(host_, path.view());
  DeviceGraphSolver solver(device(), path);
  for (int turn = 0; turn < 2; ++turn) {
    EXPECT_EQ(solver.match(device(), path.view().weights).mates, expected.mates);
    const GraphMatching unit = solver.match(device(), {});
    EXPECT_EQ(unit.stats.objective, Objective::cardinality);
  }
}

TEST_F(DeviceGraphSolvers, WorkAfterErrorsAndStops) {
  const test::WeightedForms weighted(host_, graph_, 0);
  const std::vector<std::int32_t> few(7, 1);
  std::stop_source source;
  source.request_stop();
  const DeviceContext stopped({.stop = source.get_token()});
  for (const bool of_rows : {false, true}) {
    const WeightsView weights = weighted.weights(of_rows);
    DeviceGraphSolver plain(device(), form(of_rows));
    DeviceGraphSolver two(device(), form(of_rows), {.common = 2});
    const GraphMatching mates = local_max(host_, weighted.list.view());
    const Partners partners = greedy(host_, weighted.list.view(), {.common = 2});
    for (int turn = 0; turn < 2; ++turn) {
      EXPECT_EQ(plain.match(device(), weights).mates, mates.mates);
      EXPECT_EQ(two.b_match(device(), weights).partners, partners.partners);
      const WeightsView wrong = std::span<const std::int32_t>(few);
      EXPECT_THROW((void)plain.match(device(), wrong), Error);
      EXPECT_THROW((void)two.b_match(device(), wrong), Error);
      EXPECT_THROW((void)two.match(device(), weights), Error);
      EXPECT_THROW((void)plain.match(stopped, weights), Error);
      EXPECT_THROW((void)two.b_match(stopped, weights), Error);
    }
  }
}

TEST_F(DeviceGraphSolvers, ALaterCallAllocatesNothing) {
  test::CountingMemory memory;
  {
    const DeviceContext context({.memory = &memory});
    const test::WeightedForms wide(host_, graph_, 1);
    const test::WeightedForms narrow(host_, graph_, 0);
    for (const bool of_rows : {false, true}) {
      DeviceGraphSolver solver(context, form(of_rows), {.common = 3});
      (void)solver.b_match(context, wide.weights(of_rows));
      const int before = memory.allocations;
      (void)solver.b_match(context, narrow.weights(of_rows));
      (void)solver.b_match(context, wide.weights(of_rows));
      (void)solver.b_match(context, {});
      EXPECT_EQ(memory.allocations, before);
    }
  }
  EXPECT_EQ(memory.held, 0U);
}

}  // namespace
}  // namespace hypermatch
