// SPDX-License-Identifier: MIT
// hypermatch match, on graphs.
#include <string>
#include <utility>
#include <vector>

#include "hypermatch/graph_matching.hpp"
#include "judge.hpp"
#include "match_job.hpp"

namespace hypermatch::cli {

namespace {

// Gives the vertices of a graph new numbers, and the old ones back at the end.
class Renumbered {
 public:
  Renumbered(Graph& graph, std::optional<std::uint64_t> seed) : graph_(graph) {
    if (!seed) return;
    edges_ = graph.edges.clone();
    old_numbers_ = renumber_vertices(graph, *seed);
  }
  ~Renumbered() {
    if (!edges_.empty()) graph_.edges = std::move(edges_);
  }
  Renumbered(const Renumbered&) = delete;
  Renumbered& operator=(const Renumbered&) = delete;

  /// What the input calls vertex `v`.
  [[nodiscard]] std::string name(const io::VertexLabels& labels, std::uint64_t v) const {
    const auto id = static_cast<VertexId>(v);
    return labels.of(old_numbers_.empty() ? id : old_numbers_[id]);
  }

 private:
  Graph& graph_;
  Array<GraphEdge> edges_;
  Array<VertexId> old_numbers_;
};

void judge(Job& job, const Graph& graph, const Renumbered& renumbered) {
  const registry::GraphRatings ratings = registry::rate(job.context, graph, job.request);
  const Uniqueness uniqueness = uniqueness_of(*job.algorithm, job.request);
  verify::GraphMatchingDemands demands;
  demands.order = {.objective = job.request.order.objective,
                   .nonpositive = job.request.order.nonpositive,
                   .seed = job.request.order.seed};
  demands.maximal = job.algorithm->maximal || job.options.complete;
  demands.greedy = uniqueness == Uniqueness::greedy;
  demands.ratings = ratings.values.view();
  demands.name = [&](std::uint64_t v) { return renumbered.name(job.instance.labels, v); };
  std::vector<verify::VertexPair> pairs;
  pairs.reserve(job.edges.size());
  for (const EdgeId e : job.edges) pairs.push_back({graph.edges[e].u, graph.edges[e].v});
  note_verdict(job, verify::check_graph_matching(job.context, graph.view(), pairs, demands),
               demands.maximal, uniqueness);
}

}  // namespace

void match_graph(Job& job) {
  Graph& graph = std::get<Graph>(job.instance.data);
  const Renumbered renumbered(graph, job.options.permute);
  job.watch.lap();
  GraphMatching matching = registry::match(where(job.context, job.device), graph, job.request);
  if (job.options.complete && !job.algorithm->maximal) {
    matching =
        registry::apply_pass(job.context, k_complete, graph, std::move(matching), job.request);
  }
  MatchedEdges matched = weigh_matching(job.context, graph.view(), matching.mates);
  job.edges = std::move(matched.edges);
  note_seconds(job, matching.stats);
  note_result(job, matching.stats, matched.value);
  if (job.options.verify) judge(job, graph, renumbered);
}

}  // namespace hypermatch::cli
