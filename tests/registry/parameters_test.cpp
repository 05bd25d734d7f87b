// SPDX-License-Identifier: MIT
// The rows of the parameters, the options that they set, and what requests are refused for.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>

#include "hypermatch/error.hpp"
#include "hypermatch/registry_bipartite.hpp"
#include "registry/parameters.hpp"
#include "tests/registry/error_of.hpp"

namespace hypermatch::registry {
namespace {

TEST(Parameters, EachIsTakenByAnAlgorithmAndHasADefaultOfItsKind) {
  const AlgorithmList all = algorithms();
  for (const Parameter& parameter : parameters()) {
    SCOPED_TRACE(parameter.name);
    EXPECT_TRUE(std::any_of(all.begin(), all.end(),
                            [&](const AlgorithmInfo& each) { return each.takes(parameter); }));
    EXPECT_EQ(parameter.names != nullptr, parameter.kind == ParameterKind::choice);
    // The alternatives of a value stand in the order of the kinds.
    EXPECT_EQ(parameter.fallback().index(), static_cast<std::size_t>(parameter.kind));
    EXPECT_FALSE(parameter.help.empty());
    EXPECT_NE(parameter.symbol.empty(), parameter.kind != ParameterKind::choice);
  }
}

// Offered values of a row's kind that are not the default.
ParameterValue another(const Parameter& parameter) {
  switch (parameter.kind) {
    case ParameterKind::real:
      return 0.25;
    case ParameterKind::whole:
      return std::max(std::uint64_t{7}, parameter.least);
    case ParameterKind::choice:
      break;
  }
  const std::string names = parameter.names();
  return names.substr(names.rfind('|') + 1);
}

// `member`: of one of the options that the row is for.
template <auto member, auto... all>
void expect_member(const ParameterRow<all...>& row) {
  using Options = typename MemberTypes<decltype(member)>::Options;
  SCOPED_TRACE(row.parameter.name);
  const ParameterValue value = another(row.parameter);
  EXPECT_NE(row.parameter.fallback(), value);
  ParameterValues values;
  EXPECT_EQ(options_with<Options>(values).*member, Options{}.*member);
  values.set(row.parameter.name, value);
  EXPECT_NE(options_with<Options>(values).*member, Options{}.*member);
  // No other row of these options sees it.
  const Options options = options_with<Options>(values);
  for_each_row_of<Options>([&]<auto... others>(const ParameterRow<others...>& another_row) {
    if (another_row.parameter.name == row.parameter.name) return;
    const auto expect_default = [&](auto other) {
      if constexpr (std::is_same_v<typename MemberTypes<decltype(other)>::Options, Options>) {
        EXPECT_EQ(options.*other, Options{}.*other) << another_row.parameter.name;
      }
    };
    (expect_default(others), ...);
  });
  // Values of other kinds are refused.
  for (const ParameterValue& wrong :
       {ParameterValue{0.25}, ParameterValue{std::uint64_t{7}}, ParameterValue{"none of them"}}) {
    if (wrong == value) continue;
    EXPECT_FALSE(row.parameter.accepts(wrong));
    values.set(row.parameter.name, wrong);
    EXPECT_THROW((void)options_with<Options>(values), Error);
  }
  values.set(row.parameter.name, row.parameter.fallback());
  EXPECT_EQ(options_with<Options>(values).*member, Options{}.*member);
}

TEST(Parameters, ReachTheirMembersOfOptions) {
  const auto expect_all = []<auto... members>(const ParameterRow<members...>& row) {
    (expect_member<members>(row), ...);
  };
  std::apply([&](const auto&... row) { (expect_all(row), ...); }, k_parameter_rows);
}

TEST(Parameters, RequestsAreRefusedForUnknownNamesAndWrongValues) {
  MatchingRequest request;
  request.algorithm = "stack_streaming";
  const auto refused = [&](std::string_view name, ParameterValue value) {
    MatchingRequest changed = request;
    changed.parameters.set(name, std::move(value));
    return error_of(changed, ErrorCode::invalid_option);
  };
  EXPECT_EQ(
      refused("epsilom", 0.5),
      "parameter is 'epsilom', must be one of ties, noise, noise_generator, epsilon, alpha, parts, "
      "blue_share, vertices_per_warp, threads_per_block, shared_rounds, sense, size, start, "
      "seed, optimal, balance, proposal_order, choice, order, threshold, "
      "threshold_small, "
      "threshold_large, iterations, "
      "max_sweeps, max_levels, runs, losing_sweep");
  EXPECT_EQ(refused("epsilon", -1.0), "epsilon is -1, must be a number that is at least 0");
  EXPECT_EQ(refused("epsilon", std::uint64_t{1}),
            "epsilon is 1, must be a number that is at least 0");
  EXPECT_NE(refused("epsilon", std::numeric_limits<double>::quiet_NaN()).find("nan"),
            std::string::npos);
  EXPECT_EQ(refused("ties", "fix"), "ties is 'fix', must be one of fixed|redraw");
  EXPECT_EQ(refused("blue_share", 1.0), "blue_share is 1, must be a number above 0 and below 1");
  EXPECT_EQ(error_of(
                [] {
                  BipartiteRequest pairs;
                  pairs.parameters.set("epsilon", 0.5);
                  return pairs;
                }(),
                ErrorCode::unsupported),
            "maximum_matching has no epsilon, stack_streaming of hypergraphs has");
}

TEST(Parameters, DefaultsOfOtherAlgorithmsAreRefusedUnlessTheyHoldForAll) {
  for (const AlgorithmInfo& algorithm : algorithms(Problem::graph_matching)) {
    for (const Parameter& parameter : parameters()) {
      if (algorithm.takes(parameter)) continue;
      MatchingRequest request;
      request.problem = Problem::graph_matching;
      request.algorithm = algorithm.name;
      request.variant = algorithm.variant;
      request.parameters.set(parameter.name, parameter.fallback());
      SCOPED_TRACE(std::string(algorithm.name) + " " + std::string(parameter.name));
      if (parameter.default_holds) {
        EXPECT_NO_THROW((void)find(request));
      } else {
        EXPECT_NE(error_of(request, ErrorCode::unsupported), "nothing");
      }
    }
  }
}

TEST(Parameters, WholeNumbersHaveRanges) {
  constexpr Parameter three_to_five{.kind = ParameterKind::whole, .least = 3, .most = 5};
  EXPECT_EQ(three_to_five.expectation(), "a whole number from 3 to 5");
  for (std::uint64_t value = 0; value < 9; ++value) {
    EXPECT_EQ(three_to_five.accepts(value), value >= 3 && value <= 5) << value;
  }
}

TEST(Parameters, TheLastValueOfANameCounts) {
  ParameterValues values;
  values.set("noise", 1.0);
  values.set("noise", 2.0);
  EXPECT_EQ(values.value_of("noise"), ParameterValue{2.0});
  EXPECT_EQ(values.value_of("ties"), ParameterValue{"fixed"});
  EXPECT_EQ(values.find("ties"), nullptr);
  EXPECT_EQ(values.end() - values.begin(), 1);
  EXPECT_THROW((void)values.value_of("tie"), Error);
}

TEST(Parameters, RedrawnTiesAreTheParameterOfThatName) {
  for (const AlgorithmInfo& each : algorithms()) {
    EXPECT_EQ(each.redraws_ties, each.takes(parameters()[0])) << each.name;
  }
}

}  // namespace
}  // namespace hypermatch::registry
