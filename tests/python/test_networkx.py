# SPDX-License-Identifier: MIT
"""The networkx backend: networkx's own tests run through it, and communities are as good as those of networkx."""

import functools
import os
import pathlib
import random
import re
import subprocess
import sys
import unittest

import networkx as nx
import numpy as np
from scipy import sparse

import hypermatch
import hypermatch.networkx as adapter

nx.config.warnings_to_ignore.add("cache")

HERE = pathlib.Path(__file__).parent
NETWORKX = pathlib.Path(nx.__file__).parent
MATCHING = [NETWORKX / "algorithms/tests/test_matching.py", NETWORKX / "algorithms/bipartite"]
COMMUNITIES = [NETWORKX / "algorithms/community"]


def graphs():
    """Twenty graphs, with and without weights."""
    yield nx.karate_club_graph()
    yield nx.barbell_graph(10, 3)
    yield nx.les_miserables_graph()
    yield nx.florentine_families_graph()
    yield nx.davis_southern_women_graph()
    for seed in range(3):
        yield nx.connected_watts_strogatz_graph(150, 6, 0.1, seed=seed)
        yield nx.relaxed_caveman_graph(12, 8, 0.2, seed=seed)
        yield nx.planted_partition_graph(5, 25, 0.3, 0.02, seed=seed)
        yield nx.gnp_random_graph(80, 0.06, seed=seed)
    yield nx.grid_2d_graph(9, 11)
    yield nx.windmill_graph(6, 5)
    yield nx.barabasi_albert_graph(200, 2, seed=1)


def own_tests(paths):
    """networkx's tests through the backend: numbers of outcomes, and of calls that reached it."""
    path = os.pathsep.join([str(HERE), *filter(None, [os.environ.get("PYTHONPATH")])])
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "counted_backend", "--rootdir", NETWORKX, *paths],
        capture_output=True, text=True, cwd=NETWORKX,
        env={**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", "NETWORKX_TEST_BACKEND": "hypermatch",
             "NETWORKX_FALLBACK_TO_NX": "True"})
    (summary,) = re.findall(r"^(?:\d+ \w+, )*\d+ \w+(?:, \d+ \w+)* in .*$", done.stdout, re.M)[-1:] or [done.stdout[-3000:] + done.stderr[-2000:]]
    outcomes = {word: int(count) for count, word in re.findall(r"(\d+) (failed|passed|xfailed|xpassed|errors?)", summary)}
    calls = {name: int(count) for name, count in re.findall(r"(\w+)=(\d+)", "".join(re.findall(r"^calls:.*$", done.stdout, re.M)))}
    return outcomes, calls, done.stdout[-4000:]


class OwnTests(unittest.TestCase):
    def test_matchings(self):
        outcomes, calls, shown = own_tests(MATCHING)
        self.assertFalse({"failed", "error", "errors", "xpassed"} & outcomes.keys(), shown)
        self.assertGreater(outcomes["passed"], 150)
        self.assertGreaterEqual(len(calls), 9, calls)
        print("matching:", outcomes, calls)

    def test_communities(self):
        outcomes, calls, shown = own_tests(COMMUNITIES)
        self.assertFalse({"failed", "error", "errors", "xpassed"} & outcomes.keys(), shown)
        known = sum(map(len, adapter._OTHER_COMMUNITIES.values()))
        self.assertIn(outcomes["xfailed"], (known, 4), "4 of them are in 3.6")
        self.assertGreaterEqual(sum(calls.values()), 21, calls)
        print("communities:", outcomes, calls)


class Communities(unittest.TestCase):
    def test_seeds_of_all_kinds_that_networkx_takes(self):
        graph = nx.karate_club_graph()
        for make in (lambda: 7, lambda: random.Random(7), lambda: np.random.RandomState(7), lambda: np.random.default_rng(7)):
            found = [nx.community.louvain_communities(graph, seed=make(), backend="hypermatch") for _ in range(2)]
            self.assertEqual(found[0], found[1])

    def test_are_not_below_the_best_of_ten_seeds(self):
        count = 0
        for graph in graphs():
            count += 1
            best = max(nx.community.modularity(graph, nx.community.louvain_communities(graph, seed=seed))
                       for seed in range(10))
            # Up to 3.6 networkx has no Leiden, so the name is that of a backend's argument.
            leiden = functools.partial(nx.community.leiden_communities, metric="modularity")
            for function in (nx.community.louvain_communities, leiden):
                found = function(graph, seed=1, backend="hypermatch")
                quality = nx.community.modularity(graph, found)
                self.assertGreater(quality, best - 1e-4, (function, graph))
                self.assertAlmostEqual(quality, nx.community.modularity(graph, found, backend="hypermatch"))
                self.assertEqual(found, function(graph, seed=1, backend="hypermatch"))
        self.assertEqual(count, 20)

    def test_one_call_of_louvain_is_not_below_the_best_of_ten_seeds(self):
        """The default variant itself, with its default number of runs, from several seeds."""
        for graph in [nx.barbell_graph(5, 3), *graphs()]:
            best = max(nx.community.modularity(graph, nx.community.louvain_communities(graph, seed=seed))
                       for seed in range(10))
            numbered = nx.convert_node_labels_to_integers(graph)
            ends = np.array([(u, v) for u, v in numbered.edges], np.int64)
            weights = np.array([data.get("weight", 1) for _, _, data in numbered.edges(data=True)])
            n = len(numbered)
            rows = sparse.coo_array((weights, ends.T), (n, n)).tocsr()
            for seed in range(8):
                found = hypermatch.cluster(rows + rows.T, algorithm="louvain", seed=seed)
                self.assertGreater(found.quality, best - 1e-4, (graph, seed))
                alone = hypermatch.cluster(rows + rows.T, algorithm="louvain", seed=seed, initial=np.zeros(n, np.int64))
                self.assertGreaterEqual(alone.quality, 0.0)


class Functions(unittest.TestCase):
    def test_every_function_of_the_table_is_there(self):
        import _hypermatch_networkx

        names = set(_hypermatch_networkx.get_info()["functions"])
        self.assertEqual(names, {function.__name__ for function in adapter._FUNCTIONS} | {"eppstein_matching"})
        for name in names:
            self.assertTrue(hasattr(adapter.backend, name), name)

    def test_exact_matchings_weigh_the_same(self):
        rng = np.random.default_rng(1)
        for seed in range(6):
            graph = nx.gnp_random_graph(30, 0.2, seed=seed)
            for _, _, data in graph.edges(data=True):
                data["weight"] = int(rng.integers(-5, 40))
            for options in ({}, {"maxcardinality": True}):
                graph.__networkx_cache__.clear()
                weigh = [sum(graph[u][v]["weight"] for u, v in nx.max_weight_matching(graph, **options, backend=backend))
                         for backend in ("networkx", "hypermatch")]
                self.assertEqual(*weigh)

    def test_resolution_of_zero_is_left_to_networkx(self):
        graph = nx.karate_club_graph()
        for arguments in (((graph, None, 0.0), {}), ((graph,), {"resolution": -1.0})):
            self.assertIn("resolution", adapter.can_run("louvain_communities", *arguments))
        self.assertIs(adapter.can_run("louvain_communities", (graph,), {"resolution": 0.5}), True)
        self.assertIs(adapter.can_run("maximal_matching", (graph,), {}), True)

    def test_import_of_networkx_stays_quick(self):
        code = ("import sys, time; import numpy; t = time.perf_counter(); import networkx; print(time.perf_counter() - t, "
                "'hypermatch' in sys.modules)")
        shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
        self.assertEqual(shown[1], "False")


if __name__ == "__main__":
    unittest.main()
