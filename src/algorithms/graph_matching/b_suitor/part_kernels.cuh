// SPDX-License-Identifier: MIT
// The kernels of b-Suitor that only several devices need: what stands in the boxes of the others,
// and how many arcs lead to them.
#pragma once

#include <cstdint>

#include "algorithms/graph_matching/b_suitor/device_suitor_state.cuh"
#include "parallel/device/rows.cuh"

namespace hypermatch::detail::graph_matching::device {

using SharedSuitorState = SuitorState<true>;

/// Vertices of other devices before anything is known of them.
struct PrepareOthers {
  SharedSuitorState state;

  __device__ void operator()(VertexId v) const {
    if (state.is_own(v)) return;
    state.bars[v] = state.capacity(v) == 0 ? k_largest_key : 0;
    state.lowest[v] = k_largest_key;
  }
};

/// numbers[p]: arcs to vertices of part p, 0 of the own one.
__global__ void __launch_bounds__(parallel::k_block)
    count_arcs_to_others(const SharedSuitorState state, unsigned long long* numbers) {
  __shared__ std::uint32_t counts[k_most_parts];
  if (threadIdx.x < k_most_parts) counts[threadIdx.x] = 0;
  __syncthreads();
  const std::uint64_t threads = parallel::threads_of_grid();
  for (std::uint64_t i = parallel::thread_of_grid(); i < state.arcs.num_arcs; i += threads) {
    const VertexId other = state.arcs.neighbours[i];
    if (!state.is_own(other)) atomicAdd(&counts[state.outboxes->parts.part_of(other)], 1U);
  }
  __syncthreads();
  if (threadIdx.x < k_most_parts && counts[threadIdx.x] != 0) {
    atomicAdd(&numbers[threadIdx.x], static_cast<unsigned long long>(counts[threadIdx.x]));
  }
}

struct StoreOutboxes {
  SuitorOutboxes from;
  SuitorOutboxes* to;

  __device__ void operator()(std::uint32_t) const { *to = from; }
};

/// Proposals of another device. Those that are refused come back as debts.
struct ReceiveProposals {
  SharedSuitorState state;
  const SentProposal* proposals;
  int turn;

  __device__ void operator()(std::uint64_t i) const {
    const SentProposal proposal = proposals[i];
    if (!state.is_own(proposal.to)) return state.outboxes->flag();
    const std::uint64_t key =
        state.key_of(proposal.to, std::uint64_t{proposal.word} << 32 | proposal.from);
    SuitorAnswer answer{false, k_none};
    if (state.may_accept(proposal.to, key)) {
      answer = state.propose(proposal.from, proposal.to, key);
    }
    const VertexId owing = answer.accepted ? answer.displaced : proposal.from;
    if (owing != k_none && state.owe(owing)) state.list(owing, turn);
  }
};

/// Adds one debt per entry; vertices may repeat.
struct ReceiveDebts {
  SharedSuitorState state;
  const VertexId* debts;
  int turn;

  __device__ void operator()(std::uint64_t i) const {
    if (!state.is_own(debts[i])) return state.outboxes->flag();
    if (state.owe(debts[i])) state.list(debts[i], turn);
  }
};

}  // namespace hypermatch::detail::graph_matching::device
