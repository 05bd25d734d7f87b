// SPDX-License-Identifier: MIT
// Matched vertices.
#pragma once

#include <cstddef>
#include <cstdint>

#include "hypermatch/array.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::hypergraph_matching {

/// Matched vertices as a bitmap: n / 8 bytes, so that it stays in cache where bytes would not. Not
/// to be read while another thread inserts.
class MatchedVertices {
 public:
  explicit MatchedVertices(VertexId num_vertices) : words_(num_vertices / 64 + std::size_t{1}, 0) {}

  /// 1 if v is matched, else 0.
  [[nodiscard]] std::uint64_t contains(VertexId v) const {
    return (words_[v / 64] >> (v % 64)) & 1;
  }
  /// The bitmap: bit v % 8 of byte v / 8 (little endian).
  [[nodiscard]] void* data() { return words_.data(); }
  /// Asks for the word of `v` to be written soon.
  [[gnu::always_inline]] void prefetch(VertexId v) const {
    __builtin_prefetch(words_.data() + v / 64, 1);
  }
  void insert(VertexId v) { words_[v / 64] |= std::uint64_t{1} << (v % 64); }
  /// True if one of `size` pins is matched. Inlined by force: g++ 12 makes it a function of its own
  /// where it is called often, and rows of a 27-point stencil then take a tenth longer to match.
  [[nodiscard, gnu::always_inline]] bool meets(const VertexId* pins, std::uint64_t size) const {
    // Four look-ups at a time: together they cost little more than one, and one branch fewer each.
    for (; size > 4; pins += 4, size -= 4) {
      if ((contains(pins[0]) | contains(pins[1]) | contains(pins[2]) | contains(pins[3])) != 0) {
        return true;
      }
    }
    std::uint64_t found = 0;
    for (std::uint64_t i = 0; i < size; ++i) found |= contains(pins[i]);
    return found != 0;
  }

 private:
  Array<std::uint64_t> words_;
};

}  // namespace hypermatch::detail::hypergraph_matching
