// SPDX-License-Identifier: MIT
// Instances with other vertex numbers: random ones take away what the order in a file gives away,
// and show how far an answer depends on it. All numbers depend on the seed only.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "hypermatch/array.hpp"
#include "hypermatch/bipartite.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/hypergraph.hpp"
#include "hypermatch/streaming_matching.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch {

/// A random permutation of 0 .. n - 1 (Fisher and Yates), the same on every machine. O(n),
/// sequential. @throws Error{resources}
[[nodiscard]] Array<VertexId> random_numbers(VertexId n, std::uint64_t seed);

/// Gives the vertices new numbers: v becomes numbers[v], a permutation of size n. The matching that
/// is found does not depend on them. On all threads. @throws Error{resources}
void renumber_vertices(const Context& context, Hypergraph& hypergraph,
                       std::span<const VertexId> numbers);

/// Renumbers the vertices of a graph, which becomes a list, and their weights. The matching of a
/// graph depends on the numbers, because a hash of the two ends breaks ties.
void renumber_vertices(const Context& context, Graph& graph, std::span<const VertexId> numbers);

/// The old number of each new one. @throws Error{resources}
[[nodiscard]] Array<VertexId> inverse(const Context& context, std::span<const VertexId> numbers);

/// The edges of `source` in new vertex numbers; never holds them.
[[nodiscard]] std::unique_ptr<EdgeStream> renumbered(std::unique_ptr<EdgeStream> source,
                                                     Array<VertexId> numbers);

/// New numbers of rows and columns: permutations.
struct Renumbering {
  Array<VertexId> rows;
  Array<VertexId> columns;
};

/// Random ones, the rows' independent of the columns'. @throws Error{resources}
[[nodiscard]] Renumbering random_renumbering(const BipartiteView& bipartite, std::uint64_t seed);

/// @throws Error{resources}
[[nodiscard]] Bipartite renumbered(const Context& context, const BipartiteView& bipartite,
                                   const Renumbering& numbers);

/// The mates of rows as they were numbered before, from those of the renumbered rows and columns.
[[nodiscard]] std::vector<VertexId> renumbered_back(const Context& context,
                                                    std::span<const VertexId> row_mates,
                                                    const Renumbering& numbers);

}  // namespace hypermatch
