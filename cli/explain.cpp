// SPDX-License-Identifier: MIT
#include "explain.hpp"

#include <charconv>
#include <string_view>
#include <system_error>

#include "hypermatch/error.hpp"
#include "result_json.hpp"

namespace hypermatch::cli {

namespace {

/// The agent that is called "l 3", "l3", "r 1" or "a 7".
VertexId agent_named(const PreferencesView& preferences, const std::string& name) {
  const bool has_two = preferences.sides == Sides::two;
  const char side = name.empty() ? '\0' : name[0];
  const bool is_right = has_two && side == 'r';
  const VertexId first = is_right ? preferences.num_left : 0;
  const VertexId count = is_right ? preferences.num_right() : preferences.num_left;
  std::string_view digits(name);
  digits.remove_prefix(std::min<std::size_t>(1, digits.size()));
  digits.remove_prefix(std::min(digits.find_first_not_of(' '), digits.size()));
  std::uint64_t number = 0;
  const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  const bool is_number = error == std::errc{} && stop == digits.data() + digits.size();
  const bool is_side = is_right || side == (has_two ? 'l' : 'a');
  if (is_side && is_number && number >= 1 && number <= count) {
    return static_cast<VertexId>(first + number - 1);
  }
  const std::string known = has_two ? "l 1 .. l " + std::to_string(preferences.num_left) +
                                          " or r 1 .. r " + std::to_string(preferences.num_right())
                                    : "a 1 .. a " + std::to_string(preferences.num_agents);
  throw Error(ErrorCode::invalid_option,
              "--explain is '" + name + "', must be one of the agents " + known);
}

std::string place_words(const PreferencesView& preferences, const std::string& agent,
                        const verify::PreferredPartner& one) {
  const std::string partner = io::name_of_agent(preferences, one.partner);
  std::string words = partner + ", its rank " + std::to_string(one.rank);
  if (one.places == 0) return words + ": has no places";
  if (one.holders < one.places) {
    words += ": has room";
  } else {
    words += one.places == 1 ? ": held by " : ": the last place is held by ";
    words += io::name_of_agent(preferences, one.worst_holder) +
             (one.rank_of_holder ? " of rank " + std::to_string(*one.rank_of_holder)
                                 : ", which is not on its list");
  }
  return words + (one.rank_of_agent
                      ? "; " + agent + " has rank " + std::to_string(*one.rank_of_agent)
                      : "; " + agent + " is not on its list");
}

}  // namespace

void add_explain_flag(Command& command, std::string& agent) {
  command.text("--explain", "AGENT", agent,
               "Of preferences: for every partner that l N, r N or a N prefers to its own,\n"
               "who holds the place and by which rank");
}

Json explain(Log& log, const PreferencesView& preferences, std::span<const GraphEdge> pairs,
             const std::string& agent) {
  if (agent.empty()) return nullptr;
  const VertexId asked = agent_named(preferences, agent);
  const std::string name = io::name_of_agent(preferences, asked);
  Json rows = Json::array();
  for (const verify::PreferredPartner& one : verify::explain(preferences, pairs, asked)) {
    log.line("explain", name + " prefers " + place_words(preferences, name, one));
    const bool has_holder = one.worst_holder != k_none;
    rows.push_back(
        {{"partner", io::name_of_agent(preferences, one.partner)},
         {"rank", one.rank},
         {"rank_of_agent", or_null(one.rank_of_agent)},
         {"places", one.places},
         {"holders", one.holders},
         {"worst_holder",
          has_holder ? Json(io::name_of_agent(preferences, one.worst_holder)) : Json(nullptr)},
         {"rank_of_holder", or_null(one.rank_of_holder)}});
  }
  if (rows.empty()) log.line("explain", name + " prefers no partner to its own");
  return {{"agent", name}, {"prefers", rows}};
}

}  // namespace hypermatch::cli
