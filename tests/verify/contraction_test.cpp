// SPDX-License-Identifier: MIT
// Contractions of the library pass, and each way to be wrong is named.
#include <gtest/gtest.h>

#include <vector>

#include "hypermatch/verify_contraction.hpp"

namespace hypermatch::verify {
namespace {

// The path 1 - 2 - 3 - 4 of weights 5, 7, 9, contracted to {1, 2}, {3, 4}.
struct Path {
  std::vector<Offset> offsets = {0, 1, 3, 5, 6};
  std::vector<VertexId> neighbours = {1, 0, 2, 1, 3, 2};
  std::vector<std::int32_t> weights = {5, 5, 7, 7, 9, 9};
  std::vector<Offset> coarse_offsets = {0, 1, 2};
  std::vector<VertexId> coarse_neighbours = {1, 0};
  std::vector<std::int32_t> coarse_weights = {7, 7};
  std::vector<VertexId> classes = {0, 0, 1, 1};
  std::vector<std::int64_t> members = {2, 2};

  [[nodiscard]] std::string violation() const {
    const GraphView fine{4, offsets, neighbours, std::span(weights)};
    const GraphView coarse{2, coarse_offsets, coarse_neighbours, std::span(coarse_weights)};
    const ContractionVerdict verdict = check_contraction(fine, coarse, {classes, {}, members});
    EXPECT_EQ(verdict.ok, verdict.violation.empty());
    return verdict.violation;
  }
};

TEST(Contraction, OfAGraph) {
  EXPECT_EQ(Path().violation(), "");
  Path heavy;
  heavy.coarse_weights = {8, 8};
  EXPECT_EQ(heavy.violation(), "the coarse edge of 1 2 weighs 8.000000, its edges 7.000000");
  Path other;
  other.classes = {0, 1, 0, 1};
  EXPECT_EQ(other.violation(), "the coarse edge of 1 2 weighs 7.000000, its edges 21.000000");
  Path gone;
  gone.coarse_offsets = {0, 0, 0};
  gone.coarse_neighbours = {};
  gone.coarse_weights = {};
  EXPECT_EQ(gone.violation(), "0 coarse edges, must be 1");
  Path light;
  light.members = {2, 1};
  EXPECT_EQ(light.violation(), "coarse vertex 2 weighs 1, its members 2");
  Path empty;
  empty.classes = {0, 0, 0, 0};
  EXPECT_EQ(empty.violation(), "coarse vertex 1 weighs 2, its members 4");
  Path beyond;
  beyond.classes = {0, 0, 1, 2};
  EXPECT_EQ(beyond.violation(), "vertex 4 went to a vertex that is not there");
  Path few;
  few.classes = {0, 0, 1};
  EXPECT_EQ(few.violation(), "not every vertex has a coarse vertex");
}

TEST(Contraction, OfAHypergraph) {
  const std::vector<Offset> offsets = {0, 3, 5, 7, 9};
  const std::vector<VertexId> pins = {0, 1, 2, 1, 2, 0, 1, 3, 2};
  const std::vector<VertexId> classes = {0, 0, 1, 2};
  const std::vector<std::int64_t> members = {2, 1, 1};
  const HypergraphView fine{4, offsets, pins, {}};
  const auto violation = [&](std::vector<Offset> at, std::vector<VertexId> of,
                             std::vector<std::int32_t> weights) {
    const HypergraphView coarse{3, at, of, std::span<const std::int32_t>(weights)};
    return check_contraction(fine, coarse, {classes, {}, members}).violation;
  };
  EXPECT_EQ(violation({0, 2, 4}, {0, 1, 1, 2}, {2, 1}), "");
  EXPECT_EQ(violation({0, 2, 4, 6}, {0, 1, 1, 2, 0, 1}, {1, 1, 1}), "3 coarse edges, must be 2");
  EXPECT_EQ(violation({0, 2}, {1, 2}, {1}), "there is no coarse edge of 1 2");
  EXPECT_EQ(violation({0, 2, 4, 6}, {0, 1, 0, 2, 1, 2}, {2, 1, 1}),
            "no edge makes the coarse one of 1 3");
  EXPECT_EQ(violation({0, 2, 4, 5}, {0, 1, 1, 2, 0}, {2, 1, 1}), "3 coarse edges, must be 2");
}

}  // namespace
}  // namespace hypermatch::verify
