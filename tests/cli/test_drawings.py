# SPDX-License-Identifier: MIT
"""Output that needs no second program: graphs with their matching or communities for programs that draw, pins
and weights of what is matched, the names of what a format does not name."""

import json
import re
import shutil
import subprocess
import xml.etree.ElementTree as xml

import harness
from harness import DONE, UNSUPPORTED, USAGE

NAMES = 'a b,c&d,2.5\nc&d,<e>,1\n<e>,"f ""g""",4\n"f ""g""",h,1\n'
GRAPHML = "{http://graphml.graphdrawing.org/xmlns}"


def read_graphml(text):
    """Keys by id, data of each node, data of each edge by its ends."""
    root = xml.fromstring(text)
    keys = {key.get("id"): (key.get("for"), key.get("attr.type")) for key in root.iter(GRAPHML + "key")}

    def data(element):
        return {each.get("key"): each.text for each in element.iter(GRAPHML + "data")}
    nodes = {node.get("id"): data(node) for node in root.iter(GRAPHML + "node")}
    edges = {(edge.get("source"), edge.get("target")): data(edge) for edge in root.iter(GRAPHML + "edge")}
    return keys, nodes, edges


class Drawings(harness.TestCase):
    def setUp(self):
        super().setUp()
        self.csv = self.write("names.csv", NAMES)
        self.flags = ["--columns", "1,2,3", "-q"]

    def test_a_matched_graph_as_graphml(self):
        for flags in [], ["--permute", "3"]:
            self.expect(DONE, "match", self.csv, *self.flags, *flags, "-o", "m.graphml")
            keys, nodes, edges = read_graphml(self.read("m.graphml"))
            self.assertEqual(keys, {"weight": ("edge", "double"), "matched": ("edge", "boolean"),
                                    "mate": ("node", "string")})
            self.assertEqual(nodes, {"a b": {"mate": "c&d"}, "c&d": {"mate": "a b"}, "<e>": {"mate": 'f "g"'},
                                     'f "g"': {"mate": "<e>"}, "h": {}})
            self.assertEqual(edges, {("a b", "c&d"): {"weight": "2.5", "matched": "true"},
                                     ("c&d", "<e>"): {"weight": "1", "matched": "false"},
                                     ("<e>", 'f "g"'): {"weight": "4", "matched": "true"},
                                     ('f "g"', "h"): {"weight": "1", "matched": "false"}})
        again = self.expect(DONE, "match", "m.graphml", "-q").out
        self.assertEqual(again, self.expect(DONE, "match", self.csv, *self.flags).out)

    def test_a_matched_graph_as_dot(self):
        text = self.expect(DONE, "match", self.csv, *self.flags, "--output-kind", "dot").out
        self.assertIn('  "f \\"g\\"" [mate="<e>"];\n', text)
        self.assertIn('  "h";\n', text)
        self.assertIn('  "a b" -- "c&d" [weight="2.5", matched=true, penwidth=3];\n', text)
        self.assertIn('  "c&d" -- "<e>" [weight="1", matched=false, style=dashed];\n', text)
        self.write("m.dot", text)
        again = self.expect(DONE, "match", "m.dot", "-q").out
        self.assertEqual(again, self.expect(DONE, "match", self.csv, *self.flags).out)
        if shutil.which("dot"):
            drawn = subprocess.run(["dot", "-Tsvg", self.path("m.dot")], stdout=subprocess.PIPE, check=True)
            self.assertEqual(drawn.stdout.count(b'class="edge"'), 4)

    def test_partners_under_capacities(self):
        self.expect(DONE, "match", self.csv, *self.flags, "--capacity", "2", "-o", "m.graphml")
        _, nodes, edges = read_graphml(self.read("m.graphml"))
        self.assertEqual(nodes["c&d"], {"mate": "a b <e>"})
        self.assertEqual({data["matched"] for data in edges.values()}, {"true"})

    def test_communities(self):
        self.write("two.el", "a b\nb c\nc a\nx y\ny z\nz x\na x\n")
        self.expect(DONE, "cluster", "two.el", "-q", "-o", "c.graphml")
        keys, nodes, _ = read_graphml(self.read("c.graphml"))
        self.assertEqual(keys, {"community": ("node", "long")})
        self.expect(DONE, "cluster", "two.el", "-q", "-o", "c.txt")
        lines = [line.split() for line in self.read("c.txt").decode().splitlines()]
        self.assertEqual({name: data["community"] for name, data in nodes.items()}, dict(lines))
        text = self.expect(DONE, "cluster", "two.el", "-q", "--output-kind", "dot").out
        colours = dict(re.findall(r'"(\w)" \[community=\d, style=filled, fillcolor="([^"]+)"\]', text))
        self.assertEqual(colours["a"], colours["b"])
        self.assertNotEqual(colours["a"], colours["z"])
        self.expect(DONE, "cluster", "two.el", "-q", "--output-kind", "pairs", "-o", "d.dot")
        self.assertEqual(self.read("d.dot"), self.read("c.txt"))

    def test_conversion(self):
        for to in "graphml", "dot":
            self.expect(DONE, "convert", self.csv, "x." + to, *self.flags)
            err = self.expect(DONE, "convert", self.csv, "y." + to, *self.flags[:2]).err
            self.assertNotIn("note", err)
            self.expect(DONE, "convert", "x." + to, "z.hmb", "-q")
            self.assertEqual(self.expect(DONE, "match", "z.hmb", "-q").out,
                             self.expect(DONE, "match", self.csv, *self.flags).out)
        self.write("zero.graph", "2 1\n1\n0\n")
        self.expect(DONE, "convert", "zero.graph", "zero.dot", "--zero-based", "-q")
        self.assertIn('"0" -- "1"', self.read("zero.dot").decode())

    def test_ids_that_a_format_cannot_hold(self):
        self.write("tab.el", b"a\x01\tb\n")
        self.write("back.el", b"a\\\tb\n")
        self.expect_error(UNSUPPORTED, "convert", "tab.el", "x.graphml", "-q", says="cannot hold the id")
        self.expect_error(UNSUPPORTED, "convert", "tab.el", "x.dot", "-q", says="cannot hold the id")
        self.expect_error(UNSUPPORTED, "convert", "back.el", "x.dot", "-q", says="ends with a backslash")
        self.expect(DONE, "convert", "back.el", "x.graphml", "-q")

    def test_kinds_that_an_instance_does_not_have(self):
        name = self.sample()
        for kind in "mates", "graphml", "dot":
            self.expect_error(UNSUPPORTED, "match", name, "-q", "--output-kind", kind, says="is for graphs")
        self.expect_error(UNSUPPORTED, "match", name, "-q", "-o", "x.graphml", says="--output-kind graphml")
        self.expect_error(UNSUPPORTED, "match", self.csv, *self.flags, "--output-kind", "pins",
                          says="is for hypergraphs")
        self.expect_error(USAGE, "match", self.csv, *self.flags, "--output-kind", "mates", "--output-weights",
                          says="--output-weights goes with")

    def test_pins_of_matched_hyperedges(self):
        name = self.sample()
        _, edges, weights = harness.parse_hgr(self.read(name))
        for flags in [], ["--permute", "5"], ["--algorithm", "stack_streaming"], ["--algorithm", "greedy"]:
            numbers = [int(n) for n in self.expect(DONE, "match", name, "-q", *flags).out.split()]
            out = self.expect(DONE, "match", name, "-q", "--output-kind", "pins", *flags).out
            pins = [list(map(int, line.split())) for line in out.splitlines()]
            self.assertEqual([sorted(line) for line in pins], [sorted(edges[n - 1]) for n in numbers])
            out = self.expect(DONE, "match", name, "-q", "--output-weights", *flags).out
            self.assertEqual([tuple(map(int, line.split())) for line in out.splitlines()],
                             [(n, weights[n - 1]) for n in numbers])
        out = self.expect(DONE, "match", name, "-q", "--output-kind", "pins", "--output-weights").out
        self.assertEqual(int(out.split()[0]), weights[numbers[0] - 1])
        self.write("zero.hgr", "1 3\n0 2\n")
        out = self.expect(DONE, "match", "zero.hgr", "--zero-based", "-q", "--output-kind", "pins").out
        self.assertEqual(out, "0 2\n")
        report = self.report("match", name, "--output-kind", "pins", "-o", "pins.txt")
        self.assertEqual(report["options"]["output_kind"], "pins")
        self.expect(DONE, "match", self.csv, "--columns", "1,2,3", "--as", "hypergraph", "-q", "--output-kind",
                    "pins", "-o", "names.txt")
        self.assertIn("a b\tc&d\n", self.read("names.txt").decode())

    def test_pairs_with_weights_are_an_edge_list(self):
        for flags in [], ["--permute", "2"]:
            out = self.expect(DONE, "match", self.csv, *self.flags, *flags, "--output-weights").out
            self.assertEqual(sorted(out.splitlines()), ['<e>\tf "g"\t4', "a b\tc&d\t2.5"])
        self.write("p.graph", "3 2\n2\n1 3\n2\n")
        self.assertEqual(self.expect(DONE, "match", "p.graph", "-q", "--output-weights").out[-2:], "1\n")
        self.generate("g.graph", "uniform", "n=300", "m=900", "k=2", "--weights", "random:1..9")
        self.expect(DONE, "match", "g.graph", "-q", "--capacity", "2", "--output-weights", "-o", "sparse.el")
        weight = self.report("match", "g.graph", "--capacity", "2")["result"]["weight"]
        info = json.loads(self.expect(DONE, "info", "sparse.el", "--json").out)
        self.assertEqual(info["weights"]["sum"], weight)

    def test_names_beside_a_conversion(self):
        self.expect(DONE, "convert", self.csv, "x.graph", "--names", "x.names", *self.flags)
        self.assertEqual(self.read("x.names").decode().splitlines(),
                         ["1\ta b", "2\tc&d", "3\t<e>", '4\tf "g"', "5\th"])
        self.sample("s.hgr")
        self.expect(DONE, "convert", "s.hgr", "s.hmb", "--names", "s.names", "-q")
        self.assertEqual(self.read("s.names").decode().splitlines()[1999], "2000\t2000")
        self.expect_error(USAGE, "convert", self.csv, "y.graph", "--names", "y.graph", says="--names")
        self.write("p.prefs", "left 1\n")
        self.expect_error(USAGE, "convert", "p.prefs", "y.hmb", "--names", "z", says="--names does not go with")


if __name__ == "__main__":
    harness.main()
