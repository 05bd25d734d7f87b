// SPDX-License-Identifier: MIT
// What most tests include, precompiled: GoogleTest takes longer to parse than a test to compile.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <set>
#include <stop_token>
#include <thread>

#include "standard.hpp"
