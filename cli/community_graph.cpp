// SPDX-License-Identifier: MIT
#include "community_graph.hpp"

#include "hypermatch/graph_forms.hpp"
#include "instance.hpp"
#include "report.hpp"

namespace hypermatch::cli {

namespace {

// Text readers name the line; native files have none.
void refuse_negative_edges(const Context& context, const std::string& path,
                           const io::Instance& instance) {
  GraphForms forms(context, instance.graph());
  const EdgeListView& edges = forms.edges();
  for (std::size_t e = 0; e < edges.edges.size(); ++e) {
    const double weight = weight_at(edges.weights, e);
    if (!(weight < 0)) continue;
    const auto [u, v] = edges.edges[e];
    throw Error(ErrorCode::invalid_input, path + ": the edge " + instance.labels.of(u) + " " +
                                              instance.labels.of(v) + " weighs " + number(weight) +
                                              "; communities of negative weights are not served");
  }
}

}  // namespace

io::Instance load_community_graph(const Context& context, const std::string& path,
                                  const InputOptions& options) {
  const bool takes_weights = options.weights == "file";
  InputOptions asked = options;
  asked.read.self_loops = io::SelfLoops::keep;
  // What else a file may hold is of no use here, so that no message offers it.
  if (asked.read.as == io::Interpretation::automatic) asked.read.as = io::Interpretation::graph;
  if (takes_weights) asked.read.negative_weights = io::NegativeWeights::refuse;
  io::Instance instance = load(context, path, asked);
  if (!instance.is_graph()) {
    throw Error(ErrorCode::unsupported,
                path + ": communities are of graphs, and this is read as none");
  }
  if (takes_weights && instance.report.negative_weights != 0) {
    refuse_negative_edges(context, path == "-" ? "<stdin>" : path, instance);
  }
  return instance;
}

void note_directions(Log& log, const io::Instance& instance) {
  const bool has_directions = instance.report.declared == io::DeclaredEdges::directed ||
                              instance.report.directed_edges != 0;
  const bool may_have_some =
      instance.report.declared != io::DeclaredEdges::undirected &&
      (instance.report.names_directions || instance.report.differing_weights != 0);
  if (!has_directions && !may_have_some) return;
  log.line("note",
           std::string(has_directions ? "the file has directed arcs, and" : "if directed,") +
               " communities are of the graph without directions: quality and answer do "
               "not use them");
}

}  // namespace hypermatch::cli
