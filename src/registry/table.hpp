// SPDX-License-Identifier: MIT
// The tables of the problems, and the way from the facts about an entry to its functions.
#pragma once

#include <algorithm>
#include <span>
#include <string>

#include "entry.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/registry_matching.hpp"

namespace hypermatch::registry {

/// All entries of a problem: the default algorithm first, the variants of a name together, passes
/// last. `algorithms.cpp` instantiates it for each problem.
template <class P>
[[nodiscard]] std::span<const Entry<P>> table();

/// The entry that `info`, found in the table, belongs to.
/// @throws Error{invalid_option} if it is an entry of another problem
template <class P>
[[nodiscard]] const Entry<P>& entry_of(const AlgorithmInfo& info) {
  const auto entries = table<P>();
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [&](const Entry<P>& entry) { return &entry.info == &info; });
  if (found != entries.end()) return *found;
  throw Error(ErrorCode::invalid_option, "the request names " + std::string(info.name) + " for " +
                                             std::string(name_of(info.problem)) +
                                             ", but the instance is one of " +
                                             std::string(name_of(P::k_problem)));
}

}  // namespace hypermatch::registry
