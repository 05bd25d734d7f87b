// SPDX-License-Identifier: MIT
// The communities around one vertex, with the weight of the arcs into each: open addressing in a
// table that fits the degree, so that most rows stay in the first-level cache.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hypermatch/types.hpp"

namespace hypermatch::detail::clustering {

class CommunitySums {
 public:
  /// Room for `most` communities, of which none is there.
  void begin(std::size_t most) {
    const std::size_t slots = std::bit_ceil(std::max<std::size_t>(2 * most, 16));
    if (slots > keys_.size()) {
      keys_.assign(slots, k_none);
      sums_.resize(slots);
      found_.resize(slots / 2);
    }
    shift_ = 64U - static_cast<unsigned>(std::countr_zero(slots));
    mask_ = slots - 1;
    count_ = 0;
  }

  void add(VertexId community, std::int64_t weight) {
    std::size_t slot = (community * 0x9E3779B97F4A7C15ULL) >> shift_;
    // Ends: at most half of the slots are taken.
    while (keys_[slot] != community) {
      if (keys_[slot] == k_none) {
        keys_[slot] = community;
        sums_[slot] = weight;
        found_[count_++] = static_cast<std::uint32_t>(slot);
        return;
      }
      slot = (slot + 1) & mask_;
    }
    sums_[slot] += weight;
  }

  /// body(community, sum) for each that was added, in the order of first additions; then none is
  /// there.
  template <class Body>
  void drain(const Body& body) {
    for (std::size_t i = 0; i < count_; ++i) {
      const std::size_t slot = found_[i];
      body(keys_[slot], sums_[slot]);
      keys_[slot] = k_none;
    }
    count_ = 0;
  }

 private:
  std::vector<VertexId> keys_;  // k_none: free
  std::vector<std::int64_t> sums_;
  std::vector<std::uint32_t> found_;  // slots that are taken
  std::size_t count_ = 0;
  std::size_t mask_ = 0;
  unsigned shift_ = 0;
};

}  // namespace hypermatch::detail::clustering
