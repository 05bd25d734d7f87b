// SPDX-License-Identifier: MIT
// The interface for C: codes and messages, every problem by its name, and the caller's arrays.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "hypermatch/hypermatch.h"

namespace {

class CInterface : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(hypermatch_context_new(1, &context_), HYPERMATCH_OK); }
  void TearDown() override {
    hypermatch_instance_free(instance_);
    hypermatch_context_free(context_);
  }
  // The numbers of the array that the result has by this name.
  std::vector<std::uint32_t> solve(const char* problem, std::vector<hypermatch_option> options,
                                   const char* array) {
    hypermatch_result* result = nullptr;
    code_ = hypermatch_solve(context_, instance_, problem, options.data(), options.size(), &result);
    if (code_ != HYPERMATCH_OK) return {};
    hypermatch_array found = {};
    EXPECT_EQ(hypermatch_result_array(result, array, &found), HYPERMATCH_OK);
    EXPECT_EQ(hypermatch_result_array(result, "none", &found), HYPERMATCH_INVALID_OPTION);
    const auto* const items = static_cast<const std::uint32_t*>(found.data);
    std::vector<std::uint32_t> copy(items, items + found.size);
    EXPECT_NE(std::string(hypermatch_result_algorithm(result)), "");
    hypermatch_result_free(result);
    return copy;
  }

  hypermatch_context* context_ = nullptr;
  hypermatch_instance* instance_ = nullptr;
  hypermatch_code code_ = HYPERMATCH_OK;
};

template <class T>
hypermatch_array array_of(const std::vector<T>& items, hypermatch_type type) {
  return {items.data(), items.size(), type};
}

TEST_F(CInterface, GraphsOfUpperTrianglesAreMatchedAndClustered) {
  const std::vector<std::int64_t> offsets = {0, 2, 3, 4, 4};
  const std::vector<std::int32_t> columns = {1, 2, 2, 3};
  const std::vector<double> weights = {5, 5, 5, 1};
  const auto make = [&](const char* symmetrize) {
    return hypermatch_graph(context_, 4, array_of(offsets, HYPERMATCH_INT64),
                            array_of(columns, HYPERMATCH_INT32),
                            array_of(weights, HYPERMATCH_DOUBLE), symmetrize, &instance_);
  };
  EXPECT_EQ(make("error"), HYPERMATCH_INVALID_INPUT);
  EXPECT_EQ(make("maximum"), HYPERMATCH_INVALID_OPTION);
  ASSERT_EQ(make("max"), HYPERMATCH_OK);
  EXPECT_EQ(solve("graph_matching", {{"algorithm", "exact"}, {"size", "largest"}}, "pairs"),
            (std::vector<std::uint32_t>{0, 1, 2, 3}));
  EXPECT_EQ(solve("clustering", {{"seed", "3"}, {"resolution", "0.1"}}, "labels"),
            (std::vector<std::uint32_t>{0, 0, 0, 0}));
  (void)solve("graph_matching", {{"sede", "3"}}, "pairs");
  EXPECT_EQ(code_, HYPERMATCH_INVALID_OPTION);
  (void)solve("clustering", {{"resolution", "3x"}}, "labels");
  EXPECT_EQ(std::string(hypermatch_last_error()), "resolution is '3x', must be a number");
  (void)solve("hypergraph_matching", {}, "edges");
  EXPECT_EQ(code_, HYPERMATCH_INVALID_INPUT);
  (void)solve("matching", {}, "pairs");
  EXPECT_EQ(code_, HYPERMATCH_INVALID_OPTION);
  hypermatch_context_stop(context_);
  (void)solve("graph_matching", {}, "pairs");
  EXPECT_EQ(code_, HYPERMATCH_CANCELLED);
}

TEST_F(CInterface, RowsAndColumnsAreMatchedAndAssigned) {
  const std::vector<std::uint64_t> offsets = {0, 2, 3};
  const std::vector<std::uint32_t> columns = {0, 1, 0};
  const std::vector<std::int32_t> costs = {1, 9, 4};
  ASSERT_EQ(hypermatch_matrix(context_, 2, 2, array_of(offsets, HYPERMATCH_UINT64),
                              array_of(columns, HYPERMATCH_UINT32),
                              array_of(costs, HYPERMATCH_INT32), &instance_),
            HYPERMATCH_OK);
  EXPECT_EQ(solve("bipartite_matching", {}, "mates"), (std::vector<std::uint32_t>{1, 0}));
  EXPECT_EQ(solve("b_assignment", {{"minimize", "true"}, {"perfect", "true"}}, "pairs"),
            (std::vector<std::uint32_t>{0, 1, 1, 0}));
  hypermatch_instance_free(instance_);
  const std::vector<std::uint32_t> one_column = {0, 0, 0};
  ASSERT_EQ(hypermatch_matrix(context_, 2, 2, array_of(offsets, HYPERMATCH_UINT64),
                              array_of(one_column, HYPERMATCH_UINT32), {}, &instance_),
            HYPERMATCH_OK);
  (void)solve("b_assignment", {{"perfect", "1"}}, "pairs");
  EXPECT_EQ(code_, HYPERMATCH_NO_SOLUTION);
  EXPECT_EQ(hypermatch_read(context_, "/nowhere/file", nullptr, &instance_), HYPERMATCH_IO);
}

TEST_F(CInterface, HyperedgesAreMatched) {
  const std::vector<std::int32_t> offsets = {0, 2, 4, 6};
  const std::vector<std::int32_t> pins = {0, 1, 1, 2, 2, 3};
  const std::vector<float> weights = {2, 3, 2};
  const auto make = [&](hypermatch_array with) {
    return hypermatch_hypergraph(context_, 4, array_of(offsets, HYPERMATCH_INT32),
                                 array_of(pins, HYPERMATCH_INT32), with, &instance_);
  };
  EXPECT_EQ(make(array_of(pins, HYPERMATCH_UINT32)), HYPERMATCH_INVALID_INPUT);
  ASSERT_EQ(make(array_of(weights, HYPERMATCH_FLOAT)), HYPERMATCH_OK);
  EXPECT_EQ(solve("hypergraph_matching", {{"seed", "1"}}, "edges"),
            (std::vector<std::uint32_t>{1}));
}

}  // namespace
