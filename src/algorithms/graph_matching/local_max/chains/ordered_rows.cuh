// SPDX-License-Identifier: MIT
// Graphs whose weights rise or fall along every row: rounds in which a vertex's next choice is the
// next free neighbour along its row. See device_ordered.cuh.
#pragma once

#include <cstdint>

#include "algorithms/graph_matching/common/device/arcs.cuh"
#include "algorithms/graph_matching/common/device/problem.hpp"
#include "algorithms/graph_matching/local_max/chains/row_order.cuh"

namespace hypermatch::detail::graph_matching {

namespace device {
struct OrderedControl;
}

/// Buffers of these rounds.
struct OrderedRoom {
  device::OrderedControl* control = nullptr;
  device::Bitmap gone{};            ///< no bit is set
  device::Bitmap changed{};         ///< not initialised
  std::uint32_t* passed = nullptr;  ///< size n, not initialised
  uint4* ahead = nullptr;           ///< size n, not initialised, or null
};

/// How rounds ended.
struct OrderedEnd {
  bool in_order = false;  ///< else nothing is matched, and all that was given may be used again
  bool unfinished = false;
  std::uint64_t rounds = 0;
};

[[nodiscard]] std::size_t ordered_control_bytes();
/// The mates go where the outcome says. Waits for the stream. If rounds end unfinished, `room.gone`
/// has the vertices that are matched or stay alone, and what stands elsewhere is no mate.
[[nodiscard]] OrderedEnd run_ordered_rows(const DeviceGraphProblem& problem,
                                          const DeviceGraphTuning& tuning, const device::Arcs& arcs,
                                          device::RowOrder order, std::uint32_t max_rounds,
                                          const OrderedRoom& room, DeviceGraphOutcome& outcome);

}  // namespace hypermatch::detail::graph_matching
