// SPDX-License-Identifier: MIT
#include "io/prefs.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "base/available_memory.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/types.hpp"
#include "io/line_cursor.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch::detail::io {

namespace {

using hypermatch::io::name_of_agent;
using hypermatch::io::PreferencesFile;
using hypermatch::io::PreferencesReport;

class PrefsParser {
 public:
  PrefsParser(const Context& context, std::string_view name, TextRange text)
      : context_(context), name_(name), text_(text) {}

  PreferencesFile parse() {
    Cursor cursor(text_);
    parallel::StopCheck stop(context_);
    bool has_header = false;
    // Ends: each round takes a line.
    while (!cursor.at_end()) {
      const char* const line = cursor.at();
      const bool is_blank = !cursor.skip_blanks();
      const char* const begin = cursor.at();
      cursor.skip_line();
      stop.done(static_cast<std::uint64_t>(cursor.at() - line));
      if (is_blank) {
        ++report_.blank_lines;
      } else if (is_comment_of_preferences(begin, text_.end)) {
        ++report_.comment_lines;
      } else if (!std::exchange(has_header, true)) {
        read_header(begin, cursor.at());
      } else {
        read_agent(begin, cursor.at());
      }
    }
    if (!has_header) fail_expected(text_.end, text_.end, k_header);
    return finish();
  }

 private:
  static constexpr const char* k_header =
      "'p two-sided LEFT RIGHT' or 'p one-sided AGENTS' as the first line";

  void read_header(const char* begin, const char* end) {
    Cursor line(TextRange{begin, end});
    if (line.read_token() != "p" || !line.skip_blanks()) fail_expected(begin, end, k_header);
    const char* const kind = line.at();
    const std::string_view sides = line.read_token();
    if (sides != "two-sided" && sides != "one-sided")
      fail_expected(kind, end, "two-sided or one-sided");
    const bool has_two = sides == "two-sided";
    preferences_.sides = has_two ? Sides::two : Sides::one;
    const auto count = [&](const char* what) {
      (void)line.skip_blanks();
      const char* const at = line.at();
      const std::uint64_t agents = line.read_unsigned(what);
      check_limit(at, agents, "agents");
      return agents;
    };
    const std::uint64_t left =
        count(has_two ? "the number of left agents" : "the number of agents");
    const char* const behind = line.at();
    const std::uint64_t right = has_two ? count("the number of right agents") : 0;
    check_limit(behind, left + right, "agents");
    line.finish_line();
    check_room(left + right);
    preferences_.num_left = static_cast<VertexId>(left);
    num_agents_ = static_cast<VertexId>(left + right);
    line_of_.resize(num_agents_);
    std::fill(line_of_.begin(), line_of_.end(), k_no_line);
    listed_by_.resize(num_agents_);
    std::fill(listed_by_.begin(), listed_by_.end(), k_none);
  }

  // A header of few bytes must not ask for memory that no machine has.
  void check_room(std::uint64_t agents) const {
    constexpr std::uint64_t k_bytes_per_agent = 28;
    const auto available = base::available_memory();
    if (!available || agents * k_bytes_per_agent <= *available) return;
    throw Error(ErrorCode::resources, std::string(name_) + ": " + std::to_string(agents) +
                                          " agents need " +
                                          std::to_string(agents * k_bytes_per_agent) +
                                          " bytes without their lists, the system has " +
                                          std::to_string(*available) + " left");
  }

  void read_agent(const char* begin, const char* end) {
    LineCursor line(begin, end);
    const VertexId agent = read_name(line);
    if (line_of_[agent] != k_no_line) {
      throw TextFailure{
          begin, "agent " + name_of_agent(view_of_sides(), agent) + " has had a line before"};
    }
    line_of_[agent] = lines_.size();
    std::uint32_t capacity = 1;
    if (line.take('[')) {
      (void)line.more();
      const char* const at = line.at();
      const std::uint64_t value = line.number("a capacity");
      if (value > std::numeric_limits<std::uint32_t>::max()) {
        fail_expected(at, end, "a capacity of 32 bits");
      }
      capacity = static_cast<std::uint32_t>(value);
      line.need(']', "']' behind the capacity");
    }
    has_capacities_ = has_capacities_ || capacity != 1;
    line.need(':', "':' in front of the list");
    lines_.push_back({agent, capacity, partners_.size()});
    read_list(line, agent);
  }

  VertexId read_name(LineCursor& line) {
    const char* const begin = line.at();
    const bool has_two = preferences_.sides == Sides::two;
    const bool is_left = has_two && line.take('l');
    if (!is_left && !line.take(has_two ? 'r' : 'a')) {
      fail_expected(
          begin, line.end(),
          has_two ? "'l' or 'r' and the number of an agent" : "'a' and the number of an agent");
    }
    const VertexId first = has_two && !is_left ? preferences_.num_left : 0;
    return read_agent_number(line, first, is_left ? preferences_.num_left : num_agents_);
  }

  // One of the agents `first` .. `last` - 1, which the file numbers from 1.
  VertexId read_agent_number(LineCursor& line, VertexId first, VertexId last) {
    (void)line.more();
    const char* const at = line.at();
    const std::uint64_t number = line.number("the number of an agent");
    if (number - 1 >= last - first) {
      fail_agent(at, line.end(), last - first);
    }
    return static_cast<VertexId>(first + number - 1);
  }

  void read_list(LineCursor& line, VertexId agent) {
    const bool has_two = preferences_.sides == Sides::two;
    const bool is_left = has_two && agent < preferences_.num_left;
    const VertexId first = is_left ? preferences_.num_left : 0;
    const VertexId last = has_two && !is_left ? preferences_.num_left : num_agents_;
    std::uint32_t tie = 0;
    bool in_tie = false;
    std::size_t in_this_tie = 0;
    // Ends: each round takes a mark or a number.
    while (line.more()) {
      const char* const at = line.at();
      if (line.take('(')) {
        if (in_tie) throw TextFailure{at, "a tie inside a tie"};
        in_tie = true;
        in_this_tie = 0;
        continue;
      }
      if (line.take(')')) {
        if (!in_tie) throw TextFailure{at, "')' without '('"};
        if (in_this_tie == 0) throw TextFailure{at, "a tie of no agents"};
        in_tie = false;
        ++tie;
        continue;
      }
      const VertexId partner = read_agent_number(line, first, last);
      if (partner == agent) throw TextFailure{at, "an agent lists itself"};
      if (listed_by_[partner] == agent) {
        throw TextFailure{
            at, "agent " + name_of_agent(view_of_sides(), partner) + " stands twice in a list"};
      }
      listed_by_[partner] = agent;
      partners_.push_back(partner);
      ties_.push_back(tie);
      if (!in_tie) {
        ++tie;
      } else if (++in_this_tie == 2) {
        has_ties_ = true;
      }
    }
    if (in_tie) throw TextFailure{line.at(), "expected ')', found the end of the line"};
  }

  [[nodiscard]] PreferencesView view_of_sides() const {
    return {
        .sides = preferences_.sides, .num_agents = num_agents_, .num_left = preferences_.num_left};
  }

  // Lists in the order of the agents.
  PreferencesFile finish() {
    Preferences& all = preferences_;
    all.offsets.resize(num_agents_ + std::size_t{1});
    all.partners.resize(partners_.size());
    if (has_ties_) all.ties.resize(partners_.size());
    if (has_capacities_) all.capacities.resize(num_agents_);
    Offset place = 0;
    for (VertexId x = 0; x < num_agents_; ++x) {
      all.offsets[x] = place;
      if (has_capacities_) all.capacities[x] = 1;
      const std::size_t number = line_of_[x];
      if (number == k_no_line) {
        ++report_.agents_without_line;
        continue;
      }
      const AgentLine& line = lines_[number];
      const std::size_t end =
          number + 1 < lines_.size() ? lines_[number + 1].begin : partners_.size();
      std::copy(partners_.begin() + line.begin, partners_.begin() + end,
                all.partners.begin() + place);
      if (has_ties_) {
        std::copy(ties_.begin() + line.begin, ties_.begin() + end, all.ties.begin() + place);
      }
      if (has_capacities_) all.capacities[x] = line.capacity;
      place += end - line.begin;
    }
    all.offsets[num_agents_] = place;
    report_.bytes = text_.size();
    return {std::move(preferences_), report_};
  }

  static constexpr std::size_t k_no_line = std::numeric_limits<std::size_t>::max();
  struct AgentLine {
    VertexId agent;
    std::uint32_t capacity;
    std::size_t begin;  // of its list in `partners_`
  };

  const Context& context_;
  std::string_view name_;
  TextRange text_;
  PreferencesReport report_;
  Preferences preferences_;
  VertexId num_agents_ = 0;
  Array<std::size_t> line_of_;  // per agent
  Array<VertexId> listed_by_;   // per agent: whose list held it last
  Array<AgentLine> lines_;
  Array<VertexId> partners_;
  Array<std::uint32_t> ties_;
  bool has_ties_ = false;
  bool has_capacities_ = false;
};

}  // namespace

void fail_agent(const char* at, const char* end, VertexId count) {
  if (count == 0) throw TextFailure{at, "that side has no agents"};
  fail_expected(at, end, "an agent in " + shown_range(1, count));
}

PreferencesFile parse_preferences(const Context& context, std::string_view name, TextRange text) {
  return PrefsParser(context, name, text).parse();
}

}  // namespace hypermatch::detail::io
