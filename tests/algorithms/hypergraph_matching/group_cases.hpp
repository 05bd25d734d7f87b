// SPDX-License-Identifier: MIT
// Local max of hypergraphs on several devices, held to sequential greedy: the cases for devices and
// for their stand-in in host memory.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <iterator>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/hypergraph_matching/local_max/shared_batches/shared_batches.hpp"
#include "base/random.hpp"
#include "hypermatch/device_group_matching.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/generate.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "tests/algorithms/hypergraph_matching/families.hpp"

namespace hypermatch::test {

using detail::hypergraph_matching::SharedTuning;
using GroupOf = std::function<DeviceGroup(std::size_t parts)>;

inline HypergraphMatching expect_greedy_on(const DeviceGroup& group, const HypergraphView& view,
                                           const LocalMaxOptions& options = {},
                                           const SharedTuning& tuning = {}) {
  const Context host({.threads = 1});
  const HypergraphMatching expected = greedy(host, view, {.order = options.order});
  HypergraphMatching found =
      detail::hypergraph_matching::local_max_shared(group, view, options, tuning);
  EXPECT_EQ(found.edges, expected.edges) << group.size() << " parts";
  EXPECT_EQ(found.stats.algorithm, "local_max");
  EXPECT_EQ(found.stats.variant, "filtered");
  EXPECT_EQ(found.stats.guarantee, expected.stats.guarantee);
  EXPECT_EQ(found.stats.traffic.devices, view.num_pins() == 0 ? 0 : group.size());
  EXPECT_EQ(std::accumulate(found.stats.traffic.received.begin(),
                            found.stats.traffic.received.end(), std::uint64_t{0}),
            found.stats.traffic.bytes - found.stats.traffic.staged_bytes);
  return found;
}

/// All shapes and weights, all ways to order them; batches that are large, many and handed over.
inline void check_shapes(const GroupOf& group_of, std::uint64_t seed) {
  const SharedTuning tunings[] = {{},
                                  {.first_pins = 0.05, .growth = 1.1},
                                  {.first_pins = 100},
                                  {.most_idle_rounds = 0},
                                  {.first_pins = 0.3, .most_idle_rounds = 1},
                                  {.few = 0},
                                  {.most_idle_rounds = 100, .few = 3, .code_bits = 2},
                                  {.first_pins = 0.6, .few = 20, .code_bits = 8}};
  std::size_t turn = 0;
  for (const NamedInstance& instance : random_instances(seed)) {
    SCOPED_TRACE(instance.name);
    const HypergraphView view = instance.hypergraph.view();
    for (const std::size_t parts : {1UL, 2UL, 4UL, 7UL}) {
      const DeviceGroup group = group_of(parts);
      expect_greedy_on(group, view, {.order = {.seed = seed}},
                       tunings[turn++ % std::size(tunings)]);
      expect_greedy_on(group, view, {.order = {.nonpositive = NonPositive::keep, .seed = 8}},
                       tunings[turn++ % std::size(tunings)]);
      for (const Rating rating :
           {Rating::weight, Rating::weight_per_pin, Rating::weight_per_sqrt_pins}) {
        expect_greedy_on(group, view, {.order = {.rating = rating}},
                         tunings[turn++ % std::size(tunings)]);
      }
      expect_greedy_on(group, view, {.order = {.objective = Objective::cardinality}},
                       tunings[turn++ % std::size(tunings)]);
      if (testing::Test::HasFailure()) return;
    }
  }
}

/// Small edges and a long one of all vertices, which leaves parts without edges: behind it, before
/// it, or on both sides.
inline Hypergraph with_clock(std::size_t clock) {
  constexpr VertexId k_vertices = 500;
  std::vector<std::vector<VertexId>> edges;
  for (std::size_t e = 0; e < 90; ++e) {
    if (e == clock) {
      edges.emplace_back(k_vertices);
      std::iota(edges.back().begin(), edges.back().end(), VertexId{0});
    }
    const auto v = static_cast<VertexId>(detail::base::hash(5, e) % (k_vertices - 12));
    edges.push_back({v, v + 1, v + 11});
  }
  Hypergraph hypergraph = make_hypergraph(k_vertices, edges);
  assign_random_weights<std::int32_t>(hypergraph, Spread::many, 4);
  return hypergraph;
}

inline void check_hand_made(const GroupOf& group_of) {
  for (const std::size_t parts : {2UL, 3UL, 16UL}) {
    const DeviceGroup group = group_of(parts);
    expect_greedy_on(group, HypergraphView{});
    expect_greedy_on(group, Hypergraph{}.view());
    expect_greedy_on(group, make_hypergraph(5, {}).view());
    expect_greedy_on(group, make_hypergraph(5, {{}, {}}).view());
    expect_greedy_on(group, make_hypergraph(1, {{0}}).view());
    expect_greedy_on(group, make_hypergraph(3, {{}, {2, 0}, {1}}).view());
    expect_greedy_on(group, tight_example(5, 7).view());
    expect_greedy_on(group, star(40, 3).view());
    expect_greedy_on(group, star(1, 9000).view());
    // Edges of thousands of pins, which several threads share.
    expect_greedy_on(group, star(7, 5000).view());
    Hypergraph mixed = random_hypergraph({9000, 60, 1, 8000}, 5);
    assign_random_weights<std::int32_t>(mixed, Spread::many, 3);
    expect_greedy_on(group, mixed.view());
    expect_greedy_on(group, mixed.view(), {}, {.first_pins = 0.01, .growth = 1.5});
    for (const std::size_t clock : {0UL, 45UL, 89UL}) {
      expect_greedy_on(group, with_clock(clock).view());
    }
    if (testing::Test::HasFailure()) return;
  }
}

inline void check_chains(const GroupOf& group_of) {
  for (const std::size_t parts : {2UL, 4UL}) {
    const DeviceGroup group = group_of(parts);
    for (const std::uint32_t size : {2U, 3U}) {
      const Hypergraph chain = falling_chain(5000, size);
      const HypergraphMatching found = expect_greedy_on(group, chain.view());
      EXPECT_NE(found.stats.stop_reason.find("the host finished"), std::string::npos)
          << found.stats.stop_reason;
      EXPECT_LE(found.stats.traffic.exchanges, 80U);
      EXPECT_GT(found.stats.traffic.staged_bytes, 0U);
    }
  }
}

/// Random instances of some size: few exchanges, no byte by way of the host, bytes as documented.
inline void check_traffic(const GroupOf& group_of, bool reaches) {
  const Context host({.threads = 1});
  for (const double m : {20'000.0, 50'000.0, 400'000.0}) {
    Hypergraph uniform = generate::hypergraph(host, "uniform", {{"n", 40'000}, {"m", m}}, 1);
    generate::assign_weights(host, uniform.weights, uniform.view().num_edges(), "random:1..100");
    for (const std::size_t parts : {2UL, 4UL}) {
      const HypergraphMatching found = expect_greedy_on(group_of(parts), uniform.view());
      EXPECT_LE(found.stats.traffic.exchanges, 80U);
      if (reaches) {
        EXPECT_EQ(found.stats.traffic.staged_bytes, 0U);
      }
      EXPECT_EQ(found.stats.stop_reason, "complete");
      // 28 bytes per candidate, fewer than one per vertex, to each of the others.
      EXPECT_LE(found.stats.traffic.bytes, 40'000 * 30 * (parts - 1));
    }
  }
}

/// Memory for less than what batches would like, and for less than the parts.
inline void check_memory(const std::function<DeviceGroup(std::uint64_t limit)>& two_within) {
  const Context host({.threads = 1});
  const Hypergraph uniform =
      generate::hypergraph(host, "uniform", {{"n", 40'000}, {"m", 300'000}}, 1);
  Hypergraph rated = generate::hypergraph(host, "uniform", {{"n", 40'000}, {"m", 300'000}}, 1);
  generate::assign_weights(host, rated.weights, rated.view().num_edges(), "random:1..100");
  for (std::uint64_t limit = 3'000'000; limit <= 4'000'000; limit += 100'000) {
    expect_greedy_on(two_within(limit), rated.view());
  }
  const HypergraphMatching free = expect_greedy_on(two_within(0), uniform.view());
  // The pins alone are 1.8 MB per part.
  const HypergraphMatching tight = expect_greedy_on(two_within(2'300'000), uniform.view());
  EXPECT_LT(tight.stats.device_peak_bytes, free.stats.device_peak_bytes);
  EXPECT_GT(tight.stats.traffic.exchanges, free.stats.traffic.exchanges);
  for (const std::uint64_t limit : {1000UL, 1'000'000UL, 1'900'000UL}) {
    try {
      const DeviceGroup group = two_within(limit);
      (void)local_max(group, uniform.view());
      ADD_FAILURE() << limit << " bytes do not do";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::resources);
      const std::string text = error.what();
      EXPECT_NE(text.find("on 2 devices needs at least"), std::string::npos) << text;
      EXPECT_NE(text.find("the device has " + std::to_string(limit) + " left"), std::string::npos)
          << text;
    }
  }
}

inline void check_refusals(const GroupOf& group_of) {
  const DeviceGroup group = group_of(2);
  const Hypergraph few = star(4, 3);
  const std::vector<std::uint32_t> room(few.num_vertices, 2);
  for (const LocalMaxOptions& options : {LocalMaxOptions{.variant = LocalMaxVariant::crcw},
                                         LocalMaxOptions{.variant = LocalMaxVariant::sequential},
                                         LocalMaxOptions{.capacities = {.common = 2}},
                                         LocalMaxOptions{.capacities = {.each = room}}}) {
    try {
      (void)local_max(group, few.view(), options);
      ADD_FAILURE() << "not refused";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::unsupported) << error.what();
      EXPECT_NE(std::string(error.what()).find("several devices"), std::string::npos);
    }
  }
}

}  // namespace hypermatch::test
