// SPDX-License-Identifier: MIT
// Flags of matchings of graphs that are the best of their size, with proof: `--minimize`,
// `--perfect` and `--certificate`.
#pragma once

#include <functional>
#include <string>

#include "command.hpp"
#include "hypermatch/exact_matching.hpp"
#include "hypermatch/registry_matching.hpp"

namespace hypermatch::cli {

struct ExactFlags {
  bool minimize = false;
  bool perfect = false;
  std::string certificate;
};

void add_exact_flags(Command& command, ExactFlags& flags);

/// The algorithm of graphs that proves its answer.
[[nodiscard]] const registry::AlgorithmInfo& exact_algorithm();

/// Puts the flags into the request; without an algorithm, they ask for the exact one.
void take_exact_flags(const ExactFlags& flags, registry::MatchingRequest& request);

/// The options that a request to an exact algorithm means.
[[nodiscard]] ExactOptions exact_options(const registry::MatchingRequest& request);
/// Whether edges of any weight may be matched.
[[nodiscard]] bool takes_any_weight(const ExactOptions& options);

/// "no perfect matching: without 1 vertex (5), 3 components of an odd number of vertices are left";
/// `name`: of a vertex.
[[nodiscard]] std::string barrier_words(const Barrier& barrier,
                                        const std::function<std::string(VertexId)>& name);

}  // namespace hypermatch::cli
