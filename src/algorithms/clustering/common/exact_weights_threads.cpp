// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <string>
#include <type_traits>
#include <utility>

#include "algorithms/clustering/common/exact_weights.hpp"
#include "base/exact_sum.hpp"
#include "hypermatch/error.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::clustering {

namespace {

using base::Int128;

constexpr Int128 k_most = Int128{1} << 62;

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
  const auto is_good = [&](std::size_t i) {
    if constexpr (std::is_floating_point_v<T>) {
      return std::isfinite(weights[i]) && weights[i] >= 0;
    } else {
      return weights[i] >= 0;
    }
  };
  const auto first = parallel::reduce<std::size_t>(
      context, weights.size(), weights.size(),
      [&](std::size_t i) { return is_good(i) ? weights.size() : i; },
      [](std::size_t a, std::size_t b) { return std::min(a, b); });
  if (first == weights.size()) return;
  throw Error(ErrorCode::invalid_input, std::string("the weight of ") + what + " " +
                                            std::to_string(first) + " is " +
                                            as_text(weights[first]) + ", must be finite and >= 0");
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
    return std::llrint(scale_ != 0.0 ? value * scale_ : std::ldexp(value, exponent_));
  }

 private:
  static constexpr int k_most = 1000;

  int exponent_;
  double scale_;
};

template <class T>
Int128 sum_of(const Context& context, std::span<const T> weights, int exponent) {
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

template <class T>
Array<std::int64_t> all_rounded(const Context& context, std::span<const T> weights, int exponent) {
  Array<std::int64_t> result(weights.size());
  const Rounder rounded(exponent);
  parallel::for_each(context, weights.size(),
                     [&](std::size_t i) { result[i] = rounded(weights[i]); });
  return result;
}

template <class View>
inline constexpr bool k_is_none = std::is_same_v<View, std::monostate>;

template <class View>
constexpr bool is_real() {
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
    const int first_exponent = exponent;
    for (Int128 left = sum; left + items > k_most; left >>= 1) --exponent;
    ExactWeights result;
    result.owned_arcs = converted(arcs, num_arcs, exponent);
    result.arcs = result.owned_arcs.view();
    if (count(loops) != 0) {
      result.owned_loops = converted(loops, 0, exponent);
      result.loops = result.owned_loops.view();
    }
    result.total = static_cast<std::int64_t>(
        exponent == first_exponent ? sum : total(arcs, num_arcs, loops, exponent));
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
    } else if constexpr (is_real<View>()) {
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
  Array<std::int64_t> converted(const View& weights, std::uint64_t ones, int exponent) const {
    if constexpr (k_is_none<View>) {
      return Array<std::int64_t>(ones, Rounder(exponent)(1.0));
    } else {
      return all_rounded(context_, weights, exponent);
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
        if constexpr (is_real<Arcs>() || is_real<Own>()) {
          return Rounding(context).run(arcs, graph.num_arcs(), own);
        } else {
          const Int128 sum =
              integer_sum(context, arcs, graph.num_arcs()) + 2 * integer_sum(context, own, 0);
          if (sum > k_most) {
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
