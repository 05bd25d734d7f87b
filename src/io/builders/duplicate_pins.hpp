// SPDX-License-Identifier: MIT
// Finds and merges pins that are repeated inside one hyperedge, cheaply enough to look at every
// edge of a file while it is read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "hypermatch/array.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::io {

class DuplicatePins {
 public:
  /// Pins that may be read past the end of the ones that are given.
  static constexpr std::size_t k_slack = 8;

  /// Keeps the first of equal pins, in order, and returns how many are left.
  [[nodiscard]] std::size_t merge(VertexId* pins, std::size_t size) {
    return differ_at_a_glance(pins, size) ? size : merge_slowly(pins, size);
  }
  /// True if all pins differ. Never takes longer than sorting them.
  [[nodiscard]] bool differ(const VertexId* pins, std::size_t size) {
    return differ_at_a_glance(pins, size) || differ_slowly(pins, size);
  }

 private:
  /// False says nothing.
  [[nodiscard]] bool differ_at_a_glance(const VertexId* pins, std::size_t size) {
    if (size < 2) return true;
    if (size <= 3) {
      const bool third_differs = size < 3 || (pins[0] != pins[2] && pins[1] != pins[2]);
      return pins[0] != pins[1] && third_differs;
    }
    if (size <= 8) return all_differ(pins, size);
    return ascending(pins, size) || (size <= 128 && leave_marks(pins, size));
  }

  /// Up to 8 pins against each other: four rotations meet every pair. May take equal pins for
  /// granted where there are none (never the other way), if pins come close to 2^32.
  [[nodiscard]] static bool all_differ(const VertexId* pins, std::size_t size) {
    using Lanes = std::uint32_t __attribute__((vector_size(32)));
    constexpr Lanes k_number = {0, 1, 2, 3, 4, 5, 6, 7};
    Lanes x;
    std::memcpy(&x, pins, sizeof(x));
    const Lanes used = Lanes(k_number < static_cast<std::uint32_t>(size));
    x = (x & used) | (~used & (k_number + 0xFFFFFFF0U));
    const Lanes equal = Lanes(x == __builtin_shufflevector(x, x, 1, 2, 3, 4, 5, 6, 7, 0)) |
                        Lanes(x == __builtin_shufflevector(x, x, 2, 3, 4, 5, 6, 7, 0, 1)) |
                        Lanes(x == __builtin_shufflevector(x, x, 3, 4, 5, 6, 7, 0, 1, 2)) |
                        Lanes(x == __builtin_shufflevector(x, x, 4, 5, 6, 7, 0, 1, 2, 3));
    std::uint64_t halves[4];
    std::memcpy(halves, &equal, sizeof(halves));
    return (halves[0] | halves[1] | halves[2] | halves[3]) == 0;
  }

  [[nodiscard]] static bool ascending(const VertexId* pins, std::size_t size) {
    std::uint32_t falls = 0;
    for (std::size_t i = 1; i < size; ++i) falls |= pins[i - 1] >= pins[i] ? 1U : 0U;
    return falls == 0;
  }

  /// Marks the places that the low bits of the pins name; true if each pin found its place without
  /// a mark of this edge, so that all differ.
  [[nodiscard]] bool leave_marks(const VertexId* pins, std::size_t size) {
    if (++edge_ == 0) forget_marks();
    std::uint32_t* const marks = marks_.data();
    std::uint32_t found = 0;
    for (std::size_t i = 0; i < size; ++i) {
      std::uint32_t& mark = marks[pins[i] % k_marks];
      found |= mark == edge_ ? 1U : 0U;
      mark = edge_;
    }
    return found == 0;
  }
  void forget_marks();

  [[nodiscard]] std::size_t merge_slowly(VertexId* pins, std::size_t size);
  [[nodiscard]] bool differ_slowly(const VertexId* pins, std::size_t size);
  /// Frees the slots, at least two per pin, and returns the mask of their number.
  [[nodiscard]] std::size_t clear_slots(std::size_t size);

  static constexpr std::size_t k_marks = std::size_t{1} << 14;
  Array<std::uint32_t> marks_;  // the last edge that came by
  std::uint32_t edge_ = 0xFFFFFFFF;

  // Open addressing; a slot holds (generation << 32) | pin, older generations are free.
  Array<std::uint64_t> slots_;
  std::uint64_t generation_ = 0;
};

}  // namespace hypermatch::detail::io
