// SPDX-License-Identifier: MIT
// Instances as rows and columns, for the verbs that match them: what log and report say of
// them.
#pragma once

#include <string>

#include "hypermatch/bipartite_io.hpp"
#include "instance.hpp"
#include "report.hpp"

namespace hypermatch::cli {

/// "matrix_market, bipartite: 3 rows, 2 columns, 5 entries".
[[nodiscard]] std::string describe(const InstanceFacts& facts, const BipartiteView& bipartite);
/// Logs what the reader changed.
void log_notes(Log& log, const io::ReadReport& report, io::Zeros zeros);
/// Reads an instance as rows and columns, or what these are of the graph or hypergraph that
/// `options.as` makes of the file.
[[nodiscard]] io::Instance load_bipartite(const Context& context, const std::string& path,
                                          io::ReadOptions options);
/// `--sides`.
void add_sides_flag(Command& command, io::ReadOptions& options);
/// The rows and columns of such an instance.
[[nodiscard]] BipartiteView bipartite_of(const io::Instance& instance);
/// Each pair weighs 1.
[[nodiscard]] MatchingValue value_of_pairs(std::uint64_t cardinality);
/// The record with the numbers of rows and columns in its input.
[[nodiscard]] Json to_json(const Report& report, const BipartiteView& bipartite);

}  // namespace hypermatch::cli
