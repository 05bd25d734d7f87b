// SPDX-License-Identifier: MIT
// A closure of least weight in a partial order, by a minimum cut (Picard 1976,
// doi:10.1287/mnsc.22.11.1268), which Dinic's algorithm 1970 finds without recursion.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rotations.hpp"

namespace hypermatch::detail::stable_matching {

/// The smallest closed set of least weight.
[[nodiscard]] ClosedSet least_closure(const Context& context, const RotationPoset& poset,
                                      std::span<const std::int64_t> weights);

}  // namespace hypermatch::detail::stable_matching
