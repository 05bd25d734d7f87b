// SPDX-License-Identifier: MIT
// The pairs of an answer, from what agents hold that are proposed to.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::stable_matching {

/// Where all capacities are 1. `lists` as `ProposalLists`, `receivers` as `Receivers`.
template <class Lists, class Receivers>
[[nodiscard]] std::vector<GraphEdge> held_mates(const Context& context, const Lists& lists,
                                                const Receivers& receivers) {
  const bool left_proposed = lists.first() == 0;
  Array<VertexId> mates(left_proposed ? lists.last() : lists.last_receiver());  // of the left side
  if (left_proposed) {
    parallel::for_each(context, mates.size(), [&](std::size_t i) { mates[i] = k_none; });
    const VertexId first = lists.first_receiver();
    parallel::for_each(context, lists.last_receiver() - first, [&](std::size_t i) {
      const auto receiver = static_cast<VertexId>(first + i);
      const VertexId proposer = receivers.only_held(receiver);
      if (proposer != k_none) mates[proposer] = receiver;
    });
  } else {
    parallel::for_each(context, mates.size(), [&](std::size_t i) {
      mates[i] = receivers.only_held(static_cast<VertexId>(i));
    });
  }
  const auto is_matched = [&](std::size_t i) { return mates[i] != k_none; };
  std::vector<GraphEdge> pairs(parallel::reduce<std::size_t>(
      context, mates.size(), 0,
      [&](std::size_t i) { return is_matched(i) ? std::size_t{1} : std::size_t{0}; },
      [](std::size_t a, std::size_t b) { return a + b; }));
  parallel::select(context, mates.size(), is_matched, [&](std::size_t place, std::size_t i) {
    pairs[place] = {static_cast<VertexId>(i), mates[i]};
  });
  return pairs;
}

/// Ascending.
template <class Lists, class Receivers>
[[nodiscard]] std::vector<GraphEdge> held_pairs(const Context& context, const Lists& lists,
                                                const Receivers& receivers) {
  if (lists.all_capacities_are_1()) return held_mates(context, lists, receivers);
  // By left agent: a counting sort. Of one left agent they come in the order of the right ones,
  // unless the left side was proposed to.
  const bool left_proposed = lists.first() == 0;
  const VertexId num_left = left_proposed ? lists.last() : lists.last_receiver();
  std::vector<std::uint64_t> next(num_left + std::size_t{1}, 0);
  receivers.for_each_held(
      [&](VertexId receiver, VertexId proposer) { ++next[left_proposed ? proposer : receiver]; });
  std::uint64_t total = 0;
  for (std::uint64_t& begin : next) {
    const std::uint64_t count = begin;
    begin = total;
    total += count;
  }
  std::vector<GraphEdge> pairs(total);
  receivers.for_each_held([&](VertexId receiver, VertexId proposer) {
    const GraphEdge pair =
        left_proposed ? GraphEdge{proposer, receiver} : GraphEdge{receiver, proposer};
    pairs[next[pair.u]++] = pair;
  });
  if (left_proposed) return pairs;
  std::uint64_t begin = 0;
  for (VertexId left = 0; left < num_left; ++left) {
    const std::uint64_t end = next[left];
    std::sort(pairs.begin() + static_cast<std::ptrdiff_t>(begin),
              pairs.begin() + static_cast<std::ptrdiff_t>(end),
              [](const GraphEdge& a, const GraphEdge& b) { return a.v < b.v; });
    begin = end;
  }
  return pairs;
}

}  // namespace hypermatch::detail::stable_matching
