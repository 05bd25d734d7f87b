// SPDX-License-Identifier: MIT
// Refusals for want of memory: before work, and of nothing that fits.
#include <gtest/gtest.h>

#include <string>

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

TEST(Memory, WhatSurelyDoesNotFitIsRefusedInOneLine) {
  const AlgorithmInfo& local_max = algorithms(Problem::hypergraph_matching)[0];
  const InstanceSize size{.vertices = 1U << 30, .edges = 1U << 30, .pins = std::uint64_t{1} << 32};
  const std::uint64_t needed = surely_needed(local_max, size);
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
