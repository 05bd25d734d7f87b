// SPDX-License-Identifier: MIT
#include "instances/instances.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <sstream>
#include <utility>
#include <variant>

#include "hypermatch/bipartite_io.hpp"
#include "hypermatch/generate.hpp"
#include "hypermatch/instance_io.hpp"

namespace hypermatch::bench {

std::optional<FamilySpec> parse_family(const std::string& spec) {
  const std::size_t colon = spec.find(':');
  if (colon == std::string::npos || std::filesystem::exists(spec)) return std::nullopt;
  FamilySpec parsed{spec.substr(0, colon), {}};
  std::stringstream list(spec.substr(colon + 1));
  for (std::string item; std::getline(list, item, ',');) {
    const std::size_t equals = item.find('=');
    parsed.parameters[item.substr(0, equals)] = std::stod(item.substr(equals + 1));
  }
  return parsed;
}

std::string name_of_file(const std::string& path) {
  return std::filesystem::path(path).stem().stem().string();
}

void add_files(const std::string& folder, const std::vector<const char*>& files,
               std::vector<std::string>& specs) {
  for (const char* file : files) {
    const std::filesystem::path path = std::filesystem::path(folder) / file;
    if (std::filesystem::exists(path)) {
      specs.push_back(path.string());
    } else {
      std::fprintf(stderr, "note: %s is not there, left out\n", path.c_str());
    }
  }
}

bool is_hypergraph(const std::string& spec) {
  const auto parsed = parse_family(spec);
  if (!parsed) return spec.find(".hgr") != std::string::npos;
  const auto known = generate::families();
  const auto family = std::find_if(known.begin(), known.end(),
                                   [&](const auto& info) { return parsed->family == info.name; });
  return family != known.end() && family->kind == InstanceKind::hypergraph;
}

NamedInstance load_as_it_is(const Context& context, const std::string& spec) {
  NamedInstance instance;
  if (const auto family = parse_family(spec)) {
    instance.name = spec;
    instance.hypergraph = generate::hypergraph(context, family->family, family->parameters);
  } else {
    instance.name = name_of_file(spec);
    io::Instance read =
        io::read(context, spec, {.format = {}, .as = io::Interpretation::hypergraph});
    instance.hypergraph = std::move(std::get<Hypergraph>(read.data));
  }
  return instance;
}

NamedInstance load_instance(const Context& context, const std::string& spec) {
  NamedInstance instance = load_as_it_is(context, spec);
  generate::assign_weights(context, instance.hypergraph.weights,
                           instance.hypergraph.view().num_edges(), "random:1..100");
  return instance;
}

std::vector<std::string> standard_instances(const std::string& data_folder) {
  std::vector<std::string> specs = {"uniform:n=4000000,m=10000000,k=3",
                                    "sizes:n=1000000,m=10000000,min=2,max=8",
                                    "stencil27:x=150,y=150,z=150"};
  add_files(data_folder,
            {"hgr-pace25/hs_priv010.hgr.zst", "hgr-social/threads-math-sx.hgr.zst",
             "hgr-pace25/hs_pub040.hgr.zst"},
            specs);
  return specs;
}

NamedGraph load_graph(const Context& context, const std::string& spec) {
  NamedGraph instance;
  if (const auto family = parse_family(spec)) {
    instance.name = spec;
    instance.graph = generate::graph(context, family->family, family->parameters);
  } else {
    instance.name = name_of_file(spec);
    io::Instance read = io::read(context, spec, {.format = {}, .as = io::Interpretation::graph});
    instance.graph = to_edge_list(context, std::move(std::get<Graph>(read.data)));
  }
  if (!instance.graph.view().is_weighted()) {
    generate::assign_weights(context, instance.graph.weights, instance.graph.view().num_edges(),
                             "random:1..100");
  }
  return instance;
}

namespace {

Bipartite adjacency_matrix(const Context& context, const Graph& graph) {
  CompressedGraph both = compress(context, graph.edges(context).view());
  return {both.num_vertices, both.num_vertices, std::move(both.offsets),
          std::move(both.neighbours)};
}

Bipartite generated(const Context& context, const FamilySpec& family) {
  AnyInstance instance = generate::instance(context, family.family, family.parameters);
  if (auto* graph = std::get_if<Graph>(&instance)) return adjacency_matrix(context, *graph);
  if (auto* matrix = std::get_if<Bipartite>(&instance)) return std::move(*matrix);
  auto& pins = std::get<Hypergraph>(instance);  // a matrix's rows
  const HypergraphView view = pins.view();
  return {view.num_edges(), view.num_vertices, std::move(pins.offsets), std::move(pins.pins)};
}

}  // namespace

NamedBipartite load_bipartite(const Context& context, const std::string& spec) {
  if (const auto family = parse_family(spec)) return {spec, generated(context, *family)};
  io::Instance read = io::read(context, spec, {.format = {}, .as = io::Interpretation::bipartite});
  return {name_of_file(spec), std::get<Bipartite>(std::move(read.data))};
}

std::vector<std::string> standard_graphs(const std::string& data_folder) {
  std::vector<std::string> specs = {"delaunay:n=131072",
                                    "rgg:n=131072",
                                    "random_graph:n=131072,alpha=4",
                                    "random_graph:n=65536,alpha=16",
                                    "random_graph:n=32768,alpha=64",
                                    "rmat:scale=16,weights=1",
                                    "grid:x=400,y=400,weights=1",
                                    "road:x=500,y=500,weights=1"};
  add_files(
      data_folder,
      {"graph-geometric/usa13509_delaunay.graph.zst", "graph-weighted-steiner/track3_080.graph.zst",
       "graph-weighted-steiner/track3_178.graph.zst", "graph-road-weighted/osm_andorra.graph.zst",
       "graph-snap/email-enron.mtx.zst", "graph-pace17/he171.mtx.zst",
       "graph-snap/web-NotreDame.txt.zst"},
      specs);
  return specs;
}

}  // namespace hypermatch::bench
