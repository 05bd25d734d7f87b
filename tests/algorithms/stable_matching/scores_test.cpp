// SPDX-License-Identifier: MIT
// Scores that are searched give the matching of the lists that they are sorted into.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stop_token>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "hypermatch/error.hpp"
#include "hypermatch/generate_preferences.hpp"
#include "hypermatch/scored_preferences.hpp"
#include "hypermatch/verify_stable.hpp"
#include "small_lists.hpp"

namespace hypermatch::test {
namespace {

constexpr ScoreSearch k_searches[] = {ScoreSearch::partial, ScoreSearch::unsorted};

const std::vector<Context>& contexts() {
  static const std::vector<Context> all = [] {
    std::vector<Context> made;
    for (const int threads : {1, 2, 7}) {
      made.emplace_back(ContextOptions{.threads = threads, .backend = HostBackend::std_threads});
    }
    return made;
  }();
  return all;
}

/// A score of nothing: the agent does not list the other.
constexpr int k_no_score = -1;

/// Pairs as a table: `scores[x][y]` is what x gives y, both of all agents.
struct ScoreTable {
  VertexId num_left = 0;
  VertexId num_agents = 0;
  std::vector<std::vector<int>> scores;
  std::vector<std::uint32_t> capacities;
};

struct ScoreShape {
  VertexId num_left = 4;
  VertexId num_right = 4;
  std::uint32_t density = 100;   // per cent of the pairs
  std::uint32_t values = 1000;   // distinct scores
  std::uint32_t missing = 0;     // per cent of the scores
  std::uint32_t max_places = 1;  // from 1; above 1, some agents have 0
};

ScoreTable random_table(const ScoreShape& shape, std::uint64_t seed) {
  RandomNumbers random(seed);
  ScoreTable table;
  table.num_left = shape.num_left;
  table.num_agents = shape.num_left + shape.num_right;
  table.scores.assign(table.num_agents, std::vector<int>(table.num_agents, k_no_score));
  for (VertexId x = 0; x < table.num_left; ++x) {
    for (VertexId y = table.num_left; y < table.num_agents; ++y) {
      if (random.below(100) >= shape.density) continue;
      for (const auto& [a, b] : {std::pair(x, y), std::pair(y, x)}) {
        if (random.below(100) < shape.missing) continue;
        table.scores[a][b] = static_cast<int>(random.below(shape.values));
      }
    }
  }
  if (shape.max_places > 1) {
    for (VertexId x = 0; x < table.num_agents; ++x) {
      table.capacities.push_back(random.below(shape.max_places + 1));
    }
  }
  return table;
}

/// Rows in an order of their own; the image of each score is `score_of(score)`, of none NaN.
template <class Score>
ScoredPairs pairs_of(const ScoreTable& table, std::uint64_t seed, Score (*score_of)(int)) {
  RandomNumbers random(seed);
  ScoredPairs pairs;
  pairs.num_agents = table.num_agents;
  pairs.num_left = table.num_left;
  Array<Score> left, right;
  const auto add = [&](Array<Score>& scores, int score) {
    scores.push_back(score == k_no_score ? std::numeric_limits<Score>::quiet_NaN()
                                         : score_of(score));
  };
  pairs.offsets.push_back(0);
  for (VertexId x = 0; x < table.num_left; ++x) {
    std::vector<VertexId> row;
    for (VertexId y = table.num_left; y < table.num_agents; ++y) {
      if (table.scores[x][y] != k_no_score || table.scores[y][x] != k_no_score) row.push_back(y);
    }
    for (std::size_t i = row.size(); i > 1; --i) {
      std::swap(row[i - 1], row[random.below(static_cast<std::uint32_t>(i))]);
    }
    for (const VertexId y : row) {
      pairs.partners.push_back(y);
      add(left, table.scores[x][y]);
      add(right, table.scores[y][x]);
    }
    pairs.offsets.push_back(pairs.partners.size());
  }
  pairs.left_scores = std::move(left);
  pairs.right_scores = std::move(right);
  pairs.capacities = Array<std::uint32_t>(std::span<const std::uint32_t>(table.capacities));
  return pairs;
}

/// All types, spread over their range; those without NaN only where no score is missing.
std::vector<ScoredPairs> all_types(const ScoreTable& table, bool has_missing, std::uint64_t seed) {
  std::vector<ScoredPairs> all;
  all.push_back(pairs_of<double>(table, seed, [](int s) { return std::sinh(s - 500); }));
  all.push_back(pairs_of<float>(table, seed, [](int s) {
    return s == 0 ? -std::numeric_limits<float>::infinity() : static_cast<float>(s) / 7;
  }));
  if (has_missing) return all;
  all.push_back(pairs_of<std::int32_t>(
      table, seed, [](int s) { return std::numeric_limits<std::int32_t>::min() + s; }));
  all.push_back(pairs_of<std::int64_t>(
      table, seed, [](int s) { return std::numeric_limits<std::int64_t>::max() - 1000 + s; }));
  return all;
}

/// By the definition.
Preferences lists_of(const ScoreTable& table) {
  Preferences lists;
  lists.num_left = table.num_left;
  lists.offsets.push_back(0);
  bool has_ties = false;
  for (VertexId x = 0; x < table.num_agents; ++x) {
    std::vector<std::pair<int, VertexId>> row;  // best first
    for (VertexId y = 0; y < table.num_agents; ++y) {
      if (table.scores[x][y] != k_no_score) row.emplace_back(-table.scores[x][y], y);
    }
    std::sort(row.begin(), row.end());
    std::uint32_t tie = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i > 0 && row[i].first != row[i - 1].first) ++tie;
      if (i > 0 && row[i].first == row[i - 1].first) has_ties = true;
      lists.partners.push_back(row[i].second);
      lists.ties.push_back(tie);
    }
    lists.offsets.push_back(lists.partners.size());
  }
  if (!has_ties) lists.ties = {};
  lists.capacities = Array<std::uint32_t>(std::span<const std::uint32_t>(table.capacities));
  return lists;
}

template <class T>
std::vector<T> values(const Array<T>& array) {
  return {array.begin(), array.end()};
}

void expect_equal(const Preferences& found, const Preferences& expected) {
  EXPECT_EQ(found.num_left, expected.num_left);
  EXPECT_EQ(values(found.offsets), values(expected.offsets));
  EXPECT_EQ(values(found.partners), values(expected.partners));
  EXPECT_EQ(values(found.ties), values(expected.ties));
  EXPECT_EQ(values(found.capacities), values(expected.capacities));
}

void expect_equal(const StableMatching& found, const StableMatching& expected) {
  EXPECT_EQ(found.pairs, expected.pairs);
  EXPECT_EQ(found.proposals, expected.proposals);
  EXPECT_EQ(found.dropped, expected.dropped);
}

/// Both searches on all contexts, against the lists.
void expect_lists_answer(const ScoredPairsView& pairs, const PreferencesView& lists,
                         std::uint64_t seed) {
  for (const OptimalSide side : {OptimalSide::left, OptimalSide::right}) {
    const StableMatchingOptions options{.optimal = side, .seed = seed};
    const StableMatching expected = mcvitie_wilson(contexts()[0], lists, options);
    for (const Context& context : contexts()) {
      for (const ScoreSearch search : k_searches) {
        SCOPED_TRACE(std::to_string(context.threads()) + " threads, optimal " +
                     std::to_string(static_cast<int>(side)) + ", search " +
                     std::to_string(static_cast<int>(search)));
        expect_equal(mcvitie_wilson(context, pairs, options, search), expected);
        expect_equal(mcvitie_wilson(context, lists, options, search), expected);
      }
    }
  }
}

TEST(Scores, GiveTheMatchingOfTheirLists) {
  const ScoreShape shapes[] = {
      {.num_left = 5, .num_right = 4, .density = 70},
      {.num_left = 6, .num_right = 6, .values = 3},
      {.num_left = 9, .num_right = 3, .density = 80, .values = 4, .missing = 20},
      {.num_left = 7, .num_right = 7, .values = 1},
      {.num_left = 8, .num_right = 6, .density = 60, .values = 5, .max_places = 3},
      {.num_left = 6, .num_right = 8, .values = 900, .missing = 30, .max_places = 4},
      {.num_left = 40, .num_right = 40, .values = 12},
      {.num_left = 40, .num_right = 12, .values = 12, .missing = 5, .max_places = 6},
  };
  for (const ScoreShape& shape : shapes) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", values " + std::to_string(shape.values));
      const ScoreTable table = random_table(shape, seed);
      const Preferences expected = lists_of(table);
      for (const ScoredPairs& pairs : all_types(table, shape.missing > 0, seed)) {
        SCOPED_TRACE(type_name(view_of(pairs.left_scores)));
        for (const Context& context : contexts()) {
          expect_equal(preferences_of_scores(context, pairs.view()), expected);
        }
        expect_lists_answer(pairs.view(), expected.view(), seed);
      }
    }
  }
}

/// The tables as `all_stable` takes them.
SmallLists small_lists(const ScoreTable& table) {
  SmallLists lists;
  lists.num_left = table.num_left;
  lists.ranks.assign(table.num_agents, std::vector<std::uint32_t>(table.num_agents, k_unlisted));
  for (VertexId x = 0; x < table.num_agents; ++x) {
    for (VertexId y = 0; y < table.num_agents; ++y) {
      if (table.scores[x][y] == k_no_score) continue;
      lists.ranks[x][y] = static_cast<std::uint32_t>(1000 - table.scores[x][y]);
    }
  }
  lists.capacities = table.capacities;
  if (lists.capacities.empty()) lists.capacities.assign(table.num_agents, 1);
  return lists;
}

TEST(Scores, AreStableByTheDefinitionAndBestForTheirSide) {
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    SCOPED_TRACE(seed);
    const std::uint32_t few = seed % 2 == 0 ? 3 : 1000;
    const ScoreTable table = random_table({.num_left = 4,
                                           .num_right = 3,
                                           .values = few,
                                           .missing = 10,
                                           .max_places = seed % 3 == 0 ? 2U : 1U},
                                          seed);
    const SmallLists small = small_lists(table);
    const ScoredPairs scores = pairs_of<double>(table, seed, [](int s) { return double(s); });
    for (const ScoreSearch search : k_searches) {
      const StableMatching found = mcvitie_wilson(contexts()[1], scores.view(), {}, search);
      Pairs pairs;
      for (const GraphEdge& pair : found.pairs) pairs.emplace_back(pair.u, pair.v);
      EXPECT_TRUE(is_stable(small, pairs));
      if (few == 3 || seed % 3 == 0) continue;  // best where lists are (surely) strict
      for (const Pairs& other : all_stable(small)) {
        ASSERT_EQ(other.size(), pairs.size());
        for (std::size_t i = 0; i < pairs.size(); ++i) {
          ASSERT_EQ(other[i].first, pairs[i].first);
          EXPECT_LE(small.ranks[pairs[i].first][pairs[i].second],
                    small.ranks[pairs[i].first][other[i].second]);
        }
      }
    }
  }
}

/// Rows longer than what is sorted at first, and than blocks of a scan.
ScoredPairs long_rows(VertexId n, double (*left)(VertexId, VertexId),
                      double (*right)(VertexId, VertexId)) {
  ScoredPairs pairs;
  pairs.num_agents = 2 * n;
  pairs.num_left = n;
  Array<double> left_scores, right_scores;
  pairs.offsets.push_back(0);
  for (VertexId x = 0; x < n; ++x) {
    for (VertexId y = 0; y < n; ++y) {
      pairs.partners.push_back(n + y);
      left_scores.push_back(left(x, y));
      right_scores.push_back(right(y, x));
    }
    pairs.offsets.push_back(pairs.partners.size());
  }
  pairs.left_scores = std::move(left_scores);
  pairs.right_scores = std::move(right_scores);
  return pairs;
}

TEST(Scores, OfLongRows) {
  const auto random = [](VertexId a, VertexId b) {
    return detail::base::unit_interval(detail::base::hash(3, a, b));
  };
  const auto rising = [](VertexId, VertexId b) { return double(b); };
  const auto falling = [](VertexId, VertexId b) { return -double(b); };
  const auto coarse = [](VertexId a, VertexId b) { return double((a * 7 + b * 13) % 5); };
  const auto equal = [](VertexId, VertexId) { return 0.0; };
  using Score = double (*)(VertexId, VertexId);
  const std::pair<Score, Score> families[] = {{random, random}, {rising, rising}, {falling, rising},
                                              {coarse, coarse}, {equal, equal},   {random, equal}};
  for (const auto& [left, right] : families) {
    const ScoredPairs pairs = long_rows(90, left, right);
    const Preferences lists = preferences_of_scores(contexts()[1], pairs.view());
    expect_lists_answer(pairs.view(), lists.view(), 4);
    const StableMatching found =
        mcvitie_wilson(contexts()[2], pairs.view(), {.seed = 4}, ScoreSearch::partial);
    EXPECT_EQ(found.pairs.size(), 90U);
    EXPECT_TRUE(verify::check_stable(lists.view(), found.pairs).ok);
  }
}

TEST(Scores, NamesWhatRan) {
  const ScoredPairs pairs = long_rows(
      3, [](VertexId, VertexId b) { return double(b); }, [](VertexId, VertexId) { return 1.0; });
  const auto variant = [&](ScoreSearch search) {
    return mcvitie_wilson(contexts()[0], pairs.view(), {}, search).stats.variant;
  };
  EXPECT_EQ(variant(ScoreSearch::sorted), "");
  EXPECT_EQ(variant(ScoreSearch::partial), "partial");
  EXPECT_EQ(variant(ScoreSearch::unsorted), "unsorted");
}

TEST(Scores, ByHand) {
  // Both left agents prefer 2, which prefers 1; zeros of both signs are one score, NaN is none.
  ScoredPairs pairs;
  pairs.num_agents = 5;
  pairs.num_left = 2;
  for (const Offset begin : {Offset{0}, Offset{3}, Offset{5}}) pairs.offsets.push_back(begin);
  for (const VertexId y : {3U, 2U, 4U, 2U, 3U}) pairs.partners.push_back(y);
  Array<double> left, right;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double score : {0.0, 5.0, nan, 1e300, -1e300}) left.push_back(score);
  for (const double score : {0.0, 1.0, 9.0, 2.0, -0.0}) right.push_back(score);
  pairs.left_scores = std::move(left);
  pairs.right_scores = std::move(right);
  const Preferences lists = preferences_of_scores(contexts()[0], pairs.view());
  EXPECT_EQ(values(lists.partners), (std::vector<VertexId>{2, 3, 2, 3, 1, 0, 0, 1, 0}));
  EXPECT_EQ(values(lists.ties), (std::vector<std::uint32_t>{0, 1, 0, 1, 0, 1, 0, 0, 0}));
  for (const ScoreSearch search : k_searches) {
    const StableMatching found = mcvitie_wilson(contexts()[0], pairs.view(), {}, search);
    EXPECT_EQ(found.pairs, (std::vector<GraphEdge>{{0, 3}, {1, 2}}));
    EXPECT_EQ(found.proposals, 3U);
    EXPECT_EQ(found.dropped, 1U);
  }
}

TEST(Scores, OfAgentsWithRoomForMoreThanThereAre) {
  // Memory and turns go by the entries: four thousand million places each would not fit.
  Preferences lists;
  lists.num_left = 2;
  for (const Offset begin : {0U, 2U, 3U, 4U, 6U}) lists.offsets.push_back(begin);
  for (const VertexId y : {3U, 2U, 3U, 0U, 1U, 0U}) lists.partners.push_back(y);
  lists.capacities = Array<std::uint32_t>(4, std::numeric_limits<std::uint32_t>::max());
  for (const Context& context : contexts()) {
    for (const ScoreSearch search : k_searches) {
      EXPECT_EQ(mcvitie_wilson(context, lists.view(), {}, search).pairs,
                (std::vector<GraphEdge>{{0, 2}, {0, 3}, {1, 3}}));
    }
  }
}

TEST(Scores, OfNoOne) {
  for (const VertexId left : {0U, 3U}) {
    ScoredPairs pairs;
    pairs.num_agents = 3;
    pairs.num_left = left;
    if (left > 0) pairs.offsets = Array<Offset>(left + std::size_t{1}, 0);
    EXPECT_EQ(preferences_of_scores(contexts()[1], pairs.view()).num_agents(), 3U);
    for (const OptimalSide side : {OptimalSide::left, OptimalSide::right}) {
      for (const ScoreSearch search : k_searches) {
        const StableMatching found =
            mcvitie_wilson(contexts()[1], pairs.view(), {.optimal = side}, search);
        EXPECT_TRUE(found.pairs.empty());
        EXPECT_EQ(found.proposals, 0U);
      }
    }
  }
  EXPECT_TRUE(
      mcvitie_wilson(contexts()[0], ScoredPairsView{}, {}, ScoreSearch::unsorted).pairs.empty());
  // Lists of no agent may have no offsets.
  const std::vector<GraphEdge> no_pairs;
  for (const Sides sides : {Sides::one, Sides::two}) {
    Preferences none;
    none.sides = sides;
    for (const Context& context : contexts()) {
      EXPECT_TRUE(verify::check_stable(context, none.view(), no_pairs).ok);
    }
    EXPECT_EQ(facts_of(none.view()).entries, 0U);
  }
  const Preferences none = preferences_of_scores(contexts()[1], ScoredPairsView{});
  EXPECT_TRUE(verify::check_stable(none.view(), no_pairs).ok);
}

void expect_scores_refused(const ScoredPairsView& pairs, const std::string& says) {
  SCOPED_TRACE(says);
  const auto expect_thrown = [&](const auto& run) {
    try {
      run();
      FAIL() << "nothing thrown";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_input);
      EXPECT_NE(std::string(error.what()).find(says), std::string::npos) << error.what();
    }
  };
  expect_thrown([&] { check_scored_pairs(pairs); });
  expect_thrown([&] { (void)preferences_of_scores(contexts()[1], pairs); });
  for (const ScoreSearch search : k_searches) {
    expect_thrown([&] { (void)mcvitie_wilson(contexts()[2], pairs, {}, search); });
  }
}

TEST(Scores, OfBadShapeAreRefused) {
  const ScoredPairs made = long_rows(
      3, [](VertexId, VertexId b) { return double(b); }, [](VertexId, VertexId) { return 1.0; });
  const ScoredPairsView good = made.view();
  ScoredPairsView bad = good;
  bad.num_left = 7;
  expect_scores_refused(bad, "7 agents on the left, of 6");
  bad = good;
  bad.offsets = good.offsets.first(3);
  expect_scores_refused(bad, "3 offsets for 3 agents on the left");
  bad = good;
  bad.partners = good.partners.first(8);
  expect_scores_refused(bad, "the number of entries");
  const std::vector<Offset> falling{0, 6, 3, 9};
  bad = good;
  bad.offsets = falling;
  expect_scores_refused(bad, "below the one before it");
  const std::vector<std::int64_t> whole(9, 1);
  bad = good;
  bad.right_scores = std::span<const std::int64_t>(whole);
  expect_scores_refused(bad, "scores of types double and int64");
  bad.left_scores = std::span<const std::int64_t>(whole).first(8);
  expect_scores_refused(bad, "8 scores for 9 entries");
  bad.left_scores = bad.right_scores = std::monostate{};
  expect_scores_refused(bad, "0 scores for 9 entries");
  const std::vector<std::uint32_t> places(5, 1);
  bad = good;
  bad.capacities = places;
  expect_scores_refused(bad, "5 capacities for 6 agents");
}

TEST(Scores, OfBadPartnersAreRefused) {
  const ScoredPairs made = long_rows(
      3, [](VertexId, VertexId b) { return double(b); }, [](VertexId, VertexId) { return 1.0; });
  for (const auto& [partner, says] :
       {std::pair{VertexId{2}, "agent 1 scores agent 2, which is on its side or does not exist"},
        std::pair{VertexId{6}, "agent 1 scores agent 6, which"},
        std::pair{k_none, "agent 1 scores agent 4294967295, which"},
        std::pair{VertexId{3}, "agent 1 scores an agent twice"}}) {
    std::vector<VertexId> partners(made.partners.begin(), made.partners.end());
    partners[4] = partner;
    partners[8] = partner;  // the first row is named
    ScoredPairsView bad = made.view();
    bad.partners = partners;
    expect_scores_refused(bad, says);
  }
}

}  // namespace
}  // namespace hypermatch::test
