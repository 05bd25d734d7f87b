// SPDX-License-Identifier: MIT
// Stable matchings, and the preferences that they are of.
#pragma once

#include "hypermatch/allocation.hpp"
#include "hypermatch/generate_preferences.hpp"
#include "hypermatch/preferences.hpp"
#include "hypermatch/roommates.hpp"
#include "hypermatch/scored_preferences.hpp"
#include "hypermatch/shared_preferences.hpp"
#include "hypermatch/stable_choices.hpp"
#include "hypermatch/stable_matching.hpp"
#include "hypermatch/stable_ties.hpp"
#include "hypermatch/weight_preferences.hpp"
