// SPDX-License-Identifier: MIT
// Weights that change from call to call, for the tests of solvers that keep a structure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <variant>

#include "base/random.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/weights.hpp"

namespace hypermatch::test {

/// Weights from -1 to 20 of turn `turn`: the types take turns, none among them.
inline Weights weights_of_turn(std::size_t count, std::uint64_t turn) {
  const auto made = [&](auto zero) -> Weights {
    using T = decltype(zero);
    Array<T> weights(count);
    for (std::size_t e = 0; e < count; ++e) {
      weights[e] = static_cast<T>(
          static_cast<int>(detail::base::below(detail::base::hash(turn, e), 22)) - 1);
    }
    return weights;
  };
  switch (turn % 5) {
    case 0:
      return made(std::int32_t{0});
    case 1:
      return made(double{0});
    case 2:
      return made(float{0});
    case 3:
      return made(std::int64_t{0});
    default:
      return {};
  }
}

/// The same structure with other weights, in both forms.
struct WeightedForms {
  EdgeList list;
  CompressedGraph rows;

  WeightedForms(const Context& context, const EdgeList& structure, std::uint64_t turn) {
    list.num_vertices = structure.num_vertices;
    list.edges = structure.edges.clone();
    list.weights = weights_of_turn(structure.edges.size(), turn);
    rows = compress(context, list.view());
  }
  /// The weights in the order of the form: of edges, or of arcs.
  [[nodiscard]] WeightsView weights(bool of_rows) const {
    return of_rows ? rows.view().weights : list.view().weights;
  }
};

}  // namespace hypermatch::test
