// SPDX-License-Identifier: MIT
// Files that count from 0, separated values, and pools of kidney exchange.
#include <map>

#include "tests/io/parse_helpers.hpp"

namespace hypermatch::io::testing {

using detail::io::testing::edges_of;
using detail::io::testing::pins_of;

namespace {

Instance read_with(const std::string& text, const std::string& name, const ReadOptions& options,
                   int threads = 1) {
  return read_text(Context({.threads = threads}), text, name, options);
}

std::string error_with(const std::string& text, const std::string& name,
                       const ReadOptions& options) {
  try {
    (void)read_with(text, name, options);
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

// The same text with and without numbers from 0 is the same instance.
TEST(ZeroBased, IsTheSameInstanceWithOtherNumbers) {
  const std::map<std::string, std::pair<std::string, std::string>> texts = {
      {"a.hgr", {"2 4 1\n7 1 2 4\n5 3\n", "2 4 1\n7 0 1 3\n5 2\n"}},
      {"a.graph", {"3 2 1\n2 5\n1 5 3 6\n2 6\n", "3 2 1\n1 5\n0 5 2 6\n1 6\n"}},
      {"a.col", {"p edge 3 2\ne 1 2\ne 3 1\n", "p edge 3 2\ne 0 1\ne 2 0\n"}},
      {"a.mtx",
       {"%%MatrixMarket matrix coordinate integer general\n3 3 2\n1 2 4\n3 1 2\n",
        "%%MatrixMarket matrix coordinate integer general\n3 3 2\n0 1 4\n2 0 2\n"}},
  };
  for (const auto& [name, pair] : texts) {
    for (const int threads : {1, 3}) {
      ReadOptions zero;
      zero.zero_based = true;
      const Instance one = read_with(pair.first, name, {}, threads);
      const Instance other = read_with(pair.second, name, zero, threads);
      if (one.is_graph()) {
        EXPECT_EQ(edges_of(one), edges_of(other)) << name;
      } else {
        EXPECT_EQ(pins_of(one), pins_of(other)) << name;
      }
      EXPECT_EQ(one.labels.first, 1U) << name;
      EXPECT_EQ(other.labels.first, 0U) << name;
      EXPECT_EQ(other.labels.of(2), "2") << name;
      // Read the wrong way, one says what may be the matter, the other that a number is too large.
      EXPECT_NE(error_with(pair.second, name, {}).find("; a file that counts from 0"),
                std::string::npos)
          << name;
      EXPECT_NE(error_with(pair.first, name, zero).find("in 0.."), std::string::npos) << name;
    }
  }
}

TEST(ZeroBased, IsForFormatsThatNumberVertices) {
  ReadOptions zero;
  zero.zero_based = true;
  EXPECT_NE(error_with("p cnf 1 1\n1 0\n", "a.cnf", zero).find("--zero-based"), std::string::npos);
  // Ids of edge lists are what they are.
  const Instance list = read_with("0 1\n1 2\n", "a.el", zero);
  EXPECT_EQ(list.labels.of(0), "0");
  EXPECT_EQ(read_with("1 2\n2 3\n", "a.el", zero).labels.of(0), "1");
}

std::string named_edges(const Instance& instance) {
  std::string text;
  const auto& graph = std::get<Graph>(instance.data);
  const auto list = graph.edges(Context({.threads = 1}));
  const EdgeListView view = list.view();
  for (std::size_t e = 0; e < view.edges.size(); ++e) {
    text += instance.labels.of(view.edges[e].u) + ">" + instance.labels.of(view.edges[e].v);
    if (is_weighted(view.weights)) {
      text += ":" + std::to_string(static_cast<int>(weight_at(view.weights, e)));
    }
    text += ' ';
  }
  return text;
}

ReadOptions columns(std::vector<std::string> names, bool header = false) {
  ReadOptions options;
  options.csv.columns = std::move(names);
  options.csv.header = header;
  return options;
}

TEST(Declared, EdgesSayWhatTheyAre) {
  const auto declared = [](const std::string& text, const ReadOptions& options = {}) {
    return read_with(text, "out.pairs", options).report.declared;
  };
  EXPECT_EQ(declared("% sym unweighted\n1 2\n"), DeclaredEdges::undirected);
  EXPECT_EQ(declared("% asym positive\n% 1 2 2\n1 2 5\n"), DeclaredEdges::directed);
  EXPECT_EQ(declared("% sym unweighted\n1,2\n", columns({"1", "2"})), DeclaredEdges::undirected);
  EXPECT_EQ(read_with("% note\n% sym unweighted\n1 2\n", "a.el", {}).report.declared,
            DeclaredEdges::nothing);
  const std::string two_sided = "% bip unweighted\n1 1\n1 2\n";
  ReadOptions pairs;
  pairs.as = Interpretation::bipartite;
  EXPECT_EQ(declared(two_sided, pairs), DeclaredEdges::two_sided);
  EXPECT_EQ(error_with(two_sided, "out.pairs", {}),
            "out.pairs: the first line says that the two columns name different vertices (% bip); "
            "hypermatch bipartite matches these");
}

std::string merged(const std::string& text, const std::string& name, ParallelEdges how,
                   int threads = 1) {
  ReadOptions options;
  options.parallel = how;
  return edges_of(read_with(text, name, options, threads));
}

TEST(Parallel, EdgesAreMergedAsAsked) {
  struct Case {
    const char* text;
    const char* name;
    const char* heaviest;
    const char* sum;
    const char* count;
  };
  const std::string matrix = "%%MatrixMarket matrix coordinate integer ";
  const std::string general = matrix + "general\n3 3 4\n1 2 5\n2 1 -7\n1 2 1\n3 1 2\n";
  const std::string symmetric = matrix + "symmetric\n3 3 3\n2 1 5\n2 1 4\n3 1 2\n";
  const Case cases[] = {
      {"1 2\n2 1\n1 3\n1 2\n", "a.el", "1-2 1-3", "1-2:3 1-3:1", "1-2:3 1-3:1"},
      {"1 2 4\n2 1 -1\n1 3 0\n", "a.el", "1-2:4 1-3:0", "1-2:3 1-3:0", "1-2:2 1-3:1"},
      {"a,b,0.5\nb,a,0.25\nb,c,1\n", "a.csv", "1-2:0.5 2-3:1", "1-2:0.75 2-3:1", "1-2:2 2-3:1"},
      {"source;target;w\na;b;2147483647\na;b;1\n", "a.csv", "1-2:2147483647", "1-2:2147483648",
       "1-2:2"},
      {"p sp 3 3\na 1 2 4\na 2 1 4\na 2 3 1\n", "a.gr", "1-2:4 2-3:1", "1-2:8 2-3:1",
       "1-2:2 2-3:1"},
      {"p edge 3 2\ne 1 2\ne 2 3\n", "a.col", "1-2 2-3", "1-2:1 2-3:1", "1-2:1 2-3:1"},
      {general.c_str(), "a.mtx", "1-2:7 3-1:2", "1-2:13 3-1:2", "1-2:3 3-1:1"},
      {symmetric.c_str(), "a.mtx", "2-1:5 3-1:2", "2-1:9 3-1:2", "2-1:2 3-1:1"},
      {"", "a.el", "", "", ""},
  };
  for (const Case& each : cases) {
    for (const int threads : {1, 3}) {
      EXPECT_EQ(merged(each.text, each.name, ParallelEdges::heaviest, threads), each.heaviest);
      EXPECT_EQ(merged(each.text, each.name, ParallelEdges::sum, threads), each.sum) << each.text;
      EXPECT_EQ(merged(each.text, each.name, ParallelEdges::count, threads), each.count);
    }
  }
}

TEST(Parallel, SumsAreTheSameOnAnyNumberOfThreads) {
  std::string text;
  for (int i = 0; i < 30'000; ++i) {
    const int u = i * i % 97;
    text += std::to_string(u) + " " + std::to_string(u + 1 + i % 5) + " 0." +
            std::to_string(1 + i * 7919 % 99'991) + "\n";
  }
  const std::string one = merged(text, "a.el", ParallelEdges::sum);
  for (const int threads : {2, 5})
    EXPECT_EQ(merged(text, "a.el", ParallelEdges::sum, threads), one);
}

TEST(Parallel, SumsBeyondTheirTypeAndLoops) {
  ReadOptions sum;
  sum.parallel = ParallelEdges::sum;
  for (const char* first : {"1 2", "1 1"}) {
    sum.self_loops = SelfLoops::keep;
    const std::string edge = first;
    EXPECT_EQ(error_with(edge + " 9223372036854775807\n" + edge + " 1\n", "a.el", sum),
              "a.el: the weights of parallel edges have a sum beyond 64 bits");
    EXPECT_EQ(error_with(edge + " 1e308\n" + edge + " 1e308\n", "a.el", sum),
              "a.el: the weights of parallel edges have a sum beyond doubles");
  }
  const auto loop = [](ParallelEdges how) {
    ReadOptions options;
    options.parallel = how;
    options.self_loops = SelfLoops::keep;
    return weight_at(view_of(read_with("1 1 4\n1 1 3\n1 2 1\n", "a.el", options).loop_weights), 0);
  };
  EXPECT_EQ(loop(ParallelEdges::heaviest), 4);
  EXPECT_EQ(loop(ParallelEdges::sum), 7);
  EXPECT_EQ(loop(ParallelEdges::count), 2);
  for (const char* name : {"a.graph", "a.hgr"}) {
    EXPECT_NE(error_with("1 1\n1\n", name, sum).find("--parallel is for edge lists"),
              std::string::npos);
  }
}

TEST(Csv, QuotesDoNotBelongToIds) {
  const std::string text =
      std::string("\xEF\xBB\xBF") +
      "id,\"from, really\",to,km\r\n"
      "# comment\r\n\r\n"
      "1,\"a, b\",\"say \"\"hi\"\"\",3\r\n2,c,\"a, b\",4\n3, c , c ,5\n4,a b,\"c\",6";
  const Instance read = read_with(text, "a.csv", columns({"from, really", "to", "km"}));
  EXPECT_EQ(named_edges(read), "a, b>say \"hi\":3 c>a, b:4 a b>c:6 ");
  EXPECT_EQ(read.report.header_lines, 1U);
  EXPECT_EQ(read.report.comment_lines, 1U);
  EXPECT_EQ(read.report.blank_lines, 1U);
  EXPECT_EQ(read.report.self_loops, 1U);
  EXPECT_EQ(named_edges(read_with(text, "a.csv", columns({"2", "3"}, true))),
            "a, b>say \"hi\" c>a, b a b>c ");
}

TEST(Csv, SeparatorsAndHeaders) {
  for (const std::string separator : {",", ";", "\t", " "}) {
    const std::string text = "left" + separator + "w" + separator + "right\nx" + separator + "1" +
                             separator + "y\ny" + separator + "2" + separator + "z\n";
    EXPECT_EQ(named_edges(read_with(text, "a.csv", columns({"right", "left", "w"}))),
              "y>x:1 z>y:2 ");
    EXPECT_EQ(named_edges(read_with(text, "a.csv", columns({"3", "1", "2"}, true))),
              "y>x:1 z>y:2 ");
  }
  ReadOptions header;
  header.csv.header = true;
  EXPECT_EQ(named_edges(read_with("p;q;r\n\"1;\";2;3\n", "a.csv", header)), "1;>2:3 ");
  // The usual names need no flag.
  EXPECT_EQ(named_edges(read_with("source,target,x\n1,2,3\n", "a.csv", columns({"1", "2"}))),
            "1>2 ");
  EXPECT_EQ(named_edges(read_with("p,q,x\n1,2,3\n", "a.csv", columns({"1", "2"}))), "1>2 ");
  ReadOptions keeps = columns({"1", "2"});
  keeps.csv.no_header = true;
  EXPECT_EQ(named_edges(read_with("p,q,x\n1,2,3\n", "a.csv", keeps)), "p>q 1>2 ");
  EXPECT_EQ(named_edges(read_with("", "a.csv", header)), "");
}

TEST(Csv, BrokenFilesNameTheLine) {
  const std::map<std::string, std::string> cases = {
      {"1,\"a,2,3\n", "a.csv:1: expected a closing quote in the line, found '\"a,2,3'"},
      {"1,a,b,2\n1,\"a\"x,b,3\n", "a.csv:2: expected a separator behind a closing quote"},
      {"1,a,b,2\n\n1,a,b\n", "a.csv:3: expected 4 columns as in the lines before, found 3"},
      {"1,a,b,2\n1,,b,3\n", "a.csv:2: expected a vertex id in column 2, found nothing"},
      {"1,a,b,w\n1,a,b,x\n",
       "a.csv:1: expected a weight (a finite number) in column 4, found 'w'; --header skips a line "
       "of names"},
      {"1,a,b,2\n1,a,b,1e999\n", "a.csv:2: expected a weight"},
      {"1,a,b,2\n1,a,b,nan\n", "a.csv:2: expected a weight"},
      {std::string("1,a,b,2\n1,a,b\0,3\n", 16), "a.csv:2: expected text, found a NUL byte"},
      {"1,a\n", "a.csv: there is no column 3, the first line has 2"},
  };
  for (const auto& [text, message] : cases) {
    EXPECT_EQ(error_with(text, "a.csv", columns({"2", "3", "4"})).substr(0, message.size()),
              message);
  }
  EXPECT_EQ(error_with("from,to\na,b\n", "a.csv", columns({"from", "too"})),
            "a.csv: there is no column 'too', the first line has from|to; did you mean to?");
  ReadOptions header;
  header.csv.header = true;
  EXPECT_NE(error_with("a,b,c,d\n", "a.csv", header).find("--columns says which to take"),
            std::string::npos);
  EXPECT_NE(error_with("1 1\n1\n", "a.hgr", header).find("are for edge lists"), std::string::npos);
  EXPECT_NE(error_with("a,b\n", "a.csv", columns({"1"})).find("two or three"), std::string::npos);
}

TEST(Kidney, CyclesAreHyperedges) {
  const std::string pool =
      "% pool\n4 8\r\n0\t1\t1\n1 0 2\n1 2 1\n\n2 0 1\n2 1 5\n0 2 4\n0 2 3\n3 3 1\n-1 -1 -1\n\n";
  for (const int threads : {1, 3}) {
    const Instance read = read_with(pool, "a.input", {}, threads);
    // 0>1, 0>2>1 is heavier than 0>1>2, 0>2, 1>2.
    EXPECT_EQ(pins_of(read), "{1 2}{1 3}{1 3 2}{2 3}");
    const auto& hypergraph = std::get<Hypergraph>(read.data);
    EXPECT_EQ(hypergraph.num_vertices, 4U);
    const WeightsView weights = view_of(hypergraph.weights);
    const double expected[] = {3, 5, 11, 6};
    for (std::size_t e = 0; e < 4; ++e) EXPECT_EQ(weight_at(weights, e), expected[e]);
    EXPECT_EQ(read.report.self_loops, 1U);
    EXPECT_EQ(read.report.parallel_edges, 1U);
    EXPECT_EQ(read.labels.of(3), "3");
    ReadOptions graph;
    graph.as = Interpretation::graph;
    EXPECT_EQ(edges_of(read_with(pool, "a.input", graph, threads)), "1-2:3 1-3:5 2-3:6");
  }
  ReadOptions two;
  two.longest_cycle = 2;
  EXPECT_EQ(pins_of(read_with(pool, "a.input", two)), "{1 2}{1 3}{2 3}");
}

TEST(Kidney, Limits) {
  EXPECT_EQ(pins_of(read_with("4294967294 0\n-1 -1 -1", "a.input", {})), "");
  ReadOptions options;
  options.longest_cycle = 1;
  EXPECT_NE(error_with("1 0\n-1 -1 -1\n", "a.input", options).find("must be in 2..16"),
            std::string::npos);
  EXPECT_NE(error_with("1 1\n1\n", "a.hgr", options).find("format kidney"), std::string::npos);
  EXPECT_EQ(error_with("2 2\n0 1 9223372036854775807\n1 0 1\n-1 -1 -1\n", "a.input", {}),
            "a.input: the weights of a cycle of 2 pairs have a sum beyond 64 bits");
  EXPECT_EQ(error_with("2 2\n0 1 1e308\n1 0 1e308\n-1 -1 -1\n", "a.input", {}),
            "a.input: the weights of a cycle of 2 pairs have a sum beyond doubles");
}

}  // namespace
}  // namespace hypermatch::io::testing
