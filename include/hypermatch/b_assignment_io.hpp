// SPDX-License-Identifier: MIT
// Texts that go with b-assignments: bounds, pairs and dual solutions.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "hypermatch/bipartite.hpp"
#include "hypermatch/capacities_io.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/instance_io.hpp"
#include "hypermatch/matrix_scaling.hpp"
#include "hypermatch/weights.hpp"

namespace hypermatch::io {

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

/// Reads that, or lines `NAME HI` or `NAME LO HI`, as `read_capacities` takes them; `vertices`
/// stand one group behind the other, and a name must tell its group.
[[nodiscard]] VertexBounds read_bounds(const std::string& path,
                                       std::span<const NamedVertices> vertices,
                                       std::string* note = nullptr);

/// Writes `row column` per pair, in the order given, as `write_pairs` of mates does.
void write_pairs(std::span<const RowColumn> pairs, const std::string& path,
                 const SideLabels& labels = {});

/// Writes `row column weight` per pair of this matrix: an edge list of two sides. A pair that is no
/// entry, or of a matrix without `weights`, weighs 1. @throws Error{unsupported} for ids that an
/// edge list would hold as others
void write_weighted_pairs(const BipartiteView& matrix, const WeightsView& weights,
                          std::span<const RowColumn> pairs, const std::string& path,
                          const SideLabels& labels = {});

/// A number per row and per column: the dual solution of a `BAssignment`.
struct PairDuals {
  std::vector<double> rows;
  std::vector<double> columns;
};

/// Writes `r ROW VALUE` per row, then `c COLUMN VALUE` per column; whole or not at all. Ids are
/// 1-based or labels (then with tabs between); values are read back as they were.
void write_duals(const PairDuals& duals, const std::string& path, const SideLabels& labels = {});

/// Reads what `write_duals` writes, in any order; rows and columns without a line have 0.
/// @throws Error{invalid_input} "FILE:LINE: what was expected and what was found", also for ids out
/// of range or repeated; Error{io, resources}
[[nodiscard]] PairDuals read_duals(const std::string& path, VertexId num_rows, VertexId num_columns,
                                   const SideLabels& labels = {});

/// Writes the row of each pivot, or its two rows; whole or not at all.
void write_pivots(std::span<const Pivot> pivots, const std::string& path,
                  const SideLabels& labels = {});

}  // namespace hypermatch::io
