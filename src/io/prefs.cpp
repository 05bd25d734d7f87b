// SPDX-License-Identifier: MIT
// Preferences as text (.prefs), and pairs of agents.
#include <algorithm>
#include <limits>
#include <new>
#include <string>
#include <string_view>
#include <utility>

#include "base/available_memory.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/preferences_io.hpp"
#include "hypermatch/types.hpp"
#include "io/byte_order_mark.hpp"
#include "io/source.hpp"
#include "io/text.hpp"
#include "io/written_ids.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch::io {

namespace {

using detail::io::Cursor;
using detail::io::fail_expected;
using detail::io::is_space;
using detail::io::TextFailure;
using detail::io::TextRange;
using detail::io::TextWriter;

/// Numbers and marks of a line, which need no blanks between them.
class LineCursor {
 public:
  LineCursor(const char* begin, const char* end) : at_(begin), end_(end) {}

  [[nodiscard]] const char* at() const { return at_; }
  /// Skips blanks; whether something follows on the line.
  bool more() {
    while (at_ != end_ && *at_ != '\n' && is_space(*at_)) ++at_;
    return at_ != end_ && *at_ != '\n';
  }
  /// Takes a mark if it comes next.
  bool take(char mark) {
    if (!more() || *at_ != mark) return false;
    ++at_;
    return true;
  }
  void need(char mark, const char* what) {
    if (!take(mark)) expected(what);
  }
  /// The digits that come next. @throws TextFailure "expected WHAT, found ..." for none, and for
  /// more than 64 bits
  std::uint64_t number(const char* what) {
    (void)more();
    const char* const begin = at_;
    std::uint64_t value = 0;
    // Ends: at what is no digit.
    for (; at_ != end_ && *at_ >= '0' && *at_ <= '9'; ++at_) {
      const auto digit = static_cast<std::uint64_t>(*at_ - '0');
      if (value > (std::numeric_limits<std::uint64_t>::max() - digit) / 10) {
        fail_expected(begin, end_, what);
      }
      value = value * 10 + digit;
    }
    if (at_ == begin) expected(what);
    return value;
  }
  [[noreturn]] void expected(const char* what) { fail_expected(at_, end_, what); }
  [[nodiscard]] const char* end() const { return end_; }

 private:
  const char* at_;
  const char* end_;
};

[[nodiscard]] bool is_comment(const char* at, const char* end) {
  return *at == '%' || (*at == 'c' && (at + 1 == end || is_space(at[1])));
}

// A number that is none of `count` agents.
[[noreturn]] void fail_agent(const char* at, const char* end, VertexId count) {
  if (count == 0) throw TextFailure{at, "that side has no agents"};
  fail_expected(at, end, "an agent in " + detail::io::shown_range(1, count));
}

class PrefsParser {
 public:
  PrefsParser(const Context& context, std::string_view name, TextRange text)
      : context_(context), name_(name), text_(text) {}

  PreferencesFile parse() {
    Cursor cursor(text_);
    detail::parallel::StopCheck stop(context_);
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
      } else if (is_comment(begin, text_.end)) {
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
      detail::io::check_limit(at, agents, "agents");
      return agents;
    };
    const std::uint64_t left =
        count(has_two ? "the number of left agents" : "the number of agents");
    const char* const behind = line.at();
    const std::uint64_t right = has_two ? count("the number of right agents") : 0;
    detail::io::check_limit(behind, left + right, "agents");
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
    const auto available = detail::base::available_memory();
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

template <class Body>
auto with_text(const std::string& path, const Body& body) {
  try {
    detail::io::Input input = detail::io::open_text(path);
    const detail::io::WholeText whole = detail::io::read_whole(input);
    const TextRange text = detail::io::range_of(whole.text);
    try {
      return body(std::string_view(input.name), text);
    } catch (const TextFailure& failure) {
      detail::io::fail_at(input.name, detail::io::line_of(text, failure.where), failure.message);
    }
  } catch (const std::bad_alloc&) {
    throw Error(ErrorCode::resources, "out of memory");
  }
}

template <class Body>
void write_file(const std::string& path, const Body& body) {
  AtomicFile file(path);
  const detail::io::Sink sink = [&](std::span<const char> bytes) { file.write(bytes); };
  TextWriter out(sink);
  body(out);
  out.flush();
  file.commit();
}

// The letter of an agent's side, and its number there.
struct AgentName {
  char side;
  std::uint64_t number;
};
AgentName written(const PreferencesView& preferences, VertexId agent) {
  if (preferences.sides == Sides::one) return {'a', agent + std::uint64_t{1}};
  if (agent < preferences.num_left) return {'l', agent + std::uint64_t{1}};
  return {'r', agent - preferences.num_left + std::uint64_t{1}};
}

void write_list(TextWriter& out, const PreferencesView& preferences, VertexId agent) {
  const std::span<const VertexId> list = preferences.list_of(agent);
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::uint32_t tie = preferences.tie(agent, i);
    const bool joins = i > 0 && preferences.tie(agent, i - 1) == tie;
    const bool is_joined = i + 1 < list.size() && preferences.tie(agent, i + 1) == tie;
    out << (!joins && is_joined ? " (" : " ") << written(preferences, list[i]).number;
    if (joins && !is_joined) out << ')';
  }
}

}  // namespace

bool holds_preferences(const std::string& path) {
  if (path == "-") return false;
  std::string_view name = path;
  for (const std::string_view packed : {".gz", ".zst"}) {
    if (name.ends_with(packed)) name.remove_suffix(packed.size());
  }
  if (name.ends_with(".prefs")) return true;
  constexpr std::size_t k_front = std::size_t{1} << 16;
  detail::io::Input input = detail::io::open_text(path);
  Cursor cursor(detail::io::range_of(input.front(k_front)));
  // Ends: each round takes a line.
  while (!cursor.at_end()) {
    const bool is_blank = !cursor.skip_blanks();
    if (!is_blank && !is_comment(cursor.at(), cursor.end())) {
      return cursor.sees("p two-sided") || cursor.sees("p one-sided");
    }
    cursor.skip_line();
  }
  return false;
}

PreferencesFile read_preferences(const Context& context, const std::string& path) {
  return with_text(path, [&](std::string_view name, TextRange text) {
    return PrefsParser(context, name, text).parse();
  });
}

void write_preferences(const PreferencesView& preferences, const std::string& path) {
  check_preferences(preferences);
  write_file(path, [&](TextWriter& out) {
    if (preferences.sides == Sides::two) {
      out << "p two-sided " << std::uint64_t{preferences.num_left} << ' '
          << std::uint64_t{preferences.num_right()} << '\n';
    } else {
      out << "p one-sided " << std::uint64_t{preferences.num_agents} << '\n';
    }
    for (VertexId x = 0; x < preferences.num_agents; ++x) {
      const bool is_plain = preferences.capacity(x) == 1;
      if (is_plain && preferences.list_of(x).empty()) continue;
      const AgentName name = written(preferences, x);
      out << name.side << ' ' << name.number;
      if (!is_plain) out << " [" << std::uint64_t{preferences.capacity(x)} << ']';
      out << " :";
      write_list(out, preferences, x);
      out << '\n';
    }
  });
}

std::string name_of_agent(const PreferencesView& preferences, VertexId agent) {
  const AgentName name = written(preferences, agent);
  return std::string(1, name.side) + ' ' + std::to_string(name.number);
}

void write_stable_matching(const PreferencesView& preferences, const std::vector<GraphEdge>& pairs,
                           const std::string& path) {
  write_file(path, [&](TextWriter& out) {
    for (const GraphEdge& pair : pairs) {
      out << written(preferences, pair.u).number << ' ' << written(preferences, pair.v).number
          << '\n';
    }
  });
}

std::vector<GraphEdge> read_stable_matching(const PreferencesView& preferences,
                                            const std::string& path) {
  return with_text(path, [&](std::string_view, TextRange text) {
    std::vector<GraphEdge> pairs;
    const bool has_two = preferences.sides == Sides::two;
    detail::io::for_each_line(text, [&](std::string_view words, std::uint64_t) {
      Cursor line(TextRange{words.data(), words.data() + words.size()});
      const auto agent = [&](VertexId first, VertexId last) {
        (void)line.skip_blanks();
        const char* const at = line.at();
        const std::uint64_t number = line.read_unsigned("the number of an agent");
        if (number - 1 >= last - first) {
          fail_agent(at, line.end(), last - first);
        }
        return static_cast<VertexId>(first + number - 1);
      };
      const VertexId u = agent(0, preferences.num_left);
      const VertexId v = agent(has_two ? preferences.num_left : 0, preferences.num_agents);
      line.finish_line();
      pairs.push_back({u, v});
    });
    return pairs;
  });
}

}  // namespace hypermatch::io
