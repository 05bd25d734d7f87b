// SPDX-License-Identifier: MIT
// Families report how far they are, and stop when they are asked to.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <stop_token>
#include <string>

#include "hypermatch/context.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/generate.hpp"

namespace hypermatch::test {
namespace {

TEST(Families, ReportWhatTheyHaveMadeAndStop) {
  const std::map<std::string, std::map<std::string, double>> asked = {
      {"uniform", {{"n", 50'000}, {"m", 100'000}}},
      {"random_graph", {{"n", 20'000}}},
      {"rmat", {{"scale", 13}}},
      {"delaunay", {{"n", 50'000}}},
      {"planted_partition", {{"n", 20'000}}},
      {"random_bipartite", {{"rows", 50'000}}},
  };
  for (const auto& each : asked) {
    const std::string& family = each.first;
    const auto& values = each.second;
    std::uint64_t reports = 0;
    std::uint64_t last = 0;
    std::stop_source stop;
    ContextOptions options{.threads = 1};
    options.progress = [&](const Progress& progress) {
      EXPECT_STREQ(progress.phase, "generate") << family;
      EXPECT_LE(progress.done, progress.total) << family;
      last = std::max(last, progress.done);
      if (++reports == 3) stop.request_stop();
    };
    (void)generate::instance(Context(options), family, values);
    EXPECT_GT(reports, 3U) << family;
    EXPECT_GT(last, 0U) << family;
    reports = 0;
    stop = std::stop_source();
    options.stop = stop.get_token();
    EXPECT_THROW((void)generate::instance(Context(options), family, values), Error) << family;
  }
}

}  // namespace
}  // namespace hypermatch::test
