// SPDX-License-Identifier: MIT
// Runs of sorted entries with the same head, and their sums: exact for integers; real numbers are
// added from the lightest to the heaviest, so that both directions of an edge agree.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>

#include "coarsen/exact_integer.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/error.hpp"
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

/// Where the run that begins at `begin` ends.
template <class Value>
[[nodiscard]] std::size_t end_of_run(std::span<const Entry<Value>> entries, std::size_t begin) {
  std::size_t end = begin;
  // Ends: `end` grows past `begin` at least.
  do ++end;
  while (end < entries.size() && entries[end].head == entries[begin].head);
  return end;
}

/// Real numbers of a run ascend after it, as `sum_of_run` wants them.
/// @throws Error{invalid_input} for what is no number and has no place in that order
template <class Value>
void order_run(std::span<Entry<Value>> run) {
  if constexpr (std::is_floating_point_v<Value>) {
    if (run.size() == 1) return;
    if (std::any_of(run.begin(), run.end(),
                    [](const auto& entry) { return std::isnan(entry.weight); })) {
      throw Error(ErrorCode::invalid_input, "a weight of parallel edges is not a finite number");
    }
    std::sort(run.begin(), run.end(),
              [](const auto& a, const auto& b) { return a.weight < b.weight; });
  }
}

/// The sum of a run of several entries. Its own function, because most runs have one.
template <class Value>
[[nodiscard]] [[gnu::noinline]] SumOf<Value> sum_of_several(std::span<const Entry<Value>> run) {
  bool fits = true;
  SumOf<Value> sum = 0;
  if constexpr (std::is_floating_point_v<Value>) {
    for (const auto& entry : run) sum += entry.weight;
    fits = std::isfinite(sum);
  } else {
    ExactInteger exact;
    for (const auto& entry : run) exact += ExactInteger::of(entry.weight);
    fits = exact.fits();
    sum = exact.value();
  }
  if (!fits) {
    throw Error(ErrorCode::invalid_input,
                "the weights of parallel edges of the contraction add up beyond their type");
  }
  return sum;
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

/// Unsigned integers in the order of floating-point numbers that are not NaN.
template <class Real>
[[nodiscard]] auto ordered_bits(Real value) {
  using Bits = std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>;
  constexpr Bits k_sign = Bits{1} << (8 * sizeof(Real) - 1);
  const auto bits = std::bit_cast<Bits>(value);
  return (bits & k_sign) != 0 ? static_cast<Bits>(~bits) : static_cast<Bits>(bits | k_sign);
}

/// Sorts entries by head, and runs as `order_run` does, on all threads; linear, with room for a
/// second copy.
template <class Value>
void sort_runs(const Context& context, Array<Entry<Value>>& entries) {
  if constexpr (std::is_floating_point_v<Value>) {
    parallel::radix_sort(context, entries,
                         [](const auto& entry) { return ordered_bits(entry.weight); });
  }
  parallel::radix_sort(context, entries, [](const auto& entry) { return entry.head; });
  if constexpr (std::is_floating_point_v<Value>) {
    // NaN of either sign stands at an end of its run.
    parallel::for_each(context, entries.size(), [&](std::size_t i) {
      const auto same = [&](std::size_t j) {
        return j < entries.size() && entries[j].head == entries[i].head;
      };
      if (std::isnan(entries[i].weight) && (same(i - 1) || same(i + 1))) {
        throw Error(ErrorCode::invalid_input, "a weight of parallel edges is not a finite number");
      }
    });
  }
}

}  // namespace hypermatch::detail::coarsen
