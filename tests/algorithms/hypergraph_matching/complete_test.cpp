// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <vector>

#include "hypermatch/hypergraph_matching.hpp"
#include "tests/algorithms/hypergraph_matching/streaming_cases.hpp"

namespace hypermatch {
namespace {

using test::code_of;
using test::make_hypergraph;
using test::WeightKind;

using Edges = std::vector<EdgeId>;

TEST(Complete, FillsTheRestInTheOrderOfTheRating) {
  const Hypergraph h =
      make_hypergraph(6, {{0, 1}, {2, 3}, {3, 4}, {4, 5}, {}}, {9, 4, 5, 4, 100});
  EXPECT_EQ(complete(Context(), h.view(), Edges{0}, {.rating = Rating::weight}).edges,
            (Edges{0, 2}));
  EXPECT_EQ(complete(Context(), h.view(), Edges{3}).edges, (Edges{0, 1, 3}));
  EXPECT_EQ(complete(Context(), h.view(), Edges{3, 0, 1}).edges, (Edges{0, 1, 3}));
}

TEST(Complete, OfNothingIsGreedy) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    for (const WeightKind kind : test::k_weight_kinds) {
      const Hypergraph h = test::random_hypergraph(seed, kind);
      const OrderOptions order{.seed = seed};
      EXPECT_EQ(complete(Context(), h.view(), {}, order).edges,
                greedy(Context(), h.view(), {.order = order}).edges);
    }
  }
}

TEST(Complete, LeavesOutEdgesThatDoNotTakePart) {
  const Hypergraph h = make_hypergraph(3, {{0}, {1}, {2}}, {-1, 0, 1});
  EXPECT_EQ(complete(Context(), h.view(), {}).edges, Edges{2});
  EXPECT_EQ(complete(Context(), h.view(), {}, {.nonpositive = NonPositive::keep}).edges,
            (Edges{0, 1, 2}));
}

TEST(Complete, RefusesWhatIsNoMatching) {
  const Hypergraph h = make_hypergraph(3, {{0, 1}, {1, 2}, {}});
  for (const Edges& wrong : {Edges{0, 1}, Edges{0, 0}, Edges{3}, Edges{2}}) {
    EXPECT_EQ(code_of([&] { (void)complete(Context(), h.view(), wrong); }),
              ErrorCode::invalid_input);
  }
}

}  // namespace
}  // namespace hypermatch
