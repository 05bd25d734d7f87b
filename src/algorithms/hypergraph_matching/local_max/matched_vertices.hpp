// SPDX-License-Identifier: MIT
// Matched vertices, and copies of them for the threads that may lag behind.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/types.hpp"
#include "parallel/primitives.hpp"

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
  void insert(VertexId v) { words_[v / 64] |= std::uint64_t{1} << (v % 64); }
  /// Becomes equal to `other`, which has as many vertices.
  void copy_from(const Context& context, const MatchedVertices& other) {
    parallel::for_chunks(context, parallel::cut(context, words_.size(), k_words_a_copy, 1),
                         [&](std::size_t, std::size_t begin, std::size_t end) {
                           std::copy(other.words_.begin() + begin, other.words_.begin() + end,
                                     words_.begin() + begin);
                         });
  }
  /// True if one of `size` pins is matched.
  [[nodiscard]] bool meets(const VertexId* pins, std::uint64_t size) const {
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
  static constexpr std::size_t k_words_a_copy = std::size_t{1} << 16;

  Array<std::uint64_t> words_;
};

}  // namespace hypermatch::detail::hypergraph_matching
