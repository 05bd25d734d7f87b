// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "base/counted.hpp"
#include "base/exact_sum.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/verify_exact.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch::verify {

namespace {

using detail::base::Int128;

constexpr Int128 k_largest = Int128{1} << 120;

// A weight in units of 2^exponent, rounded down and up.
struct Units {
  Int128 down = 0;
  Int128 up = 0;
};

Units shifted(Int128 mantissa, int shift) {
  if (mantissa == 0) return {};
  if (shift >= 64)
    return {mantissa > 0 ? k_largest : -k_largest, mantissa > 0 ? k_largest : -k_largest};
  if (shift >= 0) return {mantissa * (Int128{1} << shift), mantissa * (Int128{1} << shift)};
  if (shift <= -64) return {mantissa > 0 ? 0 : -1, mantissa > 0 ? 1 : 0};
  const Int128 down = mantissa >> -shift;
  return {down, down + (down * (Int128{1} << -shift) == mantissa ? 0 : 1)};
}

Units in_units(const WeightsView& weights, std::size_t e, int exponent) {
  return std::visit(
      [&](const auto& values) -> Units {
        using Values = std::decay_t<decltype(values)>;
        if constexpr (std::is_same_v<Values, std::monostate>) {
          return shifted(1, -exponent);
        } else if constexpr (std::is_integral_v<typename Values::value_type>) {
          return shifted(values[e], -exponent);
        } else {
          int place = 0;
          const double fraction = std::frexp(static_cast<double>(values[e]), &place);
          return shifted(static_cast<std::int64_t>(std::ldexp(fraction, 53)),
                         place - 53 - exponent);
        }
      },
      weights);
}

// The nested sets of a dual, as a forest: vertices are its leaves.
class SetForest {
 public:
  // The first fact that is violated, or nothing.
  std::string build(std::size_t num_vertices, std::span<const DualSet> sets) {
    set_of_.assign(num_vertices, sets.size());
    nodes_.assign(sets.size() + 1, {});  // the last one stands for no set
    std::vector<std::uint64_t> parent(sets.size(), sets.size());
    for (std::size_t s = 0; s < sets.size(); ++s) {
      std::uint64_t size = 0;
      for (const std::uint64_t member : sets[s].members) {
        const bool is_vertex = member < num_vertices;
        if (!is_vertex && member - num_vertices >= s) {
          return "set " + std::to_string(s + 1) + " has a member that does not stand before it";
        }
        std::uint64_t& outer = is_vertex ? set_of_[member] : parent[member - num_vertices];
        if (outer != sets.size()) {
          return "a member of set " + std::to_string(s + 1) + " is in another set, too";
        }
        outer = s;
        size += is_vertex ? 1 : nodes_[member - num_vertices].size;
      }
      nodes_[s].size = size;
      if (size % 2 == 0) {
        return "set " + std::to_string(s + 1) + " has " + detail::base::counted(size, "vertex") +
               ", must have an odd number";
      }
      if (sets[s].dual < 0) return "the dual of set " + std::to_string(s + 1) + " is negative";
    }
    nodes_.back().up = nodes_.back().jump = sets.size();
    for (std::size_t s = sets.size(); s-- > 0;) {
      Node& node = nodes_[s];
      const Node& up = nodes_[parent[s]];
      node.up = parent[s];
      node.depth = up.depth + 1;
      node.cover = up.cover + sets[s].dual;
      // Jumps of the lengths of skew binary numbers.
      const Node& jump = nodes_[up.jump];
      node.jump =
          up.depth - jump.depth == jump.depth - nodes_[jump.jump].depth ? jump.jump : node.up;
    }
    return {};
  }

  // The sum of the duals of the sets that hold both.
  [[nodiscard]] Int128 cover(VertexId u, VertexId v) const {
    std::uint64_t a = set_of_[u];
    std::uint64_t b = set_of_[v];
    if (nodes_[a].depth < nodes_[b].depth) std::swap(a, b);
    // Ends: each step is nearer to the outermost set, O(log(sets)) of them.
    while (nodes_[a].depth > nodes_[b].depth) {
      a = nodes_[nodes_[a].jump].depth >= nodes_[b].depth ? nodes_[a].jump : nodes_[a].up;
    }
    while (a != b) {
      const bool jumps = nodes_[a].jump != nodes_[b].jump;
      a = jumps ? nodes_[a].jump : nodes_[a].up;
      b = jumps ? nodes_[b].jump : nodes_[b].up;
    }
    return nodes_[a].cover;
  }
  [[nodiscard]] std::uint64_t size(std::size_t set) const { return nodes_[set].size; }

 private:
  struct Node {
    std::uint64_t up = 0;
    std::uint64_t jump = 0;
    std::uint64_t depth = 0;
    std::uint64_t size = 0;
    Int128 cover = 0;
  };
  std::vector<Node> nodes_;
  std::vector<std::uint64_t> set_of_;
};

class ExactChecker {
 public:
  ExactChecker(const Context& context, const EdgeListView& graph, const MatchingDual& dual,
               const ExactOptions& options, const std::function<std::string(std::uint64_t)>& name)
      : stop_(context), graph_(graph), dual_(dual), name_(name) {
    const Objective objective = options.order.objective;
    counts_ = objective == Objective::cardinality ||
              (objective == Objective::automatic && !graph.is_weighted());
    sign_ = options.sense == Sense::minimize ? -1 : 1;
    size_ = options.size;
    if (size_ == MatchingSize::any && (counts_ || options.sense == Sense::minimize ||
                                       options.order.nonpositive == NonPositive::keep)) {
      size_ = MatchingSize::largest;
    }
  }

  ExactVerdict check(std::span<const VertexId> mates) {
    ExactVerdict verdict;
    verdict.violation = check_mates(mates);
    if (verdict.violation.empty()) verdict.violation = check_dual();
    if (verdict.violation.empty()) verdict.violation = check_edges(mates);
    if (verdict.violation.empty()) verdict.violation = compare(mates.size(), verdict.gap);
    verdict.ok = verdict.violation.empty();
    return verdict;
  }

 private:
  [[nodiscard]] std::string name(std::uint64_t v) const {
    return name_ ? name_(v) : std::to_string(v + 1);
  }

  [[nodiscard]] std::string check_mates(std::span<const VertexId> mates) {
    if (mates.size() != graph_.num_vertices) return "there must be one mate per vertex";
    for (VertexId v = 0; v < mates.size(); ++v) {
      if (mates[v] == k_none) {
        if (size_ == MatchingSize::perfect) return "vertex " + name(v) + " has no mate";
        continue;
      }
      if (mates[v] >= mates.size() || mates[v] == v || mates[mates[v]] != v) {
        return "the mate of vertex " + name(v) + " has another one";
      }
      ++num_matched_;
    }
    num_matched_ /= 2;
    return {};
  }

  [[nodiscard]] std::string check_dual() {
    constexpr int k_most_exponent = 1100;
    if (std::abs(dual_.exponent) > k_most_exponent) return "the unit of the dual is out of range";
    if (dual_.vertices.size() != graph_.num_vertices) return "there must be one dual per vertex";
    if (size_ == MatchingSize::any && dual_.bonus != 0) return "the bonus of the dual must be 0";
    for (std::size_t v = 0; v < dual_.vertices.size(); ++v) {
      if (dual_.vertices[v] < 0 && size_ != MatchingSize::perfect) {
        return "the dual of vertex " + name(v) + " is negative";
      }
      bound_ += dual_.vertices[v];
    }
    std::string violation = sets_.build(dual_.vertices.size(), dual_.sets);
    if (!violation.empty()) return violation;
    for (std::size_t s = 0; s < dual_.sets.size(); ++s) {
      bound_ += Int128{dual_.sets[s].dual} * static_cast<std::int64_t>(sets_.size(s) / 2);
    }
    return {};
  }

  // Whether the unit is small beside the weights: then these may have been rounded.
  [[nodiscard]] bool may_be_rounded() const {
    const bool is_real = std::holds_alternative<std::span<const float>>(graph_.weights) ||
                         std::holds_alternative<std::span<const double>>(graph_.weights);
    if (counts_ || (!is_real && dual_.exponent < 0)) return false;
    double largest = 0;
    for (std::size_t e = 0; e < graph_.edges.size(); ++e) {
      largest = std::max(largest, std::fabs(weight_at(graph_.weights, e)));
    }
    return std::ldexp(1.0, dual_.exponent) <= std::ldexp(largest, -20);
  }

  // That the pairs are edges, and that the duals cover each edge, or nearly so where it was
  // rounded.
  [[nodiscard]] std::string check_edges(std::span<const VertexId> mates) {
    const bool may_round = may_be_rounded();
    std::uint64_t found = 0;
    for (std::size_t e = 0; e < graph_.edges.size(); ++e) {
      const auto [u, v] = graph_.edges[e];
      Units weight =
          counts_ ? shifted(1, -dual_.exponent) : in_units(graph_.weights, e, dual_.exponent);
      if (sign_ < 0) weight = {-weight.up, -weight.down};
      // Weights in force are even numbers of units.
      const bool is_rounded = may_round && (weight.down != weight.up || weight.down % 2 != 0);
      rounds_ = rounds_ || is_rounded;
      const Int128 cover = Int128{dual_.vertices[u]} + dual_.vertices[v] + sets_.cover(u, v);
      const Int128 above = weight.up + dual_.bonus - cover;
      if (above > (is_rounded ? 2 : 0)) {
        return "the duals do not cover the edge of " + name(u) + " and " + name(v);
      }
      excess_ = std::max(excess_, above);
      least_ = std::min(least_, weight.down + dual_.bonus);
      if (mates[u] == v) {
        ++found;
        value_ += weight.down + dual_.bonus;
      }
      stop_.done(8);
    }
    return found == num_matched_ ? std::string() : "a pair is no edge";
  }

  [[nodiscard]] std::string compare(std::uint64_t num_vertices, double& gap) const {
    const Int128 bound = bound_ + excess_ * static_cast<std::int64_t>(num_vertices / 2);
    if (size_ == MatchingSize::largest && !graph_.edges.empty()) {
      const auto more = static_cast<std::int64_t>(num_matched_ + 1);
      const bool fits = num_matched_ + 1 <= num_vertices / 2;
      if (fits && (least_ <= 0 || least_ * more <= bound)) {
        return "the dual does not prove that no matching has more edges";
      }
    }
    const Int128 units = bound - value_;
    const Int128 allowed = rounds_ ? Int128{2} * static_cast<std::int64_t>(num_vertices) : 0;
    if (units > allowed) {
      return std::string("the dual does not prove it: a matching may ") +
             (sign_ < 0 ? "cost less" : "weigh more") + " by " + std::to_string(gap_of(units));
    }
    gap = gap_of(units);
    return {};
  }
  [[nodiscard]] double gap_of(Int128 units) const {
    return std::ldexp(static_cast<double>(units), dual_.exponent);
  }

  detail::parallel::StopCheck stop_;
  const EdgeListView& graph_;
  const MatchingDual& dual_;
  const std::function<std::string(std::uint64_t)>& name_;
  bool counts_ = false;
  int sign_ = 1;
  MatchingSize size_ = MatchingSize::any;
  SetForest sets_;
  std::uint64_t num_matched_ = 0;
  bool rounds_ = false;
  Int128 excess_ = 0;
  Int128 least_ = k_largest;  // of all edges, with the bonus
  Int128 value_ = 0;          // of the matching, with the bonus of each edge
  Int128 bound_ = 0;          // on it
};

}  // namespace

ExactVerdict check_exact(const Context& context, const EdgeListView& graph,
                         std::span<const VertexId> mates, const MatchingDual& dual,
                         const ExactOptions& options,
                         const std::function<std::string(std::uint64_t)>& name) {
  validate(graph);
  detail::check_enum("sense", options.sense);
  detail::check_enum("size", options.size);
  return ExactChecker(context, graph, dual, options, name).check(mates);
}

std::string check_barrier(const EdgeListView& graph, const Barrier& barrier) {
  validate(graph);
  const VertexId n = graph.num_vertices;
  std::vector<bool> is_left_out(n, false);
  for (const VertexId v : barrier.vertices) {
    if (v >= n || is_left_out[v]) return "a vertex of the barrier does not exist or occurs twice";
    is_left_out[v] = true;
  }
  // Components by union-find, and their sizes.
  std::vector<VertexId> parent(n);
  std::iota(parent.begin(), parent.end(), VertexId{0});
  const auto root_of = [&](VertexId v) {
    // Ends: each step is nearer to the root; paths are halved on the way.
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  for (const auto [u, v] : graph.edges) {
    if (!is_left_out[u] && !is_left_out[v]) parent[root_of(u)] = root_of(v);
  }
  std::vector<bool> is_odd(n, false);
  std::uint64_t odd = 0;
  for (VertexId v = 0; v < n; ++v) {
    if (is_left_out[v]) continue;
    const VertexId root = root_of(v);
    is_odd[root] = !is_odd[root];
    odd = is_odd[root] ? odd + 1 : odd - 1;
  }
  if (odd != barrier.odd_components) return "the odd components of the barrier are counted wrongly";
  if (odd <= barrier.vertices.size())
    return "the barrier leaves no more odd components than it has vertices";
  return {};
}

}  // namespace hypermatch::verify
