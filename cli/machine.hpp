// SPDX-License-Identifier: MIT
// What a report says of the machine it was made on.
#pragma once

#include <cstdint>
#include <string>

namespace hypermatch::cli {

struct Machine {
  std::string cpu;  ///< model name, or the architecture where there is none
  int cores;        ///< that the process may run on
  std::uint64_t memory_bytes;
  std::string os;
};

[[nodiscard]] Machine this_machine();

/// Cores that the process may run on.
[[nodiscard]] int usable_cores();

/// Seconds from the start of the process to this call, which must come before it waits for anything
/// and before other threads work: the time that it has computed.
[[nodiscard]] double process_seconds_at_start();

/// Most memory that the process has held so far.
[[nodiscard]] std::uint64_t host_peak_bytes();

}  // namespace hypermatch::cli
