// SPDX-License-Identifier: MIT
// Names in messages, shared by the registry's calls.
#pragma once

#include <string>

#include "hypermatch/registry_matching.hpp"

namespace hypermatch::registry {

/// @throws Error{unsupported}
[[noreturn]] void refuse(const std::string& what);

/// All rows of a problem but passes: algorithms, and external ones where the table has them.
[[nodiscard]] AlgorithmList named_rows(Problem problem);

/// Adds a name to "a, b".
void append_name(std::string& list, std::string_view name);

/// "local_max (filtered)".
[[nodiscard]] std::string full_name(const AlgorithmInfo& algorithm);

/// The entry of a name; empty ones stand for the defaults. @throws Error{invalid_option} for
/// unknown names, with the known ones; Error{unsupported} for a variant of what has none
[[nodiscard]] const AlgorithmInfo& find_by_name(Problem problem, std::string_view name,
                                                std::string_view variant);

/// The request with the default where all its capacities are 1. @throws Error{invalid_input} unless
/// they fit the vertices
[[nodiscard]] MatchingRequest with_checked_capacities(const Context& context,
                                                      MatchingRequest request,
                                                      VertexId num_vertices);

/// Checks that `algorithm` supports capacities other than 1. @throws Error{unsupported} if it does
/// not, naming the algorithms of its problem that do
void require_capacities(const AlgorithmInfo& algorithm, Place place);

/// The pass of this name. @throws Error{invalid_option} for an unknown one, Error{unsupported} if
/// the request has capacities, which no pass takes
[[nodiscard]] const AlgorithmInfo& find_pass_for(const Context& context, Problem problem,
                                                 std::string_view name,
                                                 const MatchingRequest& request);

/// @throws Error{unsupported} if `algorithm` does not keep the level
void check_determinism(const AlgorithmInfo& algorithm, Determinism level);

/// @throws Error{invalid_option} unless the parameter accepts the value
void check_value(const Parameter& parameter, const ParameterValue& value);

/// @throws Error{invalid_option} for unknown names and for values out of range, Error{unsupported}
/// for parameters that `algorithm` does not take, at their defaults, too, unless these hold for all
void check_parameters(const AlgorithmInfo& algorithm, const ParameterValues& values);

/// The entry that a request of any problem names, with its parameters and its level of determinism
/// checked. @throws as the three above
template <class Request>
[[nodiscard]] const AlgorithmInfo& find_asked(Problem problem, const Request& request,
                                              std::string_view name) {
  const AlgorithmInfo& algorithm = find_by_name(problem, name, request.variant);
  check_parameters(algorithm, request.parameters);
  check_determinism(algorithm, request.determinism);
  return algorithm;
}

/// `algorithm`, or, on a device and if no variant was asked for, the first of its name that runs
/// there. @throws Error{unsupported} if none does, naming those of its problem that do, of those
/// that take capacities there if that is asked for
[[nodiscard]] const AlgorithmInfo& require(const AlgorithmInfo& algorithm, std::string_view variant,
                                           Place place, bool with_capacities = false);

}  // namespace hypermatch::registry
