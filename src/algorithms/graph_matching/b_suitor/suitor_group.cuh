// SPDX-License-Identifier: MIT
// b-Suitor on several devices of one host. Each has the rows of some vertices and what these hold.
// Rounds have two halves: each device makes the proposals of its vertices, those to vertices of the
// others into boxes; then boxes are exchanged, and each answers what it got. A refusal is a debt of
// the proposing vertex, which travels in the next exchange, as do debts of suitors that were
// displaced. What is compared is the same everywhere, so the answer is that of one device.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/graph_matching/b_suitor/part_kernels.cuh"
#include "algorithms/graph_matching/b_suitor/suitor_part.cuh"
#include "hypermatch/error.hpp"
#include "parallel/device/members.hpp"

namespace hypermatch::detail::graph_matching::device {

class SuitorGroup {
 public:
  explicit SuitorGroup(const DeviceBGraphParts& graph)
      : graph_(graph), num_all_(graph.firsts.back()) {
    for (std::size_t p = 0; p < graph.parts.size(); ++p) {
      const DeviceBGraphProblem& problem = graph.parts[p];
      members_.add(problem.context.device(), p, problem, graph.firsts[p], num_all_);
    }
  }

  std::vector<DeviceBGraphOutcome> run() {
    const std::uint64_t partners = lay_out();
    std::vector<DeviceBGraphOutcome> outcomes(members_.size());
    if (partners != 0) propose_in_rounds();
    members_.exchange(
        [&](Member& to, const Member& from) { copy_array(to, from, &SharedSuitorState::lowest); });
    members_.on_each([&](Member& member) {
      DeviceBGraphOutcome& outcome = outcomes[member.index];
      member.part.list_partners(outcome);
      outcome.rounds = rounds_;
    });
    members_.drain();
    outcomes.front().traffic = members_.traffic();
    return outcomes;
  }

 private:
  using Part = SuitorPart<true>;

  struct Boxes {
    SuitorOutboxes* table = nullptr;  ///< on the device
    OutboxCounts* counts = nullptr;
    unsigned long long* arcs_to = nullptr;
    SentProposal* proposals_in[k_most_parts] = {};
    VertexId* debts_in[k_most_parts] = {};
  };
  /// One device, with what the host knows of its boxes.
  struct Member {
    Member(std::size_t number, const DeviceBGraphProblem& problem, VertexId first, VertexId num_all)
        : index(number), part(problem, first, num_all) {}
    [[nodiscard]] int device() const { return part.context().device(); }
    [[nodiscard]] DeviceStream stream() const { return part.stream(); }

    std::size_t index;
    Part part;
    SuitorOutboxes outboxes{};
    Boxes boxes;
    SuitorTotals totals;
    std::uint64_t arcs_to[k_most_parts] = {};
    OutboxCounts sent{};  ///< as the host read it last
    parallel::runtime::Event copied;
  };

  // Returns an upper bound on the number of partners, summed over all devices.
  std::uint64_t lay_out() {
    members_.on_each([&](Member& member) {
      member.part.look_at_capacities(
          [&](parallel::DeviceArena& arena) { lay_out_table(arena, member); });
      member.outboxes.parts.number = static_cast<unsigned>(members_.size());
      std::copy(graph_.firsts.begin(), graph_.firsts.end(), member.outboxes.parts.firsts);
      store_table(member);
      HYPERMATCH_CUDA_CALL(cudaMemsetAsync(member.boxes.arcs_to, 0,
                                           k_most_parts * sizeof(std::uint64_t), member.stream()));
      count_arcs_to_others<<<Part::k_blocks, parallel::k_block, 0, member.stream()>>>(
          member.part.state(), member.boxes.arcs_to);
      parallel::check_launch("count_arcs_to_others");
      parallel::runtime::copy_to_host(mail(member), member.boxes.arcs_to,
                                      k_most_parts * sizeof(std::uint64_t), member.stream());
    });
    std::uint64_t partners = 0;
    members_.on_each([&](Member& member) {
      member.totals = member.part.read_totals();
      const auto* const arcs = reinterpret_cast<const std::uint64_t*>(mail(member));
      std::copy(arcs, arcs + k_most_parts, member.arcs_to);
      partners += member.totals.partners;
      has_bars_ = has_bars_ || member.totals.with_bar != 0;
    });
    for (std::size_t p = 0; p < members_.size(); ++p) choose_rooms(members_[p]);
    members_.on_each([&](Member& member) {
      member.part.lay_out_slots(member.totals, [&](parallel::DeviceArena& arena) {
        lay_out_table(arena, member);
        lay_out_boxes(arena, member);
      });
      member.outboxes.counts = member.boxes.counts;
      member.outboxes.proposals.counts = member.boxes.counts->proposals;
      member.outboxes.debts.counts = member.boxes.counts->debts;
      store_table(member);
      clear_counts(member);
      parallel::for_each(num_all_, PrepareOthers{member.part.state()}, member.stream());
      member.part.fetch_counts();
    });
    members_.drain();
    return partners;
  }

  // What boxes of a device have room for. In a round its vertices may propose once what they owe at
  // the beginning, and as much again as is reserved. Debts per exchange: at most one per own
  // proposal of this round, one per own proposal of the round before, behind which bars rise, and
  // one per proposal that was received.
  void choose_rooms(Member& from) {
    SuitorOutboxes& out = from.outboxes;
    out.most_reserved = from.totals.partners;
    if (graph_.most_reserved != 0) {
      out.most_reserved = std::min(out.most_reserved, graph_.most_reserved);
    }
    const std::uint64_t proposals = 2 * from.totals.partners;
    std::uint64_t received = 0;
    for (std::size_t q = 0; q < members_.size(); ++q) {
      if (q == from.index) continue;
      received += std::min(2 * members_[q].totals.partners, members_[q].arcs_to[from.index]);
    }
    for (std::size_t q = 0; q < members_.size(); ++q) {
      if (q == from.index) continue;
      out.proposals.room[q] = std::min(proposals, from.arcs_to[q]);
      out.debts.room[q] = std::min(2 * proposals + received, members_[q].arcs_to[from.index]);
    }
  }

  void lay_out_table(parallel::DeviceArena& arena, Member& member) {
    member.boxes.table = arena.take<SuitorOutboxes>(1);
    member.boxes.counts = arena.take<OutboxCounts>(1);
    member.boxes.arcs_to = arena.take<unsigned long long>(k_most_parts);
  }
  void lay_out_boxes(parallel::DeviceArena& arena, Member& member) {
    const std::size_t p = member.index;
    for (std::size_t q = 0; q < members_.size(); ++q) {
      if (q == p) continue;
      SuitorOutboxes& out = member.outboxes;
      out.proposals.items[q] = arena.take<SentProposal>(out.proposals.room[q]);
      out.debts.items[q] = arena.take<VertexId>(out.debts.room[q]);
      const SuitorOutboxes& other = members_[q].outboxes;
      member.boxes.proposals_in[q] = arena.take<SentProposal>(other.proposals.room[p]);
      member.boxes.debts_in[q] = arena.take<VertexId>(other.debts.room[p]);
    }
  }
  void store_table(Member& member) {
    member.part.state().outboxes = member.boxes.table;
    parallel::for_each(1, StoreOutboxes{member.outboxes, member.boxes.table}, member.stream());
  }
  void clear_counts(Member& member) {
    HYPERMATCH_CUDA_CALL(
        cudaMemsetAsync(member.boxes.counts, 0, sizeof(OutboxCounts), member.stream()));
  }
  // The part of the mailbox after the words of SuitorPart.
  [[nodiscard]] static std::byte* mail(const Member& member) {
    constexpr std::size_t k_of_part = 256;
    static_assert(sizeof(SuitorCounts) + sizeof(std::uint64_t) <= k_of_part);
    static_assert(k_of_part + sizeof(OutboxCounts) <= parallel::DeviceState::k_mailbox_bytes);
    return member.part.mailbox() + k_of_part;
  }

  void propose_in_rounds() {
    std::uint64_t fewest = num_all_;
    int turn = 0;
    // Ends: each round makes proposals, of which each arc has one, or carries debts, of which each
    // proposal has one.
    for (std::uint64_t left = num_all_; left != 0; turn = 1 - turn) {
      members_.on_each([&](Member& member) {
        const SuitorCounts& counts = member.part.fetched_counts();
        if (rounds_ == 0) {
          member.part.propose_first();
        } else {
          member.part.propose(turn, counts.listed[turn]);
        }
        fetch_sent(member);
      });
      read_sent();
      exchange();
      members_.on_each([&](Member& member) { receive(member, turn); });
      ++rounds_;
      read_sent();
      left = 0;
      for (const auto& member : members_) {
        for (const std::uint32_t listed : member->part.fetched_counts().listed[1 - turn]) {
          left += listed;
        }
        for (const std::uint64_t debts : member->sent.debts) left += debts;
      }
      fewest = std::min(fewest, left);
      const DeviceContext& context = members_[0].part.context();
      context.check_cancelled();
      context.report({"solve", num_all_ - fewest, num_all_});
    }
  }

  void fetch_sent(Member& member) {
    parallel::runtime::copy_to_host(mail(member), member.boxes.counts, sizeof(OutboxCounts),
                                    member.stream());
  }
  void read_sent() {
    members_.drain();
    for (const auto& member : members_) {
      member->sent = *reinterpret_cast<const OutboxCounts*>(mail(*member));
      if (member->sent.overflowed != 0) {
        throw Error(ErrorCode::invalid_input,
                    "the graph breaks a promise of its view: an arc has no counterpart, or two");
      }
    }
  }

  void exchange() {
    std::uint64_t proposals = 0;
    for (const auto& from : members_) {
      for (const std::uint64_t sent : from->sent.proposals) proposals += sent;
    }
    // Fresh bars prevent proposals that would be refused, but each copy moves whole arrays.
    const bool shares_bars = proposals >= num_all_ / k_vertices_per_proposal;
    members_.exchange([&](Member& to, const Member& from) {
      const std::size_t p = from.index;
      const std::size_t q = to.index;
      members_.copy(to, to.boxes.proposals_in[p], from, from.outboxes.proposals.items[q],
                    from.sent.proposals[q]);
      members_.copy(to, to.boxes.debts_in[p], from, from.outboxes.debts.items[q],
                    from.sent.debts[q]);
      if (shares_bars) copy_array(to, from, &SharedSuitorState::bars);
      if (has_bars_) copy_array(to, from, &SharedSuitorState::lowest);
    });
  }

  // Each device knows this array of its own vertices best, so it is copied from there.
  void copy_array(Member& to, const Member& from, std::uint64_t* SharedSuitorState::*array) {
    const VertexId first = from.part.state().first;
    members_.copy(to, to.part.state().*array + first, from, from.part.state().*array + first,
                  from.part.num_vertices());
  }

  void receive(Member& to, int turn) {
    clear_counts(to);
    const std::size_t q = to.index;
    for (std::size_t p = 0; p < members_.size(); ++p) {
      const OutboxCounts& sent = members_[p].sent;
      if (p == q) continue;
      parallel::for_each<std::uint64_t>(
          sent.proposals[q], ReceiveProposals{to.part.state(), to.boxes.proposals_in[p], turn},
          to.stream());
      parallel::for_each<std::uint64_t>(
          sent.debts[q], ReceiveDebts{to.part.state(), to.boxes.debts_in[p], turn}, to.stream());
    }
    if (has_bars_) to.part.raise_all_bars(turn);
    to.part.end_round(turn);
    to.part.fetch_counts();
    fetch_sent(to);
  }

  static constexpr std::uint64_t k_vertices_per_proposal = 16;

  const DeviceBGraphParts& graph_;
  VertexId num_all_;
  parallel::Members<Member> members_;
  bool has_bars_ = false;
  std::uint64_t rounds_ = 0;
};

}  // namespace hypermatch::detail::graph_matching::device
