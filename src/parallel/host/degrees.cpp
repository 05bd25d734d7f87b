// SPDX-License-Identifier: MIT
#include "hypermatch/degrees.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "hypermatch/array.hpp"
#include "parallel/host/grain.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch {

namespace parallel = detail::parallel;

namespace {

// How often the value occurs that occurs most, by counts of one type. What has been counted so
// often that a Count returns to 0 stands in a list.
template <class Count, class Visit>
std::uint64_t most_counted(const Context& context, std::size_t num_values,
                           const parallel::Chunks& chunks, const Visit& visit) {
  const std::size_t copies = chunks.count;
  Array<Count> counts(num_values * copies);
  std::vector<std::vector<VertexId>> full(copies);
  parallel::for_chunks(context, chunks, [&](std::size_t copy, std::size_t begin, std::size_t end) {
    Count* const mine = counts.data() + copy * num_values;
    std::fill_n(mine, num_values, Count{0});
    visit(begin, end, [&](VertexId value) {
      ++mine[value];
      if constexpr (sizeof(Count) == 1) {
        if (mine[value] == 0) full[copy].push_back(value);
      }
    });
  });
  const auto counted = [&](std::size_t value) {
    std::uint64_t sum = 0;
    for (std::size_t copy = 0; copy < copies; ++copy) sum += counts[copy * num_values + value];
    return sum;
  };
  std::uint64_t most = parallel::reduce<std::uint64_t>(
      context, num_values, 0, counted,
      [](std::uint64_t a, std::uint64_t b) { return std::max(a, b); });
  std::vector<VertexId> times;
  for (const std::vector<VertexId>& part : full) {
    times.insert(times.end(), part.begin(), part.end());
  }
  std::sort(times.begin(), times.end());
  constexpr std::uint64_t k_full = 256;
  // Ends: each turn takes a run of one value, which is not empty.
  for (auto run = times.begin(); run != times.end();) {
    const auto end = std::upper_bound(run, times.end(), *run);
    most = std::max(most, counted(*run) + k_full * static_cast<std::uint64_t>(end - run));
    run = end;
  }
  return most;
}

// How often the value occurs that occurs most; visit(begin, end, add) calls add(value) for the
// values of items begin .. end - 1, which have `per_item` values each, all below `num_values`.
// Every task counts in an array of its own: atomic additions to one array take longer than a single
// thread does. There are few enough arrays that they hold no more than the items, in words, plus
// one array. Counts are bytes where words would take more memory than is worth its first touch.
template <class Visit>
std::uint64_t most_frequent(const Context& context, std::size_t num_values, std::size_t items,
                            std::size_t per_item, const Visit& visit) {
  if (num_values == 0 || items == 0) return 0;
  constexpr std::size_t k_grain = parallel::grain(1 << 16);  // items of a task at least
  constexpr std::size_t k_many = parallel::threshold(std::size_t{1} << 24, 4096);  // counts
  const std::size_t copies =
      std::clamp<std::size_t>(std::min(items * per_item / num_values + 1, items / k_grain), 1,
                              static_cast<std::size_t>(context.threads()));
  const parallel::Chunks chunks{items, (items + copies - 1) / copies, copies};
  return copies > 1 && num_values * copies >= k_many
             ? most_counted<std::uint8_t>(context, num_values, chunks, visit)
             : most_counted<std::uint32_t>(context, num_values, chunks, visit);
}

std::uint64_t most_frequent(const Context& context, std::size_t num_values,
                            std::span<const VertexId> values) {
  return most_frequent(context, num_values, values.size(), 1,
                       [values](std::size_t begin, std::size_t end, const auto& add) {
                         for (std::size_t i = begin; i < end; ++i) add(values[i]);
                       });
}

}  // namespace

std::uint64_t max_degree(const Context& context, const HypergraphView& hypergraph) {
  return most_frequent(context, hypergraph.num_vertices, hypergraph.pins);
}

std::uint64_t max_degree(const Context& context, const EdgeListView& graph) {
  const std::span<const GraphEdge> edges = graph.edges;
  return most_frequent(context, graph.num_vertices, edges.size(), 2,
                       [edges](std::size_t begin, std::size_t end, const auto& add) {
                         for (std::size_t e = begin; e < end; ++e) {
                           add(edges[e].u);
                           add(edges[e].v);
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
