# SPDX-License-Identifier: MIT
"""Orders of ties in graphs: the greedy matching of each, from its definition, and who refuses them."""

import harness
from harness import DONE, FAILED, UNSUPPORTED, USAGE
from test_match_graph import EXACT, h32, metis, random_edges

THREADS = [1, 3]


def greedy(n, edges, ties, seed=0, weighted=True, capacity=1, keep=False):
    """The matching of (u, v, weight): by falling weight, and equal ones by `ties`."""
    degree = [0] * n
    for u, v, _ in edges:
        degree[u] += 1
        degree[v] += 1

    def place(e):
        u, v, weight = edges[e]
        tie = {"hash": 0, "degree": -degree[u] - degree[v], "number": -e}[ties]
        return (weight if weighted else 0, tie, h32(u, v, seed), min(u, v), max(u, v))

    room = [capacity] * n
    chosen = []
    for e in sorted(range(len(edges)), key=place, reverse=True):
        u, v, weight = edges[e]
        if (weight > 0 or not weighted or keep) and room[u] and room[v]:
            room[u] -= 1
            room[v] -= 1
            chosen.append(e)
    return "".join(f"{edges[e][0] + 1} {edges[e][1] + 1}\n" for e in sorted(chosen))


def unweighted(n, edges):
    rows = [[] for _ in range(n)]
    for u, v, _ in edges:
        rows[u].append(v + 1)
        rows[v].append(u + 1)
    return f"{n} {len(edges)}\n" + "".join(" ".join(map(str, row)) + "\n" for row in rows)


class TieOrder(harness.TestCase):
    def test_all_greedy_algorithms_return_it_and_it_is_proven(self):
        n = 60
        edges = random_edges(n, 150, weights=3)
        self.write("w.graph", metis(n, edges))
        self.write("u.graph", unweighted(n, edges))
        answers = set()
        for ties in "hash", "degree", "number":
            for name, flags, weighted in [("w.graph", (), True), ("u.graph", (), False),
                                          ("w.graph", ("--objective", "cardinality"), False)]:
                expected = greedy(n, edges, ties, seed=4, weighted=weighted)
                answers.add((weighted, expected))
                for algorithm in EXACT:
                    for threads in THREADS:
                        out = self.expect(DONE, "match", name, "-q", "--verify", "--seed", 4, "--tie-order", ties,
                                          "--threads", threads, "--algorithm", *algorithm, *flags).out
                        self.assertEqual(out, expected, (ties, name, algorithm, threads))
                self.write("m", expected)
                self.expect(DONE, "verify", name, "m", "-q", "--greedy", "--seed", 4, "--tie-order", ties, *flags)
                other = "hash" if ties != "hash" else "degree"
                self.expect(FAILED, "verify", name, "m", "-q", "--greedy", "--seed", 4, "--tie-order", other, *flags)
        self.assertEqual(len(answers), 6)

    def test_signs_and_capacities(self):
        n = 40
        edges = [(u, v, w - 3) for u, v, w in random_edges(n, 120, seed=3, weights=6)]
        self.write("s.graph", metis(n, edges))
        self.write("u.graph", unweighted(n, edges))
        for ties in "degree", "number":
            for keep in False, True:
                flags = ("--nonpositive", "keep") if keep else ()
                result = self.report("match", "s.graph", "--tie-order", ties, "--verify", "-o", "m", *flags)
                self.assertEqual(self.read("m").decode(), greedy(n, edges, ties, keep=keep))
                self.assertEqual(result["result"]["guarantee"],
                                 "1/2 of the largest weight" + (" if none is negative" if keep else ""))
                self.assertEqual(result["options"]["tie_order"], ties)
            for algorithm in ("local_max",), ("greedy",), ("locally_dominant",), ("b_suitor",):
                out = self.expect(DONE, "match", "u.graph", "-q", "--verify", "--capacity", 2, "--tie-order", ties,
                                  "--algorithm", *algorithm).out
                self.assertEqual(out, greedy(n, edges, ties, weighted=False, capacity=2), algorithm)
            self.assertEqual(self.report("match", "u.graph", "--tie-order", ties)["result"]["guarantee"],
                             "1/2 of the most edges")

    def test_more_pairs_by_degrees_and_a_hint(self):
        # A star with a tail at each leaf: each tail must be taken first.
        leaves = 30
        edges = [(0, i, 1) for i in range(1, leaves + 1)] + [(i, leaves + i, 1) for i in range(1, leaves + 1)]
        self.write("spider.graph", unweighted(2 * leaves + 1, sorted(edges)))
        by_hash = self.report("match", "spider.graph")["result"]
        by_degree = self.report("match", "spider.graph", "--tie-order", "degree")["result"]
        self.assertEqual(by_degree["edges"], leaves)
        self.assertLessEqual(by_hash["edges"], leaves)
        self.assertTrue(any("--tie-order degree" in hint for hint in by_hash["hints"]))
        self.assertFalse(any("--tie-order" in hint for hint in by_degree["hints"]))

    def test_refusals(self):
        self.write("u.graph", "3 2\n2\n1 3\n2\n")
        self.write("h.hgr", "2 3\n1 2\n2 3\n")
        says = "tie_order degree goes with the algorithms that return the greedy matching"
        for algorithm in "gpa", "path_growing", "hem", "exact", "red_blue":
            self.expect_error(UNSUPPORTED, "match", "u.graph", "-q", "--algorithm", algorithm, "--tie-order", "degree",
                              says=says)
        self.expect_error(UNSUPPORTED, "match", "h.hgr", "-q", "--tie-order", "number", says="is for graphs")
        self.expect_error(UNSUPPORTED, "match", "u.graph", "-q", "--variant", "crcw", "--ties", "redraw", "--tie-order",
                          "degree", says="redrawn")
        for flags in ("--ranks", "threads:2"), ("--memory-limit", "1G"):
            self.expect_error(UNSUPPORTED, "match", "u.graph", "-q", "--tie-order", "degree", *flags, says="--tie-order degree")
        self.expect_error(USAGE, "match", "u.graph", "-q", "--tie-order", "degrees", says="--tie-order")
        self.write("m", "1\n")
        self.expect_error(UNSUPPORTED, "verify", "h.hgr", "m", "-q", "--tie-order", "degree", says="by hash only")


if __name__ == "__main__":
    harness.main()
