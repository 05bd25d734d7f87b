// SPDX-License-Identifier: MIT
// The algorithms that match graphs.
#pragma once

#include <array>

#include "hypermatch/registry.hpp"
#include "table.hpp"

namespace hypermatch::registry {

/// One that returns the greedy matching of the order.
constexpr AlgorithmInfo exact_greedy(std::string_view name, std::string_view variant,
                                     std::string_view complexity, std::string_view reference,
                                     std::span<const BackendInfo> backends) {
  return {.problem = k_graph_matching,
          .name = name,
          .variant = variant,
          .is_default = name == "local_max" && variant == "filtered",
          .guarantee = "1/2 of the largest weight",
          .maximal = true,
          .greedy = true,
          .streams = false,
          .redraws_ties = false,
          .determinism = Determinism::any_backend,
          .complexity = complexity,
          .reference = reference,
          .backends = backends};
}

/// One with an answer of its own; the same bytes everywhere.
constexpr AlgorithmInfo other_matching(std::string_view name, std::string_view variant,
                                       std::string_view guarantee, bool maximal,
                                       std::string_view complexity, std::string_view reference,
                                       std::span<const BackendInfo> backends) {
  AlgorithmInfo info = exact_greedy(name, variant, complexity, reference, backends);
  info.guarantee = guarantee;
  info.maximal = maximal;
  info.greedy = false;
  return info;
}

inline constexpr std::string_view k_birn =
    "Birn, Osipov, Sanders, Schulz, Sitchinava 2013, doi:10.1007/978-3-642-40047-6_66";
inline constexpr std::string_view k_suitor = "Manne, Halappanavar 2014, doi:10.1109/IPDPS.2014.62";
inline constexpr std::string_view k_suitor_work =
    "O(m) expected for random weights, O(m degree) at most";
inline constexpr std::string_view k_device_suitor =
    "Naim, Manne, Halappanavar, Tumeo, Langguth 2015, doi:10.1109/CLUSTER.2015.79";
inline constexpr std::string_view k_red_blue =
    "Fagginger Auer, Bisseling 2012, doi:10.1007/978-3-642-30397-5_11";
inline constexpr std::string_view k_hem = "Karypis, Kumar 1998, doi:10.1137/S1064827595287997";
inline constexpr std::string_view k_half_cardinality = "1/2 of the largest cardinality";

inline constexpr std::array k_graph_algorithms = {
    exact_greedy("local_max", "filtered", "O(n + m) expected, no full sort", k_birn,
                 k_seq_threads_cuda),
    exact_greedy("local_max", "sequential", "O(m) expected for random weights, O(log m) rounds",
                 k_birn, k_seq),
    exact_greedy("local_max", "crcw", "O(m) a round, O(log m) rounds expected for random weights",
                 k_birn, k_seq_threads_cuda),
    exact_greedy("local_max", "work_optimal", "O(m) expected for random weights, O(log m) rounds",
                 k_birn, k_seq_threads_cuda),
    exact_greedy("greedy", "", "O(m log m)", "Avis 1983, doi:10.1002/net.3230130404",
                 k_seq_threads),
    exact_greedy("locally_dominant", "", "O(m) expected for random weights",
                 "Manne, Bisseling 2008, doi:10.1007/978-3-540-68111-3_74", k_seq_threads_cuda),
    exact_greedy("suitor", "lock_free", k_suitor_work, k_suitor, k_seq_threads_cuda),
    exact_greedy("suitor", "unsorted", k_suitor_work, k_suitor, k_seq),
    exact_greedy("suitor", "sorted", "O(m log(degree))", k_suitor, k_seq),
    exact_greedy("suitor", "locks", k_suitor_work, k_suitor, k_seq_threads_cuda),
    exact_greedy("suitor", "no_sync", k_suitor_work, k_device_suitor, k_cuda),
    exact_greedy("suitor", "sync_lb", k_suitor_work, k_device_suitor, k_cuda),
    exact_greedy("suitor", "sync_no_lb", k_suitor_work, k_device_suitor, k_cuda),
    exact_greedy("suitor", "hybrid", k_suitor_work, k_device_suitor, k_cuda),
    other_matching("red_blue", "weighted", k_half_cardinality, true,
                   "O(m) a round, few rounds in practice", k_red_blue, k_seq_threads_cuda),
    other_matching("red_blue", "random", k_half_cardinality, true,
                   "O(m) a round, few rounds in practice", k_red_blue, k_seq_threads_cuda),
    other_matching("hem", "random", k_half_cardinality, true, "O(n + m)", k_hem, k_seq),
    other_matching("hem", "natural", k_half_cardinality, true, "O(n + m)", k_hem, k_seq),
    other_matching("random_greedy", "", k_half_cardinality, true, "O(n + m)",
                   "Dyer, Frieze 1991, doi:10.1002/rsa.3240020104", k_seq),
    other_matching("gpa", "", "1/2 of the largest weight", false, "O(m log m)",
                   "Maue, Sanders 2007, doi:10.1007/978-3-540-72845-0_19", k_seq),
    other_matching("path_growing", "", "1/2 of the largest weight", false, "O(n + m)",
                   "Drake, Hougardy 2003, doi:10.1016/S0020-0190(02)00393-9", k_seq),
};

}  // namespace hypermatch::registry
