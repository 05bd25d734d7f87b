// SPDX-License-Identifier: MIT
// Stable radix sort, least significant byte first, passes over bytes that are all equal skipped.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::parallel {

/// Sorts `items` ascending by `key(item)`, an unsigned integer; equal keys keep their order. Needs
/// room for a second copy of the items. O(items) a byte of the key that varies.
/// @throws Error{cancelled}, the items then being in any order
template <class T, class Key>
void radix_sort(const Context& context, Array<T>& items, const Key& key) {
  using Unsigned = std::decay_t<decltype(key(items[0]))>;
  static_assert(std::is_unsigned_v<Unsigned>);
  using Histogram = std::array<std::size_t, 256>;
  const std::size_t n = items.size();
  if (n < 2) return;
  const Unsigned first = key(items[0]);
  const Unsigned varying = reduce<Unsigned>(
      context, n, Unsigned{0},
      [&](std::size_t i) { return static_cast<Unsigned>(key(items[i]) ^ first); },
      [](Unsigned a, Unsigned b) { return static_cast<Unsigned>(a | b); });
  const Chunks chunks = cut(context, n, 1 << 14, 1);
  std::vector<Histogram> places(chunks.count);
  Array<T> other(n);
  for (unsigned shift = 0; shift < 8 * sizeof(Unsigned); shift += 8) {
    if (((varying >> shift) & 0xFF) == 0) continue;
    const auto digit = [&](const T& item) {
      return static_cast<std::size_t>((key(item) >> shift) & 0xFF);
    };
    for_chunks(context, chunks, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
      Histogram count{};
      in_pieces(context, begin, end, [&](std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i) ++count[digit(items[i])];
      });
      places[chunk] = count;
    });
    std::size_t sum = 0;
    for (std::size_t d = 0; d < 256; ++d) {
      for (Histogram& histogram : places) sum += std::exchange(histogram[d], sum);
    }
    for_chunks(context, chunks, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
      Histogram place = places[chunk];
      in_pieces(context, begin, end, [&](std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i) other[place[digit(items[i])]++] = items[i];
      });
    });
    std::swap(items, other);
  }
}

}  // namespace hypermatch::detail::parallel
