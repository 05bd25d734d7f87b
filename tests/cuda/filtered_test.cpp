// SPDX-License-Identifier: MIT
// `filtered` on a device where its machinery is under stress: no room for a batch, codes that edges
// share, slots that many vertices share, chains, edges of all sizes. That it equals greedy on
// ordinary instances is tested with the other variants.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/hypergraph_matching/local_max/competing_batches/tuning.hpp"
#include "base/random.hpp"
#include "hypermatch/generate.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "tests/algorithms/hypergraph_matching/families.hpp"
#include "tests/cuda/device_testing.hpp"

namespace hypermatch {
namespace {

using detail::hypergraph_matching::DeviceFilteredTuning;
using detail::hypergraph_matching::DeviceOutcome;
using detail::hypergraph_matching::filtered_on_device;

class DeviceFiltered : public test::OnDevice {
 protected:
  [[nodiscard]] Hypergraph generated(const std::string& family,
                                     const std::map<std::string, double>& parameters,
                                     const std::string& weights = "random:1..100") const {
    Hypergraph h = generate::hypergraph(host_, family, parameters, 3);
    generate::assign_weights(host_, h.weights, h.view().num_edges(), weights);
    return h;
  }

  // Runs with the tuning given, compares with greedy, and returns the reason for stopping.
  // `rounds_with_ties_` are of the last run.
  std::string expect_greedy(const Hypergraph& h, const DeviceFilteredTuning& tuning,
                            OrderOptions order = {.rating = Rating::weight}) {
    const HypergraphView view = h.view();
    order.objective = view.is_weighted() ? Objective::weight : Objective::cardinality;
    const HypergraphMatching expected = greedy(host_, view, {.order = order});
    const DeviceHypergraph on_device = upload(device(), view);
    const detail::hypergraph_matching::DeviceProblem problem{
        device(), on_device.view(), {.order = order}, workspace_, {}};
    const DeviceOutcome outcome = filtered_on_device(problem, tuning);
    device().synchronize();
    rounds_with_ties_ = outcome.rounds_with_ties;
    const std::uint64_t count =
        download(device(), DeviceSpan<const std::uint64_t>(outcome.count, 1)).at(0);
    EXPECT_EQ(download(device(), DeviceSpan<const EdgeId>(outcome.edges, count)), expected.edges);
    return outcome.stop_reason;
  }

  const Context host_{{.threads = 1}};
  DeviceWorkspace workspace_;
  std::uint64_t rounds_with_ties_ = 0;
};

// weights[e] = make(e, random), where `random` are 53 random bits.
template <class T>
Array<T> each(const Hypergraph& h, const std::function<double(std::size_t, std::uint64_t)>& make) {
  Array<T> weights(h.view().num_edges());
  for (std::size_t e = 0; e < weights.size(); ++e) {
    weights[e] = static_cast<T>(make(e, detail::base::hash(5, e) >> 11));
  }
  return weights;
}

double unit(std::uint64_t random) {
  return static_cast<double>(random) * 0x1.0p-53;
}

double below(std::uint64_t random, std::uint64_t bound) {
  return static_cast<double>(random % bound);
}

const char* const k_all_weights[] = {"unit", "random:1..3", "random:1..1000000"};

TEST_F(DeviceFiltered, NarrowsBatchesThatFindNoRoom) {
  // Every warp may list 200 candidates, but batches begin at half of all edges.
  DeviceFilteredTuning tight{.target_competitors = 1e9F,
                             .carried_target_competitors = 1e9F,
                             .growth = 100.0F,
                             .small_growth = 100.0F,
                             .share = 200};
  for (const char* weights : k_all_weights) {
    SCOPED_TRACE(weights);
    const Hypergraph h =
        generated("uniform", {{"n", 4'000'000}, {"m", 1'500'000}, {"k", 3}}, weights);
    EXPECT_EQ(expect_greedy(h, tight), "complete");
    const Hypergraph wide =
        generated("uniform", {{"n", 9'000'000}, {"m", 1'500'000}, {"k", 7}}, weights);
    EXPECT_EQ(expect_greedy(wide, tight), "complete");
  }
}

TEST_F(DeviceFiltered, SharesSlots) {
  for (const std::uint32_t slots : {2U, 64U, 4096U}) {
    SCOPED_TRACE(slots);
    DeviceFilteredTuning few{.max_slots = slots};
    few.stubborn_rounds = ~0U;
    for (const char* weights : k_all_weights) {
      EXPECT_EQ(
          expect_greedy(generated("uniform", {{"n", 800}, {"m", 1'000}, {"k", 3}}, weights), few),
          "complete");
      EXPECT_EQ(
          expect_greedy(
              generated("sizes", {{"n", 900}, {"m", 700}, {"min", 0}, {"max", 40}}, weights), few),
          "complete");
    }
  }
}

// Of so few codes, neighbours with the same one are everywhere.
TEST_F(DeviceFiltered, TellsEdgesWithOneCodeApart) {
  for (const std::uint32_t codes : {2U, 50U, 3'000U, 1U << 20}) {
    SCOPED_TRACE(codes);
    DeviceFilteredTuning tuning{.codes = codes};
    tuning.stubborn_rounds = ~0U;
    for (const char* weights :
         {"unit", "random:1..3", "random:1..1000000", "random:1..9000000000"}) {
      const Hypergraph h = generated("uniform", {{"n", 4'000}, {"m", 6'000}, {"k", 3}}, weights);
      EXPECT_EQ(expect_greedy(h, tuning), "complete");
      EXPECT_TRUE(codes > 3'000 || rounds_with_ties_ > 0);
      const Hypergraph wide =
          generated("sizes", {{"n", 4'000}, {"m", 6'000}, {"min", 2}, {"max", 40}}, weights);
      EXPECT_EQ(expect_greedy(wide, tuning), "complete");
      EXPECT_TRUE(codes > 3'000 || rounds_with_ties_ > 0);
    }
  }
}

// Neighbours with one code have different weights, of which one or both are far from all others.
TEST_F(DeviceFiltered, TellsWideWeightsWithOneCodeApart) {
  for (const std::uint32_t codes : {20U, 3'000U, detail::hypergraph_matching::k_codes}) {
    for (const double size : {3.0, 7.0, 16.0}) {
      SCOPED_TRACE(size);
      DeviceFilteredTuning tuning{.codes = codes};
      tuning.stubborn_rounds = ~0U;
      Hypergraph h = generated("uniform", {{"n", 9'000}, {"m", 40'000}, {"k", size}});
      h.weights = each<double>(h, [](std::size_t e, std::uint64_t random) {
        return (e % 50 == 0 ? 1e200 : 1.0) * (1.0 + below(random, 64) * 0x1.0p-50);
      });
      EXPECT_EQ(expect_greedy(h, tuning), "complete");
      h.weights = each<double>(h, [](std::size_t, std::uint64_t random) {
        return std::pow(10.0, 400.0 * unit(random) - 200.0) * (random % 5 == 0 ? -1.0 : 1.0);
      });
      EXPECT_EQ(expect_greedy(h, tuning), "complete");
      const OrderOptions keep{.rating = Rating::weight, .nonpositive = NonPositive::keep};
      EXPECT_EQ(expect_greedy(h, tuning, keep), "complete");
    }
  }
}

TEST_F(DeviceFiltered, WeightsOfAllKinds) {
  for (const double size : {2.0, 6.0, 15.0}) {
    SCOPED_TRACE(size);
    Hypergraph h = generated("uniform", {{"n", 200'000}, {"m", 400'000}, {"k", size}});
    std::vector<Weights> kinds;
    using U = std::uint64_t;
    kinds.emplace_back(each<std::int32_t>(
        h, [](std::size_t, U r) { return std::min(1e9, 1 / (unit(r) + 1e-9)); }));
    kinds.emplace_back(each<std::int32_t>(
        h, [](std::size_t, U r) { return 1 + below(r / 1000, 10) + (r % 1000 == 0 ? 1e9 : 0.0); }));
    kinds.emplace_back(each<float>(h, [](std::size_t, U r) { return (1 + below(r, 4)) / 4; }));
    kinds.emplace_back(each<float>(h, [](std::size_t, U r) { return (1 + below(r, 1000)) / 10; }));
    kinds.emplace_back(each<float>(h, [](std::size_t, U r) { return unit(r) - 0.3; }));
    kinds.emplace_back(
        each<float>(h, [](std::size_t, U r) { return std::pow(10, 60 * unit(r) - 30); }));
    kinds.emplace_back(each<double>(h, [](std::size_t, U) { return 0.5; }));
    kinds.emplace_back(each<double>(h, [](std::size_t, U r) { return (1 + below(r, 1000)) / 10; }));
    kinds.emplace_back(each<double>(h, [](std::size_t, U r) { return unit(r) - 0.3; }));
    kinds.emplace_back(
        each<double>(h, [](std::size_t e, U) { return std::sqrt(1 + below(e / 10, ~U{0})); }));
    kinds.emplace_back(
        each<std::int64_t>(h, [](std::size_t, U r) { return 5e9 + 1 + below(r, 10); }));
    kinds.emplace_back(each<std::int64_t>(
        h, [](std::size_t e, U r) { return e == 77'777 ? 4e18 : 1 + below(r, 100); }));
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
      SCOPED_TRACE(kind);
      h.weights = std::move(kinds[kind]);
      EXPECT_EQ(expect_greedy(h, {}), "complete");
      EXPECT_EQ(expect_greedy(h, {}, {.rating = Rating::weight, .nonpositive = NonPositive::keep}),
                "complete");
    }
  }
}

// A warp has room for eight candidates, but 1000 neighbours have one weight, which is rare.
TEST_F(DeviceFiltered, HasNoRoomForAllWithOneWeight) {
  DeviceFilteredTuning tight{
      .target_competitors = 1e9F, .carried_target_competitors = 1e9F, .share = 8};
  for (const double size : {3.0, 7.0}) {
    Hypergraph h = generated("uniform", {{"n", 2'000'000}, {"m", 300'000}, {"k", size}});
    h.weights = each<double>(
        h, [](std::size_t e, std::uint64_t) { return std::sqrt(1 + below(e / 1000, 1U << 31)); });
    (void)expect_greedy(h, tight);
  }
}

TEST_F(DeviceFiltered, SmallOnesWithOneCode) {
  for (const double size : {3.0, 7.0, 16.0, 30.0}) {
    for (const char* weights : {"random:1..100", "random:1..9000000000"}) {
      const Hypergraph h = generated("uniform", {{"n", 900}, {"m", 400}, {"k", size}}, weights);
      EXPECT_EQ(expect_greedy(h, {.codes = 30}), "complete");
    }
  }
}

// Half of the range of priorities lies in a single edge, and a few have most of it.
TEST_F(DeviceFiltered, PrioritiesFarApart) {
  Hypergraph h = generated("uniform", {{"n", 100'000}, {"m", 300'000}, {"k", 3}});
  Array<std::int32_t> weights(300'000);
  for (std::size_t e = 0; e < weights.size(); ++e) {
    weights[e] = static_cast<std::int32_t>(2'000'000'000 / (e * 7919 % weights.size() + 1)) + 1;
  }
  h.weights = std::move(weights);
  EXPECT_EQ(expect_greedy(h, {}), "complete");
}

TEST_F(DeviceFiltered, HandsChainsToTheHost) {
  const Hypergraph chain = test::falling_chain(200'000, 2);
  EXPECT_NE(expect_greedy(chain, {}), "complete");
  const DeviceMatching matching =
      local_max(device(), upload(device(), chain.view()).view(), {}, workspace_);
  EXPECT_EQ(test::edges_of(device(), matching), greedy(host_, chain.view()).edges);
  EXPECT_NE(matching.stats.stop_reason, "complete");
}

TEST_F(DeviceFiltered, ClearsItsSlotsAfterManyRounds) {
  DeviceFilteredTuning patient;
  patient.stubborn_rounds = ~0U;
  EXPECT_EQ(expect_greedy(test::falling_chain(5'000, 3), patient), "complete");
  EXPECT_EQ(expect_greedy(test::falling_chain(3'000, 30), patient), "complete");
}

TEST_F(DeviceFiltered, TakesEdgesOfAllSizes) {
  // One edge has more pins than its record can count, others more than a team reads.
  constexpr VertexId k_huge = (1U << 23) + 5;
  Hypergraph h;
  h.num_vertices = k_huge + 10;
  std::vector<std::uint64_t> sizes = {3, k_huge, 2, 40, 5'000, 1, 0, 300, 33, 17, 16, 12, 9, 4, 5};
  h.offsets.push_back(0);
  for (const std::uint64_t size : sizes)
    h.offsets.push_back(h.offsets[h.offsets.size() - 1] + size);
  h.pins.resize(h.offsets[sizes.size()]);
  for (std::size_t e = 0; e < sizes.size(); ++e) {
    for (std::uint64_t i = 0; i < sizes[e]; ++i) {
      const std::uint64_t stride = h.num_vertices / sizes[e];
      h.pins[h.offsets[e] + i] = static_cast<VertexId>((i * stride + e * 7) % h.num_vertices);
    }
  }
  validate(h.view());
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    EXPECT_EQ(expect_greedy(h, {}, {.rating = Rating::weight, .seed = seed}), "complete");
  }
  // The same among many small ones, so that small edges are carried.
  const std::size_t m = sizes.size();
  const std::uint64_t pins = h.pins.size();
  constexpr std::size_t k_small = 12'000'000;
  h.offsets.resize(m + k_small + 1);
  h.pins.resize(pins + k_small * 2);
  for (std::size_t i = 0; i < k_small; ++i) {
    h.offsets[m + i + 1] = pins + 2 * (i + 1);
    h.pins[pins + 2 * i] = static_cast<VertexId>(i % h.num_vertices);
    h.pins[pins + 2 * i + 1] = static_cast<VertexId>((i * 3 + 1) % h.num_vertices);
    if (h.pins[pins + 2 * i] == h.pins[pins + 2 * i + 1]) h.pins[pins + 2 * i + 1] ^= 1U;
  }
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    EXPECT_EQ(expect_greedy(h, {}, {.rating = Rating::weight, .seed = seed}), "complete");
  }
}

TEST_F(DeviceFiltered, StaysWithinItsMemory) {
  for (const double m : {500'000.0, 2'500'000.0}) {
    const Hypergraph h = generated("uniform", {{"n", 0.4 * m}, {"m", m}, {"k", 3}});
    const DeviceHypergraph on_device = upload(device(), h.view());
    DeviceWorkspace workspace;
    const DeviceMatching matching =
        local_max(device(), on_device.view(), {.order = {.rating = Rating::weight}}, workspace);
    const double instance = 8.0 * (m + 1.0) + 4.0 * 3.0 * m + 4.0 * m;
    EXPECT_LT(static_cast<double>(matching.stats.device_peak_bytes), 1.5 * instance);
    EXPECT_EQ(test::edges_of(device(), matching),
              greedy(host_, h.view(), {.order = {.rating = Rating::weight}}).edges);
  }
}

// More vertices than edges: where ratings are made, memory is short, and vertices that share slots
// cost rounds.
TEST_F(DeviceFiltered, RatedEdgesLeaveRoomForASlotPerVertex) {
  const Hypergraph h = generated("ksat_dual", {{"n", 2'380'000}, {"m", 10'000'000}});
  const DeviceHypergraph on_device = upload(device(), h.view());
  const auto rounds_by = [&](Rating rating) {
    const LocalMaxOptions options{.order = {.rating = rating}};
    const DeviceMatching found = local_max(device(), on_device.view(), options, workspace_);
    EXPECT_EQ(test::edges_of(device(), found), local_max(host_, h.view(), options).edges);
    return found.stats.rounds;
  };
  const std::uint64_t by_weight = rounds_by(Rating::weight);
  EXPECT_LE(rounds_by(Rating::weight_per_pin), by_weight + 3);
  EXPECT_LE(rounds_by(Rating::weight_per_sqrt_pins), by_weight + 3);
}

TEST_F(DeviceFiltered, RepeatsWithTheSameBytes) {
  const Hypergraph h =
      generated("power_law", {{"n", 300'000}, {"m", 700'000}, {"min", 2}, {"max", 9}});
  const DeviceHypergraph on_device = upload(device(), h.view());
  const std::vector<EdgeId> expected = greedy(host_, h.view()).edges;
  for (int repeat = 0; repeat < 10; ++repeat) {
    const DeviceMatching matching = local_max(device(), on_device.view(), {}, workspace_);
    ASSERT_EQ(test::edges_of(device(), matching), expected);
  }
}

}  // namespace
}  // namespace hypermatch
