// SPDX-License-Identifier: MIT
#include "generate/families.hpp"

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "generate/delaunay_triangulation.hpp"
#include "hypermatch/did_you_mean.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/generate.hpp"
#include "hypermatch/instance.hpp"

namespace hypermatch::generate {

namespace {

using detail::generate::BipartiteGenerator;
using detail::generate::Generator;
using detail::generate::GraphGenerator;
using detail::generate::k_largest;
using detail::generate::Parameters;
using detail::generate::PlantedCommunities;

constexpr double k_most_degree = 1 << 20;  // of power laws, whose shares are held in a table

constexpr ParameterInfo vertices(double standard) {
  return {"n", "number of vertices", standard, 1, k_largest};
}
constexpr ParameterInfo edges(double standard) {
  return {"m", "number of edges", standard, 0, k_largest};
}
constexpr ParameterInfo k_least = {"min", "smallest edge size", 2, 0, k_largest};

constexpr ParameterInfo k_uniform[] = {
    vertices(100'000), edges(250'000), {"k", "pins of each edge, at most n", 3, 0, k_largest}};
constexpr ParameterInfo k_sizes[] = {vertices(100'000),
                                     edges(1'000'000),
                                     k_least,
                                     {"max", "largest edge size, at most n", 8, 0, k_largest}};
constexpr ParameterInfo k_power_law[] = {vertices(100'000),
                                         edges(250'000),
                                         {"min", "smallest edge size", 6, 0, k_largest},
                                         {"max", "largest edge size, at most n", 6, 0, k_largest}};
constexpr ParameterInfo k_ksat[] = {
    {"n", "number of variables", 100'000, 1, k_largest},
    {"m", "number of clauses", 426'000, 0, k_largest},
    {"k", "literals of each clause, of distinct variables, at most n", 3, 0, k_largest}};
constexpr ParameterInfo k_ksat_literal[] = {
    {"n", "number of variables", 100'000, 1, 2'147'483'647},
    {"m", "number of clauses", 426'000, 0, k_largest},
    {"k", "literals of each clause, of distinct variables, at most n", 3, 0, k_largest}};
constexpr ParameterInfo k_stencil[] = {{"x", "cells along x", 50, 1, k_largest},
                                       {"y", "cells along y", 50, 1, k_largest},
                                       {"z", "cells along z", 50, 1, k_largest}};
constexpr ParameterInfo k_chain[] = {
    edges(100'000),
    {"d", "pins of each edge", 2, 2, k_largest},
    {"shuffle", "1: edges and vertices are numbered in random order, 0: along the chain", 0, 0, 1}};
constexpr ParameterInfo k_tight[] = {
    {"d", "size of the heavy edge, and number of light edges that it meets", 5, 1, k_largest},
    {"copies", "how many times the example is repeated", 1, 0, k_largest},
    {"weight", "weight of a light edge; the heavy edge weighs one more", 1000, 1, 2'147'483'646},
    {"size", "pins of a light edge; 0 stands for d (bad for weight per pin too), 2 is the lemma's",
     0, 0, k_largest}};

constexpr ParameterInfo shuffle(double standard) {
  return {"shuffle", "1: vertices are numbered in random order, 0: as they lie", standard, 0, 1};
}
constexpr ParameterInfo weights(double standard) {
  return {"weights", "0: none, 1: uniform in [0, 1)", standard, 0, 1};
}
constexpr ParameterInfo lengths(double standard) {
  return {"weights", "0: none, 1: uniform in [0, 1), 2: Euclidean length", standard, 0, 2};
}
constexpr ParameterInfo percent(const char* name, const char* description, double standard) {
  return {name, description, standard, 0, 100};
}

constexpr ParameterInfo k_delaunay[] = {
    {"n", "number of points", 32'768, 1, static_cast<double>(detail::generate::k_most_sites)},
    shuffle(1),
    lengths(2)};
constexpr ParameterInfo k_rgg[] = {vertices(32'768), shuffle(0), lengths(1)};
constexpr ParameterInfo k_random_graph[] = {
    vertices(32'768),
    {"alpha", "edges per vertex: alpha * n in all, at most all pairs", 4, 0, k_largest},
    weights(1)};
constexpr ParameterInfo k_rmat[] = {
    {"scale", "2^scale vertices", 14, 0, 31},
    {"edge_factor", "edges drawn per vertex; self-loops and repeated ones are left out", 16, 0,
     k_largest},
    percent("a", "per cent of edges in the first quadrant of each level", 57),
    percent("b", "per cent in the second quadrant", 19),
    percent("c", "per cent in the third quadrant; the fourth has the rest", 19),
    shuffle(1),
    weights(0)};
constexpr ParameterInfo k_grid[] = {{"x", "cells along x", 200, 1, k_largest},
                                    {"y", "cells along y", 200, 1, k_largest},
                                    {"z", "cells along z", 1, 1, k_largest},
                                    shuffle(0),
                                    weights(0)};
constexpr ParameterInfo k_grid27[] = {{"x", "cells along x", 30, 1, k_largest},
                                      {"y", "cells along y", 30, 1, k_largest},
                                      {"z", "cells along z", 30, 1, k_largest},
                                      shuffle(0),
                                      weights(0)};
constexpr ParameterInfo k_nlpkkt[] = {{"x", "cells along x", 20, 1, k_largest},
                                      {"y", "cells along y", 20, 1, k_largest},
                                      {"z", "cells along z", 20, 1, k_largest},
                                      shuffle(0),
                                      weights(0)};
constexpr ParameterInfo k_road[] = {{"x", "cells along x", 200, 1, k_largest},
                                    {"y", "cells along y", 200, 1, k_largest},
                                    percent("removed", "per cent of edges that are removed", 30),
                                    shuffle(0),
                                    weights(0)};
constexpr ParameterInfo k_path[] = {
    vertices(100'000),
    shuffle(0),
    {"weights", "0: none, 1: uniform in [0, 1), 2: 1, 2, 3 .. along the path", 2, 0, 2}};
constexpr ParameterInfo k_star[] = {
    {"leaves", "number of leaves", 100'000, 0, k_largest}, shuffle(0), weights(0)};
constexpr ParameterInfo k_star_of_stars[] = {
    {"hubs", "neighbours of the centre", 300, 0, k_largest},
    {"leaves", "leaves of each hub", 300, 0, k_largest},
    shuffle(0),
    weights(0)};
constexpr ParameterInfo k_caterpillar[] = {{"spine", "vertices of the path", 10'000, 1, k_largest},
                                           {"legs", "leaves of each of them", 9, 0, k_largest},
                                           shuffle(0),
                                           weights(0)};

constexpr ParameterInfo k_communities = {
    "communities", "number of communities, of sizes that differ by at most one; at most n", 32, 1,
    k_largest};
constexpr ParameterInfo least_degree(double standard) {
  return {"min_degree", "smallest expected degree", standard, 1, k_most_degree};
}
constexpr ParameterInfo most_degree(double standard) {
  return {"max_degree", "largest expected degree", standard, 1, k_most_degree};
}
constexpr ParameterInfo k_mixing =
    percent("mixing", "per cent of a vertex's edges that lead to other communities", 30);
constexpr ParameterInfo k_planted_partition[] = {
    vertices(32'768),
    k_communities,
    {"degree_in", "average degree inside the own community, below its size", 12, 0, k_largest},
    {"degree_out", "average degree to other communities", 4, 0, k_largest},
    shuffle(1),
    weights(0)};
constexpr ParameterInfo k_block_model[] = {
    vertices(32'768),
    k_communities,
    least_degree(5),
    most_degree(500),
    {"exponent", "of the power law of the expected degrees", 2, 0, 8},
    k_mixing,
    shuffle(1),
    weights(0)};
constexpr ParameterInfo k_lfr[] = {
    vertices(32'768),
    {"min_degree", "smallest degree", 8, 1, k_most_degree},
    {"max_degree", "largest degree", 200, 1, k_most_degree},
    {"degree_exponent", "of the power law of the degrees", 2, 0, 8},
    {"min_size", "smallest community", 20, 1, k_most_degree},
    {"max_size", "largest community", 1000, 1, k_most_degree},
    {"size_exponent", "of the power law of the sizes of communities", 1, 0, 8},
    k_mixing,
    weights(0)};

constexpr ParameterInfo rows(double standard) {
  return {"rows", "number of rows", standard, 1, k_largest};
}
constexpr ParameterInfo columns(double standard) {
  return {"columns", "number of columns", standard, 1, k_largest};
}
constexpr ParameterInfo k_shuffle_both = {
    "shuffle", "1: rows and columns are numbered in random order, 0: as described", 0, 0, 1};

constexpr ParameterInfo k_random_bipartite[] = {
    rows(100'000),
    columns(100'000),
    {"degree", "entries per row on average, at most all: degree * rows", 4, 0, k_largest}};
constexpr ParameterInfo k_complete_bipartite[] = {rows(300), columns(300)};
constexpr ParameterInfo k_layered[] = {
    {"levels", "number of levels, alternately of two rows and of two columns", 100'000, 0,
     k_largest},
    k_shuffle_both};
constexpr ParameterInfo k_chain_bipartite[] = {
    {"n", "number of rows, and of columns", 100'000, 1, k_largest}, k_shuffle_both};

// A generator of any kind; its place among the alternatives is the kind.
using AnyGenerator = std::variant<Generator*, GraphGenerator*, BipartiteGenerator*>;

struct Family {
  FamilyInfo info;
  AnyGenerator make;
  PlantedCommunities* communities;  // none where nothing is planted

  constexpr Family(const char* name, const char* description,
                   std::span<const ParameterInfo> parameters, AnyGenerator generator,
                   PlantedCommunities* planted = nullptr)
      : info{name, description, parameters, static_cast<InstanceKind>(generator.index()),
             planted != nullptr},
        make(generator),
        communities(planted) {}
};

constexpr Family k_table[] = {
    {"uniform", "k-uniform random: k distinct pins, every set equally likely", k_uniform,
     detail::generate::uniform},
    {"sizes", "random with edge sizes uniform in min .. max, every set of pins equally likely",
     k_sizes, detail::generate::sizes},
    {"power_law",
     "random with expected vertex degrees by a power law (exponent 2.2, cap n/100), edge sizes "
     "uniform in min .. max",
     k_power_law, detail::generate::power_law},
    {"ksat_primal", "random k-SAT: a hyperedge per clause, a vertex per variable", k_ksat,
     detail::generate::ksat_primal},
    {"ksat_dual", "random k-SAT: a hyperedge per variable, a vertex per clause", k_ksat,
     detail::generate::ksat_dual},
    {"ksat_literal", "random k-SAT: a hyperedge per clause, a vertex per literal", k_ksat_literal,
     detail::generate::ksat_literal},
    {"stencil7", "row-net of the 7-point stencil: each cell with its 6 neighbours", k_stencil,
     detail::generate::stencil7},
    {"stencil27", "row-net of the 27-point stencil: each cell with its 26 neighbours", k_stencil,
     detail::generate::stencil27},
    {"chain", "path of edges that share one vertex, weights m .. 1 along it: one match per round",
     k_chain, detail::generate::chain},
    {"tight",
     "tight example of the 1/d guarantee: d disjoint edges, and a slightly heavier one "
     "that meets all of them",
     k_tight, detail::generate::tight},
    {"delaunay", "Delaunay triangulation of random points in the unit square", k_delaunay,
     detail::generate::delaunay},
    {"rgg",
     "random geometric graph: random points in the unit square, those closer than "
     "0.55 sqrt(ln n / n) are neighbours",
     k_rgg, detail::generate::rgg},
    {"random_graph", "random graph of alpha * n edges, every set of them equally likely",
     k_random_graph, detail::generate::random_graph},
    {"rmat", "R-MAT graph, made simple; the standard parameters are those of Graph500", k_rmat,
     detail::generate::rmat},
    {"grid", "grid without wrap-around: 5-point (z = 1) or 7-point neighbourhoods", k_grid,
     detail::generate::grid},
    {"grid27", "grid without wrap-around: 9-point (z = 1) or 27-point neighbourhoods", k_grid27,
     detail::generate::grid27},
    {"nlpkkt", "KKT matrix of boundary control of a PDE on a grid: states, controls, constraints",
     k_nlpkkt, detail::generate::nlpkkt},
    {"road", "sparse and plane, like roads: an x X y grid of which edges are removed at random",
     k_road, detail::generate::road},
    {"path", "path; with weights that rise along it one match per round", k_path,
     detail::generate::path},
    {"star", "one vertex of large degree", k_star, detail::generate::star},
    {"star_of_stars", "a centre, its hubs, and the leaves of each hub", k_star_of_stars,
     detail::generate::star_of_stars},
    {"caterpillar", "path with leaves at each of its vertices", k_caterpillar,
     detail::generate::caterpillar},
    {"planted_partition",
     "planted partition model: equal communities, given numbers of random edges inside and between",
     k_planted_partition, detail::generate::planted_partition, detail::generate::equal_blocks},
    {"block_model",
     "degree-corrected block model: equal communities, expected degrees by a power law",
     k_block_model, detail::generate::block_model, detail::generate::equal_blocks},
    {"lfr",
     "LFR benchmark: power laws of degrees and of sizes of communities, each vertex with its share "
     "of edges to other communities",
     k_lfr, detail::generate::lfr, detail::generate::lfr_communities},
    {"random_bipartite", "random entries, every set of them equally likely", k_random_bipartite,
     detail::generate::random_bipartite},
    {"complete_bipartite", "all rows with all columns", k_complete_bipartite,
     detail::generate::complete_bipartite},
    {"layered",
     "two vertices per level, each level joined fully to the next: exponentially many paths",
     k_layered, detail::generate::layered},
    {"chain_bipartite", "one long augmenting path is left where first neighbours are taken first",
     k_chain_bipartite, detail::generate::chain_bipartite},
};

constexpr auto k_infos = [] {
  std::array<FamilyInfo, std::size(k_table)> infos{};
  for (std::size_t i = 0; i < infos.size(); ++i) infos[i] = k_table[i].info;
  return infos;
}();

// "a, b, c", the families of one kind or of all.
std::string names_of_families(std::optional<InstanceKind> kind) {
  std::string names;
  for (const Family& entry : k_table) {
    if (kind && entry.info.kind != *kind) continue;
    names += (names.empty() ? "" : ", ") + std::string(entry.info.name);
  }
  return names;
}

const Family& find(const std::string& name, std::optional<InstanceKind> kind) {
  for (const Family& entry : k_table) {
    if (name != entry.info.name) continue;
    if (!kind || entry.info.kind == *kind) return entry;
    throw Error(ErrorCode::invalid_option, "family `" + name + "` is of kind " +
                                               std::string(name_of(entry.info.kind)) +
                                               ", must be of kind " + std::string(name_of(*kind)) +
                                               ": " + names_of_families(kind));
  }
  throw Error(ErrorCode::invalid_option, "no family `" + name +
                                             "`; there are: " + names_of_families(kind) +
                                             did_you_mean(name, names_of_families(kind)));
}

template <class Instance>
Instance make(const Context& context, const std::string& family, InstanceKind kind,
              const std::map<std::string, double>& parameters, std::uint64_t seed) {
  const Family& found = find(family, kind);
  using Make = detail::generate::GeneratorOf<Instance>*;
  return std::get<Make>(found.make)(
      context, Parameters(found.info.name, found.info.parameters, parameters), seed);
}

}  // namespace

std::span<const FamilyInfo> families() {
  return k_infos;
}

AnyInstance instance(const Context& context, const std::string& family,
                     const std::map<std::string, double>& parameters, std::uint64_t seed) {
  const Family& found = find(family, std::nullopt);
  const Parameters checked(found.info.name, found.info.parameters, parameters);
  return std::visit([&](auto* make) -> AnyInstance { return make(context, checked, seed); },
                    found.make);
}

Hypergraph hypergraph(const Context& context, const std::string& family,
                      const std::map<std::string, double>& parameters, std::uint64_t seed) {
  return make<Hypergraph>(context, family, InstanceKind::hypergraph, parameters, seed);
}

EdgeList graph(const Context& context, const std::string& family,
               const std::map<std::string, double>& parameters, std::uint64_t seed) {
  return make<EdgeList>(context, family, InstanceKind::graph, parameters, seed);
}

Bipartite bipartite(const Context& context, const std::string& family,
                    const std::map<std::string, double>& parameters, std::uint64_t seed) {
  return make<Bipartite>(context, family, InstanceKind::bipartite, parameters, seed);
}

Array<VertexId> communities(const Context& context, const std::string& family,
                            const std::map<std::string, double>& parameters, std::uint64_t seed) {
  const Family& found = find(family, std::nullopt);
  if (found.communities == nullptr) {
    std::string names;
    for (const Family& entry : k_table) {
      if (entry.communities != nullptr) {
        names += (names.empty() ? "" : ", ") + std::string(entry.info.name);
      }
    }
    throw Error(ErrorCode::invalid_option,
                "family `" + family + "` has no planted communities; these have: " + names);
  }
  return found.communities(context, Parameters(found.info.name, found.info.parameters, parameters),
                           seed);
}

}  // namespace hypermatch::generate
