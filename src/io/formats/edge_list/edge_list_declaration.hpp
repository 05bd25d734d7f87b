// SPDX-License-Identifier: MIT
// The first line of edge lists as KONECT writes them: `% sym unweighted`, `% asym positive`,
// `% bip signed`. Konect: the Koblenz network collection (Kunegis, 2013).
#pragma once

#include <cstdint>
#include <span>

#include "hypermatch/instance_io.hpp"
#include "io/text/text.hpp"

namespace hypermatch::detail::io {

/// The declaration in the first line; nothing if that is another line.
[[nodiscard]] hypermatch::io::DeclaredEdges declared_edges(TextRange text);

/// Whether it says that the third column is a weight.
[[nodiscard]] bool declares_weights(TextRange text);

/// Notes a number of edges in comments on top that is not that of the `lines`: `# Nodes: 4 Edges:
/// 9`, as SNAP writes it, or `% 9 4 4` below the declaration.
void note_declared_lines(TextRange text, std::uint64_t lines, hypermatch::io::ReadReport& report);

/// Whether a text begins with such a line.
[[nodiscard]] bool begins_declared_edges(std::span<const char> front);

}  // namespace hypermatch::detail::io
