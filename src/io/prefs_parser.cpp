// SPDX-License-Identifier: MIT
#include "io/prefs.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "base/available_memory.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/types.hpp"
#include "io/line_cursor.hpp"
#include "parallel/host/primitives.hpp"
#include "structures/preference_lists.hpp"

namespace hypermatch::detail::io {

namespace {

using hypermatch::io::name_of_agent;
using hypermatch::io::PreferencesFile;
using hypermatch::io::PreferencesReport;

struct AgentLine {
  VertexId agent;
  std::uint32_t capacity;
  std::size_t begin;  // of its list among those of the part
};

// Lists in the order of their lines.
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

// Lines behind the first one, of one part. `sides` has neither lists nor capacities.
class LinesParser {
 public:
  LinesParser(const PreferencesView& sides, PrefsPart& part) : sides_(sides), part_(part) {}

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
      fail_expected(
          begin, line.end(),
          has_two ? "'l' or 'r' and the number of an agent" : "'a' and the number of an agent");
    }
    const VertexId first = has_two && !is_left ? sides_.num_left : 0;
    return read_agent_number(line, first, is_left ? sides_.num_left : sides_.num_agents);
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
    const bool has_two = sides_.sides == Sides::two;
    const bool is_left = has_two && agent < sides_.num_left;
    const VertexId first = is_left ? sides_.num_left : 0;
    const VertexId last = has_two && !is_left ? sides_.num_left : sides_.num_agents;
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
      const VertexId partner = read_agent_number(line, first, last);
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
      (void)list.number("the number of an agent");
    }
    throw TextFailure{list.at(),
                      "agent " + name_of_agent(sides_, partner) + " stands twice in a list"};
  }

  friend class PrefsParser;
  static void number_ties(std::uint32_t* ties, std::size_t length) {
    for (std::size_t k = 0; k < length; ++k) ties[k] = static_cast<std::uint32_t>(k);
  }

  const PreferencesView& sides_;
  PrefsPart& part_;
};

class PrefsParser {
 public:
  PrefsParser(const Context& context, std::string_view name, TextRange text)
      : context_(context), name_(name), text_(text) {}

  PreferencesFile parse() {
    const char* const lists = read_front();
    std::vector<PrefsPart> parts = make_parts<PrefsPart>(context_, {lists, text_.end});
    parse_parts(context_, parts,
                [&](PrefsPart& part, Cursor& cursor) { LinesParser(shape_, part).run(cursor); });
    check_lines(parts);
    return finish(parts);
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
          throw TextFailure{line_in(part.text, i),
                            "agent " + name_of_agent(shape_, agent) + " has had a line before"};
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
    return {std::move(all), report_};
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
