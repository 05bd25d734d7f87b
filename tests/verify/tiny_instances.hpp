// SPDX-License-Identifier: MIT
// Tiny random hypergraphs of every weight type, and the truth about them by brute force.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "base/edge_order.hpp"
#include "hypermatch/hypergraph.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "tests/make_hypergraph.hpp"

namespace hypermatch::test {

template <class T>
Array<T> array_of(const std::vector<T>& values) {
  return Array<T>(std::span<const T>(values));
}

/// A sequence of random numbers.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(detail::base::hash(seed, 77)) {}
  std::uint64_t below(std::uint64_t bound) {
    return detail::base::below(detail::base::splitmix64(state_++), bound);
  }

 private:
  std::uint64_t state_;
};

enum class WeightKind {
  none,
  int32,
  int64,
  int64_huge,
  single,
  real,
  real_ugly,
  single_extreme,
  real_extreme
};
inline constexpr WeightKind k_weight_kinds[] = {
    WeightKind::none,       WeightKind::int32,          WeightKind::int64,
    WeightKind::int64_huge, WeightKind::single,         WeightKind::real,
    WeightKind::real_ugly,  WeightKind::single_extreme, WeightKind::real_extreme};

/// Weights all over the range of their type, a window of it per instance, some of them negative.
template <class T>
Weights extreme_weights(std::size_t m, const std::vector<T>& rising, Dice& dice) {
  const std::uint64_t first = dice.below(rising.size());
  const std::uint64_t count = 1 + dice.below(rising.size() - first);
  Array<T> weights(m);
  for (T& weight : weights) {
    weight = rising[first + dice.below(count)];
    if (dice.below(5) == 0) weight = -weight;
    if (dice.below(3) == 0) weight *= T{0.75};
  }
  return weights;
}

/// Small whole weights from -2 (so that ties, zeros and negative ones are common), some kinds with
/// something that only a careful comparison or sum gets right.
inline Weights random_weights(WeightKind kind, std::size_t m, Dice& dice) {
  const auto fill = [&](auto make) {
    Array<decltype(make(0))> weights(m);
    for (auto& weight : weights) weight = make(static_cast<int>(dice.below(9)) - 2);
    return weights;
  };
  switch (kind) {
    case WeightKind::none:
      break;
    case WeightKind::int32:
      return fill([](int w) { return std::int32_t{w}; });
    case WeightKind::int64:
      // Neighbours that double, and float all the more, cannot tell apart.
      return fill([](int w) { return w <= 0 ? std::int64_t{w} : (std::int64_t{1} << 60) + w; });
    case WeightKind::int64_huge:
      return fill([](int w) {
        return w <= 0 ? std::numeric_limits<std::int64_t>::min() - w
                      : std::numeric_limits<std::int64_t>::max() - w;
      });
    case WeightKind::single:
      return fill([](int w) { return static_cast<float>(w) / 4; });
    case WeightKind::real:
      return fill([](int w) { return w <= 0 ? -0.0 * w : 1.0 + w * 0x1p-50; });
    case WeightKind::real_ugly:
      return fill([](int w) { return w / 3.0 + 0.1; });
    case WeightKind::single_extreme:
      return extreme_weights<float>(
          m,
          {0, 0x1p-149F, 0x1p-147F, 1e-41F, 1e-38F, 1e-30F, 1, 1e30F,
           std::numeric_limits<float>::max() / 2, std::numeric_limits<float>::max()},
          dice);
    case WeightKind::real_extreme:
      return extreme_weights<double>(
          m,
          {0, 0x1p-1074, 0x1p-1072, 1e-310, 1e-308, 1e-300, 1e-46, 1e-45, 1e-38, 1e-20, 1, 1e20,
           1e38, 4e38, 1e39, 1e46, 1e300, std::numeric_limits<double>::max() / 4,
           std::numeric_limits<double>::max()},
          dice);
  }
  return std::monostate{};
}

/// At most 8 vertices and 10 edges of 0 .. 4 pins.
inline Hypergraph random_tiny(std::uint64_t seed, WeightKind kind) {
  Dice dice(seed);
  const auto n = static_cast<VertexId>(4 + dice.below(5));
  std::vector<std::vector<VertexId>> edges(1 + dice.below(10));
  for (auto& edge : edges) {
    for (std::uint64_t i = dice.below(5); i > 0; --i) {
      const auto v = static_cast<VertexId>(dice.below(n));
      if (std::find(edge.begin(), edge.end(), v) == edge.end()) edge.push_back(v);
    }
  }
  Weights weights = random_weights(kind, edges.size(), dice);
  return make_hypergraph(n, edges, std::move(weights));
}

/// The weight in the widest type: 64-bit mantissas hold every int64 and double exactly.
inline long double wide_weight(const HypergraphView& h, EdgeId e) {
  static_assert(std::numeric_limits<long double>::digits >= 53);
  return std::visit(
      [e](const auto& weights) -> long double {
        if constexpr (std::is_same_v<std::decay_t<decltype(weights)>, std::monostate>) {
          return 1;
        } else {
          return static_cast<long double>(weights[e]);
        }
      },
      h.weights);
}

inline bool by_weight(const HypergraphView& h, const OrderOptions& order) {
  return order.objective == Objective::weight ||
         (order.objective == Objective::automatic && h.is_weighted());
}

inline bool takes_part(const HypergraphView& h, const OrderOptions& order, EdgeId e) {
  return h.edge_size(e) > 0 &&
         (!by_weight(h, order) || order.nonpositive == NonPositive::keep || wide_weight(h, e) > 0);
}

inline bool disjoint(const HypergraphView& h, EdgeId a, EdgeId b) {
  const auto pins = h.pins_of(a), others = h.pins_of(b);
  return std::find_first_of(pins.begin(), pins.end(), others.begin(), others.end()) == pins.end();
}

/// The largest objective of all matchings, by trying every set of edges.
inline long double optimum(const HypergraphView& h, const OrderOptions& order) {
  const EdgeId m = h.num_edges();
  long double best = 0;
  for (std::uint32_t set = 0; set < (1U << m); ++set) {
    long double sum = 0;
    bool valid = true;
    for (EdgeId e = 0; e < m && valid; ++e) {
      if ((set >> e & 1) == 0) continue;
      valid = h.edge_size(e) > 0;
      for (EdgeId f = 0; f < e && valid; ++f) valid = (set >> f & 1) == 0 || disjoint(h, e, f);
      sum += by_weight(h, order) ? wide_weight(h, e) : 1;
    }
    if (valid) best = std::max(best, sum);
  }
  return best;
}

/// Negative, zero or positive as a comes after, ties with, or comes before b, ties not broken.
inline int compare_ratings(const HypergraphView& h, const OrderOptions& order, EdgeId a, EdgeId b) {
  std::uint64_t size = 0;
  bool differ = false;
  for (EdgeId e = 0; e < h.num_edges(); ++e) {
    if (h.edge_size(e) == 0) continue;
    differ = differ || (size != 0 && size != h.edge_size(e));
    size = h.edge_size(e);
  }
  Rating rating = order.rating;
  if (rating == Rating::automatic) rating = differ ? Rating::weight_per_sqrt_pins : Rating::weight;
  double largest = 0;
  for (EdgeId e = 0; e < h.num_edges(); ++e) {
    if (!by_weight(h, order) || !takes_part(h, order, e)) continue;
    largest = std::max(largest, static_cast<double>(std::fabs(wide_weight(h, e))));
  }
  // Integers stay within these limits, too.
  const bool moderate =
      largest == 0 || (largest >= 0x1p-20 && largest <= std::numeric_limits<float>::max());
  const int shift = moderate ? 0 : std::min(126 - std::ilogb(largest), 1000);
  const auto value = [&](EdgeId e) -> long double {
    const long double w = by_weight(h, order) ? std::ldexp(wide_weight(h, e), shift) : 1;
    const auto pins = static_cast<double>(h.edge_size(e));
    switch (rating) {
      case Rating::weight_per_pin:
        return static_cast<float>(static_cast<double>(w) / pins);
      case Rating::weight_per_sqrt_pins:
        return static_cast<float>(static_cast<double>(w) / std::sqrt(pins));
      default:
        return w;
    }
  };
  const long double x = value(a), y = value(b);
  return x > y ? 1 : (x < y ? -1 : 0);
}

/// The first violated fact as (kind, 0-based edge), kind empty if there is none; from the
/// definitions, in time that only tiny instances bear.
struct Fact {
  std::string kind;
  std::uint64_t edge = 0;
  friend bool operator==(const Fact&, const Fact&) = default;
};

inline Fact first_violation(const HypergraphView& h, const OrderOptions& order,
                            std::vector<std::uint64_t> ids, bool maximal, bool greedy, Ties ties) {
  std::sort(ids.begin(), ids.end());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const std::uint64_t id = ids[i];
    if (id >= h.num_edges()) return {"does not exist", id};
    if (i > 0 && ids[i - 1] == id) return {"occurs twice", id};
    const auto e = static_cast<EdgeId>(id);
    if (h.edge_size(e) == 0) return {"has no pins", id};
    if (!takes_part(h, order, e)) return {"has weight", id};
    for (std::size_t j = 0; j < i; ++j) {
      if (!disjoint(h, e, static_cast<EdgeId>(ids[j]))) return {"share vertex", id};
    }
  }
  if (!maximal && !greedy) return {};
  const detail::base::TieMixer mix(order.seed);
  for (EdgeId e = 0; e < h.num_edges(); ++e) {
    if (!takes_part(h, order, e) || std::find(ids.begin(), ids.end(), e) != ids.end()) continue;
    bool meets = false, justified = !greedy;
    for (const std::uint64_t id : ids) {
      const auto f = static_cast<EdgeId>(id);
      if (disjoint(h, e, f)) continue;
      meets = true;
      const int comparison = compare_ratings(h, order, f, e);
      justified = justified || comparison > 0 ||
                  (comparison == 0 && (ties == Ties::redraw || mix(f) > mix(e)));
    }
    if (!meets) return {"could be added", e};
    if (!justified) return {"not greedy", e};
  }
  return {};
}

}  // namespace hypermatch::test
