# SPDX-License-Identifier: MIT
"""Matchings of graphs: the order from its definition, the input's own numbers, every layout."""

import os

import harness
from harness import BAD_INPUT, DONE, FAILED, UNSUPPORTED, USAGE

EXACT = [("local_max", "--variant", variant)
         for variant in ["filtered", "sequential", "crcw", "work_optimal"]]
EXACT += [("greedy",), ("locally_dominant",)]
EXACT += [("suitor", "--variant", variant)
          for variant in ["lock_free", "unsorted", "sorted", "locks"]]
OTHERS = [("red_blue",), ("red_blue", "--variant", "random"), ("hem",),
          ("hem", "--variant", "natural"), ("random_greedy",), ("gpa",), ("path_growing",)]

# Sanitizers make each run slow; the plain build covers the counts.
THREADS = [2] if os.environ.get("HYPERMATCH_SANITIZE") else [1, 2, 5]

MASK = (1 << 64) - 1


def splitmix64(x):
    z = (x + 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def h32(u, v, seed):
    """What breaks ties between edges, from the ends' numbers (from 0)."""
    start, mask = splitmix64(seed) & 0xFFFFFFFF, splitmix64(seed) >> 32

    def spread(w):
        x = w * 0x9E3779B1 + start
        return x * (2 * x + 1) & 0xFFFFFFFF

    return ((spread(u) ^ spread(v) ^ mask) * 0x85EBCA6B) & 0xFFFFFFFF


def greedy(edges, seed=0):
    """The greedy matching of (u, v, weight), in the order of the edges."""
    order = sorted(range(len(edges)),
                   key=lambda e: (edges[e][2], h32(*edges[e][:2], seed),
                                  min(edges[e][:2]), max(edges[e][:2])), reverse=True)
    taken = set()
    chosen = []
    for e in order:
        u, v, weight = edges[e]
        if weight > 0 and u not in taken and v not in taken:
            taken.update((u, v))
            chosen.append(e)
    return sorted(chosen)


def random_edges(n, m, seed=1, weights=9):
    """Distinct pairs in the order of a METIS file, with weights 1 .. `weights`."""
    pairs = set()
    i = 0
    while len(pairs) < m:
        u, v = splitmix64(seed * 7919 + 2 * i) % n, splitmix64(seed * 7919 + 2 * i + 1) % n
        i += 1
        if u != v:
            pairs.add((min(u, v), max(u, v)))
    return [(u, v, 1 + splitmix64(u * 1000 + v) % weights) for u, v in sorted(pairs)]


def metis(n, edges):
    rows = [[] for _ in range(n)]
    for u, v, weight in edges:
        rows[u].append(f"{v + 1} {weight}")
        rows[v].append(f"{u + 1} {weight}")
    return f"{n} {len(edges)} 1\n" + "".join(" ".join(row) + "\n" for row in rows)


class MatchGraph(harness.TestCase):
    def test_hand_sized(self):
        self.write("path.graph", "4 3 1\n2 2\n1 2 3 3\n2 3 4 2\n3 2\n")
        self.assertEqual(self.expect(DONE, "match", "path.graph", "-q").out, "2 3\n")
        self.assertEqual(self.expect(DONE, "match", "path.graph", "-q", "--algorithm", "gpa").out,
                         "1 2\n3 4\n")
        self.assertEqual(self.expect(DONE, "match", "path.graph", "-q", "--output-kind",
                                     "mates").out, "1 -\n2 3\n3 2\n4 -\n")
        self.write("empty.graph", "0 0\n")
        self.assertEqual(self.expect(DONE, "match", "empty.graph", "-q", "--verify").out, "")

    def test_exact_algorithms_return_greedy_by_its_definition(self):
        edges = random_edges(60, 200)
        self.write("g.graph", metis(60, edges))
        for seed in [0, 5]:
            expected = "".join(f"{edges[e][0] + 1} {edges[e][1] + 1}\n"
                               for e in greedy(edges, seed))
            for algorithm in EXACT:
                for threads in THREADS:
                    out = self.expect(DONE, "match", "g.graph", "-q", "--verify", "--seed", seed,
                                      "--threads", threads, "--algorithm", *algorithm).out
                    self.assertEqual(out, expected, (algorithm, threads))

    def test_interior_first_is_greedy_within_ranges_and_then_across(self):
        n = 30
        edges = [(u, v, 1 + i) for i, (u, v, _) in enumerate(random_edges(n, 90))]  # no two weigh the same
        self.write("g.graph", metis(n, edges))
        for parts in 1, 2, 7, n, n + 5, 1000:
            part = [max(p for p in range(parts) if n * p // parts <= v) for v in range(n)]
            used, expected = set(), []
            for crosses in False, True:
                for u, v, _ in sorted(edges, key=lambda edge: -edge[2]):
                    if (part[u] != part[v]) == crosses and not used & {u, v}:
                        used |= {u, v}
                        expected.append((min(u, v) + 1, max(u, v) + 1))
            for threads in THREADS:
                out = self.expect(DONE, "match", "g.graph", "-q", "--algorithm", "interior_first", "--parts", parts,
                                  "--threads", threads).out
                self.assertEqual(sorted(tuple(map(int, line.split())) for line in out.splitlines()), sorted(expected), parts)

    def test_flags_that_stand_for_parameters_do_not_contradict_them(self):
        self.write("g.graph", metis(4, [(0, 1, 1), (1, 2, 5), (2, 3, 1)]))
        self.expect_error(USAGE, "match", "g.graph", "--minimize", "--sense", "maximize",
                          says="--minimize stands for --sense minimize, not for --sense maximize")
        self.expect_error(USAGE, "match", "g.graph", "--perfect", "--size", "any",
                          says="--perfect stands for --size perfect, not for --size any")
        self.assertEqual(self.expect(DONE, "match", "g.graph", "-q", "--minimize", "--sense", "minimize", "--perfect",
                                     "--size", "perfect").out, "1 2\n3 4\n")

    def test_all_algorithms_prove_what_they_promise(self):
        self.write("g.graph", metis(80, random_edges(80, 300, seed=2)))
        for options in ([(), ("--objective", "cardinality"), ("--weights", "random:-3..9"),
                             ("--permute", "3"), ("--rating", "expansion_star_2"),
                             ("--rating", "inner_outer"), ("--complete",)]):
            for algorithm in EXACT[:1] + EXACT[-1:] + OTHERS:
                out = self.expect(DONE, "match", "g.graph", "-q", "--verify", *options,
                                  "--algorithm", *algorithm).out
                if "--permute" not in options and "--weights" not in options:
                    self.write("m", out)
                    self.expect(DONE, "verify", "g.graph", "m", "-q")

    def test_weights_decide_who_takes_part_whatever_the_rating(self):
        for text, rating, matched in [("2 1 1\n2 -1\n1 -1\n", "expansion_star_2", ""),
                                      ("3 2 1\n2 5\n1 5 3 -3\n2 -3\n", "inner_outer", "1 2\n")]:
            self.write("g.graph", text)
            self.assertEqual(self.expect(DONE, "match", "g.graph", "-q", "--verify", "--rating",
                                         rating).out, matched)

    def test_a_negative_matching_is_no_share_of_the_optimum(self):
        self.write("g.graph", "3 2 1\n2 -1\n1 -1 3 -5\n2 -5\n")
        result = self.report("match", "g.graph", "--nonpositive", "keep", "--verify")["result"]
        self.assertEqual(result["weight"], -1)
        self.assertIsNone(result["certified_ratio"])
        self.assertTrue(result["guarantee"].endswith("if none is negative"))

    def test_ids_are_those_of_the_file(self):
        self.write("named.txt", "# from 0\n7 3 5\n0 7 9\n3 0 1\n12 3 2\n")
        self.assertEqual(self.expect(DONE, "match", "named.txt", "-q").out, "0 7\n12 3\n")
        mates = self.expect(DONE, "match", "named.txt", "-q", "--output-kind", "mates").out
        self.assertEqual(sorted(mates.split("\n")[:-1]), ["0 7", "12 3", "3 12", "7 0"])
        for layout, text in [("pairs", "0 7\n12 3\n"), ("mates", mates)]:
            self.write("m", text)
            self.expect(DONE, "verify", "named.txt", "m", "--greedy", "-q", "--output-kind", layout)
        self.write("wrong", "0 8\n")
        result = self.expect(FAILED, "verify", "named.txt", "wrong", "-q")
        self.assertIn("vertex 8 does not exist", result.err)

    def test_matrices_are_graphs(self):
        # A + A^T with |a|, the larger of two; the diagonal is left out.
        self.write("a.mtx", "%%MatrixMarket matrix coordinate integer general\n"
                            "3 3 4\n1 1 9\n1 2 -4\n2 1 1\n3 2 3\n")
        self.assertEqual(self.expect(DONE, "match", "a.mtx", "-q", "--verify").out, "1 2\n")

    def test_verify_names_violations(self):
        self.write("path.graph", "4 3 1\n2 2\n1 2 3 3\n2 3 4 2\n3 2\n")
        for text, demand, says in [
                ("1 2\n2 3\n", (), "vertex 2 is in two pairs"),
                ("1 3\n", (), "no edge joins 1 and 3"),
                ("1 2\n1 5\n", (), "vertex 5 does not exist"),
                ("0 1\n", (), "vertex 0 does not exist"),
                ("1 2\n", ("--maximal",), "not maximal: edge 3 4"),
                ("1 2\n3 4\n", ("--greedy",), "not greedy: edge 2 3")]:
            self.write("m", text)
            result = self.expect(FAILED, "verify", "path.graph", "m", "-q", *demand)
            self.assertIn(says, result.err)
        self.write("m", "% comment\n\n 2\t3 \r\n")
        out = self.expect(DONE, "verify", "path.graph", "m", "-q", "--greedy").out
        self.assertIn("maximal, greedy", out)
        for text, line in [("1\n", 1), ("1 2 x\n", 1), ("1 2\n3 4 1\n", 2), ("1 2\nx 3\n", 2), ("1 99999999999999999999\n",
                                                                         1)]:
            self.write("bad", text)
            self.expect_error(BAD_INPUT, "verify", "path.graph", "bad", "-q", says=f"bad:{line}: ")

    def test_mates_that_are_not_mutual_are_violations(self):
        self.write("path.graph", "4 3 1\n2 2\n1 2 3 3\n2 3 4 2\n3 2\n")
        for text, says in [("1 2\n2 3\n3 -\n", "m:1: vertex 1 has mate 2, whose mate is 3"),
                           ("2 3\n% c\n3 0\n", "m:1: vertex 2 has mate 3, whose mate is none"),
                           ("2 3\n", "m:1: vertex 2 has mate 3, whose mate is none"),
                           ("2 3\n3 2\n2 3\n", "m:3: vertex 2 has had a line before"),
                           ("2 -\n3 2\n2 3\n", "m:2: vertex 3 has mate 2, whose mate is none"),
                           ("2 3\n3 2\n1 -\n3 -\n", "m:4: vertex 3 has had a line before"),
                           ("2 2\n", ""), ("5 6\n6 5\n", "m:1: vertex 5 does not exist"),
                           ("1 -\n77 -\n", "m:2: vertex 77 does not exist, there are 4"),
                           ("0 -\n", "m:1: vertex 0 does not exist"),
                           ("1 3\n3 1\n", "no edge joins 1 and 3")]:
            self.write("m", text)
            result = self.expect(FAILED, "verify", "path.graph", "m", "-q", "--output-kind",
                                 "mates")
            self.assertEqual(result.out, "")
            self.assertIn("violation: " + says, result.err)
        for text in ["", "1 -\n", "3 2\n2 3\n4 0\n"]:
            self.write("m", text)
            self.expect(DONE, "verify", "path.graph", "m", "-q", "--output-kind", "mates")
        self.write("named.txt", "a b\n")
        self.write("m", "a c\n")
        result = self.expect(FAILED, "verify", "named.txt", "m", "-q", "--output-kind", "mates")
        self.assertIn("vertex a has mate c, whose mate is none", result.err)
        self.write("m", "x -\n")
        result = self.expect(FAILED, "verify", "named.txt", "m", "-q", "--output-kind", "mates")
        self.assertIn("m:1: vertex x does not exist", result.err)

    def test_vertex_weights_that_ratings_cannot_divide_by(self):
        for text, line in [("3 2 10\n1 2\n% c\n-4 1 3\n0 2\n", 4), ("2 1 10\n0 2\n1 1\n", 2)]:
            self.write("w.graph", text)
            self.write("m", "1 2\n")
            for rating in ["expansion", "expansion_star", "expansion_star_2", "inner_outer"]:
                for args in [("match", "w.graph"), ("verify", "w.graph", "m")]:
                    self.expect_error(BAD_INPUT, *args, "-q", "--rating", rating,
                                      says=f"w.graph:{line}: expected a positive vertex weight")
            for args in [("match", "w.graph"), ("verify", "w.graph", "m"), ("info", "w.graph"),
                         ("convert", "w.graph", "x.graph"), ("bipartite", "w.graph")]:
                self.expect(DONE, *args, "-q")
            self.assertIn(text.split("\n")[line - 1].encode(), self.read("x.graph"))

    def test_report(self):
        self.write("path.graph", "4 3 1\n2 2\n1 2 3 3\n2 3 4 2\n3 2\n")
        report = self.report("match", "path.graph", "--verify", "--algorithm", "suitor",
                             "--threads", "1")
        self.assertEqual(report["input"]["kind"], "graph")
        self.assertEqual(report["input"]["max_degree"], 2)
        self.assertEqual(report["options"]["algorithm"], "suitor")
        self.assertEqual(report["options"]["rating"], "weight")
        self.assertEqual(report["result"]["edges"], 1)
        self.assertEqual(report["result"]["weight"], 3)
        self.assertTrue(report["verified"])
        self.assertGreaterEqual(report["result"]["certified_ratio"], 0.5)
        self.assertIn("1/2", report["result"]["guarantee"])

    def test_refuses_what_does_not_fit_the_kind(self):
        self.write("path.graph", "4 3\n2\n1 3\n2 4\n3\n")
        self.write("a.hgr", "1 2\n1 2\n")
        self.expect_error(UNSUPPORTED, "match", "path.graph", "-q", "--algorithm",
                          "stack_streaming", says="--as")
        self.expect_error(UNSUPPORTED, "match", "a.hgr", "-q", "--algorithm", "suitor", says="--as")
        self.expect_error(UNSUPPORTED, "match", "path.graph", "-q", "--ties", "redraw",
                          "--algorithm", "greedy")
        self.expect_error(UNSUPPORTED, "match", "path.graph", "-q", "--rating", "weight_per_pin",
                          says="hypergraphs")
        for flags in (), ("--as", "graph"):
            self.expect_error(UNSUPPORTED, "match", "path.graph", "-q", "--algorithm", "exact", "--rating", "inner_outer", *flags,
                              says="exact takes no rating but weight")
        self.expect_error(UNSUPPORTED, "match", "a.hgr", "-q", "--rating", "expansion",
                          says="graphs")
        self.expect_error(UNSUPPORTED, "match", "a.hgr", "-q", "--output-kind", "mates",
                          says="graphs")
        self.expect_error(USAGE, "match", "path.graph", "-q", "--algorithm", "gredy",
                          says="must be one of")
        self.expect_error(UNSUPPORTED, "match", "path.graph", "-q", "--as", "graph", "--algorithm",
                          "stack_streaming", says="matches hypergraphs")
        self.expect_error(UNSUPPORTED, "match", "a.hgr", "-q", "--as", "hypergraph", "--algorithm",
                          "gpa", says="matches graphs")
        self.write("a.txt", "1\n")
        self.expect_error(UNSUPPORTED, "verify", "a.hgr", "a.txt", "-q", "--output-kind", "mates",
                          says="graphs")
        self.expect_error(USAGE, "match", "path.graph", "-q", "--algorithm", "red_blue",
                          "--blue-share", "1.5", says="above 0 and below 1")
        self.expect_error(USAGE, "match", "no such file", "-q", "--algorithm", "red_blue",
                          "--blue-share", "0", says="--blue-share")

    def test_parameters_of_other_algorithms_are_refused_at_their_defaults_too(self):
        self.write("path.graph", "4 3\n2\n1 3\n2 4\n3\n")
        self.write("a.hgr", "1 2\n1 2\n")
        self.write("a.prefs", "p two-sided 1 1\nl 1 : 1\nr 1 : 1\n")
        for name, values in (("a.hgr", ("--parts 2", "--noise 0", "--epsilon 0.1", "--alpha -1")),
                             ("path.graph", ("--parts 2", "--noise 0", "--shared-rounds 3", "--sense maximize --algorithm gpa"))):
            for value in values:
                self.expect_error(UNSUPPORTED, "match", name, "-q", *value.split(), says=" has " if "noise" not in value else "takes no noise")
            self.expect(DONE, "match", name, "-q", "--ties", "fixed", "--noise-generator", "mix")
        for value in ("--optimal left", "--balance dynamic", "--proposal-order automatic", "--order number"):
            self.expect_error(UNSUPPORTED, "stable", "a.prefs", "-q", "--algorithm", "rank_maximal", *value.split(), says=" has no ")

    def test_redrawn_ties_agree_among_the_rounds(self):
        self.write("g.graph", metis(300, random_edges(300, 1500, seed=3, weights=4)))
        fixed = self.expect(DONE, "match", "g.graph", "-q").out
        answers = set()
        for noise in ["0", "2", "9"]:
            outputs = {self.expect(DONE, "match", "g.graph", "-q", "--verify", "--ties", "redraw",
                                   "--noise", noise, "--variant", variant, "--threads", threads).out
                       for variant in ["sequential", "crcw", "work_optimal"] for threads in [1, 2]}
            self.assertEqual(len(outputs), 1, noise)
            answers |= outputs
        self.assertEqual(len(answers - {fixed}), 3)
        for refused in [(), ("--variant", "filtered"), ("--algorithm", "locally_dominant")]:
            self.expect_error(UNSUPPORTED, "match", "g.graph", "-q", "--ties", "redraw", *refused)
        self.expect_error(UNSUPPORTED, "match", "g.graph", "-q", "--ties", "redraw", "--variant",
                          "crcw", "--noise-generator", "xorwow")

    def test_red_vertices_without_free_neighbours_retire(self):
        self.write("star.graph", metis(1001, [(0, leaf, 1) for leaf in range(1, 1001)]))
        report = self.report("match", "star.graph", "--algorithm", "red_blue", "-o", "m.txt")
        self.assertEqual(report["result"]["rounds"], 2)

    def test_permuting_renumbers_and_numbers_back(self):
        edges = random_edges(50, 150, seed=3, weights=10**6)
        self.write("g.graph", metis(50, edges))
        plain = self.expect(DONE, "match", "g.graph", "-q").out
        self.assertEqual(self.expect(DONE, "match", "g.graph", "-q", "--permute", "8",
                                     "--verify").out, plain)  # no ties: one answer
        self.assertNotEqual(
            self.expect(DONE, "match", "g.graph", "-q", "--weights", "unit").out,
            self.expect(DONE, "match", "g.graph", "-q", "--weights", "unit", "--permute", "8").out)

    def test_ties_of_another_seed_are_told_apart(self):
        self.write("g.graph", metis(50, random_edges(50, 150, seed=3, weights=3)))
        for match in [("--seed", "5"), ("--permute", "8")]:
            self.expect(DONE, "match", "g.graph", "-q", "-o", "m.txt", *match)
            err = self.expect(FAILED, "verify", "g.graph", "m.txt", "-q", "--greedy").err
            self.assertIn("not greedy", err)
            out = self.expect(DONE, "verify", "g.graph", "m.txt", "-q", "--greedy", "--ties",
                              "redraw").out
            self.assertIn("greedy up to the order of ties", out)
        self.write("light.txt", "")
        self.expect(FAILED, "verify", "g.graph", "light.txt", "-q", "--greedy", "--ties", "redraw")


if __name__ == "__main__":
    harness.main()
