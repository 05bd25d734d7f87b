# SPDX-License-Identifier: MIT
"""The types that editors and checkers see are what the table of algorithms and the compiled module say."""

import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import networkx as nx

import hypermatch as hm

SOURCE = pathlib.Path(os.environ["HYPERMATCH_SOURCE"])

PROGRAM = """
import numpy as np
import hypermatch as hm

graph: hm.Instance = hm.graph([0, 1], [1, 2], np.array([1.0, 2.0]), symmetrize="max")
pairs = hm.b_match(graph, 2, algorithm="b_suitor", seed=3)
found: hm.Clustering = hm.cluster(graph, algorithm="leiden", resolution=0.5, iterations=4)
labels: list[int] = found.labels.tolist()
costs: hm.Assignment = hm.assign(np.eye(3), minimize=True, row_capacity=[1, 1, 2])
total: float = costs.weight + found.quality
verdict: hm.Verdict = hm.verify(graph, found, connected=True)
if not verdict:
    raise hm.InvalidInput(verdict.violation)
"""
WRONG = ('hm.cluster([[0]], algorithm="leyden")', "hm.assign([[0]], minimise=True)", "hm.stable([[0]], [[0]]).mates")


def stubs():
    spec = importlib.util.spec_from_file_location("python_stubs", SOURCE / "scripts/python_stubs.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Stubs(unittest.TestCase):
    def test_are_what_the_table_says(self):
        made = stubs()
        self.assertEqual(made.STUB.read_text(), made.stub(), "scripts/python_stubs.py write")

    def test_every_argument_is_taken(self):
        given = {"match": [nx.path_graph(3)], "b_match": [nx.path_graph(3), 1], "cluster": [nx.path_graph(3)], "bipartite": [[[1]]],
                 "assign": [[[1]]], "dulmage_mendelsohn": [[[1]]], "stable": [[[0]], [[0]]], "match_vertices": [nx.path_graph(3)],
                 "contract": [nx.path_graph(3), [0, 0, 1]]}
        made = stubs()
        for name in made.OWN:
            for argument in made.arguments(name):
                if argument == "symmetrize":
                    continue
                getattr(hm, name)(*given[name], **{argument: None})
            with self.assertRaisesRegex(hm.InvalidOption, "no argument 'wrong'"):
                getattr(hm, name)(*given[name], wrong=1)

    def test_every_public_name_has_types(self):
        text = stubs().STUB.read_text()
        for name in hm.__all__:
            self.assertRegex(text, rf"(?m)^(class|def) {name}\b", name)

    @unittest.skipIf(importlib.util.find_spec("mypy") is None, "no mypy")
    def test_mypy_is_satisfied(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "program.py")
            path.write_text(PROGRAM + "\n".join(WRONG) + "\n")
            # The stub alone: sources of the package have no types.
            package = pathlib.Path(folder, "stubs", "hypermatch")
            package.mkdir(parents=True)
            (package / "__init__.pyi").write_text(stubs().STUB.read_text())
            done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", folder, path, package / "__init__.pyi"],
                                  capture_output=True, text=True, cwd=folder,
                                  env={"PATH": os.environ["PATH"], "MYPYPATH": str(package.parent)})
            first = PROGRAM.count("\n") + 1
            lines = {int(line.split(":")[1]) for line in done.stdout.splitlines() if "error:" in line}
            self.assertEqual(lines, set(range(first, first + len(WRONG))), done.stdout + done.stderr)

    @unittest.skipIf(importlib.util.find_spec("pyright") is None, "no pyright")
    def test_pyright_is_satisfied(self):
        def pyright(*words):
            done = subprocess.run([sys.executable, "-m", "pyright", "--outputjson", *words], capture_output=True, text=True, cwd=folder,
                                  env={**os.environ, "VIRTUAL_ENV": sys.prefix, "PATH": f"{sys.prefix}/bin:{os.environ['PATH']}"})
            return json.loads(done.stdout)

        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "program.py")
            path.write_text(PROGRAM + "\n".join(WRONG) + "\n")
            found = pyright("--pythonpath", sys.executable, path)["generalDiagnostics"]
            first = PROGRAM.count("\n")
            self.assertEqual({each["range"]["start"]["line"] for each in found}, set(range(first, first + len(WRONG))), found)
            # All but the clusterer, whose base classes have no types.
            typed = pyright("--ignoreexternal", "--verifytypes", "hypermatch")["typeCompleteness"]
            wrong = [each["name"] for each in typed["symbols"] if each["isExported"] and not each["isTypeKnown"]]
            self.assertEqual(wrong, ["hypermatch.sklearn.CommunityClustering"])


if __name__ == "__main__":
    unittest.main()
