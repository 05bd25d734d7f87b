// SPDX-License-Identifier: MIT
// The rules of a round in which several devices veto the candidates of a batch, per candidate and
// pin. The loop over rounds is in batch_loop.hpp.
#pragma once

#include <cstdint>

#include "algorithms/hypergraph_matching/local_max/shared_batches/batch_candidates.hpp"
#include "hypermatch/device_group.hpp"
#include "hypermatch/types.hpp"
#include "parallel/place.hpp"

namespace hypermatch::detail::hypergraph_matching::shared_batches {

using parallel::AnyOf;

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
/// Codes of keys, of half the size, instead: random accesses to memory are what rounds take, and
/// more of a smaller table is in cache. Codes never fall as keys rise, but keys may share one: the
/// later one of two at a vertex sees it, and the round decides nothing.
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
    raise(batch.pins.get(p), slots.word_of(batch, c));
  }
  /// All pins of a row of few: its word is computed once.
  HYPERMATCH_FN void visit_all(std::uint32_t c, std::uint64_t p, std::uint64_t end) const {
    const auto word = slots.word_of(batch, c);
    for (; p + 3 <= end; p += 3) {
      const VertexId v[] = {batch.pins.get_once(p), batch.pins.get_once(p + 1),
                            batch.pins.get_once(p + 2)};
      raise(v[0], word);
      raise(v[1], word);
      raise(v[2], word);
    }
    for (; p < end; ++p) raise(batch.pins.get_once(p), word);
  }

 private:
  HYPERMATCH_FN void raise(VertexId v, decltype(slots.word_of(batch, 0)) word) const {
    if (slots.has(v)) slots.raise(v, word);
  }
};

/// Candidates that are not the uppermost at an own vertex get a bit.
template <class P, class Slots>
struct VetoOthers : AnyOf {
  Candidates<P> batch;
  Slots slots;
  typename P::template Words<std::uint32_t> vetoes;

  HYPERMATCH_FN bool is_active(std::uint32_t c) const { return batch.is_undecided(c); }
  HYPERMATCH_FN VertexId entry(std::uint64_t p) const { return batch.pins.get_once(p); }
  HYPERMATCH_FN Value value(std::uint32_t c, VertexId v) const {
    return is_below(v, slots.word_of(batch, c));
  }
  /// All pins of a row of few.
  [[nodiscard]] HYPERMATCH_FN Value all(std::uint32_t c, std::uint64_t p, std::uint64_t end) const {
    const auto word = slots.word_of(batch, c);
    Value any = 0;
    for (; p + 3 <= end; p += 3) {
      const VertexId v[] = {entry(p), entry(p + 1), entry(p + 2)};
      any |= is_below(v[0], word) | is_below(v[1], word) | is_below(v[2], word);
    }
    for (; p < end; ++p) any |= is_below(entry(p), word);
    return any;
  }
  HYPERMATCH_FN void store(std::uint32_t c, Value any) const {
    if (any != 0) vetoes.fetch_or(c / 32, std::uint32_t{1} << (c % 32));
  }

 private:
  [[nodiscard]] HYPERMATCH_FN Value is_below(VertexId v,
                                             decltype(slots.word_of(batch, 0)) word) const {
    return slots.has(v) && slots.words.get(v - slots.first) != word ? 1 : 0;
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
    matched.set(batch.pins.get_once(p));
  }
};
template <class P>
struct SettleCandidates : AnyOf {
  Candidates<P> batch;
  AllVetoes<P> vetoes;
  typename P::Flags matched;

  HYPERMATCH_FN bool is_active(std::uint32_t c) const { return batch.is_undecided(c); }
  HYPERMATCH_FN VertexId entry(std::uint64_t p) const { return batch.pins.get_once(p); }
  HYPERMATCH_FN Value value(std::uint32_t /*c*/, VertexId v) const {
    return matched.is_set(v) ? 1 : 0;
  }
  HYPERMATCH_FN void store(std::uint32_t c, Value any) const {
    if (any == 0) return;
    batch.states.set(c, vetoes.passes(c) ? std::uint8_t{k_won} : std::uint8_t{k_lost});
  }
};
/// The rest of the candidates that a round began with; `settle` decides one of few pins before.
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
struct Nothing {
  HYPERMATCH_FN void operator()(std::uint32_t /*c*/) const {}
};
}  // namespace hypermatch::detail::hypergraph_matching::shared_batches
