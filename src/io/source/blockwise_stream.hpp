// SPDX-License-Identifier: MIT
// The frame of streams of files, which are read in blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>
#include <variant>

#include "hypermatch/context.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/external_matching.hpp"
#include "io/source/windows.hpp"
#include "io/text/text.hpp"
#include "structures/any_weights.hpp"

namespace hypermatch::detail::io {

class BlockwiseStream : public EdgeStream {
 public:
  bool next(StreamedEdge& edge) final {
    // Ends: each turn reads a block.
    while (place_ == block_.num_edges()) {
      place_ = 0;
      if (read_block() == 0) {
        block_.ids.resize(0);
        return false;
      }
    }
    edge.id = block_.ids[place_];
    edge.pins = std::as_const(block_).pins_of(place_);
    structures::with_weight(view_of(block_.weights), place_, [&](auto weight) {
      edge.weight = static_cast<double>(weight);
      edge.is_integer = std::is_same_v<decltype(weight), std::int64_t>;
      edge.integer_weight = edge.is_integer ? static_cast<std::int64_t>(weight) : 0;
    });
    ++place_;
    return true;
  }

 private:
  static constexpr std::size_t k_block = std::size_t{1} << 17;

  std::size_t read_block() {
    try {
      return next_blocks(context_, {&block_, 1}, k_block);
    } catch (const std::bad_alloc&) {
      throw Error(ErrorCode::resources, "out of memory");
    }
  }

  Context context_{{.threads = 1}};
  EdgeBlock block_;
  std::size_t place_ = 0;
};

/// Cuts what is left of a window into at most `most` pieces of whole lines, of which blocks of
/// about `block_bytes` are made: a short edge takes more bytes there than in text.
[[nodiscard]] inline std::vector<TextRange> cut_window(const char* at, const char* end,
                                                       std::size_t most, std::size_t block_bytes) {
  const std::size_t piece = std::max<std::size_t>(block_bytes / 4, 16);
  std::vector<TextRange> pieces;
  // Ends: each turn takes bytes.
  while (at != end && pieces.size() < most) {
    const auto left = static_cast<std::size_t>(end - at);
    const char* const stop = left <= piece ? end : behind_line(at + piece, end);
    pieces.push_back({at, stop});
    at = stop;
  }
  return pieces;
}

}  // namespace hypermatch::detail::io
