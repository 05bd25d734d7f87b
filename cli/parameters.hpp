// SPDX-License-Identifier: MIT
// What the rows of the registry say about algorithms and their parameters: names, flags, and
// members of reports.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "command.hpp"
#include "hypermatch/registry_matching.hpp"
#include "report.hpp"

namespace hypermatch::cli {

/// All names of one column of the table, each once: "a|b|c".
[[nodiscard]] std::string algorithm_names(std::span<const registry::Problem> problems,
                                          std::string_view registry::AlgorithmInfo::*column);

/// Says which variants an algorithm, or that which runs where none is named, has in these problems.
[[noreturn]] void refuse_variant(std::span<const registry::Problem> problems, std::string name,
                                 const std::string& given);

/// `--algorithm`, whose help begins with `standing_in` (what the default is), and `--variant`. A
/// name that another verb serves is refused with the verb.
void add_algorithm_flags(Command& command, std::span<const registry::Problem> problems,
                         std::string& algorithm, std::string& variant,
                         const std::string& standing_in);

/// One flag for each parameter that algorithms of these problems take. `values` must outlive the
/// command.
void add_parameter_flags(Command& command, std::span<const registry::Problem> problems,
                         registry::ParameterValues& values);

/// Rows of the table that the help is about: those of these problems whose algorithm and variant
/// the line names, all of them where it names none. @throws Error{invalid_option} if there is none
[[nodiscard]] std::vector<const registry::AlgorithmInfo*> rows_of_help(
    const Command& command, std::span<const registry::Problem> problems);

/// Leaves in the help, of the parameters that algorithms of these problems take, those that these
/// rows take, and their variants. Says what the rows are where the line names an algorithm.
void fit_help(Command& command, std::span<const registry::Problem> problems,
              std::span<const registry::AlgorithmInfo* const> rows);
/// Fits the help to the rows of these problems, `rows_of_help`.
void fit_help(Command& command, std::span<const registry::Problem> problems);

/// One member for each of them; null for what the algorithm does not take, unless it is always
/// reported.
void report_parameters(Json& options, const registry::AlgorithmInfo& algorithm,
                       std::span<const registry::Problem> problems,
                       const registry::ParameterValues& values);

}  // namespace hypermatch::cli
