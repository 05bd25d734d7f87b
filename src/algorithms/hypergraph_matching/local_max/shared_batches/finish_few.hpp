// SPDX-License-Identifier: MIT
// The end of a batch that several devices share.
#pragma once

#include <cstdint>

#include "algorithms/hypergraph_matching/local_max/shared_batches/batch_candidates.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::hypergraph_matching::shared_batches {

/// The rounds of few candidates by one team, on each device alike: nothing needs to be exchanged.
/// Vertices may share slots, then candidates lose rounds.
template <class P>
struct FinishFew {
  static constexpr std::uint32_t k_slots = 1U << 15;

  Candidates<P> batch;
  Undecided<P> left;
  std::uint32_t most;  ///< there are no more of them
  typename P::Flags matched;
  typename P::template Words<std::uint64_t> slots;
  std::uint32_t most_rounds;

  template <class Team>
  HYPERMATCH_FN void operator()(const Team& team) const {
    bool any = true;
    // Ends: there are so many rounds.
    for (std::uint32_t round = 0; any && round < most_rounds; ++round) {
      for (std::uint32_t s = team.rank(); s < k_slots; s += team.size()) slots.store(s, 0);
      team.wait();
      for_each_pin(team, [&](std::uint32_t c, VertexId v) { slots.raise(slot(v), batch.key(c)); });
      team.wait();
      for_each(team, [&](std::uint32_t c) {
        if (!holds(c)) return;
        batch.states.set(c, std::uint8_t{k_won});
        const std::uint64_t end = batch.begin(c + std::uint64_t{1});
        for (std::uint64_t p = batch.begin(c); p < end; ++p) matched.set(batch.pins.get(p));
      });
      team.wait();
      bool mine = false;
      for_each(team, [&](std::uint32_t c) {
        if (meets_matched(c)) {
          batch.states.set(c, std::uint8_t{k_lost});
        } else {
          mine = true;
        }
      });
      any = team.any(mine);
    }
  }

 private:
  HYPERMATCH_FN static std::uint64_t slot(VertexId v) { return (v * 0x9E3779B1U) >> 17; }
  // Candidates stay with their thread, so that it alone reads and writes their states.
  template <class Team, class Body>
  HYPERMATCH_FN void for_each(const Team& team, const Body& body) const {
    for (std::uint32_t i = team.rank(); i < most; i += team.size()) {
      const std::uint32_t c = left(i);
      if (c != k_none && batch.is_undecided(c)) body(c);
    }
  }
  template <class Team, class Body>
  HYPERMATCH_FN void for_each_pin(const Team& team, const Body& body) const {
    for_each(team, [&](std::uint32_t c) {
      const std::uint64_t end = batch.begin(c + std::uint64_t{1});
      for (std::uint64_t p = batch.begin(c); p < end; ++p) body(c, batch.pins.get(p));
    });
  }
  HYPERMATCH_FN bool holds(std::uint32_t c) const {
    const std::uint64_t end = batch.begin(c + std::uint64_t{1});
    for (std::uint64_t p = batch.begin(c); p < end; ++p) {
      if (slots.load(slot(batch.pins.get(p))) != batch.key(c)) return false;
    }
    return true;
  }
  HYPERMATCH_FN bool meets_matched(std::uint32_t c) const {
    const std::uint64_t end = batch.begin(c + std::uint64_t{1});
    for (std::uint64_t p = batch.begin(c); p < end; ++p) {
      if (matched.is_set_by_now(batch.pins.get(p))) return true;
    }
    return false;
  }
};
}  // namespace hypermatch::detail::hypergraph_matching::shared_batches
