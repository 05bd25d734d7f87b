// SPDX-License-Identifier: MIT
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "hypermatch/error.hpp"
#include "hypermatch/matching_dual_io.hpp"
#include "io/text/printable.hpp"
#include "io/text/side_ids.hpp"
#include "io/text/text.hpp"

namespace hypermatch::io {

using detail::io::cut_line;
using detail::io::CutLine;
using detail::io::IdReader;
using detail::io::IdWriter;
using detail::io::TextWriter;

namespace {

// Reads the lines of a dual, one by one.
class DualReader {
 public:
  DualReader(const IdReader& ids, VertexId num_vertices)
      : ids_(ids), num_vertices_(num_vertices), seen_(num_vertices, false) {
    dual_.vertices.assign(num_vertices, 0);
  }

  void take(std::string_view line, std::uint64_t number) {
    line_ = number;
    const CutLine kind = cut_line(line, ids_.hold_blanks());
    if (kind.first == "u") {
      if (std::exchange(has_exponent_, true)) fail("one line 'u EXPONENT'", line);
      const std::int64_t value = whole(kind.rest);
      if (value < -k_most_exponent || value > k_most_exponent) {
        fail("an exponent in -1100 .. 1100", kind.rest);
      }
      dual_.exponent = static_cast<int>(value);
    } else if (kind.first == "b") {
      if (std::exchange(has_bonus_, true)) fail("one line 'b BONUS'", line);
      dual_.bonus = whole(kind.rest);
    } else if (kind.first == "s" || kind.first == "v") {
      take_member(kind.first == "s", kind.rest);
    } else {
      fail("'u EXPONENT', 'b BONUS', 's SET DUAL [IN]' or 'v VERTEX DUAL [IN]'", line);
    }
  }

  /// The whole of it.
  MatchingDual dual(const std::string& path) {
    for (const auto& [set, member] : members_) {
      if (set >= dual_.sets.size()) {
        throw Error(ErrorCode::invalid_input,
                    path + ": set " + std::to_string(set + 1) + " has members, but no line");
      }
      dual_.sets[set].members.push_back(member);
    }
    return std::move(dual_);
  }

 private:
  static constexpr std::int64_t k_most_exponent = 1100;

  void take_member(bool is_set, std::string_view rest) {
    const CutLine id = cut_line(rest, ids_.hold_blanks());
    const CutLine values = cut_line(id.rest, ids_.hold_blanks());
    std::uint64_t member = 0;
    if (is_set) {
      if (whole(id.first) != static_cast<std::int64_t>(dual_.sets.size() + 1)) {
        fail("sets numbered from 1, in this order", id.first);
      }
      member = std::uint64_t{num_vertices_} + dual_.sets.size();
      dual_.sets.push_back({whole(values.first), {}});
    } else {
      member = ids_.row(id.first, line_);
      if (member >= num_vertices_ || seen_[member]) {
        fail("a vertex that no other line has", id.first);
      }
      seen_[member] = true;
      dual_.vertices[member] = whole(values.first);
    }
    if (values.rest.empty()) return;
    const std::int64_t set = whole(values.rest);
    if (set < 1) fail("the number of a set", values.rest);
    members_.emplace_back(static_cast<std::uint64_t>(set) - 1, member);
  }

  [[nodiscard]] std::int64_t whole(std::string_view word) const {
    std::int64_t value = 0;
    const char* const end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, value);
    if (error != std::errc{} || stop != end) fail("a whole number", word);
    return value;
  }
  [[noreturn]] void fail(const char* expected, std::string_view found) const {
    ids_.fail(line_, expected,
              found.empty() ? "the end of the line"
                            : detail::io::shown_token(found.data(), found.data() + found.size()));
  }

  const IdReader& ids_;
  VertexId num_vertices_;
  MatchingDual dual_;
  std::vector<bool> seen_;
  bool has_exponent_ = false;
  bool has_bonus_ = false;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> members_;  // set and member
  std::uint64_t line_ = 0;
};

}  // namespace

void write_matching_dual(const MatchingDual& dual, const std::string& path,
                         const VertexLabels& labels) {
  const std::size_t n = dual.vertices.size();
  std::vector<std::size_t> set_of(n + dual.sets.size(), 0);  // counted from 1
  for (std::size_t s = 0; s < dual.sets.size(); ++s) {
    for (const std::uint64_t member : dual.sets[s].members) set_of[member] = s + 1;
  }
  const SideLabels sides(labels);
  detail::io::write_file(path, sides, [&](TextWriter& out, const IdWriter& ids) {
    const auto write_value = [&](std::int64_t value, std::size_t set) {
      out << ids.between() << std::to_string(value);
      if (set != 0) out << ids.between() << std::to_string(set);
      out << '\n';
    };
    out << 'u';
    write_value(dual.exponent, 0);
    out << 'b';
    write_value(dual.bonus, 0);
    for (std::size_t s = 0; s < dual.sets.size(); ++s) {
      out << 's' << ids.between() << std::to_string(s + 1);
      write_value(dual.sets[s].dual, set_of[n + s]);
    }
    for (std::size_t v = 0; v < n; ++v) {
      out << 'v' << ids.between();
      ids.row(v);
      write_value(dual.vertices[v], set_of[v]);
    }
  });
}

MatchingDual read_matching_dual(const std::string& path, VertexId num_vertices,
                                const VertexLabels& labels) {
  const SideLabels sides(labels);
  return detail::io::with_text(path, sides, [&](const IdReader& ids, detail::io::TextRange text) {
    DualReader reader(ids, num_vertices);
    detail::io::for_each_line(
        text, [&](std::string_view line, std::uint64_t number) { reader.take(line, number); });
    return reader.dual(path);
  });
}

}  // namespace hypermatch::io
