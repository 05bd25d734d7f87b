// SPDX-License-Identifier: MIT
// Instances that a device has no room for: edges are sent in batches, and the answer is still
// greedy's, byte for byte, however little room there is for a batch.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "algorithms/hypergraph_matching/local_max/streamed_batches/streamed_batches.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/generate.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "structures/edge_rating.hpp"
#include "tests/algorithms/hypergraph_matching/families.hpp"
#include "tests/cuda/device_testing.hpp"

namespace hypermatch {
namespace {

using detail::hypergraph_matching::local_max_streamed;
using detail::hypergraph_matching::StreamingTuning;

constexpr char k_streamed[] = "batches from host memory";

class DeviceStreaming : public test::OnDevice {
 protected:
  // Room for the vertices, and so many bytes for everything else.
  static DeviceContext capped(const HypergraphView& hypergraph, std::uint64_t bytes) {
    return DeviceContext({.memory_limit = (hypergraph.num_vertices + 31) / 32 * 4 + bytes});
  }
  static bool was_streamed(const HypergraphMatching& matching) {
    return matching.stats.stop_reason.find(k_streamed) != std::string::npos;
  }

  // Streams whether or not the instance fits.
  void expect_greedy(const DeviceContext& context, const HypergraphView& hypergraph,
                     const OrderOptions& order, const StreamingTuning& tuning = {}) {
    const LocalMaxOptions options{.order = detail::structures::resolve(hypergraph, order)};
    const HypergraphMatching matching = local_max_streamed(context, hypergraph, options, tuning);
    const HypergraphMatching expected = greedy(host_, hypergraph, {.order = order});
    ASSERT_EQ(matching.edges, expected.edges);
    EXPECT_EQ(matching.stats.rating, expected.stats.rating);
    EXPECT_EQ(matching.stats.objective, expected.stats.objective);
    EXPECT_EQ(matching.stats.guarantee, expected.stats.guarantee);
    EXPECT_EQ(context.device_bytes(), 0U);
  }

  const Context host_;
};

// The smallest batch needs about 100 kB.
constexpr std::uint64_t k_tiny = 130'000;
constexpr std::size_t k_least_sweep = 256;
constexpr std::size_t k_no_sweep = ~std::size_t{0};

TEST_F(DeviceStreaming, AllRatingsAndWeights) {
  for (const test::NamedInstance& instance : test::random_instances(4)) {
    SCOPED_TRACE(instance.name);
    const HypergraphView hypergraph = instance.hypergraph.view();
    const DeviceContext context = capped(hypergraph, k_tiny);
    for (const Rating rating :
         {Rating::weight, Rating::weight_per_pin, Rating::weight_per_sqrt_pins}) {
      // From all at once to almost nothing at first; the device looks at edges, or the host.
      for (const double pins : {1e9, 0.3, 0.01}) {
        for (const std::size_t sweep : {k_least_sweep, k_no_sweep}) {
          const StreamingTuning tuning{
              .least_sweep = sweep, .most_swept_pins = 1e9, .first_pins = pins};
          expect_greedy(context, hypergraph, {.rating = rating, .seed = 6}, tuning);
          expect_greedy(context, hypergraph,
                        {.rating = rating, .nonpositive = NonPositive::keep, .seed = 7}, tuning);
          if (HasFatalFailure()) return;
        }
      }
    }
  }
}

TEST_F(DeviceStreaming, EdgesWithOneCodeInABatch) {
  for (const std::uint32_t codes : {2U, 60U, 5'000U}) {
    for (const VertexId most : {4U, 9U, 30U, 60U}) {
      const Hypergraph h = test::random_hypergraph({4'000, 5'000, 1, most}, codes);
      expect_greedy(capped(h.view(), 400'000), h.view(), {.rating = Rating::weight, .seed = 3},
                    {.codes = codes});
      if (HasFatalFailure()) return;
    }
  }
}

// A few batches, through every kernel that packed edges have, some of them after a sweep; some
// edges share a code.
TEST_F(DeviceStreaming, SmallBatchesForSanitizers) {
  for (const VertexId most : {4U, 9U, 30U, 60U}) {
    const Hypergraph h = test::random_hypergraph({300, 350, 1, most}, most);
    const bool sweeps = most == 4 || most == 60;
    expect_greedy(capped(h.view(), k_tiny), h.view(), {.rating = Rating::weight, .seed = 5},
                  {.least_sweep = sweeps ? k_least_sweep : k_no_sweep,
                   .most_swept_pins = 1e9,
                   .first_pins = 0.4,
                   .codes = 200});
    if (HasFatalFailure()) return;
  }
}

// Many pieces for the device to look at, of edges of all sizes, some of which a lane leaves to its
// warp, and one that no batch takes.
TEST_F(DeviceStreaming, SweepsEdgesOfAllSizes) {
  for (const VertexId most : {3U, 40U, 900U}) {
    SCOPED_TRACE(most);
    Hypergraph h = test::random_hypergraph({100'000, 60'000'000 / (most * 100), 0, most}, most);
    for (const std::uint64_t bytes : {1'500'000ULL, 6'000'000ULL, 40'000'000ULL}) {
      expect_greedy(capped(h.view(), bytes), h.view(), {.rating = Rating::weight, .seed = bytes},
                    {.least_sweep = k_least_sweep, .most_swept_pins = 1e9});
      expect_greedy(capped(h.view(), bytes), h.view(), {.seed = bytes},
                    {.least_sweep = k_least_sweep, .most_swept_pins = 1e9, .first_pins = 0.5});
      if (HasFatalFailure()) return;
    }
  }
}

TEST_F(DeviceStreaming, NothingOrAlmostNothing) {
  using test::make_hypergraph;
  const DeviceContext context({.memory_limit = 200'000});
  expect_greedy(context, {}, {});
  expect_greedy(context, make_hypergraph(0, {{}, {}}).view(), {});
  expect_greedy(context, make_hypergraph(5, {{}, {3}, {}}).view(), {});
  expect_greedy(context, make_hypergraph(1, {{0}, {0}, {0}}).view(), {});
  expect_greedy(context, make_hypergraph<std::int32_t>(3, {{0, 1}, {1, 2}}, {0, -4}).view(), {});
}

// Edges that are larger than the room for a batch: one above all others, some between, many pins
// in one chunk.
TEST_F(DeviceStreaming, EdgesLargerThanABatch) {
  for (const std::uint64_t seed : {1ULL, 2ULL, 3ULL}) {
    Hypergraph h = test::random_hypergraph({200'000, 60, 1, 60'000}, seed);
    const DeviceContext context = capped(h.view(), k_tiny);
    expect_greedy(context, h.view(), {.rating = Rating::weight, .seed = seed});
    expect_greedy(context, h.view(), {.rating = Rating::weight_per_pin, .seed = seed});
    test::assign_random_weights<double>(h, test::Spread::many, seed);
    expect_greedy(context, h.view(), {.rating = Rating::weight, .seed = seed});
    if (HasFatalFailure()) return;
  }
  // Chunks that no piece of pinned memory holds.
  const Hypergraph wide = test::random_hypergraph({300'000, 600, 1'000, 150'000}, 9);
  expect_greedy(capped(wide.view(), 400'000'000), wide.view(), {});
}

TEST_F(DeviceStreaming, AnEdgeThatNoBatchTakes) {
  constexpr VertexId k_huge = (1U << 23) + 5;
  Hypergraph h;
  h.num_vertices = k_huge + 10;
  h.offsets.push_back(0);
  for (const VertexId size : {3U, k_huge, 2U, 4U, 1U}) {
    const VertexId first = size == k_huge ? 0 : h.num_vertices - 2 * size;
    for (VertexId v = 0; v < size; ++v) h.pins.push_back(first + v);
    h.offsets.push_back(h.pins.size());
  }
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    expect_greedy(capped(h.view(), 100'000'000), h.view(),
                  {.rating = Rating::weight, .seed = seed});
    if (HasFatalFailure()) return;
  }
}

TEST_F(DeviceStreaming, TakesTheWayByItselfWhereTheWholeDoesNotFit) {
  for (const char* weights : {"unit", "random:1..100", "random:1..5000000000"}) {
    SCOPED_TRACE(weights);
    Hypergraph h = generate::hypergraph(
        host_, "sizes", {{"n", 300'000}, {"m", 1'000'000}, {"min", 2}, {"max", 8}}, 3);
    generate::assign_weights(host_, h.weights, h.view().num_edges(), weights);
    const std::vector<EdgeId> expected = greedy(host_, h.view()).edges;
    EXPECT_FALSE(was_streamed(local_max(device(), h.view())));

    const DeviceContext limited({.memory_limit = 8'000'000});
    const HypergraphMatching matching = local_max(limited, h.view());
    EXPECT_EQ(matching.edges, expected);
    EXPECT_TRUE(was_streamed(matching)) << matching.stats.stop_reason;
    EXPECT_LE(matching.stats.device_peak_bytes, 8'000'000U);
    EXPECT_GT(matching.stats.transfer_seconds, 0.0);
    EXPECT_GT(matching.stats.device_seconds, 0.0);

    // The caller's memory, which says only by failing how much it has.
    test::CountingMemory memory;
    memory.limit = 8'000'000;
    {
      const DeviceContext context({.memory = &memory});
      const HypergraphMatching again = local_max(context, h.view());
      EXPECT_EQ(again.edges, expected);
      EXPECT_TRUE(was_streamed(again)) << again.stats.stop_reason;
    }
    EXPECT_EQ(memory.held, 0U);
  }
}

TEST_F(DeviceStreaming, HandsChainsToTheHost) {
  const Hypergraph chain = test::falling_chain(200'000, 2);
  const DeviceContext context({.memory_limit = 1'500'000});
  const HypergraphMatching matching = local_max(context, chain.view());
  EXPECT_EQ(matching.edges, greedy(host_, chain.view()).edges);
  EXPECT_NE(matching.stats.stop_reason.find("the host took over"), std::string::npos)
      << matching.stats.stop_reason;
}

TEST_F(DeviceStreaming, SaysWhatTheVerticesNeed) {
  const Hypergraph h = generate::hypergraph(host_, "uniform", {{"n", 1'000'000}, {"m", 1'000}});
  test::CountingMemory memory;
  memory.limit = 150'000;
  for (const DeviceContextOptions& options :
       {DeviceContextOptions{.memory_limit = 150'000}, DeviceContextOptions{.memory = &memory}}) {
    const DeviceContext context(options);
    try {
      (void)local_max(context, h.view());
      FAIL() << "nothing was thrown";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::resources);
      const std::string text = error.what();
      EXPECT_NE(text.find("the state of 1000000 vertices"), std::string::npos) << text;
      EXPECT_NE(text.find("are there"), std::string::npos) << text;
    }
    EXPECT_EQ(context.device_bytes(), 0U);
  }
}

}  // namespace
}  // namespace hypermatch
