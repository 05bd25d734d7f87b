// SPDX-License-Identifier: MIT
// Ids of rows and columns, or of the vertices of a graph, in texts that go with an instance:
// numbers, or the labels of the instance.
#pragma once

#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <unordered_map>

#include "hypermatch/bipartite_io.hpp"
#include "hypermatch/error.hpp"
#include "io/source/text_file.hpp"
#include "io/text/printable.hpp"
#include "io/text/text.hpp"
#include "io/text/written_ids.hpp"

namespace hypermatch::detail::io {

using hypermatch::io::SideLabels;
using hypermatch::io::VertexLabels;

/// The number of an id that names no vertex.
inline constexpr std::uint64_t k_unknown = std::numeric_limits<std::uint64_t>::max();

/// Turns the ids of one side in a file into 0-based numbers.
class SideReader {
 public:
  /// Null: numbers from 1.
  SideReader(std::string_view name, const VertexLabels* labels) : name_(name) {
    if (labels == nullptr) return;
    first_ = labels->first;
    labelled_ = !labels->empty();
    if (!labelled_) return;
    numbers_.reserve(labels->offsets.size());
    for (std::size_t v = 0; v + 1 < labels->offsets.size(); ++v) {
      if (!numbers_.emplace(label_at(*labels, v), v).second) {
        throw Error(ErrorCode::invalid_input,
                    "two vertices have the same id, " + shown_text(label_at(*labels, v)));
      }
    }
  }

  [[nodiscard]] std::uint64_t number_of(std::string_view word, const char* what,
                                        std::uint64_t line) const {
    if (labelled_) {
      std::string held;
      const auto found = numbers_.find(read_id(word, held));
      return found == numbers_.end() ? k_unknown : found->second;
    }
    std::uint64_t number = 0;
    const char* const end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, number);
    if (error != std::errc{} || stop != end) {
      fail(line, what, shown_token(word.data(), end));
    }
    return number - first_;  // 0 becomes k_unknown where numbers begin with 1
  }

  [[noreturn]] void fail(std::uint64_t line, const std::string& expected,
                         const std::string& found) const {
    fail_at(name_, line, "expected " + expected + ", found " + found);
  }

 private:
  std::string_view name_;
  std::uint64_t first_ = 1;
  bool labelled_ = false;
  std::unordered_map<std::string_view, std::uint64_t> numbers_;
};

/// Turns ids of rows and of columns into numbers.
class IdReader {
 public:
  IdReader(std::string_view name, const SideLabels& labels) : rows_(name, labels.rows) {
    const auto holds = [](const VertexLabels* side) {
      return side != nullptr && io::hold_blanks(*side);
    };
    hold_blanks_ = holds(labels.rows) || holds(labels.columns);
    if (labels.columns != labels.rows) own_columns_.emplace(name, labels.columns);
  }

  /// True if an id may hold a blank.
  [[nodiscard]] bool hold_blanks() const { return hold_blanks_; }
  [[nodiscard]] std::uint64_t row(std::string_view word, std::uint64_t line) const {
    return rows_.number_of(word, "a row", line);
  }
  [[nodiscard]] std::uint64_t column(std::string_view word, std::uint64_t line) const {
    return (own_columns_ ? *own_columns_ : rows_).number_of(word, "a column", line);
  }
  /// The row or column that fills `word`, which must be the last of its line.
  [[nodiscard]] std::uint64_t last_row(std::string_view word, std::uint64_t line) const {
    return row(last(word, "a row", line), line);
  }
  [[nodiscard]] std::uint64_t last_column(std::string_view word, std::uint64_t line) const {
    return column(last(word, "a column", line), line);
  }
  [[noreturn]] void fail(std::uint64_t line, const std::string& expected,
                         const std::string& found) const {
    rows_.fail(line, expected, found);
  }

 private:
  [[nodiscard]] std::string_view last(std::string_view word, const char* what,
                                      std::uint64_t line) const {
    if (word.empty()) fail(line, what, "the end of the line");
    const auto [id, behind] = hold_blanks_ ? CutLine{word, {}} : cut_line(word, false);
    if (behind.empty()) return id;
    // An id that is none comes first.
    (void)(what == std::string_view("a row") ? row(id, line) : column(id, line));
    fail(line, "the end of the line", shown_token(behind.data(), behind.data() + behind.size()));
  }

  SideReader rows_;
  std::optional<SideReader> own_columns_;
  bool hold_blanks_ = false;
};

/// body(ids, text) over the text of a file.
template <class Body>
auto with_text(const std::string& path, const SideLabels& labels, const Body& body) {
  return with_text_of(path, [&](std::string_view name, TextRange text) {
    return body(IdReader(name, labels), text);
  });
}

/// Writes ids as the instance has them.
class IdWriter {
 public:
  IdWriter(TextWriter& out, const SideLabels& labels) : out_(out), labels_(labels) {}

  TextWriter& row(std::size_t id) const { return write(id, labels_.rows); }
  TextWriter& column(std::size_t id) const { return write(id, labels_.columns); }
  void pair(std::size_t row_id, std::size_t column_id) const {
    row(row_id) << between();
    column(column_id) << '\n';
  }
  template <class Ids>
  void row_lines(std::string_view mark, const Ids& ids) const {
    for (const auto id : ids) {
      out_ << mark;
      row(id) << '\n';
    }
  }
  template <class Ids>
  void column_lines(std::string_view mark, const Ids& ids) const {
    for (const auto id : ids) {
      out_ << mark;
      column(id) << '\n';
    }
  }
  /// The separator of the words of a line.
  [[nodiscard]] char between() const { return labels_.empty() ? ' ' : '\t'; }

 private:
  TextWriter& write(std::size_t id, const VertexLabels* labels) const {
    if (labels == nullptr) return out_ << std::uint64_t{id} + 1;
    write_id(out_, *labels, id);
    return out_;
  }

  TextWriter& out_;
  const SideLabels& labels_;
};

/// body(out, ids) into a file that appears whole or not at all.
template <class Body>
void write_file(const std::string& path, const SideLabels& labels, const Body& body) {
  write_text_file(path, [&](TextWriter& out) { body(out, IdWriter(out, labels)); });
}

}  // namespace hypermatch::detail::io
