// SPDX-License-Identifier: MIT
// Checks of the input of a contraction, on the host and on devices.
#pragma once

#include <cstddef>

#include "hypermatch/types.hpp"
#include "hypermatch/weights.hpp"

namespace hypermatch::detail::coarsen {

/// Sizes and types alone are looked at. @throws Error{invalid_input} unless there are no weights of
/// loops, or one per vertex, integers where those of the edges are, or nothing
void check_loop_weights(VertexId num_vertices, const WeightsView& edges, const WeightsView& loops);
/// @throws Error{invalid_input} unless there is one label per vertex
void check_num_labels(std::size_t num_labels, std::size_t num_vertices);
/// @throws Error{invalid_input} unless there are no weights of vertices, or one per vertex
void check_num_vertex_weights(std::size_t num_weights, std::size_t num_vertices);

/// The label of this vertex is 2^32 - 1.
[[noreturn]] void refuse_label(std::size_t vertex);
[[noreturn]] void refuse_vertex_weights();
/// An edge between classes, or a class, has a term that is no finite number.
[[noreturn]] void refuse_terms_not_finite();
[[noreturn]] void refuse_sums_beyond_type();

}  // namespace hypermatch::detail::coarsen
