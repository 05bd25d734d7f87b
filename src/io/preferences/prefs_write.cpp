// SPDX-License-Identifier: MIT
// Writes preferences as `.prefs` and native files, and stable matchings.
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "hypermatch/preferences_io.hpp"
#include "hypermatch/types.hpp"
#include "io/native/native_prefs.hpp"
#include "io/preferences/prefs.hpp"
#include "io/source/source.hpp"
#include "io/source/text_file.hpp"
#include "io/text/printable.hpp"
#include "io/text/written_ids.hpp"
#include "parallel/host/check_preferences.hpp"

namespace hypermatch::io {

namespace {

using detail::io::TextWriter;
using detail::io::write_text_file;

using detail::io::write_id;

// The letter of an agent's side, its number there, and the names of its side.
struct AgentPlace {
  char side;
  std::uint64_t number;
  const VertexLabels& labels;
};
AgentPlace place_of(const PreferencesView& preferences, VertexId agent, const AgentNames& names) {
  if (preferences.sides == Sides::one) return {'a', agent, names.left};
  if (agent < preferences.num_left) return {'l', agent, names.left};
  return {'r', agent - preferences.num_left, names.right};
}

// As a list has it: in quotes where a mark or a blank is in the name.
void write_listed(TextWriter& out, const AgentPlace& place) {
  if (place.labels.empty()) {
    out << place.number + 1;
    return;
  }
  const std::string_view name = detail::io::label_at(place.labels, place.number);
  const bool is_plain = !name.empty() && name.find_first_of(" \t\"()[]:,;") == name.npos &&
                        detail::io::is_plain(name);
  if (is_plain) {
    out << name;
  } else {
    out << detail::io::in_quotes(name);
  }
}

void write_list(TextWriter& out, const PreferencesView& preferences, VertexId agent,
                const AgentNames& names) {
  const std::span<const VertexId> list = preferences.list_of(agent);
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::uint32_t tie = preferences.tie(agent, i);
    const bool joins = i > 0 && preferences.tie(agent, i - 1) == tie;
    const bool is_joined = i + 1 < list.size() && preferences.tie(agent, i + 1) == tie;
    out << (!joins && is_joined ? " (" : " ");
    write_listed(out, place_of(preferences, list[i], names));
    if (joins && !is_joined) out << ')';
  }
}

void write_matched_pairs(TextWriter& out, const PreferencesView& preferences,
                         const std::vector<GraphEdge>& pairs, const AgentNames& names) {
  const char between = names.empty() ? ' ' : '\t';
  const auto write = [&](VertexId agent) {
    const AgentPlace place = place_of(preferences, agent, names);
    write_id(out, place.labels, place.number);
  };
  for (const GraphEdge& pair : pairs) {
    write(pair.u);
    out << between;
    write(pair.v);
    out << '\n';
  }
}

}  // namespace

void write_preferences(const PreferencesView& preferences, const std::string& path,
                       const AgentNames& names) {
  check_preferences(preferences);
  write_text_file(path, [&](TextWriter& out) {
    if (preferences.sides == Sides::two) {
      out << "p two-sided " << std::uint64_t{preferences.num_left} << ' '
          << std::uint64_t{preferences.num_right()} << '\n';
    } else {
      out << "p one-sided " << std::uint64_t{preferences.num_agents} << '\n';
    }
    for (VertexId x = 0; x < preferences.num_agents; ++x) {
      const bool is_plain = preferences.capacity(x) == 1;
      if (is_plain && preferences.list_of(x).empty()) continue;
      const AgentPlace place = place_of(preferences, x, names);
      out << place.side << ' ';
      write_listed(out, place);
      if (!is_plain) out << " [" << std::uint64_t{preferences.capacity(x)} << ']';
      out << " :";
      write_list(out, preferences, x, names);
      out << '\n';
    }
  });
}

namespace {

// Numbers in the order of `agents`, runs of three and more as a range. `first`: of the side.
void write_ranges(TextWriter& out, std::span<const VertexId> agents, VertexId first) {
  const auto number = [&](std::size_t i) { return std::uint64_t{agents[i]} - first + 1; };
  std::size_t end = 0;
  for (std::size_t begin = 0; begin < agents.size(); begin = end) {
    end = begin + 1;
    const bool rises = end < agents.size() && number(end) > number(begin);
    const auto goes_on = [&](std::size_t i) {
      return rises ? number(i) == number(i - 1) + 1 : number(i) + 1 == number(i - 1);
    };
    while (end < agents.size() && goes_on(end)) ++end;
    if (end - begin < 3) end = begin + 1;
    out << ' ' << number(begin);
    if (end - begin > 1) out << '-' << number(end - 1);
  }
}

// The agents of each line, ascending: those with one list and one capacity.
std::vector<std::vector<VertexId>> agents_by_line(const SharedPreferencesView& preferences) {
  std::vector<std::vector<VertexId>> all;
  std::map<std::pair<VertexId, std::uint32_t>, std::size_t> lines;
  for (VertexId x = 0; x < preferences.num_agents; ++x) {
    const std::uint32_t capacity = preferences.capacity(x);
    // An empty list may be one of both sides.
    const bool is_empty = preferences.list_of(x).empty();
    if (is_empty && capacity == 1) continue;
    const VertexId list = is_empty && x >= preferences.num_left ? k_none : preferences.lists[x];
    const auto [line, is_new] = lines.try_emplace({list, capacity}, all.size());
    if (is_new) all.emplace_back();
    all[line->second].push_back(x);
  }
  return all;
}

}  // namespace

void write_preferences(const SharedPreferencesView& preferences, const std::string& path) {
  check_preferences(preferences);
  const std::vector<std::vector<VertexId>> lines = agents_by_line(preferences);
  const VertexId num_left = preferences.num_left;
  write_text_file(path, [&](TextWriter& out) {
    out << "p shared-lists " << std::uint64_t{num_left} << ' '
        << std::uint64_t{preferences.num_agents - num_left} << '\n';
    for (const std::vector<VertexId>& agents : lines) {
      const VertexId agent = agents.front();
      const bool is_left = agent < num_left;
      out << (is_left ? 'l' : 'r');
      write_ranges(out, agents, is_left ? 0 : num_left);
      const std::uint32_t capacity = preferences.capacity(agent);
      if (capacity != 1) out << " [" << std::uint64_t{capacity} << ']';
      out << " :";
      write_ranges(out, preferences.list_of(agent), is_left ? num_left : 0);
      out << '\n';
    }
  });
}

namespace {

template <class View>
void write_native_file(const Context& context, const View& preferences, const std::string& path) {
  AtomicFile file(path);
  detail::io::write_native(context, preferences, [&](std::span<const char> bytes) {
    context.check_cancelled();
    file.write(bytes);
  });
  file.commit();
}

}  // namespace

void write_native_preferences(const Context& context, const PreferencesView& preferences,
                              const std::string& path) {
  detail::parallel::check_preferences(context, preferences);
  write_native_file(context, preferences, path);
}

void write_native_preferences(const Context& context, const SharedPreferencesView& preferences,
                              const std::string& path) {
  check_preferences(preferences);
  write_native_file(context, preferences, path);
}

std::string name_of_agent(const PreferencesView& preferences, VertexId agent,
                          const AgentNames& names) {
  const AgentPlace place = place_of(preferences, agent, names);
  const std::string name = place.labels.empty()
                               ? std::to_string(place.number + 1)
                               : std::string(detail::io::label_at(place.labels, place.number));
  return std::string(1, place.side) + " " + detail::io::printable(name);
}

namespace {

// Among `first` and the agents behind it, the one that is called so on its side.
VertexId agent_on_side(std::string_view called, const VertexLabels& labels, VertexId first,
                       VertexId count) {
  if (labels.empty()) {
    std::uint64_t number = 0;
    const char* const end = called.data() + called.size();
    const auto [stop, error] = std::from_chars(called.data(), end, number);
    const bool is_agent = error == std::errc{} && stop == end && number - 1 < count;
    return is_agent ? static_cast<VertexId>(first + number - 1) : k_none;
  }
  for (VertexId i = 0; i < count; ++i) {
    if (!called.empty() && detail::io::label_at(labels, i) == called) return first + i;
  }
  return k_none;
}

}  // namespace

VertexId agent_of_name(const PreferencesView& preferences, std::string_view called,
                       const AgentNames& names) {
  const bool has_two = preferences.sides == Sides::two;
  const auto left = [&](std::string_view name) {
    return agent_on_side(name, names.left, 0, preferences.num_left);
  };
  const auto right = [&](std::string_view name) {
    return has_two ? agent_on_side(name, names.right, preferences.num_left, preferences.num_right())
                   : k_none;
  };
  const bool is_right = called.starts_with('r');
  if (is_right || called.starts_with(has_two ? 'l' : 'a')) {
    const VertexLabels& labels = is_right ? names.right : names.left;
    const std::string_view rest = called.substr(1);
    if (labels.empty() || rest.starts_with(' ')) {
      const VertexId agent =
          is_right ? right(detail::io::trimmed(rest)) : left(detail::io::trimmed(rest));
      if (agent != k_none) return agent;
    }
  }
  const VertexId on_left = names.left.empty() ? k_none : left(called);
  const VertexId on_right = names.right.empty() ? k_none : right(called);
  if (on_left != k_none && on_right != k_none) return k_none;
  return on_left != k_none ? on_left : on_right;
}

void write_stable_matching(const PreferencesView& preferences, const std::vector<GraphEdge>& pairs,
                           const std::string& path, const AgentNames& names) {
  write_text_file(path,
                  [&](TextWriter& out) { write_matched_pairs(out, preferences, pairs, names); });
}

void write_stable_matchings(const PreferencesView& preferences,
                            std::span<const std::vector<GraphEdge>> matchings,
                            const std::string& path, const AgentNames& names) {
  write_text_file(path, [&](TextWriter& out) {
    for (std::size_t i = 0; i < matchings.size(); ++i) {
      out << "% matching " << i + std::uint64_t{1} << '\n';
      write_matched_pairs(out, preferences, matchings[i], names);
    }
  });
}

}  // namespace hypermatch::io
