// SPDX-License-Identifier: MIT
// Small lists at random, and all matchings of them, from the definitions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "algorithms/stable_matching/common/pair_lists.hpp"
#include "base/random.hpp"

namespace hypermatch::test {

using detail::stable_matching::PairLists;

inline constexpr std::uint32_t k_unlisted = ~std::uint32_t{0};

/// Ranks as a table: `ranks[x][y]` is the tie in which x lists y, or k_unlisted. Two-sided: agents
/// below num_left list the others only.
struct SmallLists {
  VertexId num_left = 0;
  std::vector<std::vector<std::uint32_t>> ranks;
  std::vector<std::uint32_t> capacities;

  [[nodiscard]] VertexId num_agents() const { return static_cast<VertexId>(ranks.size()); }
  [[nodiscard]] bool acceptable(VertexId x, VertexId y) const {
    return ranks[x][y] != k_unlisted && ranks[y][x] != k_unlisted;
  }
};

class RandomNumbers {
 public:
  explicit RandomNumbers(std::uint64_t seed) : seed_(seed) {}
  std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(
        detail::base::below(detail::base::hash(seed_, ++count_), bound));
  }

 private:
  std::uint64_t seed_, count_ = 0;
};

struct SmallShape {
  VertexId num_left = 0;         ///< 0: one-sided
  VertexId num_agents = 6;       ///< of both sides
  std::uint32_t density = 100;   ///< per cent of the pairs
  std::uint32_t left_ties = 0;   ///< per cent of neighbours in a list that are tied
  std::uint32_t right_ties = 0;  ///< one-sided: unused
  std::uint32_t max_left = 1;    ///< capacities, from 1
  std::uint32_t max_right = 1;
};

inline SmallLists random_lists(const SmallShape& shape, std::uint64_t seed) {
  RandomNumbers random(seed);
  const VertexId n = shape.num_agents;
  SmallLists lists;
  lists.num_left = shape.num_left == 0 ? n : shape.num_left;
  lists.ranks.assign(n, std::vector<std::uint32_t>(n, k_unlisted));
  std::vector<std::vector<VertexId>> partners(n);
  for (VertexId x = 0; x < n; ++x) {
    for (VertexId y = x + 1; y < n; ++y) {
      if (shape.num_left != 0 && (x >= shape.num_left || y < shape.num_left)) continue;
      if (random.below(100) >= shape.density) continue;
      partners[x].push_back(y);
      partners[y].push_back(x);
    }
  }
  for (VertexId x = 0; x < n; ++x) {
    auto& row = partners[x];
    for (std::size_t i = row.size(); i > 1; --i) {
      std::swap(row[i - 1], row[random.below(static_cast<std::uint32_t>(i))]);
    }
    std::uint32_t rank = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool left = x < lists.num_left;
      if (i > 0 && random.below(100) >= (left ? shape.left_ties : shape.right_ties)) ++rank;
      lists.ranks[x][row[i]] = rank;
    }
    const bool left = x < lists.num_left;
    lists.capacities.push_back(1 + random.below(left ? shape.max_left : shape.max_right));
  }
  return lists;
}

inline PairLists pair_lists(const SmallLists& small) {
  PairLists lists;
  lists.num_left = small.num_left;
  lists.capacities = small.capacities;
  const VertexId n = small.num_agents();
  std::vector<std::vector<VertexId>> rows(n);
  for (VertexId x = 0; x < n; ++x) {
    for (VertexId y = 0; y < n; ++y) {
      if (small.acceptable(x, y)) rows[x].push_back(y);
    }
    std::stable_sort(rows[x].begin(), rows[x].end(),
                     [&](VertexId a, VertexId b) { return small.ranks[x][a] < small.ranks[x][b]; });
  }
  for (VertexId x = 0; x < n; ++x) {
    for (const VertexId y : rows[x]) {
      lists.partners.push_back(y);
      lists.ranks.push_back(small.ranks[x][y]);
      const auto place = std::find(rows[y].begin(), rows[y].end(), x) - rows[y].begin();
      lists.places.push_back(static_cast<std::uint32_t>(place));
    }
    lists.offsets.push_back(lists.partners.size());
  }
  return lists;
}

using Pairs = std::vector<std::pair<VertexId, VertexId>>;  ///< a < b, ascending

/// Pairs by the mates of the left side.
inline Pairs pairs_of_mates(const std::vector<VertexId>& mates) {
  Pairs pairs;
  for (VertexId x = 0; x < mates.size(); ++x) {
    if (mates[x] != k_none) pairs.emplace_back(x, mates[x]);
  }
  return pairs;
}

/// Which pairs block: both prefer strictly, one strictly and the other weakly, both weakly.
enum class Stability { weak, strong, super };

/// Whether x would take y: it has a free place, or holds one that is worse (weakly: or tied).
inline bool would_take(const SmallLists& lists, const Pairs& pairs, VertexId x, VertexId y,
                       bool weakly) {
  std::uint32_t held = 0;
  for (const auto& [a, b] : pairs) {
    if (a != x && b != x) continue;
    ++held;
    const std::uint32_t rank = lists.ranks[x][a == x ? b : a];
    if (lists.ranks[x][y] < rank || (weakly && lists.ranks[x][y] == rank)) return true;
  }
  return held < lists.capacities[x];
}

inline bool is_stable(const SmallLists& lists, const Pairs& pairs,
                      Stability stability = Stability::weak) {
  for (VertexId x = 0; x < lists.num_agents(); ++x) {
    for (VertexId y = x + 1; y < lists.num_agents(); ++y) {
      if (!lists.acceptable(x, y)) continue;
      if (std::find(pairs.begin(), pairs.end(), std::pair(x, y)) != pairs.end()) continue;
      const bool x_strictly = would_take(lists, pairs, x, y, false);
      const bool y_strictly = would_take(lists, pairs, y, x, false);
      const bool both_weakly =
          would_take(lists, pairs, x, y, true) && would_take(lists, pairs, y, x, true);
      if (stability == Stability::weak && x_strictly && y_strictly) return false;
      if (stability == Stability::strong && both_weakly && (x_strictly || y_strictly)) return false;
      if (stability == Stability::super && both_weakly) return false;
    }
  }
  return true;
}

/// Calls `visit` with every matching within the capacities.
inline void for_each_matching(const SmallLists& lists,
                              const std::function<void(const Pairs&)>& visit) {
  Pairs all, chosen;
  for (VertexId x = 0; x < lists.num_agents(); ++x) {
    for (VertexId y = x + 1; y < lists.num_agents(); ++y) {
      if (lists.acceptable(x, y)) all.emplace_back(x, y);
    }
  }
  std::vector<std::uint32_t> left = lists.capacities;
  const std::function<void(std::size_t)> choose = [&](std::size_t i) {
    if (i == all.size()) return visit(chosen);
    choose(i + 1);
    const auto [x, y] = all[i];
    if (left[x] == 0 || left[y] == 0) return;
    --left[x], --left[y];
    chosen.push_back(all[i]);
    choose(i + 1);
    chosen.pop_back();
    ++left[x], ++left[y];
  };
  choose(0);
}

inline std::vector<Pairs> all_stable(const SmallLists& lists,
                                     Stability stability = Stability::weak) {
  std::vector<Pairs> result;
  for_each_matching(lists, [&](const Pairs& pairs) {
    if (is_stable(lists, pairs, stability)) result.push_back(pairs);
  });
  return result;
}

}  // namespace hypermatch::test
