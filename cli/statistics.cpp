// SPDX-License-Identifier: MIT
#include "statistics.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace hypermatch::cli {

namespace {

// Disjoint sets with path halving and union by size (Tarjan and van Leeuwen 1984,
// doi:10.1145/62.2160).
class DisjointSets {
 public:
  explicit DisjointSets(VertexId n) : parents_(n) {
    for (VertexId v = 0; v < n; ++v) parents_[v] = v;
    // Now that one array is used, the system knows whether there is room for another.
    sizes_ = Array<VertexId>(n, 1);
  }
  VertexId find(VertexId v) {
    while (parents_[v] != v) {  // ends: the path to the root gets shorter
      parents_[v] = parents_[parents_[v]];
      v = parents_[v];
    }
    return v;
  }
  /// Merges two sets given by their roots; returns the new root.
  VertexId unite(VertexId a, VertexId b) {
    if (a == b) return a;
    if (sizes_[a] < sizes_[b]) std::swap(a, b);
    parents_[b] = a;
    sizes_[a] += sizes_[b];
    return a;
  }
  [[nodiscard]] bool is_root(VertexId v) const { return parents_[v] == v; }
  [[nodiscard]] VertexId size(VertexId root) const { return sizes_[root]; }

 private:
  Array<VertexId> parents_;
  Array<VertexId> sizes_;
};

// Holds every sum of 2^32 weights of 64 bits.
__extension__ using Wide = __int128;

WeightFacts weight_facts(const WeightsView& weights) {
  WeightFacts facts;
  facts.type = type_name(weights);
  facts.sum.edges = size_of(weights);
  std::visit(
      [&](const auto& values) {
        using View = std::decay_t<decltype(values)>;
        if constexpr (!std::is_same_v<View, std::monostate>) {
          if (values.empty()) return;
          const auto [least, most] = std::minmax_element(values.begin(), values.end());
          facts.min = static_cast<double>(*least);
          facts.max = static_cast<double>(*most);
          if constexpr (std::is_integral_v<typename View::value_type>) {
            facts.integer_min = *least;
            facts.integer_max = *most;
            Wide sum = 0;
            for (const auto weight : values) sum += weight;
            facts.sum.weight = static_cast<double>(sum);
            facts.sum.is_integer = sum >= std::numeric_limits<std::int64_t>::min() &&
                                   sum <= std::numeric_limits<std::int64_t>::max();
            if (facts.sum.is_integer) facts.sum.integer_weight = static_cast<std::int64_t>(sum);
          } else {
            facts.sum.is_integer = false;
            for (const auto weight : values) facts.sum.weight += static_cast<double>(weight);
          }
        }
      },
      weights);
  return facts;
}

}  // namespace

Statistics statistics_of(const Context& context, const HypergraphView& hypergraph) {
  Statistics statistics;
  {
    Array<EdgeId> degrees(hypergraph.num_vertices, 0);
    for (const VertexId v : hypergraph.pins) ++degrees[v];
    for (const EdgeId degree : degrees) {
      statistics.degrees.add(degree);
      if (degree == 0) ++statistics.isolated_vertices;
    }
  }
  context.check_cancelled();
  DisjointSets sets(hypergraph.num_vertices);
  constexpr EdgeId k_between_checks = 1U << 20U;
  for (EdgeId e = 0; e < hypergraph.num_edges(); ++e) {
    if (e % k_between_checks == 0) {
      context.check_cancelled();
      context.report({"components", e, hypergraph.num_edges()});
    }
    const auto pins = hypergraph.pins_of(e);
    statistics.edge_sizes.add(pins.size());
    if (pins.empty()) continue;
    VertexId root = sets.find(pins[0]);
    for (const VertexId v : pins.subspan(1)) root = sets.unite(root, sets.find(v));
  }
  for (VertexId v = 0; v < hypergraph.num_vertices; ++v) {
    if (!sets.is_root(v)) continue;
    ++statistics.components;
    statistics.largest_component =
        std::max<std::uint64_t>(statistics.largest_component, sets.size(v));
  }
  statistics.weights = weight_facts(hypergraph.weights);
  return statistics;
}

Json to_json(const Histogram& histogram) {
  Json bins = Json::array();
  for (const Histogram::Bin& bin : histogram.bins()) {
    bins.push_back({{"from", bin.from}, {"to", bin.to}, {"count", bin.count}});
  }
  return {{"min", histogram.min()},
          {"mean", histogram.mean()},
          {"max", histogram.max()},
          {"histogram", std::move(bins)}};
}

Json to_json(const WeightFacts& weights) {
  if (weights.type == "none" || weights.sum.edges == 0) {
    return {{"type", weights.type}, {"min", nullptr}, {"max", nullptr}, {"sum", nullptr}};
  }
  const bool integers = weights.type.starts_with("int");
  return {{"type", weights.type},
          {"min", integers ? Json(weights.integer_min) : number_json(weights.min)},
          {"max", integers ? Json(weights.integer_max) : number_json(weights.max)},
          {"sum", weight_json(weights.sum)}};
}

}  // namespace hypermatch::cli
