// SPDX-License-Identifier: MIT
// Whether the rows of a graph mirror each other, in passes that sort and group nothing.
#pragma once

#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"

namespace hypermatch::detail::parallel {

/// True if each row has its neighbours below its vertex first, ascending, then those above it in
/// any order, none twice, and each entry has its back entry, with the same weight. False of other
/// rows, symmetric or not. Offsets ascend and neighbours exist. @throws Error{cancelled}
[[nodiscard]] bool are_mirrored(const Context& context, const GraphView& rows);

}  // namespace hypermatch::detail::parallel
