// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

#include "algorithms/clustering/common/multilevel/exact_weights.hpp"
#include "base/exact_sum.hpp"
#include "hypermatch/error.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::clustering {

namespace {

using base::Int128;

template <class T>
std::string as_text(T weight) {
  if constexpr (std::is_integral_v<T>) {
    return std::to_string(weight);
  } else {
    char text[32];
    (void)std::snprintf(text, sizeof text, "%.9g", static_cast<double>(weight));
    return text;
  }
}

template <class T>
void check_weights(const Context& context, std::span<const T> weights, const char* what) {
  // NaN is in no range.
  const auto is_bad = [](T weight) {
    return !(weight >= 0 && weight <= std::numeric_limits<T>::max());
  };
  // Without a branch, a vector at a time: in integers as wide as the weights, whose maxima may be
  // taken in any order.
  using Flag = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
  const auto bad = parallel::reduce<Flag>(
      context, weights.size(), 0,
      [&](std::size_t i) { return is_bad(weights[i]) ? Flag{1} : Flag{0}; }, std::bit_or<>());
  if (bad == 0) return;
  const auto first = std::find_if(weights.begin(), weights.end(), is_bad);
  throw Error(ErrorCode::invalid_input, std::string("the weight of ") + what + " " +
                                            std::to_string(first - weights.begin()) + " is " +
                                            as_text(*first) + ", must be finite and >= 0");
}

// Multiples of 2^-exponent, rounded to the nearest, ties to even.
class Rounder {
 public:
  explicit Rounder(int exponent)
      : exponent_(exponent),
        scale_(std::abs(exponent) <= k_most ? std::ldexp(1.0, exponent) : 0.0) {}

  template <class T>
  std::int64_t operator()(T weight) const {
    const auto value = static_cast<double>(weight);
    // A product with a power of two is exact, but where it is below all normal numbers, hence 0.
    return rounded(scale_ != 0.0 ? value * scale_ : std::ldexp(value, exponent_));
  }

 private:
  static constexpr int k_most = 1000;

  // llrint of 0 .. 2^62, without the call. From 2^52 on all doubles are integers, and below it what
  // stands behind the point is rounded away in the sum.
  static std::int64_t rounded(double value) {
    constexpr double k_whole = 0x1p52;
    return static_cast<std::int64_t>(value < k_whole ? (value + k_whole) - k_whole : value);
  }

  int exponent_;
  double scale_;
};

template <class T>
Int128 sum_of(const Context& context, std::span<const T> weights, int exponent) {
  if constexpr (std::is_same_v<T, std::int32_t>) {
    // Below 2^63, a vector at a time.
    if (weights.size() <= std::numeric_limits<std::uint32_t>::max()) {
      return parallel::reduce<std::int64_t>(
          context, weights.size(), 0, [&](std::size_t i) { return std::int64_t{weights[i]}; },
          std::plus<>());
    }
  }
  const Rounder rounded(exponent);
  return parallel::reduce<Int128>(
      context, weights.size(), 0,
      [&](std::size_t i) -> Int128 {
        if constexpr (std::is_floating_point_v<T>) {
          return rounded(weights[i]);
        } else {
          return weights[i];
        }
      },
      [](Int128 a, Int128 b) { return a + b; });
}

template <class T>
double largest(const Context& context, std::span<const T> weights) {
  return parallel::reduce<double>(
      context, weights.size(), 0.0, [&](std::size_t i) { return static_cast<double>(weights[i]); },
      [](double a, double b) { return std::max(a, b); });
}

// Adds the rounded weights to `sum`.
template <class T>
Array<std::int64_t> all_rounded(const Context& context, std::span<const T> weights, int exponent,
                                Int128& sum) {
  Array<std::int64_t> result(weights.size());
  const Rounder rounded(exponent);
  sum += parallel::reduce<std::int64_t>(
      context, weights.size(), 0, [&](std::size_t i) { return result[i] = rounded(weights[i]); },
      std::plus<>());
  return result;
}

template <class View>
inline constexpr bool k_is_none = std::is_same_v<View, std::monostate>;

template <class View>
constexpr bool has_real_items() {
  if constexpr (k_is_none<View>) {
    return false;
  } else {
    return std::is_floating_point_v<std::remove_const_t<typename View::element_type>>;
  }
}

// Real weights, and integer loops beside them, as integers.
class Rounding {
 public:
  explicit Rounding(const Context& context) : context_(context) {}

  ExactWeights run(const auto& arcs, std::uint64_t num_arcs, const auto& loops) const {
    const double most = std::max(largest_of(arcs, num_arcs), largest_of(loops, 0));
    // The largest weight is below 2^62, and the sum is cut to as many bits.
    int exponent = most > 0 ? 61 - std::ilogb(most) : 0;
    const Int128 items = Int128{num_arcs} + 2 * Int128{count(loops)};
    const Int128 sum = total(arcs, num_arcs, loops, exponent);
    // Ends: the sum has at most 128 bits.
    for (Int128 left = sum; left + items > k_largest_sum; left >>= 1) --exponent;
    ExactWeights result;
    Int128 of_arcs = 0;
    Int128 of_loops = 0;
    result.owned_arcs = converted(arcs, num_arcs, exponent, of_arcs);
    result.arcs = result.owned_arcs.view();
    if (count(loops) != 0) {
      result.owned_loops = converted(loops, 0, exponent, of_loops);
      result.loops = result.owned_loops.view();
    }
    result.total = static_cast<std::int64_t>(of_arcs + 2 * of_loops);
    result.unit = std::ldexp(1.0, -exponent);
    return result;
  }

 private:
  template <class View>
  static std::size_t count(const View& weights) {
    if constexpr (k_is_none<View>) {
      return 0;
    } else {
      return weights.size();
    }
  }
  template <class View>
  double largest_of(const View& weights, std::uint64_t ones) const {
    if constexpr (k_is_none<View>) {
      return ones == 0 ? 0.0 : 1.0;
    } else {
      return largest(context_, weights);
    }
  }
  template <class View>
  Int128 sum(const View& weights, std::uint64_t ones, int exponent) const {
    if constexpr (k_is_none<View>) {
      return ones == 0 ? Int128{0} : Int128{ones} * Rounder(exponent)(1.0);
    } else if constexpr (has_real_items<View>()) {
      return sum_of(context_, weights, exponent);
    } else {
      const Rounder rounded(exponent);
      return parallel::reduce<Int128>(
          context_, weights.size(), 0, [&](std::size_t i) -> Int128 { return rounded(weights[i]); },
          [](Int128 a, Int128 b) { return a + b; });
    }
  }
  Int128 total(const auto& arcs, std::uint64_t num_arcs, const auto& loops, int exponent) const {
    return sum(arcs, num_arcs, exponent) + 2 * sum(loops, 0, exponent);
  }
  template <class View>
  Array<std::int64_t> converted(const View& weights, std::uint64_t ones, int exponent,
                                Int128& sum) const {
    if constexpr (k_is_none<View>) {
      const std::int64_t one = Rounder(exponent)(1.0);
      sum += Int128{ones} * one;
      return Array<std::int64_t>(ones, one);
    } else {
      return all_rounded(context_, weights, exponent, sum);
    }
  }

  const Context& context_;
};

template <class View>
Int128 integer_sum(const Context& context, const View& weights, std::uint64_t ones) {
  if constexpr (k_is_none<View>) {
    return ones;
  } else {
    return sum_of(context, weights, 0);
  }
}

void check_num_loops(const GraphView& graph, const WeightsView& loops) {
  if (!is_weighted(loops) || size_of(loops) == graph.num_vertices) return;
  throw Error(ErrorCode::invalid_input, "there are " + std::to_string(size_of(loops)) +
                                            " weights of loops for " +
                                            std::to_string(graph.num_vertices) + " vertices");
}

}  // namespace

ExactWeights exact_weights(const Context& context, const GraphView& graph,
                           const WeightsView& loops) {
  check_num_loops(graph, loops);
  return std::visit(
      [&](const auto& arcs, const auto& own) -> ExactWeights {
        using Arcs = std::decay_t<decltype(arcs)>;
        using Own = std::decay_t<decltype(own)>;
        if constexpr (!k_is_none<Arcs>) check_weights(context, arcs, "arc");
        if constexpr (!k_is_none<Own>) check_weights(context, own, "the loop at vertex");
        if constexpr (has_real_items<Arcs>() || has_real_items<Own>()) {
          return Rounding(context).run(arcs, graph.num_arcs(), own);
        } else {
          const Int128 sum =
              integer_sum(context, arcs, graph.num_arcs()) + 2 * integer_sum(context, own, 0);
          if (sum > k_largest_sum) {
            throw Error(ErrorCode::invalid_input,
                        "weights of arcs, and twice those of loops, add up to more than 2^62");
          }
          ExactWeights result;
          result.arcs = graph.weights;
          result.loops = loops;
          result.total = static_cast<std::int64_t>(sum);
          return result;
        }
      },
      graph.weights, loops);
}

}  // namespace hypermatch::detail::clustering
