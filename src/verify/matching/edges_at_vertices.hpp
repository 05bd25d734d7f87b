// SPDX-License-Identifier: MIT
// The matched edges at each vertex of a hypergraph: their number and the lowest of them, or, where
// each capacity is 1, the edge.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "base/counted.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/capacities.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/types.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/shared_words.hpp"
#include "verify/matching/edge_facts.hpp"

namespace hypermatch::detail::verify {

class EdgeAtVertex {
 public:
  static constexpr bool k_is_plain = true;

  EdgeAtVertex(VertexId num_vertices, const Capacities& /*ones*/) : lowest(num_vertices, k_none) {}

  [[nodiscard]] bool has_room(VertexId v) const { return lowest[v] == k_none; }
  /// Enters e at v; whether there was room.
  [[nodiscard]] bool enter(const parallel::SharedWords& words, VertexId v, EdgeId e) {
    return words.exchange(lowest[v], e) == k_none;
  }
  /// Whether too many edges were entered that `enter` did not tell.
  [[nodiscard]] static bool has_too_many(const Context& /*context*/) { return false; }
  [[nodiscard]] std::string too_many(VertexId v, EdgeId e) const {
    return "edges " + number_text(lowest[v]) + " and " + number_text(e) + " share vertex " +
           number_text(v);
  }
  void clear(const Context& context) {
    parallel::for_each(context, lowest.size(), [&](std::size_t v) { lowest[v] = k_none; });
  }

  Array<EdgeId> lowest;  ///< of each vertex the matched edge, or k_none
};

/// As EdgeAtVertex, for any capacities; `lowest` is left to the caller.
class EdgesAtVertex {
 public:
  static constexpr bool k_is_plain = false;

  EdgesAtVertex(VertexId num_vertices, const Capacities& capacities)
      : lowest(num_vertices, k_none), counts(num_vertices, 0), capacities_(capacities) {}

  [[nodiscard]] bool has_room(VertexId v) const { return counts[v] < capacities_[v]; }
  [[nodiscard]] bool enter(const parallel::SharedWords& words, VertexId v, EdgeId /*e*/) {
    words.add(counts[v], 1);
    return true;
  }
  [[nodiscard]] bool has_too_many(const Context& context) const {
    return parallel::reduce(
        context, counts.size(), false, [&](std::size_t v) { return counts[v] > capacities_[v]; },
        [](bool a, bool b) { return a || b; });
  }
  [[nodiscard]] std::string too_many(VertexId v, EdgeId e) const {
    return "vertex " + number_text(v) + " is in more than " +
           base::counted(capacities_[v], "matched edge") + ", its capacity; " + edge_text(e) +
           " is the first one above it";
  }
  void clear(const Context& context) {
    parallel::for_each(context, counts.size(), [&](std::size_t v) { counts[v] = 0; });
  }

  Array<EdgeId> lowest;         ///< of the matched edges of each vertex
  Array<std::uint32_t> counts;  ///< how many these are

 private:
  const Capacities& capacities_;
};

}  // namespace hypermatch::detail::verify
