# SPDX-License-Identifier: MIT
"""Communities: the verb cluster, its files and reports, and what verify says of them."""

import collections
import itertools
import json

import harness
from harness import BAD_INPUT, DONE, UNSUPPORTED, USAGE, FAILED

# Two triangles and a bridge, in the format metis.
TWO = "6 7\n2 3\n1 3\n1 2 4\n3 5 6\n4 6\n4 5\n"


def labels_of(text):
    return {line.split()[0]: int(line.split()[1]) for line in text.splitlines()}


def modularity(edges, label, resolution=1.0):
    """Of weighted edges (u, v, w); a loop adds 2w to the degree of its vertex."""
    total = sum(w for _, _, w in edges)
    inside, degree = collections.Counter(), collections.Counter()
    for u, v, w in edges:
        degree[label[u]] += w
        degree[label[v]] += w
        if label[u] == label[v]:
            inside[label[u]] += w
    return sum(inside[c] / total - resolution * (degree[c] / (2 * total)) ** 2 for c in degree)


class Cluster(harness.TestCase):
    def cluster(self, *args, code=DONE):
        return self.expect(code, "cluster", *args, "-q")

    def text(self, name):
        return self.read(name).decode()

    def report(self, *args):
        return json.loads(self.cluster(*args, "-o", "out.txt", "--json", "-").out)

    def test_two_triangles(self):
        self.write("two.graph", TWO)
        out = self.cluster("two.graph", "--verify").out
        self.assertEqual(out, "1 1\n2 1\n3 1\n4 2\n5 2\n6 2\n")
        for more in (["--algorithm", "louvain"], ["--threads", "2"], ["--seed", "9"],
                     ["--algorithm", "louvain", "--variant", "sequential"]):
            self.assertEqual(self.cluster("two.graph", *more).out, out)
        record = self.report("two.graph", "--verify")
        result = record["result"]
        self.assertEqual(result["communities"], 2)
        self.assertAlmostEqual(result["modularity"], 6 / 7 - 0.5, 12)
        self.assertIsNone(result["cpm"])
        self.assertTrue(result["connected"] and record["verified"])
        self.assertEqual(result["verdict"]["best_move"], None)
        self.assertEqual([level["vertices"] for level in result["levels"]][0], 6)

    def test_progress_has_level_sweep_and_quality(self):
        self.expect(DONE, "generate", "delaunay", "n=20000", "-o", "mesh.graph", "-q")
        # Long enough for a drawing, the first of which comes after 400 ms.
        text = self.expect(DONE, "cluster", "mesh.graph", "--progress", "on", "--iterations", "200",
                           "-o", "out").err
        self.assertRegex(text, r"(?m)^cluster level \d+, sweep \d+, quality 0\.\d{5}$")

    def test_all_partitions_of_small_graphs(self):
        """Leiden finds the best of all partitions of these small graphs."""
        for seed in range(12):
            self.expect(DONE, "generate", "random_graph", "n=7", "alpha=1", "weights=0", "--seed",
                        seed, "-o", "g.el", "--to", "edge_list", "-q")
            edges = [(*line.split()[:2], 1) for line in self.text("g.el").splitlines()
                     if line and not line.startswith(("%", "#"))]
            vertices = sorted({v for u, w, _ in edges for v in (u, w)})
            best = max(modularity(edges, dict(zip(vertices, labels)))
                       for labels in itertools.product(range(4), repeat=len(vertices)))
            record = self.report("g.el", "--verify")
            label = labels_of(self.text("out.txt"))
            self.assertAlmostEqual(record["result"]["modularity"], modularity(edges, label), 12)
            self.assertGreaterEqual(record["result"]["modularity"], 0.95 * best)

    def test_ids_of_the_input(self):
        self.write("ids.csv", "from,to,w\nann,bob,2\nbob,cleo,2\nann,cleo,2\ncleo,dan,0.5\n"
                              "dan,eve,2\neve,fay,2\ndan,fay,2\n")
        out = self.cluster("ids.csv", "--format", "edge_list", "--header").out
        self.assertEqual(labels_of(out), {"ann": 1, "bob": 1, "cleo": 1, "dan": 2, "eve": 2, "fay": 2})
        self.write("found.txt", out)
        done = self.expect(DONE, "verify", "ids.csv", "--format", "edge_list", "--header",
                           "--communities", "found.txt", "-q").out
        self.assertIn("valid: 2 communities, connected", done)

    def test_zero_based(self):
        self.write("zero.graph", "6 7\n1 2\n0 2\n0 1 3\n2 4 5\n3 5\n3 4\n")
        out = self.cluster("zero.graph", "--zero-based").out
        self.assertEqual(out.splitlines()[0], "0 1")
        self.write("found.txt", out)
        self.expect(DONE, "verify", "zero.graph", "--zero-based", "--communities", "found.txt", "-q")

    def test_hierarchy_is_nested(self):
        self.expect(DONE, "generate", "lfr", "n=400", "max_degree=40", "max_size=60", "-o", "l.graph", "-q")
        for more in (["--algorithm", "leiden"], ["--algorithm", "louvain"],
                     ["--algorithm", "louvain", "--variant", "sequential"]):
            self.cluster("l.graph", *more, "--hierarchy", "h.txt", "-o", "c.txt")
            rows = [line.split() for line in self.text("h.txt").splitlines()]
            self.assertEqual([[row[0], row[-1]] for row in rows],
                             [line.split() for line in self.text("c.txt").splitlines()])
            self.assertGreater(len(rows[0]), 2)
            for fine, coarse in itertools.pairwise(range(1, len(rows[0]))):
                pairs = {(row[fine], row[coarse]) for row in rows}
                self.assertEqual(len(pairs), len({fine for fine, _ in pairs}))

    def planted(self):
        self.expect(DONE, "generate", "planted_partition", "n=300", "communities=6", "degree_in=12",
                    "degree_out=2", "-o", "p.graph", "--truth", "t.txt", "-q")
        return "p.graph"

    def test_fixed(self):
        graph = self.planted()
        self.write("fixed.txt", "% two of one label, one of another\n1 70\n300 70\n2 5\n")
        for more in (["--algorithm", "leiden"], ["--algorithm", "louvain"]):
            record = self.report(graph, *more, "--fixed", "fixed.txt", "--verify")
            label = labels_of(self.text("out.txt"))
            self.assertEqual(label["1"], label["300"])
            self.assertNotEqual(label["1"], label["2"])
            self.assertEqual(record["options"]["fixed"], "fixed.txt")
            self.assertEqual(record["result"]["guarantee"], "none")
            out = self.text("out.txt")
            self.cluster(graph, *more, "--fixed", "fixed.txt", "--threads", "1", "-o", "one.txt")
            self.assertEqual(self.text("one.txt"), out)
            # From communities that contradict the labels.
            self.write("whole.txt", "".join(f"{v} 1\n" for v in range(1, 301)))
            self.report(graph, *more, "--fixed", "fixed.txt", "--initial", "whole.txt", "--verify")
            label = labels_of(self.text("out.txt"))
            self.assertEqual(label["1"], label["300"])
            self.assertNotEqual(label["1"], label["2"])
        out = self.expect(DONE, "cluster", graph, "--fixed", "-", "--verify", "-q",
                          stdin="1 1\n2 2\n").out
        self.assertNotEqual(labels_of(out)["1"], labels_of(out)["2"])
        self.write("ids.el", "ann bob\nbob cleo\nann cleo\n")
        self.write("apart.txt", "ann 1\ncleo 2\n")
        label = labels_of(self.cluster("ids.el", "--fixed", "apart.txt").out)
        self.assertNotEqual(label["ann"], label["cleo"])
        for text, says in [("1 1\n999 1\n", "f.txt:2: vertex 999 does not exist"),
                           ("1 1\n1 2\n", "f.txt:2: vertex 1 has had a line before"),
                           ("x 1\n", "f.txt:1: expected the number of a vertex")]:
            self.write("f.txt", text)
            self.expect_error(BAD_INPUT, "cluster", graph, "--fixed", "f.txt", "-q", says=says)

    def test_number_and_sizes_of_communities(self):
        graph = self.planted()
        for more in (["--algorithm", "leiden"], ["--algorithm", "louvain"]):
            for k in (1, 2, 6, 40, 300):
                record = self.report(graph, *more, "--num-communities", k, "--verify")
                self.assertEqual(record["result"]["communities"], k)
                self.assertEqual(len(set(labels_of(self.text("out.txt")).values())), k)
                self.assertTrue(record["result"]["verdict"]["connected"])
            sizes = lambda: collections.Counter(labels_of(self.text("out.txt")).values()).values()
            record = self.report(graph, *more, "--max-size", 20, "--verify")
            self.assertLessEqual(max(sizes()), 20)
            self.assertEqual(record["options"]["max_size"], 20)
            self.assertIsNone(record["result"]["small_communities"])
            record = self.report(graph, *more, "--min-size", 70, "--verify")
            self.assertGreaterEqual(min(sizes()), 70)
            self.assertEqual(record["result"]["small_communities"], 0)
        self.write("lone.el", "a b\nb c\na c\nd e\n")
        record = self.report("lone.el", "--min-size", 3)
        self.assertEqual(record["result"]["small_communities"], 1)
        log = self.expect(DONE, "cluster", "lone.el", "--min-size", 3, "-o", "out.txt").err
        self.assertIn("1 community of fewer than 3 vertices left", log)
        for args, says in [(("--num-communities", 1), "merges of neighbours end at 2"),
                           (("--num-communities", 6), "at most the number of vertices, 5"),
                           (("--min-size", 4, "--max-size", 3), "--min-size is 4"),
                           (("--num-communities", 0), "--num-communities"), (("--max-size", 0), "--max-size"),
                           (("--min-size", "x"), "--min-size")]:
            self.expect_error(USAGE, "cluster", "lone.el", *args, "-q", says=says)
        self.expect_error(UNSUPPORTED, "cluster", "lone.el", "--algorithm", "louvain", "--variant",
                          "sequential", "--max-size", 2, "-q", says="takes no constraints")
        self.expect_error(UNSUPPORTED, "cluster", "lone.el", "--device", "cuda", "--max-size", 2, "-q",
                          says="on cores only")
        record = self.report(graph, "--resolution", "0.5:2:2", "--seeds", 2, "--num-communities", 5)
        self.assertEqual({row["most_communities"] for row in record["result"]["sweep"]}, {5})

    def test_schedule_of_thresholds(self):
        graph = self.planted()
        for variant in ("sub_rounds", "buckets", "relaxed_buckets", "sequential"):
            args = ["--algorithm", "louvain", "--variant", variant]
            base = self.report(graph, *args)
            self.assertIsNone(base["options"]["threshold_schedule"])
            text = self.text("out.txt")
            # No level has more vertices than the graph, which has 300.
            record = self.report(graph, *args, "--threshold-schedule", "300:1")
            self.assertEqual(record["options"]["threshold_schedule"], "300:1")
            self.assertEqual(self.text("out.txt"), text)
            record = self.report(graph, *args, "--threshold-schedule", "0:0,299:1")
            self.assertEqual(record["result"]["levels"][0]["sweeps"], 1)
        for given in ("5", "5:", ":0.1", "5:2", "5:-1", "5:nan", "5:0.1,", "5:0.1,5:0.2", "9:0,5:0"):
            self.expect_error(USAGE, "cluster", graph, "--algorithm", "louvain",
                              "--threshold-schedule", given, "-q", says="--threshold-schedule")
        self.expect_error(UNSUPPORTED, "cluster", graph, "--algorithm", "leiden",
                          "--threshold-schedule", "5:0.1", "-q", says="leiden takes no schedule")

    def test_truth_and_planted_communities(self):
        self.expect(DONE, "generate", "planted_partition", "n=600", "communities=6", "degree_in=14",
                    "degree_out=2", "-o", "p.graph", "--truth", "t.txt", "-q")
        record = self.report("p.graph", "--truth", "t.txt")
        truth = record["result"]["truth"]
        self.assertGreater(truth["adjusted_rand_index"], 0.95)
        self.assertEqual(truth["pairs_in_truth"], 6 * 100 * 99 // 2)
        self.expect_error(USAGE, "generate", "rgg", "n=9", "--truth", "x.txt", "-q",
                          says="has no planted communities; these have: planted_partition")

    def test_agreement_with_known_communities(self):
        """Pairs of the triangles, of a community of four and one of two, and of both: 6, 7 and 4."""
        self.write("two.graph", TWO)
        self.write("truth.txt", "1 1\n2 1\n3 1\n4 1\n5 2\n6 2\n")
        of_cluster = self.report("two.graph", "--truth", "truth.txt")["result"]["truth"]
        args = ("verify", "two.graph", "--communities", "out.txt", "--truth", "truth.txt", "-q")
        of_verify = json.loads(self.expect(DONE, *args, "--json", "-").out)["result"]["truth"]
        self.assertEqual(of_verify, of_cluster)
        self.assertEqual([of_verify[f"pairs{which}"] for which in
                          ("", "_in_found", "_in_truth", "_in_both")], [15, 6, 7, 4])
        expected = 6 * 7 / 15
        for name, value in [("precision", 4 / 6), ("recall", 4 / 7), ("f1", 8 / 13),
                            ("adjusted_rand_index", (4 - expected) / (6.5 - expected))]:
            self.assertAlmostEqual(of_verify[name], value, 12, name)
        self.assertRegex(self.expect(DONE, *args).out,
                         r"(?m)^truth: adjusted Rand index 0\.324324, .*"
                         r"pairs: precision 0\.666667, recall 0\.571429$")

    # A path of three edges; the loops at its first two vertices keep these apart.
    LOOPS = {"l.graph": "4 5 001\n1 6 2 1\n1 1 2 7 3 1\n2 1 4 1\n3 1\n",
             "l.el": "1 1 6\n1 2 1\n2 2 7\n2 2 3\n2 3 1\n3 4 1\n",
             "l.tsv": "from\tto\tw\n1\t1\t6\n1\t2\t1\n2\t2\t7\n2\t3\t1\n3\t4\t1\n",
             "l.gr": "p sp 4 5\na 1 1 6\na 1 2 1\na 2 2 7\na 2 3 1\na 3 4 1\n",
             "l.mtx": "%%MatrixMarket matrix coordinate integer symmetric\n4 4 5\n"
                      "1 1 -6\n2 1 1\n2 2 7\n3 2 1\n4 3 1\n"}

    def test_self_loops_count(self):
        edges = [("1", "1", 6), ("1", "2", 1), ("2", "2", 7), ("2", "3", 1), ("3", "4", 1)]
        label = {"1": 1, "2": 2, "3": 3, "4": 3}
        expected = modularity(edges, label)
        for name, text in self.LOOPS.items():
            self.write(name, text)
            more = {"l.tsv": ["--header", "--format", "edge_list"]}.get(name, [])
            for args in [(name, *more), (name, *more, "--algorithm", "louvain", "--threads", "2"),
                         (name, *more, "--algorithm", "louvain", "--variant", "sequential")]:
                record = self.report(*args, "--verify")
                self.assertEqual(labels_of(self.text("out.txt")), label, args)
                self.assertAlmostEqual(record["result"]["modularity"], expected, 12)
            record = json.loads(self.expect(
                DONE, "verify", name, *more, "--communities", "out.txt", "--json", "-", "-q").out)
            self.assertAlmostEqual(record["result"]["verdict"]["quality"], expected, 12)
            # The same through a pipe.
            piped = ["--format", {"l.graph": "metis", "l.gr": "dimacs", "l.mtx": "matrix_market"}.get(
                name, "edge_list"), *more[:1]]
            out = self.expect(DONE, "cluster", "-", *piped, "-q", stdin=text).out
            self.assertEqual(labels_of(out), label, name)
            log = self.expect(DONE, "cluster", name, *more, "-o", "out.txt").err
            self.assertRegex(log, r"[23] self-loops, kept")
        # Other weights than the file's: 1 for each loop, as for each edge.
        edges = [(u, v, 1) for u, v, _ in edges]
        record = self.report("l.gr", "--weights", "unit", "--verify")
        self.assertAlmostEqual(record["result"]["modularity"],
                               modularity(edges, labels_of(self.text("out.txt"))), 12)
        self.report("l.gr", "--weights", "random:1..9:3", "--verify")
        # Matchings leave loops out.
        self.assertIn("2 self-loops, left out", self.expect(DONE, "match", "l.gr").err)

    def test_self_loops_in_files_that_count_from_0(self):
        edges = [("0", "0", 6), ("0", "1", 1), ("1", "1", 7), ("1", "2", 1), ("2", "3", 1)]
        label = {"0": 1, "1": 2, "2": 3, "3": 3}
        for name, text in {
                "z.graph": "4 5 001\n0 6 1 1\n0 1 1 7 2 1\n1 1 3 1\n2 1\n",
                "z.gr": "p sp 4 5\na 0 0 6\na 0 1 1\na 1 1 7\na 1 2 1\na 2 3 1\n",
                "z.mtx": "%%MatrixMarket matrix coordinate integer symmetric\n4 4 5\n"
                         "0 0 6\n1 0 1\n1 1 7\n2 1 1\n3 2 1\n"}.items():
            self.write(name, text)
            record = self.report(name, "--zero-based", "--verify")
            self.assertEqual(labels_of(self.text("out.txt")), label, name)
            self.assertAlmostEqual(record["result"]["modularity"], modularity(edges, label), 12)
        self.write("z.el", "0 0 6\n0 1 1\n1 1 7\n1 2 1\n2 3 1\n")
        self.report("z.el")
        self.assertEqual(labels_of(self.text("out.txt")), label)

    def test_loops_alone_and_real_weights(self):
        self.write("alone.el", "a a 2.5\nb b 1\n")
        record = self.report("alone.el", "--verify")
        self.assertEqual(record["result"]["communities"], 2)
        self.assertAlmostEqual(record["result"]["modularity"],
                               modularity([("a", "a", 2.5), ("b", "b", 1)], {"a": 1, "b": 2}), 12)

    def test_negative_weights_name_their_line(self):
        says = ":3: expected a weight that is not negative, found '-"
        for name, text in {
                "n.graph": "% c\n3 2 1\n2 -4\n1 -4 3 1\n2 1\n",
                "loop.graph": "% c\n3 2 1\n1 -4 2 2\n1 2 3 1\n2 1\n",
                "n.el": "a b 1\n# c\nb c -2\n", "loop.el": "a b 1\nb c 1\nc c -0.5\n",
                "n.gr": "c c\np sp 3 2\na 1 2 -1\na 2 3 1\n",
                "loop.gr": "c c\np sp 3 2\na 2 2 -1\na 2 3 1\n",
                "n.csv": "u,v,w\na,b,1\nb,c,-2\n"}.items():
            self.write(name, text)
            self.write("c.txt", "")
            more = ["--header"] if name == "n.csv" else []
            for args in [("cluster", name, *more), ("verify", name, "--communities", "c.txt", *more)]:
                self.expect_error(BAD_INPUT, *args, "-q", says=name + says)
            self.expect(DONE, "match", name, *more, "-q")  # which takes them as they are
            self.expect(DONE, "cluster", name, *more, "--weights", "unit", "-q")
        self.expect_error(BAD_INPUT, "cluster", "-", "--format", "metis", "-q",
                          stdin="% c\n3 2 1\n2 -4\n1 -4 3 1\n2 1\n", says="<stdin>" + says)
        # Of matrices the absolute values count, and native files have no lines.
        self.write("n.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 -4\n")
        self.cluster("n.mtx")
        self.expect(DONE, "convert", "n.graph", "n.hmb", "-q")
        self.expect_error(BAD_INPUT, "cluster", "n.hmb", "-q", says="n.hmb: the edge 1 2 weighs -4")
        self.write("c.txt", "1 1\n2 1\n3 1\n")
        self.expect_error(BAD_INPUT, "verify", "n.hmb", "--communities", "c.txt", "-q",
                          says="n.hmb: the edge 1 2 weighs -4")

    def test_directions_are_merged(self):
        """Both arcs of a pair are one edge of the heavier weight."""
        self.write("d.gr", "p sp 4 4\na 1 2 4\na 2 1 1\na 2 3 1\na 3 4 2\n")
        record = self.report("d.gr", "--verify")
        edges = [("1", "2", 4), ("2", "3", 1), ("3", "4", 2)]
        self.assertAlmostEqual(record["result"]["modularity"],
                               modularity(edges, labels_of(self.text("out.txt"))), 12)

    def test_initial(self):
        self.write("two.graph", TWO)
        self.write("start.txt", "".join(f"{v} {1 + v % 2}\n" for v in range(1, 7)))
        record = self.report("two.graph", "--initial", "start.txt", "--algorithm", "louvain")
        self.assertEqual(record["result"]["communities"], 2)
        for more in (["--seeds", "2"], ["--resolution", "1:1:1"]):
            self.expect_error(USAGE, "cluster", "two.graph", "--initial", "start.txt", *more, "-q",
                              says="--initial goes with one resolution and one seed")
        for twice in itertools.combinations(["--initial", "--fixed", "--truth"], 2):
            flags = [word for flag in twice for word in (flag, "-")]
            self.expect_error(USAGE, "cluster", "two.graph", *flags, "-q",
                              says="standard input cannot be read twice")
            self.expect_error(USAGE, "cluster", "-", *flags[:2], "-q",
                              says="standard input cannot be read twice")
        self.write("short.txt", "1 1\n2 1\n")
        self.expect_error(BAD_INPUT, "cluster", "two.graph", "--initial", "short.txt", "-q",
                          says="vertex 3 has no community")

    def test_sweep(self):
        self.expect(DONE, "generate", "planted_partition", "n=300", "communities=10", "degree_in=9",
                    "degree_out=2", "-o", "p.graph", "-q")
        record = self.report("p.graph", "--resolution", "0.2:2:4", "--seeds", "3", "--seed", "40")
        rows = record["result"]["sweep"]
        self.assertEqual([round(row["resolution"], 6) for row in rows], [0.2, 0.8, 1.4, 2])
        counts = [row["most_communities"] for row in rows]
        self.assertLessEqual(counts[0], counts[-1])
        best = max(rows, key=lambda row: row["mean_adjusted_rand_index"])
        self.assertTrue({row["consensus_seed"] for row in rows} <= {40, 41, 42})
        self.assertEqual(record["result"]["resolution"], best["resolution"])
        alone = self.report("p.graph", "--resolution", best["resolution"], "--seed",
                            best["consensus_seed"])
        self.assertEqual(alone["result"]["modularity"], record["result"]["modularity"])
        for wrong in ("0", "-1", "a", "1:2", "1:2:0", "1:2:x", "nan", "1:2:3:4", "0:1:3"):
            self.expect_error(USAGE, "cluster", "p.graph", "--resolution", wrong, "-q")

    def test_of_seeds_that_agree_alike_the_better_quality_is_taken(self):
        """Two seeds do. Resolution 1 is the default of sweeps, too."""
        self.expect(DONE, "generate", "planted_partition", "n=300", "communities=10", "degree_in=5",
                    "degree_out=4", "-o", "p.graph", "-q")
        args = ("p.graph", "--algorithm", "louvain", "--seed")
        places = set()
        for seed in range(6):
            result = self.report(*args, seed, "--seeds", "2")["result"]
            [row] = result["sweep"]
            self.assertEqual((row["resolution"], result["resolution"]), (1, 1))
            alone = [self.report(*args, seed + i)["result"]["modularity"] for i in range(2)]
            best = alone.index(max(alone))
            self.assertEqual(row["consensus_seed"], seed + best)
            self.assertEqual((result["modularity"], row["best_quality"]), (alone[best], alone[best]))
            places.add(best)
        self.assertEqual(places, {0, 1})

    def test_cpm(self):
        self.write("two.graph", TWO)
        self.expect_error(USAGE, "cluster", "two.graph", "--objective", "cpm", "-q",
                          says="--objective cpm needs --resolution")
        record = self.report("two.graph", "--objective", "cpm", "--resolution", "0.5", "--verify")
        self.assertAlmostEqual(record["result"]["cpm"], (6 - 0.5 * 6) / 7, 12)
        self.assertIsNone(record["result"]["modularity"])

    def test_graphs_without_edges(self):
        self.write("none.graph", "3 0\n\n\n\n")
        record = self.report("none.graph", "--verify")
        self.assertEqual((record["result"]["communities"], record["result"]["modularity"]), (3, 0))
        self.assertEqual(self.text("out.txt"), "1 1\n2 2\n3 3\n")

    def test_bad_input(self):
        self.write("h.hgr", "2 3\n1 2 3\n2 3\n")
        self.expect_error(UNSUPPORTED, "cluster", "h.hgr", "-q",
                          says="h.hgr: a file of format hmetis cannot be read as graph")
        self.write("wide.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 3 1\n1 2\n")
        self.expect_error(USAGE, "cluster", "wide.mtx", "-q",
                          says="wide.mtx: a matrix of 2 rows and 3 columns is no graph\n")
        self.write("neg.el", "a b 1\nb c -2\n")
        self.expect_error(BAD_INPUT, "cluster", "neg.el", "-q", says="neg.el:2: expected a weight")
        self.write("two.graph", TWO)
        for args in [("--seeds", "0"), ("--max-levels", "0"), ("--threshold", "2"), ("--iterations", "x"),
                     ("--algorithm", "leidn"), ("--algorithm", "leiden", "--variant", "x"),
                     ("--objective", "x")]:
            result = self.run_command("cluster", "two.graph", *args, "-q")
            self.assertIn(result.code, (USAGE, UNSUPPORTED), args)
        self.expect_error(UNSUPPORTED, "cluster", "two.graph", "--algorithm", "louvain",
                          "--iterations", "3", "-q", says="has no iterations")

    def test_verify(self):
        self.write("two.graph", TWO)
        self.write("bad.txt", "1 1\n2 1\n3 2\n4 2\n5 1\n6 2\n")
        done = self.expect(DONE, "verify", "two.graph", "--communities", "bad.txt", "-q").out
        self.assertIn("not all connected", done)
        self.assertIn("a move gains", done)
        self.write("good.txt", "1 1\n2 1\n3 1\n4 2\n5 2\n6 2\n")
        for more, says in [((), ", no move or merge gains\n"),
                           (("--resolution", "0.1"), "; a merge gains, 1 to the community of 4: 0.09286\n"),
                           (("--resolution", "10"), "; a move gains, 3 to be alone: 0.9388\n")]:
            done = self.expect(DONE, "verify", "two.graph", "--communities", "good.txt", *more, "-q").out
            self.assertTrue(done.endswith(says), done)
        result = self.expect(FAILED, "verify", "two.graph", "--communities", "bad.txt",
                             "--connected", "-q")
        self.assertIn("the community of vertex 1 is not connected", result.err)
        for name, text, says in [("twice.txt", "1 1\n1 1\n", "has had a line before"),
                                 ("more.txt", "7 1\n", "does not exist")]:
            self.write(name, text)
            self.assertIn(says, self.expect(FAILED, "verify", "two.graph", "--communities", name,
                                            "-q").err)
        self.write("words.txt", "one 1\n")
        self.expect_error(BAD_INPUT, "verify", "two.graph", "--communities", "words.txt", "-q",
                          says="words.txt:1")
        for args in [("two.graph",), ("two.graph", "m.txt", "--communities", "bad.txt"),
                     ("two.graph", "--connected", "m.txt"),
                     ("two.graph", "--communities", "bad.txt", "--greedy"),
                     ("two.graph", "--communities", "bad.txt", "--objective", "cpm"),
                     ("two.graph", "--communities", "bad.txt", "--objective", "weight"),
                     ("two.graph", "m.txt", "--objective", "cpm"), ("two.graph", "m.txt", "--max-size", "3"),
                     ("-", "--communities", "-")]:
            self.expect_error(USAGE, "verify", *args, "-q")

    def test_verify_under_constraints(self):
        """Demands that do not hold, and changes that they forbid."""
        self.write("two.graph", TWO)
        self.write("c.txt", "1 1\n2 1\n3 2\n4 2\n5 3\n6 3\n")
        verify = ("verify", "two.graph", "--communities", "c.txt", "-q")
        self.assertIn("a merge gains", self.expect(DONE, *verify).out)
        for more in [("--max-size", 2), ("--num-communities", 3, "--min-size", 2)]:
            self.assertIn("no move or merge gains", self.expect(DONE, *verify, *more).out)
        self.write("fixed.txt", "1 1\n3 2\n")
        self.expect(DONE, *verify, "--fixed", "fixed.txt")
        self.write("fixed.txt", "1 1\n3 1\n")
        for more, says in [(("--max-size", 1), "more than 1"), (("--num-communities", 2), "not 2"),
                           (("--fixed", "fixed.txt"), "are fixed in one community")]:
            self.assertIn(says, self.expect(FAILED, *verify, *more).err)

    def test_one_label_per_line(self):
        """Read wherever communities are, with a note, and written."""
        self.write("two.graph", TWO)
        self.expect(DONE, "cluster", "two.graph", "--output-kind", "labels", "-o", "l.txt", "-q")
        self.assertEqual(self.read("l.txt"), b"1\n1\n1\n2\n2\n2\n")
        note = "note    l.txt: a label per line, line 1 is that of vertex 1"
        for args in [("verify", "two.graph", "--communities", "l.txt"),
                     ("cluster", "two.graph", "--initial", "l.txt"),
                     ("cluster", "two.graph", "--fixed", "l.txt"),
                     ("cluster", "two.graph", "--truth", "l.txt")]:
            self.assertIn(note, self.expect(DONE, *args).err)
        truth = self.report("two.graph", "--truth", "l.txt")
        self.assertEqual(truth["result"]["truth"]["adjusted_rand_index"], 1)
        self.write("short.txt", "0\n0\n0\n1\n1\n")
        for args in [("verify", "two.graph", "--communities"), ("cluster", "two.graph", "--truth")]:
            self.expect_error(BAD_INPUT, *args, "short.txt", "-q",
                              says="short.txt: there are 5 labels, one per line, and there must be 6")
        self.write("gaps.el", "1 2\n2 9\n")
        self.expect_error(BAD_INPUT, "cluster", "gaps.el", "--output-kind", "labels", "-q", says="9 numbers")

    def test_directions_are_not_used(self):
        """A note says so where the file has some, and not elsewhere."""
        note = "communities are of the graph without directions"
        arcs = "1 2 3\n2 1 4\n2 3 1\n"
        for name, text, has_directions in [("k.txt", "% asym positive\n" + arcs, True),
                                           ("d.dot", "digraph { a -> b; b -> c; }\n", True),
                                           ("s.txt", "% sym positive\n" + arcs, False), ("p.el", arcs, True),
                                           ("q.el", "1 2 3\n2 1 3\n2 3 1\n", False),
                                           ("u.dot", "graph { a -- b; b -- c; }\n", False)]:
            self.write(name, text)
            err = self.expect(DONE, "cluster", name, "-o", "c.txt").err
            self.assertEqual(note in err, has_directions, name)
            self.assertEqual(note in self.expect(DONE, "verify", name, "--communities", "c.txt").err, has_directions)

    def test_quality_beyond_doubles(self):
        self.write("tiny.el", "a b 5e-324\nc d 0\n")
        self.write("c.txt", "a 1\nb 2\nc 1\nd 2\n")
        cpm = ("--objective", "cpm", "--resolution")
        says = "the quality is beyond all doubles"
        self.expect_error(USAGE, "verify", "tiny.el", "--communities", "c.txt", *cpm, "1", "-q", says=says)
        self.expect_error(USAGE, "cluster", "tiny.el", "--fixed", "c.txt", *cpm, "1", "-q", says=says)
        self.expect(DONE, "verify", "tiny.el", "--communities", "c.txt", *cpm, "5e-324", "-q")
        self.expect(DONE, "cluster", "tiny.el", "--verify", *cpm, "1", "-q")

    def test_old_spellings(self):
        """They are read with a note, and stand in no help."""
        self.write("two.graph", TWO)
        for spelling in [("--communities", "2"), ("--communities=2",)]:
            run = self.expect(DONE, "cluster", "two.graph", *spelling, "-o", "c.txt")
            self.assertIn("note    --communities is called --num-communities now", run.err)
        run = self.expect(DONE, "verify", "two.graph", "--communities", "c.txt", "--quality", "cpm",
                          "--resolution", "0.1")
        self.assertIn("note    --quality is called --objective now", run.err)
        self.assertNotIn("--communities", self.expect(DONE, "cluster", "--help").out)
        self.assertNotIn("--quality", self.expect(DONE, "verify", "--help").out)


if __name__ == "__main__":
    harness.main()
