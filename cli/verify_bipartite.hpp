// SPDX-License-Identifier: MIT
// What `verify` does with pairs of rows and columns.
#pragma once

#include <string>

#include "interrupts.hpp"
#include "options.hpp"

namespace hypermatch::cli {

struct VerifyPairsOptions {
  std::string file;
  std::string matching;
  std::string certificate;  ///< a vertex cover; empty: none
  io::ReadOptions read;
  bool maximum = false;
  RunOptions run;
};

/// Judges a matching of rows and columns; an exit code.
[[nodiscard]] int verify_pairs(Interrupts& interrupts, const VerifyPairsOptions& options);

}  // namespace hypermatch::cli
