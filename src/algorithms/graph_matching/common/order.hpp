// SPDX-License-Identifier: MIT
// The order that a call on a graph has, and what the greedy matching of an order is worth.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "hypermatch/graph_matching.hpp"
#include "hypermatch/resolve.hpp"

namespace hypermatch::detail::graph_matching {

using hypermatch::resolve;
/// `resolve` for a graph that a caller gave, which is checked as the context has it. @throws as
/// `parallel::check_input`
[[nodiscard]] GraphOrder resolve(const Context& context, GraphOrder order,
                                 const EdgeListView& graph);
[[nodiscard]] GraphOrder resolve(const Context& context, GraphOrder order, const GraphView& graph);

/// The work of taking or skipping one edge of a sorted list, for `parallel::StopCheck`: two
/// vertices out of order.
inline constexpr std::uint64_t k_edge_work = 8;

/// The guarantee of the greedy matching of a resolved order. A matched edge is charged by at most
/// two edges of an optimum, one at each end, neither heavier than it.
[[nodiscard]] std::string greedy_guarantee(const GraphOrder& order);

/// Checks ties and noise. @throws Error{invalid_option, unsupported}
void check(const GraphLocalMaxOptions& options);
/// The guarantee of local max under resolved options.
[[nodiscard]] std::string guarantee_of(const GraphLocalMaxOptions& options);

/// The guarantee of the greedy b-matching.
[[nodiscard]] std::string b_greedy_guarantee(const GraphOrder& order);

/// The guarantee of a maximal matching that ignores weights.
[[nodiscard]] std::string maximal_guarantee(const GraphOrder& order);

/// Statistics of an algorithm that ran to its end under a resolved order. `guarantee`: one of those
/// above, or the algorithm's own.
[[nodiscard]] MatchingStats run_stats(const GraphOrder& order, std::string guarantee,
                                      std::uint64_t rounds, std::string_view algorithm,
                                      std::string_view variant = {});

}  // namespace hypermatch::detail::graph_matching
