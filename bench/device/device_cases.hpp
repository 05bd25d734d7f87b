// SPDX-License-Identifier: MIT
// The instances that the project's figures for devices are about, by groups.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "hypermatch/context.hpp"
#include "hypermatch/hypergraph.hpp"
#include "hypermatch/hypergraph_matching.hpp"

namespace hypermatch::bench {

/// The least time of some runs.
struct Timed {
  double least = std::numeric_limits<double>::max();  ///< milliseconds
  std::uint64_t rounds = 0;
};

/// Weights as hypermatch::generate knows them, or one of `zipf` (in proportion to 1 / rank, ranks
/// at random) and `spikes` (1, but for one edge in a thousand, which weighs one of three large
/// weights).
struct DeviceCase {
  std::string spec;  ///< as bench/instances/instances.hpp has it
  std::string weights = "random:1..100";
  Rating rating = Rating::weight;

  [[nodiscard]] std::string name() const;
};

/// Every instance weighted and unweighted, one also rated by weight per pin.
[[nodiscard]] std::vector<DeviceCase> standard_cases();
/// The first one is the yardstick of the others.
[[nodiscard]] std::vector<DeviceCase> heavy_tailed_cases();
/// Too large for a copy of every sort of array, more than two billion pins.
[[nodiscard]] std::vector<DeviceCase> large_cases();
/// The hypergraphs with most pins of the folder $HYPERMATCH_DATA_DIR, as far as they are there.
[[nodiscard]] std::vector<DeviceCase> real_cases();
/// Solved from host memory; one of them has 64-bit weights, which are ranked on the device.
[[nodiscard]] std::vector<DeviceCase> host_cases();

[[nodiscard]] Hypergraph make(const Context& context, const DeviceCase& instance);

/// Bytes of offsets, pins and one priority an edge (none if unweighted).
[[nodiscard]] double bytes_of_arrays(const HypergraphView& hypergraph);
/// What must be read at least: a word of offsets and a priority per edge, and a sector of pins
/// per edge or all pins, if those are fewer.
[[nodiscard]] double least_bytes(const HypergraphView& hypergraph);

}  // namespace hypermatch::bench
