// SPDX-License-Identifier: MIT
#include "algorithms/graph_matching/common/partner_lists.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "algorithms/graph_matching/common/vertex_parts.hpp"
#include "base/large_vector.hpp"
#include "hypermatch/b_matching.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch {

namespace detail::graph_matching {

namespace {

// Most rows have few partners, for which the library's sort is slow to start.
void sort_row(VertexId* begin, VertexId* end) {
  constexpr std::ptrdiff_t k_few = 8;
  if (end - begin > k_few) return std::sort(begin, end);
  for (VertexId* i = begin; i < end; ++i) {
    const VertexId moved = *i;
    VertexId* to = i;
    // Ends: `to` falls.
    for (; to > begin && to[-1] > moved; --to) *to = to[-1];
    *to = moved;
  }
}

// On one thread.
Partners unsorted_lists(VertexId num_vertices, std::span<const GraphEdge> pairs) {
  Partners lists;
  lists.offsets = filled_vector(num_vertices + std::size_t{1}, Offset{0});
  for (const auto [u, v] : pairs) {
    ++lists.offsets[u];
    ++lists.offsets[v];
  }
  // Each offset is the end of its row first, and goes down to the begin.
  Offset sum = 0;
  for (Offset& offset : lists.offsets) {
    sum += offset;
    offset = sum;
  }
  lists.partners = filled_vector(2 * pairs.size(), VertexId{0});
  for (const auto [u, v] : pairs) {
    lists.partners[--lists.offsets[u]] = v;
    lists.partners[--lists.offsets[v]] = u;
  }
  return lists;
}

// On few.
Partners lists_by_parts(const Context& context, VertexId num_vertices,
                        std::span<const GraphEdge> pairs) {
  Partners lists;
  lists.offsets = filled_vector(num_vertices + std::size_t{1}, Offset{0});
  lists.partners = filled_vector(2 * pairs.size(), VertexId{0});
  Offset* const offsets = lists.offsets.data();
  VertexId* const partners = lists.partners.data();
  std::vector<Offset> begins(num_vertex_parts(context));
  for_vertex_parts(context, num_vertices, [&](const VertexPart& part) {
    begins[part.number()] = count_ends(part, pairs, offsets);
  });
  std::exclusive_scan(begins.begin(), begins.end(), begins.begin(), Offset{0});
  for_vertex_parts(context, num_vertices, [&](const VertexPart& part) {
    Offset sum = begins[part.number()];
    // Each offset is the end of its row first, and goes down to the begin.
    for (VertexId v = part.first(); v < part.last(); ++v) offsets[v] = sum += offsets[v];
    Offset elsewhere = 0;
    VertexId no_place = 0;
    const auto put = [&](VertexId at, VertexId partner) {
      Offset* const offset = part.item_of(offsets, at, elsewhere);
      --*offset;
      *(offset == &elsewhere ? &no_place : partners + *offset) = partner;
    };
    for (const auto [u, v] : pairs) {
      put(u, v);
      put(v, u);
    }
  });
  lists.offsets[num_vertices] = 2 * pairs.size();
  return lists;
}

// On many: the rows of the graph that the pairs make.
Partners unsorted_lists(const Context& context, VertexId num_vertices,
                        std::span<const GraphEdge> pairs) {
  if (context.threads() == 1) return unsorted_lists(num_vertices, pairs);
  if (num_vertex_parts(context) == static_cast<std::size_t>(context.threads())) {
    return lists_by_parts(context, num_vertices, pairs);
  }
  const CompressedGraph rows = compress(context, EdgeListView{num_vertices, pairs, {}});
  Partners lists;
  lists.offsets = filled_vector(num_vertices + std::size_t{1}, Offset{0});
  lists.partners = filled_vector(2 * pairs.size(), VertexId{0});
  parallel::for_each(context, num_vertices, [&](std::size_t v) {
    const Offset begin = rows.offsets[v];
    const Offset end = rows.offsets[v + 1];
    lists.offsets[v + 1] = end;
    std::copy(rows.neighbours.begin() + begin, rows.neighbours.begin() + end,
              lists.partners.data() + begin);
  });
  return lists;
}

}  // namespace

Partners partner_lists(const Context& context, VertexId num_vertices,
                       std::span<const GraphEdge> pairs) {
  Partners lists = unsorted_lists(context, num_vertices, pairs);
  sort_partners(context, lists);
  return lists;
}

void sort_partners(const Context& context, Partners& lists) {
  VertexId* const partners = lists.partners.data();
  parallel::for_each(context, lists.offsets.size() - 1, [&](std::size_t v) {
    sort_row(partners + lists.offsets[v], partners + lists.offsets[v + 1]);
  });
}

}  // namespace detail::graph_matching

Partners partners_of(GraphMatching matching) {
  Partners lists;
  const std::size_t n = matching.mates.size();
  lists.offsets = detail::filled_vector(n + 1, Offset{0});
  std::size_t count = 0;
  for (std::size_t v = 0; v < n; ++v) {
    lists.offsets[v] = count;
    if (matching.mates[v] != k_none) matching.mates[count++] = matching.mates[v];
  }
  lists.offsets[n] = count;
  matching.mates.resize(count);
  lists.partners = std::move(matching.mates);
  lists.stats = std::move(matching.stats);
  return lists;
}

}  // namespace hypermatch
