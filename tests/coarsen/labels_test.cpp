// SPDX-License-Identifier: MIT
// Labels of matchings, and labels of coarse vertices on fine ones.
#include <gtest/gtest.h>

#include <vector>

#include "hypermatch/coarsen.hpp"
#include "hypermatch/error.hpp"
#include "tests/coarsen/list.hpp"
#include "tests/parallel/contexts.hpp"

namespace hypermatch::test {
namespace {

class Labelling : public Everywhere {
 protected:
  template <class Body>
  void expect_refused(const std::string& message, const Body& body) {
    try {
      body();
      ADD_FAILURE() << message;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_input);
      EXPECT_EQ(error.what(), message);
    }
  }
};

TEST_P(Labelling, OfPairsIsTheSmallerVertex) {
  const std::vector<VertexId> mates = {3, k_none, 4, 0, 2};
  EXPECT_EQ(list(labels_of(context_, mates)), (std::vector<VertexId>{0, 1, 2, 0, 2}));
  EXPECT_TRUE(labels_of(context_, {}).empty());
  const std::vector<VertexId> wrong = {1, 2, 1};
  expect_refused("mates[0] is 1, must be none, or another vertex whose mate is 0",
                 [&] { (void)labels_of(context_, wrong); });
}

TEST_P(Labelling, OfMatchedHyperedgesIsTheSmallestPin) {
  const std::vector<Offset> offsets = {0, 3, 5, 5, 7, 8};
  const std::vector<VertexId> pins = {4, 2, 6, 1, 0, 6, 5, 3};
  const HypergraphView view{8, offsets, pins, {}};
  const auto labels = [&](const std::vector<EdgeId>& matched) {
    return list(labels_of(context_, view, matched));
  };
  EXPECT_EQ(labels({}), (std::vector<VertexId>{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(labels({4, 1, 0, 2}), (std::vector<VertexId>{0, 0, 2, 3, 2, 5, 2, 7}));
  expect_refused("matched[1] is 5, must be below 5", [&] { labels({1, 5, 6}); });
  expect_refused("matched edges 0 and 3 share pin 6", [&] { labels({1, 0, 3}); });
  expect_refused("matched edges 1 and 1 share pin 1", [&] { labels({1, 1}); });
}

TEST_P(Labelling, GoesBackToFineVertices) {
  std::vector<VertexId> coarse_vertex(20'000);
  for (VertexId v = 0; v < coarse_vertex.size(); ++v) coarse_vertex[v] = v * 7 % 501;
  std::vector<VertexId> labels(501);
  for (VertexId c = 0; c < labels.size(); ++c) labels[c] = c % 5 == 0 ? k_none : c * c;
  std::vector<VertexId> expected;
  for (const VertexId c : coarse_vertex) expected.push_back(labels[c]);
  EXPECT_EQ(list(project(context_, labels, coarse_vertex)), expected);
  EXPECT_TRUE(project(context_, labels, {}).empty());
  coarse_vertex[9'000] = 501;
  coarse_vertex[15'000] = k_none;
  expect_refused("coarse_vertex[9000] is 501, must be below the number of labels, 501",
                 [&] { (void)project(context_, labels, coarse_vertex); });
}

INSTANTIATE_TEST_SUITE_P(Contexts, Labelling, testing::ValuesIn(everywhere()), CaseName());

}  // namespace
}  // namespace hypermatch::test
