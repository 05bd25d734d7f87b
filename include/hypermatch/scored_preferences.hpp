// SPDX-License-Identifier: MIT
// Preferences as scores: for each pair of a left and a right agent what each of the two gives the
// other. Nothing is sorted: agents that propose search their rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/preferences.hpp"
#include "hypermatch/stable_matching.hpp"
#include "hypermatch/types.hpp"
#include "hypermatch/weights.hpp"

namespace hypermatch {

/// Non-owning view of pairs with the scores of both agents. Agents are numbered as in
/// `PreferencesView`. A larger score is better, equal ones are ties; with a score that is NaN an
/// agent does not list the other, so that the pair is left out.
struct ScoredPairsView {
  VertexId num_agents = 0;
  VertexId num_left = 0;
  std::span<const Offset> offsets = {};     ///< size num_left + 1: where the row of each agent is
  std::span<const VertexId> partners = {};  ///< right agents in any order; each once per row
  /// Per entry of `partners`: what the left agent gives the right one, and the right one the left
  /// one. Both of one type, and not `std::monostate` where there are entries.
  WeightsView left_scores = {};
  WeightsView right_scores = {};
  /// Per agent: how many partners it may have. Empty: one each.
  std::span<const std::uint32_t> capacities = {};

  [[nodiscard]] std::span<const VertexId> row_of(VertexId left) const {
    return partners.subspan(offsets[left], offsets[left + std::size_t{1}] - offsets[left]);
  }
  [[nodiscard]] std::uint32_t capacity(VertexId agent) const {
    return capacities.empty() ? 1 : capacities[agent];
  }
};

/// Owning pairs of that kind.
struct ScoredPairs {
  VertexId num_agents = 0;
  VertexId num_left = 0;
  Array<Offset> offsets;            ///< as of the view, or empty for num_left = 0
  Array<VertexId> partners;         ///< as of the view
  Weights left_scores;              ///< as of the view
  Weights right_scores;             ///< as of the view
  Array<std::uint32_t> capacities;  ///< as of the view

  [[nodiscard]] ScoredPairsView view() const {
    return {num_agents,           num_left,
            offsets.view(),       partners.view(),
            view_of(left_scores), view_of(right_scores),
            capacities.view()};
  }
};

/// O(entries). @throws Error{invalid_input} for sizes and types that do not fit, and naming the
/// first left agent whose row holds an agent that is not on the right side, or one twice
void check_scored_pairs(const ScoredPairsView& pairs);

/// The lists that the scores give: each agent lists those to which it gives a score, best first,
/// equal scores as ties in the order of the agents' numbers. All cores sort the rows, O(entries
/// log(longest row)). @throws Error{invalid_input} as `check_scored_pairs`; Error{resources,
/// cancelled}
[[nodiscard]] Preferences preferences_of_scores(const Context& context,
                                                const ScoredPairsView& pairs);

/// How a proposing agent finds its next partner among scores.
enum class ScoreSearch {
  sorted,    ///< scores of both sides are made lists first
  partial,   ///< the best few of the row are sorted, and twice as many when these are used up
  unsorted,  ///< each time by a scan of the row
};

/// The pairs and counts of `mcvitie_wilson` on `preferences_of_scores`, computed from the scores. A
/// search skips partners that hold better agents, because a refusal is final. On several threads a
/// lock guards the places of a partner, since a score and its agent do not fit one word; an agent
/// that is refused only reads. Time: a scan of the row for each time that an agent is accepted
/// (`unsorted`), or O(log(proposals / 8)) scans for each agent and a sort of what it looks at
/// (`partial`), and one scan to count. Memory beside the view: 40 bytes per agent, 16 per place
/// where there are capacities, and of `partial` 4 per entry that is sorted; where the right side
/// proposes, or pairs are left out, a copy of the pairs. @throws Error{invalid_input} as
/// `check_scored_pairs`; Error{resources, cancelled}
[[nodiscard]] StableMatching mcvitie_wilson(const Context& context, const ScoredPairsView& pairs,
                                            const StableMatchingOptions& options,
                                            ScoreSearch search);

/// Runs the search on lists; the places in the lists serve as scores. @throws as `mcvitie_wilson`
/// of lists
[[nodiscard]] StableMatching mcvitie_wilson(const Context& context,
                                            const PreferencesView& preferences,
                                            const StableMatchingOptions& options,
                                            ScoreSearch search);

}  // namespace hypermatch
