// SPDX-License-Identifier: MIT
#include "result_json.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace hypermatch::cli {

namespace {

// How many different labels there are; all are below `labels.size()`.
std::uint64_t num_communities(std::span<const VertexId> labels) {
  std::vector<bool> is_used(labels.size(), false);
  for (const VertexId community : labels) is_used[community] = true;
  return static_cast<std::uint64_t>(std::count(is_used.begin(), is_used.end(), true));
}

void add_run(Json& result, const RunStats& stats) {
  result["rounds"] = stats.rounds;
  result["algorithm"] = stats.algorithm;
  result["stop_reason"] = stats.stop_reason;
}

}  // namespace

Json number_json(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json weight_json(const MatchingValue& value) {
  return value.is_integer ? Json(value.integer_weight) : number_json(value.weight);
}

Json id_json(const io::VertexLabels& labels, VertexId v) {
  return labels.empty() ? Json(std::uint64_t{v} + labels.first) : Json(labels.of(v));
}

Json array_of(std::span<const std::uint64_t> numbers) {
  Json array = Json::array();
  for (const std::uint64_t each : numbers) array.push_back(each);
  return array;
}

Json to_json(const ResultFacts& facts) {
  Json result = {{"edges", facts.value ? Json(facts.value->edges) : Json(nullptr)},
                 {"weight", facts.value ? weight_json(*facts.value) : Json(nullptr)},
                 {"rounds", or_null(facts.rounds)},
                 {"guarantee", or_null(facts.guarantee)},
                 {"certified_ratio",
                  facts.certified_ratio ? number_json(*facts.certified_ratio) : Json(nullptr)},
                 {"hints", facts.hints}};
  result.update(facts.members);
  if (facts.use) {
    result["capacity"] = facts.use->capacity;
    result["saturated"] = facts.use->saturated;
  }
  return result;
}

void add_members(Json& result, const BipartiteMatching& matching) {
  const BipartiteStats& stats = matching.stats;
  result["structural_rank"] = matching.cardinality;
  result["algorithm"] = stats.algorithm;
  result["start_cardinality"] = stats.start_cardinality;
  result["augmentations"] = stats.augmentations;
  // One per phase, where phases go level by level.
  if (stats.phase_levels.size() == stats.phases)
    result["phase_levels"] = array_of(stats.phase_levels);
  result["start_seconds"] = stats.start_seconds;
  result["stop_reason"] = stats.stop_reason;
}

Json to_json(const Partners& matching, const MatchingValue& value) {
  const MatchingStats& stats = matching.stats;
  Json result = to_json(ResultFacts{
      .value = value, .rounds = stats.rounds, .guarantee = stats.guarantee, .certified_ratio = {}});
  std::uint64_t matched = 0;
  std::uint64_t most = 0;
  for (std::size_t v = 0; v + 1 < matching.offsets.size(); ++v) {
    const std::uint64_t partners = matching.offsets[v + 1] - matching.offsets[v];
    matched += partners != 0 ? 1 : 0;
    most = std::max(most, partners);
  }
  result["matched_vertices"] = matched;
  result["max_partners"] = most;
  return result;
}

Json to_json(const Labels& labels) {
  const LabelsFacts facts = facts_of(labels);
  Json result = {{"communities", facts.communities}, {"largest", facts.largest}};
  Json levels = Json::array();
  for (std::size_t level = 0; level < facts.levels; ++level) {
    levels.push_back({{"communities", num_communities(level_of(labels, level))}});
  }
  result["levels"] = levels;
  add_run(result, labels.stats);
  return result;
}

Json to_json(const NoSolution& none) {
  Json result = {{"exists", false}, {"proof", none.proof}};
  add_run(result, none.stats);
  return result;
}

}  // namespace hypermatch::cli
