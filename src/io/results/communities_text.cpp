// SPDX-License-Identifier: MIT
// Communities as text: `vertex community` per vertex, as separated values too, or a label per line.
#include <algorithm>
#include <charconv>
#include <deque>
#include <optional>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <utility>

#include "base/counted.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/results_io.hpp"
#include "io/builders/named_graph.hpp"
#include "io/formats/csv/csv_line.hpp"
#include "io/source/text_file.hpp"
#include "io/text/label_lines.hpp"
#include "io/text/printable.hpp"
#include "io/text/text.hpp"
#include "io/text/vertex_numbers.hpp"
#include "io/text/written_ids.hpp"
#include "structures/levels.hpp"

namespace hypermatch::io {

namespace {

using detail::io::fail_at;

// How many communities a vertex has in a file.
enum class Columns { one, one_per_level };
// Whether vertices without a line are a violation.
enum class Coverage { all, some };

class CommunityReader {
 public:
  CommunityReader(std::string name, const VertexLabels& labels, VertexId num_vertices,
                  Columns columns, Coverage coverage)
      : name_(std::move(name)),
        labels_(labels),
        num_vertices_(num_vertices),
        hold_blanks_(detail::io::hold_blanks(labels)),
        columns_(columns),
        coverage_(coverage),
        levels_(1, Level(num_vertices)) {
    detail::io::add_labels(names_, labels);
  }

  Communities read(detail::io::TextRange text) {
    text_bytes_ = text.size();
    detail::io::for_each_line(text, [&](std::string_view line, std::uint64_t number) {
      if (is_partition_of_pajek(line)) {
        has_labels_ = true;
      } else if (is_separated(line)) {
        read_separated(line, number);
      } else if (takes_label(line)) {
        read_label(line, number);
      } else {
        read_line(line, number);
      }
    });
    std::string note = std::move(note_);
    if (!label_lines_.empty()) note = assign_labels();
    const VertexId num_needed = coverage_ == Coverage::all ? num_vertices_ : 0;
    for (VertexId v = 0; v < num_needed && violation_.empty(); ++v) {
      if (levels_[0].of[v] == k_none) {
        violation_ = name_ + ": vertex " + name(v) + " has no community";
      }
    }
    if (violation_.empty()) check_levels();
    if (!violation_.empty()) return {{}, std::move(violation_)};
    Communities found;
    found.note = std::move(note);
    if (coverage_ == Coverage::some) {
      found.communities.labels = std::move(levels_[0].of);
      return found;
    }
    found.communities.labels = numbered_by_first_vertex(levels_[0].of);
    for (std::size_t level = 1; level < levels_.size(); ++level) {
      found.communities.levels.push_back(numbered_by_first_vertex(levels_[level].of));
    }
    return found;
  }

 private:
  static constexpr std::string_view k_free = "-1";  // of a vertex that is not fixed

  struct Level {
    explicit Level(VertexId num_vertices) : of(num_vertices, k_none) {}

    std::vector<VertexId> of;                                   // k_none: no line yet
    std::unordered_map<std::uint64_t, VertexId> numbers = {};   // in the order of the lines
    std::unordered_map<std::string_view, VertexId> words = {};  // that are no numbers

    // At most one per vertex or line of the file.
    [[nodiscard]] VertexId next() const {
      return static_cast<VertexId>(numbers.size() + words.size());
    }
    VertexId community(std::uint64_t number) {
      return numbers.emplace(number, next()).first->second;
    }
    VertexId community_of_word(std::string_view word) {
      std::uint64_t number = 0;
      const char* const end = word.data() + word.size();
      const auto [stop, error] = std::from_chars(word.data(), end, number);
      if (error == std::errc{} && stop == end) return community(number);
      return words.emplace(word, next()).first->second;
    }
  };

  // Whether the lines are separated values `vertex,community`, which the first one decides: no
  // label of a line holds a comma or semicolon.
  bool is_separated(std::string_view line) {
    if (columns_ != Columns::one || has_labels_) return false;
    if (!separated_) {
      separated_.emplace();
      separated_->find_separator(line.data(), line.data() + line.size());
      const char separator = separated_->separator();
      const auto [word, rest] = detail::io::cut_line(line, false);
      are_separated_ = (separator == ',' || separator == ';') &&
                       line.find('\t') == std::string_view::npos &&
                       (rest.empty() || word.ends_with(separator) || hold_blanks_);
    }
    return are_separated_;
  }

  void read_separated(std::string_view line, std::uint64_t number) {
    try {
      separated_->cut(line.data(), line.data() + line.size());
    } catch (const detail::io::TextFailure& failure) {
      fail_at(name_, number, failure.message);
    }
    const std::vector<std::string_view>& fields = separated_->fields();
    if (fields.size() != 2 || fields[1].empty()) {
      fail_at(name_, number,
              "expected a vertex and its community, found " +
                  detail::io::shown_token(line.data(), line.data() + line.size()));
    }
    if (std::exchange(is_first_line_, false) && is_header(fields[0])) {
      note_ = "a line of column names, skipped: " + detail::io::shown_text(line);
      return;
    }
    assign(vertex_called(fields[0], number), fields[0], fields[1], number);
  }

  // Whether the first of two fields is the name of a column, and no vertex.
  [[nodiscard]] bool is_header(std::string_view field) const {
    if (labels_.empty()) return !detail::io::is_number(field);
    return names_.find(field) == k_none;
  }

  // Whether a first line is `*Vertices N`, on top of a label per line.
  bool is_partition_of_pajek(std::string_view line) {
    if (columns_ != Columns::one || has_labels_) return false;
    return detail::io::is_word(detail::io::cut_line(line, false).first, "*vertices");
  }

  // Whether a line is the label of a vertex, which the first line decides for all.
  bool takes_label(std::string_view line) {
    if (columns_ != Columns::one) return false;
    if (!has_labels_) has_labels_ = detail::io::cut_line(line, false).rest.empty();
    return *has_labels_;
  }

  void read_label(std::string_view line, std::uint64_t number) {
    if (!detail::io::cut_line(line, false).rest.empty()) {
      fail_at(name_, number,
              "expected one label, as in the first line, found " +
                  detail::io::shown_token(line.data(), line.data() + line.size()));
    }
    label_lines_.push_back(line);
  }

  // Returns what is to be told of their order.
  std::string assign_labels() {
    detail::io::LabelLines lines;
    try {
      lines = detail::io::label_lines(labels_, num_vertices_, label_lines_.size());
    } catch (const Error& error) {
      throw Error(error.code(), name_ + ": " + error.what());
    }
    for (std::size_t i = 0; i < label_lines_.size(); ++i) {
      const VertexId v = lines.vertices[i];
      if (v == k_none || (coverage_ == Coverage::some && label_lines_[i] == k_free)) continue;
      levels_[0].of[v] = levels_[0].community_of_word(label_lines_[i]);
    }
    return "a label per line, " + lines.order;
  }

  void check_levels() {
    for (std::size_t level = 1; level < levels_.size() && violation_.empty(); ++level) {
      const auto split = detail::structures::find_split(levels_[level - 1].of, levels_[level].of);
      if (!split) continue;
      violation_ = name_ + ": column " + std::to_string(level + 2) + " separates vertices " +
                   name(split->first) + " and " + name(split->second) + ", which column " +
                   std::to_string(level + 1) + " has together";
    }
  }

  void read_line(std::string_view line, std::uint64_t number) {
    const auto [first, rest] = detail::io::cut_line(line, hold_blanks_);
    if (rest.empty()) {
      fail_at(name_, number, "expected a vertex and its community, found one word");
    }
    const auto [second, behind] = detail::io::cut_line(rest, false);
    if (!behind.empty() && columns_ == Columns::one) {
      fail_at(name_, number,
              hold_blanks_ ? "expected a tab between a vertex, whose id may hold blanks, and its "
                             "community"
                           : "expected a vertex and its community, found " +
                                 detail::io::shown_token(behind.data(), line.data() + line.size()) +
                                 " behind them");
    }
    const std::uint64_t vertex = vertex_of(first, number);
    if (columns_ == Columns::one) {
      assign(vertex, first, rest, number);
      return;
    }
    read_communities(rest, number);
    if (!is_new(vertex, first, number)) return;
    for (std::size_t level = 0; level < levels_.size(); ++level) {
      levels_[level].of[vertex] = levels_[level].community(row_[level]);
    }
  }

  // Whether a vertex exists and had no line before.
  bool is_new(std::uint64_t vertex, std::string_view id, std::uint64_t number) {
    if (vertex >= num_vertices_) {
      violate(number, detail::io::printable(id) + " does not exist, " +
                          detail::base::there_are(num_vertices_, "vertex"));
      return false;
    }
    if (levels_[0].of[vertex] == k_none) return true;
    violate(number, detail::io::printable(id) + " has had a line before");
    return false;
  }

  void assign(std::uint64_t vertex, std::string_view id, std::string_view community,
              std::uint64_t number) {
    if (!is_new(vertex, id, number)) return;
    if (coverage_ == Coverage::some && community == k_free) return;
    levels_[0].of[vertex] = levels_[0].community_of_word(community);
  }

  // The numbers of a line, as many as in the first one.
  void read_communities(std::string_view words, std::uint64_t number) {
    row_.clear();
    while (!words.empty()) {
      const auto [word, behind] = detail::io::cut_line(words, false);
      row_.push_back(number_in(word, number, "expected the number of a community, found "));
      words = behind;
    }
    if (!std::exchange(is_first_line_, false)) {
      if (row_.size() == levels_.size()) return;
      fail_at(name_, number,
              "expected " + std::to_string(levels_.size()) +
                  " communities as in the first line, "
                  "found " +
                  std::to_string(row_.size()));
    }
    // A line of each vertex has two bytes per community at least: no line alone takes more memory
    // than a file of its length may.
    if (row_.size() > 1 &&
        row_.size() * 2 > text_bytes_ / std::max<std::size_t>(num_vertices_, 1)) {
      fail_at(name_, number,
              "found " + std::to_string(row_.size()) +
                  " communities, and the file is too short "
                  "for so many of each of " +
                  detail::base::counted(num_vertices_, "vertex"));
    }
    levels_.resize(row_.size(), Level(num_vertices_));
  }

  // By an id without quotes.
  std::uint64_t vertex_called(std::string_view id, std::uint64_t line) {
    if (!labels_.empty()) return names_.number_of(id);
    // A number below `first` wraps around to one above all vertices, which is out of range.
    return number_in(id, line, "expected the number of a vertex, found ") - labels_.first;
  }

  std::uint64_t vertex_of(std::string_view word, std::uint64_t line) {
    if (labels_.empty()) return vertex_called(word, line);
    std::string held;
    const std::string_view id = detail::io::read_id(word, held);
    const bool is_kept = id.data() != held.data();
    return names_.number_of(is_kept ? id : unquoted_.emplace_back(std::move(held)));
  }

  std::uint64_t number_in(std::string_view word, std::uint64_t line, const char* expected) const {
    std::uint64_t number = 0;
    const char* const end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, number);
    if (error != std::errc{} || stop != end) {
      fail_at(name_, line, expected + detail::io::shown_token(word.data(), end));
    }
    return number;
  }

  void violate(std::uint64_t line, const std::string& fact) {
    if (violation_.empty()) violation_ = name_ + ":" + std::to_string(line) + ": vertex " + fact;
  }

  [[nodiscard]] std::string name(VertexId v) const { return detail::io::printable(labels_.of(v)); }

  std::string name_;
  const VertexLabels& labels_;
  VertexId num_vertices_;
  bool hold_blanks_;
  Columns columns_;
  Coverage coverage_;
  std::vector<Level> levels_;  // one at first
  std::vector<std::uint64_t> row_;
  std::size_t text_bytes_ = 0;
  bool is_first_line_ = true;
  std::string note_;
  std::optional<detail::io::CsvLine> separated_;  // unknown before the first line
  bool are_separated_ = false;
  std::optional<bool> has_labels_;             // unknown before the first line
  std::vector<std::string_view> label_lines_;  // where there is a label per line
  detail::io::NameTable names_;
  std::deque<std::string> unquoted_;  // ids that the text has in quotes, for the table
  std::string violation_;
};

Communities read_columns(const std::string& path, const VertexLabels& labels, VertexId num_vertices,
                         Columns columns, Coverage coverage) {
  return detail::io::with_text_of(path, [&](std::string_view name, detail::io::TextRange text) {
    return CommunityReader(std::string(name), labels, num_vertices, columns, coverage).read(text);
  });
}

}  // namespace

Communities read_communities(const std::string& path, const VertexLabels& labels,
                             VertexId num_vertices) {
  return read_columns(path, labels, num_vertices, Columns::one, Coverage::all);
}

Communities read_some_communities(const std::string& path, const VertexLabels& labels,
                                  VertexId num_vertices) {
  Communities found = read_columns(path, labels, num_vertices, Columns::one, Coverage::some);
  if (!found.violation.empty()) throw Error(ErrorCode::invalid_input, found.violation);
  return found;
}

Communities read_hierarchy(const std::string& path, const VertexLabels& labels,
                           VertexId num_vertices) {
  return read_columns(path, labels, num_vertices, Columns::one_per_level, Coverage::all);
}

}  // namespace hypermatch::io
