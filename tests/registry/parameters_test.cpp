// SPDX-License-Identifier: MIT
// The rows of the parameters: where requests have them, and that every row belongs to an algorithm.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "hypermatch/registry_bipartite.hpp"

namespace hypermatch::registry {
namespace {

TEST(Parameters, EachIsTakenByAnAlgorithmAndHasAFieldForIt) {
  for (const Parameter& parameter : parameters()) {
    SCOPED_TRACE(parameter.name);
    const AlgorithmList all = algorithms();
    EXPECT_TRUE(std::any_of(all.begin(), all.end(),
                            [&](const AlgorithmInfo& each) { return each.takes(parameter); }));
    for (const AlgorithmInfo& each : all) {
      if (!each.takes(parameter)) continue;
      const bool has_field = each.problem == Problem::bipartite_matching
                                 ? parameter.of_bipartite.set != nullptr
                                 : parameter.of_matching.set != nullptr;
      EXPECT_TRUE(has_field) << each.name;
    }
    EXPECT_EQ(parameter.names != nullptr, parameter.kind == ParameterKind::choice);
  }
}

// The value of a row's kind that is not the default.
ParameterValue another(const Parameter& parameter) {
  switch (parameter.kind) {
    case ParameterKind::real:
      return 0.25;
    case ParameterKind::whole:
      return std::uint64_t{7};
    case ParameterKind::choice:
      break;
  }
  static std::string names;
  names = parameter.names();
  return std::string_view(names).substr(names.rfind('|') + 1);
}

template <class Request>
void set_each() {
  for (const Parameter& parameter : parameters()) {
    const auto& field = parameter.field<Request>();
    if (field.set == nullptr) continue;
    SCOPED_TRACE(parameter.name);
    Request request;
    const ParameterValue value = another(parameter);
    EXPECT_NE(field.get(request), value);
    EXPECT_TRUE(field.set(request, value));
    EXPECT_EQ(field.get(request), value);
    // Other kinds and names leave the request as it is.
    const bool is_real = parameter.kind == ParameterKind::real;
    const bool is_whole = parameter.kind == ParameterKind::whole;
    EXPECT_EQ(field.set(request, 0.25), is_real);
    EXPECT_EQ(field.set(request, std::uint64_t{7}), is_whole);
    EXPECT_FALSE(field.set(request, std::string_view("automatic")));
    EXPECT_EQ(field.get(request), value);
    // No other row sees it.
    for (const Parameter& other : parameters()) {
      const auto& others = other.field<Request>();
      if (others.get == nullptr || other.name == parameter.name) continue;
      EXPECT_EQ(others.get(request), others.get(Request{})) << other.name;
    }
  }
}

TEST(Parameters, ReachTheirMembersOfRequests) {
  set_each<MatchingRequest>();
  set_each<BipartiteRequest>();
}

TEST(Parameters, RedrawnTiesAreTheParameterOfThatName) {
  for (const AlgorithmInfo& each : algorithms()) {
    EXPECT_EQ(each.redraws_ties, each.takes(parameters()[0])) << each.name;
  }
}

}  // namespace
}  // namespace hypermatch::registry
