// SPDX-License-Identifier: MIT
#include "auto_device.hpp"

#include <algorithm>

#include "terminal.hpp"

namespace hypermatch::cli {

namespace {

// Measured on 16 cores and one H200: the random geometric graph of 2^24 vertices and 132 million
// weighted edges, and the uniform hypergraph of 4 million vertices and 10 million edges of three
// pins. The host's share out evenly over up to 16 threads. The device's hold the copies.
constexpr double k_host_per_edge = 16 * 10.2e-9;
constexpr double k_host_per_pin = 16 * 2.3e-9;
constexpr double k_device_per_edge = 1.6e-9;
constexpr double k_device_per_pin = 1.4e-9;
constexpr double k_device_per_vertex = 1.0e-9;
constexpr int k_most_threads = 16;

}  // namespace

RunEstimate estimate(const RunSize& size) {
  const auto edges = static_cast<double>(size.edges);
  const auto pins = static_cast<double>(size.pins);
  const double threads = std::clamp(size.threads, 1, k_most_threads);
  RunEstimate result;
  result.host = (size.is_graph ? k_host_per_edge * edges : k_host_per_pin * pins) / threads;
  result.device = size.start_seconds + k_device_per_vertex * static_cast<double>(size.vertices) +
                  (size.is_graph ? k_device_per_edge * edges : k_device_per_pin * pins);
  return result;
}

std::string words(const RunEstimate& estimate, int threads) {
  return "estimated " + seconds(estimate.host) + " on " +
         counted(static_cast<std::uint64_t>(threads), "thread") + ", " + seconds(estimate.device) +
         " with a device";
}

}  // namespace hypermatch::cli
