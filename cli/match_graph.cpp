// SPDX-License-Identifier: MIT
// hypermatch match, on graphs.
#include <span>
#include <string>
#include <utility>

#include "hypermatch/graph_matching.hpp"
#include "hypermatch/renumber.hpp"
#include "judge.hpp"
#include "match_job.hpp"

namespace hypermatch::cli {

namespace {

// The vertices as the run knows them.
struct Numbers {
  Array<VertexId> in_file;  // empty: those of the file

  [[nodiscard]] VertexId of(VertexId v) const { return in_file.empty() ? v : in_file[v]; }
};

void judge(Job& job, GraphForms& graph, std::span<const VertexId> mates, const Numbers& numbers) {
  const double prepared = graph.prepare_seconds();
  const registry::GraphRatings ratings = registry::rate(job.context, graph, job.request);
  const Uniqueness uniqueness = uniqueness_of(*job.algorithm, job.request);
  verify::GraphMatchingDemands demands;
  demands.order = {.objective = job.request.order.objective,
                   .nonpositive = job.request.order.nonpositive,
                   .seed = job.request.order.seed};
  demands.maximal = job.algorithm->maximal || job.options.complete;
  demands.greedy = uniqueness == Uniqueness::greedy;
  demands.ratings = ratings.values.view();
  demands.name = [&](std::uint64_t v) {
    return job.instance.labels.of(numbers.of(static_cast<VertexId>(v)));
  };
  const bool by_rows = graph.graph().has_rows() && demands.ratings.empty();
  const verify::MatchingVerdict verdict =
      by_rows ? verify::check_graph_matching(job.context, graph.rows(), mates, demands)
              : verify::check_graph_matching(job.context, graph.edges(), mates, demands);
  const double converted = graph.prepare_seconds() - prepared;
  note_verdict(job, verdict, demands.maximal, uniqueness);
  job.report.seconds.prepare += converted;
  job.report.seconds.verify -= converted;
}

}  // namespace

void match_graph(Job& job) {
  Graph& graph = std::get<Graph>(job.instance.data);
  Numbers numbers;
  if (job.options.permute) {
    const Array<VertexId> drawn = random_numbers(graph.num_vertices(), *job.options.permute);
    renumber_vertices(job.context, graph, drawn.view());
    numbers.in_file = inverse(job.context, drawn.view());
  }
  job.watch.lap();
  GraphForms forms(job.context, graph);
  GraphMatching matching = registry::match(where(job.context, job.device), forms, job.request);
  if (job.options.complete && !job.algorithm->maximal) {
    matching =
        registry::apply_pass(job.context, k_complete, forms, std::move(matching), job.request);
  }
  MatchedPairs matched = matched_pairs(job.context, forms.graph(), matching.mates);
  job.pairs = std::move(matched.pairs);
  note_seconds(job, matching.stats);
  note_result(job, matching.stats, matched.value);
  if (job.options.verify) judge(job, forms, matching.mates, numbers);
  for (GraphEdge& pair : job.pairs) pair = {numbers.of(pair.u), numbers.of(pair.v)};
}

}  // namespace hypermatch::cli
