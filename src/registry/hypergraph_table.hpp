// SPDX-License-Identifier: MIT
// The algorithms that match hypergraphs, with their functions.
#pragma once

#include <array>

#include "entry.hpp"
#include "hypermatch/device_group_matching.hpp"
#include "hypermatch/device_matching.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/kokkos_matching.hpp"
#include "hypermatch/streaming_matching.hpp"
#include "parameters.hpp"

namespace hypermatch::registry::hypergraphs {

using Row = Entry<HypergraphMatchingProblem>;
using Functions = Solvers<HypergraphMatchingProblem>;

inline constexpr std::string_view k_greedy_guarantee =
    "1/d of the largest weight, and 1/sqrt(n) of it rated by weight per sqrt of pins";
inline constexpr std::string_view k_local_max_reference =
    "Reinstaedtler, Schulz, Sitchinava, Walliser 2026";
inline constexpr std::string_view k_round_work =
    "O(pins) per round, O(log m) rounds expected for random ratings";
inline constexpr std::string_view k_streaming_reference =
    "Reinstaedtler, Ferdous, Pothen, Ucar, Schulz 2025, doi:10.4230/LIPIcs.ESA.2025.79";

template <LocalMaxVariant variant>
LocalMaxOptions local_max_options(const MatchingRequest& request) {
  return options_with<LocalMaxOptions>(
      request.parameters,
      {.order = request.order, .variant = variant, .capacities = request.capacities});
}

template <LocalMaxVariant variant>
HypergraphMatching run_local_max(const Where& where, const HypergraphView& hypergraph,
                                 const MatchingRequest& request) {
  const auto options = local_max_options<variant>(request);
  if (where.kokkos() != nullptr) return local_max(*where.kokkos(), hypergraph, options);
  return where.visit([&](const auto& context) { return local_max(context, hypergraph, options); });
}

inline HypergraphMatching run_local_max_on_several(const Where& where,
                                                   const HypergraphView& hypergraph,
                                                   const MatchingRequest& request) {
  return local_max(*where.group(), hypergraph,
                   local_max_options<LocalMaxVariant::filtered>(request));
}

template <LocalMaxVariant variant>
DeviceMatching local_max_of_resident(const DeviceContext& device,
                                     const DeviceHypergraphView& hypergraph,
                                     const MatchingRequest& request, DeviceWorkspace& workspace) {
  return local_max(device, hypergraph, local_max_options<variant>(request), workspace);
}

inline HypergraphMatching run_greedy(const Where& where, const HypergraphView& hypergraph,
                                     const MatchingRequest& request) {
  return greedy(where.host(), hypergraph,
                {.order = request.order, .capacities = request.capacities});
}

inline HypergraphMatching run_interior_first(const Where& where, const HypergraphView& hypergraph,
                                             const MatchingRequest& request) {
  if (where.place() == Place::device_group) {
    return interior_first(*where.group(), hypergraph, request.order);
  }
  const auto options =
      options_with<InteriorFirstOptions>(request.parameters, {.order = request.order});
  return where.visit(
      [&](const auto& context) { return interior_first(context, hypergraph, options); });
}

template <DualUpdate update>
StreamingMatching run_stack_streaming(const Context& context, EdgeStream& edges,
                                      const MatchingRequest& request) {
  return stack_streaming(context, edges,
                         options_with<StackStreamingOptions>(
                             request.parameters, {.objective = request.order.objective,
                                                  .nonpositive = request.order.nonpositive,
                                                  .update = update}));
}

inline StreamingMatching run_greedy_streaming(const Context& context, EdgeStream& edges,
                                              const MatchingRequest& request) {
  return greedy_streaming(context, edges,
                          options_with<GreedyStreamingOptions>(
                              request.parameters, {.objective = request.order.objective,
                                                   .nonpositive = request.order.nonpositive}));
}

inline HypergraphMatching run_complete(const Where& where, const HypergraphView& hypergraph,
                                       std::span<const EdgeId> edges,
                                       const MatchingRequest& request) {
  return complete(where.host(), hypergraph, edges, request.order);
}

// The greedy matching of the order.
consteval AlgorithmInfo greedy_info(std::string_view name, std::string_view variant,
                                    std::string_view complexity, std::string_view reference,
                                    MemoryBound memory) {
  return {.name = name,
          .variant = variant,
          .guarantee = k_greedy_guarantee,
          .maximal = true,
          .greedy = true,
          .complexity = complexity,
          .reference = reference,
          .memory = memory};
}

/// `device`: offsets, pins and weights are 12 bytes per edge and 4 per pin of it; under capacities.
template <LocalMaxVariant variant>
consteval Functions local_max_everywhere(MemoryBound device) {
  Functions functions{.seq = run_local_max<variant>,
                      .threads = run_local_max<variant>,
                      .cuda = run_local_max<variant>,
                      .device_memory = on_device(device, {.per_vertex = 4}),
                      .resident = local_max_of_resident<variant>,
                      .capacitated = {.seq = run_local_max<variant>,
                                      .threads = run_local_max<variant>,
                                      .cuda = run_local_max<variant>}};
  functions.device_memory.streams = variant == LocalMaxVariant::filtered;
  if (variant != LocalMaxVariant::filtered) {
    functions.kokkos = functions.capacitated.kokkos = run_local_max<variant>;
  }
  return functions;
}

// On a device a 64-bit weight takes 4 bytes more than others, and its code 4.
consteval Row filtered_row() {
  AlgorithmInfo info = greedy_info("local_max", name_of(LocalMaxVariant::filtered),
                                   "O(pins) expected, sort-free batches of falling key",
                                   k_own_filtered, {.per_vertex = 5, .per_edge = 12});
  info.is_default = true;
  Functions functions = local_max_everywhere<LocalMaxVariant::filtered>(
      {.per_vertex = 13, .per_edge = 20, .per_pin = 6, .per_ranked_edge = 8});
  functions.ranks = ranks_matching;
  functions.cuda_group = run_local_max_on_several;
  // Batches take what there is, if that is less.
  functions.group_memory = {
      .shared = on_device({.per_vertex = 8, .per_edge = 19, .per_pin = 4}, {}).on_device,
      .each = {.per_vertex = 54}};
  return solver<HypergraphMatchingProblem>(info, functions);
}

inline constexpr MemoryBound k_round_memory = {
    .per_vertex = 14, .per_edge = 1, .per_pin = 15, .per_ranked_edge = 9};

consteval Row rounds_row(std::string_view variant, std::string_view complexity, Functions functions,
                         MemoryBound memory = k_round_memory) {
  AlgorithmInfo info = greedy_info("local_max", variant, complexity, k_local_max_reference, memory);
  info.parameters = k_parameters_of<LocalMaxOptions>;
  return solver<HypergraphMatchingProblem>(info, functions);
}

consteval Row external_row(ExternalMethod method, std::string_view complexity) {
  return external<HypergraphMatchingProblem>(
      greedy_info("local_max", "", complexity,
                  method == ExternalMethod::passes ? k_own_passes : k_local_max_reference, {}),
      method);
}

consteval Row streaming_row(std::string_view name, std::string_view variant,
                            std::string_view guarantee, std::string_view complexity,
                            std::span<const Parameter> parameters, MemoryBound memory,
                            HypergraphMatchingProblem::StreamFunction* function,
                            std::string_view advice = {}) {
  return stream<HypergraphMatchingProblem>({.name = name,
                                            .variant = variant,
                                            .guarantee = guarantee,
                                            .complexity = complexity,
                                            .reference = k_streaming_reference,
                                            .advice = advice,
                                            .parameters = parameters,
                                            .memory = memory},
                                           function);
}

// The host has a copy of the instance in parts.
consteval Row interior_first_row() {
  Functions functions{.seq = run_interior_first,
                      .threads = run_interior_first,
                      .cuda = run_interior_first,
                      .cuda_group = run_interior_first};
  functions.device_memory =
      on_device({.per_vertex = 13, .per_edge = 20, .per_pin = 6, .per_ranked_edge = 8},
                {.per_vertex = 5, .per_edge = 24, .per_pin = 4, .per_ranked_edge = 8});
  functions.device_memory.streams = true;
  functions.group_memory = {.shared = functions.device_memory.on_device, .each = {.per_vertex = 1}};
  return solver<HypergraphMatchingProblem>(
      {.name = "interior_first",
       .guarantee = "1/d of the most edges",
       .maximal = true,
       .complexity = "O(pins) expected",
       .reference = k_local_max_reference,
       .parameters = k_parameters_of<InteriorFirstOptions>,
       .memory = {.per_vertex = 5, .per_edge = 36, .per_pin = 5, .per_ranked_edge = 4}},
      functions);
}

inline constexpr std::array k_table = {
    filtered_row(),
    rounds_row(name_of(LocalMaxVariant::sequential), k_round_work,
               {.seq = run_local_max<LocalMaxVariant::sequential>,
                .capacitated = {.seq = run_local_max<LocalMaxVariant::sequential>}}),
    rounds_row(name_of(LocalMaxVariant::crcw), k_round_work,
               local_max_everywhere<LocalMaxVariant::crcw>(
                   {.per_vertex = 32, .per_edge = 35, .per_pin = 25, .per_ranked_edge = 53})),
    rounds_row(name_of(LocalMaxVariant::crew), k_round_work,
               local_max_everywhere<LocalMaxVariant::crew>(
                   {.per_vertex = 21, .per_edge = 31, .per_pin = 25, .per_ranked_edge = 53})),
    rounds_row(name_of(LocalMaxVariant::work_optimal),
               "O(pins) expected for random ratings, O(log m) rounds",
               local_max_everywhere<LocalMaxVariant::work_optimal>(
                   {.per_vertex = 72, .per_edge = 75, .per_pin = 25, .per_ranked_edge = 10}),
               {.per_vertex = 25, .per_edge = 26, .per_pin = 13}),
    external_row(ExternalMethod::passes, k_passes_work),
    external_row(ExternalMethod::sort, k_sorts_work),
    solver<HypergraphMatchingProblem>(
        greedy_info("greedy", "", "O(m log m + pins)",
                    "Korte, Hausmann 1978, doi:10.1016/S0167-5060(08)70322-4",
                    {.per_vertex = 1, .per_edge = 12, .per_ranked_edge = 28}),
        {.seq = run_greedy, .capacitated = {.seq = run_greedy}}),
    interior_first_row(),
    streaming_row("stack_streaming", name_of(DualUpdate::lenient),
                  "1/(d (1 + epsilon)) of the largest weight",
                  "O(pins), 16 bytes per vertex and a longer stack",
                  k_parameters_of<StackStreamingOptions>, {.per_vertex = 24, .per_edge = 14},
                  run_stack_streaming<DualUpdate::lenient>),
    streaming_row(
        "stack_streaming", name_of(DualUpdate::full), "1/(d (1 + epsilon)) of the largest weight",
        "O(pins), 16 bytes per vertex and the stack", k_parameters_of<StackStreamingOptions>,
        {.per_vertex = 24, .per_edge = 8}, run_stack_streaming<DualUpdate::full>,
        "--variant lenient finds more, with a longer stack"),
    streaming_row("greedy_streaming", "",
                  "1/(2d - 1 + 2 sqrt(d (d - 1))) of the largest weight at best",
                  "O(pins log d), 16 bytes per vertex and 12 per matched edge",
                  k_parameters_of<GreedyStreamingOptions>, {.per_vertex = 22}, run_greedy_streaming,
                  "--algorithm stack_streaming finds more, in memory for its stack"),
    pass<HypergraphMatchingProblem>(
        {.name = "complete",
         .guarantee = "no less than the matching it started from",
         .maximal = true,
         .complexity = "O(m log m + pins)",
         .reference = "sorted greedy over the edges that are left",
         .memory = {.per_vertex = 1, .per_edge = 12, .per_ranked_edge = 28}},
        run_complete),
};

}  // namespace hypermatch::registry::hypergraphs
