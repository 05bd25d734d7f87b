// SPDX-License-Identifier: MIT
// The lines of a METIS file behind its header: one per vertex, with its size, its weights and its
// neighbours, as far as the header says so. The entries of all lines are counted first, so that
// each thread stores those of its lines where they belong.
#pragma once

#include <cstdint>
#include <vector>

#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/instance_io.hpp"
#include "io/builders/self_loops.hpp"
#include "io/text/text.hpp"

namespace hypermatch::detail::io {

/// Weights per vertex, at most.
inline constexpr std::uint64_t k_most_vertex_weights = 1024;

/// Contents of the first line.
struct MetisHeader {
  const char* line = nullptr;  ///< where it stands
  std::uint64_t num_vertices = 0;
  std::uint64_t num_edges = 0;
  bool vertex_sizes = false;
  std::uint32_t vertex_weights = 0;
  bool edge_weights = false;
  std::uint64_t first_id = 1;  ///< the number of the first vertex, not in the line
};

/// How lines are read.
struct MetisLineOptions {
  bool positive_vertex_weights = false;
  SelfLoops self_loops = SelfLoops::drop;
  NegativeWeights negative_weights = NegativeWeights::keep;
};

/// The lines as they stand, self-loops apart.
struct MetisRows {
  CompressedGraph graph;
  Array<std::int64_t> vertex_weights;
  bool are_ascending = true;  ///< the neighbours of each row, none twice
  std::uint64_t self_loops = 0;
  std::vector<SelfLoop> loops;  ///< where they are kept
  std::uint64_t comment_lines = 0;
  std::uint64_t blank_lines = 0;
};

/// The rows of a piece of whole lines, as they stand, self-loops apart.
struct MetisPiece {
  std::uint64_t rows = 0;
  Array<Offset> row_begin;  ///< of `rows`, and behind the last
  Array<VertexId> neighbours;
  Weights weights;
  bool are_ascending = true;
  std::uint64_t self_loops = 0;
};

/// The first line that is no comment. Counts what stands in front of it.
[[nodiscard]] MetisHeader read_metis_header(Cursor& cursor, hypermatch::io::ReadReport& report);

/// Throws TextFailure unless the header's count of edges fits one way of counting them.
void check_neighbour_count(const MetisHeader& header, std::uint64_t entries,
                           std::uint64_t self_loops, std::uint64_t edges);

/// How many of these whole lines stand for vertices.
[[nodiscard]] std::uint64_t count_metis_rows(TextRange lines);

/// Reads whole lines, the first of which is that of `first_row`. Takes memory in proportion to
/// them. @throws TextFailure
[[nodiscard]] MetisPiece read_piece(const Context& context, const MetisHeader& header,
                                    TextRange lines, std::uint64_t first_row,
                                    const MetisLineOptions& options);

/// Reads the lines of all vertices. @throws TextFailure
[[nodiscard]] MetisRows read_rows(const Context& context, const MetisHeader& header, TextRange body,
                                  const MetisLineOptions& options);

/// Throws the TextFailure that `read_rows` would of a body that begins with these whole lines.
void check_front_rows(const Context& context, const MetisHeader& header, TextRange lines,
                      const MetisLineOptions& options);

}  // namespace hypermatch::detail::io
