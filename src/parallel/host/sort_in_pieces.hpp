// SPDX-License-Identifier: MIT
// std::sort of one thread, with a look at whether to stop every few milliseconds.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <iterator>

#include "hypermatch/context.hpp"

namespace hypermatch::detail::parallel {

/// Sorts by `before`, a strict weak order; equal items stand in any order. Expected
/// O(count log count) always: the pieces that quicksort leaves, and whatever it fails to split in
/// time, are std::sort's. @throws Error{cancelled}, the items then being in any order
template <class Iterator, class Before>
void sort_in_pieces(const Context& context, Iterator first, Iterator last, const Before& before,
                    int splits = -1) {
  constexpr std::ptrdiff_t k_piece = std::ptrdiff_t{1} << 16;
  constexpr std::ptrdiff_t k_samples = 63;
  if (splits < 0)
    splits = 2 * static_cast<int>(std::bit_width(static_cast<std::size_t>(last - first)));
  // Ends: `splits` falls, and so does last - first.
  for (; last - first > k_piece && splits > 0; --splits) {
    context.check_cancelled();
    std::array<typename std::iterator_traits<Iterator>::value_type, k_samples> samples;
    const std::ptrdiff_t step = (last - first) / k_samples;
    for (std::ptrdiff_t i = 0; i < k_samples; ++i) {
      samples[static_cast<std::size_t>(i)] = first[i * step];
    }
    std::nth_element(samples.begin(), samples.begin() + k_samples / 2, samples.end(), before);
    const auto pivot = samples[k_samples / 2];
    const Iterator middle =
        std::partition(first, last, [&](const auto& item) { return before(item, pivot); });
    if (middle == first) {
      // Nothing stands before the pivot: what equals it is in place.
      first = std::partition(first, last, [&](const auto& item) { return !before(pivot, item); });
      continue;
    }
    sort_in_pieces(context, first, middle, before, splits - 1);
    first = middle;
  }
  context.check_cancelled();
  std::sort(first, last, before);
}

}  // namespace hypermatch::detail::parallel
