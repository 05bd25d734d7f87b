// SPDX-License-Identifier: MIT
// Contraction against a version made of maps, on every back end.
#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <type_traits>

#include "base/exact_sum.hpp"
#include "coarsen/contract_rows.hpp"
#include "hypermatch/coarsen.hpp"
#include "hypermatch/error.hpp"
#include "tests/algorithms/graph_matching/graph_cases.hpp"
#include "tests/coarsen/list.hpp"
#include "tests/parallel/contexts.hpp"

namespace hypermatch::test {
namespace {

template <class Sum>
using Sums = std::map<std::pair<VertexId, VertexId>, Sum>;

// Numbers of the classes in the order of their smallest members.
std::vector<VertexId> coarse_numbers(const std::vector<VertexId>& labels) {
  std::map<VertexId, VertexId> seen;
  std::vector<VertexId> numbers;
  for (const VertexId label : labels) {
    numbers.push_back(seen.emplace(label, static_cast<VertexId>(seen.size())).first->second);
  }
  return numbers;
}

// Exact sums of weights between coarse vertices, of doubles rounded once; those of loops under
// (c, c).
template <class Sum>
Sums<Sum> simple_contraction(const EdgeListView& graph, const std::vector<VertexId>& numbers,
                             const WeightsView& loops) {
  std::map<std::pair<VertexId, VertexId>, std::vector<Sum>> weights;
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    const VertexId u = numbers[graph.edges[e].u];
    const VertexId v = numbers[graph.edges[e].v];
    const auto weight = static_cast<Sum>(weight_at(graph.weights, e));
    weights[{u, v}].push_back(weight);
    if (u != v) weights[{v, u}].push_back(weight);
  }
  for (std::size_t v = 0; v < size_of(loops); ++v) {
    weights[{numbers[v], numbers[v]}].push_back(static_cast<Sum>(weight_at(loops, v)));
  }
  Sums<Sum> sums;
  for (const auto& [ends, held] : weights) {
    if constexpr (std::is_integral_v<Sum>) {
      sums[ends] = std::accumulate(held.begin(), held.end(), Sum{0});
    } else {
      detail::base::ExactSum sum;
      for (const Sum weight : held) sum.add(weight);
      sums[ends] = sum.value();
    }
  }
  return sums;
}

// The weights as Sum; int32 where all fit, whatever the type of the input.
template <class Sum>
std::vector<Sum> exactly_typed(const Weights& weights) {
  std::vector<Sum> all;
  if (const auto* narrow = std::get_if<Array<std::int32_t>>(&weights)) {
    EXPECT_FALSE(std::is_floating_point_v<Sum>);
    return {narrow->begin(), narrow->end()};
  }
  const auto& wide = std::get<Array<Sum>>(weights);
  EXPECT_TRUE(std::is_floating_point_v<Sum> ||
              std::any_of(wide.begin(), wide.end(),
                          [](Sum sum) { return sum != static_cast<std::int32_t>(sum); }))
      << "int32 would do";
  return {wide.begin(), wide.end()};
}

template <class Sum>
void expect_sums(const Contraction& got, Sums<Sum> sums, bool loops, const std::string& what) {
  const GraphView coarse = got.graph.view();
  ASSERT_NO_THROW(validate(coarse)) << what;
  std::vector<Sum> expected_loops(coarse.num_vertices, Sum{0});
  for (VertexId c = 0; c < coarse.num_vertices; ++c) {
    if (const auto found = sums.find({c, c}); found != sums.end()) {
      expected_loops[c] = found->second;
      sums.erase(found);
    }
  }
  ASSERT_EQ(coarse.num_arcs(), sums.size()) << what;
  const std::vector<Sum> weights = exactly_typed<Sum>(got.graph.weights);
  auto expected = sums.begin();  // the map's keys ascend as arcs do
  for (VertexId u = 0; u < coarse.num_vertices; ++u) {
    for (Offset i = coarse.offsets[u]; i < coarse.offsets[u + 1]; ++i, ++expected) {
      ASSERT_EQ(std::pair(u, coarse.neighbours[i]), expected->first) << what;
      ASSERT_EQ(weights[i], expected->second) << what;
    }
  }
  if (loops) {
    EXPECT_EQ(exactly_typed<Sum>(got.loop_weights), expected_loops) << what;
  } else {
    EXPECT_EQ(got.loop_weights.index(), 0U) << what;
  }
}

class Contractions : public Everywhere {
 protected:
  void expect_simple(const EdgeList& graph, const std::vector<VertexId>& labels,
                     const std::string& what, const WeightsView& loops = {}) {
    const CompressedGraph rows = compress(context_, graph.view());
    const std::vector<VertexId> numbers = coarse_numbers(labels);
    for (const Loops kept : {Loops::drop, Loops::keep}) {
      const Contraction got = contract(context_, rows.view(), LabelsView(labels),
                                       {.loops = kept, .loop_weights = loops});
      EXPECT_EQ(list(got.coarse_vertex), numbers) << what;
      std::vector<std::int64_t> sizes(got.graph.num_vertices, 0);
      for (const VertexId c : numbers) ++sizes[c];
      EXPECT_EQ(list(got.vertex_weights), sizes) << what;
      const auto expect = [&]<class Sum>(Sum) {
        expect_sums(got, simple_contraction<Sum>(graph.view(), numbers, loops), kept == Loops::keep,
                    what);
      };
      const bool real = std::holds_alternative<Array<float>>(graph.weights) ||
                        std::holds_alternative<Array<double>>(graph.weights);
      if (real) {
        expect(double{});
      } else {
        expect(std::int64_t{});
      }
    }
  }
  void expect_pairs(const EdgeList& graph, const std::vector<VertexId>& mates,
                    const std::string& what) {
    const Array<VertexId> labels = labels_of(context_, mates);
    expect_simple(graph, list(labels), what);
    const CompressedGraph rows = compress(context_, graph.view());
    const Contraction pairs = contract(context_, rows.view(), mates, {.loops = Loops::keep});
    const Contraction classes =
        contract(context_, rows.view(), LabelsView(labels.view()), {.loops = Loops::keep});
    EXPECT_EQ(list(pairs.coarse_vertex), list(classes.coarse_vertex)) << what;
    EXPECT_EQ(list(pairs.vertex_weights), list(classes.vertex_weights)) << what;
    EXPECT_EQ(list(pairs.graph.neighbours), list(classes.graph.neighbours)) << what;
    EXPECT_EQ(pairs.graph.weights.index(), classes.graph.weights.index()) << what;
  }
};

// Labels of `count` classes, spread over all numbers below `limit`.
std::vector<VertexId> random_labels(std::size_t n, std::uint64_t count, std::uint64_t limit,
                                    std::uint64_t seed) {
  std::vector<VertexId> labels(n);
  for (std::size_t v = 0; v < n; ++v) {
    const std::uint64_t name = detail::base::below(detail::base::hash(seed, 7, v), count);
    labels[v] = static_cast<VertexId>(
        limit == count ? name : detail::base::below(detail::base::hash(seed, 8, name), limit));
  }
  return labels;
}

TEST_P(Contractions, AreTheSimpleVersions) {
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    const EdgeList shape = random_graph(50, 50 + 100 * seed, seed);
    for (const NamedGraph& instance : weighted_in_all_ways(shape, seed)) {
      const Context one({.threads = 1});
      expect_pairs(instance.graph, greedy(one, instance.graph.view()).mates, instance.name);
      expect_simple(instance.graph, random_labels(50, 8, 8, seed), instance.name);
      expect_simple(instance.graph, random_labels(50, 20, k_none, seed), instance.name);
    }
  }
}

TEST_P(Contractions, AreTheSimpleVersionsInManyChunks) {
  const Context one({.threads = 1});
  EdgeList graph = random_graph(4000, 12'000, 9);
  const std::vector<VertexId> mates = greedy(one, graph.view()).mates;
  expect_pairs(graph, mates, "no weights");
  weigh<double>(graph, 1'000'000, 9);
  expect_pairs(graph, mates, "many double");
  expect_simple(graph, random_labels(4000, 900, 900, 1), "dense labels");
  expect_simple(graph, random_labels(4000, 900, k_none, 2), "any labels");
}

TEST_P(Contractions, AreRightOnShapes) {
  using Weights = std::vector<std::int32_t>;
  const std::vector<VertexId> none(4, k_none);
  expect_pairs(cycle_graph(Weights{1, 2, 3, 4}), none, "nothing contracted");
  expect_pairs(cycle_graph(Weights{1, 2, 3, 4}), {1, 0, 3, 2}, "two edges made one");
  expect_pairs(cycle_graph(Weights{1, 2, 3, 4}), {2, 3, 0, 1}, "all four made one");
  expect_pairs(path_graph(Weights{7}), {1, 0}, "an edge inside");
  expect_pairs(make_graph(0, {}), {}, "no vertex");
  expect_pairs(make_graph(1, {}), {k_none}, "one vertex");
  expect_simple(make_graph(1, {}), {k_none - 1}, "one vertex with the largest label");
  expect_simple(cycle_graph(Weights{1, 2, 3, 4}), {9, 9, 9, 9}, "one class");
  expect_simple(cycle_graph(Weights{1, 2, 3, 4}), {0, 1, 2, 3}, "each its own class");
  expect_simple(cycle_graph(Weights{1, 2, 3, 4}), {3, 2, 1, 0}, "classes in falling order");
  expect_simple(cycle_graph(Weights{1, 2, 3, 4}), {k_none - 1, 0, k_none - 1, 0}, "extremes");
  const EdgeList star = make_graph(60, star_pairs(59));
  expect_simple(star, random_labels(60, 5, 5, 3), "a star");
  expect_simple(star, std::vector<VertexId>(60, 1), "a star in one class");
  EXPECT_EQ(contract(context_, GraphView{}, {}).graph.offsets.size(), 1U);
}

// Terms are gathered in blocks of 512.
TEST_P(Contractions, AreRightOnLongRows) {
  const std::size_t n = 3000;
  Pairs pairs;
  for (const VertexId hub : {VertexId{0}, VertexId{1500}, VertexId{2999}}) {
    for (VertexId v = 0; v < n; ++v) {
      if (v != hub && (v + hub) % 7 != 0) pairs.push_back({std::min(v, hub), std::max(v, hub)});
    }
  }
  EdgeList graph = make_graph(n, pairs);
  std::vector<VertexId> own(n);
  std::iota(own.begin(), own.end(), VertexId{0});
  std::vector<VertexId> last_together = own;
  last_together[1500] = last_together[0] = 2999;
  for (const bool weighted : {false, true}) {
    if (weighted) weigh<double>(graph, 1000, 3);
    expect_simple(graph, own, "own classes");
    expect_simple(graph, last_together, "hubs in one class");
    expect_simple(graph, random_labels(n, 1200, 1200, 5), "dense labels");
    expect_simple(graph, random_labels(n, 3, 3, 5), "three classes");
  }
}

TEST(RowSums, CountPlacesFromTheStartAgain) {
  const std::size_t n = 12;
  detail::coarsen::RowSums<std::int32_t> sums(n, k_none - 40);
  for (std::int64_t row = 0; row < 20; ++row) {
    const VertexId heads[] = {5, 3, 5, 11, 0, 3};
    const std::int64_t terms[] = {row, 2, 3, 4, 5, 6};
    sums.reserve(6);
    sums.add(heads, terms, 6);
    std::map<VertexId, std::int64_t> got;
    sums.take([&](VertexId head, const auto& state) { got[head] = state.value(); });
    EXPECT_EQ(got, (std::map<VertexId, std::int64_t>{{0, 5}, {3, 8}, {5, row + 3}, {11, 4}}));
  }
}

TEST_P(Contractions, AddLoops) {
  const EdgeList shape = random_graph(60, 200, 4);
  const std::vector<VertexId> labels = random_labels(60, 9, 9, 4);
  std::vector<std::int32_t> narrow;
  std::vector<std::int64_t> wide;
  std::vector<float> real;
  std::vector<double> real_wide;
  for (int v = 0; v < 60; ++v) {
    narrow.push_back(v * v - 100);
    wide.push_back(v * 1'000'000'007LL);
    real.push_back(static_cast<float>(v) / 7);
    real_wide.push_back(v / 9.0);
  }
  for (const NamedGraph& instance : weighted_in_all_ways(shape, 4)) {
    const std::string type = type_name(instance.graph.view().weights);
    if (type == "float" || type == "double") {
      expect_simple(instance.graph, labels, instance.name + ", float loops",
                    std::span<const float>(real));
      expect_simple(instance.graph, labels, instance.name + ", double loops",
                    std::span<const double>(real_wide));
    } else {
      expect_simple(instance.graph, labels, instance.name + ", int32 loops",
                    std::span<const std::int32_t>(narrow));
      expect_simple(instance.graph, labels, instance.name + ", int64 loops",
                    std::span<const std::int64_t>(wide));
    }
  }
  // What two levels hold is what one holds: loops of loops.
  const CompressedGraph rows = compress(context_, shape.view());
  const Contraction once =
      contract(context_, rows.view(), LabelsView(labels), {.loops = Loops::keep});
  const std::vector<VertexId> all(once.graph.num_vertices, 3);
  const Contraction twice = contract(context_, once.graph.view(), LabelsView(all),
                                     {.vertex_weights = once.vertex_weights.view(),
                                      .loops = Loops::keep,
                                      .loop_weights = view_of(once.loop_weights)});
  EXPECT_EQ(list(std::get<Array<std::int32_t>>(twice.loop_weights)), std::vector{200});
  EXPECT_EQ(list(twice.vertex_weights), std::vector<std::int64_t>{60});
  EXPECT_EQ(twice.graph.num_vertices, 1U);
}

TEST_P(Contractions, AddVertexWeights) {
  const EdgeList path = path_graph(std::vector<float>{1, 1, 1});
  const CompressedGraph rows = compress(context_, path.view());
  const std::vector<VertexId> mates = {k_none, 2, 1, k_none};
  const std::vector<std::int64_t> weights = {5, 6, 7, -1};
  const Contraction got = contract(context_, rows.view(), mates, {.vertex_weights = weights});
  EXPECT_EQ(std::vector<std::int64_t>(got.vertex_weights.begin(), got.vertex_weights.end()),
            (std::vector<std::int64_t>{5, 13, -1}));
  const std::vector<std::int64_t> beyond = {0, std::numeric_limits<std::int64_t>::max(), 1, 0};
  EXPECT_THROW((void)contract(context_, rows.view(), mates, {.vertex_weights = beyond}), Error);
  // What fits in the end is right, whatever happens on the way.
  const std::vector<VertexId> one_class(4, 0);
  const std::vector<std::int64_t> returns = {beyond[1], 5, -6, 0};
  EXPECT_EQ(contract(context_, rows.view(), LabelsView(one_class), {.vertex_weights = returns})
                .vertex_weights[0],
            beyond[1] - 1);
  const std::vector<std::int64_t> too_few = {1};
  EXPECT_THROW((void)contract(context_, rows.view(), mates, {.vertex_weights = too_few}), Error);
}

TEST_P(Contractions, RefuseSumsBeyondTheirType) {
  const auto contracted = [&](const EdgeList& graph) {
    const std::vector<VertexId> mates = {1, 0, 3, 2};
    return contract(context_, compress(context_, graph.view()).view(), mates);
  };
  const auto most = std::numeric_limits<std::int64_t>::max();
  const auto least = std::numeric_limits<std::int64_t>::min();
  using Weights = std::vector<std::int64_t>;
  const auto sum_of = [&](const Weights& weights) {  // of the edges that join {0, 1} and {2, 3}
    const Pairs pairs = {{0, 2}, {0, 3}, {1, 2}, {1, 3}};
    const Contraction got = contracted(make_graph(4, pairs, weights));
    const auto* narrow = std::get_if<Array<std::int32_t>>(&got.graph.weights);
    return narrow != nullptr ? (*narrow)[0] : std::get<Array<std::int64_t>>(got.graph.weights)[0];
  };
  EXPECT_THROW((void)sum_of({most, 1, 0, 0}), Error);
  EXPECT_THROW((void)sum_of({least, 0, 0, -1}), Error);
  EXPECT_THROW((void)sum_of({least, least, 0, 0}), Error);  // wraps to 0
  // What fits in the end is right, whatever happens on the way.
  EXPECT_EQ(sum_of({most, 1, -1, -5}), most - 5);
  EXPECT_EQ(sum_of({least, -1, most, 3}), 1);
  const double large = std::numeric_limits<double>::max();
  EXPECT_THROW((void)contracted(cycle_graph(std::vector<double>{1, large, 1, large})), Error);
}

// One after the other, from the lightest or in any other order, these lose what is small.
TEST_P(Contractions, AddUpExactly) {
  const double large = std::numeric_limits<double>::max();
  const std::vector<std::pair<std::vector<double>, double>> cases = {
      {{1e16, 1, 1, -1e16}, 2}, {{1, 1, 1, 1e16}, 1e16 + 4}, {{large, large, -large, 0}, large}};
  for (auto [weights, sum] : cases) {
    std::sort(weights.begin(), weights.end());
    do {
      const EdgeList graph = make_graph(4, {{0, 2}, {0, 3}, {1, 2}, {1, 3}}, weights);
      const std::vector<VertexId> mates = {1, 0, 3, 2};
      const Contraction got = contract(context_, compress(context_, graph.view()).view(), mates);
      const auto& sums = std::get<Array<double>>(got.graph.weights);
      ASSERT_EQ(sums.size(), 2U);
      EXPECT_EQ(sums[0], sum);
      EXPECT_EQ(sums[1], sum);
    } while (std::next_permutation(weights.begin(), weights.end()));
  }
}

TEST_P(Contractions, RefuseWhatIsNoMatching) {
  const EdgeList path = path_graph(std::vector<std::int32_t>{1, 1, 1});
  const CompressedGraph rows = compress(context_, path.view());
  const std::pair<std::vector<VertexId>, const char*> cases[] = {
      {{1, 2, 1, k_none}, "mates[0] is 1, must be none, or another vertex whose mate is 0"},
      {{1, 0, 2, k_none}, "mates[2] is 2, must be none, or another vertex whose mate is 2"},
      {{1, 0, k_none, 4}, "mates[3] is 4, must be none, or another vertex whose mate is 3"},
      {{1, 0}, "there are 2 mates for 4 vertices"}};
  for (const auto& [mates, message] : cases) {
    try {
      (void)contract(context_, rows.view(), mates);
      FAIL() << message;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_input);
      EXPECT_STREQ(error.what(), message);
    }
  }
}

TEST_P(Contractions, WidenSumsOfInt32) {
  const std::int32_t most = std::numeric_limits<std::int32_t>::max();
  const std::int32_t least = std::numeric_limits<std::int32_t>::min();
  const Pairs pairs = {{0, 2}, {1, 3}, {0, 1}, {2, 3}};
  const std::vector<VertexId> labels = {5, 5, 2, 2};
  const auto contracted = [&](const std::vector<std::int32_t>& weights) {
    const EdgeList graph = make_graph(4, pairs, weights);
    expect_simple(graph, labels, "near the ends of int32");
    return contract(context_, compress(context_, graph.view()).view(), LabelsView(labels),
                    {.loops = Loops::keep});
  };
  const auto is_narrow = [](const Weights& weights) {
    return std::holds_alternative<Array<std::int32_t>>(weights);
  };
  for (const auto& [a, b, narrow] :
       {std::tuple(most - 1, 1, true), std::tuple(most, 1, false), std::tuple(least + 1, -1, true),
        std::tuple(least, -1, false), std::tuple(most, least, true)}) {
    const Contraction between = contracted({a, b, a, 3});
    EXPECT_EQ(is_narrow(between.graph.weights), narrow) << a << " + " << b;
    EXPECT_TRUE(is_narrow(between.loop_weights)) << "each loop is one edge";
  }
  const std::vector<std::int32_t> loops = {1, 0, 0, 0};
  const EdgeList graph = make_graph(4, pairs, std::vector<std::int32_t>{1, 1, most, 1});
  const Contraction got =
      contract(context_, compress(context_, graph.view()).view(), LabelsView(labels),
               {.loops = Loops::keep, .loop_weights = std::span<const std::int32_t>(loops)});
  EXPECT_TRUE(is_narrow(got.graph.weights));
  EXPECT_EQ(list(std::get<Array<std::int64_t>>(got.loop_weights)),
            (std::vector<std::int64_t>{std::int64_t{most} + 1, 1}));
}

TEST_P(Contractions, RefuseWhatIsNoLabelling) {
  const EdgeList path = path_graph(std::vector<std::int32_t>{1, 1, 1});
  const CompressedGraph rows = compress(context_, path.view());
  const std::vector<VertexId> labels(4, 0);
  const auto expect = [&](const std::vector<VertexId>& tried,
                          const GraphContractionOptions& options, const std::string& message) {
    try {
      (void)contract(context_, rows.view(), LabelsView(tried), options);
      ADD_FAILURE() << message;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_input);
      EXPECT_EQ(error.what(), message);
    }
  };
  expect({0, 1}, {}, "there are 2 labels for 4 vertices");
  expect({0, 1, k_none, k_none}, {}, "labels[2] is 4294967295, must be below 2^32 - 1");
  const std::vector<std::int32_t> few(3);
  const std::vector<float> real(4);
  expect(labels, {.loops = Loops::keep, .loop_weights = std::span<const std::int32_t>(few)},
         "there are 3 weights of loops for 4 vertices");
  expect(labels, {.loops = Loops::keep, .loop_weights = std::span<const float>(real)},
         "weights of loops are float and weights of edges int32, must both be integers or both be "
         "real numbers");
}

// Rows of few classes, where every row counts as wide or none does.
template <class T>
void expect_wide_like_narrow(const Context& context, const char* what) {
  using namespace detail::coarsen;
  using Sum = SumOf<T>;
  EdgeList graph = random_graph(200, 3000, 5);
  weigh<T>(graph, 1000, 5);
  const CompressedGraph rows = compress(context, graph.view());
  const auto classes = classes_of_labels(context, 200, LabelsView(random_labels(200, 12, 12, 5)));
  const std::vector<Sum> loops(200, 3);
  const RowInput<T> input{rows.view(), classes, std::get<std::span<const T>>(rows.view().weights),
                          loops, Loops::keep};
  RowScratch<Sum> scratch;
  const auto narrow = RowContractor<T>(context, input, scratch).run();
  const auto wide = RowContractor<T>(context, input, scratch, 1).run();
  EXPECT_EQ(list(wide.graph.offsets), list(narrow.graph.offsets)) << what;
  EXPECT_EQ(list(wide.graph.neighbours), list(narrow.graph.neighbours)) << what;
  EXPECT_EQ(exactly_typed<Sum>(wide.graph.weights), exactly_typed<Sum>(narrow.graph.weights));
  EXPECT_EQ(exactly_typed<Sum>(wide.loop_weights), exactly_typed<Sum>(narrow.loop_weights));
  EXPECT_GT(narrow.graph.neighbours.size(), 100U);
}

TEST_P(Contractions, MakeWideRowsLikeNarrowOnes) {
  expect_wide_like_narrow<std::int32_t>(context_, "int32");
  expect_wide_like_narrow<std::int64_t>(context_, "int64");
  expect_wide_like_narrow<float>(context_, "float");
  expect_wide_like_narrow<double>(context_, "double");
}

INSTANTIATE_TEST_SUITE_P(Contexts, Contractions, testing::ValuesIn(everywhere()), CaseName());

}  // namespace
}  // namespace hypermatch::test
