// SPDX-License-Identifier: MIT
// Items without preferences: popular and rank-maximal matchings, serial dictatorship and trading
// cycles against all matchings of small instances.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/stable_matching/popular/popular.hpp"
#include "algorithms/stable_matching/rank_maximal/rank_maximal.hpp"
#include "algorithms/stable_matching/serial_dictatorship/serial_dictatorship.hpp"
#include "algorithms/stable_matching/top_trading_cycles/top_trading_cycles.hpp"
#include "tests/algorithms/stable_matching/small_lists.hpp"
#include "verify/preferences/ranked_rows.hpp"

namespace hypermatch {
namespace {

using namespace hypermatch::test;
using namespace hypermatch::detail::stable_matching;
namespace verifiers = hypermatch::detail::verify;

verifiers::WishRows wish_rows(const WishLists& lists) {
  return {lists.num_items, lists.offsets, lists.items, lists.ranks, lists.capacities};
}

std::vector<VertexId> mates_of(const SmallLists& small, const Pairs& pairs) {
  std::vector<VertexId> mates(small.num_left, k_none);
  for (const auto& [x, y] : pairs) mates[x] = y - small.num_left;
  return mates;
}

SmallLists random_wishes(std::uint64_t seed, std::uint32_t ties) {
  const auto agents = static_cast<VertexId>(1 + seed % 5);
  const auto items = static_cast<VertexId>(1 + seed / 5 % 5);
  return random_lists({.num_left = agents,
                       .num_agents = agents + items,
                       .density = static_cast<std::uint32_t>(40 + 20 * (seed % 4)),
                       .left_ties = ties},
                      seed);
}

WishLists wish_lists(const SmallLists& small) {
  const PairLists pairs = pair_lists(small);
  WishLists lists;
  lists.num_items = small.num_agents() - small.num_left;
  for (VertexId x = 0; x < small.num_left; ++x) {
    for (std::uint32_t place = 0; place < pairs.length(x); ++place) {
      lists.items.push_back(pairs.partner(x, place) - small.num_left);
      lists.ranks.push_back(pairs.rank(x, place));
    }
    lists.offsets.push_back(lists.items.size());
  }
  return lists;
}

/// Per agent its item, where all capacities are 1.
std::vector<VertexId> rank_maximal_mates(const WishLists& lists) {
  std::vector<VertexId> mates(lists.num_agents(), k_none);
  for (const std::uint64_t entry : rank_maximal(Context(), lists)) {
    const auto behind = std::upper_bound(lists.offsets.begin(), lists.offsets.end(), entry);
    mates[static_cast<std::size_t>(behind - lists.offsets.begin()) - 1] = lists.items[entry];
  }
  return mates;
}

std::string rank_maximal_violation(const verifiers::WishRows& rows,
                                   std::span<const VertexId> mates) {
  if (mates.size() != rows.size()) return "there is not one item for each agent";
  std::vector<verifiers::AgentPair> pairs;
  for (VertexId agent = 0; agent < mates.size(); ++agent) {
    if (mates[agent] != k_none) pairs.emplace_back(agent, mates[agent]);
  }
  return verifiers::rank_maximal_violation(rows, pairs);
}

Pairs pairs_of_items(const SmallLists& small, const std::vector<VertexId>& mates) {
  Pairs pairs;
  for (VertexId x = 0; x < mates.size(); ++x) {
    if (mates[x] != k_none) pairs.emplace_back(x, mates[x] + small.num_left);
  }
  return pairs;
}

std::vector<Pairs> all_matchings(const SmallLists& small) {
  std::vector<Pairs> all;
  for_each_matching(small, [&](const Pairs& pairs) { all.push_back(pairs); });
  return all;
}

/// Per agent the rank of its item, or k_unlisted.
std::vector<std::uint32_t> ranks_of_items(const SmallLists& small, const Pairs& pairs) {
  std::vector<std::uint32_t> ranks(small.num_left, k_unlisted);
  for (const auto& [x, y] : pairs) ranks[x] = small.ranks[x][y];
  return ranks;
}

std::vector<std::size_t> signature(const SmallLists& small, const Pairs& pairs) {
  std::vector<std::size_t> counts(small.num_agents(), 0);
  for (const auto& [x, y] : pairs) ++counts[small.ranks[x][y]];
  return counts;
}

int votes(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
  int balance = 0;
  for (std::size_t i = 0; i < a.size(); ++i) balance += a[i] < b[i] ? 1 : a[i] > b[i] ? -1 : 0;
  return balance;
}

TEST(RankMaximal, HasTheBestSignature) {
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const SmallLists small = random_wishes(seed, static_cast<std::uint32_t>(seed / 4 % 4 * 25));
    std::vector<std::size_t> best(small.num_agents(), 0);
    for (const Pairs& pairs : all_matchings(small)) best = std::max(best, signature(small, pairs));
    const WishLists lists = wish_lists(small);
    const Pairs found = pairs_of_items(small, rank_maximal_mates(lists));
    for (const auto& [x, y] : found) ASSERT_TRUE(small.acceptable(x, y));
    EXPECT_EQ(signature(small, found), best);
    for (const Pairs& pairs : all_matchings(small)) {
      EXPECT_EQ(rank_maximal_violation(wish_rows(lists), mates_of(small, pairs)).empty(),
                signature(small, pairs) == best);
    }
  }
}

// After first choices agent 1 is odd and item 0 is unreachable, as agent 0 is beside item 1. A path
// along these edges would match agent 6, and take a first choice away.
TEST(RankMaximal, LeavesEdgesThatNoLargestMatchingOfFirstChoicesHas) {
  const std::vector<std::vector<std::vector<VertexId>>> wishes = {
      {{0, 1}}, {{0, 2, 3}}, {{1}, {4}}, {{5}}, {{6}}, {{5}, {3}}, {{6}, {2}}, {{1}, {7}}};
  WishLists lists;
  lists.num_items = 8;
  for (const auto& ties : wishes) {
    for (std::uint32_t rank = 0; rank < ties.size(); ++rank) {
      for (const VertexId item : ties[rank]) {
        lists.items.push_back(item);
        lists.ranks.push_back(rank);
      }
    }
    lists.offsets.push_back(lists.items.size());
  }
  const std::vector<VertexId> mates = rank_maximal_mates(lists);
  std::vector<std::size_t> counts(2, 0);
  for (VertexId agent = 0; agent < mates.size(); ++agent) {
    if (mates[agent] == k_none) continue;
    const auto& first = wishes[agent].front();
    ++counts[std::find(first.begin(), first.end(), mates[agent]) != first.end() ? 0 : 1];
  }
  EXPECT_EQ(counts, (std::vector<std::size_t>{5, 2}));
}

/// All sets of entries within capacities, by their signatures.
void for_each_allocation(const WishLists& lists, VertexId agent, std::uint64_t entry,
                         std::vector<std::uint32_t>& room, std::vector<std::uint32_t>& places,
                         std::vector<std::uint64_t>& taken,
                         const std::function<void(const std::vector<std::uint64_t>&)>& see) {
  if (agent == lists.num_agents()) return see(taken);
  if (entry == lists.offsets[agent + 1]) {
    return for_each_allocation(lists, agent + 1, lists.offsets[agent + 1], room, places, taken,
                               see);
  }
  for_each_allocation(lists, agent, entry + 1, room, places, taken, see);
  const VertexId item = lists.items[entry];
  if (room[agent] == 0 || places[item] == 0) return;
  --room[agent];
  --places[item];
  taken.push_back(entry);
  for_each_allocation(lists, agent, entry + 1, room, places, taken, see);
  taken.pop_back();
  ++room[agent];
  ++places[item];
}

TEST(RankMaximal, HasTheBestSignatureUnderCapacities) {
  std::uint64_t refused = 0;
  for (std::uint64_t seed = 0; seed < 1200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    SmallLists small = random_wishes(seed, static_cast<std::uint32_t>(seed / 4 % 4 * 25));
    WishLists lists = wish_lists(small);
    if (lists.items.size() > 12) continue;
    for (VertexId x = 0; x < lists.num_agents(); ++x) {
      lists.agent_capacities.push_back(static_cast<std::uint32_t>((seed / 3 + 7 * x) % 4));
    }
    for (VertexId y = 0; y < lists.num_items; ++y) {
      lists.capacities.push_back(static_cast<std::uint32_t>((seed / 7 + 5 * y + y * y) % 4));
    }
    using Signature = std::vector<std::size_t>;
    const auto signature_of = [&](const std::vector<std::uint64_t>& taken) {
      Signature counts(13, 0);
      for (const std::uint64_t entry : taken) ++counts[lists.ranks[entry]];
      return counts;
    };
    const auto pairs_of = [&](const std::vector<std::uint64_t>& taken) {
      std::vector<verifiers::AgentPair> pairs;
      for (const std::uint64_t entry : taken) {
        const auto behind = std::upper_bound(lists.offsets.begin(), lists.offsets.end(), entry);
        pairs.emplace_back(static_cast<VertexId>(behind - lists.offsets.begin()) - 1,
                           lists.items[entry]);
      }
      return pairs;
    };
    std::vector<std::vector<std::uint64_t>> all;
    std::vector<std::uint32_t> room = lists.agent_capacities, places = lists.capacities;
    std::vector<std::uint64_t> taken;
    for_each_allocation(lists, 0, 0, room, places, taken,
                        [&](const std::vector<std::uint64_t>& one) { all.push_back(one); });
    Signature best(13, 0);
    for (const auto& one : all) best = std::max(best, signature_of(one));
    verifiers::WishRows rows = wish_rows(lists);
    rows.agent_capacities = lists.agent_capacities;
    const std::vector<std::uint64_t> found = rank_maximal(Context(), lists);
    EXPECT_EQ(signature_of(found), best);
    EXPECT_EQ(verifiers::rank_maximal_violation(rows, pairs_of(found)), "");
    for (const auto& one : all) {
      const bool is_best = signature_of(one) == best;
      ASSERT_EQ(verifiers::rank_maximal_violation(rows, pairs_of(one)).empty(), is_best);
      refused += is_best ? 0 : 1;
    }
  }
  EXPECT_GT(refused, 10000U);
}

TEST(Popular, IsALargestOneWhereThereIsAny) {
  std::uint64_t with = 0, without = 0;
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const SmallLists small = random_wishes(seed, static_cast<std::uint32_t>(seed / 4 % 4 * 25));
    const auto all = all_matchings(small);
    std::vector<std::vector<std::uint32_t>> ranks;
    for (const Pairs& pairs : all) ranks.push_back(ranks_of_items(small, pairs));
    std::size_t largest = 0;
    bool any = false;
    const auto is_popular = [&](const std::vector<std::uint32_t>& mine) {
      return std::all_of(ranks.begin(), ranks.end(),
                         [&](const auto& other) { return votes(other, mine) <= 0; });
    };
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!is_popular(ranks[i])) continue;
      any = true;
      largest = std::max(largest, all[i].size());
    }
    const WishLists lists = wish_lists(small);
    for (std::size_t i = 0; i < all.size(); ++i) {
      EXPECT_EQ(verifiers::popular_violation(wish_rows(lists), mates_of(small, all[i])).empty(),
                all[i].size() == largest && is_popular(ranks[i]));
    }
    const PopularResult result = largest_popular(Context(), lists);
    ASSERT_EQ(result.exists, any);
    (any ? with : without) += 1;
    if (!any) {
      EXPECT_GT(result.agents.size(), result.items.size());
      continue;
    }
    const Pairs found = pairs_of_items(small, result.mates);
    EXPECT_EQ(found.size(), largest);
    EXPECT_TRUE(is_popular(ranks_of_items(small, found)));
  }
  EXPECT_GT(with, 1000U);
  EXPECT_GT(without, 20U);
}

/// One item, or none, for each agent: what it is given to whether that is allowed or not.
std::vector<std::vector<VertexId>> all_assignments(VertexId num_agents, VertexId num_items) {
  std::vector<std::vector<VertexId>> all{{}};
  for (VertexId agent = 0; agent < num_agents; ++agent) {
    std::vector<std::vector<VertexId>> longer;
    for (const auto& mates : all) {
      // The item beyond the last one stands for none.
      for (VertexId item = 0; item <= num_items; ++item) {
        longer.push_back(mates);
        longer.back().push_back(item == num_items ? k_none : item);
      }
    }
    all = std::move(longer);
  }
  return all;
}

using WishVerifier = std::string (*)(const verifiers::WishRows&, std::span<const VertexId>);

TEST(WishVerifiers, AcceptNothingThatIsNoMatching) {
  std::uint64_t wrong = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const SmallLists small =
        random_lists({.num_left = static_cast<VertexId>(1 + seed % 4),
                      .num_agents = static_cast<VertexId>(2 + seed % 4 + seed % 3),
                      .density = 60,
                      .left_ties = 40},
                     seed);
    const WishLists lists = wish_lists(small);
    std::vector<std::vector<VertexId>> matchings;
    for (const Pairs& pairs : all_matchings(small)) matchings.push_back(mates_of(small, pairs));
    for (const auto& mates : all_assignments(lists.num_agents(), lists.num_items)) {
      if (std::find(matchings.begin(), matchings.end(), mates) != matchings.end()) continue;
      ++wrong;
      for (const WishVerifier verifier :
           {WishVerifier{verifiers::popular_violation}, WishVerifier{rank_maximal_violation}}) {
        EXPECT_NE(verifier(wish_rows(lists), mates), "");
      }
      std::vector<VertexId> order(lists.num_agents());
      std::iota(order.begin(), order.end(), VertexId{0});
      EXPECT_NE(verifiers::dictatorship_violation(wish_rows(lists), mates, order), "");
    }
  }
  EXPECT_GT(wrong, 5000U);
}

TEST(WishVerifiers, NameWhatIsWrong) {
  // Agents 0 and 1 list item 0 and then item 1; agent 2 lists item 0 alone.
  const std::vector<std::uint64_t> offsets{0, 2, 4, 5};
  const std::vector<VertexId> items{0, 1, 0, 1, 0};
  const std::vector<std::uint32_t> ranks{0, 1, 0, 1, 0};
  const verifiers::WishRows rows{2, offsets, items, ranks, {}};
  const std::vector<VertexId> order{0, 1, 2};
  const auto dictatorship = [&](const verifiers::WishRows& all, std::span<const VertexId> mates) {
    return verifiers::dictatorship_violation(all, mates, order);
  };
  const std::vector<std::pair<std::vector<VertexId>, std::string>> wrong{
      {{0, 1}, "there is not one item for each agent"},
      {{0, 2, k_none}, "the item of l 2 does not exist"},
      {{0, k_none, 1}, "l 3 does not list its item"},
      {{0, 1, 0}, "r 1 is given to too many agents"},
  };
  for (const auto& [mates, violation] : wrong) {
    EXPECT_EQ(verifiers::popular_violation(rows, mates), violation);
    EXPECT_EQ(rank_maximal_violation(rows, mates), violation);
    EXPECT_EQ(verifiers::core_violation(rows, mates), violation);
    EXPECT_EQ(dictatorship(rows, mates), violation);
  }
  const std::vector<std::uint32_t> two{2, 1};
  const verifiers::WishRows roomy{2, offsets, items, ranks, two};
  EXPECT_EQ(dictatorship(roomy, std::vector<VertexId>{0, 0, k_none}), "");
  EXPECT_EQ(dictatorship(roomy, std::vector<VertexId>{0, 0, 0}), "r 1 is given to too many agents");
  EXPECT_EQ(dictatorship(roomy, std::vector<VertexId>{0, 1, 0}), "l 2 could have had r 1");

  EXPECT_EQ(verifiers::popular_violation(rows, std::vector<VertexId>{k_none, 1, k_none}),
            "more agents could have one of their first choices");
  EXPECT_EQ(verifiers::popular_violation(rows, std::vector<VertexId>{0, k_none, k_none}),
            "l 2 has to have an item, and has none");
  EXPECT_EQ(rank_maximal_violation(rows, std::vector<VertexId>{k_none, 1, k_none}),
            "more agents could be matched up to rank 1");
  EXPECT_EQ(rank_maximal_violation(rows, std::vector<VertexId>{0, k_none, k_none}),
            "more agents could be matched up to rank 2");
}

TEST(SerialDictatorship, GivesEachTheBestThatIsLeft) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const SmallLists small = random_wishes(seed, 0);
    std::vector<VertexId> order(small.num_left);
    std::iota(order.begin(), order.end(), VertexId{0});
    RandomNumbers random(seed + 1);
    for (VertexId i = small.num_left; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
    const WishLists lists = wish_lists(small);
    const auto found =
        ranks_of_items(small, pairs_of_items(small, serial_dictatorship(lists, order)));
    for (const Pairs& pairs : all_matchings(small)) {
      EXPECT_EQ(verifiers::dictatorship_violation(wish_rows(lists), mates_of(small, pairs), order)
                    .empty(),
                ranks_of_items(small, pairs) == found);
    }
    // The best for the first one; of these matchings the best for the second one; and so on.
    auto all = all_matchings(small);
    for (const VertexId agent : order) {
      std::uint32_t best = k_unlisted;
      for (const Pairs& pairs : all) best = std::min(best, ranks_of_items(small, pairs)[agent]);
      EXPECT_EQ(found[agent], best);
      std::erase_if(all, [&](const Pairs& p) { return ranks_of_items(small, p)[agent] != best; });
    }
  }
}

TEST(TopTradingCycles, AreTheStrictCore) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const auto n = static_cast<VertexId>(1 + seed % 5);
    const SmallLists small =
        random_lists({.num_left = n,
                      .num_agents = 2 * n,
                      .density = static_cast<std::uint32_t>(30 + 20 * (seed % 4))},
                     seed);
    const WishLists lists = wish_lists(small);
    const std::vector<VertexId> mates = top_trading_cycles(lists);
    // An item that is not listed is worst where it is the own one, and never taken otherwise.
    const auto rank = [&](VertexId agent, VertexId item) {
      const std::uint32_t listed = small.ranks[agent][n + item];
      return listed == k_unlisted && agent == item ? k_unlisted - 1 : listed;
    };
    for (VertexId agent = 0; agent < n; ++agent) {
      ASSERT_NE(rank(agent, mates[agent]), k_unlisted);
    }
    // No set of agents has a way to share its items that none of it likes less and one likes more.
    std::vector<VertexId> shares(n);
    std::iota(shares.begin(), shares.end(), VertexId{0});
    do {
      // Cycles of a permutation are the smallest such sets.
      for (VertexId first = 0; first < n; ++first) {
        bool none_less = true, one_more = false;
        VertexId agent = first;
        do {
          const std::uint32_t mine = rank(agent, mates[agent]), other = rank(agent, shares[agent]);
          none_less = none_less && other <= mine;
          one_more = one_more || other < mine;
          agent = shares[agent];
        } while (agent != first);
        EXPECT_FALSE(none_less && one_more);
      }
      // The strict core has one matching.
      EXPECT_EQ(verifiers::core_violation(wish_rows(lists), shares).empty(), shares == mates);
    } while (std::next_permutation(shares.begin(), shares.end()));
  }
}

}  // namespace
}  // namespace hypermatch
