// SPDX-License-Identifier: MIT
// GML, GraphML, Pajek networks and DOT: files as the programs write them that draw and analyse
// graphs.
#include <map>

#include "tests/io/parse_helpers.hpp"

namespace hypermatch::detail::io::testing {
namespace {

std::string names_of(const Instance& instance) {
  std::string all;
  for (VertexId v = 0; v < graph_of(instance).num_vertices(); ++v) {
    all += (v == 0 ? "" : "|") + instance.labels.of(v);
  }
  return all;
}
std::string notes_of(const Instance& instance) {
  std::string all;
  for (const std::string& note : instance.report.notes) all += note + "\n";
  return all;
}

Instance gml(std::string_view text) {
  return parse_with(parse_gml, text);
}
Instance graphml(std::string_view body) {
  return parse_with(parse_graphml, body);
}
Instance pajek(std::string_view text) {
  return parse_with(parse_pajek, text);
}
Instance dot(std::string_view text) {
  return parse_with(parse_dot, text);
}

void expect_errors(Parser parser, const std::map<std::string, std::string>& cases) {
  for (const auto& [text, message] : cases) EXPECT_EQ(error_of(parser, text), message) << text;
}

TEST(Gml, AsNetworkxWritesIt) {
  const Instance instance =
      gml("graph [\n  node [\n    id 0\n    label \"a b\"\n  ]\n  node [\n    id 1\n"
          "    label \"c&#34;d\"\n  ]\n  node [\n    id 2\n    label \"&#233;&amp;&foo;&\"\n  ]\n"
          "  node [\n    id 3\n    label \"lone\"\n  ]\n  edge [\n    source 0\n    target 1\n"
          "    weight 2.5\n  ]\n  edge [\n    source 2\n    target 1\n  ]\n]\n");
  EXPECT_EQ(edges_of(instance), "1-2:2.5 3-2:1");
  EXPECT_EQ(names_of(instance), "a b|c\"d|\xC3\xA9&&foo;&|lone");
  EXPECT_EQ(instance.report.missing_weights, 1U);
  EXPECT_EQ(instance.report.directed_edges, 0U);
  EXPECT_EQ(instance.report.format, "gml");
}

TEST(Gml, NestedAttributesCommentsAndEdgesInFront) {
  const Instance instance = gml(
      "# a comment\nCreator \"Y\"\nVersion 2.2\ngraph\n[\n  comment \"x ] [\"\n  directed 1\n"
      "  edge [ source -1 target 7 graphics [ Line [ point [ x 1.0 ] point [ x 2 ] ] ] value 4 ]\n"
      "  node [ id 7 graphics [ w 1 fill \"#FFF\" ] ] # behind\n  node [ id -1 ]\n"
      "  edge [ source 7 target -1 value 9 ]\n  edge [ source 7 target 7 value 1 ]\n]\n");
  EXPECT_EQ(edges_of(instance), "2-1:9");
  EXPECT_EQ(names_of(instance), "7|-1");
  EXPECT_EQ(instance.report.directed_edges, 3U);
  EXPECT_EQ(instance.report.self_loops, 1U);
  EXPECT_EQ(instance.report.comment_lines, 2U);
}

TEST(Gml, NamesAreLabelsThatDiffer) {
  const auto labels = [](const char* a, const char* b) {
    return gml(std::string("graph [ node [ id 4 ") + a + " ] node [ id 5 " + b + " ] ]");
  };
  EXPECT_EQ(names_of(labels("label \"x\"", "label \"y\"")), "x|y");
  EXPECT_EQ(names_of(labels("name \"x\"", "name \"y\"")), "x|y");
  const Instance twice = labels("label \"x\"", "label \"x\"");
  EXPECT_EQ(names_of(twice), "4|5");
  EXPECT_EQ(notes_of(twice), "label 'x' stands twice: vertices are called by their ids\n");
  const Instance once = labels("label \"x\"", "");
  EXPECT_EQ(names_of(once), "4|5");
  EXPECT_EQ(notes_of(once), "1 vertex without label: vertices are called by their ids\n");
  EXPECT_TRUE(gml("graph [ node [ id 1 ] node [ id 2 ] ]").labels.empty());
}

TEST(Gml, BrokenFilesNameTheLine) {
  expect_errors(
      parse_gml,
      {{"", "invalid_input file:1: expected 'graph [', found the end of the file"},
       {"graph 1", "invalid_input file:1: expected '[' behind 'graph', found '1'"},
       {"graph [\nnode [ id 1 ]\n",
        "invalid_input file:2: expected a key or ']', found the end of the file"},
       {"graph [\nnode [ ]\n]", "invalid_input file:2: expected the 'id' of the node, found none"},
       {"graph [ node [ id 1 ]\nnode [ id 1 ] ]",
        "invalid_input file:2: expected a new id, found '1' again"},
       {"graph [ node [ id 1 id 2 ] ]",
        "invalid_input file:1: expected one 'id', found a second one"},
       {"graph [ node [ id 1 ]\nedge [ source 1 ] ]",
        "invalid_input file:2: expected the 'target' of the edge, found none"},
       {"graph [ node [ id 1 ]\nedge [ source 1\ntarget 2 ] ]",
        "invalid_input file:3: expected the id of a node, found '2'"},
       {"graph [ node [ id 1 ]\nedge [ source 1 target 1 weight NAN ] ]",
        "invalid_input file:2: expected an edge weight (a finite number), found 'NAN'"},
       {"graph [ node [ id 1 label \"a\n ] ]",
        "invalid_input file:1: expected a closing quote, found the end of the file behind '\"a'"},
       {"graph [ ] ]", "invalid_input file:1: expected a key, found ']'"},
       {"graph [ directed yes ]",
        "invalid_input file:1: expected 'directed 0' or 'directed 1', found 'yes'"},
       {"graph [ ]\ngraph [ ]", "unsupported file:2: a second graph; a file holds one"},
       {"graph [\ngraph [ ] ]",
        "unsupported file:2: a graph inside a graph; nested graphs are not read"}});
  // Depth takes no stack.
  std::string deep = "graph [ a ";
  for (int i = 0; i < 300000; ++i) deep += "[ a ";
  EXPECT_EQ(error_of(parse_gml, deep).substr(0, 40), "invalid_input file:1: expected ']', foun");
}

const std::string k_head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml>\n";

TEST(Graphml, WeightsOfDeclaredKeys) {
  const Instance instance = graphml(
      k_head +
      "<!-- a comment --><key id=\"d0\" for=\"edge\" attr.name=\"weight\" attr.type=\"double\"/>\n"
      "<key id=\"d1\" for=\"node\" attr.name=\"value\" attr.type=\"double\"/>\n"
      "<graph edgedefault=\"directed\"><edge source=\"b\" target=\"a\"><data key=\"d0\"> 2.5 "
      "</data>"
      "</edge><node id=\"a\"><data key=\"d1\">7</data></node><node id=\"b\"/><node "
      "id=\"x&amp;&#233;\"/>"
      "<edge source=\"a\" target=\"x&amp;&#xe9;\" directed=\"false\"/></graph></graphml>\n");
  EXPECT_EQ(edges_of(instance), "2-1:2.5 1-3:1");
  EXPECT_EQ(names_of(instance), "a|b|x&\xC3\xA9");
  EXPECT_EQ(instance.report.directed_edges, 1U);
  EXPECT_EQ(instance.report.missing_weights, 1U);
}

TEST(Graphml, NamesOfKeysAndDefaults) {
  const auto with = [](const char* keys, const char* data) {
    return edges_of(graphml(k_head + keys +
                            "<graph><node id=\"1\"/><node id=\"2\"/><edge source=\"1\" "
                            "target=\"2\">" +
                            data + "</edge></graph></graphml>"));
  };
  EXPECT_EQ(with("", "<data key=\"weight\">3</data>"), "1-2");
  EXPECT_EQ(with("<key id=\"k\" for=\"edge\" attr.name=\"Edge Weight\" attr.type=\"string\"/>",
                 "<data key=\"k\">3</data>"),
            "1-2:3");
  EXPECT_EQ(with("<key id=\"k\" for=\"edge\" attr.name=\"weight\"><default>4</default></key>", ""),
            "1-2:4");
  EXPECT_EQ(with("<key id=\"v\" for=\"edge\" attr.name=\"value\"/><key id=\"w\" for=\"all\" "
                 "attr.name=\"Weight\"/>",
                 "<data key=\"v\">3</data><data key=\"w\">5</data>"),
            "1-2:5");
  EXPECT_EQ(with("<key for=\"edge\" id=\"d9\" yfiles.type=\"edgegraphics\"/>",
                 "<data key=\"d9\"><y:PolyLineEdge xmlns:y=\"u\"/></data>"),
            "1-2");
}

TEST(Graphml, OneKeyOfWeightsPerType) {
  EXPECT_EQ(edges_of(graphml(
                k_head + "<key id=\"i\" for=\"edge\" attr.name=\"weight\" attr.type=\"long\"/>"
                         "<key id=\"d\" for=\"edge\" attr.name=\"weight\" attr.type=\"double\"/>"
                         "<graph><node id=\"1\"/><node id=\"2\"/><node id=\"3\"/>"
                         "<edge source=\"1\" target=\"2\"><data key=\"i\">2</data></edge>"
                         "<edge source=\"2\" target=\"3\"><data key=\"d\">7.5</data></edge>"
                         "</graph></graphml>")),
            "1-2:2 2-3:7.5");
}

TEST(Graphml, PrefixesEncodingsAndDocumentTypes) {
  EXPECT_EQ(edges_of(graphml("<!DOCTYPE graphml SYSTEM \"graphml.dtd\">\n<g:graphml xmlns:g=\"u\">"
                             "<g:graph><g:node id=\"1\"/><g:node id=\"2\"/><g:edge source=\"2\" "
                             "target=\"1\"/></g:graph></g:graphml>")),
            "2-1");
  EXPECT_EQ(names_of(graphml("<?xml version='1.0' encoding='ISO-8859-1'?><graphml><graph>"
                             "<node id=\"\xE9\"/></graph></graphml>")),
            "\xC3\xA9");
  expect_errors(parse_graphml,
                {{"<?xml version='1.0' encoding='KOI8-R'?><graphml><graph/></graphml>",
                  "unsupported file:1: the encoding 'KOI8-R'; UTF-8 and ISO-8859-1 are read"},
                 {"<!DOCTYPE g [\n<!ENTITY a \"b\">]><graphml><graph/></graphml>",
                  "unsupported file:2: declared entities; they are not resolved"}});
}

TEST(Graphml, BrokenFilesNameTheLine) {
  const std::string open = k_head + "<graph>\n<node id=\"a\"/>\n";
  const std::string close = "</graph></graphml>";
  expect_errors(
      parse_graphml,
      {{"<gexf/>", "unsupported file:1: an XML file with the root 'gexf'; of XML, GraphML is read"},
       {"<graphml/>", "invalid_input file:1: expected an element 'graph', found none"},
       {open, "invalid_input file:4: expected well-formed XML, found: Start-end tags mismatch"},
       {open + "<node id=\"a\"/>" + close,
        "invalid_input file:5: expected a new id, found 'a' again"},
       {open + "<node/>" + close,
        "invalid_input file:5: expected the attribute 'id' of the element 'node', found none"},
       {open + "\n<edge source=\"a\" target=\"b\"/>" + close,
        "invalid_input file:6: expected the id of a node, found 'b'"},
       {open + "<edge source=\"a\"/>" + close,
        "invalid_input file:5: expected the attribute 'target' of the element 'edge', found none"},
       {open + "<hyperedge/>" + close,
        "unsupported file:5: a hyperedge; of GraphML, graphs are read"},
       {open + "<node id=\"b\"><graph/></node>" + close,
        "unsupported file:5: a graph inside a node; nested graphs are not read"},
       {open + "</graph><graph/></graphml>",
        "unsupported file:5: a second graph; a file holds one"},
       {open + close + "\n<graphml/>",
        "invalid_input file:6: expected the end of the file behind the root, found 'graphml'"}});
  EXPECT_EQ(error_of(parse_graphml, std::string("<graphml>\n\0</graphml>", 21)).substr(0, 22),
            "invalid_input file:2: ");
  std::string deep = "<graphml><graph><node id='a'>";
  for (int i = 0; i < 300000; ++i) deep += "<a>";
  EXPECT_EQ(error_of(parse_graphml, deep).substr(0, 21), "invalid_input file:1:");
}

TEST(Pajek, SectionsAndLabels) {
  const Instance instance = pajek(
      "% made by hand\n*Network \"a net\"\n*Vertices 5\r\n1 \"Ann B.\" 0.1 0.2 0.5 ic Red\n"
      "2 Bob ellipse\n3 \"\xC3\xA9\" \n4 \"%d\"\n5 last\n\n*Arcs :2 \"knows\"\n 1 2 3 [1-4]\n"
      "2: 2 1 5 c Blue\n*edges\n3 4 l \"x\" w 2\n4 3 -1.5\n1 1\n*Edgeslist\n1 3 5\n*arcslist:3 "
      "\"x\"\n5 "
      "2\n");
  EXPECT_EQ(edges_of(instance), "1-2:5 3-4:1 1-3:1 1-5:1 5-2:1");
  EXPECT_EQ(names_of(instance), "Ann B.|Bob|\xC3\xA9|%d|last");
  EXPECT_EQ(instance.report.directed_edges, 3U);
  EXPECT_EQ(instance.report.self_loops, 1U);
  EXPECT_EQ(instance.report.missing_weights, 5U);
  EXPECT_EQ(instance.report.comment_lines, 1U);
}

TEST(Pajek, NumbersWhereLabelsDoNotTell) {
  EXPECT_TRUE(pajek("*Vertices 3\n*Edges\n1 2\n").labels.empty());
  EXPECT_EQ(graph_of(pajek("*vertices 3\n")).num_vertices(), 3U);
  const Instance some = pajek("*Vertices 3\n2 b\n*Edges\n1 2\n");
  EXPECT_TRUE(some.labels.empty());
  EXPECT_EQ(notes_of(some),
            "only 1 of 3 vertices have labels: vertices are called by their numbers\n");
  const Instance twice = pajek("*Vertices 2\n1 \"b\"\n2 \"b\"\n");
  EXPECT_TRUE(twice.labels.empty());
  EXPECT_EQ(names_of(pajek("*Vertices 2\n2 b\n1 a\n")), "a|b");
  EXPECT_EQ(graph_of(pajek("*Vertices 4294967294\n1 a\n")).num_vertices(), 4294967294U);
}

TEST(Pajek, Matrices) {
  const Instance symmetric = pajek("*Vertices 3\n*Matrix\n0 1 2\n1 0 0\n2 0 1\n");
  EXPECT_EQ(edges_of(symmetric), "1-2:1 1-3:2");
  EXPECT_EQ(symmetric.report.directed_edges, 0U);
  EXPECT_EQ(symmetric.report.parallel_edges, 0U);
  EXPECT_EQ(symmetric.report.self_loops, 1U);
  const Instance arcs = pajek("*Vertices 3\n*Matrix\n0 1 0\n3 0 0\n0.5 0 0\n");
  EXPECT_EQ(edges_of(arcs), "1-2:3 3-1:0.5");
  EXPECT_EQ(arcs.report.directed_edges, 3U);
  EXPECT_EQ(edges_of(pajek("*Vertices 5 2\n*Matrix\n1 0 2\n0 0 3\n")), "1-3:1 1-5:2 2-5:3");
}

TEST(Pajek, TwoModesAreAGraphWithoutRequest) {
  EXPECT_EQ(edges_of(pajek("*Vertices 4 2\n*Edges\n1 3\n4 3\n")), "1-3 4-3");
}

TEST(Pajek, BrokenFilesNameTheLine) {
  expect_errors(
      parse_pajek,
      {{"",
        "invalid_input file:1: expected '*Vertices' and their number, found the end of the file"},
       {"1 2\n", "invalid_input file:1: expected '*Vertices' and their number, found '1'"},
       {"*Vertices\n",
        "invalid_input file:1: expected the number of vertices, found the end of the line"},
       {"*Vertices 3 4\n",
        "invalid_input file:1: expected at most 3 vertices of the first side, found 4"},
       {"*Vertices 3 1 1\n",
        "invalid_input file:1: expected the end of the line '*Vertices', found '1'"},
       {"*Edges\n",
        "invalid_input file:1: expected '*Vertices' and their number in front, found '*Edges'"},
       {"*Vertices 2\n3 c\n", "invalid_input file:2: expected a vertex in 1..2, found '3'"},
       {"*Vertices 2\n1 \"a\n",
        "invalid_input file:2: expected a label that ends with a quote in its line, found '\"a'"},
       {"*Vertices 2\n1 a\n1 b\n",
        "invalid_input file:3: expected one line per vertex, found a second one of '1'"},
       {"*Vertices 2\n*Edges\n1 0\n",
        "invalid_input file:3: expected a vertex in 1..2, found '0'; a file that counts from 0 is "
        "read with --zero-based"},
       {"*Vertices 2\n*Edges\n1\n",
        "invalid_input file:3: expected a vertex, found the end of the line"},
       {"*Vertices 2\n*Edges\n1 2 nan\n",
        "invalid_input file:3: expected an edge weight (a finite number), found 'nan'"},
       {"*Vertices 2\n*Matrix\n0 1\n",
        "invalid_input file:3: expected 2 rows of the matrix, found 1"},
       {"*Vertices 2\n*Matrix\n0 1 1\n",
        "invalid_input file:3: expected a row of 2 values, found '1'"},
       {"*Vertices 2\n*Matrix\n0\n",
        "invalid_input file:3: expected a row of 2 values, found the end of the line"},
       {"*Vertices 1\n*Matrix\n0\n0\n",
        "invalid_input file:4: expected no more than 1 row of the matrix, found '0'"},
       {"*Vertices 2\n*Partition p\n",
        "unsupported file:2: section '*Partition': of Pajek's files networks are read, without "
        "partitions, vectors and events"},
       {"*Vertices 2\n*Vertices 2\n", "unsupported file:2: a second network; a file holds one"}});
}

TEST(Dot, ChainsDefaultsAndSubgraphs) {
  const Instance instance =
      dot("// a comment\n# line 1 \"x\"\nstrict graph G { /* two\nlines */ rankdir=LR; node "
          "[shape=box]\n"
          "a -- b -- c [weight=3, color=\"red\"]; \"lone one\" [label=<<b>x</b>>]\n"
          "subgraph cluster_1 { label=\"s\"; edge [weight=5]; c -- d; { d -- e } }\n"
          "{a b} -- {d; \"e\"} [weight=\"0.5\"][style=bold];\n e:p:ne -- 7 }\n");
  EXPECT_EQ(edges_of(instance), "1-2:3 2-3:3 3-5:5 5-6:5 1-5:0.5 1-6:0.5 2-5:0.5 2-6:0.5 6-7:1");
  EXPECT_EQ(names_of(instance), "a|b|c|lone one|d|e|7");
  EXPECT_EQ(instance.report.missing_weights, 1U);
  EXPECT_EQ(instance.report.comment_lines, 3U);
}

TEST(Dot, IdsOfAllKinds) {
  const Instance instance = dot(
      "DiGraph \"a name\" {a->\"b \\\"q\\\"\\n\";<<i>x</i>>->-.5->3.;\"one\" + \" two\"->\xC3\xA9\n"
      "\"long\\\nid\" a_1}");
  EXPECT_EQ(names_of(instance), "a|b \"q\"\\n|<<i>x</i>>|-.5|3.|one two|\xC3\xA9|longid|a_1");
  EXPECT_EQ(edges_of(instance), "1-2 3-4 4-5 6-7");
  EXPECT_EQ(instance.report.directed_edges, 4U);
}

TEST(Dot, SubgraphsThatGoOn) {
  EXPECT_EQ(edges_of(dot("graph{subgraph s{a} subgraph s{b} -- c}")), "1-3 2-3");
  EXPECT_EQ(edges_of(dot("graph{{a b}--{a b}}")), "1-2");
}

TEST(Dot, BrokenFilesNameTheLine) {
  expect_errors(
      parse_dot,
      {{"", "invalid_input file:1: expected 'graph' or 'digraph', found the end of the file"},
       {"graph x", "invalid_input file:1: expected '{', found the end of the file"},
       {"graph {\na -- b",
        "invalid_input file:2: expected a node, a subgraph or '}', found the end of the file"},
       {"graph {\na -> b}", "invalid_input file:2: expected '--' in a graph, found '->'"},
       {"digraph {\na -- b}", "invalid_input file:2: expected '->' in a digraph, found '--'"},
       {"graph {a -- }", "invalid_input file:1: expected a node or a subgraph, found '}'"},
       {"graph {a [x=}", "invalid_input file:1: expected a value behind '=', found '}'"},
       {"graph {a -- b [weight=heavy]}",
        "invalid_input file:1: expected an edge weight (a finite number), found 'heavy'"},
       {"graph {2nd}",
        "invalid_input file:1: expected quotes around an id that begins with a digit and is no "
        "number, found '2nd}'"},
       {"graph {\n\"a}",
        "invalid_input file:2: expected a closing quote, found the end of the file behind '\"a}'"},
       {"graph {\n/* a}",
        "invalid_input file:2: expected '*/', found the end of the file behind '/*'"},
       {"graph {\n<a}",
        "invalid_input file:2: expected '>', found the end of the file behind '<a}'"},
       {"graph {a ! b}", "invalid_input file:1: expected a statement of DOT, found '!'"},
       {"graph {} x",
        "invalid_input file:1: expected the end of the file behind the graph, found 'x'"},
       {"graph {}\ngraph {}", "unsupported file:2: a second graph; a file holds one"}});
  const std::string deep = "graph " + std::string(100000, '{');
  EXPECT_EQ(error_of(parse_dot, deep),
            "invalid_input file:1: expected at most 256 subgraphs inside each other, found more");
}

TEST(Dot, ProductsOfSubgraphsAreNotMadeWhereTheyDoNotFit) {
  std::string text = "graph {";
  for (const char* side : {"{", "--{"}) {
    text += side;
    for (int i = 0; i < 70000; ++i) text += (*side == '{' ? " a" : " b") + std::to_string(i);
    text += "}";
  }
  EXPECT_EQ(error_of(parse_dot, text + "}"),
            "invalid_input file:1: expected at most 2^32 - 2 edges, found 4900000000");
}

TEST(DrawingFormats, HypergraphsLoopsAndNegativeWeights) {
  const Context context({.threads = 1});
  const std::string text = "graph { a -- a [weight=4]; a -- b [weight=-1] }";
  ParseInput input{context, {text.data(), text.size()}, "file", Interpretation::hypergraph};
  EXPECT_EQ(pins_of(parse_dot(input)), "{1 2}");
  input.as = Interpretation::automatic;
  input.self_loops = hypermatch::io::SelfLoops::keep;
  EXPECT_EQ(weight_at(view_of(parse_dot(input).loop_weights), 0), 4);
  input.negative_weights = hypermatch::io::NegativeWeights::refuse;
  EXPECT_THROW((void)parse_dot(input), Error);
  for (const Parser parser : {parse_gml, parse_graphml, parse_pajek, parse_dot}) {
    EXPECT_EQ(error_of(parser, "", Interpretation::row_net).substr(0, 12), "unsupported ");
  }
}

TEST(DrawingFormats, AreFoundByContent) {
  const auto format_of = [](std::string_view text) {
    const Context context({.threads = 1});
    return hypermatch::io::read_text(context, {text.data(), text.size()}, "-").report.format;
  };
  EXPECT_EQ(format_of("Creator \"Y\"\nVersion 1\ngraph\n[\n]\n"), "gml");
  EXPECT_EQ(format_of("# c\ngraph [ ]"), "gml");
  EXPECT_EQ(format_of("\n<?xml version='1.0'?><graphml><graph/></graphml>"), "graphml");
  EXPECT_EQ(format_of("% c\n\n*NETWORK x\n*vertices 1\n"), "pajek");
  EXPECT_EQ(format_of("/* c */\n# d\nStrict DiGraph \"a b\" {}"), "dot");
  EXPECT_EQ(format_of("# graph { a }\na b\n"), "edge_list");
  EXPECT_EQ(format_of("# graph [\ngraph x\n"), "edge_list");
}

TEST(DrawingFormats, FrontsMayEndAnywhere) {
  const Context context({.threads = 1});
  const auto outcome = [&](void (*check)(const ParseInput&), std::string_view text) {
    try {
      check({context, {text.data(), text.size()}, "file", Interpretation::automatic});
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("fine");
  };
  const std::string gml_text = "graph [ node [ id 1 label \"a b\" ] edge [ source 1 target 2 ] ]";
  const std::string dot_text = "graph G { a -- \"b c\" [weight=1.5]; /* x */ <b> }";
  for (std::size_t size = 0; size < gml_text.size(); ++size) {
    EXPECT_EQ(outcome(check_front_of_gml, gml_text.substr(0, size)), "fine") << size;
  }
  for (std::size_t size = 0; size < dot_text.size(); ++size) {
    const std::string front = dot_text.substr(0, size);
    if (front.ends_with('-') || front.ends_with('/')) continue;  // half a word
    EXPECT_EQ(outcome(check_front_of_dot, front), "fine") << size;
  }
  EXPECT_EQ(outcome(check_front_of_pajek, "*Vertices 2\n*Matrix\n0 1\n"), "fine");
  EXPECT_EQ(outcome(check_front_of_graphml, "<graphml><graph>"), "fine");
  EXPECT_NE(outcome(check_front_of_gml, "graph [ node [ 1 ] "), "fine");
  EXPECT_NE(outcome(check_front_of_dot, "graph { a -> b"), "fine");
  EXPECT_NE(outcome(check_front_of_pajek, "*Vertices 2\n*Edges\n1 3\n"), "fine");
}

}  // namespace
}  // namespace hypermatch::detail::io::testing
