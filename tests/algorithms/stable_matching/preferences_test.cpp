// SPDX-License-Identifier: MIT
// The public functions beside deferred acceptance: their answers pass the verifiers of preferences,
// what they refuse, and proofs that are changed by hand.
#include <gtest/gtest.h>

#include <optional>
#include <stop_token>
#include <string>
#include <variant>

#include "hypermatch/allocation.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/roommates.hpp"
#include "hypermatch/stable_choices.hpp"
#include "hypermatch/stable_ties.hpp"
#include "hypermatch/verify_allocation.hpp"
#include "hypermatch/verify_stable.hpp"
#include "tests/algorithms/stable_matching/small_lists.hpp"

namespace hypermatch::test {
namespace {

/// Lists as a user has them. One more pair is on one list only.
Preferences preferences_as_given(const SmallLists& small, Sides sides, bool ties) {
  const PairLists lists = pair_lists(small);
  Preferences given;
  given.sides = sides;
  given.num_left = small.num_left;
  given.offsets.push_back(0);
  for (VertexId x = 0; x < small.num_agents(); ++x) {
    std::uint32_t tie = 0;
    for (std::uint32_t place = 0; place < lists.length(x); ++place) {
      given.partners.push_back(lists.partner(x, place));
      if (ties) given.ties.push_back(tie = lists.rank(x, place));
    }
    const VertexId last = small.num_agents() - 1;
    const bool may_list = sides == Sides::one ? x != last : x < small.num_left;
    if (x == 0 && may_list && !small.acceptable(x, last)) {
      given.partners.push_back(last);
      if (ties) given.ties.push_back(lists.length(x) == 0 ? 0 : tie + 1);
    }
    given.offsets.push_back(given.partners.size());
    given.capacities.push_back(small.capacities[x]);
  }
  return given;
}

const StableMatching& matching_in(const StableOrNone& result) {
  return std::get<StableMatching>(result);
}

TEST(RoommatesOfPreferences, AreStableOrProvenToBeNone) {
  std::uint64_t proofs = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const SmallLists small =
        random_lists({.num_agents = static_cast<VertexId>(2 + seed % 30), .density = 60}, seed);
    const Preferences given = preferences_as_given(small, Sides::one, false);
    const StableOrNone result = irving(Context(), given.view());
    const StableOrNone same = fixtures(Context(), given.view());
    ASSERT_EQ(result.index(), same.index());
    if (const auto* none = std::get_if<NoSolution>(&result)) {
      ++proofs;
      EXPECT_EQ(verify::check_no_stable_matching(given.view(), *none).violation, "");
      EXPECT_FALSE(
          verify::check_no_stable_matching(given.view(), {.proof = none->proof + " 1"}).ok());
      EXPECT_FALSE(
          verify::check_no_stable_matching(given.view(), {.proof = none->proof + "\n1 2"}).ok());
      continue;
    }
    const StableMatching& matching = matching_in(result);
    EXPECT_EQ(verify::check_stable(given.view(), matching.pairs).violation, "");
    EXPECT_EQ(verify::check_no_blocking_pair(given.view(), matching.pairs).violation, "");
    EXPECT_EQ(verify::check_stable(given.view(), matching_in(same).pairs).violation, "");
    EXPECT_EQ(matching.stats.algorithm, "irving");
  }
  EXPECT_GT(proofs, 20U);
}

TEST(RoommatesOfPreferences, HaveTheSameBytesOnAnyNumberOfThreads) {
  std::uint64_t proofs = 0;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    SmallLists small = random_lists({.num_agents = 60, .density = 50}, seed);
    if (seed % 3 == 0) small.capacities[seed] = 0;
    const Preferences given = preferences_as_given(small, Sides::one, false);
    const StableOrNone expected = irving(Context(), given.view());
    for (const int threads : {2, 7}) {
      const StableOrNone result = irving(Context({.threads = threads}), given.view());
      ASSERT_EQ(result.index(), expected.index());
      if (const auto* none = std::get_if<NoSolution>(&result)) {
        ++proofs;
        EXPECT_EQ(none->proof, std::get<NoSolution>(expected).proof);
        continue;
      }
      EXPECT_EQ(matching_in(result).pairs, matching_in(expected).pairs);
      EXPECT_EQ(matching_in(result).proposals, matching_in(expected).proposals);
      EXPECT_EQ(matching_in(result).dropped, matching_in(expected).dropped);
      EXPECT_EQ(matching_in(result).stats.rounds, matching_in(expected).stats.rounds);
    }
  }
  EXPECT_GT(proofs, 0U);
  EXPECT_LT(proofs, 24U);
}

TEST(RoommatesOfPreferences, KeepCapacitiesEvenOfZero) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    SmallLists small = random_lists(
        {.num_agents = static_cast<VertexId>(2 + seed % 6), .density = 60, .max_left = 3}, seed);
    small.capacities[seed % small.num_agents()] = 0;
    const Preferences given = preferences_as_given(small, Sides::one, false);
    const StableOrNone result = fixtures(Context(), given.view());
    ASSERT_EQ(result.index() == 0, !all_stable(small).empty());
    if (result.index() == 0) {
      EXPECT_EQ(verify::check_stable(given.view(), matching_in(result).pairs).violation, "");
    }
  }
}

TEST(RoommatesOfPreferences, WithTiesAreStableOrRefusedForThisOrder) {
  using Solve = StableOrNone (*)(const Context&, const PreferencesView&, const RoommatesOptions&);
  for (const Solve solve : {static_cast<Solve>(irving), static_cast<Solve>(fixtures)}) {
    std::uint64_t refused = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
      SCOPED_TRACE("seed " + std::to_string(seed));
      const SmallLists small =
          random_lists({.num_agents = static_cast<VertexId>(2 + seed % 20), .left_ties = 30}, seed);
      const Preferences given = preferences_as_given(small, Sides::one, true);
      try {
        const StableOrNone result = solve(Context(), given.view(), {.seed = seed});
        ASSERT_EQ(result.index(), 0U);
        EXPECT_EQ(verify::check_stable(given.view(), matching_in(result).pairs).violation, "");
      } catch (const Error& error) {
        ++refused;
        EXPECT_EQ(error.code(), ErrorCode::unsupported);
      }
    }
    EXPECT_GT(refused, 5U);
  }
}

TEST(TiesOfPreferences, HaveTheStabilityThatIsAskedFor) {
  std::uint64_t strong = 0, super = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const auto num_left = static_cast<VertexId>(1 + seed % 12);
    const SmallLists small = random_lists({.num_left = num_left,
                                           .num_agents = num_left + 10,
                                           .density = 30,
                                           .left_ties = 10,
                                           .right_ties = 10},
                                          seed);
    const Preferences given = preferences_as_given(small, Sides::two, true);
    const auto violation = [&](const StableMatching& matching, verify::Stability stability) {
      return verify::check_no_blocking_pair(given.view(), matching.pairs, stability).violation;
    };
    const StableMatching weak = kiraly(Context(), given.view());
    EXPECT_EQ(violation(weak, verify::Stability::weak), "");
    EXPECT_EQ(verify::check_stable(given.view(), weak.pairs).violation, "");
    const StableOrNone strongly = strongly_stable(Context(), given.view());
    const StableOrNone super_one = super_stable(Context(), given.view());
    if (strongly.index() == 0) {
      ++strong;
      EXPECT_EQ(violation(matching_in(strongly), verify::Stability::strong), "");
    }
    if (super_one.index() == 0) {
      ++super;
      EXPECT_EQ(violation(matching_in(super_one), verify::Stability::super), "");
      EXPECT_EQ(strongly.index(), 0U);  // super-stable ones are strongly stable
    }
  }
  EXPECT_GT(strong, 50U);
  EXPECT_GT(super, 20U);
}

// Right agents have several places or none, and lists have ties: existence by exhaustion.
TEST(TiesOfPreferences, KeepPlacesOfTheRightSide) {
  std::uint64_t super = 0, none = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    SmallLists small = random_lists({.num_left = 4,
                                     .num_agents = 7,
                                     .density = 80,
                                     .left_ties = 15,
                                     .right_ties = 15,
                                     .max_right = 3},
                                    seed);
    small.capacities[4 + seed % 3] = 0;
    small.capacities[seed % 4] = static_cast<std::uint32_t>(seed / 4 % 2);
    const Preferences given = preferences_as_given(small, Sides::two, true);
    EXPECT_TRUE(verify::check_stable(given.view(), kiraly(Context(), given.view()).pairs).ok);
    const StableMatching fair = gusfield_irving(Context(), given.view());
    EXPECT_TRUE(verify::check_stable(given.view(), fair.pairs).ok);
    const StableOrNone super_one = super_stable(Context(), given.view());
    ASSERT_EQ(super_one.index() == 0, !all_stable(small, test::Stability::super).empty());
    ++(super_one.index() == 0 ? super : none);
    if (super_one.index() != 0) continue;
    const auto& pairs = matching_in(super_one).pairs;
    EXPECT_EQ(
        verify::check_no_blocking_pair(given.view(), pairs, verify::Stability::super).violation,
        "");
  }
  EXPECT_GT(super, 50U);
  EXPECT_GT(none, 50U);
}

TEST(ChoicesOfPreferences, AreStableAndTheirEndsAreOptimal) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const auto num_left = static_cast<VertexId>(1 + seed % 20);
    const SmallLists small =
        random_lists({.num_left = num_left, .num_agents = 2 * num_left, .density = 90}, seed);
    Preferences given = preferences_as_given(small, Sides::two, false);
    given.capacities = {};
    const auto verdict = [&](StableChoice choice) {
      const StableMatching found = gusfield_irving(Context(), given.view(), {.choice = choice});
      return verify::check_stable(given.view(), found.pairs);
    };
    const auto left = verdict(StableChoice::left), right = verdict(StableChoice::right);
    const auto fair = verdict(StableChoice::egalitarian);
    const auto regret = verdict(StableChoice::minimum_regret);
    EXPECT_TRUE(left.ok && right.ok && fair.ok && regret.ok);
    EXPECT_EQ(left.is_left_optimal, std::optional(true));
    EXPECT_EQ(right.is_right_optimal, std::optional(true));
    const auto sum = [](const verify::StableVerdict& v) {
      return v.rank_sum_left + v.rank_sum_right;
    };
    EXPECT_LE(sum(fair), std::min(sum(left), sum(right)));
    const auto all = stable_matchings(Context(), given.view(), 5);
    ASSERT_FALSE(all.empty());
    EXPECT_EQ(all.front().pairs,
              gusfield_irving(Context(), given.view(), {.choice = StableChoice::left}).pairs);
    for (const StableMatching& one : all) {
      EXPECT_TRUE(verify::check_stable(given.view(), one.pairs).ok);
    }
  }
}

// Agents of capacity 0 are in no pair, but in the lists: ranks count them, and no entry is dropped
// for them.
TEST(ChoicesOfPreferences, CountRanksBesideAgentsWithoutPlaces) {
  std::uint64_t differ = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const SmallLists small = random_lists({.num_left = 5, .num_agents = 10, .density = 95}, seed);
    Preferences given = preferences_as_given(small, Sides::two, false);
    given.capacities = Array<std::uint32_t>(10, 1);
    given.capacities[seed % 5] = 0;
    given.capacities[5 + seed % 4] = 0;
    const std::uint64_t dropped = facts_of(given.view()).one_sided_entries;
    const auto cost_of = [&](const StableMatching& found) {
      EXPECT_EQ(found.dropped, dropped);
      const auto verdict = verify::check_stable(given.view(), found.pairs);
      EXPECT_TRUE(verdict.ok);
      return std::pair(std::max(verdict.worst_rank_left, verdict.worst_rank_right),
                       verdict.rank_sum_left + verdict.rank_sum_right);
    };
    std::uint64_t regret = ~std::uint64_t{0}, sum = ~std::uint64_t{0};
    for (const StableMatching& one : stable_matchings(Context(), given.view(), 1000)) {
      const auto cost = cost_of(one);
      differ += regret != ~std::uint64_t{0} && cost.first != regret ? 1 : 0;
      regret = std::min(regret, cost.first);
      sum = std::min(sum, cost.second);
    }
    const auto choose = [&](StableChoice choice) {
      return cost_of(gusfield_irving(Context(), given.view(), {.choice = choice}));
    };
    EXPECT_EQ(choose(StableChoice::minimum_regret).first, regret);
    EXPECT_EQ(choose(StableChoice::egalitarian).second, sum);
    EXPECT_EQ(kiraly(Context(), given.view()).dropped, dropped);
    EXPECT_EQ(matching_in(super_stable(Context(), given.view())).dropped, dropped);
  }
  EXPECT_GT(differ, 20U);
}

TEST(RoommatesOfPreferences, DropNoEntriesForAgentsWithoutPlaces) {
  std::uint64_t matched = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Preferences given = preferences_as_given(random_lists({.num_agents = 7, .density = 90}, seed),
                                             Sides::one, false);
    given.capacities = Array<std::uint32_t>(7, 1);
    given.capacities[seed % 7] = 0;
    const std::uint64_t dropped = facts_of(given.view()).one_sided_entries;
    for (const StableOrNone& found :
         {irving(Context(), given.view()), fixtures(Context(), given.view())}) {
      if (found.index() != 0) continue;
      ++matched;
      EXPECT_EQ(matching_in(found).dropped, dropped);
      EXPECT_TRUE(verify::check_stable(given.view(), matching_in(found).pairs).ok);
    }
  }
  EXPECT_GT(matched, 40U);
}

TEST(AllocationOfPreferences, PassesItsVerifiers) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const auto num_left = static_cast<VertexId>(1 + seed % 20);
    const SmallLists small = random_lists({.num_left = num_left,
                                           .num_agents = 2 * num_left + 1,
                                           .density = 40,
                                           .left_ties = static_cast<std::uint32_t>(seed % 2 * 40)},
                                          seed);
    Preferences given = preferences_as_given(small, Sides::two, true);
    const SerialDictatorshipOptions random{.order = DictatorOrder::random, .seed = seed};
    const auto order = dictator_order(num_left, random);
    const StableMatching serial = serial_dictatorship(Context(), given.view(), random);
    EXPECT_EQ(verify::check_serial_dictatorship(given.view(), serial.pairs, order).violation, "");
    EXPECT_EQ(verify::check_rank_maximal(given.view(), rank_maximal(Context(), given.view()).pairs)
                  .violation,
              "");
    const auto most = popular(Context(), given.view());
    if (const auto* matching = std::get_if<StableMatching>(&most)) {
      EXPECT_EQ(verify::check_popular(given.view(), matching->pairs).violation, "");
    }
    if (seed % 2 == 0) {
      const StableMatching trades = top_trading_cycles(Context(), given.view());
      EXPECT_EQ(verify::check_strict_core(given.view(), trades.pairs).violation, "");
    }
    // Capacities of items count where agents choose one after the other.
    for (VertexId item = num_left; item < given.num_agents(); ++item) given.capacities[item] = 2;
    const StableMatching pairs = serial_dictatorship(Context(), given.view(), random);
    EXPECT_GE(pairs.pairs.size(), serial.pairs.size());
    EXPECT_EQ(verify::check_serial_dictatorship(given.view(), pairs.pairs, order).violation, "");
    const StableMatching ranks = rank_maximal(Context(), given.view());
    EXPECT_EQ(verify::check_rank_maximal(given.view(), ranks.pairs).violation, "");
  }
}

TEST(PreferencesAlgorithms, ServeNobody) {
  const Preferences two;
  Preferences one;
  one.sides = Sides::one;
  EXPECT_EQ(irving(Context(), one.view()).index(), 0U);
  EXPECT_EQ(fixtures(Context(), one.view()).index(), 0U);
  EXPECT_TRUE(kiraly(Context(), two.view()).pairs.empty());
  EXPECT_EQ(super_stable(Context(), two.view()).index(), 0U);
  EXPECT_EQ(strongly_stable(Context(), two.view()).index(), 0U);
  EXPECT_TRUE(gusfield_irving(Context(), two.view()).pairs.empty());
  EXPECT_EQ(stable_matchings(Context(), two.view(), 9).size(), 1U);
  EXPECT_TRUE(serial_dictatorship(Context(), two.view()).pairs.empty());
  EXPECT_TRUE(top_trading_cycles(Context(), two.view()).pairs.empty());
  EXPECT_TRUE(rank_maximal(Context(), two.view()).pairs.empty());
  EXPECT_EQ(popular(Context(), two.view()).index(), 0U);
}

TEST(PreferencesAlgorithms, RefuseOtherSidesAndCapacities) {
  const SmallLists small = random_lists({.num_left = 2, .num_agents = 4, .max_left = 1}, 3);
  Preferences two = preferences_as_given(small, Sides::two, false);
  const auto message = [](const auto& call) {
    try {
      (void)call();
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_option);
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  EXPECT_EQ(message([&] { return irving(Context(), two.view()); }),
            "irving wants lists of one side, and these are of two");
  two.capacities[1] = 3;
  EXPECT_EQ(message([&] { return kiraly(Context(), two.view()); }),
            "kiraly serves capacities of 1 on the left side, and l 2 has 3");
  two.capacities[1] = 1;
  two.capacities[3] = 2;
  EXPECT_EQ(message([&] { return strongly_stable(Context(), two.view()); }),
            "strongly_stable serves capacities of 1, and r 2 has 2");
  EXPECT_EQ(message([&] { return popular(Context(), two.view()); }),
            "popular serves capacities of 1 on the right side, and r 2 has 2");
  two.sides = Sides::one;
  two.num_left = 4;
  EXPECT_EQ(message([&] { return kiraly(Context(), two.view()); }),
            "kiraly wants lists of two sides, and these are of one");
}

/// Left agents that all have one list of all right ones, which have one list of all left ones.
Preferences shared_lists(VertexId n) {
  Preferences all;
  all.num_left = n;
  all.offsets.push_back(0);
  for (VertexId x = 0; x < 2 * n; ++x) {
    for (VertexId y = 0; y < n; ++y) all.partners.push_back(x < n ? n + y : y);
    all.offsets.push_back(all.partners.size());
  }
  return all;
}

TEST(PreferencesAlgorithms, StopOnRequest) {
  const Preferences given = shared_lists(600);
  std::stop_source stop;
  stop.request_stop();
  const Context context({.stop = stop.get_token()});
  const auto cancelled = [](const auto& call) {
    try {
      (void)call();
    } catch (const Error& error) {
      return error.code() == ErrorCode::cancelled;
    }
    return false;
  };
  EXPECT_TRUE(cancelled([&] { return kiraly(context, given.view()); }));
  EXPECT_TRUE(cancelled([&] { return super_stable(context, given.view()); }));
  EXPECT_TRUE(cancelled([&] { return strongly_stable(context, given.view()); }));
  EXPECT_TRUE(cancelled([&] { return gusfield_irving(context, given.view()); }));
  const Preferences longer = shared_lists(1500);  // it takes little time per list
  EXPECT_TRUE(cancelled([&] { return rank_maximal(context, longer.view()); }));
  EXPECT_TRUE(cancelled([&] { return popular(context, given.view()); }));
}

/// A chain: each agent is displaced by the one before it.
TEST(RoommatesOfPreferences, FollowLongChainsWithoutRecursion) {
  constexpr VertexId k_size = 200000;
  Preferences chain;
  chain.sides = Sides::one;
  chain.num_left = k_size;
  chain.offsets.push_back(0);
  for (VertexId x = 0; x < k_size; ++x) {
    if (x + 1 < k_size) chain.partners.push_back(x + 1);
    if (x > 0) chain.partners.push_back(x - 1);
    chain.offsets.push_back(chain.partners.size());
  }
  const StableOrNone result = irving(Context(), chain.view());
  ASSERT_EQ(result.index(), 0U);
  EXPECT_EQ(verify::check_stable(chain.view(), matching_in(result).pairs).violation, "");
  const StableOrNone same = fixtures(Context(), chain.view());
  ASSERT_EQ(same.index(), 0U);
  EXPECT_EQ(matching_in(same).pairs, matching_in(result).pairs);
}

}  // namespace
}  // namespace hypermatch::test
