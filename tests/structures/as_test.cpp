// SPDX-License-Identifier: MIT
// Access to what a variant holds: an Error says what there is and what was asked for.
#include "hypermatch/as.hpp"

#include <gtest/gtest.h>

#include <span>
#include <string>
#include <utility>
#include <variant>

#include "hypermatch/instance_io.hpp"
#include "hypermatch/results.hpp"

namespace hypermatch::test {
namespace {

template <class Call>
std::string refusal(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_input);
    return error.what();
  }
  return "";
}

TEST(As, IsWhatTheVariantHolds) {
  AnyInstance any = Hypergraph{};
  EXPECT_EQ(&as<Hypergraph>(any), &std::get<Hypergraph>(any));
  as<Hypergraph>(any).num_vertices = 6;
  EXPECT_EQ(as<Hypergraph>(std::as_const(any)).num_vertices, 6U);
  const Hypergraph moved = as<Hypergraph>(std::move(any));
  EXPECT_EQ(moved.num_vertices, 6U);
}

TEST(As, SaysWhatThereIsAndWhatWasAskedFor) {
  const AnyInstance any = Hypergraph{};
  EXPECT_EQ(refusal([&] { (void)as<Graph>(any); }), "this is a hypergraph, asked for a graph");
  EXPECT_EQ(refusal([&] { (void)as<Bipartite>(any, "the input"); }),
            "the input is a hypergraph, asked for a bipartite graph");
  EXPECT_EQ(refusal([] { (void)as<GraphView>(AnyInstanceView(EdgeListView{})); }),
            "this is a graph as a list of edges, asked for a graph in rows");
  EXPECT_EQ(refusal([] { (void)as<Labels>(AnyResult(GraphMatching{})); }),
            "this is a matching of a graph, asked for a clustering");
  EXPECT_EQ(refusal([] { (void)as<Array<double>>(Weights(Array<float>{}), "weights"); }),
            "weights is float, asked for double");
  EXPECT_EQ(refusal([] { (void)as<std::span<const float>>(WeightsView()); }),
            "this is none, asked for float");
}

TEST(As, OfAFile) {
  const Context context({.threads = 1});
  const std::string text = "2 3\n1 2\n2 3\n";
  io::Instance instance = io::read_text(context, {text.data(), text.size()}, "two.hgr");
  EXPECT_EQ(instance.hypergraph().num_vertices, 3U);
  const io::Instance& same = instance;
  EXPECT_EQ(&same.hypergraph(), &instance.hypergraph());
  EXPECT_EQ(refusal([&] { (void)instance.graph(); }),
            "the instance (hmetis) is a hypergraph, asked for a graph");
  EXPECT_EQ(refusal([&] { (void)same.bipartite(); }),
            "the instance (hmetis) is a hypergraph, asked for a bipartite graph");
  EXPECT_EQ(refusal([] {
              (void)io::Instance{Graph{}, {}, {}}.hypergraph();
            }),
            "the instance is a graph, asked for a hypergraph");
  const Hypergraph taken = std::move(instance).hypergraph();
  EXPECT_EQ(taken.pins.size(), 4U);
}

}  // namespace
}  // namespace hypermatch::test
