// SPDX-License-Identifier: MIT
#include <utility>

#include "algorithms/clustering/common/constraints/constrained.hpp"
#include "algorithms/clustering/common/multilevel/answer.hpp"
#include "algorithms/clustering/common/multilevel/leiden.hpp"
#include "algorithms/clustering/common/multilevel/leiden_iterations.hpp"
#include "algorithms/clustering/common/multilevel/louvain.hpp"
#include "algorithms/clustering/common/multilevel/multilevel.hpp"
#include "algorithms/clustering/common/multilevel/reached_limits.hpp"
#include "hypermatch/clustering.hpp"

namespace hypermatch {

using namespace detail::clustering;

Clustering leiden(const Context& context, const GraphView& graph, const LeidenOptions& options) {
  check_share(options.threshold, "threshold");
  check_at_least_one(options.max_sweeps, "max_sweeps");
  check_at_least_one(options.max_levels, "max_levels");
  MultilevelOptions levels{options.seed, options.threshold, options.max_sweeps,
                           limited_levels(options.max_levels)};
  const std::uint32_t iterations = leiden_iterations(options, graph.num_arcs());
  if (options.constraints.any()) {
    return cluster_within(context, graph,
                          {options.quality,
                           options.loop_weights,
                           options.initial,
                           options.constraints,
                           levels,
                           iterations,
                           options.keep_hierarchy,
                           {"leiden", ""}});
  }
  const FinestLevel finest(context, graph, options.loop_weights, options.quality);
  levels.iterates = true;
  Multilevel multilevel(context, finest, levels);
  multilevel.start(detail::clustering::start(context, finest, options.initial));
  if (options.initial.empty()) detail::clustering::louvain(multilevel);
  for (std::uint32_t i = 1; i < iterations; ++i) leiden_iteration(multilevel);
  const Connected connected = multilevel.last_leiden_iteration();
  Outcome outcome{connected.communities.view(), multilevel.take_records()};
  outcome.quality = connected.quality;
  // Communities that were given need not be connected.
  if (options.initial.empty()) outcome.start = options.initial;
  if (options.keep_hierarchy) outcome.contractions = multilevel.take_contractions();
  return answer(context, finest, std::move(outcome), {"leiden", ""});
}

}  // namespace hypermatch
