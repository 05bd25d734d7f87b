// SPDX-License-Identifier: MIT
// Threads that share one context and one instance of the interface for C.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "hypermatch/hypermatch.h"

namespace {

// Mates of a path of n vertices, whose weights ascend and fall in turns.
std::vector<std::uint32_t> solve_and_judge(const hypermatch_context* context,
                                           const hypermatch_instance* instance) {
  hypermatch_result* result = nullptr;
  EXPECT_EQ(hypermatch_solve(context, instance, "graph_matching", nullptr, 0, &result),
            HYPERMATCH_OK)
      << hypermatch_last_error();
  hypermatch_array mates = {};
  EXPECT_EQ(hypermatch_result_array(result, "mates", &mates), HYPERMATCH_OK);
  const auto* const items = static_cast<const std::uint32_t*>(mates.data);
  std::vector<std::uint32_t> copy(items, items + mates.size);
  hypermatch_result_free(result);
  std::vector<std::uint32_t> pairs;
  for (std::uint32_t v = 0; v < copy.size(); ++v) {
    if (copy[v] > v && copy[v] < copy.size()) pairs.insert(pairs.end(), {v, copy[v]});
  }
  const hypermatch_option maximal{"maximal", "true"};
  EXPECT_EQ(
      hypermatch_verify(context, instance, "graph_matching",
                        {pairs.data(), pairs.size(), HYPERMATCH_UINT32}, &maximal, 1, nullptr),
      HYPERMATCH_OK)
      << hypermatch_last_error();
  return copy;
}

TEST(CInterfaceRaces, ThreadsShareContextAndInstance) {
  constexpr std::uint32_t n = 600;
  std::vector<std::uint64_t> offsets{0};
  std::vector<std::uint32_t> columns;
  std::vector<double> values;
  const auto add = [&](std::uint32_t neighbour, std::uint32_t edge) {
    columns.push_back(neighbour);
    values.push_back(1 + edge * 7919 % 31);
  };
  for (std::uint32_t v = 0; v < n; ++v) {
    if (v > 0) add(v - 1, v - 1);
    if (v + 1 < n) add(v + 1, v);
    offsets.push_back(columns.size());
  }
  hypermatch_context* context = nullptr;
  ASSERT_EQ(hypermatch_context_new(2, &context), HYPERMATCH_OK);
  hypermatch_instance* graph = nullptr;
  ASSERT_EQ(hypermatch_graph(context, n, {offsets.data(), offsets.size(), HYPERMATCH_UINT64},
                             {columns.data(), columns.size(), HYPERMATCH_UINT32},
                             {values.data(), values.size(), HYPERMATCH_DOUBLE}, "error", &graph),
            HYPERMATCH_OK)
      << hypermatch_last_error();
  std::vector<std::vector<std::uint32_t>> found(4);
  std::vector<std::thread> threads;
  for (auto& mates : found) {
    threads.emplace_back([&] {
      for (int turn = 0; turn < 3; ++turn) mates = solve_and_judge(context, graph);
      // A failure is of its own thread.
      hypermatch_result* none = nullptr;
      EXPECT_EQ(hypermatch_solve(context, graph, "clustering", nullptr, 0, nullptr),
                HYPERMATCH_INVALID_OPTION);
      EXPECT_NE(hypermatch_solve(context, graph, "b_assignment", nullptr, 0, &none), HYPERMATCH_OK);
      EXPECT_NE(std::string(hypermatch_last_error()), "");
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& mates : found) EXPECT_EQ(mates, found.front());
  EXPECT_EQ(std::string(hypermatch_last_error()), "");
  hypermatch_instance_free(graph);
  hypermatch_context_free(context);
}

}  // namespace
