// SPDX-License-Identifier: MIT
// The candidates of stack_streaming in one flat array of words: pins, weight, id, size. It grows by
// an eighth at a time, in place where the system can remap pages, so that growth does not double
// the peak. Weights that fit 32 bits take one word; others wait in an array of their own.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <type_traits>

#include "algorithms/hypergraph_matching/common/stream/edge_feed.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::hypergraph_matching {

class CandidateStack {
 public:
  /// `weight` is an int64 if `integer`, else a double; no integers may follow a double.
  void push(EdgeId id, std::span<const VertexId> pins, RawWeight weight, bool integer) {
    if (integer) end_of_integers_ = words_.size() + pins.size() + k_tail_words;
    const std::uint32_t word = narrow(weight, integer);
    if (word == k_wide) append(wide_, &weight, 1);
    append(words_, pins.data(), pins.size());
    const std::uint32_t tail[k_tail_words] = {word, id, static_cast<std::uint32_t>(pins.size())};
    append(words_, tail, k_tail_words);
    ++num_edges_;
    num_pins_ += pins.size();
  }

  [[nodiscard]] std::uint64_t num_edges() const { return num_edges_; }
  [[nodiscard]] std::uint64_t num_pins() const { return num_pins_; }

  /// Takes all candidates from the top and keeps those for which take(pins) is true. Nothing is
  /// allocated: a kept edge (id and weight, 3 words) is written over popped ones (at least 4 words
  /// each), from the end of the array downwards. Weights become doubles unless `integer`. To be
  /// called once, after the last push.
  template <class Take>
  void unwind(bool integer, Take take) {
    std::size_t top = words_.size();
    std::size_t top_wide = wide_.size();
    kept_ = top;
    while (top != 0) {
      const std::uint32_t size = words_[top - 1];
      const EdgeId id = words_[top - 2];
      const std::uint32_t word = words_[top - 3];
      const bool holds_integer = top <= end_of_integers_;
      RawWeight weight = word == k_wide ? wide_[--top_wide] : widened(word, holds_integer);
      if (holds_integer && !integer) weight = as_real(weight);
      top -= size + std::size_t{k_tail_words};
      if (!take(std::span<const VertexId>(&words_[top], size))) continue;
      kept_ -= k_kept_words;
      words_[kept_] = id;
      std::memcpy(&words_[kept_ + 1], &weight, sizeof(weight));
    }
  }

  [[nodiscard]] std::size_t num_kept() const { return (words_.size() - kept_) / k_kept_words; }
  /// Calls visit(id, weight) for the kept edges in the order in which they were pushed.
  template <class Visit>
  void for_each_kept(Visit visit) const {
    for (std::size_t at = kept_; at != words_.size(); at += k_kept_words) {
      RawWeight weight = 0;
      std::memcpy(&weight, &words_[at + 1], sizeof(weight));
      visit(EdgeId{words_[at]}, weight);
    }
  }

 private:
  static_assert(std::is_same_v<VertexId, std::uint32_t> && std::is_same_v<EdgeId, std::uint32_t>);
  static constexpr std::size_t k_tail_words = 3;
  static constexpr std::size_t k_kept_words = 3;
  /// Marks a weight that waits in `wide_`: the bits of the smallest int32, and of -0 as a float.
  static constexpr std::uint32_t k_wide = 0x80000000U;

  [[nodiscard]] static std::uint32_t narrow(RawWeight weight, bool integer) {
    if (integer) {
      const auto value = static_cast<std::int64_t>(weight);
      const auto low = static_cast<std::int32_t>(value);
      return low == value ? static_cast<std::uint32_t>(low) : k_wide;
    }
    const auto value = std::bit_cast<double>(weight);
    if (!(std::abs(value) <= double{std::numeric_limits<float>::max()})) return k_wide;
    const auto low = static_cast<float>(value);
    // Adding 0 turns -0, whose bits are the mark, into 0.
    return double{low} == value ? std::bit_cast<std::uint32_t>(low + 0.0F) : k_wide;
  }
  [[nodiscard]] static RawWeight widened(std::uint32_t word, bool integer) {
    if (integer) {
      return static_cast<RawWeight>(std::int64_t{static_cast<std::int32_t>(word)});
    }
    return std::bit_cast<RawWeight>(static_cast<double>(std::bit_cast<float>(word)));
  }

  template <class T>
  static void append(Array<T>& array, const T* items, std::size_t count) {
    const std::size_t size = array.size();
    if (array.capacity() - size < count) {
      array.reserve(size + std::max({count, size / 8, std::size_t{1} << 12}));
    }
    array.resize(size + count);
    std::memcpy(array.data() + size, items, count * sizeof(T));
  }

  Array<std::uint32_t> words_;
  Array<RawWeight> wide_;
  std::size_t end_of_integers_ = 0;  // candidates below hold int64 weights, those above doubles
  std::size_t kept_ = 0;
  std::uint64_t num_edges_ = 0;
  std::uint64_t num_pins_ = 0;
};

}  // namespace hypermatch::detail::hypergraph_matching
