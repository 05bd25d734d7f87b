// SPDX-License-Identifier: MIT
#include "hypermatch/hypergraph.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "hypermatch/error.hpp"

namespace hypermatch {
namespace {

// Arrays from untrusted callers, with one thing after the other wrong.
struct Parts {
  VertexId num_vertices = 4;
  std::vector<Offset> offsets = {0, 2, 2, 5};
  std::vector<VertexId> pins = {0, 3, 3, 1, 2};
  std::vector<double> real;
  std::vector<float> single;

  [[nodiscard]] HypergraphView view() const {
    HypergraphView view{num_vertices, offsets, pins, std::monostate{}};
    if (!real.empty()) view.weights = std::span<const double>(real);
    if (!single.empty()) view.weights = std::span<const float>(single);
    return view;
  }
};

std::string failure(const HypergraphView& view) {
  try {
    validate(view);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_input);
    return error.what();
  }
  return "none";
}

template <class Change>
std::string failure_after(const Change& change) {
  Parts parts;
  change(parts);
  return failure(parts.view());
}

TEST(HypergraphViewTest, CountsAndPins) {
  const Parts parts;
  const HypergraphView view = parts.view();
  EXPECT_EQ(view.num_edges(), 3U);
  EXPECT_EQ(view.num_pins(), 5U);
  EXPECT_EQ(view.edge_size(0), 2U);
  EXPECT_EQ(view.edge_size(1), 0U);
  EXPECT_TRUE(view.pins_of(1).empty());
  ASSERT_EQ(view.pins_of(2).size(), 3U);
  EXPECT_EQ(view.pins_of(2)[0], 3U);
  EXPECT_FALSE(view.is_weighted());
  EXPECT_EQ(HypergraphView{}.num_edges(), 0U);
}

TEST(HypergraphTest, ViewSeesTheArrays) {
  Hypergraph hypergraph;
  EXPECT_EQ(hypergraph.view().num_edges(), 0U);
  hypergraph.num_vertices = 2;
  hypergraph.offsets = Array<Offset>(3, 0);
  hypergraph.weights = Array<std::int64_t>(2, 9);
  const HypergraphView view = hypergraph.view();
  EXPECT_EQ(view.num_edges(), 2U);
  EXPECT_TRUE(view.is_weighted());
  EXPECT_EQ(view.offsets.data(), hypergraph.offsets.data());
}

TEST(Validate, AcceptsWhatIsDocumented) {
  EXPECT_EQ(failure(HypergraphView{}), "none");
  EXPECT_EQ(failure(Parts{}.view()), "none");
  EXPECT_EQ(failure_after([](Parts& p) { p.real = {-1e308, 0, 5e-324}; }), "none");
  EXPECT_EQ(failure_after([](Parts& p) { p.offsets = {0}, p.pins = {}; }), "none");
  EXPECT_EQ(failure_after([](Parts& p) {
              p.num_vertices = 0, p.offsets = {0, 0}, p.pins = {};
            }),
            "none");
}

TEST(Validate, NamesTheFirstBrokenInvariant) {
  EXPECT_EQ(failure_after([](Parts& p) { p.num_vertices = k_none; }),
            "num_vertices is 4294967295, must be below 2^32 - 1");
  EXPECT_EQ(failure_after([](Parts& p) { p.offsets = {}; }),
            "offsets is empty, but there are pins");
  EXPECT_EQ(failure_after([](Parts& p) { p.offsets[0] = 1; }), "offsets[0] must be 0");
  EXPECT_EQ(failure_after([](Parts& p) { p.offsets[3] = 4; }),
            "the last offset must be the number of pins");
  EXPECT_EQ(failure_after([](Parts& p) { p.offsets[3] = ~0ULL; }),
            "the last offset must be the number of pins");
  EXPECT_EQ(failure_after([](Parts& p) { p.offsets[1] = 3; }), "offsets[2] falls");
  EXPECT_EQ(failure_after([](Parts& p) { p.offsets[1] = p.offsets[2] = ~0ULL; }),
            "offsets[3] falls");
  EXPECT_EQ(failure_after([](Parts& p) { p.pins[4] = 4; }), "edge 2 has pin 4, must be below 4");
  EXPECT_EQ(failure_after([](Parts& p) { p.pins[4] = k_none; }),
            "edge 2 has pin 4294967295, must be below 4");
  EXPECT_EQ(failure_after([](Parts& p) { p.pins[4] = 3; }), "edge 2 has pin 3 twice");
  EXPECT_EQ(failure_after([](Parts& p) { p.real = {1, 2}; }), "there are 2 weights for 3 edges");
  EXPECT_EQ(failure_after([](Parts& p) {
              p.real = {1, 2, std::nan("")};
            }),
            "weights[2] is not a finite number");
  EXPECT_EQ(failure_after([](Parts& p) {
              p.single = {1, -INFINITY, 2};
            }),
            "weights[1] is not a finite number");
}

}  // namespace
}  // namespace hypermatch
