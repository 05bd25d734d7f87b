// SPDX-License-Identifier: MIT
// Files of capacities.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hypermatch/types.hpp"

namespace hypermatch::io {

/// Reads one capacity per line, in the order of the vertices; blank lines and lines that start with
/// `%` do not count. Capacities beyond 2^32 - 1 are above every degree and become 2^32 - 1.
/// @throws Error{invalid_input} "FILE:LINE: what was expected and what was found", also where there
/// are not as many as vertices; Error{io, resources}
[[nodiscard]] std::vector<std::uint32_t> read_capacities(const std::string& path,
                                                         VertexId num_vertices);

}  // namespace hypermatch::io
