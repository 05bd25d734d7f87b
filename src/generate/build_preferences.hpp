// SPDX-License-Identifier: MIT
// Builds preference lists of which every pair is mutual.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "generate/build.hpp"
#include "generate/parameters.hpp"
#include "hypermatch/preferences.hpp"

namespace hypermatch::detail::generate {

/// An entry of a list before sorting: lists are ordered by key, then by partner.
struct KeyedPartner {
  std::uint64_t key;
  VertexId partner;
  friend auto operator<=>(const KeyedPartner&, const KeyedPartner&) = default;
};

/// Scratch space that a chunk of agents reuses for every list.
struct ListScratch {
  PinSet set;
  std::vector<KeyedPartner> keyed;
};

/// All orders equally likely (Fisher and Yates).
inline void shuffle(std::span<VertexId> list, Draws& draws) {
  for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[draws.below(i)]);
}

/// Sorts a list by `key(partner)`, equal ones by partner.
template <class Key>
void sort_by_key(std::span<VertexId> list, const Key& key, std::vector<KeyedPartner>& keyed) {
  keyed.clear();
  for (const VertexId partner : list) keyed.push_back({key(partner), partner});
  std::sort(keyed.begin(), keyed.end());
  for (std::size_t i = 0; i < list.size(); ++i) list[i] = keyed[i].partner;
}

/// The list of an agent, to be written.
[[nodiscard]] inline std::span<VertexId> writable_list(Preferences& preferences,
                                                       std::size_t agent) {
  const Offset begin = preferences.offsets[agent];
  return preferences.partners.span().subspan(begin, preferences.offsets[agent + 1] - begin);
}

/// Refuses what cannot fit, before anything is allocated. `entries` is of all lists together and
/// may be an estimate; `bytes_beside` are needed beside the lists. @throws as `check_size`
void check_preferences_size(const Parameters& p, double agents, double entries,
                            double bytes_beside = 0);

/// The left agent l < left gets `degree(l)` entries, which `fill(l, list, scratch)` writes best
/// first, right agents numbered from 0. The right agent r lists who lists it, ascending by
/// `key(r, l)`, then by l.
template <class Degree, class Fill, class Key>
[[nodiscard]] Preferences two_sided(const Context& context, std::uint64_t left, std::uint64_t right,
                                    const Degree& degree, const Fill& fill, const Key& key) {
  Preferences made;
  made.num_left = static_cast<VertexId>(left);
  made.offsets.resize(left + right + 1);
  const Offset entries = parallel::exclusive_scan<Offset>(
      context, left, [&](std::size_t l) -> Offset { return degree(l); },
      [&](std::size_t l, Offset begin) { made.offsets[l] = begin; });
  made.offsets[left] = entries;
  made.partners.resize(2 * entries);
  for_edges(
      context, left, [] { return ListScratch{}; },
      [&](std::size_t l, ListScratch& scratch) {
        const std::span<VertexId> list = writable_list(made, l);
        fill(l, list, scratch);
        for (VertexId& partner : list) partner += static_cast<VertexId>(left);
      });
  // Places within a list are handed out in no particular order, hence the sort at the end.
  // Relaxed: counters only, the end of each loop orders them before the next.
  Array<Offset> next(right, 0);
  parallel::for_each(context, entries, [&](std::size_t i) {
    std::atomic_ref<Offset>(next[made.partners[i] - left]).fetch_add(1, std::memory_order_relaxed);
  });
  made.offsets[left + right] = entries + parallel::exclusive_scan<Offset>(
                                             context, right, [&](std::size_t r) { return next[r]; },
                                             [&](std::size_t r, Offset begin) {
                                               made.offsets[left + r] = entries + begin;
                                               next[r] = entries + begin;
                                             });
  context.check_cancelled();
  parallel::for_each(context, left, [&](std::size_t l) {
    for (const VertexId partner : writable_list(made, l)) {
      std::atomic_ref<Offset> place(next[partner - left]);
      made.partners[place.fetch_add(1, std::memory_order_relaxed)] = static_cast<VertexId>(l);
    }
  });
  for_edges(
      context, right, [] { return ListScratch{}; },
      [&](std::size_t r, ListScratch& scratch) {
        sort_by_key(
            writable_list(made, left + r), [&](VertexId l) { return key(r, l); }, scratch.keyed);
      });
  return made;
}

/// All agents of one side with all of the other: `fill(agent, list)` writes the list of each, the
/// partners numbered from 0 within their side.
template <class Fill>
[[nodiscard]] Preferences complete_lists(const Context& context, std::uint64_t left,
                                         std::uint64_t right, const Fill& fill) {
  Preferences made;
  made.num_left = static_cast<VertexId>(left);
  made.offsets.resize(left + right + 1);
  parallel::for_each(context, left + right + 1, [&](std::size_t agent) {
    made.offsets[agent] = agent <= left ? agent * right : left * right + (agent - left) * left;
  });
  made.partners.resize(2 * left * right);
  for_edges(
      context, left + right, [] { return 0; },
      [&](std::size_t agent, int) {
        const std::span<VertexId> list = writable_list(made, agent);
        fill(agent, list);
        if (agent >= left) return;
        for (VertexId& partner : list) partner += static_cast<VertexId>(left);
      });
  return made;
}

/// Adds ties: `is_tied(agent, entry)` says whether an entry of `partners` that is not the first one
/// of its list is as good as the one before.
template <class IsTied>
void mark_ties(const Context& context, Preferences& preferences, const IsTied& is_tied) {
  preferences.ties.resize(preferences.partners.size());
  for_edges(
      context, preferences.num_agents(), [] { return 0; },
      [&](std::size_t agent, int) {
        std::uint32_t tie = 0;
        const Offset begin = preferences.offsets[agent];
        for (Offset entry = begin; entry < preferences.offsets[agent + 1]; ++entry) {
          if (entry > begin && !is_tied(agent, entry)) ++tie;
          preferences.ties[entry] = tie;
        }
      });
}

/// Ties of the densities that parameters `left_ties` and `right_ties` give in per cent; none if
/// both are 0.
void mark_random_ties(const Context& context, Preferences& preferences, const Parameters& p,
                      std::uint64_t seed);

}  // namespace hypermatch::detail::generate
