// SPDX-License-Identifier: MIT
#include "generate/preference_families.hpp"

#include <array>
#include <string>

#include "hypermatch/did_you_mean.hpp"
#include "hypermatch/generate_preferences.hpp"

namespace hypermatch::generate {

namespace {

using detail::generate::k_largest;
using detail::generate::Parameters;
using detail::generate::PreferenceGenerator;
using detail::generate::SharedPreferenceGenerator;

constexpr ParameterInfo k_left_ties = {
    "left_ties", "per cent of entries of the left side that are as good as the one before", 0, 0,
    100};
constexpr ParameterInfo k_right_ties = {"right_ties", "the same for the right side", 0, 0, 100};
constexpr ParameterInfo left(double standard) {
  return {"left", "agents of the left side", standard, 1, k_largest};
}
constexpr ParameterInfo right(double standard) {
  return {"right", "agents of the right side", standard, 1, k_largest};
}
constexpr ParameterInfo length(const char* description) {
  return {"length", description, 10, 0, k_largest};
}

constexpr ParameterInfo k_easy[] = {
    {"n", "agents of each side", 10'000, 1, k_largest / 2}, k_left_ties, k_right_ties};
constexpr ParameterInfo k_hard[] = {{"n", "agents of each side", 300, 1, k_largest / 2}};
constexpr ParameterInfo k_random[] = {
    left(300),
    right(300),
    {"missing", "per cent of pairs that do not list each other", 0, 0, 100},
    k_left_ties,
    k_right_ties};
constexpr ParameterInfo k_mallows[] = {
    left(300),
    right(300),
    {"dispersion", "100 phi: 0 gives all of a side one list, 100 gives uniform ones", 80, 0, 100},
    k_left_ties,
    k_right_ties};
constexpr ParameterInfo k_master[] = {
    left(10'000),
    right(10'000),
    length("entries of each left agent, at most `right`"),
    {"classes", "classes of the master list whose members are equally good; 0: no ties", 0, 0,
     k_largest},
    k_left_ties};
constexpr ParameterInfo k_residents[] = {
    {"residents", "agents of the left side", 100'000, 1, k_largest},
    {"hospitals", "agents of the right side", 1000, 1, k_largest},
    length("hospitals on the list of each resident, at most all"),
    {"places", "capacity of each hospital", 100, 0, k_largest},
    {"exponent", "of the power law of popularity; 0: all are equally popular", 1, 0, 8},
    k_left_ties,
    k_right_ties};
constexpr ParameterInfo k_euclidean[] = {
    left(10'000), right(10'000), length("nearest agents on each left list, at most `right`"),
    k_left_ties, k_right_ties};
constexpr ParameterInfo k_roommates[] = {
    {"n", "number of agents", 10'000, 1, k_largest},
    length("entries per agent on average, below n: n - 1 makes complete lists"),
    {"ties", "per cent of entries that are as good as the one before", 0, 0, 100}};

struct PreferenceFamily {
  PreferenceFamilyInfo info;
  PreferenceGenerator* make;
  SharedPreferenceGenerator* make_shared = nullptr;  // where agents share lists
};

constexpr PreferenceFamily k_preference_table[] = {
    {{"easy_marriage",
      "each left agent ranks (1 + eps) ln n random right ones, eps uniform in [0, 1)", k_easy,
      Sides::two},
     detail::generate::easy_marriage},
    {{"hard_marriage", "complete, all agents of a side have the same random list", k_hard,
      Sides::two, true},
     detail::generate::hard_marriage,
     detail::generate::shared_hard_marriage},
    {{"random_marriage", "all pairs but missing ones, every order of a list equally likely",
      k_random, Sides::two},
     detail::generate::random_marriage},
    {{"mallows", "complete, the lists of a side are near to one reference order (Mallows' model)",
      k_mallows, Sides::two},
     detail::generate::mallows},
    {{"master_list", "random left lists; all right agents rank by one master list", k_master,
      Sides::two},
     detail::generate::master_list},
    {{"residents", "residents and hospitals with places, popular by a power law", k_residents,
      Sides::two},
     detail::generate::residents},
    {{"euclidean_marriage", "random points in the unit square prefer what is near", k_euclidean,
      Sides::two},
     detail::generate::euclidean_marriage},
    {{"roommates", "one side, random pairs, every order of a list equally likely", k_roommates,
      Sides::one},
     detail::generate::roommates},
};

constexpr auto k_preference_infos = [] {
  std::array<PreferenceFamilyInfo, std::size(k_preference_table)> infos{};
  for (std::size_t i = 0; i < infos.size(); ++i) infos[i] = k_preference_table[i].info;
  return infos;
}();

}  // namespace

std::span<const PreferenceFamilyInfo> preference_families() {
  return k_preference_infos;
}

namespace {

// @throws Error{invalid_option} where there is none of that name
const PreferenceFamily& family_of(const std::string& name) {
  std::string names;
  for (const PreferenceFamily& entry : k_preference_table) {
    if (name == entry.info.name) return entry;
    names += (names.empty() ? "" : ", ") + std::string(entry.info.name);
  }
  throw Error(ErrorCode::invalid_option, "no family of preferences `" + name +
                                             "`; there are: " + names + did_you_mean(name, names));
}

}  // namespace

Preferences preferences(const Context& context, const std::string& family,
                        const std::map<std::string, double>& parameters, std::uint64_t seed) {
  const PreferenceFamily& entry = family_of(family);
  return entry.make(context, Parameters(entry.info.name, entry.info.parameters, parameters), seed);
}

SharedPreferences shared_preferences(const Context& context, const std::string& family,
                                     const std::map<std::string, double>& parameters,
                                     std::uint64_t seed) {
  const PreferenceFamily& entry = family_of(family);
  if (entry.make_shared == nullptr) {
    throw Error(ErrorCode::invalid_option, "agents of `" + family + "` share no lists");
  }
  return entry.make_shared(context, Parameters(entry.info.name, entry.info.parameters, parameters),
                           seed);
}

}  // namespace hypermatch::generate
