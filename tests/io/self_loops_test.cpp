// SPDX-License-Identifier: MIT
// Self-loops that are kept with their weights, and negative weights that are refused.
#include <limits>
#include <map>

#include "hypermatch/error.hpp"
#include "tests/io/parse_helpers.hpp"

namespace hypermatch::io::testing {

using detail::io::testing::edges_of;

namespace {

Instance read_with_loops(const std::string& text, const std::string& name, SelfLoops loops,
                         int threads) {
  ReadOptions options;
  options.self_loops = loops;
  return read_text(Context({.threads = threads}), text, name, options);
}

// Vertices 1 .. 3; loops 5 and 2 at 1, 4 at 3, edges 12 of 7 and 23 of 1.
const std::map<std::string, std::string> k_texts = {
    {"a.graph", "3 2 1\n1 5 2 7 1 2\n1 7 3 1\n2 1 3 4\n"},
    {"a.el", "1 1 5\n1 2 7\n1 1 2\n3 3 4\n2 3 1\n"},
    {"a.gr", "p sp 3 5\na 1 1 5\na 1 2 7\na 1 1 2\na 3 3 4\na 2 3 1\n"},
    {"a.mtx",
     "%%MatrixMarket matrix coordinate integer general\n3 3 5\n1 1 -5\n1 2 7\n1 1 2\n3 3 4\n2 3 "
     "1\n"}};

TEST(SelfLoops, AreKeptWithTheHeaviestOfTheirWeights) {
  for (const auto& [name, text] : k_texts) {
    for (const int threads : {1, 3}) {
      SCOPED_TRACE(name);
      const Instance plain = read_with_loops(text, name, SelfLoops::drop, threads);
      EXPECT_EQ(size_of(view_of(plain.loop_weights)), 0U);
      const Instance kept = read_with_loops(text, name, SelfLoops::keep, threads);
      EXPECT_EQ(edges_of(kept), edges_of(plain));
      EXPECT_EQ(kept.report.self_loops, 3U);
      EXPECT_EQ(plain.report.self_loops, 3U);
      const WeightsView loops = view_of(kept.loop_weights);
      ASSERT_EQ(size_of(loops), 3U);
      EXPECT_STREQ(type_name(loops), "int64");
      // Vertices of lists are numbered as they appear: 1, 2, 3 or 1, 2, 3 all the same.
      std::map<std::string, double> weights;
      for (VertexId v = 0; v < 3; ++v) weights[kept.labels.of(v)] = weight_at(loops, v);
      EXPECT_EQ(weights, (std::map<std::string, double>{{"1", 5}, {"2", 0}, {"3", 4}}));
      // Of hypergraphs there are none.
      ReadOptions options;
      options.self_loops = SelfLoops::keep;
      options.as = Interpretation::hypergraph;
      const Instance nets = read_text(Context({.threads = threads}), text, name, options);
      EXPECT_EQ(size_of(view_of(nets.loop_weights)), 0U);
    }
  }
}

TEST(SelfLoops, WeighOneWhereEdgesHaveNoWeights) {
  for (const auto& [name, text] : std::map<std::string, std::string>{
           {"a.graph", "2 1\n1 2\n1\n"},
           {"a.el", "1 1\n1 2\n"},
           {"a.col", "p edge 2 2\ne 1 1\ne 1 2\n"},
           {"a.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 2\n1 1\n1 2\n"}}) {
    const Instance kept = read_with_loops(text, name, SelfLoops::keep, 1);
    const WeightsView loops = view_of(kept.loop_weights);
    ASSERT_EQ(size_of(loops), 2U) << name;
    EXPECT_EQ(weight_at(loops, 0), 1.0) << name;
    EXPECT_EQ(weight_at(loops, 1), 0.0) << name;
  }
  // Large integers stay exact; one real number makes all of them real.
  const Instance large =
      read_with_loops("1 1 9007199254740993\n1 2 1\n", "a.el", SelfLoops::keep, 1);
  EXPECT_EQ(std::get<Array<std::int64_t>>(large.loop_weights)[0], 9007199254740993);
  const Instance real = read_with_loops("1 1 0.5\n2 2 3\n1 2 1\n", "a.el", SelfLoops::keep, 1);
  EXPECT_STREQ(type_name(view_of(real.loop_weights)), "double");
  EXPECT_EQ(weight_at(view_of(real.loop_weights), 0), 0.5);
  EXPECT_EQ(weight_at(view_of(real.loop_weights), 1), 3.0);
}

TEST(SelfLoops, OfFilesThatCountFromZero) {
  ReadOptions options;
  options.self_loops = SelfLoops::keep;
  options.zero_based = true;
  for (const auto& [name, text] : std::map<std::string, std::string>{
           {"a.graph", "2 2 1\n1 7\n0 7 1 4\n"},
           {"a.gr", "p sp 2 2\na 0 1 7\na 1 1 4\n"},
           {"a.mtx", "%%MatrixMarket matrix coordinate integer general\n2 2 2\n0 1 7\n1 1 4\n"}}) {
    const Instance kept = read_text(Context({.threads = 1}), text, name, options);
    const WeightsView loops = view_of(kept.loop_weights);
    ASSERT_EQ(size_of(loops), 2U) << name;
    EXPECT_EQ(weight_at(loops, 0), 0.0) << name;
    EXPECT_EQ(weight_at(loops, 1), 4.0) << name;
  }
}

TEST(SelfLoops, OfSeparatedValues) {
  ReadOptions options;
  options.self_loops = SelfLoops::keep;
  options.csv.header = true;
  const Instance kept =
      read_text(Context({.threads = 1}), std::string("from,to,w\n\"a,1\",\"a,1\",3\n\"a,1\",b,2\n"),
                "a.csv", options);
  EXPECT_EQ(weight_at(view_of(kept.loop_weights), 0), 3.0);
  EXPECT_EQ(kept.report.self_loops, 1U);
}

TEST(NegativeWeights, AreErrorsAtTheirLineWhereRefused) {
  ReadOptions options;
  options.negative_weights = NegativeWeights::refuse;
  const auto error = [&](const std::string& text, const std::string& name, int threads) {
    try {
      (void)read_text(Context({.threads = threads}), text, name, options);
    } catch (const Error& found) {
      EXPECT_EQ(found.code(), ErrorCode::invalid_input);
      return std::string(found.what());
    }
    return std::string("none");
  };
  const std::string expected = "expected a weight that is not negative, found '-";
  const std::string reason = "'; communities of negative weights are not served";
  for (const int threads : {1, 3}) {
    EXPECT_EQ(error("1 2 3\n2 3 -7\n3 4 -1\n", "a.el", threads),
              "a.el:2: " + expected + "7" + reason);
    EXPECT_EQ(error("a b 3\nb b -0.5\n", "a.el", threads), "a.el:2: " + expected + "0.5" + reason);
    EXPECT_EQ(error("2 1 1\n2 -4\n1 -4\n", "a.graph", threads),
              "a.graph:2: " + expected + "4" + reason);
    EXPECT_EQ(error("2 1 1\n1 -4 2 1\n1 1\n", "a.graph", threads),
              "a.graph:2: " + expected + "4" + reason);
    EXPECT_EQ(error("p sp 2 1\na 1 2 -4\n", "a.gr", threads), "a.gr:2: " + expected + "4" + reason);
    // -0 is 0, and matrices have absolute values.
    EXPECT_EQ(error("1 2 -0\n2 3 -0.0\n", "a.el", threads), "none");
    EXPECT_EQ(
        error("%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 -4\n", "a.mtx", threads),
        "none");
  }
  options.csv.header = true;
  EXPECT_EQ(error("u,v,w\na,b,-2\n", "a.csv", 1), "a.csv:2: " + expected + "2" + reason);
  options = {};
  EXPECT_EQ(error("1 2 -3\n", "a.el", 1), "none");
}

}  // namespace
}  // namespace hypermatch::io::testing
