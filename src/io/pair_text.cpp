// SPDX-License-Identifier: MIT
// The texts that go with rows and columns: matchings (a pair a line), vertex covers and permuted
// matrices (`r ROW` and `c COLUMN`). Ids are 1-based numbers, or the labels of the instance.
#include <charconv>
#include <limits>
#include <new>
#include <string_view>
#include <system_error>
#include <unordered_map>

#include "hypermatch/bipartite_io.hpp"
#include "hypermatch/error.hpp"
#include "io/source.hpp"
#include "io/text.hpp"

namespace hypermatch::io {

namespace {

using detail::io::Cursor;
using detail::io::TextWriter;

/// What an id becomes that names nothing.
constexpr std::uint64_t k_unknown = std::numeric_limits<std::uint64_t>::max();

std::string_view label_at(const VertexLabels& labels, std::size_t v) {
  return std::string_view(labels.text)
      .substr(labels.offsets[v], labels.offsets[v + 1] - labels.offsets[v]);
}

/// Turns the words of one file into 0-based numbers.
class IdReader {
 public:
  IdReader(std::string_view name, const VertexLabels& labels)
      : name_(name), labelled_(!labels.empty()) {
    if (!labelled_) return;
    numbers_.reserve(labels.offsets.size());
    for (std::size_t v = 0; v + 1 < labels.offsets.size(); ++v) {
      numbers_.emplace(label_at(labels, v), v);
    }
  }

  [[nodiscard]] bool labelled() const { return labelled_; }

  [[nodiscard]] std::uint64_t number_of(std::string_view word, const char* what,
                                        std::uint64_t line) const {
    if (labelled_) {
      const auto found = numbers_.find(word);
      return found == numbers_.end() ? k_unknown : found->second;
    }
    std::uint64_t number = 0;
    const char* const end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, number);
    if (error != std::errc{} || stop != end) {
      fail(line, what, detail::io::shown_token(word.data(), end));
    }
    return number - 1;  // 0 becomes k_unknown
  }

  [[noreturn]] void fail(std::uint64_t line, const std::string& expected,
                         const std::string& found) const {
    detail::io::fail_at(name_, line, "expected " + expected + ", found " + found);
  }

 private:
  std::string_view name_;
  bool labelled_;
  std::unordered_map<std::string_view, std::uint64_t> numbers_;
};

/// A line cut into its first word and what is behind it, both without blanks at their ends.
struct CutLine {
  std::string_view first;
  std::string_view rest;
};

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && detail::io::is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && detail::io::is_blank(text.back())) text.remove_suffix(1);
  return text;
}

/// Labels may hold blanks: then a tab ends the first of two.
CutLine cut_line(std::string_view line, bool labelled) {
  std::size_t end = labelled ? line.find('\t') : std::string_view::npos;
  if (end == std::string_view::npos) end = line.find_first_of(" \t");
  if (end == std::string_view::npos) return {line, {}};
  return {trimmed(line.substr(0, end)), trimmed(line.substr(end))};
}

/// take(line, its number) for every line that is neither blank nor a comment.
template <class Take>
void for_each_line(std::span<const char> text, const Take& take) {
  Cursor cursor(detail::io::range_of(text));
  // Ends: every turn takes a line.
  for (std::uint64_t number = 1; !cursor.at_end(); ++number) {
    const bool counts = cursor.skip_blanks() && !cursor.sees('%');
    const char* const begin = cursor.at();
    cursor.skip_line();
    if (!counts) continue;
    std::string_view line(begin, static_cast<std::size_t>(cursor.at() - begin));
    if (line.ends_with('\n')) line.remove_suffix(1);
    take(trimmed(line), number);
  }
}

/// The number that fills `word`, which must be the last of its line.
std::uint64_t last_number(const IdReader& ids, std::string_view word, const char* what,
                          std::uint64_t line) {
  const char* const end = word.data() + word.size();
  if (word.empty()) ids.fail(line, what, "the end of the line");
  if (!ids.labelled() && word.find_first_of(" \t") != std::string_view::npos) {
    const std::string_view behind = cut_line(word, false).rest;
    (void)ids.number_of(cut_line(word, false).first, what, line);
    ids.fail(line, "the end of the line", detail::io::shown_token(behind.data(), end));
  }
  return ids.number_of(word, what, line);
}

/// body(ids, text) over the text of a file.
template <class Body>
auto with_text(const std::string& path, const VertexLabels& labels, const Body& body) {
  try {
    detail::io::Input input = detail::io::open_input(path, detail::io::Access::map);
    const detail::io::WholeText whole = detail::io::read_whole(input);
    return body(IdReader(input.name, labels), whole.text);
  } catch (const std::bad_alloc&) {
    throw Error(ErrorCode::resources, "out of memory");
  }
}

/// Writes ids as the instance has them.
class IdWriter {
 public:
  IdWriter(TextWriter& out, const VertexLabels& labels) : out_(out), labels_(labels) {}

  template <class Id>
  TextWriter& write(Id id) const {
    if (labels_.empty()) return out_ << std::uint64_t{id} + 1;
    return out_ << label_at(labels_, id);
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
  AtomicFile file(path);
  const detail::io::Sink sink = [&](std::span<const char> bytes) { file.write(bytes); };
  TextWriter out(sink);
  body(out, IdWriter(out, labels));
  out.flush();
  file.commit();
}

void write_part(TextWriter& out, std::string_view name, std::uint64_t rows, std::uint64_t columns) {
  out << name << ' ' << rows << ' ' << columns << '\n';
}

}  // namespace

std::vector<RowColumn> read_pairs(const std::string& path, const VertexLabels& labels) {
  return with_text(path, labels, [](const IdReader& ids, std::span<const char> text) {
    std::vector<RowColumn> pairs;
    for_each_line(text, [&](std::string_view line, std::uint64_t number) {
      const CutLine words = cut_line(line, ids.labelled());
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

VertexCover read_cover(const std::string& path, const VertexLabels& labels) {
  return with_text(path, labels, [](const IdReader& ids, std::span<const char> text) {
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
