// SPDX-License-Identifier: MIT
// The functions that match graphs, as the rows of the table call them.
#pragma once

#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>

#include "entry.hpp"
#include "hypermatch/b_matching.hpp"
#include "hypermatch/device_b_matching.hpp"
#include "hypermatch/device_edge_list.hpp"
#include "hypermatch/device_graph_matching.hpp"
#include "hypermatch/device_group_matching.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/exact_matching.hpp"
#include "hypermatch/graph_matching.hpp"
#include "hypermatch/kokkos_matching.hpp"
#include "parameters.hpp"

namespace hypermatch::registry::graphs {

using Row = Entry<GraphMatchingProblem>;
using Functions = Solvers<GraphMatchingProblem>;

template <RankMethod method>
RankMatching run_on_ranks(const Context& context, Communicator& ranks, EdgePart part,
                          const OrderOptions& order) {
  return ranks_graph_matching(context, ranks, std::move(part), order, method);
}

/// Whether a device may have room to make rows of a list. Sorting the arcs, the list and the rows
/// take 76 bytes per edge with weights of 64 bits, 68 with 32.
inline bool makes_rows_on_device(const DeviceContext& device, GraphForms& graph) {
  const auto* const list = std::get_if<EdgeListView>(&graph.graph().form());
  if (list == nullptr || graph.has_made_rows()) return false;
  const std::uint64_t needed =
      std::uint64_t{96} * list->edges.size() + std::uint64_t{16} * list->num_vertices;
  constexpr std::uint64_t k_surely_there = std::uint64_t{64} << 20;
  return needed <= k_surely_there || needed <= device.device_bytes_allowed();
}

/// call(device, form) with the list where the device makes rows of it, else with rows.
template <class Call>
auto call_on_device(const DeviceContext& device, GraphForms& graph, const Call& call) {
  if (makes_rows_on_device(device, graph)) {
    try {
      return call(device, graph.edges());
    } catch (const Error& error) {
      // Others may hold memory of the device: rows alone take less.
      if (error.code() != ErrorCode::resources) throw;
    }
  }
  return call(device, graph.rows());
}

/// The options of a call: those of an algorithm that takes the order alone, or its own with the
/// parameters that the request asks for.
template <class Options>
Options options_of(const GraphCall& call, Options options = {}) {
  if constexpr (std::is_same_v<Options, GraphOrder>) {
    return call.order;
  } else {
    options.order = call.order;
    return options_with(call.request.parameters, options);
  }
}

template <GraphLocalMaxVariant variant>
GraphMatching run_local_max(const Where& where, GraphForms& graph, const GraphCall& call) {
  const auto options = options_of<GraphLocalMaxOptions>(call, {.variant = variant});
  if (where.kokkos() != nullptr) return local_max(*where.kokkos(), graph.edges(), options);
  if (where.place() == Place::device) {
    return call_on_device(*where.device(), graph, [&](const auto& device, const auto& form) {
      return local_max(device, form, options);
    });
  }
  if (where.place() == Place::device_group) {
    return local_max(*where.group(), graph.rows(), options);
  }
  // Either form as it is, but for the variants that rows make a list for.
  if (variant == GraphLocalMaxVariant::filtered && graph.graph().has_rows()) {
    return local_max(where.host(), graph.rows(), options);
  }
  return local_max(where.host(), graph.edges(), options);
}

inline GraphMatching run_interior_first(const Where& where, GraphForms& graph,
                                        const GraphCall& call) {
  if (where.place() == Place::device_group) {
    return interior_first(*where.group(), graph.edges(), call.order);
  }
  const auto options = options_of<GraphInteriorFirstOptions>(call);
  return where.visit(
      [&](const auto& context) { return interior_first(context, graph.edges(), options); });
}

template <GraphLocalMaxVariant variant>
DeviceGraphMatching local_max_of_resident(const DeviceContext& device, const DeviceGraphView& graph,
                                          const GraphCall& call, DeviceWorkspace& workspace) {
  return local_max(device, graph, options_of<GraphLocalMaxOptions>(call, {.variant = variant}),
                   workspace);
}

/// Memory of algorithms on rows. The peak is the conversion of a list of edges to rows.
inline constexpr MemoryBound k_rows_memory = {.per_vertex = 10, .per_edge = 48};

/// Devices work on rows: offsets, neighbours and weights are 8 bytes per vertex and 16 per edge of
/// these bounds. Ranks of 64-bit weights are made by a radix sort of all arcs.
constexpr DeviceMemoryBound rows_on_device(std::uint32_t per_vertex, std::uint32_t per_edge,
                                           std::uint32_t per_ranked_edge = 113) {
  return on_device(
      {.per_vertex = per_vertex, .per_edge = per_edge, .per_ranked_edge = per_ranked_edge},
      k_rows_memory);
}
/// Codes instead of ranks: a word per arc.
inline constexpr std::uint32_t k_coded_edge = 18;

template <GraphLocalMaxVariant variant>
consteval Functions local_max_everywhere(DeviceMemoryBound device) {
  constexpr bool k_is_in_rounds = variant != GraphLocalMaxVariant::filtered;
  return {.seq = run_local_max<variant>,
          .threads = run_local_max<variant>,
          .cuda = run_local_max<variant>,
          .device_memory = device,
          .kokkos = k_is_in_rounds ? run_local_max<variant> : nullptr,
          .resident = local_max_of_resident<variant>};
}

// Algorithms on a list of edges.

/// `run`: greedy, sorted_greedy or gpa.
template <class Options, GraphMatching (*run)(const Context&, const EdgeListView&, const Options&)>
GraphMatching run_on_edges(const Where& where, GraphForms& graph, const GraphCall& call) {
  return run(where.host(), graph.edges(), options_of<Options>(call));
}

inline Partners run_b_greedy(const Where& where, GraphForms& graph, const GraphCall& call) {
  return greedy(where.host(), graph.edges(), call.request.capacities, call.order);
}

inline Partners run_b_local_max(const Where& where, GraphForms& graph, const GraphCall& call) {
  const Capacities& capacities = call.request.capacities;
  if (where.place() == Place::device) {
    return call_on_device(*where.device(), graph, [&](const auto& device, const auto& form) {
      return local_max(device, form, capacities, call.order);
    });
  }
  if (graph.graph().has_rows()) {
    return local_max(where.host(), graph.rows(), capacities, call.order);
  }
  return local_max(where.host(), graph.edges(), capacities, call.order);
}

/// `run`: local_max or b_suitor. Capacities of their own are copied to the device.
template <DevicePartners (*run)(const DeviceContext&, const DeviceGraphView&,
                                const DeviceCapacities&, const GraphOrder&, DeviceWorkspace&)>
DevicePartners b_match_resident(const DeviceContext& device, const DeviceGraphView& graph,
                                const GraphCall& call, DeviceWorkspace& workspace) {
  const Capacities& capacities = call.request.capacities;
  const auto each = upload(device, capacities.each);
  return run(device, graph, {.common = capacities.common, .each = each.view()}, call.order,
             workspace);
}

inline Partners run_b_locally_dominant(const Where& where, GraphForms& graph,
                                       const GraphCall& call) {
  return locally_dominant(where.host(), graph.rows(), call.request.capacities, call.order);
}

template <BSuitorVariant variant>
Partners run_b_suitor(const Where& where, GraphForms& graph, const GraphCall& call) {
  if (where.place() == Place::device) {
    return call_on_device(*where.device(), graph, [&](const auto& device, const auto& form) {
      return b_suitor(device, form, call.request.capacities, call.order);
    });
  }
  if (where.place() == Place::device_group) {
    return b_suitor(*where.group(), graph.rows(), call.request.capacities, call.order);
  }
  return b_suitor(where.host(), graph.rows(), call.request.capacities,
                  {.order = call.order, .variant = variant});
}

/// Runs b-Suitor with capacity 1 and converts partners to mates.
template <BSuitorVariant variant>
GraphMatching run_b_suitor_with_ones(const Where& where, GraphForms& graph, const GraphCall& call) {
  Partners matching = run_b_suitor<variant>(where, graph, call);
  GraphMatching result;
  const VertexId n = graph.graph().num_vertices();
  result.mates.assign(n, k_none);
  for (VertexId v = 0; v < n; ++v) {
    const auto partners = matching.partners_of(v);
    if (!partners.empty()) result.mates[v] = partners.front();
  }
  result.stats = std::move(matching.stats);
  return result;
}

inline GraphMatching run_complete(const Where& where, GraphForms& graph,
                                  std::span<const VertexId> mates, const GraphCall& call) {
  return complete(where.host(), graph.edges(), mates, call.order);
}

// Algorithms on rows.

/// `run`: random_greedy or path_growing.
template <class Options, GraphMatching (*run)(const Context&, const GraphView&, const Options&)>
GraphMatching run_on_rows(const Where& where, GraphForms& graph, const GraphCall& call) {
  return run(where.host(), graph.rows(), options_of<Options>(call));
}

inline GraphMatching run_locally_dominant(const Where& where, GraphForms& graph,
                                          const GraphCall& call) {
  const auto run = [&](const auto& context, const auto& form) {
    return locally_dominant(context, form, call.order);
  };
  if (where.kokkos() != nullptr) return run(*where.kokkos(), graph.rows());
  return where.place() == Place::device ? call_on_device(*where.device(), graph, run)
                                        : run(where.host(), graph.rows());
}

inline GraphMatching run_sorted_locally_dominant(const Where& where, GraphForms& graph,
                                                 const GraphCall& call) {
  return locally_dominant(where.host(), graph.rows(), call.order, DominantVariant::sorted);
}

inline DeviceGraphMatching locally_dominant_of_resident(const DeviceContext& device,
                                                        const DeviceGraphView& graph,
                                                        const GraphCall& call,
                                                        DeviceWorkspace& workspace) {
  return locally_dominant(device, graph, call.order, workspace);
}

template <SuitorVariant variant>
GraphMatching run_suitor(const Where& where, GraphForms& graph, const GraphCall& call) {
  return suitor(where.host(), graph.rows(), {.order = call.order, .variant = variant});
}

template <DeviceSuitorVariant variant, DeviceSuitorExchange exchange>
GraphMatching run_suitor_on_device(const Where& where, GraphForms& graph, const GraphCall& call) {
  const auto options = options_with<DeviceSuitorOptions>(
      call.request.parameters, {.order = call.order, .variant = variant, .exchange = exchange});
  return call_on_device(*where.device(), graph, [&](const auto& device, const auto& form) {
    return suitor(device, form, options);
  });
}

template <DeviceSuitorVariant variant, DeviceSuitorExchange exchange>
DeviceGraphMatching suitor_of_resident(const DeviceContext& device, const DeviceGraphView& graph,
                                       const GraphCall& call, DeviceWorkspace& workspace) {
  return suitor(
      device, graph,
      options_with<DeviceSuitorOptions>(
          call.request.parameters, {.order = call.order, .variant = variant, .exchange = exchange}),
      workspace);
}

template <RedBlueVariant variant>
DeviceGraphMatching red_blue_of_resident(const DeviceContext& device, const DeviceGraphView& graph,
                                         const GraphCall& call, DeviceWorkspace& workspace) {
  return red_blue(device, graph, options_of<RedBlueOptions>(call, {.variant = variant}), workspace);
}

template <RedBlueVariant variant>
GraphMatching run_red_blue(const Where& where, GraphForms& graph, const GraphCall& call) {
  const auto options = options_of<RedBlueOptions>(call, {.variant = variant});
  const auto run = [&](const auto& context, const auto& form) {
    return red_blue(context, form, options);
  };
  if (where.kokkos() != nullptr) return run(*where.kokkos(), graph.rows());
  return where.place() == Place::device ? call_on_device(*where.device(), graph, run)
                                        : run(where.host(), graph.rows());
}

template <VisitOrder visit>
GraphMatching run_hem(const Where& where, GraphForms& graph, const GraphCall& call) {
  return hem(where.host(), graph.rows(), {.order = call.order, .visit = visit});
}

inline GraphMatching run_exact(const Where& where, GraphForms& graph, const GraphCall& call) {
  GraphMatching matching = exact(where.host(), graph.edges(), options_of<ExactOptions>(call));
  // A dual of ratings says nothing about the weights.
  if (call.request.edge_rating != EdgeRating::weight) matching.dual = {};
  return matching;
}

template <KarpSipserVariant variant>
GraphMatching run_karp_sipser(const Where& where, GraphForms& graph, const GraphCall& call) {
  return karp_sipser(where.host(), graph.edges(), {.order = call.order, .variant = variant});
}

}  // namespace hypermatch::registry::graphs
