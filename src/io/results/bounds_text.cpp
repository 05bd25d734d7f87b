// SPDX-License-Identifier: MIT
// Capacities and bounds as text: numbers per line, in the order of the vertices or behind their
// names.
#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <utility>

#include "base/counted.hpp"
#include "hypermatch/b_assignment_io.hpp"
#include "hypermatch/capacities_io.hpp"
#include "io/formats/csv/csv_line.hpp"
#include "io/source/text_file.hpp"
#include "io/text/label_lines.hpp"
#include "io/text/printable.hpp"
#include "io/text/text.hpp"
#include "io/text/written_ids.hpp"

namespace hypermatch::io {

namespace {

using detail::io::fail_at;
using detail::io::shown_text;

enum class Kind { capacities, bounds };

bool is_whole(std::string_view word) {
  return !word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos;
}

class BoundsReader {
 public:
  BoundsReader(std::string_view file, Kind kind, std::span<const NamedVertices> groups)
      : file_(file), kind_(kind), groups_(groups) {
    for (const NamedVertices& group : groups) count_ += group.count;
  }

  void take(std::string_view line, std::uint64_t number) {
    last_ = number;
    const bool is_first = !by_name_;
    if (is_first) by_name_ = has_names(line);
    if (!*by_name_) {
      take_in_order(line, number);
    } else if (!take_by_name(line, number, is_first)) {
      skipped_ = "; a line of column names, skipped: " + shown_text(line);
    }
  }

  VertexBounds finish() {
    if (!by_name_) find_lines();
    if (!by_name_.value_or(false)) {
      if (num_lines_ == lines_.size()) return std::move(bounds_);
      fail_at(file_, last_, wanted() + std::to_string(num_lines_));
    }
    const auto missing = std::find(has_line_.begin(), has_line_.end(), false);
    if (missing == has_line_.end()) return std::move(bounds_);
    fail_at(file_, last_,
            "expected a line for " +
                name_of(static_cast<std::uint64_t>(missing - has_line_.begin())) + ", found none");
  }

  // How the file was read, where its order might have been another one.
  [[nodiscard]] std::string note() const {
    if (by_name_.value_or(false)) return what() + " by name" + skipped_;
    return order_.empty() ? "" : what() + " " + order_ + " (lines `NAME ...` take any order)";
  }

 private:
  [[nodiscard]] std::string what() const {
    return kind_ == Kind::capacities ? "capacities" : "bounds";
  }
  [[nodiscard]] std::string wanted() const {
    const std::string things = kind_ == Kind::capacities
                                   ? detail::base::counted(lines_.size(), "capacity")
                                   : std::to_string(lines_.size()) + " lines `HI` or `LO HI`";
    return "expected " + things +
           (lines_.size() == count_ ? ", one per vertex, found " : ", one per number, found ");
  }

  // Names stand in front of commas, of what is no number, or of as many numbers as may be.
  bool has_names(std::string_view line) {
    // Numbers tell no side.
    const auto tells = [&](const NamedVertices& group) {
      return group.labels != nullptr && (groups_.size() == 1 || !group.labels->empty());
    };
    if (std::none_of(groups_.begin(), groups_.end(), tells)) return false;
    line_.find_separator(line.data(), line.data() + line.size());
    const std::size_t fields = cut(line, last_).size();
    const char separator = line_.separator();
    const std::size_t most = kind_ == Kind::bounds ? 2 : 1;
    return fields > 1 &&
           (separator == ',' || separator == ';' || fields > most || !is_whole(line_.fields()[0]));
  }

  const std::vector<std::string_view>& cut(std::string_view line, std::uint64_t number) {
    try {
      line_.cut(line.data(), line.data() + line.size());
    } catch (const detail::io::TextFailure& failure) {
      fail_at(file_, number, failure.message);
    }
    return line_.fields();
  }

  // The vertices of lines without names, as of labels.
  void find_lines() {
    bounds_.lower.assign(count_, 0);
    bounds_.upper.assign(count_, 0);
    std::uint64_t first = 0;
    for (const NamedVertices& group : groups_) {
      const std::uint64_t begin = std::exchange(first, first + group.count);
      if (group.labels == nullptr || group.labels->empty()) {
        for (std::uint64_t v = 0; v < group.count; ++v) lines_.push_back(begin + v);
        continue;
      }
      const auto count = static_cast<VertexId>(group.count);
      const detail::io::LabelLines found = detail::io::label_lines(
          *group.labels, count, detail::io::num_label_lines(*group.labels, count));
      for (const VertexId v : found.vertices) lines_.push_back(v == k_none ? k_nowhere : begin + v);
      order_ += (order_.empty() ? "" : "; ") + found.order;
    }
  }

  void take_in_order(std::string_view line, std::uint64_t number) {
    if (num_lines_ == 0) find_lines();
    if (num_lines_ == lines_.size()) fail_at(file_, number, wanted() + "another one");
    const auto [first, rest] = detail::io::cut_line(line, false);
    const auto [second, behind] = detail::io::cut_line(rest, false);
    const std::string_view end = line.substr(line.size());
    if (kind_ == Kind::capacities && !rest.empty()) {
      (void)bound_in(number, first);
      fail_at(file_, number,
              "expected one capacity per line, found " +
                  detail::io::shown_token(rest.data(), end.data()) + " behind it");
    }
    if (!behind.empty()) {
      fail_at(file_, number,
              "expected the end of the line, found " +
                  detail::io::shown_token(behind.data(), end.data()));
    }
    put(lines_[num_lines_++], number, rest.empty() ? std::string_view() : first,
        rest.empty() ? first : second);
  }

  // False for a line of column names, which may be the first one.
  bool take_by_name(std::string_view line, std::uint64_t number, bool is_first) {
    if (is_first) {
      bounds_.lower.assign(count_, 0);
      bounds_.upper.assign(count_, 0);
      has_line_.assign(count_, false);
      number_names();
    }
    const std::vector<std::string_view>& fields = cut(line, number);
    if (is_first && fields.size() > 1 && !is_whole(fields.back())) return false;
    std::size_t numbers = fields.size() - 1;
    std::string_view name = fields[0];
    if (line_.separator() == ' ' && fields.size() > 2) {
      // Ids may hold blanks.
      numbers = find(front_of(line, 1)).empty() && kind_ == Kind::bounds ? 2 : 1;
      if (!line.starts_with('"')) name = front_of(line, numbers);
    }
    const std::size_t most = kind_ == Kind::bounds ? 2 : 1;
    if (fields.size() < 2 || numbers > most) {
      fail_at(file_, number,
              std::string("expected a name and ") +
                  (kind_ == Kind::bounds ? "one number or two" : "a capacity") + ", found " +
                  shown_text(line));
    }
    const std::vector<std::uint64_t> found = find(name);
    if (found.empty()) {
      fail_at(file_, number, "expected the name of a vertex, found " + shown_text(name));
    }
    if (found.size() > 1) {
      fail_at(file_, number,
              shown_text(name) +
                  " is a row and a column; --row-capacity and --column-capacity "
                  "take files of one side");
    }
    if (has_line_[found[0]]) {
      fail_at(file_, number, shown_text(name) + " has had a line before");
    }
    has_line_[found[0]] = true;
    put(found[0], number, numbers == 2 ? fields[fields.size() - 2] : std::string_view(),
        fields.back());
    return true;
  }

  // The words of a line in front of the last ones.
  static std::string_view front_of(std::string_view line, std::size_t words) {
    for (; words != 0; --words) {
      const std::size_t blank = line.find_last_of(" \t");
      if (blank == std::string_view::npos) return {};
      line = detail::io::trimmed(line.substr(0, blank));
    }
    return line;
  }

  void number_names() {
    std::uint64_t first = 0;
    for (const NamedVertices& group : groups_) {
      for (std::uint64_t v = 0; v < group.count && !group.labels->empty(); ++v) {
        places_[detail::io::label_at(*group.labels, v)].push_back(first + v);
      }
      first += group.count;
    }
  }

  [[nodiscard]] std::vector<std::uint64_t> find(std::string_view name) const {
    const auto known = places_.find(name);
    std::vector<std::uint64_t> found =
        known == places_.end() ? std::vector<std::uint64_t>() : known->second;
    std::uint64_t first = 0;
    for (const NamedVertices& group : groups_) {
      std::uint64_t number = 0;
      const char* const end = name.data() + name.size();
      const auto [stop, error] = std::from_chars(name.data(), end, number);
      const bool is_number = error == std::errc{} && stop == end && group.labels->empty();
      if (is_number && number >= group.labels->first &&
          number - group.labels->first < group.count) {
        found.push_back(first + number - group.labels->first);
      }
      first += group.count;
    }
    return found;
  }

  [[nodiscard]] std::string name_of(std::uint64_t place) const {
    for (const NamedVertices& group : groups_) {
      if (place < group.count) return shown_text(group.labels->of(static_cast<VertexId>(place)));
      place -= group.count;
    }
    return {};
  }

  void put(std::uint64_t place, std::uint64_t number, std::string_view lower,
           std::string_view upper) {
    const std::uint32_t least = lower.empty() ? 0 : bound_in(number, lower);
    const std::uint32_t most = bound_in(number, upper);
    if (least > most) {
      fail_at(
          file_, number,
          "expected LO <= HI, found " + std::to_string(least) + " above " + std::to_string(most));
    }
    if (place == k_nowhere) return;
    bounds_.lower[place] = least;
    bounds_.upper[place] = most;
  }

  [[nodiscard]] std::uint32_t bound_in(std::uint64_t line, std::string_view word) const {
    constexpr std::uint64_t k_most = std::numeric_limits<std::uint32_t>::max();
    if (!is_whole(word)) {
      fail_at(file_, line,
              std::string("expected a ") + (kind_ == Kind::capacities ? "capacity" : "bound") +
                  ", a whole number from 0, found " +
                  detail::io::shown_token(word.data(), word.data() + word.size()));
    }
    std::uint64_t bound = 0;
    const auto result = std::from_chars(word.data(), word.data() + word.size(), bound);
    const bool is_large = result.ec == std::errc::result_out_of_range;
    return static_cast<std::uint32_t>(is_large ? k_most : std::min(bound, k_most));
  }

  static constexpr std::uint64_t k_nowhere = ~std::uint64_t{0};

  std::string_view file_;
  Kind kind_;
  std::span<const NamedVertices> groups_;
  std::uint64_t count_ = 0;
  std::uint64_t last_ = 1;
  std::optional<bool> by_name_;  // unknown before the first line
  detail::io::CsvLine line_;
  VertexBounds bounds_;
  std::vector<std::uint64_t> lines_;  // the vertex of each line, where none has a name
  std::size_t num_lines_ = 0;         // so far
  std::string order_;                 // of these, in words
  std::vector<bool> has_line_;
  std::string skipped_;
  std::unordered_map<std::string_view, std::vector<std::uint64_t>> places_;
};

VertexBounds read_lines(const std::string& path, Kind kind, std::span<const NamedVertices> groups,
                        std::string* note) {
  return detail::io::with_text_of(path, [&](std::string_view name, detail::io::TextRange text) {
    BoundsReader reader(name, kind, groups);
    detail::io::for_each_line(
        text, [&](std::string_view line, std::uint64_t number) { reader.take(line, number); });
    if (note != nullptr) *note = reader.note();
    return reader.finish();
  });
}

}  // namespace

VertexBounds read_bounds(const std::string& path, std::uint64_t num_vertices) {
  const NamedVertices vertices{nullptr, num_vertices};
  return read_bounds(path, {&vertices, 1});
}

VertexBounds read_bounds(const std::string& path, std::span<const NamedVertices> vertices,
                         std::string* note) {
  return read_lines(path, Kind::bounds, vertices, note);
}

std::vector<std::uint32_t> read_capacities(const std::string& path, VertexId num_vertices) {
  return read_capacities(path, NamedVertices{nullptr, num_vertices});
}

std::vector<std::uint32_t> read_capacities(const std::string& path, const NamedVertices& vertices,
                                           std::string* note) {
  return read_lines(path, Kind::capacities, {&vertices, 1}, note).upper;
}

}  // namespace hypermatch::io
