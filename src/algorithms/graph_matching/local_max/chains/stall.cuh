// SPDX-License-Identifier: MIT
// Tells rounds that go along a chain: they match so little that the host would be done with all
// that is left long before they are. Compares counts of vertices and fixed costs, no clock, so that
// the decision is the same in every run.
#pragma once

#include <cstdint>

#include "algorithms/graph_matching/common/device/problem.hpp"

namespace hypermatch::detail::graph_matching::device {

/// When rounds are given up.
struct StallRule {
  std::uint32_t window = 0;  ///< rounds that are judged together; 0: rounds go on
  float round_ns = 0;        ///< a round takes about so long
  float host_ns = 0;         ///< and the host, per vertex that is left, at most
  float most_host_ns = 0;    ///< where all edges are
  float least_host_ns = 0;   ///< before the host begins
};

/// The rounds of a device: what one takes at least, and what it takes more per vertex of the graph.
struct RoundCost {
  float least_ns;
  float vertex_ns;
};

/// Small graphs have cheap rounds, so that their number alone limits them.
[[nodiscard]] inline StallRule stall_rule_for(const DeviceGraphProblem& problem,
                                              const DeviceGraphTuning& tuning,
                                              const RoundCost& cost) {
  constexpr VertexId k_small = 1U << 17;
  constexpr std::uint32_t k_rounds_judged = 32;
  const auto vertices = static_cast<float>(problem.graph.num_vertices);
  const std::uint32_t by_size = problem.graph.num_vertices < k_small ? 0 : k_rounds_judged;
  const auto factor = static_cast<float>(tuning.host_time_factor);
  const auto arcs = static_cast<float>(problem.graph.num_arcs());
  // The host looks once at each edge. Vertices of many edges may be those that are left.
  const float most_host_ns = factor * 1.25F * arcs;
  return {.window = tuning.stall_window != 0 ? tuning.stall_window : by_size,
          .round_ns = cost.least_ns + cost.vertex_ns * vertices,
          .host_ns = 2 * most_host_ns / vertices,
          .most_host_ns = most_host_ns,
          .least_host_ns = factor * 2e6F};
}

/// The same in all threads of a grid that bring the same counts; or on the host.
class StallWatch {
 public:
  __host__ __device__ explicit StallWatch(const StallRule& rule) : rule_(rule) {}

  /// Called in each round, numbered from `first` on, with the vertices that are left.
  [[nodiscard]] __host__ __device__ bool is_stalled(std::uint32_t round, std::uint32_t first,
                                                    std::uint32_t left) {
    if (rule_.window == 0 || (round - first) % rule_.window != 0) return false;
    const std::uint32_t before = before_;
    before_ = left;
    if (round == first) return false;
    const auto matched = static_cast<float>(before > left ? before - left : 1);
    const float all = static_cast<float>(left);
    const float rounds = all / matched * static_cast<float>(rule_.window);
    // Later rounds may match more.
    constexpr float k_surely = 3.0F;
    return rounds * rule_.round_ns >
           k_surely * (rule_.least_host_ns + (all * rule_.host_ns < rule_.most_host_ns
                                                  ? all * rule_.host_ns
                                                  : rule_.most_host_ns));
  }

 private:
  const StallRule& rule_;
  std::uint32_t before_ = 0;
};

}  // namespace hypermatch::detail::graph_matching::device
