// SPDX-License-Identifier: MIT
// Several devices without a device: the stand-in for device code leaves all work to the host, so
// that what the host does for a group is seen. module_test.cpp says where the stand-in is.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "hypermatch/device_group_matching.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/generate.hpp"
#include "hypermatch/graph_matching.hpp"

namespace hypermatch {
namespace {

TEST(DeviceGroupOfStandIns, SharesAGraph) {
  const Context host({.threads = 1});
  const EdgeList graph = generate::graph(host, "delaunay", {{"n", 500}}, 1);
  const CompressedGraph rows = compress(host, graph.view());
  const GraphMatching expected = local_max(host, rows.view());
  for (const std::size_t parts : {1UL, 3UL, 16UL}) {
    std::vector<DeviceContext> contexts;
    contexts.reserve(parts);
    for (std::size_t p = 0; p < parts; ++p)
      contexts.emplace_back(DeviceContextOptions{.threads = 1});
    const DeviceGroup group(std::move(contexts));
    EXPECT_EQ(local_max(group, rows.view()).mates, expected.mates);
    const GroupGraph shared = upload(group, rows.view());
    EXPECT_EQ(shared.num_vertices(), rows.num_vertices);
    std::uint64_t arcs = 0;
    for (std::size_t p = 0; p < parts; ++p) {
      EXPECT_TRUE(shared.firsts[p] % 32 == 0 || shared.firsts[p] == rows.num_vertices);
      arcs += shared.rows[p].view().num_arcs();
    }
    EXPECT_EQ(arcs, rows.view().num_arcs());
    // The rows are on the devices alone, and gathered for the host.
    std::vector<DeviceWorkspace> workspaces(parts);
    const GraphMatching found = local_max(group, shared, {}, workspaces);
    EXPECT_EQ(found.mates, expected.mates);
    EXPECT_NE(found.stats.stop_reason.find("the host took over"), std::string::npos);
    EXPECT_EQ(found.stats.traffic.bytes, 10U);
    EXPECT_GE(found.stats.device_peak_bytes, workspaces[0].size());
    std::vector<DeviceWorkspace> too_many(parts + 1);
    EXPECT_THROW((void)local_max(group, shared, {}, too_many), Error);
    EXPECT_THROW(
        (void)local_max(group, rows.view(), {.variant = GraphLocalMaxVariant::work_optimal}),
        Error);
    GroupGraph bent = upload(group, rows.view());
    bent.firsts.back() -= 1;
    EXPECT_THROW((void)local_max(group, bent, {}, workspaces), Error);
  }
}

// Most arcs would lead to other parts, and one device has room.
TEST(DeviceGroupOfStandIns, OneDeviceRunsWhatWouldMostlyCross) {
  const Context host({.threads = 1});
  const auto group_within = [](std::uint64_t limit) {
    std::vector<DeviceContext> contexts;
    for (int p = 0; p < 2; ++p) {
      contexts.emplace_back(DeviceContextOptions{.memory_limit = limit, .threads = 1});
    }
    return DeviceGroup(std::move(contexts));
  };
  const CompressedGraph near =
      compress(host, generate::graph(host, "path", {{"n", 9000}}, 4).view());
  const CompressedGraph far =
      compress(host, generate::graph(host, "rmat", {{"scale", 12}}, 4).view());
  EXPECT_GT(local_max(group_within(0), near.view()).stats.traffic.exchanges, 0U);
  const GraphMatching found = local_max(group_within(0), far.view());
  EXPECT_EQ(found.mates, local_max(host, far.view()).mates);
  EXPECT_EQ(found.stats.traffic.exchanges, 0U);
  EXPECT_NE(found.stats.stop_reason.find("on one device: about "), std::string::npos)
      << found.stats.stop_reason;
  // One part fits into what all of it does not.
  const std::uint64_t all = far.view().num_arcs() * sizeof(VertexId);
  EXPECT_GT(local_max(group_within(all), far.view()).stats.traffic.exchanges, 0U);
  try {
    (void)local_max(group_within(all / 4), far.view());
    ADD_FAILURE() << "no part fits";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::resources);
    EXPECT_NE(std::string(error.what()).find("bytes"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace hypermatch
