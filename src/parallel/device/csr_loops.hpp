// SPDX-License-Identifier: MIT
// Checks and copies of callers' arrays: functors and one function each over a place.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <type_traits>
#include <variant>

#include "base/random.hpp"
#include "parallel/device/csr.hpp"
#include "parallel/place.hpp"

namespace hypermatch::detail::parallel::csr_loops {

/// The numbers of a caller, extended to 64 bits: what is negative is larger than every size.
template <class P>
struct Numbers {
  const void* data;
  bool is_wide;
  bool is_signed;

  explicit Numbers(const DeviceIntegersView& numbers)
      : data(numbers.data()), is_wide(numbers.is_wide()), is_signed(numbers.is_signed()) {}
  [[nodiscard]] HYPERMATCH_FN std::uint64_t get(std::uint64_t i) const {
    if (is_wide) return static_cast<const std::uint64_t*>(data)[i];
    if (!is_signed) return static_cast<const std::uint32_t*>(data)[i];
    return static_cast<std::uint64_t>(
        static_cast<std::int64_t>(static_cast<const std::int32_t*>(data)[i]));
  }
};

/// Words of the results of a loop.
enum Word : std::uint64_t {
  k_count,  ///< how many items a test has found
  k_first,  ///< the complement of the first of them
  k_words,
};
template <class P>
using Result = typename P::template Words<std::uint64_t>;

// Tests are passed to `count`. They note the first item that is wrong.
template <class P>
HYPERMATCH_FN bool note(bool is_wrong, std::uint64_t i, const Result<P>& result) {
  if (is_wrong) result.raise(k_first, ~i);
  return is_wrong;
}

template <class P>
struct OffsetTest {
  Numbers<P> offsets;
  std::uint64_t last;  // the number of the last one
  std::uint64_t entries;
  typename P::template Words<Offset> to;
  Result<P> result;

  HYPERMATCH_FN bool operator()(std::uint64_t i) const {
    const std::uint64_t offset = offsets.get(i);
    if (to.exists()) to.set(i, offset);
    const bool falls = i == 0 ? offset != 0 : offset < offsets.get(i - 1);
    return note<P>(falls || offset > entries || (i == last && offset != entries), i, result);
  }
};

template <class P>
struct NumberTest {
  Numbers<P> numbers;
  std::uint64_t bound;
  typename P::template Words<VertexId> to;
  std::uint64_t stride;
  Result<P> result;

  HYPERMATCH_FN bool operator()(std::uint64_t i) const {
    const std::uint64_t number = numbers.get(i);
    if (to.exists()) to.set(i * stride, static_cast<VertexId>(number));
    return note<P>(number >= bound, i, result);
  }
};

template <class P, class T>
struct WeightTest {
  const T* weights;
  Result<P> result;

  // Neither infinite nor no number: the difference of those is no number.
  HYPERMATCH_FN bool operator()(std::uint64_t i) const {
    const T weight = weights[i];
    return note<P>(!(weight - weight == T(0)), i, result);
  }
};

template <class P>
struct LoopTest {
  const GraphEdge* edges;
  Result<P> result;

  HYPERMATCH_FN bool operator()(std::uint64_t i) const {
    return note<P>(edges[i].u == edges[i].v, i, result);
  }
};

template <class P>
struct LargestTest {
  Numbers<P> numbers;
  Result<P> result;

  HYPERMATCH_FN bool operator()(std::uint64_t i) const {
    result.raise(k_first, numbers.get(i));
    return false;
  }
};

/// Rows share the words of their sums, as many as spare them waiting for each other.
inline constexpr std::uint64_t k_sums = 512;
/// The sums follow the words of `Word`.
inline constexpr std::uint64_t k_balance_words = k_words + 2 * k_sums;

struct TwoSums {
  std::uint64_t first;
  std::uint64_t second;
};

/// Sums over the arcs of a row: hashes of edge and weight, added for one direction and taken off
/// for the other.
template <class P, class T>
struct Balance {
  using Value = TwoSums;

  typename P::template Words<const Offset> offsets;
  const VertexId* neighbours;
  const T* weights;  // or null
  Result<P> result;

  HYPERMATCH_FN static Value identity() { return {0, 0}; }
  HYPERMATCH_FN static Value combine(const Value& a, const Value& b) {
    return {a.first + b.first, a.second + b.second};
  }
  HYPERMATCH_FN static bool is_final(const Value& /*value*/) { return false; }
  HYPERMATCH_FN bool is_active(std::uint32_t /*row*/) const { return true; }
  /// The low bits of the entry's place: rows are shorter than 2^32.
  HYPERMATCH_FN std::uint32_t entry(std::uint64_t p) const { return static_cast<std::uint32_t>(p); }
  HYPERMATCH_FN Value value(std::uint32_t row, std::uint32_t entry) const {
    const std::uint64_t begin = offsets.get(row);
    const std::uint64_t p = begin + (entry - static_cast<std::uint32_t>(begin));
    const VertexId other = neighbours[p];
    (void)note<P>(other == row, p, result);
    std::uint64_t bits = 0;
    if (weights != nullptr) {
      const T weight = weights[p] + T(0);  // both zeros are equal
      std::memcpy(&bits, &weight, sizeof(weight));
    }
    const bool rises = row < other;
    const std::uint64_t low = rises ? row : other;
    const std::uint64_t high = rises ? other : row;
    const std::uint64_t word = base::hash(low << 32 | high, bits);
    const std::uint64_t second = base::splitmix64(word);
    return rises ? Value{word, second} : Value{~word + 1, ~second + 1};
  }
  HYPERMATCH_FN void store(std::uint32_t row, const Value& sums) const {
    const std::uint64_t slot = k_words + 2 * (row % k_sums);
    result.fetch_add(slot, sums.first);
    result.fetch_add(slot + 1, sums.second);
  }
};

/// Calls test(result) for the functor, counts, and returns the first item that it found.
template <class P, class MakeTest>
std::optional<std::uint64_t> first_found(P& place, std::uint64_t items, const Result<P>& result,
                                         const MakeTest& test) {
  if (items == 0) return std::nullopt;
  place.fill(result, k_words, std::uint64_t{0});
  place.count(items, test(result), result);
  const auto found = place.template read<k_words>(result);
  if (found[k_count] == 0) return std::nullopt;
  return ~found[k_first];
}

template <class P>
std::optional<std::uint64_t> wrong_offset(P& place, const Result<P>& result,
                                          const DeviceIntegersView& offsets, std::uint64_t entries,
                                          Offset* to) {
  return first_found(place, offsets.size(), result, [&](const Result<P>& words) {
    return OffsetTest<P>{Numbers<P>(offsets), offsets.size() - 1, entries,
                         typename P::template Words<Offset>(to), words};
  });
}

template <class P>
std::optional<std::uint64_t> wrong_number(P& place, const Result<P>& result,
                                          const DeviceNumbers& numbers) {
  return first_found(place, numbers.from.size(), result, [&](const Result<P>& words) {
    return NumberTest<P>{Numbers<P>(numbers.from), numbers.bound,
                         typename P::template Words<VertexId>(numbers.to), numbers.stride, words};
  });
}

template <class P>
std::optional<std::uint64_t> wrong_weight(P& place, const Result<P>& result,
                                          const DeviceWeightsView& weights) {
  return std::visit(
      [&](const auto& items) -> std::optional<std::uint64_t> {
        using View = std::decay_t<decltype(items)>;
        if constexpr (std::is_same_v<View, std::monostate>) {
          return std::nullopt;
        } else if constexpr (std::is_integral_v<typename View::value_type>) {
          return std::nullopt;
        } else {
          return first_found(place, items.size(), result, [&](const Result<P>& words) {
            return WeightTest<P, typename View::value_type>{items.data(), words};
          });
        }
      },
      weights);
}

template <class P>
std::optional<std::uint64_t> loop_of_list(P& place, const Result<P>& result,
                                          DeviceSpan<const GraphEdge> edges) {
  return first_found(place, edges.size(), result, [&](const Result<P>& words) {
    return LoopTest<P>{edges.data(), words};
  });
}

template <class P>
std::uint64_t largest_of(P& place, const Result<P>& result, const DeviceIntegersView& numbers) {
  place.fill(result, k_words, std::uint64_t{0});
  place.count(numbers.size(), LargestTest<P>{Numbers<P>(numbers), result}, result);
  return place.template read<k_words>(result)[k_first];
}

/// `rows` is `graph` as the place has it; `result` has room for `k_balance_words`.
template <class P>
DeviceSymmetry symmetry_of(P& place, const Result<P>& result, const Rows<P>& rows,
                           const DeviceGraphView& graph) {
  if (rows.entries == 0) return {};
  place.fill(result, k_balance_words, std::uint64_t{0});
  const auto add_up = [&]<class T>(const T* weights) {
    place.row_reduce(rows, Balance<P, T>{rows.offsets, graph.neighbours.data(), weights, result});
  };
  std::visit(
      [&](const auto& weights) {
        if constexpr (std::is_same_v<std::decay_t<decltype(weights)>, std::monostate>) {
          add_up(static_cast<const float*>(nullptr));
        } else {
          add_up(weights.data());
        }
      },
      graph.weights);
  const auto found = place.template read<k_balance_words>(result);
  DeviceSymmetry symmetry;
  if (found[k_first] != 0) symmetry.loop = ~found[k_first];
  TwoSums all{0, 0};
  for (std::uint64_t i = k_words; i < k_balance_words; i += 2) {
    all = {all.first + found[i], all.second + found[i + 1]};
  }
  symmetry.is_symmetric = all.first == 0 && all.second == 0;
  return symmetry;
}

}  // namespace hypermatch::detail::parallel::csr_loops
