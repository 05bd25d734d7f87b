// SPDX-License-Identifier: MIT
// An instance of any kind, as an owner and as a view.
#pragma once

#include <variant>

#include "hypermatch/as.hpp"
#include "hypermatch/bipartite.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/hypergraph.hpp"

namespace hypermatch {

/// A visitor made of one function per alternative of a variant. A type that no function takes is an
/// error at compile time: what treats kinds of instances differently is built with it, so that a
/// new kind is missed nowhere.
template <class... Functions>
struct PerAlternative : Functions... {
  using Functions::operator()...;
};
template <class... Functions>
PerAlternative(Functions...) -> PerAlternative<Functions...>;

/// Kinds of instances: the alternatives of `AnyInstance`, in order.
enum class InstanceKind { hypergraph, graph, bipartite };

template <>
struct EnumNames<InstanceKind> {
  static constexpr EnumName<InstanceKind> all[] = {{InstanceKind::hypergraph, "hypergraph"},
                                                   {InstanceKind::graph, "graph"},
                                                   {InstanceKind::bipartite, "bipartite"}};
};

/// An owning instance.
using AnyInstance = std::variant<Hypergraph, Graph, Bipartite>;

/// A non-owning instance in host memory; trivially copyable.
using AnyInstanceView = std::variant<HypergraphView, EdgeListView, GraphView, BipartiteView>;

template <>
inline constexpr const char* k_called<Hypergraph> = "a hypergraph";
template <>
inline constexpr const char* k_called<Graph> = "a graph";
template <>
inline constexpr const char* k_called<Bipartite> = "a bipartite graph";
template <>
inline constexpr const char* k_called<HypergraphView> = "a hypergraph";
template <>
inline constexpr const char* k_called<BipartiteView> = "a bipartite graph";

[[nodiscard]] inline InstanceKind kind_of(const AnyInstance& instance) {
  return std::visit(PerAlternative{[](const Hypergraph&) { return InstanceKind::hypergraph; },
                                   [](const Graph&) { return InstanceKind::graph; },
                                   [](const Bipartite&) { return InstanceKind::bipartite; }},
                    instance);
}
[[nodiscard]] inline InstanceKind kind_of(const AnyInstanceView& instance) {
  return std::visit(PerAlternative{[](const HypergraphView&) { return InstanceKind::hypergraph; },
                                   [](const EdgeListView&) { return InstanceKind::graph; },
                                   [](const GraphView&) { return InstanceKind::graph; },
                                   [](const BipartiteView&) { return InstanceKind::bipartite; }},
                    instance);
}

/// The view of an instance, of a graph in the form that it holds, without the weights of its
/// vertices; valid as long as the instance.
[[nodiscard]] inline AnyInstanceView view_of(const AnyInstance& instance) {
  using View = AnyInstanceView;
  return std::visit(
      PerAlternative{[](const Hypergraph& hypergraph) -> View { return hypergraph.view(); },
                     [](const Graph& graph) -> View {
                       return std::visit([](const auto& form) -> View { return form.view(); },
                                         graph.form());
                     },
                     [](const Bipartite& bipartite) -> View { return bipartite.view(); }},
      instance);
}

}  // namespace hypermatch
