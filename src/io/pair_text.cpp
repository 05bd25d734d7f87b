// SPDX-License-Identifier: MIT
// The texts that go with rows and columns: matchings (one pair per line), vertex covers and
// permuted matrices (`r ROW` and `c COLUMN`). Ids are numbers, or the labels of the instance.
#include <charconv>
#include <cmath>
#include <limits>
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

/// Turns the words of one file into 0-based numbers.
class IdReader {
 public:
  IdReader(std::string_view name, const VertexLabels& labels)
      : name_(name),
        first_(labels.first),
        labelled_(!labels.empty()),
        hold_blanks_(detail::io::hold_blanks(labels)) {
    if (!labelled_) return;
    numbers_.reserve(labels.offsets.size());
    for (std::size_t v = 0; v + 1 < labels.offsets.size(); ++v) {
      if (!numbers_.emplace(detail::io::label_at(labels, v), v).second) {
        throw Error(ErrorCode::invalid_input,
                    "two vertices have the same id, " +
                        detail::io::shown_text(detail::io::label_at(labels, v)));
      }
    }
  }

  /// True if an id may hold a blank.
  [[nodiscard]] bool hold_blanks() const { return hold_blanks_; }

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
  std::uint64_t first_;
  bool labelled_;
  bool hold_blanks_;
  std::unordered_map<std::string_view, std::uint64_t> numbers_;
};

/// The number that fills `word`, which must be the last of its line.
std::uint64_t last_number(const IdReader& ids, std::string_view word, const char* what,
                          std::uint64_t line) {
  const char* const end = word.data() + word.size();
  if (word.empty()) ids.fail(line, what, "the end of the line");
  const auto [id, behind] = ids.hold_blanks() ? CutLine{word, {}} : cut_line(word, false);
  const std::uint64_t number = ids.number_of(id, what, line);
  if (!behind.empty()) {
    ids.fail(line, "the end of the line", detail::io::shown_token(behind.data(), end));
  }
  return number;
}

/// body(ids, text) over the text of a file.
template <class Body>
auto with_text(const std::string& path, const VertexLabels& labels, const Body& body) {
  return detail::io::with_text_of(path, [&](std::string_view name, detail::io::TextRange text) {
    return body(IdReader(name, labels), text);
  });
}

/// Writes ids as the instance has them.
class IdWriter {
 public:
  IdWriter(TextWriter& out, const VertexLabels& labels) : out_(out), labels_(labels) {}

  TextWriter& write(std::size_t id) const {
    detail::io::write_id(out_, labels_, id);
    return out_;
  }
  template <class Ids>
  void write_lines(std::string_view mark, const Ids& ids) const {
    for (const auto id : ids) {
      out_ << mark;
      write(id) << '\n';
    }
  }

 private:
  TextWriter& out_;
  const VertexLabels& labels_;
};

/// body(out, ids) into a file that appears whole or not at all.
template <class Body>
void write_file(const std::string& path, const VertexLabels& labels, const Body& body) {
  detail::io::write_text_file(path, [&](TextWriter& out) { body(out, IdWriter(out, labels)); });
}

void write_part(TextWriter& out, std::string_view name, std::uint64_t rows, std::uint64_t columns) {
  out << name << ' ' << rows << ' ' << columns << '\n';
}

}  // namespace

std::vector<RowColumn> read_pairs(const std::string& path, const VertexLabels& labels) {
  return with_text(path, labels, [](const IdReader& ids, detail::io::TextRange text) {
    std::vector<RowColumn> pairs;
    for_each_line(text, [&](std::string_view line, std::uint64_t number) {
      const CutLine words = cut_line(line, ids.hold_blanks());
      const std::uint64_t row = ids.number_of(words.first, "a row", number);
      pairs.push_back({row, last_number(ids, words.rest, "a column", number)});
    });
    return pairs;
  });
}

void write_pairs(std::span<const VertexId> row_mates, const std::string& path,
                 const VertexLabels& labels) {
  const char between = labels.empty() ? ' ' : '\t';
  write_file(path, labels, [&](TextWriter&, const IdWriter& ids) {
    for (std::size_t row = 0; row < row_mates.size(); ++row) {
      if (row_mates[row] == k_none) continue;
      ids.write(row) << between;
      ids.write(row_mates[row]) << '\n';
    }
  });
}

void write_pairs(std::span<const RowColumn> pairs, const std::string& path,
                 const VertexLabels& labels) {
  const char between = labels.empty() ? ' ' : '\t';
  write_file(path, labels, [&](TextWriter&, const IdWriter& ids) {
    for (const RowColumn& pair : pairs) {
      ids.write(pair.row) << between;
      ids.write(pair.column) << '\n';
    }
  });
}

VertexCover read_cover(const std::string& path, const VertexLabels& labels) {
  return with_text(path, labels, [](const IdReader& ids, detail::io::TextRange text) {
    VertexCover cover;
    for_each_line(text, [&](std::string_view line, std::uint64_t number) {
      const CutLine words = cut_line(line, false);
      if (words.first == "r") {
        cover.rows.push_back(last_number(ids, words.rest, "a row", number));
      } else if (words.first == "c") {
        cover.columns.push_back(last_number(ids, words.rest, "a column", number));
      } else {
        ids.fail(number, "'r ROW' or 'c COLUMN'",
                 detail::io::shown_token(line.data(), line.data() + line.size()));
      }
    });
    return cover;
  });
}

void write_cover(const VertexCover& cover, const std::string& path, const VertexLabels& labels) {
  write_file(path, labels, [&](TextWriter&, const IdWriter& ids) {
    ids.write_lines("r ", cover.rows);
    ids.write_lines("c ", cover.columns);
  });
}

void write_duals(const PairDuals& duals, const std::string& path, const VertexLabels& labels) {
  const char between = labels.empty() ? ' ' : '\t';
  write_file(path, labels, [&](TextWriter& out, const IdWriter& ids) {
    const auto write = [&](char mark, const std::vector<double>& values) {
      for (std::size_t v = 0; v < values.size(); ++v) {
        out << mark << between;
        ids.write(v) << between;
        char text[32];
        const auto end = std::to_chars(text, text + sizeof(text), values[v]).ptr;
        out << std::string_view(text, end) << '\n';
      }
    };
    write('r', duals.rows);
    write('c', duals.columns);
  });
}

PairDuals read_duals(const std::string& path, VertexId num_rows, VertexId num_columns,
                     const VertexLabels& labels) {
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
      const std::uint64_t id = ids.number_of(values.first, is_row ? "a row" : "a column", number);
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
                         const VertexLabels& labels) {
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
    ids.write_lines("r ", d.row_order);
    ids.write_lines("c ", d.column_order);
  });
}

void write_order(std::span<const VertexId> order, const std::string& path,
                 const VertexLabels& labels) {
  write_file(path, labels, [&](TextWriter&, const IdWriter& ids) { ids.write_lines("", order); });
}

}  // namespace hypermatch::io
