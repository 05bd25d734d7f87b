// SPDX-License-Identifier: MIT
// Vertices in ranges of about equal length, and edges by the range that has all of their vertices.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "hypermatch/error.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::parallel {

class VertexRanges {
 public:
  static constexpr std::uint32_t k_most = 1024;

  /// @throws Error{invalid_option} for no parts, or for more than k_most
  VertexRanges(VertexId num_vertices, std::uint32_t parts) : n_(num_vertices), parts_(parts) {
    if (parts >= 1 && parts <= k_most) return;
    throw Error(ErrorCode::invalid_option,
                "parts is " + std::to_string(parts) + ", must be 1 .. " + std::to_string(k_most));
  }

  [[nodiscard]] std::uint32_t size() const { return parts_; }
  /// The first vertex of a part; of part size() the number of vertices.
  [[nodiscard]] VertexId first(std::uint32_t part) const {
    return static_cast<VertexId>(std::uint64_t{n_} * part / parts_);
  }
  [[nodiscard]] std::uint32_t part_of(VertexId v) const {
    // The largest one whose first vertex is v or below: parts may have no vertices.
    return static_cast<std::uint32_t>(((std::uint64_t{v} + 1) * parts_ - 1) / n_);
  }
  /// The part of all these vertices, or size() if there are several, or none.
  [[nodiscard]] std::uint32_t part_of_all(const VertexId* vertices, std::uint64_t count) const {
    if (count == 0) return parts_;
    const std::uint32_t part = part_of(vertices[0]);
    const VertexId low = first(part);
    const VertexId high = first(part + 1);
    const bool is_interior = std::all_of(vertices + 1, vertices + count,
                                         [&](VertexId v) { return v >= low && v < high; });
    return is_interior ? part : parts_;
  }

 private:
  VertexId n_;
  std::uint32_t parts_;
};

/// Edge numbers, ascending: of each part its interior edges, and behind them those that cross.
template <class PartOfEdge>
[[nodiscard]] std::vector<std::vector<EdgeId>> edges_by_part(std::size_t num_edges,
                                                             const VertexRanges& ranges,
                                                             const PartOfEdge& part_of_edge) {
  std::vector<std::vector<EdgeId>> edges(ranges.size() + std::size_t{1});
  for (std::size_t e = 0; e < num_edges; ++e) {
    edges[part_of_edge(e)].push_back(static_cast<EdgeId>(e));
  }
  return edges;
}

}  // namespace hypermatch::detail::parallel
