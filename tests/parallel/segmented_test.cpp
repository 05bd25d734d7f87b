// SPDX-License-Identifier: MIT
#include "parallel/host/segmented.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "base/random.hpp"
#include "tests/parallel/contexts.hpp"

namespace hypermatch::detail::parallel {
namespace {

class Segmented : public test::Everywhere {};

// Offsets of rows: empty ones, short ones, and one that outweighs all others.
std::vector<std::vector<std::uint64_t>> many_offsets() {
  std::vector<std::vector<std::uint64_t>> all = {{0, 0}, {0, 1}, {0, 500}, {0, 0, 0, 0, 0}};
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    std::vector<std::uint64_t> offsets = {0};
    for (std::uint64_t r = 0; r < 60; ++r) {
      std::uint64_t size = base::hash(seed, r) % 8;
      if (size > 5) size = 0;
      if (r == seed * 3) size = 300;
      offsets.push_back(offsets.back() + size);
    }
    all.push_back(offsets);
  }
  // A CSR that does not start at 0, as a part of a larger one.
  all.push_back({7, 7, 9, 200, 200, 201});
  return all;
}

TEST_P(Segmented, PiecesAreEveryPositionOnceAndEveryRowStartsAndEndsOnce) {
  for (const std::vector<std::uint64_t>& offsets : many_offsets()) {
    const std::size_t rows = offsets.size() - 1;
    for (const std::size_t grain : {1U, 2U, 7U, 64U, 4096U}) {
      std::vector<std::atomic<int>> seen(offsets.back() + 1), starts(rows), ends(rows);
      for_pieces(
          context_, rows, [&](std::size_t r) { return offsets[r]; },
          [&](const RowPiece& piece) {
            EXPECT_LE(offsets[piece.row], piece.begin);
            EXPECT_LE(piece.begin, piece.end);
            EXPECT_LE(piece.end, offsets[piece.row + 1]);
            if (piece.starts) {
              ++starts[piece.row];
              EXPECT_EQ(piece.begin, offsets[piece.row]);
            }
            if (piece.ends) {
              ++ends[piece.row];
              EXPECT_EQ(piece.end, offsets[piece.row + 1]);
            }
            for (std::uint64_t p = piece.begin; p < piece.end; ++p) ++seen[p];
          },
          grain);
      for (std::uint64_t p = offsets.front(); p < offsets.back(); ++p) ASSERT_EQ(seen[p], 1) << p;
      for (std::size_t r = 0; r < rows; ++r) {
        ASSERT_EQ(starts[r], 1) << r;
        ASSERT_EQ(ends[r], 1) << r;
      }
    }
  }
}

TEST_P(Segmented, NoRowsIsNoWork) {
  const auto offset = [](std::size_t) -> std::uint64_t {
    ADD_FAILURE();
    return 0;
  };
  for_pieces(context_, 0, offset, [](const RowPiece&) { ADD_FAILURE(); });
  RowReducer<int> row_reduce(context_);
  row_reduce(
      context_, 0, offset, [](std::size_t) { return true; }, 0,
      [](std::size_t, std::uint64_t) { return 1; }, std::plus<>(),
      [](std::size_t, int) { ADD_FAILURE(); });
}

TEST_P(Segmented, ForEachVisitsThePositionsOfActiveRows) {
  for (const std::vector<std::uint64_t>& offsets : many_offsets()) {
    std::vector<std::atomic<int>> row_of(offsets.back() + 1);
    row_for_each(
        context_, offsets.size() - 1, [&](std::size_t r) { return offsets[r]; },
        [](std::size_t r) { return r % 3 != 0; },
        [&](std::size_t r, std::uint64_t p) { row_of[p] += static_cast<int>(r); }, 5);
    for (std::size_t r = 0; r + 1 < offsets.size(); ++r) {
      for (std::uint64_t p = offsets[r]; p < offsets[r + 1]; ++p) {
        ASSERT_EQ(row_of[p], r % 3 != 0 ? static_cast<int>(r) : 0);
      }
    }
  }
}

// An operation that is associative but not commutative shows the order, and 31-fold products every
// missing or doubled part.
struct Text {
  std::uint64_t hash = 0;
  std::uint64_t power = 1;
  friend bool operator==(const Text&, const Text&) = default;
};
Text operator+(const Text& a, const Text& b) {
  return {a.hash * b.power + b.hash, a.power * b.power};
}

TEST_P(Segmented, ReductionsKeepTheOrderOfEachRow) {
  for (const std::vector<std::uint64_t>& offsets : many_offsets()) {
    const std::size_t rows = offsets.size() - 1;
    for (const std::size_t grain : {1U, 3U, 50U, 4096U}) {
      RowReducer<Text> row_reduce(context_, grain);
      for (int repeat = 0; repeat < 2; ++repeat) {  // a reducer may be used again
        std::vector<Text> sums(rows);
        std::vector<std::atomic<int>> writes(rows);
        row_reduce(
            context_, rows, [&](std::size_t r) { return offsets[r]; },
            [](std::size_t r) { return r % 5 != 1; }, Text{},
            [](std::size_t r, std::uint64_t p) {
              return Text{p * 7 + r + 1, 31};
            },
            std::plus<>(),
            [&](std::size_t r, const Text& sum) {
              sums[r] = sum;
              ++writes[r];
            });
        for (std::size_t r = 0; r < rows; ++r) {
          ASSERT_EQ(writes[r], r % 5 != 1 ? 1 : 0) << r;
          Text expected;
          for (std::uint64_t p = offsets[r]; r % 5 != 1 && p < offsets[r + 1]; ++p) {
            expected = expected + Text{p * 7 + r + 1, 31};
          }
          ASSERT_EQ(sums[r], expected) << r;
        }
      }
    }
  }
}

TEST_P(Segmented, ReductionsMayStopEarlyWithTheSameResult) {
  for (const std::vector<std::uint64_t>& offsets : many_offsets()) {
    const std::size_t rows = offsets.size() - 1;
    RowReducer<std::uint8_t> row_reduce(context_, 4);
    std::vector<std::uint8_t> any(rows, 2);
    std::atomic<std::uint64_t> values = 0;
    row_reduce(
        context_, rows, [&](std::size_t r) { return offsets[r]; }, [](std::size_t) { return true; },
        std::uint8_t{0},
        [&](std::size_t, std::uint64_t p) {
          ++values;
          return static_cast<std::uint8_t>(p % 6 == 0);
        },
        [](std::uint8_t a, std::uint8_t b) { return static_cast<std::uint8_t>(a | b); },
        [&](std::size_t r, std::uint8_t sum) { any[r] = sum; },
        [](std::uint8_t sum) { return sum != 0; });
    for (std::size_t r = 0; r < rows; ++r) {
      bool expected = false;
      for (std::uint64_t p = offsets[r]; p < offsets[r + 1]; ++p) {
        expected = expected || p % 6 == 0;
      }
      ASSERT_EQ(any[r], expected ? 1 : 0);
    }
    EXPECT_LE(values, offsets.back() - offsets.front());
  }
}

INSTANTIATE_TEST_SUITE_P(, Segmented, testing::ValuesIn(test::everywhere()), test::CaseName());

}  // namespace
}  // namespace hypermatch::detail::parallel
