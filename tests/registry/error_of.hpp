// SPDX-License-Identifier: MIT
// What the registry says of a request that it refuses.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "hypermatch/error.hpp"
#include "registry/find.hpp"

namespace hypermatch::registry {

/// The message of the error, which must have this code, or "nothing".
std::string error_of(const auto& request, ErrorCode code) {
  try {
    (void)find(request);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), code) << error.what();
    return error.what();
  }
  return "nothing";
}

}  // namespace hypermatch::registry
