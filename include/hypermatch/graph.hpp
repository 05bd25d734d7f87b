// SPDX-License-Identifier: MIT
// Undirected graph in two forms: a list with one record per edge, and rows, a CSR with both
// directions of each edge. A graph holds the form in which it was read or given, which is the
// authority for the numbers and the orientation of its edges: the other form never renumbers.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <variant>

#include "hypermatch/as.hpp"
#include "hypermatch/hypergraph.hpp"
#include "hypermatch/types.hpp"
#include "hypermatch/weights.hpp"

namespace hypermatch {

class Context;

/// The two ends of an edge; `u` is the end that stands first in the input.
struct GraphEdge {
  VertexId u;
  VertexId v;
  friend bool operator==(const GraphEdge&, const GraphEdge&) = default;
};

/// Non-owning edges of a graph in host memory, one record each; trivially copyable. No self-loops;
/// no pair twice.
struct EdgeListView {
  VertexId num_vertices = 0;
  std::span<const GraphEdge> edges;  ///< size m
  WeightsView weights;               ///< none, or size m

  [[nodiscard]] EdgeId num_edges() const { return static_cast<EdgeId>(edges.size()); }
  [[nodiscard]] bool is_weighted() const { return hypermatch::is_weighted(weights); }
};

/// Non-owning graph in host memory, as CSR with both directions of each edge; trivially copyable.
///
/// Vertex `v` has the neighbours `neighbours[offsets[v]] .. neighbours[offsets[v + 1] - 1]`,
/// distinct, in any order, `v` not among them. If `u` is a neighbour of `v`, so is `v` of `u`, with
/// the same weight.
struct GraphView {
  VertexId num_vertices = 0;
  std::span<const Offset> offsets;       ///< size n + 1 (empty stands for n = 0)
  std::span<const VertexId> neighbours;  ///< size 2m
  WeightsView weights;                   ///< none, or one per arc: size 2m

  [[nodiscard]] std::uint64_t num_arcs() const { return neighbours.size(); }
  [[nodiscard]] std::uint64_t num_edges() const { return neighbours.size() / 2; }
  [[nodiscard]] std::uint64_t degree(VertexId v) const { return offsets[v + 1] - offsets[v]; }
  [[nodiscard]] std::span<const VertexId> neighbours_of(VertexId v) const {
    return neighbours.subspan(offsets[v], offsets[v + 1] - offsets[v]);
  }
  [[nodiscard]] bool is_weighted() const { return hypermatch::is_weighted(weights); }
};

/// Owning list of edges; what `EdgeListView` shows.
struct EdgeList {
  VertexId num_vertices = 0;
  Array<GraphEdge> edges;  ///< size m
  Weights weights;         ///< one per edge, or none

  [[nodiscard]] EdgeListView view() const { return {num_vertices, edges.view(), view_of(weights)}; }
};

/// Owning CSR with both directions and the weights of the arcs; what `GraphView` shows.
struct CompressedGraph {
  VertexId num_vertices = 0;
  Array<Offset> offsets;       ///< size n + 1
  Array<VertexId> neighbours;  ///< size 2m
  Weights weights;             ///< one per arc, or none

  [[nodiscard]] GraphView view() const {
    return {num_vertices, offsets.view(), neighbours.view(), view_of(weights)};
  }
};

template <>
inline constexpr const char* k_called<EdgeListView> = "a graph as a list of edges";
template <>
inline constexpr const char* k_called<GraphView> = "a graph in rows";
template <>
inline constexpr const char* k_called<EdgeList> = "a graph as a list of edges";
template <>
inline constexpr const char* k_called<CompressedGraph> = "a graph in rows";

class Graph;

/// Non-owning graph in the form that is at hand; trivially copyable. Where a function takes one, a
/// caller passes a list of edges, rows or a graph.
class AnyGraphView {
 public:
  AnyGraphView() = default;
  AnyGraphView(const EdgeListView& edges) : form_(edges) {}
  AnyGraphView(const GraphView& rows) : form_(rows) {}
  AnyGraphView(const EdgeList& edges) : form_(edges.view()) {}
  AnyGraphView(const CompressedGraph& rows) : form_(rows.view()) {}
  AnyGraphView(const Graph& graph);

  [[nodiscard]] const std::variant<EdgeListView, GraphView>& form() const& { return form_; }
  [[nodiscard]] std::variant<EdgeListView, GraphView> form() && { return form_; }
  [[nodiscard]] bool has_rows() const { return form_.index() == 1; }
  [[nodiscard]] VertexId num_vertices() const {
    return std::visit([](const auto& form) { return form.num_vertices; }, form_);
  }
  [[nodiscard]] std::uint64_t num_edges() const {
    return std::visit([](const auto& form) -> std::uint64_t { return form.num_edges(); }, form_);
  }
  [[nodiscard]] bool is_weighted() const {
    return std::visit([](const auto& form) { return form.is_weighted(); }, form_);
  }
  /// How many weights each vertex carries.
  [[nodiscard]] std::uint32_t weights_per_vertex() const { return weights_per_vertex_; }
  /// Size num_vertices * weights_per_vertex.
  [[nodiscard]] std::span<const std::int64_t> vertex_weights() const { return vertex_weights_; }

 private:
  std::variant<EdgeListView, GraphView> form_;
  std::uint32_t weights_per_vertex_ = 0;
  std::span<const std::int64_t> vertex_weights_;
};

/// One form of a graph: shown where the graph has it, else made and owned. Valid as long as the
/// graph.
template <class Owner>
class FormOf {
 public:
  using View = decltype(std::declval<const Owner&>().view());

  explicit FormOf(const View& shown) : view_(shown) {}
  explicit FormOf(Owner made) : made_(std::move(made)), view_(made_.view()) {}

  [[nodiscard]] const View& view() const { return view_; }
  [[nodiscard]] const View* operator->() const { return &view_; }

 private:
  Owner made_;
  View view_;
};

/// The list of a graph, made of rows as `edges_of` does. @throws Error{invalid_input} if sizes do
/// not fit each other, Error{resources, cancelled}
[[nodiscard]] FormOf<EdgeList> as_edges(const Context& context, const AnyGraphView& graph);
/// The rows of a graph, made of a list as `compress` does. @throws as above
[[nodiscard]] FormOf<CompressedGraph> as_rows(const Context& context, const AnyGraphView& graph);

/// Owning undirected simple graph in the form in which it was read or given: no self-loops, no
/// parallel edges (the heaviest counts). Readers of lists keep the order in which each pair first
/// appears in the input, in either direction.
class Graph {
 public:
  Graph() = default;
  Graph(EdgeList edges) : form_(std::move(edges)) {}
  Graph(CompressedGraph rows) : form_(std::move(rows)) {}

  /// The form that it holds.
  [[nodiscard]] const std::variant<EdgeList, CompressedGraph>& form() const& { return form_; }
  [[nodiscard]] std::variant<EdgeList, CompressedGraph>&& form() && { return std::move(form_); }
  [[nodiscard]] bool has_rows() const { return form_.index() == 1; }

  [[nodiscard]] AnyGraphView view() const { return *this; }
  [[nodiscard]] VertexId num_vertices() const { return view().num_vertices(); }
  [[nodiscard]] std::uint64_t num_edges() const { return view().num_edges(); }
  [[nodiscard]] bool is_weighted() const { return view().is_weighted(); }
  [[nodiscard]] FormOf<EdgeList> edges(const Context& context) const {
    return as_edges(context, view());
  }
  [[nodiscard]] FormOf<CompressedGraph> rows(const Context& context) const {
    return as_rows(context, view());
  }

  std::uint32_t weights_per_vertex = 0;  ///< how many weights each vertex carries
  Array<std::int64_t> vertex_weights;    ///< size num_vertices * weights_per_vertex

 private:
  std::variant<EdgeList, CompressedGraph> form_;
};

inline AnyGraphView::AnyGraphView(const Graph& graph)
    : weights_per_vertex_(graph.weights_per_vertex), vertex_weights_(graph.vertex_weights.view()) {
  std::visit([this](const auto& form) { form_ = form.view(); }, graph.form());
}

/// Checks every invariant that `EdgeListView` documents; O(n + m) on one thread, 12 bytes per edge.
/// @throws Error{invalid_input} naming the first violated one
void validate(const EdgeListView& graph);
/// Checks every invariant that `GraphView` documents; O(n + m) on one thread, 16 bytes per edge.
/// @throws Error{invalid_input} naming the first violated one
void validate(const GraphView& graph);
/// Checks these invariants on all threads of the context. O(n + m); 4 bytes per edge, 8 per vertex,
/// and n / 8 per thread.
/// @throws Error{invalid_input, resources, cancelled}
void validate(const Context& context, const EdgeListView& graph);
/// Checks these invariants on all threads of the context. O(n + m log(degree)); 12 bytes per arc, 8
/// per vertex, and 8 n per thread where a vertex has more than n / 16 arcs; on one thread as above.
/// One thread checks all arcs of a vertex, so more threads do not check a star faster.
/// @throws Error{invalid_input, resources, cancelled}
void validate(const Context& context, const GraphView& graph);

/// The CSR of a list of edges; the arcs of a vertex stand in the order of their edges. O(n + m).
/// @throws Error{invalid_input} if sizes do not fit each other, Error{resources, cancelled}
[[nodiscard]] CompressedGraph compress(const Context& context, const EdgeListView& graph);

/// The edges of a CSR with u < v, ordered by u, then as they stand in u's row. O(n + m).
/// @throws Error{invalid_input} if sizes do not fit each other, Error{resources, cancelled}
[[nodiscard]] EdgeList edges_of(const Context& context, const GraphView& graph);

/// Both directions of a graph as CSR: the arcs of `v` stand at `offsets[v] .. offsets[v + 1] - 1`.
struct Adjacency {
  Array<Offset> offsets;       ///< size n + 1
  Array<VertexId> neighbours;  ///< size 2m
  Array<EdgeId> edge_ids;      ///< size 2m: the edge that each arc belongs to
};

/// Builds the adjacency in O(n + m); the arcs of a vertex stand in the order of their edges.
/// @throws Error{resources}
[[nodiscard]] Adjacency build_adjacency(const EdgeListView& graph);
/// Builds the adjacency on the threads of the context, with 16 more bytes per arc while it runs.
[[nodiscard]] Adjacency build_adjacency(const Context& context, const EdgeListView& graph);

/// The list of a graph that is no longer needed: taken over where it has one.
/// @throws Error{resources, cancelled}
[[nodiscard]] EdgeList to_edge_list(const Context& context, Graph&& graph);

/// The 2-uniform hypergraph with the same edges, numbers and weights. @throws Error{resources}
[[nodiscard]] Hypergraph to_hypergraph(const EdgeListView& graph);
/// Converts a graph that is no longer needed, on the threads of the context. Moves the weights of
/// edges and vertices instead of copying them.
[[nodiscard]] Hypergraph to_hypergraph(const Context& context, Graph&& graph);

}  // namespace hypermatch
