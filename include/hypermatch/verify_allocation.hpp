// SPDX-License-Identifier: MIT
// Judges answers to preferences beside the stable matchings of two strict sides, from the
// definitions and by code that the algorithms do not share. Sequential; O(entries) where nothing
// else is said.
#pragma once

#include <span>
#include <string>

#include "hypermatch/enum_names.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/preferences.hpp"
#include "hypermatch/results.hpp"

namespace hypermatch::verify {

/// Which pairs block a matching under ties; see hypermatch/stable_ties.hpp.
enum class Stability { weak, strong, super };

}  // namespace hypermatch::verify

namespace hypermatch {

template <>
struct EnumNames<verify::Stability> {
  static constexpr EnumName<verify::Stability> all[] = {{verify::Stability::weak, "weak"},
                                                        {verify::Stability::strong, "strong"},
                                                        {verify::Stability::super, "super"}};
};

}  // namespace hypermatch

namespace hypermatch::verify {

/// The first violated fact; empty: all hold.
struct PreferencesVerdict {
  std::string violation;

  [[nodiscard]] bool ok() const { return violation.empty(); }
};

/// Pairs are listed by both agents, within capacities, distinct, and no pair blocks. Of one side or
/// two, with any capacities. @throws Error{invalid_input} as `check_preferences`
[[nodiscard]] PreferencesVerdict check_no_blocking_pair(const PreferencesView& preferences,
                                                        std::span<const GraphEdge> pairs,
                                                        Stability stability = Stability::weak);

/// The proof of `irving` or `fixtures`: its parties are a generalised stable partition, and one is
/// odd and has three agents or more. @throws as above; Error{invalid_option} for lists of two sides
/// or ties
[[nodiscard]] PreferencesVerdict check_no_stable_matching(const PreferencesView& preferences,
                                                          const NoSolution& none);

/// Each agent has the best item that those before it left. `order`: each left agent once, as
/// `dictator_order` has them. @throws as `serial_dictatorship`
[[nodiscard]] PreferencesVerdict check_serial_dictatorship(const PreferencesView& preferences,
                                                           std::span<const GraphEdge> pairs,
                                                           std::span<const VertexId> order);

/// No agents can trade so that none loses and one gains. @throws as `top_trading_cycles`
[[nodiscard]] PreferencesVerdict check_strict_core(const PreferencesView& preferences,
                                                   std::span<const GraphEdge> pairs);

/// No matching has more pairs of the best ranks. O(ranks entries). @throws as `rank_maximal`
[[nodiscard]] PreferencesVerdict check_rank_maximal(const PreferencesView& preferences,
                                                    std::span<const GraphEdge> pairs);

/// Popular, and no popular matching has more pairs. @throws as `popular`
[[nodiscard]] PreferencesVerdict check_popular(const PreferencesView& preferences,
                                               std::span<const GraphEdge> pairs);

}  // namespace hypermatch::verify
