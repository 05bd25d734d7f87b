// SPDX-License-Identifier: MIT
// Local max of hypergraphs on several devices. A machine with one device has several parts of it,
// which send each other the same messages.
#include <stop_token>

#include "tests/algorithms/hypergraph_matching/group_cases.hpp"
#include "tests/cuda/group_testing.hpp"

namespace hypermatch {
namespace {

class DeviceHypergraphGroup : public test::OnDevice {};

DeviceGroup parts(std::size_t number) {
  return test::group_of(number);
}

TEST_F(DeviceHypergraphGroup, AllShapesEqualGreedy) {
  test::check_shapes(parts, 1);
}
TEST_F(DeviceHypergraphGroup, HandMadeOnesEqualGreedy) {
  test::check_hand_made(parts);
}
TEST_F(DeviceHypergraphGroup, ChainsAreFinishedByTheHost) {
  test::check_chains(parts);
}
TEST_F(DeviceHypergraphGroup, FewBytesAndExchanges) {
  // Devices of one machine may not reach each other.
  test::check_traffic(parts, available_devices().devices.size() == 1);
}
TEST_F(DeviceHypergraphGroup, BatchesFitTheMemoryThereIs) {
  test::check_memory(
      [](std::uint64_t limit) { return test::group_of(2, {.memory_limit = limit}); });
}
TEST_F(DeviceHypergraphGroup, OtherRequestsAreRefused) {
  test::check_refusals(parts);
}
TEST_F(DeviceHypergraphGroup, SmallOnesForSanitizers) {
  Hypergraph mixed = test::random_hypergraph({300, 900, 1, 5}, 5);
  test::assign_random_weights<double>(mixed, test::Spread::few, 3);
  test::expect_greedy_on(parts(3), mixed.view());
  test::expect_greedy_on(parts(3), test::star(7, 3000).view());
}
TEST_F(DeviceHypergraphGroup, AStopEndsTheCallAndMemoryIsGivenBack) {
  const Hypergraph mixed = test::random_hypergraph({3000, 9000, 1, 5}, 5);
  std::stop_source stop;
  const DeviceGroup group = test::stopping_group(stop);
  EXPECT_THROW((void)local_max(group, mixed.view()), Error);
  for (const DeviceContext& each : group) EXPECT_EQ(each.device_bytes(), 0U);
}

}  // namespace
}  // namespace hypermatch
