// SPDX-License-Identifier: MIT
// What all back ends of local max say about their options.
#pragma once

#include <string>

#include "hypermatch/hypergraph_matching.hpp"

namespace hypermatch::detail::hypergraph_matching {

/// @throws Error{invalid_option, unsupported}
void check(const LocalMaxOptions& options);

/// The guarantee of resolved options.
[[nodiscard]] std::string guarantee_of(const LocalMaxOptions& options);

}  // namespace hypermatch::detail::hypergraph_matching
