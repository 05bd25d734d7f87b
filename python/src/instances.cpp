// SPDX-License-Identifier: MIT
#include "instances.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/graph.hpp"
#include "running.hpp"

namespace hypermatch::python {

using namespace nb::literals;

namespace {

// One pass over an array, per entry on one thread.
constexpr double k_check_nanoseconds = 5;

template <class View>
const View& view_as(const AnyInstanceView& view) {
  return as<View>(view, "the instance");
}

SolverCsr matrix_of(std::uint64_t rows, std::uint64_t columns, const Numbers& offsets,
                    const Numbers& entries, const WeightsView& values = {}) {
  return {.num_rows = rows,
          .num_columns = columns,
          .offsets = integers_of("offsets", offsets),
          .columns = integers_of("columns", entries),
          .values = values};
}

// `arrays`: offsets, columns and values, or None in place of these.
std::unique_ptr<Instance> graph_of_rows(std::uint64_t vertices, const nb::tuple& arrays,
                                        const std::string& symmetrize, int threads) {
  const SolverCsr matrix =
      matrix_of(vertices, vertices, numbers_of("offsets", arrays[0]),
                numbers_of("columns", arrays[1]), weights_of("weights", nb::object(arrays[2])));
  const auto how = parse_name<Symmetrize>("symmetrize", symmetrize);
  auto instance = std::make_unique<Instance>();
  const std::uint64_t entries = matrix.columns.size();
  run({.threads = threads}, entries, k_check_nanoseconds, [&](const Context& context) {
    AdoptedCsr<GraphView> rows;
    try {
      rows = symmetric_graph_of(context, matrix, how, EntryWeights::values);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::invalid_input || how != Symmetrize::error) throw;
      throw Error(error.code(), std::string(error.what()) +
                                    " (symmetrize=\"max\" or \"sum\" makes a matrix symmetric)");
    }
    const bool may_have_loops = how != Symmetrize::error || rows.view.num_arcs() != entries;
    if (may_have_loops) instance->own_loops = loops_of(context, matrix);
    instance->view = rows.view;
    instance->copied_bytes = rows.copied.total();
    instance->adopted = std::move(rows);
  });
  instance->loop_weights = view_of(instance->own_loops);
  instance->arrays = arrays;
  return instance;
}

// `arrays`: the ends of edges by twos, weights or None, and weights of loops per vertex or None.
std::unique_ptr<Instance> graph_of_edges(std::uint64_t vertices, const nb::tuple& arrays,
                                         int threads) {
  const auto ends = exact_items_of<std::uint32_t>("edges", numbers_of("edges", arrays[0]));
  static_assert(sizeof(GraphEdge) == 2 * sizeof(std::uint32_t));
  const std::span edges(reinterpret_cast<const GraphEdge*>(ends.data()), ends.size() / 2);
  if (vertices > k_max_count) {
    throw Error(ErrorCode::invalid_input,
                "there are " + std::to_string(vertices) + " vertices, must be below 2^32 - 1");
  }
  auto instance = std::make_unique<Instance>();
  const EdgeListView view{static_cast<VertexId>(vertices), edges,
                          weights_of("weights", nb::object(arrays[1]))};
  instance->view = view;
  instance->loop_weights = weights_of("loops", nb::object(arrays[2]));
  run({.threads = threads}, edges.size(), k_check_nanoseconds,
      [&](const Context& context) { validate(context, view); });
  instance->arrays = arrays;
  return instance;
}

// `arrays`: offsets, pins, and weights per hyperedge or None.
std::unique_ptr<Instance> hypergraph_of_rows(std::uint64_t vertices, const nb::tuple& arrays,
                                             int threads) {
  const auto offsets = numbers_of("offsets", arrays[0]);
  const SolverCsr matrix = matrix_of(offsets.size() == 0 ? 0 : offsets.size() - 1, vertices,
                                     offsets, numbers_of("columns", arrays[1]));
  const WeightsView weights = weights_of("weights", nb::object(arrays[2]));
  auto instance = std::make_unique<Instance>();
  run({.threads = threads}, matrix.columns.size(), k_check_nanoseconds,
      [&](const Context& context) {
        auto rows = hypergraph_of(context, matrix, weights);
        validate(context, rows.view);
        instance->view = rows.view;
        instance->copied_bytes = rows.copied.total();
        instance->adopted = std::move(rows);
      });
  instance->arrays = arrays;
  return instance;
}

// `arrays`: offsets, columns, and weights per entry or None.
std::unique_ptr<Instance> bipartite_of_rows(std::uint64_t rows, std::uint64_t columns,
                                            const nb::tuple& arrays, int threads) {
  auto instance = std::make_unique<Instance>();
  instance->entry_weights = weights_of("weights", nb::object(arrays[2]));
  const SolverCsr matrix = matrix_of(rows, columns, numbers_of("offsets", arrays[0]),
                                     numbers_of("columns", arrays[1]), instance->entry_weights);
  run({.threads = threads}, matrix.columns.size(), k_check_nanoseconds,
      [&](const Context& context) {
        auto adopted = bipartite_of(context, matrix);
        instance->view = adopted.view;
        instance->copied_bytes = adopted.copied.total();
        instance->adopted = std::move(adopted);
      });
  instance->arrays = arrays;
  return instance;
}

// Arrays of an instance, by name, which keep it alive.
nb::dict arrays_of(nb::handle self) {
  const auto& instance = nb::cast<const Instance&>(self);
  nb::dict arrays;
  const auto add = [&](const char* name, const auto& items) {
    arrays[name] = array_over(items.data(), items.size(), self);
  };
  std::visit(PerAlternative{[&](const HypergraphView& view) {
                              add("offsets", view.offsets);
                              add("pins", view.pins);
                              arrays["weights"] = array_over(view.weights, self);
                            },
                            [&](const EdgeListView& view) {
                              const auto* ends =
                                  reinterpret_cast<const std::uint32_t*>(view.edges.data());
                              arrays["edges"] = array_over(ends, 2 * view.edges.size(), self);
                              arrays["weights"] = array_over(view.weights, self);
                            },
                            [&](const GraphView& view) {
                              add("offsets", view.offsets);
                              add("neighbours", view.neighbours);
                              arrays["weights"] = array_over(view.weights, self);
                            },
                            [&](const BipartiteView& view) {
                              add("offsets", view.offsets);
                              add("columns", view.columns);
                              arrays["weights"] = array_over(instance.entry_weights, self);
                            }},
             instance.view);
  arrays["loops"] = array_over(instance.loop_weights, self);
  return arrays;
}

nb::tuple shape_of(const Instance& instance) {
  return std::visit(PerAlternative{[](const HypergraphView& view) {
                                     return nb::make_tuple(view.num_edges(), view.num_vertices);
                                   },
                                   [](const EdgeListView& view) {
                                     return nb::make_tuple(view.num_vertices, view.num_vertices);
                                   },
                                   [](const GraphView& view) {
                                     return nb::make_tuple(view.num_vertices, view.num_vertices);
                                   },
                                   [](const BipartiteView& view) {
                                     return nb::make_tuple(view.num_rows, view.num_columns);
                                   }},
                    instance.view);
}

std::uint64_t num_edges(const Instance& instance) {
  return std::visit(
      PerAlternative{[](const BipartiteView& view) -> std::uint64_t { return view.num_entries(); },
                     [](const auto& view) -> std::uint64_t { return view.num_edges(); }},
      instance.view);
}

bool is_weighted(const Instance& instance) {
  return std::visit(PerAlternative{[&](const BipartiteView&) {
                                     return hypermatch::is_weighted(instance.entry_weights);
                                   },
                                   [](const auto& view) { return view.is_weighted(); }},
                    instance.view);
}

// The adjacency matrix as rows: of a list they are made.
std::unique_ptr<Instance> in_rows(const Instance& instance, int threads) {
  auto result = std::make_unique<Instance>();
  auto owner = std::make_unique<io::Instance>();
  const AnyGraphView graph = instance.graph();
  run({.threads = threads}, 2 * graph.num_edges(), k_check_nanoseconds,
      [&](const Context& context) {
        const FormOf<CompressedGraph> rows = as_rows(context, graph);
        owner->data =
            Graph(CompressedGraph{rows->num_vertices, Array<Offset>(rows->offsets),
                                  Array<VertexId>(rows->neighbours), clone(rows->weights)});
        owner->loop_weights = clone(instance.loop_weights);
      });
  return owning_instance(std::move(*owner));
}

// The graph with weights of loops, which it takes over.
nb::object with_loops(nb::object self, const nb::object& loops) {
  auto& instance = nb::cast<Instance&>(self);
  instance.loop_weights = weights_of("loops", loops);
  instance.arrays = nb::make_tuple(instance.arrays, loops);
  return self;
}

}  // namespace

std::uint64_t Instance::num_entries() const {
  return std::visit(
      PerAlternative{
          [](const HypergraphView& shown) -> std::uint64_t { return shown.num_pins(); },
          [](const EdgeListView& shown) -> std::uint64_t { return shown.edges.size(); },
          [](const GraphView& shown) -> std::uint64_t { return shown.num_arcs(); },
          [](const BipartiteView& shown) -> std::uint64_t { return shown.num_entries(); }},
      view);
}

AnyGraphView Instance::graph() const {
  if (const auto* const edges = std::get_if<EdgeListView>(&view)) return *edges;
  return view_as<GraphView>(view);
}

const BipartiteView& Instance::bipartite() const {
  return view_as<BipartiteView>(view);
}

const HypergraphView& Instance::hypergraph() const {
  return view_as<HypergraphView>(view);
}

std::unique_ptr<Instance> owning_instance(io::Instance instance) {
  auto result = std::make_unique<Instance>();
  result->owned = std::make_unique<io::Instance>(std::move(instance));
  result->view = view_of(result->owned->data);
  result->loop_weights = view_of(result->owned->loop_weights);
  result->entry_weights = view_of(result->owned->entry_weights);
  return result;
}

// Whether a row holds a column twice.
bool has_repeated_entries(const Instance& instance) {
  const BipartiteView& matrix = instance.bipartite();
  return result_of(
      RunSettings{}, matrix.num_entries(), k_check_nanoseconds, [&](const Context& context) {
        std::vector<VertexId> row_of(matrix.num_columns, k_none);  // the last row that had it
        context.check_cancelled();
        for (VertexId r = 0; r < matrix.num_rows; ++r) {
          const auto columns = matrix.columns_of(r);
          // Most rows ascend.
          if (std::ranges::adjacent_find(columns, std::greater_equal<>()) == columns.end()) {
            continue;
          }
          for (const VertexId c : columns) {
            if (std::exchange(row_of[c], r) == r) return true;
          }
        }
        return false;
      });
}

void bind_instances(nb::module_& module) {
  nb::class_<Instance>(module, "Instance")
      .def_prop_ro("kind",
                   [](const Instance& self) { return std::string(name_of(kind_of(self.view))); })
      .def_prop_ro("shape", shape_of)
      .def_prop_ro("num_edges", num_edges)
      .def_prop_ro("num_entries", &Instance::num_entries)
      .def_prop_ro("is_weighted", is_weighted)
      .def_prop_ro(
          "has_rows",
          [](const Instance& self) { return !std::holds_alternative<EdgeListView>(self.view); })
      .def_ro("copied_bytes", &Instance::copied_bytes)
      .def("in_rows", in_rows, "threads"_a = 0);
  module.def("has_repeated_entries", has_repeated_entries, "instance"_a);
  module.def("with_loops", with_loops, "instance"_a, "loops"_a);
  module.def("arrays_of", arrays_of, "instance"_a);
  nb::class_<AgentLists>(module, "AgentLists")
      .def_prop_ro("sides",
                   [](const AgentLists& self) { return std::string(name_of(self.sides())); })
      .def_prop_ro("num_left", &AgentLists::num_left)
      .def_prop_ro("num_agents", &AgentLists::num_agents)
      .def_prop_ro("num_entries", &AgentLists::num_entries);
  module.def("graph_of_rows", graph_of_rows, "vertices"_a, "arrays"_a, "symmetrize"_a,
             "threads"_a = 0);
  module.def("graph_of_edges", graph_of_edges, "vertices"_a, "arrays"_a, "threads"_a = 0);
  module.def("hypergraph_of_rows", hypergraph_of_rows, "vertices"_a, "arrays"_a, "threads"_a = 0);
  module.def("bipartite_of_rows", bipartite_of_rows, "rows"_a, "columns"_a, "arrays"_a,
             "threads"_a = 0);
}

}  // namespace hypermatch::python
