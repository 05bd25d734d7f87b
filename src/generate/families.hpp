// SPDX-License-Identifier: MIT
// The families, one function each; families.cpp describes their parameters.
#pragma once

#include "generate/parameters.hpp"
#include "hypermatch/bipartite.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/hypergraph.hpp"

namespace hypermatch::detail::generate {

template <class Instance>
using GeneratorOf = Instance(const Context&, const Parameters&, std::uint64_t seed);
using Generator = GeneratorOf<Hypergraph>;
using GraphGenerator = GeneratorOf<EdgeList>;
using BipartiteGenerator = GeneratorOf<Bipartite>;
/// The planted communities of a family's instance: the community of each vertex.
using PlantedCommunities = GeneratorOf<Array<VertexId>>;

Generator uniform, sizes, power_law;             // random_families.cpp
Generator ksat_primal, ksat_dual, ksat_literal;  // ksat.cpp
Generator stencil7, stencil27;                   // stencils.cpp
Generator chain, tight;                          // adversarial.cpp

GraphGenerator delaunay, rgg;                           // geometric_graphs.cpp
GraphGenerator random_graph, rmat;                      // random_graphs.cpp
GraphGenerator grid, grid27, nlpkkt, road;              // grid_graphs.cpp
GraphGenerator path, star, star_of_stars, caterpillar;  // tree_graphs.cpp
GraphGenerator planted_partition, block_model;          // block_graphs.cpp
GraphGenerator lfr;                                     // lfr.cpp
PlantedCommunities equal_blocks;                        // block_graphs.cpp
PlantedCommunities lfr_communities;                     // lfr.cpp

// bipartite_families.cpp
BipartiteGenerator random_bipartite, complete_bipartite, layered, chain_bipartite;

}  // namespace hypermatch::detail::generate
