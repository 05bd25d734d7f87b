// SPDX-License-Identifier: MIT
// Sorted greedy for hypergraph matching: edges from the top of the order, conflicts skipped (Korte
// and Hausmann 1978, doi:10.1016/S0167-5060(08)70322-4). Guarantee 1/d of the optimum under rating
// `weight`, under capacities too. Work O(m log m + pins). The baseline that every other algorithm
// is measured against and compared with to the byte, so it stays as simple as this.
#include <algorithm>
#include <functional>

#include "algorithms/hypergraph_matching/common/guarantee.hpp"
#include "base/edge_order.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/resolve.hpp"
#include "order/edge_priorities.hpp"
#include "order/vertex_room.hpp"
#include "order/vertex_set.hpp"
#include "parallel/host/check_input.hpp"
#include "parallel/host/sort_in_pieces.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch {

using namespace detail::hypergraph_matching;
namespace order = detail::order;
using detail::base::make_key;
using detail::base::TieMixer;

namespace {

// `full`: the vertices without room.
template <class Vertices>
HypergraphMatching scan(const Context& context, const HypergraphView& hypergraph,
                        const OrderOptions& order, const Capacities& capacities, Vertices full) {
  const TieMixer mix(order.seed);
  Array<std::uint64_t> keys;
  keys.reserve(hypergraph.num_edges());
  order::with_priorities(context, hypergraph, order, capacities, [&](auto priority, auto eligible) {
    detail::parallel::StopCheck stop(context);
    for (EdgeId e = 0; e < hypergraph.num_edges(); ++e) {
      stop.done(1);
      if (eligible(e)) keys.push_back(make_key(priority(e), mix(e)));
    }
  });
  detail::parallel::sort_in_pieces(context, keys.begin(), keys.end(), std::greater<>());

  HypergraphMatching matching;
  detail::parallel::StopCheck stop(context);
  for (const std::uint64_t key : keys) {
    const EdgeId e = mix.inverse(static_cast<std::uint32_t>(key));
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
