// SPDX-License-Identifier: MIT
// From host memory to host memory: pins travel while the order is made of what came before them.
// Answers are greedy's for every kind of weights and of host memory, nothing overtakes what the
// caller's stream does before, and what is broken off leaves nothing behind.
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "hypermatch/error.hpp"
#include "hypermatch/generate.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "parallel/device/upload.hpp"
#include "tests/cuda/device_testing.hpp"

namespace hypermatch {
namespace {

using detail::parallel::HypergraphUpload;

class DeviceUpload : public test::OnDevice {
 protected:
  // 17 MB of pins: several pieces.
  Hypergraph sample(const char* weights) {
    Hypergraph h = generate::hypergraph(
        host_, "sizes", {{"n", 200'000}, {"m", 700'000}, {"min", 3}, {"max", 9}}, 5);
    generate::assign_weights(host_, h.weights, h.view().num_edges(), weights);
    return h;
  }
  const Context host_{{.threads = 2}};
};

// Pinned memory with the items of an array.
template <class T>
class Pinned {
 public:
  explicit Pinned(std::span<const T> items) : size_(items.size()) {
    EXPECT_EQ(cudaMallocHost(&data_, items.size_bytes()), cudaSuccess);
    std::copy(items.begin(), items.end(), static_cast<T*>(data_));
  }
  Pinned(const Pinned&) = delete;
  Pinned& operator=(const Pinned&) = delete;
  ~Pinned() { (void)cudaFreeHost(data_); }
  [[nodiscard]] std::span<const T> view() const { return {static_cast<const T*>(data_), size_}; }

 private:
  void* data_ = nullptr;
  std::size_t size_;
};

TEST_F(DeviceUpload, EqualsGreedyForAllWeightsAndRatings) {
  for (const char* weights : {"unit", "random:1..100", "random:1..5000000000", "float", "double"}) {
    SCOPED_TRACE(weights);
    const std::string name = weights;
    Hypergraph h = sample(name == "float" || name == "double" ? "random:1..1000000" : weights);
    if (auto* const whole = std::get_if<Array<std::int32_t>>(&h.weights); whole != nullptr) {
      Array<std::int32_t> given = std::move(*whole);
      if (name == "float") {
        Array<float> single(given.size());
        for (std::size_t e = 0; e < given.size(); ++e) single[e] = static_cast<float>(given[e]) / 7;
        h.weights = std::move(single);
      } else if (name == "double") {
        Array<double> twice(given.size());
        for (std::size_t e = 0; e < given.size(); ++e) twice[e] = given[e] / 7.0;
        h.weights = std::move(twice);
      } else {
        h.weights = Array<std::int32_t>(std::move(given));
      }
    }
    for (const Rating rating : {Rating::automatic, Rating::weight, Rating::weight_per_sqrt_pins}) {
      const LocalMaxOptions options{.order = {.rating = rating, .seed = 3}};
      const HypergraphMatching expected = greedy(host_, h.view(), {.order = options.order});
      const HypergraphMatching found = local_max(device(), h.view(), options);
      ASSERT_EQ(found.edges, expected.edges);
      EXPECT_EQ(found.stats.rating, expected.stats.rating);
      EXPECT_EQ(found.stats.objective, expected.stats.objective);
      EXPECT_EQ(found.stats.stop_reason, "complete");
      EXPECT_GT(found.stats.device_seconds, 0.0);
      EXPECT_GT(found.stats.transfer_seconds, 0.0);

      // Offsets and pins from pinned memory, weights as they are.
      const Pinned<Offset> offsets(h.view().offsets);
      const Pinned<VertexId> pins(h.view().pins);
      const HypergraphView pinned{h.num_vertices, offsets.view(), pins.view(), h.view().weights};
      ASSERT_EQ(local_max(device(), pinned, options).edges, expected.edges);
    }
    EXPECT_EQ(device().device_bytes(), 0U);
  }
}

TEST_F(DeviceUpload, EqualsGreedyForAllVariants) {
  const Hypergraph h = sample("random:1..100");
  const HypergraphMatching expected = greedy(host_, h.view());
  for (const LocalMaxVariant variant : test::k_device_variants) {
    EXPECT_EQ(local_max(device(), h.view(), {.variant = variant}).edges, expected.edges)
        << test::name_of(variant);
  }
}

TEST_F(DeviceUpload, TimesAddUp) {
  using Clock = std::chrono::steady_clock;
  const Hypergraph h = sample("random:1..5000000000");
  for (const LocalMaxVariant variant : {LocalMaxVariant::filtered, LocalMaxVariant::crcw}) {
    const Clock::time_point begin = Clock::now();
    const MatchingStats stats = local_max(device(), h.view(), {.variant = variant}).stats;
    const std::chrono::duration<double> all = Clock::now() - begin;
    EXPECT_GT(stats.transfer_seconds, 0.0);
    EXPECT_GT(stats.device_seconds, 0.0);
    EXPECT_LE(stats.transfer_seconds + stats.prepare_seconds + stats.device_seconds, all.count());
  }
}

// Work that the caller enqueued before may still use the memory that is handed out next.
TEST_F(DeviceUpload, FollowsWhatTheCallersStreamDoesBefore) {
  cudaStream_t stream = nullptr;
  ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  const Hypergraph h = sample("random:1..100");
  const HypergraphMatching expected = greedy(host_, h.view());
  {
    const DeviceContext context({.stream = stream});
    for (int repeat = 0; repeat < 3; ++repeat) {
      void* memory = nullptr;
      constexpr std::size_t k_bytes = std::size_t{64} << 20;
      ASSERT_EQ(cudaMallocAsync(&memory, k_bytes, stream), cudaSuccess);
      ASSERT_EQ(
          cudaLaunchHostFunc(
              stream, [](void*) { std::this_thread::sleep_for(std::chrono::milliseconds(30)); },
              nullptr),
          cudaSuccess);
      ASSERT_EQ(cudaMemsetAsync(memory, 0xFF, k_bytes, stream), cudaSuccess);
      ASSERT_EQ(cudaFreeAsync(memory, stream), cudaSuccess);
      ASSERT_EQ(local_max(context, h.view()).edges, expected.edges);
    }
  }
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess) << "it is still the caller's";
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

TEST_F(DeviceUpload, MayBeBrokenOffAnywhere) {
  const Hypergraph h = sample("random:1..100");
  const std::vector<EdgeId> expected = greedy(host_, h.view()).edges;
  for (const int allowed : {0, 1, 2, 4, 6}) {
    std::stop_source stop;
    int reports = 0;
    test::CountingMemory memory;
    {
      const DeviceContext context({.memory = &memory,
                                   .progress =
                                       [&](const Progress& progress) {
                                         if (std::string(progress.phase) != "upload") return;
                                         if (reports++ == allowed) stop.request_stop();
                                       },
                                   .stop = stop.get_token()});
      try {
        (void)local_max(context, h.view());
        ADD_FAILURE() << "nothing was thrown after " << reports << " reports";
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::cancelled);
      }
      EXPECT_EQ(context.device_bytes(), 0U);
    }
    EXPECT_EQ(memory.held, 0U);
    EXPECT_EQ(local_max(device(), h.view()).edges, expected);
  }
}

TEST_F(DeviceUpload, SaysWhatIsMissingAndLeavesNothing) {
  const Hypergraph h = sample("random:1..100");
  // Offsets and weights find room, pins do not; there is none to stream either.
  test::CountingMemory memory;
  memory.limit = 12'000'000;
  const DeviceContext context({.memory = &memory});
  EXPECT_THROW((void)local_max(context, h.view(), {.variant = LocalMaxVariant::crcw}), Error);
  EXPECT_EQ(memory.held, 0U);
}

TEST_F(DeviceUpload, NothingOrAlmostNothing) {
  for (const std::size_t edges : {std::size_t{0}, std::size_t{1}, std::size_t{5}}) {
    Hypergraph h;
    h.num_vertices = 3;
    h.offsets.resize(edges + 1);
    for (std::size_t e = 0; e <= edges; ++e) h.offsets[e] = 0;
    EXPECT_TRUE(local_max(device(), h.view()).edges.empty());
  }
  EXPECT_TRUE(local_max(device(), HypergraphView{}).edges.empty());
}

// A part of the pins is asked for first, then the rest.
TEST_F(DeviceUpload, ComesInParts) {
  const Hypergraph h = sample("unit");
  detail::parallel::runtime::Event nothing;
  HypergraphUpload upload(device(), h.view());
  upload.send_pins_until(nothing);  // was never recorded, so it is reached
  nothing.record(device().stream());
  upload.send_pins_until(nothing);
  upload.send_pins();
  upload.send_pins();
  device().synchronize();
  const std::vector<VertexId> pins = download(device(), upload.view().pins);
  EXPECT_TRUE(std::equal(pins.begin(), pins.end(), h.pins.begin(), h.pins.end()));
  const DeviceHypergraph taken = upload.take();
  EXPECT_EQ(taken.view().num_pins(), h.view().num_pins());
}

}  // namespace
}  // namespace hypermatch
