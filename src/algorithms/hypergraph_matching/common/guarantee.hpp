// SPDX-License-Identifier: MIT
// Guarantee of the greedy matching of an order.
#pragma once

#include <string>

#include "hypermatch/hypergraph_matching.hpp"

namespace hypermatch::detail::hypergraph_matching {

/// The guarantee of the greedy matching of a resolved order; d is the largest edge size.
///
/// By weight: a matched edge is charged by at most d optimal edges, none heavier than it. By weight
/// per pin: these weigh at most its weight per pin times their sizes; an optimal edge f that meets
/// matched e first has w(f) <= w(e) |f| / |e|, and e is charged at most |e| times: d again. By
/// weight per sqrt of pins: w(f) <= w(e) sqrt(|f| / |e|), in sum at most w(e) sqrt(|e| d), so d
/// once more, and sqrt(n), n vertices (Lehmann, O'Callaghan, Shoham 2002,
/// doi:10.1145/585265.585266).
///
/// Under capacities as well: a vertex that is full blocks at most as many optimal edges as it has
/// matched edges above them, so a matched edge is charged by one of them per pin. These may meet
/// each other, so that d alone holds for weight per sqrt of pins.
[[nodiscard]] std::string greedy_guarantee(const OrderOptions& order,
                                           const Capacities& capacities = {});

}  // namespace hypermatch::detail::hypergraph_matching
