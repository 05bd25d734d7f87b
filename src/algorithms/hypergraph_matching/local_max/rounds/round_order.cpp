// SPDX-License-Identifier: MIT
#include "algorithms/hypergraph_matching/local_max/rounds/round_order.hpp"

#include <bit>
#include <functional>

#include "order/edge_priorities.hpp"
#include "parallel/host/primitives.hpp"
#include "structures/edge_rating.hpp"

namespace hypermatch::detail::hypergraph_matching {

namespace {

// The rating as double; only the noise is added to it before it is rounded.
double rating_of(const HypergraphView& hypergraph, const OrderOptions& order, EdgeId e) {
  const double weight =
      order.objective == Objective::weight ? weight_at(hypergraph.weights, e) : 1.0;
  const std::uint64_t size = hypergraph.edge_size(e);
  switch (order.rating) {
    case Rating::weight_per_load:  // redrawn ties exclude capacities
    case Rating::weight_per_pin:
      return structures::weight_per_pin(weight, size);
    case Rating::weight_per_sqrt_pins:
      return structures::weight_per_sqrt_pins(weight, size);
    case Rating::automatic:
    case Rating::weight:
      break;
  }
  return weight;
}

}  // namespace

RatedEdges rate_edges(const Context& context, const HypergraphView& hypergraph,
                      const LocalMaxOptions& options) {
  const std::size_t m = hypergraph.num_edges();
  RatedEdges rated{Array<std::uint64_t>(m), Array<std::uint8_t>(m), 0};
  const auto rate = [&](const auto& eligible, const auto& word) {
    parallel::for_each(context, m, [&](std::size_t i) {
      const auto e = static_cast<EdgeId>(i);
      const bool takes_part = eligible(e);
      rated.left_out[i] = takes_part ? 0 : 1;
      if (takes_part) rated.words[i] = word(e);
    });
    rated.num_edges = parallel::reduce<std::uint64_t>(
        context, m, 0, [&](std::size_t i) { return std::uint64_t{1} - rated.left_out[i]; },
        std::plus<>());
  };
  if (options.noise > 0.0) {
    // By weight alone, no priorities are computed that would not be used (int64, double: a sort).
    OrderOptions cheap = options.order;
    cheap.rating = Rating::weight_per_pin;
    order::with_priorities(context, hypergraph, cheap, {}, [&](auto, auto eligible) {
      rate(eligible, [&](EdgeId e) {
        return std::bit_cast<std::uint64_t>(rating_of(hypergraph, options.order, e));
      });
    });
    return rated;
  }
  order::with_priorities(
      context, hypergraph, options.order, options.capacities, [&](auto priority, auto eligible) {
        if (options.ties == Ties::redraw) {
          rate(eligible, [&](EdgeId e) { return std::uint64_t{priority(e)}; });
        } else {
          const base::TieMixer mix(options.order.seed);
          rate(eligible, [&](EdgeId e) { return base::make_key(priority(e), mix(e)); });
        }
      });
  return rated;
}

}  // namespace hypermatch::detail::hypergraph_matching
