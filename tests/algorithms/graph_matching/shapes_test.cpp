// SPDX-License-Identifier: MIT
// Graphs whose sizes do not fit each other are refused by everything that takes one, before
// anything is read beyond its end.
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "hypermatch/coarsen.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/graph_matching.hpp"
#include "tests/algorithms/graph_matching/exact_greedy.hpp"

namespace hypermatch::test {
namespace {

// A call on both forms of a graph of two vertices.
struct Call {
  std::string name;
  std::function<void(const Context&, const EdgeListView&, const GraphView&)> run;
};

const std::vector<VertexId> k_mates = {1, 0};

std::vector<Call> calls_on_lists() {
  return {{"gpa", [](auto& c, auto& list, auto&) { (void)gpa(c, list); }},
          {"complete", [](auto& c, auto& list, auto&) { (void)complete(c, list, k_mates); }},
          {"value_of", [](auto&, auto& list, auto&) { (void)value_of(list, k_mates); }},
          {"matched_edges", [](auto&, auto& list, auto&) { (void)matched_edges(list, k_mates); }},
          {"rate_edges", [](auto& c, auto& list,
                            auto&) { (void)rate_edges(c, list, {}, EdgeRating::inner_outer); }},
          {"compress", [](auto& c, auto& list, auto&) { (void)compress(c, list); }}};
}

std::vector<Call> calls_on_rows() {
  return {{"hem", [](auto& c, auto&, auto& rows) { (void)hem(c, rows); }},
          {"random_greedy", [](auto& c, auto&, auto& rows) { (void)random_greedy(c, rows); }},
          {"red_blue", [](auto& c, auto&, auto& rows) { (void)red_blue(c, rows); }},
          {"path_growing", [](auto& c, auto&, auto& rows) { (void)path_growing(c, rows); }},
          {"contract", [](auto& c, auto&, auto& rows) { (void)contract(c, rows, k_mates); }},
          {"edges_of", [](auto& c, auto&, auto& rows) { (void)edges_of(c, rows); }}};
}

class Shapes : public ::testing::Test {
 protected:
  void expect_refused(const std::vector<Call>& calls, const EdgeListView& list,
                      const GraphView& rows, const std::string& what) {
    for (const Call& call : calls) {
      try {
        call.run(context_, list, rows);
        ADD_FAILURE() << call.name << ": " << what;
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::invalid_input) << call.name << ": " << error.what();
        EXPECT_NE(std::string(error.what()).find(what), std::string::npos)
            << call.name << ": " << error.what();
      }
    }
  }

  Context context_{{.threads = 1}};
  const std::vector<GraphEdge> edges_ = {{0, 1}};
  const std::vector<std::int32_t> weights_ = {1, 2, 3};
  const std::vector<Offset> offsets_ = {0, 1, 2};
  const std::vector<VertexId> neighbours_ = {1, 0};
  const EdgeListView list_{2, edges_, std::monostate{}};
  const GraphView rows_{2, offsets_, neighbours_, std::monostate{}};
};

TEST_F(Shapes, TheCallsTakeWhatFits) {
  for (const Call& call : calls_on_lists()) EXPECT_NO_THROW(call.run(context_, list_, rows_));
  for (const Call& call : calls_on_rows()) EXPECT_NO_THROW(call.run(context_, list_, rows_));
}

TEST_F(Shapes, ListsThatDoNotFitAreRefused) {
  EdgeListView list = list_;
  list.weights = std::span<const std::int32_t>(weights_);
  expect_refused(calls_on_lists(), list, rows_, "3 weights for 1 edge");
  list = list_;
  list.num_vertices = k_none;
  expect_refused(calls_on_lists(), list, rows_, "more than 2^32 - 2 vertices");
}

TEST_F(Shapes, RowsThatDoNotFitAreRefused) {
  GraphView rows = rows_;
  rows.weights = std::span<const std::int32_t>(weights_);
  expect_refused(calls_on_rows(), list_, rows, "3 weights for 2 arcs");
  rows = rows_;
  rows.num_vertices = 3;
  expect_refused(calls_on_rows(), list_, rows, "offsets of 2 rows for 3 vertices");
  rows = rows_;
  rows.neighbours = rows.neighbours.first(1);
  expect_refused(calls_on_rows(), list_, rows, "end at arc 2, must be 0 and 1");
  const std::vector<Offset> late = {1, 1, 2};
  rows = rows_;
  rows.offsets = late;
  expect_refused(calls_on_rows(), list_, rows, "begin at arc 1");
}

TEST_F(Shapes, ExactGreedyAlgorithmsRefuseBoth) {
  EdgeListView list = list_;
  list.weights = std::span<const std::int32_t>(weights_);
  GraphView weighed = rows_;
  weighed.weights = std::span<const std::int32_t>(weights_);
  EdgeListView large = list_;
  large.num_vertices = k_none;
  GraphView longer = rows_;
  longer.num_vertices = 3;
  for (const ExactGreedy& algorithm : exact_greedy_algorithms()) {
    EXPECT_EQ(algorithm.run(context_, list_, rows_, {}).mates, k_mates) << algorithm.name;
    const Call call{algorithm.name, [&](auto& c, auto& some_list, auto& some_rows) {
                      (void)algorithm.run(c, some_list, some_rows, {});
                    }};
    expect_refused({call}, list, weighed, "3 weights for ");
    expect_refused({call}, large, longer, "vertices");
  }
}

}  // namespace
}  // namespace hypermatch::test
