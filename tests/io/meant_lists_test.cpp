// SPDX-License-Identifier: MIT
// Lists as users have them whose author meant something else than the letter of the format: quotes
// of some ids, dots between thousands, counts in comments, tables of vertices, ranks, columns in
// front.
#include "tests/io/parse_helpers.hpp"

namespace hypermatch::detail::io::testing {
namespace {

using hypermatch::io::ReadOptions;

/// "u-v:w ..." by ids and, behind a bar, the notes; or the error.
std::string read_as(std::string_view text, const std::string& name = "a.csv",
                    ReadOptions options = {}) {
  try {
    const Instance instance =
        hypermatch::io::read_text(Context({.threads = 1}), text, name, options);
    const auto edges = std::get<Graph>(instance.data).edges(Context({.threads = 1}));
    std::string all;
    for (std::size_t e = 0; e < edges.view().edges.size(); ++e) {
      const GraphEdge edge = edges.view().edges[e];
      all +=
          (all.empty() ? "" : " ") + instance.labels.of(edge.u) + "-" + instance.labels.of(edge.v);
      if (is_weighted(edges.view().weights)) {
        std::string weight = std::to_string(weight_at(edges.view().weights, e));
        weight.erase(weight.find_last_not_of('0') + 1);
        all += ":" + weight;
      }
    }
    for (const std::string& note : instance.report.notes) all += " | " + note;
    return all;
  } catch (const Error& error) {
    return error.what();
  }
}

bool says(const std::string& text, const std::string& what) {
  return text.find(what) != std::string::npos;
}

TEST(MeantLists, QuotedAndBareIdsAreOne) {
  const std::string note = " | ids stand in quotes and without: quotes do not belong to them";
  EXPECT_EQ(read_as("\"a, b\",\"c\",5\nc,\"d\",6\n"), "a, b-c:5. c-d:6." + note);
  EXPECT_EQ(read_as("\"1\",\"2\"\n2,3\n"), "1-2 2-3" + note);
  EXPECT_EQ(read_as("\"1\";2\n1;3\n", "a.txt"), "1-2 1-3" + note);
  EXPECT_EQ(read_as("\"1\"\t2\n1\t3\n", "a.tsv"), "1-2 1-3" + note);
  EXPECT_EQ(read_as("source,target,weight\n\"x\",y,1\nx,\"z\",2\n"), "x-y:1. x-z:2." + note);
  // Ids of one kind stay as they stand.
  EXPECT_EQ(read_as("\"a\",\"b\"\n\"b\",\"c\"\n"), "\"a\"-\"b\" \"b\"-\"c\"");
  EXPECT_TRUE(says(read_as("\"a\" b\na c\n", "a.txt"),
                   "a.txt:1: expected ids with quotes or without, found '\"a\"', which occurs"));
  ReadOptions keeps;
  keeps.csv.no_header = true;
  EXPECT_EQ(read_as("from,to\n\"from\",c\n", "a.csv", keeps), "from-to from-c" + note);
}

TEST(MeantLists, NumbersWithDecimalCommasAreNoIds) {
  const auto refused = [](const std::string& line, const std::string& found) {
    return "a.csv:" + line + ": expected a point in a decimal number, found '" + found + "'";
  };
  EXPECT_EQ(read_as(";A;B;C\nx1;3,5;2;9\nx2;1;4,25;7\n"), refused("2", "3,5"));
  EXPECT_EQ(read_as("source;target;w\na;2;9\n1;-4,25;7\n"), refused("3", "-4,25"));
  EXPECT_EQ(read_as("a;b;1\nb;0,5;2\n"), refused("2", "0,5"));
  ReadOptions header;
  header.csv.header = true;
  EXPECT_EQ(read_as("a;b\n1,5;2\n", "a.csv", header), refused("2", "1,5"));
  EXPECT_EQ(read_as("a;b\n\"1,5\";2\n", "a.csv", header), "1,5-2");
  // Ids with quotes in them are copies outside of the line.
  EXPECT_EQ(read_as("a;b\n\"x\"\"1\";2\n\"\"\"\";1,5,6\n", "a.csv", header), "x\"1-2 \"-1,5,6");
}

TEST(MeantLists, DotsBetweenThousands) {
  EXPECT_EQ(read_as("a;b;1.200\nb;c;3.400\nc;d;900\n"),
            "a.csv:1: expected a number, found '1.200' beside '900': its dot may stand between "
            "thousands; without it, or with decimals in all numbers, it is clear");
  EXPECT_TRUE(says(read_as("b c 12\nc d 3.401\na b -1.200\n", "a.txt"), "a.txt:3: expected a num"));
  EXPECT_TRUE(says(read_as("source,n,target,weight\na,1,b,12.500\nb,1,c,900\n"), "a.csv:2: "));
  EXPECT_TRUE(says(read_as("source target weight\na b 1.000\nb c 2\n", "a.txt"), "a.txt:2: "));
  // Decimals in all of them, in shortest form, or of other lengths.
  EXPECT_EQ(read_as("a;b;1.200\nb;c;3.400\nc;d;900.000\n"), "a-b:1.2 b-c:3.4 c-d:900.");
  EXPECT_EQ(read_as("a;b;1.125\nb;c;3.375\nc;d;9\n"), "a-b:1.125 b-c:3.375 c-d:9.");
  EXPECT_EQ(read_as("a;b;1.200\nb;c;0.400\nc;d;9\n"), "a-b:1.2 b-c:0.4 c-d:9.");
  EXPECT_EQ(read_as("a;b;1.20\nb;c;3.40\nc;d;9\n"), "a-b:1.2 b-c:3.4 c-d:9.");
  EXPECT_EQ(read_as("a;b;1.200\nb;c;3.4e1\nc;d;9\n"), "a-b:1.2 b-c:34. c-d:9.");
  ReadOptions table;
  table.format = "table";
  table.as = Interpretation::bipartite;
  EXPECT_TRUE(says(read_as("1.200;900;3\n4;5;6\n", "a.csv", table), "a.csv:1: expected a number"));
}

TEST(MeantLists, DeclaredNumbersOfEdges) {
  const auto note = [](const char* said) {
    return " | a comment on top says " + std::string(said) + " edges, there are 3 lines of edges";
  };
  const std::string edges = "1 2\n2 3\n3 4\n";
  const std::string read = "1-2 2-3 3-4";
  EXPECT_EQ(read_as("# Undirected graph\n# Nodes: 4 Edges: 9\n" + edges, "a.txt"),
            read + note("9"));
  EXPECT_EQ(read_as("#Nodes: 4\tEdges: 2\n" + edges, "a.txt"), read + note("2"));
  EXPECT_EQ(read_as("# Nodes: 4 Edges: 3\n" + edges, "a.txt"), read);
  EXPECT_EQ(read_as("% sym unweighted\n% 9 4 4\n" + edges, "out.x"), read + note("9"));
  EXPECT_EQ(read_as("% sym unweighted\n% 3 4 4\n" + edges, "out.x"), read);
  // Repeated edges and loops have lines, too; other comments say nothing.
  EXPECT_EQ(read_as("# Nodes: 2 Edges: 3\n1 2\n2 1\n2 2\n", "a.txt"), "1-2");
  EXPECT_EQ(read_as("% 9 4 4\n" + edges, "a.txt"), read);
  EXPECT_EQ(read_as("# Edges: many\n" + edges, "a.txt"), read);
  EXPECT_EQ(read_as("# Nodes: 3 Edges: 5\nsource,n,target\nx,1,y\nx,2,z\ny,3,z\n"),
            "x-y x-z y-z | columns 'source' and 'target', no weights; --columns takes others" +
                note("5"));
}

TEST(MeantLists, TablesOfVerticesAreRefused) {
  for (const char* head :
       {"Id,Label", "id,label", "node_id,name", "\"Id\",\"Label\"", "key,title"}) {
    EXPECT_TRUE(says(read_as(std::string(head) + "\n1,Ann\n2,Bob\n3,Cem\n"),
                     "those of a table of vertices; --columns 1,2"))
        << head;
  }
  EXPECT_TRUE(says(read_as("Id\tLabel\tclass\n1\tAnn\t3\n2\tBob\t4\n", "a.tsv"), "a.tsv:1: "));
  ReadOptions asked;
  asked.csv.columns = {"Id", "Label"};
  EXPECT_EQ(read_as("Id,Label\n1,Ann\n2,Bob\n", "a.csv", asked), "1-Ann 2-Bob");
  EXPECT_FALSE(says(read_as("person,name\np1,Ann\np2,Bob\n"), "table of vertices"));
}

TEST(MeantLists, WeightsAndNumbersInFrontOfTheEnds) {
  EXPECT_EQ(read_as("weight\tnode1\tnode2\n5\ta\tb\n6\tb\tc\n", "a.tsv"),
            "a-b:5. b-c:6. | columns 'node1' and 'node2', weights 'weight'; --columns takes "
            "others");
  EXPECT_EQ(read_as("x,weight,y\na,2,b\nb,3,c\n").substr(0, 11), "a-b:2. b-c:");
  EXPECT_EQ(read_as("id,a,b\n1,x,y\n2,y,z\n").substr(0, 7), "x-y y-z");
  EXPECT_EQ(read_as("u,v,weight\n1,2,5\n2,3,6\n"), "1-2:5. 2-3:6.");
  EXPECT_EQ(read_as("id,neighbour,weight\n1,2,5\n3,4,6\n"), "1-2:5. 3-4:6.");
}

TEST(MeantLists, RanksAreNoWeights) {
  for (const char* name : {"rank", "Rank", "preference", "rank_r", "student_rank"}) {
    EXPECT_TRUE(says(read_as("resident,hospital," + std::string(name) + "\nAnn,X,1\nAnn,Y,2\n"),
                     ") holds ranks, of which the smallest is the best"))
        << name;
  }
  ReadOptions costs;
  costs.parallel = hypermatch::io::ParallelEdges::lightest;
  EXPECT_EQ(read_as("a,b,rank\nx,y,1\nx,z,2\n", "a.csv", costs), "x-y:1. x-z:2.");
  ReadOptions asked;
  asked.csv.columns = {"a", "b", "rank"};
  EXPECT_EQ(read_as("a,b,rank\nx,y,1\nx,z,2\n", "a.csv", asked), "x-y:1. x-z:2.");
  EXPECT_EQ(read_as("a,b,pagerank\nx,y,1\nx,z,2\n"), "x-y:1. x-z:2.");
}

TEST(MeantLists, NumbersOfGraphsThatAreNoWeights) {
  const std::string note = " | edges have no weight; numbers called ";
  EXPECT_EQ(read_as("graph { a -- b [len=5]; b -- c [len=2, penwidth=3] }", "a.dot"),
            "a-b b-c" + note + "'len' are not read as one (--columns len takes them)");
  EXPECT_EQ(read_as("graph { a -- b [penwidth=5, label=x] }", "a.dot"), "a-b");
  EXPECT_EQ(read_as("graph { a -- b [cost=5, weight=2] }", "a.dot"), "a-b:2.");
  EXPECT_EQ(
      read_as("graph [ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 cost 5 ] ]", "a.gml"),
      "1-2" + note + "'cost' are not read as one (--columns cost takes them)");
}

TEST(MeantLists, WeightsOfGraphsByTheNameThatIsAskedFor) {
  const auto by = [](std::string_view text, const std::string& name, const char* weight) {
    ReadOptions options;
    options.csv.columns = {weight};
    return read_as(text, name, options);
  };
  const char* const gml =
      "graph [ node [ id 1 ] node [ id 2 ] node [ id 3 ]"
      " edge [ source 1 target 2 cost 5 weight 1 ] edge [ source 2 target 3 cost 2.5 ] ]";
  EXPECT_EQ(by(gml, "a.gml", "cost"), "1-2:5. 2-3:2.5");
  EXPECT_EQ(by(gml, "a.gml", "price"),
            "a.gml: no edge has a number 'price', which --columns asks for as weight");
  EXPECT_EQ(by("graph [ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 value 5 cost 3 ] ]",
               "a.gml", "cost"),
            "1-2:3.");
  EXPECT_EQ(by("graph { a -- b [label=5, weight=1]; edge [label=2]; b -- c }", "a.dot", "label"),
            "a-b:5. b-c:2.");
  const char* const graphml =
      "<graphml><key id='l' for='edge' attr.name='length'/><key id='w' for='edge' "
      "attr.name='weight'/><graph><node id='a'/><node id='b'/><node id='c'/><edge source='a' "
      "target='b'><data key='l'>3</data><data key='w'>9</data></edge><edge source='b' "
      "target='c'><data key='l'>4</data></edge></graph></graphml>";
  EXPECT_EQ(by(graphml, "a.graphml", "length"), "a-b:3. b-c:4.");
  EXPECT_EQ(by(graphml, "a.graphml", "Length").substr(0, 11), "a.graphml: ");
  EXPECT_TRUE(says(by("*Vertices 2\n*Edges\n1 2\n", "a.net", "cost"), "this is pajek"));
  EXPECT_TRUE(says(by("a,b\nb,c\n", "a.csv", "cost"), "two or three names"));
}

TEST(MeantLists, NeighboursOfVerticesOfDegreeTwoAreNoWeights) {
  const char* const what = "found lists of neighbours: each line has a vertex and two others";
  for (const char* text : {"0 1 2\n1 0 2\n2 0 1\n", "1,2,5\n2,1,3\n3,2,4\n4,3,5\n5,4,1\n",
                           "7\t8\t9\n8\t9\t7\n9\t7\t8\n", "3 1 2\n1 2 3\n2 3 1\n",
                           "# ring\n10 20 40\n20 10 30\n30 20 40\n40 30 10\n"}) {
    EXPECT_TRUE(says(read_as(text, "a.txt"), what)) << text;
  }
  ReadOptions asked;
  asked.csv.columns = {"1", "2", "3"};
  EXPECT_EQ(read_as("0 1 2\n1 2 0\n2 0 1\n", "a.txt", asked).substr(0, 16), "0-1:2. 1-2:0. 2-");
  // One line differs.
  for (const char* text :
       {"0 1 2\n1 0 2\n2 0 3\n", "0 1 2\n1 0 2\n0 2 1\n", "1 2 1\n2 1 2\n3 1 2\n",
        "1 2 5\n2 1 3\n3 2 4\n4 3 5\n5 4 2\n", "0 1 2\n1 0 2\n"}) {
    EXPECT_FALSE(says(read_as(text, "a.txt"), what)) << text;
  }
}

TEST(MeantLists, LinesThatNameTheSeparator) {
  EXPECT_EQ(read_as("sep=;\r\nsource;target;weight\r\na;b;3\r\nb;c;4\r\n"), "a-b:3. b-c:4.");
  EXPECT_EQ(read_as("sep=,\na,b,3\nb,c,4\n"), "a-b:3. b-c:4.");
  EXPECT_EQ(read_as("sep=\t\nx\ty\nz\tx\n", "a.txt"), "x-y z-x");
  EXPECT_EQ(read_as("\xEF\xBB\xBFsep=;\na;b;3\nb;c;4\n"), "a-b:3. b-c:4.");
  EXPECT_TRUE(says(read_as("sep=..\na,b\n"), "a.csv:1: "));
  EXPECT_EQ(read_as("sep=x,b\nb,c\n"), "sep=x-b b-c");
}

TEST(MeantLists, WeightsInQuotes) {
  const std::string note = " | weights stand in quotes: quotes do not belong to them";
  EXPECT_EQ(read_as("\"a\",\"b\",\"1\"\n\"b\",\"c\",\"2.5\"\n"), "a-b:1. b-c:2.5" + note);
  EXPECT_EQ(
      read_as("\"source\";\"target\";\"weight\"\r\n\"1\";\"2\";\"5\"\r\n\"2\";\"3\";\"7\"\r\n"),
      "1-2:5. 2-3:7." + note);
  EXPECT_EQ(read_as("a,b,cost\nx,y,\"3\"\ny,z,4\n"), "x-y:3. y-z:4." + note);
  EXPECT_EQ(read_as("x\ty\t\"3\"\ny\tz\t\"4\"\n", "a.tsv"), "x-y:3. y-z:4." + note);
  EXPECT_TRUE(says(read_as("x,y,\"1,234\"\ny,z,\"5\"\n"), "expected a weight"));
  EXPECT_TRUE(says(read_as("x,y,\"5\"\ny,z,\"much\"\n"), "expected a weight"));
  EXPECT_TRUE(says(read_as("x y \"3\"\ny z \"4\"\n", "a.txt"), "expected a weight"));
}

}  // namespace
}  // namespace hypermatch::detail::io::testing
