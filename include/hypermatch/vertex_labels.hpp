// SPDX-License-Identifier: MIT
// The ids that files use for vertices, rows and columns.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hypermatch/error.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::io {

/// The ids that the input used for its vertices where these are not simply 1 .. n.
struct VertexLabels {
  /// Text of each vertex's id, concatenated; empty if vertex v is written as v + `first`.
  std::string text = {};
  std::vector<std::uint64_t> offsets = {};  ///< size n + 1, or empty
  std::uint64_t first = 1;  ///< the number of vertex 0 where `offsets` is empty: 0 or 1
  bool are_listed = false;  ///< the file has a list of its vertices, in this order

  [[nodiscard]] bool empty() const { return offsets.empty(); }
  [[nodiscard]] std::string of(VertexId v) const {
    return empty() ? std::to_string(v + first)
                   : text.substr(offsets[v], offsets[v + 1] - offsets[v]);
  }
};

/// The ids of rows and columns; refers to labels. Without any, row v is written as v + 1.
struct SideLabels {
  const VertexLabels* rows = nullptr;
  const VertexLabels* columns = nullptr;

  SideLabels() = default;
  /// Rows and columns are the same vertices.
  SideLabels(const VertexLabels& both) : rows(&both), columns(&both) {}  // NOLINT(*-explicit-*)
  SideLabels(const VertexLabels& of_rows, const VertexLabels& of_columns)
      : rows(&of_rows), columns(&of_columns) {}

  /// Whether all are written by their numbers.
  [[nodiscard]] bool empty() const {
    return (rows == nullptr || rows->empty()) && (columns == nullptr || columns->empty());
  }
};

}  // namespace hypermatch::io
