# SPDX-License-Identifier: MIT
"""Pairs of points: answers against all permutations, proofs that are checked, what is refused."""

import itertools
import json
import math
import random

import harness
from harness import BAD_INPUT, DONE, FAILED, UNSUPPORTED, USAGE

COSTS = {
    "euclidean": lambda x, y: math.dist(x, y),
    "squared_euclidean": lambda x, y: sum((a - b) ** 2 for a, b in zip(x, y)),
    "inner_product": lambda x, y: sum(a * b for a, b in zip(x, y)),
}


def text(points, separator=","):
    return "".join(separator.join(map(repr, point)) + "\n" for point in points)


class Points(harness.TestCase):
    def test_all_permutations(self):
        for seed in range(36):
            draw = random.Random(seed)
            dimension = draw.randint(1, 3)
            coordinate = draw.choice([lambda: draw.randint(-3, 3), lambda: draw.uniform(-1, 1)])
            rows, columns = ([[coordinate() for _ in range(dimension)] for _ in range(draw.randint(1, 5))]
                             for _ in range(2))
            self.write("rows.csv", text(rows))
            self.write("columns.csv", text(columns, " "))
            distance = draw.choice(list(COSTS))
            least = distance != "inner_product"
            flags = ["--points", "columns.csv", "--distance", distance]
            if draw.random() < 0.3:
                flags += ["--objective", "weight"] if least else ["--minimize"]
                least = not least
            cost = COSTS[distance]
            small, large = (rows, columns) if len(rows) <= len(columns) else (columns, rows)
            sums = [sum(map(cost, small, chosen)) for chosen in itertools.permutations(large, len(small))]
            report = self.report("bipartite", "rows.csv", *flags, "--verify", "-o", "pairs", "--certificate", "duals")
            self.assertAlmostEqual(report["result"]["weight"], min(sums) if least else max(sums), places=6)
            self.assertEqual(report["result"]["edges"], len(small))
            self.assertTrue(report["verified"])
            verdict = self.report("verify", "rows.csv", "pairs", *flags, "--certificate", "duals")
            self.assertTrue(verdict["verified"])
            self.assertAlmostEqual(verdict["result"]["weight"], report["result"]["weight"], places=6)
            # The proof of these pairs proves no others that are worse.
            pairs = [tuple(map(int, line.split())) for line in self.read("pairs").splitlines()]
            if len(pairs) < 2:
                continue
            turned = [(row, pairs[i - 1][1]) for i, (row, _) in enumerate(pairs)]
            before, after = (sum(cost(rows[r - 1], columns[c - 1]) for r, c in some) for some in (pairs, turned))
            if abs(before - after) < 1e-6:
                continue
            self.write("pairs", "".join(f"{r} {c}\n" for r, c in turned))
            self.expect(FAILED, "verify", "rows.csv", "pairs", *flags, "--certificate", "duals")

    def test_verify_without_proof(self):
        self.write("a.csv", "0\n5\n")
        self.write("b.csv", "1\n4\n9\n")
        self.write("pairs", "1 1\n2 3\n")
        found = self.expect(DONE, "verify", "a.csv", "pairs", "--points", "b.csv")
        self.assertEqual(found.out, "valid: 2 pairs, cost 5, not proven to be of minimum cost (--certificate)\n")
        for pairs in ("1 1\n", "1 1\n2 1\n", "1 1\n3 2\n", "1 1\n1 2\n"):
            self.write("pairs", pairs)
            self.expect(FAILED, "verify", "a.csv", "pairs", "--points", "b.csv")

    def test_what_is_refused(self):
        self.write("a.csv", "0,1\n5,2\n")
        self.write("b.csv", "1\n4\n")
        self.write("pairs", "1 1\n")
        for code, *arguments in (
                (USAGE, "bipartite", "a.csv", "--distance", "euclidean"),
                (USAGE, "bipartite", "a.csv", "--points", "a.csv", "--distance", "cosine"),
                (USAGE, "bipartite", "a.csv", "--points", "a.csv", "--capacity", "2"),
                (USAGE, "bipartite", "a.csv", "--points", "a.csv", "--algorithm", "auction"),
                (USAGE, "bipartite", "a.csv", "--points", "a.csv", "--minimize", "--objective", "weight"),
                (USAGE, "bipartite", "a.csv", "--points", "a.csv", "--scaling", "s"),
                (USAGE, "bipartite", "-", "--points", "-"),
                (USAGE, "bipartite", "a.csv", "--points", "b.csv", "-o", "b.csv"),
                (UNSUPPORTED, "bipartite", "a.csv", "--points", "a.csv", "--device", "cuda"),
                (BAD_INPUT, "bipartite", "a.csv", "--points", "b.csv"),
                (BAD_INPUT, "verify", "a.csv", "pairs", "--points", "b.csv"),
                (USAGE, "verify", "a.csv", "pairs", "--distance", "euclidean"),
                (USAGE, "verify", "a.csv", "pairs", "--points", "a.csv", "--maximum"),
                (USAGE, "verify", "a.csv", "pairs", "--points", "a.csv", "--greedy")):
            with self.subTest(arguments=arguments):
                self.expect_error(code, *arguments)

    def test_nothing_to_pair(self):
        self.write("a.csv", "x,y\n")
        self.write("b.csv", "1,2\n")
        report = json.loads(self.expect(DONE, "bipartite", "a.csv", "--points", "b.csv", "--json", "-", "-o", "pairs").out)
        self.assertEqual(report["result"]["edges"], 0)
        self.assertEqual(self.read("pairs"), b"")


if __name__ == "__main__":
    harness.main()
