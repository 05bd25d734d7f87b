// SPDX-License-Identifier: MIT
// Finds out whether two edges of a list join the same two vertices, without changing the list.
#pragma once

#include <optional>
#include <span>

#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"

namespace hypermatch::detail::io {

/// Two edges that join the same vertices, by number.
struct RepeatedPair {
  EdgeId first = 0;
  EdgeId second = 0;
};

/// The smallest `second` with the smallest `first` before it; nothing if all pairs differ. No edge
/// may be a loop. Work O(m) where the edges are grouped by an end, as readers and writers of other
/// formats leave them, or scattered at random; O(m log m) for what was made to be slow.
[[nodiscard]] std::optional<RepeatedPair> find_repeated_pair(const Context& context,
                                                             std::span<const GraphEdge> edges);

}  // namespace hypermatch::detail::io
