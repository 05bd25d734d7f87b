// SPDX-License-Identifier: MIT
// What `bipartite` does under capacities or for weight, and what `verify` does with such pairs.
#pragma once

#include <string>

#include "interrupts.hpp"
#include "options.hpp"
#include "pair_bounds.hpp"

namespace hypermatch::cli {

struct BAssignmentVerb {
  std::string file = {};
  std::string pairs = {};  ///< of `verify`: the file of pairs that is judged
  io::ReadOptions read = {};
  PairBoundsFlags bounds = {};
  RunOptions run = {};
  bool verify = false;
  bool maximum = false;  ///< of `verify`: demanded
  std::string output = {};
  std::string algorithm = {};  ///< empty: the default
  /// Where duals are written; of `verify`: from which the search for heavier pairs starts.
  std::string certificate = {};
};

/// A heaviest set of pairs within the bounds, or code 6 with the violated cut.
[[nodiscard]] int run_b_assignment(Interrupts& interrupts, const BAssignmentVerb& options);
/// Judges pairs; an exit code. @throws Error{invalid_option}
[[nodiscard]] int verify_b_assignment(Interrupts& interrupts, const BAssignmentVerb& options);

}  // namespace hypermatch::cli
