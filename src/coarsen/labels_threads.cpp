// SPDX-License-Identifier: MIT
// Labels from matchings, and labels of coarse vertices back on fine ones.
#include <algorithm>
#include <atomic>
#include <string>
#include <vector>

#include "coarsen/classes.hpp"
#include "hypermatch/coarsen.hpp"
#include "hypermatch/error.hpp"
#include "parallel/host/check_input.hpp"
#include "parallel/host/work_progress.hpp"

namespace hypermatch {

using namespace detail::coarsen;
namespace parallel = detail::parallel;

namespace {

void check_edges(const Context& context, const HypergraphView& hypergraph,
                 std::span<const EdgeId> matched) {
  const std::size_t wrong =
      parallel::first_wrong(context, "check", matched.size(),
                            [&](std::size_t i) { return matched[i] >= hypergraph.num_edges(); });
  if (wrong == matched.size()) return;
  throw Error(ErrorCode::invalid_input, "matched[" + std::to_string(wrong) + "] is " +
                                            std::to_string(matched[wrong]) + ", must be below " +
                                            std::to_string(hypergraph.num_edges()));
}

// Names the first edge of the list with a pin of an earlier one.
[[noreturn]] void throw_shared_pin(const HypergraphView& hypergraph,
                                   std::span<const EdgeId> matched) {
  std::vector<EdgeId> owner(hypergraph.num_vertices, k_none);
  for (const EdgeId e : matched) {
    for (const VertexId v : hypergraph.pins_of(e)) {
      if (owner[v] != k_none) {
        throw Error(ErrorCode::invalid_input, "matched edges " + std::to_string(owner[v]) +
                                                  " and " + std::to_string(e) + " share pin " +
                                                  std::to_string(v));
      }
      owner[v] = e;
    }
  }
  throw Error(ErrorCode::internal, "no matched edges share a pin");
}

}  // namespace

Array<VertexId> labels_of(const Context& context, std::span<const VertexId> mates) {
  check_mates(context, mates.size(), mates);
  Array<VertexId> labels(mates.size());
  parallel::for_each_in_blocks(context, "label", mates.size(), [&](std::size_t v) {
    labels[v] = std::min(static_cast<VertexId>(v), mates[v]);  // nothing is above k_none
  });
  return labels;
}

Array<VertexId> labels_of(const Context& context, const HypergraphView& hypergraph,
                          std::span<const EdgeId> matched) {
  parallel::check_input(context, hypergraph);
  check_edges(context, hypergraph, matched);
  Array<VertexId> labels(hypergraph.num_vertices);
  parallel::for_each_in_blocks(context, "label", labels.size(),
                               [&](std::size_t v) { labels[v] = k_none; });
  const std::size_t shared =
      parallel::first_wrong(context, "label", matched.size(), [&](std::size_t i) {
        const std::span<const VertexId> pins = hypergraph.pins_of(matched[i]);
        if (pins.empty()) return false;
        const VertexId label = *std::min_element(pins.begin(), pins.end());
        bool shares = false;
        for (const VertexId v : pins) {
          // Relaxed: nothing else is read before the loop has ended.
          const VertexId before =
              std::atomic_ref(labels[v]).exchange(label, std::memory_order_relaxed);
          shares = shares || before != k_none;
        }
        return shares;
      });
  if (shared < matched.size()) throw_shared_pin(hypergraph, matched);
  parallel::for_each_in_blocks(context, "label", labels.size(), [&](std::size_t v) {
    if (labels[v] == k_none) labels[v] = static_cast<VertexId>(v);
  });
  return labels;
}

Array<VertexId> project(const Context& context, std::span<const VertexId> labels,
                        std::span<const VertexId> coarse_vertex) {
  const std::size_t n = coarse_vertex.size();
  Array<VertexId> fine(n);
  const std::size_t wrong = parallel::first_wrong(context, "project", n, [&](std::size_t v) {
    if (coarse_vertex[v] >= labels.size()) return true;
    fine[v] = labels[coarse_vertex[v]];
    return false;
  });
  if (wrong < n) {
    throw Error(ErrorCode::invalid_input, "coarse_vertex[" + std::to_string(wrong) + "] is " +
                                              std::to_string(coarse_vertex[wrong]) +
                                              ", must be below the number of labels, " +
                                              std::to_string(labels.size()));
  }
  return fine;
}

}  // namespace hypermatch
