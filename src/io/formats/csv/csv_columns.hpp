// SPDX-License-Identifier: MIT
// The columns of a table of edges, from its first two lines.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "io/formats/edge_list/edge_list_header.hpp"
#include "io/formats/parsers.hpp"
#include "io/text/text.hpp"

namespace hypermatch::detail::io {

inline constexpr std::size_t k_no_column = ~std::size_t{0};

using CsvFields = std::vector<std::string_view>;

struct CsvColumnChoice {
  std::size_t columns = 0;  ///< of each line of data
  std::size_t ends[2] = {0, 1};
  std::size_t weight = k_no_column;
  std::string weight_name;
  HeaderSign sign = HeaderSign::none;  ///< whether the first line names the columns
  std::string note;                    ///< on columns that are left out; or empty
};

/// Chooses by the names or numbers that are asked for, else by usual names, else the first columns.
/// A first line that is one name short, as R writes tables, leaves out the name of a column of row
/// names. `second` is empty where there is no second line.
/// @throws TextFailure at `line`; Error{invalid_option} for a column that there is not
[[nodiscard]] CsvColumnChoice choose_columns(const ParseInput& input, const char* line,
                                             const CsvFields& first, const CsvFields& second);

/// Whether a text begins with a line that names columns among which those of an edge have to be
/// found: a column of row names, more than three columns, or ends that are not the first two.
[[nodiscard]] bool begins_table_of_edges(TextRange text);

}  // namespace hypermatch::detail::io
