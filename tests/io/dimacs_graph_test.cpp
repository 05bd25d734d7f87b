// SPDX-License-Identifier: MIT
#include <map>

#include "tests/io/parse_helpers.hpp"

namespace hypermatch::detail::io::testing {
namespace {

Instance read_dimacs(std::string_view text, int threads = 1) {
  return parse_with(parse_dimacs_graph, text, Interpretation::automatic, threads);
}

TEST(DimacsGraph, EdgesOfColoringAndClique) {
  const Instance instance = read_dimacs("c note\np edge 4 3\ne 2 1\ne 3 1\ne 3 2\n");
  EXPECT_EQ(edges_of(instance), "2-1 3-1 3-2");
  EXPECT_EQ(graph_of(instance).num_vertices(), 4U);
  EXPECT_STREQ(weight_type(instance), "none");
  EXPECT_EQ(instance.report.format, "dimacs");
  EXPECT_EQ(edges_of(read_dimacs("p col 2 1\r\n\r\ne 1\t2\r\n")), "1-2");
}

TEST(DimacsGraph, ArcsOfShortestPathsAreMerged) {
  const Instance instance =
      read_dimacs("c\np sp 3 4\na 1 2 5\na 2 1 9\na 3 2 -1\nc in between\na 3 3 4\n");
  EXPECT_EQ(edges_of(instance), "1-2:9 3-2:-1");
  EXPECT_STREQ(weight_type(instance), "int32");
  EXPECT_EQ(instance.report.parallel_edges, 1U);
  EXPECT_EQ(instance.report.self_loops, 1U);
  EXPECT_EQ(instance.report.negative_weights, 1U);
  EXPECT_EQ(instance.report.comment_lines, 2U);
  EXPECT_STREQ(weight_type(read_dimacs("p sp 3 0\n")), "int32");
}

TEST(DimacsGraph, BothDirectionsAndWeightsOnEdgeLines) {
  // The header counts edges, the lines are arcs.
  EXPECT_EQ(edges_of(read_dimacs("p edge 3 2\ne 1 2\ne 1 3\ne 2 1\ne 3 1\n")), "1-2 1-3");
  EXPECT_EQ(edges_of(read_dimacs("p edge 3 2\ne 1 2 0.5\ne 1 3 2\n")), "1-2:0.5 1-3:2");
  const Instance values = read_dimacs("p edge 3 1\nn 1 5\nd 2 E\nv 1 0 0\nx 1 2\ne 1 2\n");
  EXPECT_EQ(edges_of(values), "1-2");
  EXPECT_EQ(values.report.comment_lines, 4U);
}

TEST(DimacsGraph, BrokenFilesNameTheLine) {
  const std::map<std::string, std::string> cases = {
      {"", "file:1: expected a line 'p edge|col|sp VERTICES EDGES', found the end of the file"},
      {"e 1 2\n", "file:1: expected a line 'p edge|col|sp VERTICES EDGES', found 'e'"},
      {"p max 1 1\n", "file:1: expected the problem 'edge', 'col' or 'sp', found 'max'"},
      {"p edge 3\n", "file:1: expected the number of edges, found the end of the line"},
      {"p edge 3 1 1\n", "file:1: expected the end of the header, found '1'"},
      {"p edge 4294967295 1\n", "file:1: expected at most 2^32 - 2 vertices, found 4294967295"},
      {"p edge 3 4294967295\n", "file:1: expected at most 2^32 - 2 edges, found 4294967295"},
      {"p edge 3 1\ne 0 1\n",
       "file:2: expected a vertex in 1..3, found '0'; a file that counts from 0 is read with "
       "--zero-based"},
      {"p edge 3 1\nc\ne 1 4\n", "file:3: expected a vertex in 1..3, found '4'"},
      {"p edge 3 1\ne 1\n", "file:2: expected a vertex, found the end of the line"},
      {"p edge 3 1\n1 2\n", "file:2: expected a line that starts with 'e', 'a' or 'c', found '1'"},
      {"p edge 3 2\ne 1 2\ne 1 3 4\n", "file:3: expected the end of the line, found '4'"},
      {"p edge 3 2\ne 1 2 5\ne 1 3\n",
       "file:3: expected an edge weight (a finite number), found "
       "the end of the line"},
      {"p sp 3 1\na 1 2\n",
       "file:2: expected an edge weight (a finite number), found the end of "
       "the line"},
      {"p sp 3 1\na 1 2 infinity\n",
       "file:2: expected an edge weight (a finite number), found "
       "'infinity'"},
      {"p sp 3 1\na 1 2 3 4\n", "file:2: expected the end of the line, found '4'"},
      {"p edge 3 2\ne 1 2\n\n", "file:3: expected 2 edge lines, found the end of the file after 1"},
      {"p edge 3 1\ne 1 2\ne 2 3\n", "file:1: expected 1 edge line, found 2 (2 edges)"},
  };
  for (const auto& [text, message] : cases) {
    EXPECT_EQ(error_of(parse_dimacs_graph, text), "invalid_input " + message) << text;
  }
}

TEST(DimacsGraph, TheSameOnAnyNumberOfThreads) {
  std::string text = "p sp 3000 40000\n";
  for (std::uint64_t i = 0; i < 40000; ++i) {
    if (pick(i, 60) == 0) text += "c note\n\n";
    text += "a " + std::to_string(1 + pick(3 * i, 3000)) + ' ' +
            std::to_string(1 + pick(3 * i + 1, 3000)) + ' ' + std::to_string(pick(i, 99)) + '\n';
  }
  const std::string expected = dump(read_dimacs(text));
  for (const int threads : {2, 3, 8}) EXPECT_EQ(dump(read_dimacs(text, threads)), expected);
}

TEST(DimacsGraph, RoundTrips) {
  for (const char* text : {"p edge 4 2\ne 2 1\ne 3 4\n", "p edge 0 0\n",
                           "p sp 3 4\na 2 1 5\na 1 2 5\na 2 3 -1\na 3 2 -1\n"}) {
    EXPECT_EQ(written(write_dimacs_graph, read_dimacs(text)), text);
  }
}

}  // namespace
}  // namespace hypermatch::detail::io::testing
