// SPDX-License-Identifier: MIT
// Checks of the options of red-blue matching, on hosts and devices.
#pragma once

#include <string>

#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/graph_matching.hpp"

namespace hypermatch::detail::graph_matching {

inline void check(const RedBlueOptions& options) {
  check_enum("variant", options.variant);
  if (options.blue_share > 0 && options.blue_share < 1) return;
  throw Error(ErrorCode::invalid_option, "blue_share is " + std::to_string(options.blue_share) +
                                             ", must be above 0 and below 1");
}

}  // namespace hypermatch::detail::graph_matching
