// SPDX-License-Identifier: MIT
// Sorts by falling key. One bucket of a batch: its keys lie in a narrow range and are spread over
// it by the mix, so one distribution by interpolation leaves almost nothing to do. All items: they
// are counted and moved, in place, into buckets that fit into a cache (McIlroy, Bostic, McIlroy
// 1993, "Engineering radix sort").
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"

namespace hypermatch::detail::order {

/// Room for sorting items, which have a member `key`, reused from bucket to bucket.
template <class Item>
struct KeySortSpace {
  Array<Item> items;   ///< the input
  Array<Item> sorted;  ///< the output
  Array<std::uint32_t> bins;
};

/// Sorts space.items[0 .. count) by falling key into `sorted`; equal keys stand in any order.
/// Expected O(count) where keys are spread evenly, O(count log count) always.
template <class Item>
void sort_falling(KeySortSpace<Item>& space, std::size_t count, Item* sorted) {
  constexpr std::size_t k_max_bins = std::size_t{1} << 15;
  constexpr std::size_t k_crowded = 24;
  const auto falling = [](const Item& a, const Item& b) { return a.key > b.key; };
  Item* items = space.items.data();
  if (count <= 32) {
    std::copy(items, items + count, sorted);
    std::sort(sorted, sorted + count, falling);
    return;
  }
  std::uint64_t low = items[0].key;
  std::uint64_t high = items[0].key;
  for (std::size_t i = 1; i < count; ++i) {
    low = std::min(low, items[i].key);
    high = std::max(high, items[i].key);
  }
  // The range is cut into at most 2 * count bins of 2^shift keys.
  const int range_bits = static_cast<int>(std::bit_width(high - low));
  const int bin_bits = std::min(static_cast<int>(std::bit_width(k_max_bins) - 1),
                                static_cast<int>(std::bit_width(count)));
  const int shift = std::max(0, range_bits - bin_bits);
  const std::size_t num_bins = static_cast<std::size_t>((high - low) >> shift) + 1;
  if (space.bins.size() < num_bins) space.bins.resize(k_max_bins + 1);
  std::uint32_t* bins = space.bins.data();
  std::fill(bins, bins + num_bins, 0U);
  for (std::size_t i = 0; i < count; ++i) ++bins[(high - items[i].key) >> shift];
  std::uint32_t sum = 0;
  for (std::size_t b = 0; b < num_bins; ++b) {
    const std::uint32_t size = bins[b];
    bins[b] = sum;
    sum += size;
  }
  for (std::size_t i = 0; i < count; ++i) {
    sorted[bins[(high - items[i].key) >> shift]++] = items[i];
  }
  // Bins are in order; insertion orders what shares a bin, unless a bin is crowded.
  std::uint32_t begin = 0;
  for (std::size_t b = 0; b < num_bins; ++b) {
    const std::uint32_t end = bins[b];
    if (end - begin > k_crowded) std::sort(sorted + begin, sorted + end, falling);
    begin = end;
  }
  for (std::size_t i = 1; i < count; ++i) {
    const Item item = sorted[i];
    std::size_t place = i;
    while (place > 0 && sorted[place - 1].key < item.key) {
      sorted[place] = sorted[place - 1];
      --place;
    }
    sorted[place] = item;
  }
}

/// Sorts the items into space.sorted.
template <class Item>
void sort_falling(KeySortSpace<Item>& space, std::size_t count) {
  sort_falling(space, count, space.sorted.data());
}

/// Sorts `items` by falling key, in place; equal keys stand in any order. Expected O(count) where
/// weights have few values or are spread evenly, O(count log count) always.
/// @throws Error{cancelled}, the items then being in any order
template <class Item>
void sort_all_falling(const Context& context, std::span<Item> items, KeySortSpace<Item>& space) {
  constexpr std::size_t k_in_cache = std::size_t{1} << 14;
  constexpr unsigned k_bucket_bits = 11;
  const std::size_t count = items.size();
  if (count <= k_in_cache) {
    if (space.items.size() < count) space.items.resize(count);
    std::copy(items.begin(), items.end(), space.items.data());
    return sort_falling(space, count, items.data());
  }
  context.check_cancelled();
  const auto [lowest, highest] = std::minmax_element(
      items.begin(), items.end(), [](const Item& a, const Item& b) { return a.key < b.key; });
  const std::uint64_t low = lowest->key;
  const std::uint64_t high = highest->key;
  if (low == high) return;
  // Ends: the keys of a bucket have at most 2^-10 of the range.
  const auto range_bits = static_cast<unsigned>(std::bit_width(high - low));
  const unsigned shift = range_bits > k_bucket_bits ? range_bits - k_bucket_bits : 0;
  std::array<std::size_t, (std::size_t{1} << k_bucket_bits) + 1> begins{};
  const auto bucket_of = [&](const Item& item) { return (high - item.key) >> shift; };
  for (const Item& item : items) ++begins[bucket_of(item) + 1];
  for (std::size_t b = 1; b < begins.size(); ++b) begins[b] += begins[b - 1];
  auto next = begins;
  for (std::size_t b = 0; b + 1 < begins.size(); ++b) {
    // Ends: each step of the inner loop brings one item to its bucket.
    while (next[b] < begins[b + 1]) {
      Item item = items[next[b]];
      for (std::size_t d = bucket_of(item); d != b; d = bucket_of(item)) {
        std::swap(item, items[next[d]++]);
      }
      items[next[b]++] = item;
    }
  }
  for (std::size_t b = 0; b + 1 < begins.size(); ++b) {
    const std::size_t size = begins[b + 1] - begins[b];
    if (size > 1) sort_all_falling(context, items.subspan(begins[b], size), space);
  }
}

}  // namespace hypermatch::detail::order
