// SPDX-License-Identifier: MIT
// Proposals of vertices with short rows, each by a team of threads that holds the row in registers.
// A team goes on with a vertex that it displaced, as long as that has a row of the same kind.
#pragma once

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <cstdint>

#include "algorithms/graph_matching/b_suitor/device_suitor_state.cuh"
#include "parallel/device/rows.cuh"

namespace hypermatch::detail::graph_matching::device {

namespace cg = cooperative_groups;

template <unsigned k_team, class State>
class TeamProposals {
 public:
  using Tile = cg::thread_block_tile<k_team>;
  static constexpr Crew k_crew = k_team == 32 ? Crew::warp : Crew::small_team;

  __device__ TeamProposals(const State& state, const Tile& tile, int turn)
      : state_(state), tile_(tile), turn_(turn) {}

  /// Makes the proposals that v owes, and those that vertices owe which this displaces.
  __device__ void serve(VertexId v, bool is_first) {
    // A kernel should end before the host would like to stop it.
    constexpr int k_most_steps = 1024;
    for (int step = 0; step < k_most_steps; ++step) {
      v = settle(v, is_first);
      if (v == k_none) return;
      is_first = false;
    }
    if (tile_.thread_rank() == 0) state_.list(v, turn_);
  }

 private:
  // Arcs of the row that this thread holds. Other end k_none: nothing.
  __device__ void load_row(VertexId v) {
    const std::uint64_t begin = state_.row_begin(v);
    const std::uint64_t size = state_.degree(v);
#pragma unroll
    for (unsigned j = 0; j < k_held_arcs; ++j) {
      others_[j] = k_none;
      keys_[j] = 0;
      const std::uint64_t i = tile_.thread_rank() + j * k_team;
      if (i >= size) continue;
      state_.with_arc(v, begin + i, [&](VertexId other, std::uint64_t key) {
        others_[j] = other;
        keys_[j] = key;
      });
    }
  }

  // One bit per arc that is left and may be accepted.
  [[nodiscard]] __device__ unsigned open_arcs(bool is_first, std::uint64_t low) const {
    unsigned open = 0;
#pragma unroll
    for (unsigned j = 0; j < k_held_arcs; ++j) {
      if (others_[j] == k_none || (!is_first && keys_[j] >= low)) continue;
      if (state_.may_accept(others_[j], keys_[j])) open |= 1U << j;
    }
    return open;
  }

  // The `count` uppermost of the open arcs of all threads; `low`: the key of the last one.
  [[nodiscard]] __device__ unsigned uppermost(unsigned open, std::uint32_t count,
                                              std::uint64_t& low) const {
    unsigned chosen = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      unsigned best = k_held_arcs;
      std::uint64_t key = 0;
#pragma unroll
      for (unsigned j = 0; j < k_held_arcs; ++j) {
        if ((open >> j & 1U) != 0 && (best == k_held_arcs || keys_[j] > key)) {
          best = j;
          key = keys_[j];
        }
      }
      bool in = best != k_held_arcs;
      const auto high = cg::reduce(tile_, in ? static_cast<std::uint32_t>(key >> 32) : 0U,
                                   cg::greater<std::uint32_t>());
      in = in && static_cast<std::uint32_t>(key >> 32) == high;
      const auto rest = cg::reduce(tile_, in ? static_cast<std::uint32_t>(key) : 0U,
                                   cg::greater<std::uint32_t>());
      in = in && static_cast<std::uint32_t>(key) == rest;
      low = std::uint64_t{high} << 32 | rest;
      const unsigned lanes = tile_.ballot(in);
      if (tile_.thread_rank() + 1 == static_cast<unsigned>(__ffs(static_cast<int>(lanes)))) {
        open &= ~(1U << best);
        chosen |= 1U << best;
      }
    }
    return chosen;
  }

  // Proposes the chosen arcs; returns how many were accepted. A vertex that was displaced, and that
  // no thread works on, goes into `mine` or onto a list.
  [[nodiscard]] __device__ std::uint32_t propose(VertexId v, unsigned chosen, VertexId& mine) {
    std::uint32_t accepted = 0;
#pragma unroll
    for (unsigned j = 0; j < k_held_arcs; ++j) {
      if ((chosen >> j & 1U) == 0) continue;
      const SuitorAnswer answer = state_.propose(v, others_[j], keys_[j]);
      accepted += answer.accepted ? 1 : 0;
      if (answer.displaced == k_none || !state_.owe(answer.displaced)) continue;
      if (mine == k_none && crew_of(state_.degree(answer.displaced)) == k_crew) {
        mine = answer.displaced;
      } else {
        state_.list(answer.displaced, turn_);
      }
    }
    return accepted;
  }

  // One of the vertices that threads have, for all of them; the others go onto lists.
  [[nodiscard]] __device__ VertexId choose_next(VertexId next, VertexId mine) {
    const unsigned lanes = tile_.ballot(mine != k_none);
    if (lanes == 0) return next;
    const int leader = __ffs(static_cast<int>(lanes)) - 1;
    const bool takes = next == k_none;
    const bool is_leader = tile_.thread_rank() == static_cast<unsigned>(leader);
    if (mine != k_none && !(takes && is_leader)) state_.list(mine, turn_);
    return takes ? tile_.shfl(mine, leader) : next;
  }

  [[nodiscard]] __device__ bool may_send(std::uint32_t count) const {
    if constexpr (!State::k_has_parts) return true;
    const bool may = tile_.thread_rank() == 0 && state_.may_send(count);
    return tile_.shfl(may, 0);
  }

  // Makes the proposals that v owes; returns a vertex that the team has to work on, or k_none.
  [[nodiscard]] __device__ VertexId settle(VertexId v, bool is_first) {
    VertexId next = k_none;
    std::uint64_t low = 0;
    std::uint32_t owed = 0;
    // All threads see what the one saw that took v over.
    tile_.sync();
    if (tile_.thread_rank() == 0) {
      low = DeviceAtomic<std::uint64_t>(state_.lowest[v]).load(cuda::memory_order_relaxed);
      owed = state_.load_owed(v);
    }
    low = tile_.shfl(low, 0);
    owed = tile_.shfl(owed, 0);
    load_row(v);
    // Ends: each turn lowers `low`, or ends the row.
    while (owed != 0) {
      if (!is_first && !may_send(owed)) {
        if (tile_.thread_rank() == 0) state_.list(v, turn_);
        break;
      }
      const unsigned open = open_arcs(is_first, low);
      const auto count =
          cg::reduce(tile_, static_cast<std::uint32_t>(__popc(open)), cg::plus<std::uint32_t>());
      const bool is_end = count <= owed;
      const unsigned chosen = is_end ? open : uppermost(open, owed, low);
      VertexId mine = k_none;
      const std::uint32_t accepted =
          cg::reduce(tile_, propose(v, chosen, mine), cg::plus<std::uint32_t>());
      next = choose_next(next, mine);
      is_first = false;
      tile_.sync();
      if (tile_.thread_rank() == 0) owed = state_.pay(v, low, is_end, accepted);
      owed = tile_.shfl(owed, 0);
    }
    return next;
  }

  const State& state_;
  const Tile& tile_;
  int turn_;
  VertexId others_[k_held_arcs];
  std::uint64_t keys_[k_held_arcs];
};

/// `is_first`: all vertices, else those of the list.
template <unsigned k_team, class State>
__global__ void __launch_bounds__(parallel::k_block)
    propose_by_teams(const State state, int turn, bool is_first) {
  const auto tile = cg::tiled_partition<k_team>(cg::this_thread_block());
  TeamProposals<k_team, State> proposals(state, tile, turn);
  constexpr Crew k_crew = TeamProposals<k_team, State>::k_crew;
  const std::uint64_t teams = std::uint64_t{gridDim.x} * (parallel::k_block / k_team);
  const std::uint64_t count =
      is_first ? state.arcs.num_vertices : state.counts->listed[turn][static_cast<int>(k_crew)];
  for (std::uint64_t i = parallel::thread_of_grid() / k_team; i < count; i += teams) {
    const VertexId v = is_first ? state.vertex_at(i) : state.listed(k_crew, i, turn);
    if (is_first && (crew_of(state.degree(v)) != k_crew || state.capacity(v) == 0)) continue;
    proposals.serve(v, is_first);
  }
}

}  // namespace hypermatch::detail::graph_matching::device
