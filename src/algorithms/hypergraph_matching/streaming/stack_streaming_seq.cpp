// SPDX-License-Identifier: MIT
// stack_streaming: heavy matchings in one pass, by a dual that decides which edges are kept on a
// stack (Reinstaedtler, Ferdous, Pothen, Ucar, Schulz 2025, doi:10.4230/LIPIcs.ESA.2025.79; graphs:
// Paz, Schwartzman 2018, doi:10.1145/3274668). Guarantee 1/(d (1 + eps)), O(pins) time.
#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <type_traits>

#include "algorithms/hypergraph_matching/streaming/candidate_stack.hpp"
#include "algorithms/hypergraph_matching/streaming/edge_feed.hpp"
#include "algorithms/hypergraph_matching/streaming/feasible_dual.hpp"
#include "algorithms/hypergraph_matching/vertex_set.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/streaming_matching.hpp"

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
template <class D>
class DecidingDual {
 public:
  // Sums of two values below 2^63 fit 64 unsigned bits.
  using Sum = std::conditional_t<std::is_integral_v<D>, std::uint64_t, double>;

  DecidingDual(VertexId num_vertices, double epsilon, DualUpdate update)
      : phi_(num_vertices, D{}), epsilon_(epsilon), lenient_(update == DualUpdate::lenient) {}

  // True if the edge becomes a candidate; the dual is raised then.
  bool admit(std::span<const VertexId> pins, D weight) {
    Sum sum{};
    const auto wanted = static_cast<Sum>(weight);
    for (const VertexId v : pins) {
      sum += static_cast<Sum>(phi_[v]);
      if (sum >= wanted) return false;
    }
    const auto lacking = static_cast<D>(wanted - sum);
    if (!exceeds(static_cast<double>(lacking), epsilon_, static_cast<double>(sum))) {
      slack_ = std::max(slack_, static_cast<double>(lacking) / static_cast<double>(sum));
      return false;
    }
    const D raise =
        lenient_ ? static_cast<D>(equal_share(static_cast<double>(lacking), pins.size())) : lacking;
    // phi(v) stays at most the largest weight: sum >= phi(v) before.
    for (const VertexId v : pins) phi_[v] += raise;
    return true;
  }

  // No edge of positive weight has met these pins as a candidate.
  [[nodiscard]] bool untouched(std::span<const VertexId> pins) const {
    return std::all_of(pins.begin(), pins.end(), [&](VertexId v) { return !(phi_[v] > D{}); });
  }

  // (1 + slack) times the sum of phi covers all edges, slack the most that was forgiven in fact.
  [[nodiscard]] double bound(std::uint64_t max_edge_size, bool integer_objective) const {
    CompensatedSum sum;
    for (const D phi : phi_) sum.add(static_cast<double>(phi));
    return rounded_bound((1.0 + slack_) * sum.value(), max_edge_size, integer_objective);
  }

 private:
  Array<D> phi_;
  double epsilon_;
  double slack_ = 0.0;
  bool lenient_;
};

// The pass over the stream: fills the stack, returns the upper bound. All duals are gone
// afterwards.
template <class T, class D>
double collect(EdgeFeed& feed, const StackStreamingOptions& options, CandidateStack& stack) {
  DecidingDual<D> deciding(feed.num_vertices(), options.epsilon, options.update);
  FeasibleDual feasible(feed.num_vertices());
  // Pins of candidates without positive weight, which leave no trace in the dual; those are few,
  // because they are disjoint.
  VertexSet claimed(feed.never_negative() ? 0 : feed.num_vertices());
  while (feed.next()) {
    const T weight = feed.template objective_weight<T>();
    const auto pins = feed.pins();
    if (weight > T{}) {
      feasible.cover(pins, static_cast<double>(weight));
      if (!deciding.admit(pins, static_cast<D>(weight))) continue;
    } else {
      if (claimed.meets(pins) || !deciding.untouched(pins)) continue;
      claimed.insert(pins);
    }
    stack.push(feed.id(), pins, feed.raw_weight());
  }
  const bool integer = feed.objective_is_integer();
  return std::min(feasible.bound(feed.max_size(), integer),
                  deciding.bound(feed.max_size(), integer));
}

double collect_candidates(EdgeFeed& feed, const StackStreamingOptions& options,
                          CandidateStack& stack) {
  if (!feed.objective_is_integer()) return collect<double, double>(feed, options, stack);
  if (options.update == DualUpdate::full) {
    return collect<std::int64_t, std::int64_t>(feed, options, stack);
  }
  return collect<std::int64_t, double>(feed, options, stack);
}

std::string guarantee(const EdgeFeed& feed, double epsilon) {
  // All weights are 1 for cardinality: an edge is left out only if it meets a candidate.
  if (feed.objective() == Objective::cardinality) {
    return "1/d of the most edges, d the largest edge size";
  }
  std::ostringstream text;
  text << "1/(d (1 + " << epsilon << ")) of the largest weight, d the largest edge size";
  return text.str();
}

}  // namespace

StreamingMatching stack_streaming(const Context& context, EdgeStream& stream,
                                  const StackStreamingOptions& options) {
  if (!(options.epsilon >= 0.0) || !std::isfinite(options.epsilon)) {
    throw Error(ErrorCode::invalid_option,
                "epsilon is " + std::to_string(options.epsilon) + ", must be finite and >= 0");
  }
  EdgeFeed feed(context, stream, options.objective, options.nonpositive);
  CandidateStack stack(feed.has_integer_weights());

  StreamingMatching result;
  result.upper_bound = collect_candidates(feed, options, stack);
  result.peak_stack_edges = stack.num_edges();
  result.peak_stack_pins = stack.num_pins();
  {
    VertexSet matched(feed.num_vertices());
    stack.unwind([&](std::span<const VertexId> pins) {
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
  result.stats.guarantee = guarantee(feed, options.epsilon);
  return result;
}

}  // namespace hypermatch
