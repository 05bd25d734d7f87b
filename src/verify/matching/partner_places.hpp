// SPDX-License-Identifier: MIT
// The pairs of a b-matching by vertices, with the places of their edges in a graph.
#pragma once

#include <algorithm>
#include <atomic>
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

namespace hypermatch::detail::verify {

/// The partners of each vertex in ascending order, each with the place of its edge.
template <class Place>
struct PartnerPlaces {
  static constexpr Place k_nowhere = std::numeric_limits<Place>::max();

  PartnerPlaces(const Context& context, VertexId num_vertices,
                std::span<const hypermatch::verify::VertexPair> pairs)
      : offsets(num_vertices + std::size_t{1}, 0), partners(2 * pairs.size()) {
    const bool alone = context.threads() == 1;
    // Relaxed: counts are read after all tasks have ended, and rows are sorted.
    const auto count = [&](std::uint64_t v) {
      Offset& word = offsets[v];
      return alone ? ++word : std::atomic_ref(word).fetch_add(1, std::memory_order_relaxed) + 1;
    };
    const auto take = [&](std::uint64_t v) {
      Offset& word = offsets[v];
      return alone ? --word : std::atomic_ref(word).fetch_sub(1, std::memory_order_relaxed) - 1;
    };
    parallel::for_each(context, pairs.size(), [&](std::size_t i) {
      (void)count(pairs[i][0]);
      (void)count(pairs[i][1]);
    });
    // Offsets of row ends; filling a row moves its offset to the start of the row.
    parallel::exclusive_scan<Offset>(
        context, offsets.size(), [&](std::size_t v) { return offsets[v]; },
        [&](std::size_t v, Offset sum) { offsets[v] += sum; });
    parallel::for_each(context, pairs.size(), [&](std::size_t i) {
      const auto [u, v] = pairs[i];
      partners[take(u)] = static_cast<VertexId>(v);
      partners[take(v)] = static_cast<VertexId>(u);
    });
    parallel::for_each(context, num_vertices, [&](std::size_t v) {
      std::sort(begin(static_cast<VertexId>(v)), end(static_cast<VertexId>(v)));
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

  [[nodiscard]] VertexId* begin(VertexId v) { return partners.begin() + offsets[v]; }
  [[nodiscard]] VertexId* end(VertexId v) { return partners.begin() + offsets[v + std::size_t{1}]; }
  [[nodiscard]] std::span<const VertexId> of(VertexId v) const {
    return partners.view().subspan(offsets[v], count(v));
  }
  [[nodiscard]] std::uint64_t count(VertexId v) const {
    return offsets[v + std::size_t{1}] - offsets[v];
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

}  // namespace hypermatch::detail::verify
