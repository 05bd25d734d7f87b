// SPDX-License-Identifier: MIT
// The classes of a labelling, numbered by their smallest member, and what is summed over them.
#pragma once

#include <cstdint>
#include <span>

#include "hypermatch/array.hpp"
#include "hypermatch/coarsen.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::coarsen {

/// Class `c` has the members `members[offsets[c]] .. members[offsets[c + 1] - 1]`, ascending.
struct Classes {
  Array<VertexId> offsets;   ///< one more than there are classes
  Array<VertexId> members;   ///< size n
  Array<VertexId> class_of;  ///< size n

  [[nodiscard]] std::size_t size() const { return offsets.size() - 1; }
  [[nodiscard]] std::span<const VertexId> members_of(std::size_t c) const {
    return members.view().subspan(offsets[c], offsets[c + 1] - offsets[c]);
  }
};

/// @throws Error{invalid_input} if there is not one label per vertex, or one is 2^32 - 1
[[nodiscard]] Classes classes_of_labels(const Context& context, std::size_t num_vertices,
                                        LabelsView labels);
/// Pairs and single vertices. @throws Error{invalid_input} if `mates` is not mutual
[[nodiscard]] Classes classes_of_mates(const Context& context, std::size_t num_vertices,
                                       std::span<const VertexId> mates);

/// @throws Error{invalid_input} naming the first mate that is wrong
void check_mates(const Context& context, std::size_t num_vertices, std::span<const VertexId> mates);
/// @throws Error{invalid_input} unless `weights` is empty or has one weight per vertex
void check_vertex_weights(std::size_t num_vertices, std::span<const std::int64_t> weights);

/// Sums over the classes; no weights stand for 1 each. @throws Error{invalid_input} beyond 64 bits
[[nodiscard]] Array<std::int64_t> add_vertex_weights(const Context& context, const Classes& classes,
                                                     std::span<const std::int64_t> weights);

}  // namespace hypermatch::detail::coarsen
