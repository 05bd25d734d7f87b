// SPDX-License-Identifier: MIT
// Contraction of hypergraphs against a version made of maps, on every back end.
#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/exact_sum.hpp"
#include "base/random.hpp"
#include "coarsen/identical_edges.hpp"
#include "hypermatch/coarsen.hpp"
#include "hypermatch/error.hpp"
#include "tests/coarsen/list.hpp"
#include "tests/parallel/contexts.hpp"

namespace hypermatch::test {
namespace {

using Pins = std::vector<VertexId>;

Hypergraph make_hypergraph(VertexId num_vertices, const std::vector<Pins>& edges) {
  Hypergraph h;
  h.num_vertices = num_vertices;
  h.offsets.push_back(0);
  for (const Pins& edge : edges) {
    for (const VertexId v : edge) h.pins.push_back(v);
    h.offsets.push_back(h.pins.size());
  }
  return h;
}

std::vector<double> weights_of(const WeightsView& weights) {
  std::vector<double> all;
  for (std::size_t e = 0; e < size_of(weights); ++e) all.push_back(weight_at(weights, e));
  return all;
}

struct Simple {
  std::vector<Pins> edges;
  std::vector<EdgeId> coarse_edge;
  std::vector<double> weights;
};

Simple simple_hypergraph_contraction(const HypergraphView& h, const std::vector<VertexId>& number,
                                     const HypergraphContractionOptions& options) {
  Simple simple;
  std::vector<detail::base::ExactSum> weights;
  std::map<Pins, EdgeId> known;
  for (EdgeId e = 0; e < h.num_edges(); ++e) {
    std::set<VertexId> pins;
    for (const VertexId v : h.pins_of(e)) pins.insert(number[v]);
    if (options.small_edges == SmallEdges::drop && pins.size() < 2) {
      simple.coarse_edge.push_back(k_none);
      continue;
    }
    const Pins edge(pins.begin(), pins.end());
    auto next = static_cast<EdgeId>(simple.edges.size());
    if (options.identical_edges == IdenticalEdges::merge) {
      next = known.emplace(edge, next).first->second;
    }
    if (next == simple.edges.size()) {
      simple.edges.push_back(edge);
      weights.emplace_back();
    }
    simple.coarse_edge.push_back(next);
    weights[next].add(h.is_weighted() ? weight_at(h.weights, e) : 1);
  }
  for (const auto& sum : weights) simple.weights.push_back(sum.value());
  return simple;
}

class HypergraphContractions : public Everywhere {
 protected:
  void expect_simple(const Hypergraph& h, const std::vector<VertexId>& labels,
                     const std::string& what) {
    std::map<VertexId, VertexId> seen;
    std::vector<VertexId> number;
    std::vector<std::int64_t> sizes;
    for (const VertexId label : labels) {
      number.push_back(seen.emplace(label, static_cast<VertexId>(seen.size())).first->second);
      sizes.resize(seen.size());
      ++sizes[number.back()];
    }
    for (const SmallEdges small : {SmallEdges::drop, SmallEdges::keep}) {
      for (const IdenticalEdges identical : {IdenticalEdges::merge, IdenticalEdges::keep}) {
        const HypergraphContractionOptions options{.small_edges = small,
                                                   .identical_edges = identical};
        const HypergraphContraction got = contract(context_, h.view(), LabelsView(labels), options);
        const HypergraphView coarse = got.hypergraph.view();
        ASSERT_NO_THROW(validate(coarse)) << what;
        const Simple expected = simple_hypergraph_contraction(h.view(), number, options);
        EXPECT_EQ(list(got.coarse_vertex), number) << what;
        EXPECT_EQ(list(got.vertex_weights), sizes) << what;
        EXPECT_EQ(coarse.num_vertices, sizes.size()) << what;
        EXPECT_EQ(list(got.coarse_edge), expected.coarse_edge) << what;
        ASSERT_EQ(coarse.num_edges(), expected.edges.size()) << what;
        for (EdgeId e = 0; e < coarse.num_edges(); ++e) {
          const auto pins = coarse.pins_of(e);
          ASSERT_EQ(Pins(pins.begin(), pins.end()), expected.edges[e]) << what;
        }
        EXPECT_EQ(weights_of(coarse.weights), expected.weights) << what;
      }
    }
  }
};

std::vector<Pins> random_edges(VertexId n, std::size_t m, std::uint64_t seed) {
  std::vector<Pins> edges(m);
  for (std::size_t e = 0; e < m; ++e) {
    std::set<VertexId> pins;
    const std::uint64_t size = detail::base::hash(seed, 1, e) % 6;
    for (std::uint64_t i = 0; i < size; ++i) {
      pins.insert(static_cast<VertexId>(detail::base::hash(seed, e + 2, i) % n));
    }
    edges[e].assign(pins.rbegin(), pins.rend());
  }
  return edges;
}

TEST_P(HypergraphContractions, AreTheSimpleVersions) {
  for (std::uint64_t seed = 0; seed < 2; ++seed) {
    const std::size_t m = seed == 0 ? 300 : 9000;
    const VertexId n = seed == 0 ? 40 : 700;
    Hypergraph h = make_hypergraph(n, random_edges(n, m, seed));
    std::vector<VertexId> labels(n);
    for (VertexId v = 0; v < n; ++v) {
      labels[v] = static_cast<VertexId>(detail::base::hash(seed, 3, v) % 15 * 286'331'152);
    }
    expect_simple(h, labels, "no weights");
    const auto weigh = [&]<class T>(T) {
      Array<T> weights(m);
      for (std::size_t e = 0; e < m; ++e) {
        weights[e] = static_cast<T>(detail::base::hash(seed, 4, e) % 1000) / T{3} - T{100};
      }
      h.weights = std::move(weights);
      expect_simple(h, labels, type_name(h.view().weights));
    };
    weigh(std::int32_t{});
    weigh(std::int64_t{});
    weigh(float{});
    weigh(double{});
  }
}

TEST_P(HypergraphContractions, AreRightOnShapes) {
  expect_simple(make_hypergraph(0, {}), {}, "nothing");
  expect_simple(make_hypergraph(1, {{0}, {}, {0}}), {7}, "one vertex");
  expect_simple(make_hypergraph(4, {{3, 1}, {0, 1, 2, 3}, {2, 0}}), {5, 5, 5, 5}, "one class");
  expect_simple(make_hypergraph(4, {{3, 1}, {1, 3}, {0, 1, 2, 3}}), {0, 1, 2, 3}, "identity");
  expect_simple(make_hypergraph(3, {}), {k_none - 1, 0, 0}, "no hyperedges");
  Pins all(70'000);
  std::vector<VertexId> labels(70'000);
  for (VertexId v = 0; v < all.size(); ++v) {
    all[v] = static_cast<VertexId>(all.size()) - 1 - v;
    labels[v] = v % 3 == 0 ? v : v % 1000;
  }
  expect_simple(make_hypergraph(70'000, {all, {0, 5}, all, all}), labels, "long hyperedges");
}

TEST_P(HypergraphContractions, MergeByPinsNotByHashes) {
  const std::vector<Offset> offsets = {0, 2, 4, 6, 9, 9, 11, 12};
  const Pins pins = {1, 2, 1, 3, 1, 2, 1, 2, 3, 1, 3, 2};
  const std::vector<VertexId> size = {2, 2, 2, 3, 0, 2, 1};
  const detail::coarsen::SortedEdges edges{offsets, size, pins};
  for (const std::vector<std::uint32_t>& hashes :
       {std::vector<std::uint32_t>(7, 42), std::vector<std::uint32_t>{2, 1, 2, 2, 0, 1, 9}}) {
    EXPECT_EQ(list(first_identical(context_, edges, 2, hashes)),
              (std::vector<EdgeId>{0, 1, 0, 3, k_none, 1, k_none}));
    EXPECT_EQ(list(first_identical(context_, edges, 0, hashes)),
              (std::vector<EdgeId>{0, 1, 0, 3, 4, 1, 6}));
  }
}

TEST_P(HypergraphContractions, SumsAreExactOrRefused) {
  Hypergraph h = make_hypergraph(3, {{0, 1}, {1, 0}, {1, 2}});
  const std::vector<VertexId> labels = {0, 1, 2};
  const auto contracted = [&] { return contract(context_, h.view(), LabelsView(labels)); };
  const std::int32_t most = std::numeric_limits<std::int32_t>::max();
  h.weights = Array<std::int32_t>(std::span<const std::int32_t>(std::vector{most, 1, 5}));
  EXPECT_EQ(list(std::get<Array<std::int64_t>>(contracted().hypergraph.weights)),
            (std::vector<std::int64_t>{std::int64_t{most} + 1, 5}));
  const std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  using Wide = std::vector<std::int64_t>;
  h.weights = Array<std::int64_t>(std::span<const std::int64_t>(Wide{largest, -largest, 5}));
  EXPECT_EQ(list(std::get<Array<std::int32_t>>(contracted().hypergraph.weights)),
            (std::vector{0, 5}));
  h.weights = Array<std::int64_t>(std::span<const std::int64_t>(Wide{largest, 1, 5}));
  try {
    (void)contracted();
    FAIL() << "a sum beyond 64 bits";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_input);
  }
}

TEST_P(HypergraphContractions, RefuseSizesThatDoNotFit) {
  const Hypergraph h = make_hypergraph(3, {{0, 1}});
  const std::vector<VertexId> two = {0, 0};
  EXPECT_THROW((void)contract(context_, h.view(), LabelsView(two)), Error);
  const std::vector<VertexId> three = {0, 0, 0};
  const std::vector<std::int64_t> weights = {1, 2};
  EXPECT_THROW((void)contract(context_, h.view(), LabelsView(three), {.vertex_weights = weights}),
               Error);
}

INSTANTIATE_TEST_SUITE_P(Contexts, HypergraphContractions, testing::ValuesIn(everywhere()),
                         CaseName());

}  // namespace
}  // namespace hypermatch::test
