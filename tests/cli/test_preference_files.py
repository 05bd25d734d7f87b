# SPDX-License-Identifier: MIT
"""Files of preferences in all formats: stable, verify, info and convert; verbs that match no agents."""

import gzip
import json
import subprocess

import harness
from harness import BAD_INPUT, DONE, FAILED, UNSUPPORTED, USAGE

NO_SOLUTION = 6

LEFT = """# DATA TYPE: toi
# NUMBER ALTERNATIVES: 2
# NUMBER VOTERS: 3
2: 2,1
1: {1,2}
"""
RIGHT = "agent,partner,rank\n1,1,1\n1,3,2\n2,3,1\n2,1,2\n2,2,2\n"
BOTH = "p two-sided 3 2\nl 1 : 2 1\nl 2 : 2 1\nl 3 : (1 2)\nr 1 : 1 3\nr 2 : 3 (1 2)\n"


class PreferenceFiles(harness.TestCase):
    def setUp(self):
        super().setUp()
        self.write("left.toi", LEFT)
        self.write("right.csv", RIGHT)
        self.write("both.prefs", BOTH)

    def test_convert(self):
        self.expect(DONE, "convert", "left.toi", "out.prefs", "--right", "right.csv", "-q")
        self.assertEqual(self.read("out.prefs").decode(), BOTH)
        self.assertEqual(self.expect(DONE, "convert", "out.prefs", "-", "-q").out, BOTH)
        one = self.expect(DONE, "convert", "left.toi", "-", "-q").out
        self.assertEqual(one, "".join(BOTH.splitlines(keepends=True)[:4]))
        for args in (("out.graph",), ("-", "--to", "hmetis"), ("o.prefs", "--as", "graph"),
                     ("o.prefs", "--weights", "unit")):
            self.expect_error(USAGE, "convert", "both.prefs", *args, says="preferences")
        self.expect_error(USAGE, "convert", "both.prefs", "o.prefs", "--right", "right.csv",
                          says="says what its sides are")

    def test_native_files(self):
        self.expect(DONE, "convert", "both.prefs", "both.hmb", "-q")
        piped = self.start("convert", "left.toi", "-", "--to", "native", "--right", "right.csv", "-q",
                           stdout=subprocess.PIPE)
        self.assertEqual(piped.communicate()[0], self.read("both.hmb"))
        self.assertEqual(self.expect(DONE, "convert", "both.hmb", "-", "-q").out, BOTH)
        self.expect(DONE, "stable", "both.prefs", "-q", "-o", "pairs.txt")
        self.assertEqual(self.expect(DONE, "stable", "both.hmb", "--verify", "-q").out, self.read("pairs.txt").decode())
        self.expect(DONE, "verify", "both.hmb", "pairs.txt", "-q")
        self.write("both.hmb.gz", gzip.compress(self.read("both.hmb")))
        self.assertEqual(self.expect(DONE, "convert", "both.hmb.gz", "-", "-q").out, BOTH)
        text, native = (json.loads(self.expect(DONE, "info", file, "--json", "-", "-q").out)
                        for file in ("both.prefs", "both.hmb"))
        self.assertEqual(native["input"]["format"], "native")
        for member in ("entries", "left", "right"):
            self.assertEqual(native[member], text[member])
        for verb in ("match", "bipartite", "cluster"):
            self.expect_error(USAGE, verb, "both.hmb", "-q", says="hypermatch stable")
        self.expect_error(USAGE, "match", "both.hmb", "--algorithm", "stack_streaming", "-q", says="hypermatch stable")
        self.expect_error(USAGE, "stable", "both.hmb", "--sides", "one", "-q", says="says what its sides are")
        self.expect_error(USAGE, "stable", "left.toi", "--right", "both.hmb", "-q", says="has both sides")
        self.expect_error(UNSUPPORTED, "convert", "both.prefs", "both.hmb.gz", "-q", says="not packed")
        self.generate("g.hmb", "rgg", "n=50")
        self.expect_error(USAGE, "stable", "g.hmb", "-q", says="g.hmb: holds a graph, no preferences")
        damaged = bytearray(self.read("both.hmb"))
        damaged[-1] ^= 1
        self.write("bad.hmb", bytes(damaged))
        for args in (("stable", "bad.hmb"), ("info", "bad.hmb"), ("convert", "bad.hmb", "o.prefs")):
            self.expect_error(BAD_INPUT, *args, "-q", says="bad.hmb: native file: the checksum of its ties is wrong")

    def test_native_files_of_families_and_shared_lists(self):
        self.generate("r.hmb", "residents", "residents=200", "hospitals=20")
        self.generate("r.prefs", "residents", "residents=200", "hospitals=20")
        self.assertEqual(self.expect(DONE, "convert", "r.hmb", "-", "-q").out, self.read("r.prefs").decode())
        self.assertEqual(self.report("generate", "residents", "residents=20", "hospitals=20", "-o", "x.hmb")["options"]["to"], "native")
        self.expect_error(USAGE, "generate", "residents", "--to", "metis", says="--to native does")
        self.write("s.prefs", "p shared-lists 3 3\nl 1-3 : 2-1\nr 1-3 [2] : 3-1\n")
        self.expect(DONE, "convert", "s.prefs", "s.hmb", "-q")
        for file in ("s.prefs", "s.hmb"):
            run = self.expect(DONE, "stable", file, "--verify")
            self.assertIn("15 entries of 2 shared lists", run.err)
            self.assertEqual(run.out, "1 1\n2 2\n3 2\n")

    def test_stable_and_verify(self):
        expected = self.expect(DONE, "stable", "both.prefs", "-q").out
        run = self.expect(DONE, "stable", "left.toi", "--right", "right.csv", "--verify", "-q")
        self.assertEqual(run.out, expected)
        self.write("pairs.txt", expected)
        self.expect(DONE, "verify", "left.toi", "pairs.txt", "--right", "right.csv", "-q")
        piped = self.expect(DONE, "stable", "-", "--right", "right.csv", "-q", stdin=LEFT).out
        self.assertEqual(piped, expected)

    def test_one_file_is_one_side(self):
        self.expect_error(USAGE, "stable", "left.toi", "-q", says="--right FILE names those of")
        items = self.expect(DONE, "stable", "left.toi", "--algorithm", "rank_maximal", "--verify", "-q")
        self.assertEqual(len(items.out.splitlines()), 2)
        self.write("mates.csv", "agent,partner,rank\n1,2,1\n2,1,1\n")
        run = self.expect(DONE, "stable", "mates.csv", "--sides", "one", "--verify", "-q")
        self.assertEqual(run.out, "1 2\n")
        self.write("pairs.txt", run.out)
        self.expect(DONE, "verify", "mates.csv", "pairs.txt", "--sides", "one", "-q")

    def test_info(self):
        run = self.expect(DONE, "info", "both.prefs", "-q")
        self.assertIn("left: 3 agents (0 with empty lists), 3 places", run.out)
        self.assertIn("entries: 11, of them 1 of agents that are not listed in return, 4 tied", run.out)
        info = json.loads(self.expect(DONE, "info", "left.toi", "--right", "right.csv", "--json", "-", "-q").out)
        self.assertEqual(info["entries"], {"count": 11, "one_sided": 1, "tied": 4})
        self.assertEqual(info["right"]["lengths"]["max"], 3)
        self.assertEqual(info["input"]["format"], "preflib")
        self.expect_error(USAGE, "info", "both.prefs", "--as", "graph", says="does not go with preferences")

    def test_other_verbs_name_stable(self):
        self.write("rows.txt", RIGHT)
        for file in ("both.prefs", "left.toi", "rows.txt"):
            for verb in ("match", "bipartite", "cluster"):
                self.expect_error(USAGE, verb, file, "-q", says="hypermatch stable")
        self.expect_error(USAGE, "match", "-", "-q", stdin=BOTH, says="hypermatch stable")
        self.write("g.graph", "2 1\n2\n1\n")
        for args in (("info", "g.graph"), ("convert", "g.graph", "o.hgr")):
            self.expect_error(USAGE, *args, "--sides", "one", says="--sides goes with preferences")

    def test_weights_of_a_graph_are_preferences(self):
        self.generate("g.graph", "rgg", "n=200", "weights=1")
        self.write("few.tsv", "a\tb\t3\nb\tc\t3\nc\td\t3\nd\te\t-1\n")
        for file in ("g.graph", "few.tsv"):
            for capacity in ((), ("--capacity", "2"), ("--capacity", "random:0..3:5")):
                for seed in ("0", "7"):
                    greedy = self.expect(DONE, "match", file, *capacity, "--seed", seed, "-q").out
                    run = self.expect(DONE, "stable", file, "--from-graph", *capacity, "--seed", seed,
                                      "--verify", "-q")
                    self.assertEqual(run.out, greedy)
        report = self.report("stable", "g.graph", "--from-graph", "--capacity", "2", "-o", "m.txt")
        self.assertEqual(report["options"]["algorithm"], "fixtures")
        self.write("h.hgr", "1 3\n1 2 3\n")
        self.expect_error(UNSUPPORTED, "stable", "h.hgr", "--from-graph", "-q", says="takes a graph")
        self.expect_error(USAGE, "stable", "both.prefs", "--from-graph", "-q", says="holds preferences")
        self.expect_error(USAGE, "stable", "both.prefs", "--capacity", "vertex-weights", "-q", says="agents have no weights")
        self.expect_error(USAGE, "stable", "g.graph", "--from-graph", "--sides", "one", "-q",
                          says="--sides does not go with --from-graph")

    def test_entries_of_one_list_only(self):
        self.write("some.prefs", "p two-sided 2 2\nl 1 : 1\nl 2 : 2 1\nr 1 : 1\nr 2 : 2\n")
        self.assertEqual(self.expect(DONE, "stable", "some.prefs", "--one-sided", "drop", "-q").out, "1 1\n2 2\n")
        self.expect_error(BAD_INPUT, "stable", "some.prefs", "--one-sided", "error", "-q",
                          says="some.prefs: l 2 lists r 1, which does not list it")
        self.write("all.prefs", "p one-sided 2\na 1 : 2\na 2 : 1\n")
        self.expect(DONE, "stable", "all.prefs", "--one-sided", "error", "-q")
        # Items need not list anything.
        self.expect(DONE, "stable", "some.prefs", "--one-sided", "error", "--algorithm", "popular", "-q")

    def test_scores_are_searched(self):
        rows = ["agent,partner,agent_score,partner_score"]
        for i in range(1, 31):
            for k in range(1, 26):
                if (i * k) % 7 == 3:
                    continue
                rows.append(f"{i},{k},{(i * k) % 11},{'' if (i + k) % 9 == 0 else (3 * i + k) % 13}")
        self.write("scores.csv", "\n".join(rows) + "\n")
        for flags in ((), ("--optimal", "right", "--seed", "4")):
            lists = self.report("stable", "scores.csv", *flags, "--verify", "-o", "lists.txt")
            for variant in ("partial", "unsorted"):
                for threads in ("1", "2", "7"):
                    report = self.report("stable", "scores.csv", "--algorithm", "mcvitie_wilson", "--variant", variant,
                                         "--threads", threads, *flags, "--verify", "-o", "scores.txt")
                    self.assertEqual(self.read("scores.txt"), self.read("lists.txt"))
                    self.assertEqual(report["options"]["variant"], variant)
                    self.assertEqual(report["result"], lists["result"])
                    self.assertEqual(report["input"], lists["input"])
                    self.assertTrue(report["verified"])
        expected = self.expect(DONE, "stable", "scores.csv", "-q").out
        text = self.read("scores.csv").decode()
        # What asks for lists, and lists themselves, are served by the variants, too.
        self.write("both.prefs", self.expect(DONE, "convert", "scores.csv", "-", "-q").out)
        for args, stdin in ((("-",), text), (("both.prefs",), None), (("scores.csv", "--explain", "l 1"), None),
                            (("scores.csv", "--format", "csv"), None)):
            run = self.expect(DONE, "stable", *args, "--algorithm", "mcvitie_wilson", "--variant", "unsorted", "-q",
                              stdin=stdin)
            self.assertEqual(run.out, expected)
        self.write("twice.csv", "\n".join(rows[:3] + rows[2:3]) + "\n")
        self.write("word.csv", rows[0] + "\n1,1,x,1\n")
        for file, says in (("twice.csv", "twice.csv:4: partner 2 stands twice"), ("word.csv", "word.csv:2: expected a score")):
            self.expect_error(BAD_INPUT, "stable", file, "--algorithm", "mcvitie_wilson", "--variant", "partial", "-q",
                              says=says)
        self.expect_error(UNSUPPORTED, "stable", "scores.csv", "--algorithm", "mcvitie_wilson", "--variant", "partial",
                          "--device", "cuda", "-q", says="partial")

    def test_bad_lines_are_named(self):
        self.write("bad.csv", RIGHT + "2,3,4\n")
        for args in (("info", "bad.csv"), ("stable", "left.toi", "--right", "bad.csv")):
            self.expect_error(BAD_INPUT, *args, "-q", says="bad.csv:7: partner 3 stands twice")

    def test_names_are_ids(self):
        """Names in, names out, in every verb; sides and capacities of two files of other columns."""
        self.write("students.csv", "Student,School,Choice,Note\nAnn Lee,North,1,x\nAnn Lee,South,2,\nBob,North,1,\n"
                                   '"Carl, ""C""",North,2,\n"Carl, ""C""",South,1,\n')
        self.write("schools.csv", "# places\nSchool,Student,Choice,capacity\nNorth,Bob,1,1\nNorth,Ann Lee,2,\n"
                                  'North,"Carl, ""C""",3,1\nSouth,"Carl, ""C""",2,2.0\nSouth,Ann Lee,1,2\n')
        files = ["students.csv", "--right", "schools.csv", "--columns", "Student,School,Choice"]
        found = self.expect(DONE, "stable", *files, "--verify", "--explain", "Ann Lee", "-o", "pairs.txt")
        self.assertIn("note    column not read: Note\n", found.err)
        self.assertIn("l Ann Lee prefers r North, its rank 1: held by l Bob of rank 1", found.err)
        pairs = b'Ann Lee\tSouth\nBob\tNorth\nCarl, "C"\tSouth\n'
        self.assertEqual(self.read("pairs.txt"), pairs)
        self.expect(DONE, "verify", "students.csv", "pairs.txt", *files[1:])
        self.expect(DONE, "convert", "students.csv", "both.prefs", *files[1:])
        self.assertIn(b'r South [2] : "Ann Lee" "Carl, ""C"""\n', self.read("both.prefs"))
        self.assertEqual(self.expect(DONE, "stable", "both.prefs").out.encode(), pairs)
        self.expect(DONE, "verify", "both.prefs", "pairs.txt")
        self.write("unstable.txt", "Ann Lee\tNorth\n")
        self.assertIn("l Bob and r North would both rather be partners",
                      self.expect(FAILED, "verify", "both.prefs", "unstable.txt").err +
                      self.expect(FAILED, "verify", "both.prefs", "unstable.txt").out)
        self.write("other.txt", "Zed\tNorth\n")
        self.expect_error(BAD_INPUT, "verify", "both.prefs", "other.txt", "-q",
                          says="other.txt:1: expected the name of an agent, found 'Zed'")
        self.expect_error(USAGE, "stable", "both.prefs", "--explain", "Zed", "-q", says="l NAME or r NAME")
        self.assertIn("names of agents left out", self.expect(DONE, "convert", "both.prefs", "both.hmb").err)
        # Columns by number are the same in both files; other names are told.
        self.assertEqual(self.expect(DONE, "stable", *files[:3], "--columns", "1,2,3", "-q").out.encode(), pairs)
        self.expect_error(BAD_INPUT, "stable", *files[:3], "-q", says="students.csv:1: expected columns agent, partner")
        self.expect_error(BAD_INPUT, "stable", *files[:4], "Student,School,Rank", "-q", says="no column 'Rank'")
        self.expect_error(USAGE, "stable", *files[:4], "Student,School", "-q", says="AGENT,PARTNER,RANK")
        self.write("rooms.prefs", "p one-sided 4\na Ann : Bob Eve Joe\na Bob : Eve Ann Joe\na Eve : Ann Bob Joe\n"
                                  "a Joe : Ann Bob Eve\n")
        report = self.expect(NO_SOLUTION, "stable", "rooms.prefs", "--verify", "--json", "-", "-q").out
        self.assertIn("Ann\\tBob\\tEve", report)

    def test_capacity_of_the_right_side(self):
        self.write("orders.soi", "# DATA TYPE: soi\n# NUMBER ALTERNATIVES: 2\n# NUMBER VOTERS: 3\n2: 1,2\n1: 1\n")
        run = ["stable", "orders.soi", "--algorithm", "serial_dictatorship", "-q"]
        self.assertEqual(self.expect(DONE, *run, "--capacity", "2").out, "1 1\n2 1\n")
        self.write("places", "1\n% of the second one\n5\n")
        self.assertEqual(self.expect(DONE, *run, "--capacity", "places").out, "1 1\n2 2\n")
        self.write("places", "1\n2\n3\n")
        self.expect_error(BAD_INPUT, *run, "--capacity", "places", says="expected 2 capacities")
        self.write("both.prefs", "p two-sided 2 1\nl 1 : 1\nl 2 : 1\nr 1 : 1 2\n")
        self.expect(DONE, "stable", "both.prefs", "--capacity", "2", "-o", "pairs.txt", "-q")
        self.expect(DONE, "verify", "both.prefs", "pairs.txt", "--capacity", "2", "-q")
        self.expect(FAILED, "verify", "both.prefs", "pairs.txt", "-q")

    def test_graphs_without_a_name(self):
        self.write("g", "a b 3\nb c 2\n")
        self.expect_error(USAGE, "stable", "g", "--from-graph", "-q", says="give --format")
        run = ["--from-graph", "--format", "edge_list", "-q"]
        self.assertEqual(self.expect(DONE, "stable", "g", *run).out, "a b\n")
        self.assertEqual(self.expect(DONE, "stable", "-", *run, stdin="a b 3\nb c 2\n").out, "a b\n")
        self.expect_error(USAGE, "stable", "g", "--format", "edge_list", "-q", says="must be one of prefs|preflib|csv")
    def test_long_texts_are_judged_before_they_end(self):
        """What is wrong in front ends the reading of a pipe that does not end, as it ends unpacking."""
        fronts = {"l 9 : 1": ("p two-sided 3 3\nl 9 : 1\n", "l 1 : 1\n", "-:2: expected an agent in 1..3"),
                  "csv": ("agent,partner,rank\n1,1,x\n", "1,1,1\n", ":2: expected a rank"),
                  "shared": ("p shared-lists 3 3\nl 9 : 1\n", "% \n", ":2: expected an agent in 1..3"),
                  "line": ("p two-sided", " ", ":1: expected the end of the line")}
        for name, (front, more, says) in fronts.items():
            with self.subTest(name):
                running = self.start("stable", "-", "-q", stdin=subprocess.PIPE, stderr=subprocess.PIPE)
                try:
                    running.stdin.write((front + more * (5000000 // len(more))).encode())
                    running.stdin.flush()
                except BrokenPipeError:
                    pass
                self.assertEqual(running.wait(60), BAD_INPUT)
                self.assertIn(says.lstrip("-"), running.stderr.read().decode())
                running.stderr.close()
                try:
                    running.stdin.close()
                except BrokenPipeError:
                    pass


if __name__ == "__main__":
    harness.main()
