// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>

#include "algorithms/bipartite_matching/common/given_matching.hpp"
#include "algorithms/bipartite_matching/common/stopping.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"

namespace hypermatch::detail::bipartite_matching {

namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorCode::invalid_input, what);
}

}  // namespace

GivenMatching take_matching(const Context& context, const BipartiteView& graph,
                            std::span<const VertexId> row_mates, const std::string& name) {
  if (row_mates.size() != graph.num_rows) {
    refuse(name + " has " + std::to_string(row_mates.size()) +
           " members, must be one per row: " + std::to_string(graph.num_rows));
  }
  GivenMatching matching{row_mates, Array<VertexId>(graph.num_columns, k_none), 0};
  context.check_cancelled();
  parallel::StopCheck stop(context);
  for (VertexId r = 0; r < graph.num_rows; ++r) {
    stop.done(work_at(graph, r));
    const VertexId c = row_mates[r];
    if (c == k_none) continue;
    const auto columns = graph.columns_of(r);
    if (std::find(columns.begin(), columns.end(), c) == columns.end()) {
      refuse(name + "[" + std::to_string(r) + "] is " + std::to_string(c) +
             ", must be a column of that row, or none");
    }
    if (matching.column_mates[c] != k_none) {
      refuse(name + "[" + std::to_string(r) + "] is " + std::to_string(c) + ", as is " + name +
             "[" + std::to_string(matching.column_mates[c]) + "]; a column has one mate at most");
    }
    matching.column_mates[c] = r;
    ++matching.cardinality;
  }
  return matching;
}

BipartiteStart asked_start(BipartiteStart start, bool has_initial) {
  check_enum("start", start);
  const auto fail = [](const std::string& what) { throw Error(ErrorCode::invalid_option, what); };
  if (has_initial && start != BipartiteStart::automatic && start != BipartiteStart::initial) {
    fail("start is " + std::string(name_of(start)) +
         ", must be automatic beside an initial matching");
  }
  if (!has_initial && start == BipartiteStart::initial) {
    fail("start is initial, but there is no initial matching");
  }
  return has_initial ? BipartiteStart::initial : start;
}

Reached reach_from_unmatched(const Context& context, const BipartiteView& graph,
                             std::span<const VertexId> near_mates,
                             std::span<const VertexId> far_mates) {
  Reached reached{std::vector<bool>(graph.num_rows, false),
                  std::vector<bool>(graph.num_columns, false)};
  std::vector<VertexId> queue;
  context.check_cancelled();
  parallel::StopCheck stop(context);
  for (VertexId v = 0; v < graph.num_rows; ++v) {
    stop.done(1);
    if (near_mates[v] != k_none) continue;
    reached.near[v] = true;
    queue.push_back(v);
  }
  // Ends: each vertex enters the queue once, when it is marked.
  for (std::size_t next = 0; next < queue.size(); ++next) {
    stop.done(work_at(graph, queue[next]));
    for (const VertexId far : graph.columns_of(queue[next])) {
      if (reached.far[far]) continue;
      reached.far[far] = true;
      const VertexId mate = far_mates[far];
      if (mate == k_none) {
        refuse("the matching is not a largest one: a path enlarges it that ends in vertex " +
               std::to_string(far));
      }
      reached.near[mate] = true;
      queue.push_back(mate);
    }
  }
  return reached;
}

}  // namespace hypermatch::detail::bipartite_matching
