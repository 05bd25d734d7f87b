// SPDX-License-Identifier: MIT
// Heavy b-matchings in graphs: each vertex lies in at most as many matched edges as its capacity.
//
// All of these return the greedy b-matching of the order that graph_matching.hpp describes (edges
// from the top, each taken if both ends have room), to the byte, on any number of threads. It
// weighs at least half of the heaviest b-matching (Mestre 2006, doi:10.1007/11841036_48). With
// capacity 1 everywhere the plain algorithm runs, and its mates are the partners. All of these
// throw Error{invalid_input} as those of graph_matching.hpp, and where there is neither one
// capacity nor one per vertex.
#pragma once

#include "hypermatch/capacities.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/graph_matching.hpp"
#include "hypermatch/results.hpp"

namespace hypermatch {

/// Sorted greedy, the baseline: a sort of the edges by counting, then one scan. O(m log m), one
/// thread whatever the context. @throws Error{invalid_option, resources, cancelled}
[[nodiscard]] Partners greedy(const Context& context, const EdgeListView& graph,
                              const Capacities& capacities, const GraphOrder& order = {});

/// Local max by batches of falling key over a list, most edges dropped unseen; rows make a list of
/// their edges first (stats.prepare_seconds). Where no capacity is below the degree nothing is
/// ordered. O(n + m) expected, O(m log m) always. @throws Error{invalid_option, resources,
/// cancelled}
[[nodiscard]] Partners local_max(const Context& context, const EdgeListView& graph,
                                 const Capacities& capacities, const GraphOrder& order = {});
[[nodiscard]] Partners local_max(const Context& context, const GraphView& graph,
                                 const Capacities& capacities, const GraphOrder& order = {});

/// Locally dominant edges: each vertex points at as many of its best neighbours as it has room for,
/// mutual pointers are matched, and vertices that pointed at a vertex that is full go on in their
/// rows, which are sorted first. Khan et al. 2016, doi:10.1137/15M1026304. O(m log(degree)), one
/// thread whatever the context. @throws Error{resources, cancelled}
[[nodiscard]] Partners locally_dominant(const Context& context, const GraphView& graph,
                                        const Capacities& capacities, const GraphOrder& order = {});

/// How b-Suitor finds the next vertex to propose to, and when a suitor that was displaced proposes
/// again.
enum class BSuitorVariant {
  partial_eager,     ///< the best part of a row is sorted, then the next; displaced ones propose at
                     ///< once
  partial_delayed,   ///< the same; displaced ones wait for the next round
  sorted_eager,      ///< rows are sorted first
  sorted_delayed,    ///< the same; displaced ones wait for the next round
  unsorted_eager,    ///< each look at a row picks as many of its best as the capacity: with
                     ///< capacity 1, one per proposal
  unsorted_delayed,  ///< the same; displaced ones wait for the next round
};

template <>
struct EnumNames<BSuitorVariant> {
  static constexpr EnumName<BSuitorVariant> all[] = {
      {BSuitorVariant::partial_eager, "partial_eager"},
      {BSuitorVariant::partial_delayed, "partial_delayed"},
      {BSuitorVariant::sorted_eager, "sorted_eager"},
      {BSuitorVariant::sorted_delayed, "sorted_delayed"},
      {BSuitorVariant::unsorted_eager, "unsorted_eager"},
      {BSuitorVariant::unsorted_delayed, "unsorted_delayed"}};
};

struct BSuitorOptions {
  GraphOrder order = {};
  BSuitorVariant variant = BSuitorVariant::partial_eager;
};

/// b-Suitor: each vertex proposes to its best neighbours that do not have as many better suitors as
/// their capacity; a suitor that is displaced proposes once more. Khan, Pothen, Patwary, Satish,
/// Sundaram, Manne, Halappanavar, Dubey 2016, doi:10.1137/15M1026304. All cores; one lock per
/// vertex. @throws Error{unsupported} for 2^32 arcs with 64-bit weights or more where rows are
/// sorted first, Error{resources, cancelled}
[[nodiscard]] Partners b_suitor(const Context& context, const GraphView& graph,
                                const Capacities& capacities, const BSuitorOptions& options = {});

/// The matched edges as pairs, as `matched_pairs` of a matching has them, and what they weigh. O(n
/// + m). @throws Error{invalid_input} unless partners ascend, are mutual, and one edge joins each
/// pair
[[nodiscard]] MatchedPairs matched_pairs(const Context& context, const AnyGraphView& graph,
                                         const Partners& matching);

/// A matching as the b-matching that it is. O(n).
[[nodiscard]] Partners partners_of(GraphMatching matching);

}  // namespace hypermatch
