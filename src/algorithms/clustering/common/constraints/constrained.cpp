// SPDX-License-Identifier: MIT
#include "algorithms/clustering/common/constraints/constrained.hpp"

#include <string>
#include <utility>
#include <vector>

#include "algorithms/clustering/common/constraints/exchanges.hpp"
#include "algorithms/clustering/common/constraints/merge.hpp"
#include "algorithms/clustering/common/constraints/pins.hpp"
#include "algorithms/clustering/common/constraints/split.hpp"
#include "algorithms/clustering/common/contract/components.hpp"
#include "algorithms/clustering/common/contract/contraction.hpp"
#include "algorithms/clustering/common/multilevel/leiden.hpp"
#include "algorithms/clustering/common/multilevel/louvain.hpp"
#include "hypermatch/coarsen.hpp"
#include "hypermatch/error.hpp"

namespace hypermatch::detail::clustering {

namespace {

// Runs `merge` on the graph of the communities, numbers below n; the communities that it returns.
template <class Merge>
Array<VertexId> merged(const Context& context, const PinnedLevel& pinned,
                       const Array<VertexId>& communities, const Merge& merge) {
  const FinestLevel& finest = pinned.finest();
  const Level level = contract_communities(context, finest.view(), communities.view());
  const Array<VertexId>& up = level.contraction.coarse_vertex;
  const Limits limits =
      contract_limits(context, pinned.limits(), up.view(), level.contraction.graph.num_vertices);
  return project(context, merge(level.view(), finest.objective(), limits).view(), up.view());
}

[[noreturn]] void refuse_count(VertexId wanted, VertexId reached, const char* why) {
  throw Error(ErrorCode::invalid_option, "communities is " + std::to_string(wanted) + ", but " +
                                             why + " at " + std::to_string(reached));
}

// The communities of `connected` ones that constraints ask for.
Array<VertexId> with_count(const Context& context, const PinnedLevel& pinned,
                           const ConstrainedCall& call, Array<VertexId> communities) {
  const VertexId wanted = call.constraints.communities;
  const VertexId found = count_labels(context, communities.view());
  if (found > wanted) {
    communities =
        merged(context, pinned, communities,
               [&](const LevelView& level, const Objective& objective, const Limits& limits) {
                 return merge_to(context, level, objective, limits, wanted);
               });
  } else if (found < wanted) {
    const FinestLevel& finest = pinned.finest();
    communities = split_to(context, finest.view(), finest.objective(), pinned.limits(),
                           communities.view(), wanted, call.constraints.min_size, call.multilevel);
  }
  const VertexId reached = count_labels(context, communities.view());
  if (reached > wanted) refuse_count(wanted, reached, "merges of neighbours end");
  if (reached < wanted) refuse_count(wanted, reached, "splits of communities end");
  return communities;
}

VertexId count_below(const std::vector<VertexId>& labels, VertexId communities, VertexId min_size) {
  std::vector<VertexId> sizes(communities, 0);
  for (const VertexId label : labels) ++sizes[label];
  VertexId count = 0;
  for (const VertexId size : sizes) count += size < min_size ? 1 : 0;
  return count;
}

}  // namespace

Clustering cluster_within(const Context& context, const GraphView& graph,
                          const ConstrainedCall& call) {
  const CommunityConstraints& constraints = call.constraints;
  const FinestLevel given(context, graph, call.loop_weights, call.quality);
  check_constraints(constraints, graph.num_vertices);
  const PinnedLevel pinned(context, given, constraints);
  const FinestLevel& finest = pinned.finest();
  const Limits& limits = pinned.limits();
  Multilevel multilevel(context, finest, call.multilevel,
                        {limits.pinned.clone(), limits.size.clone(), limits.max_size});
  multilevel.start(pinned.start(context, call.initial));
  if (call.initial.empty() || call.iterations == 0) louvain(multilevel);
  for (std::uint32_t i = 0; i < call.iterations; ++i) leiden_iteration(multilevel);
  Array<VertexId> communities = std::move(multilevel.partition().community);
  // Merges to a number of communities need room.
  if (constraints.max_size != 0 && constraints.communities == 0) {
    communities = improve_by_exchanges(context, finest.view(), finest.objective(), limits,
                                       std::move(communities), call.multilevel.seed);
  }
  if (call.iterations != 0 || constraints.communities != 0) {
    communities = components_of(context, finest.view().graph, communities.view());
  }
  if (constraints.min_size > 1) {
    communities = merged(
        context, pinned, communities,
        [&](const LevelView& level, const Objective& objective, const Limits& of_communities) {
          return merge_small(context, level, objective, of_communities, constraints.min_size);
        });
  }
  if (constraints.communities != 0) {
    communities = with_count(context, pinned, call, std::move(communities));
  }
  const Array<VertexId> labels = project(context, communities.view(), pinned.vertex());
  Outcome outcome{labels.view(), multilevel.take_records()};
  if (call.keep_hierarchy) {
    std::vector<Array<VertexId>>& contractions = outcome.contractions.emplace();
    if (pinned.is_contracted()) contractions.emplace_back(pinned.vertex());
    for (Array<VertexId>& contraction : multilevel.take_contractions()) {
      contractions.push_back(std::move(contraction));
    }
  }
  Clustering result = answer(context, given, std::move(outcome), call.name);
  result.small_communities =
      count_below(result.labels.labels, result.communities, constraints.min_size);
  return result;
}

}  // namespace hypermatch::detail::clustering
