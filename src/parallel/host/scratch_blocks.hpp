// SPDX-License-Identifier: MIT
// Blocks of edges in a scratch file: number, size, pins and weight of each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hypermatch/array.hpp"
#include "hypermatch/external_matching.hpp"
#include "parallel/host/scratch_file.hpp"
#include "structures/value_sum.hpp"

namespace hypermatch::detail::parallel {

/// The kind of the edges of a source, which decides how equal ratings are ordered.
enum class EdgeShape {
  hyperedges,  ///< any number of pins; ties by the number of the edge
  pairs,       ///< two pins each; ties by the two ends
};

/// The place of a block, and the range of its images, which are masked.
struct BlockPlace {
  std::uint64_t at = 0;     ///< the block of the source, or the byte in the scratch file
  std::uint64_t bytes = 0;  ///< in the scratch file; 0: of the source
  std::uint64_t low = ~std::uint64_t{0};
  std::uint64_t high = 0;
  bool is_empty = true;  ///< no edge takes part

  void take(std::uint64_t image) {
    low = image < low ? image : low;
    high = image > high ? image : high;
    is_empty = false;
  }
};

/// Gathers edges and writes a block when it is full.
class BlockWriter {
 public:
  BlockWriter(ScratchFile& scratch, EdgeShape shape, bool is_weighted, std::size_t block_bytes);

  /// `image`: masked; `weight`: an int64 or, once `holds_reals`, a double.
  void add(EdgeId id, std::span<const VertexId> pins, std::uint64_t image,
           structures::RawWeight weight);
  [[nodiscard]] bool is_full() const { return bytes_ >= block_bytes_; }
  [[nodiscard]] bool is_empty() const { return ids_.empty(); }
  /// Writes what was gathered.
  void write(bool holds_reals);
  /// Appends the places of what was written since the last call.
  void move_written(std::vector<BlockPlace>& places) {
    places.insert(places.end(), written_.begin(), written_.end());
    written_.clear();
  }

 private:
  ScratchFile& scratch_;
  EdgeShape shape_;
  bool is_weighted_;
  std::size_t block_bytes_;
  std::size_t bytes_ = 0;
  BlockPlace place_;
  std::vector<BlockPlace> written_;
  Array<EdgeId> ids_;
  Array<std::uint32_t> sizes_;
  Array<VertexId> pins_;
  Array<structures::RawWeight> weights_;
  Array<std::byte> text_;
};

/// Reads a block back. `text`: room that is reused.
void read_block(ScratchFile& scratch, const BlockPlace& place, EdgeShape shape,
                Array<std::byte>& text, EdgeBlock& block);

}  // namespace hypermatch::detail::parallel
