// SPDX-License-Identifier: MIT
// Instances by name: FAMILY:parameter=value,... is generated, anything else is a file.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hypermatch/bipartite.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/hypergraph.hpp"

namespace hypermatch::bench {

struct FamilySpec {
  std::string family;
  std::map<std::string, double> parameters;
};

/// FAMILY:parameter=value,...; nothing if `spec` is a file.
[[nodiscard]] std::optional<FamilySpec> parse_family(const std::string& spec);

/// Without folder and endings.
[[nodiscard]] std::string name_of_file(const std::string& path);

/// Adds the files of the folder that are there; says which are not.
void add_files(const std::string& folder, const std::vector<const char*>& files,
               std::vector<std::string>& specs);

/// Whether an instance is a family of hypergraphs, or a file that is named as one.
[[nodiscard]] bool is_hypergraph(const std::string& spec);

struct NamedInstance {
  std::string name;
  Hypergraph hypergraph;
};

/// Generates or reads an instance.
[[nodiscard]] NamedInstance load_as_it_is(const Context& context, const std::string& spec);

/// Generates or reads an instance and gives it the weights `random:1..100`, whatever it had.
[[nodiscard]] NamedInstance load_instance(const Context& context, const std::string& spec);

/// The instances that the project's figures for hypergraph matching are about: three large families
/// and the three hypergraphs with most pins of the folder of real ones (none if it is absent).
[[nodiscard]] std::vector<std::string> standard_instances(const std::string& data_folder);

/// Input of a contestant: one graph in both forms, neither of which counts as its time.
struct GraphForms {
  EdgeListView edges;
  GraphView rows;
};

struct NamedGraph {
  std::string name;
  EdgeList graph;
};

/// Generates or reads a graph; without weights it gets `random:1..100`.
[[nodiscard]] NamedGraph load_graph(const Context& context, const std::string& spec);

struct NamedBipartite {
  std::string name;
  Bipartite graph;
};

/// Generates or reads rows and columns; of a graph, its adjacency matrix.
[[nodiscard]] NamedBipartite load_bipartite(const Context& context, const std::string& spec);

/// The graphs that the figures about quality are made of: the families of the literature, and real
/// ones from the folder (none if it is absent).
[[nodiscard]] std::vector<std::string> standard_graphs(const std::string& data_folder);

}  // namespace hypermatch::bench
