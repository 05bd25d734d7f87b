// SPDX-License-Identifier: MIT
// The text of a dual solution that proves a matching of a graph.
#pragma once

#include <string>

#include "hypermatch/instance_io.hpp"
#include "hypermatch/matching_dual.hpp"

namespace hypermatch::io {

/// Writes `u EXPONENT`, `b BONUS`, `s SET DUAL [IN]` per set, counted from 1, and `v VERTEX DUAL
/// [IN]` per vertex: IN is the smallest set that holds it. Whole numbers, in units of 2^EXPONENT;
/// whole or not at all. Vertices are numbers or labels (then with tabs between).
void write_matching_dual(const MatchingDual& dual, const std::string& path,
                         const VertexLabels& labels = {});

/// Reads what `write_matching_dual` writes; vertices without a line have 0.
/// @throws Error{invalid_input} "FILE:LINE: what was expected and what was found"; Error{io,
/// resources}
[[nodiscard]] MatchingDual read_matching_dual(const std::string& path, VertexId num_vertices,
                                              const VertexLabels& labels = {});

}  // namespace hypermatch::io
