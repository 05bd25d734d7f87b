// SPDX-License-Identifier: MIT
// The pairs of a matching by vertices, with the places of their edges in a graph: rows of partners,
// or, where each capacity is 1, mates.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/results.hpp"
#include "hypermatch/types.hpp"
#include "hypermatch/verify_matching.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/shared_words.hpp"

namespace hypermatch::detail::verify {

/// The partners of each vertex in ascending order, each with the place of its edge.
template <class Place>
struct PartnerPlaces {
  static constexpr Place k_nowhere = std::numeric_limits<Place>::max();

  PartnerPlaces(const Context& context, VertexId num_vertices,
                std::span<const hypermatch::verify::VertexPair> pairs)
      : offsets(num_vertices + std::size_t{1}, 0), partners(2 * pairs.size()) {
    const parallel::SharedWords words(context);
    parallel::for_each(context, pairs.size(), [&](std::size_t i) {
      words.add(offsets[pairs[i][0]], 1);
      words.add(offsets[pairs[i][1]], 1);
    });
    // Offsets of row ends; filling a row, which is sorted then, moves its offset to its start.
    constexpr Offset k_minus_1 = ~Offset{0};
    parallel::exclusive_scan<Offset>(
        context, offsets.size(), [&](std::size_t v) { return offsets[v]; },
        [&](std::size_t v, Offset sum) { offsets[v] += sum; });
    parallel::for_each(context, pairs.size(), [&](std::size_t i) {
      const auto [u, v] = pairs[i];
      partners[words.add(offsets[u], k_minus_1) - 1] = static_cast<VertexId>(v);
      partners[words.add(offsets[v], k_minus_1) - 1] = static_cast<VertexId>(u);
    });
    parallel::for_each(context, num_vertices, [&](std::size_t v) {
      std::sort(partners.begin() + offsets[v], partners.begin() + offsets[v + 1]);
    });
    places = Array<Place>(partners.size());
    parallel::for_each(context, places.size(), [&](std::size_t i) { places[i] = k_nowhere; });
  }

  /// Copies the rows of a matching. Its offsets must rise from 0 to the number of partners; each
  /// row must ascend and hold vertices.
  PartnerPlaces(const Context& context, const Partners& matching)
      : offsets(std::span<const Offset>(matching.offsets)),
        partners(std::span<const VertexId>(matching.partners)),
        places(matching.partners.size()) {
    parallel::for_each(context, places.size(), [&](std::size_t i) { places[i] = k_nowhere; });
  }

  /// The index at which the row of v begins.
  [[nodiscard]] std::size_t first(VertexId v) const { return offsets[v]; }
  [[nodiscard]] std::uint64_t count(VertexId v) const {
    return offsets[v + std::size_t{1}] - offsets[v];
  }
  [[nodiscard]] std::span<const VertexId> of(VertexId v) const {
    return partners.view().subspan(offsets[v], count(v));
  }
  /// The index of v among the partners of u, or `partners.size()`.
  [[nodiscard]] std::size_t find(VertexId u, VertexId v) const {
    const auto row = of(u);
    const std::size_t begin = offsets[u];
    if (row.size() <= k_short_row) {
      // Without a branch: where v stands is hard to foresee.
      std::size_t found = partners.size();
      for (std::size_t i = 0; i < row.size(); ++i) found = row[i] == v ? begin + i : found;
      return found;
    }
    const auto found = std::lower_bound(row.begin(), row.end(), v);
    if (found == row.end() || *found != v) return partners.size();
    return begin + static_cast<std::size_t>(found - row.begin());
  }

  static constexpr std::size_t k_short_row = 16;

  Array<Offset> offsets;
  Array<VertexId> partners;
  Array<Place> places;
};

/// The mate of each vertex, as the row of at most one partner that stands at the vertex.
template <class Place>
struct MatePlaces {
  static constexpr Place k_nowhere = std::numeric_limits<Place>::max();

  /// The mates are mutual, and outlive this.
  explicit MatePlaces(std::span<const VertexId> mates)
      : partners(mates), places(mates.size(), k_nowhere) {}

  [[nodiscard]] std::size_t first(VertexId v) const { return v; }
  [[nodiscard]] std::uint64_t count(VertexId v) const { return partners[v] == k_none ? 0 : 1; }
  [[nodiscard]] std::size_t find(VertexId u, VertexId v) const {
    return partners[u] == v ? std::size_t{u} : partners.size();
  }

  std::span<const VertexId> partners;
  Array<Place> places;
};

}  // namespace hypermatch::detail::verify
