// SPDX-License-Identifier: MIT
// Rows that match rows and columns or agents, and those that find communities.
#include <string>
#include <utility>

#include "hypermatch/error.hpp"
#include "tests/races/instances.hpp"
#include "tests/races/row_cases.hpp"

namespace hypermatch::test {

namespace {

using registry::BackendKind;
using registry::BAssignmentProblem;
using registry::BipartiteMatchingProblem;
using registry::ClusteringProblem;
using registry::Entry;
using registry::StableMatchingProblem;

template <class P, class Run>
void add_rows_of(std::vector<RowCase>& rows, const Run& run) {
  for (const Entry<P>& entry : registry::table<P>()) {
    if (!entry.info.runs_on_host()) continue;
    rows.push_back(
        {case_name(entry.info, ""), entry.info.backends.has(BackendKind::threads),
         [&entry, run](const Context& context, Answer& answer) { run(entry, context, answer); }});
  }
}

// The answer, or what is refused.
template <class Run>
void add_or_refusal(Answer& answer, const Run& run) {
  try {
    run();
  } catch (const Error& error) {
    answer.add(std::string(error.what()));
  }
}

void run_bipartite(const Entry<BipartiteMatchingProblem>& entry, const Context& context,
                   Answer& answer) {
  for (const registry::ParameterValues& values : choices_of(entry.info)) {
    for (const NamedBipartite& instance : bipartite_graphs()) {
      registry::BipartiteRequest request;
      request.parameters = values;
      const BipartiteMatching found =
          entry.solve.on_host(context.threads())(context, instance.graph.view(), request);
      answer.add(found.cardinality);
      // The pairs of others depend on the timing of the threads.
      if (entry.info.determinism == registry::Determinism::any_backend) answer.add(found.row_mates);
    }
  }
}

void run_b_assignment(const Entry<BAssignmentProblem>& entry, const Context& context,
                      Answer& answer) {
  const BipartiteView graph = bipartite_graphs().back().graph.view();
  const Weights weights = some_weights(graph.num_entries(), WeightKind::int32);
  registry::BAssignmentRequest request;
  request.weights = view_of(weights);
  const auto found = entry.solve.on_host(context.threads())(context, graph, request);
  answer.add(std::get<BAssignment>(found).value.weight);
}

void add_clustering(const Entry<ClusteringProblem>& entry, const Context& context,
                    const GraphView& graph, const registry::ClusteringRequest& request,
                    Answer& answer) {
  add_or_refusal(answer, [&] {
    registry::ClusteringRequest few = request;
    for (const registry::Parameter& parameter : entry.info.parameters) {
      if (parameter.name == "iterations") few.parameters.set("iterations", std::uint64_t{2});
    }
    const Clustering found = entry.solve.on_host(context.threads())(context, graph, few);
    answer.add(found.labels.labels).add(found.quality);
    for (const std::vector<VertexId>& level : found.hierarchy.levels) answer.add(level);
  });
}

void run_clustering(const Entry<ClusteringProblem>& entry, const Context& context, Answer& answer) {
  registry::ClusteringRequest request;
  for (const NamedGraph& graph : community_graphs()) {
    request.keep_hierarchy = !request.keep_hierarchy;
    add_clustering(entry, context, graph.rows.view(), request, answer);
  }
  const GraphView graph = community_graphs()[1].rows.view();
  for (const registry::ParameterValues& values : choices_of(entry.info)) {
    request = {};
    request.parameters = values;
    request.quality = {.objective = CommunityObjective::cpm, .resolution = 0.05};
    add_clustering(entry, context, graph, request, answer);
  }
  std::vector<VertexId> fixed(graph.num_vertices, k_none);
  for (VertexId v = 0; v < graph.num_vertices; v += 20) fixed[v] = v % 3;
  request = {};
  request.constraints = {.fixed = fixed, .min_size = 5, .max_size = 60};
  add_clustering(entry, context, graph, request, answer);
  request.constraints = {.communities = 7};
  add_clustering(entry, context, graph, request, answer);
}

void add_stable(const registry::StableResult& result, Answer& answer) {
  answer.add(result.index());
  if (const auto* found = std::get_if<StableMatching>(&result)) {
    answer.add(found->pairs);
  } else {
    answer.add(std::get<NoSolution>(result).proof);
  }
}

void run_stable(const Entry<StableMatchingProblem>& entry, const Context& context, Answer& answer) {
  for (const registry::ParameterValues& values : choices_of(entry.info)) {
    registry::StableRequest request;
    request.algorithm = entry.info.name;
    request.variant = entry.info.variant;
    request.parameters = values;
    for (const NamedPreferences& instance : preferences()) {
      const PreferencesView view = instance.preferences.view();
      if (entry.info.one_sided != (view.sides == Sides::one)) continue;
      add_or_refusal(answer, [&] {
        add_stable(entry.solve.on_host(context.threads())(context, view, request), answer);
      });
    }
    if (entry.info.keeps_shared_lists) {
      for (const bool with_third : {false, true}) {
        const SharedPreferences lists = shared_preferences(with_third);
        add_stable(registry::match(context, lists.view(), request), answer);
      }
    }
    if (entry.info.keeps_scores) {
      add_stable(registry::match(context, scored_pairs().view(), request), answer);
    }
  }
}

}  // namespace

void add_bipartite_rows(std::vector<RowCase>& rows) {
  add_rows_of<BipartiteMatchingProblem>(rows, run_bipartite);
  add_rows_of<BAssignmentProblem>(rows, run_b_assignment);
}

void add_clustering_rows(std::vector<RowCase>& rows) {
  add_rows_of<ClusteringProblem>(rows, run_clustering);
}

void add_stable_rows(std::vector<RowCase>& rows) {
  add_rows_of<StableMatchingProblem>(rows, run_stable);
}

}  // namespace hypermatch::test
