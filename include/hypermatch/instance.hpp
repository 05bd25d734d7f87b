// SPDX-License-Identifier: MIT
// An instance of any kind, as an owner and as a view.
#pragma once

#include <variant>

#include "hypermatch/bipartite.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/hypergraph.hpp"

namespace hypermatch {

/// What an instance is; the alternatives of `AnyInstance`, in order.
enum class InstanceKind { hypergraph, graph, bipartite };

/// An owning instance.
using AnyInstance = std::variant<Hypergraph, Graph, Bipartite>;

/// A non-owning instance in host memory; trivially copyable.
using AnyInstanceView = std::variant<HypergraphView, EdgeListView, GraphView, BipartiteView>;

[[nodiscard]] inline InstanceKind kind_of(const AnyInstance& instance) {
  return static_cast<InstanceKind>(instance.index());
}
[[nodiscard]] inline InstanceKind kind_of(const AnyInstanceView& instance) {
  if (std::holds_alternative<HypergraphView>(instance)) return InstanceKind::hypergraph;
  return std::holds_alternative<BipartiteView>(instance) ? InstanceKind::bipartite
                                                         : InstanceKind::graph;
}

/// The view of an instance, of a graph in the form that it holds, without the weights of its
/// vertices; valid as long as the instance.
[[nodiscard]] inline AnyInstanceView view_of(const AnyInstance& instance) {
  if (const auto* graph = std::get_if<Graph>(&instance)) {
    return std::visit([](const auto& form) -> AnyInstanceView { return form.view(); },
                      graph->form());
  }
  if (const auto* bipartite = std::get_if<Bipartite>(&instance)) return bipartite->view();
  return std::get<Hypergraph>(instance).view();
}

}  // namespace hypermatch
