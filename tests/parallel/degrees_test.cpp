// SPDX-License-Identifier: MIT
// Largest degrees, against counting by hand.
#include "hypermatch/degrees.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "tests/parallel/contexts.hpp"
#include "tests/sizes.hpp"

namespace hypermatch::test {
namespace {

// Pins below `num_vertices`, low ones more often.
std::vector<VertexId> skewed_pins(std::size_t count, VertexId num_vertices) {
  std::vector<VertexId> pins(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto bound = detail::base::below(detail::base::hash(1, i), num_vertices) + 1;
    pins[i] = static_cast<VertexId>(detail::base::below(detail::base::hash(2, i), bound));
  }
  return pins;
}

std::uint64_t most_frequent(const std::vector<VertexId>& values, VertexId num_values) {
  std::vector<std::uint64_t> counts(num_values, 0);
  for (const VertexId value : values) ++counts[value];
  return *std::max_element(counts.begin(), counts.end());
}

TEST(MaxDegree, IsThatOfTheVertexMetMostOften) {
  for (const Where& where : everywhere()) {
    const Context context = where.context();
    for (const VertexId n : {1U, 7U, 1000U, 300'000U}) {
      const std::vector<VertexId> pins = skewed_pins(300'000, n);
      const std::uint64_t expected = most_frequent(pins, n);
      const std::vector<Offset> offsets = {0, 1, 1, pins.size()};
      EXPECT_EQ(max_degree(context, HypergraphView{n, offsets, pins, {}}), expected) << n;
      EXPECT_EQ(max_degree(context, BipartiteView{3, n, offsets, pins}),
                std::max<std::uint64_t>(expected, pins.size() - 1))
          << n;
      std::vector<GraphEdge> edges(pins.size() / 2);
      for (std::size_t e = 0; e < edges.size(); ++e) edges[e] = {pins[2 * e], pins[2 * e + 1]};
      EXPECT_EQ(max_degree(context, EdgeListView{n, edges, {}}), expected) << n;
    }
  }
}

// Around the counts that a byte holds, which several threads use for many vertices: of a vertex
// that one thread counts and of one that all of them do.
TEST(MaxDegree, IsExactWhereBytesOverflow) {
  constexpr VertexId k_vertices = VertexId{1} << 23;
  const Context context({.threads = 3});
  std::vector<VertexId> pins(k_vertices + (std::size_t{1} << 21));
  for (std::size_t i = 0; i < pins.size(); ++i) pins[i] = static_cast<VertexId>(i % k_vertices);
  const std::vector<Offset> offsets = {0, pins.size()};
  for (const std::size_t most : {255U, 256U, 513U, 70'000U}) {
    // Sanitizers need not see all of it.
    if (test::by_build(false, most == 255U || most == 513U)) continue;
    for (const std::size_t step : {std::size_t{1}, pins.size() / 70'001}) {
      std::vector<VertexId> changed = pins;
      for (std::size_t i = 0; i < most; ++i) changed[1'000'000 + i * step % 9'000'000] = 5;
      const HypergraphView view{k_vertices, offsets, changed, {}};
      EXPECT_EQ(max_degree(context, view), most_frequent(changed, k_vertices)) << most;
    }
  }
}

TEST(MaxDegree, IsThatOfAColumnWhereColumnsAreLonger) {
  const std::vector<Offset> offsets = {0, 1, 3, 4};
  const std::vector<VertexId> columns = {1, 0, 1, 1};
  EXPECT_EQ(max_degree(Context({.threads = 2}), BipartiteView{3, 2, offsets, columns}), 3U);
}

TEST(MaxDegree, IsZeroWithoutPins) {
  const Context context({.threads = 3});
  const std::vector<Offset> offsets = {0, 0};
  EXPECT_EQ(max_degree(context, HypergraphView{}), 0U);
  EXPECT_EQ(max_degree(context, HypergraphView{5, offsets, {}, {}}), 0U);
  EXPECT_EQ(max_degree(context, EdgeListView{5, {}, {}}), 0U);
  EXPECT_EQ(max_degree(context, BipartiteView{}), 0U);
}

}  // namespace
}  // namespace hypermatch::test
