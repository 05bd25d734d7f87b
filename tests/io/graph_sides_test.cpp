// SPDX-License-Identifier: MIT
// Graphs whose vertices are of two sides, as rows and columns: what files declare, and colourings.
#include "hypermatch/bipartite.hpp"
#include "tests/io/parse_helpers.hpp"

namespace hypermatch::detail::io::testing {
namespace {

using hypermatch::io::ReadOptions;

/// "ROW: COLUMN=WEIGHT ...; " per row, then the columns; or the error.
std::string rows_of(const std::string& name, std::string_view text,
                    std::optional<Sides> sides = std::nullopt, ReadOptions options = {}) {
  options.as = Interpretation::bipartite;
  options.entry_weights = hypermatch::io::EntryWeights::keep;
  options.sides = sides;
  Instance instance;
  try {
    instance = hypermatch::io::read_text(Context({.threads = 1}), text, name, options);
  } catch (const Error& error) {
    return error.what();
  }
  const BipartiteView view = std::get<Bipartite>(instance.data).view();
  const WeightsView weights = view_of(instance.entry_weights);
  std::string all;
  Offset at = 0;
  for (VertexId r = 0; r < view.num_rows; ++r) {
    all += instance.labels.of(r) + ":";
    for (const VertexId c : view.columns_of(r)) {
      all += " " + instance.side_labels().columns->of(c);
      if (is_weighted(weights)) {
        all += "=" + std::to_string(static_cast<int>(weight_at(weights, at)));
      }
      ++at;
    }
    all += "; ";
  }
  for (VertexId c = 0; c < view.num_columns; ++c) {
    all += (c == 0 ? "" : " ") + instance.side_labels().columns->of(c);
  }
  return all;
}

constexpr const char* k_graphml =
    R"(<graphml><key id="e" for="edge" attr.name="weight" attr.type="long"/>
<key id="s" for="node" attr.name="bipartite" attr.type="long"><default>0</default></key>
<graph edgedefault="undirected"><node id="w1"/><node id="t1"><data key="s">1</data></node>
<node id="w2"><data key="s"> 0 </data></node><node id="t2"><data key="s">1</data></node>
<edge source="t1" target="w1"><data key="e">4</data></edge>
<edge source="w2" target="t1"/></graph></graphml>)";

TEST(GraphSides, AttributeOfVertices) {
  EXPECT_EQ(rows_of("a.graphml", k_graphml), "w1: t1=4; w2: t1=1; t1 t2");
  EXPECT_EQ(rows_of("a.graphml", k_graphml, Sides::two), "w1: t1=4; w2: t1=1; t1 t2");
  EXPECT_EQ(rows_of("a.graphml", k_graphml, Sides::one),
            "w1: t1=4; t1: w1=4 w2=1; w2: t1=1; t2:; w1 t1 w2 t2");
  constexpr const char* k_gml =
      "graph [ node [ id 0 label \"x\" bipartite 1 ] node [ id 1 label \"y\" bipartite 0 ]\n"
      "node [ id 2 label \"z\" bipartite 0 ] edge [ source 0 target 2 weight 5 ] ]";
  EXPECT_EQ(rows_of("a.gml", k_gml), "y:; z: x=5; x");
  EXPECT_EQ(rows_of("a.dot",
                    "digraph { node [bipartite=1] t; subgraph { node [bipartite=0]; w }\n"
                    "u; v [bipartite=\"0\"]; t -> w [weight=2]; v -> u }"),
            "w: t=2; v: u=1; t u");
}

TEST(GraphSides, TypeOfIgraphCountsWhereEachEdgeJoinsBoth) {
  const auto typed = [](const char* of_b) {
    return std::string("graph { a [type=false]; b [type=") + of_b + "]; a -- b [weight=3] }";
  };
  EXPECT_EQ(rows_of("a.dot", typed("true")), "a: b=3; b");
  EXPECT_EQ(rows_of("a.dot", typed("false")), "a: b=3; b: a=3; a b");
  EXPECT_EQ(rows_of("a.dot", typed("server")), "a: b=3; b: a=3; a b");
  EXPECT_EQ(
      rows_of("a.graphml",
              R"(<graphml><key id="v_type" for="node" attr.name="type" attr.type="boolean"/><graph>
<node id="n0"><data key="v_type">true</data></node><node id="n1"><data key="v_type">false</data>
</node><edge source="n0" target="n1"/></graph></graphml>)"),
      "n1: n0; n0");
}

TEST(GraphSides, AttributeOfSomeVerticesDoesNotCount) {
  constexpr const char* k_some = "graph { a [bipartite=0]; b [bipartite=1]; a -- b; c -- b }";
  EXPECT_EQ(rows_of("a.dot", k_some), "a: b; b: a c; c: b; a b c");
  EXPECT_EQ(rows_of("a.dot", k_some, Sides::two), "a: b; c: b; b");
  EXPECT_EQ(rows_of("a.dot", "graph { a [bipartite=top]; b [bipartite=1]; a -- b }"),
            "a: b; b: a; a b");
}

TEST(GraphSides, DeclaredSidesThatAnEdgeDoesNotKeep) {
  EXPECT_EQ(rows_of("a.dot", "graph { a [bipartite=0]; b [bipartite=0]; a -- b }"),
            "a.dot: the edge of a and b joins two vertices of the first side, as the file declares "
            "them (--sides one: the adjacency matrix)");
  EXPECT_EQ(rows_of("a.net", "*Vertices 4 2\n*Edges\n1 3\n4 3\n"),
            "a.net:4: expected an edge between the two sides, of 2 and 2 vertices, found one "
            "inside a side");
  EXPECT_EQ(rows_of("a.net", "*Vertices 4 2\n*Edges\n1 3\n4 3\n", Sides::one),
            "1: 3; 2:; 3: 1 4; 4: 3; 1 2 3 4");
}

TEST(GraphSides, TwoModesOfPajek) {
  EXPECT_EQ(rows_of("a.net", "*Vertices 5 2\n1 a\n2 b\n3 c\n4 d\n5 e\n*Edges\n1 3 5\n4 1\n2 3\n"),
            "a: c=5 d=1; b: c=1; c d e");
  EXPECT_EQ(rows_of("a.net", "*Vertices 5 2\n*Matrix\n1 0 2\n0 0 3\n"),
            "1: 3=1 5=2; 2: 5=3; 3 4 5");
  EXPECT_EQ(rows_of("a.net", "*Vertices 3 3\n*Edges\n"), "1:; 2:; 3:; ");
}

TEST(GraphSides, ColouringWhereFilesDeclareNothing) {
  constexpr const char* k_dimacs = "p edge 4 4\ne 1 3 4\ne 1 4 1\ne 2 3 2\ne 2 4 3\n";
  EXPECT_EQ(rows_of("a.col", k_dimacs, Sides::two), "1: 3=4 4=1; 2: 3=2 4=3; 3 4");
  EXPECT_EQ(rows_of("a.graph", "4 4 1\n3 4 4 1\n3 2 4 3\n1 4 2 2\n1 1 2 3\n", Sides::two),
            "1: 3=4 4=1; 2: 3=2 4=3; 3 4");
  EXPECT_EQ(rows_of("a.net", "*Vertices 4\n*Edges\n1 3 4\n1 4 1\n2 3 2\n2 4 3\n", Sides::two),
            "1: 3=4 4=1; 2: 3=2 4=3; 3 4");
  // Columns come first, the side of first ends is rows; from 0.
  EXPECT_EQ(
      rows_of("a.col", "p sp 4 3\na 3 0 5\na 2 0 6\na 3 1 7\n", Sides::two, {.zero_based = true}),
      "2: 0=6; 3: 0=5 1=7; 0 1");
  // Both sides stand first: the majority of a component; c and d come from another one.
  EXPECT_EQ(rows_of("a.dot", "graph { a -- b; b -- e; e -- f; c -- d }", Sides::two),
            "a: b; e: b f; c: d; b f d");
}

TEST(GraphSides, LongPathsInAnyOrder) {
  // A path of 2000 vertices whose edges come in another order: even vertices are rows.
  constexpr int k_vertices = 2000;
  std::string text = "p edge 2000 1999\n";
  for (int i = 0; i + 1 < k_vertices; ++i) {
    const int at = i * 1201 % (k_vertices - 1);
    const int low = at + 1;
    const int high = at + 2;
    text += "e " + std::to_string(low % 2 == 0 ? low : high) + " " +
            std::to_string(low % 2 == 0 ? high : low) + "\n";
  }
  const std::string rows = rows_of("a.col", text, Sides::two);
  EXPECT_EQ(rows.substr(0, 20), "2: 1 3; 4: 3 5; 6: 5");
}

TEST(GraphSides, VerticesWithoutEdges) {
  // 1 and 2 stand among rows, 5 behind a column.
  EXPECT_EQ(rows_of("a.col", "p edge 5 1\ne 3 4\n", Sides::two), "1:; 2:; 3: 4; 4 5");
  EXPECT_EQ(rows_of("a.col", "p edge 2 0\n", Sides::two), "1:; 2:; ");
}

TEST(GraphSides, OddCyclesAndLoopsAreRefused) {
  EXPECT_EQ(rows_of("a.dot", "graph { x -- y; y -- z; z -- x }", Sides::two),
            "a.dot: the vertices are not of two sides: the edge of z and x closes a cycle of an "
            "odd number of edges");
  const std::string loop = rows_of("a.dot", "graph { x -- y; y -- y }", Sides::two);
  EXPECT_TRUE(loop.starts_with("a.dot: the vertices are not of two sides: one has an edge to "))
      << loop;
}

TEST(GraphSides, ParallelEdgesAndZerosAsAskedFor) {
  using hypermatch::io::ParallelEdges;
  constexpr const char* k_twice = "graph { a -- b [weight=3]; b -- a [weight=4]; a -- c }";
  EXPECT_EQ(rows_of("a.dot", k_twice, Sides::two), "a: b=4 c=1; b c");
  EXPECT_EQ(rows_of("a.dot", k_twice, Sides::two, {.parallel = ParallelEdges::lightest}),
            "a: b=3 c=1; b c");
  EXPECT_EQ(rows_of("a.dot", k_twice, Sides::two, {.parallel = ParallelEdges::sum}),
            "a: b=7 c=1; b c");
  EXPECT_EQ(rows_of("a.dot", k_twice, Sides::two, {.parallel = ParallelEdges::count}),
            "a: b=2 c=1; b c");
  EXPECT_EQ(rows_of("a.dot", "graph { a -- b [weight=0]; a -- c }", Sides::two,
                    {.zeros = hypermatch::io::Zeros::drop}),
            "a: c=1; b c");
}

TEST(GraphSides, FilesThatHaveRowsAlready) {
  for (const char* name : {"a.mtx", "a.hgr", "a.cnf"}) {
    EXPECT_NE(rows_of(name, "1 1\n1\n", Sides::two).find("--sides is for edge lists and graphs"),
              std::string::npos)
        << name;
  }
}

}  // namespace
}  // namespace hypermatch::detail::io::testing
