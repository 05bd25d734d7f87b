// SPDX-License-Identifier: MIT
// `filtered` on several devices of one host, written once for all places. Each device has some
// edges, of all vertices a bit that tells whether they are matched, and slots of its own vertices.
// Edges are taken in batches of falling key:
// 1. each device lists its edges of the batch that meet no matched vertex, and all lists go to all
//    devices (one exchange), so that each knows all candidates;
// 2. in rounds, each device vetoes candidates that are not the uppermost at a vertex of its own; a
//    bit per candidate goes to all others (one exchange per round). Candidates without a veto are
//    matched, those that meet them are lost: that each device finds out itself.
// A candidate is matched if and only if no undecided edge that meets it is above it, so the answer
// is greedy's. A batch in which rounds settle little, as on chains, is finished by the host. Work:
// pins of all edges are read once, those of candidates on each device; exchanges: one per batch and
// one per round.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "algorithms/hypergraph_matching/local_max/shared_batches/batch_part.hpp"
#include "hypermatch/error.hpp"

namespace hypermatch::detail::hypergraph_matching::shared_batches {

template <class P>
class BatchLoop {
 public:
  explicit BatchLoop(const SharedBatches& shared) : shared_(shared) {
    for (std::size_t p = 0; p < shared.parts.size(); ++p) {
      members_.add(shared.parts[p].context.device(), shared, p);
      for (std::size_t q = 0; q < p; ++q) {
        // Both ways, before memory of either is copied.
        const int one = members_[p].device();
        const int other = members_[q].device();
        (void)parallel::can_reach(one, other);
        (void)parallel::can_reach(other, one);
      }
    }
  }

  SharedOutcome run() {
    const std::uint64_t least = base::make_key(shared_.least_priority, 0);
    batch_pins_ = shared_.tuning.first_pins * static_cast<double>(shared_.num_vertices);
    members_.on_each([](Part& part) { part.begin(); });
    BatchRange range{least, base::make_key(shared_.greatest_priority, ~std::uint32_t{0})};
    // Ends: each batch decides all keys of the upper end of what is left.
    while (true) {
      leader().check_cancelled();
      range.low = std::max(least, bar_below(range.high));
      collect(range);
      batch_pins_ *= shared_.tuning.growth;
      if (edges_ != 0) decide();
      leader().report({"solve", ~range.low >> 32, ~std::uint64_t{0} >> 32});
      if (range.low <= least) break;
      range = {least, range.low - 1};
    }
    members_.drain();
    for (const auto& part : members_) outcome_.matched.push_back(part->matched_edges());
    outcome_.traffic = members_.traffic();
    outcome_.traffic.bytes += handed_over_;
    outcome_.traffic.staged_bytes += handed_over_;
    return std::move(outcome_);
  }

 private:
  using Part = BatchPart<P>;

  [[nodiscard]] const DeviceContext& leader() const { return members_[0].context(); }

  // Leaves about batch_pins_ pins to the batch, by the sample.
  [[nodiscard]] std::uint64_t bar_below(std::uint64_t high) const {
    double pins = 0;
    std::uint64_t bar = high;
    for (const SampledKey& drawn : shared_.sample) {
      if (drawn.key > high) continue;
      pins += static_cast<double>(drawn.pins);
      if (pins > batch_pins_) return bar;
      bar = drawn.key;
    }
    return 0;
  }
  // A smaller range with the same upper end: half of what is sampled of it, else half of its keys.
  [[nodiscard]] std::uint64_t narrowed(const BatchRange& range) const {
    const auto begin =
        std::partition_point(shared_.sample.begin(), shared_.sample.end(),
                             [&](const SampledKey& s) { return s.key > range.high; });
    const auto end = std::partition_point(begin, shared_.sample.end(),
                                          [&](const SampledKey& s) { return s.key > range.low; });
    if (end - begin >= 2) return begin[(end - begin) / 2 - 1].key;
    return range.low + (range.high - range.low) / 2 + 1;
  }

  // All candidates of the range on all devices; narrows it until there is room for them.
  void collect(BatchRange& range) {
    // Ends: a range of one key has room, and narrower ranges have fewer keys.
    while (!place_candidates(range)) {
      if (range.low == range.high) {
        throw Error(ErrorCode::internal, "a batch has no room for one edge");
      }
      range.low = narrowed(range);
    }
    if (edges_ == 0) return;
    members_.exchange([](Part&, const Part&) {});
    members_.on_each([&](Part& to) {
      for (const auto& from : members_) {
        if (from.get() != &to) to.fetch_section(members_, *from);
      }
      to.begin_rounds(range, edges_, pins_);
    });
  }
  // False if there is no room.
  bool place_candidates(const BatchRange& range) {
    members_.on_each([&](Part& part) { part.select(range); });
    edges_ = 0;
    pins_ = 0;
    std::uint64_t found[DeviceGroup::k_most_devices] = {};
    members_.on_each([&](Part& part) {
      found[part.index] = part.num_selected();
      edges_ += found[part.index];
    });
    if (edges_ > shared_.capacity.edges) return false;
    std::uint64_t first = 0;
    members_.on_each([&](Part& part) {
      part.place_edges(first, found[part.index]);
      first += found[part.index];
    });
    members_.on_each([&](Part& part) { pins_ += part.num_selected_pins(); });
    if (pins_ > shared_.capacity.pins) return false;
    std::uint64_t first_pin = 0;
    members_.on_each([&](Part& part) {
      part.place_pins(first_pin);
      first_pin += part.section().pins;
    });
    return true;
  }

  void decide() {
    ++outcome_.batches;
    std::uint64_t left = edges_;  // one round ago
    std::uint32_t idle = 0;
    bool is_handed_over = false;
    std::uint32_t first_by_key = ~std::uint32_t{0};  // this round compares keys, not codes
    // Ends: the uppermost candidate has no veto, so each round leaves less. How much, the host
    // learns when it has enqueued the next round, so that devices do not wait for it.
    for (std::uint32_t round = 0; left != 0; ++round) {
      ++outcome_.rounds;
      is_handed_over = idle >= shared_.tuning.most_idle_rounds;
      const bool are_few = !is_handed_over && members_[0].can_finish(left);
      if (are_few) {
        members_.on_each([&](Part& part) { part.finish(round, left); });
      } else {
        members_.on_each([&](Part& part) { part.begin_vetoes(round); });
        if (is_handed_over) {
          hand_over();
        } else {
          members_.on_each([&](Part& part) { part.veto(left, round >= first_by_key); });
          exchange_vetoes();
        }
        members_.on_each([&](Part& part) { part.settle(left); });
      }
      const parallel::DeviceScope scope(members_[0].device());
      members_[0].post_undecided(round);
      const bool waits = is_handed_over || are_few;
      if (round == 0 && !waits) continue;
      const std::uint32_t known = waits ? round : round - 1;
      const std::uint64_t before = left;
      left = members_[0].num_undecided(known);
      if (left == before && !waits && known < first_by_key) {
        // Codes were tied.
        first_by_key = std::min(first_by_key, round + 1);
        continue;
      }
      if (left != 0 && (left >= before || is_handed_over)) {
        throw Error(ErrorCode::invalid_input,
                    "the hypergraph breaks a promise of its view: a pin is no vertex");
      }
      // The round behind the last one had nothing to do.
      if (left == 0 && !waits) --outcome_.rounds;
      idle = before - left < before / 4 ? idle + 1 : 0;
      if (are_few) idle = shared_.tuning.most_idle_rounds;
      leader().check_cancelled();
    }
    members_.on_each([](Part& part) { part.note_winners(); });
  }
  // Work that is enqueued later on any device waits for all that was enqueued before.
  void exchange_vetoes() {
    members_.exchange([](Part&, const Part&) {});
    members_.on_each([&](Part& to) {
      for (const auto& from : members_) {
        if (from.get() != &to) to.fetch_vetoes(members_, *from);
      }
    });
  }
  // By way of host memory.
  void hand_over() {
    members_.drain();
    const StalledBatch rest = members_[0].stalled();
    const std::span<const std::uint32_t> vetoes = shared_.stalled.solve(rest);
    ++outcome_.stalled_batches;
    handed_over_ += rest.num_edges * (sizeof(EdgeId) + sizeof(std::uint32_t) + sizeof(Offset) + 1) +
                    rest.num_pins * sizeof(VertexId) + members_.size() * vetoes.size_bytes();
    members_.on_each([&](Part& part) { part.set_vetoes(vetoes); });
    members_.drain();
  }

  const SharedBatches& shared_;
  parallel::Members<Part> members_;
  SharedOutcome outcome_;
  double batch_pins_ = 0;
  std::uint64_t edges_ = 0;  // of the batch, on all devices
  std::uint64_t pins_ = 0;
  std::uint64_t handed_over_ = 0;
};

template <class P>
[[nodiscard]] SharedOutcome solve(const SharedBatches& shared) {
  return BatchLoop<P>(shared).run();
}
template <class P>
[[nodiscard]] std::uint64_t workspace_bytes(const SharedBatches& shared, std::size_t part) {
  const parallel::DeviceScope scope(shared.parts[part].context.device());
  std::uint64_t bytes = 0;
  const BatchPart<P> measured(shared, part, bytes);
  return bytes;
}

}  // namespace hypermatch::detail::hypergraph_matching::shared_batches
