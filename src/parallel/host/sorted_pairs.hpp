// SPDX-License-Identifier: MIT
// Whether a list of pairs is in an order that shows that it repeats nothing.
#pragma once

#include <span>

#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"

namespace hypermatch::detail::parallel {

/// True if all pairs have the same end first, the smaller or the larger one, and rise strictly by
/// one end, then by the other. False of other lists, whether they repeat a pair or not.
[[nodiscard]] bool are_sorted(const Context& context, std::span<const GraphEdge> pairs);

}  // namespace hypermatch::detail::parallel
