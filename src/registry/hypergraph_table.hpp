// SPDX-License-Identifier: MIT
// The algorithms that match hypergraphs.
#pragma once

#include <array>

#include "hypermatch/registry.hpp"
#include "table.hpp"

namespace hypermatch::registry {

inline constexpr std::string_view k_hypergraph_greedy_guarantee =
    "1/d of the largest weight (rated by weight or weight per pin), 1/sqrt(n) (by weight per sqrt "
    "of pins)";

constexpr AlgorithmInfo hypergraph_local_max(std::string_view variant, std::string_view complexity,
                                             std::span<const BackendInfo> backends) {
  return {.problem = k_hypergraph_matching,
          .name = "local_max",
          .variant = variant,
          .is_default = variant == "filtered",
          .guarantee = k_hypergraph_greedy_guarantee,
          .maximal = true,
          .greedy = true,
          .streams = false,
          .redraws_ties = variant != "filtered",
          .determinism = Determinism::any_backend,
          .complexity = complexity,
          .reference = "Reinstaedtler, Schulz, Sitchinava, Walliser 2026",
          .backends = backends};
}

constexpr AlgorithmInfo streaming(std::string_view name, std::string_view variant,
                                  std::string_view guarantee, std::string_view complexity) {
  return {.problem = k_hypergraph_matching,
          .name = name,
          .variant = variant,
          .is_default = false,
          .guarantee = guarantee,
          .maximal = false,
          .greedy = false,
          .streams = true,
          .redraws_ties = false,
          .determinism = Determinism::any_backend,
          .complexity = complexity,
          .reference =
              "Reinstaedtler, Ferdous, Pothen, Ucar, Schulz 2025, "
              "doi:10.4230/LIPIcs.ESA.2025.79",
          .backends = k_seq};
}

inline constexpr std::array k_hypergraph_algorithms = {
    hypergraph_local_max("filtered", "O(pins) expected, sort-free batches of falling key",
                         k_seq_threads_cuda),
    hypergraph_local_max("sequential",
                         "O(pins) a round, O(log m) rounds expected for random ratings", k_seq),
    hypergraph_local_max("crcw", "O(pins) a round, O(log m) rounds expected for random ratings",
                         k_seq_threads_cuda),
    hypergraph_local_max("crew", "O(pins) a round, O(log m) rounds expected for random ratings",
                         k_seq_threads_cuda),
    hypergraph_local_max("work_optimal", "O(pins) expected for random ratings, O(log m) rounds",
                         k_seq_threads_cuda),
    AlgorithmInfo{.problem = k_hypergraph_matching,
                  .name = "greedy",
                  .variant = "",
                  .is_default = false,
                  .guarantee = k_hypergraph_greedy_guarantee,
                  .maximal = true,
                  .greedy = true,
                  .streams = false,
                  .redraws_ties = false,
                  .determinism = Determinism::any_backend,
                  .complexity = "O(m log m + pins)",
                  .reference = "Korte, Hausmann 1978, doi:10.1016/S0167-5060(08)70322-4",
                  .backends = k_seq},
    streaming("stack_streaming", "full", "1/(d (1 + epsilon)) of the largest weight",
              "O(pins), 16 bytes a vertex and the stack"),
    streaming("stack_streaming", "lenient", "1/(d (1 + epsilon)) of the largest weight",
              "O(pins), 16 bytes a vertex and a longer stack"),
    streaming("greedy_streaming", "",
              "1/(2d - 1 + 2 sqrt(d (d - 1))) of the largest weight at best",
              "O(pins log d), 16 bytes a vertex and 12 a matched edge"),
};

}  // namespace hypermatch::registry
