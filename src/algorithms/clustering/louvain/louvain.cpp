// SPDX-License-Identifier: MIT
#include <cstdlib>
#include <string>

#include "algorithms/clustering/common/hierarchy.hpp"
#include "algorithms/clustering/louvain/sub_rounds.hpp"
#include "hypermatch/clustering.hpp"
#include "hypermatch/error.hpp"

namespace hypermatch {

using namespace detail::clustering;

Clustering louvain(const Context& context, const GraphView& graph, const LouvainOptions& options) {
  Clustering result = build_hierarchy(
      context, graph, options,
      [&](const LevelView& level, const Goal& goal, Step step, Partition& partition) {
        return move_in_sub_rounds(context, level, goal, step, partition,
                                  {.within = step.within, .budget = std::max<std::uint64_t>(1, graph.num_arcs() / (getenv("BU") ? atoi(getenv("BU")) : 2)), .seed = options.seed + step.iteration * 77,
                                   .threshold = options.threshold,
                                   .max_sweeps = !step.within.empty() ? (getenv("RS") ? (unsigned)atoi(getenv("RS")) : 1U) : step.number == 0 && getenv("SW0") ? (unsigned)atoi(getenv("SW0")) : options.max_sweeps, .num_sub_rounds = getenv("SR") ? (unsigned)atoi(getenv("SR")) : 4U});
      });
  result.labels.stats.algorithm = "louvain";
  result.labels.stats.variant = "sub_rounds";
  return result;
}

}  // namespace hypermatch
