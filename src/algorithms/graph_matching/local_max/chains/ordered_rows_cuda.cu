// SPDX-License-Identifier: MIT
#include "algorithms/graph_matching/local_max/chains/ordered_rows.cuh"

#include <algorithm>

#include "algorithms/graph_matching/local_max/chains/device_ordered.cuh"
#include "parallel/device/check.cuh"
#include "parallel/device/launch.cuh"
#include "parallel/device/runtime.hpp"
#include "parallel/device/state.hpp"

namespace hypermatch::detail::graph_matching {

using namespace device;

std::size_t ordered_control_bytes() {
  return sizeof(OrderedControl);
}

OrderedEnd run_ordered_rows(const DeviceGraphProblem& problem, const DeviceGraphTuning& tuning,
                            const Arcs& arcs, RowOrder order, std::uint32_t max_rounds,
                            const OrderedRoom& room, DeviceGraphOutcome& outcome) {
  const DeviceStream stream = problem.context.stream();
  OrderedArguments arguments{
      .arcs = arcs,
      .order = order,
      .gone = room.gone,
      .changed = room.changed,
      .choices = outcome.mates,
      .passed = room.passed,
      .ahead = room.ahead,
      .control = room.control,
      .stall = stall_rule_for(problem, tuning, {.least_ns = 3500, .vertex_ns = 0.002F}),
      .max_rounds = max_rounds,
      .num_pairs = outcome.count};
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(room.control, 0, sizeof(OrderedControl), stream));
  constexpr std::uint64_t k_block_arcs = std::uint64_t{16} * k_check_threads;
  const std::uint64_t check_blocks =
      std::min<std::uint64_t>((arcs.num_arcs + arcs.num_vertices) / k_block_arcs + 1, 1U << 14);
  check_order<<<static_cast<unsigned>(check_blocks), k_check_threads, 0, stream>>>(arguments);
  parallel::check_launch("check_order");
  // Asked while the device is busy.
  constexpr std::uint64_t k_block_vertices = std::uint64_t{32} * k_ordered_words * k_ordered_warps;
  const std::uint32_t blocks = parallel::blocks_at_once(
      &run_ordered_rounds, k_ordered_threads, 0, (arcs.num_vertices - 1) / k_block_vertices + 1);
  parallel::launch_cooperative(&run_ordered_rounds, blocks, k_ordered_threads, 0, arguments,
                               stream);
  auto* const mail = reinterpret_cast<OrderedControl*>(problem.context.state()->mailbox());
  parallel::runtime::copy_to_host(mail, room.control, sizeof(OrderedControl), stream);
  record_solved(problem, outcome);
  parallel::runtime::synchronize(stream);
  return {.in_order = mail->breaks == 0 && mail->unfit == 0,
          .unfinished = mail->unfinished != 0,
          .rounds = mail->rounds};
}

}  // namespace hypermatch::detail::graph_matching
