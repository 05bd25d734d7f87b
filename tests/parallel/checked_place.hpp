// SPDX-License-Identifier: MIT
// The threads of a host as a place that records how arrays are used: words written twice in one
// loop, words read after they were written in it, atomic operations, and how many different words
// of each array a round touches.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "parallel/host/place_threads.hpp"

namespace hypermatch::test {

/// Relaxed throughout: the counts are only read when all threads are done.
class Uses {
 public:
  static constexpr std::size_t k_max_rounds = 256;

  struct Counts {
    std::atomic<std::uint64_t> second_writes = 0;         // plain, in one loop
    std::atomic<std::uint64_t> second_atomic_writes = 0;  // atomic, in one loop
    std::atomic<std::uint64_t> reads_after_writes = 0;    // plain, in one loop
    std::atomic<std::uint64_t> atomics = 0;
  };
  using Touched = std::vector<std::atomic<std::uint64_t>>;

  /// Uses of one array.
  struct Record {
    Record(Uses& all, Touched& words, std::size_t size)
        : uses(all), touched(words), written(size), seen(size) {}

    void touch(std::size_t i) {
      const std::uint64_t round = uses.round_;
      if (seen.at(i).exchange(round + 1, std::memory_order_relaxed) != round + 1) {
        touched.at(round).fetch_add(1, std::memory_order_relaxed);
      }
    }
    void read(std::size_t i) {
      touch(i);
      if (written.at(i).load(std::memory_order_relaxed) == uses.loop_) {
        ++uses.counts_.reads_after_writes;
      }
    }
    void write(std::size_t i, bool atomic) {
      touch(i);
      if (written.at(i).exchange(uses.loop_, std::memory_order_relaxed) != uses.loop_) return;
      ++(atomic ? uses.counts_.second_atomic_writes : uses.counts_.second_writes);
    }
    void use_atomics(std::size_t i) {
      touch(i);
      ++uses.counts_.atomics;
    }

    Uses& uses;
    Touched& touched;
    std::vector<std::atomic<std::uint64_t>> written;  // the loop of the last write
    std::vector<std::atomic<std::uint64_t>> seen;     // one more than the round of the last use
  };

  void begin_round() { ++round_; }
  /// Stands before every loop.
  void begin_loop() { ++loop_; }
  /// The record of a new array; those of one name count as one.
  [[nodiscard]] Record& record(const char* name, std::size_t size) {
    auto& words = touched_[name];
    if (words == nullptr) words = std::make_unique<Touched>(k_max_rounds);
    return records_.emplace_back(*this, *words, size);
  }

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
  Counts counts_;
  std::uint64_t loop_ = 1;  // 0 is "never"
  std::uint64_t round_ = 0;
  std::map<std::string, std::unique_ptr<Touched>> touched_;
  std::deque<Record> records_;
};

class CheckedPlace : public detail::parallel::Threads {
  using Base = detail::parallel::Threads;

 public:
  template <class T>
  class Words {
   public:
    Words() = default;
    Words(Uses::Record* record, T* data) : record_(record), words_(data) {}
    template <class U>
    requires(std::same_as<const U, T> && !std::is_const_v<U>)
        Words(const Words<U>& words)  // NOLINT(google-explicit-constructor)
        : record_(words.record()), words_(words.data()) {}

    [[nodiscard]] auto get(std::size_t i) const {
      record_->read(i);
      return words_.get(i);
    }
    void set(std::size_t i, T value) const {
      record_->write(i, false);
      words_.set(i, value);
    }
    [[nodiscard]] T load(std::size_t i) const {
      record_->use_atomics(i);
      return words_.load(i);
    }
    void store(std::size_t i, T value) const {
      record_->use_atomics(i);
      record_->write(i, true);
      words_.store(i, value);
    }
    T fetch_add(std::size_t i, T value) const {
      record_->use_atomics(i);
      record_->write(i, true);
      return words_.fetch_add(i, value);
    }
    [[nodiscard]] bool exists() const { return data() != nullptr; }
    [[nodiscard]] T* data() const { return words_.data(); }
    [[nodiscard]] Uses::Record* record() const { return record_; }

   private:
    Uses::Record* record_ = nullptr;
    Base::Words<T> words_;
  };

  using Flags = FlagsOf<Words<std::uint8_t>>;

  class Arena {
   public:
    explicit Arena(Uses& uses) : uses_(uses) {}
    template <class T>
    [[nodiscard]] Words<T> take(const char* name, std::size_t count) {
      return {&uses_.record(name, count), blocks_.take<T>(name, count).data()};
    }
    [[nodiscard]] Flags take_flags(const char* name, std::size_t count) {
      return Flags(take<std::uint8_t>(name, count));
    }
    template <class T>
    [[nodiscard]] Words<T> adopt(const char* name, std::span<T> items) {
      return {&uses_.record(name, items.size()), items.data()};
    }

   private:
    Uses& uses_;
    Base::Arena blocks_;
  };

  CheckedPlace(const Context& context, Uses& uses) : Base(context), uses_(uses) {}

  // Every loop of the base is one here, and its rounds are told.
  template <class... Args>
  void fill(const Args&... args) {
    begin_loop();
    Base::fill(args...);
  }
  template <class... Args>
  void assign(const Args&... args) {
    begin_loop();
    Base::assign(args...);
  }
  template <class... Args>
  void count_clear(const Args&... args) {
    begin_loop();
    Base::count_clear(args...);
    begin_loop();
  }
  template <class... Args>
  void count(const Args&... args) {
    begin_loop();
    Base::count(args...);
    begin_loop();
  }
  template <class... Args>
  void for_each(const Args&... args) {
    begin_loop();
    Base::for_each(args...);
  }
  template <class... Args>
  void row_for_each(const Args&... args) {
    begin_loop();
    Base::row_for_each(args...);
  }
  template <class... Args>
  void row_reduce(const Args&... args) {
    begin_loop();
    Base::row_reduce(args...);
  }
  template <class... Args>
  void row_lowest(const Args&... args) {
    begin_loop();
    Base::row_lowest(args...);
  }
  template <class... Args>
  void scan_rows(const Args&... args) {
    begin_loop();
    Base::scan_rows(args...);
    begin_loop();
  }
  template <class... Args>
  void filter_map(const Args&... args) {
    begin_loop();
    Base::filter_map(args...);
  }
  /// Once per round of algorithms that follow their rounds themselves.
  void report(std::uint64_t left, std::uint64_t total) {
    uses_.begin_round();
    Base::report(left, total);
  }
  template <class Words, class Enqueue, class Stuck>
  std::uint64_t rounds(const Words& left, const Enqueue& enqueue, const Stuck& stuck) {
    return Base::rounds(
        left,
        [&](std::uint64_t r) {
          uses_.begin_round();
          enqueue(r);
        },
        stuck);
  }

 private:
  void begin_loop() { uses_.begin_loop(); }

  Uses& uses_;
};
static_assert(detail::parallel::Place<CheckedPlace>);

}  // namespace hypermatch::test
