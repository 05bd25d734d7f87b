// SPDX-License-Identifier: MIT
// Counting by the ends of edges on few threads: each task reads all edges, and writes
// what belongs to its own part of the vertices. Edges are in no order, so which part an end belongs
// to is decided without a branch that could be mispredicted.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::graph_matching {

/// Vertices first .. last - 1.
class VertexPart {
 public:
  VertexPart(VertexId first, VertexId last) : first_(first), size_(last - first) {}

  [[nodiscard]] VertexId first() const { return first_; }
  [[nodiscard]] VertexId last() const { return first_ + size_; }
  /// The item of v, of which there is one per vertex; `elsewhere` if v is in another part.
  template <class T>
  [[nodiscard]] T* item_of(T* items, VertexId v, T& elsewhere) const {
    return v - first_ < size_ ? items + v : &elsewhere;
  }

 private:
  VertexId first_;
  VertexId size_;
};

/// The number of parts, one per thread up to 7: more parts would read the edges too often.
[[nodiscard]] inline std::size_t num_vertex_parts(const Context& context) {
  constexpr int k_most = 7;
  return static_cast<std::size_t>(std::min(context.threads(), k_most));
}

/// body(part) for every part, side by side. Parts begin at multiples of 64, so that no two write to
/// one word of a bitmap. @throws Error{cancelled}
template <class Body>
void for_vertex_parts(const Context& context, VertexId num_vertices, const Body& body) {
  constexpr std::uint64_t k_word = 64;
  const std::size_t parts = num_vertex_parts(context);
  const auto border = [&](std::size_t number) {
    return number == parts ? num_vertices
                           : static_cast<VertexId>(num_vertices * number / parts / k_word * k_word);
  };
  context.check_cancelled();
  parallel::run_tasks(context, parts, [&](std::size_t number) {
    body(VertexPart(border(number), border(number + 1)));
  });
}

/// Adds 1 to the count of each vertex of the part for each end of an edge there.
template <class Count>
void count_ends(const VertexPart& part, std::span<const GraphEdge> edges, Count* counts) {
  Count elsewhere = 0;
  for (const auto [u, v] : edges) {
    ++*part.item_of(counts, u, elsewhere);
    ++*part.item_of(counts, v, elsewhere);
  }
}

}  // namespace hypermatch::detail::graph_matching
