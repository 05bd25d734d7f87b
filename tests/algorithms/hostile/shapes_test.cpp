// SPDX-License-Identifier: MIT
// Hypergraphs and bipartite graphs whose sizes do not fit each other are refused by everything that
// takes one, before anything is read beyond its end. (Graphs: graph_matching/shapes_test.cpp.)
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "hypermatch/bipartite_matching.hpp"
#include "hypermatch/dulmage_mendelsohn.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/streaming_matching.hpp"
#include "hypermatch/verify_matching.hpp"

namespace hypermatch {
namespace {

template <class View>
struct Call {
  std::string name;
  std::function<void(const Context&, const View&)> run;
};

const std::vector<EdgeId> k_edges = {0};
const std::vector<VertexId> k_mates = {0, 1};

std::vector<Call<HypergraphView>> calls_on_hypergraphs() {
  std::vector<Call<HypergraphView>> calls = {
      {"greedy", [](auto& c, auto& h) { (void)greedy(c, h); }},
      {"complete", [](auto& c, auto& h) { (void)complete(c, h, k_edges); }},
      {"value_of", [](auto&, auto& h) { (void)value_of(h, k_edges); }},
      {"validate", [](auto& c, auto& h) { validate(c, h); }},
      {"verify", [](auto& c, auto& h) { (void)verify::check_matching(c, h, k_edges); }},
      {"stack_streaming",
       [](auto& c, auto& h) {
         HypergraphStream stream(h);
         (void)stack_streaming(c, stream);
       }},
      {"greedy_streaming", [](auto& c, auto& h) {
         HypergraphStream stream(h);
         (void)greedy_streaming(c, stream);
       }}};
  for (int i = 0; i <= static_cast<int>(LocalMaxVariant::work_optimal); ++i) {
    calls.push_back({"local_max " + std::to_string(i), [i](auto& c, auto& h) {
                       (void)local_max(c, h, {.variant = static_cast<LocalMaxVariant>(i)});
                     }});
  }
  return calls;
}

std::vector<Call<BipartiteView>> calls_on_bipartite() {
  return {{"hopcroft_karp", [](auto& c, auto& b) { (void)hopcroft_karp(c, b); }},
          {"hkdw", [](auto& c, auto& b) { (void)hkdw(c, b); }},
          {"pfp", [](auto& c, auto& b) { (void)pfp(c, b); }},
          {"p_hk", [](auto& c, auto& b) { (void)p_hk(c, b); }},
          {"p_pfp", [](auto& c, auto& b) { (void)p_pfp(c, b); }},
          {"p_dbfs", [](auto& c, auto& b) { (void)p_dbfs(c, b); }},
          {"ms_bfs_graft", [](auto& c, auto& b) { (void)ms_bfs_graft(c, b); }},
          {"maximum_matching", [](auto& c, auto& b) { (void)maximum_matching(c, b); }},
          {"start_matching", [](auto& c, auto& b) { (void)start_matching(c, b); }},
          {"vertex_cover", [](auto& c, auto& b) { (void)vertex_cover(c, b, k_mates); }},
          {"dulmage_mendelsohn", [](auto& c, auto& b) { (void)dulmage_mendelsohn(c, b, k_mates); }},
          {"transpose", [](auto& c, auto& b) { (void)transpose(c, b); }},
          {"validate", [](auto& c, auto& b) { validate(c, b); }},
          {"verify", [](auto& c, auto& b) { (void)verify::check_bipartite(c, b, k_mates); }}};
}

// Every call throws what contains `what`; the verifier has words of its own.
template <class View>
void expect_refused(const std::vector<Call<View>>& calls, const View& view,
                    const std::string& what) {
  const Context context({.threads = 1});
  for (const Call<View>& call : calls) {
    try {
      call.run(context, view);
      ADD_FAILURE() << call.name << ": " << what;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_input) << call.name << ": " << error.what();
      if (call.name == "verify") continue;
      EXPECT_NE(std::string(error.what()).find(what), std::string::npos)
          << call.name << ": " << error.what();
    }
  }
}

struct HypergraphParts {
  std::vector<Offset> offsets = {0, 2, 3};
  std::vector<VertexId> pins = {0, 1, 2};
  std::vector<double> weights = {1, 2};
  VertexId num_vertices = 3;

  [[nodiscard]] HypergraphView view() const {
    return {num_vertices, offsets, pins, std::span<const double>(weights)};
  }
};

TEST(HypergraphShapes, WhatFitsIsTaken) {
  const Context context({.threads = 1});
  for (const auto& call : calls_on_hypergraphs()) {
    EXPECT_NO_THROW(call.run(context, HypergraphParts().view())) << call.name;
  }
}

TEST(HypergraphShapes, WhatDoesNotFitIsRefused) {
  const auto expect = [](HypergraphParts parts, const std::string& what) {
    expect_refused(calls_on_hypergraphs(), parts.view(), what);
  };
  expect({.offsets = {}}, "offsets is empty, but there are 3 pins");
  expect({.offsets = {}, .pins = {}}, "2 weights for 0 edges");
  expect({.offsets = {1, 2, 3}}, "offsets[0] is 1, must be 0");
  expect({.offsets = {0, 2, 4}}, "the last offset is 4, must be the number of pins, 3");
  expect({.offsets = {0, 2, 2}}, "the last offset is 2, must be the number of pins, 3");
  expect({.weights = {1, 2, 3}}, "3 weights for 2 edges");
  expect({.weights = {1}}, "1 weight for 2 edges");
  expect({.num_vertices = k_none}, "num_vertices is 4294967295, must be below 2^32 - 1");
}

struct BipartiteParts {
  std::vector<Offset> offsets = {0, 2, 3};
  std::vector<VertexId> columns = {0, 1, 1};
  VertexId num_rows = 2;
  VertexId num_columns = 2;

  [[nodiscard]] BipartiteView view() const { return {num_rows, num_columns, offsets, columns}; }
};

TEST(BipartiteShapes, WhatFitsIsTaken) {
  const Context context({.threads = 1});
  for (const auto& call : calls_on_bipartite()) {
    EXPECT_NO_THROW(call.run(context, BipartiteParts().view())) << call.name;
  }
}

TEST(BipartiteShapes, WhatDoesNotFitIsRefused) {
  const auto expect = [](BipartiteParts parts, const std::string& what) {
    expect_refused(calls_on_bipartite(), parts.view(), what);
  };
  expect({.offsets = {}}, "there are 0 offsets for 2 rows, must be one more");
  expect({.offsets = {}, .num_rows = 0}, "offsets is empty, but there are 3 entries");
  expect({.offsets = {0, 3}}, "there are 2 offsets for 2 rows, must be one more");
  expect({.offsets = {0, 1, 2, 3}}, "there are 4 offsets for 2 rows, must be one more");
  expect({.offsets = {1, 2, 3}}, "offsets[0] is 1, must be 0");
  expect({.offsets = {0, 2, 4}}, "the last offset is 4, must be the number of entries, 3");
  expect({.num_rows = k_none}, "num_rows is 4294967295, must be below 2^32 - 1");
  expect({.num_columns = k_none}, "num_columns is 4294967295, must be below 2^32 - 1");
}

}  // namespace
}  // namespace hypermatch
