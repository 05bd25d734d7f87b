// SPDX-License-Identifier: MIT
#include "io/formats/metis/metis_rows.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/counted.hpp"
#include "base/per_isa.hpp"
#include "io/formats/metis/metis_entries.hpp"
#include "io/text/weight_column.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::io {

namespace {

struct TextCounts {
  std::uint64_t words = 0;
  std::uint64_t line_ends = 0;
  bool may_have_comments = false;
};

/// Counts begins of words: bytes above a blank's behind others.
HYPERMATCH_PER_ISA TextCounts count_words(TextRange text) noexcept {
  constexpr std::size_t k_block = 255;  // counts of a block fit one byte
  TextCounts counts;
  if (text.size() == 0) return counts;
  counts.words = static_cast<unsigned char>(*text.begin) > ' ' ? 1 : 0;
  counts.line_ends = *text.begin == '\n' ? 1 : 0;
  counts.may_have_comments = *text.begin == '%';
  for (const char* at = text.begin + 1; at < text.end;) {
    const std::size_t size = std::min(k_block, static_cast<std::size_t>(text.end - at));
    const char* const behind = at - 1;
    std::uint8_t words = 0, line_ends = 0, percents = 0;
    for (std::size_t i = 0; i < size; ++i) {
      const auto c = static_cast<unsigned char>(at[i]),
                 before = static_cast<unsigned char>(behind[i]);
      words = static_cast<std::uint8_t>(words + ((c > ' ') & (before <= ' ')));
      line_ends = static_cast<std::uint8_t>(line_ends + (c == '\n'));
      percents = static_cast<std::uint8_t>(percents | (c == '%'));
    }
    counts.words += words;
    counts.line_ends += line_ends;
    counts.may_have_comments |= percents != 0;
    at += size;
  }
  return counts;
}

std::uint64_t count_rows(TextRange text, const TextCounts& counts) {
  if (!counts.may_have_comments) {
    const bool ends_within_line = text.size() > 0 && text.end[-1] != '\n';
    return counts.line_ends + (ends_within_line ? 1 : 0);
  }
  std::uint64_t rows = 0;
  Cursor cursor(text);
  while (!cursor.at_end()) {
    if (!cursor.skip_blanks() || !cursor.sees('%')) ++rows;
    cursor.skip_line();
  }
  return rows;
}

/// Counts the lines of each part that stand for vertices, so that parts know their first row, and
/// the entries that they may have: no more than words, or pairs of words.
void plan_parts(const Context& context, const MetisHeader& header, std::vector<MetisPart>& parts) {
  if (parts.size() == 1) {
    // Room that is not touched costs nothing.
    parts[0].room = parts[0].text.size() / (header.edge_weights ? 4 : 2) + 1;
    return;
  }
  parallel::run_tasks(context, parts.size(), [&](std::size_t i) {
    MetisPart& part = parts[i];
    const TextCounts counts = count_words(part.text);
    part.rows = count_rows(part.text, counts);
    part.room = counts.words / (header.edge_weights ? 2 : 1);
  });
  std::uint64_t rows = 0;
  std::size_t room = 0;
  for (MetisPart& part : parts) {
    part.first_row = rows;
    part.first = room;
    room += part.room;
    rows += part.rows;
    part.rows = 0;
  }
}

class RowParser {
 public:
  RowParser(const MetisHeader& header, const MetisLineOptions& options, Array<Offset>& row_begin,
            Array<std::int64_t>& vertex_weights)
      : header_(header),
        options_(options),
        row_begin_(row_begin),
        vertex_weights_(vertex_weights) {}

  void operator()(MetisPart& part, Cursor& cursor) const {
    if (header_.edge_weights) {
      read_lines<true>(part, cursor);
    } else {
      read_lines<false>(part, cursor);
    }
  }

 private:
  template <bool Weighted>
  void read_lines(MetisPart& part, Cursor& cursor) const {
    while (!cursor.at_end()) {
      const bool blank = !cursor.skip_blanks();
      if (!blank && cursor.sees('%')) {
        ++part.comment_lines;
        cursor.skip_line();
        continue;
      }
      const std::uint64_t row = part.first_row + part.rows;
      if (row >= header_.num_vertices) {
        if (!blank) {
          cursor.expected("the end of the file after the lines of " +
                          base::counted(header_.num_vertices, "vertex"));
        }
        ++part.blank_lines;
      } else {
        read_front(cursor, row - part.stored_from);
        read_neighbours<Weighted>(part, cursor, row);
        row_begin_[row + 1 - part.stored_from] = part.first + part.size;
      }
      ++part.rows;
      cursor.finish_line();
    }
  }

  void read_front(Cursor& cursor, std::uint64_t place) const {
    if (header_.vertex_sizes) {
      cursor.skip_blanks();
      (void)cursor.read_unsigned("a vertex size");
    }
    for (std::uint32_t k = 0; k < header_.vertex_weights; ++k) {
      cursor.skip_blanks();
      const char* at = cursor.at();
      const Number weight = cursor.read_number("a vertex weight");
      if (!weight.is_integer) fail_expected(at, cursor.end(), "an integer vertex weight");
      if (options_.positive_vertex_weights && weight.integer <= 0) {
        fail_expected(at, cursor.end(), "a positive vertex weight, as edges are rated by it");
      }
      vertex_weights_[place * std::size_t{header_.vertex_weights} + k] = weight.integer;
    }
  }

  std::uint64_t read_neighbour(Cursor& cursor) const {
    const char* at = cursor.at();
    const std::uint64_t number = cursor.read_unsigned("a neighbour");
    if (number - header_.first_id >= header_.num_vertices) {
      fail_id(at, cursor.end(), "a neighbour", header_.first_id, header_.num_vertices);
    }
    return number;
  }
  template <bool Weighted>
  void read_neighbours(MetisPart& part, Cursor& cursor, std::uint64_t row) const {
    // A copy whose address is not taken stays in registers.
    Cursor line = cursor;
    std::uint64_t previous = 0;
    std::uint64_t forward = 0;
    bool is_ascending = true;
    const std::uint64_t first_id = header_.first_id;
    while (line.skip_blanks()) {
      const Cursor before = line;
      std::uint64_t number = 0;
      if (!line.read_small(number) || number - first_id >= header_.num_vertices) [[unlikely]] {
        Cursor slow = before;
        number = read_neighbour(slow);
        line = slow;
      }
      Number weight;
      if constexpr (Weighted) {
        line.skip_blanks();
        std::uint64_t small = 0;
        if (line.read_small(small)) [[likely]] {
          weight.integer = static_cast<std::int64_t>(small);
        } else {
          Cursor slow = line;
          weight = slow.read_number("an edge weight");
          if (options_.negative_weights == NegativeWeights::refuse) {
            refuse_negative(weight, line.at());
          }
          line = slow;
        }
      }
      if (number - first_id == row) [[unlikely]] {
        ++part.self_loops;
        if (options_.self_loops == SelfLoops::keep) {
          part.loops.push_back({static_cast<VertexId>(row), Weighted ? weight : k_weight_of_one});
        }
        continue;
      }
      if constexpr (Weighted) part.push_weight(weight);
      part.neighbours[part.size++] = static_cast<VertexId>(number - first_id);
      forward += number - first_id > row ? 1 : 0;
      is_ascending &= number > previous;
      previous = number;
    }
    cursor = line;
    part.forward += forward;
    part.are_ascending &= is_ascending;
  }

  const MetisHeader& header_;
  MetisLineOptions options_;
  Array<Offset>& row_begin_;
  Array<std::int64_t>& vertex_weights_;
};

}  // namespace

MetisRows read_rows(const Context& context, const MetisHeader& header, TextRange body,
                    const MetisLineOptions& options) {
  const std::uint64_t n = header.num_vertices;
  std::vector<MetisPart> parts = make_parts<MetisPart>(context, body);
  plan_parts(context, header, parts);
  MetisRows result;
  CompressedGraph& graph = result.graph;
  graph.num_vertices = static_cast<VertexId>(n);
  graph.offsets.resize(n + 1);
  graph.offsets[0] = 0;
  result.vertex_weights.resize(n * header.vertex_weights);
  EntryRoom room(header, parts);
  parse_parts(context, parts, RowParser(header, options, graph.offsets, result.vertex_weights));
  throw_first_failure(parts);

  std::uint64_t rows = 0;
  std::uint64_t num_forward = 0;
  for (const MetisPart& part : parts) {
    rows += part.rows;
    num_forward += part.forward;
    result.are_ascending &= part.are_ascending;
    result.self_loops += part.self_loops;
    result.loops.insert(result.loops.end(), part.loops.begin(), part.loops.end());
    result.comment_lines += part.comment_lines;
    result.blank_lines += part.blank_lines;
  }
  // The empty rest behind the last newline is the line of an isolated vertex if one is due.
  const bool ends_with_newline = body.end[-1] == '\n';
  if (rows + 1 == n && ends_with_newline && header.vertex_weights == 0 && !header.vertex_sizes) {
    ++rows;
  }
  if (rows < n) {
    throw TextFailure{body.end, "expected lines of " + base::counted(n, "vertex") +
                                    ", found the end of the file after " + std::to_string(rows)};
  }
  check_limit(header.line, num_forward, "edges");
  room.close_gaps(context, n, graph.offsets);
  graph.offsets[n] = room.size();
  graph.neighbours = room.take_neighbours();
  if (header.edge_weights) graph.weights = room.take_weights(context);
  return result;
}

namespace {

// Parses whole lines by one thread, in order.
EntryRoom parse_one_part(const Context& context, const MetisHeader& header, TextRange lines,
                         const MetisLineOptions& options, Array<Offset>& row_begin,
                         Array<std::int64_t>& vertex_weights, std::vector<MetisPart>& parts) {
  parts[0].text = lines;
  plan_parts(context, header, parts);
  EntryRoom room(header, parts);
  parse_parts(context, parts, RowParser(header, options, row_begin, vertex_weights));
  throw_first_failure(parts);
  return room;
}

}  // namespace

std::uint64_t count_metis_rows(TextRange lines) {
  return count_rows(lines, count_words(lines));
}

MetisPiece read_piece(const Context& context, const MetisHeader& header, TextRange lines,
                      std::uint64_t first_row, const MetisLineOptions& options) {
  MetisPiece piece;
  piece.row_begin.resize(lines.size() + 2);
  piece.row_begin[0] = 0;
  Array<std::int64_t> vertex_weights((lines.size() + 1) * (header.vertex_weights > 0 ? 1 : 0));
  std::vector<MetisPart> parts(1);
  parts[0].first_row = parts[0].stored_from = first_row;
  EntryRoom room =
      parse_one_part(context, header, lines, options, piece.row_begin, vertex_weights, parts);
  piece.rows = std::min(parts[0].rows, header.num_vertices - first_row);
  piece.are_ascending = parts[0].are_ascending;
  piece.self_loops = parts[0].self_loops;
  piece.neighbours = room.take_neighbours();
  piece.neighbours.resize(parts[0].size);
  if (header.edge_weights) piece.weights = room.take_weights(context);
  return piece;
}

// One part, in order: rows in front of a wrong one have all of their weights.
void check_front_rows(const Context& context, const MetisHeader& header, TextRange lines,
                      const MetisLineOptions& options) {
  Array<Offset> row_begin(lines.size() + 2);
  Array<std::int64_t> vertex_weights(lines.size() + 1);
  std::vector<MetisPart> parts(1);
  (void)parse_one_part(context, header, lines, options, row_begin, vertex_weights, parts);
}

}  // namespace hypermatch::detail::io
