// SPDX-License-Identifier: MIT
// The algorithms that find communities, with their functions.
#pragma once

#include <array>

#include "entry.hpp"
#include "find.hpp"
#include "hypermatch/clustering.hpp"
#include "hypermatch/device_clustering.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/registry_clustering.hpp"
#include "parameters.hpp"

namespace hypermatch::registry::clustering {

using Row = Entry<ClusteringProblem>;
using Function = ClusteringProblem::Function;
using Functions = Solvers<ClusteringProblem>;

/// Sets the options that all algorithms have.
template <class Options>
Options options_of(const ClusteringRequest& request) {
  auto options = options_with<Options>(request.parameters);
  options.quality = request.quality;
  options.loop_weights = request.loop_weights;
  options.initial = request.initial;
  if constexpr (requires { options.keep_hierarchy; }) {
    options.keep_hierarchy = request.keep_hierarchy;
  }
  if constexpr (requires { options.constraints; }) {
    options.constraints = request.constraints;
  } else if (request.constraints.any()) {
    throw Error(ErrorCode::unsupported,
                full_name(find(request)) +
                    " takes no constraints of communities; leiden and louvain (sub_rounds) do");
  }
  if constexpr (requires { options.threshold_schedule; }) {
    options.threshold_schedule = request.threshold_schedule;
  } else if (!request.threshold_schedule.empty()) {
    throw Error(ErrorCode::unsupported,
                full_name(find(request)) + " takes no schedule of thresholds; louvain does");
  }
  return options;
}

template <LouvainVariant variant>
Clustering run_louvain(const Where& where, const GraphView& graph,
                       const ClusteringRequest& request) {
  auto options = options_of<LouvainOptions>(request);
  options.variant = variant;
  if (where.place() == Place::device) return louvain(*where.device(), graph, options);
  return louvain(where.host(), graph, options);
}

inline Clustering run_leiden(const Where& where, const GraphView& graph,
                             const ClusteringRequest& request) {
  const auto options = options_of<LeidenOptions>(request);
  if (where.place() == Place::device) return leiden(*where.device(), graph, options);
  return leiden(where.host(), graph, options);
}

inline Clustering run_label_propagation(const Where& where, const GraphView& graph,
                                        const ClusteringRequest& request) {
  const auto options = options_of<LabelPropagationOptions>(request);
  if (where.place() == Place::device) return label_propagation(*where.device(), graph, options);
  return label_propagation(where.host(), graph, options);
}

inline Clustering run_agglomerate(const Where& where, const GraphView& graph,
                                  const ClusteringRequest& request) {
  const auto options = options_of<AgglomerationOptions>(request);
  if (where.place() == Place::device) return agglomerate(*where.device(), graph, options);
  return agglomerate(where.host(), graph, options);
}

/// `run`: louvain, leiden, label_propagation or agglomerate, of a graph in device memory.
template <class Options, DeviceClustering (*run)(const DeviceContext&, const DeviceGraphView&,
                                                 const Options&, DeviceWorkspace&)>
DeviceClustering run_resident(const DeviceContext& device, const DeviceGraphView& graph,
                              const ClusteringRequest& request, DeviceWorkspace& workspace) {
  return run(device, graph, options_of<Options>(request), workspace);
}
template <LouvainVariant variant>
DeviceClustering louvain_of_resident(const DeviceContext& device, const DeviceGraphView& graph,
                                     const ClusteringRequest& request, DeviceWorkspace& workspace) {
  auto options = options_of<LouvainOptions>(request);
  options.variant = variant;
  return louvain(device, graph, options, workspace);
}

/// Parameters with the limit of levels that algorithms have which limit them by default.
template <std::size_t size>
consteval std::array<Parameter, size> with_limited_levels(std::array<Parameter, size> parameters) {
  for (Parameter& each : parameters) {
    if (each.name == "max_levels") {
      each.fallback = [] { return ParameterValue{std::uint64_t{100}}; };
    }
  }
  return parameters;
}

inline constexpr std::array k_sub_rounds_parameters = with_limited_levels(
    parameters_named<LouvainOptions>({"seed", "threshold", "max_sweeps", "max_levels", "runs"}));
inline constexpr std::array k_sequential_parameters = parameters_named<LouvainOptions>(
    {"threshold_small", "threshold_large", "max_sweeps", "max_levels"});
inline constexpr std::array k_bucket_parameters = parameters_named<LouvainOptions>(
    {"threshold_small", "threshold_large", "max_sweeps", "max_levels", "losing_sweep"});
inline constexpr std::array k_leiden_parameters =
    with_limited_levels(k_parameter_array_of<LeidenOptions>);
inline constexpr std::array k_matching_parameters =
    with_limited_levels(k_parameter_array_of<AgglomerationOptions>);

inline constexpr std::string_view k_louvain =
    "Blondel, Guillaume, Lambiotte, Lefebvre 2008, doi:10.1088/1742-5468/2008/10/P10008";
inline constexpr std::string_view k_work = "O(n + m) per level, levels shrink in practice";

/// The peak on graphs whose first level hardly shrinks; meshes take a quarter of it. Memory that
/// several steps use is kept between them.
inline constexpr MemoryBound k_memory = {.per_vertex = 256, .per_edge = 66};

/// Without contracted graphs.
inline constexpr MemoryBound k_propagation_memory = {.per_vertex = 64, .per_edge = 20};

/// The graph, vertices' words, two arrays of arcs of the contracted graphs, and a table for long
/// rows of an eighth of the arcs. Of the host: pinned buffers and the answer.
inline constexpr DeviceMemoryBound k_device_memory =
    on_device({.per_vertex = 64, .per_edge = 60}, {.per_vertex = 8, .per_edge = 0});

/// `k_device_memory` with a larger table for the longest row.
inline constexpr DeviceMemoryBound k_bucket_device_memory =
    on_device({.per_vertex = 64, .per_edge = 72}, {.per_vertex = 8, .per_edge = 0});

/// `k_device_memory` with space for sorts.
inline constexpr DeviceMemoryBound k_matching_device_memory =
    on_device({.per_vertex = 84, .per_edge = 60}, {.per_vertex = 8, .per_edge = 0});

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
         .parameters = k_leiden_parameters,
         .memory = k_memory},
        {.seq = run_leiden,
         .threads = run_leiden,
         .cuda = run_leiden,
         .device_memory = k_device_memory,
         .resident = run_resident<LeidenOptions, leiden>}),
    row({.name = "louvain",
         .variant = "sub_rounds",
         .guarantee = "none",
         .complexity = k_work,
         .reference = k_louvain,
         .parameters = k_sub_rounds_parameters,
         .memory = k_memory},
        {.seq = run_louvain<LouvainVariant::sub_rounds>,
         .threads = run_louvain<LouvainVariant::sub_rounds>,
         .cuda = run_louvain<LouvainVariant::sub_rounds>,
         .device_memory = k_device_memory,
         .resident = louvain_of_resident<LouvainVariant::sub_rounds>}),
    row({.name = "louvain",
         .variant = "buckets",
         .guarantee = "none",
         .complexity = k_work,
         .reference = "Naim 2017, thesis, Paper III",
         .parameters = k_bucket_parameters,
         .memory = k_memory},
        {.seq = run_louvain<LouvainVariant::buckets>,
         .threads = run_louvain<LouvainVariant::buckets>,
         .cuda = run_louvain<LouvainVariant::buckets>,
         .device_memory = k_bucket_device_memory,
         .resident = louvain_of_resident<LouvainVariant::buckets>}),
    row({.name = "louvain",
         .variant = "relaxed_buckets",
         .guarantee = "none",
         .complexity = k_work,
         .reference = "Naim 2017, thesis, Paper III",
         .parameters = k_bucket_parameters,
         .memory = k_memory},
        {.seq = run_louvain<LouvainVariant::relaxed_buckets>,
         .threads = run_louvain<LouvainVariant::relaxed_buckets>,
         .cuda = run_louvain<LouvainVariant::relaxed_buckets>,
         .device_memory = k_bucket_device_memory,
         .resident = louvain_of_resident<LouvainVariant::relaxed_buckets>}),
    row({.name = "louvain",
         .variant = "sequential",
         .guarantee = "none",
         .complexity = "O(n + m) per sweep",
         .reference = k_louvain,
         .parameters = k_sequential_parameters,
         .memory = k_memory},
        {.seq = run_louvain<LouvainVariant::sequential>}),
    row({.name = "matching",
         .guarantee = "none",
         .complexity = "expected O(n + m) per level",
         .reference = "Fagginger Auer, Bisseling 2012, Graph coarsening and clustering on the GPU",
         .parameters = k_matching_parameters,
         .memory = k_memory},
        {.seq = run_agglomerate,
         .threads = run_agglomerate,
         .cuda = run_agglomerate,
         .device_memory = k_matching_device_memory,
         .resident = run_resident<AgglomerationOptions, agglomerate>}),
    row({.name = "label_propagation",
         .guarantee = "none",
         .complexity = "O(n + m) per sweep",
         .reference = "Raghavan, Albert, Kumara 2007, doi:10.1103/PhysRevE.76.036106",
         .parameters = k_parameters_of<LabelPropagationOptions>,
         .memory = k_propagation_memory},
        {.seq = run_label_propagation,
         .threads = run_label_propagation,
         .cuda = run_label_propagation,
         .device_memory = k_device_memory,
         .resident = run_resident<LabelPropagationOptions, label_propagation>}),
};

}  // namespace hypermatch::registry::clustering
