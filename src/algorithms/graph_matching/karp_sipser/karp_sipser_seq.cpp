// SPDX-License-Identifier: MIT
// Karp, Sipser 1981 ("Maximum matchings in sparse random graphs", doi:10.1109/SFCS.1981.21). A
// large matching by rules that lose nothing, and by chance where none applies; the rules are in
// common/karp_sipser.hpp. Maximal; work O((n + m) log n). Ties: the order of random choices is
// drawn by hash(seed, 1), a neighbour by hash(seed, 2, vertex).
#include "algorithms/graph_matching/common/karp_sipser.hpp"

#include <utility>

#include "algorithms/graph_matching/common/eligible_rows.hpp"
#include "algorithms/graph_matching/common/order.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/graph_matching.hpp"

namespace hypermatch {

using namespace detail::graph_matching;

GraphMatching karp_sipser(const Context& context, const EdgeListView& graph,
                          const KarpSipserOptions& options) {
  const GraphOrder order = resolve(context, options.order, graph);
  detail::check_enum("variant", options.variant);
  GraphMatching matching;
  matching.stats =
      run_stats(order, maximal_guarantee(order), 1, "karp_sipser", name_of(options.variant));
  PlainRows rows = plain_rows(context, graph, Eligible(graph, order));
  context.check_cancelled();
  matching.mates = karp_sipser_mates(context, {rows.first.view(), std::move(rows.heads)},
                                     options.variant, order.seed);
  return matching;
}

}  // namespace hypermatch
