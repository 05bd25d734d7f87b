// SPDX-License-Identifier: MIT
// Small instances whose weights are of every kind that keys must order.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "base/random.hpp"
#include "hypermatch/hypergraph.hpp"
#include "hypermatch/weights.hpp"

namespace hypermatch {

// Edges of an instance in memory, as what is larger than memory is handed in.
struct Edges {
  VertexId num_vertices = 0;
  std::vector<std::vector<VertexId>> pins;
  Weights weights;
};

enum class Weighting {
  none,
  few,
  wide,
  single,
  real,
  huge,
  tiny,
  late_real,
  late_tiny,
  rising,
  falling,
  signs
};

inline Weights weights_of(Weighting weighting, std::size_t m, std::uint64_t seed) {
  const auto integers = [&](const auto& at) {
    Array<std::int32_t> held(m);
    for (std::size_t e = 0; e < m; ++e) held[e] = static_cast<std::int32_t>(at(e));
    return Weights(std::move(held));
  };
  const auto doubles = [&](const auto& at) {
    Array<double> held(m);
    for (std::size_t e = 0; e < m; ++e) held[e] = at(e);
    return Weights(std::move(held));
  };
  const auto draw = [&](std::size_t e) { return detail::base::hash(seed, e); };
  switch (weighting) {
    case Weighting::none:
      return {};
    case Weighting::few:
      return integers([&](std::size_t e) { return 1 + draw(e) % 3; });
    case Weighting::signs:
      return integers([&](std::size_t e) { return static_cast<int>(draw(e) % 9) - 3; });
    case Weighting::rising:
      return integers([&](std::size_t e) { return e / 2 + 1; });
    case Weighting::falling:
      return integers([&](std::size_t e) { return m - e / 2; });
    case Weighting::wide: {
      Array<std::int64_t> held(m);
      for (std::size_t e = 0; e < m; ++e) {
        held[e] = static_cast<std::int64_t>((std::uint64_t{1} << 60) + draw(e) % 100);
      }
      return held;
    }
    case Weighting::single: {
      Array<float> held(m);
      for (std::size_t e = 0; e < m; ++e) held[e] = static_cast<float>(draw(e) % 50) / 8;
      return held;
    }
    case Weighting::real:
      return doubles([&](std::size_t e) { return static_cast<double>(draw(e) % 1000) / 7; });
    case Weighting::huge:
      return doubles([&](std::size_t e) {
        return std::ldexp(1 + static_cast<double>(draw(e) % 8),
                          static_cast<int>(draw(e + m) % 900));
      });
    case Weighting::tiny:
      return doubles([&](std::size_t e) {
        return std::ldexp(1 + static_cast<double>(draw(e) % 8),
                          -static_cast<int>(draw(e + m) % 900));
      });
    case Weighting::late_tiny:  // beside integers that the scale of the tiny ones would make
                                // infinite
      return doubles([&](std::size_t e) {
        return 3 * e < 2 * m ? static_cast<double>(1 + draw(e) % 40)
                             : std::ldexp(1 + static_cast<double>(draw(e) % 8), -100);
      });
    case Weighting::late_real:
      return doubles([&](std::size_t e) {
        return 3 * e < 2 * m ? static_cast<double>(draw(e) % 40)
                             : static_cast<double>(draw(e) % 40) + 0.5;
      });
  }
  return {};
}

inline constexpr Weighting k_all[] = {Weighting::none,   Weighting::few,       Weighting::wide,
                                      Weighting::single, Weighting::real,      Weighting::huge,
                                      Weighting::tiny,   Weighting::late_real, Weighting::late_tiny,
                                      Weighting::rising, Weighting::falling,   Weighting::signs};

inline Edges random_hyperedges(std::uint64_t seed, VertexId n, std::size_t m, std::size_t most) {
  Edges edges;
  edges.num_vertices = n;
  for (std::size_t e = 0; e < m; ++e) {
    // All of one size until late, in every other instance.
    const std::size_t size =
        seed % 2 == 0 && 4 * e < 3 * m ? 2 : detail::base::hash(seed, 7 * e) % (most + 1);
    std::vector<VertexId> pins;
    for (std::size_t i = 0; pins.size() < size && i < 50; ++i) {
      const auto v = static_cast<VertexId>(detail::base::hash(seed + 1, 100 * e + i) % n);
      if (std::find(pins.begin(), pins.end(), v) == pins.end()) pins.push_back(v);
    }
    edges.pins.push_back(pins);
  }
  return edges;
}

inline Hypergraph hypergraph_of(const Edges& edges) {
  Hypergraph hypergraph;
  hypergraph.num_vertices = edges.num_vertices;
  hypergraph.offsets.push_back(0);
  for (const auto& pins : edges.pins) {
    for (const VertexId v : pins) hypergraph.pins.push_back(v);
    hypergraph.offsets.push_back(hypergraph.pins.size());
  }
  hypergraph.weights = clone(edges.weights);
  return hypergraph;
}

}  // namespace hypermatch
