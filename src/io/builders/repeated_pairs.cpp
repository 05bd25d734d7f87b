// SPDX-License-Identifier: MIT
#include "io/builders/repeated_pairs.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "io/builders/duplicate_pins.hpp"
#include "parallel/host/grain.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::io {

namespace {

/// Both ends, the smaller one in the upper half; never 0, because no edge is a loop.
std::uint64_t pair_word(const GraphEdge& edge) {
  const auto [low, high] = std::minmax(edge.u, edge.v);
  return (static_cast<std::uint64_t>(low) << 32) | high;
}

/// Which orders neighbours in the list keep.
struct ListOrder {
  bool by_low = true;           ///< smaller ends never fall
  bool by_high = true;          ///< larger ends never fall
  bool strictly_by_low = true;  ///< rising by (smaller, larger)
  bool strictly_by_high = true;
};

ListOrder order_of(const Context& context, std::span<const GraphEdge> edges) {
  const auto turned = [](std::uint64_t word) { return std::rotl(word, 32); };
  return parallel::reduce<ListOrder>(
      context, edges.size() - 1, ListOrder{},
      [&](std::size_t i) {
        const std::uint64_t a = pair_word(edges[i]);
        const std::uint64_t b = pair_word(edges[i + 1]);
        return ListOrder{(a >> 32) <= (b >> 32),
                         static_cast<std::uint32_t>(a) <= static_cast<std::uint32_t>(b), a < b,
                         turned(a) < turned(b)};
      },
      [](const ListOrder& a, const ListOrder& b) {
        return ListOrder{a.by_low && b.by_low, a.by_high && b.by_high,
                         a.strictly_by_low && b.strictly_by_low,
                         a.strictly_by_high && b.strictly_by_high};
      });
}

enum class Answer { differ, repeat, unknown };

/// Checks edges that are grouped by one end, group by group. `end_of(edge)` is that end, `other_of`
/// the other one. Unknown if a group is too long for one thread.
template <class EndOf, class OtherOf>
Answer check_groups(const Context& context, std::span<const GraphEdge> edges, const EndOf& end_of,
                    const OtherOf& other_of) {
  constexpr std::size_t k_longest = std::size_t{1} << 16;
  std::atomic<bool> repeat{false};
  std::atomic<bool> too_long{false};
  parallel::for_chunks(
      context, parallel::cut(context, edges.size(), std::size_t{1} << 14),
      [&](std::size_t, std::size_t begin, std::size_t last) {
        DuplicatePins duplicates;
        std::vector<VertexId> others;
        // The groups that begin in this chunk.
        std::size_t i = begin;
        while (i > 0 && i < last && end_of(edges[i]) == end_of(edges[i - 1])) ++i;
        // Ends: every turn takes a group.
        while (i < last) {
          const VertexId end = end_of(edges[i]);
          others.clear();
          for (; i < edges.size() && end_of(edges[i]) == end && others.size() <= k_longest; ++i) {
            others.push_back(other_of(edges[i]));
          }
          const std::size_t size = others.size();
          others.resize(size + DuplicatePins::k_slack);
          // Relaxed, both: read after the tasks are done only.
          if (size > k_longest) {
            too_long.store(true, std::memory_order_relaxed);
            return;
          }
          if (!duplicates.differ(others.data(), size)) {
            repeat.store(true, std::memory_order_relaxed);
            return;
          }
        }
      });
  if (repeat.load(std::memory_order_relaxed)) return Answer::repeat;
  return too_long.load(std::memory_order_relaxed) ? Answer::unknown : Answer::differ;
}

/// A bijection that scatters words, so that equal images are equal words.
std::uint64_t image_of(const GraphEdge& edge) {
  const std::uint64_t product = pair_word(edge) * 0x9E3779B97F4A7C15U;
  return product ^ (product >> 32U);
}

/// True if two images of a bucket are equal. May change their order.
bool bucket_repeats(std::span<std::uint64_t> weight_bits, std::vector<std::uint64_t>& slots) {
  if (weight_bits.size() < 2) return false;
  const std::size_t mask = std::bit_ceil(2 * weight_bits.size()) - 1;
  // No image is 0, because no word is.
  slots.assign(mask + 1, 0);
  // Words can be chosen so that all want the same slot.
  std::size_t rounds_before_sorting = 8 * weight_bits.size();
  for (const std::uint64_t image : weight_bits) {
    std::size_t place = image & mask;
    // Ends: the rounds run out.
    while (slots[place] != 0 && slots[place] != image) {
      if (rounds_before_sorting-- == 0) {
        std::sort(weight_bits.begin(), weight_bits.end());
        return std::adjacent_find(weight_bits.begin(), weight_bits.end()) != weight_bits.end();
      }
      place = (place + 1) & mask;
    }
    if (slots[place] == image) return true;
    slots[place] = image;
  }
  return false;
}

/// Checks edges in any order: scatters them into buckets that fit a cache, then checks each bucket.
bool repeats_anywhere(const Context& context, std::span<const GraphEdge> edges) {
  constexpr std::size_t k_bucket = parallel::grain(std::size_t{1} << 13, 64);
  constexpr unsigned k_most_bits = 12;
  const unsigned bits =
      std::min(k_most_bits, static_cast<unsigned>(std::bit_width(edges.size() / k_bucket)));
  const std::size_t buckets = std::size_t{1} << bits;
  const auto bucket_of = [bits](std::uint64_t image) {
    return bits == 0 ? std::size_t{0} : static_cast<std::size_t>(image >> (64 - bits));
  };
  const parallel::Chunks chunks = parallel::cut(context, edges.size(), std::size_t{1} << 16, 2);
  // Bucket by bucket, in it chunk by chunk: the number of words, then the place of the next one.
  Array<std::size_t> places(buckets * chunks.count, 0);
  parallel::for_chunks(context, chunks, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    Array<std::size_t> counts(buckets, 0);
    for (std::size_t i = begin; i < end; ++i) ++counts[bucket_of(image_of(edges[i]))];
    for (std::size_t b = 0; b < buckets; ++b) places[b * chunks.count + chunk] = counts[b];
  });
  std::size_t sum = 0;
  for (std::size_t& place : places) sum += std::exchange(place, sum);
  Array<std::uint64_t> weight_bits(edges.size());
  parallel::for_chunks(context, chunks, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    Array<std::size_t> next(buckets);
    for (std::size_t b = 0; b < buckets; ++b) next[b] = places[b * chunks.count + chunk];
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint64_t image = image_of(edges[i]);
      weight_bits[next[bucket_of(image)]++] = image;
    }
  });
  std::atomic<bool> repeat{false};
  parallel::for_chunks(
      context, parallel::cut(context, buckets, 1),
      [&](std::size_t, std::size_t begin, std::size_t end) {
        std::vector<std::uint64_t> slots;
        // Relaxed, both: a hint, and read after the tasks are done.
        for (std::size_t b = begin; b < end && !repeat.load(std::memory_order_relaxed); ++b) {
          const std::size_t first = places[b * chunks.count];
          const std::size_t last =
              b + 1 == buckets ? weight_bits.size() : places[(b + 1) * chunks.count];
          if (bucket_repeats(weight_bits.span().subspan(first, last - first), slots)) {
            repeat.store(true, std::memory_order_relaxed);
          }
        }
      });
  return repeat.load(std::memory_order_relaxed);
}

bool has_repeats(const Context& context, std::span<const GraphEdge> edges) {
  if (edges.size() < 2) return false;
  const ListOrder order = order_of(context, edges);
  if (order.strictly_by_low || order.strictly_by_high) return false;
  const auto low = [](const GraphEdge& edge) { return std::min(edge.u, edge.v); };
  const auto high = [](const GraphEdge& edge) { return std::max(edge.u, edge.v); };
  Answer answer = Answer::unknown;
  if (order.by_low) {
    answer = check_groups(context, edges, low, high);
  } else if (order.by_high) {
    answer = check_groups(context, edges, high, low);
  }
  if (answer == Answer::unknown) return repeats_anywhere(context, edges);
  return answer == Answer::repeat;
}

}  // namespace

std::optional<RepeatedPair> find_repeated_pair(const Context& context,
                                               std::span<const GraphEdge> edges) {
  if (!has_repeats(context, edges)) return std::nullopt;
  struct Item {
    std::uint64_t word;
    std::size_t place;
  };
  Array<Item> items(edges.size());
  for (std::size_t i = 0; i < edges.size(); ++i) items[i] = {pair_word(edges[i]), i};
  std::sort(items.begin(), items.end(), [](const Item& a, const Item& b) {
    return a.word != b.word ? a.word < b.word : a.place < b.place;
  });
  // The second of each run of equal words is the earliest that repeats.
  std::optional<RepeatedPair> found;
  for (std::size_t i = 1; i < items.size(); ++i) {
    const bool second_of_run =
        items[i].word == items[i - 1].word && (i == 1 || items[i - 2].word != items[i].word);
    if (second_of_run && (!found || items[i].place < found->second)) {
      found = RepeatedPair{static_cast<EdgeId>(items[i - 1].place),
                           static_cast<EdgeId>(items[i].place)};
    }
  }
  return found;
}

}  // namespace hypermatch::detail::io
