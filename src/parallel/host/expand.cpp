// SPDX-License-Identifier: MIT
#include "hypermatch/expand.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "base/available_memory.hpp"
#include "base/counted.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/types.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/radix_sort.hpp"

namespace hypermatch {

namespace parallel = detail::parallel;
namespace base = detail::base;

namespace {

constexpr std::uint64_t k_beyond = std::numeric_limits<std::uint64_t>::max();

// An edge has at most 2^32 - 2 pins, so that the number fits.
std::uint64_t pairs_of(std::uint64_t size) {
  return size < 2 ? 0 : size * (size - 1) / 2;
}

double weight_of_edge(const HypergraphView& hypergraph, EdgeId e) {
  return hypergraph.is_weighted() ? weight_at(hypergraph.weights, e) : 1.0;
}

struct RatedPair {
  std::uint64_t ends;  // the smaller one in the upper half
  double weight;
};

void check_cliques(const HypergraphView& hypergraph) {
  const std::uint64_t pairs = num_pairs_of_pins(hypergraph);
  std::uint64_t largest = 0;
  for (EdgeId e = 0; e < hypergraph.num_edges(); ++e) {
    largest = std::max<std::uint64_t>(largest, hypergraph.edge_size(e));
  }
  const std::string found = "as cliques the hyperedges have " + base::counted(pairs, "pair") +
                            " of pins, the largest alone " + std::to_string(pairs_of(largest));
  if (pairs > k_max_count) {
    throw Error(ErrorCode::invalid_input, found + "; at most 2^32 - 2 can be held");
  }
  constexpr std::uint64_t k_bytes = 2 * sizeof(RatedPair);
  const std::optional<std::uint64_t> available = base::available_memory();
  if (available && k_bytes * pairs > *available) {
    throw Error(ErrorCode::resources, found + ", which need " + std::to_string(k_bytes * pairs) +
                                          " bytes; the system has " + std::to_string(*available) +
                                          " left");
  }
}

EdgeList expand_to_cliques(const Context& context, const HypergraphView& hypergraph) {
  check_cliques(hypergraph);
  const EdgeId m = hypergraph.num_edges();
  Array<std::uint64_t> begin(m + std::size_t{1});
  begin[m] = parallel::exclusive_scan<std::uint64_t>(
      context, m,
      [&](std::size_t e) { return pairs_of(hypergraph.edge_size(static_cast<EdgeId>(e))); },
      [&](std::size_t e, std::uint64_t sum) { begin[e] = sum; });
  Array<RatedPair> pairs(begin[m]);
  parallel::for_each(context, m, [&](std::size_t i) {
    const auto e = static_cast<EdgeId>(i);
    const auto pins = hypergraph.pins_of(e);
    if (pins.size() < 2) return;
    const double weight = weight_of_edge(hypergraph, e) / static_cast<double>(pins.size() - 1);
    RatedPair* next = pairs.data() + begin[e];
    for (std::size_t a = 0; a < pins.size(); ++a) {
      for (std::size_t b = a + 1; b < pins.size(); ++b) {
        const auto [low, high] = std::minmax(pins[a], pins[b]);
        *next++ = {(std::uint64_t{low} << 32) | high, weight};
      }
    }
  });
  // Stable: of each pair the hyperedges stay in order.
  parallel::radix_sort(context, pairs, [](const RatedPair& pair) { return pair.ends; });
  EdgeList graph;
  graph.num_vertices = hypergraph.num_vertices;
  Array<double> weights;
  for (std::size_t i = 0; i < pairs.size();) {
    double sum = 0;
    const std::uint64_t ends = pairs[i].ends;
    for (; i < pairs.size() && pairs[i].ends == ends; ++i) sum += pairs[i].weight;
    graph.edges.push_back({static_cast<VertexId>(ends >> 32), static_cast<VertexId>(ends)});
    weights.push_back(sum);
  }
  graph.weights = std::move(weights);
  return graph;
}

EdgeList expand_to_stars(const Context& context, const HypergraphView& hypergraph) {
  const EdgeId m = hypergraph.num_edges();
  const std::uint64_t vertices = std::uint64_t{hypergraph.num_vertices} + m;
  for (const auto& [count, one] :
       {std::pair{vertices, "vertex"}, std::pair{hypergraph.num_pins(), "edge"}}) {
    if (count <= k_max_count) continue;
    throw Error(ErrorCode::invalid_input, "as stars the hyperedges make a graph of " +
                                              base::counted(count, one) +
                                              "; at most 2^32 - 2 can be held");
  }
  EdgeList graph;
  graph.num_vertices = static_cast<VertexId>(vertices);
  graph.edges.resize(hypergraph.num_pins());
  Array<double> weights(hypergraph.num_pins());
  parallel::for_each(context, m, [&](std::size_t i) {
    const auto e = static_cast<EdgeId>(i);
    const auto pins = hypergraph.pins_of(e);
    const double weight = weight_of_edge(hypergraph, e) / static_cast<double>(pins.size());
    for (std::size_t k = 0; k < pins.size(); ++k) {
      const std::size_t place = hypergraph.offsets[e] + k;
      graph.edges[place] = {pins[k], hypergraph.num_vertices + e};
      weights[place] = weight;
    }
  });
  graph.weights = std::move(weights);
  return graph;
}

}  // namespace

std::uint64_t num_pairs_of_pins(const HypergraphView& hypergraph) {
  std::uint64_t pairs = 0;
  for (EdgeId e = 0; e < hypergraph.num_edges(); ++e) {
    const std::uint64_t more = pairs_of(hypergraph.edge_size(e));
    if (more > k_beyond - pairs) return k_beyond;
    pairs += more;
  }
  return pairs;
}

EdgeList expand(const Context& context, const HypergraphView& hypergraph, Expansion expansion) {
  detail::check_enum("expansion", expansion, Expansion::star);
  return expansion == Expansion::clique ? expand_to_cliques(context, hypergraph)
                                        : expand_to_stars(context, hypergraph);
}

}  // namespace hypermatch
