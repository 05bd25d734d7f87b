// SPDX-License-Identifier: MIT
// The dual of the fractional matching problem, minimise the sum of y(v) >= 0 subject to y(e) =
// (sum of y over the pins of e) >= w(e) for every edge. Feasible up to rounding is enough while y
// is improved: `certify` measures at the end, with error bounds, how far y must be scaled to be
// feasible, and bounds its sum from above.
//
// Every pass is over all edges, on all threads, and leaves integers or minima and maxima at the
// vertices: the same for every number of threads.
#include "verify/dual/dual_bound.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>

#include "hypermatch/array.hpp"
#include "parallel/host/shared_words.hpp"
#include "verify/dual/infinity.hpp"
#include "verify/dual/sequential_dual.hpp"
#include "verify/dual/smoothed_dual.hpp"

namespace hypermatch::detail::verify {

namespace {

/// Pins that the smoothed passes visit in all, about a tenth of a second on one thread, but at
/// least so many passes are made. The pins of longer edges take smaller steps.
constexpr std::uint64_t k_pins_per_proof = 1ULL << 25;
constexpr int k_fewest = 4;
constexpr int k_fewest_of_triples = 6;
constexpr int k_fewest_of_long = 15;
/// Pins that the tightening passes visit in all, after the smoothed ones.
constexpr std::uint64_t k_tighten_budget = 1ULL << 20;

/// Pins that vertices visit in a level where they move one at a time.
constexpr std::uint64_t k_pins_in_turn = 1ULL << 21;

/// Smoothed passes at least, by the mean number of pins of an edge.
int fewest_passes(std::uint64_t num_pins, std::uint64_t num_edges) {
  if (num_pins <= 2 * num_edges) return k_fewest;
  return num_pins <= 8 * num_edges ? k_fewest_of_triples : k_fewest_of_long;
}

int passes_of(std::uint64_t budget, std::uint64_t num_pins, int fewest, int most) {
  return static_cast<int>(std::clamp<std::uint64_t>(
      budget / num_pins, static_cast<std::uint64_t>(fewest), static_cast<std::uint64_t>(most)));
}

using Values = Array<double>;

template <class Edges>
class DualSolver {
 public:
  DualSolver(const Context& context, const Edges& edges, const DualWeights& weights)
      : context_(context), edges_(edges), weights_(weights), words_(context) {}

  /// y(v) = the largest w(e) / |e| at v: every edge is covered by even shares. Or `other`, where
  /// its sum is smaller.
  [[nodiscard]] Values start_from_even_shares(const Values& other) const {
    Values y(edges_.num_vertices(), 0.0);
    for_loaded(y, [&](const double* loaded, std::size_t begin, std::size_t end) {
      edges_.for_each(begin, end, [&](std::size_t place, const auto& pins) {
        const double share = loaded[place - begin] / static_cast<double>(pins.size());
        for (const VertexId v : pins) words_.put_first(y[v], share, std::greater<>());
      });
    });
    if (sum_of(other) < sum_of(y)) {
      parallel::for_each(context_, y.size(), [&](std::size_t v) { y[v] = other[v]; });
    }
    return y;
  }

  /// Improves both, the second one by descent, and makes the first one the better of them.
  void improve(Values& y, Values& other) const {
    const int passes = passes_of(k_pins_per_proof, edges_.num_pins(),
                                 fewest_passes(edges_.num_pins(), edges_.num_places()), 48);
    const int levels = passes < 9 ? 2 : passes < 24 ? 3 : passes < 36 ? 4 : 6;
    SmoothedDual<Edges>(context_, edges_, weights_).descend(other, levels, passes / levels);
    cover(other);
    keep_better(y, other);
    tighten(y, passes_of(k_tighten_budget, edges_.num_pins(), 1, 8));
    cover(y);
  }

  /// Improves the bound one vertex at a time.
  void improve_in_turn(Values& y, Values& other) const {
    const SequentialDual<Edges> dual(context_, edges_, weights_);
    dual.tighten(y);
    cover(y);
    if (sum_of(y) < sum_of(other)) {
      parallel::for_each(context_, y.size(), [&](std::size_t v) { other[v] = y[v]; });
    }
    dual.descend(other, passes_of(k_pins_in_turn, edges_.num_pins(), 1, 16));
    dual.tighten(other);
    cover(other);
    keep_better(y, other);
  }

  /// One pin of every edge that is not covered, the one of largest y, makes up for it. Where
  /// weights differ by many orders, what lowers y takes differences of large numbers, or looks at
  /// the large ones only, and light edges may miss all of their weight.
  void cover(Values& y) const {
    Values added(y.size(), 0.0);
    for_loaded(y, [&](const double* loaded, std::size_t begin, std::size_t end) {
      edges_.for_each(begin, end, [&](std::size_t place, const auto& pins) {
        const double missing = loaded[place - begin] - covered(y, pins);
        if (!(missing > 0)) return;
        // Ties fall to the smallest vertex, so that the order of pins does not matter.
        const VertexId best = *std::max_element(
            pins.begin(), pins.end(),
            [&](VertexId a, VertexId b) { return y[a] < y[b] || (y[a] == y[b] && a > b); });
        words_.put_first(added[best], missing, std::greater<>());
      });
    });
    parallel::for_each(context_, y.size(), [&](std::size_t v) { y[v] += added[v]; });
  }

  /// Lowers all vertices by the smallest share of their edges' slack, which the pins of an edge
  /// share evenly.
  void tighten(Values& y, int passes) const {
    Values least(y.size());
    for (int pass = 0; pass < passes; ++pass) {
      parallel::for_each(context_, y.size(), [&](std::size_t v) { least[v] = y[v]; });
      for_loaded(y, [&](const double* loaded, std::size_t begin, std::size_t end) {
        edges_.for_each(begin, end, [&](std::size_t place, const auto& pins) {
          if (loaded[place - begin] <= 0) return;
          double sum = 0;
          int positive = 0;
          for (const VertexId v : pins) {
            sum += y[v];
            positive += y[v] > 0 ? 1 : 0;
          }
          if (positive == 0) return;
          const double share = std::max(0.0, sum - loaded[place - begin]) / positive;
          for (const VertexId v : pins) words_.put_first(least[v], share, std::less<>());
        });
      });
      parallel::for_each(context_, y.size(), [&](std::size_t v) { y[v] -= least[v]; });
    }
  }

  /// Upper bound on the sum of `y`, scaled until it is feasible. With u = 2^-53, the computed sum s
  /// of k non-negative numbers and the exact one S satisfy |s - S| <= 1.01 k u S (Higham 2002, sec.
  /// 4.2); every factor below leaves twice what the roundings of its expression need.
  [[nodiscard]] double certify(const Values& y) const {
    double covering = k_infinity;  // the least y(e) / w(e)
    for_loaded(y, [&](const double* loaded, std::size_t begin, std::size_t end) {
      double least = k_infinity;
      edges_.for_each(begin, end, [&](std::size_t place, const auto& pins) {
        const double weight = loaded[place - begin];
        if (weight <= 0) return;
        const double slack = static_cast<double>(pins.size() + 4) * 0x1p-52;
        const double quotient = covered(y, pins) * (1 - slack) / weight;
        // Written so that NaN counts as uncovered.
        if (!(quotient >= least)) least = std::isnan(quotient) ? 0 : quotient;
      });
      words_.put_first(covering, least, std::less<>());
    });
    if (covering == k_infinity) return 0;  // no edge can gain anything
    if (!(covering > 0)) return k_infinity;
    const std::size_t blocks = y.size() / k_sum_block + 1;
    return sum_of(y) / (covering * (1 - 0x1p-50)) *
           (1 + static_cast<double>(k_sum_block + blocks + 4) * 0x1p-52);
  }

  /// In blocks, so that the error grows with block size plus number of blocks only, and is the same
  /// for every number of threads.
  [[nodiscard]] double sum_of(const Values& y) const {
    const std::size_t blocks = (y.size() + k_sum_block - 1) / k_sum_block;
    Values parts(blocks);
    parallel::for_each(
        context_, blocks,
        [&](std::size_t block) {
          double sum = 0;
          const std::size_t end = std::min(y.size(), (block + 1) * k_sum_block);
          for (std::size_t v = block * k_sum_block; v < end; ++v) sum += y[v];
          parts[block] = sum;
        },
        8);
    double total = 0;
    for (const double part : parts) total += part;
    return total;
  }

 private:
  static constexpr std::size_t k_sum_block = 4096;

  // Makes `best` the one of the two with the smaller sum.
  void keep_better(Values& best, Values& other) const {
    if (sum_of(other) < sum_of(best)) std::swap(best, other);
  }

  // body(weights, begin, end) for blocks of edges, of whose pins it is to look at `values`.
  template <class Body>
  void for_loaded(const Values& values, const Body& body) const {
    for_blocks(context_, edges_, [&](std::size_t begin, std::size_t end) {
      std::array<double, k_block_places> loaded;
      ask_for(edges_, begin, end, values.data());
      weights_.load(begin, end, loaded.data());
      body(loaded.data(), begin, end);
    });
  }

  const Context& context_;
  const Edges& edges_;
  const DualWeights& weights_;
  parallel::SharedWords words_;
};

}  // namespace

template <class Edges>
DualBound dual_bound(const Context& context, const Edges& edges, Objective objective,
                     std::span<const typename Edges::Place> matched, std::uint64_t small) {
  const DualWeights weights(context, edges, objective);
  if (weights.mean() == 0 || edges.num_pins() == 0) return {};
  const DualSolver<Edges> solver(context, edges, weights);
  // Covers all after greedy by weight.
  Values y(edges.num_vertices());
  parallel::for_each(context, y.size(), [&](std::size_t v) {
    y[v] = matched[v] == std::numeric_limits<typename Edges::Place>::max() ? 0.0
                                                                           : weights.at(matched[v]);
  });
  solver.cover(y);
  if (edges.num_pins() > small) {
    solver.tighten(y, passes_of(k_tighten_budget, edges.num_pins(), 0, 8));
  }
  {
    Values other = solver.start_from_even_shares(y);
    if (edges.num_pins() > small) {
      solver.improve(y, other);
    } else {
      solver.improve_in_turn(y, other);
    }
  }
  const double bound = solver.certify(y);
  return {weights.unscaled_bound(bound), weights.shrunk_bound(bound)};
}

template DualBound dual_bound(const Context&, const HyperedgePins&, Objective,
                              std::span<const EdgeId>, std::uint64_t);
template DualBound dual_bound(const Context&, const ListEdges&, Objective, std::span<const EdgeId>,
                              std::uint64_t);
template DualBound dual_bound(const Context&, const RowEdges&, Objective, std::span<const Offset>,
                              std::uint64_t);

}  // namespace hypermatch::detail::verify
