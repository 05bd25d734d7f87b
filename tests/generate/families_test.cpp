// SPDX-License-Identifier: MIT
#include "hypermatch/generate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "generate/sampling.hpp"
#include "hypermatch/error.hpp"

namespace hypermatch::generate {
namespace {

using Values = std::map<std::string, double>;

Hypergraph make_hypergraph(const std::string& family, const Values& values,
                           std::uint64_t seed = 0) {
  const Context context({.threads = 1});
  Hypergraph hypergraph = generate::hypergraph(context, family, values, seed);
  validate(hypergraph.view());
  return hypergraph;
}

std::vector<VertexId> pins(const Hypergraph& hypergraph, EdgeId e) {
  const auto span = hypergraph.view().pins_of(e);
  return {span.begin(), span.end()};
}

std::vector<std::uint32_t> degrees(const Hypergraph& hypergraph) {
  std::vector<std::uint32_t> degree(hypergraph.num_vertices, 0);
  for (const VertexId v : hypergraph.pins) ++degree[v];
  return degree;
}

std::vector<std::int64_t> int32_weights(const Hypergraph& hypergraph) {
  const auto& weights = std::get<Array<std::int32_t>>(hypergraph.weights);
  return {weights.begin(), weights.end()};
}

bool same(const Hypergraph& a, const Hypergraph& b) {
  const auto equal = [](const auto& x, const auto& y) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end());
  };
  if (a.num_vertices != b.num_vertices || !equal(a.offsets, b.offsets) || !equal(a.pins, b.pins)) {
    return false;
  }
  if (a.weights.index() != b.weights.index()) return false;
  const auto* x = std::get_if<Array<std::int32_t>>(&a.weights);
  return x == nullptr || equal(*x, std::get<Array<std::int32_t>>(b.weights));
}

// Small parameters for every family, some with several shapes.
std::vector<std::pair<std::string, Values>> small_instances() {
  return {{"uniform", {{"n", 5000}, {"m", 20'000}, {"k", 3}}},
          {"uniform", {{"n", 200}, {"m", 6000}, {"k", 60}}},
          {"sizes", {{"n", 1000}, {"m", 20'000}, {"min", 0}, {"max", 30}}},
          {"power_law", {{"n", 10'000}, {"m", 25'000}}},
          {"power_law", {{"n", 300}, {"m", 5000}, {"min", 1}, {"max", 100}}},
          {"ksat_primal", {{"n", 1000}, {"m", 4260}}},
          {"ksat_dual", {{"n", 1000}, {"m", 8000}}},
          {"ksat_literal", {{"n", 1000}, {"m", 4260}}},
          {"stencil7", {{"x", 13}, {"y", 17}, {"z", 19}}},
          {"stencil27", {{"x", 13}, {"y", 17}, {"z", 19}}},
          {"chain", {{"m", 10'000}, {"d", 4}}},
          {"chain", {{"m", 10'000}, {"d", 3}, {"shuffle", 1}}},
          {"tight", {{"d", 7}, {"copies", 1000}}}};
}

TEST(Families, AreTheSameOnAnyNumberOfThreadsAndBackEnd) {
  std::vector<ContextOptions> contexts = {{.threads = 2, .backend = HostBackend::std_threads},
                                          {.threads = 4, .backend = HostBackend::std_threads}};
#if defined(HYPERMATCH_HAVE_TBB)
  contexts.push_back({.threads = 2, .backend = HostBackend::tbb});
  contexts.push_back({.threads = 4, .backend = HostBackend::tbb});
#endif
  for (const auto& [family, values] : small_instances()) {
    for (const std::uint64_t seed : {0ULL, 7ULL}) {
      const Hypergraph one = make_hypergraph(family, values, seed);
      EXPECT_GT(one.pins.size(), 0U);
      for (const ContextOptions& options : contexts) {
        const Context context(options);
        EXPECT_TRUE(same(one, generate::hypergraph(context, family, values, seed)))
            << family << " on " << options.threads << " threads, seed " << seed;
      }
    }
  }
}

TEST(Families, SeedsDiffer) {
  const std::set<std::string> fixed = {"stencil7", "stencil27", "tight"};
  for (const auto& [family, values] : small_instances()) {
    const bool has_seed =
        !fixed.contains(family) && (family != "chain" || values.contains("shuffle"));
    EXPECT_EQ(same(make_hypergraph(family, values, 1), make_hypergraph(family, values, 2)),
              !has_seed)
        << family;
  }
}

TEST(Families, AreAllListedAndWorkWithTheirDefaults) {
  std::set<std::string> listed, tried;
  for (const FamilyInfo& family : families()) {
    if (family.kind != InstanceKind::hypergraph) continue;
    listed.insert(family.name);
    EXPECT_FALSE(std::string(family.description).empty());
    const Hypergraph hypergraph = make_hypergraph(family.name, {});
    EXPECT_GT(hypergraph.pins.size(), 0U) << family.name;
    Values values;
    for (const ParameterInfo& parameter : family.parameters) {
      EXPECT_LE(parameter.minimum, parameter.default_value);
      EXPECT_LE(parameter.default_value, parameter.maximum);
      values[parameter.name] = parameter.default_value;
    }
    EXPECT_TRUE(same(hypergraph, make_hypergraph(family.name, values))) << family.name;
  }
  for (const auto& instance : small_instances()) tried.insert(instance.first);
  EXPECT_EQ(listed, tried);
}

TEST(Uniform, HasTheSizesItIsAskedFor) {
  const Hypergraph hypergraph = make_hypergraph("uniform", {{"n", 100}, {"m", 500}, {"k", 7}});
  EXPECT_EQ(hypergraph.num_vertices, 100U);
  EXPECT_EQ(hypergraph.view().num_edges(), 500U);
  for (EdgeId e = 0; e < 500; ++e) EXPECT_EQ(hypergraph.view().edge_size(e), 7U);
  EXPECT_FALSE(hypergraph.view().is_weighted());
}

TEST(Uniform, TakesAllVerticesWhereItMust) {
  for (const double n : {1, 5, 24, 25, 1000}) {
    const Hypergraph hypergraph = make_hypergraph("uniform", {{"n", n}, {"m", 3}, {"k", n}});
    for (EdgeId e = 0; e < 3; ++e) {
      std::vector<VertexId> sorted = pins(hypergraph, e);
      std::sort(sorted.begin(), sorted.end());
      for (VertexId v = 0; v < hypergraph.num_vertices; ++v) ASSERT_EQ(sorted[v], v);
    }
  }
}

TEST(Uniform, PinsAndPairsAreEquallyLikely) {
  // 10 pairs of 5 vertices, 20,000 edges: 2000 +- 42 each.
  const Hypergraph small = make_hypergraph("uniform", {{"n", 5}, {"m", 20'000}, {"k", 2}}, 3);
  std::map<std::pair<VertexId, VertexId>, int> count;
  for (EdgeId e = 0; e < 20'000; ++e) {
    const auto pair = pins(small, e);
    ++count[std::minmax(pair[0], pair[1])];
  }
  EXPECT_EQ(count.size(), 10U);
  for (const auto& [pair, times] : count) EXPECT_NEAR(times, 2000, 210);
  // Edges beyond the quadratic search: mean degree 6000 * 60 / 200 = 1800 +- 36.
  for (const std::uint32_t degree :
       degrees(make_hypergraph("uniform", {{"n", 200}, {"m", 6000}, {"k", 60}}))) {
    EXPECT_NEAR(degree, 1800, 180);
  }
}

TEST(Sizes, AreUniformInTheirRange) {
  const Hypergraph hypergraph =
      make_hypergraph("sizes", {{"n", 1000}, {"m", 30'000}, {"min", 3}, {"max", 8}}, 11);
  std::map<std::uint64_t, int> count;
  for (EdgeId e = 0; e < 30'000; ++e) ++count[hypergraph.view().edge_size(e)];
  EXPECT_EQ(count.begin()->first, 3U);
  EXPECT_EQ(count.rbegin()->first, 8U);
  for (const auto& [size, times] : count) EXPECT_NEAR(times, 5000, 330) << size;
}

TEST(PowerLaw, DegreesFollowTheLaw) {
  const double n = 200'000;
  const Hypergraph hypergraph = make_hypergraph("power_law", {{"n", n}, {"m", 500'000}}, 5);
  EXPECT_EQ(hypergraph.pins.size(), 3'000'000U);
  const auto degree = degrees(hypergraph);
  // The cap holds for expected degrees: n / 100 = 2000, six standard deviations allowed.
  EXPECT_LE(*std::max_element(degree.begin(), degree.end()), 2000 + 270);
  EXPECT_GE(*std::max_element(degree.begin(), degree.end()), 1800U);
  // Below the cap, the number of vertices of degree >= x falls as x^-1.2.
  const auto at_least = [&](std::uint32_t x) {
    return static_cast<double>(
        std::count_if(degree.begin(), degree.end(), [x](std::uint32_t d) { return d >= x; }));
  };
  for (const std::uint32_t x : {40U, 80U, 160U, 320U}) {
    const double exponent = std::log2(at_least(2 * x) / at_least(x));
    EXPECT_NEAR(exponent, -1.2, 0.15) << "degree " << x;
  }
  // Numbers do not give degrees away: the heaviest vertices are spread over the range.
  double sum = 0, vertices = 0;
  for (VertexId v = 0; v < hypergraph.num_vertices; ++v) {
    if (degree[v] >= 100) sum += v, ++vertices;
  }
  EXPECT_NEAR(sum / vertices / n, 0.5, 0.05);
}

TEST(PowerLaw, EndsWhereEdgesHoldEveryVertex) {
  const Hypergraph hypergraph =
      make_hypergraph("power_law", {{"n", 500}, {"m", 20}, {"min", 500}, {"max", 500}});
  for (const std::uint32_t degree : degrees(hypergraph)) EXPECT_EQ(degree, 20U);
}

TEST(Ksat, ViewsAreOfOneFormula) {
  const Values values = {{"n", 300}, {"m", 2000}, {"k", 3}};
  const Hypergraph primal = make_hypergraph("ksat_primal", values, 9);
  const Hypergraph dual = make_hypergraph("ksat_dual", values, 9);
  const Hypergraph literal = make_hypergraph("ksat_literal", values, 9);
  EXPECT_EQ(dual.num_vertices, 2000U);
  EXPECT_EQ(dual.view().num_edges(), 300U);
  EXPECT_EQ(literal.num_vertices, 600U);
  std::vector<std::vector<VertexId>> transposed(300);
  std::size_t negative = 0;
  for (EdgeId e = 0; e < 2000; ++e) {
    EXPECT_EQ(primal.view().edge_size(e), 3U);
    for (std::size_t i = 0; i < 3; ++i) {
      const VertexId variable = primal.view().pins_of(e)[i];
      transposed[variable].push_back(e);
      EXPECT_EQ(literal.view().pins_of(e)[i] / 2, variable);
      negative += literal.view().pins_of(e)[i] % 2;
    }
  }
  for (EdgeId v = 0; v < 300; ++v) EXPECT_EQ(pins(dual, v), transposed[v]);
  EXPECT_NEAR(static_cast<double>(negative), 3000, 240);
}

TEST(Ksat, SignsAreFairBeyondOneWord) {
  const Hypergraph literal = make_hypergraph("ksat_literal", {{"n", 200}, {"m", 2000}, {"k", 150}});
  for (const std::size_t i : {0U, 63U, 64U, 65U, 149U}) {
    int negative = 0;
    for (EdgeId e = 0; e < 2000; ++e) negative += literal.view().pins_of(e)[i] % 2 == 1 ? 1 : 0;
    EXPECT_NEAR(negative, 1000, 140) << "literal " << i;
  }
}

TEST(Stencil, PinsCountedByHand) {
  // 3 x 3 x 3: 7-point has 27 + 2 * 54 pins (54 faces between cells), 27-point (3 * 3 - 2)^3.
  EXPECT_EQ(make_hypergraph("stencil7", {{"x", 3}, {"y", 3}, {"z", 3}}).pins.size(), 27U + 2 * 54);
  EXPECT_EQ(make_hypergraph("stencil27", {{"x", 3}, {"y", 3}, {"z", 3}}).pins.size(), 343U);
  // a x b x c: (3a - 2)(3b - 2)(3c - 2), also where an extent is 1.
  EXPECT_EQ(make_hypergraph("stencil27", {{"x", 1}, {"y", 4}, {"z", 2}}).pins.size(), 1U * 10 * 4);
  EXPECT_EQ(make_hypergraph("stencil7", {{"x", 1}, {"y", 1}, {"z", 1}}).pins.size(), 1U);
}

TEST(Stencil, NeighbourhoodsByHand) {
  // Cell (i, j, k) of 3 x 2 x 2 is i + 3 j + 6 k.
  const Hypergraph seven = make_hypergraph("stencil7", {{"x", 3}, {"y", 2}, {"z", 2}});
  EXPECT_EQ(pins(seven, 0), (std::vector<VertexId>{0, 1, 3, 6}));
  EXPECT_EQ(pins(seven, 10), (std::vector<VertexId>{4, 7, 9, 10, 11}));
  const Hypergraph full = make_hypergraph("stencil27", {{"x", 3}, {"y", 2}, {"z", 2}});
  EXPECT_EQ(pins(full, 0), (std::vector<VertexId>{0, 1, 3, 4, 6, 7, 9, 10}));
  EXPECT_EQ(pins(full, 4), (std::vector<VertexId>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
}

TEST(Chain, LinksShareOneVertexAndWeightsFall) {
  const Hypergraph hypergraph = make_hypergraph("chain", {{"m", 4}, {"d", 3}});
  EXPECT_EQ(hypergraph.num_vertices, 9U);
  EXPECT_EQ(pins(hypergraph, 0), (std::vector<VertexId>{0, 1, 2}));
  EXPECT_EQ(pins(hypergraph, 3), (std::vector<VertexId>{6, 7, 8}));
  EXPECT_EQ(int32_weights(hypergraph), (std::vector<std::int64_t>{4, 3, 2, 1}));
}

TEST(Chain, ShuffledIsTheSameChain) {
  const std::uint64_t m = 1000;
  const Hypergraph hypergraph = make_hypergraph("chain", {{"m", m}, {"d", 3}, {"shuffle", 1}}, 4);
  EXPECT_EQ(hypergraph.num_vertices, 2001U);
  // Sorted by falling weight, consecutive edges share one vertex and others none.
  const auto weights = int32_weights(hypergraph);
  std::vector<EdgeId> by_weight(m);
  for (EdgeId e = 0; e < m; ++e) by_weight[m - static_cast<std::size_t>(weights[e])] = e;
  std::vector<int> last(2001, -10);
  for (int place = 0; place < static_cast<int>(m); ++place) {
    int shared = 0;
    for (const VertexId v : pins(hypergraph, by_weight[static_cast<std::size_t>(place)])) {
      if (last[v] != -10) {
        EXPECT_EQ(last[v], place - 1);
        ++shared;
      }
      last[v] = place;
    }
    EXPECT_EQ(shared, place == 0 ? 0 : 1);
  }
  EXPECT_FALSE(std::is_sorted(weights.begin(), weights.end(), std::greater<>()));
}

TEST(Tight, IsTheLemmasExample) {
  const Hypergraph lemma =
      make_hypergraph("tight", {{"d", 3}, {"copies", 2}, {"weight", 10}, {"size", 2}});
  EXPECT_EQ(lemma.num_vertices, 12U);
  EXPECT_EQ(int32_weights(lemma), (std::vector<std::int64_t>{10, 10, 10, 11, 10, 10, 10, 11}));
  EXPECT_EQ(pins(lemma, 1), (std::vector<VertexId>{2, 3}));
  EXPECT_EQ(pins(lemma, 3), (std::vector<VertexId>{0, 2, 4}));
  EXPECT_EQ(pins(lemma, 7), (std::vector<VertexId>{6, 8, 10}));
  const Hypergraph equal = make_hypergraph("tight", {{"d", 3}});
  for (EdgeId e = 0; e < 4; ++e) EXPECT_EQ(equal.view().edge_size(e), 3U);
}

TEST(Families, WithoutEdgesAreLegal) {
  for (const char* family :
       {"uniform", "sizes", "power_law", "ksat_primal", "ksat_literal", "chain"}) {
    const Hypergraph hypergraph = make_hypergraph(family, {{"m", 0}});
    EXPECT_EQ(hypergraph.view().num_edges(), 0U) << family;
  }
  EXPECT_EQ(make_hypergraph("tight", {{"copies", 0}}).view().num_edges(), 0U);
  const Hypergraph dual = make_hypergraph("ksat_dual", {{"m", 0}, {"n", 4}});
  EXPECT_EQ(dual.num_vertices, 0U);
  EXPECT_EQ(dual.view().num_edges(), 4U);
}

void expect_error(ErrorCode code, const std::string& text, const std::string& family,
                  const Values& values) {
  const Context context({.threads = 1});
  try {
    static_cast<void>(generate::hypergraph(context, family, values));
    ADD_FAILURE() << family << " accepted what should say " << text;
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), code) << error.what();
    EXPECT_NE(std::string(error.what()).find(text), std::string::npos) << error.what();
  }
}

TEST(Families, RefuseWrongParameters) {
  const auto invalid = [](const std::string& text, const std::string& family,
                          const Values& values) {
    expect_error(ErrorCode::invalid_option, text, family, values);
  };
  invalid("no family `unifrom`; there are: uniform, sizes", "unifrom", {});
  invalid("no parameter `edges`; there are: n, m, k", "uniform", {{"edges", 3}});
  invalid("`m` is 2.5, must be a whole number in 0 .. 4294967294", "uniform", {{"m", 2.5}});
  invalid("`m` is -1, must", "uniform", {{"m", -1}});
  invalid("`m` is nan, must", "uniform", {{"m", NAN}});
  invalid("`m` is inf, must", "uniform", {{"m", INFINITY}});
  invalid("`m` is 4294967295, must", "uniform", {{"m", 4294967295.0}});
  invalid("`n` is 0, must", "uniform", {{"n", 0}});
  invalid("`k` is 11, must be at most `n`, which is 10", "uniform", {{"n", 10}, {"k", 11}});
  invalid("`min` is 5, must be at most `max`", "sizes", {{"min", 5}, {"max", 4}});
  invalid("`max` is 11, must be at most `n`", "sizes", {{"n", 10}, {"max", 11}});
  invalid("`k` is 3, must be at most `n`", "ksat_dual", {{"n", 2}});
  invalid("8000000000 vertices, at most 2^32 - 2", "stencil7",
          {{"x", 2000}, {"y", 2000}, {"z", 2000}});
  invalid("vertices", "chain", {{"m", 4294967294.0}, {"d", 3}});
  invalid("8000000000 edges, at most", "tight", {{"d", 1}, {"copies", 4e9}});
  invalid("`shuffle` is 2", "chain", {{"shuffle", 2}});
}

TEST(Families, RefuseWhatCannotFitInMemory) {
  expect_error(ErrorCode::resources, "bytes", "uniform",
               {{"n", 4294967294.0}, {"m", 4294967294.0}, {"k", 4294967294.0}});
  expect_error(ErrorCode::resources, "bytes", "sizes",
               {{"n", 1e9}, {"m", 4294967294.0}, {"min", 1}, {"max", 1e9}});
}

TEST(Families, StopOnRequest) {
  std::stop_source stop;
  stop.request_stop();
  const Context context({.threads = 1, .stop = stop.get_token()});
  try {
    static_cast<void>(generate::hypergraph(context, "uniform", {}));
    ADD_FAILURE() << "not stopped";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::cancelled);
  }
}

TEST(PermutationTest, IsABijection) {
  for (const std::uint64_t n : {1ULL, 2ULL, 3ULL, 5ULL, 64ULL, 65ULL, 1000ULL, 100'000ULL}) {
    for (const std::uint64_t seed : {0ULL, 1ULL, 2ULL}) {
      const detail::generate::Permutation permutation(n, seed, 1);
      std::vector<bool> seen(n, false);
      for (std::uint64_t i = 0; i < n; ++i) {
        const std::uint64_t image = permutation(i);
        ASSERT_LT(image, n);
        ASSERT_FALSE(seen[image]) << "n " << n << " seed " << seed;
        seen[image] = true;
      }
    }
  }
}

}  // namespace
}  // namespace hypermatch::generate
