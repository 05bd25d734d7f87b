// SPDX-License-Identifier: MIT
// The texts that go with rows and columns: matchings (one pair per line), vertex covers and
// permuted matrices (`r ROW` and `c COLUMN`). Ids are numbers, or the labels of the instance.
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <unordered_map>

#include "hypermatch/b_assignment_io.hpp"
#include "hypermatch/bipartite_io.hpp"
#include "hypermatch/error.hpp"
#include "io/printable.hpp"
#include "io/text.hpp"
#include "io/text_file.hpp"
#include "io/written_ids.hpp"

namespace hypermatch::io {

namespace {

using detail::io::cut_line;
using detail::io::CutLine;
using detail::io::for_each_line;
using detail::io::TextWriter;

/// The number of an id that names no vertex.
constexpr std::uint64_t k_unknown = std::numeric_limits<std::uint64_t>::max();

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
      if (!numbers_.emplace(detail::io::label_at(*labels, v), v).second) {
        throw Error(ErrorCode::invalid_input,
                    "two vertices have the same id, " +
                        detail::io::shown_text(detail::io::label_at(*labels, v)));
      }
    }
  }

  [[nodiscard]] std::uint64_t number_of(std::string_view word, const char* what,
                                        std::uint64_t line) const {
    if (labelled_) {
      std::string held;
      const auto found = numbers_.find(detail::io::read_id(word, held));
      return found == numbers_.end() ? k_unknown : found->second;
    }
    std::uint64_t number = 0;
    const char* const end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, number);
    if (error != std::errc{} || stop != end) {
      fail(line, what, detail::io::shown_token(word.data(), end));
    }
    return number - first_;  // 0 becomes k_unknown where numbers begin with 1
  }

  [[noreturn]] void fail(std::uint64_t line, const std::string& expected,
                         const std::string& found) const {
    detail::io::fail_at(name_, line, "expected " + expected + ", found " + found);
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
      return side != nullptr && detail::io::hold_blanks(*side);
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
    fail(line, "the end of the line",
         detail::io::shown_token(behind.data(), behind.data() + behind.size()));
  }

  SideReader rows_;
  std::optional<SideReader> own_columns_;
  bool hold_blanks_ = false;
};

/// body(ids, text) over the text of a file.
template <class Body>
auto with_text(const std::string& path, const SideLabels& labels, const Body& body) {
  return detail::io::with_text_of(path, [&](std::string_view name, detail::io::TextRange text) {
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
    detail::io::write_id(out_, *labels, id);
    return out_;
  }

  TextWriter& out_;
  const SideLabels& labels_;
};

/// body(out, ids) into a file that appears whole or not at all.
template <class Body>
void write_file(const std::string& path, const SideLabels& labels, const Body& body) {
  detail::io::write_text_file(path, [&](TextWriter& out) { body(out, IdWriter(out, labels)); });
}

void write_part(TextWriter& out, std::string_view name, std::uint64_t rows, std::uint64_t columns) {
  out << name << ' ' << rows << ' ' << columns << '\n';
}

}  // namespace

std::vector<RowColumn> read_pairs(const std::string& path, const SideLabels& labels) {
  return with_text(path, labels, [](const IdReader& ids, detail::io::TextRange text) {
    std::vector<RowColumn> pairs;
    for_each_line(text, [&](std::string_view line, std::uint64_t number) {
      const CutLine words = cut_line(line, ids.hold_blanks());
      const std::uint64_t row = ids.row(words.first, number);
      pairs.push_back({row, ids.last_column(words.rest, number)});
    });
    return pairs;
  });
}

void write_pairs(std::span<const VertexId> row_mates, const std::string& path,
                 const SideLabels& labels) {
  write_file(path, labels, [&](TextWriter&, const IdWriter& ids) {
    for (std::size_t row = 0; row < row_mates.size(); ++row) {
      if (row_mates[row] != k_none) ids.pair(row, row_mates[row]);
    }
  });
}

void write_pairs(std::span<const RowColumn> pairs, const std::string& path,
                 const SideLabels& labels) {
  write_file(path, labels, [&](TextWriter&, const IdWriter& ids) {
    for (const RowColumn& pair : pairs) ids.pair(pair.row, pair.column);
  });
}

VertexCover read_cover(const std::string& path, const SideLabels& labels) {
  return with_text(path, labels, [](const IdReader& ids, detail::io::TextRange text) {
    VertexCover cover;
    for_each_line(text, [&](std::string_view line, std::uint64_t number) {
      const CutLine words = cut_line(line, false);
      if (words.first == "r") {
        cover.rows.push_back(ids.last_row(words.rest, number));
      } else if (words.first == "c") {
        cover.columns.push_back(ids.last_column(words.rest, number));
      } else {
        ids.fail(number, "'r ROW' or 'c COLUMN'",
                 detail::io::shown_token(line.data(), line.data() + line.size()));
      }
    });
    return cover;
  });
}

void write_cover(const VertexCover& cover, const std::string& path, const SideLabels& labels) {
  write_file(path, labels, [&](TextWriter&, const IdWriter& ids) {
    ids.row_lines("r ", cover.rows);
    ids.column_lines("c ", cover.columns);
  });
}

void write_duals(const PairDuals& duals, const std::string& path, const SideLabels& labels) {
  write_file(path, labels, [&](TextWriter& out, const IdWriter& ids) {
    const auto write_value = [&](double value) {
      char text[32];
      const auto end = std::to_chars(text, text + sizeof(text), value).ptr;
      out << ids.between() << std::string_view(text, end) << '\n';
    };
    for (std::size_t row = 0; row < duals.rows.size(); ++row) {
      out << 'r' << ids.between();
      ids.row(row);
      write_value(duals.rows[row]);
    }
    for (std::size_t column = 0; column < duals.columns.size(); ++column) {
      out << 'c' << ids.between();
      ids.column(column);
      write_value(duals.columns[column]);
    }
  });
}

PairDuals read_duals(const std::string& path, VertexId num_rows, VertexId num_columns,
                     const SideLabels& labels) {
  return with_text(path, labels, [&](const IdReader& ids, detail::io::TextRange text) {
    PairDuals duals{std::vector<double>(num_rows), std::vector<double>(num_columns)};
    std::vector<bool> seen[2] = {std::vector<bool>(num_rows), std::vector<bool>(num_columns)};
    for_each_line(text, [&](std::string_view line, std::uint64_t number) {
      const auto fail = [&](const char* expected, std::string_view found) {
        ids.fail(number, expected,
                 detail::io::shown_token(found.data(), found.data() + found.size()));
      };
      const CutLine words = cut_line(line, ids.hold_blanks());
      if (words.first != "r" && words.first != "c") {
        fail("'r ROW VALUE' or 'c COLUMN VALUE'", line);
      }
      const bool is_row = words.first == "r";
      const CutLine values = cut_line(words.rest, ids.hold_blanks());
      const std::uint64_t id =
          is_row ? ids.row(values.first, number) : ids.column(values.first, number);
      std::vector<bool>& found = seen[is_row ? 0 : 1];
      if (id >= found.size() || found[id]) {
        fail(is_row ? "a row that no other line has" : "a column that no other line has",
             values.first);
      }
      found[id] = true;
      double value = 0;
      const char* const end = values.rest.data() + values.rest.size();
      const auto [stop, error] = std::from_chars(values.rest.data(), end, value);
      if (error != std::errc{} || stop != end || !std::isfinite(value)) {
        fail("a number", values.rest);
      }
      (is_row ? duals.rows : duals.columns)[id] = value;
    });
    return duals;
  });
}

void write_decomposition(const DulmageMendelsohn& decomposition, const std::string& path,
                         const SideLabels& labels) {
  const DulmageMendelsohn& d = decomposition;
  write_file(path, labels, [&](TextWriter& out, const IdWriter& ids) {
    out << "rank " << d.structural_rank << '\n';
    write_part(out, "horizontal", d.horizontal.rows, d.horizontal.columns);
    write_part(out, "square", d.square.rows, d.square.columns);
    write_part(out, "vertical", d.vertical.rows, d.vertical.columns);
    for (std::size_t b = 0; b < d.num_blocks(); ++b) {
      write_part(out, "block", d.row_begin[b + 1] - d.row_begin[b],
                 d.column_begin[b + 1] - d.column_begin[b]);
    }
    ids.row_lines("r ", d.row_order);
    ids.column_lines("c ", d.column_order);
  });
}

void write_order(std::span<const VertexId> order, const std::string& path,
                 const VertexLabels& labels) {
  const SideLabels sides(labels);
  write_file(path, sides, [&](TextWriter&, const IdWriter& ids) { ids.row_lines("", order); });
}

}  // namespace hypermatch::io
