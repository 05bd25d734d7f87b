// SPDX-License-Identifier: MIT
// Preferences as separated values: a row per entry of a list.
#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <string_view>
#include <system_error>

#include "hypermatch/error.hpp"
#include "io/csv_line.hpp"
#include "io/side_lists.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch::detail::io {

namespace {

constexpr std::string_view k_columns[] = {"agent", "partner", "rank"};
constexpr std::size_t k_num_columns = std::size(k_columns);
using Places = std::array<std::size_t, k_num_columns>;

/// Where the columns stand in a line of names; the place behind its end for one that it lacks.
Places places_in(const std::vector<std::string_view>& names) {
  Places places{};
  for (std::size_t i = 0; i < k_num_columns; ++i) {
    places[i] = static_cast<std::size_t>(std::find(names.begin(), names.end(), k_columns[i]) -
                                         names.begin());
  }
  return places;
}

std::uint64_t number_in(std::string_view field, const char* where, const std::string& what) {
  std::uint64_t value = 0;
  const char* const end = field.data() + field.size();
  const auto [stop, error] = std::from_chars(field.data(), end, value);
  if (field.empty() || error != std::errc{} || stop != end) {
    throw TextFailure{where, "expected " + what + ", found " +
                                 (field.empty() ? "nothing" : shown_token(field.data(), end))};
  }
  return value;
}

/// An entry of a list, and where it stands.
struct Row {
  VertexId partner;
  std::uint64_t rank;
  const char* where;
};

class RowsParser {
 public:
  RowsParser(const Context& context, std::string_view name, TextRange text, Sides sides)
      : context_(context), name_(name), text_(text), sides_(sides) {}

  SideLists parse() {
    parallel::StopCheck stop(context_);
    Cursor cursor(text_);
    bool has_header = false;
    // Ends: each round takes a line.
    while (!cursor.at_end()) {
      const char* const line = cursor.at();
      const bool is_blank = !cursor.skip_blanks();
      const char* const begin = cursor.at();
      cursor.skip_line();
      const char* const end = cursor.at()[-1] == '\n' ? cursor.at() - 1 : cursor.at();
      stop.done(static_cast<std::uint64_t>(cursor.at() - line));
      if (is_blank) {
        ++lists_.blank_lines;
      } else if (*begin == '#' || *begin == '%') {
        ++lists_.comment_lines;
      } else if (!has_header) {
        read_header(begin, end);
        has_header = true;
      } else {
        read_row(begin, end);
      }
    }
    if (!has_header) fail_expected(text_.end, text_.end, k_header);
    return sorted();
  }

 private:
  static constexpr const char* k_header = "columns agent, partner and rank as the first line";

  void read_header(const char* begin, const char* end) {
    line_.find_separator(begin, end);
    line_.cut(begin, end);
    places_ = places_in(line_.fields());
    num_columns_ = line_.fields().size();
    for (const std::size_t place : places_) {
      if (place == num_columns_) fail_expected(begin, end, k_header);
    }
  }

  void read_row(const char* begin, const char* end) {
    line_.cut(begin, end);
    line_.check_columns(begin, num_columns_);
    const auto agent = [&](std::size_t column) {
      const std::string what = "the number of an agent in column " + std::string(k_columns[column]);
      const std::uint64_t number = number_in(line_.fields()[places_[column]], begin, what);
      if (number == 0) throw TextFailure{begin, "expected " + what + " from 1 on, found 0"};
      check_limit(begin, number, "agents");
      return static_cast<VertexId>(number - 1);
    };
    const VertexId from = agent(0);
    const VertexId to = agent(1);
    const std::uint64_t rank = number_in(line_.fields()[places_[2]], begin, "a rank");
    if (sides_ == Sides::one && from == to) throw TextFailure{begin, "an agent lists itself"};
    lists_.num_agents = std::max(lists_.num_agents, from + 1);
    lists_.num_partners = std::max(lists_.num_partners, to + 1);
    agents_.push_back(from);
    rows_.push_back({to, rank, begin});
  }

  // The rows by agent and rank. Equal ranks are in the order of the partners.
  SideLists sorted() {
    constexpr std::uint64_t k_bytes_per_agent = 16;
    const std::uint64_t n = lists_.num_agents;
    check_room_for(name_, n * k_bytes_per_agent, "agents");
    lists_.offsets.resize(n + 1);
    std::fill(lists_.offsets.begin(), lists_.offsets.end(), 0);
    for (const VertexId agent : agents_) ++lists_.offsets[agent + std::size_t{1}];
    for (std::size_t x = 0; x < n; ++x) lists_.offsets[x + 1] += lists_.offsets[x];
    Array<Row> by_agent(rows_.size());
    Array<Offset> next(n);
    std::copy_n(lists_.offsets.begin(), n, next.begin());
    for (std::size_t i = 0; i < rows_.size(); ++i) by_agent[next[agents_[i]]++] = rows_[i];
    lists_.partners.resize(rows_.size());
    lists_.ties.resize(rows_.size());
    bool has_ties = false;
    parallel::StopCheck stop(context_);
    for (std::size_t x = 0; x < n; ++x) {
      const std::span<Row> list(by_agent.data() + lists_.offsets[x],
                                lists_.offsets[x + 1] - lists_.offsets[x]);
      check_distinct(list);
      std::sort(list.begin(), list.end(), [](const Row& a, const Row& b) {
        return a.rank != b.rank ? a.rank < b.rank : a.partner < b.partner;
      });
      std::uint32_t tie = 0;
      for (std::size_t i = 0; i < list.size(); ++i) {
        const bool joins = i > 0 && list[i].rank == list[i - 1].rank;
        if (i > 0 && !joins) ++tie;
        has_ties = has_ties || joins;
        lists_.partners[lists_.offsets[x] + i] = list[i].partner;
        lists_.ties[lists_.offsets[x] + i] = tie;
      }
      stop.done(list.size() + 1);
    }
    if (!has_ties) lists_.ties = {};
    return std::move(lists_);
  }

  static void check_distinct(std::span<Row> list) {
    std::sort(list.begin(), list.end(), [](const Row& a, const Row& b) {
      return a.partner != b.partner ? a.partner < b.partner : a.where < b.where;
    });
    const auto twice = std::adjacent_find(list.begin(), list.end(), [](const Row& a, const Row& b) {
      return a.partner == b.partner;
    });
    if (twice == list.end()) return;
    throw TextFailure{twice[1].where, "partner " + std::to_string(twice->partner + 1) +
                                          " stands twice in the list of an agent"};
  }

  const Context& context_;
  std::string_view name_;
  TextRange text_;
  Sides sides_;
  SideLists lists_;
  CsvLine line_;
  Places places_{};
  std::size_t num_columns_ = 0;
  Array<VertexId> agents_;
  Array<Row> rows_;  // of `agents_`
};

}  // namespace

bool begins_agent_rows(std::span<const char> front) {
  const std::string_view text(front.data(), front.size());
  const std::string_view line = text.substr(0, text.find('\n'));
  if (line.empty()) return false;
  CsvLine names;
  names.find_separator(line.data(), line.data() + line.size());
  try {
    names.cut(line.data(), line.data() + line.size());
  } catch (const TextFailure&) {
    return false;
  }
  const Places places = places_in(names.fields());
  return std::all_of(places.begin(), places.end(),
                     [&](std::size_t place) { return place < names.fields().size(); });
}

SideLists parse_agent_rows(const Context& context, std::string_view name, TextRange text,
                           Sides sides) {
  return RowsParser(context, name, text, sides).parse();
}

}  // namespace hypermatch::detail::io
