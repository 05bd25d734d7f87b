// SPDX-License-Identifier: MIT
// Locally dominant edges by pointers and a queue of matched vertices: what one core and several
// share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "hypermatch/array.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/types.hpp"
#include "order/matched_vertices.hpp"
#include "order/row_scan.hpp"
#include "parallel/host/grain.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/stop_check.hpp"
#include "structures/shape.hpp"

namespace hypermatch::detail::graph_matching {

template <class WeightBits>
struct DominantEdges {
  DominantEdges(const GraphView& view, const WeightBits& weight_bits, std::uint64_t seed)
      : graph(view),
        rows(view, weight_bits, base::PairMixer(seed)),
        matched(view.num_vertices),
        best(view.num_vertices, k_none),
        queue(view.num_vertices) {}

  /// Matches v and its best neighbour if they point at each other.
  void match_if_mutual(VertexId v) {
    const VertexId u = best[v];
    if (u == k_none || best[u] != v) return;
    if (u == v) structures::throw_broken_promise(graph);  // a loop
    matched.insert(v);
    matched.insert(u);
    queue[tail++] = v;
    queue[tail++] = u;
  }

  /// Vertices that pointed at the queue's first vertex look again.
  void take_first(parallel::StopCheck& stop) {
    const VertexId x = queue[head++];
    for (Offset i = rows.begin(x); i < rows.end(x); ++i) {
      const VertexId v = rows.head(i);
      if (best[v] != x || matched.contains(v) != 0) continue;
      stop.done(rows.degree(v));
      best[v] = rows.best(v, order::Unmatched{matched});
      match_if_mutual(v);
    }
    stop.done(rows.degree(x) + 1);
  }

  /// The mates, once the queue is empty. A vertex that still points at another one then was not
  /// told that the other one is matched, because it is no longer in that one's row.
  [[nodiscard]] std::vector<VertexId> take_mates(const Context& context) {
    const bool all_told =
        parallel::reduce<std::uint32_t>(
            context, best.size(), 1,
            [&](std::size_t v) {
              return best[v] == k_none || matched.contains(static_cast<VertexId>(v)) != 0 ? 1U : 0U;
            },
            [](std::uint32_t a, std::uint32_t b) { return a & b; }) != 0;
    if (!all_told) structures::throw_broken_promise(graph);
    return std::move(best);
  }

  const GraphView graph;
  const order::RowScan<WeightBits> rows;
  order::MatchedVertices matched;
  std::vector<VertexId> best;  ///< of matched vertices their mates
  Array<VertexId> queue;       ///< matched vertices; each enters once
  std::size_t head = 0;
  std::size_t tail = 0;
};

/// On one core. See locally_dominant_seq.cpp.
[[nodiscard]] std::vector<VertexId> locally_dominant_sequential(const Context& context,
                                                                const GraphView& graph,
                                                                const GraphOrder& order);

/// How threads share the queue. It changes the time, never the answer.
struct QueueTuning {
  /// Up to so many vertices in the queue one thread works on alone.
  std::size_t alone = parallel::threshold(std::size_t{1024});
  std::size_t grain = 64;  ///< vertices that a thread takes at least
};

/// On all cores. See locally_dominant_threads.cpp.
[[nodiscard]] std::vector<VertexId> locally_dominant_shared(const Context& context,
                                                            const GraphView& graph,
                                                            const GraphOrder& order,
                                                            const QueueTuning& tuning = {});

}  // namespace hypermatch::detail::graph_matching
