// SPDX-License-Identifier: MIT
// Checks of callers' arrays in device memory, on a device and on the stand-in for one.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "hypermatch/device_csr.hpp"
#include "hypermatch/error.hpp"

namespace hypermatch::test {

/// Arrays of a caller in device memory.
class CallersArrays {
 public:
  explicit CallersArrays(const DeviceContext& context) : context_(context) {}

  template <class T>
  DeviceSpan<const T> bring(const std::vector<T>& items) {
    held_.push_back(upload(context_, std::as_bytes(std::span(items))));
    return {reinterpret_cast<const T*>(held_.back().view().data()), items.size()};
  }

 private:
  const DeviceContext& context_;
  std::vector<DeviceArray<std::byte>> held_;
};

template <class Call>
std::string message_of(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_input) << error.what();
    return error.what();
  }
  return "none";
}

/// The path 0 - 1 - 2 of integers of two types, whole and broken.
template <class Index, class Weight>
void check_paths(const DeviceContext& context) {
  const auto message = [&](std::vector<Index> offsets, std::vector<Index> columns,
                           std::vector<Weight> weights) {
    CallersArrays arrays(context);
    DeviceCsr matrix;
    matrix.num_rows = 3;
    matrix.offsets = arrays.bring(offsets);
    matrix.columns = arrays.bring(columns);
    matrix.values = arrays.bring(weights);
    return message_of([&] {
      const auto graph = graph_of(context, matrix);
      const bool is_wide = sizeof(Index) == 8;
      EXPECT_EQ(graph.copied_bytes, is_wide ? 4 * columns.size() : 8 * offsets.size());
      const auto expect_items = [&](const auto& span, const std::vector<Index>& items) {
        const auto found = download(context, span);
        ASSERT_EQ(found.size(), items.size());
        for (std::size_t i = 0; i < items.size(); ++i) {
          EXPECT_EQ(found[i], static_cast<std::uint64_t>(items[i]));
        }
      };
      expect_items(graph.view.offsets, offsets);
      expect_items(graph.view.neighbours, columns);
    });
  };
  const std::vector<Index> offsets{0, 1, 3, 4};
  const std::vector<Index> columns{1, 0, 2, 1};
  const std::vector<Weight> weights{5, 5, 7, 7};
  EXPECT_EQ(message(offsets, columns, weights), "none");
  EXPECT_EQ(message({1, 1, 3, 4}, columns, weights), "offsets[0] is 1, must be 0");
  EXPECT_EQ(message({0, 3, 1, 4}, columns, weights), "offsets[2] is 1, must be 3 .. 4");
  EXPECT_EQ(message({0, 1, 99, 4}, columns, weights), "offsets[2] is 99, must be 1 .. 4");
  EXPECT_EQ(message({0, 1, 3, 3}, columns, weights), "offsets[3] is 3, must be 4");
  EXPECT_EQ(message({0, 1, 4}, columns, weights),
            "there are 3 offsets for 3 rows, must be one more than rows");
  EXPECT_EQ(message(offsets, {1, 0, 3, 3}, weights), "columns[2] is 3, must be 0 .. 2");
  const auto negative = static_cast<Index>(-1);
  EXPECT_EQ(message(offsets, {negative, 0, 2, 1}, weights),
            "columns[0] is " + std::to_string(negative) + ", must be 0 .. 2");
  EXPECT_EQ(message(offsets, {0, 0, 2, 1}, weights),
            "columns[0] is 0, the number of its row: entries on the diagonal are not taken in "
            "device memory");
  EXPECT_EQ(message(offsets, {1, 2, 0, 1}, weights).substr(0, 26), "the matrix is not symmetri");
  EXPECT_EQ(message(offsets, columns, {5, 5, 7, 8}).substr(0, 26), "the matrix is not symmetri");
  EXPECT_EQ(message(offsets, columns, {5, 5, 7}), "there are 3 values for 4 entries");
  if constexpr (std::numeric_limits<Weight>::has_quiet_NaN) {
    const Weight infinite = std::numeric_limits<Weight>::infinity();
    const Weight none = std::numeric_limits<Weight>::quiet_NaN();
    EXPECT_EQ(message(offsets, columns, {5, none, 7, infinite}),
              "values[1] is not a finite number");
    EXPECT_EQ(message(offsets, columns, {5, 5, -infinite, 7}), "values[2] is not a finite number");
    // Both zeros are one weight.
    EXPECT_EQ(message(offsets, columns, {Weight(0), -Weight(0), 7, 7}), "none");
  }
}

inline void check_all_paths(const DeviceContext& context) {
  check_paths<std::int32_t, float>(context);
  check_paths<std::uint32_t, std::int64_t>(context);
  check_paths<std::int64_t, double>(context);
  check_paths<std::uint64_t, std::int32_t>(context);
}

/// Edges in two arrays, and hyperedges.
inline void check_ends(const DeviceContext& context) {
  const auto message = [&](std::vector<std::int64_t> u, std::vector<std::int64_t> v,
                           std::optional<std::uint64_t> n, std::vector<double> weights) {
    CallersArrays arrays(context);
    DeviceEnds ends{n, arrays.bring(u), arrays.bring(v), {}};
    if (!weights.empty()) ends.weights = arrays.bring(weights);
    return message_of([&] {
      const DeviceEdgeList list = edges_of(context, ends);
      const auto found = download(context, list.edges.view());
      ASSERT_EQ(found.size(), u.size());
      for (std::size_t e = 0; e < u.size(); ++e) {
        EXPECT_EQ(found[e].u, u[e]);
        EXPECT_EQ(found[e].v, v[e]);
      }
      EXPECT_EQ(list.num_vertices, n.value_or(u.empty() ? 0 : 8));
    });
  };
  EXPECT_EQ(message({0, 7}, {3, 2}, {}, {}), "none");
  EXPECT_EQ(message({0, 7}, {3, 2}, 9, {1, 2}), "none");
  EXPECT_EQ(message({}, {}, {}, {}), "none");
  EXPECT_EQ(message({}, {}, 4, {}), "none");
  EXPECT_EQ(message({0, 7}, {3, 2}, 7, {}), "u[1] is 7, must be 0 .. 6");
  EXPECT_EQ(message({0, 7}, {3, -2}, {}, {}), "v[1] is -2, must be 0 .. 4294967293");
  EXPECT_EQ(message({0, 7}, {3, 7}, {}, {}), "edge 1 is a loop at vertex 7");
  EXPECT_EQ(message({0, 7}, {3}, {}, {}), "u has 2 ends and v has 1");
  EXPECT_EQ(message({0}, {3}, {}, {std::numeric_limits<double>::infinity()}),
            "weights[0] is not a finite number");

  CallersArrays arrays(context);
  DeviceCsr rows;
  rows.num_rows = 2;
  rows.offsets = arrays.bring(std::vector<std::int32_t>{0, 2, 3});
  rows.columns = arrays.bring(std::vector<std::uint32_t>{4, 0, 1});
  EXPECT_EQ(hypergraph_of(context, rows).view.num_vertices, 5U);
  EXPECT_EQ(bipartite_of(context, rows).view.num_columns, 5U);
  rows.num_columns = 4;
  EXPECT_EQ(message_of([&] { (void)hypergraph_of(context, rows); }),
            "columns[0] is 4, must be 0 .. 3");
  EXPECT_EQ(message_of([&] { (void)graph_of(context, rows); }),
            "the matrix has 2 rows and 4 columns, that of a graph must be square");
}

/// A star and a matching of its leaves: one long row, and many short ones.
inline void check_long_rows(const DeviceContext& context, std::uint32_t leaves) {
  std::vector<std::uint64_t> offsets{0};
  std::vector<std::uint32_t> columns;
  std::vector<std::int32_t> weights;
  for (std::uint32_t leaf = 1; leaf <= leaves; ++leaf) {
    columns.push_back(leaf);
    weights.push_back(static_cast<std::int32_t>(leaf));
  }
  offsets.push_back(columns.size());
  for (std::uint32_t leaf = 1; leaf <= leaves; ++leaf) {
    columns.push_back(0);
    weights.push_back(static_cast<std::int32_t>(leaf));
    offsets.push_back(columns.size());
  }
  const auto message = [&] {
    CallersArrays arrays(context);
    DeviceCsr matrix;
    matrix.num_rows = leaves + std::uint64_t{1};
    matrix.offsets = arrays.bring(offsets);
    matrix.columns = arrays.bring(columns);
    matrix.values = arrays.bring(weights);
    return message_of([&] { (void)graph_of(context, matrix); });
  };
  EXPECT_EQ(message(), "none");
  weights.back() += 1;
  EXPECT_NE(message(), "none");
  weights.back() -= 1;
  columns[leaves / 2] = 0;
  EXPECT_EQ(message().substr(0, 8 + std::to_string(leaves / 2).size()),
            "columns[" + std::to_string(leaves / 2));
}

}  // namespace hypermatch::test
