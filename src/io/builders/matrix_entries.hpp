// SPDX-License-Identifier: MIT
// Entries of Matrix Market files, and what is kept of them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hypermatch/array.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/instance_io.hpp"
#include "io/builders/self_loops.hpp"
#include "io/formats/matrix/matrix_header.hpp"
#include "io/text/text.hpp"
#include "io/text/weight_column.hpp"

namespace hypermatch::detail::io {

struct EntryPart : ChunkPart {
  std::uint64_t first_entry = 0;  ///< of an array: the number of the part's first entry
  std::uint64_t entries = 0;
  std::uint64_t self_loops = 0;
  std::uint64_t explicit_zeros = 0;
  std::uint64_t lost_signs = 0;  ///< negative values whose absolute value counts
  std::vector<SelfLoop> loops;   ///< where they are kept
  Array<GraphEdge> pairs;        ///< {row, column}
  WeightColumn weights;
};

/// Reads values, and keeps entries as the wanted structure needs them.
class EntryTaker {
 public:
  enum class Wanted {
    graph,    ///< absolute values as weights
    pattern,  ///< as stored
    values,   ///< both triangles, signed values
  };

  EntryTaker(const MatrixHeader& header, Wanted wanted, const ParseInput& input);

  /// One number, or the two of a complex value, at the cursor. Keeps the entry, unless it is a zero
  /// that is left out.
  void take_value(EntryPart& part, VertexId row, VertexId column, Cursor& cursor) const;
  /// Keeps an entry.
  void take(EntryPart& part, VertexId row, VertexId column, const Number& value) const;

  [[nodiscard]] const MatrixHeader& header() const { return header_; }

 private:
  const MatrixHeader& header_;
  Wanted wanted_;
  bool keeps_zeros_;
  bool counts_zeros_;
  hypermatch::io::SelfLoops self_loops_;
};

/// Throws "expected 3 entries, found the end of the file after 2" where entries are left over.
void check_no_entry_left(const ParseInput& input, const MatrixHeader& header, std::uint64_t left);

/// Reads the values of an array into `parts`, which cut the text behind the size line. @throws
/// TextFailure
void parse_array(const ParseInput& input, const EntryTaker& taker, std::vector<EntryPart>& parts);
/// Checks the first lines of a file in the same way.
void check_front_of_array(const ParseInput& front, const EntryTaker& taker,
                          std::vector<EntryPart>& parts);

}  // namespace hypermatch::detail::io
