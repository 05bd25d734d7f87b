// SPDX-License-Identifier: MIT
// Sorted greedy for hypergraph matching: edges from the top of the order, conflicts skipped (Korte
// and Hausmann 1978, doi:10.1016/S0167-5060(08)70322-4). Guarantee 1/d of the optimum under rating
// `weight`, under capacities too. Work O(m log m + pins), O(pins) expected for random weights: a
// sort by counting. The baseline that every other algorithm is measured against and compared with
// to the byte, so it stays as simple as this.
#include <algorithm>

#include "algorithms/hypergraph_matching/common/guarantee.hpp"
#include "base/edge_order.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/resolve.hpp"
#include "order/edge_priorities.hpp"
#include "order/edge_ranks.hpp"
#include "order/vertex_room.hpp"
#include "order/vertex_set.hpp"
#include "parallel/host/check_input.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch {

using namespace detail::hypergraph_matching;
namespace order = detail::order;
using detail::base::make_key;
using detail::base::TieMixer;

namespace {

constexpr std::size_t k_ahead = 16;  // edges between a prefetch and its use

// `full`: the vertices without room.
template <class Vertices>
HypergraphMatching scan(const Context& context, const HypergraphView& hypergraph,
                        const OrderOptions& order, const Capacities& capacities, Vertices full) {
  const TieMixer mix(order.seed);
  Array<order::KeyRank> keys;
  keys.reserve(hypergraph.num_edges());
  order::with_priorities(context, hypergraph, order, capacities, [&](auto priority, auto eligible) {
    detail::parallel::StopCheck stop(context);
    for (EdgeId e = 0; e < hypergraph.num_edges(); ++e) {
      stop.done(1);
      if (eligible(e)) keys.push_back({make_key(priority(e), mix(e))});
    }
  });
  order::sort_ranks(context, keys);

  HypergraphMatching matching;
  detail::parallel::StopCheck stop(context);
  const auto edge_at = [&](std::size_t i) {
    return mix.inverse(static_cast<std::uint32_t>(keys[i].key));
  };
  for (std::size_t i = 0; i < keys.size(); ++i) {
    // Edges far apart: their offsets and pins are fetched in time.
    if (i + 2 * k_ahead < keys.size()) {
      __builtin_prefetch(&hypergraph.offsets[edge_at(i + 2 * k_ahead)]);
      __builtin_prefetch(hypergraph.pins_of(edge_at(i + k_ahead)).data());
    }
    const EdgeId e = edge_at(i);
    const auto pins = hypergraph.pins_of(e);
    stop.done(8 + pins.size());
    if (full.meets(pins)) continue;
    full.insert(pins);
    matching.edges.push_back(e);
  }
  std::sort(matching.edges.begin(), matching.edges.end());
  matching.stats = {.algorithm = "greedy",
                    .rounds = 1,
                    .rating = order.rating,
                    .objective = order.objective,
                    .guarantee = greedy_guarantee(order, capacities),
                    .stop_reason = "complete"};
  return matching;
}

}  // namespace

HypergraphMatching greedy(const Context& context, const HypergraphView& hypergraph,
                          const GreedyOptions& options) {
  detail::parallel::check_input(context, hypergraph);
  check_capacities(options.capacities, hypergraph.num_vertices);
  const OrderOptions order = resolve(context, hypergraph, options.order);
  const VertexId n = hypergraph.num_vertices;
  if (are_ones(context, options.capacities)) {
    return scan(context, hypergraph, order, {}, order::VertexSet(n));
  }
  const Capacities& capacities = options.capacities;
  return scan(context, hypergraph, order, capacities, order::VertexRoom(n, capacities));
}

}  // namespace hypermatch
