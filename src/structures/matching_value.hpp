// SPDX-License-Identifier: MIT
// What the edges of a matching weigh.
#pragma once

#include <span>

#include "hypermatch/matching.hpp"
#include "hypermatch/types.hpp"
#include "hypermatch/weights.hpp"

namespace hypermatch::detail::structures {

/// The sum over `edges`, in their order. @throws Error{invalid_input} beyond 64-bit integers
[[nodiscard]] MatchingValue value_of(const WeightsView& weights, std::span<const EdgeId> edges);

}  // namespace hypermatch::detail::structures
