// SPDX-License-Identifier: MIT
#include "io/builders/graph_sides.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/counted.hpp"
#include "hypermatch/error.hpp"
#include "io/builders/entries.hpp"
#include "io/builders/graph_builder.hpp"
#include "io/text/printable.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch::detail::io {

namespace {

using hypermatch::io::DeclaredEdges;
using hypermatch::io::Instance;
using hypermatch::io::ReadReport;

using SideOfVertex = std::vector<std::uint8_t>;

std::string ends_of(const Instance& instance, const GraphEdge& edge) {
  const auto shown = [&](VertexId v) { return hypermatch::io::printable(instance.labels.of(v)); };
  return "the edge of " + shown(edge.u) + " and " + shown(edge.v);
}

/// Vertices in sets, each on one of two sides of its set.
class TwoColours {
 public:
  explicit TwoColours(VertexId num_vertices) : parent_(num_vertices), side_(num_vertices, 0) {
    for (VertexId v = 0; v < num_vertices; ++v) parent_[v] = v;
  }

  /// Puts the ends of an edge on different sides. @returns whether they can be
  bool part(const GraphEdge& edge) {
    const VertexId a = find(edge.u);
    const VertexId b = find(edge.v);
    const bool are_parted = side_[edge.u] != side_[edge.v];
    if (a == b) return are_parted;
    // The smaller root stays, so that a root is on side 0.
    const auto [keep, gone] = std::minmax(a, b);
    parent_[gone] = keep;
    side_[gone] = are_parted ? 0 : 1;
    return true;
  }
  /// The root of the set; `side(v)` is then that of v as seen from it.
  VertexId find(VertexId v) {
    VertexId root = v;
    std::uint8_t side = 0;
    // Ends: parents descend to a root.
    while (parent_[root] != root) {
      side ^= side_[root];
      root = parent_[root];
    }
    // Every vertex of the path hangs on the root from here on.
    while (parent_[v] != root && v != root) {
      const VertexId next = std::exchange(parent_[v], root);
      side ^= std::exchange(side_[v], side);
      v = next;
    }
    return root;
  }
  [[nodiscard]] std::uint8_t side(VertexId v) const { return side_[v]; }

 private:
  std::vector<VertexId> parent_;
  SideOfVertex side_;  // as seen from the parent; of a root 0
};

/// The sides of a colouring, where the file says nothing.
SideOfVertex coloured(const ParseInput& input, const EdgeList& graph, Instance& instance) {
  const VertexId n = graph.num_vertices;
  TwoColours colours(n);
  parallel::StopCheck stop(input.context);
  std::vector<std::int64_t> first_ends(n, 0);  // of a root: more on side 0 than on side 1
  std::vector<std::uint8_t> has_edges(n, 0);
  for (const GraphEdge& edge : graph.edges) {
    if (!colours.part(edge)) {
      throw Error(ErrorCode::invalid_input,
                  std::string(input.name) + ": the vertices are not of two sides: " +
                      ends_of(instance, edge) + " closes a cycle of an odd number of edges");
    }
    has_edges[edge.u] = has_edges[edge.v] = 1;
    stop.done(1);
  }
  bool is_mixed = false;
  for (const GraphEdge& edge : graph.edges) {
    const VertexId root = colours.find(edge.u);
    first_ends[root] += colours.side(edge.u) == 0 ? 1 : -1;
  }
  SideOfVertex sides(n);
  std::uint64_t alone = 0;
  for (VertexId v = 0; v < n; ++v) {
    const VertexId root = colours.find(v);
    const bool is_flipped = first_ends[root] < 0;
    sides[v] = colours.side(v) ^ (is_flipped ? 1 : 0);
    if (has_edges[v] != 0) continue;
    ++alone;
    sides[v] = v == 0 ? 0 : sides[v - std::size_t{1}];
  }
  for (const GraphEdge& edge : graph.edges) is_mixed = is_mixed || sides[edge.u] != 0;
  instance.report.notes.emplace_back(
      is_mixed ? "two sides by the edges: where both sides stand first, the side that stands first "
                 "more often is rows, in each connected component"
               : "two sides: the first ends of edges are rows, the second ones columns");
  if (alone != 0) {
    instance.report.notes.push_back(base::counted(alone, "vertex") +
                                    " without edges, on the side of the vertex in front");
  }
  return sides;
}

void check_declared(const ParseInput& input, const EdgeList& graph, const Instance& instance) {
  for (const GraphEdge& edge : graph.edges) {
    const std::uint8_t side = instance.vertex_sides[edge.u];
    if (side != instance.vertex_sides[edge.v]) continue;
    throw Error(ErrorCode::invalid_input,
                std::string(input.name) + ": " + ends_of(instance, edge) +
                    " joins two vertices of the " + (side == 0 ? "first" : "second") +
                    " side, as the file declares them (--sides one: the adjacency matrix)");
  }
}

/// The ids of one side: labels, or numbers as the file has them.
hypermatch::io::VertexLabels ids_of_side(const Instance& instance, const SideOfVertex& sides,
                                         std::uint8_t side) {
  hypermatch::io::VertexLabels ids;
  ids.offsets.push_back(0);
  for (std::size_t v = 0; v < sides.size(); ++v) {
    if (sides[v] != side) continue;
    ids.text += instance.labels.of(static_cast<VertexId>(v));
    ids.offsets.push_back(ids.text.size());
  }
  return ids;
}

}  // namespace

Instance split_sides(const ParseInput& input, Instance instance) {
  if (instance.report.self_loops != 0) {
    throw Error(ErrorCode::invalid_input,
                std::string(input.name) +
                    ": the vertices are not of two sides: one has an edge to itself (an edge list "
                    "has two columns, in which equal ids are different things)");
  }
  EdgeList graph = to_edge_list(input.context, std::move(std::get<Graph>(instance.data)));
  if (!instance.vertex_sides.empty()) {
    check_declared(input, graph, instance);
    instance.report.notes.emplace_back(
        "two sides, as the file declares them: the first is rows, the second columns (--sides one: "
        "the adjacency matrix)");
  }
  const SideOfVertex sides = instance.vertex_sides.empty() ? coloured(input, graph, instance)
                                                           : std::move(instance.vertex_sides);
  VertexId counts[] = {0, 0};
  std::vector<VertexId> number(sides.size());
  for (std::size_t v = 0; v < sides.size(); ++v) number[v] = counts[sides[v]]++;
  for (GraphEdge& edge : graph.edges) {
    if (sides[edge.u] != 0) std::swap(edge.u, edge.v);
    edge = {number[edge.u], number[edge.v]};
  }
  ReadReport report = std::move(instance.report);
  report.explicit_zeros = std::exchange(report.zero_weights, 0);
  if (input.zeros == hypermatch::io::Zeros::drop && report.explicit_zeros != 0) {
    drop_zeros(input.context, graph.edges, graph.weights);
  }
  report.sides = Sides::two;
  // Repeated edges were merged as it was asked for; entries are distinct.
  ParseInput distinct = input;
  distinct.parallel = hypermatch::io::ParallelEdges::heaviest;
  const auto how = report.parallel;
  const std::uint64_t bytes = report.bytes;
  Instance rows = make_rows(distinct,
                            {.num_rows = counts[0],
                             .num_columns = counts[1],
                             .pairs = std::move(graph.edges),
                             .weights = std::move(graph.weights)},
                            std::move(report));
  rows.report.parallel = how;
  rows.report.bytes = bytes;
  rows.labels = ids_of_side(instance, sides, 0);
  rows.column_labels = ids_of_side(instance, sides, 1);
  return rows;
}

void note_sides_of_list(ReadReport& report, bool is_asked) {
  constexpr std::pair<DeclaredEdges, const char*> k_declarations[] = {
      {DeclaredEdges::undirected, "% sym in the first line; "},
      {DeclaredEdges::directed, "% asym in the first line; "},
      {DeclaredEdges::two_sided, "% bip in the first line; "}};
  std::string reason;
  for (const auto& [declared, words] : k_declarations) {
    if (!is_asked && declared == report.declared) reason = words;
  }
  report.notes.push_back(
      *report.sides == Sides::two
          ? "two sides: the first column names rows, the second one columns (" + reason +
                "--sides one: vertices of one graph)"
          : "one side: both columns name vertices, each pair is two entries of a symmetric matrix "
            "(" +
                reason + "--sides two: rows and columns)");
}

}  // namespace hypermatch::detail::io
