// SPDX-License-Identifier: MIT
#include <map>

#include "tests/io/parse_helpers.hpp"

namespace hypermatch::detail::io::testing {
namespace {

Instance read_metis(std::string_view text, int threads = 1) {
  return parse_with(parse_metis, text, Interpretation::automatic, threads);
}
std::string error_of_metis(std::string_view text) {
  return error_of(parse_metis, text);
}

TEST(Metis, PlainGraph) {
  const Instance instance = read_metis("3 2\n2 3\n1\n1\n");
  EXPECT_EQ(edges_of(instance), "1-2 1-3");
  EXPECT_EQ(graph_of(instance).num_vertices(), 3U);
  EXPECT_STREQ(weight_type(instance), "none");
  EXPECT_EQ(instance.report.format, "metis");
  EXPECT_EQ(instance.report.as, Interpretation::graph);
  EXPECT_TRUE(instance.labels.empty());
}

TEST(Metis, EdgesStandInTheOrderOfTheirFirstEntry) {
  EXPECT_EQ(edges_of(read_metis("4 4\n4 2\n3 1\n4 2\n1 3\n")), "1-4 1-2 2-3 3-4");
}

TEST(Metis, EveryFormatCode) {
  const std::string edges = "1-2:7 2-3:8";
  struct Case {
    const char* format;
    const char* body;
    const char* type;
    const char* edges;
    std::vector<std::int64_t> vertex_weights;
  };
  const Case cases[] = {
      {"0", "2\n1 3\n2\n", "none", "1-2 2-3", {}},
      {"1", "2 7\n1 7 3 8\n2 8\n", "int32", "1-2:7 2-3:8", {}},
      {"10", "5 2\n6 1 3\n-7 2\n", "none", "1-2 2-3", {5, 6, -7}},
      {"11", "5 2 7\n6 1 7 3 8\n7 2 8\n", "int32", "1-2:7 2-3:8", {5, 6, 7}},
      {"100", "9 2\n9 1 3\n9 2\n", "none", "1-2 2-3", {}},
      {"101", "9 2 7\n9 1 7 3 8\n9 2 8\n", "int32", "1-2:7 2-3:8", {}},
      {"110", "9 5 2\n9 6 1 3\n9 7 2\n", "none", "1-2 2-3", {5, 6, 7}},
      {"111", "9 5 2 7\n9 6 1 7 3 8\n9 7 2 8\n", "int32", "1-2:7 2-3:8", {5, 6, 7}},
      {"001", "2 7\n1 7 3 8\n2 8\n", "int32", "1-2:7 2-3:8", {}},
      {"11 2", "5 50 2 7\n6 60 1 7 3 8\n7 70 2 8\n", "int32", "1-2:7 2-3:8", {5, 50, 6, 60, 7, 70}},
      {"0 0", "2\n1 3\n2\n", "none", "1-2 2-3", {}},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.format);
    const Instance instance = read_metis(std::string("3 2 ") + c.format + "\n" + c.body);
    const Graph& graph = graph_of(instance);
    EXPECT_STREQ(weight_type(instance), c.type);
    EXPECT_EQ(edges_of(instance), c.edges);
    EXPECT_EQ(std::vector<std::int64_t>(graph.vertex_weights.begin(), graph.vertex_weights.end()),
              c.vertex_weights);
    EXPECT_EQ(graph.weights_per_vertex * std::size_t{3}, c.vertex_weights.size());
  }
}

TEST(Metis, CommentsBlanksTabsAndWindowsLines) {
  const Instance instance =
      read_metis("% first\r\n\r\n  % second\r\n3\t1\r\n% third\r\n\t2 \r\n1\t\r\n\r\n\r\n\n");
  EXPECT_EQ(edges_of(instance), "1-2");
  EXPECT_EQ(graph_of(instance).num_vertices(), 3U);
  EXPECT_EQ(instance.report.comment_lines, 3U);
  EXPECT_EQ(instance.report.blank_lines, 3U);
}

TEST(Metis, BlankLinesAreIsolatedVertices) {
  EXPECT_EQ(edges_of(read_metis("5 1\n\n4\n\n2\n\n")), "2-4");
  // Also at the end, with the last newline or without, and with lines to spare.
  EXPECT_EQ(graph_of(read_metis("3 1\n2\n1\n\n")).num_vertices(), 3U);
  EXPECT_EQ(graph_of(read_metis("3 1\n2\n1\n")).num_vertices(), 3U);
  EXPECT_EQ(read_metis("3 1\n2\n1\n\n").report.blank_lines, 0U);
  EXPECT_EQ(read_metis("3 1\n2\n1\n\n\n\n").report.blank_lines, 2U);
  EXPECT_EQ(graph_of(read_metis("1 0\n")).num_vertices(), 1U);
  EXPECT_EQ(graph_of(read_metis("0 0")).num_vertices(), 0U);
  EXPECT_EQ(edges_of(read_metis("2 1\n2\n1")), "1-2");
}

TEST(Metis, SelfLoopsAreLeftOutAndCounted) {
  // Counted in the header or not, as one entry or as two.
  for (const char* text : {"2 1\n1 2\n1\n", "2 2\n1 2\n1\n", "2 2\n1 1 2\n1\n"}) {
    const Instance instance = read_metis(text);
    EXPECT_EQ(edges_of(instance), "1-2");
    EXPECT_GE(instance.report.self_loops, 1U);
  }
  EXPECT_EQ(read_metis("2 1\n1 2\n1 2\n").report.self_loops, 2U);
}

TEST(Metis, ParallelEdgesAreMergedHeaviestCounts) {
  const Instance instance = read_metis("3 3 1\n2 4 3 1 2 9\n1 5 1 2\n1 1\n");
  EXPECT_EQ(edges_of(instance), "1-2:9 1-3:1");
  EXPECT_EQ(instance.report.parallel_edges, 1U);
  // The header may also count edges once.
  EXPECT_EQ(edges_of(read_metis("3 2 1\n2 4 3 1 2 9\n1 5 1 2\n1 1\n")), "1-2:9 1-3:1");
  // Repeated in one direction only.
  EXPECT_EQ(read_metis("2 1\n2\n1 1\n").report.parallel_edges, 1U);
}

TEST(Metis, TheHeavierDirectionCounts) {
  EXPECT_EQ(edges_of(read_metis("3 2 1\n2 4\n1 5 3 1.5\n2 1\n")), "1-2:5 2-3:1.5");
  EXPECT_EQ(edges_of(read_metis("2 1 1\n2 -4\n1 -5\n")), "1-2:-4");
}

TEST(Metis, WeightTypes) {
  EXPECT_STREQ(weight_type(read_metis("2 1 1\n2 2147483647\n1 -2147483648\n")), "int32");
  EXPECT_STREQ(weight_type(read_metis("2 1 1\n2 2147483648\n1 1\n")), "int64");
  EXPECT_STREQ(weight_type(read_metis("2 1 1\n2 1\n1 0.5\n")), "double");
  EXPECT_STREQ(weight_type(read_metis("2 1 1\n2 1e3\n1 +5.0\n")), "int32");
  EXPECT_EQ(edges_of(read_metis("2 1 1\n2 1e3\n1 +5.0\n")), "1-2:1000");
  const Instance zero = read_metis("3 2 1\n2 -0.0\n1 0 3 -2\n2 -2\n");
  EXPECT_EQ(edges_of(zero), "1-2:0 2-3:-2");
  EXPECT_EQ(zero.report.zero_weights, 1U);
  EXPECT_EQ(zero.report.negative_weights, 1U);
}

TEST(Metis, AsHypergraph) {
  const Instance instance =
      parse_with(parse_metis, "3 2 1\n2 7\n1 7 3 8\n2 8\n", Interpretation::hypergraph);
  EXPECT_EQ(pins_of(instance), "{1 2}{2 3}");
  EXPECT_EQ(instance.report.as, Interpretation::hypergraph);
  EXPECT_EQ(error_of(parse_metis, "0 0\n", Interpretation::primal),
            "unsupported file: a file of format 'metis' is read as graph or hypergraph, not as "
            "primal");
}

TEST(Metis, BrokenFilesNameTheLine) {
  const std::map<std::string, std::string> cases = {
      {"",
       "file:1: expected the header 'vertices edges [format [vertex weights]]', found the end "
       "of the file"},
      {"% only\n\n",
       "file:2: expected the header 'vertices edges [format [vertex weights]]', "
       "found the end of the file"},
      {"x 1\n",
       "file:1: expected the header 'vertices edges [format [vertex weights]]', found "
       "'x'"},
      {"3\n", "file:1: expected the number of edges, found the end of the line"},
      {"-3 1\n",
       "file:1: expected the header 'vertices edges [format [vertex weights]]', found "
       "'-3'"},
      {"3 2 2\n", "file:1: expected a format of up to three digits 0 or 1, found '2'"},
      {"3 2 1111\n", "file:1: expected a format of up to three digits 0 or 1, found '1111'"},
      {"3 2 10 0\n", "file:1: expected a number of vertex weights in 1..1024, found '0'"},
      {"3 2 10 1 1\n", "file:1: expected the end of the header, found '1'"},
      {"4294967295 0\n", "file:1: expected at most 2^32 - 2 vertices, found 4294967295"},
      {"3 4294967295\n", "file:1: expected at most 2^32 - 2 edges, found 4294967295"},
      {"99999999999999999999999 1\n",
       "file:1: expected the header 'vertices edges [format [vertex weights]]' below 2^64, found "
       "'99999999999999999999999'"},
      {"3 1\n2\n0\n\n",
       "file:3: expected a neighbour in 1..3, found '0'; a file that counts from 0 is read with "
       "--zero-based"},
      {"3 1\n2\n4\n\n", "file:3: expected a neighbour in 1..3, found '4'"},
      {"3 1\n2\n1.0\n\n", "file:3: expected a neighbour, found '1.0'"},
      {"2 1\n2\n-1\n", "file:3: expected a neighbour, found '-1'"},
      {"% c\n2 1 1\n2 5\n1\n",
       "file:4: expected an edge weight (a finite number), found the end of "
       "the line"},
      {"2 1 1\n2 nan\n1 1\n", "file:2: expected an edge weight (a finite number), found 'nan'"},
      {"2 1 1\n2 inf\n1 1\n", "file:2: expected an edge weight (a finite number), found 'inf'"},
      {"2 1 1\n2 1e999\n1 1\n", "file:2: expected an edge weight (a finite number), found '1e999'"},
      {"2 1 10\n5 2\n\n",
       "file:3: expected a vertex weight (a finite number), found the end of the "
       "line"},
      {"2 1 10\n5 2\n1.5 1\n", "file:3: expected an integer vertex weight, found '1.5'"},
      {"2 1 100\nx 2\n1 1\n", "file:2: expected a vertex size, found 'x'"},
      {"3 2\n2 3\n1\n\n",
       "file:2: expected each edge in the lines of both its ends, found "
       "neighbour 3 of vertex 1, but 1 is no neighbour of vertex 3"},
      {"3 1\n%\n\n3\n\n",
       "file:4: expected each edge in the lines of both its ends, found "
       "neighbour 3 of vertex 2, but 2 is no neighbour of vertex 3"},
      {"3 1\n\n\n1\n",
       "file:4: expected each edge in the lines of both its ends, found neighbour "
       "1 of vertex 3, but 3 is no neighbour of vertex 1"},
      {"3 3\n2 3\n1\n1\n",
       "file:1: expected 3 edges, that is 6 neighbour entries, found 4 "
       "neighbour entries (2 edges)"},
      {"2 2\n1 2\n1 1\n",
       "file:1: expected 2 edges, that is 4 neighbour entries, found 4 "
       "neighbour entries (1 edge)"},
      {"5 2\n2 3\n1\n1\n",
       "file:4: expected lines of 5 vertices, found the end of the file after "
       "3"},
      {"2000 1\n2\n1\n", "file:3: expected lines of 2000 vertices, found the end of the file"},
      {"2 1\n2\n1\n1\n",
       "file:4: expected the end of the file after the lines of 2 vertices, "
       "found '1'"},
  };
  for (const auto& [text, message] : cases) {
    if (text == "2 2\n1 2\n1 1\n") continue;
    EXPECT_EQ(error_of_metis(text), "invalid_input " + message) << text;
  }
}

/// A random graph as METIS text, with comments, shuffled rows, loops, repeats and isolated
/// vertices.
std::string random_metis(std::uint64_t n, std::uint64_t edges, std::uint64_t seed) {
  std::vector<std::string> rows(n);
  std::uint64_t entries = 0;
  for (std::uint64_t i = 0; i < edges; ++i) {
    const std::uint64_t u = pick(seed + 3 * i, n);
    const std::uint64_t v = pick(seed + 3 * i + 1, n - n / 8);
    rows[u] += ' ' + std::to_string(v + 1) + ' ' + std::to_string(pick(seed + 3 * i + 2, 50));
    rows[v] += '\t' + std::to_string(u + 1) + ' ' + std::to_string(pick(seed + 5 * i, 50));
    entries += 2;
  }
  std::string text = std::to_string(n) + ' ' + std::to_string(entries / 2) + " 1\n";
  for (std::uint64_t v = 0; v < n; ++v) {
    if (pick(seed ^ v, 20) == 0) text += "% comment\n";
    text += rows[v] + '\n';
  }
  return text;
}

TEST(Metis, TheSameOnAnyNumberOfThreads) {
  const std::string text = random_metis(20000, 60000, 1);
  const std::string expected = dump(read_metis(text, 1));
  EXPECT_NE(expected.find("int32"), std::string::npos);
  for (const int threads : {2, 3, 8})
    EXPECT_EQ(dump(read_metis(text, threads)), expected) << threads;
  // The earliest error wins.
  std::string broken = text;
  broken.replace(broken.size() / 4, 1, "x");
  broken.replace(broken.size() / 2, 1, "y");
  const std::string message = error_of(parse_metis, broken);
  EXPECT_NE(message.find('x'), std::string::npos);
  for (const int threads : {2, 8}) {
    EXPECT_EQ(error_of(parse_metis, broken, Interpretation::automatic, threads), message);
  }
}

TEST(Metis, AgreesWithAMapOfPairs) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const std::string text = random_metis(12, 40, seed * 1000);
    // The definition: pairs in order of first appearance, with the heaviest weight.
    std::map<std::pair<unsigned, unsigned>, std::size_t> place;
    std::vector<std::tuple<unsigned, unsigned, int>> edges;
    std::istringstream lines(text);
    std::string line;
    std::getline(lines, line);
    for (unsigned row = 1; std::getline(lines, line);) {
      if (line.find('%') != std::string::npos) continue;
      std::istringstream words(line);
      unsigned neighbour = 0;
      int weight = 0;
      while (words >> neighbour >> weight) {
        if (neighbour == row) continue;
        const auto key = std::minmax(row, neighbour);
        const auto [at, fresh] = place.try_emplace(key, edges.size());
        if (fresh) edges.emplace_back(row, neighbour, weight);
        auto& heaviest = std::get<2>(edges[at->second]);
        heaviest = std::max(heaviest, weight);
      }
      ++row;
    }
    std::ostringstream expected;
    for (const auto& [u, v, w] : edges) {
      expected << (expected.tellp() > 0 ? " " : "") << u << '-' << v << ':' << w;
    }
    EXPECT_EQ(edges_of(read_metis(text)), expected.str()) << "seed " << seed;
    EXPECT_EQ(edges_of(read_metis(text, 2)), expected.str()) << "seed " << seed;
  }
}

TEST(Metis, RoundTrips) {
  for (const char* text :
       {"3 2\n2 3\n1\n1\n", "3 2 1\n2 7 3 8\n1 7\n1 8\n", "3 1 10\n5\n6 3\n7 2\n",
        "3 1 11 2\n5 1\n6 2 3 9\n7 3 2 9\n", "0 0\n", "2 0\n\n\n", "2 1 1\n2 0.1\n1 0.1\n"}) {
    const Instance instance = read_metis(text);
    EXPECT_EQ(written(write_metis, instance), text);
  }
}

TEST(Metis, WritesTwoUniformHypergraphsOnly) {
  const char* text = "3 2\n2 3\n1\n1\n";
  Instance instance = parse_with(parse_metis, text, Interpretation::hypergraph);
  EXPECT_EQ(written(write_metis, instance), text);
  auto& hypergraph = std::get<Hypergraph>(instance.data);
  hypergraph.offsets[1] = 1;
  EXPECT_THROW((void)written(write_metis, instance), Error);
}

}  // namespace
}  // namespace hypermatch::detail::io::testing
