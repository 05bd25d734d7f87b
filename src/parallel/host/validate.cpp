// SPDX-License-Identifier: MIT
// Validation of graphs and hypergraphs from untrusted callers on all threads. The parallel passes
// only decide whether all invariants hold. If one does not, the sequential `validate` of
// src/structures names the first violation.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "hypermatch/bipartite.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/hypergraph.hpp"
#include "parallel/host/mirrored_rows.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/segmented.hpp"
#include "parallel/host/sorted_pairs.hpp"
#include "structures/equal_weights.hpp"
#include "structures/shape.hpp"

namespace hypermatch {

namespace parallel = detail::parallel;
using detail::structures::check_shape;
using detail::structures::throw_broken_promise;

namespace {

template <class Holds>
bool all_of(const Context& context, std::size_t items, const Holds& holds) {
  return parallel::reduce<std::uint32_t>(
             context, items, 1, [&](std::size_t i) { return holds(i) ? 1U : 0U; },
             [](std::uint32_t a, std::uint32_t b) { return a & b; }) != 0;
}

// holds(row, scratch) for every row; each chunk of rows has a Scratch of its own.
template <class Scratch, class Holds>
bool all_rows(const Context& context, std::span<const Offset> offsets, const Holds& holds) {
  if (offsets.empty()) return true;
  const std::size_t rows = offsets.size() - 1;
  const auto offset = [&](std::size_t r) { return offsets[r]; };
  const parallel::Chunks chunks = parallel::cut_rows(context, rows, offset);
  // Relaxed: read after the parallel loop only.
  std::atomic<bool> all = true;
  parallel::run_tasks(context, chunks.count, [&](std::size_t chunk) {
    Scratch scratch;
    parallel::for_row_pieces(chunks, chunk, rows, offset, [&](const parallel::RowPiece& piece) {
      if (piece.starts && !holds(piece.row, scratch)) all.store(false, std::memory_order_relaxed);
    });
  });
  context.check_cancelled();
  return all;
}

bool ascend(const Context& context, std::span<const Offset> offsets) {
  return offsets.empty() || all_of(context, offsets.size() - 1,
                                   [&](std::size_t r) { return offsets[r] <= offsets[r + 1]; });
}

bool all_below(const Context& context, std::span<const VertexId> items, VertexId limit) {
  return all_of(context, items.size(), [&](std::size_t i) { return items[i] < limit; });
}

bool are_finite(const Context& context, const WeightsView& weights) {
  return std::visit(
      [&](const auto& held) {
        using View = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<View, std::monostate>) {
          return true;
        } else if constexpr (std::is_integral_v<typename View::value_type>) {
          return true;
        } else {
          return all_of(context, held.size(),
                        [&](std::size_t i) { return std::isfinite(held[i]); });
        }
      },
      weights);
}

// Finds a number that stands twice: short rows by comparing all, long ones by a bitmap.
class Repeats {
 public:
  [[nodiscard]] bool are_in(std::span<const VertexId> row, VertexId limit) {
    constexpr std::size_t k_short = 16;
    if (row.size() > k_short) return are_in_long(row, limit);
    for (std::size_t i = 1; i < row.size(); ++i) {
      const std::span<const VertexId> before = row.first(i);
      if (std::find(before.begin(), before.end(), row[i]) != before.end()) return true;
    }
    return false;
  }

 private:
  bool are_in_long(std::span<const VertexId> row, VertexId limit) {
    seen_.resize(limit, false);
    bool repeated = false;
    for (const VertexId v : row) {
      repeated |= seen_[v];
      seen_[v] = true;
    }
    for (const VertexId v : row) seen_[v] = false;
    return repeated;
  }

  std::vector<bool> seen_;
};

// Offsets ascend, entries are below `limit`.
bool are_distinct(const Context& context, std::span<const Offset> offsets,
                  std::span<const VertexId> entries, VertexId limit) {
  return all_rows<Repeats>(context, offsets, [&](std::size_t r, Repeats& repeats) {
    return !repeats.are_in(entries.subspan(offsets[r], offsets[r + 1] - offsets[r]), limit);
  });
}

// Offsets ascend.
bool has_no_loop(const Context& context, const GraphView& graph) {
  // Relaxed: read after the parallel loop only.
  std::atomic<bool> none = true;
  parallel::for_pieces(
      context, graph.num_vertices, [&](std::size_t v) { return graph.offsets[v]; },
      [&](const parallel::RowPiece& piece) {
        const auto part = graph.neighbours.subspan(piece.begin, piece.end - piece.begin);
        if (std::find(part.begin(), part.end(), piece.row) != part.end()) {
          none.store(false, std::memory_order_relaxed);
        }
      });
  context.check_cancelled();
  return none;
}

// Items grouped by key(item) < groups, in any order inside a group: store(place, item).
template <class Key, class Store>
Array<Offset> group(const Context& context, std::size_t groups, std::size_t items, const Key& key,
                    const Store& store) {
  // offsets[g + 1] first counts the items of group g, then is the place of its next item.
  Array<Offset> offsets(groups + 1, 0);
  // body(first place, first item, end) for runs of items of the same group: a run takes its places
  // at once, since single items of a star would meet at the counter of its centre.
  const parallel::Chunks chunks = parallel::cut(context, items, std::size_t{1} << 12);
  const auto take_runs = [&](const auto& body) {
    parallel::for_chunks(context, chunks, [&](std::size_t, std::size_t begin, std::size_t last) {
      std::size_t end = begin;
      // Ends: each turn takes a run, which is not empty.
      for (std::size_t i = begin; i < last; i = end) {
        const std::size_t g = key(i);
        for (end = i + 1; end < last && key(end) == g;) ++end;
        // Relaxed: counters hand out places, and the loops' ends publish them.
        body(std::atomic_ref(offsets[g + 1]).fetch_add(end - i, std::memory_order_relaxed), i, end);
      }
    });
  };
  take_runs([](std::size_t, std::size_t, std::size_t) {});
  (void)parallel::exclusive_scan<Offset>(
      context, groups, [&](std::size_t g) { return offsets[g + 1]; },
      [&](std::size_t g, Offset sum) { offsets[g + 1] = sum; });
  take_runs([&](std::size_t place, std::size_t i, std::size_t end) {
    for (; i < end; ++i) store(place++, i);
  });
  context.check_cancelled();
  return offsets;
}

// The arcs that enter each vertex.
struct EnteringArcs {
  Array<VertexId> tails;
  Array<Offset> arcs;
  Array<Offset> offsets;
};

EnteringArcs entering_arcs(const Context& context, const GraphView& graph) {
  EnteringArcs entering{Array<VertexId>(graph.num_arcs()), Array<Offset>(graph.num_arcs()), {}};
  // Which row an arc is in, until its place among those that enter is known.
  Array<VertexId> tail_of(graph.num_arcs());
  parallel::for_pieces(
      context, graph.num_vertices, [&](std::size_t v) { return graph.offsets[v]; },
      [&](const parallel::RowPiece& piece) {
        for (Offset i = piece.begin; i < piece.end; ++i) {
          tail_of[i] = static_cast<VertexId>(piece.row);
        }
      });
  entering.offsets = group(
      context, graph.num_vertices, graph.num_arcs(),
      [&](std::size_t i) { return graph.neighbours[i]; },
      [&](std::size_t place, std::size_t i) {
        entering.tails[place] = tail_of[i];
        entering.arcs[place] = i;
      });
  return entering;
}

// For one vertex at a time: what leaves and what enters it, by the vertex at the other end.
struct ArcsOfVertex {
  std::vector<std::pair<VertexId, Offset>> leaving;
  std::vector<std::pair<VertexId, Offset>> entering;
  std::vector<Offset> arc_to;  // of long rows: the arc that leaves for each vertex, or k_no_arc
};

constexpr Offset k_no_arc = ~Offset{0};

// Whether equal(a, b) holds for each arc a that leaves v and the one b that enters v from its end.
// For long rows, which it does not sort; rows are distinct.
template <class Equal>
bool arcs_match(const GraphView& graph, const EnteringArcs& all, std::size_t v,
                std::vector<Offset>& arc_to, const Equal& equal) {
  arc_to.resize(graph.num_vertices, k_no_arc);
  const Offset first = graph.offsets[v];
  const Offset last = graph.offsets[v + 1];
  for (Offset i = first; i < last; ++i) arc_to[graph.neighbours[i]] = i;
  bool match = last - first == all.offsets[v + 1] - all.offsets[v];
  for (Offset i = all.offsets[v]; match && i < all.offsets[v + 1]; ++i) {
    const Offset leaving = arc_to[all.tails[i]];
    match = leaving != k_no_arc && equal(leaving, all.arcs[i]);
  }
  for (Offset i = first; i < last; ++i) arc_to[graph.neighbours[i]] = k_no_arc;
  return match;
}

// Every arc has its counterpart with the same weight; rows are distinct.
bool is_symmetric(const Context& context, const GraphView& graph) {
  const EnteringArcs all = entering_arcs(context, graph);
  const auto equal = [&](Offset a, Offset b) {
    return detail::structures::equal_weights(graph.weights, a, b);
  };
  return all_rows<ArcsOfVertex>(context, graph.offsets, [&](std::size_t v, ArcsOfVertex& of) {
    if (graph.degree(static_cast<VertexId>(v)) > graph.num_vertices / 16) {
      return arcs_match(graph, all, v, of.arc_to, equal);
    }
    of.leaving.clear();
    of.entering.clear();
    for (Offset i = graph.offsets[v]; i < graph.offsets[v + 1]; ++i) {
      of.leaving.emplace_back(graph.neighbours[i], i);
    }
    for (Offset i = all.offsets[v]; i < all.offsets[v + 1]; ++i) {
      of.entering.emplace_back(all.tails[i], all.arcs[i]);
    }
    std::sort(of.leaving.begin(), of.leaving.end());
    std::sort(of.entering.begin(), of.entering.end());
    return std::equal(of.leaving.begin(), of.leaving.end(), of.entering.begin(), of.entering.end(),
                      [&](const auto& a, const auto& b) {
                        return a.first == b.first && equal(a.second, b.second);
                      });
  });
}

}  // namespace

void validate(const Context& context, const HypergraphView& hypergraph) {
  check_shape(hypergraph);
  const auto& [n, offsets, pins, weights] = hypergraph;
  const bool holds = ascend(context, offsets) && all_below(context, pins, n) &&
                     are_finite(context, weights) && are_distinct(context, offsets, pins, n);
  if (!holds) throw_broken_promise(hypergraph);
}

void validate(const Context& context, const BipartiteView& bipartite) {
  check_shape(bipartite);
  const bool holds = ascend(context, bipartite.offsets) &&
                     all_below(context, bipartite.columns, bipartite.num_columns);
  if (!holds) throw_broken_promise(bipartite);
}

void validate(const Context& context, const EdgeListView& graph) {
  check_shape(graph);
  const VertexId n = graph.num_vertices;
  const std::span<const GraphEdge> edges = graph.edges;
  const auto holds_alone = [&](std::size_t e) {
    return edges[e].u < n && edges[e].v < n && edges[e].u != edges[e].v;
  };
  bool holds = all_of(context, edges.size(), holds_alone) && are_finite(context, graph.weights);
  if (holds && !parallel::are_sorted(context, edges)) {
    // By the smaller end: then no larger one stands twice in a group.
    Array<VertexId> larger(edges.size());
    const Array<Offset> offsets = group(
        context, n, edges.size(), [&](std::size_t e) { return std::min(edges[e].u, edges[e].v); },
        [&](std::size_t place, std::size_t e) {
          larger[place] = std::max(edges[e].u, edges[e].v);
        });
    holds = are_distinct(context, offsets.view(), larger.view(), n);
  }
  if (!holds) throw_broken_promise(graph);
}

void validate(const Context& context, const GraphView& graph) {
  context.check_cancelled();
  check_shape(graph);
  const VertexId n = graph.num_vertices;
  const bool holds = ascend(context, graph.offsets) && all_below(context, graph.neighbours, n) &&
                     are_finite(context, graph.weights);
  // Rows as `compress` and the readers make them.
  if (holds && parallel::are_mirrored(context, graph)) return;
  if (holds && context.threads() > 1 && has_no_loop(context, graph) &&
      are_distinct(context, graph.offsets, graph.neighbours, n) && is_symmetric(context, graph)) {
    return;
  }
  // On one thread this is faster than the lines above: it sorts nothing.
  validate(graph);
  context.check_cancelled();
  if (!holds || context.threads() > 1) throw_broken_promise(graph);
}

}  // namespace hypermatch
