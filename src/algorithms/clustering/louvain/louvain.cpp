// SPDX-License-Identifier: MIT
#include <string>
#include <utility>
#include <vector>

#include "algorithms/clustering/common/constraints/constrained.hpp"
#include "algorithms/clustering/common/multilevel/answer.hpp"
#include "algorithms/clustering/common/multilevel/louvain.hpp"
#include "algorithms/clustering/common/multilevel/louvain_names.hpp"
#include "algorithms/clustering/common/multilevel/louvain_runs.hpp"
#include "algorithms/clustering/common/multilevel/multilevel.hpp"
#include "algorithms/clustering/common/multilevel/reached_limits.hpp"
#include "algorithms/clustering/common/multilevel/threshold_schedule.hpp"
#include "algorithms/clustering/louvain/buckets.hpp"
#include "algorithms/clustering/louvain/sequential.hpp"
#include "hypermatch/clustering.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"

namespace hypermatch {

using namespace detail::clustering;

Clustering louvain(const Context& context, const GraphView& graph, const LouvainOptions& options) {
  detail::check_enum("variant", options.variant, LouvainVariant::sequential);
  check_share(options.threshold, "threshold");
  check_share(options.threshold_small, "threshold_small");
  check_share(options.threshold_large, "threshold_large");
  check_schedule(options.threshold_schedule);
  detail::check_enum("losing_sweep", options.losing_sweep);
  check_at_least_one(options.max_sweeps, "max_sweeps");
  check_at_least_one(options.max_levels, "max_levels");
  MultilevelOptions levels{options.seed, options.threshold, options.max_sweeps,
                           limited_levels(options.max_levels), options.threshold_schedule};
  if (options.constraints.any()) {
    if (options.variant != LouvainVariant::sub_rounds) {
      throw Error(ErrorCode::unsupported,
                  "louvain (" + std::string(name_of(options.variant)) +
                      ") takes no constraints of communities; leiden and louvain (sub_rounds) do");
    }
    return cluster_within(context, graph,
                          {options.quality,
                           options.loop_weights,
                           options.initial,
                           options.constraints,
                           levels,
                           0,
                           options.keep_hierarchy,
                           {"louvain", "sub_rounds"}});
  }
  const FinestLevel finest(context, graph, options.loop_weights, options.quality);
  if (options.variant != LouvainVariant::sub_rounds) {
    LevelRecords records(context);
    std::vector<Array<VertexId>> contractions;
    const Partition partition =
        options.variant == LouvainVariant::sequential
            ? louvain_sequential(context, finest, options, records, contractions)
            : louvain_buckets(context, finest, options, records, contractions);
    Outcome outcome{partition.community.view(), records.take()};
    outcome.start = options.initial;
    if (options.keep_hierarchy) outcome.contractions = std::move(contractions);
    return answer(context, finest, std::move(outcome), {"louvain", name_of(options.variant)});
  }
  levels.thorough = is_thorough(graph.num_arcs());
  Multilevel multilevel(context, finest, levels);
  Array<VertexId> best;
  std::vector<Array<VertexId>> contractions;
  const double quality = best_of_runs(
      louvain_runs(options, graph.num_arcs()),
      [&] {
        multilevel.start(start(context, finest, options.initial));
        detail::clustering::louvain(multilevel);
        return quality_of_communities(context, finest.view(), finest.objective(),
                                      multilevel.partition().community.view());
      },
      [&] {
        std::swap(best, multilevel.partition().community);
        if (options.keep_hierarchy) contractions = multilevel.take_contractions();
      });
  Outcome outcome{best.view(), multilevel.take_records()};
  outcome.quality = quality;
  outcome.start = options.initial;
  if (options.keep_hierarchy) outcome.contractions = std::move(contractions);
  return answer(context, finest, std::move(outcome), {"louvain", "sub_rounds"});
}

}  // namespace hypermatch
