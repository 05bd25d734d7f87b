// SPDX-License-Identifier: MIT
// What holds in every build: memory of the wrong space does not compile, and without a device all
// ways in say so.
#include "hypermatch/device_context.hpp"

#include <gtest/gtest.h>

#include <concepts>
#include <span>
#include <string>
#include <type_traits>

#include "hypermatch/device_matching.hpp"
#include "hypermatch/error.hpp"

namespace hypermatch {
namespace {

using HostItems = std::span<const VertexId>;
using DeviceItems = DeviceSpan<const VertexId>;

static_assert(std::is_trivially_copyable_v<DeviceItems>);
static_assert(std::is_trivially_copyable_v<DeviceHypergraphView>);
static_assert(!std::is_convertible_v<DeviceItems, HostItems>);
static_assert(!std::is_convertible_v<HostItems, DeviceItems>);
static_assert(!std::is_constructible_v<HostItems, DeviceItems>);
static_assert(!std::is_constructible_v<DeviceItems, HostItems>);
static_assert(std::is_convertible_v<DeviceSpan<VertexId>, DeviceItems>);
static_assert(!std::is_convertible_v<DeviceItems, DeviceSpan<VertexId>>);
static_assert(!std::is_convertible_v<DeviceSpan<std::uint64_t>, DeviceItems>);
static_assert(!std::is_convertible_v<HypergraphView, DeviceHypergraphView>);
static_assert(!std::is_convertible_v<DeviceHypergraphView, HypergraphView>);
static_assert(!std::is_constructible_v<DeviceWeightsView, std::span<const float>>);
static_assert(!std::is_constructible_v<WeightsView, DeviceSpan<const float>>);

// Neither the host's algorithms take device memory, nor the device's host memory.
template <class Where, class View>
concept Solves = requires(const Where& where, const View& view, const LocalMaxOptions& options) {
  local_max(where, view, options);
};
template <class View>
concept SolvesInWorkspace = requires(const DeviceContext& context, const View& view,
                                     const LocalMaxOptions& options, DeviceWorkspace& workspace) {
  local_max(context, view, options, workspace);
};
static_assert(Solves<Context, HypergraphView>);
static_assert(!Solves<Context, DeviceHypergraphView>);
static_assert(Solves<DeviceContext, HypergraphView>);
static_assert(SolvesInWorkspace<DeviceHypergraphView>);
static_assert(!SolvesInWorkspace<HypergraphView>);

// The host can neither index nor iterate over it.
template <class T>
concept IsRead = requires(const T& items) {
  items[0];
}
|| requires(const T& items) {
  items.begin();
};
static_assert(IsRead<HostItems> && !IsRead<DeviceItems>);

static_assert(!std::copyable<DeviceWorkspace> && std::movable<DeviceWorkspace>);
static_assert(!std::copyable<DeviceArray<float>> && std::movable<DeviceArray<float>>);

TEST(Device, IsThereOrSaysWhyNot) {
  const AvailableDevices available = available_devices();
  EXPECT_EQ(available.devices.empty(), !available.reason.empty());
  for (const DeviceInfo& device : available.devices) {
    EXPECT_FALSE(device.name.empty());
    EXPECT_GT(device.memory, 0U);
  }
}

TEST(Device, CannotBeEnteredWhereThereIsNone) {
  const AvailableDevices available = available_devices();
  if (!available.devices.empty()) GTEST_SKIP() << "there is a device";
  try {
    const DeviceContext context;
    FAIL() << "a context was made";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::unsupported);
    EXPECT_NE(std::string(error.what()).find(available.reason), std::string::npos) << error.what();
  }
}

TEST(Device, EmptyMemoryNeedsNoDevice) {
  DeviceWorkspace workspace;
  DeviceWorkspace moved = std::move(workspace);
  EXPECT_EQ(moved.size(), 0U);
  DeviceArray<float> array;
  array = DeviceArray<float>();
  EXPECT_EQ(array.size(), 0U);
  EXPECT_TRUE(DeviceSpan<int>().empty());
  EXPECT_EQ(DeviceHypergraph().view().num_edges(), 0U);
  EXPECT_FALSE(DeviceHypergraph().view().is_weighted());
}

}  // namespace
}  // namespace hypermatch
