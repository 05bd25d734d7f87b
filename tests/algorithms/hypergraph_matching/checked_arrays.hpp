// SPDX-License-Identifier: MIT
// A policy of arrays for the rounds of local max that records how they are used: words written
// twice in one phase, words read after they were written in it, atomic operations, and how many
// different words of each array a round touches.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/hypergraph_matching/local_max/rounds/shared_arrays.hpp"
#include "hypermatch/array.hpp"

namespace hypermatch::test {

class CheckedArrays {
 public:
  static constexpr std::size_t k_max_rounds = 256;

  /// Relaxed throughout: the counts are only read when all threads are done.
  struct Counts {
    std::atomic<std::uint64_t> second_writes = 0;         // by `set`, in one phase
    std::atomic<std::uint64_t> second_atomic_writes = 0;  // by `atomic_*`, in one phase
    std::atomic<std::uint64_t> reads_after_writes = 0;    // by `get`, in one phase
    std::atomic<std::uint64_t> atomics = 0;
  };
  using Touched = std::vector<std::atomic<std::uint64_t>>;

  template <class T>
  class Words {
   public:
    Words(CheckedArrays& owner, const char* name, Array<T> items)
        : state_(std::make_unique<State>(owner, name, std::move(items))) {}

    [[nodiscard]] T get(std::size_t i) const {
      state_->touch(i);
      if (state_->owner.in_phase(state_->written.at(i))) ++state_->owner.counts_.reads_after_writes;
      return state_->items[i];
    }
    void set(std::size_t i, T value) {
      state_->touch(i);
      if (state_->write(i)) ++state_->owner.counts_.second_writes;
      state_->items[i] = value;
    }
    [[nodiscard]] T atomic_get(std::size_t i) {
      state_->touch(i);
      ++state_->owner.counts_.atomics;
      return std::atomic_ref<T>(state_->items[i]).load(std::memory_order_relaxed);
    }
    void atomic_set(std::size_t i, T value) {
      note_atomic_write(i);
      std::atomic_ref<T>(state_->items[i]).store(value, std::memory_order_relaxed);
    }
    void atomic_add(std::size_t i, T value) {
      note_atomic_write(i);
      std::atomic_ref<T>(state_->items[i]).fetch_add(value, std::memory_order_relaxed);
    }

   private:
    struct State {
      State(CheckedArrays& o, const char* name, Array<T> held)
          : owner(o),
            touched(o.touched_of(name)),
            items(std::move(held)),
            written(items.size()),
            seen(items.size()) {}

      void touch(std::size_t i) {
        const std::uint64_t round = owner.round_;
        if (seen.at(i).exchange(round + 1, std::memory_order_relaxed) != round + 1) {
          touched.at(round).fetch_add(1, std::memory_order_relaxed);
        }
      }
      // True if the word was written in this phase before.
      bool write(std::size_t i) {
        return written.at(i).exchange(owner.phase_, std::memory_order_relaxed) == owner.phase_;
      }

      CheckedArrays& owner;
      Touched& touched;
      Array<T> items;
      std::vector<std::atomic<std::uint64_t>> written;  // the phase of the last write
      std::vector<std::atomic<std::uint64_t>> seen;     // one more than the round of the last use
    };

    void note_atomic_write(std::size_t i) {
      state_->touch(i);
      ++state_->owner.counts_.atomics;
      if (state_->write(i)) ++state_->owner.counts_.second_atomic_writes;
    }

    std::unique_ptr<State> state_;
  };

  /// An input is a copy, so that its uses count as well.
  template <class T>
  using Input = Words<T>;

  template <class T>
  [[nodiscard]] Words<T> adopt(const char* name, Array<T> items) {
    return Words<T>(*this, name, std::move(items));
  }
  template <class T>
  [[nodiscard]] Words<T> make(const char* name, std::size_t size) {
    return Words<T>(*this, name, Array<T>(size, T{}));
  }
  template <class T>
  [[nodiscard]] Words<T> make(const char* name, std::size_t size, T value) {
    return Words<T>(*this, name, Array<T>(size, value));
  }
  template <class T>
  [[nodiscard]] Input<T> input(const char* name, std::span<const T> items) {
    return Words<T>(*this, name, Array<T>(items));
  }

  void begin_round() {
    ++round_;
    begin_phase();
  }
  void begin_phase() { ++phase_; }

  [[nodiscard]] const Counts& counts() const { return counts_; }
  /// Rounds that were begun; round 0 of `touched` is what came before the first.
  [[nodiscard]] std::size_t rounds() const { return round_; }
  /// How many different words each round touched, for every array that was used at all.
  [[nodiscard]] std::map<std::string, std::vector<std::uint64_t>> touched() const {
    std::map<std::string, std::vector<std::uint64_t>> all;
    for (const auto& [name, words] : touched_) {
      std::vector<std::uint64_t> counts;
      for (std::size_t r = 0; r <= round_; ++r) counts.push_back(words->at(r));
      const bool used = std::any_of(counts.begin(), counts.end(), [](auto c) { return c != 0; });
      if (used) all.emplace(name, std::move(counts));
    }
    return all;
  }

  /// The first array of which some round touches no fewer words than the round before; empty if
  /// every array shrinks in every round. `from` names arrays that are held to it only from a later
  /// round on, counted from 0.
  [[nodiscard]] std::string not_shrinking(
      const std::map<std::string, std::size_t>& from = {}) const {
    for (const auto& [name, counts] : touched()) {
      const auto found = from.find(name);
      const std::size_t first = found == from.end() ? 0 : found->second;
      for (std::size_t r = first + 1; r < round_; ++r) {
        if (counts[r + 1] >= counts[r]) {
          return name + ": " + std::to_string(counts[r]) + " words in round " +
                 std::to_string(r - 1) + ", then " + std::to_string(counts[r + 1]);
        }
      }
    }
    return {};
  }

 private:
  bool in_phase(const std::atomic<std::uint64_t>& written) const {
    return written.load(std::memory_order_relaxed) == phase_;
  }
  Touched& touched_of(const char* name) {
    auto& words = touched_[name];
    if (words == nullptr) words = std::make_unique<Touched>(k_max_rounds);
    return *words;
  }

  Counts counts_;
  std::uint64_t phase_ = 1;  // 0 is "never"
  std::uint64_t round_ = 0;
  std::map<std::string, std::unique_ptr<Touched>> touched_;
};

static_assert(detail::hypergraph_matching::SharedArrays<CheckedArrays>);

}  // namespace hypermatch::test
