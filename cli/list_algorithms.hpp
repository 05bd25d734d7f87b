// SPDX-License-Identifier: MIT
// The algorithms of this build: a table, a report, and all that the registry says about one.
#pragma once

#include <string>
#include <string_view>

#include "list_problems.hpp"

namespace hypermatch::cli {

[[nodiscard]] inline const char* yes(bool value) {
  return value ? "yes" : "-";
}

[[nodiscard]] std::string algorithms_table();
/// `name`: of these only; empty: all.
[[nodiscard]] Json algorithms_json(std::string_view name = {});
[[nodiscard]] Row names_of_algorithms();

/// Facts, variants and parameters of the algorithms of this name, by problem; empty if there is
/// none.
[[nodiscard]] std::string describe_algorithm(std::string_view name);

}  // namespace hypermatch::cli
