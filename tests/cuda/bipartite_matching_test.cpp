// SPDX-License-Identifier: MIT
// Bipartite matching on a device: as large as the host's, with a cover as proof, for every
// algorithm and start; then what is special to each.
#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "hypermatch/bipartite_matching.hpp"
#include "hypermatch/error.hpp"
#include "tests/cuda/bipartite_testing.hpp"

namespace hypermatch {
namespace {

using test::NamedBipartite;

class OnDeviceBipartite : public test::OnDevice {
 protected:
  void expect_maximum(const NamedBipartite& named, const test::BipartiteWay& way) {
    const BipartiteView graph = named.graph.view();
    const std::string about = named.name + ", " + way.name + ", start " +
                              std::to_string(static_cast<int>(way.options.start));
    const BipartiteMatching matching = way.match(device(), graph, way.options, {});
    EXPECT_EQ(matching.cardinality, hopcroft_karp(host_, graph).cardinality) << about;
    test::expect_maximum(graph, matching, about);
    EXPECT_EQ(matching.stats.start_cardinality + matching.stats.augmentations, matching.cardinality)
        << about;
    EXPECT_EQ(matching.stats.stop_reason, "complete") << about;
  }
  // Every algorithm with every start.
  void expect_all_maximum(const std::vector<NamedBipartite>& graphs) {
    for (const NamedBipartite& named : graphs) {
      for (const BipartiteStart start : test::k_device_starts) {
        for (const test::BipartiteWay& way : test::bipartite_ways(start)) {
          expect_maximum(named, way);
        }
      }
    }
  }
  const Context host_{{.threads = 1}};
};
using DeviceBipartiteSmall = OnDeviceBipartite;
using DeviceBipartiteFamilies = OnDeviceBipartite;
using DeviceBipartiteMsBfs = OnDeviceBipartite;
using DeviceBipartiteCalls = OnDeviceBipartite;

TEST_F(DeviceBipartiteSmall, NothingOrAlmostNothing) {
  std::vector<NamedBipartite> graphs;
  graphs.push_back({"nothing", {}});
  graphs.push_back({"rows alone", test::graph_of(5, 0, {})});
  graphs.push_back({"columns alone", test::graph_of(0, 5, {})});
  graphs.push_back({"no entries", test::graph_of(3, 4, {})});
  graphs.push_back({"one entry", test::graph_of(1, 1, {{0, 0}})});
  graphs.push_back({"one entry of many", test::graph_of(40, 70, {{39, 69}})});
  graphs.push_back(
      {"the same entry again", test::graph_of(2, 2, {{1, 0}, {1, 0}, {1, 0}, {0, 0}})});
  for (const NamedBipartite& named : graphs) {
    const BipartiteView graph = named.graph.view();
    for (const BipartiteStart start : test::k_device_starts) {
      for (const test::BipartiteWay& way : test::bipartite_ways(start)) {
        const BipartiteMatching matching = way.match(device(), graph, way.options, {});
        test::expect_maximum(graph, matching, named.name + ", " + way.name);
        EXPECT_EQ(matching.cardinality, graph.num_entries() == 0 ? 0U : 1U) << named.name;
      }
    }
  }
}

// Shapes, not masses: these also run under the sanitizer.
TEST_F(DeviceBipartiteSmall, SmallOnesForSanitizers) {
  std::vector<NamedBipartite> graphs;
  graphs.push_back({"chain", test::chain(70, false)});
  graphs.push_back({"shifted chain", test::chain(70, true)});
  graphs.push_back({"complete", test::complete(33, 29)});
  graphs.push_back({"random", test::random_graph(300, 280, 700, 1)});
  graphs.push_back({"grid", test::grid(16, 2, true)});
  graphs.push_back({"a long row", test::complete(3, 1500)});
  for (const NamedBipartite& named : graphs) {
    // Every algorithm, and every start.
    for (const test::BipartiteWay& way : test::bipartite_ways(BipartiteStart::none)) {
      expect_maximum(named, way);
    }
    for (const BipartiteStart start : test::k_device_starts) {
      expect_maximum(named, test::bipartite_ways(start).front());
    }
  }
}

TEST_F(DeviceBipartiteFamilies, Random) {
  std::vector<NamedBipartite> graphs;
  std::uint64_t seed = 0;
  for (const VertexId rows : {100U, 3'000U}) {
    for (const VertexId columns : {90U, 3'000U}) {
      for (const std::uint64_t degree : {1U, 2U, 3U, 5U, 12U}) {
        graphs.push_back({"random, seed " + std::to_string(++seed),
                          test::random_graph(rows, columns, rows * degree, seed)});
      }
    }
  }
  expect_all_maximum(graphs);
}

TEST_F(DeviceBipartiteFamilies, ShapesAndTheirPermutations) {
  std::vector<NamedBipartite> graphs;
  graphs.push_back({"chain", test::chain(500, false)});
  graphs.push_back({"shifted chain", test::chain(500, true)});
  graphs.push_back({"layered", test::layered(300)});
  graphs.push_back({"complete", test::complete(200, 200)});
  graphs.push_back({"many rows", test::complete(300, 20)});
  graphs.push_back({"star", test::complete(1, 5'000)});
  graphs.push_back({"star of rows", test::complete(5'000, 1)});
  graphs.push_back({"grid", test::grid(60, 3, false)});
  graphs.push_back({"grid with loops", test::grid(60, 4, true)});
  const std::size_t given = graphs.size();
  for (std::size_t i = 0; i < given; ++i) {
    graphs.push_back(
        {graphs[i].name + ", permuted", test::permuted(graphs[i].graph.view(), 17 + i)});
  }
  expect_all_maximum(graphs);
}

// Large enough for all blocks, with rows in pieces, and different in every run.
TEST_F(DeviceBipartiteMsBfs, LargeOnesAgainAndAgain) {
  std::vector<NamedBipartite> graphs;
  graphs.push_back({"random", test::random_graph(300'000, 300'000, 1'000'000, 5)});
  graphs.push_back({"grid", test::grid(500, 6, false)});
  graphs.push_back({"permuted grid", test::permuted(test::grid(500, 7, false).view(), 8)});
  graphs.push_back({"rows of thousands", test::random_graph(400, 100'000, 1'500'000, 9)});
  graphs.push_back({"columns of thousands", test::random_graph(100'000, 400, 1'000'000, 10)});
  for (const NamedBipartite& named : graphs) {
    const BipartiteView graph = named.graph.view();
    const std::uint64_t size = maximum_matching(host_, graph).cardinality;
    for (std::uint64_t repeat = 0; repeat < 6; ++repeat) {
      const BipartiteMatching matching =
          ms_bfs(device(), graph, {.start = test::k_device_starts[repeat % 4], .seed = repeat});
      EXPECT_EQ(matching.cardinality, size) << named.name;
      EXPECT_EQ(matching.stats.algorithm, "ms_bfs") << named.name;
      if (repeat < 2) test::expect_maximum(graph, matching, named.name);
    }
  }
}

// Trees find few paths in a phase here, so that guided walks take over.
TEST_F(DeviceBipartiteMsBfs, RowsFarFromFreeColumns) {
  std::vector<NamedBipartite> graphs;
  graphs.push_back({"band", test::band(64, 30, 60)});
  graphs.push_back({"wide band", test::band(512, 60, 400)});
  graphs.push_back({"cube", test::cube(48)});
  const std::size_t given = graphs.size();
  for (std::size_t i = 0; i < given; ++i) {
    graphs.push_back(
        {graphs[i].name + ", permuted", test::permuted(graphs[i].graph.view(), 30 + i)});
  }
  for (const NamedBipartite& named : graphs) {
    for (const BipartiteStart start : {BipartiteStart::cheap, BipartiteStart::none}) {
      expect_maximum(named, test::bipartite_ways(start).front());
    }
  }
}

TEST_F(DeviceBipartiteMsBfs, LeavesSmallAndNarrowGraphsToTheHost) {
  const Bipartite small = test::random_graph(1'000, 1'000, 3'000, 1);
  const BipartiteMatching by_host = ms_bfs(device(), small.view());
  test::expect_maximum(small.view(), by_host, "small");
  EXPECT_EQ(by_host.stats.stop_reason, "solved on the host: too small for a device");
  EXPECT_EQ(by_host.stats.device_seconds, 0.0);

  // A row too many at a chain: the last search walks along all of it, a row per level.
  const Bipartite deep = test::odd_chain(200'000);
  const BipartiteMatching narrow = ms_bfs(device(), deep.view(), {.start = BipartiteStart::cheap});
  test::expect_maximum(deep.view(), narrow, "chain");
  EXPECT_EQ(narrow.stats.stop_reason, "solved on the host: levels too narrow for a device");
  EXPECT_EQ(narrow.stats.device_seconds, 0.0);
}

// On a symmetric pattern the start leaves row v free where it leaves column v free.
TEST_F(DeviceBipartiteMsBfs, StartsAlikeOnBothSidesOfSymmetricPatterns) {
  const Bipartite held = test::grid(300, 11, false);
  const DeviceBipartite graph = upload(device(), held.view());
  DeviceWorkspace workspace;
  const DeviceBipartiteMatching found =
      start_matching(device(), graph.view(), {.start = BipartiteStart::karp_sipser}, workspace);
  const std::vector<VertexId> rows = download(device(), found.row_mates);
  const std::vector<VertexId> columns = download(device(), found.column_mates);
  EXPECT_EQ(rows, columns);
  EXPECT_GT(found.cardinality, 300U * 300U * 8 / 10);
}

TEST_F(DeviceBipartiteCalls, TwoSidedComesNearItsGuarantee) {
  const Bipartite held = test::random_graph(200'000, 200'000, 2'000'000, 12);
  const DeviceBipartite graph = upload(device(), held.view());
  DeviceWorkspace workspace;
  const DeviceBipartiteMatching found =
      start_matching(device(), graph.view(), {.start = BipartiteStart::two_sided}, workspace);
  EXPECT_GT(found.cardinality, 200'000U * 84 / 100);
  EXPECT_EQ(found.stats.start_cardinality, found.cardinality);
}

TEST_F(DeviceBipartiteCalls, ASecondCallAllocatesNothing) {
  test::CountingMemory memory;
  const DeviceContext context({.memory = &memory});
  const Bipartite held = test::random_graph(20'000, 20'000, 60'000, 13);
  const DeviceBipartite graph = upload(context, held.view());
  const std::uint64_t size = hopcroft_karp(host_, held.view()).cardinality;
  DeviceWorkspace workspace;
  EXPECT_EQ(ms_bfs(context, graph.view(), {}, workspace).cardinality, size);
  const int before = memory.allocations;
  for (const std::uint64_t seed : {0ULL, 1ULL, 2ULL}) {
    EXPECT_EQ(ms_bfs(context, graph.view(), {.seed = seed}, workspace).cardinality, size);
  }
  EXPECT_EQ(memory.allocations, before);
  // What the header promises: 41 bytes per row and 21 per column, and a little.
  EXPECT_LE(workspace.size(), 41U * 20'000 + 21U * 20'000 + 64U * 1024);
}

TEST_F(DeviceBipartiteCalls, TheAnswerMayLieInTheCallersMemory) {
  const Bipartite held = test::random_graph(5'000, 4'000, 15'000, 14);
  const DeviceBipartite graph = upload(device(), held.view());
  DeviceArray<VertexId> rows(device(), 5'000);
  DeviceArray<VertexId> columns(device(), 4'000);
  DeviceWorkspace workspace;
  const DeviceBipartiteMatching found =
      ms_bfs(device(), graph.view(), {}, workspace,
             {.row_mates = rows.span(), .column_mates = columns.span()});
  EXPECT_EQ(found.row_mates.data(), rows.span().data());
  BipartiteMatching matching;
  matching.row_mates = download(device(), rows.view());
  matching.column_mates = download(device(), columns.view());
  matching.cardinality = found.cardinality;
  test::expect_maximum(held.view(), matching, "in the caller's memory");
  EXPECT_THROW((void)ms_bfs(device(), graph.view(), {}, workspace,
                            {.row_mates = rows.span().subspan(0, 4), .column_mates = {}}),
               Error);
}

// Every second pair of a largest matching, and that matching itself.
TEST_F(DeviceBipartiteCalls, StartsFromAGivenMatching) {
  std::vector<NamedBipartite> graphs;
  graphs.push_back({"small", test::random_graph(300, 280, 700, 21)});
  graphs.push_back({"large", test::random_graph(60'000, 50'000, 180'000, 22)});
  graphs.push_back({"chain", test::odd_chain(200'000)});
  for (const NamedBipartite& named : graphs) {
    const BipartiteView graph = named.graph.view();
    const BipartiteMatching best = hopcroft_karp(host_, graph);
    std::vector<VertexId> part = best.row_mates;
    for (std::size_t r = 0; r < part.size(); r += 2) part[r] = k_none;
    std::uint64_t size = 0;
    for (const VertexId c : part) size += c != k_none ? 1 : 0;
    for (const test::BipartiteWay& way : test::bipartite_ways(BipartiteStart::automatic)) {
      if (named.name == "chain" && way.name != "ms_bfs") continue;  // a wait per level
      for (const std::vector<VertexId>& initial : {part, best.row_mates}) {
        const BipartiteMatching found = way.match(device(), graph, way.options, initial);
        test::expect_maximum(graph, found, named.name + ", " + way.name);
        EXPECT_EQ(found.cardinality, best.cardinality) << named.name << ", " << way.name;
        EXPECT_EQ(found.stats.start, BipartiteStart::initial) << named.name;
        const bool is_part = initial == part;
        EXPECT_EQ(found.stats.start_cardinality, is_part ? size : best.cardinality) << way.name;
        // Walks of `ms_bfs` give rows up for others.
        EXPECT_TRUE(is_part || way.name == "ms_bfs" || found.row_mates == best.row_mates)
            << way.name;
      }
    }
  }
}

TEST_F(DeviceBipartiteCalls, ChecksAGivenMatchingWhereverItLies) {
  const Bipartite held = test::graph_of(3, 3, {{0, 0}, {0, 1}, {1, 1}, {2, 1}, {2, 2}});
  const DeviceBipartite graph = upload(device(), held.view());
  DeviceWorkspace workspace;
  const auto words_of = [&](const std::vector<VertexId>& initial, bool on_device) {
    try {
      if (on_device) {
        const DeviceArray<VertexId> there = upload(device(), std::span<const VertexId>(initial));
        (void)ms_bfs(device(), graph.view(), {.initial = there.view()}, workspace);
      } else {
        (void)apfb(device(), held.view(), {}, initial);
      }
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_input);
      return std::string(error.what());
    }
    return std::string();
  };
  for (const bool on_device : {false, true}) {
    EXPECT_EQ(words_of({0, 1, 2}, on_device), "");
    EXPECT_EQ(words_of({k_none, k_none, k_none}, on_device), "");
    for (const std::vector<VertexId>& wrong :
         {std::vector<VertexId>{2, k_none, k_none}, {k_none, 7, k_none}, {k_none, 1, 1}, {0, 1}}) {
      EXPECT_NE(words_of(wrong, on_device).find("initial"), std::string::npos);
    }
    // Either of the two rows may be named.
    const std::string twice = words_of({0, 1, 1}, on_device);
    EXPECT_TRUE(twice.find("initial[1]") != std::string::npos ||
                twice.find("initial[2]") != std::string::npos)
        << twice;
  }
}

TEST_F(DeviceBipartiteCalls, CountsTheLevelsOfEachPhase) {
  const Bipartite held = test::random_graph(3'000, 3'000, 9'000, 23);
  for (const test::BipartiteWay& way : test::bipartite_ways(BipartiteStart::none)) {
    const BipartiteStats stats = way.match(device(), held.view(), way.options, {}).stats;
    if (stats.algorithm == "ms_bfs") continue;
    EXPECT_EQ(stats.phase_levels.size(), stats.phases) << way.name;
    for (const std::uint64_t levels : stats.phase_levels) EXPECT_GE(levels, 1U) << way.name;
  }
}

TEST_F(DeviceBipartiteCalls, RefusesWhatItCannotUse) {
  DeviceWorkspace workspace;
  const auto code_of = [&](const auto& call) {
    try {
      call();
    } catch (const Error& error) {
      return error.code();
    }
    return ErrorCode::internal;
  };
  DeviceBipartiteView wrong;
  wrong.num_rows = 3;
  EXPECT_EQ(code_of([&] { (void)ms_bfs(device(), wrong, {}, workspace); }),
            ErrorCode::invalid_input);
  EXPECT_EQ(code_of([&] {
              (void)start_matching(device(), DeviceBipartiteView{}, {.start = BipartiteStart::none},
                                   workspace);
            }),
            ErrorCode::invalid_option);
  EXPECT_EQ(code_of([&] {
              (void)apfb(device(), DeviceBipartiteView{},
                         {.start = static_cast<BipartiteStart>(77)}, workspace);
            }),
            ErrorCode::invalid_option);
  // Only the host has it, whether the graph lies here or there.
  const DeviceBipartiteOptions host_start{.start = BipartiteStart::least_degree};
  const DeviceBipartiteView empty;
  const Bipartite little = test::random_graph(10, 10, 30, 16);
  EXPECT_EQ(code_of([&] { (void)start_matching(device(), empty, host_start, workspace); }),
            ErrorCode::unsupported);
  EXPECT_EQ(code_of([&] { (void)ms_bfs(device(), empty, host_start, workspace); }),
            ErrorCode::unsupported);
  EXPECT_EQ(code_of([&] { (void)apfb(device(), empty, host_start, workspace); }),
            ErrorCode::unsupported);
  EXPECT_EQ(code_of([&] { (void)apsb(device(), empty, host_start, workspace); }),
            ErrorCode::unsupported);
  EXPECT_EQ(code_of([&] { (void)ms_bfs(device(), little.view(), host_start); }),
            ErrorCode::unsupported);
  std::stop_source stop;
  stop.request_stop();
  const DeviceContext stopped({.stop = stop.get_token()});
  const Bipartite held = test::random_graph(100, 100, 300, 15);
  EXPECT_EQ(code_of([&] { (void)apsb(stopped, held.view()); }), ErrorCode::cancelled);
}

}  // namespace
}  // namespace hypermatch
