// SPDX-License-Identifier: MIT
// What the rows of the registry say about algorithms and their parameters: names, flags, and
// members of reports.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "command.hpp"
#include "hypermatch/registry_bipartite.hpp"
#include "report.hpp"

namespace hypermatch::cli {

/// All names of one column of the table, each once: "a|b|c".
[[nodiscard]] std::string algorithm_names(std::span<const registry::Problem> problems,
                                          std::string_view registry::AlgorithmInfo::*column);

/// One flag for each parameter that requests of this type have. `request` must outlive the command.
void add_parameter_flags(Command& command, registry::MatchingRequest& request);
void add_parameter_flags(Command& command, registry::BipartiteRequest& request);

/// One member for each of them; null for what the algorithm does not take, unless it is always
/// reported.
void report_parameters(Json& options, const registry::AlgorithmInfo& algorithm,
                       const registry::MatchingRequest& request);
void report_parameters(Json& options, const registry::AlgorithmInfo& algorithm,
                       const registry::BipartiteRequest& request);

}  // namespace hypermatch::cli
