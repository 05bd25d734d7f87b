// SPDX-License-Identifier: MIT
// The table of algorithms. An algorithm that is added to the table of its problem appears in the
// command line, the bindings, the benchmarks and the shared tests.
#include <algorithm>
#include <array>

#include "bipartite_table.hpp"
#include "graph_table.hpp"
#include "hypergraph_table.hpp"
#include "hypermatch/registry.hpp"

namespace hypermatch::registry {

namespace {

template <std::size_t... Sizes>
constexpr auto joined(const std::array<AlgorithmInfo, Sizes>&... tables) {
  std::array<AlgorithmInfo, (Sizes + ...)> all{};
  auto* place = all.data();
  ((place = std::copy(tables.begin(), tables.end(), place)), ...);
  return all;
}

// Each problem's entries stand together.
constexpr auto k_algorithms =
    joined(k_hypergraph_algorithms, k_graph_algorithms, k_bipartite_algorithms);

}  // namespace

std::span<const AlgorithmInfo> algorithms() {
  return k_algorithms;
}

std::span<const AlgorithmInfo> algorithms(std::string_view problem) {
  const auto is_of = [problem](const AlgorithmInfo& a) { return a.problem == problem; };
  const auto* const begin = std::find_if(k_algorithms.begin(), k_algorithms.end(), is_of);
  return {begin, std::find_if_not(begin, k_algorithms.end(), is_of)};
}

std::string why_unavailable(const BackendInfo& backend) {
  return backend.name == "cuda" ? available_devices().reason : "";
}

std::string_view name_of(Determinism determinism) {
  switch (determinism) {
    case Determinism::any_backend:
      return "any_backend";
    case Determinism::run_to_run:
      return "run_to_run";
    case Determinism::none:
      break;
  }
  return "none";
}

}  // namespace hypermatch::registry
