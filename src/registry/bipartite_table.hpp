// SPDX-License-Identifier: MIT
// The algorithms that match rows and columns, with their functions.
#pragma once

#include <array>

#include "entry.hpp"
#include "hypermatch/bipartite_matching.hpp"
#include "hypermatch/device_bipartite_matching.hpp"
#include "parameters.hpp"

namespace hypermatch::registry::bipartite {

using Row = Entry<BipartiteMatchingProblem>;
using Function = BipartiteMatchingProblem::Function;
using Functions = Solvers<BipartiteMatchingProblem>;

/// `run`: of cores.
template <BipartiteMatching (*run)(const Context&, const BipartiteView&, const BipartiteOptions&)>
BipartiteMatching run_on_host(const Where& where, const BipartiteView& graph,
                              const BipartiteRequest& request) {
  return run(where.host(), graph,
             options_with<BipartiteOptions>(request.parameters, {.initial = request.initial}));
}

/// ms_bfs, apfb and apsb: of graphs in host memory, and in device memory.
using RunOnDevice = BipartiteMatching(const DeviceContext&, const BipartiteView&,
                                      const DeviceBipartiteOptions&, std::span<const VertexId>);
using RunResident = DeviceBipartiteMatching(const DeviceContext&, const DeviceBipartiteView&,
                                            const DeviceBipartiteOptions&, DeviceWorkspace&,
                                            const DeviceMatesMemory&);

template <RunOnDevice* run, LevelKernel kernel = LevelKernel::gpubfs_wr,
          ThreadLayout layout = ThreadLayout::mt>
BipartiteMatching run_on_device(const Where& where, const BipartiteView& graph,
                                const BipartiteRequest& request) {
  const auto options = options_with<BipartiteOptions>(request.parameters);
  return run(*where.device(), graph,
             {.start = options.start, .seed = options.seed, .kernel = kernel, .layout = layout},
             request.initial);
}

template <RunResident* run, LevelKernel kernel = LevelKernel::gpubfs_wr,
          ThreadLayout layout = ThreadLayout::mt>
DeviceBipartiteMatching run_resident(const DeviceContext& device, const DeviceBipartiteView& graph,
                                     const BipartiteRequest& request, DeviceWorkspace& workspace) {
  const auto options = options_with<BipartiteOptions>(request.parameters);
  DeviceArray<VertexId> initial;
  if (!request.initial.empty()) initial = upload(device, request.initial);
  return run(device, graph,
             {.start = options.start,
              .seed = options.seed,
              .initial = initial.view(),
              .kernel = kernel,
              .layout = layout},
             workspace, {});
}

consteval Row row(std::string_view name, std::string_view variant, Determinism determinism,
                  std::string_view complexity, std::string_view reference, MemoryBound memory,
                  Functions functions, bool is_default = false) {
  return solver<BipartiteMatchingProblem>({.name = name,
                                           .variant = variant,
                                           .is_default = is_default,
                                           .guarantee = "the largest number of pairs",
                                           .maximal = true,
                                           .determinism = determinism,
                                           .complexity = complexity,
                                           .reference = reference,
                                           .parameters = k_parameters_of<BipartiteOptions>,
                                           .memory = memory},
                                          functions);
}

/// On one core: the same bytes whatever the number of threads.
consteval Row on_one_core(std::string_view name, std::string_view complexity,
                          std::string_view reference, MemoryBound memory, Function* function,
                          bool is_default = false) {
  return row(name, "", Determinism::any_backend, complexity, reference, memory, {.seq = function},
             is_default);
}

/// On all cores: the pairs depend on the timing of the threads.
consteval Row on_all_cores(std::string_view name, std::string_view complexity,
                           std::string_view reference, MemoryBound memory, Function* function) {
  return row(name, "", Determinism::none, complexity, reference, memory,
             {.seq = function, .threads = function});
}

inline constexpr std::string_view k_hopcroft_karp_work = "O(entries sqrt(rows + columns))";
inline constexpr std::string_view k_path_work = "O(entries rows), few phases in practice";
inline constexpr std::string_view k_hopcroft_karp = "Hopcroft, Karp 1973, doi:10.1137/0202019";
inline constexpr std::string_view k_azad_2012 =
    "Azad, Halappanavar, Rajamanickam, Boman, Khan, Pothen 2012, doi:10.1109/IPDPS.2012.82";

/// A variant of Deveci et al.: what a level knows, and how many threads it has.
template <RunOnDevice* run, RunResident* run_there, LevelKernel kernel, ThreadLayout layout>
consteval Row on_levels(std::string_view name, std::string_view variant) {
  return row(name, variant, Determinism::none, k_path_work,
             "Deveci, Kaya, Ucar, Catalyurek 2013, doi:10.1007/978-3-642-40047-6_84", {},
             {.cuda = run_on_device<run, kernel, layout>,
              .device_memory = on_device({.per_vertex = 25, .per_edge = 5}, {.per_vertex = 4}),
              .resident = run_resident<run_there, kernel, layout>});
}

inline constexpr std::array k_table = {
    on_one_core("maximum_matching", k_hopcroft_karp_work, k_hopcroft_karp,
                {.per_vertex = 5, .per_edge = 20}, run_on_host<maximum_matching>, true),
    on_one_core("hopcroft_karp", k_hopcroft_karp_work, k_hopcroft_karp,
                {.per_vertex = 9, .per_edge = 3}, run_on_host<hopcroft_karp>),
    on_one_core("hkdw", k_hopcroft_karp_work, "Duff, Wiberg 1988, doi:10.1145/44128.44131",
                {.per_vertex = 13, .per_edge = 5}, run_on_host<hkdw>),
    on_one_core("pfp", k_path_work,
                "Pothen, Fan 1990, doi:10.1145/98267.98287; Duff, Kaya, Ucar 2011, "
                "doi:10.1145/2049673.2049677",
                {.per_vertex = 13, .per_edge = 4}, run_on_host<pfp>),
    on_all_cores("p_hk", k_hopcroft_karp_work, k_azad_2012, {.per_vertex = 9, .per_edge = 3},
                 run_on_host<p_hk>),
    on_all_cores("p_pfp", k_path_work, k_azad_2012, {.per_vertex = 13, .per_edge = 9},
                 run_on_host<p_pfp>),
    on_all_cores("p_dbfs", k_path_work, k_azad_2012, {.per_vertex = 10, .per_edge = 5},
                 run_on_host<p_dbfs>),
    on_all_cores("ms_bfs_graft", k_path_work,
                 "Azad, Buluc, Pothen 2017, doi:10.1109/TPDS.2016.2546258",
                 {.per_vertex = 17, .per_edge = 18}, run_on_host<ms_bfs_graft>),
    row("ms_bfs", "", Determinism::none, k_path_work,
        "trees as Azad, Buluc, Pothen 2017, doi:10.1109/TPDS.2016.2546258", {},
        {.cuda = run_on_device<ms_bfs>,
         .device_memory = on_device({.per_vertex = 49, .per_edge = 5}, {.per_vertex = 4}),
         .resident = run_resident<ms_bfs>}),
    on_levels<apfb, apfb, LevelKernel::gpubfs_wr, ThreadLayout::mt>("apfb", "gpubfs_wr_mt"),
    on_levels<apfb, apfb, LevelKernel::gpubfs_wr, ThreadLayout::ct>("apfb", "gpubfs_wr_ct"),
    on_levels<apfb, apfb, LevelKernel::gpubfs, ThreadLayout::ct>("apfb", "gpubfs_ct"),
    on_levels<apfb, apfb, LevelKernel::gpubfs, ThreadLayout::mt>("apfb", "gpubfs_mt"),
    on_levels<apsb, apsb, LevelKernel::gpubfs_wr, ThreadLayout::mt>("apsb", "gpubfs_wr_mt"),
    on_levels<apsb, apsb, LevelKernel::gpubfs_wr, ThreadLayout::ct>("apsb", "gpubfs_wr_ct"),
    on_levels<apsb, apsb, LevelKernel::gpubfs, ThreadLayout::ct>("apsb", "gpubfs_ct"),
    on_levels<apsb, apsb, LevelKernel::gpubfs, ThreadLayout::mt>("apsb", "gpubfs_mt"),
};

}  // namespace hypermatch::registry::bipartite
