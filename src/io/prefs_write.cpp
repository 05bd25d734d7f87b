// SPDX-License-Identifier: MIT
// Writes preferences as `.prefs` and native files, and stable matchings.
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "hypermatch/preferences_io.hpp"
#include "hypermatch/types.hpp"
#include "io/native_prefs.hpp"
#include "io/prefs.hpp"
#include "io/source.hpp"
#include "io/text_file.hpp"
#include "parallel/host/check_preferences.hpp"

namespace hypermatch::io {

namespace {

using detail::io::TextWriter;
using detail::io::write_text_file;

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

void write_matched_pairs(TextWriter& out, const PreferencesView& preferences,
                         const std::vector<GraphEdge>& pairs) {
  for (const GraphEdge& pair : pairs) {
    out << written(preferences, pair.u).number << ' ' << written(preferences, pair.v).number
        << '\n';
  }
}

}  // namespace

void write_preferences(const PreferencesView& preferences, const std::string& path) {
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
      const AgentName name = written(preferences, x);
      out << name.side << ' ' << name.number;
      if (!is_plain) out << " [" << std::uint64_t{preferences.capacity(x)} << ']';
      out << " :";
      write_list(out, preferences, x);
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

std::string name_of_agent(const PreferencesView& preferences, VertexId agent) {
  const AgentName name = written(preferences, agent);
  return std::string(1, name.side) + ' ' + std::to_string(name.number);
}

void write_stable_matching(const PreferencesView& preferences, const std::vector<GraphEdge>& pairs,
                           const std::string& path) {
  write_text_file(path, [&](TextWriter& out) { write_matched_pairs(out, preferences, pairs); });
}

void write_stable_matchings(const PreferencesView& preferences,
                            std::span<const std::vector<GraphEdge>> matchings,
                            const std::string& path) {
  write_text_file(path, [&](TextWriter& out) {
    for (std::size_t i = 0; i < matchings.size(); ++i) {
      out << "% matching " << i + std::uint64_t{1} << '\n';
      write_matched_pairs(out, preferences, matchings[i]);
    }
  });
}

}  // namespace hypermatch::io
