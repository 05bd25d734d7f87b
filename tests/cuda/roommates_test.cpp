// SPDX-License-Identifier: MIT
// Roommates with phase 1 on a device: the pairs, proofs and counts of the cores.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "hypermatch/device_roommates.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/generate_preferences.hpp"
#include "hypermatch/roommates.hpp"
#include "tests/cuda/device_testing.hpp"

namespace hypermatch {
namespace {

/// Each agent lists some of the others, and few are listed in return where `percent` is low.
Preferences random_lists(VertexId n, std::uint32_t percent, std::uint64_t seed) {
  Preferences all;
  all.sides = Sides::one;
  all.num_left = n;
  all.offsets.push_back(0);
  for (VertexId x = 0; x < n; ++x) {
    std::vector<std::pair<std::uint64_t, VertexId>> list;
    for (VertexId y = 0; y < n; ++y) {
      const std::uint64_t key = detail::base::hash(seed, x, y);
      if (y != x && key % 100 < percent) list.emplace_back(key / 100, y);
    }
    std::sort(list.begin(), list.end());
    for (const auto& [key, y] : list) all.partners.push_back(y);
    all.offsets.push_back(all.partners.size());
  }
  return all;
}

class DeviceRoommates : public test::OnDevice {
 protected:
  /// Returns whether there is a stable matching.
  bool expect_same(const Preferences& given, const std::string& about) const {
    SCOPED_TRACE(about);
    const StableOrNone truth = irving(host_, given.view());
    const StableOrNone found = irving(device(), given.view());
    EXPECT_EQ(found.index(), truth.index());
    if (found.index() != truth.index()) return false;
    if (const auto* none = std::get_if<NoSolution>(&found)) {
      EXPECT_EQ(none->proof, std::get<NoSolution>(truth).proof);
      EXPECT_EQ(none->stats.rounds, std::get<NoSolution>(truth).stats.rounds);
      return false;
    }
    const auto& matching = std::get<StableMatching>(found);
    const auto& same = std::get<StableMatching>(truth);
    EXPECT_TRUE(matching.pairs == same.pairs);
    EXPECT_EQ(matching.proposals, same.proposals);
    EXPECT_EQ(matching.dropped, same.dropped);
    EXPECT_EQ(matching.stats.rounds, same.stats.rounds);
    EXPECT_EQ(matching.stats.algorithm, same.stats.algorithm);
    return true;
  }

  Context host_;
};

TEST_F(DeviceRoommates, SmallOnesForSanitizers) {
  int with = 0, without = 0;
  for (const VertexId n : {0U, 1U, 2U, 3U, 7U, 20U}) {
    for (const std::uint32_t percent : {30U, 100U}) {
      for (std::uint64_t seed = 0; seed < 3; ++seed) {
        const bool exists =
            expect_same(random_lists(n, percent, seed),
                        std::to_string(n) + " agents, " + std::to_string(percent) + " per cent");
        ++(exists ? with : without);
      }
    }
  }
  EXPECT_GT(with, 0);
  EXPECT_GT(without, 0);
}

TEST_F(DeviceRoommates, HaveTheBytesOfTheHost) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    expect_same(random_lists(600, 100, seed), "complete lists");
    expect_same(random_lists(600, 20, seed), "few mutual entries");
    expect_same(generate::preferences(host_, "roommates", {{"n", 50'000}}, seed), "roommates");
  }
  Preferences closed = random_lists(300, 60, 1);
  for (VertexId x = 0; x < 300; ++x) closed.capacities.push_back(x % 7 == 0 ? 0 : 1);
  expect_same(closed, "agents without a place");
}

TEST_F(DeviceRoommates, RefuseWhatTheHostRefuses) {
  Preferences two = random_lists(4, 100, 1);
  two.sides = Sides::two;
  two.num_left = 2;
  EXPECT_THROW((void)irving(device(), two.view()), Error);
}

}  // namespace
}  // namespace hypermatch
