// SPDX-License-Identifier: MIT
// Stable matchings of agents.
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>

#include <nanobind/stl/unique_ptr.h>

#include "hypermatch/registry_stable.hpp"
#include "hypermatch/shared_preferences.hpp"
#include "hypermatch/verify_stable.hpp"
#include "instances.hpp"
#include "results.hpp"

namespace hypermatch::python {

using namespace nb::literals;

namespace {

// One entry of a list on one thread.
constexpr double k_stable_nanoseconds = 30;

template <class T>
Array<T> copied(const char* name, const nb::object& array) {
  return array.is_none() ? Array<T>() : Array<T>(exact_items_of<T>(name, numbers_of(name, array)));
}

// `arrays`: offsets, partners, ties or None, capacities or None; partners are agents' numbers.
std::unique_ptr<AgentLists> agent_lists(const std::string& sides, std::uint64_t num_left,
                                        const nb::tuple& arrays) {
  if (num_left > k_max_count) {
    throw Error(ErrorCode::invalid_input,
                "there are " + std::to_string(num_left) + " agents, must be below 2^32 - 1");
  }
  auto result = std::make_unique<AgentLists>();
  Preferences& lists = result->own;
  lists.sides = parse_name<Sides>("sides", sides);
  lists.num_left = static_cast<VertexId>(num_left);
  lists.offsets = copied<std::uint64_t>("offsets", nb::object(arrays[0]));
  lists.partners = copied<std::uint32_t>("partners", nb::object(arrays[1]));
  lists.ties = copied<std::uint32_t>("ties", nb::object(arrays[2]));
  lists.capacities = copied<std::uint32_t>("capacities", nb::object(arrays[3]));
  check_preferences(lists.view());
  return result;
}

nb::dict arrays_of_lists(nb::handle self) {
  const Preferences& lists = nb::cast<AgentLists&>(self).lists();
  nb::dict arrays;
  const auto add = [&](const char* name, const auto& items) {
    arrays[name] = array_over(items.data(), items.size(), self);
  };
  add("offsets", lists.offsets);
  add("partners", lists.partners);
  add("ties", lists.ties);
  add("capacities", lists.capacities);
  return arrays;
}

nb::dict stable(AgentLists& agents, const nb::dict& given) {
  Options options(given, registry::Problem::stable_matching);
  const RunSettings settings = take_place(options);
  registry::StableRequest request;
  options.take_algorithm(request);
  const bool verify = options.take_flag("verify");
  request.parameters = options.take_parameters();
  const bool keeps_shared =
      agents.shared &&
      registry::keeps_shared_lists(registry::find(request, place_of(settings)), place_of(settings));
  const PreferencesView lists = keeps_shared ? PreferencesView{} : agents.lists().view();
  const SharedPreferencesView shared =
      keeps_shared ? agents.shared->view() : SharedPreferencesView();
  if (!keeps_shared) request = registry::for_preferences(std::move(request), lists);
  const bool is_stable =
      registry::find(request, place_of(settings)).claim == registry::PreferencesClaim::stable;
  registry::StableResult found =
      result_at(settings, keeps_shared ? shared.partners.size() : lists.partners.size(),
                k_stable_nanoseconds, [&](const registry::Where& where) {
                  auto answer = keeps_shared ? registry::match(where, shared, request)
                                             : registry::match(where, lists, request);
                  const auto* const matching = std::get_if<StableMatching>(&answer);
                  if (!verify || !is_stable || matching == nullptr) return answer;
                  const auto verdict =
                      keeps_shared ? verify::check_stable(shared, matching->pairs)
                                   : verify::check_stable(where.host(), lists, matching->pairs);
                  if (!verdict.ok) refuse_result(verdict.violation);
                  return answer;
                });
  nb::dict result;
  if (const auto* const none = std::get_if<NoSolution>(&found)) {
    result["stats"] = stats_dict(none->stats);
    result["proof"] = none->proof;
    return result;
  }
  auto& matching = std::get<StableMatching>(found);
  result["stats"] = stats_dict(matching.stats);
  result["proposals"] = matching.proposals;
  result["dropped"] = matching.dropped;
  result["verified"] = verify && is_stable;
  result["pairs"] = owning_pairs<std::uint32_t>(std::move(matching.pairs));
  return result;
}

// `ends`: agents of pairs by twos.
nb::dict verify_stable(AgentLists& agents, const Numbers& ends, const nb::dict& given) {
  Options options(given, registry::Problem::stable_matching);
  const RunSettings settings = take_settings(options);
  options.expect_all_taken();
  const auto items = exact_items_of<std::uint32_t>("pairs", ends);
  const std::span pairs(reinterpret_cast<const GraphEdge*>(items.data()), items.size() / 2);
  const VertexId num_left = agents.num_left();
  const bool has_sides = agents.sides() == Sides::two;
  const auto name = [&](VertexId agent) {
    if (!has_sides) return std::to_string(agent);
    return agent < num_left ? "left agent " + std::to_string(agent)
                            : "right agent " + std::to_string(agent - num_left);
  };
  const auto verdict =
      result_of(settings, agents.num_entries(), k_stable_nanoseconds, [&](const Context& context) {
        return agents.shared ? verify::check_stable(agents.shared->view(), pairs, name)
                             : verify::check_stable(context, agents.own.view(), pairs, name);
      });
  nb::dict result;
  result["ok"] = verdict.ok;
  result["violation"] = verdict.violation;
  return result;
}

}  // namespace

const Preferences& AgentLists::lists() {
  if (shared && own.offsets.empty()) own = expand(shared->view());
  return own;
}

VertexId AgentLists::num_agents() const {
  return shared ? shared->view().num_agents : own.num_agents();
}

std::uint64_t AgentLists::num_entries() const {
  return shared ? count_entries(shared->view()) : own.partners.size();
}

void bind_agents(nb::module_& module) {
  module.def("agent_lists", agent_lists, "sides"_a, "num_left"_a, "arrays"_a);
  module.def("arrays_of_lists", arrays_of_lists, "agents"_a);
  module.def("stable", stable, "agents"_a, "options"_a);
  module.def("verify_stable", verify_stable, "agents"_a, "ends"_a, "options"_a);
}

}  // namespace hypermatch::python
