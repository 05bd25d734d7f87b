// SPDX-License-Identifier: MIT
// The families of preference lists, one function each; preference_families.cpp describes their
// parameters.
#pragma once

#include "generate/parameters.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/preferences.hpp"
#include "hypermatch/shared_preferences.hpp"

namespace hypermatch::detail::generate {

using PreferenceGenerator = Preferences(const Context&, const Parameters&, std::uint64_t seed);

using SharedPreferenceGenerator = SharedPreferences(const Context&, const Parameters&,
                                                    std::uint64_t seed);

PreferenceGenerator easy_marriage, hard_marriage, random_marriage;  // random_preferences.cpp
SharedPreferenceGenerator shared_hard_marriage;                     // random_preferences.cpp
PreferenceGenerator master_list, residents, roommates;              // random_preferences.cpp
PreferenceGenerator mallows;                                        // mallows_preferences.cpp
PreferenceGenerator euclidean_marriage;                             // euclidean_preferences.cpp

}  // namespace hypermatch::detail::generate
