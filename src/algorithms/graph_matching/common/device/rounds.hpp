// SPDX-License-Identifier: MIT
// Common part of the baselines on a device: rounds that the host follows, and the count of pairs.
#pragma once

#include <cstdint>
#include <string>

#include "algorithms/graph_matching/common/device/problem.hpp"
#include "hypermatch/error.hpp"
#include "parallel/device/state.hpp"

namespace hypermatch::detail::graph_matching::device {

/// Calls round(r) for r = 1, 2, .., each of which enqueues work that leaves in `left` how many
/// vertices may still be matched, until that is 0, and returns how many there were. One number
/// travels to the host in each round. `total`: vertices, for the progress.
/// @throws Error{invalid_input} if two rounds in a row match nothing, as no valid graph has it
template <class Round>
[[nodiscard]] std::uint64_t run_rounds(const DeviceContext& context, std::uint64_t total,
                                       const std::uint64_t* left, const Round& round) {
  auto* const mail = reinterpret_cast<std::uint64_t*>(context.state()->mailbox());
  if (total == 0) return 0;
  std::uint64_t before = total;
  std::uint64_t idle = 0;
  // Ends: of two rounds one leaves less, or the graph is refused.
  for (std::uint64_t r = 1;; ++r) {
    round(r);
    parallel::runtime::copy_to_host(mail, left, sizeof(std::uint64_t), context.stream());
    parallel::runtime::synchronize(context.stream());
    context.check_cancelled();
    context.report({"solve", total - *mail, total});
    if (*mail == 0) return r;
    idle = *mail < before ? 0 : idle + 1;
    if (idle == 2) {
      throw Error(ErrorCode::invalid_input,
                  "rounds " + std::to_string(r - 1) + " and " + std::to_string(r) +
                      " match nothing, so the graph is not valid (validate says why)");
    }
    before = *mail;
  }
}

/// Writes how many pairs the mates are. Enqueued only.
void count_pairs(const DeviceGraphOutcome& outcome, std::uint64_t num_vertices,
                 DeviceStream stream);

}  // namespace hypermatch::detail::graph_matching::device
