// SPDX-License-Identifier: MIT
// Families of instances, small, made by several threads.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <variant>

#include "hypermatch/generate.hpp"
#include "hypermatch/generate_preferences.hpp"
#include "tests/races/races.hpp"

namespace hypermatch::test {
namespace {

// The defaults, with sizes that fit a test.
std::map<std::string, double> small(std::span<const generate::ParameterInfo> parameters) {
  std::map<std::string, double> values;
  for (const generate::ParameterInfo& parameter : parameters) {
    double value = std::min(parameter.default_value, 600.0);
    const std::string name = parameter.name;
    if (name == "x" || name == "y") value = std::min(value, 12.0);
    if (name == "z") value = std::min(value, 6.0);
    if (name == "scale") value = 8;
    if (name == "hubs" || name == "leaves" || name == "legs") value = std::min(value, 20.0);
    if (name == "max_degree" || name == "max_size") value = 60;
    if (name == "left" || name == "right" || name == "places") value = std::min(value, 80.0);
    if (name == "hospitals") value = 30;
    values[name] = std::clamp(value, parameter.minimum, parameter.maximum);
  }
  return values;
}

TEST(GenerateRaces, FamiliesOfInstances) {
  for (const generate::FamilyInfo& family : generate::families()) {
    SCOPED_TRACE(family.name);
    expect_same([&](const Context& context) {
      Answer answer;
      const auto parameters = small(family.parameters);
      add(answer, view_of(generate::instance(context, family.name, parameters, 5)));
      if (family.has_communities) {
        answer.add(generate::communities(context, family.name, parameters, 5));
      }
      Weights weights;
      generate::assign_weights(context, weights, 500, "random:1..9:4");
      return answer.add(weights);
    });
  }
}

TEST(GenerateRaces, FamiliesOfPreferences) {
  for (const generate::PreferenceFamilyInfo& family : generate::preference_families()) {
    if (family.shares_lists) continue;  // few entries, which one thread makes
    SCOPED_TRACE(family.name);
    expect_same([&](const Context& context) {
      const Preferences made =
          generate::preferences(context, family.name, small(family.parameters), 5);
      Answer answer;
      return answer.add(made.offsets).add(made.partners).add(made.ties).add(made.capacities);
    });
  }
}

}  // namespace
}  // namespace hypermatch::test
