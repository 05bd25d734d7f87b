// SPDX-License-Identifier: MIT
#include "algorithms/graph_matching/exact/exact_rows.hpp"

#include <algorithm>
#include <bit>
#include <span>
#include <variant>

#include "algorithms/graph_matching/common/eligible_rows.hpp"
#include "hypermatch/error.hpp"

namespace hypermatch::detail::graph_matching::exact {

namespace {

// Bits that values may have, bonus included: four times a doubled value is less than `k_never`.
constexpr int k_most_bits = 57;

bool is_real(const WeightsView& weights) {
  return std::holds_alternative<std::span<const float>>(weights) ||
         std::holds_alternative<std::span<const double>>(weights);
}

// Numbers the vertices by breadth-first search; the other way round than `ExactRows::vertices`.
Array<VertexId> breadth_first_numbers(const Context& context, const Array<Offset>& first,
                                      const Array<VertexId>& heads) {
  parallel::StopCheck stop(context);
  const auto n = static_cast<VertexId>(first.size() - 1);
  Array<VertexId> number(n, k_none);
  Array<VertexId> queue(n);
  VertexId size = 0;
  for (VertexId root = 0; root < n; ++root) {
    if (number[root] != k_none) continue;
    VertexId at = size;
    number[root] = size;
    queue[size++] = root;
    // Ends: a vertex enters once.
    for (; at < size; ++at) {
      const VertexId u = queue[at];
      stop.done(4 * (first[u + std::size_t{1}] - first[u]));
      for (Offset a = first[u]; a < first[u + 1]; ++a) {
        const VertexId v = heads[a];
        if (number[v] != k_none) continue;
        number[v] = size;
        queue[size++] = v;
      }
    }
  }
  return number;
}

}  // namespace

EdgeValues edge_values(const EdgeListView& graph, const ExactOptions& options) {
  const auto found = structures::fixed_point_of(graph.weights, 120);
  if (!found) throw Error(ErrorCode::invalid_input, "weights must be finite numbers");
  EdgeValues values;
  values.fixed = *found;
  const bool has_bonus = options.size != MatchingSize::any;
  const int pair_bits = has_bonus ? static_cast<int>(std::bit_width(graph.num_vertices)) + 2 : 0;
  const int most = k_most_bits - pair_bits;
  const int excess = values.fixed.bits - most;
  if (excess > 0) {
    if (!is_real(graph.weights)) values.dropped_bits = excess + 1;
    values.fixed = {values.fixed.exponent + excess + 1, most, false};
  }
  values.sign = options.sense == Sense::minimize ? -1 : 1;
  values.drops_nonpositive = !has_bonus;
  if (!has_bonus || graph.edges.empty()) return values;
  Value least = k_never;
  Value most_value = -k_never;
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    least = std::min(least, values.weight(graph.weights, e));
    most_value = std::max(most_value, values.weight(graph.weights, e));
  }
  // A pair more outweighs all that the others can differ by.
  values.bonus = (graph.num_vertices / 2 + Value{1}) * (most_value - least + 1) - least;
  return values;
}

ExactRows exact_rows(const Context& context, const EdgeListView& graph, const EdgeValues& values) {
  const auto takes = [&](std::size_t e) {
    return !values.drops_nonpositive || weight_at(graph.weights, e) > 0;
  };
  Array<VertexId> number;
  {
    const PlainRows plain = plain_rows(context, graph, takes);
    context.check_cancelled();
    number = breadth_first_numbers(context, plain.first, plain.heads);
  }
  context.check_cancelled();
  ExactRows rows;
  rows.num_vertices = graph.num_vertices;
  rows.first = sort_arcs(
      context, graph, takes, [&](VertexId v) { return number[v]; },
      [&](Offset arcs) {
        rows.heads.resize(arcs);
        rows.weights.resize(arcs);
      },
      [&](Offset at, VertexId head, std::size_t e) {
        rows.heads[at] = head;
        rows.weights[at] = 2 * (values.weight(graph.weights, e) + values.bonus);
      });
  rows.vertices = Array<VertexId>(graph.num_vertices);
  for (VertexId v = 0; v < graph.num_vertices; ++v) rows.vertices[number[v]] = v;
  return rows;
}

}  // namespace hypermatch::detail::graph_matching::exact
