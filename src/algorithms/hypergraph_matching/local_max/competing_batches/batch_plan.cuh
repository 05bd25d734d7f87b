// SPDX-License-Identifier: MIT
// How much memory `filtered` on a device uses, and for what.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "algorithms/hypergraph_matching/local_max/competing_batches/carried.cuh"
#include "algorithms/hypergraph_matching/local_max/competing_batches/filtered.cuh"
#include "algorithms/hypergraph_matching/local_max/competing_batches/teams.cuh"
#include "algorithms/hypergraph_matching/local_max/competing_batches/tuning.hpp"
#include "algorithms/hypergraph_matching/local_max/device_rating/device_rating.hpp"
#include "algorithms/hypergraph_matching/local_max/device_rating/weight_codes.cuh"
#include "algorithms/hypergraph_matching/local_max/streamed_batches/streamed_batches.hpp"
#include "parallel/device/arena.hpp"
#include "parallel/device/check.cuh"
#include "parallel/device/launch.cuh"

namespace hypermatch::detail::hypergraph_matching {

/// Sources of priorities.
enum class Source { none, weights, codes, priorities, packed };

/// Buffers of one instance and their places in the workspace.
struct BatchPlan {
  std::uint32_t blocks = 1;
  std::uint64_t warps = filtered::k_warps;
  std::uint64_t slots = 1;
  std::uint64_t share = 0;
  std::uint64_t upper_share = 0;
  std::uint64_t num_noted = 64;
  std::uint64_t num_tied_pins = 64;
  std::size_t candidate_bytes = 0;
  DeviceRating rating;
  RatingBuffers rating_buffers;
  ValueTable<std::uint32_t> priority_table;
  ValueTable<std::uint64_t> weight_table;
  PackedEdges packed;
  filtered::Control* control = nullptr;
  std::uint32_t* matched_vertices = nullptr;
  std::uint32_t* matched_edges = nullptr;
  std::uint32_t* slot_words = nullptr;
  std::uint32_t* codes = nullptr;
  WeightCode* code = nullptr;
  std::uint32_t* noted = nullptr;
  unsigned long long* tied_pins = nullptr;
  std::byte* candidates = nullptr;
  std::uint64_t* upper = nullptr;
  std::uint32_t* num_upper = nullptr;
  EdgeId* edges = nullptr;
  std::uint64_t* count = nullptr;
};

/// How many blocks of the kernel the device runs at once. Asking the driver takes as long as a few
/// rounds, so it is asked once for each device.
template <class Words, class Team>
std::uint32_t resident_blocks() {
  constexpr int k_devices = 64;
  static std::array<std::atomic<std::uint32_t>, k_devices> known{};
  int device = 0;
  HYPERMATCH_CUDA_CALL(cudaGetDevice(&device));
  auto* const its = device < k_devices ? &known[static_cast<std::size_t>(device)] : nullptr;
  // Relaxed: all writers write the same value.
  const std::uint32_t before = its != nullptr ? its->load(std::memory_order_relaxed) : 0;
  if (before != 0) return before;
  const std::uint32_t most = parallel::blocks_at_once(
      &filtered::run_filtered<Words, Team>, filtered::k_threads, 0, filtered::k_max_blocks);
  if (its != nullptr) its->store(most, std::memory_order_relaxed);
  return most;
}

/// The number of blocks that run at once, or fewer for a small instance.
template <class Words, class Team>
std::uint32_t blocks_for(std::uint64_t num_edges) {
  constexpr std::uint64_t k_edges = filtered::k_tile * filtered::k_warps;
  return static_cast<std::uint32_t>(std::clamp<std::uint64_t>((num_edges + k_edges - 1) / k_edges,
                                                              1, resident_blocks<Words, Team>()));
}

/// Whether the edges of a packed batch have priorities.
inline bool is_rated(const DeviceProblem& problem) {
  return problem.options.order.objective != Objective::cardinality;
}

/// Slots for ties are not made fewer than these for the sake of the others.
inline constexpr std::uint64_t k_few_tied_pins = std::uint64_t{1} << 17;

/// How many words of a slot edges compete with.
inline std::uint32_t slot_levels(const DeviceProblem& problem) {
  return problem.has_capacities() ? filtered::RoomArena::k_levels : filtered::Arena::k_levels;
}

/// Slots and candidates share what is left of the memory that the instance grants: every vertex has
/// a slot of its own if three quarters suffice for that.
inline void size_lists(const DeviceProblem& problem, const DeviceFilteredTuning& tuning,
                       Source source, BatchPlan& plan) {
  const std::uint64_t n = problem.hypergraph.num_vertices;
  const std::uint64_t m = problem.hypergraph.num_edges();
  const std::uint64_t pins = problem.hypergraph.num_pins();
  const bool packed = source == Source::packed;
  const bool has_priorities = packed ? is_rated(problem) : source != Source::none;
  const std::uint64_t instance = 8 * (m + 1) + 4 * pins + (has_priorities ? 4 * m : 0);
  const std::uint64_t bitmaps = m / 8 + (source == Source::packed ? 0 : n / 8);
  // Priorities that are made stand beside the weights that they are made from.
  std::uint64_t made = 0;
  if (source == Source::codes) made = 4 * m;
  if (source == Source::priorities) made = problem.hypergraph.is_weighted() ? 4 * m : 0;
  // Edges with one code compete in a slot for each vertex, if an eighth suffices for that.
  const std::uint64_t least_tied_pins = std::bit_ceil(std::clamp<std::uint64_t>(16 * m, 64, 4096));
  plan.num_noted = std::bit_ceil(std::clamp<std::uint64_t>(m, 64, 1U << 14));
  plan.num_tied_pins = std::bit_ceil(std::clamp<std::uint64_t>(n, 64, 1U << 23));
  const double share = tuning.memory_share * static_cast<double>(instance);
  while (plan.num_tied_pins > least_tied_pins &&
         64.0 * static_cast<double>(plan.num_tied_pins) > share) {
    plan.num_tied_pins /= 2;
  }
  // Half as many again as a warp should need.
  const auto upper_share = [&] {
    return m * filtered::k_upper / filtered::k_samples / plan.warps * 3 / 2 + 8;
  };
  const auto granted = [&](std::uint64_t num_tied_pins) {
    const std::uint64_t fixed = bitmaps + sizeof(filtered::Control) + made + 4 * plan.num_noted +
                                8 * num_tied_pins + plan.warps * (8 * upper_share() + 4);
    return std::max(0.0, share - static_cast<double>(fixed));
  };
  // Under capacities no vertices share one.
  const bool shares = !problem.has_capacities();
  const std::uint64_t levels = slot_levels(problem);
  std::uint64_t slots =
      std::bit_ceil(std::clamp<std::uint64_t>(n, 2, shares ? tuning.max_slots : n + 2));
  // Slots beyond the last vertex are never touched.
  const auto slot_bytes = [&] { return 4.0 * static_cast<double>(levels * std::min(slots, n)); };
  // Of two vertices with one slot edges lose rounds, and fewer meet at pins with ties.
  for (std::uint64_t tied = plan.num_tied_pins; tied >= std::max(least_tied_pins, k_few_tied_pins);
       tied /= 2) {
    if (slot_bytes() > 0.75 * granted(tied)) continue;
    plan.num_tied_pins = tied;
    break;
  }
  const double lists = granted(plan.num_tied_pins);
  while (shares && slots > 4096 && slot_bytes() > 0.75 * lists) slots /= 2;
  plan.slots = slots;
  const double left = std::max(shares ? 0.0 : 0.25 * lists, lists - slot_bytes());
  const auto candidates = static_cast<std::uint64_t>(left) / plan.candidate_bytes;
  // Of a small instance up to half of the warps stay away, so that each has enough room.
  const std::uint64_t with_room = candidates / tuning.least_share / filtered::k_warps;
  plan.blocks = static_cast<std::uint32_t>(
      std::clamp<std::uint64_t>(with_room, (plan.blocks + 1) / 2, plan.blocks));
  plan.warps = std::uint64_t{plan.blocks} * filtered::k_warps;
  plan.upper_share = upper_share();
  // More than half of all edges never compete at once.
  const std::uint64_t enough = m / 2 / plan.warps + tuning.least_share;
  plan.share = tuning.share != 0
                   ? tuning.share
                   : std::clamp<std::uint64_t>(candidates / plan.warps, tuning.least_share, enough);
}

/// `packed_size`: how large the batch may be in front of all else, where there is one.
inline void lay_out(const DeviceProblem& problem, Source source, const PackedSize& packed_size,
                    BatchPlan& plan, parallel::DeviceArena& arena) {
  const std::uint64_t n = problem.hypergraph.num_vertices;
  const std::uint64_t m = problem.hypergraph.num_edges();
  if (source == Source::packed) plan.packed = lay_out_packed(arena, packed_size);
  const bool packed = source == Source::packed;
  plan.edges = problem.memory.edges.data();
  plan.count = problem.memory.count.data();
  if (!packed && problem.memory.count.empty()) plan.count = arena.take<std::uint64_t>(1);
  plan.control = arena.take<filtered::Control>(1);
  if (source == Source::codes) {
    plan.codes = arena.take<std::uint32_t>(m);
    plan.code = arena.take<WeightCode>(1);
  }
  if (source == Source::priorities) plan.rating = lay_out_rating(arena, problem);
  // Rating is over before the rest is used: priorities say which edges are left out.
  parallel::DeviceArena rating = arena;
  if (source == Source::priorities) {
    lay_out_left_out(rating, problem, plan.rating);
    plan.rating_buffers = lay_out_rating_buffers(rating, problem);
    plan.priority_table = lay_out_table<std::uint32_t>(rating, m);
  }
  if (source == Source::codes) plan.weight_table = lay_out_table<std::uint64_t>(rating, m);
  if (!packed) plan.matched_vertices = arena.take<std::uint32_t>((n + 31) / 32);
  plan.matched_edges = arena.take<std::uint32_t>((m + 31) / 32);
  plan.slot_words = arena.take<std::uint32_t>(slot_levels(problem) *
                                              filtered::slots_cleared(std::min(plan.slots, n)));
  plan.noted = arena.take<std::uint32_t>(plan.num_noted);
  plan.tied_pins = arena.take<unsigned long long>(plan.num_tied_pins);
  plan.upper = arena.take<std::uint64_t>(plan.warps * plan.upper_share);
  plan.num_upper = arena.take<std::uint32_t>(plan.warps);
  // The matching is written where candidates were.
  parallel::DeviceArena result = arena;
  if (!packed && plan.edges == nullptr) plan.edges = result.take<EdgeId>(problem.most_matched());
  plan.candidates = arena.take<std::byte>(plan.warps * plan.share * plan.candidate_bytes);
  if (result.bytes() > arena.bytes()) {
    (void)arena.take<std::byte>(result.bytes() - arena.bytes());
  }
  if (rating.bytes() > arena.bytes()) {
    (void)arena.take<std::byte>(rating.bytes() - arena.bytes());
  }
}

template <class Words, class Team>
BatchPlan plan_for(const DeviceProblem& problem, const DeviceFilteredTuning& tuning,
                   Source source) {
  BatchPlan plan;
  plan.candidate_bytes = sizeof(typename Team::EdgeCandidate);
  plan.blocks = blocks_for<Words, Team>(problem.hypergraph.num_edges());
  plan.warps = std::uint64_t{plan.blocks} * filtered::k_warps;
  size_lists(problem, tuning, source, plan);
  return plan;
}

/// Calls body with a value of the type of team that suits the size of edges.
template <class Body>
decltype(auto) with_team(const DeviceHypergraphView& hypergraph, const Body& body) {
  const double size =
      static_cast<double>(hypergraph.num_pins()) / static_cast<double>(hypergraph.num_edges());
  if (size <= 3.5) return body(filtered::Carried{});
  if (size <= 12.0) return body(filtered::Teams<4>{});
  if (size <= 20.0) return body(filtered::Teams<8>{});
  return body(filtered::Teams<32>{});
}

template <class Words>
std::size_t workspace_bytes(const DeviceProblem& problem, const DeviceFilteredTuning& tuning,
                            Source source, const PackedSize& packed_size = {}) {
  return with_team(problem.hypergraph, [&](auto team) {
    BatchPlan plan = plan_for<Words, decltype(team)>(problem, tuning, source);
    parallel::DeviceArena measure;
    lay_out(problem, source, packed_size, plan, measure);
    return measure.bytes();
  });
}

}  // namespace hypermatch::detail::hypergraph_matching
