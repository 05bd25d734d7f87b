// SPDX-License-Identifier: MIT
// Contraction of a matching to a coarser graph, what a multilevel method does next (Karypis, Kumar
// 1998, doi:10.1137/S1064827595287997). Coarse vertices are numbered by their smallest member, rows
// ascend, weights of parallel edges add up: in int64, or exactly, rounded to double once, so that
// both directions of an edge agree. O(n + m) work and a sort of each row; the same on any number of
// threads. 16 bytes an arc while it runs.
#include <algorithm>
#include <string>
#include <type_traits>
#include <utility>

#include "coarsen/merge_rows.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/graph_matching.hpp"
#include "parallel/host/check_input.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/segmented.hpp"

namespace hypermatch {

using namespace detail::coarsen;
namespace parallel = detail::parallel;

namespace {

void check_mates(const Context& context, const GraphView& graph, std::span<const VertexId> mates) {
  const std::size_t n = graph.num_vertices;
  if (mates.size() != n) {
    throw Error(ErrorCode::invalid_input, "there are " + std::to_string(mates.size()) +
                                              " mates for " + std::to_string(n) + " vertices");
  }
  const auto is_wrong = [&](std::size_t v) {
    const VertexId mate = mates[v];
    return mate != k_none && (mate >= n || mate == v || mates[mate] != v);
  };
  const auto wrong = parallel::reduce<std::size_t>(
      context, n, n, [&](std::size_t v) { return is_wrong(v) ? v : n; },
      [](std::size_t a, std::size_t b) { return std::min(a, b); });
  if (wrong < n) {
    throw Error(ErrorCode::invalid_input,
                "mates[" + std::to_string(wrong) + "] is " + std::to_string(mates[wrong]) +
                    ", must be none, or another vertex whose mate is " + std::to_string(wrong));
  }
}

// Which vertices became one: `first[c]` and its mate, if it has one.
struct Members {
  std::span<const VertexId> mates;
  Array<VertexId> first;

  template <class Body>
  void for_each(std::size_t c, const Body& body) const {
    body(first[c]);
    if (mates[first[c]] != k_none) body(mates[first[c]]);
  }
};

// Numbers the coarse vertices by their smallest member.
Members number(const Context& context, std::span<const VertexId> mates,
               Array<VertexId>& coarse_vertex) {
  const std::size_t n = mates.size();
  Members members{mates, Array<VertexId>(n)};
  const auto leads = [&](std::size_t v) { return v < mates[v]; };  // nothing is below k_none
  const std::size_t count =
      parallel::select(context, n, leads, [&](std::size_t place, std::size_t v) {
        coarse_vertex[v] = static_cast<VertexId>(place);
        members.first[place] = static_cast<VertexId>(v);
      });
  parallel::for_each(context, n, [&](std::size_t v) {
    if (!leads(v)) coarse_vertex[v] = coarse_vertex[mates[v]];
  });
  members.first.resize(count);
  return members;
}

Array<std::int64_t> add_vertex_weights(const Context& context, const Members& members,
                                       std::span<const std::int64_t> weights) {
  Array<std::int64_t> sums(members.first.size());
  parallel::for_each(context, sums.size(), [&](std::size_t c) {
    std::int64_t sum = 0;
    members.for_each(c, [&](VertexId v) {
      if (__builtin_add_overflow(sum, weights.empty() ? 1 : weights[v], &sum)) {
        throw Error(ErrorCode::invalid_input,
                    "the weights of two contracted vertices add up beyond 64-bit integers");
      }
    });
    sums[c] = sum;
  });
  return sums;
}

// The coarse graph; `weight` maps an arc to its weight as a Sum.
template <class Sum, class Weight>
CompressedGraph contracted(const Context& context, const GraphView& graph, const Members& members,
                           std::span<const VertexId> coarse_vertex, const Weight& weight) {
  const std::size_t n = members.first.size();
  UnmergedRows<Sum> rows{Array<Offset>(n + 1), {}};
  rows.room[n] = parallel::exclusive_scan<Offset>(
      context, n,
      [&](std::size_t c) {
        Offset arcs = 0;
        members.for_each(c, [&](VertexId v) { arcs += graph.degree(v); });
        return arcs;
      },
      [&](std::size_t c, Offset sum) { rows.room[c] = sum; });
  rows.arcs.resize(rows.room[n]);
  CompressedGraph coarse;
  coarse.num_vertices = static_cast<VertexId>(n);
  coarse.offsets.resize(n + 1);
  const auto gather = [&](std::size_t c, std::span<CoarseArc<Sum>> row) {
    std::size_t size = 0;
    members.for_each(c, [&](VertexId v) {
      for (Offset i = graph.offsets[v]; i < graph.offsets[v + std::size_t{1}]; ++i) {
        const VertexId head = coarse_vertex[graph.neighbours[i]];
        if (head != c) row[size++] = {head, weight(i)};
      }
    });
    return size;
  };
  merge_rows(context, rows, gather, coarse.offsets.span());

  coarse.offsets[n] = parallel::exclusive_scan<Offset>(
      context, n, [&](std::size_t c) { return coarse.offsets[c]; },
      [&](std::size_t c, Offset sum) { coarse.offsets[c] = sum; });
  coarse.neighbours.resize(coarse.offsets[n]);
  Array<Sum> weights(coarse.offsets[n]);
  parallel::for_pieces(
      context, n, [&](std::size_t c) { return coarse.offsets[c]; },
      [&](const parallel::RowPiece& piece) {
        const CoarseArc<Sum>* from =
            rows.arcs.data() + rows.room[piece.row] - coarse.offsets[piece.row];
        for (Offset p = piece.begin; p < piece.end; ++p) {
          coarse.neighbours[p] = from[p].head;
          weights[p] = from[p].weight;
        }
      });
  coarse.weights = std::move(weights);
  return coarse;
}

}  // namespace

Contraction contract(const Context& context, const GraphView& graph,
                     std::span<const VertexId> mates,
                     std::span<const std::int64_t> vertex_weights) {
  parallel::check_input(context, graph);
  check_mates(context, graph, mates);
  if (!vertex_weights.empty() && vertex_weights.size() != graph.num_vertices) {
    throw Error(ErrorCode::invalid_input, "there are " + std::to_string(vertex_weights.size()) +
                                              " vertex weights for " +
                                              std::to_string(graph.num_vertices) + " vertices");
  }
  Contraction result;
  result.coarse_vertex.resize(graph.num_vertices);
  const Members members = number(context, mates, result.coarse_vertex);
  result.vertex_weights = add_vertex_weights(context, members, vertex_weights);
  context.check_cancelled();
  const std::span<const VertexId> coarse_vertex = result.coarse_vertex.view();
  result.graph = std::visit(
      [&](const auto& held) {
        using View = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<View, std::monostate>) {
          return contracted<std::int64_t>(context, graph, members, coarse_vertex,
                                          [](Offset) { return std::int64_t{1}; });
        } else {
          using Sum = std::conditional_t<std::is_integral_v<typename View::value_type>,
                                         std::int64_t, double>;
          return contracted<Sum>(context, graph, members, coarse_vertex,
                                 [held](Offset i) { return static_cast<Sum>(held[i]); });
        }
      },
      graph.weights);
  return result;
}

}  // namespace hypermatch
