// SPDX-License-Identifier: MIT
// Runs of sorted entries with the same head, and their sums, which are exact whatever the order, so
// that both directions of an edge agree.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>

#include "base/exact_sum.hpp"
#include "coarsen/contraction_input.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/types.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/radix_sort.hpp"

namespace hypermatch::detail::coarsen {

/// The weight of what has none: it counts 1 and takes no room.
struct One {};

/// An arc or a pin's hyperedge after renaming. Heads are below k_none, which marks no entry.
template <class Value>
struct Entry {
  VertexId head;
  [[no_unique_address]] Value weight;
};
static_assert(sizeof(Entry<One>) == 4);

template <class Value>
using SumOf = std::conditional_t<std::is_floating_point_v<Value>, double, std::int64_t>;

/// Real numbers stay double.
[[nodiscard]] constexpr bool fits_int32(std::int64_t sum) {
  return sum >= std::numeric_limits<std::int32_t>::min() &&
         sum <= std::numeric_limits<std::int32_t>::max();
}
[[nodiscard]] constexpr bool fits_int32(double) {
  return false;
}

/// Whether one entry can stand for a run of this sum and length.
template <class Value>
[[nodiscard]] constexpr bool is_exact(SumOf<Value> sum, std::size_t length) {
  if constexpr (std::is_same_v<Value, std::int32_t>) return fits_int32(sum);
  return length == 1 || std::is_same_v<Value, SumOf<Value>>;
}
/// That entry.
template <class Value>
[[nodiscard]] constexpr Entry<Value> entry_of(const Entry<Value>& first, SumOf<Value> sum) {
  if constexpr (std::is_same_v<Value, One>) {
    return first;
  } else {
    return {first.head, static_cast<Value>(sum)};
  }
}

/// The end of the run that begins at `begin`.
template <class Value>
[[nodiscard]] std::size_t end_of_run(std::span<const Entry<Value>> entries, std::size_t begin) {
  std::size_t end = begin;
  // Ends: `end` grows past `begin` at least.
  do ++end;
  while (end < entries.size() && entries[end].head == entries[begin].head);
  return end;
}

/// The sum of a run of several entries. Its own function, because most runs have one.
template <class Value>
[[nodiscard]] [[gnu::noinline]] SumOf<Value> sum_of_several(std::span<const Entry<Value>> run) {
  if constexpr (std::is_floating_point_v<Value>) {
    const double sum = base::exact_sum(
        run.size(), [&](std::size_t i) { return static_cast<double>(run[i].weight); });
    if (std::isfinite(sum)) return sum;
    if (!std::all_of(run.begin(), run.end(),
                     [](const auto& entry) { return std::isfinite(entry.weight); })) {
      refuse_terms_not_finite();
    }
  } else {
    base::Int128 sum = 0;
    for (const auto& entry : run) sum += entry.weight;
    if (base::fits_int64(sum)) return static_cast<std::int64_t>(sum);
  }
  refuse_sums_beyond_type();
}

/// @throws Error{invalid_input} if it is beyond int64 or double
template <class Value>
[[nodiscard]] SumOf<Value> sum_of_run(std::span<const Entry<Value>> run) {
  if constexpr (std::is_same_v<Value, One>) {
    return static_cast<std::int64_t>(run.size());
  } else {
    return run.size() == 1 ? run[0].weight : sum_of_several<Value>(run);
  }
}

/// Sorts entries by head on all threads; linear, with room for a second copy.
template <class Value>
void sort_runs(const Context& context, Array<Entry<Value>>& entries) {
  parallel::radix_sort(context, entries, [](const auto& entry) { return entry.head; });
}

}  // namespace hypermatch::detail::coarsen
