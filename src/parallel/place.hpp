// SPDX-License-Identifier: MIT
// One source for many places. A place is where arrays live and loops run: the threads of a host, or
// the stream of a device. An algorithm of rounds is a set of small functors and one loop over a
// `Place`; a unit of a few lines instantiates it for each place. Functors are templates over the
// place, so that no two units define one function in two ways.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "hypermatch/types.hpp"

/// Marks functions that run where the loops of the unit's place run.
#if defined(__CUDACC__)
#define HYPERMATCH_FN __device__
#else
#define HYPERMATCH_FN
#endif

namespace hypermatch::detail::parallel {

/// An array of a place that lies in plain memory. `get` and `set` are for words that no other item
/// of the same loop writes. The others are for words that several do: relaxed
/// atomics, because nothing is published through them, and the end of a loop orders all that it
/// wrote before what the next one reads.
template <class P, class T>
class PlainWords {
 public:
  PlainWords() = default;
  explicit PlainWords(T* data) : data_(data) {}
  /// Read access only.
  template <class U>
  requires(std::same_as<const U, T> && !std::is_const_v<U>)
      PlainWords(const PlainWords<P, U>& words)  // NOLINT(google-explicit-constructor)
      : data_(words.data()) {}

  [[nodiscard]] HYPERMATCH_FN T get(std::uint64_t i) const { return data_[i]; }
  /// `get`, where caches should rather keep other words.
  [[nodiscard]] HYPERMATCH_FN T get_once(std::uint64_t i) const {
    if constexpr (requires(T & word) { P::load_once(word); }) {
      return P::load_once(data_[i]);
    } else {
      return data_[i];
    }
  }
  HYPERMATCH_FN void set(std::uint64_t i, T value) const { data_[i] = value; }
  [[nodiscard]] HYPERMATCH_FN T load(std::uint64_t i) const { return P::load(data_[i]); }
  HYPERMATCH_FN void store(std::uint64_t i, T value) const { P::store(data_[i], value); }
  HYPERMATCH_FN T fetch_add(std::uint64_t i, T value) const {
    return P::fetch_add(data_[i], value);
  }
  HYPERMATCH_FN T fetch_or(std::uint64_t i, T bits) const { return P::fetch_or(data_[i], bits); }
  HYPERMATCH_FN T fetch_max(std::uint64_t i, T value) const {
    return P::fetch_max(data_[i], value);
  }
  HYPERMATCH_FN T exchange(std::uint64_t i, T value) const { return P::exchange(data_[i], value); }
  /// If two items publish a word each, and then observe the other one's, one at least sees what the
  /// other one published.
  HYPERMATCH_FN void publish(std::uint64_t i, T value) const { P::publish(data_[i], value); }
  [[nodiscard]] HYPERMATCH_FN T observe(std::uint64_t i) const { return P::observe(data_[i]); }
  /// Leaves the larger of the two. What is read before may be old: maxima only rise.
  HYPERMATCH_FN void raise(std::uint64_t i, T value) const {
    if (P::load(data_[i]) < value) P::fetch_max(data_[i], value);
  }

  /// True where the array is there, in functors.
  [[nodiscard]] HYPERMATCH_FN bool exists() const { return data_ != nullptr; }
  /// Null if there is no such array.
  [[nodiscard]] T* data() const { return data_; }

 private:
  T* data_ = nullptr;
};

/// Flags as a bitmap of words in memory of the place.
template <class P>
class BitFlags {
 public:
  BitFlags() = default;
  explicit BitFlags(PlainWords<P, std::uint32_t> words) : words_(words) {}

  [[nodiscard]] HYPERMATCH_FN bool is_set(std::uint64_t i) const {
    return ((words_.get(i / 32) >> (i % 32)) & 1) != 0;
  }
  HYPERMATCH_FN void set(std::uint64_t i) const {
    const std::uint32_t bit = std::uint32_t{1} << (i % 32);
    // Relaxed: bits are only ever set, all with the same outcome. Reading first spares most of the
    // atomic ors.
    if ((words_.load(i / 32) & bit) == 0) words_.fetch_or(i / 32, bit);
  }
  /// For loops in which other items set flags, too; `insert` tells the first one that sets it.
  [[nodiscard]] HYPERMATCH_FN bool is_set_by_now(std::uint64_t i) const {
    return ((words_.load(i / 32) >> (i % 32)) & 1) != 0;
  }
  [[nodiscard]] HYPERMATCH_FN bool insert(std::uint64_t i) const {
    const std::uint32_t bit = std::uint32_t{1} << (i % 32);
    return (words_.fetch_or(i / 32, bit) & bit) == 0;
  }
  [[nodiscard]] std::uint32_t* data() const { return words_.data(); }

 private:
  PlainWords<P, std::uint32_t> words_;
};

/// The rows of a CSR in a place.
template <class P>
struct Rows {
  typename P::template Words<const Offset> offsets;
  std::uint64_t count = 0;
  std::uint64_t entries = 0;
  // Devices share long rows out in another way:
  std::uint64_t largest = 0;           ///< no row has more entries
  std::uint32_t* heavy = nullptr;      ///< room for a list of long rows, where `largest` is above
  std::uint32_t* num_heavy = nullptr;  ///< two words
};

/// Whether arrays of the host are copied to the place, and answers back.
template <class P>
inline constexpr bool k_copies = requires(const P place,
                                          typename P::template Words<std::uint32_t> words,
                                          std::span<std::uint32_t> items) {
  place.copy_to_host(words, items);
};
/// The array that an answer for the host's `items` is written to, and what brings it there.
template <class P, class T>
[[nodiscard]] auto lay_out_answer(typename P::Arena& arena, const char* name, std::span<T> items) {
  if constexpr (k_copies<P>) {
    return arena.template take<T>(name, items.size());
  } else {
    return arena.adopt(name, items);
  }
}
template <class P, class T, class Words>
void bring_answer(const P& place, const Words& words, std::span<T> items) {
  if constexpr (k_copies<P>) place.copy_to_host(words, items);
}
/// Rows of the host's array of offsets, with room for what the place lists of them.
template <class P>
[[nodiscard]] Rows<P> lay_out_rows(P& place, typename P::Arena& arena,
                                   const typename P::template Words<const Offset>& offsets,
                                   std::uint64_t count, std::uint64_t entries) {
  if constexpr (requires { place.lay_out_rows(arena, offsets, count, entries); }) {
    return place.lay_out_rows(arena, offsets, count, entries);
  } else {
    return {.offsets = offsets, .count = count, .entries = entries};
  }
}

/// Items that the next loops are to pass over, in any order; no item is pushed twice.
template <class P>
struct Worklist {
  typename P::template Words<std::uint32_t> items;
  typename P::template Words<std::uint32_t> count;  ///< one word

  HYPERMATCH_FN void push(std::uint32_t item) const { items.set(count.fetch_add(0, 1), item); }
};

/// The best edge seen so far at a vertex; `k_none` comes with key 0 and is the largest number, so
/// that it needs no case of its own.
struct KeyedEdge {
  std::uint64_t key;
  EdgeId edge;
};
/// Base of reductions to the uppermost edge; equal keys are settled by the smaller edge number.
struct UppermostEdge {
  using Value = KeyedEdge;
  HYPERMATCH_FN static Value identity() { return {0, k_none}; }
  HYPERMATCH_FN static Value combine(const Value& a, const Value& b) {
    return a.key > b.key || (a.key == b.key && a.edge < b.edge) ? a : b;
  }
  HYPERMATCH_FN static bool is_final(const Value& /*value*/) { return false; }
};

/// Bases of loops over rows that reduce to one bit or to a sum.
struct AllOf {
  using Value = std::uint32_t;
  HYPERMATCH_FN static Value identity() { return 1; }
  HYPERMATCH_FN static Value combine(Value a, Value b) { return a & b; }
  HYPERMATCH_FN static bool is_final(Value value) { return value == 0; }
};
struct AnyOf {
  using Value = std::uint32_t;
  HYPERMATCH_FN static Value identity() { return 0; }
  HYPERMATCH_FN static Value combine(Value a, Value b) { return a | b; }
  HYPERMATCH_FN static bool is_final(Value value) { return value != 0; }
};
struct SumOf {
  using Value = std::uint32_t;
  HYPERMATCH_FN static Value identity() { return 0; }
  HYPERMATCH_FN static Value combine(Value a, Value b) { return a + b; }
  HYPERMATCH_FN static bool is_final(Value) { return false; }
};

/// Rows and entries of a CSR that stand before one, for a prefix sum of both at once.
struct RowsBefore {
  std::uint64_t entries = 0;
  std::uint32_t rows = 0;
  HYPERMATCH_FN RowsBefore& operator+=(const RowsBefore& other) {
    entries += other.entries;
    rows += other.rows;
    return *this;
  }
};

namespace place_archetypes {

struct Each {
  HYPERMATCH_FN void operator()(std::uint32_t /*item*/) const {}
};
struct Test {
  HYPERMATCH_FN bool operator()(std::uint64_t /*item*/) const { return true; }
};
struct Visit {
  HYPERMATCH_FN bool is_active(std::uint32_t /*row*/) const { return true; }
  HYPERMATCH_FN void visit(std::uint32_t /*row*/, std::uint64_t /*entry*/) const {}
};
struct Sum : SumOf {
  HYPERMATCH_FN bool is_active(std::uint32_t /*row*/) const { return true; }
  HYPERMATCH_FN std::uint32_t entry(std::uint64_t /*p*/) const { return 0; }
  HYPERMATCH_FN Value value(std::uint32_t /*row*/, std::uint32_t /*entry*/) const { return 0; }
  HYPERMATCH_FN void store(std::uint32_t /*row*/, Value /*value*/) const {}
};
struct Lowest {
  HYPERMATCH_FN bool is_active(std::uint32_t /*row*/) const { return true; }
  HYPERMATCH_FN std::uint32_t entry(std::uint64_t /*p*/) const { return 0; }
  HYPERMATCH_FN bool takes(std::uint32_t /*entry*/) const { return true; }
  HYPERMATCH_FN std::uint64_t key(std::uint32_t /*entry*/) const { return 0; }
  HYPERMATCH_FN std::uint32_t room(std::uint32_t /*row*/) const { return 1; }
  HYPERMATCH_FN void store(std::uint32_t /*row*/, std::uint64_t /*key*/, bool /*any*/) const {}
};
struct Scan {
  HYPERMATCH_FN RowsBefore operator()(std::uint32_t /*row*/) const { return {}; }
  HYPERMATCH_FN void operator()(std::uint32_t /*row*/, const RowsBefore& /*before*/) const {}
};
struct Number {
  HYPERMATCH_FN std::uint32_t operator()(std::uint64_t /*p*/) const { return 0; }
};
struct Round {
  void operator()(std::uint64_t /*round*/) const {}
};
struct ListRound {
  template <class List>
  void operator()(const List& /*now*/, const List& /*next*/) const {}
};

}  // namespace place_archetypes

/// All loops are enqueued in order; `read` and the end of `rounds` wait for them. An array is an
/// object of Words<T> or, for bits that are only ever set, Flags, both as `PlainWords` and free to
/// copy into functors; an Arena makes them, not initialised, under names that only tests read.
template <class P>
concept Place = requires(P place, typename P::Arena arena, Rows<P> rows,
                         typename P::template Words<std::uint32_t> words,
                         typename P::template Words<std::uint64_t> wide, typename P::Flags flags,
                         typename P::Left left) {
  // Whether a few instructions cost less than a read of 8 bytes.
  { P::k_recomputes } -> std::convertible_to<bool>;
  // Whether the calling thread may call functors itself.
  { P::k_is_host } -> std::convertible_to<bool>;
  { arena.template take<std::uint32_t>("name", std::size_t{1}) } -> std::same_as<decltype(words)>;
  { arena.take_flags("name", std::size_t{1}) } -> std::same_as<decltype(flags)>;
  // All bytes of the value are equal.
  place.fill(words, std::size_t{1}, std::uint32_t{0});
  // flags(i) = test(i) for every item, and how many are not set.
  place.assign(flags, std::uint64_t{1}, place_archetypes::Test{});
  place.clear(flags, std::uint64_t{1});
  place.count_clear(flags, std::uint64_t{1}, wide);
  // How many items pass a test.
  place.count(std::uint64_t{1}, place_archetypes::Test{}, wide);
  // Copies the first words to the host.
  place.template read<1>(wide);
  place.for_each(std::uint64_t{1}, place_archetypes::Each{});
  // Once for rows that loops are to pass over.
  place.find_heavy_rows(rows);
  // loop.visit(row, p) for every entry p of every row with loop.is_active(row), which `visit` must
  // not change.
  place.row_for_each(rows, place_archetypes::Visit{});
  // loop.store(row, the values of its entries, combined) for every active row. `combine` is
  // associative and commutative; nothing changes a value with is_final(value).
  place.row_reduce(rows, place_archetypes::Sum{});
  // For every active row the lowest of the room(row) uppermost keys of its entries that
  // loop.takes, 0 where these are no more than that, and whether there are any. Keys differ.
  place.row_lowest(rows, place_archetypes::Lowest{});
  // Before the next two: takes what they need for so many items.
  place.lay_out_scans(arena, std::uint64_t{1});
  // loop(i, sum of loop(0) .. loop(i - 1)) for every item, of RowsBefore.
  place.scan_rows(std::uint64_t{1}, place_archetypes::Scan{});
  // Items 0 .. count - 1, of which fewer and fewer are left: those that pass a test, and how many.
  // Hosts list them; devices pass over all, so that bodies and loops ask whether an item is left.
  { place.lay_out_left(arena, std::uint64_t{1}) } -> std::same_as<typename P::Left>;
  place.for_each_left(left, place_archetypes::Each{});
  place.row_reduce_left(rows, left, place_archetypes::Sum{});
  place.keep_left(left, place_archetypes::Test{}, wide);
  // map(p) in order of p, without those that are `k_none`.
  place.filter_map(std::uint64_t{1}, place_archetypes::Number{}, words);
  // enqueue(r) for r = 1, 2, .. until *left is 0 behind a round, which may be found out one round
  // late; returns how many had anything to do. Calls stuck(r) if round r leaves no less. Reports
  // progress, and looks for stops.
  {
    place.rounds(wide, place_archetypes::Round{}, place_archetypes::Round{})
    } -> std::same_as<std::uint64_t>;
};

/// A place that also loops over lists whose length only the place knows. Loops cost as much as the
/// list is long.
template <class P>
concept ListingPlace = Place<P> &&
    requires(P place, typename P::Arena arena, Rows<P> rows, Worklist<P> list) {
  // Room for so many items; empty.
  { place.lay_out_worklist(arena, std::uint64_t{1}) } -> std::same_as<Worklist<P>>;
  place.for_each_listed(list, place_archetypes::Each{});
  // As `row_reduce`, over the rows of the list.
  place.row_reduce_listed(rows, list, place_archetypes::Sum{});
  // enqueue(now, next) until `now` is empty, which may be found out some rounds late; each round
  // leaves in `next` what the next one is to work on. Looks for stops.
  place.while_listed(list, list, place_archetypes::ListRound{});
};

}  // namespace hypermatch::detail::parallel
