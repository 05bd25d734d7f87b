// SPDX-License-Identifier: MIT
// Sums per head of the arcs of one row, without a sort: short rows are ordered by ranks; of others,
// heads have places in a list of sums, and a bitmap of three levels tells their order.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "base/exact_sum.hpp"
#include "base/per_isa.hpp"
#include "coarsen/head_ranks.hpp"
#include "coarsen/runs.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::coarsen {

/// An exact sum of integers.
struct WholeSum {
  std::int64_t sum = 0;

  /// Whether the sum still is exact.
  bool add(std::int64_t term) { return !__builtin_add_overflow(sum, term, &sum); }
  [[nodiscard]] std::int64_t value() const { return sum; }
  /// body(term) for what has this sum.
  template <class Body>
  void for_each_term(const Body& body) const {
    body(sum);
  }
};

/// A sum of real numbers as the rounded sum and what rounding lost, while that is exact: then their
/// sum, rounded once, is the exact sum, rounded once.
struct RealSum {
  double sum = -0.0;  // so that one term alone keeps its bits
  double lost = 0;

  /// By Knuth's two-sum; false for terms that are not finite, too.
  bool add(double term) {
    const double before = sum;
    sum += term;
    const double part = sum - before;
    return base::add_exactly(lost, (before - (sum - part)) + (term - part));
  }
  [[nodiscard]] double value() const { return lost == 0 ? sum : sum + lost; }
  template <class Body>
  void for_each_term(const Body& body) const {
    body(sum);
    if (lost != 0) body(lost);
  }
};

template <class Value>
using StateOf = std::conditional_t<std::is_floating_point_v<Value>, RealSum, WholeSum>;

/// The sums of `RowSums` for at most k_most_ranked terms, without memory that depends on the number
/// of heads. Heads are below 2^32 - 1. Calls body(head, state) for each head, ascending, and with
/// k_none for each repetition of a head. Returns whether all sums are exact; otherwise they are
/// invalid.
template <class Value, class Body>
bool sum_few(const VertexId* heads, const SumOf<Value>* terms, std::size_t count,
             const Body& body) {
  using State = StateOf<Value>;
  if (count == 0) return true;
  if (count == 1) {
    State state;
    const bool exact = state.add(terms[0]);
    body(heads[0], state);
    return exact;
  }
  constexpr VertexId k_sign = VertexId{1} << 31;
  std::int32_t keys[k_most_ranked];
  for (std::size_t i = 0; i < count; ++i) keys[i] = static_cast<std::int32_t>(heads[i] ^ k_sign);
  for (std::size_t i = count; i < (count + 7) / 8 * 8; ++i) {
    keys[i] = std::numeric_limits<std::int32_t>::max();
  }
  std::int32_t ranks[k_most_ranked];
  rank_heads(keys, count, ranks);
  State states[k_most_ranked];
  VertexId ordered[k_most_ranked];
  for (std::size_t i = 0; i < count; ++i) {
    states[i] = State{};
    ordered[i] = k_none;
  }
  bool exact = true;
  for (std::size_t i = 0; i < count; ++i) {
    const auto rank = static_cast<std::size_t>(ranks[i]);
    exact &= states[rank].add(terms[i]);
    ordered[rank] = heads[i];
  }
  for (std::size_t i = 0; i < count; ++i) body(ordered[i], states[i]);
  return exact;
}

/// Sums over the heads below `num_heads`: those that were met stand in a list with their states,
/// and each head has its place in the list, counted over all rows, so that no place of an earlier
/// row counts. Not for several threads.
template <class Value>
class RowSums {
 public:
  using Sum = SumOf<Value>;

  /// Places are counted from `first` on, which is above 0.
  explicit RowSums(std::size_t num_heads, VertexId first = 1)
      : place_(num_heads, 0),
        bits_(num_heads / 64 + 1, 0),
        upper_bits_(num_heads / k_per_upper + 1, 0),
        top_bits_(num_heads / k_per_top + 1, 0),
        first_(first) {}

  /// For so many heads from now on; no row is begun.
  void set_heads(std::size_t num_heads) {
    const auto grow = [](auto& items, std::size_t size) {
      // Places of rows before do not count, and no bit is set.
      for (items.reserve(size); items.size() < size;) items.push_back(0);
    };
    grow(place_, num_heads);
    grow(bits_, num_heads / 64 + 1);
    grow(upper_bits_, num_heads / k_per_upper + 1);
    grow(top_bits_, num_heads / k_per_top + 1);
  }

  /// Before each `add`: room for so many more terms, but no more heads than there are.
  void reserve(std::size_t terms) {
    // One more, because `add` writes before it looks.
    const std::size_t room = std::min(count_ + terms, place_.size()) + 1;
    if (room <= met_.size()) return;
    met_.resize(room + room / 2);
    states_.resize(room + room / 2);
  }

  void add(const VertexId* heads, const Sum* terms, std::size_t size) {
    // Copies, because what is written might be members otherwise.
    VertexId* const places = place_.data();
    VertexId* const met = met_.data();
    State* const states = states_.data();
    const VertexId first = first_;
    std::size_t count = count_;
    bool exact = exact_;
    for (std::size_t i = 0; i < size; ++i) {
      const VertexId head = heads[i];
      const VertexId known = places[head];
      const bool is_met = known >= first;
      const std::size_t place = is_met ? known - first : count;
      met[count] = head;
      places[head] = first + static_cast<VertexId>(place);
      State state = is_met ? states[place] : State{};
      exact &= state.add(terms[i]);
      states[place] = state;
      count += is_met ? 0 : 1;
    }
    count_ = count;
    exact_ = exact;
  }

  /// How many heads `take` passes on.
  [[nodiscard]] std::size_t size() const { return count_; }
  /// Whether all sums are exact.
  [[nodiscard]] bool is_exact() const { return exact_; }

  /// body(head, state) for each head that was added to, ascending; none is left.
  template <class Body>
  void take(const Body& body) {
    std::size_t first = top_bits_.size();
    std::size_t last = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      const std::size_t head = met_[i];
      const std::size_t top = head / k_per_top;
      bits_[head / 64] |= std::uint64_t{1} << head % 64;
      upper_bits_[head / k_per_upper] |= std::uint64_t{1} << head / 64 % 64;
      top_bits_[top] |= std::uint64_t{1} << head / k_per_upper % 64;
      first = std::min(first, top);
      last = std::max(last, top);
    }
    for (std::size_t top = first; top <= last; ++top) {
      take_bits(top_bits_[top], 64 * top, [&](std::size_t upper) {
        take_bits(upper_bits_[upper], 64 * upper, [&](std::size_t word) {
          take_bits(bits_[word], 64 * word, [&](std::size_t head) {
            body(static_cast<VertexId>(head), states_[place_[head] - first_]);
          });
        });
      });
    }
    clear();
  }
  /// body(head, state) likewise, in any order.
  template <class Body>
  void take_any(const Body& body) {
    for (std::size_t i = 0; i < count_; ++i) body(met_[i], states_[i]);
    clear();
  }
  void clear() {
    // The next row's places are below 2^32.
    if (first_ + count_ + place_.size() > k_none) {
      for (VertexId& place : place_) place = 0;
      first_ = 1;
    } else {
      first_ += static_cast<VertexId>(count_);
    }
    count_ = 0;
    exact_ = true;
  }

 private:
  using State = StateOf<Value>;
  static constexpr std::size_t k_per_upper = 64 * 64;
  static constexpr std::size_t k_per_top = 64 * k_per_upper;

  template <class Body>
  static void take_bits(std::uint64_t& word, std::size_t first, const Body& body) {
    std::uint64_t left = word;
    word = 0;
    // Ends: each turn takes one bit.
    for (; left != 0; left &= left - 1) {
      body(first + static_cast<std::size_t>(std::countr_zero(left)));
    }
  }

  Array<VertexId> place_;  // of those met in this row: first_ and its place in met_
  Array<VertexId> met_;    // the first `count_`
  Array<State> states_;
  Array<std::uint64_t> bits_;        // of the heads that were met; set in `take` only
  Array<std::uint64_t> upper_bits_;  // of the words of bits_ that are not 0
  Array<std::uint64_t> top_bits_;    // the same of upper_bits_
  VertexId first_;
  std::size_t count_ = 0;
  bool exact_ = true;
};

}  // namespace hypermatch::detail::coarsen
