// SPDX-License-Identifier: MIT
#include "algorithms/clustering/common/multilevel/answer.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <string>
#include <utility>

#include "algorithms/clustering/common/multilevel/threshold_schedule.hpp"
#include "hypermatch/error.hpp"
#include "parallel/host/check_input.hpp"

namespace hypermatch {

using namespace detail::clustering;

double quality_of(const Context& context, const GraphView& graph, LabelsView labels,
                  const CommunityQuality& quality, const WeightsView& loop_weights) {
  const FinestLevel finest(context, graph, loop_weights, quality);
  const double value =
      quality_of_communities(context, finest.view(), finest.objective(), labels.labels);
  check_quality(value);
  return value;
}

namespace detail::clustering {

void check_share(double value, const char* name) {
  if (value >= 0.0 && value <= 1.0) return;
  throw Error(ErrorCode::invalid_option,
              std::string(name) + " is " + std::to_string(value) + ", must be 0 .. 1");
}

void check_quality(double quality) {
  if (std::isfinite(quality)) return;
  throw Error(ErrorCode::invalid_option,
              "the quality is beyond all doubles: the resolution is too large for so small a total "
              "weight");
}

void check_schedule(std::span<const ThresholdStep> schedule) {
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    const std::string name = "threshold_schedule[" + std::to_string(i) + "]";
    check_share(schedule[i].threshold, (name + ".threshold").c_str());
    if (i == 0 || schedule[i - 1].above < schedule[i].above) continue;
    throw Error(ErrorCode::invalid_option,
                name + ".above is " + std::to_string(schedule[i].above) + ", must exceed " +
                    std::to_string(schedule[i - 1].above) + ", that of the step before");
  }
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

namespace {

// The classes of vertices that agree in `fine` and in `coarse`, numbered by their first vertices.
// Both count below n.
std::vector<VertexId> cut(std::span<const VertexId> fine, std::span<const VertexId> coarse) {
  const std::size_t n = fine.size();
  // The vertices by their fine class, ascending in each.
  std::vector<VertexId> begin(n + 1, 0);
  for (const VertexId c : fine) ++begin[c + 1];
  for (std::size_t c = 0; c < n; ++c) begin[c + 1] += begin[c];
  std::vector<VertexId> members(n);
  for (std::size_t v = 0; v < n; ++v) members[begin[fine[v]]++] = static_cast<VertexId>(v);
  // `begin[c]` is now where class c ends. Of each class the first vertex in each coarse one.
  std::vector<VertexId> first(n, k_none);
  std::vector<VertexId> classes(n);
  std::size_t i = 0;
  for (std::size_t c = 0; c < n; ++c) {
    const std::size_t from = i;
    for (; i < begin[c]; ++i) {
      VertexId& held = first[coarse[members[i]]];
      if (held == k_none) held = members[i];
      classes[members[i]] = held;
    }
    for (std::size_t j = from; j < i; ++j) first[coarse[members[j]]] = k_none;
  }
  return numbered_by_first_vertex(classes);
}

}  // namespace

// Levels that do not differ from the next one are left out.
Labels hierarchy_of(std::span<const VertexId> communities,
                    const std::vector<Array<VertexId>>& contractions) {
  std::vector<std::vector<VertexId>> levels;
  const auto add = [&](std::vector<VertexId> level) {
    if (levels.empty() || levels.back() != level) levels.push_back(std::move(level));
  };
  std::vector<VertexId> class_of(communities.size());
  std::iota(class_of.begin(), class_of.end(), VertexId{0});
  for (const Array<VertexId>& coarse_vertex : contractions) {
    for (VertexId& c : class_of) c = coarse_vertex[c];
    add(cut(class_of, communities));
  }
  add({communities.begin(), communities.end()});
  Labels hierarchy;
  hierarchy.labels = std::move(levels.front());
  hierarchy.levels.assign(std::make_move_iterator(levels.begin() + 1),
                          std::make_move_iterator(levels.end()));
  return hierarchy;
}

Clustering answer(const Context& context, const FinestLevel& finest, Outcome outcome,
                  const AlgorithmName& name) {
  Clustering result;
  result.labels.labels = numbered_by_first_vertex(outcome.communities);
  const auto quality_of_labels = [&](std::span<const VertexId> labels) {
    return quality_of_communities(context, finest.view(), finest.objective(), labels);
  };
  result.quality = outcome.quality ? *outcome.quality : quality_of_labels(result.labels.labels);
  if (outcome.start && can_be_below_start(result.quality, !outcome.start->empty(),
                                          is_weighted(finest.view().loops))) {
    const Partition begun = start(context, finest, *outcome.start);
    const double begun_quality = quality_of_labels(begun.community.view());
    if (result.quality < begun_quality) {
      result.labels.labels = numbered_by_first_vertex(begun.community.view());
      result.quality = begun_quality;
      if (outcome.contractions) outcome.contractions->clear();
    }
  }
  check_quality(result.quality);
  if (outcome.contractions) {
    result.hierarchy = hierarchy_of(result.labels.labels, *outcome.contractions);
  }
  for (const VertexId label : result.labels.labels) {
    result.communities = std::max(result.communities, label + 1);
  }
  result.levels = std::move(outcome.records.levels);
  result.labels.stats.algorithm = name.algorithm;
  result.labels.stats.variant = name.variant;
  result.labels.stats.rounds = result.levels.size();
  result.labels.stats.stop_reason = outcome.records.reached.stop_reason();
  return result;
}

}  // namespace detail::clustering

}  // namespace hypermatch
