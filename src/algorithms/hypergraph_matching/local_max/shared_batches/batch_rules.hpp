// SPDX-License-Identifier: MIT
// The rules of a batch that several devices share, per edge, candidate and pin. The loop over them
// is in batch_loop.hpp.
#pragma once

#include <cstdint>

#include "base/edge_order.hpp"
#include "hypermatch/device_group.hpp"
#include "hypermatch/types.hpp"
#include "parallel/place.hpp"

#if defined(__CUDACC__)
#define HYPERMATCH_UNROLL _Pragma("unroll")
#else
#define HYPERMATCH_UNROLL
#endif

namespace hypermatch::detail::hypergraph_matching::shared_batches {

using parallel::AllOf;
using parallel::AnyOf;
using parallel::RowsBefore;

/// Keys low .. high, both included.
struct BatchRange {
  std::uint64_t low = 0;
  std::uint64_t high = ~std::uint64_t{0};
  [[nodiscard]] HYPERMATCH_FN bool contains(std::uint64_t key) const {
    return key - low <= high - low;
  }
  /// Whether a key with this priority may lie inside, and whether one may lie outside.
  [[nodiscard]] HYPERMATCH_FN bool may_contain(std::uint32_t priority) const {
    return priority - low_priority() <= high_priority() - low_priority();
  }
  [[nodiscard]] HYPERMATCH_FN bool may_miss(std::uint32_t priority) const {
    return priority == low_priority() || priority == high_priority();
  }

 private:
  [[nodiscard]] HYPERMATCH_FN std::uint32_t low_priority() const {
    return static_cast<std::uint32_t>(low >> 32);
  }
  [[nodiscard]] HYPERMATCH_FN std::uint32_t high_priority() const {
    return static_cast<std::uint32_t>(high >> 32);
  }
};

/// The edges of one part.
template <class P>
struct OwnEdges {
  typename P::template Words<const Offset> offsets;  ///< none: all have `uniform_size` pins
  typename P::template Words<const VertexId> pins;
  typename P::template Words<const std::uint32_t> priorities;  ///< none: all are 0
  std::uint64_t uniform_size;
  EdgeId first;
  base::TieMixer mixer;

  [[nodiscard]] HYPERMATCH_FN std::uint64_t begin(std::uint64_t e) const {
    return offsets.exists() ? offsets.get(e) : e * uniform_size;
  }
  [[nodiscard]] HYPERMATCH_FN std::uint32_t priority(std::uint64_t e) const {
    return priorities.exists() ? priorities.get(e) : 0;
  }
  [[nodiscard]] HYPERMATCH_FN std::uint64_t key(std::uint64_t e) const {
    return key(e, priority(e));
  }
  [[nodiscard]] HYPERMATCH_FN std::uint64_t key(std::uint64_t e, std::uint32_t its_priority) const {
    return base::make_key(its_priority, mixer(first + static_cast<EdgeId>(e)));
  }
};

/// Free edges with keys in the range, by one item of a loop each: for edges of few pins.
template <class P>
struct FreeInRange {
  OwnEdges<P> own;
  typename P::Flags matched;
  BatchRange range;

  HYPERMATCH_FN std::uint32_t operator()(std::uint64_t e) const {
    std::uint32_t number[1];
    map_some(e, 0, e + 1, number);
    return number[0];
  }
  /// Items first, first + stride, .. step by step, so that the loads of a step are in flight
  /// together.
  template <unsigned k_items>
  HYPERMATCH_FN void map_some(std::uint64_t first, std::uint64_t stride, std::uint64_t items,
                              std::uint32_t (&numbers)[k_items]) const {
    std::uint32_t priorities[k_items];
    HYPERMATCH_UNROLL
    for (unsigned j = 0; j < k_items; ++j) {
      priorities[j] = first + j * stride < items ? own.priority(first + j * stride) : 0;
    }
    HYPERMATCH_UNROLL
    for (unsigned j = 0; j < k_items; ++j) {
      const std::uint64_t e = first + j * stride;
      // Few priorities need the hash.
      bool is_in = e < items && range.may_contain(priorities[j]);
      if (is_in && range.may_miss(priorities[j])) {
        is_in = range.contains(own.key(e, priorities[j]));
      }
      is_in = is_in && own.begin(e) != own.begin(e + 1);
      numbers[j] = is_in ? static_cast<std::uint32_t>(e) : k_none;
    }
    HYPERMATCH_UNROLL
    for (std::uint32_t i = 0; i < k_first_pins; ++i) drop_matched_at(i, numbers);
    HYPERMATCH_UNROLL
    for (unsigned j = 0; j < k_items; ++j) {
      if (numbers[j] == k_none) continue;
      const std::uint64_t end = own.begin(numbers[j] + std::uint64_t{1});
      for (std::uint64_t p = own.begin(numbers[j]) + k_first_pins; p < end; ++p) {
        if (!matched.is_set(own.pins.get(p))) continue;
        numbers[j] = k_none;
        break;
      }
    }
  }

 private:
  static constexpr std::uint32_t k_first_pins = 3;

  template <unsigned k_items>
  HYPERMATCH_FN void drop_matched_at(std::uint32_t i, std::uint32_t (&numbers)[k_items]) const {
    VertexId pins[k_items];
    bool there[k_items];
    HYPERMATCH_UNROLL
    for (unsigned j = 0; j < k_items; ++j) {
      there[j] = numbers[j] != k_none;
      const std::uint64_t p = there[j] ? own.begin(numbers[j]) + i : 0;
      there[j] = there[j] && p < own.begin(numbers[j] + std::uint64_t{1});
      pins[j] = there[j] ? own.pins.get(p) : 0;
    }
    HYPERMATCH_UNROLL
    for (unsigned j = 0; j < k_items; ++j) {
      if (there[j] && matched.is_set(pins[j])) numbers[j] = k_none;
    }
  }
};

/// Free edges of any size: first a byte per edge, then those with one.
template <class P>
struct MarkFree : AllOf {
  OwnEdges<P> own;
  typename P::Flags matched;
  BatchRange range;
  typename P::template Words<std::uint8_t> free;

  HYPERMATCH_FN bool is_active(std::uint32_t e) const { return range.contains(own.key(e)); }
  HYPERMATCH_FN VertexId entry(std::uint64_t p) const { return own.pins.get(p); }
  HYPERMATCH_FN Value value(std::uint32_t /*e*/, VertexId v) const {
    return matched.is_set(v) ? 0 : 1;
  }
  HYPERMATCH_FN void store(std::uint32_t e, Value all) const {
    if (all != 0 && own.begin(e) != own.begin(e + std::uint64_t{1})) free.set(e, 1);
  }
};
template <class P>
struct MarkedFree {
  typename P::template Words<const std::uint8_t> free;
  HYPERMATCH_FN std::uint32_t operator()(std::uint64_t e) const {
    return free.get(e) != 0 ? static_cast<std::uint32_t>(e) : k_none;
  }
};

enum CandidateState : std::uint8_t { k_undecided = 0, k_won = 1, k_lost = 2 };

/// The free edges of a batch, with the same numbers on each device.
template <class P>
struct Candidates {
  typename P::template Words<EdgeId> origins;
  typename P::template Words<std::uint32_t> priorities;  ///< none: all are 0
  typename P::template Words<Offset> begins;  ///< one more than candidates; none: sizes are alike
  typename P::template Words<VertexId> pins;
  typename P::template Words<std::uint8_t> states;
  std::uint64_t uniform_size = 0;
  base::TieMixer mixer{0};

  [[nodiscard]] HYPERMATCH_FN std::uint64_t begin(std::uint64_t c) const {
    return begins.exists() ? begins.get(c) : c * uniform_size;
  }
  [[nodiscard]] HYPERMATCH_FN std::uint64_t key(std::uint64_t c) const {
    return base::make_key(priorities.exists() ? priorities.get(c) : 0, mixer(origins.get(c)));
  }
  [[nodiscard]] HYPERMATCH_FN bool is_undecided(std::uint64_t c) const {
    return states.get(c) == k_undecided;
  }
};

/// Loops over candidates of few pins, one item each: no row needs several threads. `first`: the
/// candidate that is row 0 of the loop.
template <class P, class Loop>
struct VisitPins {
  Loop loop;
  Candidates<P> batch;
  std::uint64_t first = 0;

  HYPERMATCH_FN void operator()(std::uint32_t row) const {
    if (!loop.is_active(row)) return;
    const std::uint64_t end = batch.begin(first + row + 1);
    for (std::uint64_t p = batch.begin(first + row); p < end; ++p) loop.visit(row, p);
  }
};
template <class P, class Loop>
struct ReducePins {
  Loop loop;
  Candidates<P> batch;

  HYPERMATCH_FN void operator()(std::uint32_t row) const {
    if (!loop.is_active(row)) return;
    auto value = Loop::identity();
    std::uint64_t p = batch.begin(row);
    const std::uint64_t end = batch.begin(row + std::uint64_t{1});
    // Three at a time, so that their loads are in flight together.
    for (; p + 3 <= end && !Loop::is_final(value); p += 3) {
      const VertexId v[] = {loop.entry(p), loop.entry(p + 1), loop.entry(p + 2)};
      value = Loop::combine(
          value, Loop::combine(loop.value(row, v[0]),
                               Loop::combine(loop.value(row, v[1]), loop.value(row, v[2]))));
    }
    for (; p < end && !Loop::is_final(value); ++p) {
      value = Loop::combine(value, loop.value(row, loop.entry(p)));
    }
    loop.store(row, value);
  }
};

/// The candidates that were undecided when a round began, in any order.
template <class P>
struct Undecided {
  typename P::template Words<std::uint32_t> numbers;
  typename P::template Words<std::uint64_t> count;  ///< one word; none: all candidates

  [[nodiscard]] HYPERMATCH_FN std::uint32_t operator()(std::uint64_t i) const {
    if (!count.exists()) return static_cast<std::uint32_t>(i);
    return i < count.get(0) ? numbers.get(i) : k_none;
  }
};
template <class P, class Body>
struct OfUndecided {
  Body body;
  Undecided<P> left;

  HYPERMATCH_FN void operator()(std::uint32_t i) const {
    const std::uint32_t c = left(i);
    if (c != k_none) body(c);
  }
};

/// The places of a part among the candidates.
struct Section {
  std::uint64_t first = 0;
  std::uint64_t edges = 0;
  std::uint64_t first_pin = 0;
  std::uint64_t pins = 0;
};

/// Number and priority of each listed edge, and where its pins begin if all sizes are alike.
template <class P>
struct CopyEdge {
  OwnEdges<P> own;
  typename P::template Words<const std::uint32_t> listed;
  Candidates<P> to;
  std::uint64_t first;

  HYPERMATCH_FN void operator()(std::uint32_t i) const {
    const std::uint32_t e = listed.get(i);
    to.origins.set(first + i, own.first + e);
    if (to.priorities.exists()) to.priorities.set(first + i, own.priority(e));
  }
};
/// Places of pins within the section, where sizes differ.
template <class P>
struct PlacePins {
  OwnEdges<P> own;
  typename P::template Words<const std::uint32_t> listed;
  typename P::template Words<Offset> begins;
  typename P::template Words<std::uint64_t> num_pins;
  Section section;

  [[nodiscard]] HYPERMATCH_FN std::uint64_t size(std::uint32_t i) const {
    const std::uint64_t e = listed.get(i);
    return own.begin(e + 1) - own.begin(e);
  }
  HYPERMATCH_FN RowsBefore operator()(std::uint32_t i) const { return {size(i), 1}; }
  HYPERMATCH_FN void operator()(std::uint32_t i, const RowsBefore& before) const {
    begins.set(section.first + i, before.entries);
    if (i + std::uint64_t{1} == section.edges) num_pins.set(0, before.entries + size(i));
  }
};
/// Places of pins among all candidates, for one item more than there are edges.
template <class P>
struct ShiftPins {
  typename P::template Words<Offset> begins;
  Section section;

  HYPERMATCH_FN void operator()(std::uint32_t i) const {
    const std::uint64_t local = i == section.edges ? section.pins : begins.get(section.first + i);
    begins.set(section.first + i, section.first_pin + local);
  }
};
template <class P>
struct CopyPins {
  OwnEdges<P> own;
  typename P::template Words<const std::uint32_t> listed;
  Candidates<P> to;
  std::uint64_t first;

  HYPERMATCH_FN bool is_active(std::uint32_t /*i*/) const { return true; }
  HYPERMATCH_FN void visit(std::uint32_t i, std::uint64_t p) const {
    to.pins.set(p, own.pins.get(own.begin(listed.get(i)) + (p - to.begin(first + i))));
  }
};

/// The uppermost undecided candidate of each own vertex, by its key. All slots are cleared before a
/// round.
template <class P>
struct KeySlots {
  typename P::template Words<std::uint64_t> words;  ///< 0: none
  VertexId first;
  VertexId count;

  [[nodiscard]] HYPERMATCH_FN bool has(VertexId v) const { return v - first < count; }
  [[nodiscard]] HYPERMATCH_FN std::uint64_t word_of(const Candidates<P>& batch,
                                                    std::uint64_t c) const {
    return batch.key(c);
  }
  HYPERMATCH_FN void raise(VertexId v, std::uint64_t word) const { words.raise(v - first, word); }
};
/// The same by codes of half the size: random accesses to memory are what rounds take, and more of
/// a smaller table is in cache. Codes never fall as keys rise, but keys may share one: the later
/// one of two at a vertex sees it, and the round decides nothing.
template <class P>
struct CodeSlots {
  typename P::template Words<std::uint32_t> words;
  VertexId first;
  VertexId count;
  std::uint64_t low;  ///< the least key of the batch
  std::uint32_t shift;
  typename P::template Words<std::uint32_t> is_tied;  ///< one word

  [[nodiscard]] HYPERMATCH_FN bool has(VertexId v) const { return v - first < count; }
  [[nodiscard]] HYPERMATCH_FN std::uint32_t word_of(const Candidates<P>& batch,
                                                    std::uint64_t c) const {
    return 1 + static_cast<std::uint32_t>((batch.key(c) - low) >> shift);
  }
  HYPERMATCH_FN void raise(VertexId v, std::uint32_t word) const {
    std::uint32_t there = words.load(v - first);
    if (there < word) there = words.fetch_max(v - first, word);
    if (there == word) is_tied.store(0, 1);
  }
};

template <class P, class Slots>
struct RaiseSlots {
  Candidates<P> batch;
  Slots slots;

  HYPERMATCH_FN bool is_active(std::uint32_t c) const { return batch.is_undecided(c); }
  HYPERMATCH_FN void visit(std::uint32_t c, std::uint64_t p) const {
    const VertexId v = batch.pins.get(p);
    if (slots.has(v)) slots.raise(v, slots.word_of(batch, c));
  }
};

/// Candidates that are not the uppermost at an own vertex get a bit.
template <class P, class Slots>
struct VetoOthers : AnyOf {
  Candidates<P> batch;
  Slots slots;
  typename P::template Words<std::uint32_t> vetoes;

  HYPERMATCH_FN bool is_active(std::uint32_t c) const { return batch.is_undecided(c); }
  HYPERMATCH_FN VertexId entry(std::uint64_t p) const { return batch.pins.get(p); }
  HYPERMATCH_FN Value value(std::uint32_t c, VertexId v) const {
    return slots.has(v) && slots.words.get(v - slots.first) != slots.word_of(batch, c) ? 1 : 0;
  }
  HYPERMATCH_FN void store(std::uint32_t c, Value any) const {
    if (any != 0) vetoes.fetch_or(c / 32, std::uint32_t{1} << (c % 32));
  }
};

/// The bits of all parts, and behind them a word each that tells whether codes were tied.
template <class P>
struct AllVetoes {
  typename P::template Words<const std::uint32_t> words[DeviceGroup::k_most_devices];
  std::uint32_t parts = 0;
  std::uint64_t num_words = 0;

  [[nodiscard]] HYPERMATCH_FN bool are_tied() const {
    std::uint32_t tied = 0;
    for (std::uint32_t p = 0; p < parts; ++p) tied |= words[p].get(num_words);
    return tied != 0;
  }

  [[nodiscard]] HYPERMATCH_FN bool passes(std::uint32_t c) const {
    std::uint32_t word = 0;
    for (std::uint32_t p = 0; p < parts; ++p) word |= words[p].get(c / 32);
    return (word >> (c % 32) & 1) == 0;
  }
};

/// Vertices of undecided candidates without a veto are matched, on every device.
template <class P>
struct MatchWinners {
  Candidates<P> batch;
  AllVetoes<P> vetoes;
  typename P::Flags matched;

  HYPERMATCH_FN bool is_active(std::uint32_t c) const {
    return batch.is_undecided(c) && vetoes.passes(c) && !vetoes.are_tied();
  }
  HYPERMATCH_FN void visit(std::uint32_t /*c*/, std::uint64_t p) const {
    matched.set(batch.pins.get(p));
  }
};
template <class P>
struct SettleCandidates : AnyOf {
  Candidates<P> batch;
  AllVetoes<P> vetoes;
  typename P::Flags matched;

  HYPERMATCH_FN bool is_active(std::uint32_t c) const { return batch.is_undecided(c); }
  HYPERMATCH_FN VertexId entry(std::uint64_t p) const { return batch.pins.get(p); }
  HYPERMATCH_FN Value value(std::uint32_t /*c*/, VertexId v) const {
    return matched.is_set(v) ? 1 : 0;
  }
  HYPERMATCH_FN void store(std::uint32_t c, Value any) const {
    if (any == 0) return;
    batch.states.set(c, vetoes.passes(c) ? std::uint8_t{k_won} : std::uint8_t{k_lost});
  }
};
/// What is left of those that a round began with; `settle` decides one of few pins before.
template <class P, class Settle>
struct StillUndecided {
  Settle settle;
  Undecided<P> before;
  Candidates<P> batch;

  HYPERMATCH_FN std::uint32_t operator()(std::uint64_t i) const {
    const std::uint32_t c = before(i);
    if (c == k_none) return k_none;
    settle(c);
    return batch.is_undecided(c) ? c : k_none;
  }
};
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
struct Nothing {
  HYPERMATCH_FN void operator()(std::uint32_t /*c*/) const {}
};
/// Matched edges of the part.
template <class P>
struct NoteWinners {
  Candidates<P> batch;
  typename P::template Words<std::uint32_t> chosen;
  std::uint64_t first;
  EdgeId first_edge;

  HYPERMATCH_FN void operator()(std::uint32_t i) const {
    if (batch.states.get(first + i) != k_won) return;
    const EdgeId e = batch.origins.get(first + i) - first_edge;
    chosen.fetch_or(e / 32, std::uint32_t{1} << (e % 32));
  }
};

}  // namespace hypermatch::detail::hypergraph_matching::shared_batches
