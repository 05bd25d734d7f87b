// SPDX-License-Identifier: MIT
#include "generate/families.hpp"

#include <array>

#include "hypermatch/generate.hpp"

namespace hypermatch::generate {

namespace {

using detail::generate::Generator;
using detail::generate::Parameters;

constexpr double k_most = static_cast<double>(k_max_count);

constexpr ParameterInfo vertices(double standard) {
  return {"n", "number of vertices", standard, 1, k_most};
}
constexpr ParameterInfo edges(double standard) {
  return {"m", "number of edges", standard, 0, k_most};
}
constexpr ParameterInfo k_least = {"min", "smallest edge size", 2, 0, k_most};

constexpr ParameterInfo k_uniform[] = {
    vertices(100'000), edges(250'000), {"k", "pins of each edge, at most n", 3, 0, k_most}};
constexpr ParameterInfo k_sizes[] = {vertices(100'000),
                                     edges(1'000'000),
                                     k_least,
                                     {"max", "largest edge size, at most n", 8, 0, k_most}};
constexpr ParameterInfo k_power_law[] = {vertices(100'000),
                                         edges(250'000),
                                         {"min", "smallest edge size", 6, 0, k_most},
                                         {"max", "largest edge size, at most n", 6, 0, k_most}};
constexpr ParameterInfo k_ksat[] = {
    {"n", "number of variables", 100'000, 1, k_most},
    {"m", "number of clauses", 426'000, 0, k_most},
    {"k", "literals of each clause, of distinct variables, at most n", 3, 0, k_most}};
constexpr ParameterInfo k_ksat_literal[] = {
    {"n", "number of variables", 100'000, 1, 2'147'483'647},
    {"m", "number of clauses", 426'000, 0, k_most},
    {"k", "literals of each clause, of distinct variables, at most n", 3, 0, k_most}};
constexpr ParameterInfo k_stencil[] = {{"x", "cells along x", 50, 1, k_most},
                                       {"y", "cells along y", 50, 1, k_most},
                                       {"z", "cells along z", 50, 1, k_most}};
constexpr ParameterInfo k_chain[] = {
    edges(100'000),
    {"d", "pins of each edge", 2, 2, k_most},
    {"shuffle", "1: edges and vertices are numbered in random order, 0: along the chain", 0, 0, 1}};
constexpr ParameterInfo k_tight[] = {
    {"d", "size of the heavy edge, and number of light edges that it meets", 5, 1, k_most},
    {"copies", "how many times the example is repeated", 1, 0, k_most},
    {"weight", "weight of a light edge; the heavy edge weighs one more", 1000, 1, 2'147'483'646},
    {"size", "pins of a light edge; 0 stands for d (bad for weight per pin too), 2 is the lemma's",
     0, 0, k_most}};

struct Family {
  FamilyInfo info;
  Generator* make;
};

constexpr Family k_table[] = {
    {{"uniform", "k-uniform random: k distinct pins, every set equally likely", k_uniform},
     detail::generate::uniform},
    {{"sizes", "random with edge sizes uniform in min .. max, every set of pins equally likely",
      k_sizes},
     detail::generate::sizes},
    {{"power_law",
      "random with expected vertex degrees by a power law (exponent 2.2, cap n/100), edge sizes "
      "uniform in min .. max",
      k_power_law},
     detail::generate::power_law},
    {{"ksat_primal", "random k-SAT: a hyperedge a clause, a vertex a variable", k_ksat},
     detail::generate::ksat_primal},
    {{"ksat_dual", "random k-SAT: a hyperedge a variable, a vertex a clause", k_ksat},
     detail::generate::ksat_dual},
    {{"ksat_literal", "random k-SAT: a hyperedge a clause, a vertex a literal", k_ksat_literal},
     detail::generate::ksat_literal},
    {{"stencil7", "row-net of the 7-point stencil: each cell with its 6 neighbours", k_stencil},
     detail::generate::stencil7},
    {{"stencil27", "row-net of the 27-point stencil: each cell with its 26 neighbours", k_stencil},
     detail::generate::stencil27},
    {{"chain", "path of edges that share one vertex, weights m .. 1 along it: one match a round",
      k_chain},
     detail::generate::chain},
    {{"tight",
      "tight example of the 1/d guarantee: d disjoint edges, and a slightly heavier one "
      "that meets all of them",
      k_tight},
     detail::generate::tight},
};

constexpr auto k_infos = [] {
  std::array<FamilyInfo, std::size(k_table)> infos{};
  for (std::size_t i = 0; i < infos.size(); ++i) infos[i] = k_table[i].info;
  return infos;
}();

}  // namespace

std::span<const FamilyInfo> families() {
  return k_infos;
}

Hypergraph hypergraph(const Context& context, const std::string& family,
                      const std::map<std::string, double>& parameters, std::uint64_t seed) {
  std::string names;
  for (const Family& entry : k_table) {
    if (family == entry.info.name) {
      return entry.make(context, Parameters(entry.info, parameters), seed);
    }
    names += (names.empty() ? "" : ", ") + std::string(entry.info.name);
  }
  throw Error(ErrorCode::invalid_option, "no family `" + family + "`; there are: " + names);
}

}  // namespace hypermatch::generate
