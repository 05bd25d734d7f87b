// SPDX-License-Identifier: MIT
// Common part of solvers of one structure under changing weights.
#pragma once

#include <variant>

#include "hypermatch/error.hpp"
#include "hypermatch/graph.hpp"

namespace hypermatch::detail::graph_matching {

/// A view of `structure` with `weights`, unchecked.
[[nodiscard]] inline AnyGraphView with_weights(const AnyGraphView& structure,
                                               const WeightsView& weights) {
  return std::visit(
      [&](auto form) {
        form.weights = weights;
        return AnyGraphView(form);
      },
      structure.form());
}

/// @throws Error{invalid_option} unless all capacities are 1
inline void require_plain(bool is_plain) {
  if (is_plain) return;
  throw Error(ErrorCode::invalid_option,
              "a matching has one mate per vertex; b_match takes capacities");
}

}  // namespace hypermatch::detail::graph_matching
