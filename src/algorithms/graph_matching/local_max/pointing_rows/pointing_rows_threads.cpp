// SPDX-License-Identifier: MIT
// Local max over rows (Birn, Osipov, Sanders, Schulz, Sitchinava 2013,
// doi:10.1007/978-3-642-40047-6_66; pointers as in Manne, Bisseling 2008,
// doi:10.1007/978-3-540-68111-3_74): every vertex points at its best free neighbour, mutual
// pointers are matched, and vertices whose target was matched rescan their rows. Guarantee 1/2.
//
// The first look streams the CSR once; rows of matched vertices are never read again. A phase reads
// what the one before it wrote, so the only atomics are the bits of matched vertices. Rounds end
// where few vertices are left or each matches too few, and walks match the rest. Expected work
// O(n + m); O(m log n) always. Memory 12 bytes per vertex, mates included; as
// much again where several threads leave many vertices to walks.
#include "algorithms/graph_matching/local_max/pointing_rows/pointing_rows.hpp"

#include <cstdint>

#include "algorithms/graph_matching/common/order.hpp"
#include "algorithms/graph_matching/local_max/filtered.hpp"
#include "algorithms/graph_matching/local_max/pointing_rows/round_budget.hpp"
#include "algorithms/graph_matching/local_max/pointing_rows/row_pointers.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/graph_matching.hpp"
#include "order/weight_bits.hpp"

namespace hypermatch::detail::graph_matching {

namespace {

template <class WeightBits>
GraphMatching match_rows(const Context& context, const GraphView& graph,
                         const WeightBits& weight_bits, const GraphOrder& order,
                         const RowTuning& tuning) {
  RowPointers<WeightBits> rows(context, graph, weight_bits, order, tuning);
  RoundBudget budget(graph, context.threads(), tuning);
  const std::uint64_t rounds = filtered(context, rows, budget, tuning.few);
  GraphMatching matching;
  matching.mates = rows.take_mates();
  matching.stats = run_stats(order, greedy_guarantee(order), rounds, "local_max",
                             name_of(GraphLocalMaxVariant::filtered));
  return matching;
}

}  // namespace

GraphMatching pointing_rows(const Context& context, const GraphView& graph, const GraphOrder& order,
                            const RowTuning& tuning) {
  return order::with_weight_bits(graph.weights, order, [&](auto weight_bits) {
    return match_rows(context, graph, weight_bits, order, tuning);
  });
}

}  // namespace hypermatch::detail::graph_matching
