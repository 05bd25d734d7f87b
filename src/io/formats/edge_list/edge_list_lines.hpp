// SPDX-License-Identifier: MIT
// The lines of an edge list: pairs of ids, integers or names, and weights.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "hypermatch/array.hpp"
#include "hypermatch/graph.hpp"
#include "io/builders/self_loops.hpp"
#include "io/formats/edge_list/edge_list_forms.hpp"
#include "io/formats/edge_list/edge_list_layout.hpp"
#include "io/formats/foreign_lists.hpp"
#include "io/text/plain_line.hpp"
#include "io/text/printable.hpp"
#include "io/text/text.hpp"
#include "io/text/vertex_numbers.hpp"
#include "io/text/weight_column.hpp"

namespace hypermatch::detail::io {

/// Pairs, weights and names of a chunk of the text.
struct LinePart : ChunkPart {
  Array<GraphEdge> pairs;
  WeightColumn weights;
  NameTable names;
};

/// Ids are integers or names. A number that is no plain integer is most likely an id that some
/// program has turned into a float, so that different ids may have become the same text.
[[nodiscard]] inline bool was_float(std::string_view id) {
  const char front = id.front();
  if ((front < '0' || front > '9') && front != '+' && front != '-' && front != '.') return false;
  const bool suspicious =
      id.find('.') != std::string_view::npos || id.starts_with('+') ||
      id.find("e+") != std::string_view::npos || id.find("E+") != std::string_view::npos ||
      id.find("e-") != std::string_view::npos || id.find("E-") != std::string_view::npos ||
      id.find("D+") != std::string_view::npos || id.find("D-") != std::string_view::npos;
  return suspicious && parse_number(id.data(), id.data() + id.size());
}

/// Parts of lines that belong to no id: an arrow, a bracket that does not close, a dictionary.
[[nodiscard]] inline bool is_no_id(std::string_view id) {
  if (id.empty()) return false;
  if (was_float(id) || id.front() == '{') return true;
  if (id.front() == '(' || id.front() == '[') {
    return id.find(id.front() == '(' ? ')' : ']') == std::string_view::npos;
  }
  return id.size() > 1 && std::isalnum(static_cast<unsigned char>(id.front())) == 0 && is_arrow(id);
}

inline void check_id(std::string_view id) {
  if (holds_comment(id)) {
    throw TextFailure{id.data(),
                      "expected the end of the line behind an edge, found a comment in " +
                          shown_text(id) + "; comments have lines of their own"};
  }
  if (is_no_id(id)) {
    fail_expected(id.data(), id.data() + id.size(), "a vertex id (an integer or a name)");
  }
}

/// Integers below a limit stand for themselves, written as they would be written back.
class SmallIntegers {
 public:
  SmallIntegers(std::uint64_t limit, std::atomic<bool>& refused)
      : limit_(limit), refused_(refused) {}

  [[nodiscard]] bool is_refused() const {
    // Relaxed: only saves work that is thrown away.
    return refused_.load(std::memory_order_relaxed);
  }
  [[nodiscard]] bool holds(std::uint64_t id) const { return id < limit_; }
  VertexId number_of(LinePart&, std::string_view id) const {
    constexpr std::size_t k_most_digits = 10;
    std::uint64_t value = 0;
    bool plain = id.size() <= k_most_digits && (id.size() == 1 || id.front() != '0');
    for (const char c : id) {
      const unsigned digit = static_cast<unsigned char>(c) - unsigned{'0'};
      plain = plain && digit <= 9;
      value = value * 10 + digit;
    }
    if (!plain || value >= limit_) {
      refused_.store(true, std::memory_order_relaxed);
      throw TextFailure{id.data(), "not a small integer"};
    }
    return static_cast<VertexId>(value);
  }

 private:
  std::uint64_t limit_;
  std::atomic<bool>& refused_;
};

/// Anything is a name, numbered within its part.
class Names {
 public:
  [[nodiscard]] static bool is_refused() { return false; }
  static VertexId number_of(LinePart& part, std::string_view id) {
    check_id(id);
    return part.names.number_of(id);
  }
};

/// Parses the lines of a chunk; `Ids` numbers the ids.
template <class Ids>
class LineParser {
 public:
  LineParser(const EdgeListLayout& layout, Ids ids, NegativeWeights negative)
      : layout_(layout),
        ids_(ids),
        negative_(negative),
        may_be_plain_(layout.form == LineForm::columns && layout.columns <= k_most_plain) {}

  void operator()(LinePart& part, Cursor& cursor) const {
    if (ids_.is_refused()) return;
    const char* const nul = find_nul({cursor.at(), cursor.end()});
    read_lines(part, nul == nullptr ? cursor : lines_in_front(cursor, nul));
    if (nul != nullptr) fail_at_nul(nul);
  }

 private:
  // The lines before a NUL byte: their errors are reported first.
  static Cursor lines_in_front(const Cursor& cursor, const char* nul) {
    const char* line = nul;
    while (line != cursor.at() && line[-1] != '\n') --line;
    return Cursor(TextRange{cursor.at(), line});
  }

  void read_lines(LinePart& part, Cursor cursor) const {
    while (!cursor.at_end()) {
      if constexpr (std::is_same_v<Ids, SmallIntegers>) {
        const char* const next =
            may_be_plain_ ? read_plain(part, cursor.at(), cursor.end()) : nullptr;
        if (next != nullptr) {
          cursor = Cursor(TextRange{next, cursor.end()});
          continue;
        }
      }
      if (!cursor.skip_blanks()) {
        ++part.blank_lines;
      } else if (is_edge_list_comment(cursor)) {
        ++part.comment_lines;
      } else if (cursor.at() != layout_.header) {
        const char* const end = line_begin_after(cursor.at(), cursor.end());
        const bool newline = end[-1] == '\n';
        read_line(part, cursor.at(), newline ? end - 1 : end);
        cursor = Cursor(TextRange{end, cursor.end()});
        continue;
      }
      cursor.skip_line();
    }
  }

  // Reads a plain line. Returns the begin of the next line; null if the line is unusual.
  const char* read_plain(LinePart& part, const char* at, const char* end) const {
    std::array<std::uint32_t, k_most_plain> values{};
    if (at == layout_.header) return nullptr;
    const char* const next = read_plain_line(layout_, at, end, values);
    if (next == nullptr || !ids_.holds(values[0]) || !ids_.holds(values[1])) return nullptr;
    part.pairs.push_back({values[0], values[1]});
    if (layout_.is_weighted()) part.weights.push({values[2], 0.0, true});
    return next;
  }

  void read_line(LinePart& part, const char* begin, const char* end) const {
    const Columns columns = layout_.form == LineForm::columns
                                ? cut_columns(layout_.separator, begin, end)
                                : cut_form(layout_.form, begin, end);
    if (columns.count != layout_.columns) fail_at_columns(begin, columns);
    for (std::size_t i = 0; i < 2; ++i) {
      if (columns.text[i].empty()) {
        throw TextFailure{
            begin, "expected a vertex id in column " + std::to_string(i + 1) + ", found nothing"};
      }
    }
    const VertexId u = ids_.number_of(part, columns.text[0]);
    const VertexId v = ids_.number_of(part, columns.text[1]);
    part.pairs.push_back({u, v});
    if (layout_.is_weighted()) {
      const std::string_view text = columns.text[2];
      const std::optional<Number> weight = parse_weight(text);
      if (!weight) {
        const bool is_separated =
            layout_.form == LineForm::columns && layout_.separator != Separator::blanks;
        if (is_separated && is_quoted(text) && parse_weight(text.substr(1, text.size() - 2))) {
          throw HasMixedQuotes{layout_.columns, "weights stand in quotes"};
        }
        throw TextFailure{
            begin, "expected a weight (a finite number) " +
                       std::string(layout_.form == LineForm::columns ? "in column 3, " : "") +
                       "found " + shown_text(text) +
                       (text.starts_with('"') ? "; --header reads quotes as CSV does" : "")};
      }
      if (negative_ == NegativeWeights::refuse) refuse_negative(*weight, begin);
      part.weights.push(*weight);
    }
  }

  [[noreturn]] void fail_at_columns(const char* line, const Columns& columns) const {
    const std::size_t known = std::min(columns.count, Columns::k_most);
    const bool neighbours =
        layout_.form == LineForm::columns && layout_.separator == Separator::blanks &&
        std::all_of(columns.text.begin(), columns.text.begin() + known, is_integer);
    throw TextFailure{line, "expected " + std::to_string(layout_.columns) +
                                " columns as in the lines before, found " +
                                std::to_string(columns.count) +
                                (neighbours ? " (lists of neighbours are not read)" : "")};
  }

  static bool is_quoted(std::string_view text) {
    return text.size() > 2 && text.front() == '"' && text.back() == '"';
  }

  static std::optional<Number> parse_weight(std::string_view text) {
    constexpr std::size_t k_short = 9;
    if (text.size() - 1 < k_short) {
      std::int64_t value = 0;
      bool plain = true;
      for (const char c : text) {
        const unsigned digit = static_cast<unsigned char>(c) - unsigned{'0'};
        plain = plain && digit <= 9;
        value = value * 10 + static_cast<std::int64_t>(digit);
      }
      if (plain) return Number{value, 0.0, true};
    }
    return parse_number(text.data(), text.data() + text.size());
  }

  const EdgeListLayout& layout_;
  Ids ids_;
  NegativeWeights negative_;
  bool may_be_plain_;
};

}  // namespace hypermatch::detail::io
