// SPDX-License-Identifier: MIT
// Pairs within bounds: wrong ones, light ones, and wrong cuts are told.
#include "hypermatch/verify_b_assignment.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "hypermatch/error.hpp"

namespace hypermatch::verify {
namespace {

// Rows 0 and 1 with both columns; weights 5 4 / 4 1: the best assignment is 4 + 4.
struct Square {
  std::vector<Offset> offsets{0, 2, 4};
  std::vector<VertexId> columns{0, 1, 0, 1};
  std::vector<std::int32_t> weights{5, 4, 4, 1};

  [[nodiscard]] BipartiteView view() const { return {2, 2, offsets, columns}; }
  [[nodiscard]] BAssignmentVerdict check(const std::vector<RowColumn>& pairs,
                                         BAssignmentDemands demands = {}) const {
    const Context context({.threads = 1});
    return check_b_assignment(context, view(), std::span<const std::int32_t>(weights), pairs,
                              demands);
  }
};

TEST(CheckBAssignment, KnowsTheHeaviest) {
  const Square square;
  EXPECT_TRUE(square.check({{0, 1}, {1, 0}}, {.maximum = true}).ok);
  EXPECT_EQ(square.check({{0, 1}, {1, 0}}).value.integer_weight, 8);
  const auto light = square.check({{0, 0}, {1, 1}}, {.maximum = true});
  EXPECT_FALSE(light.ok);
  EXPECT_TRUE(light.valid);
  EXPECT_NE(light.violation.find("a heavier set of pairs"), std::string::npos);
  EXPECT_TRUE(square.check({{0, 0}, {1, 1}}).ok);
  EXPECT_FALSE(square.check({{0, 0}, {1, 1}}).maximum);
  EXPECT_TRUE(square.check({{0, 0}, {1, 1}}, {.objective = Objective::cardinality}).maximum);
  EXPECT_FALSE(square.check({{0, 0}}, {.objective = Objective::cardinality}).maximum);
}

TEST(CheckBAssignment, AnyDualsLeadToTheSameVerdict) {
  const Square square;
  for (const double y : {-1e300, -3.5, 0.0, 7.0, 1e18}) {
    const std::vector<double> rows{y, -y}, columns{2 * y, 1};
    BAssignmentDemands demands{.maximum = true, .row_duals = rows, .column_duals = columns};
    EXPECT_TRUE(square.check({{0, 1}, {1, 0}}, demands).ok) << y;
    EXPECT_FALSE(square.check({{0, 0}, {1, 1}}, demands).ok) << y;
  }
}

// Numbers that stand for "not possible" leave few bits to the others.
TEST(CheckBAssignment, SaysWhatRoundingLeavesOpen) {
  Square square;
  for (const double huge : {1e10, 1e25, 1e30, 1e300}) {
    const std::vector<double> costs{0.1, huge, huge, 0.3};
    const auto judge = [&](const std::vector<RowColumn>& pairs) {
      return check_b_assignment(Context({.threads = 1}), square.view(), WeightsView(costs), pairs,
                                {.maximum = true, .sense = Sense::minimize});
    };
    const BAssignmentVerdict best = judge({{0, 0}, {1, 1}});
    EXPECT_TRUE(best.ok) << best.violation;
    EXPECT_FALSE(judge({{0, 1}, {1, 0}}).ok);
    EXPECT_EQ(best.gap > 0, huge > 1e10) << huge;
    EXPECT_NEAR(best.certified_ratio(Sense::minimize), std::max(0.0, 1.0 - best.gap / 0.4), 1e-12)
        << huge;
  }
}

TEST(CheckBAssignment, DualsThatAreNoProofAreTold) {
  const Square square;
  const std::vector<RowColumn> best{{0, 1}, {1, 0}};
  const auto judge = [&](std::vector<double> rows, std::vector<double> columns) {
    return square.check(
        best, {.maximum = true, .row_duals = rows, .column_duals = columns, .proof = true});
  };
  EXPECT_TRUE(judge({3, 2}, {2, 1}).ok);
  EXPECT_TRUE(judge({3, 2}, {2, 1}).proven);
  // Less for row 1 or column 1 leaves prices by which no exchange gains.
  for (std::size_t place = 0; place < 4; ++place) {
    for (const double change : {-1.0, 2.0, 1e40}) {
      if (place % 2 == 1 && change < 0) continue;
      std::vector<double> duals{3, 2, 2, 1};
      duals[place] += change;
      const auto verdict = judge({duals[0], duals[1]}, {duals[2], duals[3]});
      EXPECT_FALSE(verdict.ok) << place << " " << change;
      EXPECT_TRUE(verdict.maximum);
    }
  }
}

TEST(CheckBAssignment, RefusesDualsOfAnotherSize) {
  const Square square;
  for (const std::size_t size : {1UL, 3UL, 100'000UL}) {
    const std::vector<double> duals(size, 1.0);
    for (const BAssignmentDemands& demands :
         {BAssignmentDemands{.maximum = true, .row_duals = duals},
          BAssignmentDemands{.column_duals = duals}}) {
      try {
        (void)square.check({{0, 1}, {1, 0}}, demands);
        ADD_FAILURE() << size << " duals were taken";
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::invalid_input);
      }
    }
  }
}

TEST(CheckBAssignment, TellsWhatIsNoSetOfPairs) {
  const Square square;
  EXPECT_EQ(square.check({{0, 0}, {0, 1}}).violation,
            "row 1 lies in 2 pairs, must be in at most 1");
  EXPECT_EQ(square.check({{0, 0}, {1, 0}}).violation,
            "column 1 lies in 2 pairs, must be in at most 1");
  EXPECT_EQ(square.check({}, {.bounds = {.row_lower = {.common = 1}}}).violation,
            "row 1 lies in 0 pairs, must be in at least 1");
  EXPECT_EQ(square.check({{0, 0}, {0, 0}}).violation, "row 1 and column 1 are paired twice");
  EXPECT_EQ(square.check({{2, 0}}).violation,
            "row 2 does not exist: there are 2 rows and 2 columns");
  Square hole;
  hole.columns = {0, 0, 0, 1};
  EXPECT_EQ(hole.check({{0, 1}}).violation, "row 1 and column 2 have no entry");
  EXPECT_EQ(hole.check({{0, 0}}).value.integer_weight, 5);
}

TEST(CheckViolatedCut, CountsAgain) {
  const Square square;
  const PairBounds bounds{.row_lower = {.common = 2}, .row_upper = {.common = 2}};
  ViolatedCut cut{
      .demanding = {0, 1}, .limiting = {0, 1}, .demand = 4, .limit = 2, .edges = 0, .stats = {}};
  EXPECT_EQ(check_violated_cut(square.view(), bounds, cut), "");
  ViolatedCut no_demand = cut;
  no_demand.demand = 5;
  EXPECT_EQ(check_violated_cut(square.view(), bounds, no_demand), "the cut is counted wrongly");
  ViolatedCut twice = cut;
  twice.demanding = {0, 0};
  EXPECT_NE(check_violated_cut(square.view(), bounds, twice), "");
  ViolatedCut weak{
      .demanding = {0}, .limiting = {}, .demand = 2, .limit = 0, .edges = 2, .stats = {}};
  EXPECT_EQ(check_violated_cut(square.view(), bounds, weak), "the cut is not violated");
}

}  // namespace
}  // namespace hypermatch::verify
