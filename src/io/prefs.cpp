// SPDX-License-Identifier: MIT
// Preferences as text (.prefs), and pairs of agents.
#include "io/prefs.hpp"

#include <new>
#include <string>
#include <string_view>

#include "hypermatch/error.hpp"
#include "hypermatch/preferences_io.hpp"
#include "hypermatch/types.hpp"
#include "io/byte_order_mark.hpp"
#include "io/source.hpp"
#include "io/text.hpp"
#include "io/written_ids.hpp"

namespace hypermatch::io {

namespace {

using detail::io::Cursor;
using detail::io::fail_agent;
using detail::io::TextFailure;
using detail::io::TextRange;
using detail::io::TextWriter;

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
    if (!is_blank && !detail::io::is_comment_of_preferences(cursor.at(), cursor.end())) {
      return cursor.sees("p two-sided") || cursor.sees("p one-sided");
    }
    cursor.skip_line();
  }
  return false;
}

PreferencesFile read_preferences(const Context& context, const std::string& path) {
  return with_text(path, [&](std::string_view name, TextRange text) {
    return detail::io::parse_preferences(context, name, text);
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
