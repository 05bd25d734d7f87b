// SPDX-License-Identifier: MIT
// Rows that match hypergraphs and graphs.
#include <memory>
#include <utility>

#include "hypermatch/b_matching.hpp"
#include "tests/races/instances.hpp"
#include "tests/races/row_cases.hpp"

namespace hypermatch::test {

namespace {

using registry::Entry;
using registry::GraphMatchingProblem;
using registry::HypergraphMatchingProblem;
using registry::MatchingRequest;

constexpr Rating k_ratings[] = {Rating::automatic, Rating::weight_per_pin};

// The edges of a maximal matching of some of the edges, for passes.
std::vector<EdgeId> some_edges(const HypergraphView& hypergraph) {
  std::vector<bool> taken(hypergraph.num_vertices, false);
  std::vector<EdgeId> edges;
  for (EdgeId e = 0; e < hypergraph.num_edges(); e += 5) {
    bool is_free = hypergraph.edge_size(e) != 0;
    for (const VertexId pin : hypergraph.pins_of(e)) is_free = is_free && !taken[pin];
    if (!is_free) continue;
    for (const VertexId pin : hypergraph.pins_of(e)) taken[pin] = true;
    edges.push_back(e);
  }
  return edges;
}

void run_row(const Entry<HypergraphMatchingProblem>& entry, const Context& context,
             Answer& answer) {
  for (const NamedHypergraph& instance : hypergraphs()) {
    const HypergraphView view = instance.hypergraph.view();
    for (const Rating rating : k_ratings) {
      MatchingRequest request;
      request.order.rating = rating;
      request.order.seed = 3;
      if (entry.stream != nullptr) {
        HypergraphStream edges(view);
        if (rating == Rating::automatic) answer.add(entry.stream(context, edges, request).edges);
      } else if (entry.pass != nullptr) {
        answer.add(entry.pass(context, view, some_edges(view), request).edges);
      } else {
        answer.add(entry.solve.on_host(context.threads())(context, view, request).edges);
      }
    }
  }
  if (entry.info.kind != registry::EntryKind::solver) return;
  for (const registry::ParameterValues& values : choices_of(entry.info)) {
    MatchingRequest request;
    request.parameters = values;
    const HypergraphView view = hypergraphs().front().hypergraph.view();
    answer.add(entry.solve.on_host(context.threads())(context, view, request).edges);
  }
}

void run_capacities(const Entry<HypergraphMatchingProblem>& entry, const Context& context,
                    Answer& answer) {
  auto* const run = entry.solve.capacitated.on_host(context.threads());
  for (const NamedHypergraph& instance : hypergraphs()) {
    const HypergraphView view = instance.hypergraph.view();
    const std::vector<std::uint32_t> each = some_capacities(view.num_vertices);
    MatchingRequest request;
    request.capacities = {.each = each};
    answer.add(run(context, view, request).edges);
    request.capacities = {.common = 2};
    answer.add(run(context, view, request).edges);
  }
}

// A graph as the list or as the rows that it has. The other form is made by one thread: regions
// that count are the row's own.
AnyGraphView form_of(const NamedGraph& graph, bool has_rows) {
  return has_rows ? AnyGraphView(graph.rows) : AnyGraphView(graph.list);
}

void run_row(const Entry<GraphMatchingProblem>& entry, const Context& context, Answer& answer) {
  for (const NamedGraph& graph : graphs()) {
    for (const bool has_rows : {false, true}) {
      GraphForms forms(serial(), form_of(graph, has_rows));
      const MatchingRequest request;
      const GraphOrder order{.seed = 3};
      if (entry.pass != nullptr) {
        const std::vector<VertexId> none(graph.list.num_vertices, k_none);
        answer.add(entry.pass(context, forms, none, {order, request}).mates);
      } else {
        answer.add(entry.solve.on_host(context.threads())(context, forms, {order, request}).mates);
      }
    }
  }
}

void run_capacities(const Entry<GraphMatchingProblem>& entry, const Context& context,
                    Answer& answer) {
  auto* const run = entry.solve.capacitated.on_host(context.threads());
  for (const NamedGraph& graph : graphs()) {
    const std::vector<std::uint32_t> each = some_capacities(graph.list.num_vertices);
    for (const bool has_rows : {false, true}) {
      GraphForms forms(serial(), form_of(graph, has_rows));
      MatchingRequest request;
      request.capacities = has_rows ? Capacities{.common = 2} : Capacities{.each = each};
      const GraphOrder order{.seed = 3};
      const Partners found = run(context, forms, {order, request});
      answer.add(found.offsets).add(found.partners);
    }
  }
}

template <class P>
void add_rows_of(std::vector<RowCase>& rows) {
  using registry::BackendKind;
  for (const Entry<P>& entry : registry::table<P>()) {
    // Methods for edges that are not held are tested as functions.
    const bool is_external = entry.info.kind == registry::EntryKind::external;
    if (!entry.info.runs_on_host() || is_external) continue;
    rows.push_back(
        {case_name(entry.info, ""), entry.info.backends.has(BackendKind::threads),
         [&entry](const Context& context, Answer& answer) { run_row(entry, context, answer); }});
    const registry::Backends& capacitated = entry.info.capacity_backends;
    if (!capacitated.has(BackendKind::seq) && !capacitated.has(BackendKind::threads)) continue;
    rows.push_back({case_name(entry.info, "capacities"), capacitated.has(BackendKind::threads),
                    [&entry](const Context& context, Answer& answer) {
                      run_capacities(entry, context, answer);
                    }});
  }
}

}  // namespace

void add_hypergraph_rows(std::vector<RowCase>& rows) {
  add_rows_of<HypergraphMatchingProblem>(rows);
}

void add_graph_rows(std::vector<RowCase>& rows) {
  add_rows_of<GraphMatchingProblem>(rows);
}

}  // namespace hypermatch::test
