// SPDX-License-Identifier: MIT
// What `info` counts in a hypergraph.
#pragma once

#include <cstdint>
#include <string>

#include "hypermatch/context.hpp"
#include "hypermatch/hypergraph.hpp"
#include "report.hpp"
#include "terminal.hpp"

namespace hypermatch::cli {

struct WeightFacts {
  std::string type;  ///< `none` if unweighted, then nothing else counts
  double min = 0;
  double max = 0;
  MatchingValue sum;  ///< `edges` and the sum of all weights
  std::int64_t integer_min = 0;
  std::int64_t integer_max = 0;
};

struct Statistics {
  Histogram degrees;
  Histogram edge_sizes;
  WeightFacts weights;
  std::uint64_t components = 0;  ///< connected by non-empty edges; a lone vertex is one
  std::uint64_t isolated_vertices = 0;
  std::uint64_t largest_component = 0;  ///< vertices
};

/// O(n + pins) time, 8 bytes per vertex. @throws Error{cancelled, resources}
[[nodiscard]] Statistics statistics_of(const Context& context, const HypergraphView& hypergraph);

[[nodiscard]] Json to_json(const Histogram& histogram);
[[nodiscard]] Json to_json(const WeightFacts& weights);

}  // namespace hypermatch::cli
