// SPDX-License-Identifier: MIT
// The lines of agents in preferences as text (.prefs).
#pragma once

#include <algorithm>
#include <limits>
#include <span>
#include <string>
#include <string_view>

#include "hypermatch/array.hpp"
#include "hypermatch/preferences.hpp"
#include "hypermatch/types.hpp"
#include "io/preferences/agent_names.hpp"
#include "io/preferences/prefs.hpp"
#include "io/text/line_cursor.hpp"
#include "io/text/printable.hpp"
#include "structures/preference_lists.hpp"

namespace hypermatch::detail::io {

struct AgentLine {
  VertexId agent;
  std::uint32_t capacity;
  std::size_t begin;  // of its list among those of the part
};

/// Lists in the order of their lines.
struct PrefsPart : ChunkPart {
  Array<AgentLine> lines;
  Array<VertexId> partners;
  Array<std::uint32_t> ties;  // empty while no list has one
  bool has_capacities = false;
  structures::Repeats repeats;

  [[nodiscard]] std::size_t end_of(std::size_t line) const {
    return line + 1 < lines.size() ? lines[line + 1].begin : partners.size();
  }
};

/// Lines behind the first one, of one part. `sides` has neither lists nor capacities.
/// @throws SideHasNames where an agent of a numbered side has a name
class LinesParser {
 public:
  LinesParser(const PreferencesView& sides, NamesOfSides& names, PrefsPart& part)
      : sides_(sides), names_(names), part_(part) {}

  void run(Cursor& cursor) {
    // Ends: each round takes a line.
    while (!cursor.at_end()) {
      const bool is_blank = !cursor.skip_blanks();
      const char* const begin = cursor.at();
      cursor.skip_line();
      if (is_blank) {
        ++part_.blank_lines;
      } else if (is_comment_of_preferences(begin, cursor.end())) {
        ++part_.comment_lines;
      } else {
        LineCursor line(begin, cursor.end());
        read_agent(line);
      }
    }
  }

  static void number_ties(std::uint32_t* ties, std::size_t length) {
    for (std::size_t k = 0; k < length; ++k) ties[k] = static_cast<std::uint32_t>(k);
  }

 private:
  void read_agent(LineCursor& line) {
    const VertexId agent = read_name(line);
    part_.lines.push_back({agent, 1, part_.partners.size()});
    if (line.take('[')) {
      (void)line.more();
      const char* const at = line.at();
      const std::uint64_t value = line.number("a capacity");
      if (value > std::numeric_limits<std::uint32_t>::max()) {
        fail_expected(at, line.end(), "a capacity of 32 bits");
      }
      part_.lines[part_.lines.size() - 1].capacity = static_cast<std::uint32_t>(value);
      part_.has_capacities = part_.has_capacities || value != 1;
      line.need(']', "']' behind the capacity");
    }
    line.need(':', "':' in front of the list");
    const LineCursor list = line;
    try {
      read_list(line, agent);
    } catch (const TextFailure&) {
      check_repeats(list);  // a partner that stands twice in front of it is the first failure
      throw;
    }
    check_repeats(list);
  }

  VertexId read_name(LineCursor& line) {
    const char* const begin = line.at();
    const bool has_two = sides_.sides == Sides::two;
    const bool is_left = has_two && line.take('l');
    if (!is_left && !line.take(has_two ? 'r' : 'a')) {
      fail_expected(begin, line.end(), has_two ? "'l' or 'r' and an agent" : "'a' and an agent");
    }
    const AgentSide side = has_two && !is_left ? AgentSide::right : AgentSide::left;
    if (!is_blank(*line.at()) && *line.at() != '"' && !is_digit(*line.at())) {
      fail_expected(begin, line.end(), "a blank between the side and the name of an agent");
    }
    return read_agent_id(line, side);
  }

  static bool is_digit(char c) { return c >= '0' && c <= '9'; }
  // Ends a name that is not in quotes. Commas do, because they are no blanks.
  static bool is_mark(char c) {
    return is_space(c) || c == ')' || c == '(' || c == ':' || c == ']' || c == '[' || c == ',' ||
           c == ';';
  }

  // Numbers count from 1. Names take the next number of their side.
  VertexId read_agent_id(LineCursor& line, AgentSide side) {
    const VertexId first = side == AgentSide::right ? sides_.num_left : 0;
    const VertexId count = side == AgentSide::right ? sides_.num_right() : sides_.num_left;
    if (!line.more()) line.expected(k_agent);
    const char* const at = line.at();
    if (names_.has_names(side)) return first + read_agent_name(line, side, count);
    const bool is_number = is_digit(*at);
    const std::uint64_t number = is_number ? line.number(k_agent) : 0;
    const bool is_whole = line.at() == line.end() || is_mark(*line.at());
    if (!is_number || !is_whole) {
      const char* const end = std::find_if(at, line.end(), [](char c) { return is_mark(c); });
      if (end == at || is_odd_number({at, static_cast<std::size_t>(end - at)})) {
        fail_expected(at, line.end(), k_agent);
      }
      throw SideHasNames{side};
    }
    if (number - 1 >= count) fail_agent(at, line.end(), count);
    return static_cast<VertexId>(first + number - 1);
  }

  VertexId read_agent_name(LineCursor& line, AgentSide side, VertexId count) {
    const char* const at = line.at();
    const bool is_quoted = line.take('"');
    const char* end = line.at();
    if (is_quoted) {
      // Ends: at a quote that stands alone, or at the end of the line.
      while (end != line.end() && *end != '\n' &&
             (*end != '"' || (end + 1 != line.end() && end[1] == '"'))) {
        end += *end == '"' ? 2 : 1;
      }
      if (end == line.end() || *end != '"') throw TextFailure{at, "a quote that does not close"};
      ++end;
    } else {
      end = std::find_if(at, line.end(), [](char c) { return is_mark(c); });
    }
    const std::string_view word(at, static_cast<std::size_t>(end - at));
    line = LineCursor(end, line.end());
    if (word.empty() || is_odd_number(word)) fail_expected(at, line.end(), k_agent);
    const VertexId number =
        is_quoted ? names_.number_of(side, without_quotes(word)) : names_.number_of(side, word);
    if (number >= count) {
      throw TextFailure{at, "expected at most " + std::to_string(count) +
                                (sides_.sides == Sides::one ? " agents"
                                 : side == AgentSide::left  ? " agents on the left"
                                                            : " agents on the right") +
                                ", found another one, " + shown_text(word)};
    }
    return number;
  }

  void read_list(LineCursor& line, VertexId agent) {
    const bool has_two = sides_.sides == Sides::two;
    const bool is_left = has_two && agent < sides_.num_left;
    const AgentSide side = is_left ? AgentSide::right : AgentSide::left;
    std::uint32_t tie = 0;
    bool in_tie = false;
    std::size_t in_this_tie = 0;
    // Ends: each round takes a mark or a number.
    while (line.more()) {
      const char* const at = line.at();
      if (*at == '(') {
        if (in_tie) throw TextFailure{at, "a tie inside a tie"};
        (void)line.take('(');
        in_tie = true;
        in_this_tie = 0;
        continue;
      }
      if (*at == ')') {
        if (!in_tie) throw TextFailure{at, "')' without '('"};
        if (in_this_tie == 0) throw TextFailure{at, "a tie of no agents"};
        (void)line.take(')');
        in_tie = false;
        ++tie;
        continue;
      }
      const VertexId partner = read_agent_id(line, side);
      if (partner == agent) throw TextFailure{at, "an agent lists itself"};
      if (in_tie && ++in_this_tie == 2) begin_ties();
      if (!part_.ties.empty()) part_.ties.push_back(tie);
      part_.partners.push_back(partner);
      if (!in_tie) ++tie;
    }
    if (in_tie) throw TextFailure{line.at(), "expected ')', found the end of the line"};
  }

  // So far each entry is a tie of its own.
  void begin_ties() {
    if (!part_.ties.empty()) return;
    part_.ties.resize(part_.partners.size());
    for (std::size_t i = 0; i < part_.lines.size(); ++i) {
      number_ties(part_.ties.data() + part_.lines[i].begin, part_.end_of(i) - part_.lines[i].begin);
    }
  }

  // The entries of the last list. @throws TextFailure at the first one that stands there again
  void check_repeats(LineCursor list) {
    const std::span<const VertexId> all =
        part_.partners.view().subspan(part_.lines[part_.lines.size() - 1].begin);
    if (!part_.repeats.in(all, sides_.num_agents)) return;
    std::size_t i = 0;
    while (std::find(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(i), all[i]) ==
           all.begin() + static_cast<std::ptrdiff_t>(i)) {
      ++i;  // ends: one of them stands there again
    }
    const VertexId partner = all[i];
    // Ends: the text has more numbers.
    for (;; --i) {
      while (list.take('(') || list.take(')')) {
      }
      (void)list.more();
      if (i == 0) break;
      (void)read_agent_id(list, sides_.sides == Sides::two && partner >= sides_.num_left
                                    ? AgentSide::right
                                    : AgentSide::left);
    }
    throw TextFailure{list.at(),
                      "agent " + shown_agent(sides_, partner, names_) + " stands twice in a list"};
  }

  static constexpr const char* k_agent = "the number or name of an agent";
  const PreferencesView& sides_;
  NamesOfSides& names_;
  PrefsPart& part_;
};

}  // namespace hypermatch::detail::io
