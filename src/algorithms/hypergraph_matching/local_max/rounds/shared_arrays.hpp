// SPDX-License-Identifier: MIT
// How the rounds of local max reach the arrays that threads share. The rounds are templates over
// this policy: `PlainArrays` costs nothing; tests pass one that counts accesses per thread, and so
// hold each variant to the memory pattern of its paper.
#pragma once

#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "hypermatch/array.hpp"

namespace hypermatch::detail::hypergraph_matching {

/// Plain memory. An array of the policy has get and set, for words that no other thread writes
/// during the same phase, and atomic_*, for words that several do. A phase is one parallel loop;
/// its writes are visible to the next, because the executor's `run` returns in between.
class PlainArrays {
 public:
  /// An owned array.
  template <class T>
  class Words {
   public:
    explicit Words(Array<T> items) : items_(std::move(items)), data_(items_.data()) {}

    [[nodiscard]] T get(std::size_t i) const { return data_[i]; }
    void set(std::size_t i, T value) { data_[i] = value; }
    // Relaxed, all three: the words are only counters and flags, nothing is published through them
    // within a phase, and the end of the phase orders them before the next one's reads.
    [[nodiscard]] T atomic_get(std::size_t i) {
      return std::atomic_ref<T>(data_[i]).load(std::memory_order_relaxed);
    }
    void atomic_set(std::size_t i, T value) {
      std::atomic_ref<T>(data_[i]).store(value, std::memory_order_relaxed);
    }
    void atomic_add(std::size_t i, T value) {
      std::atomic_ref<T>(data_[i]).fetch_add(value, std::memory_order_relaxed);
    }

   private:
    Array<T> items_;
    T* data_;
  };

  /// An array of the input, never written.
  template <class T>
  class Input {
   public:
    explicit Input(std::span<const T> items) : data_(items.data()) {}
    [[nodiscard]] T get(std::size_t i) const { return data_[i]; }

   private:
    const T* data_;
  };

  /// Names tell arrays apart in the reports of tests; arrays of one name count as one.
  template <class T>
  [[nodiscard]] Words<T> adopt(const char* /*name*/, Array<T> items) {
    return Words<T>(std::move(items));
  }
  template <class T>
  [[nodiscard]] Words<T> make(const char* /*name*/, std::size_t size) {
    return Words<T>(Array<T>(size));
  }
  template <class T>
  [[nodiscard]] Words<T> make(const char* /*name*/, std::size_t size, T value) {
    return Words<T>(Array<T>(size, value));
  }
  template <class T>
  [[nodiscard]] Input<T> input(const char* /*name*/, std::span<const T> items) {
    return Input<T>(items);
  }

  void begin_round() {}
  /// Stands before every parallel loop.
  void begin_phase() {}
};

/// Requirements of the rounds on the policy.
template <class A>
concept SharedArrays = requires(A arrays, Array<std::uint32_t> items,
                                typename A::template Words<std::uint32_t> words,
                                typename A::template Input<std::uint32_t> input) {
  { arrays.adopt("name", std::move(items)) } -> std::same_as<decltype(words)>;
  { arrays.template make<std::uint32_t>("name", std::size_t{1}) } -> std::same_as<decltype(words)>;
  { arrays.make("name", std::size_t{1}, std::uint32_t{0}) } -> std::same_as<decltype(words)>;
  { arrays.input("name", std::span<const std::uint32_t>{}) } -> std::same_as<decltype(input)>;
  { input.get(0) } -> std::same_as<std::uint32_t>;
  { words.get(0) } -> std::same_as<std::uint32_t>;
  { words.atomic_get(0) } -> std::same_as<std::uint32_t>;
  words.set(0, 1U);
  words.atomic_set(0, 1U);
  words.atomic_add(0, 1U);
  arrays.begin_round();
  arrays.begin_phase();
};
static_assert(SharedArrays<PlainArrays>);

}  // namespace hypermatch::detail::hypergraph_matching
