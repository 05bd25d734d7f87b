// SPDX-License-Identifier: MIT
// What the tests on a device share. Where there is none they skip, and say why.
#pragma once

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "hypermatch/device_context.hpp"
#include "hypermatch/device_matching.hpp"

namespace hypermatch::test {

class OnDevice : public testing::Test {
 protected:
  void SetUp() override {
    const AvailableDevices available = available_devices();
    if (available.devices.empty()) GTEST_SKIP() << available.reason;
    context_.emplace();
  }
  [[nodiscard]] const DeviceContext& device() const { return *context_; }

 private:
  std::optional<DeviceContext> context_;
};

/// The variants that devices run in rounds as the host does, with ties fixed or redrawn.
inline constexpr LocalMaxVariant k_round_variants[] = {LocalMaxVariant::crcw, LocalMaxVariant::crew,
                                                       LocalMaxVariant::work_optimal};

/// All that devices run.
inline constexpr LocalMaxVariant k_device_variants[] = {
    LocalMaxVariant::filtered, LocalMaxVariant::crcw, LocalMaxVariant::crew,
    LocalMaxVariant::work_optimal};

inline const char* name_of(LocalMaxVariant variant) {
  switch (variant) {
    case LocalMaxVariant::filtered:
      return "filtered";
    case LocalMaxVariant::sequential:
      return "sequential";
    case LocalMaxVariant::crcw:
      return "crcw";
    case LocalMaxVariant::crew:
      return "crew";
    case LocalMaxVariant::work_optimal:
      break;
  }
  return "work_optimal";
}

/// The matching of a device call, on the host.
inline std::vector<EdgeId> edges_of(const DeviceContext& context, const DeviceMatching& matching) {
  const std::vector<std::uint64_t> count = download(context, matching.count);
  EXPECT_EQ(count.at(0), matching.edges.size());
  return download(context, matching.edges);
}

/// Counts what is asked of it. Not ordered by streams: it waits, which is allowed, too.
class CountingMemory final : public DeviceMemoryResource {
 public:
  void* allocate(std::size_t bytes, DeviceStream) override {
    ++allocations;
    void* pointer = nullptr;
    if (held + bytes > limit || cudaMalloc(&pointer, bytes) != cudaSuccess) return nullptr;
    held += bytes;
    return pointer;
  }
  void deallocate(void* pointer, std::size_t bytes, DeviceStream) noexcept override {
    ++deallocations;
    held -= bytes;
    (void)cudaFree(pointer);
  }

  int allocations = 0;
  int deallocations = 0;
  std::size_t held = 0;
  std::size_t limit = ~std::size_t{0};
};

}  // namespace hypermatch::test
