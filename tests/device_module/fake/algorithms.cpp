// SPDX-License-Identifier: MIT
// Device code that hands work back to the host, calls what it was handed, and fails in the ways
// that kernels and callers fail.
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <new>
#include <type_traits>
#include <variant>
#include <vector>

#include "algorithms/graph_matching/common/device/problem.hpp"
#include "algorithms/graph_matching/common/device/rows_of_list.hpp"
#include "algorithms/hypergraph_matching/local_max/device_functions.hpp"
#include "algorithms/hypergraph_matching/local_max/shared_batches/batch_loop.hpp"
#include "hypermatch/error.hpp"
#include "parallel/device/state.hpp"
#include "tests/device_module/fake/serial_place.hpp"

namespace hypermatch::detail::graph_matching {

namespace {
[[noreturn]] void refuse() {
  throw Error(ErrorCode::internal, "the tests do not use this");
}
}  // namespace

DeviceGraphOutcome run_filtered(const DeviceGraphProblem& problem, const DeviceGraphTuning&) {
  // Memory is taken through the context by device code, too.
  problem.workspace.reserve(problem.context, 1000);
  return {.is_for_host = true};
}
DeviceGraphPartsOutcome run_filtered_in_parts(const DeviceGraphParts& graph) {
  for (const DeviceGraphProblem& part : graph.parts) part.workspace.reserve(part.context, 1000);
  DeviceGraphPartsOutcome outcome;
  outcome.is_for_host = true;
  outcome.traffic = {
      .exchanges = 1, .bytes = 10, .staged_bytes = 0, .devices = 2, .received = {4, 6}};
  return outcome;
}
// Callers may stop it, and their exceptions pass.
DeviceGraphOutcome locally_dominant_on_device(const DeviceGraphProblem& problem) {
  const DeviceBytes bytes(problem.context, 5000);
  problem.context.report({"solve", 0, 1});
  problem.context.check_cancelled();
  refuse();
}
DeviceGraphOutcome suitor_on_device(const DeviceGraphProblem& problem, const DeviceSuitorOptions&) {
  const DeviceBytes bytes(problem.context, 5000);
  throw Error(ErrorCode::device,
              "a kernel failed on cuda:" + std::to_string(problem.context.device()));
}
DeviceGraphOutcome red_blue_on_device(const DeviceGraphProblem&, const RedBlueOptions&) {
  throw std::bad_alloc();
}
DeviceGraphOutcome crcw_on_device(const DeviceEdgeListProblem&, const GraphLocalMaxOptions&) {
  refuse();
}
DeviceGraphOutcome crcw_on_device(const DeviceGraphProblem&, const GraphLocalMaxOptions&) {
  refuse();
}
DeviceGraphOutcome work_optimal_on_device(const DeviceEdgeListProblem&,
                                          const GraphLocalMaxOptions&) {
  refuse();
}
DeviceGraphOutcome work_optimal_on_device(const DeviceGraphProblem&, const GraphLocalMaxOptions&) {
  refuse();
}
DeviceBGraphOutcome claim_lists_on_device(const DeviceBGraphProblem&) {
  refuse();
}
DeviceBGraphOutcome b_suitor_on_device(const DeviceBGraphProblem&) {
  refuse();
}
std::vector<DeviceBGraphOutcome> b_suitor_on_devices(const DeviceBGraphParts&) {
  refuse();
}

void arc_weights_on_device(const DeviceArcWeights& problem) {
  for (std::uint64_t arc = 0; arc < problem.arcs; ++arc) {
    std::memcpy(static_cast<std::byte*>(problem.of_arcs) + arc * problem.bytes_each,
                static_cast<const std::byte*>(problem.of_edges) +
                    problem.edge_of_arc[arc] * problem.bytes_each,
                problem.bytes_each);
  }
}

void rows_of_list_on_device(const DeviceRowsOfList& problem) {
  const DeviceEdgeListView& list = problem.list;
  const std::size_t m = list.edges.size();
  Offset* const offsets = problem.offsets;
  std::fill_n(offsets, list.num_vertices + std::size_t{1}, Offset{0});
  const auto for_each_end = [&](const auto& body) {
    for (std::size_t e = 0; e < m; ++e) {
      const GraphEdge edge = list.edges.data()[e];
      body(e, edge.u, edge.v);
      body(e, edge.v, edge.u);
    }
  };
  for_each_end([&](std::size_t, VertexId u, VertexId) { ++offsets[u + std::size_t{1}]; });
  for (std::size_t v = 0; v < list.num_vertices; ++v) offsets[v + 1] += offsets[v];
  std::vector<Offset> next(offsets, offsets + list.num_vertices);
  std::visit(
      [&](const auto& weights) {
        for_each_end([&](std::size_t e, VertexId u, VertexId v) {
          problem.neighbours[next[u]] = v;
          if constexpr (!std::is_same_v<std::decay_t<decltype(weights)>, std::monostate>) {
            using T = typename std::decay_t<decltype(weights)>::value_type;
            static_cast<T*>(problem.weights)[next[u]] = weights.data()[e];
          }
          ++next[u];
        });
      },
      list.weights);
}

}  // namespace hypermatch::detail::graph_matching

namespace hypermatch::detail::hypergraph_matching {

namespace {
[[noreturn]] void refuse() {
  throw Error(ErrorCode::internal, "the tests do not use this");
}
}  // namespace

OrderOptions resolve_on_device(const DeviceProblem& problem) {
  OrderOptions order = problem.options.order;
  if (order.objective == Objective::automatic) {
    order.objective = problem.hypergraph.is_weighted() ? Objective::weight : Objective::cardinality;
  }
  if (order.rating == Rating::automatic) order.rating = Rating::weight;
  if (problem.upload != nullptr) {
    parallel::runtime::Event known;
    known.record(problem.context.stream());
    problem.upload->send_pins_until(known);
  }
  return order;
}
void give_room(const DeviceRoom& room, VertexId num_vertices, std::uint32_t capacity,
               DeviceStream) {
  for (std::size_t i = 0; i < DeviceRoom::num_words(num_vertices, room.in_bytes); ++i) {
    room.words[i] = room.in_bytes ? capacity * 0x01010101U : capacity;
  }
}
DeviceOutcome run_filtered(const DeviceProblem& problem, const DeviceFilteredTuning&) {
  const DeviceRoom& room = problem.room;
  for (VertexId v = 0; problem.has_capacities() && v < problem.hypergraph.num_vertices; ++v) {
    const std::uint32_t units =
        room.in_bytes ? room.words[v / 4] >> (v % 4 * 8) & 0xFF : room.words[v];
    if (units != problem.options.capacities[v]) refuse();
  }
  if (problem.upload != nullptr) problem.upload->send_pins();
  *problem.context.state()->mailbox() = std::byte{1};
  return {.is_for_host = true};
}
std::size_t filtered_workspace_bytes(const DeviceProblem&) {
  return 1000;
}
DeviceOutcome run_rounds_on_device(const DeviceProblem&) {
  refuse();
}
PackedEdges lay_out_packed(parallel::DeviceArena&, const PackedSize&) {
  refuse();
}
std::size_t packed_bytes(const DeviceContext&, VertexId, const PackedSize&, const PackedSize&) {
  refuse();
}
PackedOutcome solve_packed(const PackedProblem&) {
  refuse();
}
void append_free(const DeviceContext&, const SweptEdges&, const SweepTarget&) {
  refuse();
}
SweepCount count_appended(const DeviceContext&, const SweepTarget&) {
  refuse();
}
void clear_words(const DeviceContext&, void*, std::size_t) {
  refuse();
}
// The one source of all places, on host memory.
SharedOutcome solve_shared(const SharedBatches& shared) {
  return shared_batches::solve<parallel::SerialPlace>(shared);
}
std::uint64_t shared_workspace_bytes(const SharedBatches& shared, std::size_t part) {
  return shared_batches::workspace_bytes<parallel::SerialPlace>(shared, part);
}

}  // namespace hypermatch::detail::hypergraph_matching
