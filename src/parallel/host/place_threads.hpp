// SPDX-License-Identifier: MIT
// The threads of a host as a place.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/uppermost.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/segmented.hpp"
#include "parallel/place.hpp"

namespace hypermatch::detail::parallel {

class Threads {
 public:
  static constexpr bool k_recomputes = false;
  static constexpr bool k_is_host = true;

  template <class T>
  using Words = PlainWords<Threads, T>;

  /// Flags are bytes: threads write them without looking at each other's.
  template <class Bytes>
  class FlagsOf {
   public:
    FlagsOf() = default;
    explicit FlagsOf(Bytes bytes) : bytes_(bytes) {}
    [[nodiscard]] bool is_set(std::size_t i) const { return bytes_.get(i) != 0; }
    void set(std::size_t i) const {
      // Reading first keeps the line shared among cores once the flag is set.
      if (bytes_.load(i) == 0) bytes_.store(i, 1);
    }
    void assign(std::size_t i, bool value) const { bytes_.set(i, value ? 1 : 0); }
    /// For loops in which other items set flags, too; `insert` tells the first one that sets it.
    [[nodiscard]] bool is_set_by_now(std::size_t i) const { return bytes_.load(i) != 0; }
    [[nodiscard]] bool insert(std::size_t i) const { return bytes_.exchange(i, 1) == 0; }

   private:
    Bytes bytes_;
  };
  using Flags = FlagsOf<Words<std::uint8_t>>;

  /// Items that are left, ascending; all where there is no list yet.
  struct Left {
    Array<std::uint32_t> list;
    Array<std::uint32_t> next;
    Array<std::uint8_t> stays;
    std::size_t count = 0;
    bool is_all = true;
    [[nodiscard]] std::uint32_t operator[](std::size_t i) const {
      return is_all ? static_cast<std::uint32_t>(i) : list[i];
    }
  };

  /// Owns the arrays, each in a block of its own.
  class Arena {
   public:
    template <class T>
    [[nodiscard]] Words<T> take(const char* /*name*/, std::size_t count) {
      blocks_.emplace_back(count * sizeof(T));
      return Words<T>(reinterpret_cast<T*>(blocks_.back().data()));
    }
    [[nodiscard]] Flags take_flags(const char* name, std::size_t count) {
      return Flags(take<std::uint8_t>(name, count));
    }
    template <class T>
    [[nodiscard]] Words<T> adopt(const char* /*name*/, std::span<T> items) {
      return Words<T>(items.data());
    }

   private:
    std::vector<Array<std::byte>> blocks_;
  };

  explicit Threads(const Context& context) : context_(context) {}

  template <class T>
  [[nodiscard]] static std::remove_const_t<T> load(T& word) {
    return std::atomic_ref(const_cast<std::remove_const_t<T>&>(word))
        .load(std::memory_order_relaxed);
  }
  template <class T>
  static void store(T& word, T value) {
    std::atomic_ref(word).store(value, std::memory_order_relaxed);
  }
  template <class T>
  static T fetch_add(T& word, T value) {
    return std::atomic_ref(word).fetch_add(value, std::memory_order_relaxed);
  }
  template <class T>
  static T fetch_or(T& word, T bits) {
    return std::atomic_ref(word).fetch_or(bits, std::memory_order_relaxed);
  }

  template <class T>
  static void fetch_max(T& word, T value) {
    T seen = load(word);
    // Ends: `seen` grows whenever the exchange fails for another reason than chance.
    while (seen < value &&
           !std::atomic_ref(word).compare_exchange_weak(seen, value, std::memory_order_relaxed)) {
    }
  }
  // Sequentially consistent, because both sides write first and read then.
  template <class T>
  static void publish(T& word, T value) {
    std::atomic_ref(word).store(value, std::memory_order_seq_cst);
  }
  template <class T>
  [[nodiscard]] static T observe(T& word) {
    return std::atomic_ref(word).load(std::memory_order_seq_cst);
  }
  template <class T>
  static T exchange(T& word, T value) {
    return std::atomic_ref(word).exchange(value, std::memory_order_relaxed);
  }

  template <class Words, class T>
  void fill(const Words& words, std::size_t count, T value) {
    parallel::for_each(context_, count, [=](std::size_t i) { words.set(i, value); });
  }
  template <class Flags, class Test>
  void assign(const Flags& flags, std::uint64_t items, const Test& test) {
    parallel::for_each(context_, items, [=](std::size_t i) { flags.assign(i, test(i)); });
  }
  template <class Flags>
  void clear(const Flags& flags, std::uint64_t items) {
    parallel::for_each(context_, items, [=](std::size_t i) { flags.assign(i, false); });
  }
  template <class Flags, class Words>
  void count_clear(const Flags& flags, std::uint64_t items, const Words& count_to) {
    count(
        items, [=](std::size_t i) { return !flags.is_set(i); }, count_to);
  }
  template <class Test, class Words>
  void count(std::uint64_t items, const Test& test, const Words& count_to) {
    count_to.set(
        0, parallel::reduce<std::uint64_t>(
               context_, items, 0,
               [test](std::size_t i) { return std::uint64_t{test(i) ? 1U : 0U}; }, std::plus<>()));
  }
  template <std::size_t k_count, class Words>
  [[nodiscard]] auto read(const Words& words) const {
    std::array<decltype(words.get(0)), k_count> copy;
    for (std::size_t i = 0; i < k_count; ++i) copy[i] = words.get(i);
    return copy;
  }

  template <class Body>
  void for_each(std::uint64_t items, const Body& body, std::size_t grain = 2048) {
    parallel::for_each(
        context_, items, [body](std::size_t i) { body(static_cast<std::uint32_t>(i)); }, grain);
  }
  template <class Rows>
  void find_heavy_rows(const Rows& /*rows*/) {}
  template <class Rows, class Loop>
  void row_for_each(const Rows& rows, const Loop& loop) {
    for_pieces(context_, rows.count, offset_of(rows), [&](const RowPiece& piece) {
      const auto row = static_cast<std::uint32_t>(piece.row);
      if (!loop.is_active(row)) return;
      for (std::uint64_t p = piece.begin; p < piece.end; ++p) loop.visit(row, p);
    });
  }
  template <class Rows, class Loop>
  void row_reduce(const Rows& rows, const Loop& loop) {
    using Value = typename Loop::Value;
    RowReducer<Value> reducer(context_);
    reducer(
        context_, rows.count, offset_of(rows),
        [&](std::size_t row) { return loop.is_active(static_cast<std::uint32_t>(row)); },
        Loop::identity(),
        [&](std::size_t row, std::uint64_t p) {
          return loop.value(static_cast<std::uint32_t>(row), loop.entry(p));
        },
        [](const Value& a, const Value& b) { return Loop::combine(a, b); },
        [&](std::size_t row, const Value& value) {
          loop.store(static_cast<std::uint32_t>(row), value);
        },
        [](const Value& value) { return Loop::is_final(value); });
  }
  /// One thread selects for a row.
  template <class Rows, class Loop>
  void row_lowest(const Rows& rows, const Loop& loop) {
    const Chunks chunks = cut_rows(context_, rows.count, offset_of(rows));
    run_tasks(context_, chunks.count, [&](std::size_t chunk) {
      std::vector<std::uint64_t> keys;
      for_row_pieces(chunks, chunk, rows.count, offset_of(rows), [&](const RowPiece& piece) {
        const auto row = static_cast<std::uint32_t>(piece.row);
        // The whole row, whatever part of it the piece is.
        if (!piece.starts || !loop.is_active(row)) return;
        keys.clear();
        for (std::uint64_t p = piece.begin; p < rows.offsets.get(piece.row + 1); ++p) {
          const std::uint32_t entry = loop.entry(p);
          if (loop.takes(entry)) keys.push_back(loop.key(entry));
        }
        const bool any = !keys.empty();
        loop.store(row, base::lowest_of_uppermost(keys, loop.room(row)), any);
      });
    });
  }

  template <class Arena>
  [[nodiscard]] Left lay_out_left(Arena& /*arena*/, std::uint64_t items) const {
    return {Array<std::uint32_t>(items), Array<std::uint32_t>(items), Array<std::uint8_t>(items),
            items};
  }
  /// Bodies may look through rows, which differ in length.
  template <class Body>
  void for_each_left(const Left& left, const Body& body) {
    parallel::for_each(
        context_, left.count, [&left, body](std::size_t i) { body(left[i]); }, k_row_grain);
  }
  /// One thread reduces a row: all of it at once where the loop says how.
  template <class Rows, class Loop>
  void row_reduce_left(const Rows& rows, const Left& left, const Loop& loop) {
    for_each_left(left, [&, loop](std::uint32_t row) { reduce_row(rows, row, loop); });
  }
  template <class Test, class Words>
  void keep_left(Left& left, const Test& test, const Words& count_to) {
    // Tests are asked once, a selection asks twice.
    parallel::for_each(context_, left.count,
                       [&, test](std::size_t i) { left.stays[i] = test(left[i]) ? 1 : 0; });
    left.count = parallel::select(
        context_, left.count, [&](std::size_t i) { return left.stays[i] != 0; },
        [&](std::size_t place, std::size_t i) { left.next[place] = left[i]; });
    std::swap(left.list, left.next);
    left.is_all = false;
    count_to.set(0, left.count);
  }

  template <class Arena>
  [[nodiscard]] Worklist<Threads> lay_out_worklist(Arena& arena, std::uint64_t items) const {
    Worklist<Threads> list{arena.template take<std::uint32_t>("listed", items),
                           arena.template take<std::uint32_t>("num_listed", 1)};
    list.count.set(0, 0);
    return list;
  }
  template <class Body>
  void for_each_listed(const Worklist<Threads>& list, const Body& body) {
    parallel::for_each(
        context_, list.count.get(0), [list, body](std::size_t i) { body(list.items.get(i)); },
        k_row_grain);
  }
  /// One thread reduces a row: all of it at once where the loop says how.
  template <class Rows, class Loop>
  void row_reduce_listed(const Rows& rows, const Worklist<Threads>& list, const Loop& loop) {
    const std::uint64_t average = rows.entries / std::max<std::uint64_t>(rows.count, 1);
    const std::size_t grain = k_listed_entries / (average + 1) + 1;
    parallel::for_each(
        context_, list.count.get(0),
        [&, loop](std::size_t i) { reduce_row(rows, list.items.get(i), loop); }, grain);
  }
  template <class Round>
  void while_listed(Worklist<Threads> now, Worklist<Threads> next, const Round& round) {
    // Ends: as the caller's rounds do.
    while (now.count.get(0) > 0) {
      context_.check_cancelled();
      round(now, next);
      std::swap(now, next);
    }
  }

  template <class Arena>
  void lay_out_scans(Arena& /*arena*/, std::uint64_t /*items*/) {}
  template <class Loop>
  void scan_rows(std::uint64_t items, const Loop& loop) {
    parallel::exclusive_scan<RowsBefore>(
        context_, items, [&](std::size_t i) { return loop(static_cast<std::uint32_t>(i)); },
        [&](std::size_t i, const RowsBefore& before) {
          loop(static_cast<std::uint32_t>(i), before);
        });
  }
  template <class Map, class Words>
  void filter_map(std::uint64_t items, const Map& map, const Words& out) {
    (void)parallel::select(
        context_, items, [&](std::size_t p) { return map(p) != k_none; },
        [&](std::size_t place, std::size_t p) { out.set(place, map(p)); });
  }

  /// Asks for stops and reports that `left` of `total` items are left; once per round.
  void report(std::uint64_t left, std::uint64_t total) {
    context_.check_cancelled();
    context_.report({"solve", total - left, total});
    reported_.push_back(left);
  }
  /// The items that were left as each round began.
  [[nodiscard]] const std::vector<std::uint64_t>& left_per_round() const { return reported_; }
  template <class Words, class Enqueue, class Stuck>
  std::uint64_t rounds(const Words& left, const Enqueue& enqueue, const Stuck& stuck) {
    const std::uint64_t total = left.get(0);
    std::uint64_t now = total;
    std::uint64_t done = 0;
    // Ends: every round leaves less, or throws.
    while (now > 0) {
      report(now, total);
      enqueue(++done);
      const std::uint64_t before = std::exchange(now, left.get(0));
      if (now >= before) stuck(done);
    }
    return done;
  }

  [[nodiscard]] const Context& context() const { return context_; }

 private:
  // Fewer items per chunk than the default, to share rows out.
  static constexpr std::size_t k_row_grain = 512;

  // Entries that a chunk of a list has at least, about.
  static constexpr std::size_t k_listed_entries = 1 << 14;

  template <class Rows, class Loop>
  static void reduce_row(const Rows& rows, std::uint32_t row, const Loop& loop) {
    if (!loop.is_active(row)) return;
    if constexpr (requires { loop.whole(row); }) {
      loop.store(row, loop.whole(row));
    } else {
      auto value = Loop::identity();
      const std::uint64_t end = rows.offsets.get(row + std::size_t{1});
      for (std::uint64_t p = rows.offsets.get(row); p < end && !Loop::is_final(value); ++p) {
        value = Loop::combine(value, loop.value(row, loop.entry(p)));
      }
      loop.store(row, value);
    }
  }
  template <class Rows>
  [[nodiscard]] static auto offset_of(const Rows& rows) {
    return [offsets = rows.offsets](std::size_t row) { return offsets.get(row); };
  }

  const Context& context_;
  std::vector<std::uint64_t> reported_;
};
static_assert(ListingPlace<Threads>);

}  // namespace hypermatch::detail::parallel
