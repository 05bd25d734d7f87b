// SPDX-License-Identifier: MIT
// How a key fits beside a round's number into the 32-bit word that edges compete with at their
// pins: twice as many 32-bit words per vertex fit into a cache as keys. Each batch has an interval
// of codes below those of all batches before, divided into pieces of equal width by ranks of a
// sample; a piece maps its keys linearly. Codes never fall as keys rise, but keys of a piece may
// share one: users of the codes must detect that.
#pragma once

#include <cstdint>

#include "base/host_device.hpp"

namespace hypermatch::detail::hypergraph_matching {

constexpr int k_code_bits = 28;
constexpr std::uint32_t k_codes = 1U << k_code_bits;
/// Rounds are 1 .. k_round_tags - 1; 0 is that of a cleared slot.
constexpr std::uint32_t k_round_tags = 1U << (32 - k_code_bits);

/// Words of a later round are above all earlier ones, so that nothing is cleared in between.
[[nodiscard]] HYPERMATCH_HD constexpr std::uint32_t slot_word(std::uint32_t round,
                                                              std::uint32_t code) {
  return round << k_code_bits | code;
}

/// Codes of keys: linear from `low` on, and the first or last one beyond what it was made for.
struct CodePiece {
  std::uint64_t low = 0;
  std::uint32_t first = 0;
  std::uint32_t codes = 1;
  std::uint32_t shift = 0;

  [[nodiscard]] HYPERMATCH_HD std::uint32_t operator()(std::uint64_t key) const {
    const std::uint64_t place = key > low ? (key - low) >> shift : 0;
    return first + (place < codes ? static_cast<std::uint32_t>(place) : codes - 1);
  }
};

/// Maps low .. high to first .. first + codes - 1, using more than half of them where there are
/// enough keys; low <= high, codes >= 2.
[[nodiscard]] HYPERMATCH_HD inline CodePiece code_piece(std::uint64_t low, std::uint64_t high,
                                                        std::uint32_t first, std::uint32_t codes) {
  CodePiece piece{low, first, codes, 0};
  // Ends: after 63 steps 1 is left, at most.
  for (std::uint64_t range = high - low; range >= codes; range >>= 1) ++piece.shift;
  return piece;
}

/// How many of the `free` codes a batch gets that takes `taken` of the `left` sampled keys: as many
/// as each later one, if each takes `growth` as many keys as the one before. Where `taken` is 0 it
/// is a part of what lies between two sampled keys. At least 2, of at least 2.
[[nodiscard]] HYPERMATCH_HD inline std::uint32_t codes_of_batch(std::uint32_t free,
                                                                std::uint32_t taken,
                                                                std::uint32_t left, float growth) {
  std::uint32_t batches = 64;
  if (taken != 0) {
    float its = static_cast<float>(taken);
    float sum = its;
    // Ends: a batch is a key, at least.
    for (batches = 1; sum < static_cast<float>(left) && batches < 64; ++batches) {
      its *= growth;
      sum += its;
    }
  }
  return free / batches < 2 ? 2 : free / batches;
}

}  // namespace hypermatch::detail::hypergraph_matching
