// SPDX-License-Identifier: MIT
// The parts of an hMETIS text that are not hyperedges: its header and the weights of its vertices.
#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

#include "base/counted.hpp"
#include "hypermatch/error.hpp"
#include "io/formats/hgr/hgr.hpp"

namespace hypermatch::detail::io {

namespace {

constexpr std::string_view k_spaces = " \t\r\v\f";

// The line at the cursor without its end, which the cursor passes; blank ones and comments are
// counted and skipped. False at the window's end.
bool next_data_line(HgrCursor& cursor, std::string_view& line) {
  // Ends: every iteration takes a line.
  while (cursor.at < cursor.end) {
    const char* const behind = behind_line(cursor.at, cursor.end);
    line = {cursor.at, static_cast<std::size_t>(behind - cursor.at)};
    if (line.back() == '\n') line.remove_suffix(1);
    const std::size_t first = line.find_first_not_of(k_spaces);
    if (first != std::string_view::npos && line[first] != '%') {
      line.remove_prefix(first);
      cursor.at = behind;
      return true;
    }
    if (first == std::string_view::npos) {
      ++cursor.counts.blank_lines;
    } else {
      ++cursor.counts.comment_lines;
    }
    cursor.at = behind;
    ++cursor.lines;
  }
  return false;
}

std::string_view next_word(std::string_view& line) {
  const std::size_t begin = std::min(line.find_first_not_of(k_spaces), line.size());
  line.remove_prefix(begin);
  const std::size_t size = std::min(line.find_first_of(k_spaces), line.size());
  const std::string_view word = line.substr(0, size);
  line.remove_prefix(size);
  return word;
}

std::string shown(const HgrCursor& cursor, std::string_view word) {
  return shown_token(word.data(), cursor.end);
}

std::uint64_t parse_count(const HgrCursor& cursor, std::string_view word, const char* what) {
  std::uint64_t value = 0;
  const char* const end = word.data() + word.size();
  const auto [ptr, error] = std::from_chars(word.data(), end, value);
  if (word.empty() || ptr != end || error == std::errc::invalid_argument) {
    cursor.fail(std::string("expected the number of ") + what + ", found " + shown(cursor, word));
  }
  if (error != std::errc{} || value > k_max_count) {
    cursor.fail(std::string("expected at most 2^32 - 2 ") + what + ", found " +
                shown(cursor, word));
  }
  return value;
}

}  // namespace

HgrHeader read_hgr_header(TextWindows& windows, HgrCursor& cursor) {
  std::string_view line;
  // Ends: every turn takes a window.
  while (!next_data_line(cursor, line)) {
    if (!cursor.next(windows)) {
      fail_at(cursor.name, std::max<std::uint64_t>(cursor.lines, 1),
              "expected a header (hyperedges, vertices, format), found the end of the file");
    }
  }
  HgrHeader header;
  header.num_edges = parse_count(cursor, next_word(line), "hyperedges");
  header.num_vertices = static_cast<VertexId>(parse_count(cursor, next_word(line), "vertices"));
  if (std::string_view word = next_word(line); !word.empty()) {
    std::string_view digits = word;
    digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
    header.edge_weights = digits == "1" || digits == "11";
    header.vertex_weights = digits == "10" || digits == "11";
    if (!digits.empty() && !header.edge_weights && !header.vertex_weights) {
      cursor.fail("expected the format 1, 10 or 11, or none, found " + shown(cursor, word));
    }
  }
  if (const std::string_view word = next_word(line); !word.empty()) {
    cursor.fail("expected the end of the header, found " + shown(cursor, word));
  }
  ++cursor.lines;
  return header;
}

void take_vertex_weights(HgrCursor& cursor, std::uint64_t most, std::uint64_t& found,
                         Array<std::int64_t>* weights) {
  std::string_view line;
  // Ends: every iteration takes a line.
  while (next_data_line(cursor, line)) {
    if (found == most) {
      cursor.fail("expected the end of the file behind " + base::counted(most, "vertex weight") +
                  ", found " + shown(cursor, next_word(line)));
    }
    std::string_view word = next_word(line);
    std::string_view digits = word;
    if (digits.size() > 1 && digits[0] == '+' && digits[1] != '-') digits.remove_prefix(1);
    std::int64_t weight = 0;
    const char* const end = digits.data() + digits.size();
    const auto [ptr, error] = std::from_chars(digits.data(), end, weight);
    if (error != std::errc{} || ptr != end) {
      cursor.fail("expected a vertex's weight (a 64-bit integer), found " + shown(cursor, word));
    }
    if (word = next_word(line); !word.empty()) {
      cursor.fail("expected one weight per vertex, found " + shown(cursor, word) + " behind it");
    }
    if (weights != nullptr) weights->push_back(weight);
    ++found;
    ++cursor.lines;
  }
}

}  // namespace hypermatch::detail::io
