// SPDX-License-Identifier: MIT
// Sums per head of the arcs of one row, without a sort: one word of sum per head, and the heads
// that were met as a list, which is sorted where it is short, and else read off a bitmap of three
// levels in ascending order.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "base/exact_sum.hpp"
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

/// The same as `RowSums` for rows of up to k_most_ranked terms: no memory that depends on the
/// number of heads is touched. Heads are below 2^32 - 1.
template <class Value>
class FewSums {
 public:
  using Sum = SumOf<Value>;

  void add(VertexId head, Sum term) {
    keys_[count_] = static_cast<std::int32_t>(head ^ k_sign);
    terms_[count_++] = term;
  }
  [[nodiscard]] std::size_t size() const { return count_; }

  /// body(head, state) for each head, ascending, and with k_none for each repetition of one.
  /// Returns whether all sums are exact; else they are nothing.
  template <class Body>
  bool take(const Body& body) {
    for (std::size_t i = count_; i < (count_ + 7) / 8 * 8; ++i) {
      keys_[i] = std::numeric_limits<std::int32_t>::max();
    }
    std::int32_t ranks[k_most_ranked];
    rank_heads(keys_, count_, ranks);
    State states[k_most_ranked];
    VertexId heads[k_most_ranked];
    for (std::size_t i = 0; i < count_; ++i) {
      states[i] = State{};
      heads[i] = k_none;
    }
    bool exact = true;
    for (std::size_t i = 0; i < count_; ++i) {
      const auto rank = static_cast<std::size_t>(ranks[i]);
      exact &= states[rank].add(terms_[i]);
      heads[rank] = static_cast<VertexId>(keys_[i]) ^ k_sign;
    }
    for (std::size_t i = 0; i < count_; ++i) body(heads[i], states[i]);
    return exact;
  }

 private:
  using State = StateOf<Value>;
  static constexpr VertexId k_sign = VertexId{1} << 31;

  std::int32_t keys_[k_most_ranked];
  Sum terms_[k_most_ranked];
  std::size_t count_ = 0;
};

/// Sums over the heads below `num_heads`. Not for several threads.
template <class Value>
class RowSums {
 public:
  using Sum = SumOf<Value>;

  explicit RowSums(std::size_t num_heads)
      : sums_(num_heads, State{}),
        met_(num_heads + 1),  // one more, because `add` writes before it looks
        bits_(num_heads / 64 + 1, 0),
        upper_bits_(num_heads / k_per_upper + 1, 0),
        top_bits_(num_heads / k_per_top + 1, 0) {}

  void add(VertexId head, Sum term) {
    exact_ &= sums_[head].add(term);
    std::uint64_t& word = bits_[head / 64];
    met_[count_] = head;
    count_ += (word >> head % 64 & 1) ^ 1;
    word |= std::uint64_t{1} << head % 64;
  }

  /// Upper bound of what `take` passes on.
  [[nodiscard]] std::size_t size() const { return count_; }
  /// Whether all sums are exact.
  [[nodiscard]] bool is_exact() const { return exact_; }

  /// body(head, state) for each head that was added to, ascending; none is left.
  template <class Body>
  void take(const Body& body) {
    const auto pass_on = [&](VertexId head) {
      const State state = sums_[head];
      sums_[head] = State{};
      body(head, state);
    };
    if (count_ <= k_short) {
      sort_short();
      for (std::size_t i = 0; i < count_; ++i) {
        bits_[met_[i] / 64] = 0;
        pass_on(met_[i]);
      }
    } else {
      take_by_bits(pass_on);
    }
    count_ = 0;
    exact_ = true;
  }
  void clear() {
    take([](VertexId, const auto&) {});
  }

 private:
  using State = StateOf<Value>;
  static constexpr std::size_t k_short = 24;
  static constexpr std::size_t k_per_upper = 64 * 64;
  static constexpr std::size_t k_per_top = 64 * k_per_upper;

  // Insertion: rows of neighbouring classes are nearly in order.
  void sort_short() {
    for (std::size_t i = 1; i < count_; ++i) {
      const VertexId head = met_[i];
      std::size_t place = i;
      for (; place > 0 && met_[place - 1] > head; --place) met_[place] = met_[place - 1];
      met_[place] = head;
    }
  }

  template <class Body>
  static void take_bits(std::uint64_t& word, std::size_t first, const Body& body) {
    // Ends: each turn takes one bit.
    for (; word != 0; word &= word - 1) {
      body(first + static_cast<std::size_t>(std::countr_zero(word)));
    }
  }

  template <class PassOn>
  void take_by_bits(const PassOn& pass_on) {
    std::size_t first = top_bits_.size();
    std::size_t last = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      const std::size_t head = met_[i];
      const std::size_t top = head / k_per_top;
      upper_bits_[head / k_per_upper] |= std::uint64_t{1} << head / 64 % 64;
      top_bits_[top] |= std::uint64_t{1} << head / k_per_upper % 64;
      first = std::min(first, top);
      last = std::max(last, top);
    }
    for (std::size_t top = first; top <= last; ++top) {
      take_bits(top_bits_[top], 64 * top, [&](std::size_t upper) {
        take_bits(upper_bits_[upper], 64 * upper, [&](std::size_t word) {
          take_bits(bits_[word], 64 * word,
                    [&](std::size_t head) { pass_on(static_cast<VertexId>(head)); });
        });
      });
    }
  }

  Array<State> sums_;
  Array<VertexId> met_;  // the first `count_`
  Array<std::uint64_t> bits_;
  Array<std::uint64_t> upper_bits_;  // of the words of bits_ that are not 0; set in `take` only
  Array<std::uint64_t> top_bits_;    // the same of upper_bits_
  std::size_t count_ = 0;
  bool exact_ = true;
};

}  // namespace hypermatch::detail::coarsen
