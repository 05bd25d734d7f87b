// SPDX-License-Identifier: MIT
// Matching in graphs on a device: what an algorithm is given, and what it leaves. Each stands in a
// file of its own (NAME_cuda.cu), inside the library of device code; the host calls them by the
// table in functions.hpp.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hypermatch/device_b_matching.hpp"
#include "hypermatch/device_graph_matching.hpp"
#include "hypermatch/device_group.hpp"
#include "parallel/device/arena.hpp"
#include "parallel/device/runtime.hpp"

namespace hypermatch::detail::graph_matching {

/// Checked; the order is resolved.
struct DeviceGraphProblem {
  const DeviceContext& context;
  DeviceGraphView graph;
  GraphOrder order;
  DeviceWorkspace& workspace;
  DeviceGraphMatchingMemory memory;  ///< of the caller, or empty
  /// To be recorded where the matching is complete, before the host waits; or left to the caller.
  parallel::runtime::Event* solved = nullptr;
  /// The graph in host memory, in any form, if the caller has it there; else null.
  const AnyGraphView* on_host = nullptr;
  VertexId first_row = 0;  ///< the vertex of the first row, where rows are a part of a graph's
};

struct DeviceEdgeListProblem {
  const DeviceContext& context;
  DeviceEdgeListView graph;
  GraphOrder order;
  DeviceWorkspace& workspace;
  DeviceGraphMatchingMemory memory;
};

/// How claim lists lie in device memory; the answer does not depend on it.
struct ClaimListForm {
  bool is_indexed = false;  ///< only vertices with more arcs than capacity have a list
  bool is_short = false;    ///< of three slots where capacities are at most three, else of seven
};

/// Under capacities; checked, the order is resolved.
struct DeviceBGraphProblem {
  const DeviceContext& context;
  DeviceGraphView graph;
  DeviceCapacities capacities;
  GraphOrder order;
  DeviceWorkspace& workspace;
  /// Rounds after which the host takes over, about; 0: where they go along a chain. For tests.
  std::uint64_t max_rounds = 0;
  /// Or by the memory that the graph takes. For tests.
  std::optional<ClaimListForm> list_form = {};
};

/// As DeviceGraphParts, with capacities of all vertices.
struct DeviceBGraphParts {
  std::span<const DeviceBGraphProblem> parts;  ///< of one order
  std::span<const VertexId> firsts;            ///< one more than parts; from 0 to n, never falling
  /// Proposals beyond first ones that a device makes in a round at most, 0: as many as boxes have
  /// room for. For tests.
  std::uint64_t most_reserved = 0;
};

/// Lies in the workspace; complete when the stream is drained.
struct DeviceBGraphOutcome {
  Offset* offsets = nullptr;     ///< size n + 1
  VertexId* partners = nullptr;  ///< size offsets[n], those of each vertex in any order
  std::uint64_t rounds = 0;
  bool is_for_host = false;       ///< given up: too little to do in a round for a device
  bool has_sorted_edges = false;  ///< and sorted for the host
  std::string stop_reason = "complete";
  DeviceTraffic traffic = {};  ///< of all parts, in the first one's
};

/// The matching lies in `memory` of the problem, or where that is empty in the workspace; complete
/// when the stream is drained.
struct DeviceGraphOutcome {
  VertexId* mates = nullptr;
  std::uint64_t* count = nullptr;  ///< one word
  std::uint64_t rounds = 0;
  double prepare_seconds = 0.0;   ///< by the device's clock
  bool timed = false;             ///< `solved` is recorded
  bool is_for_host = false;       ///< given up: too little to do in a round for a device
  bool has_ordered_rows = false;  ///< `filtered` found that weights rise or fall along all rows
  bool has_sorted_edges = false;  ///< and sorted for the host what rounds had left
  std::string stop_reason = "complete";
};

/// The matching is complete once the stream is here.
inline void record_solved(const DeviceGraphProblem& problem, DeviceGraphOutcome& outcome) {
  if (problem.solved == nullptr) return;
  problem.solved->record(problem.context.stream());
  outcome.timed = true;
}

/// The stop reason where a chain is long.
inline constexpr const char* k_host_took_over =
    "a chain, little to do in a round: the host took over";

/// Room for the result where the caller brings none.
inline void lay_out_result(parallel::DeviceArena& arena, const DeviceGraphMatchingMemory& memory,
                           std::uint64_t num_vertices, DeviceGraphOutcome& outcome) {
  outcome.mates =
      memory.mates.data() != nullptr ? memory.mates.data() : arena.take<VertexId>(num_vertices);
  outcome.count =
      memory.count.data() != nullptr ? memory.count.data() : arena.take<std::uint64_t>(1);
}

/// The numbers that steer `filtered` on a device; tests change them to reach its rare paths.
struct DeviceGraphTuning {
  /// Choices kept of each vertex: 2, 3, 5, 6 or 7; 0: by the memory that the graph takes.
  int choices = 0;
  /// Arcs of a tile of the first pass, a multiple of 4 up to 1152; 0: by the average degree.
  std::uint32_t tile = 0;
  /// Rounds that are kernels of their own, up to 3; below 0: by the size of the graph.
  int first_rounds = -1;
  /// Rounds after which the host takes over, of several devices also exchanges; 0: many.
  std::uint32_t max_rounds = 0;
  /// Rounds that are judged together: the host takes over if they matched so little that it would
  /// be done before. 0: by the size of the graph.
  std::uint32_t stall_window = 0;
  /// Whether rows along which weights rise or fall have rounds of their own; below 0: in large
  /// graphs.
  int ordered_rows = -1;
  /// A factor of the time after which the host takes over.
  double host_time_factor = 1.0;
  /// On several devices: as if they did not reach each other's memory.
  bool is_staged = false;
};

/// A graph on several devices. Part p is the rows of the vertices firsts[p] .. firsts[p + 1] - 1,
/// on the device of its context; neighbours are numbered as in the whole graph.
struct DeviceGraphParts {
  std::span<const DeviceGraphProblem> parts;  ///< of one order
  std::span<const VertexId> firsts;  ///< one more than parts; multiples of k_parts_begin_at, but n
  DeviceGraphTuning tuning = {};
};
inline constexpr VertexId k_parts_begin_at = 32;

/// Complete on return.
struct DeviceGraphPartsOutcome {
  std::vector<const VertexId*> mates;  ///< of the vertices of each part, on its device
  std::uint64_t rounds = 0;
  bool is_for_host = false;  ///< given up: too little to do in a round for devices
  DeviceTraffic traffic;
};

/// `filtered` inside the library of device code; the outcome may be that the host is to solve it.
[[nodiscard]] DeviceGraphOutcome run_filtered(const DeviceGraphProblem& problem,
                                              const DeviceGraphTuning& tuning);
[[nodiscard]] DeviceGraphPartsOutcome run_filtered_in_parts(const DeviceGraphParts& graph);
/// As the host calls it: the host's local max solves what is no work for a device.
[[nodiscard]] DeviceGraphOutcome filtered_on_device(const DeviceGraphProblem& problem,
                                                    const DeviceGraphTuning& tuning);
/// On several devices.
[[nodiscard]] GraphMatching local_max_in_parts(const DeviceGroup& devices, const GraphView& graph,
                                               const GraphLocalMaxOptions& options,
                                               const DeviceGraphTuning& tuning);
/// The rounds of local max; `options.order` is the problem's.
[[nodiscard]] DeviceGraphOutcome crcw_on_device(const DeviceEdgeListProblem& problem,
                                                const GraphLocalMaxOptions& options);
[[nodiscard]] DeviceGraphOutcome crcw_on_device(const DeviceGraphProblem& problem,
                                                const GraphLocalMaxOptions& options);
[[nodiscard]] DeviceGraphOutcome work_optimal_on_device(const DeviceEdgeListProblem& problem,
                                                        const GraphLocalMaxOptions& options);
[[nodiscard]] DeviceGraphOutcome work_optimal_on_device(const DeviceGraphProblem& problem,
                                                        const GraphLocalMaxOptions& options);
[[nodiscard]] DeviceGraphOutcome locally_dominant_on_device(const DeviceGraphProblem& problem);
[[nodiscard]] DeviceGraphOutcome suitor_on_device(const DeviceGraphProblem& problem,
                                                  const DeviceSuitorOptions& options);
[[nodiscard]] DeviceGraphOutcome red_blue_on_device(const DeviceGraphProblem& problem,
                                                    const RedBlueOptions& options);
/// Lists of the uppermost arcs per vertex, or `claiming_rows` where capacities are too large for
/// these.
[[nodiscard]] DeviceBGraphOutcome claim_lists_on_device(const DeviceBGraphProblem& problem);
/// Rows are read in each round; inside the library of device code only.
[[nodiscard]] DeviceBGraphOutcome claiming_rows_on_device(const DeviceBGraphProblem& problem);
[[nodiscard]] DeviceBGraphOutcome b_suitor_on_device(const DeviceBGraphProblem& problem);
/// One outcome per part, with the partners of its vertices; complete on return.
[[nodiscard]] std::vector<DeviceBGraphOutcome> b_suitor_on_devices(const DeviceBGraphParts& graph);
/// As the host calls it. `most_reserved`: as above.
[[nodiscard]] Partners b_suitor_in_parts(const DeviceGroup& devices, const GraphView& graph,
                                         const Capacities& capacities, const GraphOrder& order,
                                         std::uint64_t most_reserved);

}  // namespace hypermatch::detail::graph_matching
