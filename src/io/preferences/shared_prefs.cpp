// SPDX-License-Identifier: MIT
#include "io/preferences/shared_prefs.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "hypermatch/error.hpp"
#include "hypermatch/types.hpp"
#include "io/preferences/prefs.hpp"
#include "io/text/line_cursor.hpp"
#include "parallel/host/stop_check.hpp"
#include "structures/preference_lists.hpp"

namespace hypermatch::detail::io {

namespace {

using hypermatch::io::name_of_agent;
using hypermatch::io::SharedPreferencesFile;

class SharedParser {
 public:
  SharedParser(const Context& context, std::string_view name, TextRange text)
      : stop_(context), name_(name), text_(text) {}

  SharedPreferencesFile parse() {
    Cursor cursor(text_);
    bool has_header = false;
    // Ends: each round takes a line.
    while (!cursor.at_end()) {
      const bool is_blank = !cursor.skip_blanks();
      const char* const begin = cursor.at();
      cursor.skip_line();
      if (is_blank) {
        ++file_.report.blank_lines;
      } else if (is_comment_of_preferences(begin, text_.end)) {
        ++file_.report.comment_lines;
      } else if (!std::exchange(has_header, true)) {
        read_header(begin, cursor.at());
      } else {
        LineCursor line(begin, text_.end);
        read_line(line);
      }
    }
    if (!has_header) fail_expected(text_.end, text_.end, k_header);
    finish();
    return std::move(file_);
  }

 private:
  static constexpr const char* k_header = "'p shared-lists LEFT RIGHT' as the first line";

  void read_header(const char* begin, const char* end) {
    Cursor line(TextRange{begin, end});
    if (line.read_token() != "p" || !line.skip_blanks() || line.read_token() != "shared-lists") {
      fail_expected(begin, end, k_header);
    }
    const auto count = [&](const char* what) {
      (void)line.skip_blanks();
      const char* const at = line.at();
      const std::uint64_t agents = line.read_unsigned(what);
      check_limit(at, agents, "agents");
      return agents;
    };
    const std::uint64_t left = count("the number of left agents");
    const char* const behind = line.at();
    const std::uint64_t agents = left + count("the number of right agents");
    check_limit(behind, agents, "agents");
    line.finish_line();
    check_room(name_, agents);
    SharedPreferences& all = file_.preferences;
    all.num_left = static_cast<VertexId>(left);
    all.lists = Array<VertexId>(agents, k_none);
    all.offsets.push_back(0);
    sides_.num_left = all.num_left;
    sides_.num_agents = static_cast<VertexId>(agents);
  }

  // l AGENTS [CAPACITY] : PARTNERS
  void read_line(LineCursor& line) {
    const char* const begin = line.at();
    const bool is_left = line.take('l');
    if (!is_left && !line.take('r')) {
      fail_expected(begin, line.end(), "'l' or 'r' and the numbers of agents");
    }
    agents_.clear();
    // Ends: each round takes numbers.
    do {
      read_range(line, is_left, agents_);
    } while (line.more() && *line.at() != ':' && *line.at() != '[');
    const std::uint32_t capacity = read_capacity(line);
    line.need(':', "':' in front of the list");
    SharedPreferences& all = file_.preferences;
    const auto number = static_cast<VertexId>(all.offsets.size() - 1);
    for (const VertexId agent : agents_) {
      if (all.lists[agent] != k_none) {
        throw TextFailure{begin,
                          "agent " + name_of_agent(sides_, agent) + " stood in a line before"};
      }
      all.lists[agent] = number;
      if (!all.capacities.empty()) all.capacities[agent] = capacity;
    }
    list_.clear();
    while (line.more()) read_range(line, !is_left, list_);
    check_repeats(begin);
    for (const VertexId partner : list_) all.partners.push_back(partner);
    all.offsets.push_back(all.partners.size());
  }

  std::uint32_t read_capacity(LineCursor& line) {
    if (!line.take('[')) return 1;
    (void)line.more();
    const char* const at = line.at();
    const std::uint64_t value = line.number("a capacity");
    if (value > std::numeric_limits<std::uint32_t>::max()) {
      fail_expected(at, line.end(), "a capacity of 32 bits");
    }
    line.need(']', "']' behind the capacity");
    if (value != 1 && file_.preferences.capacities.empty()) {
      file_.preferences.capacities = Array<std::uint32_t>(sides_.num_agents, 1);
    }
    return static_cast<std::uint32_t>(value);
  }

  // An agent, or FIRST-LAST, rising or falling.
  void read_range(LineCursor& line, bool is_left, std::vector<VertexId>& to) {
    const VertexId first = read_agent(line, is_left);
    const VertexId last = line.take('-') ? read_agent(line, is_left) : first;
    const VertexId count = (first < last ? last - first : first - last) + 1;
    stop_.done(count);
    for (VertexId i = 0; i < count; ++i) to.push_back(first < last ? first + i : first - i);
  }

  VertexId read_agent(LineCursor& line, bool is_left) {
    (void)line.more();
    const char* const at = line.at();
    const std::uint64_t number = line.number("the number of an agent");
    const VertexId first = is_left ? 0 : sides_.num_left;
    const VertexId count = is_left ? sides_.num_left : sides_.num_right();
    if (number - 1 >= count) fail_agent(at, line.end(), count);
    return static_cast<VertexId>(first + number - 1);
  }

  // Checks the last list for repeated agents; `at` is the begin of its line.
  void check_repeats(const char* at) {
    if (!repeats_.in(list_, sides_.num_agents)) return;
    std::sort(list_.begin(), list_.end());
    const VertexId partner = *std::adjacent_find(list_.begin(), list_.end());
    throw TextFailure{at, "agent " + name_of_agent(sides_, partner) + " stands twice in a list"};
  }

  // Agents without a line get an empty list.
  void finish() {
    SharedPreferences& all = file_.preferences;
    file_.report.bytes = text_.size();
    const auto empty = static_cast<VertexId>(all.offsets.size() - 1);
    for (VertexId& number : all.lists) {
      if (number != k_none) continue;
      number = empty;
      ++file_.report.agents_without_line;
    }
    if (file_.report.agents_without_line != 0) all.offsets.push_back(all.partners.size());
  }

  parallel::StopCheck stop_;
  std::string_view name_;
  TextRange text_;
  SharedPreferencesFile file_;
  PreferencesView sides_;         // numbers of agents
  std::vector<VertexId> agents_;  // of a line
  std::vector<VertexId> list_;    // of a line
  structures::Repeats repeats_;
};

}  // namespace

bool begins_shared_lists(std::span<const char> front) {
  Cursor cursor(range_of(front));
  // Ends: each round takes a line.
  while (!cursor.at_end()) {
    if (cursor.skip_blanks() && !is_comment_of_preferences(cursor.at(), cursor.end())) {
      return cursor.read_token() == "p" && cursor.skip_blanks() &&
             cursor.read_token() == "shared-lists";
    }
    cursor.skip_line();
  }
  return false;
}

SharedPreferencesFile parse_shared_preferences(const Context& context, std::string_view name,
                                               TextRange text) {
  return SharedParser(context, name, text).parse();
}

}  // namespace hypermatch::detail::io
