// SPDX-License-Identifier: MIT
// The table of algorithms. An algorithm that is added here appears in the command line, the
// bindings, the benchmarks and the shared tests.
#include <array>

#include "hypermatch/registry.hpp"

namespace hypermatch::registry {

namespace {

constexpr std::string_view k_problem = "hypergraph_matching";
constexpr std::string_view k_greedy_guarantee =
    "1/d of the largest weight (rated by weight or weight per pin), 1/sqrt(n) (by weight per sqrt "
    "of pins)";
constexpr std::string_view k_local_max_reference =
    "Reinstaedtler, Schulz, Sitchinava, Walliser 2026";
constexpr std::string_view k_streaming_reference =
    "Reinstaedtler, Ferdous, Pothen, Ucar, Schulz 2025, doi:10.4230/LIPIcs.ESA.2025.79";

constexpr std::array k_seq = {BackendInfo{"seq"}};
constexpr std::array k_seq_threads_cuda = {BackendInfo{"seq"}, BackendInfo{"threads"},
                                           BackendInfo{"cuda"}};

constexpr AlgorithmInfo local_max(std::string_view variant, std::string_view complexity,
                                  std::span<const BackendInfo> backends) {
  return {.problem = k_problem,
          .name = "local_max",
          .variant = variant,
          .is_default = variant == "filtered",
          .guarantee = k_greedy_guarantee,
          .maximal = true,
          .streams = false,
          .redraws_ties = variant != "filtered",
          .determinism = Determinism::any_backend,
          .complexity = complexity,
          .reference = k_local_max_reference,
          .backends = backends};
}

constexpr AlgorithmInfo streaming(std::string_view name, std::string_view variant,
                                  std::string_view guarantee, std::string_view complexity) {
  return {.problem = k_problem,
          .name = name,
          .variant = variant,
          .is_default = false,
          .guarantee = guarantee,
          .maximal = false,
          .streams = true,
          .redraws_ties = false,
          .determinism = Determinism::any_backend,
          .complexity = complexity,
          .reference = k_streaming_reference,
          .backends = k_seq};
}

constexpr std::array k_algorithms = {
    local_max("filtered", "O(pins) expected, sort-free batches of falling key", k_seq_threads_cuda),
    local_max("sequential", "O(pins) a round, O(log m) rounds expected for random ratings", k_seq),
    local_max("crcw", "O(pins) a round, O(log m) rounds expected for random ratings",
              k_seq_threads_cuda),
    local_max("crew", "O(pins) a round, O(log m) rounds expected for random ratings",
              k_seq_threads_cuda),
    local_max("work_optimal", "O(pins) expected for random ratings, O(log m) rounds",
              k_seq_threads_cuda),
    AlgorithmInfo{.problem = k_problem,
                  .name = "greedy",
                  .variant = "",
                  .is_default = false,
                  .guarantee = k_greedy_guarantee,
                  .maximal = true,
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

}  // namespace

std::span<const AlgorithmInfo> algorithms() {
  return k_algorithms;
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
