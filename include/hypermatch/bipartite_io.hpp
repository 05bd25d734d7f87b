// SPDX-License-Identifier: MIT
// The text files that go with a bipartite graph: its matchings, vertex covers and decompositions.
// docs/formats.md says what they look like.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "hypermatch/bipartite.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/dulmage_mendelsohn.hpp"
#include "hypermatch/instance_io.hpp"

namespace hypermatch::io {

/// Reads pairs `row column` as `write_pairs` writes them, 0-based, in file order, not checked
/// against an instance. An id that `labels` do not have, and 0 where there are none, become
/// 2^64 - 1. `weights`, if given, gets the weights that stand behind all pairs, or nothing; without
/// it they are errors. @throws Error{invalid_input, io, resources}
[[nodiscard]] std::vector<RowColumn> read_pairs(const std::string& path,
                                                const SideLabels& labels = {},
                                                std::vector<double>* weights = nullptr);

/// Reads the same lines, weights among them, as a matching of `matrix`: the column of each row, or
/// k_none. @throws Error{invalid_input} "FILE:LINE: ..." for a pair that is no entry, and for a row
/// or column that has a pair before; Error{io, resources}
[[nodiscard]] std::vector<VertexId> read_row_mates(const std::string& path,
                                                   const BipartiteView& matrix,
                                                   const SideLabels& labels = {});

/// Writes `row column` a line, by row, 1-based or by the labels (then with a tab between the two);
/// whole or not at all. `row_mates`: the column of each row, or k_none.
void write_pairs(std::span<const VertexId> row_mates, const std::string& path,
                 const SideLabels& labels = {});

/// Reads lines `r ROW` and `c COLUMN` as `write_cover` writes them; ids as in `read_pairs`.
[[nodiscard]] VertexCover read_cover(const std::string& path, const SideLabels& labels = {});

/// Writes `r ROW` a line, then `c COLUMN` a line; whole or not at all.
void write_cover(const VertexCover& cover, const std::string& path, const SideLabels& labels = {});

/// Writes parts and blocks with their sizes, then `r ROW` and `c COLUMN` a line in the order of the
/// permuted matrix; whole or not at all.
void write_decomposition(const DulmageMendelsohn& decomposition, const std::string& path,
                         const SideLabels& labels = {});

/// Writes one id per line, in the order given; whole or not at all.
void write_order(std::span<const VertexId> order, const std::string& path,
                 const VertexLabels& labels = {});

}  // namespace hypermatch::io
