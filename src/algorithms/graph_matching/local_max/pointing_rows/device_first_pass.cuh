// SPDX-License-Identifier: MIT
// The first pass over the arcs on a device, as host code starts it: samples the words, and hands
// the uppermost arcs of every row to a sink, which is Choices or has the same functions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <variant>

#include "algorithms/graph_matching/common/device/codes.cuh"
#include "algorithms/graph_matching/common/device/problem.hpp"
#include "algorithms/graph_matching/common/device/words.cuh"
#include "algorithms/graph_matching/local_max/pointing_rows/device_prepare.cuh"
#include "algorithms/graph_matching/local_max/pointing_rows/device_rows.cuh"
#include "algorithms/graph_matching/local_max/pointing_rows/device_scan.cuh"
#include "parallel/device/check.cuh"
#include "parallel/device/launch.cuh"

namespace hypermatch::detail::graph_matching::device {

/// Whether arcs are ordered by words, or else by hashes alone.
[[nodiscard]] inline bool has_words(const DeviceGraphProblem& problem) {
  return problem.order.objective == Objective::weight && problem.graph.is_weighted();
}

/// How the kernels of a first pass are started, and what they work in.
struct FirstPass {
  std::uint32_t tile = 0;
  std::size_t tile_bytes = 0;  ///< of a block of the first pass
  std::uint32_t scan_blocks = 1;
  std::uint32_t rows_per_unit = k_window;
  std::uint32_t long_blocks = 1;
  CodeBuffers codes;
  FilteredControl* control = nullptr;
  FewValues* few = nullptr;
  std::uint32_t* gone = nullptr;  ///< a bit per vertex, cleared by the first kernel
  LongRows long_rows{};
};

template <class Sink>
[[nodiscard]] auto* scan_kernel(const DeviceGraphProblem& problem) {
  if (!has_words(problem)) return &choose_first<WordKind::unit, Sink>;
  if (has_codes(problem)) return &choose_first<WordKind::codes, Sink>;
  const bool has_floats = std::holds_alternative<DeviceSpan<const float>>(problem.graph.weights);
  return has_floats ? &choose_first<WordKind::floats, Sink>
                    : &choose_first<WordKind::integers, Sink>;
}

/// Tiles that the rows of a window mostly fit into, or where these are too many half of them.
[[nodiscard]] inline std::uint32_t tile_for(const DeviceGraphProblem& problem) {
  const std::uint64_t arcs = problem.graph.num_arcs();
  const std::uint64_t rows = std::max<std::uint64_t>(problem.graph.num_vertices, 1);
  const auto room_for = [&](std::uint64_t count) { return arcs * count / rows * 17 / 16 + 32; };
  const std::uint64_t whole = room_for(k_window);
  const std::uint64_t half = std::min<std::uint64_t>(room_for(k_window / 2), k_max_half_tile);
  const std::uint64_t wanted = whole <= k_max_tile ? whole : half;
  return static_cast<std::uint32_t>(std::max<std::uint64_t>(wanted / 4 * 4, k_least_tile));
}

template <class Sink>
void plan_first_pass(const DeviceGraphProblem& problem, std::uint32_t tile, FirstPass& pass) {
  const std::uint64_t n = problem.graph.num_vertices;
  pass.tile = tile != 0 ? tile : tile_for(problem);
  pass.tile_bytes = std::size_t{pass.tile + k_tile_slack} * sizeof(std::uint32_t) *
                    (has_words(problem) ? 2 : 1) * k_scan_warps;
  const auto scan = scan_kernel<Sink>(problem);
  // For every instance: passes of several may be planned before they run.
  constexpr std::size_t k_most_bytes =
      (k_max_tile + k_tile_slack) * sizeof(std::uint32_t) * 2 * k_scan_warps;
  parallel::allow_shared_bytes(scan, k_most_bytes);
  pass.scan_blocks = parallel::blocks_at_once(scan, k_scan_threads, pass.tile_bytes,
                                              n / (k_window * k_scan_warps) + 1);
  // So few units that taking them costs nothing, but enough that all warps end together.
  constexpr std::uint64_t k_most_units = 1U << 16;
  pass.rows_per_unit = k_window * static_cast<std::uint32_t>(std::clamp<std::uint64_t>(
                                      n / k_window / k_most_units, 1, 32));
  pass.long_blocks = parallel::blocks_at_once(&choose_long<Sink>, k_long_threads, 0,
                                              problem.graph.num_arcs() / pass.tile + 1);
}

/// Lays out the small arrays, and a bitmap of `num_vertices`: all vertices that arcs lead to, which
/// are more than there are rows where these are a part of a graph's.
inline void lay_out_first_pass(parallel::DeviceArena& arena, const DeviceGraphProblem& problem,
                               std::uint64_t num_vertices, FirstPass& pass) {
  pass.control = arena.take<FilteredControl>(1);
  pass.few = arena.take<FewValues>(1);
  pass.codes = lay_out_codes(arena, problem);
  pass.gone = arena.take<std::uint32_t>((num_vertices + 31) / 32);
}

/// The rows that do not fit tiles. No row has more than `longest` arcs.
inline void lay_out_long_rows(parallel::DeviceArena& arena, const DeviceGraphProblem& problem,
                              std::uint32_t longest, FirstPass& pass) {
  const std::uint64_t arcs = problem.graph.num_arcs();
  // A row of several pieces has at most twice as many as it fills.
  static_assert(k_late_piece <= k_first_piece);
  const std::uint64_t slots = longest > k_late_piece ? 2 * (arcs / k_late_piece) : 0;
  // All that do not fit tiles; and of later rows so many that few have to try again.
  const std::uint64_t late = longest > k_team_row ? arcs / k_team_row / 2 : 0;
  const std::uint64_t items = std::max(arcs / pass.tile + slots, late) + 256;
  pass.long_rows.room = static_cast<std::uint32_t>(std::min<std::uint64_t>(items, ~0U));
  pass.long_rows.items = arena.take<LongItem>(pass.long_rows.room);
  pass.long_rows.found = arena.take<ArcCandidate>(slots * k_holders);
  pass.long_rows.done = arena.take<std::uint32_t>(slots);
  pass.long_rows.piece = k_first_piece;
}

/// Enqueues the pass.
template <class Sink>
void run_first_pass(const DeviceGraphProblem& problem, const FirstPass& pass,
                    const FilteredState& state, const Sink& sink) {
  const DeviceStream stream = problem.context.stream();
  prepare_filtered<<<pass.scan_blocks, k_prepare_threads, 0, stream>>>(state);
  parallel::check_launch("prepare_filtered");
  const ScanArguments<Sink> scanned{.state = state,
                                    .choices = sink,
                                    .long_rows = pass.long_rows,
                                    .tile = pass.tile,
                                    .rows_per_unit = pass.rows_per_unit};
  scan_kernel<Sink>(problem)<<<pass.scan_blocks, k_scan_threads, pass.tile_bytes, stream>>>(
      scanned);
  parallel::check_launch("choose_first");
  const LongArguments<Sink> long_ones{.state = state, .choices = sink, .rows = pass.long_rows};
  choose_long<Sink><<<pass.long_blocks, k_long_threads, 0, stream>>>(long_ones);
  parallel::check_launch("choose_long");
}

}  // namespace hypermatch::detail::graph_matching::device
