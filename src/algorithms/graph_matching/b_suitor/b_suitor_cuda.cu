// SPDX-License-Identifier: MIT
// b-Suitor on a device (Khan et al. 2016, doi:10.1137/15M1026304; that it pays on GPUs is from
// Naim, Manne 2018, "Scalable b-Matching on GPUs"). A vertex proposes to as many of its best
// neighbours as it owes proposals, chosen in one look at its row; a neighbour that has no room
// drops its lowest suitor, which owes one more. A team of threads goes on with a vertex that it
// displaced; what it leaves, and displaced vertices with longer rows, wait for the next round.
// Guarantee 1/2: the greedy b-matching of the order, its ties included. Expected work for random
// weights: O(n + m).
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "algorithms/graph_matching/b_suitor/device_suitor_state.cuh"
#include "algorithms/graph_matching/b_suitor/propose_by_team.cuh"
#include "algorithms/graph_matching/b_suitor/suitor_kernels.cuh"
#include "algorithms/graph_matching/common/device/problem.hpp"
#include "algorithms/graph_matching/common/device/words.cuh"
#include "parallel/device/check.cuh"
#include "parallel/device/primitives.hpp"
#include "parallel/device/state.hpp"

namespace hypermatch::detail::graph_matching {

namespace {

using namespace device;

// What is known once capacities have been looked at.
struct Totals {
  std::uint64_t slots = 0;
  std::uint64_t partners = 0;
  std::uint64_t with_bar = 0;
};

struct Buffers {
  RankBuffers ranks;
  std::uint32_t* sizes = nullptr;  ///< numbers of slots, then of partners
  std::uint64_t* begins = nullptr;
  std::uint64_t* offsets = nullptr;
  VertexId* partners = nullptr;
  parallel::DeviceScratch scratch;
};

class DeviceBSuitor {
 public:
  explicit DeviceBSuitor(const DeviceBGraphProblem& problem)
      : problem_(problem), stream_(problem.context.stream()), n_(problem.graph.num_vertices) {}

  DeviceBGraphOutcome run() {
    cut({});
    prepare();
    const std::size_t bytes = problem_.workspace.size();
    const Totals totals = read_totals();
    cut(totals);
    // What it held is lost where it grew.
    if (problem_.workspace.size() != bytes) prepare();
    if (totals.slots != 0) {
      HYPERMATCH_CUDA_CALL(
          cudaMemsetAsync(state_.slots, 0xFF, totals.slots * sizeof(std::uint64_t), stream_));
    }
    state_.arcs =
        arcs_of(problem_.graph, problem_.order,
                make_words(problem_.graph.weights, problem_.order, buffers_.ranks, stream_));
    if (totals.partners != 0) propose_in_rounds();
    list_partners();
    outcome_.offsets = buffers_.offsets;
    outcome_.partners = buffers_.partners;
    return outcome_;
  }

 private:
  void lay_out(parallel::DeviceArena& arena, const Totals& totals) {
    const DeviceGraphView& graph = problem_.graph;
    const std::uint64_t long_rows = std::min<std::uint64_t>(n_, graph.num_arcs() / k_warp_row);
    state_.counts = arena.take<SuitorCounts>(1);
    state_.bars = arena.take<std::uint64_t>(n_);
    state_.lowest = arena.take<std::uint64_t>(n_);
    state_.owed = arena.take<std::uint32_t>(n_);
    state_.asked.words = arena.take<std::uint32_t>(n_ / 32 + 1);
    for (VertexLists& lists : state_.lists) {
      lists.by_team = arena.take<VertexId>(n_);
      lists.by_block = arena.take<VertexId>(long_rows);
    }
    buffers_.sizes = arena.take<std::uint32_t>(n_ + 1);
    buffers_.begins = arena.take<std::uint64_t>(n_ + 1);
    buffers_.offsets = arena.take<std::uint64_t>(n_ + 1);
    buffers_.scratch.bytes = parallel::exclusive_scan_bytes(n_ + 1);
    buffers_.scratch.data = arena.take<std::byte>(buffers_.scratch.bytes);
    buffers_.ranks = lay_out_ranks(arena, graph.weights, problem_.order);
    state_.slots = arena.take<std::uint64_t>(totals.slots);
    state_.asked_list = arena.take<VertexId>(totals.with_bar);
    buffers_.partners = arena.take<VertexId>(totals.partners);
  }

  void cut(const Totals& totals) {
    parallel::cut_workspace(problem_.context, problem_.workspace,
                            [&](parallel::DeviceArena& arena) { lay_out(arena, totals); });
    state_.arcs = arcs_of(problem_.graph, problem_.order, {});
    state_.each = problem_.capacities.each.data();
    state_.common = problem_.capacities.common;
    state_.begins = buffers_.begins;
  }

  void prepare() {
    HYPERMATCH_CUDA_CALL(cudaMemsetAsync(state_.counts, 0, sizeof(SuitorCounts), stream_));
    HYPERMATCH_CUDA_CALL(
        cudaMemsetAsync(state_.asked.words, 0, (n_ / 32 + 1) * sizeof(std::uint32_t), stream_));
    prepare_suitors<<<k_blocks, parallel::k_block, 0, stream_>>>(state_, buffers_.sizes);
    parallel::check_launch("prepare_suitors");
    parallel::exclusive_scan(buffers_.scratch, buffers_.sizes, buffers_.begins, n_ + 1, stream_);
  }

  [[nodiscard]] std::byte* mailbox() const { return problem_.context.state()->mailbox(); }

  [[nodiscard]] SuitorCounts read_counts() {
    auto* const mail = reinterpret_cast<SuitorCounts*>(mailbox());
    parallel::runtime::copy_to_host(mail, state_.counts, sizeof(SuitorCounts), stream_);
    parallel::runtime::synchronize(stream_);
    return *mail;
  }

  [[nodiscard]] Totals read_totals() {
    auto* const slots = reinterpret_cast<std::uint64_t*>(mailbox() + sizeof(SuitorCounts));
    parallel::runtime::copy_to_host(slots, buffers_.begins + n_, sizeof(std::uint64_t), stream_);
    const SuitorCounts counts = read_counts();
    return {*slots, counts.partners_at_most, counts.with_bar};
  }

  void propose_in_rounds() {
    SuitorCounts counts = read_counts();
    counts.listed[0][static_cast<int>(Crew::small_team)] = problem_.graph.num_vertices;
    counts.listed[0][static_cast<int>(Crew::warp)] = problem_.graph.num_vertices;
    const bool has_bars = counts.with_bar != 0;
    std::uint64_t fewest = n_;
    int turn = 0;
    // Ends: a list has vertices only where an arc was proposed, and each arc is proposed once.
    for (std::uint64_t left = n_; left != 0; turn = 1 - turn) {
      play_round(turn, counts.listed[turn], outcome_.rounds == 0);
      if (has_bars) {
        raise_bars<<<k_blocks, k_suitor_block, 0, stream_>>>(state_, turn);
        parallel::check_launch("raise_bars");
      }
      end_suitor_round<<<1, 1, 0, stream_>>>(state_.counts, turn);
      parallel::check_launch("end_suitor_round");
      ++outcome_.rounds;
      counts = read_counts();
      left = 0;
      for (const std::uint32_t listed : counts.listed[1 - turn]) left += listed;
      fewest = std::min(fewest, left);
      problem_.context.check_cancelled();
      problem_.context.report({"solve", n_ - fewest, n_});
    }
  }

  void play_round(int turn, const std::uint32_t (&listed)[3], bool is_first) {
    const auto by_team = [&](auto size, Crew crew) {
      constexpr unsigned k_team = decltype(size)::value;
      const std::uint64_t threads = std::uint64_t{listed[static_cast<int>(crew)]} * k_team;
      if (threads == 0) return;
      const unsigned blocks = static_cast<unsigned>(
          std::min<std::uint64_t>((threads + parallel::k_block - 1) / parallel::k_block, 1U << 20));
      propose_by_teams<k_team><<<blocks, parallel::k_block, 0, stream_>>>(state_, turn, is_first);
      parallel::check_launch("propose_by_teams");
    };
    by_team(std::integral_constant<unsigned, 8>{}, Crew::small_team);
    by_team(std::integral_constant<unsigned, 32>{}, Crew::warp);
    const std::uint32_t by_block = listed[static_cast<int>(Crew::block)];
    if (by_block == 0) return;
    propose_by_blocks<<<std::min(by_block, k_blocks), k_suitor_block, 0, stream_>>>(state_, turn,
                                                                                    is_first);
    parallel::check_launch("propose_by_blocks");
  }

  void list_partners() {
    end_suitor_round<<<1, 1, 0, stream_>>>(state_.counts, 0);
    parallel::check_launch("end_suitor_round");
    VertexId* const long_rows = state_.lists[0].by_block;
    count_suitors<<<parallel::blocks_for(n_ + 1), parallel::k_block, 0, stream_>>>(
        state_, long_rows, buffers_.sizes);
    parallel::check_launch("count_suitors");
    count_suitors_by_block<<<k_blocks, k_suitor_block, 0, stream_>>>(state_, long_rows,
                                                                     buffers_.sizes);
    parallel::check_launch("count_suitors_by_block");
    parallel::exclusive_scan(buffers_.scratch, buffers_.sizes, buffers_.offsets, n_ + 1, stream_);
    if (n_ == 0) return;
    write_suitors<<<parallel::blocks_for(n_), parallel::k_block, 0, stream_>>>(
        state_, buffers_.offsets, buffers_.partners);
    parallel::check_launch("write_suitors");
    write_suitors_by_block<<<k_blocks, k_suitor_block, 0, stream_>>>(
        state_, long_rows, buffers_.offsets, buffers_.partners);
    parallel::check_launch("write_suitors_by_block");
  }

  static constexpr unsigned k_blocks = 1056;  // a few per multiprocessor

  const DeviceBGraphProblem& problem_;
  DeviceStream stream_;
  std::uint64_t n_;
  Buffers buffers_;
  SuitorState state_{};
  DeviceBGraphOutcome outcome_;
};

}  // namespace

DeviceBGraphOutcome b_suitor_on_device(const DeviceBGraphProblem& problem) {
  return DeviceBSuitor(problem).run();
}

}  // namespace hypermatch::detail::graph_matching
