// SPDX-License-Identifier: MIT
// Makes a matching maximal by a greedy pass over the edges that meet no matched one.
#include <algorithm>
#include <functional>
#include <string>

#include "base/edge_order.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/resolve.hpp"
#include "order/edge_priorities.hpp"
#include "order/edge_ranks.hpp"
#include "order/vertex_set.hpp"
#include "parallel/host/check_input.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch {

namespace order = detail::order;
namespace parallel = detail::parallel;
using detail::base::make_key;
using detail::base::TieMixer;

HypergraphMatching complete(const Context& context, const HypergraphView& hypergraph,
                            std::span<const EdgeId> edges, const OrderOptions& options) {
  detail::parallel::check_input(context, hypergraph);
  const OrderOptions order = resolve(context, hypergraph, options);
  HypergraphMatching matching;
  order::VertexSet matched(hypergraph.num_vertices);
  for (const EdgeId e : edges) {
    if (e >= hypergraph.num_edges()) {
      throw Error(ErrorCode::invalid_input,
                  "edge " + std::to_string(e) + " of the matching does not exist");
    }
    const auto pins = hypergraph.pins_of(e);
    if (pins.empty()) {
      throw Error(ErrorCode::invalid_input,
                  "edge " + std::to_string(e) + " of the matching has no pins");
    }
    if (matched.meets(pins)) {
      throw Error(ErrorCode::invalid_input,
                  "edge " + std::to_string(e) + " of the matching meets another one");
    }
    matched.insert(pins);
    matching.edges.push_back(e);
  }

  const TieMixer mix(order.seed);
  Array<order::KeyRank> keys;
  parallel::StopCheck stop(context);
  order::with_priorities(context, hypergraph, order, {}, [&](auto priority, auto eligible) {
    for (EdgeId e = 0; e < hypergraph.num_edges(); ++e) {
      stop.done(8);
      if (!eligible(e) || matched.meets(hypergraph.pins_of(e))) continue;
      keys.push_back({make_key(priority(e), mix(e))});
    }
  });
  order::sort_ranks(context, keys);
  for (const auto& [key] : keys) {
    stop.done(8);
    const EdgeId e = mix.inverse(static_cast<std::uint32_t>(key));
    const auto pins = hypergraph.pins_of(e);
    if (matched.meets(pins)) continue;
    matched.insert(pins);
    matching.edges.push_back(e);
  }
  std::sort(matching.edges.begin(), matching.edges.end());
  matching.stats = {.algorithm = "complete",
                    .rounds = 1,
                    .rating = order.rating,
                    .objective = order.objective,
                    .guarantee = "no less than the matching it started from",
                    .stop_reason = "complete"};
  return matching;
}

}  // namespace hypermatch
