// SPDX-License-Identifier: MIT
// Words of which there are few, wherever they lie: found in a sample, told by a table.
#pragma once

#include <cstdint>

namespace hypermatch::detail::graph_matching::device {

/// The few values that nearly all words have, with their ranks in a table that no two share a place
/// of. Made once per solve, in global memory, of which little is read again and again.
struct FewValues {
  static constexpr std::uint32_t k_most = 64;
  static constexpr int k_slot_bits = 10;

  std::uint32_t count;
  std::uint32_t factor;
  std::uint32_t values[k_most];  ///< rising
  std::uint8_t ranks[1U << k_slot_bits];

  [[nodiscard]] __device__ static std::uint32_t slot_of(std::uint32_t word, std::uint32_t factor) {
    return word * factor >> (32 - k_slot_bits);
  }
  /// The rank of a word, or `otherwise` if it is none of the values; with the table's factor.
  [[nodiscard]] __device__ std::uint32_t rank_of(std::uint32_t word, std::uint32_t its_factor,
                                                 std::uint32_t otherwise) const {
    const std::uint32_t rank = ranks[slot_of(word, its_factor)];
    return values[rank] == word ? rank : otherwise;
  }
  /// How many values are below a word.
  [[nodiscard]] __device__ std::uint32_t below(std::uint32_t word) const {
    std::uint32_t low = 0;
    std::uint32_t high = count;
    while (low < high) {  // ends: halves
      const std::uint32_t middle = (low + high) / 2;
      if (values[middle] < word) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
};

}  // namespace hypermatch::detail::graph_matching::device
