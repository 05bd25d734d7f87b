// SPDX-License-Identifier: MIT
#include "algorithms/clustering/common/device/finest.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <string>
#include <type_traits>
#include <variant>

#include "algorithms/clustering/common/device/functions.hpp"
#include "algorithms/clustering/common/multilevel/exact_weights.hpp"
#include "base/exact_sum.hpp"
#include "hypermatch/error.hpp"
#include "parallel/device/state.hpp"
#include "parallel/device/views.hpp"

namespace hypermatch::detail::clustering {

namespace {

using base::Int128;

DeviceArcWeights view_of_items(const DeviceWeightsView& weights) {
  using Kind = DeviceArcWeights::Kind;
  constexpr Kind k_kinds[] = {Kind::none, Kind::int32, Kind::int64, Kind::float32, Kind::float64};
  DeviceArcWeights result;
  result.kind = k_kinds[weights.index()];
  std::visit(
      [&](const auto& items) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(items)>, std::monostate>) {
          result.items = items.data();
        }
      },
      weights);
  return result;
}

bool is_real(const DeviceArcWeights& weights) {
  return weights.kind == DeviceArcWeights::Kind::float32 ||
         weights.kind == DeviceArcWeights::Kind::float64;
}

struct Scan {
  Int128 sum = 0;
  double largest = 0.0;
};

class Scanner {
 public:
  Scanner(const DeviceContext& context, ClusteringControl* control)
      : context_(context), control_(control) {}

  Scan run(const DeviceArcWeights& weights, std::uint64_t items, const char* what) const {
    on_device().sum_weights(weights, items, control_, context_.stream());
    const ClusteringControl& read = read_control(context_, control_);
    if (read.first_wrong != ~0ULL) refuse(weights, read.first_wrong, what);
    Scan scan;
    for (const WideSum& sum : read.sums) scan.sum += wide(sum);
    scan.largest = std::bit_cast<double>(static_cast<std::uint64_t>(read.largest));
    return scan;
  }

 private:
  template <class T>
  T item(const DeviceArcWeights& weights, std::uint64_t i) const {
    T value{};
    copy_to_host(context_, &value, static_cast<const T*>(weights.items) + i, sizeof(T));
    return value;
  }

  [[noreturn]] void refuse(const DeviceArcWeights& weights, std::uint64_t i,
                           const char* what) const {
    std::string text;
    if (is_real(weights)) {
      const double value = weights.kind == DeviceArcWeights::Kind::float32
                               ? static_cast<double>(item<float>(weights, i))
                               : item<double>(weights, i);
      char digits[32];
      (void)std::snprintf(digits, sizeof digits, "%.9g", value);
      text = digits;
    } else {
      text = weights.kind == DeviceArcWeights::Kind::int32
                 ? std::to_string(item<std::int32_t>(weights, i))
                 : std::to_string(item<std::int64_t>(weights, i));
    }
    throw Error(ErrorCode::invalid_input, std::string("the weight of ") + what + " " +
                                              std::to_string(i) + " is " + text +
                                              ", must be finite and >= 0");
  }

  const DeviceContext& context_;
  ClusteringControl* control_;
};

DeviceArcWeights at_exponent(DeviceArcWeights weights, int exponent) {
  weights.exponent = exponent;
  weights.is_scaled = !is_real(weights);
  weights.one = std::llrint(std::ldexp(1.0, exponent));
  return weights;
}

}  // namespace

const ClusteringControl& read_control(const DeviceContext& context,
                                      const ClusteringControl* control) {
  static_assert(sizeof(ClusteringControl) <= parallel::DeviceState::k_mailbox_bytes);
  std::byte* const mail = context.state()->mailbox();
  parallel::runtime::copy_to_host(mail, control, sizeof(ClusteringControl), context.stream());
  parallel::runtime::synchronize(context.stream());
  return *reinterpret_cast<const ClusteringControl*>(mail);
}

ExactDeviceWeights exact_weights_on_device(const DeviceContext& context,
                                           const DeviceGraphView& graph,
                                           const DeviceWeightsView& loops,
                                           ClusteringControl* control) {
  const Scanner scanner(context, control);
  ExactDeviceWeights result;
  result.arcs = view_of_items(graph.weights);
  result.loops = view_of_items(loops);
  const std::uint64_t arcs = graph.num_arcs();
  const bool has_loops = result.loops.kind != DeviceArcWeights::Kind::none;
  const std::uint64_t num_loops = has_loops ? graph.num_vertices : 0;
  const auto scan = [&](const DeviceArcWeights& weights, std::uint64_t items,
                        const char* what) -> Scan {
    if (weights.kind == DeviceArcWeights::Kind::none || items == 0) {
      return {Int128{items} * weights.one, items == 0 ? 0.0 : 1.0};
    }
    return scanner.run(weights, items, what);
  };
  const Scan of_arcs = scan(result.arcs, arcs, "arc");
  const Scan of_loops = scan(result.loops, num_loops, "the loop at vertex");
  if (!is_real(result.arcs) && !is_real(result.loops)) {
    const Int128 sum = of_arcs.sum + 2 * of_loops.sum;
    if (sum > k_largest_sum) {
      throw Error(ErrorCode::invalid_input,
                  "weights of arcs, and twice those of loops, add up to more than 2^62");
    }
    result.total = static_cast<std::int64_t>(sum);
    return result;
  }
  const auto total_at = [&](int exponent) {
    result.arcs = at_exponent(result.arcs, exponent);
    result.loops = at_exponent(result.loops, exponent);
    return scan(result.arcs, arcs, "arc").sum +
           2 * scan(result.loops, num_loops, "the loop at vertex").sum;
  };
  const double most = std::max(of_arcs.largest, of_loops.largest);
  // As on the host: the largest weight is below 2^62, and the sum is cut to as many bits.
  int exponent = most > 0 ? 61 - std::ilogb(most) : 0;
  const Int128 items = Int128{arcs} + 2 * Int128{num_loops};
  // Ends: the sum has at most 128 bits.
  for (Int128 left = total_at(exponent); left + items > k_largest_sum; left >>= 1) --exponent;
  result.total = static_cast<std::int64_t>(total_at(exponent));
  result.unit = std::ldexp(1.0, -exponent);
  return result;
}

}  // namespace hypermatch::detail::clustering
