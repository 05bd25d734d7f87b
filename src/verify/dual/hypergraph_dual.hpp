// SPDX-License-Identifier: MIT
// The dual of b-matchings of a hypergraph: sweeps over its vertices. What each edge misses, its
// weight less the y of its pins, is a whole number of small units, so that threads can add to it in
// any order.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hypermatch/array.hpp"
#include "hypermatch/capacities.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/hypergraph.hpp"
#include "parallel/host/grain.hpp"
#include "parallel/host/incidence.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/shared_words.hpp"
#include "verify/dual/best_values.hpp"
#include "verify/dual/dual_problem.hpp"
#include "verify/dual/turns.hpp"

namespace hypermatch::detail::verify {

/// Changes that the vertices of a block made to edges, in a hash table without probing: a later
/// edge replaces an earlier one in the same slot.
class AddedToEdges {
 public:
  /// For a block with `pins` pins.
  explicit AddedToEdges(std::size_t pins)
      : shift_(32 - std::clamp(static_cast<int>(std::bit_width(2 * pins)), 4, k_most_log)) {
    std::fill_n(edges_.begin(), std::size_t{1} << (32 - shift_), k_none);
  }
  [[nodiscard]] std::int64_t at(EdgeId e) const {
    const std::size_t place = place_of(e);
    return edges_[place] == e ? added_[place] : 0;
  }
  void add(EdgeId e, std::int64_t change) {
    const std::size_t place = place_of(e);
    added_[place] = edges_[place] == e ? added_[place] + change : change;
    edges_[place] = e;
  }

 private:
  static constexpr int k_most_log = 13;
  [[nodiscard]] std::size_t place_of(EdgeId e) const { return e * 2654435769U >> shift_; }

  int shift_;
  std::array<EdgeId, 1U << k_most_log> edges_;
  std::array<std::int64_t, 1U << k_most_log> added_;
};

class HypergraphDual {
 public:
  HypergraphDual(const Context& context, const HypergraphView& hypergraph,
                 const DualWeights& weights)
      : hypergraph_(hypergraph),
        incidence_(parallel::build_incidence(context, hypergraph)),
        weights_(weights),
        missing_(hypergraph.num_edges()),
        value_(hypergraph.num_vertices, 0),
        next_(hypergraph.num_vertices, 0),
        y_(hypergraph.num_vertices, 0.0) {
    const std::uint64_t longest = parallel::reduce(
        context, hypergraph.num_edges(), std::uint64_t{1},
        [&](std::size_t e) { return hypergraph.edge_size(static_cast<EdgeId>(e)); },
        [](std::uint64_t a, std::uint64_t b) { return std::max(a, b); });
    // Weights are below 2^(above + 1), values at most 2^(above + 2), and behind sweeps a third
    // more: what is missing stays below 2^62 units.
    const int above = std::ilogb(weights.largest());
    const int bits = std::min(44, 58 - static_cast<int>(std::bit_width(longest))) - above;
    unit_ = std::ldexp(1.0, -bits);
    per_unit_ = std::ldexp(1.0, bits);
  }

  /// Bounds of fewer sweeps are worse by 0.003 of the optimum and more.
  static constexpr std::uint64_t k_fewest_sweeps = 4;

  [[nodiscard]] VertexId num_vertices() const { return hypergraph_.num_vertices; }
  [[nodiscard]] std::uint64_t num_pins() const { return hypergraph_.num_pins(); }
  [[nodiscard]] std::uint64_t degree(VertexId v) const { return incidence_.edges_of(v).size(); }
  [[nodiscard]] const DualValues& y(const Context& context) {
    parallel::for_each(context, y_.size(),
                       [&](std::size_t v) { y_[v] = static_cast<double>(value_[v]) * unit_; });
    return y_;
  }

  /// As GraphDual::share_evenly. `start` must follow. @throws Error{resources, cancelled}
  void share_evenly(const Context& context, const Capacities& capacities, double closed,
                    DualValues& out) {
    for_loaded(context, [&](EdgeId e, double weight) {
      const std::uint64_t size = std::max<std::uint64_t>(hypergraph_.edge_size(e), 1);
      missing_[e] = in_units(weight / static_cast<double>(size));
    });
    parallel::for_each(
        context, (num_vertices() + k_block - 1) / k_block,
        [&](std::size_t block) {
          context.check_cancelled();
          RowScratch<std::int64_t> scratch;
          const std::size_t first = block * k_block;
          for (std::size_t i = first; i < std::min<std::size_t>(num_vertices(), first + k_block);
               ++i) {
            const auto v = static_cast<VertexId>(i);
            out[v] = capacities[v] == 0 ? closed * largest_weight(v)
                                        : share_of(v, capacities[v], scratch);
          }
        },
        32);
  }

  void start(const Context& context, const DualValues& y) {
    parallel::for_each(context, y.size(), [&](std::size_t v) { value_[v] = in_units(y[v]); });
    for_loaded(context, [&](EdgeId e, double weight) {
      std::int64_t missing = in_units(weight);
      for (const VertexId v : hypergraph_.pins_of(e)) missing -= value_[v];
      missing_[e] = missing;
    });
  }

  /// As GraphDual::sweep. @throws Error{resources, cancelled}
  void sweep(const Context& context, const Capacities& capacities, double relaxation) {
    // Two threads take longer to add to the same edges than one takes for all of it.
    const bool alone = context.threads() <= parallel::threshold(2);
    const parallel::SharedWords words(alone);
    in_turns<k_block>(
        context, num_vertices(),
        [&](VertexId first, VertexId last) { move(first, last, capacities, relaxation); },
        [&](VertexId first, VertexId last) {
          for (VertexId v = first; v < last; ++v) settle(v, words);
        },
        alone ? num_vertices() : 4096);
  }

 private:
  static constexpr std::size_t k_block = 16;  // vertices that one task moves in turn

  // body(e, weight) for all edges, in any order.
  template <class Body>
  void for_loaded(const Context& context, const Body& body) const {
    const HyperedgePins edges(hypergraph_);
    for_blocks(context, edges, [&](std::size_t begin, std::size_t end) {
      std::array<double, k_block_places> loaded;
      weights_.load(begin, end, loaded.data());
      for (std::size_t e = begin; e < end; ++e) body(static_cast<EdgeId>(e), loaded[e - begin]);
    });
  }

  [[nodiscard]] std::int64_t in_units(double value) const {
    return static_cast<std::int64_t>(value * per_unit_ + 0.5);
  }

  [[nodiscard]] double largest_weight(VertexId v) const {
    double largest = 0;
    for (const EdgeId e : incidence_.edges_of(v)) largest = std::max(largest, weights_.at(e));
    return largest;
  }

  // While `missing_` holds even shares.
  [[nodiscard]] double share_of(VertexId v, std::size_t capacity,
                                RowScratch<std::int64_t>& scratch) const {
    const auto edges = incidence_.edges_of(v);
    if (edges.size() <= capacity) return 0;
    const std::span<std::int64_t> shares = scratch.of(edges.size());
    for (std::size_t i = 0; i < edges.size(); ++i) shares[i] = missing_[edges[i]];
    const std::int64_t guess = shares[0];
    return static_cast<double>(best_values(shares, capacity, guess).least) * unit_;
  }

  void move(VertexId first, VertexId last, const Capacities& capacities, double relaxation) {
    AddedToEdges added(incidence_.offsets[last] - incidence_.offsets[first]);
    RowScratch<std::int64_t> scratch;
    for (VertexId v = first; v < last; ++v) {
      const std::int64_t value = value_[v];
      next_[v] = value;
      const std::size_t capacity = capacities[v];
      if (capacity == 0) continue;
      const auto edges = incidence_.edges_of(v);
      if (edges.size() <= capacity) {
        next_[v] = 0;
      } else {
        const std::span<std::int64_t> residuals = scratch.of(edges.size());
        for (std::size_t i = 0; i < edges.size(); ++i) {
          const std::int64_t missing = missing_[edges[i]] - added.at(edges[i]);
          residuals[i] = std::max<std::int64_t>(0, missing + value);
        }
        next_[v] = best_values(residuals, capacity, value).reached_from(value, relaxation);
      }
      if (next_[v] == value) continue;
      for (const EdgeId e : edges) added.add(e, next_[v] - value);
    }
  }

  void settle(VertexId v, const parallel::SharedWords& words) {
    const std::int64_t change = next_[v] - value_[v];
    if (change == 0) return;
    value_[v] = next_[v];
    for (const EdgeId e : incidence_.edges_of(v)) words.add(missing_[e], -change);
  }

  HypergraphView hypergraph_;
  parallel::Incidence incidence_;
  const DualWeights& weights_;
  double unit_ = 1;
  double per_unit_ = 1;
  Array<std::int64_t> missing_;  // of each edge, in units
  Array<std::int64_t> value_;    // y in units
  Array<std::int64_t> next_;     // where the vertices of a turn are behind it
  DualValues y_;
};

/// As for rows of graphs.
template <class Use>
double with_dual(const Context& context, const HyperedgePins& edges, const DualWeights& weights,
                 Objective /*objective*/, const Use& use) {
  HypergraphDual dual(context, edges.hypergraph(), weights);
  return use(dual);
}

}  // namespace hypermatch::detail::verify
