// SPDX-License-Identifier: MIT
// Gale and Shapley's queue and rounds on lists that agents share.
#pragma once

#include "algorithms/stable_matching/common/shared_lists.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/stable_matching.hpp"

namespace hypermatch::detail::stable_matching {

/// `gale_shapley` without copies of lists; leaves `dropped` and the names to its caller.
/// @throws Error{resources, cancelled}
[[nodiscard]] StableMatching serve_shared(const Context& context, const SharedLists& lists,
                                          const StableMatchingOptions& options);

}  // namespace hypermatch::detail::stable_matching
