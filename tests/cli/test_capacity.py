# SPDX-License-Identifier: MIT
"""--capacity of match and verify: what it may be, what it refuses, what it adds to the answer."""

import harness
from harness import BAD_INPUT, DONE, FAILED, UNSUPPORTED, USAGE

# A path 1 2 3 4 and the chord 2 4; weights 5 9 7 8. Vertices weigh 1 3 1 1.
GRAPH = "4 4 11\n1 2 5\n3 1 5 3 9 4 8\n1 2 9 4 7\n1 3 7 2 8\n"
EXACT = [("greedy",), ("local_max",), ("locally_dominant",), ("b_suitor",)]
EXACT += [("b_suitor", "--variant", rows + "_" + updates)
          for rows in ["partial", "sorted", "unsorted"] for updates in ["delayed", "eager"]]


class Capacity(harness.TestCase):
    def setUp(self):
        super().setUp()
        self.write("g.graph", GRAPH)

    def pairs(self, *args):
        return self.expect(DONE, "match", "g.graph", "-q", *args).out.splitlines()

    def test_all_algorithms_agree(self):
        self.write("c.txt", "% of each vertex\n1\n3\n\n1\n99999999999\n")
        for name, *variant in EXACT:
            for threads in ["1", "2"]:
                flags = ["--algorithm", name, *variant, "--threads", threads]
                for capacity, pairs in [("2", ["2 3", "2 4", "3 4"]), ("1", ["2 3"]), ("0", []),
                                        ("vertex-weights", ["1 2", "2 3", "2 4"]),
                                        ("random:2..2", ["2 3", "2 4", "3 4"]),
                                        ("c.txt", ["1 2", "2 3", "2 4"])]:
                    with self.subTest(name=name, variant=variant, capacity=capacity):
                        self.assertEqual(self.pairs(*flags, "--capacity", capacity), pairs)

    def test_random_ones_are_those_of_the_definition(self):
        def splitmix64(x):
            mask = (1 << 64) - 1
            z = (x + 0x9E3779B97F4A7C15) & mask
            z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
            z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
            return z ^ (z >> 31)

        shift = 5 * 0xD1342543DE82EF95
        drawn = [splitmix64((v + shift) & ((1 << 64) - 1)) % 4 for v in range(4)]
        self.write("c.txt", "".join(f"{c}\n" for c in drawn))
        self.assertEqual(self.pairs("--capacity", "random:0..3:5"), self.pairs("--capacity", "c.txt"))

    def test_lines_of_a_file_stand_for_vertices_in_the_order_of_the_page(self):
        """docs/formats.md, Capacities: the second line has room for none, the others for all."""
        self.write("c.txt", "9\n0\n9\n9\n9\n")
        self.write("g.el", "5 1 1\n5 2 1\n2 1 1\n3 3 1\n4 3 1\n")
        self.assertEqual(self.pairs_of("g.el"), ["5 1", "4 3"])
        self.write("g.el", "e a 1\ne b 1\nb a 1\nc c 1\nd c 1\n")
        self.assertEqual(self.pairs_of("g.el"), ["e b", "d c"])
        self.write("g.gr", "p edge 5 4\ne 4 2\ne 4 5\ne 3 2\ne 3 1\n")
        self.assertEqual(self.pairs_of("g.gr"), ["4 5", "3 1"])
        self.write("g.mtx", "%%MatrixMarket matrix coordinate pattern general\n5 5 3\n1 3\n5 2\n2 4\n")
        self.assertEqual(self.pairs_of("g.mtx"), ["1 3"])
        self.assertEqual(self.pairs_of("g.mtx", "--as", "row-net"), ["1", "2"])
        self.assertEqual(self.pairs_of("g.mtx", "--as", "column-net"), ["2", "3"])
        self.write("f.cnf", "p cnf 5 5\n1 0\n-1 0\n2 0\n-3 0\n4 5 0\n")
        self.assertEqual(self.pairs_of("f.cnf"), ["1", "2", "4", "5"])
        self.assertEqual(self.pairs_of("f.cnf", "--as", "dual"), ["2", "3", "4", "5"])
        self.write("c.txt", "9\n0\n" + "9\n" * 8)
        self.assertEqual(self.pairs_of("f.cnf", "--as", "literal"), ["1", "3", "4", "5"])
        self.write("p.input", "5 4\n0 1 1\n1 0 1\n0 2 1\n2 0 1\n-1 -1 -1\n")
        self.write("c.txt", "9\n0\n9\n9\n9\n")
        self.assertEqual(self.pairs_of("p.input"), ["2"])
        self.expect(DONE, "convert", "g.el", "g.hmb", "-q")
        self.assertEqual(self.pairs_of("g.hmb"), ["e b", "d c"])

    def pairs_of(self, file, *args):
        return self.expect(DONE, "match", file, "-q", "--capacity", "c.txt", *args).out.splitlines()

    def test_huge_ones_are_room_for_all(self):
        everything = ["1 2", "2 3", "2 4", "3 4"]
        for huge in ["4294967295", "4294967296", "18446744073709551616", "9" * 30]:
            with self.subTest(huge=huge):
                self.assertEqual(self.pairs("--capacity", huge), everything)
        self.write("c.txt", "4294967296\n8589934592\n4294967296\n18446744073709551615\n")
        self.assertEqual(self.pairs("--capacity", "c.txt"), everything)
        self.write("g.graph", GRAPH.replace("\n3 1 5", "\n4294967296 1 5"))
        self.assertEqual(self.pairs("--capacity", "vertex-weights"), ["1 2", "2 3", "2 4"])

    def test_they_stay_with_their_vertices_when_these_are_renumbered(self):
        self.write("c.txt", "1\n3\n1\n1\n")
        self.write("h.hgr", "4 4 1\n5 1 2\n9 2 3\n7 3 4\n8 2 4\n")
        for seed in ["1", "2", "3", "4"]:
            with self.subTest(seed=seed):
                flags = ["--capacity", "c.txt", "--permute", seed]
                self.assertEqual(self.pairs(*flags), ["1 2", "2 3", "2 4"])
                of_hypergraph = self.expect(DONE, "match", "h.hgr", "-q", *flags).out
                self.assertEqual(of_hypergraph.split(), ["1", "2", "4"])

    def test_ratings_by_load_prefer_roomier_vertices(self):
        self.write("h.hgr", "2 3 1\n10 1 2\n9 2 3\n")
        self.write("c.txt", "1\n1\n3\n")
        by_load = ["--capacity", "c.txt", "--rating", "weight_per_load"]
        per_pin = ["--capacity", "c.txt", "--rating", "weight_per_pin"]
        for algorithm in ["greedy", "local_max"]:
            self.assertEqual(self.expect(DONE, "match", "h.hgr", "-q", *by_load, "--algorithm",
                                         algorithm, "--verify").out, "2\n")
        self.assertEqual(self.expect(DONE, "match", "h.hgr", "-q", *per_pin).out, "1\n")
        self.write("m.txt", "2\n")
        self.expect(DONE, "verify", "h.hgr", "m.txt", *by_load, "--greedy")
        judged = self.expect(FAILED, "verify", "h.hgr", "m.txt", *per_pin, "--greedy")
        self.assertIn("not greedy", judged.err)
        report = self.report("match", "h.hgr", *by_load)
        self.assertEqual(report["options"]["rating"], "weight_per_load")
        self.assertRegex(report["result"]["guarantee"], r"^1/\(d c\) of .* c the largest capacity")
        self.expect_error(UNSUPPORTED, "match", "g.graph", "--capacity", "2", "--rating",
                          "weight_per_load", "-q", says="ratings by pins and loads")

    def test_the_report_has_saturated_vertices_and_the_sum(self):
        report = self.report("match", "g.graph", "--capacity", "2", "--verify")
        self.assertEqual(report["options"]["capacity"], 2)
        # Degrees are 1 3 2 2; vertex 1 keeps its one unit.
        self.assertEqual(report["result"]["capacity"], 7)
        self.assertEqual(report["result"]["saturated"], 3)
        self.assertTrue(report["verified"])
        report = self.report("match", "g.graph", "--capacity", "random:1..1")
        self.assertEqual(report["options"]["capacity"], "random:1..1")
        self.assertEqual(report["result"]["capacity"], 4)
        self.assertEqual(report["result"]["saturated"], 2)
        self.assertNotIn("saturated", self.report("match", "g.graph")["result"])

    def test_mates_are_listed(self):
        flags = ["--capacity", "2", "--output-kind", "mates"]
        out = self.expect(DONE, "match", "g.graph", "-q", *flags).out
        self.assertEqual(out, "1 -\n2 3 4\n3 2 4\n4 2 3\n")
        self.write("m.txt", out)
        self.expect(DONE, "verify", "g.graph", "m.txt", "-q", "--greedy", *flags)
        self.write("m.txt", "1 -\n2 3 4\n3 2\n4 2 3\n")
        self.expect_violation("verify", "g.graph", "m.txt", "-q", *flags,
                              says="m.txt:4: vertex 4 has partner 3, which does not have 4")

    def test_mates_whose_ids_hold_blanks(self):
        self.write("k.csv", 'source,target,weight\n"Ann","Bob",4\n"Ann","Bob Lee",1\n"Bob Lee","Cem",1\n')
        self.write("k.tsv", "Ann\tBob\t4\nAnn\tBob Lee\t1\n")
        self.write("n.tsv", "1\tBob Lee\t4\n1\t2\t1\n2\tCem\t3\n")
        for name in ["k.csv", "k.tsv", "n.tsv"]:
            for flags in [["--capacity", "2"], ["--capacity", "3"], ["--cover"]]:
                flags += ["--output-kind", "mates"]
                self.expect(DONE, "match", name, "-q", *flags, "-o", "m.txt")
                self.expect(DONE, "verify", name, "m.txt", "-q", *flags)
        # The ids `a`, `b` and `a b`: what is read is what stands between tabs.
        self.write("s.tsv", "x\ta b\t5\nx\ta\t1\nx\tb\t1\nx\tq\t9\n")
        flags = ["--capacity", "3", "--output-kind", "mates"]
        self.write("good.txt", "x\tq\ta b\na b\tx\na\t-\nb\t-\nq\tx\n")
        self.write("bad.txt", "x\tq\ta b\na b\t-\na\tx\nb\tx\nq\tx\n")
        self.expect(DONE, "verify", "s.tsv", "good.txt", *flags)
        bad = self.expect(FAILED, "verify", "s.tsv", "bad.txt", *flags)
        self.assertIn("vertex x has partner a b, which does not have x", bad.out + bad.err)

    def test_lines_of_mates_that_are_none(self):
        verify = ["verify", "g.graph", "m.txt", "-q", "--capacity", "2", "--output-kind", "mates"]
        for text, says in [("1 - 2\n", "m.txt:1: expected partners, or none, found '-' among them"),
                           ("1 -\n2 3 4\n3 2 4\n% c\n4 2 - 3\n", "m.txt:5: expected partners, or none"),
                           ("1 -\n2 -\n3 -\n4 - -\n", "m.txt:4: expected partners, or none"),
                           ("1 -\n2 3 0 4\n", "m.txt:2: expected partners, or none, found '0' among them"),
                           ("1 -\n2 3\n3 2\n", "m.txt:3: expected one line per vertex, found none of vertex 4"),
                           ("2 3\n% c\n4 -\n3 2\n% c\n", "m.txt:4: expected one line per vertex, found none of "
                            "vertex 1"), ("", "m.txt:1: expected one line per vertex, found none of vertex 1")]:
            with self.subTest(text=text):
                self.write("m.txt", text)
                self.expect_error(BAD_INPUT, *verify, says=says)
        self.write("m.txt", "4 -\n1 0\n2 3\n3 2\n")
        self.expect(DONE, *verify)
        self.write("named.el", "a b 1\nb c 2\n")
        verify[1] = "named.el"
        self.write("m.txt", "a b\nb a\n")
        self.expect_error(BAD_INPUT, *verify, says="m.txt:2: expected one line per vertex, found none of vertex c")
        self.write("m.txt", "a b -\nb a\nc -\n")
        self.expect_error(BAD_INPUT, *verify, says="m.txt:1: expected partners, or none, found '-' among them")

    def test_mates_without_their_flag_name_it(self):
        hint = "; a line per vertex is read with --output-kind mates"
        self.write("named.el", "a b 1\na c 2\nd e 1\n")
        for file, text, says in [("g.graph", "1 -\n2 3 4\n", ":1: expected the number of a vertex, found '-'" + hint),
                                 ("g.graph", "2 3 -\n", ":1: expected two vertices per line, found '-' behind them" + hint),
                                 ("named.el", "d -\n", ":1: expected a vertex, found '-'" + hint),
                                 ("g.graph", "1 x\n", "found 'x'\n")]:
            for capacity in [[], ["--capacity", "2"]]:
                with self.subTest(file=file, text=text, capacity=capacity):
                    self.write("m.txt", text)
                    self.expect_error(BAD_INPUT, "verify", file, "m.txt", "-q", *capacity, says=says)

    def test_mates_that_look_like_weights_name_the_flag(self):
        self.write("m.txt", "2 3 4\n")
        found = self.expect(FAILED, "verify", "g.graph", "m.txt", "-q", "--capacity", "2")
        self.assertIn("the matching says 4 (a line per vertex is read with --output-kind mates)", found.err)

    def expect_violation(self, *args, says):
        self.assertIn(says, self.expect(FAILED, *args).err)

    def test_threads_are_those_of_what_runs_under_capacities(self):
        for algorithm, capacity, flags, threads in [
                ("locally_dominant", "2", [], 1), ("locally_dominant", "1", [], 2),
                ("greedy", "2", [], 1), ("greedy", "1", [], 2), ("b_suitor", "2", [], 2),
                ("local_max", "2", [], 2), ("locally_dominant", "1", ["--cover"], 1)]:
            with self.subTest(algorithm=algorithm, capacity=capacity, flags=flags):
                args = ["match", "g.graph", "--algorithm", algorithm, "--capacity", capacity, "--threads", "2", *flags]
                report = self.report(*args)
                self.assertEqual(report["machine"]["threads"]["solve"], threads)
                self.assertRegex(self.expect(DONE, *args).err, f"solve .*, {threads} threads?: ")

    def test_list_names_the_back_ends_that_take_capacities(self):
        rows = [row.split() for row in self.expect(DONE, "list", "algorithms").out.splitlines()]
        taken = {tuple(row[1:3]): row[7] for row in rows if row[:1] == ["graph_matching"]}
        self.assertEqual(taken["greedy", "-"], "seq")
        self.assertEqual(taken["locally_dominant", "-"], "seq")
        self.assertEqual(taken["b_suitor", "sorted_eager"], "yes")
        self.assertEqual(taken["gpa", "-"], "-")

    def test_verify_judges_under_capacities(self):
        self.write("m.txt", "2 3\n2 4\n")
        verify = ["verify", "g.graph", "m.txt", "-q"]
        self.expect(DONE, *verify, "--capacity", "2")
        self.expect_violation(*verify, says="vertex 2 is in two pairs")
        self.expect_violation(*verify, "--capacity", "1", says="vertex 2 is in two pairs")
        self.expect_violation(*verify, "--capacity", "2", "--maximal",
                              says="not maximal: edge 3 4 joins vertices that have room")
        self.write("m.txt", "1 2\n2 4\n3 4\n")
        self.expect(DONE, *verify, "--capacity", "2", "--maximal")
        self.expect_violation(*verify, "--capacity", "2", "--greedy", says="not greedy: edge 2 3")
        report = self.report("verify", "g.graph", "m.txt", "--capacity", "2")
        self.assertEqual(report["options"]["capacity"], 2)
        self.assertEqual(report["result"]["saturated"], 3)

    def test_bad_capacities_are_told_with_their_place(self):
        for given, says in [("-2", "--capacity is '-2', must be a whole number from 0"),
                            ("random:3..1", "must be random:LO..HI[:S]"),
                            ("random:-1..1", "0 <= LO"),
                            ("random:0..4294967296", "HI < 2^32")]:
            with self.subTest(given=given):
                self.expect_error(USAGE, "match", "g.graph", "--capacity", given, says=says)
                self.expect_error(USAGE, "verify", "g.graph", "m.txt", "--capacity", given, says=says)
        for text, says in [("1\n2\n", "c.txt:2: expected 4 capacities, one per vertex, found 2"),
                           ("1\n2\n3\n4\n5\n", "c.txt:5: expected 4 capacities, one per vertex"),
                           ("1\n-2\n3\n4\n", "c.txt:2: expected a capacity, a whole number from 0, "
                                             "found '-2'"),
                           ("1\n2 3\n", "c.txt:2: expected one capacity per line, found '3'"),
                           ("1\n2x\n", "c.txt:2: expected a capacity"),
                           ("", "c.txt:1: expected 4 capacities, one per vertex, found 0"),
                           ("% none\n", "c.txt:1: expected 4 capacities, one per vertex, found 0")]:
            with self.subTest(text=text):
                self.write("c.txt", text)
                self.expect_error(BAD_INPUT, "match", "g.graph", "-q", "--capacity", "c.txt", says=says)
        self.write("none.txt", "")
        self.expect_error(BAD_INPUT, "bipartite", "g.graph", "-q", "--capacity", "none.txt",
                          says="none.txt:1: expected 8 lines")
        self.write("plain.graph", "2 1\n2\n1\n")
        self.expect_error(BAD_INPUT, "match", "plain.graph", "-q", "--capacity", "vertex-weights",
                          says="vertices have none")
        for text, says in [("2 1 10\n1 2\n-1 1\n", "vertex 2 has -1"),
                           ("2 1 10 2\n1 1 2\n1 1 1\n", "vertices have 2")]:
            with self.subTest(text=text):
                self.write("weighted.graph", text)
                self.expect_error(BAD_INPUT, "match", "weighted.graph", "-q", "--capacity",
                                  "vertex-weights", says=says)

    def test_what_is_neither_a_form_nor_a_file_is_told_the_forms(self):
        forms = "which is no file; it takes a whole number, a file, vertex-weights or random:LO..HI[:S]"
        for given, more in [("2.0", "\n"), ("random", "\n"), ("no.txt", "\n"),
                            ("vertex_weights", "; did you mean vertex-weights?\n")]:
            for words in [("match", "g.graph"), ("verify", "g.graph", "m.txt"),
                          ("stable", "g.graph", "--from-graph"), ("match", "none.graph")]:
                with self.subTest(given=given, words=words):
                    self.expect_error(BAD_INPUT, *words, "--capacity", given,
                                      says=f"--capacity is '{given}', {forms}{more}")

    def test_guarantees_speak_of_weights_that_are_not_negative(self):
        self.write("h.hgr", "2 3 1\n10 1 2\n-9 2 3\n")
        for file, share in [("g.graph", "1/2"), ("h.hgr", "1/d")]:
            told = self.report("match", file, "--capacity", "2", "--nonpositive", "keep")["result"]["guarantee"]
            self.assertRegex(told, f"^{share} of the largest weight under the capacities if no weight is negative")
            told = self.report("match", file, "--capacity", "2")["result"]["guarantee"]
            self.assertRegex(told, f"^{share} of the largest weight under the capacities(,|$)")
        told = self.report("match", "g.graph", "--capacity", "2", "--objective", "cardinality")["result"]["guarantee"]
        self.assertEqual(told, "1/2 of the most edges under the capacities")

    def test_standard_input_has_capacities_once(self):
        flags = ["g.graph", "-q", "--capacity", "-"]
        run = self.expect(DONE, "match", *flags, "--verify", stdin="1\n3\n1\n1\n")
        self.assertEqual(run.out.splitlines(), ["1 2", "2 3", "2 4"])
        self.write("m.txt", run.out)
        self.expect(DONE, "verify", "g.graph", "m.txt", *flags[1:], "--greedy", stdin="1\n3\n1\n1\n")
        self.expect_error(BAD_INPUT, "match", *flags, stdin="1\n",
                          says="expected 4 capacities, one per vertex, found 1")
        self.expect(DONE, "stable", "g.graph", "--from-graph", "-q", "--capacity", "-", stdin="1\n3\n1\n1\n")
        for words in [("match", "-", "--format", "metis"), ("stable", "-", "--from-graph"), ("verify", "g.graph", "-"),
                      ("verify", "-", "m.txt", "--format", "metis")]:
            with self.subTest(words=words):
                self.expect_error(USAGE, *words, "--capacity", "-", stdin=GRAPH,
                                  says="standard input cannot be read twice")

    def test_with_ones_everywhere_every_algorithm_runs(self):
        self.write("ones.txt", "1\n" * 4)
        self.write("twos.txt", "1\n2\n1\n1\n")
        self.write("w.graph", GRAPH.replace("\n3 1 5", "\n1 1 5"))
        self.write("h.hgr", "4 4 11\n5 1 2\n9 2 3\n7 3 4\n8 2 4\n1\n1\n1\n1\n")
        names = ["suitor", "gpa", "hem", "path_growing", "red_blue", "b_suitor"]
        runs = [("w.graph", "--algorithm", name) for name in names]
        runs += [("w.graph", "--algorithm", "gpa", "--complete"), ("w.graph", "--variant", "crcw"),
                 ("h.hgr", "--variant", "crcw"), ("h.hgr", "--variant", "crew", "--ties", "redraw"),
                 ("h.hgr", "--algorithm", "stack_streaming"),
                 ("h.hgr", "--algorithm", "stack_streaming", "--complete")]
        for run in runs:
            plain = self.expect(DONE, "match", *run, "-q").out
            for ones in ["ones.txt", "vertex-weights", "random:1..1", "random:1..1:7", "01"]:
                with self.subTest(run=run, ones=ones):
                    done = self.expect(DONE, "match", *run, "-q", "--capacity", ones, "--verify")
                    self.assertEqual(done.out, plain)
                    use = self.report("match", *run, "--capacity", ones)["result"]
                    self.assertEqual((use["capacity"], use["saturated"] > 0), (4, True))
        for run in [("w.graph", "--algorithm", "gpa"), ("h.hgr", "--algorithm", "stack_streaming")]:
            for other in ["twos.txt", "2", "0", "random:1..2", "random:0..1"]:
                with self.subTest(run=run, other=other):
                    self.expect_error(UNSUPPORTED, "match", *run, "-q", "--capacity", other,
                                      says="takes no capacities, these do: ")
        # What the flag tells is refused before anything is read.
        self.expect_error(UNSUPPORTED, "match", "none.graph", "--algorithm", "gpa", "--capacity", "2",
                          says="gpa takes no capacities")
        self.expect_error(UNSUPPORTED, "match", "none.graph", "--algorithm", "gpa", "--cover",
                          "--capacity", "ones.txt", says="gpa takes no capacities")
        # A pipe is read once, whatever is asked for.
        piped = self.expect(DONE, "match", "-", "--format", "hmetis", "--algorithm", "stack_streaming", "-q",
                            "--capacity", "ones.txt", "--verify", stdin=self.read("h.hgr"))
        self.assertEqual(piped.out, self.expect(DONE, "match", *runs[-2], "-q").out)

    def test_redrawn_ties_are_refused_before_variants_are_named(self):
        for flags in [("--capacity", "2"), ("--capacity", "2", "--variant", "crew"), ("--cover",)]:
            self.expect_error(UNSUPPORTED, "match", "g.graph", "-q", "--ties", "redraw", *flags,
                              says="--ties redraw goes neither with capacities other than 1 nor with --cover")

    def test_who_takes_none_names_those_that_do(self):
        self.expect_error(UNSUPPORTED, "match", "g.graph", "-q", "--capacity", "2", "--algorithm", "gpa",
                          says="gpa takes no capacities, these do: local_max (filtered), greedy, ")
        self.expect_error(UNSUPPORTED, "match", "g.graph", "-q", "--capacity", "1..2",
                          says="lower bounds on the degrees of general graphs are served by no algorithm here")


if __name__ == "__main__":
    harness.main()
