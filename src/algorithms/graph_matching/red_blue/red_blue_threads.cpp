// SPDX-License-Identifier: MIT
#include <utility>

#include "algorithms/graph_matching/common/order.hpp"
#include "algorithms/graph_matching/common/red_blue_options.hpp"
#include "algorithms/graph_matching/red_blue/red_blue.hpp"
#include "order/row_scan.hpp"
#include "order/weight_bits.hpp"
#include "parallel/host/place_threads.hpp"
#include "parallel/host/team.hpp"
#include "structures/shape.hpp"

namespace hypermatch {

using namespace detail::graph_matching;
namespace order = detail::order;
namespace parallel = detail::parallel;
using parallel::Threads;

namespace {

template <class Scan>
struct RedBlueArcs {
  using Entry = Offset;
  const Scan* rows;

  [[nodiscard]] static Offset entry(Offset arc) { return arc; }
  [[nodiscard]] VertexId head(Offset arc) const { return rows->head(arc); }
  [[nodiscard]] bool takes_part(Offset arc) const { return rows->takes_part(arc); }
};

// A whole row at once, which looks up few colours.
template <class Scan>
struct LookAlongRow : red_blue_rounds::Look<Threads, RedBlueArcs<Scan>> {
  [[nodiscard]] BlueProposal whole(VertexId v) const {
    return this->state.colours.get(v) == Colour::red ? look_for_live(v) : propose(v);
  }

 private:
  [[nodiscard]] BlueProposal look_for_live(VertexId v) const {
    const Offset end = this->rows->end(v);
    for (Offset arc = this->rows->begin(v); arc < end; ++arc) {
      if (this->takes_part(arc) && this->state.is_live(this->head(arc))) {
        return {.meets_live = true};
      }
    }
    return {};
  }
  [[nodiscard]] BlueProposal propose(VertexId v) const {
    bool meets_live = false;
    const Offset arc = this->rows->best_wanted(v, [&](Offset a) {
      const Colour colour = this->state.colours.get(this->head(a));
      meets_live |= colour != Colour::gone;
      return colour == Colour::red;
    });
    // Without an arc all eligible ones were asked about.
    if (arc == order::k_no_arc) return {.meets_live = meets_live};
    const VertexId head = this->head(arc);
    const std::uint32_t tie = this->rows->mix(v, head);
    const auto image = this->rows->image(arc);
    // Images of 32 bits leave room for the tie.
    if constexpr (sizeof(image) == sizeof(tie)) {
      return {.key = detail::base::make_key(image, tie), .head = head, .meets_live = true};
    } else {
      return {.key = image, .head = head, .meets_live = true, .tie = tie};
    }
  }
};

template <order::ArcRank rank, class WeightBits>
GraphMatching match_in_rounds(const Context& context, const GraphView& graph,
                              const WeightBits& weight_bits, const RedBlueOptions& options) {
  using Scan = order::RowScan<WeightBits, rank>;
  constexpr bool k_is_random = rank == order::ArcRank::random;
  Scan scan(graph, weight_bits, detail::base::PairMixer(options.order.seed));
  GraphMatching matching{std::vector<VertexId>(graph.num_vertices),
                         run_stats(options.order, maximal_guarantee(options.order), 0, "red_blue",
                                   k_is_random ? "random" : "weighted")};
  Threads place(context);
  Threads::Arena arena;
  RedBlue<Threads> rounds(place);
  rounds.lay_out(arena, graph.num_vertices, sizeof(typename Scan::Image) == sizeof(std::uint64_t));
  matching.stats.rounds = rounds.run(
      {.offsets = arena.adopt("offsets", graph.offsets), .count = graph.num_vertices},
      [&](const RedBlueState<Threads>& state, std::uint64_t round) {
        if (k_is_random) {
          scan.redraw(detail::base::PairMixer(pair_seed(options.order.seed, round)));
        }
        return LookAlongRow<Scan>{{{&scan}, state}};
      },
      options, Threads::Words<VertexId>(matching.mates.data()),
      [&] { detail::structures::throw_broken_promise(graph); });
  matching.stats.left_per_round = place.left_per_round();
  return matching;
}

}  // namespace

GraphMatching red_blue(const Context& context, const GraphView& graph,
                       const RedBlueOptions& options) {
  check(options);
  RedBlueOptions resolved = options;
  resolved.order = resolve(context, options.order, graph);
  const parallel::SpinScope spin_scope(context);
  return order::with_weight_bits(graph.weights, resolved.order, [&](const auto& weight_bits) {
    return resolved.variant == RedBlueVariant::random
               ? match_in_rounds<order::ArcRank::random>(context, graph, weight_bits, resolved)
               : match_in_rounds<order::ArcRank::by_image>(context, graph, weight_bits, resolved);
  });
}

}  // namespace hypermatch
