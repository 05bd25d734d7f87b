// SPDX-License-Identifier: MIT
// The pairs of a b-matching by vertices, with the places of their edges in a graph.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>

#include "hypermatch/array.hpp"
#include "hypermatch/types.hpp"
#include "hypermatch/verify.hpp"

namespace hypermatch::detail::verify {

/// The partners of each vertex in ascending order, each with the place of its edge.
template <class Place>
struct PartnerPlaces {
  static constexpr Place k_nowhere = std::numeric_limits<Place>::max();

  PartnerPlaces(VertexId num_vertices, std::span<const hypermatch::verify::VertexPair> pairs)
      : offsets(num_vertices + std::size_t{1}, 0), partners(2 * pairs.size()) {
    for (const auto& [u, v] : pairs) {
      ++offsets[u];
      ++offsets[v];
    }
    Offset sum = 0;
    for (Offset& offset : offsets) {
      sum += offset;
      offset = sum;
    }
    for (const auto& [u, v] : pairs) {
      partners[--offsets[u]] = static_cast<VertexId>(v);
      partners[--offsets[v]] = static_cast<VertexId>(u);
    }
    for (VertexId v = 0; v < num_vertices; ++v) std::sort(begin(v), end(v));
    places = Array<Place>(partners.size(), k_nowhere);
  }

  [[nodiscard]] VertexId* begin(VertexId v) { return partners.begin() + offsets[v]; }
  [[nodiscard]] VertexId* end(VertexId v) { return partners.begin() + offsets[v + std::size_t{1}]; }
  [[nodiscard]] std::span<const VertexId> of(VertexId v) const {
    return partners.view().subspan(offsets[v], count(v));
  }
  [[nodiscard]] std::uint64_t count(VertexId v) const {
    return offsets[v + std::size_t{1}] - offsets[v];
  }
  /// Where v stands among the partners of u, or `partners.size()`.
  [[nodiscard]] std::size_t find(VertexId u, VertexId v) const {
    const auto row = of(u);
    const auto found = std::lower_bound(row.begin(), row.end(), v);
    if (found == row.end() || *found != v) return partners.size();
    return offsets[u] + static_cast<std::size_t>(found - row.begin());
  }

  Array<Offset> offsets;
  Array<VertexId> partners;
  Array<Place> places;
};

}  // namespace hypermatch::detail::verify
