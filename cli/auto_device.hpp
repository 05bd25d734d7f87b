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

/// Seconds in which a process enters a device, and by which it ends later.
inline constexpr double k_device_start = 0.24;
inline constexpr double k_device_end = 0.06;

[[nodiscard]] RunEstimate estimate(const RunSize& size);
/// Seconds from the graph in memory to its communities, `runs` times in turn.
[[nodiscard]] RunEstimate estimate_communities(const RunSize& size, std::uint64_t runs = 1);
/// Whether a device should start while a file of so many bytes is read: one that starts in vain
/// costs about a tenth of a second.
[[nodiscard]] bool may_pay(std::uint64_t bytes_of_file, int threads);
/// The reason for the log.
[[nodiscard]] std::string words(const RunEstimate& estimate, int threads);

}  // namespace hypermatch::cli
