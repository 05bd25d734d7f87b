// SPDX-License-Identifier: MIT
#include "io/formats/edge_list/edge_list_counts.hpp"

#include <algorithm>
#include <cstdint>

#include "io/formats/edge_list/edge_list_header.hpp"

namespace hypermatch::detail::io {

namespace {

/// Counts of vertices and edges in the first line.
struct Counts {
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
};

/// Whether the `skipped` first pair and the others are as a line `n m` leaves them: m lines, and no
/// id beyond n. Few lines that reach n may be edges: they are counts only if the ids begin at 0.
FirstNumbers are_counts(const Counts& counts, const std::vector<LinePart>& parts,
                        std::size_t skipped) {
  std::uint64_t lines = 0;
  for (const LinePart& part : parts) lines += part.pairs.size();
  if (lines < 2 + skipped || lines - skipped != counts.edges) return FirstNumbers::edge;
  VertexId least = k_none;
  VertexId most = 0;
  std::size_t place = 0;
  for (const LinePart& part : parts) {
    for (const GraphEdge& pair : part.pairs) {
      if (place++ < skipped) continue;
      least = std::min({least, pair.u, pair.v});
      most = std::max({most, pair.u, pair.v});
    }
  }
  constexpr std::uint64_t k_few = 10;
  const bool fit = most < counts.vertices || (most == counts.vertices && least > 0);
  if (!fit) return FirstNumbers::edge;
  const bool sure = counts.edges >= k_few || (most < counts.vertices && least == 0);
  return sure ? FirstNumbers::counts : FirstNumbers::may_be_counts;
}

// A number of a line, 0 where it is none.
std::uint64_t number_at(const Columns& columns, std::size_t i) {
  const std::string_view text = columns.text[i];
  const auto number = parse_number(text.data(), text.data() + text.size());
  const bool is_count = number && number->is_integer && number->integer >= 0;
  return is_count ? static_cast<std::uint64_t>(number->integer) : 0;
}

/// Whether the first pair and its weight are as a line `rows columns entries` leaves the others: so
/// many lines, and no id beyond, counted from 0 or from 1.
bool are_sizes(const GraphEdge& sizes, std::uint64_t entries, const EdgeLines& lines) {
  std::uint64_t count = 0;
  GraphEdge least = {k_none, k_none};
  GraphEdge most = {0, 0};
  for (const LinePart& part : lines.parts) {
    for (const GraphEdge& pair : part.pairs) {
      if (count++ == 0) continue;
      least = {std::min(least.u, pair.u), std::min(least.v, pair.v)};
      most = {std::max(most.u, pair.u), std::max(most.v, pair.v)};
    }
  }
  if (count < 3 || count - 1 != entries) return false;
  const bool from_zero = most.u < sizes.u && most.v < sizes.v;
  const bool from_one = most.u <= sizes.u && most.v <= sizes.v && least.u > 0 && least.v > 0;
  return from_zero || from_one;
}

}  // namespace

FirstNumbers first_numbers(const EdgeListLayout& layout, const EdgeLines& lines, TextRange text) {
  if (lines.have_names || layout.form != LineForm::columns || layout.columns > 3 ||
      layout.header != nullptr || lines.parts.empty() || lines.parts[0].pairs.empty()) {
    return FirstNumbers::edge;
  }
  const GraphEdge first = lines.parts[0].pairs[0];
  if (!layout.is_weighted()) return are_counts({first.u, first.v}, lines.parts, 1);
  const std::uint64_t entries = number_at(columns_at(layout, first_data_line(text), text), 2);
  return are_sizes(first, entries, lines) ? FirstNumbers::counts : FirstNumbers::edge;
}

void check_counts(const EdgeListLayout& layout, const EdgeLines& lines, TextRange text) {
  const Columns first = columns_at(layout, layout.header, text);
  if (!lines.have_names && are_counts({number_at(first, 0), number_at(first, 1)}, lines.parts, 0) ==
                               FirstNumbers::counts) {
    return;
  }
  fail_at_second_line(layout, text);
}

void fail_at_second_line(const EdgeListLayout& layout, TextRange text) {
  Cursor cursor(TextRange{layout.header, text.end});
  cursor.skip_line();
  (void)find_data_line(cursor);
  throw TextFailure{cursor.at(), "expected 2 columns as in the lines before, found 3"};
}

const char* first_data_line(TextRange text) {
  Cursor cursor(text);
  return find_data_line(cursor) ? cursor.at() : nullptr;
}

}  // namespace hypermatch::detail::io
