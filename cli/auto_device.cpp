// SPDX-License-Identifier: MIT
#include "auto_device.hpp"

#include <algorithm>

#include "terminal.hpp"

namespace hypermatch::cli {

namespace {

// Measured on one and 16 cores and one H200: random geometric graphs and an R-MAT graph of up to
// 132 million weighted edges, and the uniform hypergraph of 4 million vertices and 10 million edges
// of three pins. A part of the host's work is shared out over up to 16 threads, the rest does not
// gain from them. The device's times hold the copies.
struct HostRate {
  double fixed;   // seconds per edge or pin
  double shared;  // by all threads
};
constexpr HostRate k_host_edges = {.fixed = 1.4e-9, .shared = 9.6e-9};
constexpr HostRate k_host_pins = {.fixed = 1.2e-9, .shared = 4.6e-9};
constexpr double k_device_per_edge = 0.7e-9;
constexpr double k_device_per_pin = 0.5e-9;
constexpr double k_device_per_vertex = 0.5e-9;
constexpr int k_most_threads = 16;

// Communities, by the rates of Louvain's method, whatever the algorithm: Leiden's takes three times
// as long on either. Host: random geometric graphs of 7 and 30 million edges on one and 16 cores;
// R-MAT graphs take up to five times as long. Device: the copies of a matching, and what geometric
// and R-MAT graphs take that lie on it.
constexpr HostRate k_host_communities = {.fixed = 6.5e-9, .shared = 54e-9};
constexpr double k_device_communities = 2e-9;
// Assumed for memory and launches of a run, so that many runs of a small graph stay on cores.
constexpr double k_device_per_run = 0.02;
// Of what is not read yet: an edge with its weight in the native format. Text takes more, and more
// time.
constexpr std::uint64_t k_bytes_per_edge = 12;

}  // namespace

RunEstimate estimate(const RunSize& size) {
  const auto items = static_cast<double>(size.is_graph ? size.edges : size.pins);
  const HostRate& host = size.is_graph ? k_host_edges : k_host_pins;
  const double threads = std::clamp(size.threads, 1, k_most_threads);
  RunEstimate result;
  result.host = (host.fixed + host.shared / threads) * items;
  result.device = size.start_seconds + k_device_end +
                  k_device_per_vertex * static_cast<double>(size.vertices) +
                  (size.is_graph ? k_device_per_edge : k_device_per_pin) * items;
  return result;
}

RunEstimate estimate_communities(const RunSize& size, std::uint64_t runs) {
  const double threads = std::clamp(size.threads, 1, k_most_threads);
  const auto items = static_cast<double>(size.edges) * static_cast<double>(runs);
  return {.host = (k_host_communities.fixed + k_host_communities.shared / threads) * items,
          .device = size.start_seconds + k_device_end +
                    k_device_per_run * static_cast<double>(runs) + k_device_communities * items};
}

bool may_pay(std::uint64_t bytes_of_file, int threads) {
  return estimate({.edges = bytes_of_file / k_bytes_per_edge,
                   .is_graph = true,
                   .threads = threads,
                   .start_seconds = k_device_start})
      .prefers_device();
}

std::string words(const RunEstimate& estimate, int threads) {
  return "estimated " + seconds(estimate.host) + " on " +
         counted(static_cast<std::uint64_t>(threads), "thread") + ", " + seconds(estimate.device) +
         " with a device";
}

}  // namespace hypermatch::cli
