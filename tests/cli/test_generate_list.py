# SPDX-License-Identifier: MIT
"""Families are pure functions of parameters and seed; list shows what there is."""

import json

import harness
from harness import DONE, UNSUPPORTED, USAGE


class Generate(harness.TestCase):
    def test_every_family_with_its_defaults_from_list(self):
        families = json.loads(self.expect(DONE, "list", "families", "--json").out)["families"]
        names = self.expect(DONE, "list", "families", "--names").out.split()
        self.assertEqual([family["name"] for family in families], names)
        small = {"n": 60, "m": 90, "x": 4, "y": 3, "z": 2, "copies": 3, "scale": 5, "leaves": 6,
                 "hubs": 5, "spine": 7, "rows": 20, "columns": 30, "levels": 9, "communities": 3,
                 "max_degree": 20, "max_size": 30, "left": 20, "right": 25, "residents": 50,
                 "hospitals": 5, "length": 4}
        files = {"hypergraph": ("f.hgr", "hypergraph"), "graph": ("f.graph", "hypergraph"),
                 "bipartite": ("f.mtx", "row-net")}
        for family in families:
            parameters = [f"{p['name']}={small[p['name']]}" for p in family["parameters"]
                          if p["name"] in small]
            args = ["generate", family["name"], *parameters, "-q"]
            first = self.expect(DONE, *args).out
            self.assertEqual(first, self.expect(DONE, *args, "--seed", "0", "--threads", "3").out)
            as_flags = [word for p in parameters for word in ("--param", p)]
            self.assertEqual(first,
                             self.expect(DONE, "generate", family["name"], *as_flags, "-q").out)
            if family["kind"] == "preferences":
                self.write("f.prefs", first)
                # Of one side there may be no stable matching.
                code = 6 if self.run_command("stable", "f.prefs", "-q").code == 6 else DONE
                self.expect(code, "stable", "f.prefs", "-q", "--verify")
                continue
            name, reading = files[family["kind"]]
            if family["kind"] == "hypergraph":
                vertices, edges, _ = harness.parse_hgr(first.encode())
                self.assertTrue(all(1 <= pin <= vertices for pins in edges for pin in pins))
            self.write(name, first)
            self.expect(DONE, "match", name, "-q", "--verify", "--as", reading)

    def test_kinds(self):
        kinds = {family["name"]: family["kind"] for family in
                 json.loads(self.expect(DONE, "list", "families", "--json").out)["families"]}
        self.assertEqual([kinds[name] for name in ("uniform", "delaunay", "layered", "residents")],
                         ["hypergraph", "graph", "bipartite", "preferences"])
        text = self.expect(DONE, "list", "families").out
        self.assertIn("\ndelaunay: graph; ", text)
        help_text = self.expect(DONE, "generate", "--help").out
        for kind in ("hypergraph", "graph", "bipartite", "preferences"):
            self.assertIn(f"Families of kind {kind}, and their parameters:", help_text)

    def test_graphs_in_every_format_are_one_graph(self):
        args = ["generate", "grid27", "x=6", "y=6", "z=6", "shuffle=1", "--weights",
                "random:1..100", "-q"]
        for ending in ("graph", "mtx", "el", "hmb"):
            self.expect(DONE, *args, "-o", f"g.{ending}")
            # Edges keep their order, so that weights by edge number mean the same.
            self.expect(DONE, "convert", f"g.{ending}", f"{ending}.hgr", "-q", "--as",
                        "hypergraph")
        self.assertEqual(self.expect(DONE, *args).out.encode(), self.read("g.graph"))
        self.assertEqual(self.expect(DONE, *args, "--to", "hmetis").out.encode(),
                         self.read("hmb.hgr"))
        self.assertEqual(self.read("graph.hgr"), self.read("hmb.hgr"))
        # Matrix Market holds the lower triangle: the same edges, their ends exchanged.
        edges, weights = harness.parse_hgr(self.read("hmb.hgr"))[1:]
        exchanged = harness.parse_hgr(self.read("mtx.hgr"))[1:]
        self.assertEqual([sorted(ends) for ends in exchanged[0]], edges)
        self.assertEqual(exchanged[1], weights)
        # An edge list's reader numbers vertices by their appearance, its edges stay where they are.
        self.assertEqual(harness.parse_hgr(self.read("el.hgr"))[2], weights)
        lines = [line.split() for line in self.read("g.el").decode().splitlines()]
        self.assertEqual([[int(u), int(v)] for u, v, _ in (line for line in lines
                                                           if line[0].isdigit())], edges)

    def test_graphs_take_other_weights(self):
        args = ["generate", "random_graph", "n=50", "alpha=3", "--to", "hmetis", "-q"]
        _, edges, weights = harness.parse_hgr(
            self.expect(DONE, *args, "--weights", "random:3..4").out.encode())
        self.assertEqual((len(edges), set(weights)), (150, {3, 4}))
        report = json.loads(self.expect(DONE, *args, "-o", "g.hgr", "--json", "-").out)["input"]
        self.assertEqual((report["kind"], report["vertices"], report["edges"], report["weighted"]),
                         ("graph", 50, 150, True))
        self.assertGreater(report["max_degree"], 6)

    def test_bipartite_graphs_are_matrices(self):
        out = self.expect(DONE, "generate", "chain_bipartite", "n=3", "-q").out
        self.assertEqual(out, "%%MatrixMarket matrix coordinate pattern general\n3 3 5\n"
                              "1 1\n1 2\n2 2\n2 3\n3 1\n")
        self.expect_error(USAGE, "generate", "layered", "--weights", "random:1..2",
                          says="bipartite graphs are made without weights")
        self.expect(DONE, "generate", "layered", "levels=3", "--weights", "unit", "-q")
        self.expect_error(USAGE, "generate", "delauney", says="no family `delauney`")
        for args in (["--to", "metis"], ["-o", "x.graph"], ["-o", "x.el"]):
            self.expect_error(UNSUPPORTED, "generate", "layered", "levels=3", *args, "-q",
                              says="holds graphs")

    def test_preferences(self):
        report = json.loads(self.expect(DONE, "generate", "easy_marriage", "n=40", "-o", "e.prefs",
                                        "--json", "-", "-q").out)
        self.assertEqual(report["input"]["kind"], "two_sided_preferences")
        self.assertEqual((report["input"]["vertices"], report["options"]["to"]), (80, "prefs"))
        self.expect(DONE, "stable", "e.prefs", "-q", "--verify")
        for flag in (["--weights", "unit"], ["--truth", "t"], ["--to", "metis"]):
            self.expect_error(USAGE, "generate", "roommates", *flag,
                              says="does not go with preferences")
        self.expect_error(USAGE, "generate", "mallows", "nonsense=1", says="nonsense")

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
        self.assertEqual(list(record), ["schema", "command", "algorithms", "passes", "formats",
                                        "families", "problems", "combinations", "software"])
        defaults = [a for a in record["algorithms"] if a["default"]]
        self.assertEqual([(a["problem"], a["name"], a["variant"]) for a in defaults],
                         [("hypergraph_matching", "local_max", "filtered"),
                          ("graph_matching", "local_max", "filtered"),
                          ("bipartite_matching", "maximum_matching", None),
                          ("b_assignment", "assignment", None),
                          ("clustering", "leiden", None),
                          ("stable_matching", "mcvitie_wilson", None)])
        for algorithm in record["algorithms"]:
            self.assertTrue(algorithm["backends"])
            self.assertIn(algorithm["determinism"], ["any_backend", "run_to_run", "none"])
        self.expect(DONE, "list", "formats", "--json", "f.json")
        self.assertEqual(list(json.loads(self.read("f.json"))), ["schema", "command", "formats", "software"])
        # The topic behind --json is no file.
        self.assertEqual(list(json.loads(self.expect(DONE, "list", "--json", "formats").out)),
                         ["schema", "command", "formats", "software"])

    def test_parameters_of_algorithms_are_flags(self):
        listed = json.loads(self.expect(DONE, "list", "algorithms", "--json").out)["algorithms"]
        helps = {verb: self.expect(DONE, verb, "--help").out
                 for verb in ("match", "bipartite", "cluster", "stable")}
        rows = {(a["name"], a["variant"]): a["parameters"] for a in listed}
        for algorithm in listed:
            verb = {"bipartite_matching": "bipartite", "b_assignment": "bipartite", "clustering": "cluster",
                    "stable_matching": "stable"}.get(algorithm["problem"], "match")
            for parameter in algorithm["parameters"]:
                self.assertIn("--" + parameter["name"].replace("_", "-"), helps[verb])
                self.assertNotIn("\n", parameter.pop("help"))
        self.assertEqual(rows[("local_max", "filtered")], [])
        self.assertEqual(rows[("local_max", "crew")], [
            {"name": "ties", "kind": "choice", "default": "fixed", "choices": ["fixed", "redraw"]},
            {"name": "noise", "kind": "real", "default": 0, "minimum": 0, "maximum": None,
             "open": False},
            {"name": "noise_generator", "kind": "choice", "default": "mix",
             "choices": ["mix", "xorwow", "xorshift", "park_miller"]}])
        self.assertEqual(rows[("red_blue", "random")], [
            {"name": "blue_share", "kind": "real", "default": 0.53406, "minimum": 0, "maximum": 1,
             "open": True}])
        start, seed = rows[("p_hk", None)]
        self.assertEqual(start["default"], "automatic")
        self.assertNotIn("automatic", start["choices"])
        self.assertEqual(seed, {"name": "seed", "kind": "whole", "default": 0, "minimum": 0,
                                "maximum": None, "open": False})

    def test_listed_algorithms_run(self):
        self.sample()
        self.write("path.graph", "4 3\n2\n1 3\n2 4\n3\n")
        calls = {
            "hypergraph_matching": ["match", "sample.hgr"],
            "graph_matching": ["match", "path.graph"],
            "bipartite_matching": ["bipartite", "sample.hgr"],
            "b_assignment": ["bipartite", "sample.hgr", "--row-capacity", 1],
            "clustering": ["cluster", "path.graph"],
            "stable_matching": ["stable", "two.prefs"],
        }
        self.write("two.prefs", "p two-sided 2 2\nl 1 : 1 2\nl 2 : 1\nr 1 : 2 1\nr 2 : 1\n")
        self.write("one.prefs", "p one-sided 2\na 1 : 2\na 2 : 1\n")
        roommates = {"irving": ["stable", "one.prefs"], "fixtures": ["stable", "one.prefs"]}
        for algorithm in json.loads(self.expect(DONE, "list", "--json").out)["algorithms"]:
            if not {"seq", "threads"} & {backend["name"] for backend in algorithm["backends"]}:
                continue
            variant = ("--variant", algorithm["variant"]) if algorithm["variant"] else ()
            if algorithm["external"]:
                variant += ("--memory-limit", "17M")
            with self.subTest(algorithm=algorithm["name"], variant=variant):
                call = roommates.get(algorithm["name"], calls[algorithm["problem"]])
                self.expect(DONE, *call, "-q", "--verify", "--algorithm", algorithm["name"],
                            *variant)

    def test_markdown(self):
        out = self.expect(DONE, "list", "algorithms", "--markdown").out
        self.assertIn("| local_max", out.replace("`", ""))
        self.assertTrue(all(line.startswith("|") for line in out.splitlines() if line))
        self.assertIn("| hypergraph_matching | `local_max`, ",
                      self.expect(DONE, "list", "problems", "--markdown").out)

    def test_problems_name_the_algorithms_of_each_back_end(self):
        record = json.loads(self.expect(DONE, "list", "--json").out)
        for problem in record["problems"]:
            of_problem = [a for a in record["algorithms"] if a["problem"] == problem["name"]]
            self.assertTrue(of_problem)
            for backend in ("seq", "threads", "cuda", "cuda_group", "kokkos", "ranks"):
                names = {a["name"] for a in of_problem
                         if backend in [b["name"] for b in a["backends"]]}
                self.assertEqual(set(problem[backend]), names)
                self.assertEqual(len(problem[backend]), len(names))
        self.assertIn("hypergraph_matching", self.expect(DONE, "list", "problems").out)


if __name__ == "__main__":
    harness.main()
