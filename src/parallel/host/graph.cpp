// SPDX-License-Identifier: MIT
// The functions of src/structures/graph.cpp, on all threads.
#include "hypermatch/graph.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <numeric>
#include <type_traits>
#include <utility>

#include "hypermatch/context.hpp"
#include "hypermatch/graph_forms.hpp"
#include "parallel/host/check_input.hpp"
#include "parallel/host/gather_weights.hpp"
#include "parallel/host/grain.hpp"
#include "parallel/host/incidence.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch {

namespace parallel = detail::parallel;

namespace {

Hypergraph without_weights(const Context& context, const EdgeListView& graph) {
  const std::size_t m = graph.edges.size();
  Hypergraph hypergraph;
  hypergraph.num_vertices = graph.num_vertices;
  hypergraph.offsets.resize(m + 1);
  hypergraph.pins.resize(2 * m);
  hypergraph.offsets[m] = 2 * m;
  parallel::for_each(context, m, [&](std::size_t e) {
    hypergraph.offsets[e] = 2 * e;
    hypergraph.pins[2 * e] = graph.edges[e].u;
    hypergraph.pins[2 * e + 1] = graph.edges[e].v;
  });
  return hypergraph;
}

// Arcs go straight to their places: for one thread two passes over the edges, against four over
// pins and a gathering of the weights.
CompressedGraph compress_alone(const Context& context, const EdgeListView& graph) {
  const std::size_t n = graph.num_vertices;
  const std::size_t num_arcs = 2 * graph.edges.size();
  CompressedGraph rows;
  rows.num_vertices = graph.num_vertices;
  rows.offsets = Array<Offset>(n + 1, 0);
  rows.neighbours = Array<VertexId>(num_arcs);
  Offset* const ends = rows.offsets.data();
  for (const GraphEdge& edge : graph.edges) {
    ++ends[edge.u];
    ++ends[edge.v];
  }
  Offset sum = 0;
  for (std::size_t v = 0; v <= n; ++v) ends[v] = sum += ends[v];
  VertexId* const heads = rows.neighbours.data();
  constexpr std::size_t k_between = std::size_t{1} << 16;  // looks whether it is to stop
  // put(arc, edge), from the last edge to the first: each row fills from its end, which becomes its
  // begin.
  const auto place_arcs = [&](const auto& put) {
    for (std::size_t e = graph.edges.size(); e-- > 0;) {
      if (e % k_between == 0) context.check_cancelled();
      const GraphEdge edge = graph.edges[e];
      const Offset of_v = --ends[edge.v];
      heads[of_v] = edge.u;
      put(of_v, e);
      const Offset of_u = --ends[edge.u];
      heads[of_u] = edge.v;
      put(of_u, e);
    }
  };
  rows.weights = std::visit(
      [&](const auto& held) -> Weights {
        using View = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<View, std::monostate>) {
          place_arcs([](Offset, std::size_t) {});
          return std::monostate{};
        } else {
          Array<typename View::value_type> weights(num_arcs);
          auto* const out = weights.data();
          place_arcs([&](Offset arc, std::size_t e) { out[arc] = held[e]; });
          return weights;
        }
      },
      graph.weights);
  return rows;
}

CompressedGraph compress_shared(const Context& context, const EdgeListView& graph) {
  // The edges of each vertex, ascending, are its arcs in order.
  parallel::Incidence incidence =
      parallel::build_incidence_of_pairs(context, graph.num_vertices, graph.edges);
  const std::size_t num_arcs = incidence.edges.size();
  CompressedGraph compressed;
  compressed.num_vertices = graph.num_vertices;
  compressed.weights = parallel::gather_weights(context, graph.weights, num_arcs,
                                                [&](std::size_t i) { return incidence.edges[i]; });
  parallel::for_each(context, graph.num_vertices, [&](std::size_t v) {
    for (Offset i = incidence.offsets[v]; i < incidence.offsets[v + 1]; ++i) {
      const GraphEdge edge = graph.edges[incidence.edges[i]];
      incidence.edges[i] = edge.u == v ? edge.v : edge.u;
    }
  });
  compressed.offsets = std::move(incidence.offsets);
  compressed.neighbours = std::move(incidence.edges);
  return compressed;
}

}  // namespace

CompressedGraph compress(const Context& context, const EdgeListView& graph) {
  parallel::check_input(context, graph);
  // Edges up to which one thread is faster than one or two that share the steps below, and faster
  // than more of them.
  constexpr std::size_t k_by_two = parallel::threshold(std::size_t{1} << 23);
  constexpr std::size_t k_by_more = parallel::threshold(std::size_t{1} << 18);
  if (graph.edges.size() <= (context.threads() <= 2 ? k_by_two : k_by_more)) {
    return compress_alone(context, graph);
  }
  return compress_shared(context, graph);
}

namespace {

// Arcs that are looked at together: rows of that many or fewer, of roads and grids, have no branch
// that depends on their length.
constexpr std::size_t k_arcs_at_once = 4;

// Arcs of the rows first .. last - 1 that lead to larger vertices.
Offset count_upper_arcs(const GraphView& graph, std::size_t first, std::size_t last) {
  const VertexId* const neighbours = graph.neighbours.data();
  const Offset num_arcs = graph.num_arcs();
  Offset count = 0;
  for (std::size_t v = first; v < last; ++v) {
    const Offset row_end = graph.offsets[v + 1];
    Offset i = graph.offsets[v];
    for (; i < row_end && i + k_arcs_at_once <= num_arcs; i += k_arcs_at_once) {
      for (std::size_t j = 0; j < k_arcs_at_once; ++j) {
        count += (i + j < row_end ? 1 : 0) & (neighbours[i + j] > v ? 1 : 0);
      }
    }
    for (; i < row_end; ++i) count += neighbours[i] > v ? 1 : 0;
  }
  return count;
}

// store(place, v, arc) for these arcs, places counting up from `place`, below `end`; returns the
// place behind the last one. Each arc is stored, and overwritten by the next one if it does not
// lead to a larger vertex: where rows are not sorted, a branch would be mispredicted.
template <class Store>
Offset store_upper_arcs(const GraphView& graph, std::size_t first, std::size_t last, Offset place,
                        Offset end, const Store& store) {
  const VertexId* const neighbours = graph.neighbours.data();
  const Offset num_arcs = graph.num_arcs();
  for (std::size_t v = first; v < last; ++v) {
    const Offset row_end = graph.offsets[v + 1];
    Offset i = graph.offsets[v];
    for (; i < row_end && i + k_arcs_at_once <= num_arcs && place + k_arcs_at_once <= end;
         i += k_arcs_at_once) {
      for (std::size_t j = 0; j < k_arcs_at_once; ++j) {
        store(place, static_cast<VertexId>(v), i + j);
        place += (i + j < row_end ? 1 : 0) & (neighbours[i + j] > v ? 1 : 0);
      }
    }
    for (; i < row_end && place < end; ++i) {
      store(place, static_cast<VertexId>(v), i);
      place += neighbours[i] > v ? 1 : 0;
    }
  }
  return place;
}

}  // namespace

EdgeList edges_of(const Context& context, const GraphView& graph) {
  parallel::check_input(context, graph);
  const parallel::Chunks chunks = parallel::cut_for_partials(context, graph.num_vertices, 2048);
  // body(chunk, first, last) for some rows of a chunk after the others.
  const auto for_rows = [&](const auto& body) {
    constexpr std::size_t k_some = 256;
    parallel::for_chunks(context, chunks,
                         [&](std::size_t chunk, std::size_t begin, std::size_t end) {
                           parallel::StopCheck stop(context);
                           for (std::size_t first = begin; first < end; first += k_some) {
                             const std::size_t last = std::min(first + k_some, end);
                             stop.done(4 * (graph.offsets[last] - graph.offsets[first]) + k_some);
                             body(chunk, first, last);
                           }
                         });
  };
  std::array<Offset, parallel::k_most_partials + 1> places{};  // of the first edge of each chunk
  for_rows([&](std::size_t chunk, std::size_t first, std::size_t last) {
    places[chunk + 1] += count_upper_arcs(graph, first, last);
  });
  std::partial_sum(places.begin(), places.end(), places.begin());
  const Offset num_edges = places.back();
  EdgeList edges;
  edges.num_vertices = graph.num_vertices;
  edges.edges.resize(num_edges);
  const auto fill = [&](const auto& store_weight) {
    const auto store = [&](Offset place, VertexId v, Offset arc) {
      edges.edges[place] = {v, graph.neighbours[arc]};
      store_weight(place, arc);
    };
    std::array<Offset, parallel::k_most_partials + 1> next = places;
    for_rows([&](std::size_t chunk, std::size_t first, std::size_t last) {
      next[chunk] = store_upper_arcs(graph, first, last, next[chunk], places[chunk + 1], store);
    });
  };
  edges.weights = std::visit(
      [&](const auto& held) -> Weights {
        using View = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<View, std::monostate>) {
          fill([](Offset, Offset) {});
          return std::monostate{};
        } else {
          Array<typename View::value_type> weights(num_edges);
          fill([&](Offset place, Offset arc) { weights[place] = held[arc]; });
          return weights;
        }
      },
      graph.weights);
  return edges;
}

FormOf<EdgeList> as_edges(const Context& context, const AnyGraphView& graph) {
  if (const auto* rows = std::get_if<GraphView>(&graph.form())) {
    return FormOf<EdgeList>(edges_of(context, *rows));
  }
  return FormOf<EdgeList>(std::get<EdgeListView>(graph.form()));
}

FormOf<CompressedGraph> as_rows(const Context& context, const AnyGraphView& graph) {
  if (const auto* edges = std::get_if<EdgeListView>(&graph.form())) {
    return FormOf<CompressedGraph>(compress(context, *edges));
  }
  return FormOf<CompressedGraph>(std::get<GraphView>(graph.form()));
}

namespace {

// The form that `make` makes, and the seconds that this takes.
template <class Form, class Make>
const auto& made_once(std::optional<Form>& form, double& seconds, const Make& make) {
  if (!form) {
    const auto begin = std::chrono::steady_clock::now();
    form.emplace(make());
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    seconds += taken.count();
  }
  return form->view();
}

}  // namespace

const EdgeListView& GraphForms::edges() {
  if (const auto* given = std::get_if<EdgeListView>(&graph_.form())) return *given;
  return made_once(edges_, prepare_seconds_, [&] { return as_edges(*context_, graph_); });
}

const GraphView& GraphForms::rows() {
  if (const auto* given = std::get_if<GraphView>(&graph_.form())) return *given;
  return made_once(rows_, prepare_seconds_, [&] { return as_rows(*context_, graph_); });
}

EdgeList to_edge_list(const Context& context, Graph&& graph) {
  auto form = std::move(graph).form();
  graph = {};
  if (const auto* rows = std::get_if<CompressedGraph>(&form)) {
    return edges_of(context, rows->view());
  }
  return std::move(std::get<EdgeList>(form));
}

Hypergraph to_hypergraph(const Context& context, Graph&& graph) {
  const std::uint32_t weights_per_vertex = graph.weights_per_vertex;
  Array<std::int64_t> vertex_weights = std::move(graph.vertex_weights);
  EdgeList edges = to_edge_list(context, std::move(graph));
  Hypergraph hypergraph = without_weights(context, edges.view());
  hypergraph.weights = std::move(edges.weights);
  hypergraph.weights_per_vertex = weights_per_vertex;
  hypergraph.vertex_weights = std::move(vertex_weights);
  return hypergraph;
}

Adjacency build_adjacency(const Context& context, const EdgeListView& graph) {
  // The edges of each vertex, ascending, are its arcs in order.
  parallel::Incidence incidence =
      parallel::build_incidence_of_pairs(context, graph.num_vertices, graph.edges);
  Adjacency adjacency{std::move(incidence.offsets), Array<VertexId>(2 * graph.edges.size()),
                      std::move(incidence.edges)};
  parallel::for_each(context, graph.num_vertices, [&](std::size_t v) {
    for (Offset i = adjacency.offsets[v]; i < adjacency.offsets[v + 1]; ++i) {
      const GraphEdge edge = graph.edges[adjacency.edge_ids[i]];
      adjacency.neighbours[i] = edge.u == v ? edge.v : edge.u;
    }
  });
  return adjacency;
}

}  // namespace hypermatch
