// SPDX-License-Identifier: MIT
// The parameters of algorithms, from the rows of the registry: their flags and their members in
// reports.
#pragma once

#include "command.hpp"
#include "hypermatch/registry_bipartite.hpp"
#include "report.hpp"

namespace hypermatch::cli {

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
