// SPDX-License-Identifier: MIT
// The algorithms that match graphs, with their functions.
#pragma once

#include <array>

#include "entry.hpp"
#include "hypermatch/b_matching.hpp"
#include "hypermatch/device_b_matching.hpp"
#include "hypermatch/device_edge_list.hpp"
#include "hypermatch/device_graph_matching.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/graph_matching.hpp"
#include "parameters.hpp"

namespace hypermatch::registry::graphs {

using Row = Entry<GraphMatchingProblem>;
using Functions = Solvers<GraphMatchingProblem>;

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

template <GraphLocalMaxVariant variant>
GraphMatching run_local_max(const Where& where, GraphForms& graph, const GraphCall& call) {
  const GraphLocalMaxOptions options{.order = call.order, .variant = variant};
  if (where.place() == Place::device) {
    return call_on_device(*where.device(), graph, [&](const auto& device, const auto& form) {
      return local_max(device, form, options);
    });
  }
  // Either form as it is, but for the variants that rows make a list for.
  if (variant == GraphLocalMaxVariant::filtered && graph.graph().has_rows()) {
    return local_max(where.host(), graph.rows(), options);
  }
  return local_max(where.host(), graph.edges(), options);
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
  return {.seq = run_local_max<variant>,
          .threads = run_local_max<variant>,
          .cuda = run_local_max<variant>,
          .device_memory = device};
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
  return where.place() == Place::device ? call_on_device(*where.device(), graph, run)
                                        : run(where.host(), graph.rows());
}

template <SuitorVariant variant>
GraphMatching run_suitor(const Where& where, GraphForms& graph, const GraphCall& call) {
  return suitor(where.host(), graph.rows(), {.order = call.order, .variant = variant});
}

template <DeviceSuitorVariant variant, DeviceSuitorExchange exchange>
GraphMatching run_suitor_on_device(const Where& where, GraphForms& graph, const GraphCall& call) {
  const DeviceSuitorOptions options{.order = call.order, .variant = variant, .exchange = exchange};
  return call_on_device(*where.device(), graph, [&](const auto& device, const auto& form) {
    return suitor(device, form, options);
  });
}

template <RedBlueVariant variant>
GraphMatching run_red_blue(const Where& where, GraphForms& graph, const GraphCall& call) {
  const auto options = options_of<RedBlueOptions>(call, {.variant = variant});
  const auto run = [&](const auto& context, const auto& form) {
    return red_blue(context, form, options);
  };
  return where.place() == Place::device ? call_on_device(*where.device(), graph, run)
                                        : run(where.host(), graph.rows());
}

template <VisitOrder visit>
GraphMatching run_hem(const Where& where, GraphForms& graph, const GraphCall& call) {
  return hem(where.host(), graph.rows(), {.order = call.order, .visit = visit});
}

// Rows of the table.

/// Two words per vertex beside the mates where weights have 64 bits, three if threads share them.
inline constexpr MemoryBound k_suitor_memory = {.per_vertex = 36, .per_edge = 48};
inline constexpr MemoryBound k_b_suitor_memory = {
    .per_vertex = 100, .per_edge = 48, .per_ranked_edge = 36};
inline constexpr MemoryBound k_round_memory = {
    .per_vertex = 14, .per_edge = 24, .per_ranked_edge = 18};

/// The greedy matching of the order.
consteval Row greedy_row(std::string_view name, std::string_view variant,
                         std::string_view complexity, std::string_view reference,
                         MemoryBound memory, Functions functions, bool is_default = false) {
  return solver<GraphMatchingProblem>({.name = name,
                                       .variant = variant,
                                       .is_default = is_default,
                                       .guarantee = "1/2 of the largest weight",
                                       .maximal = true,
                                       .greedy = true,
                                       .complexity = complexity,
                                       .reference = reference,
                                       .memory = memory},
                                      functions);
}

/// Any maximal matching; the same bytes everywhere.
consteval Row maximal_row(std::string_view name, std::string_view variant,
                          std::string_view complexity, std::string_view reference,
                          Functions functions, MemoryBound memory = k_rows_memory,
                          std::span<const Parameter> parameters = {}) {
  return solver<GraphMatchingProblem>({.name = name,
                                       .variant = variant,
                                       .guarantee = "1/2 of the largest cardinality",
                                       .maximal = true,
                                       .complexity = complexity,
                                       .reference = reference,
                                       .parameters = parameters,
                                       .memory = memory},
                                      functions);
}

/// At least half of the largest weight; need not be maximal.
consteval Row heavy_row(std::string_view name, std::string_view complexity,
                        std::string_view reference, MemoryBound memory, Functions functions) {
  return solver<GraphMatchingProblem>({.name = name,
                                       .guarantee = "1/2 of the largest weight",
                                       .complexity = complexity,
                                       .reference = reference,
                                       .memory = memory},
                                      functions);
}

inline constexpr std::string_view k_suitor_work =
    "O(m) expected for random weights, O(m degree) at most";
inline constexpr std::string_view k_b_suitor_work =
    "O(m log(1 + capacity)) expected for random weights, 1 + degree / capacity times it at most";

/// A variant of Suitor.
consteval Row suitor_row(std::string_view variant, Functions functions,
                         std::string_view complexity = k_suitor_work) {
  return greedy_row("suitor", variant, complexity,
                    "Manne, Halappanavar 2014, doi:10.1109/IPDPS.2014.62", k_suitor_memory,
                    functions);
}

/// A variant of Suitor that devices alone have.
template <DeviceSuitorVariant variant>
consteval Row device_suitor_row() {
  return greedy_row("suitor", name_of(variant), k_suitor_work,
                    "Naim, Manne, Halappanavar, Tumeo, Langguth 2015, doi:10.1109/CLUSTER.2015.79",
                    {},
                    {.cuda = run_suitor_on_device<variant, DeviceSuitorExchange::lock_free>,
                     .device_memory = rows_on_device(20, 16)});
}

template <RedBlueVariant variant>
consteval Row red_blue_row() {
  return maximal_row("red_blue", name_of(variant), "O(m) per round, few rounds in practice",
                     "Fagginger Auer, Bisseling 2012, doi:10.1007/978-3-642-30397-5_11",
                     {.seq = run_red_blue<variant>,
                      .threads = run_red_blue<variant>,
                      .cuda = run_red_blue<variant>,
                      .device_memory = rows_on_device(21, 16)},
                     {.per_vertex = 10, .per_edge = 48, .per_ranked_edge = 9},
                     k_parameters_of<RedBlueOptions>);
}

template <VisitOrder visit>
consteval Row hem_row() {
  return maximal_row("hem", name_of(visit), "O(n + m)",
                     "Karypis, Kumar 1998, doi:10.1137/S1064827595287997", {.seq = run_hem<visit>});
}

/// With capacities, too.
consteval Functions filtered_everywhere() {
  Functions functions =
      local_max_everywhere<GraphLocalMaxVariant::filtered>(rows_on_device(17, 25, k_coded_edge));
  functions.capacitated = {
      .seq = run_b_local_max, .threads = run_b_local_max, .cuda = run_b_local_max};
  return functions;
}

/// A variant of b-Suitor. A part of each row is sorted beside it. Devices run one variant.
template <BSuitorVariant variant>
consteval Row b_suitor_row(std::string_view complexity = k_b_suitor_work) {
  Functions functions{
      .seq = run_b_suitor_with_ones<variant>,
      .threads = run_b_suitor_with_ones<variant>,
      .capacitated = {.seq = run_b_suitor<variant>, .threads = run_b_suitor<variant>}};
  if (variant == BSuitorVariant::partial_eager) {
    functions.cuda = run_b_suitor_with_ones<variant>;
    functions.cuda_group = run_b_suitor_with_ones<variant>;
    functions.device_memory = rows_on_device(74, 17);
    functions.capacitated.cuda = run_b_suitor<variant>;
    functions.capacitated.cuda_group = run_b_suitor<variant>;
  }
  return greedy_row("b_suitor", name_of(variant), complexity,
                    "Khan et al. 2016, doi:10.1137/15M1026304", k_b_suitor_memory, functions);
}

inline constexpr std::string_view k_birn =
    "Birn, Osipov, Sanders, Schulz, Sitchinava 2013, doi:10.1007/978-3-642-40047-6_66";

inline constexpr std::array k_table = {
    greedy_row("local_max", name_of(GraphLocalMaxVariant::filtered),
               "O(n + m) expected, no full sort", k_birn, {.per_vertex = 10, .per_edge = 6},
               filtered_everywhere(), true),
    greedy_row("local_max", name_of(GraphLocalMaxVariant::sequential),
               "O(m) expected for random weights, O(log m) rounds", k_birn, k_round_memory,
               {.seq = run_local_max<GraphLocalMaxVariant::sequential>}),
    greedy_row("local_max", name_of(GraphLocalMaxVariant::crcw),
               "O(m) per round, O(log m) rounds expected for random weights", k_birn,
               k_round_memory,
               local_max_everywhere<GraphLocalMaxVariant::crcw>(rows_on_device(33, 28))),
    greedy_row("local_max", name_of(GraphLocalMaxVariant::work_optimal),
               "O(m) expected for random weights, O(log m) rounds", k_birn, k_round_memory,
               local_max_everywhere<GraphLocalMaxVariant::work_optimal>(rows_on_device(33, 52))),
    greedy_row("greedy", "", "O(m log m)", "Avis 1983, doi:10.1002/net.3230130404",
               {.per_vertex = 6, .per_edge = 38, .per_ranked_edge = 19},
               {.seq = run_on_edges<GraphOrder, greedy>,
                .threads = run_on_edges<GraphOrder, sorted_greedy>,
                .capacitated = {.seq = run_b_greedy}}),
    greedy_row("locally_dominant", "", "O(m) expected for random weights",
               "Manne, Bisseling 2008, doi:10.1007/978-3-540-68111-3_74", k_rows_memory,
               {.seq = run_locally_dominant,
                .threads = run_locally_dominant,
                .cuda = run_locally_dominant,
                .device_memory = rows_on_device(20, 16),
                .capacitated = {.seq = run_b_locally_dominant}}),
    suitor_row(
        name_of(SuitorVariant::lock_free),
        {.seq = run_suitor<SuitorVariant::lock_free>,
         .threads = run_suitor<SuitorVariant::lock_free>,
         .cuda =
             run_suitor_on_device<DeviceSuitorVariant::no_sync, DeviceSuitorExchange::lock_free>,
         .device_memory = rows_on_device(20, 16)}),
    suitor_row(name_of(SuitorVariant::unsorted), {.seq = run_suitor<SuitorVariant::unsorted>}),
    suitor_row(name_of(SuitorVariant::sorted), {.seq = run_suitor<SuitorVariant::sorted>},
               "O(m log(degree))"),
    suitor_row(
        name_of(SuitorVariant::locks),
        {.seq = run_suitor<SuitorVariant::locks>,
         .threads = run_suitor<SuitorVariant::locks>,
         .cuda = run_suitor_on_device<DeviceSuitorVariant::no_sync, DeviceSuitorExchange::locks>,
         .device_memory = rows_on_device(24, 16)}),
    device_suitor_row<DeviceSuitorVariant::no_sync>(),
    device_suitor_row<DeviceSuitorVariant::sync_lb>(),
    device_suitor_row<DeviceSuitorVariant::sync_no_lb>(),
    device_suitor_row<DeviceSuitorVariant::hybrid>(),
    b_suitor_row<BSuitorVariant::partial_eager>(),
    b_suitor_row<BSuitorVariant::partial_delayed>(),
    b_suitor_row<BSuitorVariant::sorted_eager>("O(m log(degree))"),
    b_suitor_row<BSuitorVariant::sorted_delayed>("O(m log(degree))"),
    b_suitor_row<BSuitorVariant::unsorted_eager>(),
    b_suitor_row<BSuitorVariant::unsorted_delayed>(),
    red_blue_row<RedBlueVariant::weighted>(),
    red_blue_row<RedBlueVariant::random>(),
    hem_row<VisitOrder::random>(),
    hem_row<VisitOrder::natural>(),
    maximal_row("random_greedy", "", "O(n + m)", "Dyer, Frieze 1991, doi:10.1002/rsa.3240020104",
                {.seq = run_on_rows<GraphOrder, random_greedy>}),
    heavy_row("gpa", "O(m log m)", "Maue, Sanders 2007, doi:10.1007/978-3-540-72845-0_19",
              {.per_vertex = 15, .per_edge = 38}, {.seq = run_on_edges<GraphOrder, gpa>}),
    heavy_row("path_growing", "O(n + m)", "Drake, Hougardy 2003, doi:10.1016/S0020-0190(02)00393-9",
              k_rows_memory, {.seq = run_on_rows<GraphOrder, path_growing>}),
    pass<GraphMatchingProblem>(
        {.name = "complete",
         .guarantee = "no less than the matching it started from",
         .maximal = true,
         .complexity = "O(m log m)",
         .reference = "sorted greedy over the edges that are left",
         .memory = {.per_vertex = 14, .per_edge = 38, .per_ranked_edge = 19}},
        run_complete),
};

}  // namespace hypermatch::registry::graphs
