// SPDX-License-Identifier: MIT
// Rows that a device makes of a list are those of the host, and matchings of lists those of rows.
#include <gtest/gtest.h>

#include <cstdint>
#include <variant>
#include <vector>

#include "hypermatch/device_edge_list.hpp"
#include "hypermatch/generate.hpp"
#include "tests/cuda/device_testing.hpp"

namespace hypermatch {
namespace {

class RowsOfList : public test::OnDevice {
 protected:
  void expect_rows_of_host(const EdgeListView& list) {
    const CompressedGraph expected = compress(host_, list);
    const DeviceGraph rows = upload_as_rows(device(), list);
    const auto same = [&](const auto& on_device, const auto& on_host) {
      const auto found = download(device(), on_device);
      ASSERT_EQ(found.size(), on_host.size());
      for (std::size_t i = 0; i < found.size(); ++i) ASSERT_EQ(found[i], on_host[i]) << i;
    };
    ASSERT_EQ(rows.num_vertices, expected.num_vertices);
    same(rows.view().offsets, expected.view().offsets);
    same(rows.view().neighbours, expected.view().neighbours);
    ASSERT_EQ(rows.view().weights.index(), expected.view().weights.index());
    std::visit(
        [&](const auto& on_host) {
          using View = std::decay_t<decltype(on_host)>;
          if constexpr (!std::is_same_v<View, std::monostate>) {
            using Held = DeviceSpan<typename View::element_type>;
            same(std::get<Held>(rows.view().weights), on_host);
          }
        },
        expected.view().weights);
  }

  // Pairs with a vertex of high degree, vertices without edges, and both directions.
  static EdgeList mixed(VertexId n, std::size_t m) {
    EdgeList graph;
    graph.num_vertices = n;
    graph.edges.resize(m);
    std::uint64_t state = 7;
    for (std::size_t e = 0; e < m; ++e) {
      state = state * 6364136223846793005U + 1442695040888963407U;
      const auto u = static_cast<VertexId>((state >> 33U) % n);
      const VertexId v = e % 5 == 0 ? n / 2 : static_cast<VertexId>((state >> 13U) % n);
      graph.edges[e] = {u, u == v ? (v + 1) % n : v};
    }
    return graph;
  }

  template <class T>
  static Weights counted(std::size_t m) {
    Array<T> weights(m);
    for (std::size_t e = 0; e < m; ++e) weights[e] = static_cast<T>(e * 7 % 1001);
    return weights;
  }

  const Context host_;
};

TEST_F(RowsOfList, AreTheRowsOfTheHost) {
  for (const auto& [n, m] : std::vector<std::pair<VertexId, std::size_t>>{
           {2, 1}, {3, 0}, {5, 4}, {1000, 3000}, {4096, 20000}, {200000, 1000000}}) {
    SCOPED_TRACE(testing::Message() << n << " vertices, " << m << " edges");
    EdgeList graph = mixed(n, m);
    expect_rows_of_host(graph.view());
    graph.weights = counted<std::int32_t>(m);
    expect_rows_of_host(graph.view());
    graph.weights = counted<std::int64_t>(m);
    expect_rows_of_host(graph.view());
    graph.weights = counted<float>(m);
    expect_rows_of_host(graph.view());
    graph.weights = counted<double>(m);
    expect_rows_of_host(graph.view());
  }
}

TEST_F(RowsOfList, AreMatchedAsRowsAre) {
  EdgeList list = generate::graph(host_, "rgg", {{"n", 20000}}, 4);
  const CompressedGraph rows = compress(host_, list.view());
  EXPECT_EQ(local_max(device(), list.view()).mates, local_max(device(), rows.view()).mates);
  EXPECT_EQ(locally_dominant(device(), list.view()).mates,
            locally_dominant(device(), rows.view()).mates);
  EXPECT_EQ(suitor(device(), list.view()).mates, suitor(device(), rows.view()).mates);
  EXPECT_EQ(red_blue(device(), list.view()).mates, red_blue(device(), rows.view()).mates);
  const MatchingStats stats = local_max(device(), list.view()).stats;
  EXPECT_GT(stats.prepare_seconds, 0);
  EXPECT_GE(stats.transfer_seconds, 0);
}

}  // namespace
}  // namespace hypermatch
