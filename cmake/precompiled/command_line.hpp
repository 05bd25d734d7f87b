// SPDX-License-Identifier: MIT
// What most sources of the command line include, precompiled.
#pragma once

#include <nlohmann/json.hpp>

#include "standard.hpp"
