// SPDX-License-Identifier: MIT
// Matched vertices that one thread marks while others look.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "hypermatch/array.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::hypergraph_matching {

/// Matched vertices as a bitmap. Only one thread at a time writes; others may read meanwhile and
/// see some of its writes, which is enough: a bit that is seen set is right, one that is missed is
/// looked at again by the commit. Hence relaxed order.
class MatchedVertices {
 public:
  explicit MatchedVertices(VertexId num_vertices) : words_(num_vertices / 64 + std::size_t{1}, 0) {}

  /// 1 if v is matched, else 0.
  [[nodiscard]] std::uint64_t contains(VertexId v) const {
    const std::atomic_ref<std::uint64_t> word(const_cast<std::uint64_t&>(words_[v / 64]));
    return (word.load(std::memory_order_relaxed) >> (v % 64)) & 1;
  }
  void insert(VertexId v) {
    const std::atomic_ref<std::uint64_t> word(words_[v / 64]);
    word.store(word.load(std::memory_order_relaxed) | (std::uint64_t{1} << (v % 64)),
               std::memory_order_relaxed);
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
  Array<std::uint64_t> words_;
};

}  // namespace hypermatch::detail::hypergraph_matching
