// SPDX-License-Identifier: MIT
#include "base/counted.hpp"
#include "io/preferences/prefs.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "base/available_memory.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/types.hpp"
#include "io/preferences/agent_names.hpp"
#include "io/preferences/prefs_lines.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::io {

namespace {

using hypermatch::io::PreferencesFile;
using hypermatch::io::PreferencesReport;

class PrefsParser {
 public:
  PrefsParser(const Context& context, std::string_view name, TextRange text)
      : context_(context), name_(name), text_(text) {}

  PreferencesFile parse() {
    const TextRange lists{read_front(), text_.end};
    // Ends: each side gets names once.
    while (true) {
      std::vector<PrefsPart> parts = make_parts<PrefsPart>(context_, lists);
      // Names are numbered in the order of the text.
      if (names_.has_any()) {
        parts = std::vector<PrefsPart>(1);
        parts[0].text = lists;
      }
      try {
        parse_parts(context_, parts, [&](PrefsPart& part, Cursor& cursor) {
          LinesParser(shape_, names_, part).run(cursor);
        });
      } catch (const SideHasNames& found) {
        names_.begin_names(found.side);
        continue;
      }
      check_lines(parts);
      return finish(parts);
    }
  }

 private:
  static constexpr const char* k_header =
      "'p two-sided LEFT RIGHT' or 'p one-sided AGENTS' as the first line";

  // Up to the end of the first line. Returns where the next one begins.
  const char* read_front() {
    Cursor cursor(text_);
    // Ends: each round takes a line.
    while (!cursor.at_end()) {
      const bool is_blank = !cursor.skip_blanks();
      const char* const begin = cursor.at();
      cursor.skip_line();
      if (is_blank) {
        ++report_.blank_lines;
      } else if (is_comment_of_preferences(begin, text_.end)) {
        ++report_.comment_lines;
      } else {
        read_header(begin, cursor.at());
        return cursor.at();
      }
    }
    fail_expected(text_.end, text_.end, k_header);
  }

  void read_header(const char* begin, const char* end) {
    Cursor line(TextRange{begin, end});
    if (line.read_token() != "p" || !line.skip_blanks()) fail_expected(begin, end, k_header);
    const char* const kind = line.at();
    const std::string_view sides = line.read_token();
    if (sides != "two-sided" && sides != "one-sided")
      fail_expected(kind, end, "two-sided or one-sided");
    const bool has_two = sides == "two-sided";
    shape_.sides = has_two ? Sides::two : Sides::one;
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
    // Agents without a line are legal, but a text of a few lines is no file of millions.
    constexpr std::uint64_t k_most_without_line = 4'000'000;
    constexpr std::uint64_t k_most_per_byte = 64;
    if (left + right > k_most_without_line + k_most_per_byte * text_.size()) {
      throw TextFailure{kind, "found " + base::counted(left + right, "agent") +
                                  ", and the file is too short for lists of so many"};
    }
    check_room(name_, left + right);
    shape_.num_left = static_cast<VertexId>(left);
    shape_.num_agents = static_cast<VertexId>(left + right);
  }

  // The first failure of all lines.
  void check_lines(std::vector<PrefsPart>& parts) {
    Array<std::uint8_t> seen(shape_.num_agents, 0);
    for (PrefsPart& part : parts) {
      for (std::size_t i = 0; i < part.lines.size(); ++i) {
        const VertexId agent = part.lines[i].agent;
        if (std::exchange(seen[agent], std::uint8_t{1}) != 0) {
          throw TextFailure{line_in(part.text, i), "agent " + shown_agent(shape_, agent, names_) +
                                                       " has had a line before"};
        }
      }
      if (part.failure) throw std::move(*part.failure);
      report_.blank_lines += part.blank_lines;
      report_.comment_lines += part.comment_lines;
      num_lines_ += part.lines.size();
    }
  }

  // The begin of agent line `number` of a part.
  static const char* line_in(TextRange text, std::size_t number) {
    Cursor cursor(text);
    // Ends: there are so many lines.
    while (true) {
      const bool is_blank = !cursor.skip_blanks();
      const char* const begin = cursor.at();
      if (!is_blank && !is_comment_of_preferences(begin, text.end) && number-- == 0) return begin;
      cursor.skip_line();
    }
  }

  // Lists in the order of the agents.
  PreferencesFile finish(std::vector<PrefsPart>& parts) {
    Preferences all;
    all.sides = shape_.sides;
    all.num_left = shape_.num_left;
    const std::size_t num_agents = shape_.num_agents;
    all.offsets.resize(num_agents + 1);
    std::fill(all.offsets.begin(), all.offsets.end(), Offset{0});
    bool has_ties = false;
    bool has_capacities = false;
    for (const PrefsPart& part : parts) {
      has_ties = has_ties || !part.ties.empty();
      has_capacities = has_capacities || part.has_capacities;
    }
    parallel::run_tasks(context_, parts.size(), [&](std::size_t p) {
      const PrefsPart& part = parts[p];
      for (std::size_t i = 0; i < part.lines.size(); ++i) {
        all.offsets[part.lines[i].agent] = part.end_of(i) - part.lines[i].begin;
      }
    });
    const Offset entries = parallel::exclusive_scan<Offset>(
        context_, num_agents + 1, [&](std::size_t x) { return all.offsets[x]; },
        [&](std::size_t x, Offset begin) { all.offsets[x] = begin; });
    all.partners.resize(entries);
    if (has_ties) all.ties.resize(entries);
    if (has_capacities) all.capacities = Array<std::uint32_t>(num_agents, 1);
    parallel::run_tasks(context_, parts.size(), [&](std::size_t p) {
      const PrefsPart part = std::move(parts[p]);
      copy_lists(part, all);
    });
    report_.agents_without_line = num_agents - num_lines_;
    report_.bytes = text_.size();
    const VertexId num_right = shape_.num_agents - shape_.num_left;
    return {std::move(all), report_, names_.names(shape_.num_left, num_right)};
  }

  static void copy_lists(const PrefsPart& part, Preferences& all) {
    for (std::size_t i = 0; i < part.lines.size(); ++i) {
      const AgentLine& line = part.lines[i];
      const std::size_t length = part.end_of(i) - line.begin;
      const Offset place = all.offsets[line.agent];
      std::copy_n(part.partners.begin() + line.begin, length, all.partners.begin() + place);
      if (!all.capacities.empty()) all.capacities[line.agent] = line.capacity;
      if (all.ties.empty()) continue;
      std::uint32_t* const ties = all.ties.begin() + place;
      if (part.ties.empty()) {
        LinesParser::number_ties(ties, length);
      } else {
        std::copy_n(part.ties.begin() + line.begin, length, ties);
      }
    }
  }

  const Context& context_;
  std::string_view name_;
  TextRange text_;
  PreferencesReport report_;
  PreferencesView shape_;  // sides and numbers of agents
  NamesOfSides names_;
  std::size_t num_lines_ = 0;
};

}  // namespace

void check_room(std::string_view name, std::uint64_t agents) {
  constexpr std::uint64_t k_bytes_per_agent = 13;
  const auto available = base::available_memory();
  if (!available || agents * k_bytes_per_agent <= *available) return;
  throw Error(ErrorCode::resources, std::string(name) + ": " + std::to_string(agents) +
                                        " agents need " +
                                        std::to_string(agents * k_bytes_per_agent) +
                                        " bytes without their lists, the system has " +
                                        std::to_string(*available) + " left");
}

void fail_agent(const char* at, const char* end, VertexId count) {
  if (count == 0) throw TextFailure{at, "that side has no agents"};
  fail_expected(at, end, "an agent in " + shown_range(1, count));
}

PreferencesFile parse_preferences(const Context& context, std::string_view name, TextRange text) {
  return PrefsParser(context, name, text).parse();
}

}  // namespace hypermatch::detail::io
