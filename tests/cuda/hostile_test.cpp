// SPDX-License-Identifier: MIT
// Structures that break promises into every algorithm on a device: each must end in time, leave ids
// in range, or refuse. A kernel that reads beyond its arrays shows under compute-sanitizer.
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "hypermatch/device_b_matching.hpp"
#include "hypermatch/device_bipartite_matching.hpp"
#include "hypermatch/device_graph_matching.hpp"
#include "hypermatch/device_group.hpp"
#include "hypermatch/device_matching.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/verify_matching.hpp"
#include "tests/algorithms/hostile/call_all.hpp"
#include "tests/algorithms/hostile/hostile_views.hpp"
#include "tests/cuda/device_testing.hpp"

namespace hypermatch::test {
namespace {

constexpr std::uint64_t k_structures = 60;

class HostileOnDevice : public OnDevice {
 protected:
  void SetUp() override {
    OnDevice::SetUp();
    if (IsSkipped()) return;
    std::vector<DeviceContext> contexts;
    const int devices = static_cast<int>(available_devices().devices.size());
    for (int part = 0; part < 3; ++part) {
      contexts.emplace_back(DeviceContextOptions{.device = part % devices});
    }
    parts_.emplace(std::move(contexts));
  }

  // The structure of a seed, and what its bytes go on with.
  template <class Make, class Body>
  void for_structures(const Make& make, const Body& body) {
    std::vector<std::uint8_t> bytes(2000);
    for (std::uint64_t seed = 0; seed < k_structures; ++seed) {
      for (std::size_t i = 0; i < bytes.size(); ++i) {
        bytes[i] = static_cast<std::uint8_t>(detail::base::hash(seed, 77, i));
      }
      ByteSource source(bytes);
      const auto owner = make(source);
      SCOPED_TRACE("seed " + std::to_string(seed));
      body(owner.view());
      if (HasFatalFailure()) return;
    }
  }

  // Calls body(), which may refuse what it is given.
  template <class Body>
  void call(const char* name, const Body& body) {
    watchdog_.begin(name);
    try {
      body();
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_input) << name << ": " << error.what();
    }
    watchdog_.end();
  }

  void match_graph(const char* name, const GraphView& graph, const auto& body) {
    call(name, [&] {
      const GraphMatching found = body();
      ASSERT_EQ(found.mates.size(), graph.num_vertices) << name;
      for (const VertexId mate : found.mates) {
        EXPECT_TRUE(mate == k_none || mate < graph.num_vertices) << name;
      }
    });
  }

  std::optional<DeviceGroup> parts_;
  Watchdog watchdog_{std::chrono::seconds(60)};
};

TEST_F(HostileOnDevice, Hypergraphs) {
  for_structures(hostile_hypergraph, [&](const HypergraphView& hypergraph) {
    const auto match = [&](const char* name, const LocalMaxOptions& options) {
      call(name, [&] {
        const HypergraphMatching found = local_max(device(), hypergraph, options);
        for (const EdgeId e : found.edges) EXPECT_LT(e, hypergraph.num_edges()) << name;
      });
    };
    for (const LocalMaxVariant variant : k_device_variants) {
      match(name_of(variant), {.variant = variant});
    }
    for (const LocalMaxVariant variant : k_round_variants) {
      match("redrawn ties", {.variant = variant, .ties = Ties::redraw});
      match("noise", {.variant = variant,
                      .ties = Ties::redraw,
                      .noise = 0.5,
                      .noise_generator = NoiseGenerator::xorwow});
    }
  });
}

TEST_F(HostileOnDevice, RowsOfGraphs) {
  for_structures(hostile_graph, [&](const GraphView& graph) {
    for (const GraphLocalMaxVariant variant :
         {GraphLocalMaxVariant::filtered, GraphLocalMaxVariant::crcw,
          GraphLocalMaxVariant::work_optimal}) {
      match_graph("local_max", graph,
                  [&] { return local_max(device(), graph, {.variant = variant}); });
    }
    for (const std::uint32_t capacity : {2U, 20U, 40U}) {
      const auto b_match = [&](const char* name, const auto& body) {
        call(name, [&] {
          const Partners found = body(Capacities{.common = capacity});
          ASSERT_EQ(found.offsets.size(), graph.num_vertices + std::size_t{1});
          ASSERT_EQ(found.offsets.back(), found.partners.size());
          for (VertexId v = 0; v < graph.num_vertices; ++v) {
            EXPECT_LE(found.partners_of(v).size(), capacity);
          }
          for (const VertexId partner : found.partners) EXPECT_LT(partner, graph.num_vertices);
        });
      };
      b_match("local_max under capacities",
              [&](const Capacities& b) { return local_max(device(), graph, b); });
      b_match("b_suitor", [&](const Capacities& b) { return b_suitor(device(), graph, b); });
      b_match("b_suitor in parts",
              [&](const Capacities& b) { return b_suitor(*parts_, graph, b); });
    }
    match_graph("locally_dominant", graph, [&] { return locally_dominant(device(), graph); });
    for (const auto variant : {DeviceSuitorVariant::no_sync, DeviceSuitorVariant::sync_lb,
                               DeviceSuitorVariant::sync_no_lb, DeviceSuitorVariant::hybrid}) {
      for (const auto exchange : {DeviceSuitorExchange::lock_free, DeviceSuitorExchange::locks}) {
        match_graph("suitor", graph, [&] {
          return suitor(device(), graph, {.variant = variant, .exchange = exchange});
        });
      }
    }
    for (const RedBlueVariant variant : {RedBlueVariant::weighted, RedBlueVariant::random}) {
      match_graph("red_blue", graph,
                  [&] { return red_blue(device(), graph, {.variant = variant}); });
    }
  });
}

TEST_F(HostileOnDevice, ListsOfEdges) {
  for_structures(hostile_list, [&](const EdgeListView& graph) {
    const DeviceArray<GraphEdge> edges = upload(device(), graph.edges);
    DeviceWorkspace workspace;
    for (const GraphLocalMaxVariant variant :
         {GraphLocalMaxVariant::crcw, GraphLocalMaxVariant::work_optimal}) {
      call("local_max of a list", [&] {
        const DeviceEdgeListView view{graph.num_vertices, edges.view(), {}};
        const DeviceGraphMatching found =
            local_max(device(), view, {.variant = variant}, workspace);
        const std::vector<VertexId> mates = download(device(), found.mates);
        for (VertexId v = 0; v < mates.size(); ++v) {
          if (mates[v] == k_none) continue;
          ASSERT_LT(mates[v], mates.size());
          EXPECT_NE(mates[v], v);
          EXPECT_EQ(mates[mates[v]], v);
        }
      });
    }
  });
}

// Columns may stand twice in a row, so that every one of these is valid.
TEST_F(HostileOnDevice, BipartiteGraphs) {
  const Context host({.threads = 1});
  for_structures(hostile_bipartite, [&](const BipartiteView& graph) {
    using Match = BipartiteMatching (*)(const DeviceContext&, const BipartiteView&,
                                        const DeviceBipartiteOptions&, std::span<const VertexId>);
    for (const Match run : {Match{ms_bfs}, Match{apfb}, Match{apsb}}) {
      for (const BipartiteStart start : {BipartiteStart::none, BipartiteStart::cheap,
                                         BipartiteStart::karp_sipser, BipartiteStart::two_sided}) {
        call("bipartite", [&] {
          const BipartiteMatching found = run(device(), graph, {.start = start}, {});
          std::vector<RowColumn> pairs;
          for (std::size_t r = 0; r < found.row_mates.size(); ++r) {
            if (found.row_mates[r] != k_none) pairs.push_back({r, found.row_mates[r]});
          }
          const verify::BipartiteVerdict verdict =
              verify::check_bipartite(host, graph, pairs, {.maximum = true});
          EXPECT_TRUE(verdict.ok) << verdict.violation;
        });
      }
    }
  });
}

// More arcs lead upwards than a valid graph of as many arcs has edges.
TEST_F(HostileOnDevice, OneSidedArcsDoNotOverfillTheListOfEdges) {
  const std::vector<Offset> offsets = {0, 3, 5, 6, 6};
  const std::vector<VertexId> neighbours = {1, 2, 3, 2, 3, 3};
  const GraphView graph{4, offsets, neighbours, {}};
  for (const GraphLocalMaxVariant variant :
       {GraphLocalMaxVariant::crcw, GraphLocalMaxVariant::work_optimal}) {
    try {
      (void)local_max(device(), graph, {.variant = variant});
      ADD_FAILURE() << "not refused";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_input);
      EXPECT_NE(std::string(error.what()).find("6 arcs lead to a larger neighbour"),
                std::string::npos)
          << error.what();
    }
  }
}

TEST_F(HostileOnDevice, RepeatedPinsStopTheRounds) {
  const std::vector<Offset> offsets = {0, 2, 5};
  const std::vector<VertexId> pins = {0, 1, 2, 3, 2};
  const HypergraphView hypergraph{4, offsets, pins, {}};
  for (const Ties ties : {Ties::fixed, Ties::redraw}) {
    call("crcw", [&] {
      (void)local_max(device(), hypergraph, {.variant = LocalMaxVariant::crcw, .ties = ties});
      ADD_FAILURE() << "not refused";
    });
  }
}

TEST_F(HostileOnDevice, FullValidationRefusesViewsInHostMemory) {
  const DeviceContext full({.validation = Validation::full});
  const std::vector<Offset> offsets = {0, 1, 3};
  const std::vector<VertexId> entries = {0, 1, 1};
  const auto refusal = [](const auto& body) {
    try {
      body();
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(refusal([&] {
              (void)local_max(full, HypergraphView{2, offsets, entries, {}});
            }),
            "edge 1 has pin 1 twice");
  EXPECT_EQ(refusal([&] {
              (void)ms_bfs(full, BipartiteView{2, 1, offsets, entries});
            }),
            "columns[1] is 1, must be below 1");
  EXPECT_EQ(refusal([&] {
              (void)local_max(full, GraphView{2, offsets, entries, {}});
            }),
            "vertex 0 is its own neighbour");
}

}  // namespace
}  // namespace hypermatch::test
