// SPDX-License-Identifier: MIT
// Local max under capacities on a device, by lists (Birn, Osipov, Sanders, Schulz, Sitchinava 2013,
// doi:10.1007/978-3-642-40047-6_66, where each vertex takes as many edges as it has room for). One
// pass over the arcs lists the uppermost ones of each vertex; a vertex claims the first open ones
// of its list. What two vertices claim of each other is matched for good. Vertices whose claims are
// all matched are full, and their other arcs closed. Few rows are read again, where a list has run
// out. The greedy b-matching of the order, its ties included. Expected work for random weights:
// O(n + m). Where some vertex with fewer places than arcs has more places than a list, rows are
// read in each round instead (claiming_rows).
#include <algorithm>

#include "algorithms/graph_matching/common/device/problem.hpp"
#include "algorithms/graph_matching/local_max/chains/sorted_claims.cuh"
#include "algorithms/graph_matching/local_max/chains/stall.cuh"
#include "algorithms/graph_matching/local_max/claim_lists/list_index.cuh"
#include "algorithms/graph_matching/local_max/claim_lists/list_partners.cuh"
#include "algorithms/graph_matching/local_max/claim_lists/refill.cuh"
#include "algorithms/graph_matching/local_max/claim_lists/widen.cuh"
#include "algorithms/graph_matching/local_max/pointing_rows/device_first_pass.cuh"
#include "hypermatch/error.hpp"
#include "parallel/device/check.cuh"
#include "parallel/device/primitives.hpp"
#include "parallel/device/state.hpp"
#include "parallel/device/views.hpp"

namespace hypermatch::detail::graph_matching {

namespace {

using namespace device;

constexpr std::uint32_t k_blocks = 1056;  // a few per multiprocessor, for what is small
constexpr std::uint32_t k_round_blocks_at_most = 4224;

[[nodiscard]] DeviceRoom room_of(const DeviceBGraphProblem& problem) {
  return {problem.capacities.each.data(), problem.capacities.common};
}

struct ClaimListBuffers {
  FirstPass first;
  ListRounds rounds{};
  uint2* index = nullptr;            ///< of lists, or null
  std::uint32_t* numbers = nullptr;  ///< of partners
  std::uint64_t* offsets = nullptr;
  VertexId* partners = nullptr;
  VertexId* long_whole_rows = nullptr;
  parallel::DeviceScratch scratch;
  SortedClaimsRoom sorted;  ///< where lists are
};

class ListedClaims {
 public:
  ListedClaims(const DeviceBGraphProblem& problem, const ListTotals& totals)
      : problem_(problem),
        plain_{problem.context, problem.graph, problem.order, problem.workspace, {}},
        stream_(problem.context.stream()),
        n_(problem.graph.num_vertices),
        totals_(totals),
        scan_bytes_(parallel::exclusive_scan_bytes(n_ + 1)) {}

  DeviceBGraphOutcome run() {
    plan_first_pass<FirstLists>(plain_, 0, buffers_.first);
    choose_form();
    parallel::cut_workspace(problem_.context, problem_.workspace,
                            [&](parallel::DeviceArena& arena) { lay_out(arena); });
    HYPERMATCH_CUDA_CALL(cudaMemsetAsync(rounds().counts, 0, sizeof(ListCounts), stream_));
    HYPERMATCH_CUDA_CALL(cudaMemsetAsync(rounds().lists.whole.words, 0,
                                         num_words() * sizeof(std::uint32_t), stream_));
    HYPERMATCH_CUDA_CALL(cudaMemsetAsync(
        rounds().matched.words, 0,
        MatchedSlots::num_words(n_, rounds().matched.are_bytes) * sizeof(std::uint32_t), stream_));
    if (form_.is_indexed) index();
    const ArcWords words = make_coded_words(plain_, buffers_.first.codes);
    state_ = {.arcs = arcs_of(plain_, words),
              .gone = {buffers_.first.gone},
              .control = buffers_.first.control,
              .few = buffers_.first.few,
              .order_mail = nullptr};
    run_first_pass(plain_, buffers_.first, state_,
                   FirstLists{rounds().lists, room_of(problem_), rounds().full});
    if (totals_.choosing != 0) {
      widen();
      if (!match_in_rounds()) return match_along_chain();
    }
    list_partners();
    return outcome_;
  }

 private:
  ListRounds& rounds() { return buffers_.rounds; }

  // Words of bitmaps, and entries of the index.
  [[nodiscard]] std::uint64_t num_words() const { return (n_ + 31) / 32; }

  // Words of a list, by four: the first pass fills 7 slots, and lists with more slots than claims
  // are seldom filled again.
  [[nodiscard]] std::uint32_t num_fours() const {
    if (form_.is_short && totals_.most_room <= 3) return 1;
    return totals_.most_room <= 5 ? 2 : totals_.most_room <= 12 ? 4 : 6;
  }

  // The fastest form in which memory is at most 1.7 times that of the graph and 8 bytes per unit of
  // capacity that can be used, or else the smallest one that is tried.
  void choose_form() {
    if (problem_.list_form.has_value()) {
      form_ = *problem_.list_form;
      return;
    }
    constexpr std::uint64_t k_small = std::uint64_t{1} << 20;
    if (n_ * num_fours() * sizeof(uint4) <= k_small) return;
    const DeviceGraphView& graph = problem_.graph;
    const std::uint64_t graph_bytes = (n_ + 1) * sizeof(Offset) +
                                      graph.num_arcs() * sizeof(VertexId) +
                                      parallel::bytes_of(graph.weights);
    const std::uint64_t goal = graph_bytes / 10 * 7 + 8 * totals_.partners + k_small;
    const bool index_pays = totals_.choosing <= n_ / 4 * 3;
    // Short lists are filled more often, which takes little time where rows are short.
    constexpr std::uint64_t k_few_arcs = 6;
    const bool may_be_short = totals_.most_room <= 3 && graph.num_arcs() <= k_few_arcs * n_;
    constexpr ClaimListForm k_forms[] = {
        {false, false}, {true, false}, {false, true}, {true, true}};
    for (const ClaimListForm& form : k_forms) {
      if ((form.is_indexed && !index_pays) || (form.is_short && !may_be_short)) continue;
      form_ = form;
      parallel::DeviceArena measure;
      lay_out(measure);
      if (measure.bytes() <= goal) return;
    }
  }

  void lay_out(parallel::DeviceArena& arena) {
    lay_out_first_pass(arena, plain_, plain_.graph.num_vertices, buffers_.first);
    lay_out_long_rows(arena, plain_, totals_.longest_row, buffers_.first);
    rounds().counts = arena.take<ListCounts>(1);
    rounds().full = {buffers_.first.gone};
    const Bitmap whole{arena.take<std::uint32_t>(num_words())};
    parallel::DeviceArena sorted = arena;
    buffers_.sorted = lay_out_sorted_claims(sorted, problem_.graph, totals_.partners, scan_bytes_);
    buffers_.index = form_.is_indexed ? arena.take<uint2>(num_words()) : nullptr;
    const std::uint64_t num_lists = form_.is_indexed ? totals_.choosing : n_;
    rounds().lists = {.fours = arena.take<uint4>(num_lists * num_fours()),
                      .num_fours = num_fours(),
                      .num_lists = static_cast<std::uint32_t>(num_lists),
                      .index = buffers_.index,
                      .whole = whole};
    const bool are_bytes = num_fours() <= 2;
    rounds().matched = {arena.take<std::uint32_t>(MatchedSlots::num_words(n_, are_bytes)),
                        are_bytes};
    // Partners are listed when the rounds have ended.
    parallel::DeviceArena listing = arena;
    lay_out_listing(listing);
    for (VertexId** list : {&rounds().active[0], &rounds().active[1]}) {
      *list = arena.take<VertexId>(totals_.choosing);
    }
    rounds().changed = arena.take<ChangedList>(totals_.choosing);
    rounds().room_for_changed = static_cast<std::uint32_t>(totals_.choosing);
    const std::size_t bytes = std::max(listing.bytes(), sorted.bytes());
    if (bytes > arena.bytes()) (void)arena.take<std::byte>(bytes - arena.bytes());
  }

  void lay_out_listing(parallel::DeviceArena& arena) {
    buffers_.offsets = arena.take<std::uint64_t>(n_ + 1);
    buffers_.long_whole_rows = arena.take<VertexId>(
        std::min<std::uint64_t>(n_, problem_.graph.num_arcs() / ListedPartners::k_short_row));
    // Numbers are added up before partners are written.
    parallel::DeviceArena counting = arena;
    buffers_.numbers = counting.take<std::uint32_t>(n_ + 1);
    buffers_.scratch.bytes = scan_bytes_;
    buffers_.scratch.data = counting.take<std::byte>(buffers_.scratch.bytes);
    buffers_.partners = arena.take<VertexId>(totals_.partners);
    const std::size_t bytes = counting.bytes();
    if (bytes > arena.bytes()) (void)arena.take<std::byte>(bytes - arena.bytes());
  }

  void index() {
    const std::uint64_t warps = (n_ - 1) / k_indexed_by_warp + 1;
    index_lists<<<blocks_of(32 * warps), k_list_threads, 0, stream_>>>(
        room_of(problem_), problem_.graph.offsets.data(), static_cast<VertexId>(n_), buffers_.index,
        &rounds().counts->indexed);
    parallel::check_launch("index_lists");
  }

  // Where lists have more slots than the first pass fills.
  void widen() {
    const WidenArguments arguments{state_, rounds().lists};
    const std::uint32_t blocks = static_cast<std::uint32_t>((n_ - 1) / k_widened_rows + 1);
    if (num_fours() == 4) widen_lists<4, 16><<<blocks, k_widened_rows, 0, stream_>>>(arguments);
    if (num_fours() == 6) widen_lists<6, 32><<<blocks, k_widened_rows, 0, stream_>>>(arguments);
    parallel::check_launch("widen_lists");
  }

  [[nodiscard]] ListCounts read_counts() {
    auto* const mail = reinterpret_cast<ListCounts*>(problem_.context.state()->mailbox());
    parallel::runtime::copy_to_host(mail, rounds().counts, sizeof(ListCounts), stream_);
    parallel::runtime::synchronize(stream_);
    return *mail;
  }

  // A thread per item.
  [[nodiscard]] static std::uint32_t blocks_of(std::uint64_t items) {
    return static_cast<std::uint32_t>((items + k_list_threads - 1) / k_list_threads);
  }
  // For kernels whose blocks take turns.
  [[nodiscard]] static std::uint32_t blocks_in_turns(std::uint64_t items, std::uint64_t size) {
    return static_cast<std::uint32_t>(
        std::clamp<std::uint64_t>((items + size - 1) / size, 1, k_round_blocks_at_most));
  }

  // False if they go along a chain.
  [[nodiscard]] bool match_in_rounds() {
    constexpr int k_rounds_together = 4;  // for each number that the host reads
    check_first<<<blocks_in_turns(n_, k_list_threads), k_list_threads, 0, stream_>>>(
        rounds(), static_cast<VertexId>(n_));
    parallel::check_launch("check_first");
    play_round(-1, n_);
    outcome_.rounds = 1;
    int turn = 0;
    ListCounts counts = read_counts();
    const std::uint64_t first = counts.active[0];
    ClaimWatch watch(problem_, 20'000);
    // Ends: claims are matched or closed, or the graph is refused.
    while (counts.active[turn] != 0) {
      const std::uint64_t active = counts.active[turn];
      HYPERMATCH_CUDA_CALL(
          cudaMemsetAsync(&rounds().counts->changes, 0, sizeof(std::uint32_t), stream_));
      for (int round = 0; round < k_rounds_together; ++round, turn = 1 - turn) {
        play_round(turn, active);
      }
      outcome_.rounds += k_rounds_together;
      counts = read_counts();
      problem_.context.check_cancelled();
      problem_.context.report({"solve", first - counts.active[turn], first});
      if (counts.active[turn] == active && counts.changes == 0) {
        throw Error(ErrorCode::invalid_input,
                    "rounds match nothing, so the graph is not valid (validate says why)");
      }
      if (watch.is_stalled(outcome_.rounds, counts.active[turn])) return false;
    }
    return true;
  }

  DeviceBGraphOutcome match_along_chain() {
    outcome_.stop_reason = k_host_took_over;
    outcome_.is_for_host = !match_sorted_claims(problem_, state_.arcs, rounds().full,
                                                totals_.most_room, buffers_.sorted, outcome_);
    return outcome_;
  }

  // No more than `active` vertices are active. `turn` below 0: the first round.
  void play_round(int turn, std::uint64_t active) {
    constexpr std::uint64_t k_step = k_list_threads * k_advanced_at_once;
    advance_lists<<<blocks_in_turns(active, k_step), k_list_threads, 0, stream_>>>(
        rounds(), turn, static_cast<VertexId>(n_));
    parallel::check_launch("advance_lists");
    RefillState refill{};
    static_cast<FilteredState&>(refill) = state_;
    refill.rounds = rounds();
    refill.late = buffers_.first.long_rows;
    refill.late.piece = k_late_piece;
    constexpr std::uint64_t k_rows = k_list_threads / k_team;
    refill_by_team<<<blocks_in_turns(active, k_rows), k_list_threads, 0, stream_>>>(refill);
    parallel::check_launch("refill_by_team");
    const auto long_blocks =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(active, buffers_.first.long_blocks));
    refill_by_warp<<<std::max(long_blocks, 1U), k_long_threads, 0, stream_>>>(refill);
    parallel::check_launch("refill_by_warp");
    check_changed<<<blocks_in_turns(active, k_list_threads), k_list_threads, 0, stream_>>>(
        rounds());
    parallel::check_launch("check_changed");
    parallel::for_each(1, EndListRound{rounds().counts, state_.control, turn}, stream_);
  }

  void list_partners() {
    const ListedPartners listed{state_.arcs, rounds(), buffers_.long_whole_rows,
                                &rounds().counts->long_rows};
    count_partners(listed, n_, buffers_.numbers, stream_);
    parallel::exclusive_scan(buffers_.scratch, buffers_.numbers, buffers_.offsets, n_ + 1, stream_);
    write_listed<<<blocks_of(n_), k_list_threads, 0, stream_>>>(listed, buffers_.offsets,
                                                                buffers_.partners);
    parallel::check_launch("write_listed");
    write_long_partners(listed, buffers_.offsets, buffers_.partners, stream_);
    outcome_.offsets = buffers_.offsets;
    outcome_.partners = buffers_.partners;
  }

  const DeviceBGraphProblem& problem_;
  DeviceGraphProblem plain_;
  DeviceStream stream_;
  std::uint64_t n_;
  ListTotals totals_;
  std::size_t scan_bytes_;  // asked once: the device waits for the host meanwhile
  ClaimListForm form_;
  ClaimListBuffers buffers_;
  FilteredState state_{};
  DeviceBGraphOutcome outcome_;
};

DeviceBGraphOutcome no_partners(const DeviceBGraphProblem& problem) {
  DeviceBGraphOutcome outcome;
  const std::uint64_t n = problem.graph.num_vertices;
  parallel::cut_workspace(problem.context, problem.workspace, [&](parallel::DeviceArena& arena) {
    outcome.offsets = arena.take<Offset>(n + 1);
    outcome.partners = arena.take<VertexId>(0);
  });
  HYPERMATCH_CUDA_CALL(
      cudaMemsetAsync(outcome.offsets, 0, (n + 1) * sizeof(Offset), problem.context.stream()));
  return outcome;
}

ListTotals totals_of(const DeviceBGraphProblem& problem) {
  ListTotals* totals = nullptr;
  parallel::cut_workspace(problem.context, problem.workspace, [&](parallel::DeviceArena& arena) {
    totals = arena.take<ListTotals>(1);
  });
  const DeviceStream stream = problem.context.stream();
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(totals, 0, sizeof(ListTotals), stream));
  sum_up_capacities<<<k_blocks, k_list_threads, 0, stream>>>(
      room_of(problem), problem.graph.offsets.data(), problem.graph.num_vertices, totals);
  parallel::check_launch("sum_up_capacities");
  auto* const mail = reinterpret_cast<ListTotals*>(problem.context.state()->mailbox());
  parallel::runtime::copy_to_host(mail, totals, sizeof(ListTotals), stream);
  parallel::runtime::synchronize(stream);
  return *mail;
}

}  // namespace

DeviceBGraphOutcome claim_lists_on_device(const DeviceBGraphProblem& problem) {
  if (problem.graph.num_arcs() == 0) return no_partners(problem);
  const ListTotals totals = totals_of(problem);
  if (totals.most_room > ClaimHeader::k_most_room) return claiming_rows_on_device(problem);
  return ListedClaims(problem, totals).run();
}

}  // namespace hypermatch::detail::graph_matching
