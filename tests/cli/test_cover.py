# SPDX-License-Identifier: MIT
"""--cover of match and verify: light edges such that each vertex is in as many as it asks for."""

import random

import harness
from harness import DONE, FAILED, UNSUPPORTED, USAGE

# A path 1 2 3 4 and the chord 2 4; weights 5 9 7 8. Vertices weigh 1 3 1 1.
GRAPH = "4 4 11\n1 2 5\n3 1 5 3 9 4 8\n1 2 9 4 7\n1 3 7 2 8\n"
EXACT = [("greedy",), ("local_max",), ("locally_dominant",), ("b_suitor",)]
EXACT += [("b_suitor", "--variant", rows + "_" + updates)
          for rows in ["partial", "sorted", "unsorted"] for updates in ["delayed", "eager"]]


def tiny(dice):
    """A METIS file with loops, parallel edges and vertices without edges; its edges as they count, with
    what each vertex needs, and the lines of the file of capacities."""
    n = dice.randint(2, 6)
    rows, edges = [[] for _ in range(n)], {}
    for u in range(n):
        if dice.random() < 0.2:
            rows[u].append((u, dice.randint(0, 9)))
        for v in range(u + 1, n):
            for _ in range(dice.choice([0, 1, 1, 2])):
                weight = dice.randint(0, 6)
                rows[u].append((v, weight))
                rows[v].append((u, weight))
                edges[u, v] = max(weight, edges.get((u, v), 0))
    text = f"{n} {len(edges)} 1\n"
    text += "".join(" ".join(f"{v + 1} {weight}" for v, weight in row) + "\n" for row in rows)
    least = [dice.choice([0, 1, 1, 2, 3, 99]) for _ in range(n)]
    needed = [min(least[v], sum(v in edge for edge in edges)) for v in range(n)]
    return text, edges, needed, "".join(f"{b}\n" for b in least)


def is_cover(chosen, needed):
    return all(sum(v in edge for edge in chosen) >= most for v, most in enumerate(needed))


def lightest(edges, needed):
    """Of all sets of edges."""
    pairs = list(edges)
    sets = ([pair for i, pair in enumerate(pairs) if bits >> i & 1] for bits in range(1 << len(pairs)))
    return min(sum(edges[pair] for pair in chosen) for chosen in sets if is_cover(chosen, needed))


class Cover(harness.TestCase):
    def setUp(self):
        super().setUp()
        self.write("g.graph", GRAPH)

    def pairs(self, *args):
        return self.expect(DONE, "match", "g.graph", "--cover", "-q", *args).out.splitlines()

    def test_all_algorithms_agree(self):
        self.write("c.txt", "0\n0\n1\n2\n")
        for name, *variant in EXACT:
            for threads in ["1", "2"]:
                flags = ["--algorithm", name, *variant, "--threads", threads, "--verify"]
                for capacity, pairs in [("1", ["1 2", "3 4"]), ("0", []),
                                        ("2", ["1 2", "2 3", "2 4", "3 4"]),
                                        ("vertex-weights", ["1 2", "2 3", "2 4"]), ("c.txt", ["2 4", "3 4"])]:
                    with self.subTest(name=name, variant=variant, capacity=capacity):
                        self.assertEqual(self.pairs(*flags, "--capacity", capacity), pairs)

    def test_without_capacity_each_vertex_is_covered_once(self):
        self.assertEqual(self.pairs(), ["1 2", "3 4"])
        self.assertEqual(self.pairs("--permute", "3"), ["1 2", "3 4"])
        self.assertEqual(self.pairs("--objective", "cardinality"), self.pairs("--weights", "unit"))

    def test_the_report(self):
        report = self.report("match", "g.graph", "--cover", "--verify")
        self.assertTrue(report["options"]["cover"])
        self.assertEqual(report["result"]["edges"], 2)
        self.assertEqual(report["result"]["weight"], 12)
        self.assertEqual(report["result"]["capacity"], 4)
        self.assertEqual(report["result"]["saturated"], 4)
        self.assertEqual(report["result"]["certified_ratio"], 1)
        self.assertIn("2 times the lightest cover", report["result"]["guarantee"])
        self.assertTrue(report["verified"])
        self.assertFalse(self.report("match", "g.graph")["options"]["cover"])
        words = self.expect(DONE, "match", "g.graph", "--cover", "--verify").err
        self.assertIn("valid, minimal, greedy, the lightest cover weighs at least 1.0000 times as much", words)

    def test_verify_judges_covers(self):
        flags = ["--cover", "--capacity", "1"]
        out = self.expect(DONE, "match", "g.graph", "-q", *flags, "--output-kind", "mates").out
        self.assertEqual(out, "1 2\n2 1\n3 4\n4 3\n")
        self.write("m.txt", out)
        self.expect(DONE, "verify", "g.graph", "m.txt", *flags, "--greedy", "--output-kind", "mates")
        verify = ["verify", "g.graph", "m.txt", "-q", *flags]
        for text, demand, says in [
                ("1 2\n2 3\n", [], "vertex 4 is in 0 pairs, must be in 1 at least"),
                ("1 2\n2 3\n2 4\n3 4\n", ["--maximal"], "not minimal: edge 2 3 could be left out"),
                ("1 2\n2 3\n2 4\n", ["--greedy"], "not greedy: edge 2 3 comes before an edge that is left out"),
                ("1 2\n1 2\n3 4\n", [], "paired twice"), ("1 3\n", [], "no edge joins 1 and 3")]:
            with self.subTest(text=text):
                self.write("m.txt", text)
                self.assertIn(says, self.expect(FAILED, *verify, *demand).err)
        self.write("m.txt", "1 2\n2 3\n2 4\n3 4\n")
        shown = self.expect(DONE, *verify).out
        self.assertIn("valid: 4 edges, weight 29, not minimal, not greedy, the lightest cover weighs at least 0.41", shown)
        report = self.report(*verify[:3], *flags)
        self.assertTrue(report["options"]["cover"])
        self.assertEqual(report["result"]["saturated"], 1)
        self.assertEqual([report["result"][name] for name in ("valid", "minimal", "greedy")], [True, False, False])
        self.assertNotIn("maximal", report["result"])

    def test_negative_edges_are_free(self):
        self.write("s.el", "1 2 -3\n2 3 4\n3 1 2\n")
        out = self.expect(DONE, "match", "s.el", "--cover", "--verify", "-q").out
        self.assertEqual(out.splitlines(), ["1 2", "3 1"])
        report = self.report("match", "s.el", "--cover", "--verify")
        self.assertEqual(report["result"]["certified_ratio"], 1)
        out = self.expect(DONE, "match", "s.el", "--cover", "--nonpositive", "keep", "--verify", "-q").out
        self.assertEqual(out.splitlines(), ["1 2", "3 1"])

    def test_random_files_against_all_sets_of_edges(self):
        dice = random.Random(20)
        for case in (range(20)):
            text, edges, needed, capacities = tiny(dice)
            self.write("t.graph", text)
            self.write("c.txt", capacities)
            flags = ["--cover", "--capacity", "c.txt"]
            with self.subTest(case=case, text=text, capacities=capacities):
                outs = {self.expect(DONE, "match", "t.graph", *flags, "-q", "--threads", threads).out
                        for threads in ["1", "2", "7"]}
                self.assertEqual(len(outs), 1)
                chosen = [tuple(int(v) - 1 for v in line.split()) for line in outs.pop().splitlines()]
                self.assertTrue(is_cover(chosen, needed))
                best, weight = lightest(edges, needed), sum(edges[pair] for pair in chosen)
                self.assertLessEqual(weight, 2 * best)
                result = self.report("match", "t.graph", *flags, "--verify")["result"]
                self.assertEqual(result["weight"], weight)
                self.assertLessEqual(result["certified_ratio"] * weight, best)
                self.assertEqual(result["capacity"], sum(needed))
                self.check_changed(chosen, edges, needed, flags)

    def check_changed(self, chosen, edges, needed, flags):
        """One edge less, or one edge more, is no cover, or not minimal."""
        for pair in edges:
            other = [each for each in edges if (each in chosen) != (each == pair)]
            self.write("m.txt", "".join(f"{u + 1} {v + 1}\n" for u, v in other))
            verify = ["verify", "t.graph", "m.txt", "-q", *flags]
            if pair in chosen:
                free = edges[pair] == 0 and is_cover(other, needed)
                self.expect(DONE if free else FAILED, *verify)
            else:
                self.assertIn("not minimal", self.expect(FAILED, *verify, "--maximal").err)
            self.assertIn("violation: ", self.expect(FAILED, *verify, "--greedy").err)

    def test_what_has_none_is_refused(self):
        self.write("h.hgr", "2 3\n1 2\n2 3\n")
        self.expect_error(UNSUPPORTED, "match", "h.hgr", "--cover", says="--cover is for graphs")
        self.write("m.txt", "1\n2\n")
        self.expect_error(UNSUPPORTED, "verify", "h.hgr", "m.txt", "--cover", says="--cover is for graphs")
        self.expect_error(UNSUPPORTED, "match", "g.graph", "--cover", "--algorithm", "gpa",
                          says="gpa takes no capacities, these do: local_max (filtered), greedy, ")
        self.expect_error(USAGE, "verify", "g.graph", "m.txt", "--bipartite", "--cover",
                          says="--cover does not go with --bipartite")
        self.expect_error(USAGE, "verify", "g.graph", "--communities", "m.txt", "--cover",
                          says="--cover does not go with --communities")


if __name__ == "__main__":
    harness.main()
