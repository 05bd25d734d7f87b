// SPDX-License-Identifier: MIT
// The algorithms that find heaviest pairs of rows and columns within bounds, with their functions.
#pragma once

#include <array>

#include "entry.hpp"
#include "hypermatch/assignment.hpp"
#include "hypermatch/b_assignment.hpp"
#include "hypermatch/device_assignment.hpp"

namespace hypermatch::registry::assignments {

inline std::variant<BAssignment, ViolatedCut> run_network_simplex(
    const Where& where, const BipartiteView& graph, const BAssignmentRequest& request) {
  return b_assignment(where.host(), graph, request.weights, request.options);
}

inline std::variant<BAssignment, ViolatedCut> run_assignment(const Where& where,
                                                             const BipartiteView& graph,
                                                             const BAssignmentRequest& request) {
  return assignment(where.host(), graph, request.weights, request.options);
}

inline std::variant<BAssignment, ViolatedCut> run_auction(const Where& where,
                                                          const BipartiteView& graph,
                                                          const BAssignmentRequest& request) {
  if (where.device() == nullptr) {
    return auction(where.host(), graph, request.weights, request.options);
  }
  return auction(*where.device(), where.host(), graph, request.weights, request.options);
}

inline constexpr std::array k_table = {
    solver<BAssignmentProblem>(
        {.name = "assignment",
         .is_default = true,
         .guarantee = "the largest weight where each vertex is in one pair at most",
         .complexity = "about entries log(vertices) in practice, vertices (entries + vertices "
                       "log(vertices)) at worst",
         .reference = "Tomizawa 1971, doi:10.1002/net.3230010206; Jonker and Volgenant 1987, "
                      "doi:10.1007/BF02278710",
         .memory = {.per_vertex = 200, .per_edge = 40}},
        {.seq = run_assignment}),
    solver<BAssignmentProblem>(
        {.name = "network_simplex",
         .guarantee = "the largest weight within the bounds",
         .complexity = "about entries sqrt(entries) in practice, exponential at worst",
         .reference = "Dantzig 1963; Cunningham 1976, doi:10.1007/BF01580379; Grigoriadis 1986, "
                      "doi:10.1007/BFb0121082",
         .memory = {.per_vertex = 150, .per_edge = 50}},
        {.seq = run_network_simplex}),
    solver<BAssignmentProblem>(
        {.name = "auction",
         .guarantee = "the largest weight where each vertex is in one pair at most",
         .complexity = "about entries log(vertices weight) in practice, that times vertices weight "
                       "at worst",
         .reference = "Bertsekas 1979, 1988, doi:10.1007/BF02186476; Bertsekas, Castanon 1992, "
                      "doi:10.1007/BF00247653",
         .memory = {.per_vertex = 200, .per_edge = 60}},
        {.seq = run_auction,
         .threads = run_auction,
         .cuda = run_auction,
         .device_memory =
             on_device({.per_vertex = 90, .per_edge = 24}, {.per_vertex = 200, .per_edge = 60})})};

}  // namespace hypermatch::registry::assignments
