// SPDX-License-Identifier: MIT
// Local max under capacities on a device, by rows (Birn, Osipov, Sanders, Schulz, Sitchinava 2013,
// doi:10.1007/978-3-642-40047-6_66, where each vertex takes as many edges as it has room for). A
// vertex claims its best open arcs. One whose claims are all claimed by their other ends, too, is
// settled: greedy takes these edges, and closes the other arcs of the vertex. Vertices with a
// closed claim choose again. The edges that both ends claim in the end are the greedy b-matching.
// A vertex with no more open arcs than room claims them for good. Expected work for random weights:
// O(n + m), and the rows of vertices that choose again.
#include <algorithm>
#include <type_traits>

#include "algorithms/graph_matching/common/device/problem.hpp"
#include "algorithms/graph_matching/common/device/words.cuh"
#include "algorithms/graph_matching/local_max/chains/sorted_claims.cuh"
#include "algorithms/graph_matching/local_max/claiming_rows/claim_kernels.cuh"
#include "hypermatch/error.hpp"
#include "parallel/device/check.cuh"
#include "parallel/device/primitives.hpp"
#include "parallel/device/state.hpp"

namespace hypermatch::detail::graph_matching {

namespace {

using namespace device;

struct ClaimBuffers {
  RankBuffers ranks;
  ClaimRounds rounds{};
  std::uint32_t* sizes = nullptr;   ///< of claims, then numbers of partners
  std::uint64_t* begins = nullptr;  ///< of claims
  std::uint64_t* offsets = nullptr;
  VertexId* partners = nullptr;
  parallel::DeviceScratch scratch;
  SortedClaimsRoom sorted;  ///< where claims and partners are
};

// How many claims and partners there are at most.
struct Totals {
  std::uint64_t claims = 0;
  std::uint64_t partners = 0;
  std::uint64_t by_thread = 0;
  std::uint32_t room_by_thread = 0;
};

ClaimBuffers lay_out_claims(parallel::DeviceArena& arena, const DeviceBGraphProblem& problem,
                            const Totals& totals) {
  const std::uint64_t n = problem.graph.num_vertices;
  ClaimBuffers buffers;
  ClaimRounds& rounds = buffers.rounds;
  rounds.counts = arena.take<RoundCounts>(1);
  rounds.state.bars = arena.take<std::uint64_t>(n);
  rounds.state.settled.words = arena.take<std::uint32_t>(n / 32 + 1);
  // Vertices that blocks work on have more than k_few arcs.
  for (VertexLists* lists : {&rounds.active[0], &rounds.active[1], &rounds.again}) {
    lists->by_block = arena.take<VertexId>(std::min(n, problem.graph.num_arcs() / k_few));
  }
  buffers.sizes = arena.take<std::uint32_t>(n + 1);
  buffers.begins = arena.take<std::uint64_t>(n + 1);
  buffers.offsets = arena.take<std::uint64_t>(n + 1);
  buffers.scratch.bytes = parallel::exclusive_scan_bytes(n + 1);
  buffers.scratch.data = arena.take<std::byte>(buffers.scratch.bytes);
  buffers.ranks = lay_out_ranks(arena, problem.graph.weights, problem.order);
  parallel::DeviceArena sorted = arena;
  buffers.sorted =
      lay_out_sorted_claims(sorted, problem.graph, totals.partners, buffers.scratch.bytes);
  rounds.state.claims = arena.take<Claim>(totals.claims);
  buffers.partners = arena.take<VertexId>(totals.partners);
  for (VertexLists* lists : {&rounds.active[0], &rounds.active[1], &rounds.again}) {
    lists->by_thread = arena.take<VertexId>(totals.by_thread);
  }
  if (sorted.bytes() > arena.bytes()) {
    (void)arena.take<std::byte>(sorted.bytes() - arena.bytes());
  }
  return buffers;
}

class ClaimingRows {
 public:
  explicit ClaimingRows(const DeviceBGraphProblem& problem)
      : problem_(problem), stream_(problem.context.stream()), n_(problem.graph.num_vertices) {}

  DeviceBGraphOutcome run() {
    cut({});
    prepare();
    const std::size_t bytes = problem_.workspace.size();
    const Totals totals = read_totals();
    cut(totals);
    // A workspace that grew has lost its contents.
    if (problem_.workspace.size() != bytes) prepare();
    rounds().state.arcs = arcs_of(problem_.order, make_words(problem_.graph.weights, problem_.order,
                                                             buffers_.ranks, stream_));
    const int room = static_cast<int>(totals.room_by_thread);
    outcome_.offsets = buffers_.offsets;
    if (totals.claims != 0) {
      with_room(room, [&](auto k) { claim_in_rounds<decltype(k)::value>(); });
      if (is_stalled_) return match_along_chain();
    }
    list_partners();
    outcome_.partners = buffers_.partners;
    return outcome_;
  }

 private:
  ClaimRounds& rounds() { return buffers_.rounds; }

  [[nodiscard]] Arcs arcs_of(const GraphOrder& order, const ArcWords& words) const {
    return graph_matching::device::arcs_of(problem_.graph, order, words);
  }

  void cut(const Totals& totals) {
    parallel::cut_workspace(
        problem_.context, problem_.workspace,
        [&](parallel::DeviceArena& arena) { buffers_ = lay_out_claims(arena, problem_, totals); });
    ClaimState& state = rounds().state;
    state.arcs = arcs_of(problem_.order, {});
    state.each = problem_.capacities.each.data();
    state.common = problem_.capacities.common;
    state.some_closed = state.each != nullptr || state.common == 0;
    state.begins = buffers_.begins;
  }

  // Sizes and places of the claims, and the vertices that blocks work on.
  void prepare() {
    HYPERMATCH_CUDA_CALL(cudaMemsetAsync(rounds().counts, 0, sizeof(RoundCounts), stream_));
    HYPERMATCH_CUDA_CALL(cudaMemsetAsync(rounds().state.settled.words, 0,
                                         (n_ / 32 + 1) * sizeof(std::uint32_t), stream_));
    prepare_claims<<<k_claiming_blocks, parallel::k_block, 0, stream_>>>(rounds(), buffers_.sizes);
    parallel::check_launch("prepare_claims");
    parallel::exclusive_scan(buffers_.scratch, buffers_.sizes, buffers_.begins, n_ + 1, stream_);
  }

  [[nodiscard]] std::byte* mailbox() const { return problem_.context.state()->mailbox(); }

  [[nodiscard]] RoundCounts read_counts() {
    auto* const mail = reinterpret_cast<RoundCounts*>(mailbox());
    parallel::runtime::copy_to_host(mail, rounds().counts, sizeof(RoundCounts), stream_);
    parallel::runtime::synchronize(stream_);
    return *mail;
  }

  [[nodiscard]] Totals read_totals() {
    auto* const claims = reinterpret_cast<std::uint64_t*>(mailbox() + sizeof(RoundCounts));
    parallel::runtime::copy_to_host(claims, buffers_.begins + n_, sizeof(std::uint64_t), stream_);
    const RoundCounts counts = read_counts();
    return {*claims, counts.partners_at_most, counts.by_thread_at_most, counts.room_by_thread};
  }

  // Calls body with a constant that is at least `room`, which is at most k_few.
  template <class Body>
  static void with_room(int room, const Body& body) {
    if (room <= 1) return body(std::integral_constant<int, 1>{});
    if (room <= 2) return body(std::integral_constant<int, 2>{});
    if (room <= 3) return body(std::integral_constant<int, 3>{});
    if (room <= 4) return body(std::integral_constant<int, 4>{});
    if (room <= 6) return body(std::integral_constant<int, 6>{});
    if (room <= 10) return body(std::integral_constant<int, 10>{});
    body(std::integral_constant<int, static_cast<int>(k_few)>{});
  }

  [[nodiscard]] static unsigned blocks_of(std::uint64_t items, unsigned size) {
    return static_cast<unsigned>(std::clamp<std::uint64_t>((items + size - 1) / size, 1, 1U << 20));
  }

  template <int K>
  void claim_in_rounds() {
    claim_first<K><<<blocks_of(n_, k_first_rows), k_first_rows, 0, stream_>>>(rounds());
    parallel::check_launch("claim_first");
    claim_by_blocks<<<k_claiming_blocks, k_claim_block, 0, stream_>>>(rounds(), -1);
    parallel::check_launch("claim_by_blocks");
    parallel::for_each(1, EndRound{rounds().counts, -1}, stream_);
    int turn = 0;
    RoundCounts counts = read_counts();
    std::uint64_t active = std::uint64_t{counts.active[0][0]} + counts.active[0][1];
    const std::uint64_t first = active;
    outcome_.rounds = 1;
    ClaimWatch watch(problem_, 20'000);
    // Ends: bars fall, and vertices settle, or the graph is refused.
    while (active != 0) {
      HYPERMATCH_CUDA_CALL(
          cudaMemsetAsync(&rounds().counts->changes, 0, sizeof(std::uint32_t), stream_));
      for (int round = 0; round < k_rounds_together; ++round, turn = 1 - turn) {
        play_round<K>(turn, counts.active[turn_read_][0], counts.active[turn_read_][1]);
      }
      outcome_.rounds += k_rounds_together;
      counts = read_counts();
      turn_read_ = turn;
      const std::uint64_t left = std::uint64_t{counts.active[turn][0]} + counts.active[turn][1];
      problem_.context.check_cancelled();
      problem_.context.report({"solve", first - left, first});
      if (left == active && counts.changes == 0) {
        throw Error(ErrorCode::invalid_input,
                    "rounds match nothing, so the graph is not valid (validate says why)");
      }
      active = left;
      is_stalled_ = watch.is_stalled(outcome_.rounds, left);
      if (is_stalled_) return;
    }
  }

  DeviceBGraphOutcome match_along_chain() {
    outcome_.stop_reason = k_host_took_over;
    constexpr std::uint64_t k_any_room = ~std::uint64_t{0};
    outcome_.is_for_host =
        !match_sorted_claims(problem_, rounds().state.arcs, rounds().state.settled, k_any_room,
                             buffers_.sorted, outcome_);
    return outcome_;
  }

  // `by_thread`, `by_block`: no more vertices are active.
  template <int K>
  void play_round(int turn, std::uint64_t by_thread, std::uint64_t by_block) {
    const auto blocks = static_cast<unsigned>(std::min<std::uint64_t>(by_block, k_claiming_blocks));
    if (by_thread != 0) {
      look_by_thread<<<blocks_of(by_thread, parallel::k_block), parallel::k_block, 0, stream_>>>(
          rounds(), turn);
      parallel::check_launch("look_by_thread");
    }
    if (blocks != 0) {
      look_by_block<<<blocks, k_claim_block, 0, stream_>>>(rounds(), turn);
      parallel::check_launch("look_by_block");
    }
    if (by_thread != 0) {
      claim_again<K>
          <<<blocks_of(by_thread, k_first_rows), k_first_rows, 0, stream_>>>(rounds(), turn);
      parallel::check_launch("claim_again");
    }
    if (blocks != 0) {
      claim_by_blocks<<<blocks, k_claim_block, 0, stream_>>>(rounds(), turn);
      parallel::check_launch("claim_by_blocks");
    }
    parallel::for_each(1, EndRound{rounds().counts, turn}, stream_);
  }

  void list_partners() {
    parallel::for_each(1, EndRound{rounds().counts, -1}, stream_);
    const ClaimedPartners listing{rounds().state, rounds().again.by_block,
                                  &rounds().counts->again[1]};
    count_partners(listing, n_, buffers_.sizes, stream_);
    parallel::exclusive_scan(buffers_.scratch, buffers_.sizes, buffers_.offsets, n_ + 1, stream_);
    write_partners(listing, n_, buffers_.offsets, buffers_.partners, stream_);
  }

  static constexpr unsigned k_claiming_blocks = 1056;  // a few per multiprocessor
  static constexpr int k_rounds_together = 4;          // for each number that the host reads

  const DeviceBGraphProblem& problem_;
  DeviceStream stream_;
  std::uint64_t n_;
  ClaimBuffers buffers_;
  DeviceBGraphOutcome outcome_;
  bool is_stalled_ = false;
  int turn_read_ = 0;  ///< which lists the host knows the sizes of
};

}  // namespace

DeviceBGraphOutcome claiming_rows_on_device(const DeviceBGraphProblem& problem) {
  return ClaimingRows(problem).run();
}

}  // namespace hypermatch::detail::graph_matching
