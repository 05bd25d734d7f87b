// SPDX-License-Identifier: MIT
// The bound where none is known.
#pragma once

#include <limits>

namespace hypermatch::detail::verify {

inline constexpr double k_infinity = std::numeric_limits<double>::infinity();

}  // namespace hypermatch::detail::verify
