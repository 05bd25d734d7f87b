// SPDX-License-Identifier: MIT
// Every generated family with every type of weights, and some larger instances: the bytes of greedy
// for fixed ties, of the host's rounds for redrawn ones, in every run.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "algorithms/hypergraph_matching/local_max/streamed_batches/streamed_batches.hpp"
#include "hypermatch/generate.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "structures/edge_rating.hpp"
#include "tests/capacities.hpp"
#include "tests/cross_backend/instances.hpp"
#include "tests/cuda/device_testing.hpp"

namespace hypermatch {
namespace {

class DeviceLocalMaxFamilies : public test::OnDevice {
 protected:
  const Context host_;
  DeviceWorkspace workspace_;
  test::SomeCapacities some_;
};

// Those that take capacities.
constexpr LocalMaxVariant k_b_variants[] = {LocalMaxVariant::filtered, LocalMaxVariant::crcw,
                                            LocalMaxVariant::work_optimal};

TEST_F(DeviceLocalMaxFamilies, EqualsGreedy) {
  for (const std::uint64_t seed : {0ULL, 1ULL}) {
    for (const test::NamedInstance& instance : test::instances(true, seed)) {
      SCOPED_TRACE(instance.name);
      const HypergraphView hypergraph = instance.hypergraph.view();
      const DeviceHypergraph on_device = upload(device(), hypergraph);
      for (const Rating rating : {Rating::automatic, Rating::weight}) {
        const OrderOptions order{.rating = rating, .seed = seed + 7};
        const HypergraphMatching expected = greedy(host_, hypergraph, {.order = order});
        for (const LocalMaxVariant variant : test::k_device_variants) {
          const DeviceMatching matching = local_max(
              device(), on_device.view(), {.order = order, .variant = variant}, workspace_);
          ASSERT_EQ(test::edges_of(device(), matching), expected.edges) << test::name_of(variant);
        }
      }
    }
  }
}

TEST_F(DeviceLocalMaxFamilies, EqualsGreedyUnderCapacities) {
  std::uint64_t turn = 0;
  for (const test::NamedInstance& instance : test::instances(true, 1)) {
    const HypergraphView hypergraph = instance.hypergraph.view();
    const DeviceHypergraph on_device = upload(device(), hypergraph);
    const OrderOptions order{.rating = turn % 3 == 0 ? Rating::weight : Rating::automatic};
    for (const auto& some : some_.of(hypergraph.num_vertices, turn++)) {
      SCOPED_TRACE(instance.name + ", capacities " + some.name);
      const HypergraphMatching expected =
          greedy(host_, hypergraph, {.order = order, .capacities = some.capacities});
      for (const LocalMaxVariant variant : k_b_variants) {
        const DeviceMatching matching = local_max(
            device(), on_device.view(),
            {.order = order, .variant = variant, .capacities = some.capacities}, workspace_);
        ASSERT_EQ(test::edges_of(device(), matching), expected.edges) << test::name_of(variant);
      }
    }
  }
}

// The vertices fit on the device, and hardly a batch of edges.
TEST_F(DeviceLocalMaxFamilies, EqualsGreedyWhereEdgesDoNotFit) {
  for (const test::NamedInstance& instance : test::instances(true, 3)) {
    SCOPED_TRACE(instance.name);
    const HypergraphView hypergraph = instance.hypergraph.view();
    const std::uint64_t limit = (hypergraph.num_vertices + 31) / 32 * 4 + 250'000;
    const DeviceContext context({.memory_limit = limit});
    const OrderOptions order{.seed = 5};
    const LocalMaxOptions options{.order = detail::structures::resolve(hypergraph, order)};
    const HypergraphMatching matching =
        detail::hypergraph_matching::local_max_streamed(context, hypergraph, options);
    ASSERT_EQ(matching.edges, greedy(host_, hypergraph, {.order = order}).edges);
    EXPECT_LE(context.device_peak_bytes(), limit);
  }
}

TEST_F(DeviceLocalMaxFamilies, FollowsTheHostWhereTiesAreRedrawn) {
  for (const test::NamedInstance& instance : test::instances(false, 2)) {
    SCOPED_TRACE(instance.name);
    const HypergraphView hypergraph = instance.hypergraph.view();
    const DeviceHypergraph on_device = upload(device(), hypergraph);
    for (const NoiseGenerator generator : {NoiseGenerator::mix, NoiseGenerator::xorwow}) {
      LocalMaxOptions options{.order = {.seed = 4},
                              .variant = LocalMaxVariant::crcw,
                              .ties = Ties::redraw,
                              .noise = generator == NoiseGenerator::mix ? 0.0 : 2.5,
                              .noise_generator = generator};
      const HypergraphMatching expected = local_max(host_, hypergraph, options);
      for (const LocalMaxVariant variant : test::k_round_variants) {
        options.variant = variant;
        const DeviceMatching matching = local_max(device(), on_device.view(), options, workspace_);
        ASSERT_EQ(test::edges_of(device(), matching), expected.edges) << test::name_of(variant);
        ASSERT_EQ(matching.stats.rounds, expected.stats.rounds);
      }
    }
  }
}

// Large enough that thousands of blocks meet in every phase; again and again.
TEST_F(DeviceLocalMaxFamilies, RepeatsOfLargerInstancesGiveTheSameBytes) {
  const test::FamilyCase cases[] = {
      {"uniform", {{"n", 400'000}, {"m", 1'000'000}, {"k", 3}}},
      {"sizes", {{"n", 200'000}, {"m", 1'000'000}, {"min", 0}, {"max", 8}}},
      {"power_law", {{"n", 400'000}, {"m", 800'000}, {"min", 2}, {"max", 10}}},
      {"stencil27", {{"x", 80}, {"y", 80}, {"z", 80}}}};
  std::uint64_t turn = 0;
  for (const test::FamilyCase& family : cases) {
    SCOPED_TRACE(family.family);
    Hypergraph hypergraph = generate::hypergraph(host_, family.family, family.parameters, 1);
    generate::assign_weights(host_, hypergraph.weights, hypergraph.view().num_edges(),
                             "random:1..100");
    const HypergraphMatching expected = greedy(host_, hypergraph.view());
    const DeviceHypergraph on_device = upload(device(), hypergraph.view());
    for (const LocalMaxVariant variant : test::k_device_variants) {
      for (int repeat = 0; repeat < 3; ++repeat) {
        const DeviceMatching matching =
            local_max(device(), on_device.view(), {.variant = variant}, workspace_);
        ASSERT_EQ(test::edges_of(device(), matching), expected.edges) << test::name_of(variant);
      }
    }
    for (const auto& some : some_.of(hypergraph.num_vertices, turn++)) {
      SCOPED_TRACE("capacities " + some.name);
      const HypergraphMatching taken =
          greedy(host_, hypergraph.view(), {.capacities = some.capacities});
      for (const LocalMaxVariant variant : k_b_variants) {
        for (int repeat = 0; repeat < 2; ++repeat) {
          const DeviceMatching matching =
              local_max(device(), on_device.view(),
                        {.variant = variant, .capacities = some.capacities}, workspace_);
          ASSERT_EQ(test::edges_of(device(), matching), taken.edges) << test::name_of(variant);
        }
      }
    }
  }
}

}  // namespace
}  // namespace hypermatch
