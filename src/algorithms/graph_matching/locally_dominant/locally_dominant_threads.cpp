// SPDX-License-Identifier: MIT
#include <atomic>

#include "algorithms/graph_matching/common/order.hpp"
#include "algorithms/graph_matching/locally_dominant/on_threads.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/enum_names.hpp"
#include "order/matched_vertices.hpp"
#include "order/row_scan.hpp"
#include "order/sorted_rows.hpp"
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

// Rows by falling key. A vertex that was matched stays so: what a vertex has passed is over.
template <class WeightBits>
struct SortedDominantArcs : DominantArcs<WeightBits> {
  using DominantArcs<WeightBits>::rows;
  const order::SortedPlaces& sorted;
  std::uint32_t* passed;  // per vertex, arcs from the top

  [[nodiscard]] VertexId first_choice(VertexId v, const Threads::Flags& /*matched*/) const {
    return sorted.size(v) == 0 ? VertexId{k_none} : rows.head(sorted.arc(v, 0));
  }
  // Relaxed: one thread at a time looks for v, and one that sees an older place looks again at some
  // that are matched.
  [[nodiscard]] VertexId choice(VertexId v, const Threads::Flags& matched) const {
    const std::atomic_ref next(passed[v]);
    std::uint32_t place = next.load(std::memory_order_relaxed);
    VertexId head = k_none;
    // Ends: the place grows.
    for (; place < sorted.size(v); ++place) {
      head = rows.head(sorted.arc(v, place));
      if (!matched.is_set_by_now(head)) break;
    }
    next.store(place, std::memory_order_relaxed);
    return place == sorted.size(v) ? VertexId{k_none} : head;
  }
};

}  // namespace

namespace detail::graph_matching {

std::vector<VertexId> locally_dominant_on_threads(const Context& context, const GraphView& graph,
                                                  const GraphOrder& order, DominantVariant variant,
                                                  const QueueTuning& tuning) {
  std::vector<VertexId> mates(graph.num_vertices);
  Threads place(context);
  Threads::Arena arena;
  LocallyDominant<Threads> rounds(place);
  rounds.lay_out(arena, graph.num_vertices);
  order::with_weight_bits(graph.weights, order, [&]<class WeightBits>(WeightBits weight_bits) {
    const base::PairMixer mix(order.seed);
    const order::RowScan<WeightBits> rows(graph, weight_bits, mix);
    const auto run = [&](const auto& arcs) {
      rounds.run(arcs, graph.num_vertices, Threads::Words<VertexId>(mates.data()), tuning,
                 [&] { structures::throw_broken_promise(graph); });
    };
    if (variant == DominantVariant::unsorted) return run(DominantArcs<WeightBits>{rows});
    const order::SortedPlaces sorted(context, graph, weight_bits, mix);
    Array<std::uint32_t> passed(graph.num_vertices, 0);
    context.check_cancelled();
    run(SortedDominantArcs<WeightBits>{{rows}, sorted, passed.data()});
  });
  return mates;
}

}  // namespace detail::graph_matching

GraphMatching locally_dominant(const Context& context, const GraphView& graph,
                               const GraphOrder& options, DominantVariant variant) {
  const GraphOrder order = resolve(context, options, graph);
  detail::check_enum("variant", variant);
  const bool is_sorted = variant == DominantVariant::sorted;
  return {locally_dominant_on_threads(context, graph, order, variant, queue_tuning(context)),
          run_stats(order, greedy_guarantee(order), 1, "locally_dominant",
                    is_sorted ? name_of(variant) : "")};
}

}  // namespace hypermatch
