// SPDX-License-Identifier: MIT
// Suitor on a device, as described by Naim, Manne, Halappanavar, Tumeo, Langguth 2015
// (doi:10.1109/HiPC.2015.15) and Naim 2017: a warp looks through a row at a time for the best
// neighbour that has no better suitor; then each lane tries to make one of the warp's vertices the
// suitor of what was found for it. Vertices that fail or are displaced are looked at again. The
// greedy matching of the order, its ties included.
#include <cstdint>
#include <string>

#include "algorithms/graph_matching/common/device/count_pairs.hpp"
#include "algorithms/graph_matching/common/device/problem.hpp"
#include "algorithms/graph_matching/common/device/words.cuh"
#include "algorithms/graph_matching/suitor/device_suitors.cuh"
#include "hypermatch/error.hpp"
#include "parallel/device/check.cuh"
#include "parallel/device/rows.cuh"
#include "parallel/device/state.hpp"

namespace hypermatch::detail::graph_matching {

namespace {

using namespace device;

template <class Suitors>
struct SuitorArguments {
  Arcs arcs;
  Suitors suitors;
  std::uint32_t vertices_per_warp;
  std::uint32_t shared_rounds;  ///< in which a block redistributes the vertices that are left
  bool waits;                   ///< behind them a block waits for all of its warps in each round
  std::uint32_t* most_rounds;   ///< of a warp
};

// By a warp: the best neighbour of v that prefers v to its suitor.
template <class Suitors>
__device__ Proposal find_best(const SuitorArguments<Suitors>& a, std::uint32_t v) {
  const Arcs& arcs = a.arcs;
  Uppermost<1> best;
  best.clear();
  const std::uint64_t end = arcs.offsets[v + 1ULL];
  std::uint32_t best_word = 0;
  for (std::uint64_t arc = arcs.offsets[v] + threadIdx.x % 32; arc < end; arc += 32) {
    const std::uint32_t other = arcs.neighbours[arc];
    const std::uint32_t raw = arcs.raw_word(arc);
    const std::uint32_t word = arcs.word(v, raw, other);
    if (word < arcs.words.least || (best.others[0] != k_none && word < best_word)) continue;
    if (!best.is_below(0, arcs.key(v, raw, other))) continue;
    if (!a.suitors.would_take(arcs.mixer, other, word, v)) continue;
    best.keys[0] = arcs.key(v, raw, other);
    best.others[0] = other;
    best_word = word;
  }
  __syncwarp();
  best = best.take_from_warp();
  const auto word = static_cast<std::uint32_t>(arcs.is_unit() ? best.keys[0] : best.keys[0] >> 32);
  return {best.others[0], word};
}

// One round of a warp: `list` holds `count` vertices, and then those that must look again.
template <class Suitors>
__device__ std::uint32_t propose_all(const SuitorArguments<Suitors>& a, std::uint32_t* list,
                                     Proposal* proposals, std::uint32_t count) {
  const std::uint32_t lane = threadIdx.x % 32;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Proposal proposal = find_best(a, list[i]);
    if (lane == 0) proposals[i] = proposal;
  }
  __syncwarp();
  std::uint32_t left = 0;
  for (std::uint32_t i = 0; i < count; i += 32) {
    const std::uint32_t again =
        i + lane < count ? a.suitors.propose(a.arcs.mixer, list[i + lane], proposals[i + lane])
                         : k_none;
    __syncwarp();
    const std::uint32_t lanes = __ballot_sync(k_all_lanes, again != k_none);
    if (again != k_none) {
      list[left + static_cast<unsigned>(__popc(lanes & ((1U << lane) - 1)))] = again;
    }
    left += static_cast<unsigned>(__popc(lanes));
    __syncwarp();
  }
  return left;
}

// Shares out the vertices of all lists of a block, where one is more than a quarter above the
// average. By all threads.
__device__ void share_out(std::uint32_t* lists, std::uint32_t* scratch, std::uint32_t* counts,
                          std::uint32_t room) {
  const std::uint32_t warps = blockDim.x / 32;
  const std::uint32_t warp = threadIdx.x / 32;
  __syncthreads();
  std::uint32_t before = 0;
  std::uint32_t all = 0;
  std::uint32_t most = 0;
  for (std::uint32_t w = 0; w < warps; ++w) {
    if (w < warp) before += counts[w];
    all += counts[w];
    most = max(most, counts[w]);
  }
  if (std::uint64_t{4} * most * warps <= std::uint64_t{5} * all) return;  // the same in all threads
  for (std::uint32_t i = threadIdx.x % 32; i < counts[warp]; i += 32) {
    scratch[before + i] = lists[warp * room + i];
  }
  __syncthreads();
  const std::uint32_t begin = all / warps * warp + min(warp, all % warps);
  const std::uint32_t mine = all / warps + (warp < all % warps ? 1 : 0);
  for (std::uint32_t i = threadIdx.x % 32; i < mine; i += 32) {
    lists[warp * room + i] = scratch[begin + i];
  }
  if (threadIdx.x % 32 == 0) counts[warp] = mine;
  __syncthreads();
}

template <class Suitors>
__global__ void match_by_suitors(const SuitorArguments<Suitors> a) {
  extern __shared__ std::uint32_t memory[];
  const std::uint32_t room = a.vertices_per_warp;
  const std::uint32_t warps = blockDim.x / 32;
  const std::uint32_t warp = threadIdx.x / 32;
  const std::uint32_t lane = threadIdx.x % 32;
  std::uint32_t* const lists = memory;
  std::uint32_t* const scratch = lists + std::size_t{room} * warps;
  auto* const proposals = reinterpret_cast<Proposal*>(scratch + std::size_t{room} * warps);
  auto* const counts = reinterpret_cast<std::uint32_t*>(proposals + std::size_t{room} * warps);
  std::uint32_t* const list = lists + warp * room;

  const std::uint64_t first = (std::uint64_t{blockIdx.x} * warps + warp) * room;
  const std::uint64_t n = a.arcs.num_vertices;
  auto count = static_cast<std::uint32_t>(first < n ? min(n - first, std::uint64_t{room}) : 0);
  for (std::uint32_t i = lane; i < count; i += 32) list[i] = static_cast<std::uint32_t>(first) + i;
  __syncwarp();
  std::uint32_t round = 0;
  // Ends: suitors only rise, and a vertex without a proposal to make leaves.
  for (;; ++round) {
    count = propose_all(a, list, proposals + warp * room, count);
    const bool shares = round < a.shared_rounds;
    if (shares) {
      if (lane == 0) counts[warp] = count;
      share_out(lists, scratch, counts, room);
      count = counts[warp];
    }
    if (shares || a.waits) {
      if (__syncthreads_or(count != 0 ? 1 : 0) == 0) break;
    } else if (count == 0) {
      break;
    }
  }
  if (lane == 0) atomicMax(a.most_rounds, round + 1);
}

template <class Suitors>
struct Clear {
  Suitors suitors;
  __device__ void operator()(std::uint32_t v) const { suitors.clear(v); }
};

// A suitor is a mate where it is mutual; by then it always is.
template <class Suitors>
struct TakeMates {
  Suitors suitors;
  VertexId* mates;
  __device__ void operator()(std::uint32_t v) const { mates[v] = suitors.suitor(v); }
};

template <class Suitors>
DeviceGraphOutcome solve_with_suitors(const DeviceGraphProblem& problem,
                                      const DeviceSuitorOptions& options) {
  const DeviceStream stream = problem.context.stream();
  const DeviceGraphView& graph = problem.graph;
  const std::uint64_t n = graph.num_vertices;
  DeviceGraphOutcome outcome;
  SuitorArguments<Suitors> arguments{};
  RankBuffers ranks;
  parallel::cut_workspace(problem.context, problem.workspace, [&](parallel::DeviceArena& arena) {
    lay_out_result(arena, problem.memory, n, outcome);
    ranks = lay_out_ranks(arena, graph.weights, problem.order);
    arguments.suitors.lay_out(arena, n);
    arguments.most_rounds = arena.take<std::uint32_t>(1);
  });
  arguments.arcs = arcs_of(problem, make_words(graph.weights, problem.order, ranks, stream));
  arguments.vertices_per_warp = options.vertices_per_warp;
  const bool shares = options.variant == DeviceSuitorVariant::sync_lb ||
                      options.variant == DeviceSuitorVariant::hybrid;
  arguments.shared_rounds = shares ? options.shared_rounds : 0;
  arguments.waits = options.variant == DeviceSuitorVariant::sync_lb ||
                    options.variant == DeviceSuitorVariant::sync_no_lb;

  parallel::for_each(n, Clear<Suitors>{arguments.suitors}, stream);
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(arguments.most_rounds, 0, sizeof(std::uint32_t), stream));
  const std::size_t warps = std::size_t{options.threads_per_block} / 32;
  const std::size_t room = arguments.vertices_per_warp * warps;
  const std::size_t shared =
      room * (2 * sizeof(std::uint32_t) + sizeof(Proposal)) + warps * sizeof(std::uint32_t);
  HYPERMATCH_CUDA_CALL(
      cudaFuncSetAttribute(reinterpret_cast<const void*>(&match_by_suitors<Suitors>),
                           cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared)));
  if (n != 0) {
    // Blocks that CUDA starts at most.
    constexpr std::uint64_t k_most_blocks = (std::uint64_t{1} << 31) - 1;
    if ((n + room - 1) / room > k_most_blocks) {
      throw Error(ErrorCode::unsupported, "suitor with " + std::to_string(room) +
                                              " vertices per block takes at most " +
                                              std::to_string(k_most_blocks * room));
    }
    match_by_suitors<Suitors><<<static_cast<unsigned>((n + room - 1) / room),
                                options.threads_per_block, shared, stream>>>(arguments);
    parallel::check_launch("match_by_suitors");
  }
  parallel::for_each(n, TakeMates<Suitors>{arguments.suitors, outcome.mates}, stream);
  count_pairs(problem.context, outcome, n);
  auto* const mail = reinterpret_cast<std::uint32_t*>(problem.context.state()->mailbox());
  parallel::runtime::copy_to_host(mail, arguments.most_rounds, sizeof(std::uint32_t), stream);
  if (problem.solved != nullptr) {
    problem.solved->record(stream);
    outcome.timed = true;
  }
  parallel::runtime::synchronize(stream);
  outcome.rounds = *mail;
  return outcome;
}

}  // namespace

DeviceGraphOutcome suitor_on_device(const DeviceGraphProblem& problem,
                                    const DeviceSuitorOptions& options) {
  return options.exchange == DeviceSuitorExchange::locks
             ? solve_with_suitors<LockedSuitors>(problem, options)
             : solve_with_suitors<PackedSuitors>(problem, options);
}

}  // namespace hypermatch::detail::graph_matching
