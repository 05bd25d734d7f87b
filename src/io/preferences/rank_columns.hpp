// SPDX-License-Identifier: MIT
// Columns of ranks and of scores, told by their names.
#pragma once

#include <string>
#include <vector>

#include "io/formats/csv/csv_table.hpp"

namespace hypermatch::detail::io {

/// Whether the columns 2 and 3, of numbers, are ranks by their names. @throws TextFailure where one
/// of them is
[[nodiscard]] bool are_ranks(const CsvTable& table);

/// Refuses scores as column 2, of ranks. @throws TextFailure
void refuse_scores(const CsvTable& table);

/// Which numbers of the chosen columns are better, for people; empty where none were chosen.
[[nodiscard]] std::string reading_of(const CsvTable& table, const std::vector<std::string>& columns,
                                     bool ranks);

}  // namespace hypermatch::detail::io
