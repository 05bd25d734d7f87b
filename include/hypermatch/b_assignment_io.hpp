// SPDX-License-Identifier: MIT
// Reading what b-assignments need: rows and columns with the weights of their entries, and bounds.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "hypermatch/bipartite.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/io.hpp"
#include "hypermatch/weights.hpp"

namespace hypermatch::io {

/// Rows and columns, and what their entries weigh.
struct WeightedBipartite {
  Instance instance;  ///< a `Bipartite`
  Weights weights;    ///< one per entry, or none
};

/// Reads an instance as `read` with `Interpretation::bipartite` does, with weights: of matrices the
/// values with their signs, the largest of repeated entries; of graphs the weights of edges; of
/// hypergraphs each entry of a row has the weight of the hyperedge. Patterns and complex matrices
/// have none. @throws as `read`
[[nodiscard]] WeightedBipartite read_weighted_bipartite(const Context& context,
                                                        const std::string& path,
                                                        const ReadOptions& options = {});

/// Lower and upper bounds, one of each per vertex.
struct VertexBounds {
  std::vector<std::uint32_t> lower;
  std::vector<std::uint32_t> upper;
};

/// Reads one line `HI` or `LO HI` per vertex (LO is 0 if it is left out); blank lines and lines
/// that start with `%` do not count. Bounds beyond 2^32 - 1 become 2^32 - 1.
/// @throws Error{invalid_input} "FILE:LINE: what was expected and what was found", also where LO is
/// above HI or there are not as many lines as vertices; Error{io, resources}
[[nodiscard]] VertexBounds read_bounds(const std::string& path, std::uint64_t num_vertices);

/// Writes `row column` per pair, in the order given, as `write_pairs` of mates does.
void write_pairs(std::span<const RowColumn> pairs, const std::string& path,
                 const VertexLabels& labels = {});

/// A number per row and per column: the dual solution of a `BAssignment`.
struct PairDuals {
  std::vector<double> rows;
  std::vector<double> columns;
};

/// Writes `r ROW VALUE` per row, then `c COLUMN VALUE` per column; whole or not at all. Ids are
/// 1-based or labels (then with tabs between); values are read back as they were.
void write_duals(const PairDuals& duals, const std::string& path, const VertexLabels& labels = {});

/// Reads what `write_duals` writes, in any order; rows and columns without a line have 0.
/// @throws Error{invalid_input} "FILE:LINE: what was expected and what was found", also for ids out
/// of range or repeated; Error{io, resources}
[[nodiscard]] PairDuals read_duals(const std::string& path, VertexId num_rows, VertexId num_columns,
                                   const VertexLabels& labels = {});

}  // namespace hypermatch::io
