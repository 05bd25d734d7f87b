// SPDX-License-Identifier: MIT
// Answers in other forms as pairs of vertices.
#pragma once

#include <span>
#include <vector>

#include "hypermatch/results.hpp"
#include "hypermatch/verify_matching.hpp"

namespace hypermatch::detail::verify {

/// The pairs of mates, and of partners. Vertices whose partners are not mutual are paired with
/// themselves. @throws Error{invalid_input} where partners are not those of so many vertices
[[nodiscard]] std::vector<hypermatch::verify::VertexPair> pairs_of(std::span<const VertexId> mates);
[[nodiscard]] std::vector<hypermatch::verify::VertexPair> pairs_of(const Partners& matching,
                                                                   VertexId num_vertices);

/// Whether each row ascends and holds vertices. @throws as `pairs_of`
[[nodiscard]] bool are_ascending(const Context& context, const Partners& matching,
                                 VertexId num_vertices);

}  // namespace hypermatch::detail::verify
