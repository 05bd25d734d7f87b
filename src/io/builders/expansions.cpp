// SPDX-License-Identifier: MIT
#include "io/builders/expansions.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "hypermatch/error.hpp"
#include "hypermatch/expand.hpp"
#include "io/text/written_ids.hpp"

namespace hypermatch::detail::io {

using hypermatch::io::Instance;
using hypermatch::io::Interpretation;
using hypermatch::io::VertexLabels;

namespace {

bool is_numbered(std::string_view label, std::string_view prefix) {
  if (!label.starts_with(prefix)) return false;
  label.remove_prefix(prefix.size());
  return !label.empty() && label.find_first_not_of("0123456789") == std::string_view::npos;
}

// Names behind those of the vertices that none of these has.
void name_hyperedges(VertexLabels& labels, EdgeId num_edges) {
  std::string prefix = "e";
  const auto is_taken = [&] {
    for (std::size_t v = 0; v + 1 < labels.offsets.size(); ++v) {
      if (is_numbered(label_at(labels, v), prefix)) return true;
    }
    return false;
  };
  // Ends: no label is longer than all of their text.
  while (is_taken()) prefix += '\'';
  for (EdgeId e = 0; e < num_edges; ++e) {
    labels.text += prefix + std::to_string(e + std::uint64_t{1});
    labels.offsets.push_back(labels.text.size());
  }
}

}  // namespace

Instance expanded(const Context& context, const std::string& name, Instance instance,
                  Interpretation as) {
  auto& hypergraph = std::get<Hypergraph>(instance.data);
  const bool is_star = as == Interpretation::star;
  const EdgeId num_edges = hypergraph.view().num_edges();
  const auto make = [&]() -> EdgeList {
    try {
      return expand(context, hypergraph.view(), is_star ? Expansion::star : Expansion::clique);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::invalid_input) throw;
      throw Error(error.code(), name + ": " + error.what());
    }
  };
  Graph graph(make());
  if (!is_star) {
    graph.weights_per_vertex = hypergraph.weights_per_vertex;
    graph.vertex_weights = std::move(hypergraph.vertex_weights);
  } else if (hypergraph.weights_per_vertex != 0) {
    instance.report.notes.emplace_back("weights of vertices are left out: hyperedges have none");
  }
  if (is_star && !instance.labels.empty()) name_hyperedges(instance.labels, num_edges);
  instance.data = std::move(graph);
  instance.report.as = as;
  return instance;
}

}  // namespace hypermatch::detail::io
