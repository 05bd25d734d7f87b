// SPDX-License-Identifier: MIT
// hypermatch match, on hypergraphs: in memory, on a device, from a stream.
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "hypermatch/renumber.hpp"
#include "judge.hpp"
#include "match_job.hpp"

namespace hypermatch::cli {

namespace {

void judge(Job& job, const HypergraphView& hypergraph, double known_bound) {
  const registry::MatchingRequest& request = job.request;
  verify::MatchingDemands demands;
  demands.order = request.order;
  demands.maximal = job.algorithm->maximal || job.options.complete;
  demands.known_bound = known_bound;
  const Uniqueness uniqueness = uniqueness_of(*job.algorithm, request);
  demand_greedy(demands, uniqueness);
  note_verdict(job, verify::check_matching(job.context, hypergraph, job.edges, demands),
               demands.maximal, uniqueness);
}

void add_rest(Job& job, const HypergraphView& hypergraph, MatchingStats& stats) {
  if (!job.options.complete || job.algorithm->maximal) return;
  HypergraphMatching completed = registry::apply_pass(job.context, k_complete, hypergraph,
                                                      {std::move(job.edges), stats}, job.request);
  job.edges = std::move(completed.edges);
  stats = std::move(completed.stats);
}

void renumber(Job& job, Hypergraph& hypergraph) {
  if (!job.options.permute) return;
  renumber_vertices(job.context, hypergraph,
                    random_numbers(hypergraph.num_vertices, *job.options.permute).view());
}

io::Instance load_again(Job& job) {
  io::Instance instance = load(job.context, job.options.file, job.options.input);
  Hypergraph& hypergraph = std::get<Hypergraph>(instance.data);
  renumber(job, hypergraph);
  return instance;
}

// Share of the bound that a stream's own dual proves.
std::optional<double> certified_by(const StreamingMatching& matching, const MatchingValue& value,
                                   NonPositive nonpositive) {
  const double found = matching.stats.objective == Objective::cardinality
                           ? static_cast<double>(value.edges)
                           : weight_at_least(value, nonpositive);
  if (!std::isfinite(matching.upper_bound) || !(found >= 0)) return std::nullopt;
  if (matching.upper_bound <= 0) {
    return found == 0 ? std::optional<double>(1.0) : std::nullopt;
  }
  // The quotient is rounded to nearest: one step down keeps it a bound, but equal numbers are 1.
  if (found >= matching.upper_bound) return 1.0;
  return std::nextafter(found / matching.upper_bound, 0.0);
}

}  // namespace

void match_stream(Job& job, EdgeStream& stream, const Hypergraph* loaded) {
  StreamingMatching matching = registry::match(job.context, stream, job.request);
  job.edges = std::move(matching.edges);
  job.report.seconds.solve = job.watch.lap();

  io::Instance again;
  if (loaded == nullptr && (job.options.complete || job.options.verify)) {
    again = load_again(job);
    loaded = &std::get<Hypergraph>(again.data);
    job.report.seconds.read += job.watch.lap();
  }
  MatchingValue value = matching.value;
  if (job.options.complete) {
    add_rest(job, loaded->view(), matching.stats);
    value = value_of(loaded->view(), job.edges);
    job.report.seconds.solve += job.watch.lap();
  }
  if (job.report.input.file.empty()) {
    InstanceFacts& input = job.report.input;
    input.file = job.options.file;  // format and kind are known since it was opened
    input.vertices = stream.num_vertices();
    input.edges = matching.edges_seen;
    input.pins = matching.pins_seen;
    input.max_edge_size = matching.max_edge_size;
    input.weighted = stream.is_weighted();
    job.log.line("read", "one pass, never held: " + describe(input));
  }
  note_result(job, matching.stats, value);
  job.report.result.certified_ratio = certified_by(matching, value, job.request.order.nonpositive);
  if (job.options.verify) {
    judge(job, loaded->view(), std::isfinite(matching.upper_bound) ? matching.upper_bound : -1);
  } else if (job.report.result.certified_ratio) {
    job.log.line("bound",
                 ratio_words(*job.report.result.certified_ratio) + ", by the dual of the pass");
  }
}

void match_hypergraph(Job& job) {
  Hypergraph& hypergraph = std::get<Hypergraph>(job.instance.data);
  renumber(job, hypergraph);
  job.watch.lap();
  if (job.algorithm->streams()) {
    HypergraphStream stream(hypergraph.view());
    match_stream(job, stream, &hypergraph);
    return;
  }
  HypergraphMatching matching =
      registry::match(where(job.context, job.device), hypergraph.view(), job.request);
  job.edges = std::move(matching.edges);
  add_rest(job, hypergraph.view(), matching.stats);
  note_seconds(job, matching.stats);
  note_result(job, matching.stats, value_of(hypergraph.view(), job.edges));
  if (job.options.verify) judge(job, hypergraph.view(), -1);
}

}  // namespace hypermatch::cli
