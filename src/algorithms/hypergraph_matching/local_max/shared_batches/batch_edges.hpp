// SPDX-License-Identifier: MIT
// Which edges of a device belong to a batch: those of a range of keys that meet no matched vertex.
#pragma once

#include <cstdint>

#include "base/edge_order.hpp"
#include "hypermatch/types.hpp"
#include "parallel/place.hpp"

#if defined(__CUDACC__)
#define HYPERMATCH_UNROLL _Pragma("unroll")
#else
#define HYPERMATCH_UNROLL
#endif

namespace hypermatch::detail::hypergraph_matching::shared_batches {

using parallel::AllOf;

/// Keys low .. high, both included.
struct BatchRange {
  std::uint64_t low = 0;
  std::uint64_t high = ~std::uint64_t{0};
  [[nodiscard]] HYPERMATCH_FN bool contains(std::uint64_t key) const {
    return key - low <= high - low;
  }
  /// Whether a key with this priority may lie inside, and whether one may lie outside.
  [[nodiscard]] HYPERMATCH_FN bool may_contain(std::uint32_t priority) const {
    return priority - low_priority() <= high_priority() - low_priority();
  }
  [[nodiscard]] HYPERMATCH_FN bool may_miss(std::uint32_t priority) const {
    return priority == low_priority() || priority == high_priority();
  }

 private:
  [[nodiscard]] HYPERMATCH_FN std::uint32_t low_priority() const {
    return static_cast<std::uint32_t>(low >> 32);
  }
  [[nodiscard]] HYPERMATCH_FN std::uint32_t high_priority() const {
    return static_cast<std::uint32_t>(high >> 32);
  }
};

/// The edges of one part.
template <class P>
struct OwnEdges {
  typename P::template Words<const Offset> offsets;  ///< none: all have `uniform_size` pins
  typename P::template Words<const VertexId> pins;
  typename P::template Words<const std::uint32_t> priorities;  ///< none: all are 0
  std::uint64_t uniform_size;
  EdgeId first;
  base::TieMixer mixer;

  [[nodiscard]] HYPERMATCH_FN std::uint64_t begin(std::uint64_t e) const {
    return offsets.exists() ? offsets.get(e) : e * uniform_size;
  }
  [[nodiscard]] HYPERMATCH_FN std::uint32_t priority(std::uint64_t e) const {
    return priorities.exists() ? priorities.get(e) : 0;
  }
  [[nodiscard]] HYPERMATCH_FN std::uint64_t key(std::uint64_t e) const {
    return key(e, priority(e));
  }
  [[nodiscard]] HYPERMATCH_FN std::uint64_t key(std::uint64_t e, std::uint32_t its_priority) const {
    return base::make_key(its_priority, mixer(first + static_cast<EdgeId>(e)));
  }
};

/// Free edges with keys in the range, by one item of a loop each: for edges of few pins.
template <class P>
struct FreeInRange {
  OwnEdges<P> own;
  typename P::Flags matched;
  BatchRange range;

  HYPERMATCH_FN std::uint32_t operator()(std::uint64_t e) const {
    std::uint32_t number[1];
    map_some(e, 0, e + 1, number);
    return number[0];
  }
  /// Items first, first + stride, .. step by step, so that the loads of a step are in flight
  /// together.
  template <unsigned k_items>
  HYPERMATCH_FN void map_some(std::uint64_t first, std::uint64_t stride, std::uint64_t items,
                              std::uint32_t (&numbers)[k_items]) const {
    std::uint32_t priorities[k_items];
    HYPERMATCH_UNROLL
    for (unsigned j = 0; j < k_items; ++j) {
      priorities[j] = first + j * stride < items ? own.priority(first + j * stride) : 0;
    }
    HYPERMATCH_UNROLL
    for (unsigned j = 0; j < k_items; ++j) {
      const std::uint64_t e = first + j * stride;
      // Few priorities need the hash.
      bool is_in = e < items && range.may_contain(priorities[j]);
      if (is_in && range.may_miss(priorities[j])) {
        is_in = range.contains(own.key(e, priorities[j]));
      }
      is_in = is_in && own.begin(e) != own.begin(e + 1);
      numbers[j] = is_in ? static_cast<std::uint32_t>(e) : k_none;
    }
    HYPERMATCH_UNROLL
    for (std::uint32_t i = 0; i < k_first_pins; ++i) drop_matched_at(i, numbers);
    HYPERMATCH_UNROLL
    for (unsigned j = 0; j < k_items; ++j) {
      if (numbers[j] == k_none) continue;
      const std::uint64_t end = own.begin(numbers[j] + std::uint64_t{1});
      for (std::uint64_t p = own.begin(numbers[j]) + k_first_pins; p < end; ++p) {
        if (!matched.is_set(own.pins.get(p))) continue;
        numbers[j] = k_none;
        break;
      }
    }
  }

 private:
  static constexpr std::uint32_t k_first_pins = 3;

  template <unsigned k_items>
  HYPERMATCH_FN void drop_matched_at(std::uint32_t i, std::uint32_t (&numbers)[k_items]) const {
    VertexId pins[k_items];
    bool there[k_items];
    HYPERMATCH_UNROLL
    for (unsigned j = 0; j < k_items; ++j) {
      there[j] = numbers[j] != k_none;
      const std::uint64_t p = there[j] ? own.begin(numbers[j]) + i : 0;
      there[j] = there[j] && p < own.begin(numbers[j] + std::uint64_t{1});
      pins[j] = there[j] ? own.pins.get(p) : 0;
    }
    HYPERMATCH_UNROLL
    for (unsigned j = 0; j < k_items; ++j) {
      if (there[j] && matched.is_set(pins[j])) numbers[j] = k_none;
    }
  }
};

/// Free edges of any size: first a byte per edge, then those with one.
template <class P>
struct MarkFree : AllOf {
  OwnEdges<P> own;
  typename P::Flags matched;
  BatchRange range;
  typename P::template Words<std::uint8_t> free;

  HYPERMATCH_FN bool is_active(std::uint32_t e) const { return range.contains(own.key(e)); }
  HYPERMATCH_FN VertexId entry(std::uint64_t p) const { return own.pins.get(p); }
  HYPERMATCH_FN Value value(std::uint32_t /*e*/, VertexId v) const {
    return matched.is_set(v) ? 0 : 1;
  }
  HYPERMATCH_FN void store(std::uint32_t e, Value all) const {
    if (all != 0 && own.begin(e) != own.begin(e + std::uint64_t{1})) free.set(e, 1);
  }
};
template <class P>
struct MarkedFree {
  typename P::template Words<const std::uint8_t> free;
  HYPERMATCH_FN std::uint32_t operator()(std::uint64_t e) const {
    return free.get(e) != 0 ? static_cast<std::uint32_t>(e) : k_none;
  }
};

}  // namespace hypermatch::detail::hypergraph_matching::shared_batches
