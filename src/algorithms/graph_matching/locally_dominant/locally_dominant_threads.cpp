// SPDX-License-Identifier: MIT
#include "algorithms/graph_matching/common/order.hpp"
#include "algorithms/graph_matching/locally_dominant/on_threads.hpp"
#include "order/matched_vertices.hpp"
#include "order/row_scan.hpp"
#include "parallel/host/place_threads.hpp"
#include "structures/shape.hpp"

namespace hypermatch {

using namespace detail::graph_matching;
namespace order = detail::order;
using detail::parallel::Threads;

namespace {

template <class WeightBits>
struct DominantArcs {
  const order::RowScan<WeightBits>& rows;

  [[nodiscard]] Offset begin(VertexId v) const { return rows.begin(v); }
  [[nodiscard]] Offset end(VertexId v) const { return rows.end(v); }
  [[nodiscard]] VertexId head(Offset arc) const { return rows.head(arc); }
  // At first few are matched: those that point at these look again.
  [[nodiscard]] VertexId first_choice(VertexId v, const Threads::Flags& /*matched*/) const {
    return rows.best(v, order::AllFree{});
  }
  [[nodiscard]] VertexId choice(VertexId v, const Threads::Flags& matched) const {
    return rows.best(v, [matched](VertexId head) {
      return std::uint64_t{matched.is_set_by_now(head) ? 1U : 0U} - 1;
    });
  }
};

}  // namespace

namespace detail::graph_matching {

std::vector<VertexId> locally_dominant_on_threads(const Context& context, const GraphView& graph,
                                                  const GraphOrder& order,
                                                  const QueueTuning& tuning) {
  std::vector<VertexId> mates(graph.num_vertices);
  Threads place(context);
  Threads::Arena arena;
  LocallyDominant<Threads> rounds(place);
  rounds.lay_out(arena, graph.num_vertices);
  order::with_weight_bits(graph.weights, order, [&]<class WeightBits>(WeightBits weight_bits) {
    const order::RowScan<WeightBits> rows(graph, weight_bits, base::PairMixer(order.seed));
    rounds.run(DominantArcs<WeightBits>{rows}, graph.num_vertices,
               Threads::Words<VertexId>(mates.data()), tuning,
               [&] { structures::throw_broken_promise(graph); });
  });
  return mates;
}

}  // namespace detail::graph_matching

GraphMatching locally_dominant(const Context& context, const GraphView& graph,
                               const GraphOrder& options) {
  const GraphOrder order = resolve(context, options, graph);
  return {locally_dominant_on_threads(context, graph, order, queue_tuning(context)),
          run_stats(order, greedy_guarantee(order), 1, "locally_dominant")};
}

}  // namespace hypermatch
