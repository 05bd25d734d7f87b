// SPDX-License-Identifier: MIT
// Which flags of `match` go with instances that are not held whole: with --memory-limit, and with
// --ranks. The same rows refuse and make the table of the documentation.
#pragma once

#include <string>

#include "list_problems.hpp"

namespace hypermatch::cli {

struct MatchOptions;

inline constexpr const char* k_limit_flag = "--memory-limit";
inline constexpr const char* k_ranks_flag = "--ranks";

/// Refuses what does not go with the flag, which was given. @throws Error{unsupported}
void check_combinations(const MatchOptions& options, const char* flag);

[[nodiscard]] std::string combinations_table();
[[nodiscard]] std::string combinations_markdown();
[[nodiscard]] Json combinations_json();
[[nodiscard]] Row combination_names();

}  // namespace hypermatch::cli
