// SPDX-License-Identifier: MIT
// The algorithms that match graphs, with their functions.
#pragma once

#include <array>

#include "graph_functions.hpp"

namespace hypermatch::registry::graphs {

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
                         MemoryBound memory, Functions functions, bool is_default = false,
                         std::span<const Parameter> parameters = {}) {
  return solver<GraphMatchingProblem>({.name = name,
                                       .variant = variant,
                                       .is_default = is_default,
                                       .guarantee = "1/2 of the largest weight",
                                       .maximal = true,
                                       .greedy = true,
                                       .complexity = complexity,
                                       .reference = reference,
                                       .parameters = parameters,
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

inline constexpr std::array k_block_shape =
    parameters_named<DeviceSuitorOptions>({"vertices_per_warp", "threads_per_block"});

/// A variant of Suitor that devices alone have. All take the shape of blocks.
template <DeviceSuitorVariant variant>
consteval Row device_suitor_row() {
  constexpr bool shares =
      variant == DeviceSuitorVariant::sync_lb || variant == DeviceSuitorVariant::hybrid;
  return greedy_row(
      "suitor", name_of(variant), k_suitor_work,
      "Naim, Manne, Halappanavar, Tumeo, Langguth 2015, doi:10.1109/HiPC.2015.15", {},
      {.cuda = run_suitor_on_device<variant, DeviceSuitorExchange::lock_free>,
       .device_memory = rows_on_device(20, 16),
       .resident = suitor_of_resident<variant, DeviceSuitorExchange::lock_free>},
      false,
      shares ? k_parameters_of<DeviceSuitorOptions> : std::span<const Parameter>(k_block_shape));
}

template <RedBlueVariant variant>
consteval Row red_blue_row() {
  return maximal_row("red_blue", name_of(variant), "O(m) per round, few rounds in practice",
                     "Fagginger Auer, Bisseling 2012, doi:10.1007/978-3-642-30397-5_11",
                     {.seq = run_red_blue<variant>,
                      .threads = run_red_blue<variant>,
                      .cuda = run_red_blue<variant>,
                      .device_memory = rows_on_device(21, 16),
                      .kokkos = run_red_blue<variant>,
                      .resident = red_blue_of_resident<variant>},
                     {.per_vertex = 10, .per_edge = 48, .per_ranked_edge = 9},
                     k_parameters_of<RedBlueOptions>);
}

template <VisitOrder visit>
consteval Row hem_row() {
  return maximal_row("hem", name_of(visit), "O(n + m)",
                     "Karypis, Kumar 1998, doi:10.1137/S1064827595287997", {.seq = run_hem<visit>});
}

template <KarpSipserVariant variant>
consteval Row karp_sipser_row(std::string_view complexity) {
  return maximal_row("karp_sipser", name_of(variant), complexity,
                     "Karp, Sipser 1981, doi:10.1109/SFCS.1981.21",
                     {.seq = run_karp_sipser<variant>}, {.per_vertex = 110, .per_edge = 12});
}

// The host has a copy of the edges in parts.
consteval Row interior_first_row() {
  Functions functions{.seq = run_interior_first,
                      .threads = run_interior_first,
                      .cuda = run_interior_first,
                      .cuda_group = run_interior_first,
                      .device_memory = rows_on_device(17, 25, k_coded_edge)};
  functions.group_memory = {.shared = functions.device_memory.on_device, .each = {.per_vertex = 1}};
  return maximal_row("interior_first", "", "O(m) expected",
                     "Reinstaedtler, Schulz, Sitchinava, Walliser 2026", functions,
                     {.per_vertex = 14, .per_edge = 44, .per_ranked_edge = 12},
                     k_parameters_of<GraphInteriorFirstOptions>);
}

/// With capacities, too.
consteval Functions filtered_everywhere() {
  Functions functions =
      local_max_everywhere<GraphLocalMaxVariant::filtered>(rows_on_device(17, 25, k_coded_edge));
  functions.cuda_group = run_local_max<GraphLocalMaxVariant::filtered>;
  // A bitmap of all vertices twice, and boxes.
  functions.group_memory = {.shared = functions.device_memory.on_device,
                            .each = {.per_vertex = 1},
                            .per_own_and_other = 16};
  functions.capacitated = {
      .seq = run_b_local_max, .threads = run_b_local_max, .cuda = run_b_local_max};
  functions.ranks = run_on_ranks<RankMethod::batches>;
  functions.capacitated_resident = b_match_resident<local_max>;
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
    // Two words of all vertices, and boxes for at most each arc.
    functions.group_memory = {.shared = functions.device_memory.on_device,
                              .each = {.per_vertex = 17, .per_edge = 16}};
    functions.capacitated.cuda = run_b_suitor<variant>;
    functions.capacitated.cuda_group = run_b_suitor<variant>;
    functions.capacitated_resident = b_match_resident<b_suitor>;
  }
  return greedy_row("b_suitor", name_of(variant), complexity,
                    "Khan et al. 2016, doi:10.1137/15M1026304", k_b_suitor_memory, functions);
}

inline constexpr std::string_view k_birn =
    "Birn, Osipov, Sanders, Schulz, Sitchinava 2013, doi:10.1007/978-3-642-40047-6_66";

/// A variant of local max that redraws ties on request.
consteval Row rounds_row(GraphLocalMaxVariant variant, std::string_view complexity,
                         Functions functions, MemoryBound memory = k_round_memory) {
  return greedy_row("local_max", name_of(variant), complexity, k_birn, memory, functions, false,
                    k_parameters_of<GraphLocalMaxOptions>);
}

consteval Row external_row(ExternalMethod method, std::string_view complexity) {
  return external<GraphMatchingProblem>(
      {.name = "local_max",
       .guarantee = "1/2 of the largest weight",
       .maximal = true,
       .greedy = true,
       .complexity = complexity,
       .reference = method == ExternalMethod::passes ? k_own_passes : k_birn},
      method);
}

inline constexpr std::array k_table = {
    greedy_row("local_max", name_of(GraphLocalMaxVariant::filtered),
               "O(n + m) expected, no full sort", k_own_filtered, {.per_vertex = 10, .per_edge = 6},
               filtered_everywhere(), true),
    rounds_row(GraphLocalMaxVariant::sequential,
               "O(m) expected for random weights, O(log m) rounds",
               {.seq = run_local_max<GraphLocalMaxVariant::sequential>}),
    rounds_row(GraphLocalMaxVariant::crcw,
               "O(m) per round, O(log m) rounds expected for random weights",
               local_max_everywhere<GraphLocalMaxVariant::crcw>(rows_on_device(33, 28))),
    rounds_row(GraphLocalMaxVariant::work_optimal,
               "O(m) expected for random weights, O(log m) rounds",
               local_max_everywhere<GraphLocalMaxVariant::work_optimal>(rows_on_device(62, 98)),
               {.per_vertex = 40, .per_edge = 84, .per_ranked_edge = 18}),
    greedy_row("local_max", "ghosts", "O(m log(degree)), O(log m) rounds for random weights",
               k_birn, {}, {.ranks = run_on_ranks<RankMethod::ghosts>}),
    external_row(ExternalMethod::passes, k_passes_work),
    external_row(ExternalMethod::sort, k_sorts_work),
    greedy_row("greedy", "", "O(m log m)", "Avis 1983, doi:10.1002/net.3230130404",
               {.per_vertex = 6, .per_edge = 38, .per_ranked_edge = 19},
               {.seq = run_on_edges<GraphOrder, greedy>,
                .threads = run_on_edges<GraphOrder, sorted_greedy>,
                .capacitated = {.seq = run_b_greedy}}),
    greedy_row("locally_dominant", "", "O(m) expected for random weights",
               "Manne, Bisseling 2008, doi:10.1007/978-3-540-68111-3_74; on threads and CUDA "
               "Halappanavar, Feo, Villa, Tumeo, Pothen 2012, doi:10.1177/1094342012452893",
               k_rows_memory,
               {.seq = run_locally_dominant,
                .threads = run_locally_dominant,
                .cuda = run_locally_dominant,
                .device_memory = rows_on_device(17, 16),
                .kokkos = run_locally_dominant,
                .ranks = run_on_ranks<RankMethod::requests>,
                .resident = locally_dominant_of_resident,
                .capacitated = {.seq = run_b_locally_dominant}}),
    greedy_row("locally_dominant", name_of(DominantVariant::sorted), "O(m log(degree))",
               "Manne, Bisseling 2008, doi:10.1007/978-3-540-68111-3_74", k_suitor_memory,
               {.seq = run_sorted_locally_dominant, .threads = run_sorted_locally_dominant}),
    suitor_row(
        name_of(SuitorVariant::lock_free),
        {.seq = run_suitor<SuitorVariant::lock_free>,
         .threads = run_suitor<SuitorVariant::lock_free>,
         .cuda =
             run_suitor_on_device<DeviceSuitorVariant::no_sync, DeviceSuitorExchange::lock_free>,
         .device_memory = rows_on_device(20, 16),
         .resident =
             suitor_of_resident<DeviceSuitorVariant::no_sync, DeviceSuitorExchange::lock_free>}),
    suitor_row(name_of(SuitorVariant::unsorted), {.seq = run_suitor<SuitorVariant::unsorted>}),
    suitor_row(
        name_of(SuitorVariant::sorted),
        {.seq = run_suitor<SuitorVariant::sorted>, .threads = run_suitor<SuitorVariant::sorted>},
        "O(m log(degree))"),
    suitor_row(
        name_of(SuitorVariant::locks),
        {.seq = run_suitor<SuitorVariant::locks>,
         .threads = run_suitor<SuitorVariant::locks>,
         .cuda = run_suitor_on_device<DeviceSuitorVariant::no_sync, DeviceSuitorExchange::locks>,
         .device_memory = rows_on_device(24, 16),
         .resident =
             suitor_of_resident<DeviceSuitorVariant::no_sync, DeviceSuitorExchange::locks>}),
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
    interior_first_row(),
    hem_row<VisitOrder::random>(),
    hem_row<VisitOrder::natural>(),
    maximal_row("random_greedy", "", "O(n + m)",
                "Aronson, Dyer, Frieze, Suen 1995, doi:10.1002/rsa.3240060107",
                {.seq = run_on_rows<GraphOrder, random_greedy>}),
    karp_sipser_row<KarpSipserVariant::degree_two>("O((n + m) log n)"),
    karp_sipser_row<KarpSipserVariant::degree_one>("O(n + m)"),
    karp_sipser_row<KarpSipserVariant::minimum_degree>("O(n + m)"),
    solver<GraphMatchingProblem>(
        {.name = "exact",
         .guarantee = "the largest weight, the least cost, or the most edges; proven by a dual",
         .maximal = true,
         .complexity = "O(n m log n)",
         .reference = "Galil, Micali, Gabow 1986, doi:10.1137/0215009",
         .parameters = k_parameters_of<ExactOptions>,
         .memory = {.per_vertex = 250, .per_edge = 36}},
        {.seq = run_exact}),
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
