// SPDX-License-Identifier: MIT
// Small instances for the tests of hypergraph matching: random families that cover edge sizes,
// degrees, weight types and ties, and hand-made shapes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "hypermatch/hypergraph.hpp"
#include "tests/make_hypergraph.hpp"
#include "tests/named_instances.hpp"

namespace hypermatch::test {

using Edges = std::vector<std::vector<VertexId>>;

/// A stream of random numbers that is a pure function of its seed.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : seed_(seed) {}
  std::uint64_t operator()() { return detail::base::hash(seed_, next_++); }
  std::uint64_t below(std::uint64_t bound) { return detail::base::below((*this)(), bound); }

 private:
  std::uint64_t seed_;
  std::uint64_t next_ = 0;
};

/// What a random instance looks like.
struct Shape {
  VertexId num_vertices;
  EdgeId num_edges;
  std::uint32_t min_size;
  std::uint32_t max_size;
  bool skewed = false;  ///< low vertex numbers are in far more edges than high ones
};

inline Hypergraph random_hypergraph(const Shape& shape, std::uint64_t seed) {
  Draw draw(detail::base::hash(seed, 1));
  Edges edges(shape.num_edges);
  std::vector<std::size_t> last_edge(shape.num_vertices, ~std::size_t{0});  // that has the vertex
  for (std::size_t e = 0; e < edges.size(); ++e) {
    std::vector<VertexId>& edge = edges[e];
    const std::uint64_t most = std::min<std::uint64_t>(shape.max_size, shape.num_vertices);
    const std::uint64_t least = std::min<std::uint64_t>(shape.min_size, most);
    const std::uint64_t size = least + draw.below(most - least + 1);
    // Ends: a turn adds a vertex or, rarely, meets one that is there; size <= num_vertices.
    while (edge.size() < size) {
      std::uint64_t v = draw.below(shape.num_vertices);
      if (shape.skewed && draw.below(2) == 0) v = draw.below(v + 1) / 4;
      if (std::exchange(last_edge[v], e) != e) edge.push_back(static_cast<VertexId>(v));
    }
  }
  return make_hypergraph(shape.num_vertices, edges);
}

/// Weights of type T: few different values (many ties) or many, zero and negative ones among them,
/// or the type's extremes, or subnormal floats and doubles.
enum class Spread { few, many, extreme, subnormal };

template <class T>
void assign_random_weights(Hypergraph& hypergraph, Spread spread, std::uint64_t seed) {
  using Limits = std::numeric_limits<T>;
  Draw draw(detail::base::hash(seed, 2));
  Array<T> weights;
  for (EdgeId e = 0; e < hypergraph.view().num_edges(); ++e) {
    switch (spread) {
      case Spread::few:
        weights.push_back(static_cast<T>(static_cast<int>(draw.below(6)) - 1));
        break;
      case Spread::many:
        if constexpr (std::is_integral_v<T>) {
          weights.push_back(static_cast<T>(draw()));
        } else {
          weights.push_back(static_cast<T>(detail::base::unit_interval(draw()) * 3.0 - 0.5));
        }
        break;
      case Spread::extreme: {
        const T values[] = {Limits::max(), Limits::lowest(),
                            Limits::min(), T{0},
                            T{1},          static_cast<T>(Limits::max() / 2)};
        weights.push_back(values[draw.below(std::size(values))]);
        break;
      }
      case Spread::subnormal:
        weights.push_back(Limits::denorm_min() * static_cast<T>(draw.below(1000)));
        break;
    }
  }
  hypergraph.weights = std::move(weights);
}

/// One instance for each shape and kind of weights, all from one seed.
inline std::vector<NamedInstance> random_instances(std::uint64_t seed) {
  const std::pair<const char*, Shape> shapes[] = {
      {"3-uniform", {60, 150, 3, 3}},    {"sizes 0..6", {50, 120, 0, 6}},
      {"graph", {40, 100, 2, 2}},        {"sizes 1..2", {30, 60, 1, 2}},
      {"skewed", {80, 200, 1, 5, true}}, {"sparse", {300, 60, 2, 4}},
      {"large edges", {64, 40, 1, 40}},  {"dense", {8, 200, 1, 4}},
  };
  std::vector<NamedInstance> instances;
  // No structured binding here: clang 14 does not let lambdas capture one.
  for (const auto& named : shapes) {
    const char* const name = named.first;
    const Shape& shape = named.second;
    const auto add = [&](const char* weights, const auto& assign) {
      Hypergraph hypergraph = random_hypergraph(shape, seed);
      assign(hypergraph);
      instances.push_back({std::string(name) + ", " + weights + ", seed " + std::to_string(seed),
                           std::move(hypergraph)});
    };
    add("no weights", [](Hypergraph&) {});
    const auto few = [&](auto type) {
      return [=](Hypergraph& h) { assign_random_weights<decltype(type)>(h, Spread::few, seed); };
    };
    const auto many = [&](auto type) {
      return [=](Hypergraph& h) { assign_random_weights<decltype(type)>(h, Spread::many, seed); };
    };
    const auto extreme = [&](auto type) {
      return
          [=](Hypergraph& h) { assign_random_weights<decltype(type)>(h, Spread::extreme, seed); };
    };
    add("few int32", few(std::int32_t{}));
    add("few float", few(float{}));
    add("many int32", many(std::int32_t{}));
    add("many int64", many(std::int64_t{}));
    add("many float", many(float{}));
    add("many double", many(double{}));
    add("extreme int32", extreme(std::int32_t{}));
    add("extreme int64", extreme(std::int64_t{}));
    add("extreme float", extreme(float{}));
    add("extreme double", extreme(double{}));
    const auto subnormal = [&](auto type) {
      return
          [=](Hypergraph& h) { assign_random_weights<decltype(type)>(h, Spread::subnormal, seed); };
    };
    add("subnormal float", subnormal(float{}));
    add("subnormal double", subnormal(double{}));
  }
  return instances;
}

/// A chain of `num_edges` edges of `size` pins, neighbours sharing one; weights fall from
/// `num_edges` to 1 along it, so that local max matches one edge per round.
inline Hypergraph falling_chain(EdgeId num_edges, std::uint32_t size) {
  Edges edges(num_edges);
  std::vector<std::int32_t> weights;
  for (EdgeId e = 0; e < num_edges; ++e) {
    for (std::uint32_t i = 0; i < size; ++i) edges[e].push_back(e * (size - 1) + i);
    weights.push_back(static_cast<std::int32_t>(num_edges - e));
  }
  return make_hypergraph(num_edges * (size - 1) + 1, edges, weights);
}

/// The tight example of the guarantee 1/d (Reinstaedtler, Schulz, Sitchinava, Walliser 2026, lemma
/// 2): d disjoint pairs of weight `light`, numbers 0 .. d - 1, and edge d through one vertex of
/// each, one heavier.
inline Hypergraph tight_example(std::uint32_t d, std::int32_t light) {
  Edges edges(d + std::size_t{1});
  std::vector<std::int32_t> weights(d, light);
  for (std::uint32_t i = 0; i < d; ++i) {
    edges[i] = {2 * i, 2 * i + 1};
    edges[d].push_back(2 * i);
  }
  weights.push_back(light + 1);
  return make_hypergraph(2 * d, edges, weights);
}

/// `num_edges` edges that all contain vertex 0 and `size` - 1 vertices of their own.
inline Hypergraph star(EdgeId num_edges, std::uint32_t size) {
  Edges edges(num_edges);
  for (EdgeId e = 0; e < num_edges; ++e) {
    edges[e].push_back(0);
    for (std::uint32_t i = 1; i < size; ++i) edges[e].push_back(1 + e * (size - 1) + (i - 1));
  }
  return make_hypergraph(1 + num_edges * (size - 1), edges);
}

}  // namespace hypermatch::test
