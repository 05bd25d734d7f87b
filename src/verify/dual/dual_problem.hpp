// SPDX-License-Identifier: MIT
// The instance as the dual sees it: pins and weights of edges at places, in blocks. Weights are
// scaled by a power of two so that the largest lies near 1, which keeps every sum within the range
// of double; a scaled weight is never below the true one.
#pragma once

#include <cstddef>
#include <cstdint>

#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/hypergraph.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/types.hpp"
#include "hypermatch/weights.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::verify {

/// Weights at places, scaled. An edge of weight <= 0 gains nothing: it counts as 0.
class DualWeights {
 public:
  /// Looks at all weights: O(m).
  template <class Edges>
  DualWeights(const Context& context, const Edges& edges, Objective objective)
      : DualWeights(context, edges.weights(), edges.num_places(), objective) {}
  DualWeights(const Context& context, const WeightsView& weights, std::size_t num_places,
              Objective objective);

  /// out[i] = the scaled weight at begin + i, rounded up (double) or to nearest (float).
  void load(std::size_t begin, std::size_t end, double* out) const;
  void load(std::size_t begin, std::size_t end, float* out) const;
  [[nodiscard]] double at(std::size_t place) const {
    double weight = 0;
    load(place, place + 1, &weight);
    return weight;
  }

  /// The mean of the positive scaled weights; 0 if there are none.
  [[nodiscard]] double mean() const { return mean_; }
  /// The sum of the positive scaled weights, rounded up; infinite if it is not known.
  [[nodiscard]] double sum_at_most() const { return sum_at_most_; }
  /// The largest one: below 2, but where true weights are beyond 2^1001.
  [[nodiscard]] double largest() const { return largest_; }
  /// Nearly all positive weights are the same.
  [[nodiscard]] bool are_equal() const { return are_equal_; }
  /// A bound on the scaled objective as one on the objective; whole where weights are.
  [[nodiscard]] double unscaled_bound(double bound) const;
  /// A lower bound on the scaled objective as one on the objective; whole where weights are.
  [[nodiscard]] double unscaled_lower_bound(double bound) const;
  /// `unscaled_bound` times 2^-64, or larger where that is beyond 2^-1000 of the scale.
  [[nodiscard]] double shrunk_bound(double bound) const;

 private:
  WeightsView weights_;  // monostate: all are 1
  double mean_ = 0;
  double sum_at_most_ = 0;
  double largest_ = 0;
  int exponent_ = 0;  // scaled = true * 2^-exponent
  double scale_ = 1;  // 2^-exponent
  double unscale_ = 1;
  bool is_integer_ = true;
  bool are_equal_ = false;
};

/// Hyperedges: an edge's place is its number.
class HyperedgePins {
 public:
  using Place = EdgeId;

  explicit HyperedgePins(const HypergraphView& hypergraph) : hypergraph_(hypergraph) {}

  [[nodiscard]] const HypergraphView& hypergraph() const { return hypergraph_; }
  [[nodiscard]] VertexId num_vertices() const { return hypergraph_.num_vertices; }
  [[nodiscard]] std::size_t num_places() const { return hypergraph_.num_edges(); }
  [[nodiscard]] std::uint64_t num_pins() const { return hypergraph_.num_pins(); }
  [[nodiscard]] const WeightsView& weights() const { return hypergraph_.weights; }
  /// Pins of each edge that has any; 0 where edges differ in that.
  [[nodiscard]] std::uint64_t common_size(const Context& context) const {
    constexpr std::uint64_t k_different = ~std::uint64_t{0};
    const std::uint64_t size = parallel::reduce(
        context, num_places(), std::uint64_t{0},
        [&](std::size_t place) { return hypergraph_.edge_size(static_cast<EdgeId>(place)); },
        [](std::uint64_t a, std::uint64_t b) {
          if (a == 0 || a == b) return b;
          return b == 0 ? a : k_different;
        });
    return size == k_different ? 0 : size;
  }

  /// Calls body(place, pins) for all edges with pins at places begin .. end - 1.
  template <class Body>
  void for_each(std::size_t begin, std::size_t end, const Body& body) const {
    for (std::size_t place = begin; place < end; ++place) {
      const auto pins = hypergraph_.pins_of(static_cast<EdgeId>(place));
      if (!pins.empty()) body(place, pins);
    }
  }

 private:
  HypergraphView hypergraph_;
};

/// Places that one task works on at a time: what is loaded of them stays in the first cache.
inline constexpr std::size_t k_block_places = 1024;

/// The sum of y over the pins of an edge.
template <class Pins>
[[nodiscard]] double covered(const Array<double>& y, const Pins& pins) {
  double sum = 0;
  for (const VertexId v : pins) sum += y[v];
  return sum;
}

/// body(begin, end) for blocks of all places of `edges`. @throws Error{cancelled}
template <class Edges, class Body>
void for_blocks(const Context& context, const Edges& edges, const Body& body) {
  parallel::for_chunks(context, parallel::cut(context, edges.num_places(), k_block_places),
                       [&](std::size_t, std::size_t begin, std::size_t end) {
                         for (; begin < end; begin += k_block_places) {
                           context.check_cancelled();
                           body(begin, std::min(end, begin + k_block_places));
                         }
                       });
}

/// Asks the caches for what stands of the pins of a block in `of_vertices`: pins lie anywhere, and
/// a block's wait for memory all at once.
template <class Edges, class State>
void ask_for(const Edges& edges, std::size_t begin, std::size_t end, const State* of_vertices) {
  edges.for_each(begin, end, [&](std::size_t, const auto& pins) {
    for (const VertexId v : pins) __builtin_prefetch(&of_vertices[v]);
  });
}

}  // namespace hypermatch::detail::verify
