// SPDX-License-Identifier: MIT
// Input of a contraction of rows: the terms of the sums of each coarse row.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <type_traits>

#include "base/per_isa.hpp"
#include "coarsen/classes.hpp"
#include "coarsen/contracted_rows.hpp"
#include "coarsen/row_sums.hpp"
#include "coarsen/runs.hpp"
#include "hypermatch/coarsen.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::coarsen {

/// Graph, classes and weights of a contraction.
template <class Value>
struct RowInput {
  GraphView graph;
  const Classes& classes;
  std::span<const Value> weights;              ///< per arc; empty for Value One
  std::span<const SumOf<Value>> loop_weights;  ///< per vertex, or empty: 0 each
  Loops loops = Loops::drop;
  Rows rows = Rows::mirrored;
};

/// Which arcs are terms.
struct TermRule {
  bool keep;      ///< Loops::keep: both arcs of an edge inside a class are one term
  bool complete;  ///< Rows::complete

  /// Whether the arc from v of class c to a neighbour of class `head` is one. A graph is symmetric,
  /// so arcs to lower classes are those of the lower classes' mirrored rows.
  [[nodiscard]] constexpr bool is_term(VertexId c, VertexId head, VertexId v,
                                       VertexId neighbour) const {
    return (head > c) | (complete & (head != c)) | (keep & (head == c) & (neighbour > v));
  }
};
/// body(rule) with the rule as a constant.
template <class Body>
void with_rule(Loops loops, Rows rows, const Body& body) {
  using std::bool_constant;
  const auto with_rows = [&](auto keep) {
    rows == Rows::complete ? body(keep, bool_constant<true>()) : body(keep, bool_constant<false>());
  };
  loops == Loops::keep ? with_rows(bool_constant<true>()) : with_rows(bool_constant<false>());
}

/// put(head, term) for the terms among arcs `from` .. `to - 1` of vertex v, the place behind the
/// last arc being its loop.
template <class Value, class Put>
void for_each_term(const RowInput<Value>& input, VertexId v, Offset from, Offset to,
                   const Put& put) {
  using Sum = SumOf<Value>;
  // Copies, because what `put` writes might be members otherwise.
  const VertexId* const class_of = input.classes.class_of.data();
  const VertexId* const neighbours = input.graph.neighbours.data();
  [[maybe_unused]] const Value* const weights = input.weights.data();
  const TermRule rule{input.loops == Loops::keep, input.rows == Rows::complete};
  const Offset begin = input.graph.offsets[v];
  const Offset end = std::min(begin + to, input.graph.offsets[v + std::size_t{1}]);
  const VertexId c = class_of[v];
  const auto pass = [&](auto weight_of) {
    for (Offset i = begin + from; i < end; ++i) {
      const VertexId head = class_of[neighbours[i]];
      put(head, weight_of(i), rule.is_term(c, head, v, neighbours[i]));
    }
  };
  if constexpr (std::is_same_v<Value, One>) {
    pass([](Offset) { return Sum{1}; });
  } else {
    pass([weights](Offset i) { return static_cast<Sum>(weights[i]); });
  }
  if (rule.keep && !input.loop_weights.empty() && begin + to > end) {
    put(c, input.loop_weights[v], true);
  }
}

/// The terms of one row, gathered without branches before they are added up.
template <class Value>
class TermBlock {
 public:
  using Sum = SumOf<Value>;
  static constexpr std::size_t k_block = 512;

  /// Gathers the terms of arcs `from` .. `from + k_block - 1` of v, a vertex of class c, its loop
  /// being behind the last arc. Not while it is full.
  void gather(const RowInput<Value>& input, VertexId c, VertexId v, Offset from) {
    const Offset row = input.graph.offsets[v];
    const Offset stop = input.graph.offsets[v + std::size_t{1}];
    const Offset end = std::min(row + from + k_block, stop);
    const auto gather_by = [&](const auto& weight_of) {
      with_rule(input.loops, input.rows, [&](auto keep, auto complete) {
        gather_arcs<TermRule{keep, complete}>(input, c, v, row + from, end, weight_of);
      });
    };
    if constexpr (std::is_same_v<Value, One>) {
      gather_by([](Offset) { return Sum{1}; });
    } else {
      gather_by(
          [weights = input.weights.data()](Offset i) { return static_cast<Sum>(weights[i]); });
    }
    if (input.loops == Loops::keep && !input.loop_weights.empty() && row + from + k_block > stop) {
      heads_[size_] = c;
      terms_[size_++] = input.loop_weights[v];
    }
  }
  [[nodiscard]] bool is_full() const { return size_ > k_block; }
  void clear() { size_ = 0; }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const VertexId* heads() const { return heads_; }
  [[nodiscard]] const Sum* terms() const { return terms_; }

 private:
  template <TermRule Rule, class WeightOf>
  void gather_arcs(const RowInput<Value>& input, VertexId c, VertexId v, Offset begin, Offset end,
                   const WeightOf& weight_of) {
    const VertexId* const class_of = input.classes.class_of.data();
    const VertexId* const neighbours = input.graph.neighbours.data();
    std::size_t size = size_;  // a copy, because what is written might be the member otherwise
    for (Offset i = begin; i < end; ++i) {
      const VertexId head = class_of[neighbours[i]];
      heads_[size] = head;
      terms_[size] = weight_of(i);
      size += Rule.is_term(c, head, v, neighbours[i]) ? 1 : 0;
    }
    size_ = size;
  }

  VertexId heads_[2 * k_block + 1];
  Sum terms_[2 * k_block + 1];
  std::size_t size_ = 0;
};

/// Prefetch: in what order members stand in memory is the labels' business, so that their rows, and
/// the classes of their neighbours, are likely remote. For the place of a member; short rows only,
/// because a processor sees to long ones. Inlined by force: a function that only prefetches is
/// dropped as a call.
template <class Value>
HYPERMATCH_ALWAYS_INLINE void prefetch_ahead(const RowInput<Value>& input, std::size_t member) {
  constexpr std::size_t k_classes = 4;
  constexpr std::size_t k_rows = 10;
  constexpr std::size_t k_offsets = 20;
  constexpr Offset k_most = 8;
  const std::span<const VertexId> members = input.classes.members.view();
  if (member + k_offsets >= members.size()) return;
  const auto& offsets = input.graph.offsets;
  const VertexId* const neighbours = input.graph.neighbours.data();
  __builtin_prefetch(&offsets[members[member + k_offsets]]);
  const Offset row = offsets[members[member + k_rows]];
  __builtin_prefetch(neighbours + row);
  if constexpr (!std::is_same_v<Value, One>) __builtin_prefetch(input.weights.data() + row);
  const VertexId v = members[member + k_classes];
  const Offset end = std::min(offsets[v] + k_most, offsets[v + std::size_t{1}]);
  for (Offset i = offsets[v]; i < end; ++i) {
    __builtin_prefetch(&input.classes.class_of[neighbours[i]]);
  }
}

/// put(head, term) for all terms of class c.
template <class Value, class Put>
void for_each_term(const RowInput<Value>& input, std::size_t c, const Put& put) {
  for (const VertexId v : input.classes.members_of(c)) {
    for_each_term(input, v, 0, input.graph.degree(v) + 1,
                  [&](VertexId head, auto term, bool is_term) {
                    if (is_term) put(head, term);
                  });
  }
}

/// Offsets of the terms of each row in one array, `begin`: prefix sums of the degrees and, with
/// `has_loops`, one more term per vertex.
[[nodiscard]] inline std::span<const Offset> row_begins(const Context& context,
                                                        const GraphView& graph,
                                                        const Classes& classes, bool has_loops,
                                                        Array<Offset>& begin) {
  const std::size_t num_rows = classes.size();
  begin.resize(num_rows + 1);
  parallel::for_each(
      context, num_rows,
      [&](std::size_t c) {
        Offset terms = has_loops ? classes.members_of(c).size() : 0;
        for (const VertexId v : classes.members_of(c)) terms += graph.degree(v);
        begin[c] = terms;
      },
      256);
  begin[num_rows] = parallel::exclusive_scan<Offset>(
      context, num_rows, [&](std::size_t c) { return begin[c]; },
      [&](std::size_t c, Offset sum) { begin[c] = sum; });
  return begin.view();
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
