// SPDX-License-Identifier: MIT
// Which options local max refuses, and what it reports.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stop_token>
#include <vector>

#include "hypermatch/error.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "tests/algorithms/hypergraph_matching/families.hpp"

namespace hypermatch {
namespace {

ErrorCode code_of_options(const LocalMaxOptions& options) {
  const Context context({.threads = 1});
  const Hypergraph hypergraph = test::star(3, 2);
  try {
    (void)local_max(context, hypergraph.view(), options);
  } catch (const Error& error) {
    EXPECT_FALSE(std::string(error.what()).empty());
    return error.code();
  }
  ADD_FAILURE() << "accepted";
  return ErrorCode::internal;
}

TEST(LocalMaxOptions, FilteredRefusesToRedraw) {
  EXPECT_EQ(code_of_options({.variant = LocalMaxVariant::filtered, .ties = Ties::redraw}),
            ErrorCode::unsupported);
}

TEST(LocalMaxOptions, NoiseMustBeANonNegativeNumber) {
  for (const double noise : {-1.0, -0x1p-1074, std::numeric_limits<double>::infinity(),
                             std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_EQ(
        code_of_options({.variant = LocalMaxVariant::crew, .ties = Ties::redraw, .noise = noise}),
        ErrorCode::invalid_option)
        << noise;
    EXPECT_EQ(code_of_options({.noise = noise}), ErrorCode::invalid_option) << noise;
  }
}

TEST(LocalMaxOptions, NoiseAndGeneratorsNeedRedrawnTies) {
  for (const LocalMaxVariant variant : {LocalMaxVariant::filtered, LocalMaxVariant::sequential}) {
    EXPECT_EQ(code_of_options({.variant = variant, .noise = 0.5}), ErrorCode::invalid_option);
    EXPECT_EQ(code_of_options({.variant = variant, .noise_generator = NoiseGenerator::xorwow}),
              ErrorCode::invalid_option);
  }
}

constexpr LocalMaxVariant k_rounds[] = {LocalMaxVariant::sequential, LocalMaxVariant::crcw,
                                        LocalMaxVariant::crew, LocalMaxVariant::work_optimal};

TEST(LocalMaxOptions, StopsOnRequestBetweenRounds) {
  // The request comes with the first report of progress, in the first of 50 rounds.
  const Hypergraph chain = test::falling_chain(100, 3);
  for (const LocalMaxVariant variant : k_rounds) {
    std::stop_source source;
    int reports = 0;
    const Context context({.threads = 1,
                           .progress =
                               [&](const Progress& progress) {
                                 EXPECT_EQ(progress.total, 100U);
                                 ++reports;
                                 source.request_stop();
                               },
                           .stop = source.get_token()});
    try {
      (void)local_max(context, chain.view(), {.variant = variant});
      ADD_FAILURE() << "not stopped";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::cancelled);
    }
    EXPECT_EQ(reports, 1);
  }
}

TEST(LocalMaxOptions, ReportsRisingProgressOncePerRound) {
  const Hypergraph chain = test::falling_chain(40, 2);
  for (const LocalMaxVariant variant : k_rounds) {
    std::vector<std::uint64_t> done;
    const Context context({.threads = 1, .progress = [&](const Progress& progress) {
                             done.push_back(progress.done);
                           }});
    const HypergraphMatching matching = local_max(context, chain.view(), {.variant = variant});
    EXPECT_EQ(done.size(), matching.stats.rounds);
    EXPECT_EQ(done.front(), 0U);
    for (std::size_t i = 1; i < done.size(); ++i) EXPECT_EQ(done[i], 2 * i);
  }
}

TEST(LocalMaxOptions, StatsSayWhatWasResolvedAndPromised) {
  const Context context({.threads = 1});
  const Hypergraph hypergraph = test::tight_example(3, 10);
  const HypergraphMatching resolved =
      local_max(context, hypergraph.view(), {.variant = LocalMaxVariant::crcw});
  EXPECT_EQ(resolved.stats.rating, Rating::weight_per_sqrt_pins);
  EXPECT_EQ(resolved.stats.objective, Objective::weight);
  EXPECT_EQ(resolved.stats.stop_reason, "complete");
  EXPECT_GE(resolved.stats.prepare_seconds, 0.0);
  EXPECT_EQ(resolved.stats.guarantee, greedy(context, hypergraph.view()).stats.guarantee);

  // Noise can cost weight, but never maximality: what is promised says so.
  const auto promise = [&](Rating rating, Objective objective, double noise) {
    return local_max(context, hypergraph.view(),
                     {.order = {.rating = rating, .objective = objective},
                      .variant = LocalMaxVariant::crcw,
                      .ties = Ties::redraw,
                      .noise = noise})
        .stats.guarantee;
  };
  const std::string exact = promise(Rating::weight, Objective::weight, 0.0);
  EXPECT_EQ(exact.rfind("1/d of the largest weight", 0), 0U) << exact;
  const std::string noisy = promise(Rating::weight, Objective::weight, 1.0);
  EXPECT_EQ(noisy.rfind("weight + noise * edges", 0), 0U) << noisy;
  EXPECT_EQ(promise(Rating::weight_per_sqrt_pins, Objective::weight, 1.0).rfind("none", 0), 0U);
  EXPECT_EQ(promise(Rating::weight_per_sqrt_pins, Objective::cardinality, 1.0).rfind("1/d", 0), 0U);
}

}  // namespace
}  // namespace hypermatch
