// SPDX-License-Identifier: MIT
#include "io/preferences/agent_names.hpp"

#include <algorithm>

#include "io/text/printable.hpp"
#include "io/text/text.hpp"

namespace hypermatch::detail::io {

void NamesOfSides::begin_names(AgentSide side) {
  const bool others_have = has_names(other_side(side));
  sides_[0] = {};
  sides_[1] = {};
  sides_[index(side)].has_names = true;
  sides_[index(other_side(side))].has_names = others_have;
}

void NamesOfSides::see_number(AgentSide side, VertexId number) {
  Side& here = sides_[index(side)];
  if (here.seen.size() <= number) here.seen.resize(number + std::size_t{1}, false);
  if (!here.seen[number]) ++here.num_seen;
  here.seen[number] = true;
}

void NamesOfSides::judge_numbers() const {
  for (const AgentSide side : {AgentSide::left, AgentSide::right}) {
    const Side& here = sides_[index(side)];
    if (!keeps_numbers_ && !here.has_names && 2 * here.num_seen < here.seen.size()) {
      throw SideHasNames{side};
    }
  }
}

std::string NamesOfSides::shown(AgentSide side, VertexId number) const {
  if (!has_names(side)) return std::to_string(std::uint64_t{number} + 1);
  return shown_text(sides_[index(side)].table.names()[number]);
}

hypermatch::io::AgentNames NamesOfSides::names(VertexId num_left, VertexId num_right) const {
  const auto labels = [&](AgentSide side, VertexId count) {
    if (!has_names(side)) return hypermatch::io::VertexLabels{};
    std::vector<std::string_view> all = sides_[index(side)].table.names();
    all.resize(std::max<std::size_t>(all.size(), count));
    return labels_of(all);
  };
  return {labels(AgentSide::left, num_left), labels(AgentSide::right, num_right)};
}

bool is_odd_number(std::string_view word) {
  return word.find_first_not_of("0123456789") != std::string_view::npos && is_number(word);
}

std::string shown_agent(const PreferencesView& preferences, VertexId agent,
                        const NamesOfSides& names) {
  const bool is_right = preferences.sides == Sides::two && agent >= preferences.num_left;
  const AgentSide side = is_right ? AgentSide::right : AgentSide::left;
  if (!names.has_names(side)) return hypermatch::io::name_of_agent(preferences, agent);
  const char letter = is_right ? 'r' : preferences.sides == Sides::two ? 'l' : 'a';
  return std::string(1, letter) + " " +
         names.shown(side, is_right ? agent - preferences.num_left : agent);
}

}  // namespace hypermatch::detail::io
