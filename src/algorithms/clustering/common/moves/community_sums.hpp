// SPDX-License-Identifier: MIT
// The communities around one vertex, with the weight of the arcs into each: open addressing in a
// table that fits the degree, so that most rows stay in the first-level cache, or one sum per
// community where the row is about as long as there are communities.
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
  /// Room for `most` communities below `bound`, of which none is there.
  void begin(std::size_t most, std::size_t bound) {
    // One more, because an addition writes before it knows whether it is the first.
    if (most + 1 > found_.size()) found_.resize(std::bit_ceil(most + 1));
    count_ = 0;
    // A table of at least twice as many slots, each twice as large, is no smaller.
    is_direct_ = k_direct_share * most >= bound;
    if (is_direct_) {
      if (bound > sums_.size()) sums_.resize(bound, k_absent);
      return;
    }
    const std::size_t slots = std::bit_ceil(std::max<std::size_t>(2 * most, 16));
    if (slots > slots_.size()) slots_.assign(slots, {});
    shift_ = 64U - static_cast<unsigned>(std::countr_zero(slots));
    mask_ = slots - 1;
  }

  /// add(i) for each i below `count`, which adds weight_of(i) >= 0 to community_of(i).
  template <class CommunityOf, class WeightOf>
  void add(std::size_t count, const CommunityOf& community_of, const WeightOf& weight_of) {
    if (is_direct_) {
      for (std::size_t i = 0; i < count; ++i) {
        const VertexId community = community_of(i);
        if (community != k_none) add_directly(community, weight_of(i));
      }
    } else {
      for (std::size_t i = 0; i < count; ++i) {
        const VertexId community = community_of(i);
        if (community != k_none) add_hashed(community, weight_of(i));
      }
    }
  }

  /// How many communities are there.
  [[nodiscard]] std::size_t size() const { return count_; }

  /// body(community, sum) for each that was added, in the order of first additions; then none is
  /// there. ahead(community) is called some steps before.
  template <class Ahead, class Body>
  void drain(const Ahead& ahead, const Body& body) {
    constexpr std::size_t k_ahead = 8;
    for (std::size_t i = 0; i < count_; ++i) {
      if (i + k_ahead < count_) ahead(community_at(found_[i + k_ahead]));
      const std::uint32_t place = found_[i];
      if (is_direct_) {
        body(VertexId{place}, sums_[place]);
        sums_[place] = k_absent;
      } else {
        body(slots_[place].community, slots_[place].sum);
        slots_[place].community = k_none;
      }
    }
    count_ = 0;
  }

 private:
  struct Slot {
    VertexId community = k_none;  // k_none: free
    std::int64_t sum = 0;
  };
  static constexpr std::int64_t k_absent = -1;
  static constexpr std::size_t k_direct_share = 8;

  [[nodiscard]] VertexId community_at(std::uint32_t place) const {
    return is_direct_ ? place : slots_[place].community;
  }

  // Whether a community is new depends on the input: both ways take the same instructions.
  void add_directly(VertexId community, std::int64_t weight) {
    const std::int64_t sum = sums_[community];
    const bool is_new = sum == k_absent;
    found_[count_] = community;
    sums_[community] = (is_new ? 0 : sum) + weight;
    count_ += is_new ? 1 : 0;
  }
  void add_hashed(VertexId community, std::int64_t weight) {
    std::size_t place = (community * 0x9E3779B97F4A7C15ULL) >> shift_;
    // Ends: at most half of the slots are taken.
    while (slots_[place].community != community && slots_[place].community != k_none) {
      place = (place + 1) & mask_;
    }
    Slot& slot = slots_[place];
    const bool is_new = slot.community == k_none;
    found_[count_] = static_cast<std::uint32_t>(place);
    slot.community = community;
    slot.sum = (is_new ? 0 : slot.sum) + weight;
    count_ += is_new ? 1 : 0;
  }

  std::vector<Slot> slots_;
  std::vector<std::int64_t> sums_;    // by community; k_absent: not there
  std::vector<std::uint32_t> found_;  // slots that are taken, or communities that are there
  std::size_t count_ = 0;
  std::size_t mask_ = 0;
  unsigned shift_ = 0;
  bool is_direct_ = false;
};

}  // namespace hypermatch::detail::clustering
