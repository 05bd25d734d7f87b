// SPDX-License-Identifier: MIT
// Values of orders of ties: by rating, then by degrees or by numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

#include "graph_cases.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/graph_matching.hpp"
#include "tests/parallel/contexts.hpp"

namespace hypermatch::test {
namespace {

// The values order the edges as the tuples do, ties included.
template <class Place>
void expect_order(const Array<double>& values, const Place& place) {
  for (std::size_t e = 0; e < values.size(); ++e) {
    EXPECT_GT(values[e], 0.0);
    for (std::size_t f = 0; f < e; ++f) {
      EXPECT_EQ(values[e] < values[f], place(e) < place(f)) << e << " " << f;
      EXPECT_EQ(values[e] == values[f], place(e) == place(f)) << e << " " << f;
    }
  }
}

TEST(TieOrder, ValuesAreOrderedByRatingThenByTie) {
  const Context context({.threads = 3, .backend = HostBackend::std_threads});
  const EdgeList graph =
      make_graph(7, {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {4, 5}, {5, 6}, {1, 2}, {2, 3}});
  const std::size_t m = graph.edges.size();
  std::vector<std::int64_t> degree(7, 0);
  for (const GraphEdge& edge : graph.edges) {
    ++degree[edge.u];
    ++degree[edge.v];
  }
  const std::vector<std::int32_t> whole = {3, -1, 3, 3, 0, -1, 3, 3};
  const std::vector<double> real = {0.5, 1e300, 0.5, -0.0, 0.0, 1e300, 0.5, -1e-300};
  const auto rating = [&](std::size_t which, std::size_t e) {
    return which == 0 ? 0.0 : which == 1 ? static_cast<double>(whole[e]) : real[e];
  };
  const WeightsView ratings[] = {
      {}, std::span<const std::int32_t>(whole), std::span<const double>(real)};
  for (std::size_t which = 0; which < 3; ++which) {
    expect_order(order_ties(context, graph.view(), ratings[which], TieOrder::degree),
                 [&](std::size_t e) {
                   const GraphEdge edge = graph.edges[e];
                   return std::pair(rating(which, e), -degree[edge.u] - degree[edge.v]);
                 });
    expect_order(
        order_ties(context, graph.view(), ratings[which], TieOrder::number),
        [&](std::size_t e) { return std::pair(rating(which, e), -static_cast<std::int64_t>(e)); });
    expect_order(order_ties(context, graph.view(), ratings[which], TieOrder::hash),
                 [&](std::size_t e) { return rating(which, e); });
  }
  EXPECT_EQ(order_ties(context, make_graph(3, {}).view(), {}, TieOrder::degree).size(), 0U);
  EXPECT_THROW(
      (void)order_ties(context, graph.view(), std::span<const std::int32_t>(whole).first(m - 1),
                       TieOrder::degree),
      Error);
}

}  // namespace
}  // namespace hypermatch::test
