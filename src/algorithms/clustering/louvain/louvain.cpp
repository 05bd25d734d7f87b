// SPDX-License-Identifier: MIT
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
      [&](const LevelView& level, const Goal& goal, std::uint32_t number, Partition& partition) {
        return move_in_sub_rounds(context, level, goal, number, partition,
                                  {.seed = options.seed,
                                   .threshold = options.threshold,
                                   .max_sweeps = options.max_sweeps});
      });
  result.labels.stats.algorithm = "louvain";
  result.labels.stats.variant = "sub_rounds";
  return result;
}

}  // namespace hypermatch
