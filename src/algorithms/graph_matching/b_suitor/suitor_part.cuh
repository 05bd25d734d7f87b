// SPDX-License-Identifier: MIT
// The work of one device in b-Suitor: memory, kernels of a round, and the partners of its vertices.
// They are all vertices of the graph, or those of one part of it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "algorithms/graph_matching/b_suitor/device_suitor_state.cuh"
#include "algorithms/graph_matching/b_suitor/propose_by_team.cuh"
#include "algorithms/graph_matching/b_suitor/suitor_kernels.cuh"
#include "algorithms/graph_matching/common/device/problem.hpp"
#include "algorithms/graph_matching/common/device/words.cuh"
#include "parallel/device/check.cuh"
#include "parallel/device/primitives.hpp"
#include "parallel/device/state.hpp"

namespace hypermatch::detail::graph_matching::device {

/// Totals over the vertices, from capacities and degrees.
struct SuitorTotals {
  std::uint64_t slots = 0;
  std::uint64_t partners = 0;
  std::uint64_t with_bar = 0;
};

struct SuitorBuffers {
  RankBuffers ranks;
  std::uint32_t* num_slots = nullptr;
  std::uint64_t* begins = nullptr;
  std::uint32_t* num_partners = nullptr;
  std::uint64_t* offsets = nullptr;
  VertexId* partners = nullptr;
  parallel::DeviceScratch scratch;          ///< for `begins`
  parallel::DeviceScratch listing_scratch;  ///< for `offsets`
};

/// `k_in_parts`: of several.
template <bool k_in_parts>
class SuitorPart {
 public:
  /// The rows of `problem.graph` are those of `first`, first + 1, .. of `num_all` vertices.
  SuitorPart(const DeviceBGraphProblem& problem, VertexId first, VertexId num_all)
      : problem_(problem),
        stream_(problem.context.stream()),
        n_(problem.graph.num_vertices),
        num_all_(num_all),
        scan_bytes_(parallel::exclusive_scan_bytes(n_ + 1)) {
    state_.first = first;
  }

  /// Lays out what is needed to look at capacities, and looks. `more(arena)` lays out the caller's
  /// own arrays.
  template <class More>
  void look_at_capacities(const More& more) {
    cut({}, more);
    prepare();
  }
  /// Waits for the stream.
  [[nodiscard]] SuitorTotals read_totals() {
    auto* const slots = reinterpret_cast<std::uint64_t*>(mailbox() + sizeof(SuitorCounts));
    parallel::runtime::copy_to_host(slots, buffers_.begins + n_, sizeof(std::uint64_t), stream_);
    const SuitorCounts counts = read_counts();
    return {*slots, counts.partners_at_most, counts.with_bar};
  }
  /// Lays out all the rest. What the caller's arrays held is lost.
  template <class More>
  void lay_out_slots(const SuitorTotals& totals, const More& more) {
    const std::size_t bytes = problem_.workspace.size();
    cut(totals, more);
    // A workspace that grew has lost its contents.
    if (problem_.workspace.size() != bytes) prepare();
    if (totals.slots != 0) {
      HYPERMATCH_CUDA_CALL(
          cudaMemsetAsync(state_.slots, 0xFF, totals.slots * sizeof(std::uint64_t), stream_));
    }
    state_.arcs =
        arcs_of(problem_.graph, problem_.order,
                make_words(problem_.graph.weights, problem_.order, buffers_.ranks, stream_));
  }

  [[nodiscard]] SuitorState<k_in_parts>& state() { return state_; }
  [[nodiscard]] const SuitorState<k_in_parts>& state() const { return state_; }
  [[nodiscard]] const DeviceContext& context() const { return problem_.context; }
  [[nodiscard]] DeviceStream stream() const { return stream_; }
  [[nodiscard]] std::uint64_t num_vertices() const { return n_; }
  [[nodiscard]] std::byte* mailbox() const { return problem_.context.state()->mailbox(); }

  /// Enqueued; the mailbox holds them once the stream is drained.
  void fetch_counts() {
    parallel::runtime::copy_to_host(mailbox(), state_.counts, sizeof(SuitorCounts), stream_);
  }
  [[nodiscard]] const SuitorCounts& fetched_counts() const {
    return *reinterpret_cast<const SuitorCounts*>(mailbox());
  }
  /// Waits for the stream.
  [[nodiscard]] const SuitorCounts& read_counts() {
    fetch_counts();
    parallel::runtime::synchronize(stream_);
    return fetched_counts();
  }

  /// Proposals of the first round, by all vertices.
  void propose_first() {
    SuitorCounts all = fetched_counts();
    all.listed[0][static_cast<int>(Crew::small_team)] = problem_.graph.num_vertices;
    all.listed[0][static_cast<int>(Crew::warp)] = problem_.graph.num_vertices;
    propose(0, all.listed[0], true);
  }
  /// The vertices on the lists of `turn`, so many of each crew.
  void propose(int turn, const std::uint32_t (&listed)[3], bool is_first = false) {
    const auto by_team = [&](auto size, Crew crew) {
      constexpr unsigned k_size = decltype(size)::value;
      const std::uint64_t threads = std::uint64_t{listed[static_cast<int>(crew)]} * k_size;
      if (threads == 0) return;
      const unsigned blocks = static_cast<unsigned>(
          std::min<std::uint64_t>((threads + parallel::k_block - 1) / parallel::k_block, 1U << 20));
      propose_by_teams<k_size><<<blocks, parallel::k_block, 0, stream_>>>(state_, turn, is_first);
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
  void raise_all_bars(int turn) {
    raise_bars<<<k_blocks, k_suitor_block, 0, stream_>>>(state_, turn);
    parallel::check_launch("raise_bars");
  }
  /// Empties the lists that were worked on.
  void end_round(int turn) { parallel::for_each(1, EndSuitorRound{state_.counts, turn}, stream_); }

  /// Into `outcome`; `lowest` is known of all vertices.
  void list_partners(DeviceBGraphOutcome& outcome) {
    end_round(0);
    const ListedSuitors listing{state_, state_.lists[0].by_block, &state_.counts->asked};
    count_partners(listing, n_, buffers_.num_partners, stream_);
    parallel::exclusive_scan(buffers_.listing_scratch, buffers_.num_partners, buffers_.offsets,
                             n_ + 1, stream_);
    outcome.offsets = buffers_.offsets;
    outcome.partners = buffers_.partners;
    write_partners(listing, n_, buffers_.offsets, buffers_.partners, stream_);
  }

  static constexpr unsigned k_blocks = 1056;  // a few per multiprocessor

 private:
  void lay_out(parallel::DeviceArena& arena, const SuitorTotals& totals) {
    const DeviceGraphView& graph = problem_.graph;
    const std::uint64_t long_rows = std::min<std::uint64_t>(n_, graph.num_arcs() / k_warp_row);
    state_.counts = arena.take<SuitorCounts>(1);
    state_.bars = arena.take<std::uint64_t>(num_all_);
    state_.lowest = arena.take<std::uint64_t>(num_all_);
    buffers_.begins = arena.take<std::uint64_t>(n_ + 1);
    state_.lists[0].by_block = arena.take<VertexId>(long_rows);
    buffers_.ranks = lay_out_ranks(arena, graph.weights, problem_.order);
    // Partners are listed when the rounds have ended.
    parallel::DeviceArena listing = arena;
    lay_out_listing(listing, totals);
    state_.lists[1].by_block = arena.take<VertexId>(long_rows);
    state_.owed = arena.take<std::uint32_t>(n_);
    state_.asked.words = arena.take<std::uint32_t>(n_ / 32 + 1);
    // Slots are counted before vertices are listed.
    parallel::DeviceArena counting = arena;
    buffers_.num_slots = counting.take<std::uint32_t>(n_ + 1);
    take_scratch(counting, buffers_.scratch);
    for (ProposerLists& lists : state_.lists) lists.by_team = arena.take<VertexId>(n_);
    take_rest(arena, counting);
    take_rest(arena, listing);
    state_.slots = arena.take<std::uint64_t>(totals.slots);
    state_.asked_list = arena.take<VertexId>(totals.with_bar);
  }

  void lay_out_listing(parallel::DeviceArena& arena, const SuitorTotals& totals) {
    buffers_.offsets = arena.take<std::uint64_t>(n_ + 1);
    // Numbers are added up before partners are written.
    parallel::DeviceArena counting = arena;
    buffers_.num_partners = counting.take<std::uint32_t>(n_ + 1);
    take_scratch(counting, buffers_.listing_scratch);
    buffers_.partners = arena.take<VertexId>(totals.partners);
    take_rest(arena, counting);
  }

  // Extends this layout to the size of another layout of the same memory.
  static void take_rest(parallel::DeviceArena& arena, const parallel::DeviceArena& other) {
    if (other.bytes() > arena.bytes()) {
      (void)arena.take<std::byte>(other.bytes() - arena.bytes());
    }
  }

  void take_scratch(parallel::DeviceArena& arena, parallel::DeviceScratch& scratch) const {
    scratch.bytes = scan_bytes_;
    scratch.data = arena.take<std::byte>(scan_bytes_);
  }

  template <class More>
  void cut(const SuitorTotals& totals, const More& more) {
    parallel::cut_workspace(problem_.context, problem_.workspace,
                            [&](parallel::DeviceArena& arena) {
                              lay_out(arena, totals);
                              more(arena);
                            });
    state_.arcs = arcs_of(problem_.graph, problem_.order, {});
    state_.each = problem_.capacities.each.data();
    state_.common = problem_.capacities.common;
    state_.begins = buffers_.begins;
  }

  void prepare() {
    HYPERMATCH_CUDA_CALL(cudaMemsetAsync(state_.counts, 0, sizeof(SuitorCounts), stream_));
    HYPERMATCH_CUDA_CALL(
        cudaMemsetAsync(state_.asked.words, 0, (n_ / 32 + 1) * sizeof(std::uint32_t), stream_));
    prepare_suitors<<<k_blocks, parallel::k_block, 0, stream_>>>(state_, buffers_.num_slots);
    parallel::check_launch("prepare_suitors");
    parallel::exclusive_scan(buffers_.scratch, buffers_.num_slots, buffers_.begins, n_ + 1,
                             stream_);
  }

  const DeviceBGraphProblem& problem_;
  DeviceStream stream_;
  std::uint64_t n_;
  VertexId num_all_;
  std::size_t scan_bytes_;  // asked once: the device waits for the host meanwhile
  SuitorBuffers buffers_;
  SuitorState<k_in_parts> state_{};
};

}  // namespace hypermatch::detail::graph_matching::device
