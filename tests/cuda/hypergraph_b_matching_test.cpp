// SPDX-License-Identifier: MIT
// Hypergraph matching under capacities on a device: the bytes of sequential greedy, and where
// rounds are those of the host as many of them.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/hypergraph_matching/local_max/competing_batches/tuning.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/generate.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "tests/algorithms/hypergraph_matching/families.hpp"
#include "tests/capacities.hpp"
#include "tests/cuda/device_testing.hpp"

namespace hypermatch {
namespace {

using detail::hypergraph_matching::DeviceFilteredTuning;
using Numbers = std::vector<std::uint32_t>;

constexpr LocalMaxVariant k_variants[] = {LocalMaxVariant::filtered, LocalMaxVariant::crcw,
                                          LocalMaxVariant::crew, LocalMaxVariant::work_optimal};

class DeviceBMatching : public test::OnDevice {
 protected:
  void expect_greedy(const HypergraphView& hypergraph, const OrderOptions& order,
                     const Capacities& capacities) {
    const HypergraphMatching expected =
        greedy(host_, hypergraph, {.order = order, .capacities = capacities});
    const DeviceHypergraph on_device = upload(device(), hypergraph);
    for (const LocalMaxVariant variant : k_variants) {
      SCOPED_TRACE(test::name_of(variant));
      const LocalMaxOptions options{.order = order, .variant = variant, .capacities = capacities};
      const DeviceMatching matching = local_max(device(), on_device.view(), options, workspace_);
      ASSERT_EQ(test::edges_of(device(), matching), expected.edges);
      ASSERT_EQ(matching.stats.guarantee, expected.stats.guarantee);
      if (variant != LocalMaxVariant::filtered) {
        ASSERT_EQ(matching.stats.rounds, local_max(host_, hypergraph, options).stats.rounds);
      }
    }
    // The same from host memory, while pins are on their way.
    ASSERT_EQ(local_max(device(), hypergraph, {.order = order, .capacities = capacities}).edges,
              expected.edges);
  }

  // `filtered` with the tuning given; returns the reason for stopping.
  std::string expect_greedy_by(const DeviceFilteredTuning& tuning, const Hypergraph& h,
                               const Capacities& capacities) {
    const HypergraphView view = h.view();
    const OrderOptions order{
        .rating = Rating::weight,
        .objective = view.is_weighted() ? Objective::weight : Objective::cardinality};
    const DeviceHypergraph on_device = upload(device(), view);
    Numbers each(view.num_vertices);
    for (VertexId v = 0; v < view.num_vertices; ++v) each[v] = capacities[v];
    DeviceArray<std::uint32_t> room = upload(device(), std::span<const std::uint32_t>(each));
    const detail::hypergraph_matching::DeviceProblem problem{
        .context = device(),
        .hypergraph = on_device.view(),
        .options = {.order = order, .capacities = capacities},
        .workspace = workspace_,
        .memory = {},
        .room = {.words = room.span().data(), .in_bytes = false}};
    const auto outcome = detail::hypergraph_matching::filtered_on_device(problem, tuning);
    device().synchronize();
    const std::uint64_t count =
        download(device(), DeviceSpan<const std::uint64_t>(outcome.count, 1)).at(0);
    EXPECT_EQ(download(device(), DeviceSpan<const EdgeId>(outcome.edges, count)),
              greedy(host_, view, {.order = order, .capacities = capacities}).edges);
    return outcome.stop_reason;
  }

  [[nodiscard]] Hypergraph uniform(double size, const std::string& weights) const {
    Hypergraph h =
        generate::hypergraph(host_, "uniform", {{"n", 90'000}, {"m", 150'000}, {"k", size}}, 3);
    generate::assign_weights(host_, h.weights, h.view().num_edges(), weights);
    return h;
  }

  const Context host_{{.threads = 1}};
  DeviceWorkspace workspace_;
  test::SomeCapacities some_;
};

TEST_F(DeviceBMatching, IsThatOfGreedy) {
  constexpr Rating k_ratings[] = {Rating::weight, Rating::automatic, Rating::weight_per_load};
  std::uint64_t turn = 0;
  for (const std::uint64_t seed : {3ULL, 4ULL}) {
    for (const test::NamedInstance& instance : test::random_instances(seed)) {
      const HypergraphView view = instance.hypergraph.view();
      for (const auto& some : some_.of(view.num_vertices, turn)) {
        SCOPED_TRACE(instance.name + ", capacities " + some.name);
        const OrderOptions order{
            .rating = k_ratings[turn % 3],
            .objective = turn % 4 == 0 ? Objective::cardinality : Objective::weight,
            .nonpositive = turn % 5 == 0 ? NonPositive::keep : NonPositive::drop,
            .seed = turn};
        expect_greedy(view, order, some.capacities);
        if (HasFatalFailure()) return;
      }
      ++turn;
    }
  }
}

TEST_F(DeviceBMatching, OfNothingOrAlmostNothing) {
  using test::make_hypergraph;
  for (const std::uint32_t common : {0U, 2U}) {
    expect_greedy({}, {}, {.common = common});
    expect_greedy(make_hypergraph(7, {}).view(), {}, {.common = common});
    expect_greedy(make_hypergraph(0, {{}, {}}).view(), {}, {.common = common});
    expect_greedy(make_hypergraph(5, {{}, {3}, {}}).view(), {}, {.common = common});
    expect_greedy(make_hypergraph(1, {{0}, {0}, {0}}).view(), {}, {.common = common});
  }
}

// Few rounds on few edges, all the same through every kernel: a launch under a sanitizer is slow.
TEST_F(DeviceBMatching, SmallOnesForSanitizers) {
  const Numbers capacities = test::random_capacities(300, 0, 4, 1);
  Hypergraph mixed = test::random_hypergraph({300, 700, 0, 9}, 9);
  expect_greedy(mixed.view(), {}, {.each = capacities});
  test::assign_random_weights<std::int64_t>(mixed, test::Spread::many, 9);
  expect_greedy(mixed.view(), {.rating = Rating::weight}, {.common = 2});
  expect_greedy(mixed.view(), {.rating = Rating::weight_per_load}, {.each = capacities});
  for (const std::uint32_t size : {3U, 15U, 30U}) {
    expect_greedy(test::random_hypergraph({300, 300, size, size}, 5).view(), {},
                  {.each = capacities});
  }
  expect_greedy(test::random_hypergraph({9'000, 12, 2'000, 5'000}, 5).view(), {}, {.common = 3});
  expect_greedy(test::star(5'000, 2).view(), {}, {.common = 1'000});
}

// Rows of every class: few entries, a warp, a block; and vertices that take many at once.
TEST_F(DeviceBMatching, RowsOfAllSizes) {
  const Hypergraph star = test::star(70'000, 2);
  Numbers center(star.num_vertices, 1);
  center[0] = 30'000;
  expect_greedy(star.view(), {}, {.each = center});
  for (const LocalMaxVariant variant : {LocalMaxVariant::crcw, LocalMaxVariant::work_optimal}) {
    const auto found =
        local_max(device(), star.view(), {.variant = variant, .capacities = {.each = center}});
    EXPECT_EQ(found.stats.rounds, 1U);
  }
  expect_greedy(test::random_hypergraph({300'000, 12, 1'000, 200'000}, 5).view(), {.seed = 3},
                {.common = 2});
  expect_greedy(test::random_hypergraph({40, 9'000, 1, 6}, 7).view(), {.seed = 5}, {.common = 700});
  Hypergraph skewed = test::random_hypergraph({5'000, 40'000, 2, 9, true}, 8);
  test::assign_random_weights<double>(skewed, test::Spread::many, 8);
  const Numbers capacities = test::random_capacities(5'000, 0, 60, 8);
  for (const Rating rating : {Rating::weight, Rating::weight_per_load}) {
    expect_greedy(skewed.view(), {.rating = rating}, {.each = capacities});
  }
  // Edges without pins among long ones, whose loads are added up by many threads.
  const Numbers of_long = test::random_capacities(300'000, 0, 300, 2);
  expect_greedy(test::random_hypergraph({300'000, 30, 0, 90'000}, 6).view(),
                {.rating = Rating::weight_per_load}, {.each = of_long});
}

TEST_F(DeviceBMatching, WithOnesIsTheMatching) {
  const Hypergraph h = test::random_hypergraph({300, 900, 1, 5}, 4);
  const Numbers ones(300, 1);
  for (const LocalMaxVariant variant : test::k_device_variants) {
    SCOPED_TRACE(test::name_of(variant));
    const auto plain = local_max(device(), h.view(), {.variant = variant});
    const auto found =
        local_max(device(), h.view(), {.variant = variant, .capacities = {.each = ones}});
    EXPECT_EQ(found.edges, plain.edges);
    EXPECT_EQ(found.stats.rounds, plain.stats.rounds);
    EXPECT_EQ(found.stats.guarantee, plain.stats.guarantee);
  }
  const LocalMaxOptions redrawn{
      .variant = LocalMaxVariant::crcw, .ties = Ties::redraw, .capacities = {.each = ones}};
  EXPECT_NO_THROW((void)local_max(device(), h.view(), redrawn));
}

TEST_F(DeviceBMatching, RefusesWhatItCannotDo) {
  const Hypergraph h = test::make_hypergraph(2, {{0, 1}});
  const auto code_of = [&](const LocalMaxOptions& options) {
    try {
      (void)local_max(device(), h.view(), options);
    } catch (const Error& error) {
      return error.code();
    }
    return ErrorCode::internal;
  };
  const Capacities two{.common = 2};
  EXPECT_EQ(code_of({.variant = LocalMaxVariant::crcw, .ties = Ties::redraw, .capacities = two}),
            ErrorCode::unsupported);
  const Numbers three(3, 2);
  EXPECT_EQ(code_of({.capacities = {.each = three}}), ErrorCode::invalid_input);
}

// A vertex may take all edges, more than there are vertices.
TEST_F(DeviceBMatching, NeedsRoomForAllEdgesInMemoryOfTheCaller) {
  const Hypergraph h = test::make_hypergraph(2, {{0, 1}, {0, 1}, {0}, {1}, {1}});
  const DeviceHypergraph on_device = upload(device(), h.view());
  for (const LocalMaxVariant variant : k_variants) {
    const LocalMaxOptions options{.variant = variant, .capacities = {.common = 5}};
    DeviceArray<EdgeId> few(device(), 2);
    EXPECT_THROW((void)local_max(device(), on_device.view(), options, workspace_,
                                 {.edges = few.span(), .count = {}}),
                 Error);
    DeviceArray<EdgeId> enough(device(), 5);
    const DeviceMatching all = local_max(device(), on_device.view(), options, workspace_,
                                         {.edges = enough.span(), .count = {}});
    EXPECT_EQ(test::edges_of(device(), all), (std::vector<EdgeId>{0, 1, 2, 3, 4}));
  }
}

// Batches that find no room, codes that edges share, edges of all sizes.
TEST_F(DeviceBMatching, OfFilteredUnderStress) {
  DeviceFilteredTuning narrow{.target_competitors = 1e9F,
                              .carried_target_competitors = 1e9F,
                              .growth = 100.0F,
                              .small_growth = 100.0F,
                              .stubborn_rounds = ~0U,
                              .share = 40};
  for (const char* weights : {"unit", "random:1..3", "random:1..1000000", "random:1..9000000000"}) {
    for (const double size : {3.0, 7.0, 16.0, 30.0}) {
      SCOPED_TRACE(std::string(weights) + ", size " + std::to_string(size));
      const Hypergraph h = uniform(size, weights);
      const Numbers capacities = test::random_capacities(90'000, 0, 4, 2);
      EXPECT_EQ(expect_greedy_by(narrow, h, {.common = 3}), "complete");
      for (const std::uint32_t codes : {2U, 50U, 3'000U}) {
        EXPECT_EQ(
            expect_greedy_by({.stubborn_rounds = ~0U, .codes = codes}, h, {.each = capacities}),
            "complete");
      }
    }
  }
}

// Where there is room for all edges that compete, all of them win in their first round. The center
// of the star would else take a round per edge.
TEST_F(DeviceBMatching, WithRoomForAllTakesFewRounds) {
  Hypergraph h = uniform(3.0, "random:1..100");
  const DeviceHypergraph on_device = upload(device(), h.view());
  const DeviceMatching all =
      local_max(device(), on_device.view(), {.capacities = {.common = 1'000}}, workspace_);
  EXPECT_EQ(all.edges.size(), h.view().num_edges());
  EXPECT_LE(all.stats.rounds, 30U);
  const Hypergraph star = test::star(70'000, 2);
  Numbers center(star.num_vertices, 1);
  center[0] = 70'000;
  const DeviceMatching leaves = local_max(device(), upload(device(), star.view()).view(),
                                          {.capacities = {.each = center}}, workspace_);
  EXPECT_EQ(leaves.edges.size(), 70'000U);
  EXPECT_LE(leaves.stats.rounds, 40U);
  EXPECT_EQ(leaves.stats.stop_reason, "complete");
}

TEST_F(DeviceBMatching, OfChainsIsLeftToTheHost) {
  const Hypergraph chain = test::falling_chain(200'000, 2);
  Numbers capacities(chain.num_vertices, 1);
  capacities[0] = 2;
  EXPECT_NE(expect_greedy_by({}, chain, {.each = capacities}), "complete");
  DeviceFilteredTuning patient;
  patient.stubborn_rounds = ~0U;
  capacities.resize(test::falling_chain(3'000, 30).num_vertices, 1);
  EXPECT_EQ(expect_greedy_by(patient, test::falling_chain(3'000, 30), {.each = capacities}),
            "complete");
}

}  // namespace
}  // namespace hypermatch
