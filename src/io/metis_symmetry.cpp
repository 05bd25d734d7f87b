// SPDX-License-Identifier: MIT
#include "io/metis_symmetry.hpp"

#include <algorithm>
#include <functional>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "io/graph_builder.hpp"
#include "io/metis_merge.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::io {

namespace {

template <class Held>
struct ItemOf {
  using Type = char;  // there are none
};
template <class T>
struct ItemOf<Array<T>> {
  using Type = T;
};

/// Puts the entries of one row in order: those below its vertex ascending, then the others as they
/// stand. One per task.
template <class Held>
class RowSorter {
 public:
  RowSorter(CompressedGraph& rows, Held& weights) : rows_(rows), weights_(weights) {}

  /// False if a neighbour stands twice.
  bool sort(VertexId v) {
    const Offset begin = rows_.offsets[v];
    const std::span<VertexId> row =
        rows_.neighbours.span().subspan(begin, rows_.offsets[v + std::size_t{1}] - begin);
    if (std::adjacent_find(row.begin(), row.end(), std::greater_equal<>()) == row.end()) {
      return true;
    }
    if (row.size() > rows_.num_vertices) return false;
    order_.clear();
    for (std::size_t i = 0; i < row.size(); ++i) {
      order_.push_back((static_cast<std::uint64_t>(row[i]) << 32) | i);
    }
    std::sort(order_.begin(), order_.end());
    const auto same = [](std::uint64_t a, std::uint64_t b) { return a >> 32 == b >> 32; };
    if (std::adjacent_find(order_.begin(), order_.end(), same) != order_.end()) return false;
    const auto above = std::partition_point(order_.begin(), order_.end(),
                                            [v](std::uint64_t word) { return word >> 32 < v; });
    std::sort(above, order_.end(), [](std::uint64_t a, std::uint64_t b) {
      return static_cast<std::uint32_t>(a) < static_cast<std::uint32_t>(b);
    });
    for (std::size_t i = 0; i < row.size(); ++i) row[i] = static_cast<VertexId>(order_[i] >> 32);
    if constexpr (!std::is_same_v<Held, std::monostate>) {
      const auto mine = weights_.span().subspan(begin, row.size());
      old_weights_.assign(mine.begin(), mine.end());
      for (std::size_t i = 0; i < row.size(); ++i) {
        mine[i] = old_weights_[static_cast<std::uint32_t>(order_[i])];
      }
    }
    return true;
  }

 private:
  CompressedGraph& rows_;
  Held& weights_;
  std::vector<std::uint64_t> order_;  // (neighbour << 32) | place in the row
  std::vector<typename ItemOf<Held>::Type> old_weights_;
};

constexpr std::uint64_t k_disagree = ~std::uint64_t{0};

/// The number of entries above their row's vertex, or k_disagree if one of them has no back entry
/// of the same weight. The rows are sorted.
template <class Held>
std::uint64_t count_mirrored(const CompressedGraph& rows, const Held& weights, VertexId v) {
  const VertexId* const neighbours = rows.neighbours.data();
  Offset i = rows.offsets[v];
  const Offset end = rows.offsets[v + std::size_t{1}];
  while (i < end && neighbours[i] < v) ++i;
  const std::uint64_t count = end - i;
  for (; i < end; ++i) {
    const VertexId u = neighbours[i];
    // What is above u is above v, so the whole row is parted by v.
    const VertexId* back = neighbours + rows.offsets[u];
    std::size_t size = rows.offsets[u + std::size_t{1}] - rows.offsets[u];
    if (size == 0) return k_disagree;
    // Without a branch that depends on the data: half of them would be mispredicted.
    for (; size > 1; size -= size / 2) back += back[size / 2 - 1] < v ? size / 2 : 0;
    if (*back != v) return k_disagree;
    if constexpr (!std::is_same_v<Held, std::monostate>) {
      if (weights[static_cast<std::size_t>(back - neighbours)] != weights[i]) return k_disagree;
    }
  }
  return count;
}

/// Calls `body(v, state)` for all vertices until one returns k_disagree, which is then the result;
/// else the sum. `make_state()` makes what the vertices of one task share.
template <class MakeState, class Body>
std::uint64_t sum_over_rows(const Context& context, VertexId n, const MakeState& make_state,
                            const Body& body) {
  const parallel::Chunks chunks = parallel::cut(context, n, 1024, 32);
  std::vector<std::uint64_t> sums(chunks.count, 0);
  parallel::for_chunks(context, chunks,
                       [&](std::size_t chunk, std::size_t first, std::size_t last) {
                         auto state = make_state();
                         for (std::size_t v = first; v < last; ++v) {
                           const std::uint64_t found = body(static_cast<VertexId>(v), state);
                           sums[chunk] = found == k_disagree ? k_disagree : sums[chunk] + found;
                           if (found == k_disagree) return;
                         }
                       });
  std::uint64_t total = 0;
  for (const std::uint64_t sum : sums) {
    if (sum == k_disagree) return k_disagree;
    total += sum;
  }
  return total;
}

/// Whether each entry has its back entry, with the same weight, in one pass on one thread: in the
/// order of rows, the entries above their vertex are the back entries of the entries below theirs.
template <class Held>
bool is_mirrored(const CompressedGraph& rows, const Held& weights) {
  const Array<VertexId>& neighbours = rows.neighbours;
  // The first entry of each row whose back entry has not passed.
  Array<Offset> next = rows.offsets.clone();
  for (VertexId v = 0; v < rows.num_vertices; ++v) {
    const Offset end = rows.offsets[v + std::size_t{1}];
    Offset i = next[v];
    // Beyond the end, where an entry of the next row was taken for one of this row.
    if (i > end || (i < end && neighbours[i] < v)) return false;
    for (; i < end; ++i) {
      const Offset back = next[neighbours[i]]++;
      if (back >= neighbours.size() || neighbours[back] != v) return false;
      if constexpr (!std::is_same_v<Held, std::monostate>) {
        if (weights[back] != weights[i]) return false;
      }
    }
  }
  return true;
}

/// Sorts the rows. True if no entry stands twice and each has its back entry, with the same weight.
template <class Held>
bool sort_and_compare(const Context& context, CompressedGraph& rows, Held& weights) {
  const std::uint64_t repeated = sum_over_rows(
      context, rows.num_vertices, [&] { return RowSorter<Held>(rows, weights); },
      [](VertexId v, RowSorter<Held>& sorter) { return sorter.sort(v) ? 0 : k_disagree; });
  if (repeated == k_disagree) return false;
  if (context.threads() == 1) return is_mirrored<Held>(rows, weights);
  const std::uint64_t above = sum_over_rows(
      context, rows.num_vertices, [] { return 0; },
      [&](VertexId v, int) { return count_mirrored<Held>(rows, weights, v); });
  // Each entry above its vertex has a back entry of its own, so equal counts leave none over.
  return above != k_disagree && 2 * above == rows.neighbours.size();
}

}  // namespace

std::optional<OneSidedArc> join_directions(const Context& context, CompressedGraph& rows,
                                           std::uint64_t& merged) {
  merged = 0;
  const bool agree = std::visit(
      [&](auto& weights) { return sort_and_compare(context, rows, weights); }, rows.weights);
  if (agree) return std::nullopt;
  MetisArcs arcs = split_directions(context, rows.view());
  rows.neighbours = {};
  rows.weights = {};
  if (const auto arc = match_directions(context, arcs, merged)) return arc;
  arcs.backward = {};
  arcs.backward_weights = {};
  if (merged != 0) drop_repeated(context, arcs.forward, arcs.forward_weights);
  rows = compress(context, {arcs.num_vertices, arcs.forward.view(), view_of(arcs.forward_weights)});
  return std::nullopt;
}

}  // namespace hypermatch::detail::io
