# SPDX-License-Identifier: MIT
"""hypermatch coarsen: levels, labels and the coarse instance, judged by contraction from its definition; and
hypergraphs that are read as graphs (--as clique, --as star)."""

import collections
import itertools
import json
import os

import harness
from harness import BAD_INPUT, DONE, UNSUPPORTED, USAGE


def read_labels(text):
    return {int(v): int(c) for v, c in (line.split() for line in text.decode().splitlines())}


def contracted(edges, weights, labels):
    """Sets of two or more classes, with the sums of their weights."""
    sums = collections.Counter()
    for pins, weight in zip(edges, weights):
        classes = frozenset(labels[pin] for pin in pins)
        if len(classes) > 1:
            sums[classes] += weight
    return dict(sums)


class Coarsen(harness.TestCase):
    def test_hypergraph(self):
        name = self.sample()
        done = self.expect(DONE, "coarsen", name, "--until", "150", "-o", "c.hgr", "--labels", "c.txt", "--verify")
        _, edges, weights = harness.parse_hgr(self.read(name))
        labels = read_labels(self.read("c.txt"))
        lines = [line.split() for line in self.read("c.hgr").decode().splitlines()]
        num_edges, num_vertices, kind = map(int, lines[0])
        self.assertEqual((num_vertices, kind), (150, 11))
        coarse = {frozenset(map(int, line[1:])): int(line[0]) for line in lines[1:1 + num_edges]}
        self.assertEqual(coarse, contracted(edges, weights, labels))
        members = collections.Counter(labels.values())
        self.assertEqual([int(line[0]) for line in lines[1 + num_edges:]],
                         [members[c] for c in range(1, num_vertices + 1)])
        self.assertIn("\nlevel   1: ", done.err)
        self.assertIn("\nverify  the contraction of the instance", done.err)
        report = self.report("coarsen", name, "--until", "150")
        self.assertEqual(report["result"]["vertices"], 150)
        self.assertEqual(report["result"]["levels"][-1]["edges"], num_edges)

    def test_graph(self):
        graph = os.path.join(harness.SOURCE, "data", "plate.graph")
        for rating in "weight", "expansion_star_2", "inner_outer":
            self.expect(DONE, "coarsen", graph, "--until", "30", "--rating", rating, "--verify", "-q", "-o",
                        "c.graph", "--labels", "c.txt")
            self.expect(DONE, "verify", graph, "--communities", "c.txt", "-q")
            info = json.loads(self.expect(DONE, "info", "c.graph", "--json").out)
            self.assertEqual(info["input"]["vertices"], 30)
        # The weights of vertices go on.
        self.expect(DONE, "coarsen", "c.graph", "--levels", "1", "--until", "1", "-o", "d.graph", "-q", "--verify")
        lines = self.read("d.graph").decode().splitlines()
        self.assertEqual(sum(int(line.split()[0]) for line in lines[1:]), 256)

    def test_same_on_any_number_of_threads_and_by_seed(self):
        name = self.sample()
        one = self.expect(DONE, "coarsen", name, "-q", "--threads", "1").out
        self.assertEqual(self.expect(DONE, "coarsen", name, "-q", "--threads", "3").out, one)
        self.assertNotEqual(self.expect(DONE, "coarsen", name, "-q", "--seed", "1").out, one)

    def test_bounds(self):
        name = self.write("path.graph", "4 3\n2\n1 3\n2 4\n3\n")
        err = self.expect(DONE, "coarsen", name, "--until", "1", "--max-weight", "2").err
        self.assertIn("2 vertices after 1 level", err)
        self.assertIn("note    no two vertices fit below weight 2; --max-weight allows more\n", err)
        self.assertEqual(self.expect(DONE, "coarsen", name, "-q", "--labels", "-").out, "1 1\n2 2\n3 3\n4 4\n")
        self.assertEqual(self.expect(DONE, "coarsen", name, "-q").out, "4 3\n2\n1 3\n2 4\n3\n")
        lone = self.write("lone.graph", "3 0\n\n\n\n")
        self.assertEqual(self.expect(DONE, "coarsen", lone, "--until", "1", "-q", "--verify", "--to", "hmb", "-o",
                                     "x.hmb").out, "")

    def test_names_of_the_file_and_formats_without_weights(self):
        name = self.write("names.el", "a b\nb c\nc d\n")
        self.expect(DONE, "coarsen", name, "--until", "2", "-q", "-o", "c.dot", "--labels", "c.txt")
        self.assertEqual({line.split()[0] for line in self.read("c.txt").decode().splitlines()}, set("abcd"))
        err = self.expect(DONE, "coarsen", name, "--until", "2", "-o", "c.el").err
        self.assertIn("edge_list does not hold, and leaves out: vertex weights", err)

    def test_what_cannot_be(self):
        name = self.sample()
        self.expect_error(UNSUPPORTED, "coarsen", name, "-q", "--rating", "expansion", says="edges of graphs")
        self.expect_error(USAGE, "coarsen", name, "--until", "0", says="--until")
        self.expect_error(UNSUPPORTED, "coarsen", name, "-o", "x.cnf", says="cannot be written")
        self.expect_error(USAGE, "coarsen", name, "-o", name, says="replace the input")
        self.write("neg.graph", "2 1 10\n-1 2\n1 1\n")
        self.expect_error(BAD_INPUT, "coarsen", "neg.graph", "--until", "1", "-q", says="neg.graph: ")


class Expansions(harness.TestCase):
    def test_cliques_and_stars_from_their_definition(self):
        name = self.sample()
        n, edges, weights = harness.parse_hgr(self.read(name))
        pairs = collections.defaultdict(float)
        for pins, weight in zip(edges, weights):
            for u, v in itertools.combinations(sorted(set(pins)), 2):
                pairs[u, v] += weight / (len(set(pins)) - 1)
        for threads in "1", "3":
            out = self.expect(DONE, "convert", name, "-", "--to", "edge_list", "--as", "clique", "-q", "--threads",
                              threads).out
            found = {tuple(map(int, line.split()[:2])): float(line.split()[2]) for line in out.splitlines()}
            self.assertEqual(found, dict(pairs))
        out = self.expect(DONE, "convert", name, "-", "--to", "edge_list", "--as", "star", "-q").out
        found = [line.split() for line in out.splitlines()]
        expected = [(pin, n + e, weight / len(pins)) for e, (pins, weight) in enumerate(zip(edges, weights), 1)
                    for pin in pins]
        self.assertEqual([(int(u), int(v), float(w)) for u, v, w in found], expected)

    def test_all_verbs_take_them(self):
        name = self.write("n.hgr", "3 5\n1 2 3\n3 4\n5\n")
        for reading, edges in ("clique", 4), ("star", 6):
            info = json.loads(self.expect(DONE, "info", name, "--as", reading, "--json").out)
            self.assertEqual((info["input"]["kind"], info["input"]["edges"]), (reading, edges))
            self.expect(DONE, "match", name, "--as", reading, "-q", "--verify", "-o", "m.txt")
            self.expect(DONE, "verify", name, "m.txt", "--as", reading, "-q")
            self.expect(DONE, "cluster", name, "--as", reading, "-q", "--verify", "-o", "c.txt")
            self.expect(DONE, "verify", name, "--communities", "c.txt", "--as", reading, "-q")
            self.expect(DONE, "coarsen", name, "--as", reading, "--until", "2", "-q", "--verify", "-o", "c.hmb")
            self.expect(DONE, "match", name, "--as", reading, "-q", "-o", "m.graphml")
        self.expect(DONE, "match", self.write("f.cnf", "p cnf 3 1\n1 -2 3 0\n"), "--as", "clique", "-q")
        self.expect(DONE, "match", self.write("p.graph", "2 1\n2\n1\n"), "--as", "clique", "-q")

    def test_names_of_hyperedges(self):
        self.write("n.csv", "a,e1\ne1,b\n")
        out = self.expect(DONE, "convert", "n.csv", "-", "--to", "edge_list", "--as", "star", "-q").out
        self.assertIn("a\te'1\t0.5\n", out)

    def test_what_is_refused(self):
        big = self.write("big.hgr", "1 100000\n" + " ".join(map(str, range(1, 100001))) + "\n")
        self.expect_error(BAD_INPUT, "match", big, "--as", "clique", says="big.hgr: as cliques the hyperedges have "
                          "4999950000 pairs of pins")
        self.expect(DONE, "match", big, "--as", "star", "-q", "-o", "m.txt")
        self.write("m.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 3 1\n1 2\n")
        self.expect_error(UNSUPPORTED, "match", "m.mtx", "--as", "clique", says="by --as row-net")
        self.expect_error(UNSUPPORTED, "match", big, "--as", "clique", "--algorithm", "stack_streaming")
        self.expect_error(UNSUPPORTED, "cluster", big, says="--as clique and --as star")


if __name__ == "__main__":
    harness.main()
