// SPDX-License-Identifier: MIT
// The choice that `--device auto` makes for one run: cores or a device, by estimated times.
#pragma once

#include <cstdint>
#include <string>

namespace hypermatch::cli {

/// What the estimates depend on.
struct RunSize {
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  std::uint64_t pins = 0;
  bool is_graph = false;
  int threads = 1;           ///< of the host
  double start_seconds = 0;  ///< that remain until the device is entered
};

/// Estimated seconds from the instance in memory to the matching.
struct RunEstimate {
  double host = 0;
  double device = 0;

  [[nodiscard]] bool prefers_device() const { return device < host; }
};

/// Seconds in which a process enters a device.
inline constexpr double k_device_start = 0.42;
/// Files below this are read before a device could be entered, and hold too little for one.
inline constexpr std::uint64_t k_bytes_for_device = std::uint64_t{64} << 20;

[[nodiscard]] RunEstimate estimate(const RunSize& size);
/// The reason for the log.
[[nodiscard]] std::string words(const RunEstimate& estimate, int threads);

}  // namespace hypermatch::cli
