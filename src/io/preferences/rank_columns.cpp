// SPDX-License-Identifier: MIT
#include "io/preferences/rank_columns.hpp"

#include <string_view>

#include "io/formats/edge_list/edge_list_header.hpp"
#include "io/text/printable.hpp"

namespace hypermatch::detail::io {

namespace {

bool names_scores(std::string_view name) {
  const std::string plain = plain_name(name);
  return plain.find("score") != std::string::npos || plain == "rating" || plain == "points" ||
         plain == "utility";
}

}  // namespace

bool are_ranks(const CsvTable& table) {
  const bool first = names_ranks(table.name_of(2));
  if (first == names_ranks(table.name_of(3))) return first;
  throw TextFailure{table.header_line(), "expected two columns of ranks or two of scores, found " +
                                             shown_text(table.name_of(2)) + " and " +
                                             shown_text(table.name_of(3))};
}

std::string reading_of(const CsvTable& table, const std::vector<std::string>& columns, bool ranks) {
  if (columns.empty()) return {};
  std::string names;
  for (std::size_t i = 2; i < columns.size(); ++i) {
    const std::string_view name = table.name_of(i);
    names +=
        (names.empty() ? "" : ", ") + (name.empty() ? "column " + columns[i] : std::string(name));
  }
  return (ranks ? "ranks, the smallest is the best: " : "scores, the largest is the best: ") +
         names;
}

void refuse_scores(const CsvTable& table) {
  if (names_scores(table.name_of(2))) {
    throw TextFailure{table.header_line(), "expected a column of ranks, 1 is the best, found " +
                                               shown_text(table.name_of(2)) +
                                               "; scores of both sides have two columns, --columns "
                                               "AGENT,PARTNER,AGENT_SCORE,PARTNER_SCORE"};
  }
}

}  // namespace hypermatch::detail::io
