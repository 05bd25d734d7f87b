// SPDX-License-Identifier: MIT
// greedy_streaming: one matching, improved by swaps while the edges pass ("SwapSet" of
// Reinstaedtler, Ferdous, Pothen, Ucar, Schulz 2025, doi:10.4230/LIPIcs.ESA.2025.79; graphs:
// McGregor 2005, doi:10.1007/11538462_15). Guarantee 1/((1 + alpha) (d + (d - 1) / alpha)), at best
// 1/(2d - 1 + 2 sqrt(d (d - 1))); O(pins log d) time, O(n) memory.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>

#include "algorithms/hypergraph_matching/common/stream/edge_feed.hpp"
#include "algorithms/hypergraph_matching/common/stream/feasible_dual.hpp"
#include "algorithms/hypergraph_matching/greedy_streaming/swap_matching.hpp"
#include "base/exact_sum.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/streaming_matching.hpp"

namespace hypermatch {

using namespace detail::hypergraph_matching;

namespace {

// How much heavier an edge must be than the edges that it replaces.
//
// Why the guarantee holds, alpha growing or not. Let b be the smallest alpha at which edges were
// swapped out while d > 1, and a the last one. An edge o of the optimum that was turned away weighs
// at most (1 + a) times the matched edges that it met then; each of them, c, bears (1 + a) w(c) of
// it, at a pin that c and o share. If c is swapped out for h, the share at a pin that h has too
// moves on to h, which outweighs c. So (1 + a) w(c) is borne at most |c| times by an edge that
// stays and at most |c| - 1 times by one that was swapped out: edges of one pin then bear nothing,
// and the others, each swapped out by edges 1 + b times as heavy, weigh at most 1 / b times the
// final matching. Together: optimum <= (1 + a) (d + (d - 1) / b) times the matching.
class SwapRule {
 public:
  explicit SwapRule(double alpha) : automatic_(alpha < 0.0), alpha_(automatic_ ? 0.0 : alpha) {}

  void see_size(std::uint64_t size) {
    if (size <= max_size_) return;
    max_size_ = size;
    if (automatic_) {
      const auto d = static_cast<double>(size);
      alpha_ = std::sqrt((d - 1.0) / d);
    }
  }

  // May an edge of weight `weight` replace edges that weigh `replaced` together? The gain
  // has to reach alpha times the absolute value, so that negative weights allow no losses.
  template <class T, class Wide>
  bool allows(T weight, Wide replaced) {
    const Wide gain = static_cast<Wide>(weight) - replaced;
    const double threshold = alpha_ * std::abs(static_cast<double>(replaced));
    if (gain < Wide{} || static_cast<double>(gain) < threshold) return false;
    if (max_size_ > 1) smallest_used_ = std::min(smallest_used_, alpha_);
    return true;
  }

  [[nodiscard]] std::string guarantee(Objective objective, NonPositive nonpositive) const {
    std::ostringstream text;
    const bool uniform = smallest_used_ >= alpha_;
    if (max_size_ <= 1) {
      text << (alpha_ > 0.0 ? "1/(1 + a)" : "1");
    } else if (automatic_ && uniform) {
      text << "1/(2d - 1 + 2 sqrt(d (d - 1)))";
    } else if (alpha_ > 0.0) {
      text << "1/((1 + a) (d + (d - 1) / " << (uniform ? "a" : "b") << "))";
    } else {
      return "none (alpha = 0)";
    }
    text << (objective == Objective::weight ? " of the largest weight" : " of the most edges");
    if (max_size_ > 1) text << ", d the largest edge size";
    if (alpha_ > 0.0 && !(automatic_ && uniform)) text << ", a = " << alpha_;
    if (!uniform) text << ", b = " << smallest_used_;
    const bool may_be_negative = objective == Objective::weight && nonpositive == NonPositive::keep;
    if (may_be_negative) text << ", if none is negative";
    return text.str();
  }

 private:
  bool automatic_;
  double alpha_;
  std::uint64_t max_size_ = 0;
  double smallest_used_ = std::numeric_limits<double>::infinity();
};

// The exact sum of the weights, of real ones rounded once.
template <class T, class Slots, class Weight>
auto sum_over(const Slots& slots, const Weight& weight_of) {
  if constexpr (std::is_integral_v<T>) {
    detail::base::Int128 sum = 0;
    for (const SwapMatching::Slot slot : slots) sum += weight_of(slot);
    return sum;
  } else {
    return detail::base::exact_sum(slots.size(),
                                   [&](std::size_t i) { return weight_of(slots[i]); });
  }
}

// Offers the edge that the feed holds to the matching. T is the type of objective weights.
template <class T>
void offer(const EdgeFeed& feed, SwapRule& rule, SwapMatching& matching) {
  const bool cardinality = feed.objective() == Objective::cardinality;
  const auto weight_of = [&](SwapMatching::Slot slot) {
    return cardinality ? T{1} : std::bit_cast<T>(matching.weight(slot));
  };
  // One matched edge that is too heavy by itself settles it, unless others make up for it.
  const bool early_exit = feed.never_negative();

  const auto pins = feed.pins();
  const T weight = feed.objective_weight<T>();
  const bool hopeless = !matching.find_conflicts(
      pins, [&](SwapMatching::Slot slot) { return early_exit && weight_of(slot) > weight; });
  if (hopeless) return;
  const auto conflicts = matching.conflicts();
  if (!conflicts.empty()) {
    if (!rule.allows(weight, sum_over<T>(conflicts, weight_of))) return;
  }
  matching.swap_in(feed.id(), pins, feed.raw_weight());
}

// The pass over the stream; returns the upper bound.
double improve(EdgeFeed& feed, SwapRule& rule, SwapMatching& matching) {
  FeasibleDual feasible(feed.num_vertices());
  bool real = false;
  const auto follow_weights = [&] {
    if (real || feed.has_integer_weights()) return;
    matching.become_real();
    real = true;
  };
  while (feed.next()) {
    follow_weights();
    feasible.cover(feed.pins(), feed.objective_weight<double>());
    rule.see_size(feed.pins().size());
    if (feed.objective_is_integer()) {
      offer<std::int64_t>(feed, rule, matching);
    } else {
      offer<double>(feed, rule, matching);
    }
  }
  follow_weights();  // the weight that is no integer may belong to an edge that takes no part
  return feasible.bound(feed.max_size(), feed.objective_is_integer());
}

}  // namespace

StreamingMatching greedy_streaming(const Context& context, EdgeStream& stream,
                                   const GreedyStreamingOptions& options) {
  if (!std::isfinite(options.alpha)) {
    throw Error(ErrorCode::invalid_option, "alpha is " + std::to_string(options.alpha) +
                                               ", must be finite (negative: the best known)");
  }
  EdgeFeed feed(context, stream, options.objective, options.nonpositive);
  SwapRule rule(options.alpha);
  SwapMatching matching(feed.num_vertices());

  StreamingMatching result;
  result.upper_bound = improve(feed, rule, matching);
  result.peak_stack_edges = matching.peak_edges();
  result.peak_stack_pins = matching.peak_pins();
  ValueSum sum(feed.has_integer_weights());
  const auto matched = std::move(matching).release();
  result.edges.reserve(matched.size());
  for (const SwapMatching::Edge& edge : matched) {
    result.edges.push_back(edge.id);
    sum.add(edge.weight());
  }
  result.value = sum.value();
  feed.describe(result);
  result.stats.algorithm = "greedy_streaming";
  result.stats.guarantee = rule.guarantee(feed.objective(), options.nonpositive);
  return result;
}

}  // namespace hypermatch
