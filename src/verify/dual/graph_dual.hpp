// SPDX-License-Identifier: MIT
// The dual of b-matchings of a graph in rows: sweeps over its vertices.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "hypermatch/array.hpp"
#include "hypermatch/capacities.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "parallel/host/primitives.hpp"
#include "verify/dual/b_dual_descent.hpp"
#include "verify/dual/best_values.hpp"
#include "verify/dual/dual_problem.hpp"
#include "verify/dual/turns.hpp"
#include "verify/matching/graph_edges.hpp"

namespace hypermatch::detail::verify {

/// Scaled weights of rows that are asked for in ascending order; most are loaded with others.
template <class Value>
class RowWindow {
 public:
  RowWindow(const GraphView& rows, const DualWeights& weights, VertexId end)
      : rows_(rows), weights_(weights), end_(rows.offsets[end]) {}

  /// The weights of v's row, the caller's until the next one is asked for.
  [[nodiscard]] std::span<Value> of(VertexId v) {
    const Offset first = rows_.offsets[v];
    const Offset last = rows_.offsets[v + std::size_t{1}];
    if (last - first > held_.size()) {
      long_row_.resize(last - first);
      weights_.load(first, last, long_row_.data());
      return {long_row_.data(), long_row_.size()};
    }
    if (last > held_end_) {
      held_begin_ = first;
      held_end_ = std::min<Offset>(end_, first + held_.size());
      weights_.load(held_begin_, held_end_, held_.data());
    }
    return std::span(held_).subspan(first - held_begin_, last - first);
  }

 private:
  const GraphView& rows_;
  const DualWeights& weights_;
  Offset end_;
  Offset held_begin_ = 0;
  Offset held_end_ = 0;
  std::array<Value, k_block_places> held_;
  Array<Value> long_row_;
};

/// Value: float, whose values take half of the cache, or double, which loses nothing that counts in
/// small instances.
template <class Value>
class GraphDual {
 public:
  GraphDual(const GraphView& graph, const DualWeights& weights)
      : graph_(graph),
        weights_(weights),
        value_(graph.num_vertices, 0),
        next_(graph.num_vertices, 0),
        y_(graph.num_vertices, 0.0) {}

  /// Bounds of fewer sweeps are worse by 0.003 of the optimum and more.
  static constexpr std::uint64_t k_fewest_sweeps = 3;

  [[nodiscard]] VertexId num_vertices() const { return graph_.num_vertices; }
  [[nodiscard]] std::uint64_t num_pins() const { return graph_.neighbours.size(); }
  [[nodiscard]] std::uint64_t degree(VertexId v) const { return graph_.degree(v); }
  [[nodiscard]] const DualValues& y(const Context& context) {
    parallel::for_each(context, y_.size(), [&](std::size_t v) { y_[v] = value_[v]; });
    return y_;
  }

  /// out[v] = the first weight at v that does not fit, shared evenly, or, of vertices of capacity
  /// 0, the largest one, `closed` times. @throws Error{resources, cancelled}
  void share_evenly(const Context& context, const Capacities& capacities, double closed,
                    DualValues& out) const {
    for_blocks_of_rows(context, [&](VertexId first, VertexId last, RowWindow<Value>& window) {
      RowScratch<Key> scratch;
      for (VertexId v = first; v < last; ++v) {
        const std::size_t capacity = capacities[v];
        if (degree(v) <= capacity) {
          out[v] = 0;
        } else if (capacity == 0) {
          out[v] = closed * std::ranges::max(window.of(v));
        } else {
          const std::span<const Value> weights = window.of(v);
          const std::span<Key> keys = scratch.of(weights.size());
          std::ranges::transform(weights, keys.begin(),
                                 [](Value weight) { return std::bit_cast<Key>(weight); });
          const Key guess = keys[0];
          out[v] = std::bit_cast<Value>(best_values(keys, capacity, guess).least) / 2;
        }
      }
    });
  }

  void start(const Context& context, const DualValues& y) {
    parallel::for_each(context, y.size(),
                       [&](std::size_t v) { value_[v] = static_cast<Value>(y[v]); });
  }

  /// Each vertex goes `relaxation` of its way to its best values, but those of capacity 0.
  /// @throws Error{resources, cancelled}
  void sweep(const Context& context, const Capacities& capacities, double relaxation) {
    in_turns<k_block>(
        context, num_vertices(),
        [&](VertexId first, VertexId last) { move(first, last, capacities, relaxation); },
        [&](VertexId first, VertexId last) {
          std::copy(next_.begin() + first, next_.begin() + last, value_.begin() + first);
        });
  }

 private:
  // Bits of numbers >= 0, which compare as these do.
  using Key = std::conditional_t<std::is_same_v<Value, float>, std::int32_t, std::int64_t>;

  static constexpr std::size_t k_block = 64;  // vertices that one task moves in turn
  static constexpr std::size_t k_ahead = 24;  // arcs between the request for a value and its use

  template <class Body>
  void for_blocks_of_rows(const Context& context, const Body& body) const {
    parallel::for_each(
        context, (num_vertices() + k_block - 1) / k_block,
        [&](std::size_t block) {
          context.check_cancelled();
          const auto first = static_cast<VertexId>(block * k_block);
          const auto last =
              static_cast<VertexId>(std::min<std::size_t>(num_vertices(), first + k_block));
          RowWindow<Value> window(graph_, weights_, last);
          body(first, last, window);
        },
        16);
  }

  void move(VertexId first, VertexId last, const Capacities& capacities, double relaxation) {
    RowWindow<Value> window(graph_, weights_, last);
    RowScratch<Key> scratch;
    std::array<Value, k_block> mine;
    std::copy(value_.begin() + first, value_.begin() + last, mine.begin());
    const VertexId* const end = graph_.neighbours.data() + graph_.offsets[last];
    for (VertexId v = first; v < last; ++v) {
      const std::size_t capacity = capacities[v];
      if (capacity == 0) continue;
      Value& value = mine[v - first];
      if (degree(v) <= capacity) {
        value = 0;
        continue;
      }
      const std::span<const Value> weights = window.of(v);
      const std::span<Key> residuals = scratch.of(weights.size());
      const VertexId* const row = graph_.neighbours.data() + graph_.offsets[v];
      for (std::size_t i = 0; i < residuals.size(); ++i) {
        const VertexId u = row[i];
        if (row + i + k_ahead < end) __builtin_prefetch(&value_[row[i + k_ahead]]);
        const Value* const other = u - first < last - first ? &mine[u - first] : &value_[u];
        residuals[i] = std::bit_cast<Key>(std::max(Value{0}, weights[i] - *other));
      }
      const auto found = best_values(residuals, capacity, std::bit_cast<Key>(value));
      value = BestValues<Value>{std::bit_cast<Value>(found.most), std::bit_cast<Value>(found.least)}
                  .reached_from(value, relaxation);
    }
    std::copy(mine.begin(), mine.begin() + (last - first), next_.begin() + first);
  }

  GraphView graph_;
  const DualWeights& weights_;
  Array<Value> value_;
  Array<Value> next_;  // where the vertices of a turn are behind it
  DualValues y_;
};

/// use(dual) with the dual of these edges, whose weights are given, too.
template <class Use>
double with_dual(const Context& /*context*/, const RowEdges& edges, const DualWeights& weights,
                 Objective /*objective*/, const Use& use) {
  if (edges.num_pins() <= k_small_b_dual) {
    GraphDual<double> dual(edges.rows(), weights);
    return use(dual);
  }
  GraphDual<float> dual(edges.rows(), weights);
  return use(dual);
}
/// Makes rows.
template <class Use>
double with_dual(const Context& context, const ListEdges& edges, const DualWeights& /*weights*/,
                 Objective objective, const Use& use) {
  const CompressedGraph rows = compress(context, edges.list());
  const RowEdges edges_of_rows(rows.view());
  return with_dual(context, edges_of_rows, DualWeights(context, edges_of_rows, objective),
                   objective, use);
}

}  // namespace hypermatch::detail::verify
