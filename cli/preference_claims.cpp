// SPDX-License-Identifier: MIT
#include "preference_claims.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "hypermatch/allocation.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/preferences_io.hpp"
#include "hypermatch/verify_allocation.hpp"

namespace hypermatch::cli {

namespace {

using registry::PreferencesClaim;

/// Pairs and ranks of the left side, as `check_stable` has them.
verify::StableVerdict facts_of_items(const PreferencesView& preferences,
                                     std::span<const GraphEdge> pairs) {
  verify::StableVerdict facts;
  facts.pairs = pairs.size();
  std::vector<VertexId> agents, items;
  for (const GraphEdge& pair : pairs) {
    agents.push_back(pair.u);
    items.push_back(pair.v);
    const auto list = preferences.list_of(pair.u);
    const auto place =
        static_cast<std::size_t>(std::find(list.begin(), list.end(), pair.v) - list.begin());
    if (place == list.size()) continue;
    const std::uint64_t rank = std::uint64_t{preferences.tie(pair.u, place)} + 1;
    facts.rank_sum_left += rank;
    facts.worst_rank_left = std::max(facts.worst_rank_left, rank);
  }
  const auto count_different = [](std::vector<VertexId>& all) {
    std::sort(all.begin(), all.end());
    return static_cast<std::uint64_t>(std::unique(all.begin(), all.end()) - all.begin());
  };
  facts.unmatched_left = preferences.num_left - count_different(agents);
  facts.unmatched_right = preferences.num_right() - count_different(items);
  return facts;
}

std::string violation_of_items(PreferencesClaim claim, const registry::StableRequest& request,
                               const PreferencesView& preferences,
                               std::span<const GraphEdge> pairs) {
  switch (claim) {
    case PreferencesClaim::dictatorship: {
      SerialDictatorshipOptions options;
      const auto order = request.parameters.value_of("order");
      options.order =
          value_of_name<DictatorOrder>(std::get<std::string>(order)).value_or(options.order);
      options.seed = std::get<std::uint64_t>(request.parameters.value_of("seed"));
      return verify::check_serial_dictatorship(preferences, pairs,
                                               dictator_order(preferences.num_left, options))
          .violation;
    }
    case PreferencesClaim::strict_core:
      return verify::check_strict_core(preferences, pairs).violation;
    case PreferencesClaim::rank_maximal:
      return verify::check_rank_maximal(preferences, pairs).violation;
    default:
      return verify::check_popular(preferences, pairs).violation;
  }
}

}  // namespace

bool has_blocking_pairs(PreferencesClaim claim) {
  return claim == PreferencesClaim::stable || claim == PreferencesClaim::strongly_stable ||
         claim == PreferencesClaim::super_stable;
}

verify::StableVerdict judge_claim(const Context& context, const registry::AlgorithmInfo& algorithm,
                                  const registry::StableRequest& request,
                                  const PreferencesView& preferences,
                                  std::span<const GraphEdge> pairs) {
  verify::StableVerdict verdict;
  if (has_blocking_pairs(algorithm.claim)) {
    verdict = verify::check_stable(context, preferences, pairs, [&](VertexId agent) {
      return io::name_of_agent(preferences, agent);
    });
    if (verdict.ok && algorithm.claim != PreferencesClaim::stable) {
      const auto stability = algorithm.claim == PreferencesClaim::super_stable
                                 ? verify::Stability::super
                                 : verify::Stability::strong;
      verdict.violation = verify::check_no_blocking_pair(preferences, pairs, stability).violation;
    }
  } else {
    verdict = facts_of_items(preferences, pairs);
    verdict.violation = violation_of_items(algorithm.claim, request, preferences, pairs);
  }
  verdict.ok = verdict.violation.empty();
  return verdict;
}

bool has_checked_proof(const PreferencesView& preferences) {
  return preferences.sides == Sides::one && preferences.ties.empty();
}

}  // namespace hypermatch::cli
