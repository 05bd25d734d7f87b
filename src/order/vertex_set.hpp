// SPDX-License-Identifier: MIT
// A set of vertices as a bitmap: n / 8 bytes, so that it stays in cache where bytes would not.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hypermatch/array.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::order {

/// Vertices 0 .. num_vertices - 1, one bit each.
class VertexSet {
 public:
  explicit VertexSet(VertexId num_vertices) : words_(num_vertices / 64 + std::size_t{1}, 0) {}

  /// 1 if v is in the set, else 0. Not while another thread inserts.
  [[nodiscard]] std::uint64_t contains(VertexId v) const {
    return (words_[v / 64] >> (v % 64)) & 1;
  }
  /// All ones if v is not in the set, else 0: hides a matched vertex from a maximum without a
  /// branch.
  [[nodiscard]] std::uint64_t mask_of_free(VertexId v) const { return contains(v) - 1; }

  /// Whether one of `size` pins is in the set. Inlined by force: g++ 12 makes it a function of its
  /// own where it is called often, and rows of a 27-point stencil then take a tenth longer to
  /// match.
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

  [[nodiscard]] bool meets(std::span<const VertexId> pins) const {
    return meets(pins.data(), pins.size());
  }

  void insert(VertexId v) { words_[v / 64] |= std::uint64_t{1} << (v % 64); }
  void insert(std::span<const VertexId> pins) {
    for (const VertexId v : pins) insert(v);
  }
  /// Empties the set.
  void clear() { std::fill(words_.begin(), words_.end(), 0); }
  void remove(VertexId v) { words_[v / 64] &= ~(std::uint64_t{1} << (v % 64)); }
  /// Inserts v, or removes it if `is_there` is 0.
  void put(VertexId v, std::uint64_t is_there) {
    words_[v / 64] = (words_[v / 64] & ~(std::uint64_t{1} << (v % 64))) | is_there << (v % 64);
  }
  /// Inserts v where the mask is all ones, not where it is 0.
  void insert_if(VertexId v, std::uint64_t mask) {
    words_[v / 64] |= std::uint64_t{1} << (v % 64) & mask;
  }
  /// Inserts v while other threads insert; true if it was not there, for one of them only.
  bool insert_shared(VertexId v) {
    const std::uint64_t bit = std::uint64_t{1} << (v % 64);
    // Relaxed: nothing is published through the bitmap, and it is read after the parallel phase.
    return (std::atomic_ref(words_[v / 64]).fetch_or(bit, std::memory_order_relaxed) & bit) == 0;
  }
  /// Vertices 64 * i .. 64 * i + 63 at once; bit v % 64 is v.
  void set_word(std::size_t i, std::uint64_t word) { words_[i] = word; }

  /// The bitmap: bit v % 8 of byte v / 8 (little endian).
  [[nodiscard]] void* data() { return words_.data(); }

 private:
  Array<std::uint64_t> words_;
};

}  // namespace hypermatch::detail::order
