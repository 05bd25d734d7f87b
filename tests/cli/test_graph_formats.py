# SPDX-License-Identifier: MIT
"""GML, GraphML, Pajek networks and DOT from end to end: one graph in the manner of each program that writes
them, through the verbs that take graphs."""

import gzip
import json

import harness
from harness import BAD_INPUT, DONE, UNSUPPORTED, USAGE

# The path p1 - p2 - p3 - p4 of weights 1, 2.5, 1 beside an isolated vertex, as different programs write it.
GEPHI = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key attr.name="label" attr.type="string" for="node" id="label"/>
<key attr.name="Edge Label" attr.type="string" for="edge" id="edgelabel"/>
<key attr.name="weight" attr.type="double" for="edge" id="weight"/>
<key attr.name="Edge Id" attr.type="string" for="edge" id="edgeid"/>
<key attr.name="r" attr.type="int" for="node" id="r"/>
<graph edgedefault="undirected">
<node id="p1"><data key="label">One</data><data key="r">153</data></node>
<node id="p2"/><node id="p3"/><node id="p4"/><node id="p5"/>
<edge id="0" source="p1" target="p2"><data key="edgeid">0</data></edge>
<edge id="1" source="p2" target="p3"><data key="weight">2.5</data></edge>
<edge id="2" source="p3" target="p4"><data key="weight">1.0</data></edge>
</graph>
</graphml>
"""
YED = """<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:y="http://www.yworks.com/xml/graphml">
  <!--Created by yEd 3.23-->
  <key attr.name="weight" attr.type="double" for="edge" id="d4"/>
  <key for="node" id="d6" yfiles.type="nodegraphics"/>
  <key for="port" id="d0" yfiles.type="portgraphics"/>
  <graph edgedefault="directed" id="G">
    <data key="d0" xml:space="preserve"/>
    <node id="p1"><data key="d6"><y:ShapeNode><y:NodeLabel>a &lt; b</y:NodeLabel></y:ShapeNode></data></node>
    <node id="p2"><port name="x"/></node><node id="p3"/><node id="p4"/><node id="p5"/>
    <edge id="e0" source="p1" target="p2"><data key="d4"><![CDATA[1]]></data></edge>
    <edge id="e1" source="p3" target="p2"><data key="d4"><![CDATA[2.5]]></data></edge>
    <edge id="e2" source="p3" target="p4" sourceport="x"><data key="d4"><![CDATA[1]]></data></edge>
  </graph>
  <data key="d7"><y:Resources/></data>
</graphml>
"""
NODEXL = """<?xml version="1.0" encoding="utf-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="V-Label" for="node" attr.name="Label" attr.type="string"/>
  <key id="E-Edge Weight" for="edge" attr.name="Edge Weight" attr.type="string"/>
  <graph edgedefault="undirected">
    <node id="p1"/><node id="p2"/><node id="p3"/><node id="p4"/><node id="p5"/>
    <edge source="p1" target="p2"><data key="E-Edge Weight">1</data></edge>
    <edge source="p2" target="p3"><data key="E-Edge Weight">2.5</data></edge>
    <edge source="p4" target="p3"><data key="E-Edge Weight">1</data></edge>
  </graph>
</graphml>
"""
IGRAPH_GML = """Creator "igraph version 0.10.4"
Version 1
graph
[
  directed 0
""" + "".join(f"  node\n  [\n    id {v}\n    name \"p{v + 1}\"\n  ]\n" for v in range(5)) + """
  edge [ source 1 target 0 weight 1 ]
  edge [ source 2 target 1 weight 2.5 ]
  edge [ source 3 target 2 weight 1 ]
]
"""
YED_GML = """Creator "yFiles"
Version "2.17"
graph
[
  hierarchic 1
  label ""
  directed 1
""" + "".join(f"""  node
  [
    id {v}
    label "p{v + 1}"
    graphics [ x 77.0 type "rectangle" fill "#FFCC00" ]
    LabelGraphics [ text "p{v + 1}" fontSize 12 ]
  ]
""" for v in range(5)) + """
  edge [ source 0 target 1 value 1 graphics [ fill "#000000" Line [ point [ x 1 y 2 ] ] ] ]
  edge [ source 1 target 2 value 2.5 ]
  edge [ source 2 target 3 ]
]
"""
PAJEK = """*Network drawn by hand
*Vertices 5
1 "p1" 0.1500 0.5000 0.5000 ic Yellow bc Black
2 "p2"
3 p3
4 "p4" box
5 "p5"
*Arcs
*Edges
1 2 1 c Blue
3 2 2.5 w 3 l "heavy"
3 4
"""
PAJEK_MATRIX = "*Vertices 5\r\n" + "".join(f'{v} "p{v}"\r\n' for v in range(1, 6)) + """*Matrix
0 1 0 0 0
1 0 2.5 0 0
0 2.5 0 1 0
0 0 1 0 0
0 0 0 0 0
"""
PAJEK_LISTS = "% lists have no weights: the heavy edge stands by itself\n*vertices 5\n" \
    "1 p1\n2 p2\n3 p3\n4 p4\n5 p5\n*Edgeslist\n2 1\n4 3\n*edges :1 \"r\"\n1: 2 3 2.5 [1-2]\n"
GRAPHVIZ = """strict graph "the path" {
  graph [overlap=false]; node [shape=circle, label="\\N"];
  # drawn
  p1 -- p2; p2:e -- p3:w [weight=2.5, color="red"] // the heavy one
  p5 [label=<<B>alone</B>>]
  p3 -- p4
}
"""
GRAPHVIZ_CHAIN = """digraph G {
  edge [weight=1] p1 -> p2
  subgraph cluster_0 { style=filled; edge [weight="2.5"]; p2 -> p3; }
  p3 -> { p4 } /* p5 too */ ; "p5";
}
"""
FILES = {"gephi.graphml": GEPHI, "yed.graphml": YED, "nodexl.graphml": NODEXL, "igraph.gml": IGRAPH_GML,
         "yed.gml": YED_GML, "path.net": PAJEK, "matrix.net": PAJEK_MATRIX, "lists.net": PAJEK_LISTS,
         "path.dot": GRAPHVIZ, "chain.gv": GRAPHVIZ_CHAIN}
HEAVY = ["p2 p3", "p3 p2"]


class GraphFormats(harness.TestCase):
    def test_one_graph_as_all_programs_write_it(self):
        for name, text in FILES.items():
            with self.subTest(name=name):
                self.write(name, text)
                out = self.expect(DONE, "match", name, "-q", "--verify").out
                self.assertIn(out.strip(), HEAVY)
                facts = json.loads(self.expect(DONE, "info", name, "--json").out)
                self.assertEqual((facts["input"]["vertices"], facts["input"]["edges"]), (5, 3))
                self.assertEqual(facts["weights"]["sum"], 4.5)
                self.assertEqual(facts["components"]["isolated_vertices"], 1)

    def test_by_content_packed_and_from_pipes(self):
        for name, text in FILES.items():
            with self.subTest(name=name):
                self.write("noname", gzip.compress(text.encode()))
                self.assertIn(self.expect(DONE, "match", "noname", "-q").out.strip(), HEAVY)
                marked = b"\xEF\xBB\xBF" + text.encode()
                self.assertIn(self.expect(DONE, "match", "-", "-q", stdin=marked).out.strip(), HEAVY)
                self.write("wrong.hgr", text)
                self.assertIn(self.expect(DONE, "match", "wrong.hgr", "-q").out.strip(), HEAVY)

    def test_directions_and_missing_weights_are_said(self):
        self.write("yed.gml", YED_GML)
        err = self.expect(DONE, "match", "yed.gml").err
        self.assertIn("3 directed edges, read without direction; 1 edge without weight, counted as 1\n", err)
        self.write("twice.gml", "graph [ node [ id 1 label \"x\" ] node [ id 2 label \"x\" ] ]")
        self.assertIn("label 'x' stands twice: vertices are called by their ids\n",
                      self.expect(DONE, "match", "twice.gml").err)

    def test_results_are_read_back_by_name(self):
        self.write("g.gml", 'graph [ node [ id 7 label "a b" ] node [ id 8 label "&#34;q" ]\n'
                            'node [ id 9 label "c" ] edge [ source 7 target 8 ] edge [ source 8 target 9 ] ]')
        self.expect(DONE, "match", "g.gml", "-o", "m.txt", "-q")
        self.expect(DONE, "verify", "g.gml", "m.txt", "-q")
        self.expect(DONE, "cluster", "g.gml", "-o", "c.txt", "-q")
        self.expect(DONE, "verify", "g.gml", "--communities", "c.txt", "-q")
        self.assertIn("a b\t", self.read("c.txt").decode())

    def test_conversion_to_others(self):
        self.write("path.dot", GRAPHVIZ)
        self.expect(DONE, "convert", "path.dot", "p.el", "-q")
        self.assertIn("p2\tp3\t2.5\n", self.read("p.el").decode())
        self.expect(DONE, "convert", "path.dot", "p.hmb", "-q")
        self.assertIn(self.expect(DONE, "match", "p.hmb", "-q").out.strip(), HEAVY)
        self.expect(DONE, "match", "path.dot", "--as", "hypergraph", "-q")
        self.expect_error(UNSUPPORTED, "match", "path.dot", "--as", "row-net")
        self.expect_error(UNSUPPORTED, "convert", "path.dot", "x.gml", says="cannot be written")
        self.expect_error(USAGE, "match", "path.dot", "--zero-based", says="number the vertices")

    def test_networks_that_count_from_zero(self):
        self.write("zero.net", "*Vertices 3\n*Edges\n0 1 5\n1 2\n")
        self.expect_error(BAD_INPUT, "match", "zero.net", says="zero.net:3: expected a vertex in 1..3")
        self.assertEqual(self.expect(DONE, "match", "zero.net", "--zero-based", "-q").out, "0 1\n")

    def test_two_modes_are_rows_and_columns(self):
        self.write("two.net", '*Vertices 5 2\n1 "Ann"\n2 "Bob"\n3 "one"\n4 "two"\n5 "three"\n*Edges\n1 3 5\n4 1 2\n2 3 4\n')
        self.assertEqual(self.expect(DONE, "bipartite", "two.net", "-q").out, "Ann\ttwo\nBob\tone\n")
        self.expect(DONE, "bipartite", "two.net", "-q", "-o", "pairs.txt")
        self.expect(DONE, "verify", "two.net", "pairs.txt", "--bipartite", "-q")
        self.assertIn("2 rows (0 empty), 3 columns (1 empty)",
                      self.expect(DONE, "info", "two.net", "--as", "bipartite").out)
        self.assertEqual(self.expect(DONE, "match", "two.net", "-q").out, "Ann one\n")

    def test_what_is_refused_by_name(self):
        head = "<graphml>\n<graph>\n<node id=\"a\"/>"
        for name, text, line, says in [
                ("a.graphml", head + "\n<hyperedge><endpoint node=\"a\"/></hyperedge></graph></graphml>", 4, "hyperedge"),
                ("b.graphml", head + "<node id=\"b\"><graph/></node></graph></graphml>", 3, "nested graphs"),
                ("c.graphml", "<?xml version=\"1.0\"?>\n<gexf/>", 2, "root 'gexf'"),
                ("d.graphml", "<!DOCTYPE g [<!ENTITY x \"xx\">\n]><graphml/>", 1, "declared entities"),
                ("e.gml", "graph [ ]\ngraph [ ]\n", 2, "a second graph"),
                ("f.net", "*Vertices 1\n*Partition x\n", 2, "'*Partition'"),
                ("g.dot", "graph { }\ndigraph { }\n", 2, "a second graph")]:
            self.write(name, text)
            self.expect_error(UNSUPPORTED, "match", name, says=f"{name}:{line}: ")
            self.expect_error(UNSUPPORTED, "match", name, says=says)

    def test_hostile_files_get_one_line(self):
        deep = "graph " + "{" * 1000000
        self.expect_error(BAD_INPUT, "match", "-", stdin=deep, says="subgraphs inside each other")
        self.expect_error(BAD_INPUT, "match", "-", stdin="graph [ a " + "[ a " * 500000, says="expected ']'")
        self.expect_error(BAD_INPUT, "match", "-", stdin="<graphml><graph>" + "<a>" * 500000, says="well-formed")
        bomb = "<!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]><graphml>&b;</graphml>"
        self.expect_error(UNSUPPORTED, "match", "-", stdin=bomb, says="declared entities")
        product = "graph { {" + " ".join(f"a{i}" for i in range(70000)) + "} -- {"
        product += " ".join(f"b{i}" for i in range(70000)) + "} }"
        self.expect_error(BAD_INPUT, "match", "-", stdin=product, says="at most 2^32 - 2 edges")


if __name__ == "__main__":
    harness.main()
