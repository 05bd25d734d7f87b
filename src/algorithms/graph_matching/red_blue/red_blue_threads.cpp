// SPDX-License-Identifier: MIT
// Red-blue matching: Fagginger Auer, Bisseling 2012 ("A GPU Algorithm for Greedy Graph Matching",
// doi:10.1007/978-3-642-30397-5_11). Free vertices are coloured at random; blue ones propose to
// red ones, each of which takes one. Maximal, no bound on the weight. O(log n) rounds expected, 2n
// at most; work O(n + m) per round. The rule, ties included, is in red_blue_rule.hpp. A red vertex
// keeps the uppermost of its proposals as they come, by compare-and-swap, instead of looking
// through its row for them; what stays is their maximum, whatever the order.
#include <atomic>
#include <string>
#include <utility>

#include "algorithms/graph_matching/common/order.hpp"
#include "algorithms/graph_matching/common/red_blue_options.hpp"
#include "algorithms/graph_matching/red_blue/red_blue_rule.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/graph_matching.hpp"
#include "order/row_scan.hpp"
#include "order/weight_bits.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/team.hpp"
#include "structures/shape.hpp"

namespace hypermatch {

using namespace detail::graph_matching;
namespace order = detail::order;
namespace parallel = detail::parallel;

namespace {

enum class Colour : std::uint8_t { gone, red, blue };

// Rows differ in length: fewer vertices per chunk than the default, to share them out.
constexpr std::size_t k_live_grain = 512;

template <class Image>
class Rounds {
 public:
  Rounds(const Context& context, VertexId num_vertices)
      : mates(num_vertices, k_none),
        context_(context),
        colour_(num_vertices),
        suitor_(num_vertices),
        offered_(num_vertices),
        live_(num_vertices),
        next_(num_vertices) {
    parallel::for_each(context, num_vertices,
                       [&](std::size_t v) { live_[v] = static_cast<VertexId>(v); });
  }

  [[nodiscard]] std::size_t num_live() const { return live_.size(); }
  [[nodiscard]] VertexId lowest_live() const { return live_[0]; }

  /// Colours the live vertices.
  template <class IsBlue>
  void colour(const IsBlue& is_blue) {
    for_live([&](VertexId v) {
      colour_[v] = is_blue(v) ? Colour::blue : Colour::red;
      suitor_[v] = k_none;
    });
  }

  /// Blue vertices propose, or retire where no neighbour is left.
  template <class Rows>
  void propose(const Rows& rows) {
    for_live([&](VertexId v) {
      if (colour_[v] != Colour::blue) return;
      bool meets_live = false;
      const Offset arc = rows.best_wanted(v, [&](Offset a) {
        const Colour colour = colour_[rows.head(a)];
        meets_live |= colour != Colour::gone;
        return colour == Colour::red;
      });
      if (arc == order::k_no_arc) {
        // Without an arc all eligible ones were asked about. No other thread reads a blue suitor_.
        if (!meets_live) suitor_[v] = v;
        return;
      }
      offered_[v] = rows.image(arc);
      offer(rows, v, rows.head(arc));
    });
  }

  /// Red vertices take their best proposal; matched and retired vertices leave.
  void respond() {
    for_live([&](VertexId v) {
      if (colour_[v] != Colour::red || suitor_[v] == k_none) return;
      mates[v] = suitor_[v];
      mates[suitor_[v]] = v;
    });
    const auto stays = [&](VertexId v) { return mates[v] == k_none && suitor_[v] != v; };
    for_live([&](VertexId v) {
      if (!stays(v)) colour_[v] = Colour::gone;
    });
    next_.resize(parallel::select(
        context_, live_.size(), [&](std::size_t i) { return stays(live_[i]); },
        [&](std::size_t place, std::size_t i) { next_[place] = live_[i]; }));
    std::swap(live_, next_);
    next_.resize(live_.size());  // room enough: there are never more again
  }

  std::vector<VertexId> mates;

 private:
  template <class Body>
  void for_live(const Body& body) const {
    parallel::for_each(
        context_, live_.size(), [&](std::size_t i) { body(live_[i]); }, k_live_grain);
  }

  // Makes blue `v` the suitor of `red` unless the present suitor is above it.
  template <class Rows>
  void offer(const Rows& rows, VertexId v, VertexId red) {
    const auto above = [&](VertexId rival) {
      return rows.above(red, {offered_[v], v}, {offered_[rival], rival});
    };
    const std::atomic_ref<VertexId> slot(suitor_[red]);
    // Acquire, against the release below: the named vertex has written its offer.
    VertexId rival = slot.load(std::memory_order_acquire);
    // Ends: the exchange fails only where the suitor rose, at most once for each proposal.
    while (rival == k_none || above(rival)) {
      if (slot.compare_exchange_strong(rival, v, std::memory_order_release,
                                       std::memory_order_acquire)) {
        return;
      }
    }
  }

  const Context& context_;
  Array<Colour> colour_;
  Array<VertexId> suitor_;  // of a red vertex; of a blue one itself, if it retires
  Array<Image> offered_;    // image of the edge that a blue vertex proposes along
  Array<VertexId> live_;    // ascending
  Array<VertexId> next_;
};

template <order::ArcRank rank, class WeightBits>
GraphMatching match_in_rounds(const Context& context, const GraphView& graph,
                              const WeightBits& weight_bits, const RedBlueOptions& options) {
  constexpr bool is_random = rank == order::ArcRank::random;
  const std::uint64_t seed = options.order.seed;
  const std::uint64_t limit = blue_limit(options.blue_share);
  GraphMatching matching;
  matching.stats = run_stats(options.order, maximal_guarantee(options.order), 0, "red_blue",
                             is_random ? "random" : "weighted");
  std::uint64_t& round = matching.stats.rounds;
  Rounds<typename WeightBits::Image> rounds(context, graph.num_vertices);
  order::RowScan<WeightBits, rank> rows(graph, weight_bits, detail::base::PairMixer(seed));
  bool is_lone = false;
  // Ends: in a lone round a vertex leaves, or the graph is refused; every other round that none
  // leaves is followed by one.
  for (; rounds.num_live() != 0; ++round) {
    context.check_cancelled();
    context.report({"solve", graph.num_vertices - rounds.num_live(), graph.num_vertices});
    const std::size_t before = rounds.num_live();
    const VertexId lowest = rounds.lowest_live();
    rounds.colour(
        [&](VertexId v) { return is_lone ? v == lowest : is_blue(seed, round, v, limit); });
    if (is_random) rows.redraw(detail::base::PairMixer(pair_seed(seed, round)));
    rounds.propose(rows);
    rounds.respond();
    const bool none_left = rounds.num_live() == before;
    // A lone vertex with a live neighbour but no red one is its own neighbour.
    if (is_lone && none_left) detail::structures::throw_broken_promise(graph);
    is_lone = none_left;
  }
  matching.mates = std::move(rounds.mates);
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
