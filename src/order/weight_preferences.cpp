// SPDX-License-Identifier: MIT
#include "hypermatch/weight_preferences.hpp"

#include <algorithm>
#include <string>

#include "hypermatch/edge_order.hpp"
#include "hypermatch/error.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch {

namespace {

/// An entry of a list. Keys of edges that meet differ.
struct Entry {
  std::uint64_t key;
  VertexId partner;
};

/// Each edge joins a vertex below `num_left` and another one. @throws Error{invalid_input}
void check_sides(const Context& context, const GraphView& graph, VertexId num_left) {
  const auto first = detail::parallel::reduce(
      context, graph.num_vertices, k_none,
      [&](std::size_t v) {
        const auto neighbours = graph.neighbours_of(static_cast<VertexId>(v));
        const bool is_left = v < num_left;
        const bool crosses = std::all_of(neighbours.begin(), neighbours.end(),
                                         [&](VertexId u) { return (u < num_left) != is_left; });
        return crosses ? k_none : static_cast<VertexId>(v);
      },
      [](VertexId a, VertexId b) { return std::min(a, b); });
  if (first == k_none) return;
  throw Error(ErrorCode::invalid_input, "vertex " + std::to_string(std::uint64_t{first} + 1) +
                                            " has a neighbour on its own side");
}

}  // namespace

Preferences preferences_of_weights(const Context& context, const GraphView& graph,
                                   const WeightPreferencesOptions& options) {
  using detail::parallel::for_each;
  const GraphEdgeOrder order(context, graph, options.order);
  const VertexId n = graph.num_vertices;
  const bool has_two = options.num_left != k_none;
  if (has_two && options.num_left > n) {
    throw Error(ErrorCode::invalid_option, "num_left is " + std::to_string(options.num_left) +
                                               ", must be at most the number of vertices, " +
                                               std::to_string(n));
  }
  check_capacities(options.capacities, n);
  if (has_two) check_sides(context, graph, options.num_left);
  Preferences all;
  all.sides = has_two ? Sides::two : Sides::one;
  all.num_left = has_two ? options.num_left : n;
  all.offsets.resize(n + std::size_t{1});
  for_each(context, n, [&](std::size_t v) {
    Offset count = 0;
    for (Offset arc = graph.offsets[v]; arc < graph.offsets[v + 1]; ++arc) {
      count += order.takes_part(arc) ? 1 : 0;
    }
    all.offsets[v] = count;
  });
  const Offset entries = detail::parallel::exclusive_scan<Offset>(
      context, n, [&](std::size_t v) { return all.offsets[v]; },
      [&](std::size_t v, Offset begin) { all.offsets[v] = begin; });
  all.offsets[n] = entries;
  all.partners.resize(entries);
  Array<Entry> sorted(entries);
  for_each(context, n, [&](std::size_t v) {
    const auto vertex = static_cast<VertexId>(v);
    Offset place = all.offsets[v];
    for (Offset arc = graph.offsets[v]; arc < graph.offsets[v + 1]; ++arc) {
      if (!order.takes_part(arc)) continue;
      const VertexId partner = graph.neighbours[arc];
      sorted[place++] = {order.rank(arc, vertex, partner).key, partner};
    }
    const auto list = sorted.begin();
    std::sort(list + all.offsets[v], list + place,
              [](const Entry& a, const Entry& b) { return a.key > b.key; });
    for (Offset i = all.offsets[v]; i < place; ++i) all.partners[i] = sorted[i].partner;
  });
  if (!are_ones(context, options.capacities)) {
    all.capacities.resize(n);
    for_each(context, n, [&](std::size_t v) { all.capacities[v] = options.capacities[v]; });
  }
  return all;
}

}  // namespace hypermatch
