// SPDX-License-Identifier: MIT
#include "combinations.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <vector>

#include "match_run.hpp"

namespace hypermatch::cli {

namespace {

// Whether this is the algorithm, in the variant, that runs where none is named.
bool names_standard(const std::string& algorithm, const std::string& variant) {
  return std::any_of(std::begin(k_match_problems), std::end(k_match_problems), [&](auto problem) {
    const registry::MatchingRequest standard{.problem = problem};
    registry::MatchingRequest named = standard;
    named.algorithm = algorithm;
    named.variant = variant;
    return has_row(problem, named) && &registry::find(named, registry::Place::host) ==
                                          &registry::find(standard, registry::Place::host);
  });
}

constexpr std::string_view k_graphs = "graphs";
constexpr std::string_view k_hypergraphs = "hypergraphs";
constexpr std::string_view k_both = "both";
constexpr std::string_view k_none_of_them = "";
constexpr std::string_view k_out_of_question = "-";  // without --memory-limit

const std::string k_several = "--device cuda:0,1";

// Flags that a line adds, the instances that take them, and what goes with them.
struct Combination {
  std::string flags;
  std::string_view instances = k_both;
  bool with_limit = true;
  bool with_ranks = true;
  std::string_view on_several = k_both;  // instances that several devices take with them
};

// Flags that are refused: `given` names what is there, or nothing.
struct Refusal {
  const char* flags;
  std::string_view instances;
  bool with_limit;
  bool with_ranks;
  std::string_view on_several;
  std::string (*given)(const MatchOptions&);
};

std::string if_true(bool is_given, const std::string& words) {
  return is_given ? words : std::string();
}

// On ranks the registry refuses algorithms and variants that have no function for them.
constexpr Refusal k_refusals[] = {
    {"--algorithm greedy", k_both, false, false, k_none_of_them,
     [](const MatchOptions& o) {
       const std::string& name = o.request.algorithm;
       return if_true(o.limit.is_given() && !names_standard(name, {}), "--algorithm " + name);
     }},
    {"--variant sequential", k_both, false, false, k_none_of_them,
     [](const MatchOptions& o) {
       const std::string& name = o.request.variant;
       return if_true(o.limit.is_given() && !names_standard(o.request.algorithm, name),
                      "--variant " + name);
     }},
    {"--variant external_sort", k_both, true, false, k_out_of_question,
     [](const MatchOptions& o) {
       const auto method = value_of_name<ExternalMethod>(o.request.variant);
       return if_true(method.has_value(), "--variant " + o.request.variant);
     }},
    {"--capacity 2", k_both, false, false, k_graphs,
     [](const MatchOptions& o) { return if_true(!o.cover && o.has_capacities(), "--capacity"); }},
    {"--cover", k_graphs, false, false, k_graphs,
     [](const MatchOptions& o) { return if_true(o.cover, "--cover"); }},
    {"--permute 1", k_both, false, false, k_both,
     [](const MatchOptions& o) { return if_true(o.permute.has_value(), "--permute"); }},
    {"--output-kind mates", k_graphs, false, false, k_graphs,
     [](const MatchOptions& o) {
       return if_true(o.kind != OutputKind::pairs, "--output-kind " + std::string(name_of(o.kind)));
     }},
    {"--rating expansion", k_graphs, false, false, k_graphs,
     [](const MatchOptions& o) {
       const EdgeRating rating = o.request.edge_rating;
       return if_true(rating != EdgeRating::weight, "--rating " + std::string(name_of(rating)));
     }},
    {"--tie-order degree", k_graphs, false, false, k_graphs,
     [](const MatchOptions& o) {
       const TieOrder ties = o.request.order.tie_order;
       return if_true(ties != TieOrder::hash, "--tie-order " + std::string(name_of(ties)));
     }},
    {"--ties redraw", k_both, false, false, k_none_of_them,
     [](const MatchOptions& o) {
       const registry::ParameterValue ties = o.request.parameters.value_of("ties");
       return if_true(std::get<std::string>(ties) != name_of(Ties::fixed), "--ties redraw");
     }},
    {"--device cuda", k_both, false, false, k_both,
     [](const MatchOptions& o) {
       return if_true(names_devices(o.run.device), "--device " + o.run.device);
     }},
    {"--memory-limit 1G", k_both, true, false, k_none_of_them,
     [](const MatchOptions& o) { return if_true(o.limit.is_given(), k_limit_flag); }},
};

// Other flags that change the answer, or its proof.
constexpr std::pair<const char*, std::string_view> k_accepted[] = {
    {"--objective cardinality", k_both},
    {"--nonpositive keep", k_both},
    {"--rating weight", k_both},
    {"--rating weight_per_pin", k_hypergraphs},
    {"--weights random:1..9", k_both},
    {"--seed 5", k_both},
    {"--complete", k_both},
    {"--output-weights", k_both},
    {"--verify", k_both},
    {"--as hypergraph", k_hypergraphs}};

// Rows of the table of algorithms that run on ranks or on several devices, then flags.
std::vector<Combination> combinations() {
  std::vector<Combination> rows;
  for (const registry::Problem problem : k_match_problems) {
    for (const registry::AlgorithmInfo& row : registry::algorithms(problem)) {
      if (!row.runs_on_ranks() && !row.runs_on_cuda_group()) continue;
      std::string flags = "--algorithm " + std::string(row.name);
      if (!row.is_default && !row.variant.empty()) {
        flags += " --variant " + std::string(row.variant);
      }
      const bool is_graph = problem == registry::Problem::graph_matching;
      const std::string_view its = is_graph ? k_graphs : k_hypergraphs;
      const std::string_view on_several = row.runs_on_cuda_group() ? its : k_none_of_them;
      const auto there = std::find_if(
          rows.begin(), rows.end(), [&](const Combination& other) { return other.flags == flags; });
      if (there != rows.end()) {
        there->instances = k_both;
        if (!on_several.empty()) there->on_several = k_both;
      } else {
        rows.push_back({flags, its, row.is_default, row.runs_on_ranks(), on_several});
      }
    }
  }
  for (const auto& [flags, instances] : k_accepted)
    rows.push_back({flags, instances, true, true, instances});
  for (const Refusal& refusal : k_refusals) {
    rows.push_back({refusal.flags, refusal.instances, refusal.with_limit, refusal.with_ranks,
                    refusal.on_several});
  }
  return rows;
}

std::vector<Row> combination_rows(const std::string& around) {
  const auto cell = [](bool works) { return std::string(works ? "yes" : "code 4"); };
  std::vector<Row> rows = {{"match with", "instances", around + k_limit_flag + around,
                            around + k_ranks_flag + around, around + k_several + around}};
  for (const Combination& each : combinations()) {
    const bool is_part = !each.on_several.empty() && each.on_several != each.instances;
    rows.push_back({around + each.flags + around, std::string(each.instances),
                    cell(each.with_limit), cell(each.with_ranks),
                    is_part ? std::string(each.on_several) : cell(!each.on_several.empty())});
  }
  return rows;
}

}  // namespace

void check_combinations(const MatchOptions& options, const char* flag) {
  const bool is_limit = flag == std::string_view(k_limit_flag);
  for (const Refusal& refusal : k_refusals) {
    if (is_limit ? refusal.with_limit : refusal.with_ranks) continue;
    const std::string given = refusal.given(options);
    if (given.empty()) continue;
    throw Error(ErrorCode::unsupported, given + " does not go with " + flag);
  }
}

std::string combinations_table() {
  return table(combination_rows(""));
}

std::string combinations_markdown() {
  return markdown(combination_rows("`"));
}

Json combinations_json() {
  Json list = Json::array();
  for (const Combination& each : combinations()) {
    list.push_back({{"flags", each.flags},
                    {"instances", each.instances},
                    {"memory_limit", each.with_limit},
                    {"ranks", each.with_ranks},
                    {"several_devices", each.on_several.size() < 2 ? "none" : each.on_several}});
  }
  return list;
}

Row combination_names() {
  Row names;
  for (const Combination& each : combinations()) names.push_back(each.flags);
  return names;
}

}  // namespace hypermatch::cli
