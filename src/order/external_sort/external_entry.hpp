// SPDX-License-Identifier: MIT
// One run of an algorithm on edges that are not held.
#pragma once

#include "hypermatch/external_matching.hpp"
#include "order/passes/edge_keys.hpp"

namespace hypermatch::detail::order {

/// By the method of the options; one of `source` and `stream` is there.
[[nodiscard]] ExternalMatching match_external(const Context& context,
                                              const ExternalOptions& options, EdgeShape shape,
                                              EdgeSource* source, EdgeStream* stream);

}  // namespace hypermatch::detail::order
