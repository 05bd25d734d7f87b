// SPDX-License-Identifier: MIT
// The inner loop of the hMETIS reader: lines of hyperedges to columns, one chunk of whole lines at
// a time, as fast as one core can.
#pragma once

#include <cstdint>
#include <exception>
#include <limits>
#include <string>

#include "base/per_isa.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/instance_io.hpp"
#include "hypermatch/types.hpp"
#include "io/builders/duplicate_pins.hpp"
#include "io/text/growing_weights.hpp"

namespace hypermatch::detail::io {

/// Hyperedges as they are parsed.
struct EdgeColumns {
  Array<Offset> offsets{1, Offset{0}};  ///< one more than edges
  Array<VertexId> pins;
  GrowingWeights weights;

  [[nodiscard]] std::uint64_t num_edges() const { return offsets.size() - 1; }
  /// Forgets the hyperedges, keeps their room.
  void clear(GrowingWeights::Kind kind = GrowingWeights::Kind::int32);
  /// Room for `more_pins` and `more_edges` behind what is there. @throws Error{resources}
  void reserve_more(std::size_t more_pins, std::size_t more_edges, bool weighted);
};

/// Counts of a piece of text.
struct ScanCounts {
  std::uint64_t comment_lines = 0;
  std::uint64_t blank_lines = 0;
  std::uint64_t blank_edges = 0;  ///< those of the blank lines that are empty hyperedges
  std::uint64_t merged_pins = 0;
  std::uint64_t empty_edges = 0;
  std::uint64_t zero_weights = 0;
  std::uint64_t negative_weights = 0;

  ScanCounts& operator+=(const ScanCounts& other);
  void add_to(hypermatch::io::ReadReport& report) const;
};

struct ScanResult {
  const char* stop = nullptr;  ///< where the scan ended: a line's begin, or the end
  ScanCounts counts;
  const char* error_at = nullptr;  ///< where the text breaks the format; null: nowhere
  std::string message;             ///< what was expected and what was found

  /// Lines in front of `stop`, of a scan that appended `edges`.
  [[nodiscard]] std::uint64_t lines(std::uint64_t edges) const {
    return counts.comment_lines + counts.blank_lines - counts.blank_edges + edges;
  }
};

/// How the lines of hyperedges look.
struct HgrShape {
  VertexId num_vertices = 0;
  bool weighted = false;       ///< each line starts with the edge's weight
  bool blank_is_edge = false;  ///< a blank line is an empty hyperedge, else it is skipped
  std::uint32_t first_id = 1;  ///< the number of the first vertex
};

inline constexpr std::uint64_t k_no_limit = std::numeric_limits<std::uint64_t>::max();

/// The most that `bytes` of text can hold, with room for what is read past its last pin.
[[nodiscard]] constexpr std::size_t most_pins(std::size_t bytes) {
  return bytes / 2 + 1 + DuplicatePins::k_slack;
}
[[nodiscard]] constexpr std::size_t most_edges(std::size_t bytes, const HgrShape& shape) {
  return (shape.weighted ? bytes / 2 : bytes) + 1;
}

class HgrScanner {
 public:
  explicit HgrScanner(const HgrShape& shape) : shape_(shape) {}
  void set_shape(const HgrShape& shape) { shape_ = shape; }

  /// Appends the hyperedges of [begin, end), whole lines followed by k_padding readable bytes, to
  /// `columns`; stops early behind `most` edges, or at an error, whose line leaves nothing.
  /// @throws Error{resources}
  [[nodiscard]] ScanResult scan(const char* begin, const char* end, std::uint64_t most,
                                EdgeColumns& columns);

 private:
  template <bool Weighted>
  HYPERMATCH_ALWAYS_INLINE ScanResult scan_lines(const char* begin, const char* end,
                                                 std::uint64_t most, EdgeColumns& columns);
  /// `scan` without exceptions, which must not leave a function of several versions.
  std::exception_ptr try_scan(const char* begin, const char* end, std::uint64_t most,
                              EdgeColumns& columns, ScanResult& result) noexcept;

  HgrShape shape_;
  DuplicatePins duplicates_;
};

}  // namespace hypermatch::detail::io
