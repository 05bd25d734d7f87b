// SPDX-License-Identifier: MIT
// Files and families: what is read, written and generated.
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "hypermatch/generate.hpp"
#include "hypermatch/generate_preferences.hpp"
#include "hypermatch/results_io.hpp"
#include "hypermatch/shared_preferences.hpp"
#include "instances.hpp"
#include "results.hpp"

namespace hypermatch::python {

using namespace nb::literals;

namespace {

// Work of unknown size: all threads, and interrupts are looked for.
constexpr std::uint64_t k_unknown_entries = std::uint64_t{1} << 32;

// Files need not hold UTF-8: other bytes become what `os.fsencode` makes them again.
nb::object names_list(const io::VertexLabels& labels) {
  if (labels.empty()) return nb::none();
  nb::list names;
  for (VertexId v = 0; v + std::size_t{1} < labels.offsets.size(); ++v) {
    const std::string name = labels.of(v);
    const auto size = static_cast<Py_ssize_t>(name.size());
    names.append(nb::steal<nb::object>(PyUnicode_DecodeUTF8(name.data(), size, "surrogateescape")));
  }
  return names;
}

io::ReadOptions take_reading(Options& options) {
  io::ReadOptions reading;
  reading.format = options.take_text("format");
  reading.as = options.take_name("interpretation", io::Interpretation::automatic);
  reading.self_loops = io::SelfLoops::keep;
  reading.parallel = options.take_name("parallel", io::ParallelEdges::heaviest);
  reading.zero_based = options.take_flag("zero_based");
  const std::string sides = options.take_text("sides");
  if (!sides.empty()) reading.sides = parse_name<Sides>("sides", sides);
  reading.rectangular_as_bipartite = true;
  reading.entry_weights = io::EntryWeights::keep;
  const nb::object columns = options.take_object("columns");
  if (!columns.is_none() && !nb::try_cast(columns, reading.csv.columns)) {
    throw Error(
        ErrorCode::invalid_option,
        "columns is " + shown(columns) + ", must be a list of names, or of numbers as strings");
  }
  return reading;
}

// The instance, and a dictionary of the format, ids and notes.
nb::tuple finished(io::Instance read) {
  nb::dict facts;
  facts["format"] = read.report.format;
  facts["notes"] = read.report.notes;
  facts["self_loops"] = read.report.self_loops;
  facts["parallel_edges"] = read.report.parallel_edges;
  facts["names"] = names_list(read.labels);
  facts["column_names"] = read.column_labels ? names_list(*read.column_labels) : nb::none();
  facts["first"] = read.labels.first;
  return nb::make_tuple(owning_instance(std::move(read)), facts);
}

std::span<const char> bytes_of(const nb::object& text) {
  char* bytes = nullptr;
  Py_ssize_t size = 0;
  if (PyBytes_AsStringAndSize(text.ptr(), &bytes, &size) != 0) throw nb::python_error();
  return {bytes, static_cast<std::size_t>(size)};
}

// `text`: what the file holds, or None. Here and below.
nb::tuple read(const std::string& path, const nb::object& text, const nb::dict& given) {
  Options options(given, registry::Problem::graph_matching);
  const RunSettings settings = take_settings(options);
  const io::ReadOptions reading = take_reading(options);
  options.expect_all_taken();
  if (text.is_none()) {
    return finished(result_of(settings, k_unknown_entries, 1, [&](const Context& context) {
      return io::read(context, path, reading);
    }));
  }
  const std::span<const char> held = bytes_of(text);
  return finished(result_of(settings, held.size(), 3, [&](const Context& context) {
    return io::read_text(context, held, path, reading);
  }));
}

bool holds_preferences(const std::string& path, const nb::object& text) {
  return text.is_none() ? io::holds_preferences(path)
                        : io::text_holds_preferences(bytes_of(text), path);
}

nb::tuple read_preferences(const std::string& path, const nb::object& text, const nb::dict& given) {
  Options options(given, registry::Problem::stable_matching);
  const RunSettings settings = take_settings(options);
  io::PreferencesReadOptions reading;
  reading.format = options.take_name("format", io::PreferencesFormat::automatic);
  reading.right = options.take_text("right");
  reading.sides = options.take_name("sides", Sides::two);
  options.expect_all_taken();
  auto agents = std::make_unique<AgentLists>();
  const bool asks_nothing = reading.format == io::PreferencesFormat::automatic &&
                            reading.right.empty() && reading.sides == Sides::two;
  std::optional<std::span<const char>> bytes;
  if (!text.is_none()) bytes = bytes_of(text);
  run(settings, bytes ? bytes->size() : k_unknown_entries, 1, [&](const Context& context) {
    if (asks_nothing &&
        (bytes ? io::text_holds_shared_preferences(*bytes) : io::holds_shared_preferences(path))) {
      agents->shared = (bytes ? io::read_shared_preferences_text(context, *bytes, path)
                              : io::read_shared_preferences(context, path))
                           .preferences;
      return;
    }
    io::PreferencesFile file = bytes ? io::read_preferences_text(context, *bytes, path, reading)
                                     : io::read_preferences(context, path, reading);
    agents->own = std::move(file.preferences);
    agents->names = std::move(file.names);
  });
  nb::object left = names_list(agents->names.left);
  nb::object right = names_list(agents->names.right);
  return nb::make_tuple(std::move(agents), left, right);
}

void write_instance(const Instance& instance, const std::string& path, const std::string& format) {
  io::Instance copy;
  run({}, instance.num_entries(), 10, [&](const Context& context) {
    if (instance.owned != nullptr) return io::write(context, *instance.owned, path, format);
    copy.data = std::visit(
        PerAlternative{
            [](const HypergraphView& view) -> AnyInstance {
              Hypergraph owned;
              owned.num_vertices = view.num_vertices;
              owned.offsets = Array<Offset>(view.offsets);
              owned.pins = Array<VertexId>(view.pins);
              owned.weights = clone(view.weights);
              return owned;
            },
            [](const EdgeListView& view) -> AnyInstance {
              return Graph(
                  EdgeList{view.num_vertices, Array<GraphEdge>(view.edges), clone(view.weights)});
            },
            [](const GraphView& view) -> AnyInstance {
              return Graph(CompressedGraph{view.num_vertices, Array<Offset>(view.offsets),
                                           Array<VertexId>(view.neighbours), clone(view.weights)});
            },
            [](const BipartiteView& view) -> AnyInstance {
              return Bipartite{view.num_rows, view.num_columns, Array<Offset>(view.offsets),
                               Array<VertexId>(view.columns)};
            }},
        instance.view);
    io::write(context, copy, path, format);
  });
}

void write_pairs(std::uint64_t vertices, const Numbers& ends, const std::string& path) {
  const auto items = exact_items_of<std::uint32_t>("pairs", ends);
  const std::span pairs(reinterpret_cast<const GraphEdge*>(items.data()), items.size() / 2);
  run({}, pairs.size(), 50, [&](const Context& context) {
    io::write_graph_matching(context, static_cast<VertexId>(vertices), pairs, {}, path);
  });
}

void write_edges(const Numbers& edges, const std::string& path) {
  const auto items = exact_items_of<std::uint32_t>("edges", edges);
  run({}, items.size(), 50,
      [&](const Context& context) { io::write_matching(context, items, path); });
}

void write_labels(const Numbers& labels, const std::string& path) {
  const auto items = exact_items_of<std::uint32_t>("labels", labels);
  Labels communities;
  communities.labels.assign(items.begin(), items.end());
  run({}, items.size(), 50, [&](const Context&) { io::write_communities(communities, {}, path); });
}

void write_agents(const AgentLists& agents, const std::string& path) {
  run({}, agents.num_entries(), 50, [&](const Context&) {
    if (agents.shared) return io::write_preferences(agents.shared->view(), path);
    io::write_preferences(agents.own.view(), path, agents.names);
  });
}

// An `Instance`, or `AgentLists`.
nb::object generate(const std::string& family, const std::map<std::string, double>& parameters,
                    std::uint64_t seed, const std::string& weights, int threads) {
  for (const auto& each : generate::preference_families()) {
    if (each.name != family) continue;
    auto agents = std::make_unique<AgentLists>();
    run({.threads = threads}, k_unknown_entries, 1, [&](const Context& context) {
      if (each.shares_lists) {
        agents->shared = generate::shared_preferences(context, family, parameters, seed);
      } else {
        agents->own = generate::preferences(context, family, parameters, seed);
      }
    });
    return nb::cast(std::move(agents));
  }
  io::Instance made;
  run({.threads = threads}, k_unknown_entries, 1, [&](const Context& context) {
    made.data = generate::instance(context, family, parameters, seed);
    if (weights.empty()) return;
    std::visit(
        PerAlternative{
            [&](Hypergraph& graph) {
              generate::assign_weights(context, graph.weights, graph.view().num_edges(), weights);
            },
            [&](Graph& graph) {
              EdgeList list = to_edge_list(context, std::move(graph));
              generate::assign_weights(context, list.weights, list.view().num_edges(), weights);
              graph = Graph(std::move(list));
            },
            [&](Bipartite& graph) {
              generate::assign_weights(context, made.entry_weights,
                                       static_cast<EdgeId>(graph.columns.size()), weights);
            }},
        made.data);
  });
  return nb::cast(owning_instance(std::move(made)));
}

nb::list families() {
  nb::list all;
  const auto add = [&](const auto& family, const std::string& kind) {
    nb::dict row;
    row["name"] = family.name;
    row["kind"] = kind;
    row["description"] = family.description;
    nb::dict parameters;
    for (const auto& each : family.parameters) {
      parameters[each.name] =
          nb::make_tuple(each.description, each.default_value, each.minimum, each.maximum);
    }
    row["parameters"] = parameters;
    all.append(row);
  };
  for (const auto& family : generate::families()) add(family, std::string(name_of(family.kind)));
  for (const auto& family : generate::preference_families()) add(family, "preferences");
  return all;
}

}  // namespace

void bind_files(nb::module_& module) {
  module.def("read", read, "path"_a, "text"_a.none(), "options"_a);
  module.def("holds_preferences", holds_preferences, "path"_a, "text"_a.none());
  module.def("read_preferences", read_preferences, "path"_a, "text"_a.none(), "options"_a);
  module.def("write_instance", write_instance, "instance"_a, "path"_a, "format"_a);
  module.def("write_pairs", write_pairs, "vertices"_a, "ends"_a, "path"_a);
  module.def("write_edges", write_edges, "edges"_a, "path"_a);
  module.def("write_labels", write_labels, "labels"_a, "path"_a);
  module.def("write_agents", write_agents, "agents"_a, "path"_a);
  module.def("generate", generate, "family"_a, "parameters"_a, "seed"_a, "weights"_a,
             "threads"_a = 0);
  module.def("families", families);
}

}  // namespace hypermatch::python
