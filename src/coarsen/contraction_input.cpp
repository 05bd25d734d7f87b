// SPDX-License-Identifier: MIT
#include "coarsen/contraction_input.hpp"

#include <string>
#include <variant>

#include "base/counted.hpp"
#include "base/refuse_input.hpp"

namespace hypermatch::detail::coarsen {

using base::refuse_input;

namespace {

bool is_real(const WeightsView& weights) {
  return std::holds_alternative<std::span<const float>>(weights) ||
         std::holds_alternative<std::span<const double>>(weights);
}

}  // namespace

void check_loop_weights(VertexId num_vertices, const WeightsView& edges, const WeightsView& loops) {
  if (!is_weighted(loops)) return;
  if (size_of(loops) != num_vertices) {
    refuse_input(base::there_are(size_of(loops), "weight") + " of loops for " +
                 base::counted(num_vertices, "vertex"));
  }
  if (is_real(edges) != is_real(loops)) {
    refuse_input(std::string("weights of loops are ") + type_name(loops) +
                 " and weights of edges " + type_name(edges) +
                 ", must both be integers or both be real numbers");
  }
}

void check_num_labels(std::size_t num_labels, std::size_t num_vertices) {
  if (num_labels == num_vertices) return;
  refuse_input(base::there_are(num_labels, "label") + " for " +
               base::counted(num_vertices, "vertex"));
}

void check_num_vertex_weights(std::size_t num_weights, std::size_t num_vertices) {
  if (num_weights == 0 || num_weights == num_vertices) return;
  refuse_input(base::there_are(num_weights, "vertex weight") + " for " +
               base::counted(num_vertices, "vertex"));
}

void refuse_label(std::size_t vertex) {
  refuse_input("labels[" + std::to_string(vertex) + "] is 4294967295, must be below 2^32 - 1");
}

void refuse_vertex_weights() {
  refuse_input("the weights of contracted vertices add up beyond 64-bit integers");
}

void refuse_terms_not_finite() {
  refuse_input("a weight of parallel edges is not a finite number");
}

void refuse_sums_beyond_type() {
  refuse_input("the weights of parallel edges of the contraction add up beyond their type");
}

}  // namespace hypermatch::detail::coarsen
