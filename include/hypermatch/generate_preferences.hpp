// SPDX-License-Identifier: MIT
// Families of preference lists, each a pure function of its parameters and seed, the same on any
// number of threads.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "hypermatch/context.hpp"
#include "hypermatch/generate.hpp"
#include "hypermatch/preferences.hpp"
#include "hypermatch/shared_preferences.hpp"

namespace hypermatch::generate {

/// A family of preference lists.
struct PreferenceFamilyInfo {
  const char* name;  ///< shared with no other family, also of `families()`
  const char* description;
  std::span<const ParameterInfo> parameters;
  Sides sides;                ///< of its instances
  bool shares_lists = false;  ///< the agents of a side do: `shared_preferences` makes it
};

/// All families of preference lists, in the order of the documentation.
[[nodiscard]] std::span<const PreferenceFamilyInfo> preference_families();

/// Generates an instance of a family; parameters that are not given take their defaults. All pairs
/// are mutual: each partner of an agent lists that agent. The same bytes for the same parameters
/// and seed, on any machine and number of threads.
/// @throws Error{invalid_option} naming the family or parameter, its value and its range;
/// Error{resources} if the instance cannot fit in memory; Error{cancelled}
[[nodiscard]] Preferences preferences(const Context& context, const std::string& family,
                                      const std::map<std::string, double>& parameters,
                                      std::uint64_t seed = 0);

/// Generates the instance with each list once, of a family that says `shares_lists`: `expand` makes
/// the above of it. @throws as above; Error{invalid_option} for other families
[[nodiscard]] SharedPreferences shared_preferences(const Context& context,
                                                   const std::string& family,
                                                   const std::map<std::string, double>& parameters,
                                                   std::uint64_t seed = 0);

}  // namespace hypermatch::generate
