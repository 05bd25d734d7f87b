// SPDX-License-Identifier: MIT
// Samples without repetition and pseudo-random permutations, all pure functions of their seed.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "base/random.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::generate {

/// Purposes of random numbers. Different purposes never share numbers.
enum class Purpose : std::uint64_t {
  sizes = 1,
  pins = 2,
  signs = 3,
  permutation = 4,
  edges = 5,
  weights = 6,
  wide_permutation = 7,
  communities = 8,
  swaps = 9,
  preferences = 10,
  ties = 11,
  missing_pairs = 12,
};

/// Which permutation of a family is meant; different streams are independent of each other.
enum class RandomStream : std::uint64_t {
  vertices = 0,
  rows = 1,
  columns = 2,
  points = 3,
  pairs = 4,
  pairs_between = 5,
  stubs = 6,
  master_list = 7,
  popularity = 8,
};

/// The numbers of one item: counter-based, so that items are independent of each other's length.
class Draws {
 public:
  Draws(std::uint64_t seed, Purpose purpose, std::uint64_t item)
      : state_(base::hash(seed, static_cast<std::uint64_t>(purpose), item)) {}
  [[nodiscard]] std::uint64_t bits() {
    const std::uint64_t drawn = base::splitmix64(state_);
    state_ += 0x9E3779B97F4A7C15ULL;
    return drawn;
  }
  [[nodiscard]] std::uint64_t below(std::uint64_t bound) { return base::below(bits(), bound); }

 private:
  std::uint64_t state_;
};

/// A set of vertices that is cleared in O(1): the pins of the edge at hand. Small sets are
/// searched by their list, large ones by open addressing.
class PinSet {
 public:
  /// Empties the set; it will hold the first `size` items of `pins` as they are added.
  void start(std::span<VertexId> pins) {
    pins_ = pins;
    size_ = 0;
    if (pins.size() <= k_list) return;
    const std::size_t slots = std::bit_ceil(2 * pins.size());
    if (slots > slots_.size()) {
      slots_.assign(slots, Slot{});
      epoch_ = 0;
    }
    if (++epoch_ == 0) {  // after 2^32 edges the marks would come again
      slots_.assign(slots_.size(), Slot{});
      epoch_ = 1;
    }
  }

  /// Adds v; false if it is there already.
  bool add(VertexId v) {
    if (pins_.size() <= k_list) {
      for (std::size_t i = 0; i < size_; ++i) {
        if (pins_[i] == v) return false;
      }
    } else {
      const std::size_t mask = slots_.size() - 1;
      std::size_t place = static_cast<std::size_t>(base::splitmix64(v)) & mask;
      // Ends at an empty slot: at most half of them are taken.
      for (; slots_[place].epoch == epoch_; place = (place + 1) & mask) {
        if (slots_[place].vertex == v) return false;
      }
      slots_[place] = {v, epoch_};
    }
    pins_[size_++] = v;
    return true;
  }

 private:
  static constexpr std::size_t k_list = 24;
  struct Slot {
    VertexId vertex = 0;
    std::uint32_t epoch = 0;
  };
  std::span<VertexId> pins_;
  std::size_t size_ = 0;
  std::vector<Slot> slots_;
  std::uint32_t epoch_ = 0;
};

/// Fills `pins` with distinct numbers below n (pins.size() <= n), every set equally likely: one
/// draw a pin (Floyd's algorithm, in Bentley 1987, doi:10.1145/30401.315746).
inline void sample_distinct(std::span<VertexId> pins, std::uint64_t n, Draws& draws, PinSet& set) {
  set.start(pins);
  for (std::uint64_t last = n - pins.size(); last < n; ++last) {
    if (!set.add(static_cast<VertexId>(draws.below(last + 1)))) {
      set.add(static_cast<VertexId>(last));
    }
  }
}

/// A pseudo-random bijection on 0 .. n - 1: a multiply-xorshift bijection on the next power of two,
/// repeated until the result is below n.
class Permutation {
 public:
  Permutation(std::uint64_t n, std::uint64_t seed, std::uint64_t stream) : n_(n) {
    const auto bits = static_cast<unsigned>(std::bit_width(n > 1 ? n - 1 : 1));
    mask_ = (std::uint64_t{1} << bits) - 1;
    shift_ = (bits + 1) / 2;
    Draws draws(seed, Purpose::permutation, stream);
    add_ = draws.bits();
    first_ = draws.bits() | 1;
    second_ = draws.bits() | 1;
    third_ = draws.bits() | 1;
  }
  [[nodiscard]] std::uint64_t operator()(std::uint64_t item) const {
    // Ends: `item` itself lies below n on the cycle that is walked.
    do {
      item = (item + add_) & mask_;
      for (const std::uint64_t odd : {first_, second_, third_}) {
        item = (item * odd) & mask_;
        item ^= item >> shift_;
      }
    } while (item >= n_);
    return item;
  }

 private:
  std::uint64_t n_;
  std::uint64_t mask_ = 0;
  unsigned shift_ = 1;
  std::uint64_t add_ = 0, first_ = 1, second_ = 1, third_ = 1;
};

/// A pseudo-random bijection on 0 .. n - 1, n up to 2^63, whose images of consecutive numbers pass
/// for independent draws without repetition: six rounds of a Feistel network (Luby and Rackoff
/// 1988, doi:10.1137/0217022) over splitmix64 on the next power of two, repeated until the result
/// is below n. So the i-th of many distinct things is drawn without knowing the others.
class DistinctDraws {
 public:
  DistinctDraws(std::uint64_t n, std::uint64_t seed, RandomStream stream) : n_(n) {
    const auto bits = static_cast<unsigned>(std::bit_width(n > 4 ? n - 1 : 3));
    low_bits_ = bits / 2;
    low_mask_ = (std::uint64_t{1} << low_bits_) - 1;
    high_mask_ = (std::uint64_t{1} << (bits - low_bits_)) - 1;
    Draws draws(seed, Purpose::wide_permutation, static_cast<std::uint64_t>(stream));
    for (std::uint64_t& key : keys_) key = draws.bits();
  }
  [[nodiscard]] std::uint64_t operator()(std::uint64_t item) const {
    // Ends: `item` itself lies below n on the cycle that is walked.
    do {
      std::uint64_t high = item >> low_bits_, low = item & low_mask_;
      for (unsigned round = 0; round < k_rounds; round += 2) {
        high ^= base::splitmix64(low ^ keys_[round]) & high_mask_;
        low ^= base::splitmix64(high ^ keys_[round + 1]) & low_mask_;
      }
      item = (high << low_bits_) | low;
    } while (item >= n_);
    return item;
  }

 private:
  static constexpr unsigned k_rounds = 6;
  std::uint64_t n_;
  unsigned low_bits_ = 1;
  std::uint64_t low_mask_ = 1, high_mask_ = 1;
  std::uint64_t keys_[k_rounds] = {};
};

}  // namespace hypermatch::detail::generate
