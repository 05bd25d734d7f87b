// SPDX-License-Identifier: MIT
// Whether communities keep to the constraints that were asked for.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "hypermatch/types.hpp"
#include "hypermatch/verify_communities.hpp"

namespace hypermatch::verify {

/// The first constraint of the demands that does not hold, empty if all do. `labels`: below
/// `num_communities`. @throws Error{invalid_input} if `fixed` has another size
[[nodiscard]] std::string constraint_violation(const CommunitiesDemands& demands,
                                               std::span<const VertexId> labels,
                                               std::size_t num_communities);

}  // namespace hypermatch::verify
