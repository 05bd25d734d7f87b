// SPDX-License-Identifier: MIT
// Speed of stable matchings on cores.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace hypermatch::bench {

struct StableSettings {
  std::size_t repetitions = 5;
  int threads = 2;
  std::vector<std::string> instances;
};

/// Prints one row per instance and algorithm of deferred acceptance: what the preparation of the
/// lists takes and what the proposals take, on one thread and on `threads`, and proposals per
/// second. Instances are families of preferences or `.prefs` files. `shared:N` and
/// `shared:FAMILY:PARAMETERS` stand for lists that agents share, `scores:INSTANCE` for scores
/// (`stable_scores.hpp`). Fails if the pairs depend on the algorithm or the number of threads.
/// Returns an exit code.
int stable(const StableSettings& settings);

/// Instances of the families with 100,000 agents or more of a side.
[[nodiscard]] std::vector<std::string> stable_instances();

}  // namespace hypermatch::bench
