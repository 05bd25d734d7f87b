// SPDX-License-Identifier: MIT
// The version of the headers, and of the library that a program runs with. All public headers
// include this one.
#pragma once

#include "hypermatch/error.hpp"

#define HYPERMATCH_VERSION_MAJOR 0
#define HYPERMATCH_VERSION_MINOR 1
#define HYPERMATCH_VERSION_PATCH 0

namespace hypermatch {

/// Version of the library, such as `0.1.0`.
[[nodiscard]] const char* version() noexcept;

/// Revision that the library was built from: the short commit, with `+` after it if sources had
/// been changed since; empty where it is not known.
[[nodiscard]] const char* revision() noexcept;

}  // namespace hypermatch
