// SPDX-License-Identifier: MIT
// Weights of edges that a file names several times.
#pragma once

#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"

namespace hypermatch::io {

/// The weight of an edge that a graph file names several times.
enum class ParallelEdges {
  heaviest,  ///< the largest of their weights
  lightest,  ///< the smallest of their weights
  /// The sum of their weights, 1 where edges have none. Exact for integers; doubles are added in
  /// the order of the file. Error{invalid_input} beyond 64 bits, or beyond doubles.
  sum,
  count,  ///< how often the file names the edge, whatever weights it has
};

}  // namespace hypermatch::io

namespace hypermatch {

template <>
struct EnumNames<io::ParallelEdges> {
  static constexpr EnumName<io::ParallelEdges> all[] = {{io::ParallelEdges::heaviest, "heaviest"},
                                                        {io::ParallelEdges::lightest, "lightest"},
                                                        {io::ParallelEdges::sum, "sum"},
                                                        {io::ParallelEdges::count, "count"}};
};

}  // namespace hypermatch
