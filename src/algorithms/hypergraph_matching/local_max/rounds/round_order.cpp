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
  const auto rate = [&](auto eligible, auto word) {
    const auto one = [=, words = rated.words.data(), left = rated.left_out.data()](std::size_t i) {
      const auto e = static_cast<EdgeId>(i);
      const bool takes_part = eligible(e);
      left[i] = takes_part ? 0 : 1;
      if (takes_part) words[i] = word(e);
    };
    parallel::for_each(context, m, one);
  };
  if (options.noise > 0.0) {
    // No priorities, which would not be used and cost a sort (int64, double).
    const bool takes_all = !order::by_weight(hypergraph, options.order) ||
                           options.order.nonpositive == NonPositive::keep;
    rate(
        [&](EdgeId e) {
          return hypergraph.edge_size(e) != 0 &&
                 (takes_all || weight_at(hypergraph.weights, e) > 0);
        },
        [&](EdgeId e) {
          return std::bit_cast<std::uint64_t>(rating_of(hypergraph, options.order, e));
        });
  } else {
    const base::TieMixer mix(options.order.seed);
    order::with_priorities(context, hypergraph, options.order, options.capacities,
                           [&](auto priority, auto eligible) {
                             rate(eligible, [=, redraw = options.ties == Ties::redraw](EdgeId e) {
                               const std::uint32_t of_e = priority(e);
                               return redraw ? of_e : base::make_key(of_e, mix(e));
                             });
                           });
  }
  rated.num_edges = parallel::reduce<std::uint64_t>(
      context, m, 0, [&](std::size_t i) { return std::uint64_t{1} - rated.left_out[i]; },
      std::plus<>());
  return rated;
}

}  // namespace hypermatch::detail::hypergraph_matching
