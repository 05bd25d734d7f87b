// SPDX-License-Identifier: MIT
// Capacities of vertices: how many matched edges each vertex may lie in. A matching under
// capacities is a b-matching; with capacity 1 everywhere it is a matching.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "hypermatch/context.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch {

/// One capacity for all vertices, or one per vertex. A capacity of 0 keeps a vertex unmatched; one
/// above the degree counts as the degree. Not owning.
struct Capacities {
  std::uint32_t common = 1;                  ///< of all vertices, where `each` is empty
  std::span<const std::uint32_t> each = {};  ///< size n, or empty

  [[nodiscard]] std::uint32_t operator[](std::size_t v) const {
    return each.empty() ? common : each[v];
  }
  /// The default: 1 for all vertices, as a number.
  [[nodiscard]] bool is_default() const { return each.empty() && common == 1; }
};

/// Whether all capacities are 1, so that a b-matching is a matching. O(n) at most.
[[nodiscard]] bool are_ones(const Context& context, const Capacities& capacities);

/// @throws Error{invalid_input} if there is neither one capacity for all vertices nor one per
/// vertex
void check_capacities(const Capacities& capacities, VertexId num_vertices);

/// Use of the capacities by a b-matching.
struct CapacityUse {
  std::uint64_t capacity = 0;   ///< the sum of the capacities, each at most the degree
  std::uint64_t saturated = 0;  ///< vertices without room: all of min(capacity, degree) is taken
};

/// `degrees`: of each vertex. `matched`: of each vertex the number of its matched edges. O(n).
[[nodiscard]] CapacityUse use_of(const Capacities& capacities, std::span<const EdgeId> degrees,
                                 std::span<const EdgeId> matched);

}  // namespace hypermatch
