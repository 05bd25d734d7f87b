// SPDX-License-Identifier: MIT
// `filtered` on several devices of one host. Each has the rows of consecutive vertices, and of all
// vertices a bit that tells whether they are gone. It goes through rounds until none of its
// vertices has a new choice: those that are left wait, along their choices, for vertices of others.
// Then choices are exchanged that lead to other devices, and bits of the bitmap; and so on.
// Vertices that are each other's best among those that devices know to be left are so among those
// that are left, so the answer is that of one device. Where devices reach each other's memory, the
// host enqueues some exchanges before it knows whether they are needed; those that are not do
// nothing.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/graph_matching/common/device/words.cuh"
#include "algorithms/graph_matching/local_max/chains/stall.cuh"
#include "algorithms/graph_matching/local_max/pointing_rows/choice_boxes.cuh"
#include "algorithms/graph_matching/local_max/pointing_rows/rows_plan.cuh"
#include "hypermatch/error.hpp"
#include "parallel/device/members.hpp"

namespace hypermatch::detail::graph_matching::device {

[[nodiscard]] inline std::uint64_t num_bit_words(std::uint64_t vertices) {
  return (vertices + 31) / 32;
}

/// One device.
class PointingPart {
 public:
  /// `is_staged`: the others cannot read its memory.
  PointingPart(const DeviceGraphParts& graph, std::size_t number, bool is_staged)
      : index(number),
        problem_(graph.parts[number]),
        tuning_(graph.tuning),
        first_(graph.firsts[number]),
        num_all_(graph.firsts.back()),
        is_idle_(problem_.graph.num_arcs() == 0) {
    parts_.number = static_cast<unsigned>(graph.parts.size());
    std::copy(graph.firsts.begin(), graph.firsts.end(), parts_.firsts);
    if (!is_idle_) plan_ = plan_for<true>(problem_, tuning_);
    parallel::cut_workspace(problem_.context, problem_.workspace,
                            [&](parallel::DeviceArena& arena) { lay_out(arena, is_staged); });
  }

  [[nodiscard]] int device() const { return problem_.context.device(); }
  [[nodiscard]] DeviceStream stream() const { return problem_.context.stream(); }
  [[nodiscard]] const DeviceContext& context() const { return problem_.context; }
  /// None of its vertices has an arc.
  [[nodiscard]] bool is_idle() const { return is_idle_; }
  /// The mates of its vertices.
  [[nodiscard]] const VertexId* mates() const { return plan_.choices.first; }

  /// Enqueues the first pass.
  void begin() {
    clear();
    if (is_idle_) return;
    const ArcWords words = make_coded_words(problem_, plan_.first.codes);
    state_ = {.arcs = arcs_of(problem_, words),
              .gone = {plan_.first.gone},
              .control = plan_.first.control,
              .few = plan_.first.few,
              .order_mail = nullptr,
              .first_row = first_};
    state_.arcs.num_vertices += first_;
    // Nothing is read of other vertices' rows.
    state_.arcs.offsets -= first_;
    choose(problem_, plan_, state_);
  }
  /// Enqueues the rounds before the first exchange.
  void begin_rounds() {
    if (is_idle_) return;
    arguments_ = rounds_arguments(problem_, tuning_, plan_, state_, nullptr);
    run_first_rounds(problem_, tuning_, plan_, arguments_);
    send<false>(num_bit_words(rows()), k_sent_words);
    // Listed words are few and far between.
    arguments_.lane_words = 1;
  }
  /// Enqueues what follows an exchange; the others' boxes are those of the turn before.
  void go_on(const SeenParts& seen) {
    const SentBoxes& before = sent_[turn_];
    turn_ = 1 - turn_;
    if (is_idle_) return;
    arguments_.listed = {before.words, &before.news->num_words};
    constexpr std::uint64_t k_most_blocks = 264;
    const auto blocks = static_cast<unsigned>(
        std::clamp<std::uint64_t>(rows() / k_round_threads, 1, k_most_blocks));
    receive_choices<<<dim3(blocks, seen.number), k_round_threads, 0, stream()>>>(
        state_, plan_.choices.first, seen, sent_[turn_].news);
    parallel::check_launch("receive_choices");
    run_other_rounds<true>(problem_, plan_, arguments_);
    send<true>(num_bit_words(rows()), k_listed_words);
  }

  /// This part as another one sees it, in the memory of this one.
  [[nodiscard]] SeenParts::Part seen_by(std::size_t other) const {
    return {sent_[turn_].boxes.items[other], sent_[turn_].bits, sent_[turn_].news};
  }
  /// Places for another part, in the memory of this one: a staged exchange copies it there.
  struct Copies {
    SentChoice* items = nullptr;
    SentBits* bits = nullptr;
    PartNews* news = nullptr;
  };
  [[nodiscard]] Copies copies_of(std::size_t other) const {
    return {inboxes_[other], copied_bits_[other], copied_news_ + other};
  }

  /// Enqueued. There are k_mails places for them.
  void fetch_news(std::uint32_t number) {
    const std::uint32_t place = number % k_mails;
    parallel::runtime::copy_to_host(mails() + place, sent_[turn_].news, sizeof(PartNews), stream());
    fetched_[place].record(stream());
  }
  /// Waits for them.
  void read_news(std::uint32_t number) {
    fetched_[number % k_mails].wait();
    news_ = mails()[number % k_mails];
  }
  /// As read last.
  [[nodiscard]] const PartNews& news() const { return news_; }
  static constexpr std::uint32_t k_mails = 4;

  std::size_t index;
  parallel::runtime::Event copied;

 private:
  [[nodiscard]] std::uint64_t rows() const { return problem_.graph.num_vertices; }

  void lay_out(parallel::DeviceArena& arena, bool is_staged) {
    plan_.choices.first = arena.take<std::uint32_t>(rows());
    plan_.choices.first_row = first_;
    for (SentBoxes& sent : sent_) {
      sent.news = arena.take<PartNews>(1);
      sent.boxes.counts = sent.news->sent;
      sent.words = arena.take<std::uint32_t>(num_bit_words(rows()));
      sent.bits = arena.take<SentBits>(num_bit_words(rows()));
    }
    copied_news_ = arena.take<PartNews>(parts_.number);
    if (is_idle_) {
      plan_.first.gone = arena.take<std::uint32_t>(num_bit_words(num_all_));
      return;
    }
    lay_out_first_pass(arena, problem_, num_all_, plan_.first);
    plan_.changed = arena.take<std::uint32_t>(num_bit_words(num_all_));
    lay_out_choices(arena, problem_, plan_);
    for (unsigned p = 0; p < parts_.number; ++p) {
      const std::uint64_t others = parts_.firsts[p + 1] - parts_.firsts[p];
      if (p == index || others == 0) continue;
      // Each vertex has one choice.
      for (SentBoxes& sent : sent_) {
        sent.boxes.room[p] = rows();
        sent.boxes.items[p] = arena.take<SentChoice>(rows());
      }
      if (!is_staged) continue;
      inboxes_[p] = arena.take<SentChoice>(others);
      copied_bits_[p] = arena.take<SentBits>(num_bit_words(others));
    }
  }

  void clear() {
    HYPERMATCH_CUDA_CALL(cudaMemsetAsync(
        plan_.first.gone, 0, num_bit_words(num_all_) * sizeof(std::uint32_t), stream()));
    for (const SentBoxes& sent : sent_) {
      HYPERMATCH_CUDA_CALL(cudaMemsetAsync(sent.news, 0, sizeof(PartNews), stream()));
    }
    if (!is_idle_) return;
    static_assert(k_none == ~VertexId{0});
    HYPERMATCH_CUDA_CALL(
        cudaMemsetAsync(plan_.choices.first, 0xFF, rows() * sizeof(VertexId), stream()));
  }

  [[nodiscard]] PartNews* mails() const {
    static_assert(k_mails * sizeof(PartNews) <= parallel::DeviceState::k_mailbox_bytes);
    return reinterpret_cast<PartNews*>(problem_.context.state()->mailbox());
  }
  // A block takes `chunk` of so many words at once.
  template <bool kListed>
  void send(std::uint64_t words, std::uint32_t chunk) {
    constexpr std::uint64_t k_most_blocks = 1056;
    const auto blocks =
        static_cast<unsigned>(std::clamp<std::uint64_t>(words / chunk, 1, k_most_blocks));
    send_choices<kListed><<<blocks, k_round_threads, 0, stream()>>>(
        state_, plan_.choices.first, arguments_.listed, parts_, static_cast<unsigned>(index),
        sent_[turn_]);
    parallel::check_launch("send_choices");
  }

  const DeviceGraphProblem& problem_;
  const DeviceGraphTuning& tuning_;
  VertexId first_;
  VertexId num_all_;
  bool is_idle_;
  int turn_ = 0;
  parallel::VertexParts parts_{};
  RowsPlan plan_;
  FilteredState state_{};
  RoundsArguments arguments_{};
  SentBoxes sent_[2] = {};
  SentChoice* inboxes_[parallel::k_most_parts] = {};
  SentBits* copied_bits_[parallel::k_most_parts] = {};
  PartNews* copied_news_ = nullptr;
  PartNews news_{};
  parallel::runtime::Event fetched_[k_mails];
};

class PointingGroup {
 public:
  explicit PointingGroup(const DeviceGraphParts& graph)
      : graph_(graph), is_staged_(needs_staging(graph)) {
    for (std::size_t p = 0; p < graph.parts.size(); ++p) {
      members_.add(graph.parts[p].context.device(), graph, p, is_staged_);
    }
  }

  DeviceGraphPartsOutcome run() {
    // All begin before rounds are enqueued for any.
    members_.on_each([](PointingPart& part) { part.begin(); });
    members_.on_each([](PointingPart& part) { part.begin_rounds(); });
    DeviceGraphPartsOutcome outcome;
    const StallRule rule = stall_rule();
    StallWatch watch(rule);
    std::uint64_t before = ~std::uint64_t{0};
    bool was_idle = false;
    // Ends: an exchange that matches nothing tells all that is gone, so that the next one does.
    for (std::uint32_t i = 0;; ++i) {
      if (i != 0) exchange();
      members_.on_each([&](PointingPart& part) { part.fetch_news(i); });
      if (i < ahead()) continue;
      const std::uint32_t known = i - ahead();
      const std::uint64_t left = read_news(known, outcome);
      if (left == 0) break;
      const bool is_idle = left >= before;
      if (is_idle && was_idle) {
        throw Error(ErrorCode::invalid_input,
                    "the graph breaks a promise of its view: an arc has no counterpart, or two");
      }
      before = left;
      was_idle = is_idle;
      const std::uint32_t most = graph_.tuning.max_rounds;
      outcome.is_for_host = outcome.is_for_host || (most != 0 && known >= most) ||
                            watch.is_stalled(known, 0, static_cast<std::uint32_t>(left));
      if (outcome.is_for_host) break;
      const DeviceContext& context = members_[0].context();
      context.check_cancelled();
      context.report({"solve", graph_.firsts.back() - left, graph_.firsts.back()});
    }
    members_.drain();
    for (const auto& member : members_) outcome.mates.push_back(member->mates());
    outcome.traffic = is_staged_ ? members_.traffic() : direct_traffic();
    return outcome;
  }

 private:
  [[nodiscard]] static bool needs_staging(const DeviceGraphParts& graph) {
    if (graph.tuning.is_staged) return true;
    for (const DeviceGraphProblem& from : graph.parts) {
      for (const DeviceGraphProblem& to : graph.parts) {
        if (!parallel::can_reach(from.context.device(), to.context.device())) return true;
      }
    }
    return false;
  }

  // Exchanges that are enqueued and may turn out not to be needed. Where they are copies, the host
  // must know first how much to copy.
  [[nodiscard]] std::uint32_t ahead() const {
    return is_staged_ || members_.size() == 1 ? 0 : PointingPart::k_mails - 1;
  }

  // Exchanges that match hardly anything go along a chain.
  [[nodiscard]] StallRule stall_rule() const {
    std::uint64_t arcs = 0;
    for (const DeviceGraphProblem& part : graph_.parts) arcs += part.graph.num_arcs();
    const auto vertices = static_cast<float>(std::max<VertexId>(graph_.firsts.back(), 1));
    const float most_host_ns = 1.25F * static_cast<float>(arcs);
    return {.window = 32,
            .round_ns = 60'000.0F,
            .host_ns = 2 * most_host_ns / vertices,
            .most_host_ns = most_host_ns,
            .least_host_ns = 2e6F};
  }

  // Vertices that are left, on all devices.
  std::uint64_t read_news(std::uint32_t number, DeviceGraphPartsOutcome& outcome) const {
    std::uint64_t left = 0;
    for (const auto& member : members_) {
      member->read_news(number);
      const PartNews& news = member->news();
      left += news.left;
      outcome.rounds = std::max<std::uint64_t>(outcome.rounds, news.rounds);
      outcome.is_for_host = outcome.is_for_host || news.unfinished != 0;
    }
    return left;
  }

  void exchange() {
    std::vector<SeenParts> seen(members_.size());
    for (const auto& to : members_) {
      SeenParts& all = seen[to->index];
      all.number = static_cast<unsigned>(members_.size());
      all.own = static_cast<unsigned>(to->index);
      for (std::size_t p = 0; p < members_.size(); ++p) {
        all.parts[p] = members_[p].seen_by(to->index);
      }
    }
    members_.exchange([&](PointingPart& to, const PointingPart& from) {
      if (is_staged_ && !to.is_idle()) copy(to, from, seen[to.index].parts[from.index]);
    });
    members_.on_each([&](PointingPart& part) { part.go_on(seen[part.index]); });
  }

  // Copies `seen`, a part as `to` sees it, into the memory of `to`.
  void copy(PointingPart& to, const PointingPart& from, SeenParts::Part& seen) {
    const PointingPart::Copies copies = to.copies_of(from.index);
    members_.copy(to, copies.items, from, seen.items, from.news().sent[to.index]);
    members_.copy(to, copies.news, from, seen.news, 1);
    members_.copy(to, copies.bits, from, seen.bits, from.news().num_bits);
    seen = {copies.items, copies.bits, copies.news};
  }

  // Counted by the devices, which read in each other's memory.
  [[nodiscard]] DeviceTraffic direct_traffic() const {
    DeviceTraffic traffic;
    for (const auto& member : members_) {
      traffic.exchanges = std::max<std::uint64_t>(traffic.exchanges, member->news().exchanges);
      traffic.bytes += member->news().received;
      traffic.received[traffic.devices++] = member->news().received;
    }
    return traffic;
  }

  const DeviceGraphParts& graph_;
  bool is_staged_;
  parallel::Members<PointingPart> members_;
};

}  // namespace hypermatch::detail::graph_matching::device
