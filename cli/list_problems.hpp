// SPDX-License-Identifier: MIT
// The problems of this build and, per back end, the algorithms that solve them.
#pragma once

#include <string>
#include <vector>

#include "report.hpp"

namespace hypermatch::cli {

using Row = std::vector<std::string>;

/// Rows as aligned columns, two blanks between them.
[[nodiscard]] std::string table(const std::vector<Row>& rows);

/// Rows as a table of Markdown.
[[nodiscard]] std::string markdown(const std::vector<Row>& rows);

[[nodiscard]] std::string problems_table();
[[nodiscard]] std::string problems_markdown();
[[nodiscard]] Json problems_json();
[[nodiscard]] Row problem_names();

}  // namespace hypermatch::cli
