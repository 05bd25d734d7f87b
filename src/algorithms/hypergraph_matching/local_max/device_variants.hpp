// SPDX-License-Identifier: MIT
// Local max on a device: what a variant is given, and what it leaves. Variants stand inside the
// library of device code; the host calls them by the table in device_functions.hpp.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "algorithms/hypergraph_matching/local_max/device_room.hpp"
#include "hypermatch/device_matching.hpp"
#include "parallel/device/pending_pins.hpp"
#include "parallel/device/runtime.hpp"
#include "parallel/device/state.hpp"

namespace hypermatch::detail::hypergraph_matching {

struct DeviceProblem {
  const DeviceContext& context;
  DeviceHypergraphView hypergraph;
  LocalMaxOptions options;  ///< checked, resolved; the default capacities where all are 1
  DeviceWorkspace& workspace;
  DeviceMatchingMemory memory;  ///< of the caller, or empty
  /// The hypergraph in host memory, if the caller has it; else null.
  const HypergraphView* on_host = nullptr;
  /// To be recorded where the matching is complete, before the host waits; or left to the caller.
  parallel::runtime::Event* solved = nullptr;
  /// The transfer of the input where not all pins are sent yet; a variant that needs them sends
  /// them.
  parallel::PendingPins* upload = nullptr;
  /// Under capacities: how many edges each vertex can take; the variant uses it up.
  DeviceRoom room = {};

  [[nodiscard]] bool has_capacities() const { return !options.capacities.is_default(); }
  /// No matching has more edges.
  [[nodiscard]] std::uint64_t most_matched() const {
    return has_capacities() ? hypergraph.num_edges()
                            : std::min(hypergraph.num_vertices, hypergraph.num_edges());
  }
};

/// The matching lies in `memory` of the problem, or where that is empty in the workspace.
struct DeviceOutcome {
  const EdgeId* edges = nullptr;         ///< ascending; complete when the stream is drained
  const std::uint64_t* count = nullptr;  ///< one word
  std::uint64_t rounds = 0;
  std::uint64_t rounds_with_ties = 0;  ///< of `filtered`: in which edges with one code met
  double prepare_seconds = 0.0;        ///< by the device's clock
  bool timed = false;                  ///< `solved` is recorded
  bool is_for_host = false;            ///< given up: too little to do in a round for a device
  std::string stop_reason = "complete";
  LocalMaxVariant variant = LocalMaxVariant::filtered;  ///< which of them ran
};

/// The problem's order with every `automatic` replaced by what it stands for on this instance;
/// waits for the stream where the sizes of edges decide, and lets pins be sent meanwhile. The
/// workspace is used and may be reused afterwards.
[[nodiscard]] OrderOptions resolve_on_device(const DeviceProblem& problem);

/// Rounds over the stream as a place: of all variants but `filtered` and `sequential`.
[[nodiscard]] DeviceOutcome run_rounds_on_device(const DeviceProblem& problem);

}  // namespace hypermatch::detail::hypergraph_matching
