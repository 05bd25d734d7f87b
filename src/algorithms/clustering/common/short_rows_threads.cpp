// SPDX-License-Identifier: MIT
#include "algorithms/clustering/common/short_rows.hpp"

#include <limits>

#include "algorithms/clustering/common/level.hpp"
#include "base/per_isa.hpp"

namespace hypermatch::detail::clustering {

namespace {

constexpr double k_no_gain = -std::numeric_limits<double>::infinity();

// The size of the inner loops is known to the compiler, which keeps the sums in registers.
template <std::size_t Size, bool Units, class Sum>
HYPERMATCH_ALWAYS_INLINE Target best(const ShortRow<Sum>& row, double price,
                                     const std::int64_t* volumes) {
  VertexId communities[Size];
  for (std::size_t i = 0; i < Size; ++i) communities[i] = row.communities[i];
  Sum sums[Size] = {};
  for (std::size_t j = 0; j < row.count; ++j) {
    const VertexId other = row.communities[j];
    const Sum weight = Units ? Sum{1} : row.weights[j];
    for (std::size_t i = 0; i < Size; ++i) sums[i] += communities[i] == other ? weight : Sum{0};
  }
  double gains[Size];
  for (std::size_t i = 0; i < Size; ++i) gains[i] = k_no_gain;
  double best_gain = k_no_gain;
  for (std::size_t i = 0; i < row.count; ++i) {
    const bool is_other = communities[i] != row.own && communities[i] != k_none;
    const double gain = MoveGain::of(price, sums[i], volumes[is_other ? communities[i] : row.own]);
    gains[i] = is_other ? gain : k_no_gain;
    best_gain = gains[i] > best_gain ? gains[i] : best_gain;
  }
  VertexId lowest = k_none;
  for (std::size_t i = 0; i < Size; ++i) {
    const VertexId community = gains[i] == best_gain ? communities[i] : k_none;
    lowest = community < lowest ? community : lowest;
  }
  // Where no gain is above minus infinity, nothing is worth a move either.
  return {best_gain == k_no_gain ? k_none : lowest, best_gain};
}

template <bool Units, class Sum>
HYPERMATCH_ALWAYS_INLINE Target best_of(const ShortRow<Sum>& row, double price,
                                        const std::int64_t* volumes) {
  if (row.count <= 8) return best<8, Units>(row, price, volumes);
  if (row.count <= 16) return best<16, Units>(row, price, volumes);
  if constexpr (k_most_short<Sum> > 16) {
    if (row.count <= 24) return best<24, Units>(row, price, volumes);
    return best<32, Units>(row, price, volumes);
  }
  return {k_none, k_no_gain};
}

}  // namespace

HYPERMATCH_PER_ISA Target best_target(const ShortRow<std::int32_t>& row, double price,
                                      const std::int64_t* volumes) {
  return best_of<false>(row, price, volumes);
}

HYPERMATCH_PER_ISA Target best_target_of_units(const ShortRow<std::int32_t>& row, double price,
                                               const std::int64_t* volumes) {
  return best_of<true>(row, price, volumes);
}

HYPERMATCH_PER_ISA Target best_target(const ShortRow<std::int64_t>& row, double price,
                                      const std::int64_t* volumes) {
  return best_of<false>(row, price, volumes);
}

}  // namespace hypermatch::detail::clustering
