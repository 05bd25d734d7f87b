// SPDX-License-Identifier: MIT
// One broken promise at a time, each of which once made some algorithm loop forever, leave its
// arrays or return what is no matching; and the option that has everything validated.
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "hypermatch/bipartite_matching.hpp"
#include "hypermatch/coarsen.hpp"
#include "hypermatch/dulmage_mendelsohn.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/graph_matching.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/streaming_matching.hpp"
#include "tests/algorithms/hostile/call_all.hpp"

namespace hypermatch {
namespace {

// What body() is refused with; "" if it is not. A body that does not end ends the program.
template <class Body>
std::string refusal(const char* name, const Body& body) {
  static test::Watchdog watchdog;
  watchdog.begin(name);
  std::string what;
  try {
    body();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_input) << error.what();
    what = error.what();
  }
  watchdog.end();
  return what;
}

struct Rows {
  std::vector<Offset> offsets;
  std::vector<VertexId> neighbours;
  std::vector<std::int32_t> weights = std::vector<std::int32_t>(neighbours.size(), 1);

  [[nodiscard]] GraphView view() const {
    return {static_cast<VertexId>(offsets.size() - 1), offsets, neighbours,
            std::span<const std::int32_t>(weights)};
  }
};

class BrokenPromises : public testing::TestWithParam<int> {
 protected:
  const Context context_{{.threads = GetParam(), .backend = HostBackend::std_threads}};
};

TEST_P(BrokenPromises, EdgesWithARepeatedPinAreNamedWhereTheyStopTheRounds) {
  const std::vector<Offset> offsets = {0, 2, 5};
  const std::vector<VertexId> pins = {0, 1, 2, 3, 2};
  const HypergraphView view{4, offsets, pins, {}};
  for (const LocalMaxVariant variant : {LocalMaxVariant::sequential, LocalMaxVariant::crcw}) {
    for (const Ties ties : {Ties::fixed, Ties::redraw}) {
      EXPECT_EQ(
          refusal("local_max",
                  [&] { (void)local_max(context_, view, {.variant = variant, .ties = ties}); }),
          "edge 1 has pin 2 twice");
    }
  }
  for (const LocalMaxVariant variant :
       {LocalMaxVariant::filtered, LocalMaxVariant::crew, LocalMaxVariant::work_optimal}) {
    EXPECT_EQ(local_max(context_, view, {.variant = variant}).edges, (std::vector<EdgeId>{0, 1}));
  }
}

TEST_P(BrokenPromises, AStreamedEdgeWithARepeatedPinIsNotSwappedIn) {
  // Pin 1 stands between two places of pin 0 and was lost from the cycle of the edge's pins.
  const std::vector<Offset> offsets = {0, 4, 5, 6};
  const std::vector<VertexId> pins = {0, 1, 0, 2, 0, 1};
  const std::vector<std::int32_t> weights = {1, 100, 100};
  const HypergraphView view{5, offsets, pins, std::span<const std::int32_t>(weights)};
  EXPECT_EQ(refusal("greedy_streaming",
                    [&] {
                      HypergraphStream stream(view);
                      (void)greedy_streaming(context_, stream);
                    }),
            "edge 0 of the stream has pin 0 twice");
}

TEST_P(BrokenPromises, ARepeatedPinDoesNotRaiseADualBeyondItsType) {
  constexpr std::int64_t k_most = std::numeric_limits<std::int64_t>::max();
  const std::vector<Offset> offsets = {0, 3};
  const std::vector<VertexId> pins = {0, 0, 0};
  const std::vector<std::int64_t> weights = {k_most};
  const HypergraphView view{3, offsets, pins, std::span<const std::int64_t>(weights)};
  EXPECT_EQ(refusal("stack_streaming",
                    [&] {
                      HypergraphStream stream(view);
                      (void)stack_streaming(context_, stream, {.update = DualUpdate::full});
                    }),
            "edge 0 of the stream has pin 0 twice");
}

TEST_P(BrokenPromises, LoopsAreNamedAndNotMatched) {
  const std::vector<GraphEdge> edges = {{0, 1}, {2, 2}, {2, 3}};
  const std::vector<std::int32_t> weights = {1, 9, 1};
  const EdgeListView list{4, edges, std::span<const std::int32_t>(weights)};
  const std::string loop = "edge 1 joins 2 to itself";
  EXPECT_EQ(refusal("greedy", [&] { (void)greedy(context_, list); }), loop);
  EXPECT_EQ(refusal("sorted_greedy", [&] { (void)sorted_greedy(context_, list); }), loop);
  EXPECT_EQ(refusal("gpa", [&] { (void)gpa(context_, list); }), loop);
  EXPECT_EQ(refusal("complete",
                    [&] { (void)complete(context_, list, std::vector<VertexId>(4, k_none)); }),
            loop);
  for (int i = 0; i <= static_cast<int>(GraphLocalMaxVariant::work_optimal); ++i) {
    const auto variant = static_cast<GraphLocalMaxVariant>(i);
    EXPECT_EQ(refusal("local_max", [&] { (void)local_max(context_, list, {.variant = variant}); }),
              loop);
  }
}

// The path that a loop would make an end of three edges of.
TEST_P(BrokenPromises, ALoopAtThePathsEndIsNotJoined) {
  const std::vector<GraphEdge> edges = {{0, 1}, {1, 1}};
  const std::vector<std::int32_t> weights = {9, 1};
  const EdgeListView list{2, edges, std::span<const std::int32_t>(weights)};
  EXPECT_EQ(refusal("gpa", [&] { (void)gpa(context_, list); }), "edge 1 joins 1 to itself");
}

TEST_P(BrokenPromises, LoopsInRowsAreNamedAndNotMatched) {
  const Rows rows{{0, 1, 2, 3}, {1, 0, 2}};
  const std::string loop = "vertex 2 is its own neighbour";
  const GraphView view = rows.view();
  EXPECT_EQ(refusal("local_max", [&] { (void)local_max(context_, view); }), loop);
  EXPECT_EQ(refusal("locally_dominant", [&] { (void)locally_dominant(context_, view); }), loop);
  EXPECT_EQ(refusal("red_blue", [&] { (void)red_blue(context_, view); }), loop);
  EXPECT_EQ(refusal("hem", [&] { (void)hem(context_, view); }), loop);
  EXPECT_EQ(refusal("random_greedy", [&] { (void)random_greedy(context_, view); }), loop);
}

TEST_P(BrokenPromises, OneSidedArcsAreNamedWhereTheyLeadNowhere) {
  const Rows rows{{0, 1, 1}, {1}};
  const std::string expected = "vertex 0 has 1 neighbours, but is one of 0";
  EXPECT_EQ(refusal("local_max", [&] { (void)local_max(context_, rows.view()); }), expected);
  EXPECT_EQ(refusal("locally_dominant", [&] { (void)locally_dominant(context_, rows.view()); }),
            expected);
}

// 0 prefers 1, 1 prefers 2, 2 prefers 0: no choice is mutual, as each edge has two weights.
TEST_P(BrokenPromises, TwoWeightsOfAnEdgeDoNotSendWalksRoundInCircles) {
  const Rows rows{{0, 2, 4, 6}, {1, 2, 2, 0, 0, 1}, {9, 1, 9, 1, 9, 1}};
  const std::string expected = "the two arcs between vertices 0 and 1 differ in weight";
  EXPECT_EQ(refusal("local_max", [&] { (void)local_max(context_, rows.view()); }), expected);
  EXPECT_EQ(refusal("locally_dominant", [&] { (void)locally_dominant(context_, rows.view()); }),
            expected);
}

TEST_P(BrokenPromises, SumsOfParallelEdgesAreNumbers) {
  constexpr double k_nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<Offset> offsets = {0, 2, 4, 6};
  const std::vector<VertexId> neighbours = {1, 2, 0, 2, 0, 1};
  const std::vector<double> weights = {1, k_nan, 1, 2, k_nan, 2};
  const GraphView view{3, offsets, neighbours, std::span<const double>(weights)};
  const std::vector<VertexId> mates = {1, 0, k_none};
  EXPECT_EQ(refusal("contract", [&] { (void)contract(context_, view, mates); }),
            "a weight of parallel edges is not a finite number");
}

INSTANTIATE_TEST_SUITE_P(Threads, BrokenPromises, testing::Values(1, 2));

// With Validation::full even what most algorithms survive is refused by all of them.
TEST(FullValidation, EveryAlgorithmRefusesWhatValidateRefuses) {
  const Context full({.threads = 2, .validation = Validation::full});
  EXPECT_EQ(full.validation(), Validation::full);
  EXPECT_EQ(Context({.threads = 1}).validation(), Validation::sizes);
  const auto expect = [](const char* name, const std::string& what, const auto& body) {
    EXPECT_EQ(refusal(name, body), what) << name;
  };

  const std::vector<GraphEdge> edges = {{0, 1}, {2, 3}, {1, 0}};
  const EdgeListView list{4, edges, {}};
  const std::string twice = "edges 0 and 2 join the same vertices";
  expect("greedy", twice, [&] { (void)greedy(full, list); });
  expect("sorted_greedy", twice, [&] { (void)sorted_greedy(full, list); });
  expect("local_max", twice, [&] { (void)local_max(full, list); });
  expect("gpa", twice, [&] { (void)gpa(full, list); });
  expect("rate_edges", twice, [&] { (void)rate_edges(full, list, {}, EdgeRating::weight); });
  expect("compress", twice, [&] { (void)compress(full, list); });

  const Rows rows{{0, 2, 4}, {1, 1, 0, 0}};
  const GraphView view = rows.view();
  const std::string repeated = "vertex 0 has neighbour 1 twice";
  expect("local_max", repeated, [&] { (void)local_max(full, view); });
  expect("local_max", repeated,
         [&] { (void)local_max(full, view, {.variant = GraphLocalMaxVariant::crcw}); });
  expect("locally_dominant", repeated, [&] { (void)locally_dominant(full, view); });
  expect("suitor", repeated, [&] { (void)suitor(full, view); });
  expect("red_blue", repeated, [&] { (void)red_blue(full, view); });
  expect("hem", repeated, [&] { (void)hem(full, view); });
  expect("random_greedy", repeated, [&] { (void)random_greedy(full, view); });
  expect("path_growing", repeated, [&] { (void)path_growing(full, view); });
  expect("edges_of", repeated, [&] { (void)edges_of(full, view); });
  expect("contract", repeated, [&] { (void)contract(full, view, std::vector<VertexId>{1, 0}); });

  const std::vector<Offset> offsets = {0, 1, 3};
  const std::vector<VertexId> pins = {0, 1, 1};
  const HypergraphView hypergraph{2, offsets, pins, {}};
  const std::string pin = "edge 1 has pin 1 twice";
  expect("greedy", pin, [&] { (void)greedy(full, hypergraph); });
  expect("complete", pin, [&] { (void)complete(full, hypergraph, {}); });
  for (int i = 0; i <= static_cast<int>(LocalMaxVariant::work_optimal); ++i) {
    expect("local_max", pin, [&] {
      (void)local_max(full, hypergraph, {.variant = static_cast<LocalMaxVariant>(i)});
    });
  }
  expect("stack_streaming", "edge 1 of the stream has pin 1 twice", [&] {
    HypergraphStream stream(hypergraph);
    (void)stack_streaming(full, stream);
  });

  const BipartiteView bipartite{2, 1, offsets, pins};
  const std::string column = "columns[1] is 1, must be below 1";
  expect("hopcroft_karp", column, [&] { (void)hopcroft_karp(full, bipartite); });
  expect("maximum_matching", column, [&] { (void)maximum_matching(full, bipartite); });
  expect("start_matching", column, [&] { (void)start_matching(full, bipartite); });
  expect("transpose", column, [&] { (void)transpose(full, bipartite); });
  const std::vector<VertexId> mates = {0, k_none};
  expect("vertex_cover", column, [&] { (void)vertex_cover(full, bipartite, mates); });
  expect("dulmage_mendelsohn", column, [&] { (void)dulmage_mendelsohn(full, bipartite, mates); });
}

}  // namespace
}  // namespace hypermatch
