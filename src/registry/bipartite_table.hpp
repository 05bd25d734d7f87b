// SPDX-License-Identifier: MIT
// The algorithms that match rows and columns.
#pragma once

#include <array>

#include "hypermatch/registry.hpp"
#include "table.hpp"

namespace hypermatch::registry {

constexpr AlgorithmInfo bipartite_algorithm(std::string_view name, std::string_view variant,
                                            Determinism determinism, std::string_view complexity,
                                            std::string_view reference,
                                            std::span<const BackendInfo> backends) {
  return {.problem = k_bipartite_matching,
          .name = name,
          .variant = variant,
          .is_default = name == "maximum_matching",
          .guarantee = "the largest number of pairs",
          .maximal = true,
          .greedy = false,
          .streams = false,
          .redraws_ties = false,
          .determinism = determinism,
          .complexity = complexity,
          .reference = reference,
          .backends = backends};
}

inline constexpr std::string_view k_hopcroft_karp_work = "O(entries sqrt(rows + columns))";
inline constexpr std::string_view k_path_work = "O(entries rows), few phases in practice";
inline constexpr std::string_view k_hopcroft_karp = "Hopcroft, Karp 1973, doi:10.1137/0202019";
inline constexpr std::string_view k_azad_2012 =
    "Azad, Halappanavar, Rajamanickam, Boman, Khan, Pothen 2012, doi:10.1109/IPDPS.2012.82";
inline constexpr std::string_view k_deveci =
    "Deveci, Kaya, Ucar, Catalyurek 2013, doi:10.1007/978-3-642-40047-6_84";

/// On one core: the same bytes whatever the number of threads.
constexpr AlgorithmInfo on_one_core(std::string_view name, std::string_view complexity,
                                    std::string_view reference) {
  return bipartite_algorithm(name, "", Determinism::any_backend, complexity, reference, k_seq);
}

/// On all cores: the pairs depend on the threads' timing.
constexpr AlgorithmInfo on_all_cores(std::string_view name, std::string_view complexity,
                                     std::string_view reference) {
  return bipartite_algorithm(name, "", Determinism::none, complexity, reference, k_seq_threads);
}

/// The variants of Deveci et al.: what a level knows, and how many threads it has.
constexpr AlgorithmInfo on_levels(std::string_view name, std::string_view variant) {
  return bipartite_algorithm(name, variant, Determinism::none, k_path_work, k_deveci, k_cuda);
}

inline constexpr std::array k_bipartite_algorithms = {
    on_one_core("maximum_matching", k_hopcroft_karp_work, k_hopcroft_karp),
    on_one_core("hopcroft_karp", k_hopcroft_karp_work, k_hopcroft_karp),
    on_one_core("hkdw", k_hopcroft_karp_work, "Duff, Wiberg 1988, doi:10.1145/44128.44131"),
    on_one_core("pfp", k_path_work,
                "Pothen, Fan 1990, doi:10.1145/98267.98287; Duff, Kaya, Ucar 2011, "
                "doi:10.1145/2049673.2049677"),
    on_all_cores("p_hk", k_hopcroft_karp_work, k_azad_2012),
    on_all_cores("p_pfp", k_path_work, k_azad_2012),
    on_all_cores("p_dbfs", k_path_work, k_azad_2012),
    on_all_cores("ms_bfs_graft", k_path_work,
                 "Azad, Buluc, Pothen 2017, doi:10.1109/TPDS.2016.2546258"),
    bipartite_algorithm("ms_bfs", "", Determinism::none, k_path_work,
                        "trees as Azad, Buluc, Pothen 2017, doi:10.1109/TPDS.2016.2546258", k_cuda),
    on_levels("apfb", "gpubfs_wr_ct"),
    on_levels("apfb", "gpubfs_wr_mt"),
    on_levels("apfb", "gpubfs_ct"),
    on_levels("apfb", "gpubfs_mt"),
    on_levels("apsb", "gpubfs_wr_ct"),
    on_levels("apsb", "gpubfs_wr_mt"),
    on_levels("apsb", "gpubfs_ct"),
    on_levels("apsb", "gpubfs_mt"),
};

}  // namespace hypermatch::registry
