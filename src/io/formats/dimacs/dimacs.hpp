// SPDX-License-Identifier: MIT
// Common parts of the formats of the DIMACS challenges.
#pragma once

#include <cstdint>
#include <string_view>

#include "io/formats/parsers.hpp"
#include "io/text/text.hpp"

namespace hypermatch::detail::io {

/// The line `p KIND COUNT COUNT`.
struct ProblemLine {
  const char* at = nullptr;
  std::string_view kind;
  std::uint64_t first = 0;
  std::uint64_t second = 0;
};

/// Texts for messages about a problem line.
struct ProblemLineText {
  const char* whole;   ///< "a line 'p cnf VARIABLES CLAUSES'"
  const char* kind;    ///< "the problem 'cnf'"
  const char* first;   ///< "variables"
  const char* second;  ///< "clauses"
  bool (*is_kind)(std::string_view kind);
};

/// Comments and blank lines, then the problem line.
[[nodiscard]] ProblemLine read_problem_line(Cursor& cursor, const ProblemLineText& text,
                                            hypermatch::io::ReadReport& report);

}  // namespace hypermatch::detail::io
