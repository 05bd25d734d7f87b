// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "hypermatch/names.hpp"

namespace hypermatch {
namespace {

TEST(Names, LeadBackToTheirValues) {
  for (const EnumName<Rating>& each : names_of<Rating>()) {
    EXPECT_EQ(name_of(each.value), each.name);
    EXPECT_EQ(value_of_name<Rating>(each.name).has_value(), each.offered);
  }
  EXPECT_EQ(value_of_name<io::Interpretation>("row-net"), io::Interpretation::row_net);
  EXPECT_EQ(name_of(static_cast<Ties>(7)), "unknown");
}

TEST(Names, WhatIsNotOfferedIsRefusedWithTheOfferedNames) {
  EXPECT_EQ(value_of_name<Objective>("automatic"), std::nullopt);
  try {
    static_cast<void>(parse_name<Objective>("--objective", "automatic"));
    FAIL() << "`automatic` is no name that users choose";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_option);
    EXPECT_STREQ(error.what(), "--objective is 'automatic', must be one of weight|cardinality");
  }
}

}  // namespace
}  // namespace hypermatch
