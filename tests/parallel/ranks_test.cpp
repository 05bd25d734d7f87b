// SPDX-License-Identifier: MIT
// Ranks that are threads: reductions, boxes, failures.
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "hypermatch/communicator.hpp"

namespace hypermatch {
namespace {

TEST(ThreadRanks, BoxesArriveWhereTheyAreSent) {
  for (const std::optional<std::uint64_t> seed :
       {std::optional<std::uint64_t>(), std::optional<std::uint64_t>(4)}) {
    for (const int p : {1, 2, 5}) {
      run_on_thread_ranks(
          p,
          [&](Communicator& ranks) {
            EXPECT_EQ(ranks.size(), p);
            for (int turn = 0; turn < 20; ++turn) {
              std::vector<Box> boxes(static_cast<std::size_t>(p));
              for (int q = 0; q < p; ++q) {
                // As many bytes as the two ranks and the turn say.
                boxes[static_cast<std::size_t>(q)] =
                    Box(static_cast<std::size_t>(10 * ranks.rank() + q + turn),
                        static_cast<std::byte>(ranks.rank()));
              }
              ranks.exchange(boxes);
              for (int q = 0; q < p; ++q) {
                const Box& box = boxes[static_cast<std::size_t>(q)];
                ASSERT_EQ(box.size(), static_cast<std::size_t>(10 * q + ranks.rank() + turn));
                for (const std::byte item : box) ASSERT_EQ(item, static_cast<std::byte>(q));
              }
              std::uint64_t words[] = {static_cast<std::uint64_t>(ranks.rank()), 1};
              ranks.all_reduce(words, Reduction::sum);
              ASSERT_EQ(words[0], static_cast<std::uint64_t>(p * (p - 1) / 2));
              ASSERT_EQ(words[1], static_cast<std::uint64_t>(p));
              words[0] = static_cast<std::uint64_t>(ranks.rank());
              ranks.all_reduce(words, Reduction::max);
              ASSERT_EQ(words[0], static_cast<std::uint64_t>(p - 1));
            }
          },
          seed);
    }
  }
}

TEST(ThreadRanks, WhatOneThrowsEndsAll) {
  try {
    run_on_thread_ranks(4, [](Communicator& ranks) {
      if (ranks.rank() == 2) throw std::length_error("too long");
      std::uint64_t word = 0;
      ranks.all_reduce({&word, 1}, Reduction::sum);
      FAIL() << "rank 2 never comes";
    });
    FAIL();
  } catch (const std::length_error& error) {
    EXPECT_STREQ(error.what(), "too long");
  }
}

TEST(ThreadRanks, AnErrorIsAgreedUpon) {
  run_on_thread_ranks(4, [](Communicator& ranks) {
    try {
      agree(ranks, [&] {
        if (ranks.rank() == 0 || ranks.rank() == 3) return;
        throw Error(ErrorCode::invalid_input, "rank " + std::to_string(ranks.rank()));
      });
      ADD_FAILURE();
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_input);
      EXPECT_STREQ(error.what(), "rank 1");
    }
    agree(ranks, [] {});  // all go on
  });
}

TEST(ThreadRanks, NumbersOfRanksAreChecked) {
  for (const int p : {-1, 0, 1025}) {
    EXPECT_THROW(run_on_thread_ranks(p, [](Communicator&) {}), Error);
  }
}

}  // namespace
}  // namespace hypermatch
