// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/instance_io.hpp"
#include "hypermatch/matching.hpp"

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

TEST(Names, AreJoinedForHelpWhereTheyAreOffered) {
  EXPECT_EQ(joined_names<Objective>(), "weight|cardinality");
  EXPECT_EQ(joined_names<NonPositive>(), "drop|keep");
}

TEST(Names, MisspeltOnesAreRefusedWithTheNearest) {
  EXPECT_EQ(parse_name<NonPositive>("--nonpositive", "keep"), NonPositive::keep);
  try {
    static_cast<void>(parse_name<NonPositive>("--nonpositive", "kepe"));
    FAIL() << "`kepe` is no name";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "--nonpositive is 'kepe', must be one of drop|keep; did you mean keep?");
  }
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
