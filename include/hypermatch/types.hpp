// SPDX-License-Identifier: MIT
// Widths of ids and offsets, and the memory spaces that views are tagged with.
#pragma once

#include <cstdint>
#include <limits>

#include "hypermatch/version.hpp"

namespace hypermatch {

/// Number of a vertex, 0-based.
using VertexId = std::uint32_t;
/// Number of an edge (a hyperedge too), 0-based: its place in the file.
using EdgeId = std::uint32_t;
/// Position in an array of pins or arcs; always 64-bit.
using Offset = std::uint64_t;

/// "No vertex" or "no edge"; an unmatched vertex has `mate == k_none`.
inline constexpr std::uint32_t k_none = std::numeric_limits<std::uint32_t>::max();

/// Largest number of vertices, and of edges, that one instance may have (2^32 - 2).
inline constexpr std::uint64_t k_max_count = std::numeric_limits<std::uint32_t>::max() - 1ULL;

/// Memory space of the data of a view.
enum class MemorySpace { host, device };

}  // namespace hypermatch
