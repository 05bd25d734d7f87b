// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "generate/sampling.hpp"
#include "hypermatch/generate.hpp"

namespace hypermatch::generate {
namespace {

using Values = std::map<std::string, double>;
using Rows = std::vector<std::vector<VertexId>>;

Bipartite make_bipartite(const std::string& family, const Values& values, std::uint64_t seed = 0) {
  const Context context({.threads = 1});
  Bipartite bipartite = generate::bipartite(context, family, values, seed);
  validate(bipartite.view());
  return bipartite;
}

Rows rows_of(const Bipartite& bipartite) {
  Rows rows;
  for (VertexId r = 0; r < bipartite.num_rows; ++r) {
    const auto columns = bipartite.view().columns_of(r);
    rows.emplace_back(columns.begin(), columns.end());
    EXPECT_TRUE(std::is_sorted(columns.begin(), columns.end(), std::less_equal<>())) << r;
  }
  return rows;
}

TEST(RandomBipartite, HasItsEntriesAndNoTwice) {
  const Bipartite bipartite =
      make_bipartite("random_bipartite", {{"rows", 3000}, {"columns", 500}, {"degree", 6}}, 1);
  EXPECT_EQ(bipartite.num_columns, 500U);
  EXPECT_EQ(bipartite.columns.size(), 18'000U);
  std::map<std::size_t, int> rows_of_size;
  for (const auto& row : rows_of(bipartite)) ++rows_of_size[row.size()];
  // Poisson with mean 6, thinned a little: 481 +- 20 rows have 6 entries, 7 +- 3 none.
  EXPECT_NEAR(rows_of_size[6], 481, 130);
  EXPECT_NEAR(rows_of_size[0], 7, 18);
  std::vector<int> count(500, 0);
  for (const VertexId column : bipartite.columns) ++count[column];
  for (const int entries : count) EXPECT_NEAR(entries, 36, 42);
}

TEST(RandomBipartite, TakesAllWhereItMust) {
  const Values values = {{"rows", 7}, {"columns", 5}};
  Values full = values;
  full["degree"] = 5;
  EXPECT_EQ(rows_of(make_bipartite("random_bipartite", full)),
            rows_of(make_bipartite("complete_bipartite", values)));
  EXPECT_EQ(rows_of(make_bipartite("complete_bipartite", values)), Rows(7, {0, 1, 2, 3, 4}));
}

TEST(RandomBipartite, WithoutEntriesIsLegal) {
  const Bipartite bipartite = make_bipartite("random_bipartite", {{"rows", 3}, {"degree", 0}});
  EXPECT_EQ(rows_of(bipartite), Rows(3));
}

TEST(Layered, ByHand) {
  // Levels of rows 0 1 | columns 0 1 | rows 2 3 | columns 2 3 | rows 4 5.
  const Bipartite odd = make_bipartite("layered", {{"levels", 5}});
  EXPECT_EQ(odd.num_columns, 4U);
  EXPECT_EQ(rows_of(odd), (Rows{{0, 1}, {0, 1}, {0, 1, 2, 3}, {0, 1, 2, 3}, {2, 3}, {2, 3}}));
  const Bipartite even = make_bipartite("layered", {{"levels", 4}});
  EXPECT_EQ(rows_of(even), (Rows{{0, 1}, {0, 1}, {0, 1, 2, 3}, {0, 1, 2, 3}}));
  EXPECT_EQ(make_bipartite("layered", {{"levels", 0}}).num_rows, 0U);
  EXPECT_EQ(rows_of(make_bipartite("layered", {{"levels", 1}})), Rows(2));
}

TEST(ChainBipartite, LeavesOneLongPathToGreed) {
  const VertexId n = 400;
  const Bipartite chain = make_bipartite("chain_bipartite", {{"n", n}});
  const Rows rows = rows_of(chain);
  // Rows take their first free column: all but the last one get one.
  std::vector<VertexId> row_of(n, k_none);
  for (VertexId r = 0; r < n; ++r) {
    const auto free = std::find_if(rows[r].begin(), rows[r].end(),
                                   [&](VertexId c) { return row_of[c] == k_none; });
    ASSERT_EQ(free == rows[r].end(), r == n - 1);
    if (free != rows[r].end()) row_of[*free] = r;
  }
  EXPECT_EQ(row_of[n - 1], k_none);
  // From the last row there is one way on, past all other rows, to the free column.
  VertexId row = n - 1, column = 0;
  VertexId passed = 1;
  while (row_of[column] != k_none) {
    const VertexId next = row_of[column];
    ASSERT_NE(next, row);
    row = next;
    ++passed;
    ASSERT_EQ(rows[row].size(), 2U);
    column = rows[row][0] == column ? rows[row][1] : rows[row][0];
  }
  EXPECT_EQ(passed, n);
  EXPECT_EQ(rows_of(make_bipartite("chain_bipartite", {{"n", 1}})), (Rows{{0}}));
}

TEST(BipartiteFamilies, ShuffledAreTheSame) {
  using detail::generate::Permutation;
  using detail::generate::RandomStream;
  for (const auto& [family, size] : {std::pair("layered", "levels"), {"chain_bipartite", "n"}}) {
    const Bipartite plain = make_bipartite(family, {{size, 99}});
    const Rows shuffled = rows_of(make_bipartite(family, {{size, 99}, {"shuffle", 1}}, 4));
    const Rows rows = rows_of(plain);
    const Permutation row(plain.num_rows, 4, static_cast<std::uint64_t>(RandomStream::rows));
    const Permutation column(plain.num_columns, 4,
                             static_cast<std::uint64_t>(RandomStream::columns));
    EXPECT_NE(rows, shuffled);
    for (std::size_t r = 0; r < rows.size(); ++r) {
      std::vector<VertexId> renumbered;
      for (const VertexId c : rows[r]) renumbered.push_back(static_cast<VertexId>(column(c)));
      std::sort(renumbered.begin(), renumbered.end());
      EXPECT_EQ(renumbered, shuffled[row(r)]) << family << " row " << r;
    }
  }
}

TEST(DistinctDrawsTest, AreABijection) {
  using detail::generate::DistinctDraws;
  for (const std::uint64_t n : {1ULL, 2ULL, 3ULL, 4ULL, 5ULL, 17ULL, 64ULL, 1000ULL, 70'000ULL}) {
    for (const std::uint64_t seed : {0ULL, 1ULL, 2ULL}) {
      const DistinctDraws draws(n, seed, detail::generate::RandomStream::pairs);
      std::vector<bool> seen(n, false);
      for (std::uint64_t i = 0; i < n; ++i) {
        const std::uint64_t image = draws(i);
        ASSERT_LT(image, n);
        ASSERT_FALSE(seen[image]) << "n " << n << " seed " << seed;
        seen[image] = true;
      }
    }
  }
  const DistinctDraws wide(std::uint64_t{1} << 63, 1, detail::generate::RandomStream::pairs);
  EXPECT_LT(wide(0), std::uint64_t{1} << 63);
  EXPECT_NE(wide(0), wide(1));
}

}  // namespace
}  // namespace hypermatch::generate
