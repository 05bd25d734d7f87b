// SPDX-License-Identifier: MIT
// The algorithms that match rows and columns.
#pragma once

#include <array>

#include "hypermatch/registry.hpp"
#include "table.hpp"

namespace hypermatch::registry {

constexpr AlgorithmInfo bipartite_algorithm(std::string_view name, Determinism determinism,
                                            std::string_view complexity, std::string_view reference,
                                            std::span<const BackendInfo> backends) {
  return {.problem = k_bipartite_matching,
          .name = name,
          .variant = "",
          .is_default = name == "hopcroft_karp",
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

inline constexpr std::array k_bipartite_algorithms = {
    bipartite_algorithm("hopcroft_karp", Determinism::any_backend,
                        "O(entries sqrt(rows + columns))",
                        "Hopcroft, Karp 1973, doi:10.1137/0202019", k_seq),
};

}  // namespace hypermatch::registry
