// SPDX-License-Identifier: MIT
// The definition of ratings: what `automatic` means for an instance, and the quotients.
#pragma once

#include <cmath>
#include <cstdint>

#include "base/host_device.hpp"
#include "hypermatch/hypergraph.hpp"
#include "hypermatch/hypergraph_matching.hpp"

namespace hypermatch::detail::structures {

/// `options` with every `automatic` replaced by what it stands for on this instance. O(m).
/// Weights of an unweighted instance count as 1 under every objective.
[[nodiscard]] OrderOptions resolve(const HypergraphView& hypergraph, OrderOptions options);

/// weight / size, in double, rounded once to float. `size` > 0.
[[nodiscard]] HYPERMATCH_HD inline float weight_per_pin(double weight, std::uint64_t size) {
  return static_cast<float>(weight / static_cast<double>(size));
}

/// weight / sqrt(size), in double, rounded once to float. `size` > 0.
[[nodiscard]] HYPERMATCH_HD inline float weight_per_sqrt_pins(double weight, std::uint64_t size) {
  return static_cast<float>(weight / std::sqrt(static_cast<double>(size)));
}

}  // namespace hypermatch::detail::structures
