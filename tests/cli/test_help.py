# SPDX-License-Identifier: MIT
"""Help that shows what applies, and what all verbs have in common: reports, logs, counts."""

import json
import re

import harness
from harness import DONE, UNSUPPORTED, USAGE

FLAG = re.compile(r"(?m)^  (?:-\w,)?(--[a-z-]+)")


class Help(harness.TestCase):
    def flags(self, *args):
        return set(FLAG.findall(self.expect(DONE, *args, "--help").out))

    def rows(self, verb):
        problems = {"match": ("graph_matching", "hypergraph_matching"),
                    "bipartite": ("bipartite_matching", "b_assignment"), "cluster": ("clustering",)}[verb]
        rows = json.loads(self.expect(DONE, "list", "algorithms", "--json", "-").out)["algorithms"]
        return [row for row in rows if row["problem"] in problems]

    def test_help_of_an_algorithm_has_its_parameters(self):
        for verb in ["match", "bipartite", "cluster"]:
            rows = self.rows(verb)
            everything = {"--" + parameter["name"].replace("_", "-")
                          for row in rows for parameter in row["parameters"]}
            self.assertLessEqual(everything | {"--seed"}, self.flags(verb))
            for name in {row["name"] for row in rows}:
                mine = [row for row in rows if row["name"] == name]
                taken = {"--" + parameter["name"].replace("_", "-")
                         for row in mine for parameter in row["parameters"]}
                # In any order, and with both ways to give a value.
                shown = self.flags(verb, "--algorithm", name)
                self.assertEqual(shown & everything, taken, name)
                out = self.expect(DONE, verb, "--help", f"--algorithm={name}").out
                self.assertEqual(set(FLAG.findall(out)), shown)
                if verb == "match":
                    self.assertIn("--seed", shown, name)
                self.assertIn(mine[0]["guarantee"], out)
                self.assertIn(mine[0]["reference"], out)
                variants = [row["variant"] for row in mine if row["variant"]]
                self.assertEqual("--variant" in shown, bool(variants), name)
                listed = re.search(r"--variant (\S+)", out)
                if variants:
                    self.assertEqual(set(listed.group(1).split("|")), set(variants))

    def test_short_help_is_one_screen(self):
        for verb in ["match", "bipartite", "stable", "cluster", "coarsen", "verify", "info", "convert", "generate",
                     "list"]:
            out = self.expect(DONE, verb, "-h").out
            self.assertLessEqual(len(out.splitlines()), 40, verb)
            self.assertIn("Examples:", out, verb)
            if verb == "list":
                continue
            shown = set(FLAG.findall(out))
            everything = self.flags(verb)
            self.assertGreater(len(shown), 5, verb)
            self.assertLess(shown, everything)
            self.assertIn(f"hypermatch {verb} --help shows {len(everything - shown) - 1} more flags", out)

    def test_list_describes_an_algorithm(self):
        out = self.expect(DONE, "list", "suitor").out
        for text in ["suitor, graph_matching", "1/2 of the largest weight", "doi:10.1109/IPDPS.2014.62",
                     "--variant lock_free"]:
            self.assertIn(text, out)
        out = self.expect(DONE, "list", "local_max").out
        self.assertIn("local_max, hypergraph_matching (the default)", out)
        self.assertIn("local_max, graph_matching (the default)", out)
        self.assertRegex(out, r"--ties +Ties among equal ratings")
        rows = json.loads(self.expect(DONE, "list", "leiden", "--json", "-").out)
        self.assertEqual({row["name"] for row in rows["algorithms"]}, {"leiden"})
        self.assertNotIn("formats", rows)
        for row in self.rows("cluster"):
            self.assertIn(row["reference"], self.expect(DONE, "list", row["name"]).out)
        self.expect_error(USAGE, "list", "suitr", says="did you mean suitor?")
        self.expect_error(USAGE, "list", "suitor", "--names", says="--names goes with")

    def test_help_of_a_family(self):
        for flag in ["-h", "--help"]:
            out = self.expect(DONE, "generate", "rmat", flag).out
            self.assertIn("edge_factor=", out)
            self.assertNotIn("stencil7\n", out)

    def test_an_algorithm_of_another_verb(self):
        self.write("g.hgr", "1 2\n1 2\n")
        for verb, name, owner in [("match", "louvain", "cluster"), ("cluster", "suitor", "match"),
                                  ("match", "irving", "stable"), ("stable", "greedy", "match"),
                                  ("match", "network_simplex", "bipartite")]:
            self.expect_error(UNSUPPORTED, verb, "g.hgr", "--algorithm", name,
                              says=f"{name} is for hypermatch {owner} (")

    def test_help_of_a_kind_of_instance(self):
        self.assertIn("--output-kind", self.flags("match", "--as", "graph"))
        for reading, kinds in [("row-net", "pairs|pins"), ("graph", "pairs|mates|graphml|dot")]:
            out = self.expect(DONE, "match", "--as", reading, "--help").out
            self.assertRegex(out, rf"--output-kind {re.escape(kinds)}\s")
        out = self.expect(DONE, "match", "--as", "graph", "--help").out
        self.assertNotIn("stack_streaming|", out)
        self.assertNotIn("weight_per_pin|", out)
        out = self.expect(DONE, "match", "--as", "dual", "--help").out
        self.assertNotIn("suitor", out)
        self.assertNotIn("expansion|", out)
        self.assertNotIn("--complete", self.flags("match", "--algorithm", "greedy"))
        self.assertIn("--complete", self.flags("match", "--algorithm", "gpa"))

    def test_what_no_algorithm_takes_is_not_shown(self):
        self.assertIn("--capacity", self.flags("match"))
        self.assertNotIn("--capacity", self.flags("match", "--algorithm", "gpa"))
        for verb in ["verify", "info", "convert", "generate", "coarsen"]:
            self.assertRegex(self.expect(DONE, verb, "--help").out, r"(?m)^  --device cpu\|kokkos\s")
        for verb in ["match", "bipartite"]:
            self.assertRegex(self.expect(DONE, verb, "--help").out, r"(?m)^  --device cpu\|cuda\|")

    def test_capacities_and_covers_are_explained(self):
        shown = {verb: " ".join(self.expect(DONE, verb, "--help").out.split()) for verb in ["match", "verify"]}
        for verb, text in shown.items():
            self.assertIn("weight_per_load divides by the sum of 1 / capacity of the pins", text)
            self.assertIn("by number, names by first appearance", text)
            self.assertIn("light edges such that each vertex lies in at least as many as its capacity", text)
            self.assertRegex(text, rf"Examples: .* hypermatch {verb} \S+ (\S+ )?--cover --capacity 2 ")
        self.assertIn("under capacities `v MATE MATE ...`", shown["match"])
        self.assertRegex(shown["match"], r"Examples: .* --capacity 3 --output-kind mates")

    def test_unknown_names_are_no_help(self):
        for args, says in [(("match", "--algorithm", "sutor"), "did you mean suitor?"),
                           (("bipartite", "--algorithm", "pf"), "did you mean pfp?"),
                           (("match", "--algorithm", "suitor", "--variant", "lokcs"),
                            "did you mean locks?"),
                           (("match", "--as", "grahp"), "did you mean graph?"),
                           (("match", "--algorithm", "suitor", "--as", "row-net"),
                            "--algorithm is 'suitor', must be one of")]:
            self.expect_error(USAGE, *args, "--help", says=says)

    def test_did_you_mean(self):
        self.write("g.hgr", "1 2\n1 2\n")
        for args, says in [(("mtach",), "match"), (("match", "g.hgr", "--zero-base"), "--zero-based"),
                           (("match", "g.hgr", "--algorithm", "greddy"), "greedy"),
                           (("generate", "stencil72"), "stencil7"), (("list", "format"), "formats"),
                           (("convert", "g.hgr", "x", "--to", "metsi"), "metis"),
                           (("info", "g.hgr", "--format", "kidny"), "kidney")]:
            self.expect_error(USAGE, *args, says=f"did you mean {says}?")


class Manners(harness.TestCase):
    def runs(self):
        """One run of each verb on one hyperedge of two vertices."""
        self.write("g.hgr", "1 2\n1 2\n")
        self.expect(DONE, "match", "g.hgr", "-q", "-o", "m")
        return {"match": ("match", "g.hgr", "--verify"), "bipartite": ("bipartite", "g.hgr"),
                "verify": ("verify", "g.hgr", "m"), "info": ("info", "g.hgr"),
                "convert": ("convert", "g.hgr", "c.graph"),
                "generate": ("generate", "path", "n=2", "-o", "p.graph")}

    def test_one_rule_for_reports(self):
        runs = self.runs()
        runs["list"] = ("list",)
        members = ["schema", "command", "software"]
        for verb, args in runs.items():
            at_end = self.expect(DONE, *args, "--json").out
            for record in [at_end, self.expect(DONE, *args, "--json", "-").out,
                           self.expect(DONE, *args, "--json=-").out]:
                record = json.loads(record)
                self.assertEqual(record["command"], verb)
                self.assertLessEqual(set(members), set(record))
                if verb != "list":
                    self.assertLessEqual({"input", "options", "seconds", "memory", "machine"},
                                         set(record))
                    self.assertEqual(set(record["seconds"]),
                                     {"start", "read", "prepare", "transfer", "solve", "verify",
                                      "write", "total"})
            self.expect(DONE, *args, "--json", "report.json")
            self.assertEqual(json.loads(self.read("report.json"))["command"], verb)

    def test_logs_name_the_threads(self):
        for verb, args in self.runs().items():
            log = self.expect(DONE, *args, "--threads", "1").err
            self.assertRegex(log, r"\b1 thread\b", verb)
            self.assertRegex(self.expect(DONE, *args, "--threads", "2").err, r"\b2 threads\b", verb)

    def test_counts_agree_with_their_nouns(self):
        for verb, args in self.runs().items():
            done = self.expect(DONE, *args)
            self.assertNotRegex(done.out + done.err, r"(?<![\d.])1 [a-z]+s\b", verb)
        one = r"(?<![\d.])1 (edges|vertices|entries|rows|columns|pairs|lines)\b"
        self.write("one.mtx", "%%MatrixMarket matrix coordinate pattern general\n1 2 1\n1 2\n")
        done = self.expect(DONE, "info", "one.mtx")
        self.assertIn("1 row (0 empty), 2 columns (1 empty), 1 entry", done.out)
        self.assertNotRegex(done.out, one)
        self.write("more.mtx", "%%MatrixMarket matrix coordinate pattern general\n1 2 1\n1 2\n1 1\n")
        self.assertNotRegex(self.run_command("info", "more.mtx").err, one)
        self.write("m2", "5\n")
        self.assertIn("there is 1 edge", self.run_command("verify", "g.hgr", "m2").err)


if __name__ == "__main__":
    harness.main()
