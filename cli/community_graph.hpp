// SPDX-License-Identifier: MIT
// Graphs whose communities are found or judged: self-loops count, negative weights are refused.
#pragma once

#include <string>

#include "hypermatch/context.hpp"
#include "hypermatch/instance_io.hpp"
#include "options.hpp"
#include "terminal.hpp"

namespace hypermatch::cli {

/// Reads a graph with the weights of its self-loops.
/// @throws Error{unsupported} for a hypergraph; Error{invalid_input} naming the line of a negative
/// weight, or the edge if the format is binary; otherwise as `load`
[[nodiscard]] io::Instance load_community_graph(const Context& context, const std::string& path,
                                                const InputOptions& options);

/// Notes that directions are not used, where the file has some.
void note_directions(Log& log, const io::Instance& instance);

}  // namespace hypermatch::cli
