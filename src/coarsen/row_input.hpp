// SPDX-License-Identifier: MIT
// What a contraction of rows reads: the terms of the sums of each coarse row.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <type_traits>

#include "coarsen/classes.hpp"
#include "coarsen/row_sums.hpp"
#include "coarsen/runs.hpp"
#include "hypermatch/coarsen.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::coarsen {

/// What is contracted; spans of weights are empty where there are none.
template <class Value>
struct RowInput {
  GraphView graph;
  const Classes& classes;
  std::span<const Value> weights;       ///< per arc; empty for Value One
  std::span<const Value> loop_weights;  ///< per vertex
  Loops loops = Loops::drop;
};

/// put(head, term) for arcs `from` .. `to - 1` of vertex v, the place behind the last arc being its
/// loop. With `Loops::keep` both arcs of an edge inside a class are one term; with `drop` the head
/// of v's own class gets terms that the caller ignores.
template <class Value, class Put>
void for_each_term(const RowInput<Value>& input, VertexId v, Offset from, Offset to,
                   const Put& put) {
  using Sum = SumOf<Value>;
  // Copies, because what `put` writes might be members otherwise.
  const VertexId* const class_of = input.classes.class_of.data();
  const VertexId* const neighbours = input.graph.neighbours.data();
  [[maybe_unused]] const Value* const weights = input.weights.data();
  const bool keep = input.loops == Loops::keep;
  const Offset begin = input.graph.offsets[v];
  const Offset end = std::min(begin + to, input.graph.offsets[v + std::size_t{1}]);
  const auto pass = [&](auto weight_of) {
    if (keep) {
      const VertexId c = class_of[v];
      for (Offset i = begin + from; i < end; ++i) {
        const VertexId head = class_of[neighbours[i]];
        if (head != c || neighbours[i] > v) put(head, weight_of(i));
      }
    } else {
      for (Offset i = begin + from; i < end; ++i) put(class_of[neighbours[i]], weight_of(i));
    }
  };
  if constexpr (std::is_same_v<Value, One>) {
    pass([](Offset) { return Sum{1}; });
  } else {
    if (input.weights.empty()) {
      pass([](Offset) { return Sum{1}; });
    } else {
      pass([weights](Offset i) { return static_cast<Sum>(weights[i]); });
    }
    if (keep && !input.loop_weights.empty() && begin + to > end) {
      put(class_of[v], static_cast<Sum>(input.loop_weights[v]));
    }
  }
}

/// The same for all that the members of class c bring.
template <class Value, class Put>
void for_each_term(const RowInput<Value>& input, std::size_t c, const Put& put) {
  for (const VertexId v : input.classes.members_of(c)) {
    for_each_term(input, v, 0, input.graph.degree(v) + 1, put);
  }
}

/// Where the terms of each row would begin if all stood in one array: its degrees and, for the
/// loop, one more per vertex, added up.
template <class Value>
[[nodiscard]] Array<Offset> row_begins(const Context& context, const RowInput<Value>& input) {
  const std::size_t num_rows = input.classes.size();
  const bool has_loops = input.loops == Loops::keep && !input.loop_weights.empty();
  Array<Offset> begin(num_rows + 1);
  parallel::for_each(
      context, num_rows,
      [&](std::size_t c) {
        Offset terms = has_loops ? input.classes.members_of(c).size() : 0;
        for (const VertexId v : input.classes.members_of(c)) terms += input.graph.degree(v);
        begin[c] = terms;
      },
      256);
  begin[num_rows] = parallel::exclusive_scan<Offset>(
      context, num_rows, [&](std::size_t c) { return begin[c]; },
      [&](std::size_t c, Offset sum) { begin[c] = sum; });
  return begin;
}

/// The terms sorted by head. Linear beyond a size that is small.
template <class Sum, class Terms>
void sorted_terms(Array<Entry<Sum>>& sorted, const Terms& terms) {
  sorted.resize(0);
  terms([&](VertexId head, Sum term) { sorted.push_back({head, term}); });
  constexpr std::size_t k_short = 1 << 12;
  if (sorted.size() > k_short) {
    const Context one({.threads = 1});
    sort_runs(one, sorted);
  } else {
    std::sort(sorted.begin(), sorted.end(),
              [](const auto& a, const auto& b) { return a.head < b.head; });
  }
}

}  // namespace hypermatch::detail::coarsen
