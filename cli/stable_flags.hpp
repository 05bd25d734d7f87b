// SPDX-License-Identifier: MIT
// The flags of the verb `stable`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "hypermatch/registry_stable.hpp"
#include "hypermatch/verify_allocation.hpp"
#include "preferences.hpp"
#include "weighted_agents.hpp"

namespace hypermatch::cli {

inline constexpr registry::Problem k_stable_problems[] = {registry::Problem::stable_matching};

struct StableVerb {
  std::string file;
  PreferencesInput read;
  std::string format;  ///< of preferences or of a graph; empty: not given
  OneSidedEntries one_sided = OneSidedEntries::drop;
  GraphOfAgents graph;
  registry::StableRequest request;
  RunOptions run;
  verify::Stability stability = verify::Stability::weak;
  bool verify = false;
  std::string explained;
  std::uint64_t matchings = 0;  ///< of all stable ones; 0: the algorithm's own
  std::string output;
};

/// Fills `options` from the arguments; an exit code where nothing is left to do. @throws
/// Error{invalid_option}
[[nodiscard]] std::optional<int> parse_stable(CommandWords arguments, StableVerb& options);

}  // namespace hypermatch::cli
