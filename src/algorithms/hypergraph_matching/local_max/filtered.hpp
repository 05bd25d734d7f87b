// SPDX-License-Identifier: MIT
// Local max, filtered: the default algorithm for hypergraph matching on host cores.
#pragma once

#include "hypermatch/hypergraph_matching.hpp"

namespace hypermatch::detail::hypergraph_matching {

/// The greedy matching of a resolved order, by batches of falling key. See filtered_threads.cpp.
[[nodiscard]] HypergraphMatching local_max_filtered(const Context& context,
                                                    const HypergraphView& hypergraph,
                                                    const OrderOptions& order);

}  // namespace hypermatch::detail::hypergraph_matching
