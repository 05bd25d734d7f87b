// SPDX-License-Identifier: MIT
// The sub-rounds of a sweep: which vertices are to be looked at, and when. One byte per vertex has
// the number of its sub-round while it is active, so that a sub-round finds its vertices by
// comparing bytes, eight at once.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>

#include "algorithms/clustering/common/multilevel/workspace.hpp"
#include "base/per_isa.hpp"
#include "base/random.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/types.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::clustering {

class SubRounds {
 public:
  /// All vertices are active; at most k_most sub-rounds.
  SubRounds(const Context& context, std::size_t num_vertices, std::uint32_t count,
            Workspace& workspace)
      : context_(context), count_(count), due_(workspace.due), number_(workspace.sub_round) {
    due_.resize(num_vertices);
  }

  static constexpr std::uint32_t k_most = 255;

  /// A sweep begins: each vertex gets a sub-round by a hash of it and `seed`. `wakes`: whether
  /// vertices wake others in this sweep.
  void begin(std::uint64_t seed, bool wakes) {
    draw_any(seed, wakes, [&](std::size_t v) { return is_first_ || due_[v] != k_resting; });
    is_first_ = false;
  }
  /// The same; the vertices that are marked rest, unless they are woken.
  void begin_without(std::uint64_t seed, std::span<const std::uint8_t> marked) {
    draw_any(seed, true, [marked](std::size_t v) { return marked[v] == 0; });
    is_first_ = false;
  }

  /// body(v) for the active vertices of a sub-round in begin .. end - 1, ascending.
  template <class Body>
  void for_each_due(std::uint32_t sub_round, std::size_t begin, std::size_t end,
                    const Body& body) const {
    constexpr std::uint64_t k_ones = 0x0101010101010101ULL;
    constexpr std::uint64_t k_low = 0x7F7F7F7F7F7F7F7FULL;
    const std::uint8_t* const due = due_.data();
    std::size_t v = begin;
    for (; v + 8 <= end; v += 8) {
      std::uint64_t word;
      std::memcpy(&word, due + v, 8);
      word ^= k_ones * sub_round;
      // The high bits of the bytes that are 0. Ends: each turn takes one.
      std::uint64_t found = ~(((word & k_low) + k_low) | word | k_low);
      if constexpr (std::endian::native == std::endian::little) {
        for (; found != 0; found &= found - 1) {
          body(static_cast<VertexId>(v + static_cast<std::size_t>(std::countr_zero(found)) / 8));
        }
      } else {
        for (; found != 0; found &= ~(std::uint64_t{1} << (63 - std::countl_zero(found)))) {
          body(static_cast<VertexId>(v + static_cast<std::size_t>(std::countl_zero(found)) / 8));
        }
      }
    }
    for (; v < end; ++v) {
      if (due[v] == sub_round) body(static_cast<VertexId>(v));
    }
  }

  // Relaxed, here and below: all writers of a byte write the same, and what reads it comes after
  // the region.
  void rest(VertexId v) { std::atomic_ref(due_[v]).store(k_resting, std::memory_order_relaxed); }
  [[nodiscard]] bool is_resting(VertexId v) {
    return std::atomic_ref(due_[v]).load(std::memory_order_relaxed) == k_resting;
  }
  void wake(VertexId v) { std::atomic_ref(due_[v]).store(number_[v], std::memory_order_relaxed); }

 private:
  static constexpr std::uint8_t k_resting = 255;

  // A resting vertex stays one unless is_active(v).
  template <class IsActive>
  void draw_any(std::uint64_t seed, bool wakes, const IsActive& is_active) {
    if (wakes) number_.resize(due_.size());
    if (std::has_single_bit(count_)) {
      const auto shift = 64U - static_cast<unsigned>(std::countr_zero(count_));
      // The same as `below`. Two shifts, because one sub-round means 64.
      draw(
          wakes,
          [&](std::size_t v) {
            return static_cast<std::uint8_t>(base::splitmix64(seed ^ v) >> 1 >> (shift - 1));
          },
          is_active);
    } else {
      draw(
          wakes,
          [&](std::size_t v) {
            return static_cast<std::uint8_t>(base::below(base::splitmix64(seed ^ v), count_));
          },
          is_active);
    }
  }

  template <class Draw, class IsActive>
  void draw(bool wakes, const Draw& number_of, const IsActive& is_active) {
    std::uint8_t* const due = due_.data();
    std::uint8_t* const numbers = number_.data();
    parallel::for_each(context_, due_.size(), [&](std::size_t v) {
      const std::uint8_t number = number_of(v);
      if (wakes) numbers[v] = number;
      due[v] = is_active(v) ? number : k_resting;
    });
  }

  const Context& context_;
  std::uint32_t count_;
  Array<std::uint8_t>& due_;     // the sub-round of an active vertex, or k_resting
  Array<std::uint8_t>& number_;  // the sub-round of each vertex, of a sweep that wakes
  bool is_first_ = true;
};

}  // namespace hypermatch::detail::clustering
