// SPDX-License-Identifier: MIT
// Answers in which each left agent has at most one partner.
#pragma once

#include <cstdint>
#include <vector>

#include "hypermatch/types.hpp"

namespace hypermatch::detail::stable_matching {

struct LeftMates {
  std::vector<VertexId> mates;  ///< per left agent: its partner among all agents, or k_none
  std::uint64_t proposals = 0;
};

/// The mates, or why there are none.
struct DecidedMates {
  bool exists = true;
  VertexId witness = k_none;  ///< where none exists: an agent at which the search ended
  LeftMates left;
};

}  // namespace hypermatch::detail::stable_matching
