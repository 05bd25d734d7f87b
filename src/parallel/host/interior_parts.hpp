// SPDX-License-Identifier: MIT
// Vertices in ranges of about equal length, and what `interior_first` does with edges by the range
// that has all of their vertices, on graphs and hypergraphs alike.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/matching.hpp"
#include "hypermatch/types.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::parallel {

class VertexRanges {
 public:
  static constexpr std::uint32_t k_most = 1024;

  /// @throws Error{invalid_option} for no parts, or for more than k_most
  VertexRanges(VertexId num_vertices, std::uint32_t parts) : n_(num_vertices), parts_(parts) {
    if (parts >= 1 && parts <= k_most) return;
    throw Error(ErrorCode::invalid_option,
                "parts is " + std::to_string(parts) + ", must be 1 .. " + std::to_string(k_most));
  }

  [[nodiscard]] std::uint32_t size() const { return parts_; }
  /// The first vertex of a part; of part size() the number of vertices.
  [[nodiscard]] VertexId first(std::uint32_t part) const {
    return static_cast<VertexId>(std::uint64_t{n_} * part / parts_);
  }
  [[nodiscard]] std::uint32_t part_of(VertexId v) const {
    // The largest one whose first vertex is v or below: parts may have no vertices.
    return static_cast<std::uint32_t>(((std::uint64_t{v} + 1) * parts_ - 1) / n_);
  }
  /// The part of all these vertices, or size() if there are several, or none.
  [[nodiscard]] std::uint32_t part_of_all(const VertexId* vertices, std::uint64_t count) const {
    if (count == 0) return parts_;
    const std::uint32_t part = part_of(vertices[0]);
    const VertexId low = first(part);
    const VertexId high = first(part + 1);
    const bool is_interior = std::all_of(vertices + 1, vertices + count,
                                         [&](VertexId v) { return v >= low && v < high; });
    return is_interior ? part : parts_;
  }

 private:
  VertexId n_;
  std::uint32_t parts_;
};

/// The baseline that Reinstaedtler, Schulz, Sitchinava, Walliser 2026 ("Efficient Parallel
/// Algorithms for Hypergraph Matching", section 7) sketch for several GPUs: vertices are cut into
/// parts; edges within a part are matched part by part, side by side, and then, in one place, those
/// that cross and are still free. Maximal, not greedy: a light edge within a part may keep out a
/// heavy one that crosses. Ties go by numbers within the part. Times, rounds and memory of all.
///
/// `problem` has num_vertices(), num_edges(), pins_of(e), some_edges(numbers, first, count), which
/// makes an instance of edges with `count` vertices counted from `first`, add(found, numbers,
/// first), which takes its matching over, and is_free(e). `solve_all(instances)` matches several,
/// `solve_last(instance)` one.
template <class Problem, class SolveAll, class SolveLast>
[[nodiscard]] MatchingStats interior_first(Problem& problem, std::uint32_t parts,
                                           const SolveAll& solve_all, const SolveLast& solve_last) {
  const VertexRanges ranges(problem.num_vertices(), parts);
  const base::Clock::time_point begin = base::Clock::now();
  // Interior edges by part, ascending, and behind them those that cross.
  std::vector<std::vector<EdgeId>> edges(parts + std::size_t{1});
  for (EdgeId e = 0; e < problem.num_edges(); ++e) {
    const auto& pins = problem.pins_of(e);
    edges[ranges.part_of_all(pins.data(), pins.size())].push_back(e);
  }
  std::vector<decltype(problem.some_edges(edges[0], 0, 0))> interiors;
  for (std::uint32_t p = 0; p < parts; ++p) {
    interiors.push_back(
        problem.some_edges(edges[p], ranges.first(p), ranges.first(p + 1) - ranges.first(p)));
  }
  MatchingStats stats;
  stats.prepare_seconds = base::seconds_since(begin);
  const auto add = [&](const auto& found, const std::vector<EdgeId>& numbers, VertexId first) {
    problem.add(found, numbers, first);
    stats.transfer_seconds += found.stats.transfer_seconds;
    stats.device_peak_bytes = std::max(stats.device_peak_bytes, found.stats.device_peak_bytes);
  };
  const auto found = solve_all(interiors);
  interiors.clear();
  for (std::uint32_t p = 0; p < parts; ++p) {
    add(found[p], edges[p], ranges.first(p));
    stats.rounds = std::max(stats.rounds, found[p].stats.rounds);
    stats.device_seconds = std::max(stats.device_seconds, found[p].stats.device_seconds);
  }
  std::vector<EdgeId>& crossing = edges.back();
  std::erase_if(crossing, [&](EdgeId e) { return !problem.is_free(e); });
  const auto last = solve_last(problem.some_edges(crossing, 0, problem.num_vertices()));
  add(last, crossing, 0);
  stats.rounds += last.stats.rounds;
  stats.device_seconds += last.stats.device_seconds;
  stats.stop_reason = "complete";
  return stats;
}

/// For `solve_all`: one instance after the other, in one place.
template <class Solve>
[[nodiscard]] auto one_after_the_other(const Context& context, const Solve& solve) {
  return [&context, solve](const auto& instances) {
    std::vector<decltype(solve(instances[0]))> found;
    for (const auto& instance : instances) {
      context.report({"solve", found.size(), instances.size() + 1});
      found.push_back(solve(instance));
    }
    return found;
  };
}
/// Side by side: solve_on(p)(instance) in place p.
template <class SolveOn>
[[nodiscard]] auto side_by_side(const Context& host, const SolveOn& solve_on) {
  return [&host, solve_on](const auto& instances) {
    std::vector<decltype(solve_on(0)(instances[0]))> found(instances.size());
    run_tasks(host, instances.size(), [&](std::size_t p) { found[p] = solve_on(p)(instances[p]); });
    return found;
  };
}

}  // namespace hypermatch::detail::parallel
