// SPDX-License-Identifier: MIT
#include "algorithms/clustering/common/answer.hpp"
#include "algorithms/clustering/common/ladder.hpp"
#include "algorithms/clustering/louvain/in_turn.hpp"
#include "hypermatch/clustering.hpp"

namespace hypermatch {

using namespace detail::clustering;

Clustering louvain(const Context& context, const GraphView& graph, const LouvainOptions& options) {
  check_share(options.threshold, "threshold");
  check_share(options.threshold_small, "threshold_small");
  check_share(options.threshold_large, "threshold_large");
  check_at_least_one(options.max_sweeps, "max_sweeps");
  check_at_least_one(options.max_levels, "max_levels");
  const FinestLevel finest(context, graph, options.loop_weights, options.quality);
  if (options.variant == LouvainVariant::sequential) {
    LevelRecords records(context);
    const Partition partition = louvain_in_turn(context, finest, options, records);
    return answer(context, finest, partition.community.view(), records.take(),
                  {"louvain", "sequential"});
  }
  Ladder ladder(context, finest, {options.seed, options.threshold, options.max_sweeps,
                                  options.max_levels});
  const Partition partition = ladder.up_and_down(start(context, finest, options.initial));
  return answer(context, finest, partition.community.view(), ladder.take_records(),
                {"louvain", "sub_rounds"});
}

}  // namespace hypermatch
