// SPDX-License-Identifier: MIT
// Whether each edge of a METIS file stands in the lines of both its ends, while the lines pass by.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

#include "base/random.hpp"
#include "hypermatch/weights.hpp"
#include "io/formats/metis/metis_rows.hpp"
#include "io/text/text.hpp"
#include "structures/any_weights.hpp"

namespace hypermatch::detail::io {

/// The sums of two hashes of arcs; equal for equal sets in any order.
struct ArcSum {
  std::uint64_t pairs = 0;
  std::uint64_t weighted = 0;

  void add(VertexId low, VertexId high, std::uint64_t weight) {
    const std::uint64_t pair = (std::uint64_t{low} << 32) | high;
    const std::uint64_t hash = base::splitmix64(pair);
    pairs += hash;
    weighted += base::splitmix64(hash ^ base::splitmix64(weight));
  }
  void add(const ArcSum& other) {
    pairs += other.pairs;
    weighted += other.weighted;
  }
};

/// A weight of a piece, as its line has it. Pieces with a fraction hold doubles; whole numbers
/// among them stay what they are.
template <class Weight>
[[nodiscard]] Number number_of(Weight weight) {
  if constexpr (std::is_integral_v<Weight>) {
    return {std::int64_t{weight}, 0.0, true};
  } else {
    const auto real = static_cast<double>(weight);
    const bool is_whole = real == std::trunc(real) && std::abs(real) < 0x1p53;
    return {is_whole ? static_cast<std::int64_t>(real) : 0, real, is_whole};
  }
}

/// The weight at a place of a piece; 1 where there are none.
[[nodiscard]] inline Number number_at(const WeightsView& weights, std::size_t place) {
  return structures::with_weight(weights, place, [](auto weight) { return number_of(weight); });
}

/// As doubles, integers beyond 2^53 would collide.
[[nodiscard]] inline std::uint64_t bits_of(const Number& weight) {
  return weight.is_integer ? static_cast<std::uint64_t>(weight.integer)
                           : std::bit_cast<std::uint64_t>(weight.real);
}

/// Throws where the sums of the two directions differ. @throws Error{invalid_input, unsupported}
void check_directions(const std::string& name, bool same_pairs, bool same_weights);
/// Throws for the first row of the piece that has a neighbour twice. @throws Error{unsupported}
void refuse_repeated_neighbour(const std::string& name, const MetisPiece& piece,
                               std::uint64_t first_row, const MetisHeader& header);

}  // namespace hypermatch::detail::io
