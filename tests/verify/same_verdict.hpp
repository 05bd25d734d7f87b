// SPDX-License-Identifier: MIT
// Whether two verdicts are the same, to the last bit of the bound.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "hypermatch/verify_matching.hpp"

namespace hypermatch::verify {

/// The context of answers that all others are compared with.
inline const Context& serial() {
  static const Context context({.threads = 1});
  return context;
}

inline void expect_same(const MatchingVerdict& a, const MatchingVerdict& b,
                        const std::string& what) {
  EXPECT_EQ(a.ok, b.ok) << what;
  EXPECT_EQ(a.violation, b.violation) << what;
  EXPECT_EQ(a.valid, b.valid) << what;
  EXPECT_EQ(a.maximal, b.maximal) << what;
  EXPECT_EQ(a.greedy, b.greedy) << what;
  EXPECT_EQ(a.value.edges, b.value.edges) << what;
  EXPECT_EQ(a.value.weight, b.value.weight) << what;
  EXPECT_EQ(a.value.integer_weight, b.value.integer_weight) << what;
  EXPECT_EQ(a.value.is_integer, b.value.is_integer) << what;
  EXPECT_EQ(a.upper_bound, b.upper_bound) << what;
  EXPECT_EQ(a.certified_ratio, b.certified_ratio) << what;
}

}  // namespace hypermatch::verify
