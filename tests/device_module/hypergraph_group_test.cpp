// SPDX-License-Identifier: MIT
// Local max of hypergraphs on several devices without a device: the stand-in runs the one source of
// all places on host memory. module_test.cpp says where the stand-in is.
#include "tests/algorithms/hypergraph_matching/group_cases.hpp"

namespace hypermatch {
namespace {

DeviceGroup group_of(std::size_t parts, const DeviceContextOptions& options) {
  std::vector<DeviceContext> contexts;
  contexts.reserve(parts);
  for (std::size_t p = 0; p < parts; ++p) contexts.emplace_back(options);
  return DeviceGroup(std::move(contexts));
}
DeviceGroup parts(std::size_t number) {
  return group_of(number, {.threads = 1});
}

TEST(HypergraphsOnStandIns, AllShapesEqualGreedy) {
  for (const std::uint64_t seed : {1U, 2U}) test::check_shapes(parts, seed);
}
TEST(HypergraphsOnStandIns, HandMadeOnesEqualGreedy) {
  test::check_hand_made(parts);
}
TEST(HypergraphsOnStandIns, ChainsAreFinishedByTheHost) {
  test::check_chains(parts);
}
TEST(HypergraphsOnStandIns, FewBytesAndExchanges) {
  test::check_traffic(parts, true);
}
TEST(HypergraphsOnStandIns, BatchesFitTheMemoryThereIs) {
  test::check_memory(
      [](std::uint64_t limit) { return group_of(2, {.memory_limit = limit, .threads = 1}); });
}
TEST(HypergraphsOnStandIns, OtherRequestsAreRefused) {
  test::check_refusals(parts);
}

}  // namespace
}  // namespace hypermatch
