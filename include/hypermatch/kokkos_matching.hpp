// SPDX-License-Identifier: MIT
// Matching in an execution space of Kokkos, of instances in host memory: the algorithms of rounds.
// Answers have the bytes of the host's algorithms.
#pragma once

#include "hypermatch/graph.hpp"
#include "hypermatch/graph_matching.hpp"
#include "hypermatch/hypergraph.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/kokkos_context.hpp"

namespace hypermatch {

/// The variants `crcw`, `crew` and `work_optimal`, with all of their options. The incidence
/// (stats.prepare_seconds) and the words that edges compare by are made by the host. @throws as on
/// a host; Error{unsupported} for other variants
[[nodiscard]] HypergraphMatching local_max(const KokkosContext& context,
                                           const HypergraphView& hypergraph,
                                           const LocalMaxOptions& options);

/// The variants `crcw` and `work_optimal`, with all of their options. @throws as above
[[nodiscard]] GraphMatching local_max(const KokkosContext& context, const EdgeListView& graph,
                                      const GraphLocalMaxOptions& options);
[[nodiscard]] GraphMatching local_max(const KokkosContext& context, const GraphView& graph,
                                      const GraphLocalMaxOptions& options);

/// Locally dominant edges by pointers and a queue. @throws as on a host
[[nodiscard]] GraphMatching locally_dominant(const KokkosContext& context, const GraphView& graph,
                                             const GraphOrder& order = {});

/// Red-blue matching. @throws as on a host
[[nodiscard]] GraphMatching red_blue(const KokkosContext& context, const GraphView& graph,
                                     const RedBlueOptions& options = {});

}  // namespace hypermatch
