// SPDX-License-Identifier: MIT
#include "algorithms/clustering/louvain/sequential.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/clustering/common/moves/community_sums.hpp"
#include "algorithms/clustering/common/multilevel/exact_weights.hpp"
#include "algorithms/clustering/common/multilevel/threshold_schedule.hpp"
#include "algorithms/clustering/louvain/upwards.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch::detail::clustering {

namespace {

template <class WeightAt>
class TurnMover {
 public:
  TurnMover(const Context& context, const LevelView& level, const Objective& objective,
            const WeightAt& weight_at, Partition& partition)
      : stop_(context),
        level_(level),
        weight_at_(weight_at),
        gain_(objective.gain()),
        partition_(partition) {}

  // Returns the sum of all gains, in exact weights.
  double sweep() {
    double gain = 0.0;
    for (VertexId v = 0; v < level_.graph.num_vertices; ++v) gain += visit(v);
    return gain;
  }

 private:
  double visit(VertexId v) {
    const GraphView& graph = level_.graph;
    const Offset begin = graph.offsets[v];
    const Offset end = graph.offsets[v + 1];
    stop_.done(end - begin + 1);
    sums_.begin(std::min<std::size_t>(end - begin, graph.num_vertices), graph.num_vertices);
    sums_.add(
        end - begin,
        [&](std::size_t i) { return partition_.community[graph.neighbours[begin + i]]; },
        [&](std::size_t i) { return weight_at_(begin + i); });
    const VertexId own = partition_.community[v];
    const std::int64_t volume = level_.volume[v];
    const double price = gain_.price(volume);
    partition_.volume[own] -= volume;
    std::int64_t own_links = 0;
    VertexId best = own;
    double best_gain = 0.0;
    const auto ahead = [](VertexId) {};
    sums_.drain(ahead, [&](VertexId community, std::int64_t links) {
      if (community == own) own_links = links;
      const double gain = MoveGain::of(price, links, partition_.volume[community]);
      if (community == own) return;
      if (best == own || gain > best_gain || (gain == best_gain && community < best)) {
        best = community;
        best_gain = gain;
      }
    });
    const double own_gain = MoveGain::of(price, own_links, partition_.volume[own]);
    if (best == own || !(best_gain > own_gain)) {
      partition_.volume[own] += volume;
      return 0.0;
    }
    partition_.volume[best] += volume;
    partition_.community[v] = best;
    return best_gain - own_gain;
  }

  parallel::StopCheck stop_;
  const LevelView& level_;
  const WeightAt& weight_at_;
  MoveGain gain_;
  Partition& partition_;
  CommunitySums sums_;
};

Sweeps move_in_turn(const Context& context, const LevelView& level, const Objective& objective,
                    Partition& partition, const LouvainOptions& options,
                    const LevelRecords& records) {
  const double threshold = published_threshold(options, level.graph.num_vertices);
  return with_weights(level.graph.weights, [&](const auto& weight_at) {
    TurnMover mover(context, level, objective, weight_at, partition);
    Sweeps result;
    // Ends: there are at most `max_sweeps`.
    while (result.sweeps < options.max_sweeps) {
      records.report(result.sweeps, 0, 1);
      const double gain = mover.sweep();
      ++result.sweeps;
      result.arcs += level.graph.num_arcs();
      // A gain counts twice in the quality, whose total is 2W.
      if (2 * gain <= threshold * static_cast<double>(objective.total)) break;
    }
    return result;
  });
}

}  // namespace

Partition louvain_sequential(const Context& context, const FinestLevel& finest,
                             const LouvainOptions& options, LevelRecords& records,
                             std::vector<Array<VertexId>>& contractions) {
  return louvain_upwards(context, finest, options, records, contractions,
                         [&](const LevelView& level, Partition& partition) {
                           return move_in_turn(context, level, finest.objective(), partition,
                                               options, records);
                         });
}

}  // namespace hypermatch::detail::clustering
