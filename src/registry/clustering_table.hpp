// SPDX-License-Identifier: MIT
// The algorithms that find communities, with their functions.
#pragma once

#include <array>

#include "entry.hpp"
#include "hypermatch/clustering.hpp"
#include "parameters.hpp"

namespace hypermatch::registry::clustering {

using Row = Entry<ClusteringProblem>;
using Function = ClusteringProblem::Function;
using Functions = Solvers<ClusteringProblem>;

/// What all options have.
template <class Options>
Options options_of(const ClusteringRequest& request) {
  auto options = options_with<Options>(request.parameters);
  options.quality = request.quality;
  options.loop_weights = request.loop_weights;
  options.initial = request.initial;
  options.keep_hierarchy = request.keep_hierarchy;
  options.constraints = request.constraints;
  return options;
}

template <LouvainVariant variant>
Clustering run_louvain(const Where& where, const GraphView& graph,
                       const ClusteringRequest& request) {
  auto options = options_of<LouvainOptions>(request);
  options.variant = variant;
  return louvain(where.host(), graph, options);
}

inline Clustering run_leiden(const Where& where, const GraphView& graph,
                             const ClusteringRequest& request) {
  return leiden(where.host(), graph, options_of<LeidenOptions>(request));
}

inline constexpr std::array k_sub_rounds_parameters =
    parameters_named<LouvainOptions>({"seed", "threshold", "max_sweeps", "max_levels"});
inline constexpr std::array k_sequential_parameters = parameters_named<LouvainOptions>(
    {"threshold_small", "threshold_large", "max_sweeps", "max_levels"});

inline constexpr std::string_view k_louvain =
    "Blondel, Guillaume, Lambiotte, Lefebvre 2008, doi:10.1088/1742-5468/2008/10/P10008";
inline constexpr std::string_view k_work = "O(n + m) per level, levels shrink in practice";

/// Where the first level hardly shrinks; meshes take a quarter of it.
inline constexpr MemoryBound k_memory = {.per_vertex = 64, .per_edge = 66};

consteval Row row(AlgorithmInfo info, Functions functions) {
  info.determinism = Determinism::any_backend;
  return solver<ClusteringProblem>(info, functions);
}

inline constexpr std::array k_table = {
    row({.name = "leiden",
         .is_default = true,
         .guarantee = "connected communities",
         .connected = true,
         .complexity = k_work,
         .reference = "Traag, Waltman, van Eck 2019, doi:10.1038/s41598-019-41695-z",
         .parameters = k_parameters_of<LeidenOptions>,
         .memory = k_memory},
        {.seq = run_leiden, .threads = run_leiden}),
    row({.name = "louvain",
         .variant = "sub_rounds",
         .guarantee = "none",
         .complexity = k_work,
         .reference = k_louvain,
         .parameters = k_sub_rounds_parameters,
         .memory = k_memory},
        {.seq = run_louvain<LouvainVariant::sub_rounds>,
         .threads = run_louvain<LouvainVariant::sub_rounds>}),
    row({.name = "louvain",
         .variant = "sequential",
         .guarantee = "none",
         .complexity = "O(n + m) per sweep",
         .reference = k_louvain,
         .parameters = k_sequential_parameters,
         .memory = k_memory},
        {.seq = run_louvain<LouvainVariant::sequential>}),
};

}  // namespace hypermatch::registry::clustering
