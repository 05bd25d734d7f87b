// SPDX-License-Identifier: MIT
// Levels of a clustering: each is made of whole communities of the finer one before it.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "hypermatch/types.hpp"

namespace hypermatch::detail::structures {

/// Two vertices that `fine` has in one community and `coarse` in two; nothing if there are none.
/// Both have one label per vertex; those of `fine` are below their number.
[[nodiscard]] inline std::optional<std::pair<VertexId, VertexId>> find_split(
    std::span<const VertexId> fine, std::span<const VertexId> coarse) {
  std::vector<VertexId> first(fine.size(), k_none);  // of each fine community
  for (std::size_t v = 0; v < fine.size(); ++v) {
    VertexId& before = first[fine[v]];
    if (before == k_none) before = static_cast<VertexId>(v);
    if (coarse[before] != coarse[v]) return std::pair{before, static_cast<VertexId>(v)};
  }
  return std::nullopt;
}

}  // namespace hypermatch::detail::structures
