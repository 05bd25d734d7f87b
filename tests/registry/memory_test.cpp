// SPDX-License-Identifier: MIT
// Refusals for want of memory: before work, and of nothing that fits.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "hypermatch/error.hpp"
#include "registry/memory.hpp"

namespace hypermatch::registry {
namespace {

TEST(Memory, EveryEntryThatRunsOnAHostStatesItsMemory) {
  const InstanceSize size{.vertices = 1000, .edges = 1000, .pins = 1000};
  for (const AlgorithmList& list : {algorithms(), passes()}) {
    for (const AlgorithmInfo& each : list) {
      EXPECT_EQ(each.runs_on_host(), each.memory.bytes(size) > each.memory.bytes({}))
          << each.name << " " << each.variant;
    }
  }
}

TEST(Memory, EveryEntryThatRunsOnADeviceStatesItsMemoryThere) {
  const InstanceSize vertices{.vertices = 1000};
  const InstanceSize edges{.edges = 1000, .pins = 3000};
  for (const AlgorithmInfo& each : algorithms()) {
    SCOPED_TRACE(std::string(each.name) + " " + std::string(each.variant));
    const DeviceMemoryBound& bound = each.device_memory;
    for (const InstanceSize& size : {vertices, edges}) {
      EXPECT_EQ(each.runs_on_cuda(), bound.on_device.bytes(size) > bound.on_device.bytes({}));
    }
    EXPECT_EQ(each.runs_on_cuda(), bound.on_host.bytes(vertices) > bound.on_host.bytes({}));
    if (!each.runs_on_cuda()) continue;
    // At least the instance, one weight of 32 bits per edge, and the matching.
    const InstanceSize size{.vertices = 10'000'000, .edges = 30'000'000, .pins = 90'000'000};
    const bool is_bipartite = each.problem == Problem::bipartite_matching;
    const std::uint64_t instance = each.problem == Problem::hypergraph_matching
                                       ? 12 * size.edges + 4 * size.pins
                                   : is_bipartite ? 4 * size.edges
                                                  : 8 * size.vertices + 16 * size.edges;
    EXPECT_GE(bound.on_device.bytes(size), instance + 4 * size.vertices);
  }
}

TEST(Memory, EveryEntryThatRunsOnSeveralDevicesStatesItsMemoryThere) {
  const InstanceSize size{.vertices = 10'000'000, .edges = 30'000'000, .pins = 90'000'000};
  for (const AlgorithmInfo& each : algorithms()) {
    SCOPED_TRACE(std::string(each.name) + " " + std::string(each.variant));
    const GroupMemoryBound& bound = each.group_memory;
    EXPECT_EQ(each.runs_on_cuda_group(), bound.bytes(size, 2) > bound.bytes({}, 2));
    if (!each.runs_on_cuda_group()) continue;
    // Several devices hold more together than one, and each holds less.
    EXPECT_LT(bound.bytes(size, 4), bound.bytes(size, 1));
    EXPECT_GT(4 * bound.bytes(size, 4), bound.bytes(size, 1));
    EXPECT_GE(bound.shared.bytes(size), 4 * size.pins);
  }
}

TEST(Memory, WeightsOf64BitsAreRankedWhereTheyCount) {
  const std::vector<GraphEdge> edges = {{0, 1}, {1, 2}};
  EdgeListView graph{3, edges, {}};
  EXPECT_FALSE(size_of(graph, Objective::weight).ranks_weights);
  const std::vector<std::int32_t> narrow = {1, 2};
  graph.weights = narrow;
  EXPECT_FALSE(size_of(graph, Objective::weight).ranks_weights);
  const std::vector<std::int64_t> wide = {1, 2};
  graph.weights = wide;
  EXPECT_TRUE(size_of(graph, Objective::weight).ranks_weights);
  EXPECT_FALSE(size_of(graph, Objective::cardinality).ranks_weights);
  const std::vector<double> real = {1, 2};
  graph.weights = real;
  EXPECT_TRUE(size_of(graph, Objective::automatic).ranks_weights);
  EXPECT_EQ(size_of(graph, Objective::weight).vertices, 3U);
  EXPECT_EQ(size_of(graph, Objective::weight).edges, 2U);
}

TEST(Memory, WhatSurelyDoesNotFitADeviceIsRefusedInOneLine) {
  const InstanceSize size{.vertices = 1U << 30, .edges = 1U << 30, .pins = std::uint64_t{1} << 32};
  for (const AlgorithmInfo& each : algorithms()) {
    if (!each.runs_on_cuda()) continue;
    const std::uint64_t needed = surely_needed(each.device_memory.on_device, size);
    EXPECT_NO_THROW(check_device_memory(each, size, needed));
    try {
      check_device_memory(each, size, needed - 1);
      EXPECT_TRUE(each.device_memory.streams) << each.name;
    } catch (const Error& error) {
      EXPECT_FALSE(each.device_memory.streams) << each.name;
      EXPECT_EQ(error.code(), ErrorCode::resources);
      EXPECT_NE(std::string(error.what())
                    .find(" needs at least " + std::to_string(needed) +
                          " bytes on the device, the device has " + std::to_string(needed - 1)),
                std::string::npos)
          << error.what();
    }
  }
}

TEST(Memory, WhatSurelyDoesNotFitIsRefusedInOneLine) {
  const AlgorithmInfo& local_max = algorithms(Problem::hypergraph_matching)[0];
  const InstanceSize size{.vertices = 1U << 30, .edges = 1U << 30, .pins = std::uint64_t{1} << 32};
  const std::uint64_t needed = surely_needed(local_max.memory, size);
  EXPECT_NO_THROW(check_memory(local_max, size, needed));
  try {
    check_memory(local_max, size, needed - 1);
    FAIL() << "one byte is missing";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::resources);
    EXPECT_EQ(std::string(error.what()), "out of memory: local_max (filtered) needs at least " +
                                             std::to_string(needed) +
                                             " bytes beside the instance, the system has " +
                                             std::to_string(needed - 1) + " left");
  }
}

TEST(Memory, MatchesAreRefusedBeforeTheyTouchTheInstance) {
  // Only the sizes of this graph are real: to look at an edge would end the process.
  constexpr std::size_t k_edges = std::size_t{1} << 31;
  HypergraphView view;
  view.num_vertices = 3;
  view.offsets = {reinterpret_cast<const Offset*>(64), k_edges + 1};
  view.pins = {reinterpret_cast<const VertexId*>(64), std::size_t{1} << 44};
  MatchingRequest request;
  request.variant = "work_optimal";
  try {
    static_cast<void>(match(Context({.threads = 1}), view, request));
    FAIL() << "the machine has not that much memory";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::resources) << error.what();
  }
}

}  // namespace
}  // namespace hypermatch::registry
