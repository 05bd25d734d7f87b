// SPDX-License-Identifier: MIT
// Whether what ran is what the row of the table promises. Implementations name themselves in their
// statistics; a row whose function runs another algorithm or variant is wrong.
#pragma once

#include <string>

#include "hypermatch/bipartite_matching.hpp"
#include "hypermatch/matching.hpp"
#include "hypermatch/registry_matching.hpp"

namespace hypermatch::test {

/// Empty, or what is wrong.
template <class Stats>
std::string lie_of(const registry::AlgorithmInfo& row, const Stats& stats) {
  if (stats.algorithm == row.name && stats.variant == row.variant) return "";
  return "the row " + std::string(row.name) + " " + std::string(row.variant) + " ran " +
         stats.algorithm + " " + stats.variant;
}

/// The same on a device, where `lock_free` is another name of `no_sync`.
template <class Stats>
std::string lie_of_device(registry::AlgorithmInfo row, const Stats& stats) {
  if (row.name == "suitor" && row.variant == "lock_free") row.variant = "no_sync";
  return lie_of(row, stats);
}

}  // namespace hypermatch::test
