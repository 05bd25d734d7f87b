// SPDX-License-Identifier: MIT
#include "structures/graph_shape.hpp"

#include <string>

#include "base/counted.hpp"
#include "base/refuse_input.hpp"
#include "hypermatch/weights.hpp"

namespace hypermatch::detail::structures {

using base::refuse_input;

namespace {

void check_vertices(VertexId num_vertices) {
  if (num_vertices > k_max_count) refuse_input("there are more than 2^32 - 2 vertices");
}

void check_weights(std::optional<std::size_t> num_weights, std::size_t count, const char* of) {
  if (!num_weights || *num_weights == count) return;
  refuse_input(base::there_are(*num_weights, "weight") + " for " + std::to_string(count) + " " +
               of);
}

std::optional<std::size_t> count_of(const WeightsView& weights) {
  if (!is_weighted(weights)) return std::nullopt;
  return size_of(weights);
}

}  // namespace

void check_list(VertexId num_vertices, std::size_t num_edges,
                std::optional<std::size_t> num_weights) {
  check_vertices(num_vertices);
  if (num_edges > k_max_count) refuse_input("there are more than 2^32 - 2 edges");
  check_weights(num_weights, num_edges, "edges");
}

void check_rows(VertexId num_vertices, std::size_t num_offsets, std::size_t num_arcs,
                std::optional<std::size_t> num_weights) {
  check_vertices(num_vertices);
  const std::size_t rows = num_offsets == 0 ? 0 : num_offsets - 1;
  if (rows != num_vertices) {
    refuse_input("there are offsets of " + base::counted(rows, "row") + " for " +
                 base::counted(num_vertices, "vertex"));
  }
  if (num_arcs / 2 > k_max_count) refuse_input("there are more than 2^32 - 2 edges");
  check_weights(num_weights, num_arcs, "arcs");
}

void check_shape(const EdgeListView& graph) {
  check_list(graph.num_vertices, graph.edges.size(), count_of(graph.weights));
}

void check_shape(const GraphView& graph) {
  check_rows(graph.num_vertices, graph.offsets.size(), graph.neighbours.size(),
             count_of(graph.weights));
  const Offset first = graph.offsets.empty() ? 0 : graph.offsets.front();
  const Offset last = graph.offsets.empty() ? 0 : graph.offsets.back();
  if (first != 0 || last != graph.neighbours.size()) {
    refuse_input("rows begin at arc " + std::to_string(first) + " and end at arc " +
                 std::to_string(last) + ", must be 0 and " +
                 std::to_string(graph.neighbours.size()));
  }
}

}  // namespace hypermatch::detail::structures
