// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <optional>
#include <string>

#include "algorithms/stable_matching/common/answers.hpp"
#include "base/available_memory.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/stable_choices.hpp"
#include "rotations.hpp"

namespace hypermatch {

namespace stable = detail::stable_matching;

namespace {

constexpr const char* k_name = "gusfield_irving";

stable::MutualLists lists_of(const Context& context, const PreferencesView& preferences,
                             std::uint64_t seed) {
  return stable::lists_for(context, preferences, k_name, Sides::two,
                           stable::Places::one_on_the_left, stable::TiesOfLists::by_order, seed);
}

StableMatching matching_of(const stable::MutualLists& mutual, const stable::RotationPoset& poset,
                           const stable::ClosedSet& set) {
  StableMatching found = stable::answer_of(k_name, stable::mates_of(mutual.lists, poset, set));
  found.proposals = poset.proposals;
  found.dropped = mutual.dropped;
  found.stats.rounds = poset.num_rotations();
  return found;
}

}  // namespace

StableMatching gusfield_irving(const Context& context, const PreferencesView& preferences,
                               const StableChoiceOptions& options) {
  detail::check_enum("choice", options.choice);
  const stable::MutualLists mutual = lists_of(context, preferences, options.seed);
  const stable::RotationPoset poset = stable::rotation_poset(context, mutual.lists);
  stable::ClosedSet set;
  switch (options.choice) {
    case StableChoice::egalitarian:
      set = stable::egalitarian(context, mutual.lists, poset);
      break;
    case StableChoice::minimum_regret:
      set = stable::minimum_regret(mutual.lists, poset);
      break;
    case StableChoice::left:
      set.assign(poset.num_rotations(), 0);
      break;
    case StableChoice::right:
      set.assign(poset.num_rotations(), 1);
      break;
  }
  return matching_of(mutual, poset, set);
}

namespace {

// Matchings may be exponentially many: refuses to go on before the system has no memory left.
void check_room_for_twice(const std::vector<StableMatching>& all) {
  const std::uint64_t each = sizeof(StableMatching) + all[0].pairs.size() * sizeof(GraphEdge) + 64;
  const std::optional<std::uint64_t> room = detail::base::available_memory();
  if (!room || *room / each > all.size()) return;
  throw Error(ErrorCode::resources, "more than " + std::to_string(all.size()) +
                                        " stable matchings, and no memory for as many again; a "
                                        "smaller number of matchings has room");
}

}  // namespace

std::vector<StableMatching> stable_matchings(const Context& context,
                                             const PreferencesView& preferences,
                                             std::uint64_t limit, std::uint64_t seed) {
  const stable::MutualLists mutual = lists_of(context, preferences, seed);
  const stable::RotationPoset poset = stable::rotation_poset(context, mutual.lists);
  std::vector<StableMatching> all;
  stable::ClosedSet set(poset.num_rotations(), 0);
  for (bool more = true; more && all.size() < limit;) {
    context.check_cancelled();
    all.push_back(matching_of(mutual, poset, set));
    if (std::has_single_bit(all.size())) check_room_for_twice(all);
    more = stable::next_closed_set(poset, set);
  }
  return all;
}

}  // namespace hypermatch
