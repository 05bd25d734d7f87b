// SPDX-License-Identifier: MIT
// The rows of the table that names stand for, also where these do not name a single one.
#pragma once

#include <string_view>
#include <vector>

#include "hypermatch/registry_matching.hpp"

namespace hypermatch::registry {

/// The rows of a problem whose algorithm and variant have these names, in the order of the table,
/// external ones included; an empty name stands for all.
[[nodiscard]] std::vector<const AlgorithmInfo*> rows_named(Problem problem, std::string_view name,
                                                           std::string_view variant = {});

}  // namespace hypermatch::registry
