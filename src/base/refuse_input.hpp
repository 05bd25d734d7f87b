// SPDX-License-Identifier: MIT
// The error of input that breaks what a function asks for.
#pragma once

#include <string>

#include "hypermatch/error.hpp"

namespace hypermatch::detail::base {

/// @throws Error{invalid_input} always
[[noreturn]] inline void refuse_input(const std::string& what) {
  throw Error(ErrorCode::invalid_input, what);
}

}  // namespace hypermatch::detail::base
