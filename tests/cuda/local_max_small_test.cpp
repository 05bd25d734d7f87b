// SPDX-License-Identifier: MIT
// Small instances of every shape, type of weights, rating and kind of ties: the device returns the
// bytes of sequential greedy, with redrawn ties those of the host's rounds.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "hypermatch/error.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "tests/algorithms/hypergraph_matching/families.hpp"
#include "tests/cuda/device_testing.hpp"

namespace hypermatch {
namespace {

class DeviceLocalMaxSmall : public test::OnDevice {
 protected:
  // All variants, fixed ties.
  void expect_greedy(const HypergraphView& hypergraph, const OrderOptions& order) {
    const HypergraphMatching expected = greedy(host_, hypergraph, {.order = order});
    const DeviceHypergraph on_device = upload(device(), hypergraph);
    for (const LocalMaxVariant variant : test::k_device_variants) {
      SCOPED_TRACE(test::name_of(variant));
      const DeviceMatching matching =
          local_max(device(), on_device.view(), {.order = order, .variant = variant}, workspace_);
      ASSERT_EQ(test::edges_of(device(), matching), expected.edges);
      ASSERT_EQ(matching.stats.rating, expected.stats.rating);
      ASSERT_EQ(matching.stats.objective, expected.stats.objective);
      ASSERT_EQ(matching.stats.guarantee, expected.stats.guarantee);
    }
    // The same from host memory, while pins are on their way.
    ASSERT_EQ(local_max(device(), hypergraph, {.order = order}).edges, expected.edges);
  }
  // All variants, any ties: the same edges in as many rounds.
  void expect_host(const HypergraphView& hypergraph, LocalMaxOptions options) {
    options.variant = LocalMaxVariant::sequential;
    const HypergraphMatching expected = local_max(host_, hypergraph, options);
    const DeviceHypergraph on_device = upload(device(), hypergraph);
    for (const LocalMaxVariant variant : test::k_round_variants) {
      SCOPED_TRACE(test::name_of(variant));
      options.variant = variant;
      const DeviceMatching matching = local_max(device(), on_device.view(), options, workspace_);
      ASSERT_EQ(test::edges_of(device(), matching), expected.edges);
      ASSERT_EQ(matching.stats.rounds, expected.stats.rounds);
    }
  }

  const Context host_{{.threads = 1}};
  DeviceWorkspace workspace_;
};

constexpr Rating k_small_ratings[] = {Rating::automatic, Rating::weight, Rating::weight_per_pin,
                                      Rating::weight_per_sqrt_pins};
constexpr NoiseGenerator k_generators[] = {NoiseGenerator::mix, NoiseGenerator::xorwow,
                                           NoiseGenerator::xorshift, NoiseGenerator::park_miller};

TEST_F(DeviceLocalMaxSmall, EqualsGreedyForAllWeightsAndRatings) {
  for (const std::uint64_t seed : {1ULL, 2ULL}) {
    for (const test::NamedInstance& instance : test::random_instances(seed)) {
      SCOPED_TRACE(instance.name);
      for (const Rating rating : k_small_ratings) {
        SCOPED_TRACE(static_cast<int>(rating));
        expect_greedy(instance.hypergraph.view(), {.rating = rating, .seed = seed + 4});
        expect_greedy(instance.hypergraph.view(),
                      {.rating = rating, .nonpositive = NonPositive::keep, .seed = seed});
        if (HasFatalFailure()) return;
      }
      expect_greedy(instance.hypergraph.view(), {.objective = Objective::cardinality});
      if (HasFatalFailure()) return;
    }
  }
}

TEST_F(DeviceLocalMaxSmall, FollowsTheHostWhereTiesAreRedrawn) {
  for (const test::NamedInstance& instance : test::random_instances(3)) {
    SCOPED_TRACE(instance.name);
    for (const NoiseGenerator generator : k_generators) {
      for (const double noise : {0.0, 0.75}) {
        SCOPED_TRACE(noise);
        expect_host(instance.hypergraph.view(),
                    {.order = {.nonpositive = NonPositive::keep, .seed = 12},
                     .ties = Ties::redraw,
                     .noise = noise,
                     .noise_generator = generator});
        if (HasFatalFailure()) return;
      }
    }
    expect_host(instance.hypergraph.view(), {.order = {.seed = 5}, .ties = Ties::fixed});
    if (HasFatalFailure()) return;
  }
}

TEST_F(DeviceLocalMaxSmall, NothingOrAlmostNothing) {
  using test::make_hypergraph;
  expect_host({}, {});
  expect_host(make_hypergraph(0, {}).view(), {});
  expect_host(make_hypergraph(7, {}).view(), {});
  expect_host(make_hypergraph(0, {{}, {}}).view(), {});
  expect_host(make_hypergraph(5, {{}, {3}, {}}).view(), {});
  expect_host(make_hypergraph(1, {{0}}).view(), {});
  expect_host(make_hypergraph(1, {{0}, {0}, {0}}).view(), {});
  expect_host(make_hypergraph(900, {{0, 899}, {899, 1}}).view(), {});
  // No edge takes part.
  expect_host(make_hypergraph<std::int32_t>(3, {{0, 1}, {1, 2}}, {0, -4}).view(), {});
  // -0 is 0, and so tied with it.
  expect_greedy(make_hypergraph<float>(2, {{0, 1}, {1}, {0}}, {0.0F, -0.0F, 0.0F}).view(),
                {.rating = Rating::weight, .nonpositive = NonPositive::keep});
  expect_host(test::tight_example(5, 9).view(), {});
}

// Rows of every class of the loops over rows: team, warp, block, all blocks.
TEST_F(DeviceLocalMaxSmall, RowsOfAllSizes) {
  expect_host(test::star(3'000, 3).view(), {});
  expect_host(test::star(70'000, 2).view(), {});
  expect_greedy(test::random_hypergraph({300'000, 12, 1'000, 200'000}, 5).view(), {.seed = 3});
  expect_greedy(test::random_hypergraph({20'000, 400, 1, 5'000}, 6).view(), {.seed = 4});
  expect_greedy(test::random_hypergraph({40, 9'000, 1, 6}, 7).view(), {.seed = 5});
  Hypergraph skewed = test::random_hypergraph({5'000, 40'000, 2, 9, true}, 8);
  expect_greedy(skewed.view(), {});
  test::assign_random_weights<double>(skewed, test::Spread::many, 8);
  expect_greedy(skewed.view(), {.rating = Rating::weight});
  expect_host(
      skewed.view(),
      {.order = {.seed = 9}, .ties = Ties::redraw, .noise_generator = NoiseGenerator::xorshift});
}

// Few rounds on few edges, all the same through every kernel: a launch under a sanitizer is slow.
TEST_F(DeviceLocalMaxSmall, SmallOnesForSanitizers) {
  Hypergraph mixed = test::random_hypergraph({300, 700, 0, 9}, 9);
  expect_greedy(mixed.view(), {});
  test::assign_random_weights<std::int64_t>(mixed, test::Spread::many, 9);
  expect_greedy(mixed.view(), {.rating = Rating::weight});
  expect_host(mixed.view(), {.ties = Ties::redraw, .noise = 0.5});
  expect_greedy(test::random_hypergraph({9'000, 12, 2'000, 5'000}, 5).view(), {});
  expect_greedy(test::star(5'000, 2).view(), {});
}

TEST_F(DeviceLocalMaxSmall, AChainTakesARoundAnEdge) {
  const Hypergraph chain = test::falling_chain(500, 3);
  const DeviceHypergraph on_device = upload(device(), chain.view());
  for (const LocalMaxVariant variant : test::k_round_variants) {
    const DeviceMatching matching =
        local_max(device(), on_device.view(), {.variant = variant}, workspace_);
    EXPECT_EQ(matching.stats.rounds, 250U) << test::name_of(variant);
    EXPECT_EQ(matching.edges.size(), 250U);
  }
}

TEST_F(DeviceLocalMaxSmall, RefusesWhatItCannotDo) {
  const Hypergraph h = test::make_hypergraph(2, {{0, 1}});
  const auto code_of = [&](const LocalMaxOptions& options) {
    try {
      (void)local_max(device(), h.view(), options);
    } catch (const Error& error) {
      return error.code();
    }
    return ErrorCode::internal;
  };
  EXPECT_EQ(code_of({.variant = LocalMaxVariant::sequential}), ErrorCode::unsupported);
  EXPECT_EQ(code_of({.variant = LocalMaxVariant::filtered, .ties = Ties::redraw}),
            ErrorCode::unsupported);
  EXPECT_EQ(code_of({.variant = LocalMaxVariant::crcw, .noise = 1.0}), ErrorCode::invalid_option);
  EXPECT_EQ(code_of({.variant = LocalMaxVariant::crcw, .noise = -1.0}), ErrorCode::invalid_option);
}

}  // namespace
}  // namespace hypermatch
