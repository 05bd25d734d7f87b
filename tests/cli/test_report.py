# SPDX-License-Identifier: MIT
"""The report, schema hypermatch-report/1: every field, its type, and that it is true."""

import json
import os
import subprocess

import harness
from harness import DONE

NUMBER = (int, float)
MAYBE = type(None)
SCHEMA = {
    "schema": str,
    "command": str,
    "input": {"file": str, "format": str, "kind": str, "vertices": int, "edges": int, "pins": int,
              "max_edge_size": int, "max_degree": (int, MAYBE), "weighted": bool},
    "options": dict,
    "result": {"edges": int, "weight": NUMBER, "rounds": int, "guarantee": str,
               "certified_ratio": (float, int, MAYBE), "hints": list},
    "verified": (bool, MAYBE),
    "seconds": {"start": NUMBER, "read": NUMBER, "prepare": NUMBER, "transfer": NUMBER, "solve": NUMBER,
                "verify": NUMBER, "write": NUMBER, "total": NUMBER},
    "memory": {"host_peak_bytes": int, "device_peak_bytes": (int, MAYBE)},
    "software": {"version": str, "revision": str},
    "machine": {"cpu": str, "cores": int, "memory_bytes": int, "os": str, "device": MAYBE,
                "threads": {"read": int, "solve": int, "verify": int, "write": int}},
}
OPTIONS = ["device", "threads", "algorithm", "variant", "rating", "objective", "nonpositive",
           "seed", "tie_order", "ties", "noise", "noise_generator", "epsilon", "alpha", "parts", "blue_share", "vertices_per_warp",
           "threads_per_block", "shared_rounds", "sense", "size",
           "determinism", "capacity", "cover", "complete", "weights", "permute", "output_kind", "output_weights",
           "verify", "certificate"]


def refuse_constant(text):
    raise AssertionError(f"{text} is no JSON")


class Report(harness.TestCase):
    def check_schema(self, value, schema, where="report"):
        if isinstance(schema, dict):
            self.assertEqual(list(value), list(schema), where)
            for key, inner in schema.items():
                self.check_schema(value[key], inner, f"{where}.{key}")
        else:
            self.assertIsInstance(value, schema, where)

    def check(self, *args):
        text = self.expect(DONE, "match", *args, "-q", "--json", "-").out
        report = json.loads(text, parse_constant=refuse_constant)
        self.check_schema(report, SCHEMA)
        self.assertEqual(report["schema"], "hypermatch-report/1")
        self.assertEqual(report["command"], "match")
        self.assertEqual(list(report["options"]), OPTIONS)
        seconds = report["seconds"]
        self.assertTrue(all(value >= 0 for value in seconds.values()), seconds)
        self.assertLessEqual(sum(seconds.values()) - seconds["total"], seconds["total"] + 1e-3)
        self.assertGreater(seconds["start"], 0)
        self.assertGreater(report["memory"]["host_peak_bytes"], 2**20)
        return report

    def test_every_field(self):
        name = self.sample()
        text = self.read(name)
        vertices, edges, weights = harness.parse_hgr(text)
        degrees = [0] * (vertices + 1)
        for pins in edges:
            for pin in pins:
                degrees[pin] += 1
        for algorithm in ["local_max", "greedy", "stack_streaming", "greedy_streaming"]:
            report = self.check(name, "--algorithm", algorithm, "--verify", "--seed", "5",
                                "--threads", "2")
            given = report["input"]
            self.assertEqual(given["file"], name)
            self.assertEqual(given["format"], "hmetis")
            self.assertEqual(given["kind"], "hypergraph")
            self.assertEqual((given["vertices"], given["edges"]), (vertices, len(edges)))
            self.assertEqual(given["pins"], sum(map(len, edges)))
            self.assertEqual(given["max_edge_size"], max(map(len, edges)))
            if given["max_degree"] is not None:
                self.assertEqual(given["max_degree"], max(degrees))
            self.assertIs(given["weighted"], True)
            options = report["options"]
            self.assertEqual(options["algorithm"], algorithm)
            self.assertEqual((options["seed"], options["threads"]), (5, 2))
            self.assertEqual(options["objective"], "weight")
            self.assertIn(options["rating"], ["weight", "weight_per_sqrt_pins"])
            self.assertIs(report["verified"], True)
            self.assertTrue(1 / 6 < report["result"]["certified_ratio"] <= 1)
            matching = self.expect(DONE, "match", name, "-q", "--algorithm", algorithm, "--seed",
                                   "5").out
            found = harness.check_matching(self, text, matching, maximal=False)
            self.assertEqual((report["result"]["edges"], report["result"]["weight"]), found)

    def test_threads_are_as_many_as_the_work_pays_for(self):
        name = self.sample()
        report = self.check(name, "--verify")
        # A sample is too small for a second thread.
        self.assertEqual(report["machine"]["threads"], {"read": 1, "solve": 1, "verify": 1, "write": 1})
        self.assertGreaterEqual(report["options"]["threads"], 1)
        # About 5 ms of reading pay for no second thread.
        medium = self.write("medium.hgr", "90000 120000\n" + "100000 12345 67890\n" * 90_000)
        report = self.check(medium)
        self.assertEqual(report["machine"]["threads"]["read"], 1)
        log = self.expect(DONE, "match", name).err
        self.assertRegex(log, r"solve .*, 1 thread: ")
        report = self.check(name, "--threads", "3")
        self.assertEqual(report["machine"]["threads"], {"read": 3, "solve": 3, "verify": 0, "write": 3})
        large = self.generate("large.hgr", "uniform", "n=400000", "m=300000")
        report = self.check(large)
        most = report["options"]["threads"]
        for step in ["read", "solve", "write"]:
            self.assertGreaterEqual(report["machine"]["threads"][step], min(2, most), step)
            self.assertLessEqual(report["machine"]["threads"][step], most, step)

    def test_resolved_defaults(self):
        options = self.check(self.sample())["options"]
        self.assertEqual((options["algorithm"], options["variant"]), ("local_max", "filtered"))
        self.assertEqual(options["rating"], "weight_per_sqrt_pins")
        self.assertEqual(options["seed"], 0)
        report = self.check(self.generate("u.hgr", "uniform", "n=50", "m=90"))
        self.assertEqual(report["options"]["rating"], "weight")
        self.assertEqual(report["options"]["objective"], "cardinality")
        self.assertIsNone(report["verified"])
        self.assertIsNone(report["result"]["certified_ratio"])
        self.assertEqual(report["result"]["weight"], report["result"]["edges"])

    def test_integers_stay_integers_and_reals_are_numbers(self):
        self.write("big.hgr", "2 4 1\n9007199254740993 1 2\n2 3 4\n")
        text = self.expect(DONE, "match", "big.hgr", "-q", "--json", "-").out
        self.assertIn('"weight": 9007199254740995,', text)
        self.write("real.hgr", "2 4 1\n0.25 1 2\n1e-3 3 4\n")
        self.assertAlmostEqual(self.check("real.hgr")["result"]["weight"], 0.251)

    def test_empty_instance(self):
        self.write("e.hgr", "0 0\n")
        report = self.check("e.hgr", "--verify")
        self.assertEqual(report["result"]["certified_ratio"], 1)

    def test_file_appears_whole_beside_the_matching(self):
        name = self.sample()
        out = self.expect(DONE, "match", name, "-q", "--json", "r.json").out
        self.assertGreater(len(out), 0)
        self.check_schema(json.loads(self.read("r.json")), SCHEMA)
        self.write("bad.hgr", "2 2\n1 2\n1 3\n")
        self.expect(harness.BAD_INPUT, "match", "bad.hgr", "--json", "r2.json")
        self.assertFalse(os.path.exists(self.path("r2.json")))

    def test_other_verbs_share_the_schema(self):
        name = self.sample()
        self.expect(DONE, "convert", name, "x.hmb", "-q", "--json", "c.json")
        self.expect(DONE, "generate", "uniform", "m=10", "n=9", "-o", "u.hgr", "-q", "--json",
                    "g.json")
        self.expect(DONE, "match", name, "-q", "-o", "m")
        self.expect(DONE, "verify", name, "m", "-q", "--json", "v.json")
        for file, verb in [("c.json", "convert"), ("g.json", "generate"), ("v.json", "verify")]:
            report = json.loads(self.read(file))
            self.assertEqual(list(report), list(SCHEMA))
            self.assertEqual(report["command"], verb)

    def test_options_of_other_verbs_are_resolved(self):
        self.expect(DONE, "generate", "uniform", "m=10", "n=9", "-o", "u.hgr", "-q", "--json",
                    "g.json")
        text = self.read("g.json").decode()
        options = json.loads(text)["options"]
        self.assertEqual(options["parameters"], {"n": 9, "m": 10, "k": 3})
        self.assertNotIn('"n": 9.0', text)
        self.assertEqual((options["weights"], options["to"], options["output"]),
                         ("family", "hmetis", "u.hgr"))
        out = self.expect(DONE, "generate", "delaunay", "n=9", "-o", "/dev/null", "-q", "--json",
                          "-").out
        self.assertEqual(json.loads(out)["options"]["to"], "metis")

        self.expect(DONE, "convert", "u.hgr", "x.mtx", "-q", "--json", "c.json")
        self.assertEqual(json.loads(self.read("c.json"))["options"]["to"], "matrix_market")

        name = self.sample()
        self.write("g.graph", "3 1 1\n2 7\n1 7\n\n")
        for file, rating, objective, kind in [("u.hgr", "weight", "cardinality", None),
                                              (name, "weight_per_sqrt_pins", "weight", None),
                                              ("g.graph", "weight", "weight", "pairs")]:
            self.expect(DONE, "match", file, "-q", "-o", "m", "--json", "r.json")
            matched = json.loads(self.read("r.json"))["options"]
            verified = self.report("verify", file, "m")["options"]
            for options in [matched, verified]:
                self.assertEqual((options["rating"], options["objective"], options["output_kind"]),
                                 (rating, objective, kind))
        options = self.report("verify", "g.graph", "m", "--rating", "inner_outer", "--objective",
                              "cardinality")["options"]
        self.assertEqual((options["rating"], options["objective"]), ("inner_outer", "cardinality"))

    def test_name_that_is_no_text(self):
        name = b"\xff.hgr"
        with open(os.path.join(self.folder.encode(), name), "wb") as file:
            file.write(b"1 2\n1 2\n")
        result = self.run_command_bytes(name)
        self.assertEqual(json.loads(result)["input"]["file"], "\ufffd.hgr")

    def run_command_bytes(self, name):
        return subprocess.run([harness.command().encode(), b"match", name, b"--json", b"-", b"-q"],
                              cwd=self.folder, stdout=subprocess.PIPE, check=True).stdout


if __name__ == "__main__":
    harness.main()
