// SPDX-License-Identifier: MIT
// stack_streaming: heavy matchings in one pass, by a dual that decides which edges are kept on a
// stack (Reinstaedtler, Ferdous, Pothen, Ucar, Schulz 2025, doi:10.4230/LIPIcs.ESA.2025.79; graphs:
// Paz, Schwartzman 2018, doi:10.1145/3274668). Guarantee 1/(d (1 + eps)), O(pins) time.
#include <algorithm>
#include <bit>
#include <cmath>
#include <sstream>
#include <string>
#include <type_traits>

#include "algorithms/hypergraph_matching/common/stream/edge_feed.hpp"
#include "algorithms/hypergraph_matching/common/stream/feasible_dual.hpp"
#include "algorithms/hypergraph_matching/stack_streaming/candidate_stack.hpp"
#include "base/exact_sum.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/streaming_matching.hpp"
#include "order/vertex_set.hpp"

namespace hypermatch {

using namespace detail::hypergraph_matching;

namespace {

// x > a * y, as if the product were not rounded. With w - S for x and S for y this is w > (1 + eps)
// S, decided exactly for integers below 2^53 (above, their conversion is off by 2^-53 at most).
bool exceeds(double x, double a, double y) {
  const double product = a * y;
  return x > product || (x == product && std::fma(a, y, -product) < 0.0);
}

// The dual phi that decides. What an edge e lacks, g(e) = w(e) - phi(e), is added to the phi of
// each of its pins (full), or an equal share of it (lenient).
//
// Why 1/(d (1 + eps)) holds for both. Let c be 1 for full and 1/d for lenient. A candidate that is
// not taken from the stack meets a taken one that was pushed after it, in whose phi at that time it
// has c g or more. So the taken ones weigh at least c times the sum of g over all candidates, and
// all of phi sums up to at most c d times that. (1 + eps) phi covers every edge: one that was left
// out had w <= (1 + eps) phi then, and phi never falls; a candidate has phi >= w once it is pushed.
class DecidingDual {
 public:
  DecidingDual(VertexId num_vertices, const StackStreamingOptions& options)
      : phi_(num_vertices, 0),
        epsilon_(options.epsilon),
        lenient_(options.update == DualUpdate::lenient) {}

  // True if the edge becomes a candidate; the dual is raised then. T says what phi holds: int64, or
  // double after `become_real` (0 has the same bits in both).
  template <class T>
  bool admit(EdgeId edge, std::span<const VertexId> pins, T weight) {
    // Sums of two values below 2^63 fit 64 unsigned bits.
    using Sum = std::conditional_t<std::is_integral_v<T>, std::uint64_t, double>;
    Sum sum{};
    const auto wanted = static_cast<Sum>(weight);
    for (const VertexId v : pins) {
      sum += static_cast<Sum>(phi<T>(v));
      if (sum >= wanted) return false;
    }
    const auto lacking = static_cast<T>(wanted - sum);
    if (!exceeds(static_cast<double>(lacking), epsilon_, static_cast<double>(sum))) {
      slack_ = std::max(slack_, static_cast<double>(lacking) / static_cast<double>(sum));
      return false;
    }
    // phi(v) stays at most the largest weight: sum >= phi(v) before.
    const T raise = lenient_ ? share<T>(lacking, pins.size()) : lacking;
    for (const VertexId v : pins) {
      // Only a pin that was raised before has more; integers might leave their range.
      if (std::is_integral_v<T> && phi<T>(v) > weight - raise) throw_repeated_pin(edge, v);
      phi_[v] = std::bit_cast<RawWeight>(phi<T>(v) + raise);
    }
    return true;
  }

  // Turns phi from int64 into double.
  void become_real() {
    for (RawWeight& phi : phi_) phi = as_real(phi);
  }

  // No edge of positive weight has met these pins as a candidate.
  [[nodiscard]] bool untouched(std::span<const VertexId> pins) const {
    return std::all_of(pins.begin(), pins.end(), [&](VertexId v) { return phi_[v] == 0; });
  }

  // The sum of phi, T as in `admit`, with the most that was forgiven in fact.
  template <class T>
  [[nodiscard]] double sum() const {
    detail::base::ExactSum total;
    for (const RawWeight phi : phi_) total.add(static_cast<double>(std::bit_cast<T>(phi)));
    return (1.0 + slack_) * total.value();
  }

 private:
  template <class T>
  [[nodiscard]] T phi(VertexId v) const {
    return std::bit_cast<T>(phi_[v]);
  }
  template <class T>
  static T share(T amount, std::uint64_t size) {
    if constexpr (std::is_integral_v<T>) {
      return amount;  // not reached: shares are doubles
    } else {
      return equal_share(amount, size);
    }
  }

  Array<RawWeight> phi_;
  double epsilon_;
  double slack_ = 0.0;
  bool lenient_;
};

// The pass over the stream. Its duals are gone when it is.
class Pass {
 public:
  Pass(EdgeFeed& feed, const StackStreamingOptions& options, CandidateStack& stack)
      : feed_(feed),
        stack_(stack),
        deciding_(feed.num_vertices(), options),
        feasible_(feed.num_vertices()),
        claimed_(feed.never_negative() ? 0 : feed.num_vertices()),
        real_(options.update == DualUpdate::lenient) {}

  // Fills the stack and returns the upper bound.
  double run() {
    while (feed_.next()) {
      if (!real_ && !feed_.objective_is_integer()) {
        deciding_.become_real();
        real_ = true;
      }
      real_ ? offer<double>() : offer<std::int64_t>();
    }
    const double sum = real_ ? deciding_.sum<double>() : deciding_.sum<std::int64_t>();
    const bool integer = feed_.objective_is_integer();
    return std::min(feasible_.bound(feed_.max_size(), integer),
                    rounded_bound(sum, feed_.max_size(), integer));
  }

 private:
  template <class T>
  void offer() {
    const T weight = feed_.objective_weight<T>();
    const auto pins = feed_.pins();
    if (weight > T{}) {
      feasible_.cover(pins, static_cast<double>(weight));
      if (!deciding_.admit(feed_.id(), pins, weight)) return;
    } else {
      if (claimed_.meets(pins) || !deciding_.untouched(pins)) return;
      claimed_.insert(pins);
    }
    stack_.push(feed_.id(), pins, feed_.raw_weight(), feed_.has_integer_weights());
  }

  EdgeFeed& feed_;
  CandidateStack& stack_;
  DecidingDual deciding_;
  FeasibleDual feasible_;
  // Pins of candidates without positive weight, which leave no trace in the dual; those are few,
  // because they are disjoint.
  detail::order::VertexSet claimed_;
  bool real_;
};

std::string guarantee(const EdgeFeed& feed, const StackStreamingOptions& options) {
  // All weights are 1 for cardinality: an edge is left out only if it meets a candidate.
  if (feed.objective() == Objective::cardinality) {
    return "1/d of the most edges, d the largest edge size";
  }
  std::ostringstream text;
  text << "1/(d (1 + " << options.epsilon << ")) of the largest weight, d the largest edge size"
       << (options.nonpositive == NonPositive::keep ? ", if none is negative" : "");
  return text.str();
}

}  // namespace

StreamingMatching stack_streaming(const Context& context, EdgeStream& stream,
                                  const StackStreamingOptions& options) {
  if (!(options.epsilon >= 0.0) || !std::isfinite(options.epsilon)) {
    throw Error(ErrorCode::invalid_option,
                "epsilon is " + std::to_string(options.epsilon) + ", must be finite and >= 0");
  }
  detail::check_enum("update", options.update);
  EdgeFeed feed(context, stream, options.objective, options.nonpositive);
  CandidateStack stack;

  StreamingMatching result;
  result.upper_bound = Pass(feed, options, stack).run();
  result.peak_stack_edges = stack.num_edges();
  result.peak_stack_pins = stack.num_pins();
  {
    detail::order::VertexSet matched(feed.num_vertices());
    stack.unwind(feed.has_integer_weights(), [&](std::span<const VertexId> pins) {
      if (matched.meets(pins)) return false;
      matched.insert(pins);
      return true;
    });
  }
  result.edges.reserve(stack.num_kept());
  ValueSum sum(feed.has_integer_weights());
  stack.for_each_kept([&](EdgeId e, RawWeight weight) {
    result.edges.push_back(e);
    sum.add(weight);
  });
  result.value = sum.value();
  feed.describe(result);
  result.stats.algorithm = "stack_streaming";
  result.stats.variant = options.update == DualUpdate::lenient ? "lenient" : "full";
  result.stats.guarantee = guarantee(feed, options);
  return result;
}

}  // namespace hypermatch
