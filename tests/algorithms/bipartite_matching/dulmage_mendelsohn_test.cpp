// SPDX-License-Identifier: MIT
// Parts and blocks against their definitions: which vertices can be left unmatched, where there
// must be no entry, and that no block falls apart any further.
#include "hypermatch/dulmage_mendelsohn.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "hypermatch/error.hpp"
#include "tests/algorithms/bipartite_matching/small_graphs.hpp"

namespace hypermatch {
namespace {

using namespace hypermatch::testing;

Context serial() {
  return Context({.threads = 1});
}

DulmageMendelsohn decompose(VertexId num_columns, const Rows& rows,
                            const std::vector<VertexId>& mates,
                            Decomposition level = Decomposition::fine) {
  return dulmage_mendelsohn(serial(), graph_of(num_columns, rows).view(), mates, {.level = level});
}

std::vector<VertexId> sorted(std::vector<VertexId> values) {
  std::sort(values.begin(), values.end());
  return values;
}

/// Where each row or column stands, and in which block.
struct Place {
  std::size_t block = 0;
  std::size_t at = 0;
};

std::vector<Place> places(const std::vector<VertexId>& order, const std::vector<Offset>& begin) {
  std::vector<Place> result(order.size());
  for (std::size_t b = 0; b + 1 < begin.size(); ++b) {
    for (std::size_t i = begin[b]; i < begin[b + 1]; ++i) result[order[i]] = {b, i};
  }
  return result;
}

void expect_shape(const DulmageMendelsohn& d, VertexId num_columns, const Rows& rows) {
  ASSERT_EQ(sorted(d.row_order), ascending(rows.size()));
  ASSERT_EQ(sorted(d.column_order), ascending(num_columns));
  ASSERT_EQ(d.row_begin.size(), d.column_begin.size());
  ASSERT_EQ(d.row_begin.front(), 0U);
  ASSERT_EQ(d.row_begin.back(), rows.size());
  ASSERT_EQ(d.column_begin.front(), 0U);
  ASSERT_EQ(d.column_begin.back(), num_columns);
  ASSERT_EQ(d.horizontal.rows + d.square.rows + d.vertical.rows, rows.size());
  ASSERT_EQ(d.horizontal.columns + d.square.columns + d.vertical.columns, num_columns);
  ASSERT_EQ(d.square.rows, d.square.columns);
  ASSERT_EQ(d.first_square_block, d.horizontal.columns != 0 ? 1U : 0U);
  ASSERT_EQ(d.num_blocks(), d.first_square_block + d.num_square_blocks +
                                (d.vertical.rows != 0 ? std::size_t{1} : std::size_t{0}));
  // Wider than high, unless there is no such part; and the other way round.
  ASSERT_TRUE(d.horizontal == PartSize{} || d.horizontal.rows < d.horizontal.columns);
  ASSERT_TRUE(d.vertical == PartSize{} || d.vertical.rows > d.vertical.columns);
}

void expect_triangular(const DulmageMendelsohn& d, const Rows& rows) {
  const std::vector<Place> row_places = places(d.row_order, d.row_begin);
  const std::vector<Place> column_places = places(d.column_order, d.column_begin);
  for (VertexId r = 0; r < rows.size(); ++r) {
    for (const VertexId c : rows[r]) {
      ASSERT_LE(row_places[r].block, column_places[c].block) << "entry " << r << ' ' << c;
    }
  }
  // The square part's diagonal has no zero.
  for (std::size_t i = 0; i < d.square.rows; ++i) {
    const VertexId r = d.row_order[d.horizontal.rows + i];
    const VertexId c = d.column_order[d.horizontal.columns + i];
    ASSERT_NE(std::find(rows[r].begin(), rows[r].end(), c), rows[r].end());
  }
}

// A column (row) is in the horizontal (vertical) part if some largest matching leaves it out, or if
// it has an entry with one of the other kind that some largest matching leaves out.
void expect_coarse_parts(const DulmageMendelsohn& d, VertexId num_columns, const Rows& rows) {
  const std::size_t rank = simple_rank(num_columns, rows);
  ASSERT_EQ(d.structural_rank, rank);
  std::vector<VertexId> horizontal_columns;
  std::vector<VertexId> vertical_rows;
  for (VertexId c = 0; c < num_columns; ++c) {
    if (simple_rank(num_columns, without(rows, k_none, c)) == rank) horizontal_columns.push_back(c);
  }
  for (VertexId r = 0; r < rows.size(); ++r) {
    if (simple_rank(num_columns, without(rows, r, k_none)) == rank) vertical_rows.push_back(r);
  }
  const auto front = [](const std::vector<VertexId>& order, std::uint64_t count) {
    return sorted({order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count)});
  };
  const auto back = [](const std::vector<VertexId>& order, std::uint64_t count) {
    return sorted({order.end() - static_cast<std::ptrdiff_t>(count), order.end()});
  };
  ASSERT_EQ(front(d.column_order, d.horizontal.columns), horizontal_columns);
  ASSERT_EQ(back(d.row_order, d.vertical.rows), vertical_rows);
  std::vector<VertexId> horizontal_rows;
  std::vector<VertexId> vertical_columns;
  for (VertexId r = 0; r < rows.size(); ++r) {
    for (const VertexId c : rows[r]) {
      if (std::binary_search(horizontal_columns.begin(), horizontal_columns.end(), c)) {
        horizontal_rows.push_back(r);
      }
      if (std::binary_search(vertical_rows.begin(), vertical_rows.end(), r)) {
        vertical_columns.push_back(c);
      }
    }
  }
  const auto distinct = [](std::vector<VertexId> values) {
    values = sorted(std::move(values));
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
  };
  ASSERT_EQ(front(d.row_order, d.horizontal.rows), distinct(horizontal_rows));
  ASSERT_EQ(back(d.column_order, d.vertical.columns), distinct(vertical_columns));
}

// A square block is irreducible if it keeps a full matching without any one row and any one column.
void expect_irreducible_blocks(const DulmageMendelsohn& d, VertexId num_columns, const Rows& rows) {
  const std::vector<Place> column_places = places(d.column_order, d.column_begin);
  for (std::size_t b = d.first_square_block; b < d.first_square_block + d.num_square_blocks; ++b) {
    const std::size_t size = d.row_begin[b + 1] - d.row_begin[b];
    ASSERT_EQ(d.column_begin[b + 1] - d.column_begin[b], size);
    ASSERT_GT(size, 0U);
    Rows block(rows.size());
    for (std::size_t i = d.row_begin[b]; i < d.row_begin[b + 1]; ++i) {
      for (const VertexId c : rows[d.row_order[i]]) {
        if (column_places[c].block == b) block[d.row_order[i]].push_back(c);
      }
    }
    ASSERT_EQ(simple_rank(num_columns, block), size);
    for (std::size_t i = d.row_begin[b]; i < d.row_begin[b + 1]; ++i) {
      for (std::size_t j = d.column_begin[b]; j < d.column_begin[b + 1]; ++j) {
        ASSERT_EQ(simple_rank(num_columns, without(block, d.row_order[i], d.column_order[j])),
                  size - 1)
            << "block " << b << " falls apart";
      }
    }
  }
}

TEST(DulmageMendelsohn, MeetsItsDefinitionOnRandomMatrices) {
  std::size_t square_blocks = 0;
  std::size_t large_blocks = 0;
  std::size_t three_parts = 0;
  for (std::uint64_t seed = 0; seed < 240; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const auto draw = [&](std::uint64_t item, std::uint64_t bound) {
      return static_cast<VertexId>(detail::base::below(detail::base::hash(seed, 77, item), bound));
    };
    const VertexId num_rows = 1 + draw(0, 9);
    // Every other one is square with a diagonal, so that its square part is large.
    const bool diagonal = seed % 2 == 1;
    const VertexId num_columns = diagonal ? num_rows : 1 + draw(1, 9);
    Rows rows = random_rows(num_rows, num_columns, 8 + draw(2, 30), seed);
    for (VertexId i = 0; diagonal && i < num_rows; ++i) rows[i].push_back(i);
    const DulmageMendelsohn d = decompose(num_columns, rows, simple_matching(num_columns, rows));
    expect_shape(d, num_columns, rows);
    expect_triangular(d, rows);
    expect_coarse_parts(d, num_columns, rows);
    expect_irreducible_blocks(d, num_columns, rows);
    if (HasFatalFailure()) return;
    square_blocks += d.num_square_blocks;
    for (std::size_t b = d.first_square_block; b < d.first_square_block + d.num_square_blocks;
         ++b) {
      large_blocks += d.row_begin[b + 1] - d.row_begin[b] > 1 ? 1 : 0;
    }
    three_parts += d.horizontal.rows * d.square.rows * d.vertical.columns != 0 ? 1 : 0;
  }
  // The family shows what is to be seen.
  EXPECT_GT(square_blocks, 300U);
  EXPECT_GT(large_blocks, 30U);
  EXPECT_GT(three_parts, 3U);
}

TEST(DulmageMendelsohn, DoesNotDependOnTheMatching) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Rows rows = random_rows(14, 13, 16, seed);
    std::vector<VertexId> order = ascending(rows.size());
    const DulmageMendelsohn one = decompose(13, rows, simple_matching(13, rows, order));
    std::reverse(order.begin(), order.end());
    Rows backwards = rows;
    for (auto& columns : backwards) std::reverse(columns.begin(), columns.end());
    const DulmageMendelsohn other = decompose(13, rows, simple_matching(13, backwards, order));
    EXPECT_EQ(one.row_begin, other.row_begin);
    EXPECT_EQ(one.column_begin, other.column_begin);
    const auto rows_before_vertical = [](const DulmageMendelsohn& d) {
      return std::vector<VertexId>(
          d.row_order.begin(), d.row_order.end() - static_cast<std::ptrdiff_t>(d.vertical.rows));
    };
    EXPECT_EQ(rows_before_vertical(one), rows_before_vertical(other));
    for (std::size_t b = 0; b < one.num_blocks(); ++b) {
      const auto columns = [b](const DulmageMendelsohn& d) {
        const auto begin = d.column_order.begin();
        return sorted({begin + static_cast<std::ptrdiff_t>(d.column_begin[b]),
                       begin + static_cast<std::ptrdiff_t>(d.column_begin[b + 1])});
      };
      EXPECT_EQ(columns(one), columns(other)) << "block " << b;
    }
  }
}

TEST(DulmageMendelsohn, ByHand) {
  //   0 1 2 3 4        horizontal: row 3 with columns 0 and 3; nothing vertical
  // 0 . . x . .
  // 1 . x . . .
  // 2 . x . . x
  // 3 x . . x .
  const Rows rows = {{2}, {1}, {1, 4}, {0, 3}};
  const DulmageMendelsohn d = decompose(5, rows, {2, 1, 4, 3});
  EXPECT_EQ(d.structural_rank, 4U);
  EXPECT_EQ(d.horizontal, (PartSize{1, 2}));
  EXPECT_EQ(d.square, (PartSize{3, 3}));
  EXPECT_EQ(d.vertical, (PartSize{0, 0}));
  EXPECT_EQ(d.row_order, (std::vector<VertexId>{3, 0, 2, 1}));
  EXPECT_EQ(d.column_order, (std::vector<VertexId>{0, 3, 2, 4, 1}));
  EXPECT_EQ(d.row_begin, (std::vector<Offset>{0, 1, 2, 3, 4}));
  EXPECT_EQ(d.column_begin, (std::vector<Offset>{0, 2, 3, 4, 5}));
  const DulmageMendelsohn coarse = decompose(5, rows, {2, 1, 4, 3}, Decomposition::coarse);
  EXPECT_EQ(coarse.row_begin, (std::vector<Offset>{0, 1, 4}));
  EXPECT_EQ(coarse.column_begin, (std::vector<Offset>{0, 2, 5}));
  EXPECT_EQ(coarse.row_order, (std::vector<VertexId>{3, 0, 1, 2}));
  EXPECT_EQ(coarse.horizontal, d.horizontal);
}

TEST(DulmageMendelsohn, EmptyAndOneSided) {
  EXPECT_EQ(decompose(0, {}, {}).num_blocks(), 0U);
  const DulmageMendelsohn wide = decompose(3, {}, {});
  EXPECT_EQ(wide.horizontal, (PartSize{0, 3}));
  EXPECT_EQ(wide.num_blocks(), 1U);
  const DulmageMendelsohn tall = decompose(0, {{}, {}}, {k_none, k_none});
  EXPECT_EQ(tall.vertical, (PartSize{2, 0}));
  EXPECT_EQ(tall.num_blocks(), 1U);
}

// One cycle through all rows, and one chain: deep searches must not need the call stack.
TEST(DulmageMendelsohn, LongCyclesAndChains) {
  constexpr VertexId k_size = 100000;
  for (const bool closed : {true, false}) {
    Rows rows(k_size);
    for (VertexId r = 0; r < k_size; ++r) {
      rows[r] = {r};
      if (closed || r + 1 < k_size) rows[r].push_back((r + 1) % k_size);
    }
    const DulmageMendelsohn d = decompose(k_size, rows, ascending(k_size));
    EXPECT_EQ(d.num_square_blocks, closed ? 1U : k_size);
    EXPECT_EQ(d.row_order, ascending(k_size));
  }
}

TEST(DulmageMendelsohn, RefusesWhatIsNoLargestMatching) {
  const Rows rows = {{0, 1}, {0}};
  const auto error = [&](const std::vector<VertexId>& mates) {
    try {
      (void)decompose(2, rows, mates);
    } catch (const Error& thrown) {
      EXPECT_EQ(thrown.code(), ErrorCode::invalid_input);
      return std::string(thrown.what());
    }
    return std::string("nothing");
  };
  EXPECT_EQ(error({1, 0}), "nothing");
  EXPECT_NE(error({0, k_none}).find("not a largest one"), std::string::npos);
  EXPECT_NE(error({1}).find("row_mates has 1 members"), std::string::npos);
  EXPECT_NE(error({1, 1}).find("row_mates[1] is 1"), std::string::npos);
  EXPECT_NE(error({0, 0}).find("one mate at most"), std::string::npos);
  EXPECT_NE(error({7, 0}).find("row_mates[0] is 7"), std::string::npos);
}

}  // namespace
}  // namespace hypermatch
