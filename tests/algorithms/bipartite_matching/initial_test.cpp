// SPDX-License-Identifier: MIT
// A matching of the caller as the start: kept on rows that it matches, enlarged to a largest one,
// refused where it is none; and the levels of phases, which known matchings foretell.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/random.hpp"
#include "hypermatch/error.hpp"
#include "tests/algorithms/bipartite_matching/bipartite_testing.hpp"
#include "tests/algorithms/bipartite_matching/small_graphs.hpp"
#include "tests/parallel/contexts.hpp"

namespace hypermatch {
namespace {

using namespace hypermatch::testing;

class InitialMatching : public ::testing::TestWithParam<test::Where> {
 protected:
  Context context_ = GetParam().context();
};

INSTANTIATE_TEST_SUITE_P(Everywhere, InitialMatching, ::testing::ValuesIn(test::everywhere()),
                         test::CaseName());

/// Pairs of a largest matching, each kept with a chance of `percent`.
std::vector<VertexId> part_of(const BipartiteView& graph, std::uint64_t percent,
                              std::uint64_t seed) {
  std::vector<VertexId> mates = hopcroft_karp(Context({.threads = 1}), graph).row_mates;
  for (std::size_t r = 0; r < mates.size(); ++r) {
    if (detail::base::below(detail::base::hash(seed, r), 100) >= percent) mates[r] = k_none;
  }
  return mates;
}

TEST_P(InitialMatching, IsEnlargedToALargestOne) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Bipartite graph = graph_of(30, random_rows(40, 30, 1 + seed % 6, seed));
    for (const std::uint64_t percent : {0U, 30U, 90U, 100U}) {
      const std::vector<VertexId> initial = part_of(graph.view(), percent, seed);
      std::uint64_t size = 0;
      for (const VertexId c : initial) size += c != k_none ? 1 : 0;
      for (const NamedAlgorithm& algorithm : k_algorithms) {
        SCOPED_TRACE(std::string(algorithm.name) + ", seed " + std::to_string(seed));
        const BipartiteMatching found = algorithm.run(context_, graph.view(), {.initial = initial});
        expect_valid(graph.view(), found, true);
        EXPECT_EQ(found.stats.start, BipartiteStart::initial);
        EXPECT_EQ(found.stats.start_cardinality, size);
        EXPECT_EQ(found.stats.augmentations, found.cardinality - size);
        // Augmenting paths leave no vertex free that was matched; local search may.
        if (algorithm.run == maximum_matching) continue;
        for (std::size_t r = 0; r < initial.size(); ++r) {
          EXPECT_TRUE(initial[r] == k_none || found.row_mates[r] != k_none) << r;
        }
        EXPECT_TRUE(percent < 100 || found.row_mates == initial);
      }
    }
  }
}

// The last row of a chain finds the free column behind all other rows.
TEST_P(InitialMatching, ForetellsTheLevelsOfThePhases) {
  constexpr VertexId k_length = 50;
  const Bipartite graph = chain(k_length);
  std::vector<VertexId> initial(k_length, k_none);
  for (VertexId r = 0; r + 1 < k_length; ++r) initial[r] = r + 1;
  for (const NamedAlgorithm& algorithm : k_algorithms) {
    const BipartiteMatching found = algorithm.run(context_, graph.view(), {.initial = initial});
    EXPECT_EQ(found.cardinality, k_length);
    const std::vector<std::uint64_t>& levels = found.stats.phase_levels;
    if (levels.empty()) continue;
    EXPECT_EQ(levels.size(), found.stats.phases) << algorithm.name;
    // A search of whole trees looks behind the free column, too.
    EXPECT_GE(levels.front(), k_length) << algorithm.name;
    EXPECT_LE(levels.front(), k_length + 1) << algorithm.name;
  }
  EXPECT_EQ(hopcroft_karp(context_, graph.view(), {.initial = initial}).stats.phase_levels,
            std::vector<std::uint64_t>{k_length});
  EXPECT_FALSE(
      ms_bfs_graft(context_, graph.view(), {.initial = initial}).stats.phase_levels.empty());
}

TEST_P(InitialMatching, IsRefusedWhereItIsNone) {
  const Bipartite graph = graph_of(3, {{0, 1}, {1}, {1, 2}});
  const auto error_of = [&](const NamedAlgorithm& algorithm, const BipartiteOptions& options) {
    try {
      (void)algorithm.run(context_, graph.view(), options);
    } catch (const Error& error) {
      return std::pair(error.code(), std::string(error.what()));
    }
    return std::pair(ErrorCode::internal, std::string());
  };
  const std::vector<VertexId> no_entry = {2, k_none, k_none};
  const std::vector<VertexId> no_column = {k_none, 3, k_none};
  const std::vector<VertexId> twice = {1, k_none, 1};
  const std::vector<VertexId> too_few = {0, 1};
  const std::vector<VertexId> fine = {0, 1, 2};
  for (const NamedAlgorithm& algorithm : k_algorithms) {
    for (const auto& [initial, words] :
         {std::pair(no_entry, "initial[0] is 2, must be"), std::pair(no_column, "initial[1] is 3"),
          std::pair(twice, "initial[2] is 1, as is initial[0]"),
          std::pair(too_few, "initial has 2 members")}) {
      const auto [code, text] = error_of(algorithm, {.initial = initial});
      EXPECT_EQ(code, ErrorCode::invalid_input) << algorithm.name;
      EXPECT_NE(text.find(words), std::string::npos) << text;
    }
    EXPECT_EQ(error_of(algorithm, {.start = BipartiteStart::cheap, .initial = fine}).first,
              ErrorCode::invalid_option);
    EXPECT_EQ(error_of(algorithm, {.start = BipartiteStart::initial}).first,
              ErrorCode::invalid_option);
  }
}

}  // namespace
}  // namespace hypermatch
