// SPDX-License-Identifier: MIT
// The argument that says where an entry runs.
#include "hypermatch/where.hpp"

#include <gtest/gtest.h>

#include <string>
#include <type_traits>

#include "hypermatch/error.hpp"
#include "hypermatch/registry_bipartite.hpp"
#include "hypermatch/registry_clustering.hpp"
#include "hypermatch/registry_matching.hpp"
#include "registry/table.hpp"

namespace hypermatch::registry {
namespace {

static_assert(std::is_convertible_v<const Context&, Where>);
static_assert(!std::is_convertible_v<const DeviceContext&, Where>, "a host belongs to it");

ErrorCode code_of(const auto& call) {
  try {
    (void)call();
  } catch (const Error& error) {
    return error.code();
  }
  ADD_FAILURE() << "nothing was thrown";
  return ErrorCode::internal;
}

TEST(Where, AContextIsAPlaceOnTheHost) {
  const Context context({.threads = 3});
  const Where where = context;
  EXPECT_EQ(where.place(), Place::host);
  EXPECT_EQ(&where.host(), &context);
  EXPECT_EQ(where.device(), nullptr);
  EXPECT_EQ(where.visit([](const auto& at) { return static_cast<const void*>(&at); }), &context);
}

TEST(Where, OneThreadTakesTheSequentialFunction) {
  const Context one({.threads = 1});
  const Context two({.threads = 2, .backend = HostBackend::std_threads});
  for (const Entry<BipartiteMatchingProblem>& entry : table<BipartiteMatchingProblem>()) {
    EXPECT_EQ(entry.solve.at(one), entry.solve.on_host(1)) << entry.info.name;
    EXPECT_EQ(entry.solve.at(two), entry.solve.on_host(2)) << entry.info.name;
  }
}

TEST(Where, ConstraintsOfCommunitiesAreForCores) {
  ClusteringRequest request;
  EXPECT_EQ(find(request, Place::device).name, "leiden");
  request.constraints.max_size = 5;
  EXPECT_EQ(find(request, Place::host).name, "leiden");
  EXPECT_EQ(code_of([&] { return find(request, Place::device); }), ErrorCode::unsupported);
  const Offset offsets[] = {0, 0};
  const Context context({.threads = 1});
  const GraphView graph{1, offsets, {}, {}};
  EXPECT_EQ(cluster(context, graph, request).communities, 1U);
  request.algorithm = "label_propagation";
  EXPECT_EQ(code_of([&] { return cluster(context, graph, request); }), ErrorCode::unsupported);
  request.algorithm = "louvain";
  request.variant = "sequential";
  EXPECT_EQ(code_of([&] { return cluster(context, graph, request); }), ErrorCode::unsupported);
}

// What one place runs is found for it, the rest is refused.
TEST(Where, TheLookUpKnowsThePlace) {
  for (const AlgorithmInfo& algorithm : algorithms(Problem::graph_matching)) {
    SCOPED_TRACE(std::string(algorithm.name) + " " + std::string(algorithm.variant));
    MatchingRequest request;
    request.problem = Problem::graph_matching;
    request.algorithm = algorithm.name;
    request.variant = algorithm.variant;
    for (const Place place :
         {Place::host, Place::device, Place::device_group, Place::kokkos, Place::ranks}) {
      const bool runs = place == Place::host     ? algorithm.runs_on_host()
                        : place == Place::device ? algorithm.runs_on_cuda()
                        : place == Place::ranks  ? algorithm.runs_on_ranks()
                        : place == Place::kokkos ? algorithm.runs_in_kokkos()
                                                 : algorithm.runs_on_cuda_group();
      if (runs) {
        EXPECT_EQ(&find(request, place), &algorithm);
      } else {
        EXPECT_EQ(code_of([&] { return &find(request, place); }), ErrorCode::unsupported);
      }
    }
  }
  EXPECT_EQ(find(BipartiteRequest{}, Place::host).name, "maximum_matching");
  EXPECT_TRUE(find(BipartiteRequest{}, Place::device).runs_on_cuda());
}

// Without a name the greedy matching is asked for, which any algorithm that finds it may find.
TEST(Where, SeveralDevicesRunTheirOwnDefault) {
  MatchingRequest request;
  request.problem = Problem::graph_matching;
  for (const std::uint32_t capacity : {1U, 3U}) {
    request.capacities.common = capacity;
    const AlgorithmInfo& found = find(request, Place::device_group);
    EXPECT_TRUE(found.greedy && found.runs_on_cuda_group());
  }
  // Hypergraphs with capacity 1 only.
  request.problem = Problem::hypergraph_matching;
  EXPECT_EQ(code_of([&] { return &find(request, Place::device_group); }), ErrorCode::unsupported);
  request.capacities.common = 1;
  EXPECT_EQ(find(request, Place::device_group).name, "local_max");
  request.variant = "crcw";
  EXPECT_EQ(code_of([&] { return &find(request, Place::device_group); }), ErrorCode::unsupported);
}

}  // namespace
}  // namespace hypermatch::registry
