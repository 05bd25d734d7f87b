# SPDX-License-Identifier: MIT
"""Families are pure functions of parameters and seed; list shows what there is."""

import json

import harness
from harness import DONE


class Generate(harness.TestCase):
    def test_every_family_with_its_defaults_from_list(self):
        families = json.loads(self.expect(DONE, "list", "families", "--json").out)["families"]
        names = self.expect(DONE, "list", "families", "--names").out.split()
        self.assertEqual([family["name"] for family in families], names)
        self.assertIn("uniform", names)
        small = {"n": 60, "m": 90, "x": 4, "y": 3, "z": 2, "copies": 3}
        for family in families:
            parameters = [f"{p['name']}={small[p['name']]}" for p in family["parameters"]
                          if p["name"] in small]
            args = ["generate", family["name"], *parameters, "-q"]
            first = self.expect(DONE, *args).out
            self.assertEqual(first, self.expect(DONE, *args, "--seed", "0", "--threads", "3").out)
            as_flags = [word for p in parameters for word in ("--param", p)]
            self.assertEqual(first,
                             self.expect(DONE, "generate", family["name"], *as_flags, "-q").out)
            vertices, edges, _ = harness.parse_hgr(first.encode())
            self.assertTrue(all(1 <= pin <= vertices for pins in edges for pin in pins))
            self.write("f.hgr", first)
            self.expect(DONE, "match", "f.hgr", "-q", "--verify")

    def test_seed_and_weights(self):
        args = ["generate", "uniform", "n=50", "m=80", "k=3", "-q"]
        self.assertNotEqual(self.expect(DONE, *args).out,
                            self.expect(DONE, *args, "--seed", "1").out)
        text = self.expect(DONE, *args, "--weights", "random:3..4").out
        _, edges, weights = harness.parse_hgr(text.encode())
        self.assertEqual(set(weights), {3, 4})
        self.assertTrue(all(len(set(pins)) == 3 for pins in edges))

    def test_formats_by_name_and_by_flag(self):
        args = ["generate", "uniform", "n=50", "m=80", "-q"]
        self.expect(DONE, *args, "-o", "a.hmb")
        self.expect(DONE, *args, "-o", "b", "--to", "native")
        self.assertEqual(self.read("a.hmb"), self.read("b"))
        self.expect(DONE, *args, "-o", "/dev/null")


class List(harness.TestCase):
    def test_topics(self):
        out = self.expect(DONE, "list").out
        for word in ["algorithms", "local_max", "filtered", "formats", "matrix_market",
                     "families", "stencil27"]:
            self.assertIn(word, out)
        out = self.expect(DONE, "list", "formats").out
        self.assertNotIn("local_max", out)

    def test_json(self):
        record = json.loads(self.expect(DONE, "list", "--json").out)
        self.assertEqual(list(record), ["schema", "algorithms", "formats", "families"])
        defaults = [a for a in record["algorithms"] if a["default"]]
        self.assertEqual([(a["name"], a["variant"]) for a in defaults],
                         [("local_max", "filtered")])
        for algorithm in record["algorithms"]:
            self.assertTrue(algorithm["backends"])
            self.assertIn(algorithm["determinism"], ["any_backend", "run_to_run", "none"])
        self.expect(DONE, "list", "formats", "--json", "f.json")
        self.assertEqual(list(json.loads(self.read("f.json"))), ["schema", "formats"])
        # The topic behind --json is no file.
        self.assertEqual(list(json.loads(self.expect(DONE, "list", "--json", "formats").out)),
                         ["schema", "formats"])

    def test_listed_algorithms_run(self):
        name = self.sample()
        for algorithm in json.loads(self.expect(DONE, "list", "--json").out)["algorithms"]:
            variant = ("--variant", algorithm["variant"]) if algorithm["variant"] else ()
            self.expect(DONE, "match", name, "-q", "--verify", "--algorithm", algorithm["name"],
                        *variant)

    def test_markdown(self):
        out = self.expect(DONE, "list", "algorithms", "--markdown").out
        self.assertIn("| local_max", out.replace("`", ""))
        self.assertTrue(all(line.startswith("|") for line in out.splitlines() if line))


if __name__ == "__main__":
    harness.main()
