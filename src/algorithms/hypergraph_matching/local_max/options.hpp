// SPDX-License-Identifier: MIT
// Checks of the options of local max, for all back ends.
#pragma once

#include <string>

#include "hypermatch/hypergraph_matching.hpp"

namespace hypermatch::detail::hypergraph_matching {

/// @throws Error{invalid_option, unsupported}
void check(const LocalMaxOptions& options);

/// Checks the capacities as well; the options with the default ones where all are 1.
/// @throws Error{invalid_input, unsupported}
[[nodiscard]] LocalMaxOptions with_checked_capacities(const Context& context,
                                                      LocalMaxOptions options,
                                                      VertexId num_vertices);

/// The guarantee of resolved options.
[[nodiscard]] std::string guarantee_of(const LocalMaxOptions& options);

}  // namespace hypermatch::detail::hypergraph_matching
