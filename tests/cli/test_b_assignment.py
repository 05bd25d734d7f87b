# SPDX-License-Identifier: MIT
"""Pairs of rows and columns within bounds: files of bounds, answers against all subsets, cuts, what is refused."""

import itertools
import json
import math
import os
import random

import harness
from harness import BAD_INPUT, DONE, FAILED, UNSUPPORTED, USAGE
from test_bipartite import matrix

NO_SOLUTION = 6


def best_of_all(weights, rows, columns):
    """The weight of the best subset of the entries within the bounds; None if there is none."""
    best = None
    for size in range(len(weights) + 1):
        for chosen in itertools.combinations(weights, size):
            if all(lower <= sum(pair[side] == v for pair in chosen) <= upper
                   for side, bounds in ((0, rows), (1, columns))
                   for v, (lower, upper) in enumerate(bounds, 1)):
                weight = sum(weights[pair] for pair in chosen)
                best = weight if best is None else max(best, weight)
    return best


class BAssignment(harness.TestCase):
    def test_random_matrices(self):
        for seed in (range(40)):
            draw = random.Random(seed)
            num_rows, num_columns = draw.randint(1, 4), draw.randint(1, 3)
            entries = [(draw.randint(1, num_rows), draw.randint(1, num_columns),
                        draw.choice([draw.randint(-9, 9), draw.uniform(-1, 1)]))
                       for _ in range(draw.randint(0, 9))]
            weights = {}
            for row, column, weight in entries:
                weights[row, column] = max(weights.get((row, column), weight), weight)
            bounds = [[(lower, lower + draw.randint(0, 2)) for lower in
                       (draw.choice([0, 0, 0, 1, 2]) for _ in range(count))]
                      for count in (num_rows, num_columns)]
            name = self.write("a.mtx", matrix(num_rows, num_columns, entries, "real general"))
            self.write("all.txt", "% rows, then columns\n" + "".join(
                f"{lower} {upper}\n" if lower else f"{upper}\n" for lower, upper in sum(bounds, [])))
            flags = ["--objective", "weight", "--capacity", "all.txt"]
            best = best_of_all(weights, *bounds)
            code = DONE if best is not None else NO_SOLUTION
            run = self.expect(code, "bipartite", name, *flags, "--verify", "-q", "--json", "r.json")
            report = json.loads(self.read("r.json"))
            self.assertEqual(report["result"]["exists"], best is not None)
            self.assertTrue(report["verified"])
            if best is None:
                cut = report["result"]["violated_cut"]
                self.assertGreater(cut["demand"], cut["limit"] + cut["edges"])
                self.assertEqual(run.out, "")
                continue
            pairs = [tuple(map(int, line.split(" "))) for line in run.out.splitlines()]
            self.assertEqual(pairs, sorted(set(pairs)))
            rooms = [(min(upper, sum(pair[side] == v for pair in weights)),
                      sum(pair[side] == v for pair in pairs))
                     for side in (0, 1) for v, (_, upper) in enumerate(bounds[side], 1)]
            self.assertEqual(report["result"]["capacity"], sum(room for room, _ in rooms))
            self.assertEqual(report["result"]["saturated"],
                             sum(room == taken for room, taken in rooms))
            self.assertAlmostEqual(sum(weights[pair] for pair in pairs), best)
            self.write("p.txt", run.out)
            self.assertIn(", maximum", self.expect(DONE, "verify", name, "p.txt", "--bipartite", *flags,
                                                   "--maximum", "-q", "--json", "v.json").out)
            judged = json.loads(self.read("v.json"))["result"]
            for member in ("capacity", "saturated"):
                self.assertEqual(judged[member], report["result"][member])

    def test_flags(self):
        name = self.write("a.mtx", matrix(2, 2, [(1, 1, 5), (1, 2, 4), (2, 1, 4), (2, 2, 1)],
                                          "integer general"))
        run = lambda *flags: self.expect(DONE, "bipartite", name, "-q", *flags).out
        self.assertEqual(run("--objective", "weight"), "1 2\n2 1\n")
        self.assertEqual(run("--objective", "weight", "--capacity", "2"), "1 1\n1 2\n2 1\n2 2\n")
        self.assertEqual(run("--objective", "weight", "--row-capacity", "1..", "--column-capacity",
                             "2"), "1 1\n1 2\n2 1\n2 2\n")
        self.assertEqual(run("--objective", "weight", "--capacity", "2", "--row-capacity", "0..1"),
                         "1 1\n2 1\n")
        self.assertEqual(len(run("--capacity", "1..1").splitlines()), 2)
        self.write("p.txt", "1 1\n2 2\n")
        verify = ["verify", name, "p.txt", "--bipartite", "-q", "--objective", "weight"]
        self.assertIn("not maximum", self.expect(DONE, *verify).out)
        self.assertIn("heavier", self.expect(FAILED, *verify, "--maximum").err)
        self.assertIn("row 1 lies in 1 pair, must be in at least 2",
                      self.expect(FAILED, *verify, "--row-capacity", "2..2").err)

    def test_kinds_of_weights(self):
        symmetric = self.write("s.mtx", matrix(3, 3, [(2, 1, 7), (3, 3, 2)], "real symmetric"))
        report = self.report("bipartite", symmetric, "--objective", "weight")
        self.assertEqual(report["result"]["weight"], 16)
        skew = self.write("k.mtx", matrix(2, 2, [(2, 1, 7)], "integer skew-symmetric"))
        self.assertEqual(self.expect(DONE, "bipartite", skew, "--objective", "weight", "-q").out,
                         "2 1\n")
        graph = self.write("a.el", "1 2 5\n2 3 9\n")
        for sides, weight in [("one", 18), ("two", 14)]:
            report = self.report("bipartite", graph, "--sides", sides)
            self.assertEqual(report["result"]["weight"], weight)
        nets = self.write("a.hgr", "2 3 1\n7 1 2\n4 1 3\n")
        self.assertEqual(self.report("bipartite", nets, "--objective", "weight", "--row-capacity", 2
                                     )["result"]["weight"], 18)

    def test_pivots_of_symmetric_matrices(self):
        # Rows 1 and 2 need each other, 3 stands alone, 4 and 5 are a pair by their large entry.
        entries = [(2, 1, 1e6), (1, 1, 1e-3), (3, 3, -4), (3, 1, 0.5), (5, 4, 9), (5, 5, 1e-4), (4, 3, 1e-2)]
        name = self.write("s.mtx", matrix(5, 5, entries, "real symmetric"))
        report = self.report("bipartite", name, "--pivots", "p.txt", "--scaling", "f.txt", "--verify", "-o",
                             "m.txt")
        self.assertEqual(self.read("p.txt").decode(), "1 2\n3\n4 5\n")
        self.assertTrue(report["verified"])
        self.assertEqual(report["result"]["pivots_of_two_rows"], 2)
        factor = {}
        for line in self.read("f.txt").decode().splitlines():
            _, number, exponent = line.split()
            self.assertEqual(factor.setdefault(number, exponent), exponent)  # of row and column
        sizes = [abs(value) * 2 ** (float(factor[str(r)]) + float(factor[str(c)])) for r, c, value in entries]
        self.assertLessEqual(max(sizes), 1 + 1e-12)
        for wrong in ([(1, 2, 1), (2, 1, 2)], [(1, 2, 1), (1, 1, 3)]):
            name = self.write("w.mtx", matrix(2, 2, wrong, "real general"))
            self.expect_error(BAD_INPUT, "bipartite", name, "--pivots", "q.txt", "-q",
                              says="a symmetric matrix is needed, row 1 and column 2")
        name = self.write("r.mtx", matrix(1, 2, [(1, 2, 1)], "real general"))
        self.expect_error(BAD_INPUT, "bipartite", name, "--pivots", "q.txt", "-q", says="square")
        self.assertNotIn("q.txt", os.listdir(self.folder))
        self.expect_error(USAGE, "bipartite", name, "--pivots", "q.txt", "--minimize", says="--pivots")

    def test_scaling_makes_no_entry_larger_than_one(self):
        entries = [(1, 1, 10), (1, 2, -3), (2, 1, 1e-5), (2, 2, 7), (3, 3, 0), (3, 4, 2e10), (4, 4, 5),
                   (4, 1, 1e-3)]
        name = self.write("a.mtx", matrix(4, 4, entries, "real general"))
        report = self.report("bipartite", name, "--scaling", "f.txt", "--verify", "-o", "p.txt")
        self.assertEqual(self.read("p.txt").decode(), "1 1\n2 2\n3 4\n")
        self.assertTrue(report["verified"])
        self.assertAlmostEqual(report["result"]["log2_product"], math.log2(10 * 7 * 2e10))
        factor = {}
        for line in self.read("f.txt").decode().splitlines():
            side, number, exponent = line.split()
            factor[side, int(number)] = 2 ** float(exponent)
        scaled = {(r, c): abs(value) * factor["r", r] * factor["c", c] for r, c, value in entries}
        self.assertLessEqual(max(scaled.values()), 1 + 1e-12)
        for pair in [(1, 1), (2, 2), (3, 4)]:
            self.assertAlmostEqual(scaled[pair], 1)
        for flags in (["--minimize"], ["--capacity", "2"], ["--algorithm", "pfp"], ["--certificate", "c"],
                      ["--objective", "cardinality"], ["-o", "f.txt"]):
            self.expect_error(USAGE, "bipartite", name, "--scaling", "f.txt", *flags, says="--")

    def test_is_an_algorithm_of_the_list(self):
        name = self.write("a.mtx", matrix(2, 2, [(1, 1, 5), (1, 2, 7), (2, 1, 6)], "integer general"))
        report = self.report("bipartite", name, "--algorithm", "network_simplex")
        self.assertEqual(report["options"]["algorithm"], "network_simplex")
        self.assertEqual(report["result"]["weight"], 13)
        report = self.report("bipartite", name, "--algorithm", "network_simplex", "--objective",
                             "cardinality")
        self.assertEqual(report["result"]["weight"], 2)

    def test_certificates_are_duals(self):
        name = self.write("a.mtx", matrix(2, 3, [(1, 1, 5.5), (1, 2, 7), (2, 1, 6), (2, 3, -1)],
                                          "real general"))
        bounds = ["--objective", "weight", "--row-capacity", "1..2"]
        self.expect(DONE, "bipartite", name, *bounds, "--certificate", "duals.txt", "-o", "p.txt", "-q")
        lines = self.read("duals.txt").decode().splitlines()
        self.assertEqual([line.split()[:2] for line in lines],
                         [["r", "1"], ["r", "2"], ["c", "1"], ["c", "2"], ["c", "3"]])
        dual = {tuple(line.split()[:2]): float(line.split()[2]) for line in lines}
        # The bound that the duals prove is the weight, 13.
        bound = sum(2 * max(dual["r", str(r)], 0) + min(dual["r", str(r)], 0) for r in (1, 2))
        bound += sum(max(dual["c", str(c)], 0) for c in (1, 2, 3))
        bound += sum(max(w - dual["r", str(r)] - dual["c", str(c)], 0)
                     for r, c, w in [(1, 1, 5.5), (1, 2, 7), (2, 1, 6), (2, 3, -1)])
        self.assertEqual(bound, 13)
        judge = ["verify", name, "p.txt", "--bipartite", *bounds, "--certificate"]
        self.assertIn("maximum", self.expect(DONE, *judge, "duals.txt").out)
        self.write("worse.txt", "1 1\n2 3\n")
        self.expect(FAILED, "verify", name, "worse.txt", "--bipartite", *bounds, "--certificate",
                    "duals.txt")
        # The pairs are best, but these numbers do not show it. What has no line is 0.
        self.write("some.txt", "% nothing but\r\n\nc 2 7e0\n")
        self.assertIn("no proof", self.expect(FAILED, *judge, "some.txt").err)
        for text, says in (("r 1\n", ":1: expected a number"), ("r 1 x\n", ":1: expected a number"),
                           ("r 3 1\n", ":1: expected a row"), ("r 0 1\n", ":1: expected a row"),
                           ("c 1 1\nc 1 1\n", ":2: expected a column that no other line has"),
                           ("v 1 1\n", ":1: expected 'r ROW VALUE'"), ("r 1 nan\n", "a number"),
                           ("r 1 1 1\n", "a number"), ("r 1 1e999\n", "a number")):
            self.write("bad.txt", text)
            self.expect_error(BAD_INPUT, *judge, "bad.txt", says=says)
        cut = ["--objective", "weight", "--column-capacity", "3..3"]
        self.expect(NO_SOLUTION, "bipartite", name, *cut, "--certificate", "none.txt", "-q")
        self.assertFalse(os.path.exists(self.path("none.txt")))
        self.expect_error(USAGE, "bipartite", name, *bounds, "-o", "x", "--certificate", "x")

    def test_ratios_of_rounded_weights_are_below_one(self):
        # Integers beyond 2^57 and reals whose bits lie too far apart lose their lowest bits: the edge
        # taken is lighter by 2, and the entry of a and x is left out.
        self.write("e.el", "1 2 4611686018427387905\n3 2 4611686018427387907\n")
        self.write("a.csv", "a,x,2.09e-301\na,y,0.243\nb,x,1.114\nb,y,9.4e29\n")
        for verb, name, flags in (("match", "e.el", ["--algorithm", "exact"]), ("bipartite", "a.csv", [])):
            run = self.expect(DONE, verb, name, *flags, "--verify", "-o", "p.txt", "--certificate", "d.txt",
                              "--json", "r.json")
            self.assertIn("weights were rounded to multiples of", run.err)
            ratio = json.loads(self.read("r.json"))["result"]["certified_ratio"]
            self.assertTrue(0.999 < ratio < 1, ratio)
        run = self.expect(DONE, "verify", "a.csv", "p.txt", "--bipartite", "--maximum", "--certificate", "d.txt")
        self.assertIn("maximum up to 0.000244", run.out)

    def test_refused(self):
        name = self.write("a.mtx", matrix(2, 2, [(1, 1, 5)], "integer general"))
        for flags in (["--capacity", "3..1"], ["--capacity", "random:1..2"], ["--capacity", "-1"],
                      ["--capacity", "2", "--start", "cheap"],
                      ["--capacity", "2", "--algorithm", "hopcroft_karp"]):
            self.expect_error(USAGE, "bipartite", name, "-q", *flags)
        self.expect_error(UNSUPPORTED, "bipartite", name, "--capacity", "2", "--device", "cuda")
        graph = self.write("a.el", "1 2 5\n")
        self.expect_error(UNSUPPORTED, "match", graph, "--capacity", "1..2", says="lower bounds")
        self.write("p.txt", "1 1\n")
        self.expect_error(USAGE, "verify", graph, "p.txt", "--row-capacity", "2")
        for text, says in (("1\n", "found 1"), ("1\n1\n1\n1\n1\n", ":5: expected 4 lines"),
                           ("2 1\n1\n1\n1\n", ":1: expected LO <= HI"), ("x\n", "a bound"),
                           ("1 2 3\n", "the end of the line"), ("-1\n", "a bound")):
            self.write("b.txt", text)
            self.expect_error(BAD_INPUT, "bipartite", name, "-q", "--capacity", "b.txt", says=says)


if __name__ == "__main__":
    harness.main()
