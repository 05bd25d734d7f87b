// SPDX-License-Identifier: MIT
#include "explain.hpp"

#include "hypermatch/error.hpp"
#include "result_json.hpp"

namespace hypermatch::cli {

namespace {

/// The agent that is called "l 3", "l3", "r 1", "a 7", "l Ann" or "Ann".
VertexId agent_named(const PreferencesView& preferences, const io::AgentNames& names,
                     const std::string& name) {
  const VertexId agent = io::agent_of_name(preferences, name, names);
  if (agent != k_none) return agent;
  const bool has_two = preferences.sides == Sides::two;
  const auto known = [](const char* side, const io::VertexLabels& labels, VertexId count) {
    const std::string letter(side);
    return labels.empty() ? letter + " 1 .. " + letter + " " + std::to_string(count)
                          : letter + " NAME";
  };
  throw Error(ErrorCode::invalid_option,
              "--explain is '" + name + "', must be one of the agents " +
                  (has_two ? known("l", names.left, preferences.num_left) + " or " +
                                 known("r", names.right, preferences.num_right())
                           : known("a", names.left, preferences.num_agents)));
}

std::string place_words(const PreferencesView& preferences, const io::AgentNames& names,
                        const std::string& agent, const verify::PreferredPartner& one) {
  const std::string partner = io::name_of_agent(preferences, one.partner, names);
  std::string words = partner + ", its rank " + std::to_string(one.rank);
  if (one.places == 0) return words + ": has no places";
  if (one.holders < one.places) {
    words += ": has room";
  } else {
    words += one.places == 1 ? ": held by " : ": the last place is held by ";
    words += io::name_of_agent(preferences, one.worst_holder, names) +
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
               "For preferences: for every partner that l N, r N or a N prefers to its own,\n"
               "who holds the place and by which rank");
}

Json explain(Log& log, const PreferencesView& preferences, const io::AgentNames& names,
             std::span<const GraphEdge> pairs, const std::string& agent) {
  if (agent.empty()) return nullptr;
  const VertexId asked = agent_named(preferences, names, agent);
  const std::string name = io::name_of_agent(preferences, asked, names);
  Json rows = Json::array();
  for (const verify::PreferredPartner& one : verify::explain(preferences, pairs, asked)) {
    log.line("explain", name + " prefers " + place_words(preferences, names, name, one));
    const bool has_holder = one.worst_holder != k_none;
    rows.push_back(
        {{"partner", io::name_of_agent(preferences, one.partner, names)},
         {"rank", one.rank},
         {"rank_of_agent", or_null(one.rank_of_agent)},
         {"places", one.places},
         {"holders", one.holders},
         {"worst_holder", has_holder ? Json(io::name_of_agent(preferences, one.worst_holder, names))
                                     : Json(nullptr)},
         {"rank_of_holder", or_null(one.rank_of_holder)}});
  }
  if (rows.empty()) log.line("explain", name + " prefers no partner to its own");
  return {{"agent", name}, {"prefers", rows}};
}

}  // namespace hypermatch::cli
