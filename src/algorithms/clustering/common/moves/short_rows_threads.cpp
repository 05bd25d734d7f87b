// SPDX-License-Identifier: MIT
// Written in vectors of the compilers' own, because these make nothing good of the loops.
#include "algorithms/clustering/common/moves/short_rows.hpp"

#include <cstring>
#include <limits>

#include "algorithms/clustering/common/multilevel/level.hpp"
#include "base/per_isa.hpp"

namespace hypermatch::detail::clustering {

namespace {

// Four lanes each.
using Names = VertexId __attribute__((vector_size(16)));
using Longs = std::int64_t __attribute__((vector_size(32)));
using Doubles = double __attribute__((vector_size(32)));
// Eight lanes.
using Ints = std::int32_t __attribute__((vector_size(32)));

constexpr std::size_t k_lanes = 4;

template <class Vector, class Item>
HYPERMATCH_ALWAYS_INLINE void load(Vector& vector, const Item* items) {
  static_assert(sizeof(Vector) % sizeof(Item) == 0);
  std::memcpy(&vector, items, sizeof vector);
}

// The sums of the arcs of each lane's community, and of those to `own`.
template <std::size_t Size, bool Units>
HYPERMATCH_ALWAYS_INLINE std::int64_t add_up(const ShortRow<std::int32_t>& row,
                                             std::int32_t* sums) {
  constexpr std::size_t k_wide = 8;
  constexpr std::size_t k_vectors = Size / k_wide;
  Ints communities[k_vectors];
  Ints added[k_vectors] = {};
  for (std::size_t i = 0; i < k_vectors; ++i) load(communities[i], row.communities + k_wide * i);
  Ints own = {};
  const auto own_name = static_cast<std::int32_t>(row.own);
  for (std::size_t i = 0; i < k_vectors; ++i) {
    Ints weights = {};
    if constexpr (!Units) load(weights, row.weights + k_wide * i);
    own += (communities[i] == own_name) & (Units ? weights + 1 : weights);
  }
  // All of them, whatever the count: the end of a loop of any length is a wrong guess. What stands
  // behind the last arc counts for `own`, whose sum is not looked at.
  for (std::size_t j = 0; j < Size; ++j) {
    const auto other = static_cast<std::int32_t>(row.communities[j]);
    const std::int32_t weight = Units ? 1 : row.weights[j];
    for (std::size_t i = 0; i < k_vectors; ++i) added[i] += (communities[i] == other) & weight;
  }
  std::memcpy(sums, added, sizeof added);
  std::int64_t own_links =
      Units ? static_cast<std::int64_t>(row.count) - static_cast<std::int64_t>(Size) : 0;
  for (std::size_t k = 0; k < k_wide; ++k) own_links += own[k];
  return own_links;
}

template <std::size_t Size, bool Units>
HYPERMATCH_ALWAYS_INLINE std::int64_t add_up(const ShortRow<std::int64_t>& row,
                                             std::int64_t* sums) {
  constexpr std::size_t k_vectors = Size / k_lanes;
  Longs communities[k_vectors];
  Longs added[k_vectors] = {};
  for (std::size_t i = 0; i < k_vectors; ++i) {
    Names names;
    load(names, row.communities + k_lanes * i);
    communities[i] = __builtin_convertvector(names, Longs);
  }
  Longs own = {};
  const std::int64_t own_name = row.own;
  for (std::size_t i = 0; i < k_vectors; ++i) {
    Longs weights;
    load(weights, row.weights + k_lanes * i);
    own += (communities[i] == own_name) & weights;
  }
  for (std::size_t j = 0; j < Size; ++j) {
    const std::int64_t other = row.communities[j];
    const std::int64_t weight = row.weights[j];
    for (std::size_t i = 0; i < k_vectors; ++i) added[i] += (communities[i] == other) & weight;
  }
  std::memcpy(sums, added, sizeof added);
  return own[0] + own[1] + own[2] + own[3];
}

template <std::size_t Size, bool Units, class Sum>
HYPERMATCH_ALWAYS_INLINE RowValue value(const ShortRow<Sum>& row, double price,
                                        const std::int64_t* volumes) {
  const VertexId own = row.own;
  constexpr std::size_t k_vectors = Size / k_lanes;
  Sum sums[Size];
  const std::int64_t own_links = add_up<Size, Units>(row, sums);
  Doubles gains[k_vectors];
  Doubles best4 = {-1, -1, -1, -1};
  best4 *= std::numeric_limits<double>::infinity();
  const Doubles none = best4;
  for (std::size_t i = 0; i < k_vectors; ++i) {
    const VertexId* const names = row.communities + k_lanes * i;
    const Sum* const links = sums + k_lanes * i;
    const Doubles volume = {
        static_cast<double>(volumes[names[0]]), static_cast<double>(volumes[names[1]]),
        static_cast<double>(volumes[names[2]]), static_cast<double>(volumes[names[3]])};
    const Doubles linked = {static_cast<double>(links[0]), static_cast<double>(links[1]),
                            static_cast<double>(links[2]), static_cast<double>(links[3])};
    Names name;
    load(name, names);
    // As `MoveGain::of`.
    const Doubles gain = linked - price * volume;
    gains[i] = __builtin_convertvector(name != own, Longs) != 0 ? gain : none;
    best4 = gains[i] > best4 ? gains[i] : best4;
  }
  double best = best4[0];
  for (std::size_t k = 1; k < k_lanes; ++k) best = best4[k] > best ? best4[k] : best;
  // Where no gain is above minus infinity, nothing is worth a move either.
  Names lowest4 = {k_none, k_none, k_none, k_none};
  for (std::size_t i = 0; i < k_vectors; ++i) {
    Names name;
    load(name, row.communities + k_lanes * i);
    // All bits are set in k_none.
    name |= __builtin_convertvector(gains[i] != best, Names);
    lowest4 = name < lowest4 ? name : lowest4;
  }
  VertexId lowest = lowest4[0];
  for (std::size_t k = 1; k < k_lanes; ++k) lowest = lowest4[k] < lowest ? lowest4[k] : lowest;
  return {{lowest, best}, own_links};
}

template <bool Units, class Sum>
HYPERMATCH_ALWAYS_INLINE RowValue any_value(const ShortRow<Sum>& row, double price,
                                            const std::int64_t* volumes) {
  if (row.count <= 8) return value<8, Units>(row, price, volumes);
  if (row.count <= 16) return value<16, Units>(row, price, volumes);
  if (row.count <= 24) return value<24, Units>(row, price, volumes);
  return value<32, Units>(row, price, volumes);
}

}  // namespace

HYPERMATCH_PER_ISA RowValue value_of(const ShortRow<std::int32_t>& row, double price,
                                     const std::int64_t* volumes) noexcept {
  return any_value<false>(row, price, volumes);
}

HYPERMATCH_PER_ISA RowValue value_of_units(const ShortRow<std::int32_t>& row, double price,
                                           const std::int64_t* volumes) noexcept {
  return any_value<true>(row, price, volumes);
}

HYPERMATCH_PER_ISA RowValue value_of(const ShortRow<std::int64_t>& row, double price,
                                     const std::int64_t* volumes) noexcept {
  return any_value<false>(row, price, volumes);
}

}  // namespace hypermatch::detail::clustering
