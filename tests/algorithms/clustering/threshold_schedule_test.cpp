// SPDX-License-Identifier: MIT
// Thresholds of louvain by the size of a level.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "algorithms/clustering/common/multilevel/threshold_schedule.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/generate.hpp"
#include "tests/algorithms/clustering/clustering_testing.hpp"

namespace hypermatch::test {
namespace {

constexpr LouvainVariant k_variants[] = {LouvainVariant::sub_rounds, LouvainVariant::buckets,
                                         LouvainVariant::relaxed_buckets,
                                         LouvainVariant::sequential};

void expect_equal_levels(const Clustering& found, const Clustering& expected) {
  EXPECT_EQ(found.labels.labels, expected.labels.labels);
  ASSERT_EQ(found.levels.size(), expected.levels.size());
  for (std::size_t i = 0; i < found.levels.size(); ++i) {
    EXPECT_EQ(found.levels[i].sweeps, expected.levels[i].sweeps) << "level " << i;
  }
}

class ThresholdSchedule : public ::testing::Test {
 protected:
  [[nodiscard]] Clustering run(LouvainVariant variant, std::span<const ThresholdStep> schedule,
                               double threshold = -1.0) const {
    LouvainOptions options{.variant = variant, .threshold_schedule = schedule};
    if (threshold >= 0) {
      options.threshold = options.threshold_small = options.threshold_large = threshold;
    }
    return louvain(context_, rows_.view(), options);
  }

  const Context context_{{.threads = 2}};
  const EdgeList graph_ = generate::graph(context_, "delaunay", {{"n", 3000}}, 1);
  const CompressedGraph rows_ = compress(context_, graph_.view());
  const VertexId n_ = graph_.num_vertices;
};

TEST_F(ThresholdSchedule, OneStepOfAllLevelsIsThatThreshold) {
  for (const LouvainVariant variant : k_variants) {
    SCOPED_TRACE(static_cast<int>(variant));
    for (const double threshold : {0.0, 0.003, 0.05, 1.0}) {
      const std::vector<ThresholdStep> all = {{.above = 0, .threshold = threshold}};
      expect_equal_levels(run(variant, all), run(variant, {}, threshold));
    }
  }
}

TEST_F(ThresholdSchedule, AppliesToLevelsOfMoreVerticesThanTheStepSays) {
  for (const LouvainVariant variant : k_variants) {
    SCOPED_TRACE(static_cast<int>(variant));
    const Clustering plain = run(variant, {});
    const std::vector<ThresholdStep> none = {{.above = n_, .threshold = 1.0}};
    expect_equal_levels(run(variant, none), plain);
    const std::vector<ThresholdStep> finest = {{.above = n_ - 1, .threshold = 1.0}};
    const Clustering coarse = run(variant, finest);
    EXPECT_EQ(coarse.levels.at(0).sweeps, 1U);
    // The levels above it end as they did, after more than one sweep.
    EXPECT_GT(coarse.levels.at(1).sweeps, 1U);
    // The last step that a level exceeds, not the first.
    const std::vector<ThresholdStep> both = {{.above = 0, .threshold = 0.0},
                                             {.above = n_ - 1, .threshold = 1.0}};
    EXPECT_EQ(run(variant, both).levels.at(0).sweeps, 1U);
    EXPECT_GT(run(variant, both).levels.at(1).sweeps, 1U);
  }
}

TEST(PublishedThreshold, IsTheLargeOneAbove100000Vertices) {
  using detail::clustering::published_threshold;
  LouvainOptions options{.threshold_small = 0.25, .threshold_large = 0.5};
  EXPECT_EQ(published_threshold(options, 100'000), 0.25);
  EXPECT_EQ(published_threshold(options, 100'001), 0.5);
  const std::vector<ThresholdStep> schedule = {{.above = 200'000, .threshold = 0.75}};
  options.threshold_schedule = schedule;
  EXPECT_EQ(published_threshold(options, 200'000), 0.5);
  EXPECT_EQ(published_threshold(options, 200'001), 0.75);
}

TEST_F(ThresholdSchedule, IsCheckedByEveryVariant) {
  const auto refused = [&](const std::vector<ThresholdStep>& steps, const std::string& part) {
    for (const LouvainVariant variant : k_variants) {
      try {
        (void)run(variant, steps);
        ADD_FAILURE() << "nothing thrown, expected: " << part;
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::invalid_option);
        EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
      }
    }
  };
  refused({{5, 0.1}, {6, 1.5}}, "threshold_schedule[1].threshold is 1.5");
  refused({{5, -0.1}}, "threshold_schedule[0].threshold is -0.1");
  refused({{5, 0.1}, {5, 0.2}}, "threshold_schedule[1].above is 5, must exceed 5");
}

}  // namespace
}  // namespace hypermatch::test
