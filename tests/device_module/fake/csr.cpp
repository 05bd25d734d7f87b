// SPDX-License-Identifier: MIT
// Checks of callers' arrays on a device in host memory: the loops of the device, one item after the
// other.
#include <algorithm>
#include <array>
#include <type_traits>
#include <vector>

#include "parallel/device/csr_loops.hpp"

namespace hypermatch::detail::parallel {

namespace {

// A place as far as the checks need one.
class OneByOne {
 public:
  template <class T>
  using Words = PlainWords<OneByOne, T>;

  template <class T>
  static std::remove_const_t<T> load(T& word) {
    return word;
  }
  template <class T>
  static T fetch_add(T& word, T value) {
    word += value;
    return word - value;
  }
  template <class T>
  static void fetch_max(T& word, T value) {
    word = std::max(word, value);
  }

  template <class T>
  void fill(const Words<T>& words, std::size_t count, T value) {
    std::fill_n(words.data(), count, value);
  }
  template <class Test>
  void count(std::uint64_t items, const Test& test, const Words<std::uint64_t>& count_to) {
    std::uint64_t found = 0;
    for (std::uint64_t i = 0; i < items; ++i) found += test(i) ? 1 : 0;
    count_to.set(0, found);
  }
  template <std::size_t k_count>
  std::array<std::uint64_t, k_count> read(const Words<std::uint64_t>& words) {
    std::array<std::uint64_t, k_count> copy{};
    std::copy_n(words.data(), k_count, copy.begin());
    return copy;
  }
  template <class Loop>
  void row_reduce(const Rows<OneByOne>& rows, const Loop& loop) {
    for (std::uint32_t row = 0; row < rows.count; ++row) {
      auto value = Loop::identity();
      for (std::uint64_t p = rows.offsets.get(row); p < rows.offsets.get(row + 1); ++p) {
        value = Loop::combine(value, loop.value(row, loop.entry(p)));
      }
      loop.store(row, value);
    }
  }
};

template <class Run>
auto with_result(const Run& run) {
  std::vector<std::uint64_t> room(csr_loops::k_balance_words);
  OneByOne place;
  return run(place, csr_loops::Result<OneByOne>(room.data()));
}

}  // namespace

std::optional<std::uint64_t> wrong_offset(const DeviceContext&, const DeviceIntegersView& offsets,
                                          std::uint64_t entries, Offset* to) {
  return with_result([&](OneByOne& place, const auto& result) {
    return csr_loops::wrong_offset(place, result, offsets, entries, to);
  });
}
std::optional<std::uint64_t> wrong_number(const DeviceContext&, const DeviceNumbers& numbers) {
  return with_result([&](OneByOne& place, const auto& result) {
    return csr_loops::wrong_number(place, result, numbers);
  });
}
std::optional<std::uint64_t> wrong_weight(const DeviceContext&, const DeviceWeightsView& weights) {
  return with_result([&](OneByOne& place, const auto& result) {
    return csr_loops::wrong_weight(place, result, weights);
  });
}
std::optional<std::uint64_t> loop_of_list(const DeviceContext&, DeviceSpan<const GraphEdge> edges) {
  return with_result([&](OneByOne& place, const auto& result) {
    return csr_loops::loop_of_list(place, result, edges);
  });
}
DeviceSymmetry symmetry_of(const DeviceContext&, const DeviceGraphView& graph) {
  return with_result([&](OneByOne& place, const auto& result) {
    const Rows<OneByOne> rows{.offsets = OneByOne::Words<const Offset>(graph.offsets.data()),
                              .count = graph.num_vertices,
                              .entries = graph.num_arcs()};
    return csr_loops::symmetry_of(place, result, rows, graph);
  });
}
std::uint64_t largest_of(const DeviceContext&, const DeviceIntegersView& numbers) {
  return with_result([&](OneByOne& place, const auto& result) {
    return csr_loops::largest_of(place, result, numbers);
  });
}

}  // namespace hypermatch::detail::parallel
