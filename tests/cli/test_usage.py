# SPDX-License-Identifier: MIT
"""Verbs, flags, their wrong values, and the exit codes that scripts rely on."""

import json
import re

import harness
from harness import BAD_INPUT, DONE, UNSUPPORTED, USAGE

TINY = "2 4\n1 2\n3 4\n"
VERBS = ["match", "bipartite", "stable", "cluster", "verify", "info", "convert", "generate", "list"]


class Usage(harness.TestCase):
    def setUp(self):
        super().setUp()
        self.write("tiny.hgr", TINY)
        self.write("m.txt", "1\n2\n")

    def test_overview_names_every_verb(self):
        for args in [(), ("--help",), ("-h",), ("help",)]:
            # Without a verb it is an error, for scripts whose verb is empty.
            out = self.expect(DONE, *args).out if args else self.expect(USAGE).err
            for verb in VERBS:
                self.assertRegex(out, rf"(?m)^  {verb} ")

    def test_version(self):
        with open(harness.source() + "/VERSION", encoding="utf-8") as file:
            version = file.read().strip()
        self.assertEqual(self.expect(DONE, "--version").out.splitlines()[0],
                         "hypermatch " + version)

    def test_help_of_each_verb_teaches(self):
        for verb in ["match", "bipartite", "verify", "info", "convert", "generate", "list"]:
            out = self.expect(DONE, verb, "--help").out
            self.assertIn(f"Usage: hypermatch {verb}", out)
            self.assertGreaterEqual(len(re.findall(rf"(?m)^  .*hypermatch {verb} ", out)), 2, verb)
            self.assertEqual(out, self.expect(DONE, "help", verb).out)

    def test_help_says_what_is_so(self):
        self.assertRegex(self.expect(DONE, "verify", "--help").out,
                         r"own vertex numbers\n  hypermatch verify matrix")
        out = self.expect(DONE, "match", "--help").out
        self.assertNotIn("computes a maximal matching", out)
        self.assertIn("`u v`", out)
        self.assertIn("needs --ties redraw", out)

    def test_names_that_tell_no_format_say_which_flag_does(self):
        for args in [("convert", "tiny.hgr", "x.bogus"), ("convert", "tiny.hgr", "x"),
                     ("generate", "uniform", "-o", "x.bogus"),
                     ("generate", "random_bipartite", "-o", "x.bogus")]:
            error = self.expect_error(USAGE, *args, "-q", says="--to does, one of hmetis|").err
            self.assertNotIn("--format", error)
        self.expect(DONE, "convert", "tiny.hgr", "x.bogus", "--to", "hmetis", "-q")

    def test_wrong_words(self):
        for args in [
                ("frob",), ("help", "frob"), ("match",), ("match", "tiny.hgr", "more"),
                ("match", "tiny.hgr", "--frob"), ("match", "tiny.hgr", "--seed"),
                ("verify", "tiny.hgr"), ("verify", "-", "-"), ("info",), ("convert", "tiny.hgr"),
                ("convert", "tiny.hgr", "-"), ("generate",), ("generate", "frob"),
                ("generate", "uniform", "q=1"), ("generate", "uniform", "n"),
                ("generate", "uniform", "n=x"), ("generate", "uniform", "n=1", "n=2"),
                ("generate", "uniform", "--param", "n=0"), ("generate", "uniform", "k=9", "n=8"),
                ("list", "frob"), ("list", "formats", "--markdown"),
        ]:
            with self.subTest(args=args):
                self.expect_error(USAGE, *args)

    def test_wrong_values(self):
        bad = {
            "--algorithm": ["", "frob", "LOCAL_MAX"],
            "--variant": ["", "frob", "full"],
            "--device": ["", "gpu", "cuda:", "cuda:x", "cuda:-1", "cuda:0,", "cuda:0,x",
                         "cuda:,1", "cuda:ALL", "cuda:" + ",".join("0" * 17)],
            "--threads": ["", "-1", "1025", "two", "1.5", " 1"],
            "--seed": ["", "-1", "1e3", "18446744073709551616", "0x1"],
            "--format": ["", "frob"],
            "--as": ["", "frob", "row_net", "automatic"],
            "--progress": ["", "maybe", "automatic"],
            "--rating": ["", "frob", "automatic"],
            "--ties": ["", "frob"],
            "--noise": ["", "-1", "nan", "inf", "x"],
            "--noise-generator": ["", "frob"],
            "--objective": ["", "frob", "automatic"],
            "--nonpositive": ["", "frob"],
            "--weights": ["", "frob", "random", "random:", "random:1", "random:2..1",
                          "random:1..2:", "random:1..2:-1", "random:1..2:3x"],
            "--permute": ["", "-1", "x"],
            "--epsilon": ["", "-0.1", "nan", "inf", "x"],
            "--alpha": ["", "nan", "inf", "x"],
            "--blue-share": ["", "0", "1", "-1", "nan", "x", "0.5x"],
            "--determinism": ["", "frob"],
            "-o": ["", "/", "no-such-folder/file", "tiny.hgr", "./tiny.hgr"],
            "--json": ["", "/", "no-such-folder/file", "tiny.hgr"],
        }
        for flag, values in bad.items():
            for value in values:
                with self.subTest(flag=flag, value=value):
                    self.expect_error(USAGE, "match", "tiny.hgr", flag, value)
        self.assertEqual(self.read("tiny.hgr").decode(), TINY)

    def test_message_names_flag_value_and_choices(self):
        self.expect_error(USAGE, "match", "tiny.hgr", "--rating", "frob",
                          says="--rating is 'frob', must be one of weight|weight_per_pin|")
        self.expect_error(USAGE, "match", "tiny.hgr", "--threads", "2000",
                          says="--threads is '2000', must be a whole number from 0 to 1024")

    def test_flags_that_contradict_each_other(self):
        self.expect_error(USAGE, "match", "tiny.hgr", "-o", "a", "--json", "a")
        self.expect_error(USAGE, "match", "tiny.hgr", "-o", "-", "--json", "-")
        self.expect_error(USAGE, "convert", "tiny.hgr", "a.hgr", "--json", "a.hgr")

    def test_what_this_build_does_not_have(self):
        for args in [
                ("--device", "cuda"), ("--device", "cuda:3"), ("--device", "cuda:0,1"),
                ("--device", "cuda:all"), ("--ties", "redraw"),
                ("--variant", "filtered", "--ties", "redraw"),
        ]:
            with self.subTest(args=args):
                self.expect_error(UNSUPPORTED, "match", "tiny.hgr", *args)
        for verb in [("info", "tiny.hgr"), ("verify", "tiny.hgr", "m.txt"),
                     ("convert", "tiny.hgr", "x.hgr"), ("generate", "uniform")]:
            for device in "cuda", "cuda:0,1", "cuda:all":
                self.expect_error(UNSUPPORTED, *verb, "--device", device, says="--device cpu")

    def test_kokkos_is_there_or_named_as_missing(self):
        is_there = self.run_command("match", "tiny.hgr", "-q", "--device", "kokkos").code == DONE
        self.write("m.txt", "1\n2\n")
        for args in [("match", "tiny.hgr"), ("info", "tiny.hgr"), ("convert", "tiny.hgr", "-", "--to", "hmetis"),
                     ("generate", "uniform", "n=9", "m=4"), ("coarsen", "tiny.hgr", "--until", "1"),
                     ("verify", "tiny.hgr", "m.txt")]:
            if is_there:
                plain = self.expect(DONE, *args, "-q").out
                self.assertEqual(self.expect(DONE, *args, "-q", "--device", "kokkos").out, plain)
            else:
                error = self.expect_error(UNSUPPORTED, *args, "--device", "kokkos", says="HYPERMATCH_KOKKOS=ON")
                self.assertIn("use --device cpu", error.err)

    def test_the_default_space_of_kokkos_runs_rounds_or_refuses(self):
        self.write("g.graph", "3 2\n2 3\n1\n1\n")
        there = ("--device", "kokkos:device")
        if self.run_command("match", "tiny.hgr", "-q", *there).code != DONE:
            self.expect_error(UNSUPPORTED, "match", "tiny.hgr", *there, says="HYPERMATCH_KOKKOS=ON")
            self.expect_error(UNSUPPORTED, "bipartite", "tiny.hgr", *there, says="no algorithm for bipartite_matching")
            return
        for file, args in [("tiny.hgr", ()), ("tiny.hgr", ("--variant", "crew")),
                           ("tiny.hgr", ("--capacity", "2")), ("g.graph", ()),
                           ("g.graph", ("--algorithm", "red_blue")),
                           ("g.graph", ("--algorithm", "locally_dominant"))]:
            on_cores = self.expect(DONE, "match", file, "-q", *args).out
            record = self.expect(DONE, "match", file, "-q", *args, *there, "--verify", "--json", "r",
                                 "-o", "m")
            self.assertEqual(self.read("m").decode(), on_cores)
            self.assertEqual(json.loads(self.read("r"))["options"]["device"], "kokkos:device")
            self.assertEqual(record.out, "")
        # Algorithms without a loop over a place are refused, with the names of those that have one.
        for args, says in [(("match", "g.graph", "--algorithm", "suitor"), "locally_dominant"),
                           (("match", "tiny.hgr", "--variant", "filtered"), "work_optimal"),
                           (("match", "g.graph", "-q", "--variant", "filtered"),
                            "graphs: local_max (filtered) does not run in an execution space of Kokkos, these do: "
                            "local_max (crcw), local_max (work_optimal), locally_dominant, "),
                           (("cluster", "g.graph"), "no algorithm for clustering"),
                           (("info", "g.graph"), "--device cpu")]:
            self.expect_error(UNSUPPORTED, *args, *there, says=says)

    def test_places_without_capacities_name_none_that_has_them(self):
        self.write("g.graph", "3 2\n2 3\n1\n1\n")
        for args in [("--capacity", "2"), ("--cover",), ("--capacity", "2", "--variant", "crcw"),
                     ("--capacity", "2", "--algorithm", "gpa")]:
            self.expect_error(UNSUPPORTED, "match", "g.graph", "--as", "graph", *args, "--device", "kokkos:device",
                              says="error: no algorithm for graph_matching takes capacities in an execution space "
                                   "of Kokkos in this version\n")
        refusal = self.expect_error(UNSUPPORTED, "match", "g.graph", "--capacity", "2", "--algorithm", "gpa",
                                    "--device", "cuda", says="gpa does not run on cuda, these do: local_max (filtered)")
        self.assertNotIn("crcw", refusal.err)

    def test_graphs_can_be_read_as_hypergraphs(self):
        self.write("g.graph", "3 2\n2 3\n1\n1\n")
        self.assertIn(self.expect(DONE, "match", "g.graph", "-q").out, ["1 2\n", "1 3\n"])
        self.assertIn(self.expect(DONE, "match", "g.graph", "--as", "hypergraph", "-q").out,
                      ["1\n", "2\n"])
        self.expect_error(UNSUPPORTED, "match", "g.graph", "-q", "--algorithm", "stack_streaming",
                          says="--as")

    def test_the_last_of_two_flags_counts(self):
        self.assertEqual(self.expect(DONE, "match", "tiny.hgr", "--seed", "1", "--seed", "2",
                                     "--json", "-").out.count('"seed": 2'), 1)

    def test_formats_are_called_by_name_or_ending(self):
        self.write("data", TINY)
        for name in ["hmetis", "hgr"]:
            report = self.report("match", "data", "--format", name)
            self.assertEqual(report["input"]["format"], "hmetis")
        # Without a name that tells, the numbers do, as they do for a pipe.
        self.assertEqual(self.report("match", "data")["input"]["format"], "hmetis")
        self.write("triangle", "3 3\n2 3\n1 3\n1 2\n")
        self.assertIn("--format", self.expect_error(USAGE, "match", "triangle").err)
        self.expect(DONE, "convert", "tiny.hgr", "x", "--to", "hgr", "-q")
        self.assertEqual(self.read("x").decode(), TINY)

    def test_unknown_flags_are_named_with_what_may_be_meant(self):
        for args, says in [
                (("match", "tiny.hgr", "--varient", "crcw"),
                 "unknown flag --varient; did you mean --variant?"),
                (("match", "tiny.hgr", "--seeds=3"), "unknown flag --seeds; did you mean --seed?"),
                (("match", "--help-all"), "unknown flag --help-all ("),
                (("match", "tiny.hgr", "more"), "'more' is one argument too many"),
        ]:
            self.expect_error(USAGE, *args, says=says)

    def test_each_verb_says_the_version(self):
        version = self.expect(DONE, "--version").out
        for verb in ["match", "bipartite", "verify", "info", "convert", "generate", "list"]:
            self.assertEqual(self.expect(DONE, verb, "--version").out, version)

    def test_a_report_without_a_file_goes_to_standard_output(self):
        for args in [("match", "tiny.hgr"), ("verify", "tiny.hgr", "m.txt"), ("info", "tiny.hgr"),
                     ("generate", "uniform", "n=9", "m=9", "-o", "u.hgr")]:
            self.assertIn('"schema"', self.expect(DONE, *args, "-q", "--json").out)

    def test_algorithms_of_another_verb(self):
        self.expect_error(UNSUPPORTED, "match", "tiny.hgr", "--algorithm", "maximum_matching",
                          says="hypermatch bipartite")

    def test_rows_and_columns_where_they_are_taken(self):
        self.write("wide.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 3 3\n"
                               "1 1\n1 3\n2 3\n")
        self.expect_error(USAGE, "match", "wide.mtx", says="by the verb bipartite")
        for verb in ["match", "convert", "info", "verify", "bipartite"]:
            names = self.expect(DONE, verb, "--help").out.split("\n  --as ")[1].split()[0]
            self.assertEqual("bipartite" in names.split("|"), verb != "match")
        out = self.expect(DONE, "info", "wide.mtx", "--as", "bipartite").out
        self.assertIn("matrix_market, bipartite: 5 vertices, 3 edges, 6 pins, unweighted", out)
        self.assertIn("components: 2, the largest of 4 vertices; 1 vertex without edges", out)
        self.expect_error(USAGE, "info", "wide.mtx", "--as", "bipartite", "--weights", "unit")

    def test_a_matching_in_front_of_its_instance(self):
        self.expect_error(BAD_INPUT, "verify", "m.txt", "tiny.hgr", says="are they swapped?")
        self.write("broken.el", "1 x y z\n1 2 3 4 5\n")
        error = self.expect_error(BAD_INPUT, "verify", "broken.el", "m.txt").err
        self.assertNotIn("swapped", error)

    def test_the_log_says_how_many_threads_run(self):
        self.write("path.graph", "3 2\n2\n1 3\n2\n")
        for algorithm, threads in [("gpa", "1 thread"), ("suitor", "3 threads")]:
            log = self.expect(DONE, "match", "path.graph", "--threads", "3", "--algorithm",
                              algorithm).err
            self.assertRegex(log, rf"solve .*, {threads}: ")

    def test_lists_tell_what_is_what(self):
        rows = self.expect(DONE, "list", "algorithms").out.splitlines()
        greedy = [row.split()[0] for row in rows if row.split()[1:2] == ["greedy"]]
        self.assertEqual(greedy, ["hypergraph_matching", "graph_matching"])
        formats = self.expect(DONE, "list", "formats").out
        self.assertRegex(formats, r"(?m)^metis .*graphs \(and 2-uniform hypergraphs\)")
        self.assertRegex(formats, r"(?m)^hmetis .*  hypergraphs, graphs  ")

    def test_missing_input(self):
        self.expect_error(BAD_INPUT, "match", "nothing.hgr", says="nothing.hgr")
        self.expect_error(BAD_INPUT, "info", ".", says=".")
        self.expect_error(BAD_INPUT, "verify", "tiny.hgr", "nothing.txt", says="nothing.txt")

    def test_misspelt_names_get_a_proposal(self):
        self.write("a.hgr", "1 2\n1 2\n")
        for args, name in [(["mtach", "a.hgr"], "match"), (["list", "familes"], "families"),
                           (["generate", "unifrom"], "uniform"),
                           (["match", "a.hgr", "--algorithm", "gredy"], "greedy"),
                           (["match", "a.hgr", "--variant", "filterd"], "filtered"),
                           (["match", "a.hgr", "--rating", "wieght"], "weight"),
                           (["match", "a.hgr", "--format", "hmetix"], "hmetis"),
                           (["match", "a.hgr", "--threds", "2"], "--threads")]:
            self.expect_error(USAGE, *args, says=f"did you mean {name}?")
        self.assertNotIn("did you mean", self.run_command("colour").err)

    def test_short_flag_of_the_version(self):
        self.assertEqual(self.expect(DONE, "-V").out, self.expect(DONE, "--version").out)


if __name__ == "__main__":
    harness.main()
