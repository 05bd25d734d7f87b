// SPDX-License-Identifier: MIT
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "tests/io/parse_helpers.hpp"

namespace hypermatch::detail::io::testing {
namespace {

Instance read_edges(std::string_view text, int threads = 1) {
  return parse_with(parse_edge_list, text, Interpretation::automatic, threads);
}

/// The labels, with a blank behind each.
std::string labels_of_instance(const Instance& instance) {
  std::string all;
  for (VertexId v = 0; v < graph_of(instance).num_vertices(); ++v)
    all += instance.labels.of(v) + ' ';
  return all;
}

TEST(EdgeList, VerticesAreNumberedAsTheyAppear) {
  const Instance instance =
      read_edges("# Directed graph\n# FromNodeId\tToNodeId\n30\t1412\n3\t30\n1412\t30\n0\t0\n");
  EXPECT_EQ(edges_of(instance), "1-2 3-1");
  EXPECT_EQ(labels_of_instance(instance), "30 1412 3 0 ");
  EXPECT_EQ(graph_of(instance).num_vertices(), 4U);
  EXPECT_EQ(instance.report.comment_lines, 2U);
  EXPECT_EQ(instance.report.parallel_edges, 1U);
  EXPECT_EQ(instance.report.self_loops, 1U);
  EXPECT_EQ(instance.report.format, "edge_list");
}

TEST(EdgeList, PlainNumbersNeedNoLabels) {
  EXPECT_TRUE(read_edges("1 2\n2 3\n").labels.empty());
  EXPECT_EQ(labels_of_instance(read_edges("1 2\n2 3\n")), "1 2 3 ");
  EXPECT_FALSE(read_edges("0 1\n").labels.empty());
  EXPECT_FALSE(read_edges("2 1\n").labels.empty());
}

TEST(EdgeList, IdsAreAnyIntegersOrNames) {
  EXPECT_EQ(labels_of_instance(read_edges("18446744073709551616 5\n5 007\n7 -1\n")),
            "18446744073709551616 5 007 7 -1 ");
  EXPECT_EQ(labels_of_instance(read_edges("alice bob\nbob carol.1\nx1e5 12e3\n")),
            "alice bob carol.1 x1e5 12e3 ");
  EXPECT_EQ(edges_of(read_edges("4294967295 4294967294\n4294967294 4294967295\n")), "1-2");
}

TEST(EdgeList, Separators) {
  const std::string edges = "1-2:5 2-3:7";
  for (const char* text : {"a b 5\nb c 7\n", "a\tb\t5\nb\tc\t7\n", "a,b,5\nb,c,7\n",
                           "a;b;5\nb;c;7\n", "a , b , 5\r\n b,\tc, 7 \r\n", "  1  2\t5 \n2 3 7",
                           "a\t\tb 5\nb c\t\t7\n", "1\t2 5\n2 3\t7\n", "a,\tb,\t5\nb,\tc,\t7\n"}) {
    EXPECT_EQ(edges_of(read_edges(text)), edges) << text;
  }
  EXPECT_EQ(labels_of_instance(read_edges("New York\tSan Jose\nBoston\tNew York\n")),
            "New York San Jose Boston ");
  EXPECT_EQ(labels_of_instance(read_edges("Smith, J\tDoe; K\nRoe\tSmith, J\n")),
            "Smith, J Doe; K Roe ");
  EXPECT_EQ(labels_of_instance(read_edges("\"Smith, J\",\"a \"\"b\"\" c\"\nRoe,x\n")),
            "\"Smith, J\" \"a \"\"b\"\" c\" Roe x ");
  EXPECT_EQ(labels_of_instance(read_edges("\"1 2\",3 b\n")), "\"1 2\" 3 b ");
}

TEST(EdgeList, Comments) {
  const Instance instance = read_edges("# a\n% b\n// c\n\n1 2\n  # d\n2 3\n\n\n");
  EXPECT_EQ(edges_of(instance), "1-2 2-3");
  EXPECT_EQ(instance.report.comment_lines, 4U);
  EXPECT_EQ(instance.report.blank_lines, 3U);
  EXPECT_EQ(graph_of(read_edges("")).num_vertices(), 0U);
  EXPECT_EQ(graph_of(read_edges("# nothing\n")).num_vertices(), 0U);
}

TEST(EdgeList, ColumnNames) {
  for (const char* text :
       {"source,target,weight\na,b,5\n", "Source,Target,w\na,b,5\n", "from\tto\tw\na\tb\t5\n",
        "name one,name two,value\na,b,5\n", "# x\n\"source\",\"target\",\"x\"\na,b,5\n"}) {
    EXPECT_EQ(edges_of(read_edges(text)), "1-2:5") << text;
    EXPECT_EQ(labels_of_instance(read_edges(text)), "a b ") << text;
  }
  EXPECT_EQ(labels_of_instance(read_edges("x,y\n1,2\n")), "1 2 ");
  EXPECT_EQ(edges_of(read_edges("source,target,weight\n")), "");
  // Names, but no header.
  EXPECT_EQ(labels_of_instance(read_edges("x,y\n1,z\n")), "x y 1 z ");
  EXPECT_EQ(labels_of_instance(read_edges("x,y\n")), "x y ");
}

TEST(EdgeList, NamesAboveIntegersAreColumnNamesOnlyIfNoNameFollows) {
  const auto header_lines = [](const char* text) { return read_edges(text).report.header_lines; };
  EXPECT_EQ(header_lines("x,y\n1,2\n2,3\n"), 1U);
  EXPECT_EQ(header_lines("source target\na b\n"), 1U);
  EXPECT_EQ(header_lines("a b\nb c\n"), 0U);
  EXPECT_EQ(header_lines("\"x\" \"y\"\n\"1\" \"2\"\n"), 1U);
  for (const int threads : {1, 3}) {
    const Instance names = read_edges("A B\n1 2\nB C\n", threads);
    EXPECT_EQ(labels_of_instance(names), "A B 1 2 C ");
    EXPECT_EQ(edges_of(names), "1-2 3-4 2-5");
    EXPECT_EQ(names.report.header_lines, 0U);
    const Instance weighted = read_edges("A B 7\n1 2 8\n1 C 9\n", threads);
    EXPECT_EQ(edges_of(weighted), "1-2:7 3-4:8 3-5:9");
    // Large integers are integers, too.
    const Instance large = read_edges("A B\n1 2\n1 123456789012345678901234567890\n", threads);
    EXPECT_EQ(edges_of(large), "1-2 1-3");
    EXPECT_EQ(large.report.header_lines, 1U);
  }
  // Quoted integers are no names of columns.
  const Instance quoted = parse_with(parse_edges, "\"1\",\"2\"\n2,3\n3,4\n");
  EXPECT_EQ(labels_of_instance(quoted), "1 2 3 4 ");
  EXPECT_EQ(quoted.report.header_lines, 0U);
}

/// The labels, and whether the first line was skipped, or kept with a note.
std::string first_line(const std::string& text, int threads = 1) {
  const Instance instance = parse_with(parse_edges, text, Interpretation::automatic, threads);
  std::string all = labels_of_instance(instance);
  if (instance.report.header_lines != 0) all += "skipped " + instance.report.header;
  for (const std::string& note : instance.report.notes) {
    if (note.find("--header skips it") != std::string::npos) all += "kept";
  }
  return all;
}

TEST(EdgeList, NamesOfColumnsAboveNames) {
  for (const int threads : {1, 3}) {
    // Ids of another kind: single letters, digits in them, upper case.
    EXPECT_EQ(first_line("origin,goal\nc,e\nf,a\nc,d\n", threads),
              "c e f a d skipped 'origin,goal'");
    EXPECT_EQ(first_line("payer\tpayee\nP12\tQ9\nO1\tP3\nR2\tS1\n", threads),
              "P12 Q9 O1 P3 R2 S1 skipped 'payer\\x09payee'");
    EXPECT_EQ(first_line("user_id;film\n17;Up\n18;Heat\n19;Alien\n", threads),
              "17 Up 18 Heat 19 Alien skipped 'user_id;film'");
    // Names that begin alike, as no id does.
    EXPECT_EQ(first_line("lender,lended\nann,bob\n", threads), "ann bob skipped 'lender,lended'");
    EXPECT_EQ(first_line("gene_a gene_b\nwnt tcf\n", threads), "wnt tcf skipped 'gene_a gene_b'");
    EXPECT_EQ(first_line("gene1 gene2\ngene3 gene4\n", threads), "gene1 gene2 gene3 gene4 kept");
    // All ids but the first two occur in several lines.
    EXPECT_EQ(first_line("giver taker\nann bob\nbob cleo\ncleo ann\nann dan\ndan bob\n", threads),
              "ann bob cleo dan skipped 'giver taker'");
    // An edge of its own, like another one.
    EXPECT_EQ(
        first_line("ida jan\nann bob\nbob cleo\ncleo ann\nann dan\ndan bob\nkai leo\n", threads),
        "ida jan ann bob cleo dan kai leo kept");
    EXPECT_EQ(first_line("ida jan\nann bob\nbob cleo\n", threads), "ida jan ann bob cleo kept");
    // Words that are ids below.
    EXPECT_EQ(first_line("u v\nv w\nw u\n", threads), "u v w ");
    EXPECT_EQ(first_line("node1 node2\nnode2 node3\n", threads), "node1 node2 node3 ");
    std::string late = "ida jan\n";
    for (int i = 0; i < 9000; ++i)
      late += "v" + std::to_string(i % 7) + " w" + std::to_string(i % 5) + "\n";
    EXPECT_EQ(first_line(late + "w1 jan\n", threads).substr(0, 8), "ida jan ");
    EXPECT_EQ(first_line(late, threads).substr(0, 5), "v0 w0");
    // Numbers that are missing or malformed are no names.
    for (const char* weight : {"nan", "inf", "0x10", "1_000", "1e400", "NA", "\"1,000\""}) {
      EXPECT_EQ(error_of(parse_edges, std::string("a;b;") + weight + "\nc;d;3\n").substr(0, 44),
                "invalid_input file:1: expected a weight (a f")
          << weight;
    }
  }
}

TEST(EdgeList, CountsInTheFirstLine) {
  for (const int threads : {1, 3}) {
    EXPECT_EQ(first_line("5 4\n0 1\n1 2\n2 3\n3 4\n", threads), "0 1 2 3 4 skipped '5 4'");
    EXPECT_EQ(first_line("5 2\n0 1 7\n3 4 9\n", threads), "0 1 3 4 skipped '5 2'");
    std::string path;
    for (int i = 1; i < 12; ++i) path += std::to_string(i) + " " + std::to_string(i + 1) + "\n";
    EXPECT_EQ(first_line("12 11\n" + path, threads).substr(0, 6), "1 2 3 ");
    EXPECT_EQ(first_line("12 10\n" + path, threads).substr(0, 6), "12 10 ");
    EXPECT_EQ(first_line("3 2\n1 2\n1 3\n", threads), "3 2 1 ");
    EXPECT_EQ(first_line("4 3\n0 1\n1 2\n0 4\n", threads), "4 3 0 1 2 ");
    EXPECT_EQ(error_of(parse_edges, "5 3\n0 1 7\n3 4 9\n"),
              "invalid_input file:2: expected 2 columns as in the lines before, found 3");
  }
  // An own list that begins so gets names of columns on top.
  const std::string counts = "source\ttarget\n3\t2\n0\t1\n1\t2\n";
  EXPECT_EQ(written(write_edge_list, read_edges(counts)), counts);
}

std::string parsed(const std::string& text) {
  const Instance instance = parse_with(parse_edges, text);
  const std::string weight = std::to_string(instance.report.weight_column);
  return labels_of_instance(instance) + edges_of(instance) + " w" + weight;
}

TEST(EdgeList, TimesAreNoWeights) {
  EXPECT_EQ(parsed("% sym positive\n1 2\t1\t1082040961\n1 3\t4\t1082155839\n"),
            "1 2 3 1-2:1 1-3:4 w3");
  EXPECT_EQ(parsed("% sym positive\n1 2 1 7\n1 3 4 9\n"), "1 2 3 1-2:1 1-3:4 w3");
  EXPECT_EQ(parsed("6,2,4,1289241911.72836\n6,5,-2,1289241941.5\n"), "6 2 5 1-2:4 1-3:-2 w3");
  EXPECT_EQ(parsed("196\t242\t3\t881250949\n186\t302\t3\t891717742\n"),
            "196 242 186 302 1-2:3 3-4:3 w3");
  EXPECT_EQ(parsed("9 8 1217567877\n1 8 1217573801\n"), "9 8 1 1-2 3-2 w0");
  EXPECT_EQ(parsed("9 8 1217567877123\n1 8 1217573801456\n"), "9 8 1 1-2 3-2 w0");
  EXPECT_EQ(parsed("source,target,timestamp\na,b,7\nb,c,8\n"), "a b c 1-2 2-3 w0");
  EXPECT_EQ(parsed("source,target,id\na,b,7\nb,c,8\n"), "a b c 1-2 2-3 w0");
  // Large weights that are no times: a named column, round numbers, values far apart, few digits.
  EXPECT_EQ(parsed("a,b,amount\nx,y,1217567877\ny,z,1217573801\n"),
            "x y z 1-2:1217567877 2-3:1217573801 w3");
  EXPECT_EQ(parsed("9 8 1000000000\n1 8 1200000000\n"), "9 8 1 1-2:1000000000 3-2:1200000000 w3");
  EXPECT_EQ(parsed("9 8 1217567877\n1 8 17\n"), "9 8 1 1-2:1217567877 3-2:17 w3");
  EXPECT_EQ(error_of(parse_edges, "1 2 3 4\n2 3 4 5\n").substr(0, 34),
            "invalid_input file:1: expected 2 o");
  const std::string times = "source\ttarget\tweight\n2\t1\t1217567877\n2\t3\t1217573801\n";
  EXPECT_EQ(written(write_edge_list, read_edges(times)), times);
}

TEST(EdgeList, LinesAsOtherProgramsPrintThem) {
  EXPECT_EQ(parsed("1 -> 2\n2 -> 3\n"), "1 2 3 1-2 2-3 w0");
  EXPECT_EQ(parsed("a -- b 5\nb -- c 7\n"), "a b c 1-2:5 2-3:7 w3");
  EXPECT_EQ(parsed("a->b\nb->c\n"), "a b c 1-2 2-3 w0");
  EXPECT_EQ(parsed("a -> b;\nb -> c;\n"), "a b c 1-2 2-3 w0");
  EXPECT_EQ(parsed("1 -> 2: 5\n2 -> 3: 7\n"), "1 2 3 1-2:5 2-3:7 w3");
  EXPECT_EQ(parsed("(1, 2)\n(2, 3)\n"), "1 2 3 1-2 2-3 w0");
  EXPECT_EQ(parsed("('a', 'b', 2.5),\n('b', 'c', 1),\n"), "a b c 1-2:2.5 2-3:1 w3");
  EXPECT_EQ(parsed("[1,2]\n[2,3]\n"), "1 2 3 1-2 2-3 w0");
  EXPECT_EQ(parsed("(1, 2, {'weight': 3})\n(2, 3, {'weight': 4})\n"), "1 2 3 1-2:3 2-3:4 w3");
  EXPECT_EQ(parsed("0 1 {}\n1 2 {}\n"), "0 1 2 1-2 2-3 w0");
  EXPECT_EQ(parsed("a,b,{'color': 'red', \"weight\": 3}\n"), "a b 1-2:3 w3");
  const std::map<std::string, std::string> refused = {
      {"1 2\n1 -> 2\n", "found 3"},
      {"1 -> 2\n1 2\n", "expected an edge u -> v"},
      {"1 -> 2\n2 -> 3 -> 4\n", "expected an edge u -> v"},
      {"1 2 {'weight': 1}\n2 3 {}\n", "expected 3 columns as in the lines before, found 2"},
      {"1 2 {'weight': 'x'}\n", "expected a weight (a finite number) found ''x''"},
      {"(1, 2)\n(2, 3\n", "expected an edge (u, v)"},
      {"(1 2\n", "found '(1'"},
      {"a,->\nb,c\n", "found '->'"},
      {"[(1, 2), (2, 3)]\n", "lists in one line and JSON are not read"},
      {"{\"source\": 1, \"target\": 2}\n", "JSON are not read"},
      {"0: 1 2\n1: 0\n", "lists of neighbours are not read"},
      {"0:1 2\n", "lists of neighbours are not read"},
      {"0 1 2\n1 2\n2\n", "lists of neighbours are not read"},
      {"# made\n# GMT Tue\n0 1 2\n1 2 0\n", "adjacency list of networkx"},
      {"1 2\n2 {}\n", "found '{}'"},
      {"0,5,3\n2,0,4\n1,6,0\n", "that are a matrix"},
      {"1,.5,.2\n.5,1,.3\n.2,.3,1\n", "that are a matrix"},
      {"0,1,2,3\n1,0,2,2\n2,2,0,1\n3,2,1,0\n",
       "a dense table for the verb bipartite: --format table"},
      {",a,b\na,0,1\nb,1,0\n", "a matrix with names"},
      {",j1,j2,j3\na,4,1,3\nb,2,0,5\n", "a matrix with names"},
      {"a b c\na 0 1 2\nb 1 0 3\nc 2 3 0\n", "a matrix with names"},
      {"a;b;1,5\nb;c;2\n", "expected a point in a decimal number, found '1,5'"},
      {"x;y;z\na;b;1,5\n", "found '1,5'"},
  };
  for (const auto& [text, message] : refused) {
    EXPECT_NE(error_of(parse_edges, text).find(message), std::string::npos)
        << text << error_of(parse_edges, text);
  }
  // Triangles are edges.
  EXPECT_EQ(parsed("1,2,5\n2,3,7\n3,1,4\n"), "1 2 3 1-2:5 2-3:7 3-1:4 w3");
  EXPECT_EQ(parsed("1 2 3\n2 3 1\n3 1 9\n"), "1 2 3 1-2:3 2-3:1 3-1:9 w3");
}

TEST(EdgeList, ColumnsAmongOthers) {
  const std::string path = "a b c 1-2:3 2-3:4 w";
  EXPECT_EQ(parsed(",source,target,weight\n0,a,b,3\n1,b,c,4\n"), path + "4");
  EXPECT_EQ(parsed("\"\",\"p\",\"q\",\"n\"\n\"1\",\"a\",\"b\",3\n\"2\",\"b\",\"c\",4\n"),
            path + "4");
  EXPECT_EQ(parsed("\"p\" \"q\" \"n\"\n\"1\" \"a\" \"b\" 3\n\"2\" \"b\" \"c\" 4\n"), path + "4");
  EXPECT_EQ(parsed("from\tto\tn\nx\ta\tb\t3\ny\tb\tc\t4\n"), path + "4");
  EXPECT_EQ(parsed("p q\n1 a b\n2 b c\n"), "a b c 1-2 2-3 w0");
  EXPECT_EQ(parsed("weight,source,target\n3,a,b\n4,b,c\n"), path + "1");
  EXPECT_EQ(parsed("id,source,target\n3,a,b\n4,b,c\n"), "a b c 1-2 2-3 w0");
  EXPECT_EQ(parsed("Source;Target;Type;Id;Label;Weight\na;b;Directed;1;x;3\nb;c;Directed;2;y;4\n"),
            path + "6");
  EXPECT_EQ(parsed("source_id,x,target_id,y\na,1,b,2\nb,1,c,2\n"), "a b c 1-2 2-3 w0");
  // Lists of neighbours are no such tables.
  EXPECT_NE(error_of(parse_edges, "ann bob\nbob ann cleo\n").find("expected 2 columns"),
            std::string::npos);
}

TEST(EdgeList, ExponentsOfFortran) {
  EXPECT_EQ(parsed("a b 1.5D+02\nb c 2.5d-1\nc d 1D+3\n"), "a b c d 1-2:150 2-3:0.25 3-4:1000 w3");
  for (const char* weight : {"1D", "1.5D+", "1.5DD2", "D+2", "2D3", "1.5D+400"}) {
    EXPECT_NE(
        error_of(parse_edges, std::string("a b 1\nb c ") + weight + "\n").find("expected a weight"),
        std::string::npos);
  }
  EXPECT_NE(error_of(parse_edges, "a b\nb 1.5D+02\n").find("expected a vertex id"),
            std::string::npos);
}

TEST(EdgeList, Weights) {
  EXPECT_STREQ(weight_type(read_edges("1 2 3\n")), "int32");
  EXPECT_STREQ(weight_type(read_edges("1 2 -3000000000\n")), "int64");
  EXPECT_STREQ(weight_type(read_edges("1 2 3\n2 3 1e-3\n")), "double");
  EXPECT_EQ(edges_of(read_edges("1 2 3\n2 1 1e3\n1 1 5\n1 3 -0\n")), "1-2:1000 1-3:0");
  const Instance instance = read_edges("1 2 0\n2 3 -1\n2 1 -5\n");
  EXPECT_EQ(instance.report.zero_weights, 1U);
  EXPECT_EQ(instance.report.negative_weights, 1U);
}

TEST(EdgeList, BrokenFilesNameTheLine) {
  const std::map<std::string, std::string> cases = {
      {"1 2\n1 2 3\n", "file:2: expected 2 columns as in the lines before, found 3"},
      {"1 2 3\n#\n1 2\n",
       "file:3: expected 3 columns as in the lines before, found 2 (lists of neighbours are not "
       "read)"},
      {"1\n",
       "file:1: expected 2 or 3 columns (vertex, vertex, weight), found 1; --columns says which to "
       "take"},
      {"1 2 3 4\n",
       "file:1: expected 2 or 3 columns (vertex, vertex, weight), found 4; --columns says which to "
       "take (a dense table for the verb bipartite: --format table)"},
      {"1 2\n1.0 2\n", "file:2: expected a vertex id (an integer or a name), found '1.0'"},
      {"1 2\n3 1e+05\n", "file:2: expected a vertex id (an integer or a name), found '1e+05'"},
      {"1 2\n3 +5\n", "file:2: expected a vertex id (an integer or a name), found '+5'"},
      {"1,2\n1,\n", "file:2: expected a vertex id in column 2, found nothing"},
      {"1,2\n,1\n", "file:2: expected a vertex id in column 1, found nothing"},
      {"1 2 3\n1 2 x\n", "file:2: expected a weight (a finite number) in column 3, found 'x'"},
      {"1 2 3\n1 2 nan\n", "file:2: expected a weight (a finite number) in column 3, found 'nan'"},
      {"1,2,3\n1,2,\n", "file:2: expected a weight (a finite number) in column 3, found ''"},
      {"1 2 1,5\n2 3 2,5\n", "file:1: expected a point in a decimal number, found '1 2 1,5'"},
      {"# c\n1;2;1,5\n", "file:2: expected a point in a decimal number, found '1,5'"},
      {"1\t2\t1,5\n", "file:1: expected a weight (a finite number) in column 3, found '1,5'"},
      {"a b x\na b y\n", "file:1: expected a weight (a finite number) in column 3, found 'x'"},
  };
  for (const auto& [text, message] : cases) {
    EXPECT_EQ(error_of(parse_edge_list, text), "invalid_input " + message) << text;
  }
}

TEST(EdgeList, TextOfTheFileIsPrintableInMessages) {
  EXPECT_EQ(error_of(parse_edge_list, "a b 5\na c \x1B[2J\n"),
            "invalid_input file:2: expected a weight (a finite number) in column 3, found "
            "'\\x1b[2J'");
  try {
    (void)written(write_edge_list, read_edges("x,y\na\tb,c\x07\n"));
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "format edge_list cannot hold an edge from 'a\\x09b' to 'c\\x07': such ids would "
                 "be read as others");
  }
}

TEST(EdgeList, NulBytesAreRefusedBehindWhatIsWrongInFrontOfThem) {
  using namespace std::string_view_literals;
  const auto error = [](std::string_view text, int threads = 1) {
    return error_of(parse_edge_list, text, Interpretation::automatic, threads);
  };
  const std::string nul = "expected text, found a NUL byte; is it UTF-16?";
  EXPECT_EQ(error("1\0 \0002\0\n\0002\0 \0003\0"sv), "invalid_input file:1: " + nul);
  EXPECT_EQ(error("1 2\n2 3\0"sv), "invalid_input file:2: " + nul);
  EXPECT_EQ(error("a b\n\n# \0\n"sv), "invalid_input file:3: " + nul);
  EXPECT_EQ(error("# \0"sv), "invalid_input file:1: " + nul);
  EXPECT_EQ(error("1 2\n1 2 3\n1 2\0\n"sv),
            "invalid_input file:2: expected 2 columns as in the lines before, found 3");
  for (const char* name : {"1", "v"}) {
    std::string text;
    for (int i = 0; i < 60000; ++i) text += name + std::to_string(i % 999) + " 2\n";
    const std::string good = text;
    text += "1\0 2\n"sv;
    text += good;
    for (const int threads : {1, 3, 8}) {
      EXPECT_EQ(error(text, threads), "invalid_input file:60001: " + nul);
      EXPECT_EQ(error(good, threads), "none");
    }
  }
}

std::string random_list(bool names, std::uint64_t seed) {
  std::string text = "# random\n";
  for (std::uint64_t i = 0; i < 40000; ++i) {
    if (pick(seed + i, 70) == 0) text += "% comment\n\n";
    const char* prefix = names ? "v" : "";
    text += prefix + std::to_string(pick(seed + 3 * i, 9000)) + '\t' + prefix +
            std::to_string(pick(seed + 3 * i + 1, 9000)) + '\t' + std::to_string(pick(i, 90)) +
            '\n';
  }
  return text;
}

TEST(EdgeList, TheSameOnAnyNumberOfThreads) {
  for (const bool names : {false, true}) {
    std::string text = random_list(names, 3);
    const std::string expected = dump(read_edges(text));
    for (const int threads : {2, 3, 8}) EXPECT_EQ(dump(read_edges(text, threads)), expected);
    // One name far behind makes all ids names.
    text += "last\t5\t1\n";
    const std::string mixed = dump(read_edges(text));
    for (const int threads : {2, 8}) EXPECT_EQ(dump(read_edges(text, threads)), mixed);
  }
  // Names or numbers, the graph is the same.
  EXPECT_EQ(edges_of(read_edges(random_list(false, 4))),
            edges_of(read_edges(random_list(true, 4))));
}

// A blank at the end of each line keeps it from being read eight bytes at a time.
TEST(EdgeList, PlainLinesAreReadAsOthers) {
  const std::vector<std::vector<std::string>> columns = {
      {"1", "0", "7", "12", "007", "1234567", "12345678", "00", "x3", "-4", "4294967294"},
      {"2", "13", "0", "01", "7654321", "87654321", "1e5"}};
  const std::vector<std::string> weights = {"",        "5",        "0",  "007",
                                            "9999999", "12345678", "-3", "2.5"};
  for (const char* separator : {" ", "\t", ",", ";", "  "}) {
    for (const std::string& weight : weights) {
      for (const std::string& u : columns[0]) {
        for (const std::string& v : columns[1]) {
          const auto text = [&](const std::string& end) {
            const std::string tail = weight.empty() ? "" : separator + std::string("1");
            std::string lines = u + separator + v;
            if (!weight.empty()) lines += separator + weight;
            lines += end;
            for (const char* more : {"31", "7", "1", "60000"}) {
              lines += std::string(more) + separator + "32" + tail + end;
            }
            return lines + "33" + separator + "34" + tail + end;
          };
          const Instance plain = read_edges(text("\n"));
          const Instance other = read_edges(text(" \n"));
          EXPECT_EQ(edges_of(plain), edges_of(other)) << text("\n");
          EXPECT_EQ(labels_of_instance(plain), labels_of_instance(other)) << text("\n");
        }
      }
    }
  }
}

TEST(EdgeList, RepeatedPairsAreMergedOnAnyNumberOfThreads) {
  // Most pairs at few vertices; 5000 vertices make several in each range of smaller ends.
  constexpr std::uint64_t k_lines = 70'000;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> heaviest;
  std::string text;
  for (std::uint64_t i = 0; i < k_lines; ++i) {
    const std::uint64_t u = base::below(base::hash(1, 0, i), i % 3 == 0 ? 5000 : 200);
    const std::uint64_t v = base::below(base::hash(1, 1, i), i % 5 == 0 ? 5000 : 200);
    const std::uint64_t weight = base::below(base::hash(1, 2, i), 1000);
    text += std::to_string(u) + " " + std::to_string(v) + " " + std::to_string(weight) + "\n";
    if (u == v) continue;
    std::uint64_t& most = heaviest[std::minmax(u, v)];
    most = std::max(most, weight);
  }
  for (const int threads : {1, 2, 3, 9}) {
    const Instance instance = read_edges(text, threads);
    const auto list = list_of(instance);
    const EdgeListView graph = list.view();
    ASSERT_EQ(graph.num_edges(), heaviest.size()) << threads;
    for (EdgeId e = 0; e < graph.num_edges(); ++e) {
      const std::uint64_t u = std::stoull(instance.labels.of(graph.edges[e].u));
      const std::uint64_t v = std::stoull(instance.labels.of(graph.edges[e].v));
      ASSERT_EQ(weight_at(graph.weights, e), static_cast<double>(heaviest[std::minmax(u, v)]));
    }
    EXPECT_EQ(edges_of(instance), edges_of(read_edges(text))) << threads;
  }
}

TEST(EdgeList, RoundTrips) {
  for (const char* text : {"1\t2\n3\t2\n", "0\t7\t5\n7\t3\t-2\n", "source\ttarget\na\tb\n1\t2\n",
                           "source\ttarget\tweight\nNew York\tx, y\t0.5\n"}) {
    EXPECT_EQ(written(write_edge_list, read_edges(text)), text);
  }
  const Instance instance = read_edges(random_list(true, 9));
  const std::string text = written(write_edge_list, instance);
  EXPECT_EQ(edges_of(read_edges(text)), edges_of(instance));
  EXPECT_EQ(written(write_edge_list, read_edges(text)), text);
}

TEST(EdgeList, IdsThatWouldBeReadAsOthersAreNotWritten) {
  // In quotes a tab is part of an id.
  const std::string quoted = "source\ttarget\n\"a\tb\"\tc\n";
  EXPECT_EQ(written(write_edge_list, read_edges(quoted)), quoted);
  for (const char* text : {"x,y\na\tb,c\n", "x,y\nc,a\tb\n", "\"a b\"\nc d\n"}) {
    try {
      (void)written(write_edge_list, read_edges(text));
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::unsupported) << text;
    }
  }
}

}  // namespace
}  // namespace hypermatch::detail::io::testing
