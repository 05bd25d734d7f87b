// SPDX-License-Identifier: MIT
// Memory and streams: copies through pinned memory in pieces, workspaces that calls reuse, the
// caller's memory and stream, several calls at once, and what happens when memory is out.
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "base/random.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/generate.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "tests/cuda/device_testing.hpp"

namespace hypermatch {
namespace {

class DeviceMemory : public test::OnDevice {
 protected:
  Hypergraph sample(std::uint64_t seed) {
    Hypergraph h = generate::hypergraph(host_, "sizes", {{"n", 20'000}, {"m", 60'000}}, seed);
    generate::assign_weights(host_, h.weights, h.view().num_edges(), "random:1..50");
    return h;
  }
  const Context host_{{.threads = 2}};
};

// Below, at and beyond the size of a piece, 16 MiB, and odd sizes.
TEST_F(DeviceMemory, CopiesOfAllSizesComeBack) {
  const std::size_t piece = std::size_t{16} << 20;
  for (const int threads : {0, 1, 3}) {
    const DeviceContext context({.copy_threads = threads});
    for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{4097}, piece - 1,
                                   piece, piece + 1, 3 * piece + 12'345}) {
      std::vector<std::uint8_t> bytes(size);
      for (std::size_t i = 0; i < size; ++i) {
        bytes[i] = static_cast<std::uint8_t>(detail::base::splitmix64(i) >> 56);
      }
      DeviceArray<std::uint8_t> array = upload(context, std::span<const std::uint8_t>(bytes));
      ASSERT_EQ(array.size(), size);
      ASSERT_EQ(download(context, array.span()), bytes) << size;
    }
  }
}

TEST_F(DeviceMemory, AnUploadedHypergraphComesBack) {
  const Hypergraph h = sample(1);
  const DeviceHypergraph on_device = upload(device(), h.view());
  const DeviceHypergraphView view = on_device.view();
  EXPECT_EQ(view.num_vertices, h.num_vertices);
  EXPECT_EQ(view.num_edges(), h.view().num_edges());
  const std::vector<Offset> offsets = download(device(), view.offsets);
  const std::vector<VertexId> pins = download(device(), view.pins);
  EXPECT_TRUE(std::equal(offsets.begin(), offsets.end(), h.offsets.begin(), h.offsets.end()));
  EXPECT_TRUE(std::equal(pins.begin(), pins.end(), h.pins.begin(), h.pins.end()));
  const auto& weights = std::get<Array<std::int32_t>>(h.weights);
  const std::vector<std::int32_t> back =
      download(device(), std::get<DeviceSpan<const std::int32_t>>(view.weights));
  EXPECT_TRUE(std::equal(back.begin(), back.end(), weights.begin(), weights.end()));
}

TEST_F(DeviceMemory, ASecondCallAllocatesNothing) {
  test::CountingMemory memory;
  {
    const DeviceContext context({.memory = &memory});
    const Hypergraph h = sample(2);
    const DeviceHypergraph on_device = upload(context, h.view());
    for (const LocalMaxVariant variant : test::k_device_variants) {
      DeviceWorkspace workspace;
      const DeviceMatching first =
          local_max(context, on_device.view(), {.variant = variant}, workspace);
      const std::vector<EdgeId> edges = test::edges_of(context, first);
      const int before = memory.allocations;
      EXPECT_GT(workspace.size(), 0U);
      for (const std::uint64_t seed : {0ULL, 0ULL, 9ULL}) {
        const DeviceMatching again = local_max(
            context, on_device.view(), {.order = {.seed = seed}, .variant = variant}, workspace);
        if (seed == 0) {
          EXPECT_EQ(test::edges_of(context, again), edges);
        }
      }
      EXPECT_EQ(memory.allocations, before) << test::name_of(variant);
      EXPECT_GE(first.stats.device_peak_bytes, workspace.size());
    }
  }
  EXPECT_GT(memory.allocations, 0);
  EXPECT_EQ(memory.allocations, memory.deallocations) << "what was taken is given back";
  EXPECT_EQ(memory.held, 0U);
}

TEST_F(DeviceMemory, TheAnswerMayLieInTheCallersMemory) {
  const Hypergraph h = sample(3);
  const HypergraphMatching expected = greedy(host_, h.view());
  const DeviceHypergraph on_device = upload(device(), h.view());
  DeviceArray<EdgeId> edges(device(), std::min(h.num_vertices, h.view().num_edges()));
  DeviceArray<std::uint64_t> count(device(), 1);
  DeviceWorkspace workspace;
  for (const LocalMaxVariant variant : test::k_device_variants) {
    const DeviceMatching matching =
        local_max(device(), on_device.view(), {.variant = variant}, workspace,
                  {.edges = edges.span(), .count = count.span()});
    EXPECT_EQ(matching.edges.data(), edges.span().data());
    EXPECT_EQ(matching.count.data(), count.span().data());
    EXPECT_EQ(test::edges_of(device(), matching), expected.edges);
  }
  EXPECT_THROW((void)local_max(device(), on_device.view(), {.variant = LocalMaxVariant::crcw},
                               workspace, {.edges = edges.span().subspan(0, 3), .count = {}}),
               Error);
}

TEST_F(DeviceMemory, RunsOnTheCallersStream) {
  cudaStream_t stream = nullptr;
  ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  const Hypergraph h = sample(4);
  const HypergraphMatching expected = greedy(host_, h.view());
  {
    const DeviceContext context({.stream = stream});
    EXPECT_EQ(context.stream(), stream);
    EXPECT_EQ(local_max(context, h.view(), {.variant = LocalMaxVariant::crcw}).edges,
              expected.edges);
  }
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess) << "it is still the caller's";
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

TEST_F(DeviceMemory, SeveralStreamsAtOnce) {
  constexpr int k_calls = 6;
  std::vector<std::thread> threads;
  std::vector<std::string> wrong(k_calls);
  for (int call = 0; call < k_calls; ++call) {
    threads.emplace_back([&, call] {
      const auto i = static_cast<std::size_t>(call);
      const Hypergraph h = sample(10 + i);
      const Context host({.threads = 1});
      const HypergraphMatching expected = greedy(host, h.view());
      const DeviceContext context;
      const DeviceHypergraph on_device = upload(context, h.view());
      DeviceWorkspace workspace;
      for (int repeat = 0; repeat < 5; ++repeat) {
        const LocalMaxVariant variant =
            test::k_device_variants[(i + static_cast<std::size_t>(repeat)) %
                                    std::size(test::k_device_variants)];
        const DeviceMatching matching =
            local_max(context, on_device.view(), {.variant = variant}, workspace);
        if (test::edges_of(context, matching) != expected.edges) wrong[i] = test::name_of(variant);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& variant : wrong) EXPECT_EQ(variant, "");
}

TEST_F(DeviceMemory, FromHostToHostTellsItsTimes) {
  const Hypergraph h = sample(5);
  const HypergraphMatching matching =
      local_max(device(), h.view(), {.variant = LocalMaxVariant::crew});
  EXPECT_EQ(matching.edges, greedy(host_, h.view()).edges);
  EXPECT_GT(matching.stats.transfer_seconds, 0.0);
  EXPECT_GT(matching.stats.prepare_seconds, 0.0);
  EXPECT_GT(matching.stats.device_seconds, 0.0);
  EXPECT_GT(matching.stats.device_peak_bytes, h.pins.size() * sizeof(VertexId));
  EXPECT_EQ(device().device_bytes(), 0U) << "all of it was given back";
  EXPECT_GT(device().device_peak_bytes(), 0U);
}

TEST_F(DeviceMemory, SaysWhatIsMissing) {
  test::CountingMemory memory;
  memory.limit = 1'000'000;
  const DeviceContext context({.memory = &memory});
  const Hypergraph h = sample(6);
  try {
    (void)local_max(context, h.view(), {.variant = LocalMaxVariant::crcw});
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::resources);
    EXPECT_NE(std::string(error.what()).find("bytes more are needed"), std::string::npos)
        << error.what();
  }
  EXPECT_EQ(memory.held, 0U);
}

TEST_F(DeviceMemory, StopsOnRequest) {
  std::stop_source stop;
  stop.request_stop();
  const DeviceContext context({.stop = stop.get_token()});
  try {
    (void)local_max(context, sample(7).view(), {.variant = LocalMaxVariant::crcw});
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::cancelled);
  }
}

TEST_F(DeviceMemory, NoSuchDevice) {
  for (const int number : {-1, 999}) {
    try {
      const DeviceContext context({.device = number});
      FAIL() << "device " << number;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::unsupported);
    }
  }
}

}  // namespace
}  // namespace hypermatch
