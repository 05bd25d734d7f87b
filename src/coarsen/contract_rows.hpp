// SPDX-License-Identifier: MIT
// Rows of a contracted graph. First each row is gathered from the arcs of its members, renamed and
// sorted by head, where it has room for all of them; then, with the lengths of all rows known, each
// run of the same head becomes one arc. Rows too wide for one thread are shared by all.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <span>
#include <utility>

#include "coarsen/classes.hpp"
#include "coarsen/runs.hpp"
#include "hypermatch/coarsen.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/segmented.hpp"

namespace hypermatch::detail::coarsen {

/// From this many arcs on, a row is sorted by all threads.
inline constexpr Offset k_wide_row = 1 << 16;

/// What is contracted; spans of weights are empty where there are none.
template <class Value>
struct RowInput {
  GraphView graph;
  const Classes& classes;
  std::span<const Value> weights;       ///< per arc; empty for Value One
  std::span<const Value> loop_weights;  ///< per vertex
  Loops loops = Loops::drop;
};

/// What `RowContractor` makes.
template <class Value>
struct ContractedRows {
  CompressedGraph graph;
  Weights loop_weights;
};

template <class Value>
class RowContractor {
 public:
  RowContractor(const Context& context, const RowInput<Value>& input, Offset wide = k_wide_row)
      : context_(context), input_(input), wide_(wide), num_rows_(input.classes.size()) {
    make_room();
  }

  /// @throws Error{invalid_input, resources, cancelled}
  [[nodiscard]] ContractedRows<Value> run() {
    Array<Offset> offsets(num_rows_ + 1);
    sort_rows(offsets.span());
    context_.check_cancelled();
    ContractedRows<Value> result;
    result.graph.num_vertices = static_cast<VertexId>(num_rows_);
    offsets[num_rows_] = parallel::exclusive_scan<Offset>(
        context_, num_rows_, [&](std::size_t c) { return offsets[c]; },
        [&](std::size_t c, Offset sum) { offsets[c] = sum; });
    result.graph.offsets = std::move(offsets);
    result.graph.neighbours.resize(result.graph.offsets[num_rows_]);
    if (keeps_loops() && !loops_are_wide_) {
      result.loop_weights = Array<std::int32_t>(num_rows_, 0);
    } else if (keeps_loops()) {
      result.loop_weights = Array<Sum>(num_rows_, Sum{0});
    }
    // One choice of types per array, not per arc.
    if (weights_are_wide_) {
      result.graph.weights = Array<Sum>(result.graph.neighbours.size());
      write_rows<Sum>(result);
    } else {
      result.graph.weights = Array<std::int32_t>(result.graph.neighbours.size());
      write_rows<std::int32_t>(result);
    }
    return result;
  }

 private:
  using Sum = SumOf<Value>;
  static constexpr bool k_has_weights = !std::is_same_v<Value, One>;

  [[nodiscard]] bool keeps_loops() const { return input_.loops == Loops::keep; }
  [[nodiscard]] Offset begin(std::size_t c) const { return place_[input_.classes.offsets[c]]; }
  [[nodiscard]] Offset room(std::size_t c) const { return begin(c + 1) - begin(c); }
  [[nodiscard]] bool is_wide(std::size_t c) const { return room(c) >= wide_; }
  [[nodiscard]] std::span<Entry<Value>> row(std::size_t c) {
    return entries_.span().subspan(begin(c), room(c));
  }

  // Room for the arcs of each member, and for its loop.
  void make_room() {
    const auto& members = input_.classes.members;
    const Offset loop = keeps_loops() && !input_.loop_weights.empty() ? 1 : 0;
    place_.resize(members.size() + 1);
    place_[members.size()] = parallel::exclusive_scan<Offset>(
        context_, members.size(),
        [&](std::size_t i) { return input_.graph.degree(members[i]) + loop; },
        [&](std::size_t i, Offset sum) { place_[i] = sum; });
    entries_.resize(place_[members.size()]);
  }

  // put(entry) for what vertex v brings to its class: both arcs of an edge inside are one.
  template <class Put>
  void for_each_entry(VertexId v, const Put& put) const {
    // Copies, because what `put` writes might be members otherwise.
    const VertexId* const class_of = input_.classes.class_of.data();
    const VertexId* const neighbours = input_.graph.neighbours.data();
    [[maybe_unused]] const Value* const weights = input_.weights.data();
    const bool is_weighted = !input_.weights.empty();
    const VertexId first_inside = keeps_loops() ? v : k_none;
    const VertexId c = class_of[v];
    const Offset end = input_.graph.offsets[v + std::size_t{1}];
    for (Offset i = input_.graph.offsets[v]; i < end; ++i) {
      const VertexId neighbour = neighbours[i];
      const VertexId head = class_of[neighbour];
      if (head == c && neighbour < first_inside) continue;
      if constexpr (k_has_weights) {
        put({head, is_weighted ? weights[i] : Value{1}});
      } else {
        put({head, {}});
      }
    }
    if constexpr (k_has_weights) {
      if (keeps_loops() && !input_.loop_weights.empty()) put({c, input_.loop_weights[v]});
    }
  }

  // body(run) for the runs of a sorted row up to the first place that is not filled.
  template <class Row, class Body>
  static void for_each_run(Row entries, const Body& body) {
    for (std::size_t first = 0; first < entries.size() && entries[first].head != k_none;) {
      const std::size_t end = end_of_run<Value>(entries, first);
      body(entries.subspan(first, end - first));
      first = end;
    }
  }

  void note_width(bool wide_arc, bool wide_loop) {
    // Relaxed: read after the loop has ended.
    if (wide_arc) std::atomic_ref(weights_are_wide_).store(true, std::memory_order_relaxed);
    if (wide_loop) std::atomic_ref(loops_are_wide_).store(true, std::memory_order_relaxed);
  }

  // Rows are cut by arcs and rows, so that neither long nor many rows unbalance the chunks; a row
  // belongs to the chunk that holds its first unit.
  template <class Body>
  void for_narrow_rows(const Body& body) {
    const parallel::Chunks chunks =
        parallel::cut(context_, num_rows_ + static_cast<std::size_t>(begin(num_rows_)));
    const auto first_row = [&](std::size_t unit) {
      std::size_t low = 0;
      std::size_t high = num_rows_;
      // Ends: high - low falls in each turn.
      while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        if (begin(middle) + middle < unit) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low;
    };
    parallel::for_chunks(context_, chunks, [&](std::size_t, std::size_t from, std::size_t to) {
      const std::size_t last = first_row(to);
      bool wide_arc = false;
      bool wide_loop = false;
      std::size_t c = first_row(from);
      Offset start = begin(c);
      for (; c < last; ++c) {
        const Offset end = begin(c + 1);
        const auto entries = entries_.span().subspan(start, end - start);
        if (entries.size() < wide_) body(c, entries, wide_arc, wide_loop);
        start = end;
      }
      note_width(wide_arc, wide_loop);
    });
  }

  // Gathers and sorts all rows; degree[c] becomes the number of their arcs.
  void sort_rows(std::span<Offset> degree) {
    using Row = std::span<Entry<Value>>;
    for_narrow_rows([&](std::size_t c, Row all, bool& wide_arc, bool& wide_loop) {
      std::size_t size = 0;
      for (const VertexId v : input_.classes.members_of(c)) {
        for_each_entry(v, [&](const Entry<Value>& entry) { all[size++] = entry; });
      }
      std::sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(size),
                [](const auto& a, const auto& b) { return a.head < b.head; });
      Offset arcs = 0;
      std::size_t kept = 0;
      for_each_run(all.first(size), [&](Row run) {
        const Sum sum = sum_of_run<Value>(run);
        if (!fits_int32(sum)) (run.front().head == c ? wide_loop : wide_arc) = true;
        if (run.front().head != c) ++arcs;
        if (is_exact<Value>(sum, run.size())) {
          all[kept++] = entry_of(run.front(), sum);
        } else {
          for (const Entry<Value>& entry : run) all[kept++] = entry;
        }
      });
      if (kept < all.size()) all[kept].head = k_none;
      degree[c] = arcs;
    });
    for (std::size_t c = 0; c < num_rows_; ++c) {
      if (is_wide(c)) degree[c] = sort_wide_row(c);
    }
  }

  Offset sort_wide_row(std::size_t c) {
    context_.check_cancelled();
    const std::size_t first = input_.classes.offsets[c];
    const Offset start = begin(c);
    Array<Entry<Value>> gathered(room(c));
    parallel::row_for_each(
        context_, input_.classes.members_of(c).size(),
        [&](std::size_t i) { return place_[first + i]; }, [](std::size_t) { return true; },
        [&](std::size_t i, std::uint64_t at) {
          gathered[at - start] =
              entry_at(input_.classes.members[first + i], at - place_[first + i]);
        });
    sort_runs(context_, gathered);
    const std::span<const Entry<Value>> sorted = gathered.view();
    const std::span<Entry<Value>> out = row(c);
    return parallel::reduce<Offset>(
        context_, sorted.size(), Offset{0},
        [&](std::size_t i) -> Offset {
          out[i] = sorted[i];
          if (!starts_run(sorted, i)) return 0;
          const bool is_arc = sorted[i].head != c;
          const Sum sum = sum_of_run<Value>(sorted.subspan(i, end_of_run(sorted, i) - i));
          if (!fits_int32(sum)) note_width(is_arc, !is_arc);
          return is_arc ? 1 : 0;
        },
        [](Offset a, Offset b) { return a + b; });
  }

  // What stands at place i of the arcs of v and its loop; k_none where `for_each_entry` skips.
  [[nodiscard]] Entry<Value> entry_at(VertexId v, Offset i) const {
    const VertexId c = input_.classes.class_of[v];
    if (i == input_.graph.degree(v)) {
      if constexpr (k_has_weights) return {c, input_.loop_weights[v]};
    }
    const Offset arc = input_.graph.offsets[v] + i;
    const VertexId neighbour = input_.graph.neighbours[arc];
    VertexId head = input_.classes.class_of[neighbour];
    if (head == c && (!keeps_loops() || neighbour < v)) head = k_none;
    if constexpr (k_has_weights) {
      if (head == k_none) return {head, Value{0}};
      return {head, input_.weights.empty() ? Value{1} : input_.weights[arc]};
    } else {
      return {head, {}};
    }
  }
  [[nodiscard]] static bool starts_run(std::span<const Entry<Value>> entries, std::size_t i) {
    return entries[i].head != k_none && (i == 0 || entries[i].head != entries[i - 1].head);
  }

  template <class Out>
  void write_rows(ContractedRows<Value>& result) {
    const std::span<VertexId> neighbours = result.graph.neighbours.span();
    const std::span<Out> weights = std::get<Array<Out>>(result.graph.weights).span();
    const auto write_loop = [&](std::size_t c, Sum sum) {
      if (auto* narrow = std::get_if<Array<std::int32_t>>(&result.loop_weights)) {
        (*narrow)[c] = static_cast<std::int32_t>(sum);
      } else {
        std::get<Array<Sum>>(result.loop_weights)[c] = sum;
      }
    };
    for_narrow_rows([&](std::size_t c, std::span<const Entry<Value>> all, bool&, bool&) {
      Offset next = result.graph.offsets[c];
      for_each_run(all, [&](std::span<const Entry<Value>> run) {
        const Sum sum = sum_of_run<Value>(run);
        if (run.front().head == c) {
          write_loop(c, sum);
          return;
        }
        neighbours[next] = run.front().head;
        weights[next++] = static_cast<Out>(sum);
      });
    });
    for (std::size_t c = 0; c < num_rows_; ++c) {
      if (!is_wide(c)) continue;
      const std::span<const Entry<Value>> all = row(c);
      const auto sum_at = [&](std::size_t i) {
        return sum_of_run<Value>(all.subspan(i, end_of_run(all, i) - i));
      };
      parallel::select(
          context_, all.size(),
          [&](std::size_t i) { return starts_run(all, i) && all[i].head != c; },
          [&](std::size_t place, std::size_t i) {
            neighbours[result.graph.offsets[c] + place] = all[i].head;
            weights[result.graph.offsets[c] + place] = static_cast<Out>(sum_at(i));
          });
      if (!keeps_loops()) continue;
      const auto loop = std::partition_point(all.begin(), all.end(),
                                             [&](const auto& entry) { return entry.head < c; });
      if (loop != all.end() && loop->head == c) {
        write_loop(c, sum_at(static_cast<std::size_t>(loop - all.begin())));
      }
    }
  }

  const Context& context_;
  const RowInput<Value>& input_;
  Offset wide_;
  std::size_t num_rows_;
  Array<Offset> place_;  // of each member's first entry, and where the last one's end
  Array<Entry<Value>> entries_;
  // Real weights are wide in any case.
  bool weights_are_wide_ = std::is_floating_point_v<Value>;
  bool loops_are_wide_ = std::is_floating_point_v<Value>;
};

}  // namespace hypermatch::detail::coarsen
