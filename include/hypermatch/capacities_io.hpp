// SPDX-License-Identifier: MIT
// Files of capacities.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hypermatch/types.hpp"
#include "hypermatch/vertex_labels.hpp"

namespace hypermatch::io {

/// Vertices that a file of capacities or bounds may call by name.
struct NamedVertices {
  const VertexLabels* labels = nullptr;  ///< null: by their order alone
  std::uint64_t count = 0;
};

/// Reads one capacity per line, in the order of the vertices; blank lines and lines that start with
/// `%` do not count. Capacities beyond 2^32 - 1 are above every degree and become 2^32 - 1.
/// @throws Error{invalid_input} "FILE:LINE: what was expected and what was found", also where there
/// are not as many as vertices; Error{io, resources}
[[nodiscard]] std::vector<std::uint32_t> read_capacities(const std::string& path,
                                                         VertexId num_vertices);

/// Reads that, or lines `NAME CAPACITY` in any order, as separated values too, with a line of
/// column names or without: what the first line is decides. `note`, if given, says how they were
/// read.
/// @throws Error{invalid_input} also for a name that no vertex has, that several lines have, or
/// that no line has
[[nodiscard]] std::vector<std::uint32_t> read_capacities(const std::string& path,
                                                         const NamedVertices& vertices,
                                                         std::string* note = nullptr);

}  // namespace hypermatch::io
