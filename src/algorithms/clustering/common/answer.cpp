// SPDX-License-Identifier: MIT
#include "algorithms/clustering/common/answer.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "hypermatch/error.hpp"
#include "parallel/host/check_input.hpp"

namespace hypermatch {

using namespace detail::clustering;

double quality_of(const Context& context, const GraphView& graph, LabelsView labels,
                  const CommunityQuality& quality, const WeightsView& loop_weights) {
  const FinestLevel finest(context, graph, loop_weights, quality);
  return quality_of_communities(context, finest.view(), finest.objective(), labels.labels);
}

namespace detail::clustering {

void check_share(double value, const char* name) {
  if (value >= 0.0 && value <= 1.0) return;
  throw Error(ErrorCode::invalid_option,
              std::string(name) + " is " + std::to_string(value) + ", must be 0 .. 1");
}

void check_at_least_one(std::uint32_t value, const char* name) {
  if (value != 0) return;
  throw Error(ErrorCode::invalid_option, std::string(name) + " is 0, must be at least 1");
}

Partition start(const Context& context, const FinestLevel& finest,
                std::span<const VertexId> initial) {
  return initial.empty() ? singletons(context, finest.view())
                         : partition_of(context, finest.view(), initial);
}

Clustering answer(const Context& context, const FinestLevel& finest,
                  std::span<const VertexId> communities, std::vector<ClusteringLevel> records,
                  const AlgorithmName& name) {
  Clustering result;
  result.labels.labels = numbered_by_first_vertex(communities);
  result.quality =
      quality_of_communities(context, finest.view(), finest.objective(), result.labels.labels);
  for (const VertexId label : result.labels.labels) {
    result.communities = std::max(result.communities, label + 1);
  }
  result.levels = std::move(records);
  result.labels.stats.algorithm = name.algorithm;
  result.labels.stats.variant = name.variant;
  result.labels.stats.rounds = result.levels.size();
  result.labels.stats.stop_reason = "complete";
  return result;
}

}  // namespace detail::clustering

}  // namespace hypermatch
