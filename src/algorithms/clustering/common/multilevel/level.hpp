// SPDX-License-Identifier: MIT
// A graph of a hierarchy with integer weights, the communities of its vertices, and what a vertex
// gains by joining one.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>

#include "base/host_device.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/types.hpp"
#include "hypermatch/weights.hpp"

namespace hypermatch::detail::clustering {

/// A graph of a hierarchy: weights of arcs are none, int32 or int64.
struct LevelView {
  GraphView graph;
  WeightsView loops;                     ///< none, int32 or int64: weights of loops, each once
  std::span<const std::int64_t> volume;  ///< size n: degree of a vertex (modularity), or its size
};

/// Communities of a level's vertices.
struct Partition {
  Array<VertexId> community;   ///< size n, numbers below n
  Array<std::int64_t> volume;  ///< size n: the sum of each community's vertices
};

/// What joining a community is worth to a vertex: links - price * volume, where `links` is the
/// weight of the arcs from the vertex into the community, and `volume` that of the community
/// without the vertex. One expression of IEEE doubles, the same on every back end.
struct MoveGain {
  double factor = 0.0;  ///< resolution / 2W (modularity), or the resolution (CPM)

  [[nodiscard]] HYPERMATCH_HD double price(std::int64_t volume_of_vertex) const {
    return factor * static_cast<double>(volume_of_vertex);
  }
  [[nodiscard]] static HYPERMATCH_HD double of(double price, std::int64_t links,
                                               std::int64_t volume_of_community) {
    return static_cast<double>(links) - price * static_cast<double>(volume_of_community);
  }
};

/// Whether an inner vertex might leave a community of this volume, to be alone. Its links are its
/// volume d, so that staying is worth d - (factor d) (volume - d), which is more than 0 by far
/// more than the rounding, while factor volume is at most this.
[[nodiscard]] HYPERMATCH_HD inline bool is_crowded(const MoveGain& gain, std::int64_t volume) {
  return !(gain.price(volume) <= 0.99);
}

/// Gains are added up as integers, in units of 2^-40 of the total weight: the same in any order.
inline constexpr double k_gain_units = 0x1.0p40;

/// A sum stops at the whole total weight: that is above every threshold, and at a high resolution
/// single gains are far larger.
HYPERMATCH_HD inline void add_gain(std::int64_t& sum, double gain_in_units) {
  constexpr auto k_most = static_cast<std::int64_t>(k_gain_units);
  sum += gain_in_units < k_gain_units ? llrint(gain_in_units) : k_most;
  if (sum > k_most) sum = k_most;
}

/// What sweeps did.
struct Sweeps {
  std::uint64_t sweeps = 0;
  std::uint64_t arcs = 0;  ///< that were looked at

  Sweeps& operator+=(const Sweeps& other) {
    sweeps += other.sweeps;
    arcs += other.arcs;
    return *this;
  }
};

}  // namespace hypermatch::detail::clustering
