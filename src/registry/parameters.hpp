// SPDX-License-Identifier: MIT
// The parameters of single algorithms; the rows of the tables name theirs.
#pragma once

#include <array>

#include "hypermatch/registry.hpp"

namespace hypermatch::registry {

inline constexpr std::array k_parameters = {
    Parameter{.name = "epsilon",
              .member = &MatchingRequest::epsilon,
              .symbol = "E",
              .help = "Of stack_streaming (default 0.1)",
              .low = 0},
    Parameter{.name = "alpha",
              .member = &MatchingRequest::alpha,
              .symbol = "A",
              .help = "Of greedy_streaming (default: negative, the best known)",
              .automatic_below = 0},
    Parameter{.name = "blue_share",
              .member = &MatchingRequest::blue_share,
              .symbol = "P",
              .help = "Of red_blue: share of the vertices that propose (default 0.53406)",
              .low = 0,
              .high = 1,
              .open = true},
};

inline constexpr std::span k_all_parameters(k_parameters);
inline constexpr std::span k_stack_streaming_parameters = k_all_parameters.subspan<0, 1>();
inline constexpr std::span k_greedy_streaming_parameters = k_all_parameters.subspan<1, 1>();
inline constexpr std::span k_red_blue_parameters = k_all_parameters.subspan<2, 1>();

}  // namespace hypermatch::registry
