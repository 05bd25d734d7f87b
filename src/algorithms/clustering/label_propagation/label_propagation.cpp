// SPDX-License-Identifier: MIT
#include <utility>

#include "algorithms/clustering/common/moves/moves.hpp"
#include "algorithms/clustering/common/moves/propagation.hpp"
#include "algorithms/clustering/common/multilevel/answer.hpp"
#include "algorithms/clustering/common/multilevel/level_records.hpp"
#include "hypermatch/clustering.hpp"

namespace hypermatch {

using namespace detail::clustering;

Clustering label_propagation(const Context& context, const GraphView& graph,
                             const LabelPropagationOptions& options) {
  check_share(options.threshold, "threshold");
  check_at_least_one(options.max_sweeps, "max_sweeps");
  const FinestLevel finest(context, graph, options.loop_weights, options.quality);
  Partition partition = start(context, finest, options.initial);
  LevelRecords records(context);
  Workspace workspace;
  records.begin(0);
  MoveOptions moves = propagation_moves(options);
  moves.records = &records;
  const Sweeps sweeps = move_vertices(context, finest.view(), links_alone(finest.objective()),
                                      partition, moves, workspace);
  records.moved();
  records.swept(sweeps, options.max_sweeps);
  records.end(finest.view(), sweeps, std::nullopt);
  return answer(context, finest, {partition.community.view(), records.take()},
                {"label_propagation", ""});
}

}  // namespace hypermatch
