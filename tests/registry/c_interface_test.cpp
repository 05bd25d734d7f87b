// SPDX-License-Identifier: MIT
// The interface for C: codes and messages, every problem by its name, and the caller's arrays.
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
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

  hypermatch_code judge(const char* problem, const std::vector<std::uint32_t>& answer,
                        std::vector<hypermatch_option> options) {
    hypermatch_result* facts = nullptr;
    const hypermatch_code code = hypermatch_verify(
        context_, instance_, problem, {answer.data(), answer.size(), HYPERMATCH_UINT32},
        options.data(), options.size(), &facts);
    numbers_.clear();
    for (const char* name : {"weight", "size", "certified_ratio", "quality"}) {
      double number = 0;
      if (facts == nullptr) break;
      if (hypermatch_result_number(facts, name, &number) != HYPERMATCH_OK) continue;
      numbers_[name] = number;
    }
    EXPECT_EQ(facts != nullptr, code == HYPERMATCH_VIOLATED || code == HYPERMATCH_OK);
    hypermatch_result_free(facts);
    return code;
  }

  hypermatch_context* context_ = nullptr;
  hypermatch_instance* instance_ = nullptr;
  hypermatch_code code_ = HYPERMATCH_OK;
  std::map<std::string, double> numbers_ = {};
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

TEST_F(CInterface, BoundsOfVerticesCount) {
  const std::vector<std::int32_t> offsets = {0, 3, 4, 5, 6};
  const std::vector<std::int32_t> columns = {1, 2, 3, 0, 0, 0};
  const std::vector<std::int64_t> capacities = {2, 1, 1, 1};
  ASSERT_EQ(hypermatch_graph(context_, 4, array_of(offsets, HYPERMATCH_INT32),
                             array_of(columns, HYPERMATCH_INT32), {}, "error", &instance_),
            HYPERMATCH_OK);
  const auto bound = [&](const char* name, const std::vector<std::int64_t>& numbers) {
    return hypermatch_instance_bound(instance_, name, array_of(numbers, HYPERMATCH_INT64));
  };
  EXPECT_EQ(solve("graph_matching", {}, "pairs").size(), 2u);
  EXPECT_EQ(bound("capacity", {1, 2}), HYPERMATCH_INVALID_INPUT);
  EXPECT_EQ(std::string(hypermatch_last_error()), "capacity has 2 numbers, must have 1 or 4");
  EXPECT_EQ(bound("capacity", {1, -2, 1, 1}), HYPERMATCH_INVALID_INPUT);
  EXPECT_EQ(std::string(hypermatch_last_error()),
            "capacity[1] is -2, must be from 0 to 4294967295");
  EXPECT_EQ(bound("row_capacity", {1}), HYPERMATCH_INVALID_INPUT);
  EXPECT_EQ(bound("capacities", {1}), HYPERMATCH_INVALID_OPTION);
  ASSERT_EQ(bound("capacity", capacities), HYPERMATCH_OK);
  const auto pairs = solve("graph_matching", {{"algorithm", "b_suitor"}}, "pairs");
  EXPECT_EQ(pairs.size(), 4u);
  EXPECT_EQ(judge("graph_matching", pairs, {{"maximal", "1"}, {"greedy", "1"}}), HYPERMATCH_OK);
  ASSERT_EQ(bound("capacity", {3}), HYPERMATCH_OK);
  EXPECT_EQ(judge("graph_matching", pairs, {{"maximal", "true"}}), HYPERMATCH_VIOLATED);
  ASSERT_EQ(bound("capacity", {1}), HYPERMATCH_OK);
  EXPECT_EQ(judge("graph_matching", pairs, {}), HYPERMATCH_VIOLATED);
  EXPECT_EQ(judge("graph_matching", {0, 1, 2}, {}), HYPERMATCH_INVALID_INPUT);
  EXPECT_EQ(judge("graph_matching", {0, 1}, {{"maximum", "1"}}), HYPERMATCH_INVALID_OPTION);
  EXPECT_EQ(std::string(hypermatch_last_error()), "there is no option 'maximum'");
}

TEST_F(CInterface, RowsMayHaveSeveralPairs) {
  const std::vector<std::uint64_t> offsets = {0, 3, 4};
  const std::vector<std::uint32_t> columns = {0, 1, 2, 0};
  const std::vector<std::int32_t> values = {5, 3, 2, 4};
  ASSERT_EQ(hypermatch_matrix(context_, 2, 3, array_of(offsets, HYPERMATCH_UINT64),
                              array_of(columns, HYPERMATCH_UINT32),
                              array_of(values, HYPERMATCH_INT32), &instance_),
            HYPERMATCH_OK);
  const std::vector<std::uint32_t> two = {2, 1};
  ASSERT_EQ(hypermatch_instance_bound(instance_, "row_capacity", array_of(two, HYPERMATCH_UINT32)),
            HYPERMATCH_OK);
  const auto pairs = solve("b_assignment", {{"perfect", "1"}}, "pairs");
  EXPECT_EQ(pairs, (std::vector<std::uint32_t>{0, 1, 0, 2, 1, 0}));
  EXPECT_EQ(judge("b_assignment", pairs, {{"maximum", "1"}, {"perfect", "1"}}), HYPERMATCH_OK);
  EXPECT_EQ(numbers_.at("weight"), 9);
  EXPECT_EQ(judge("b_assignment", {0, 0, 0, 1}, {{"perfect", "1"}}), HYPERMATCH_VIOLATED);
  EXPECT_EQ(judge("bipartite_matching", {1, 0}, {{"maximum", "1"}}), HYPERMATCH_OK);
  EXPECT_EQ(judge("bipartite_matching", {0, 0}, {}), HYPERMATCH_VIOLATED);
  EXPECT_EQ(judge("stable_matching", {0, 1}, {}), HYPERMATCH_INVALID_INPUT);
  EXPECT_EQ(std::string(hypermatch_last_error()), "the instance holds no preferences");
  const std::vector<std::uint32_t> three = {3};
  ASSERT_EQ(hypermatch_instance_bound(instance_, "min_per_row", array_of(three, HYPERMATCH_UINT32)),
            HYPERMATCH_OK);
  hypermatch_result* none = nullptr;
  EXPECT_EQ(hypermatch_solve(context_, instance_, "b_assignment", nullptr, 0, &none),
            HYPERMATCH_INVALID_INPUT);
  EXPECT_EQ(std::string(hypermatch_last_error()),
            "min_per_row[0] is 3, must be at most its upper bound, 2");
}

TEST_F(CInterface, AgentsAreMatched) {
  const std::vector<std::int32_t> offsets = {0, 2, 4, 6, 8};
  const std::vector<std::int32_t> partners = {2, 3, 2, 3, 1, 0, 1, 0};
  const auto make = [&](const char* sides, hypermatch_array ties) {
    return hypermatch_preferences(context_, sides, 2, array_of(offsets, HYPERMATCH_INT32),
                                  array_of(partners, HYPERMATCH_INT32), ties, {}, &instance_);
  };
  EXPECT_EQ(make("three", {}), HYPERMATCH_INVALID_OPTION);
  EXPECT_EQ(make("two", array_of(std::vector<float>{0}, HYPERMATCH_FLOAT)),
            HYPERMATCH_INVALID_INPUT);
  EXPECT_EQ(make("two", array_of(offsets, HYPERMATCH_INT32)), HYPERMATCH_INVALID_INPUT);
  ASSERT_EQ(make("two", {}), HYPERMATCH_OK);
  EXPECT_EQ(solve("stable_matching", {}, "pairs"), (std::vector<std::uint32_t>{0, 3, 1, 2}));
  EXPECT_EQ(judge("stable_matching", {0, 3, 1, 2}, {}), HYPERMATCH_OK);
  EXPECT_EQ(numbers_.at("size"), 2);
  EXPECT_EQ(judge("stable_matching", {0, 2, 1, 3}, {}), HYPERMATCH_VIOLATED);
  EXPECT_NE(std::string(hypermatch_last_error()), "");
  hypermatch_instance_free(instance_);
  // Three that like each other in a circle: no matching is stable.
  const std::vector<std::int64_t> circle = {0, 2, 4, 6};
  const std::vector<std::int64_t> liked = {1, 2, 2, 0, 0, 1};
  ASSERT_EQ(hypermatch_preferences(context_, "one", 0, array_of(circle, HYPERMATCH_INT64),
                                   array_of(liked, HYPERMATCH_INT64), {}, {}, &instance_),
            HYPERMATCH_OK);
  (void)solve("stable_matching", {}, "pairs");
  EXPECT_EQ(code_, HYPERMATCH_NO_SOLUTION);
}

TEST_F(CInterface, AnswersAreJudgedFromTheDefinition) {
  const std::vector<std::int32_t> offsets = {0, 2, 4, 6};
  const std::vector<std::int32_t> pins = {0, 1, 1, 2, 2, 3};
  const std::vector<float> weights = {2, 3, 2};
  ASSERT_EQ(hypermatch_hypergraph(context_, 4, array_of(offsets, HYPERMATCH_INT32),
                                  array_of(pins, HYPERMATCH_INT32),
                                  array_of(weights, HYPERMATCH_FLOAT), &instance_),
            HYPERMATCH_OK);
  EXPECT_EQ(judge("hypergraph_matching", {1}, {{"greedy", "1"}}), HYPERMATCH_OK);
  EXPECT_NEAR(numbers_.at("certified_ratio"), 0.75, 1e-9);
  EXPECT_EQ(judge("hypergraph_matching", {0, 2}, {{"greedy", "1"}}), HYPERMATCH_VIOLATED);
  EXPECT_EQ(numbers_.at("weight"), 4);
  EXPECT_EQ(judge("hypergraph_matching", {0, 1}, {}), HYPERMATCH_VIOLATED);
  EXPECT_EQ(judge("clustering", {0}, {}), HYPERMATCH_INVALID_INPUT);
  EXPECT_TRUE(numbers_.empty());
}

TEST_F(CInterface, NullPointersAreRefused) {
  const hypermatch_array missing = {nullptr, 3, HYPERMATCH_INT32};
  EXPECT_EQ(hypermatch_graph(context_, 2, missing, missing, {}, "max", &instance_),
            HYPERMATCH_INVALID_INPUT);
  EXPECT_EQ(std::string(hypermatch_last_error()), "an array of 3 numbers has no data");
  EXPECT_EQ(hypermatch_preferences(context_, "one", 0, missing, missing, {}, {}, &instance_),
            HYPERMATCH_INVALID_INPUT);
  EXPECT_EQ(hypermatch_read(context_, nullptr, nullptr, &instance_), HYPERMATCH_INVALID_OPTION);
  const std::vector<std::int32_t> offsets = {0, 1, 2};
  const std::vector<std::int32_t> columns = {1, 0};
  const auto make = [&](const char* symmetrize) {
    return hypermatch_graph(context_, 2, array_of(offsets, HYPERMATCH_INT32),
                            array_of(columns, HYPERMATCH_INT32), {}, symmetrize, &instance_);
  };
  EXPECT_EQ(make(nullptr), HYPERMATCH_INVALID_OPTION);
  ASSERT_EQ(make("error"), HYPERMATCH_OK);
  EXPECT_EQ(judge(nullptr, {}, {}), HYPERMATCH_INVALID_OPTION);
  EXPECT_EQ(judge("graph_matching", {}, {{"maximal", nullptr}}), HYPERMATCH_INVALID_OPTION);
  EXPECT_EQ(std::string(hypermatch_last_error()), "maximal is null, must be a text");
  EXPECT_EQ(hypermatch_instance_bound(instance_, nullptr, {}), HYPERMATCH_INVALID_OPTION);
}

TEST_F(CInterface, NullHandlesAndOutputsAreRefused) {
  hypermatch_result* result = nullptr;
  hypermatch_array array = {};
  double number = 0;
  const auto refused = [](hypermatch_code code, const std::string& message) {
    EXPECT_EQ(code, HYPERMATCH_INVALID_OPTION);
    EXPECT_EQ(std::string(hypermatch_last_error()), message);
  };
  refused(hypermatch_context_new(1, nullptr), "context is null");
  refused(hypermatch_graph(nullptr, 0, {}, {}, {}, "max", &instance_), "context is null");
  refused(hypermatch_hypergraph(context_, 0, {}, {}, {}, nullptr), "instance is null");
  refused(hypermatch_matrix(nullptr, 0, 0, {}, {}, {}, &instance_), "context is null");
  refused(hypermatch_read(nullptr, "file", nullptr, &instance_), "context is null");
  refused(hypermatch_preferences(context_, "two", 0, {}, {}, {}, {}, nullptr), "instance is null");
  refused(hypermatch_instance_bound(nullptr, "capacity", {}), "instance is null");
  refused(hypermatch_solve(context_, nullptr, "clustering", nullptr, 0, &result),
          "instance is null");
  refused(hypermatch_verify(context_, nullptr, "clustering", {}, nullptr, 0, nullptr),
          "instance is null");
  ASSERT_EQ(hypermatch_graph(context_, 0, {}, {}, {}, "max", &instance_), HYPERMATCH_OK);
  refused(hypermatch_solve(nullptr, instance_, "clustering", nullptr, 0, &result),
          "context is null");
  refused(hypermatch_solve(context_, instance_, "clustering", nullptr, 2, &result),
          "options is null");
  refused(hypermatch_solve(context_, instance_, "clustering", nullptr, 0, nullptr),
          "result is null");
  refused(hypermatch_result_array(nullptr, "labels", &array), "result is null");
  refused(hypermatch_result_number(nullptr, "quality", &number), "result is null");
  EXPECT_EQ(std::string(hypermatch_result_algorithm(nullptr)), "");
  hypermatch_context_stop(nullptr);
  const hypermatch_array missing = {nullptr, 7, HYPERMATCH_DOUBLE};
  hypermatch_instance* other = nullptr;
  EXPECT_EQ(hypermatch_matrix(context_, 0, 0, {}, {}, missing, &other), HYPERMATCH_INVALID_INPUT);
}

TEST_F(CInterface, FlagsAreTrueOrFalseAndOptionsAreGivenOnce) {
  const std::vector<std::int32_t> offsets = {0, 1, 2};
  const std::vector<std::int32_t> columns = {1, 0};
  ASSERT_EQ(hypermatch_graph(context_, 2, array_of(offsets, HYPERMATCH_INT32),
                             array_of(columns, HYPERMATCH_INT32), {}, "error", &instance_),
            HYPERMATCH_OK);
  EXPECT_EQ(judge("graph_matching", {}, {{"maximal", "true"}}), HYPERMATCH_VIOLATED);
  EXPECT_EQ(judge("graph_matching", {}, {{"maximal", "false"}}), HYPERMATCH_OK);
  for (const char* value : {"False", "no", "2"}) {
    EXPECT_EQ(judge("graph_matching", {}, {{"maximal", value}}), HYPERMATCH_INVALID_OPTION);
  }
  EXPECT_EQ(std::string(hypermatch_last_error()), "maximal is '2', must be true, false, 1 or 0");
  (void)solve("graph_matching", {{"seed", "1"}, {"seed", "2"}}, "pairs");
  EXPECT_EQ(std::string(hypermatch_last_error()), "option 'seed' is given twice");
  (void)solve("graph_matching", {{"seed", "-1"}}, "pairs");
  EXPECT_EQ(std::string(hypermatch_last_error()),
            "seed is '-1', must be a whole number from 0 to 2^64 - 1");
}

}  // namespace
