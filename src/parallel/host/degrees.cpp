// SPDX-License-Identifier: MIT
#include "hypermatch/degrees.hpp"

#include <algorithm>
#include <span>

#include "hypermatch/array.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch {

namespace parallel = detail::parallel;

namespace {

// How often the value occurs that occurs most; add(begin, end, counts) counts items begin .. end -
// 1 of `items`, which have `per_item` values each, all below `num_values`. Every task counts in an
// array of its own: atomic additions to one array take longer than a single thread does. There are
// few enough arrays that they hold no more than the items, in words, plus one array.
template <class Add>
std::uint64_t most_frequent(const Context& context, std::size_t num_values, std::size_t items,
                            std::size_t per_item, const Add& add) {
  if (num_values == 0 || items == 0) return 0;
  constexpr std::size_t k_grain = 1 << 16;  // items of a task at least
  const std::size_t copies =
      std::clamp<std::size_t>(std::min(items * per_item / num_values + 1, items / k_grain), 1,
                              static_cast<std::size_t>(context.threads()));
  const parallel::Chunks chunks{items, (items + copies - 1) / copies, copies};
  Array<std::uint32_t> counts(num_values * copies);
  parallel::for_chunks(context, chunks, [&](std::size_t copy, std::size_t begin, std::size_t end) {
    std::uint32_t* const mine = counts.data() + copy * num_values;
    std::fill_n(mine, num_values, 0U);
    add(begin, end, mine);
  });
  return parallel::reduce<std::uint64_t>(
      context, num_values, 0,
      [&](std::size_t value) {
        std::uint64_t sum = 0;
        for (std::size_t copy = 0; copy < copies; ++copy) sum += counts[copy * num_values + value];
        return sum;
      },
      [](std::uint64_t a, std::uint64_t b) { return std::max(a, b); });
}

std::uint64_t most_frequent(const Context& context, std::size_t num_values,
                            std::span<const VertexId> values) {
  return most_frequent(context, num_values, values.size(), 1,
                       [values](std::size_t begin, std::size_t end, std::uint32_t* counts) {
                         for (std::size_t i = begin; i < end; ++i) ++counts[values[i]];
                       });
}

}  // namespace

std::uint64_t max_degree(const Context& context, const HypergraphView& hypergraph) {
  return most_frequent(context, hypergraph.num_vertices, hypergraph.pins);
}

std::uint64_t max_degree(const Context& context, const EdgeListView& graph) {
  const std::span<const GraphEdge> edges = graph.edges;
  return most_frequent(context, graph.num_vertices, edges.size(), 2,
                       [edges](std::size_t begin, std::size_t end, std::uint32_t* counts) {
                         for (std::size_t e = begin; e < end; ++e) {
                           ++counts[edges[e].u];
                           ++counts[edges[e].v];
                         }
                       });
}

std::uint64_t max_degree(const Context& context, const GraphView& graph) {
  return parallel::reduce<std::uint64_t>(
      context, graph.num_vertices, 0,
      [&](std::size_t v) { return graph.degree(static_cast<VertexId>(v)); },
      [](std::uint64_t a, std::uint64_t b) { return std::max(a, b); });
}

std::uint64_t max_degree(const Context& context, const AnyGraphView& graph) {
  return std::visit([&](const auto& form) { return max_degree(context, form); }, graph.form());
}

std::uint64_t max_degree(const Context& context, const BipartiteView& bipartite) {
  const std::uint64_t of_rows = parallel::reduce<std::uint64_t>(
      context, bipartite.num_rows, 0,
      [&](std::size_t r) { return bipartite.row_size(static_cast<VertexId>(r)); },
      [](std::uint64_t a, std::uint64_t b) { return std::max(a, b); });
  return std::max(of_rows, most_frequent(context, bipartite.num_columns, bipartite.columns));
}

}  // namespace hypermatch
