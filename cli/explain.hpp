// SPDX-License-Identifier: MIT
// `--explain AGENT`: what holds the places that an agent would rather have.
#pragma once

#include <span>
#include <string>

#include "command.hpp"
#include "preferences.hpp"

namespace hypermatch::cli {

void add_explain_flag(Command& command, std::string& agent);

/// Logs a line per partner that the agent prefers; the same as members of a report, null where no
/// agent is named. @throws Error{invalid_option} for what names no agent
[[nodiscard]] Json explain(Log& log, const PreferencesView& preferences,
                           const io::AgentNames& names, std::span<const GraphEdge> pairs,
                           const std::string& agent);

}  // namespace hypermatch::cli
