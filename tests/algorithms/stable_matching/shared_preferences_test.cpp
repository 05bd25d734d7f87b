// SPDX-License-Identifier: MIT
// Lists that agents have in common against the same lists in copies: the same pairs and counts by
// each way to match them.
#include "hypermatch/shared_preferences.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "algorithms/stable_matching/gale_shapley/serve_shared.hpp"
#include "algorithms/stable_matching/mcvitie_wilson/shared_ways.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/verify_stable.hpp"
#include "tests/algorithms/stable_matching/small_lists.hpp"
#include "tests/sizes.hpp"
#include "tests/stopping.hpp"

namespace hypermatch::test {
namespace {

using detail::stable_matching::copy_lists;
using detail::stable_matching::match_by_number;
using detail::stable_matching::match_by_scans;
using detail::stable_matching::match_one_list_each;
using detail::stable_matching::Proposers;
using detail::stable_matching::serve_shared;
using detail::stable_matching::SharedLists;

struct Shape {
  VertexId left = 4, right = 4;
  std::uint32_t left_lists = 1, right_lists = 1;
  std::uint32_t density = 100;  // per cent of the other side in a list
  std::uint32_t max_capacity = 1;
};

SharedPreferences make_shared(const Shape& shape, std::uint64_t seed) {
  RandomNumbers random(seed);
  SharedPreferences made;
  made.num_left = shape.left;
  made.offsets.push_back(0);
  const auto add_lists = [&](std::uint32_t count, VertexId first, VertexId size) {
    for (std::uint32_t i = 0; i < count; ++i) {
      std::vector<VertexId> list;
      for (VertexId y = first; y < first + size; ++y) {
        if (random.below(100) < shape.density) list.push_back(y);
      }
      for (std::size_t k = list.size(); k > 1; --k) {
        std::swap(list[k - 1], list[random.below(static_cast<std::uint32_t>(k))]);
      }
      for (const VertexId y : list) made.partners.push_back(y);
      made.offsets.push_back(made.partners.size());
    }
  };
  add_lists(shape.left_lists, shape.left, shape.right);
  add_lists(shape.right_lists, 0, shape.left);
  for (VertexId x = 0; x < shape.left; ++x) made.lists.push_back(random.below(shape.left_lists));
  for (VertexId y = 0; y < shape.right; ++y) {
    made.lists.push_back(shape.left_lists + random.below(shape.right_lists));
  }
  if (shape.max_capacity > 1) {
    for (std::size_t x = 0; x < made.lists.size(); ++x) {
      made.capacities.push_back(random.below(shape.max_capacity + 1));
    }
  }
  return made;
}

std::string text(const StableMatching& found) {
  std::string all = std::to_string(found.proposals) + " proposals:";
  for (const GraphEdge& pair : found.pairs) {
    all += ' ' + std::to_string(pair.u) + '-' + std::to_string(pair.v);
  }
  return all;
}

// Each way that serves the lists, for both sides.
void expect_the_matching_of_copies(const Context& context, const SharedPreferences& shared) {
  const SharedPreferencesView view = shared.view();
  const Preferences copies = expand(view);
  for (const OptimalSide side : {OptimalSide::left, OptimalSide::right}) {
    const StableMatchingOptions options{.optimal = side};
    const StableMatching expected = mcvitie_wilson(context, copies.view(), options);
    const SharedLists lists(view, side == OptimalSide::left ? Proposers::left : Proposers::right);
    EXPECT_EQ(text(match_by_scans(context, lists)), text(expected));
    EXPECT_EQ(text(match_by_scans(context, lists, 0)), text(expected)) << "by trees";
    EXPECT_EQ(text(match_by_number(context, lists)), text(expected));
    const Preferences mutual = copy_lists(context, lists);
    EXPECT_EQ(text(mcvitie_wilson(context, mutual.view(), options)), text(expected));
    if (have_one_list(view, lists.proposing()) && have_one_list(view, lists.receiving())) {
      EXPECT_EQ(text(match_one_list_each(context, lists)), text(expected));
    }
    for (const ProposalOrder order : {ProposalOrder::automatic, ProposalOrder::given}) {
      const StableMatching chosen =
          mcvitie_wilson(context, view, {.optimal = side, .proposal_order = order});
      EXPECT_EQ(text(chosen), text(expected));
      EXPECT_EQ(chosen.dropped, expected.dropped);
    }
    for (const auto variant : {GaleShapleyVariant::queue, GaleShapleyVariant::rounds}) {
      const StableMatchingOptions by_turns{.optimal = side, .variant = variant};
      const StableMatching of_copies = gale_shapley(context, copies.view(), by_turns);
      const StableMatching served = serve_shared(context, lists, by_turns);
      EXPECT_EQ(text(served), text(expected));
      EXPECT_EQ(served.stats.rounds, of_copies.stats.rounds);
      const StableMatching named = gale_shapley(context, view, by_turns);
      EXPECT_EQ(text(named), text(expected));
      EXPECT_EQ(named.dropped, expected.dropped);
      EXPECT_EQ(named.stats.rounds, of_copies.stats.rounds);
      EXPECT_EQ(named.stats.variant, of_copies.stats.variant);
    }
    EXPECT_EQ(2 * count_mutual(context, lists) + expected.dropped, count_entries(view));
  }
}

void expect_the_verdict_of_copies(const SharedPreferences& shared, const Preferences& copies,
                                  const std::vector<GraphEdge>& pairs) {
  const verify::StableVerdict expected = verify::check_stable(copies.view(), pairs);
  const verify::StableVerdict found = verify::check_stable(shared.view(), pairs);
  EXPECT_EQ(found.ok, expected.ok);
  EXPECT_EQ(found.violation, expected.violation);
  if (!found.ok || !expected.ok) return;
  EXPECT_EQ(found.pairs, expected.pairs);
  EXPECT_EQ(found.unmatched_left, expected.unmatched_left);
  EXPECT_EQ(found.unmatched_right, expected.unmatched_right);
  EXPECT_EQ(found.rank_sum_left, expected.rank_sum_left);
  EXPECT_EQ(found.rank_sum_right, expected.rank_sum_right);
  EXPECT_EQ(found.worst_rank_left, expected.worst_rank_left);
  EXPECT_EQ(found.worst_rank_right, expected.worst_rank_right);
  if (found.is_left_optimal) {
    EXPECT_EQ(found.is_left_optimal, expected.is_left_optimal);
    EXPECT_EQ(found.is_right_optimal, expected.is_right_optimal);
  }
}

Shape random_shape(std::uint64_t seed) {
  RandomNumbers random(seed + 77);
  return {.left = random.below(7),
          .right = random.below(7),
          .left_lists = 1 + random.below(3),
          .right_lists = 1 + random.below(3),
          .density = random.below(2) == 0 ? 100U : 30 + random.below(60),
          .max_capacity = 1 + random.below(3)};
}

TEST(SharedPreferences, MatchingsAreJudgedAsThoseOfCopies) {
  const Context one({.threads = 1});
  std::size_t wrong = 0, right = 0;
  for (std::uint64_t seed = 1; seed <= by_build(3000U, 300U); ++seed) {
    SCOPED_TRACE(seed);
    const SharedPreferences shared = make_shared(random_shape(seed), seed);
    const Preferences copies = expand(shared.view());
    std::vector<GraphEdge> pairs = mcvitie_wilson(one, shared.view()).pairs;
    expect_the_verdict_of_copies(shared, copies, pairs);
    // One pair less, one more, or two that have changed partners.
    RandomNumbers random(seed);
    if (pairs.empty() || shared.num_left == shared.lists.size()) continue;
    const std::uint32_t at = random.below(static_cast<std::uint32_t>(pairs.size()));
    const std::uint32_t other = random.below(static_cast<std::uint32_t>(pairs.size()));
    const auto left = static_cast<VertexId>(random.below(shared.num_left));
    const auto right_agent = static_cast<VertexId>(
        shared.num_left + random.below(shared.view().num_agents - shared.num_left));
    switch (random.below(3)) {
      case 0:
        pairs.erase(pairs.begin() + at);
        break;
      case 1:
        pairs[at] = {left, right_agent};
        break;
      default:
        std::swap(pairs[at].v, pairs[other].v);
    }
    const bool has_twice = [&] {
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        for (std::size_t k = 0; k < i; ++k) {
          if (pairs[i].u == pairs[k].u && pairs[i].v == pairs[k].v) return true;
        }
      }
      return false;
    }();
    if (has_twice) {
      EXPECT_FALSE(verify::check_stable(shared.view(), pairs).ok);
    } else {
      expect_the_verdict_of_copies(shared, copies, pairs);
      ++(verify::check_stable(shared.view(), pairs).ok ? right : wrong);
    }
  }
  EXPECT_GT(wrong, 100U);
  EXPECT_GT(right, 1U);
}

TEST(SharedPreferences, SmallOnesHaveTheMatchingOfCopies) {
  const Context one({.threads = 1});
  for (std::uint64_t seed = 1; seed <= by_build(3000U, 300U); ++seed) {
    SCOPED_TRACE(seed);
    expect_the_matching_of_copies(one, make_shared(random_shape(seed), seed));
  }
}

// Long enough for several batches, parts, blocks and groups of lists.
TEST(SharedPreferences, LongOnesHaveTheMatchingOfCopiesOnAllThreads) {
  constexpr auto k_size = by_build(600U, 200U);
  const Shape shapes[] = {
      {.left = by_build(1100U, 20U), .right = 4200},
      {.left = 4200, .right = 20, .density = 90, .max_capacity = 9},
      {.left = 2 * k_size, .right = k_size, .density = 60, .max_capacity = 3},
      {.left = k_size, .right = k_size, .left_lists = 5},
      {.left = k_size, .right = k_size, .right_lists = 3, .density = 80, .max_capacity = 2},
      {.left = k_size, .right = k_size, .left_lists = 2, .right_lists = 40},
  };
  for (const Shape& shape : shapes) {
    const SharedPreferences shared = make_shared(shape, 5);
    for (const int threads : {1, 3}) {
      expect_the_matching_of_copies(Context({.threads = threads}), shared);
    }
  }
}

void expect_refused(const SharedPreferences& shared, const std::string& message) {
  try {
    (void)mcvitie_wilson(Context({.threads = 1}), shared.view());
    ADD_FAILURE() << "accepted, not: " << message;
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_input);
    EXPECT_EQ(std::string(error.what()), message);
  }
}

/// Two groups rank the proposers in opposite orders: each low one would push all high ones along.
TEST(SharedPreferences, AgentsThatDisplaceEachOtherAgainAndAgain) {
  constexpr VertexId k_size = 3000;
  SharedPreferences shared;
  shared.num_left = k_size;
  for (Offset list = 0; list <= 3; ++list) shared.offsets.push_back(list * k_size);
  for (VertexId i = 0; i < k_size; ++i) shared.partners.push_back(k_size + i);
  for (VertexId i = 0; i < k_size; ++i) shared.partners.push_back(i);
  for (VertexId i = k_size; i > 0; --i) shared.partners.push_back(i - 1);
  for (VertexId x = 0; x < k_size; ++x) shared.lists.push_back(0);
  for (VertexId y = 0; y < k_size; ++y) shared.lists.push_back(y < k_size / 2 ? 1 : 2);
  const StableMatching found = mcvitie_wilson(Context({.threads = 1}), shared.view());
  EXPECT_EQ(found.proposals, std::uint64_t{k_size} * (k_size + 1) / 2);
  ASSERT_EQ(found.pairs.size(), k_size);
  for (const GraphEdge& pair : found.pairs) {
    const bool is_low = pair.u < k_size / 2;
    EXPECT_EQ(pair.v, k_size + (is_low ? pair.u : k_size / 2 + k_size - 1 - pair.u));
  }
}

TEST(SharedPreferences, RefuseListsThatAreUnsound) {
  const auto with = [](const auto& change) {
    SharedPreferences shared = make_shared({.left = 2, .right = 2}, 1);
    change(shared);
    return shared;
  };
  expect_refused(with([](auto& s) { s.lists[1] = 2; }), "agent 1 has list 2 of 2");
  expect_refused(with([](auto& s) { s.lists[1] = 1; }),
                 "agent 1 has list 1, of agents of its own side");
  expect_refused(with([](auto& s) { s.partners[0] = 9; }),
                 "list 0 has agent 9, which does not exist");
  expect_refused(with([](auto& s) { s.partners[1] = s.partners[0]; }),
                 "list 0 has agent " +
                     std::to_string(make_shared({.left = 2, .right = 2}, 1).partners[0]) +
                     " twice");
  expect_refused(with([](auto& s) {
                   s.partners[0] = 2;
                   s.partners[1] = 1;
                 }),
                 "list 0 has agents of both sides, 2 and 1");
  expect_refused(with([](auto& s) { s.offsets[1] = 9; }), "offset 2 is 4, below the one before it");
  expect_refused(with([](auto& s) { s.offsets[2] = 3; }),
                 "offsets are 0 .. 3, must be 0 .. 4, the number of entries");
  expect_refused(with([](auto& s) { s.num_left = 5; }), "5 agents on the left, of 4");
  expect_refused(with([](auto& s) { s.capacities.push_back(1); }), "1 capacities for 4 agents");
}

TEST(SharedPreferences, StopWhenAsked) {
  const SharedPreferences one_each = make_shared({.left = 6000, .right = 6000}, 3);
  const SharedPreferences several =
      make_shared({.left = 3000, .right = 3000, .left_lists = 3, .right_lists = 3}, 3);
  for (const SharedPreferences* shared : {&one_each, &several}) {
    expect_stops([&](const Context& context) { (void)mcvitie_wilson(context, shared->view()); }, 2,
                 {0.5});
  }
  expect_stops([&](const Context& context) { (void)gale_shapley(context, one_each.view()); }, 1,
               {0.5});
}

}  // namespace
}  // namespace hypermatch::test
