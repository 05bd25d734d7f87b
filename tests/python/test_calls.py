# SPDX-License-Identifier: MIT
"""Every call on small instances: answers are held to the definition, to each other, and to SciPy and networkx."""

import itertools
import os
import pickle
import tempfile
import unittest

import networkx as nx
import numpy as np
import scipy.optimize
import scipy.spatial
import scipy.sparse as sparse
from instances import random_graph, random_matrix

import hypermatch as hm


class Matchings(unittest.TestCase):
    def test_pairs_and_mates_agree_and_weigh_what_the_matrix_says(self):
        a = random_graph(300, 8, 1)
        r = hm.match(a)
        u, v = r.pairs[:, 0], r.pairs[:, 1]
        self.assertTrue((r.mates[u] == v).all() and (r.mates[v] == u).all())
        self.assertEqual((r.mates >= 0).sum(), 2 * r.size)
        self.assertAlmostEqual(r.weight, sum(a[i, j] for i, j in r.pairs.tolist()))
        self.assertEqual(r.mates.dtype, np.int32)
        self.assertIsNone(r.certified_ratio)
        self.assertEqual(r.stats["algorithm"], "local_max")
        proven = hm.match(a, verify=True)
        self.assertEqual(r, proven)
        self.assertGreater(proven.certified_ratio, 0.8)
        self.assertTrue(hm.verify(a, r, maximal=True, greedy=True))

    def test_exact_is_what_networkx_finds(self):
        for seed in range(5):
            a = random_graph(40, 5, seed, np.int64)
            r = hm.match(a, algorithm="exact", verify=True)
            graph = nx.from_scipy_sparse_array(a)
            best = sum(graph[u][v]["weight"] for u, v in nx.max_weight_matching(graph))
            self.assertEqual(r.weight, best)
            self.assertIsInstance(r.weight, int)
            self.assertEqual(r.certified_ratio, 1.0)

    def test_no_perfect_matching_raises_with_a_proof(self):
        star = hm.graph([0, 0, 0], [1, 2, 3])
        with self.assertRaises(hm.NoSolution) as caught:
            hm.match(star, algorithm="exact", size="perfect")
        self.assertIn("odd size", caught.exception.proof)

    def test_capacities(self):
        a = random_graph(200, 10, 2)
        capacity = np.random.default_rng(0).integers(0, 4, 200)
        r = hm.b_match(a, capacity, verify=True)
        used = np.bincount(r.pairs.ravel(), minlength=200)
        self.assertTrue((used <= capacity).all())
        self.assertEqual(r.partners.size, 2 * r.size)
        self.assertEqual(hm.b_match(a, 1), hm.match(a))
        self.assertTrue(hm.verify(a, r, capacity=capacity, maximal=True))
        with self.assertRaisesRegex(hm.InvalidInput, r"capacity\[1\] is -3, must be >= 0"):
            hm.b_match(a, [1, -3] + [1] * 198)

    def test_hypergraphs(self):
        h = hm.hypergraph([[0, 1, 2], [2, 3], [4, 5], []], weights=[5, 9, 1, 7])
        r = hm.match(h, verify=True)
        self.assertEqual(r.edges.tolist(), [1, 2])
        self.assertEqual(r.weight, 10)
        self.assertTrue(hm.verify(h, r, maximal=True))
        self.assertEqual(hm.verify(h, [0, 1]).violation.count("vertex"), 1)
        rows = random_matrix(50, 80, 0.05, 3)
        self.assertEqual(hm.match(hm.hypergraph(rows)), hm.match((rows.indptr, rows.indices)))

    def test_greedy_by_a_rating_is_greedy_by_no_other(self):
        ratings = (None, "expansion", "expansion_star", "expansion_star_2", "inner_outer")
        others = 0
        for seed in range(20):
            graph = random_graph(40, 6, seed)
            for rating in ratings:
                found = hm.match(graph, rating=rating)
                verdict = hm.verify(graph, found, greedy=True, maximal=True, rating=rating)
                self.assertTrue(verdict and verdict.weight == found.weight, (seed, rating, verdict))
                others += sum(not hm.verify(graph, found, greedy=True, rating=other) for other in ratings)
        self.assertGreater(others, 100)
        tied = hm.match(graph, rating="inner_outer", tie_order="degree")
        self.assertTrue(hm.verify(graph, tied, greedy=True, rating="inner_outer", tie_order="degree"))
        with self.assertRaisesRegex(hm.InvalidOption, "rating is 'weigth'"):
            hm.verify(graph, found, rating="weigth")

    def test_passes_follow(self):
        a = random_graph(200, 6, 4)
        self.assertGreaterEqual(hm.match(a, algorithm="gpa", passes=["complete"], verify=True).size,
                                hm.match(a, algorithm="gpa").size)

    def test_passes_keep_capacities(self):
        h = hm.hypergraph([0, 2, 4], [0, 1, 0, 1], num_vertices=2)
        for capacity, size in (([0, 0], 0), (2, 2)):
            r = hm.match(h, capacity=capacity, passes=["complete"], verify=True)
            self.assertEqual(len(r.edges), size)

    def test_every_algorithm_of_the_table_runs(self):
        a = random_graph(60, 6, 5)
        m = hm.matrix(random_matrix(40, 50, 0.1, 5))
        run = {"graph_matching": lambda **k: hm.match(a, **k), "clustering": lambda **k: hm.cluster(a, **k),
               "hypergraph_matching": lambda **k: hm.match(hm.hypergraph(a), **k),
               "bipartite_matching": lambda **k: hm.bipartite(m, **k), "b_assignment": lambda **k: hm.assign(m, **k)}
        count = 0
        for row in hm.algorithms():
            if row["kind"] != "solver" or row["problem"] not in run or row["backends"] in (["cuda"], ["ranks"]):
                continue
            found = run[row["problem"]](algorithm=row["name"], variant=row["variant"] or None,
                                        **({"ties": "redraw"} if row["variant"] == "none" else {}))
            self.assertEqual(found.stats["algorithm"], row["name"])
            count += 1
        self.assertGreater(count, 40)
        with self.assertRaisesRegex(hm.Unsupported, "runs on ranks only"):
            hm.match(a, variant="ghosts")


class Others(unittest.TestCase):
    def test_bipartite_is_as_large_as_scipy_finds(self):
        for seed in range(10):
            a = random_matrix(60, 70, 0.03, seed)
            r = hm.bipartite(a, verify=True)
            self.assertEqual(r.size, sparse.csgraph.structural_rank(sparse.csr_matrix(a)))
            self.assertTrue(hm.verify(a, r, maximum=True))
            dense = a.toarray()
            self.assertTrue(all(dense[i, j] for i, j in r.pairs.tolist()))

    def test_bipartite_starts_from_what_is_given(self):
        for seed in range(10):
            a = sparse.random(30, 25, 0.08, random_state=seed, format="csr")
            best = hm.bipartite(a, algorithm="pfp")
            part = best.mates.copy()
            part[::2] = -1
            for given in (part, part.tolist(), part.astype(np.int64)):
                r = hm.bipartite(a, initial=given, algorithm="pfp", verify=True)
                self.assertEqual((r.size, r.stats["start"]), (best.size, "initial"))
                self.assertEqual(r.stats["start_cardinality"], int((part >= 0).sum()))
                self.assertTrue((r.mates[part >= 0] >= 0).all())
            self.assertEqual(hm.bipartite(a, initial=best, algorithm="pfp").mates.tolist(), best.mates.tolist())
        r = hm.bipartite(a, algorithm="hopcroft_karp", start="none")
        self.assertEqual(len(r.stats["phase_levels"]), r.stats["phases"])
        for wrong in ([0], [5, -1], [0, 0], [-2, 0], [1.5, 0], [[0, 1]], [2**40, 0]):
            with self.assertRaises(hm.InvalidInput, msg=wrong):
                hm.bipartite([[1, 1], [1, 0]], initial=wrong)
        with self.assertRaises(hm.InvalidOption):
            hm.bipartite([[1, 1], [1, 0]], initial=[1, 0], start="cheap")

    def test_assign_is_what_scipy_finds(self):
        rng = np.random.default_rng(1)
        for rows, columns in ((7, 7), (5, 9), (9, 4)):
            cost = rng.integers(-50, 50, (rows, columns))
            for minimize in (True, False):
                i, j = scipy.optimize.linear_sum_assignment(cost, maximize=not minimize)
                r = hm.assign(cost, minimize=minimize, perfect=True, verify=True)
                self.assertEqual(r.weight, cost[i, j].sum())
                self.assertTrue(hm.verify(hm.matrix(cost), r, minimize=minimize, maximum=True))

    def test_assign_of_points_is_what_scipy_finds(self):
        rng = np.random.default_rng(2)
        for rows, columns, dimension in ((40, 40, 2), (20, 50, 3), (50, 20, 1), (0, 4, 2)):
            a, b = rng.random((rows, dimension)), rng.random((columns, dimension))
            distances = scipy.spatial.distance.cdist(a, b)
            for metric, cost, minimize in (("euclidean", distances, None), ("squared_euclidean", distances**2, None),
                                           ("inner_product", a @ b.T, None), ("euclidean", distances, False),
                                           ("inner_product", a @ b.T, True)):
                least = metric != "inner_product" if minimize is None else minimize
                i, j = scipy.optimize.linear_sum_assignment(cost, maximize=not least)
                asked = {} if minimize is None else {"minimize": minimize}
                r = hm.assign(points=(a, b), metric=metric, verify=True, **asked)
                self.assertAlmostEqual(r.weight, cost[i, j].sum())
                self.assertEqual(r.size, min(rows, columns))
        for wrong in ({"points": ([[0, 1]], [[0]])}, {"points": ([[0, 1]],)}, {"points": (["a"], [0])},
                      {"points": ([float("inf")], [0])}):
            with self.assertRaises(hm.InvalidInput):
                hm.assign(**wrong)
        for wrong in ({"metric": "euclidean"}, {"points": ([1], [2]), "metric": "cosine"}, {"points": ([1], [2]), "row_capacity": 2}):
            with self.assertRaises(hm.InvalidOption):
                hm.assign(**wrong)
        with self.assertRaises(hm.InvalidOption):
            hm.assign([[1]], points=([1], [2]))

    def test_assign_has_one_word_for_its_sense(self):
        for given in {"sense": "maximize"}, {"sense": "minimize", "minimize": True}:
            for what in {"matrix": [[1, 2], [3, 4]]}, {"matrix": None, "points": ([[0]], [[1]])}:
                with self.assertRaisesRegex(hm.InvalidOption, "minimize=True or False"):
                    hm.assign(what["matrix"], **given, **{k: v for k, v in what.items() if k != "matrix"})
        with self.assertRaisesRegex(hm.InvalidOption, "no argument 'iterations'"):
            hm.assign(points=([[0]], [[1]]), iterations=4)

    def test_assign_without_solution_names_the_cut(self):
        with self.assertRaisesRegex(hm.NoSolution, "2 columns|2 rows"):
            hm.assign(sparse.csr_array(np.array([[1, 0], [1, 0]])), perfect=True)

    def test_cluster(self):
        graph = nx.karate_club_graph()
        r = hm.cluster(graph, verify=True, hierarchy=True)
        self.assertAlmostEqual(r.quality, nx.community.modularity(graph, r.communities()))
        self.assertEqual(sorted(map(len, r.communities())), sorted(np.bincount(r.labels).tolist()))
        self.assertEqual(r.levels[-1].tolist(), r.labels.tolist())
        self.assertTrue(hm.verify(graph, r, connected=True))
        fixed = np.full(34, -1)
        fixed[[0, 33]] = 7
        together = hm.cluster(graph, fixed=fixed)
        self.assertEqual(together.labels[0], together.labels[33])
        self.assertEqual(hm.cluster(graph, communities=2).num_communities, 2)
        self.assertEqual(hm.cluster(graph, objective="cpm", resolution=0.1).stats["algorithm"], "leiden")

    def test_what_is_no_whole_number_is_refused(self):
        cases = [lambda: hm.stable([[1.9, 0.2], [0, 1]], [[0, 1], [0, 1]]),
                 lambda: hm.preferences([[1], [0]], right_capacities=0),
                 lambda: hm.preferences([[0]], [[0]], capacities=-1),
                 lambda: hm.preferences([[0]], [[0]], capacities="x"),
                 lambda: hm.preferences([[0]], [[0]], capacities=1.5)]
        for case in cases:
            with self.assertRaises(hm.InvalidInput):
                case()
        self.assertEqual(hm.stable([[0]], [[0]], capacities=2**40).size, 1)

    def test_criteria_that_nothing_takes_are_refused(self):
        left, right = [[0, 1], [1, 0]], [[1, 0], [0, 1]]
        for choice in ("egalitarian", "minimum_regret"):
            with self.assertRaises(hm.Error):
                hm.stable(left, right, choice=choice)
            hm.stable(left, right, algorithm="gusfield_irving", choice=choice)
        costs = [[4, 1, 3], [2, 0, 5], [3, 2, 2]]
        for objective in ("cardinality", "weight"):
            with self.assertRaises(hm.InvalidOption):
                hm.assign(costs, minimize=True, objective=objective)

    def test_edges_of_weight_0_stay_beside_loops(self):
        g = hm.graph(sparse.csr_array(
            (np.array([3, 0, 0, 4, 4]), np.array([0, 1, 0, 2, 1]), np.array([0, 2, 4, 5])), shape=(3, 3)))
        self.assertEqual(g.num_edges, 2)
        pairs = {(int(u), int(v)): int(w) for u, v, w in zip(*g.edges())}
        self.assertEqual({pair: w for pair, w in pairs.items() if pair[0] != pair[1]}, {(0, 1): 0, (1, 2): 4})
        self.assertEqual(g.to_scipy().toarray().tolist(), [[pairs.get((0, 0), 0), 0, 0], [0, 0, 4], [0, 4, 0]])

    def test_loops_count_in_modularity(self):
        graph = nx.path_graph(4)
        graph.add_edge(0, 0, weight=3)
        r = hm.cluster(graph)
        self.assertAlmostEqual(r.quality, nx.community.modularity(graph, r.communities()))
        from_matrix = hm.cluster(nx.to_scipy_sparse_array(graph))
        self.assertAlmostEqual(r.quality, from_matrix.quality)

    def test_lists_that_agents_share(self):
        hard = hm.generate("hard_marriage", n=60, seed=5)
        self.assertEqual((hard.sides, hard.num_left, hard.num_agents), ("two", 60, 120))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "hard.prefs")
            hm.write(hard, path)
            self.assertIn("p shared-lists 60 60", open(path).read())
            read = hm.read(path)
            expected = hm.stable(pickle.loads(pickle.dumps(read)))  # a list per agent
            self.assertEqual(expected.pairs.shape, (60, 2))
            for agents in (hard, read, path):
                for options in ({}, {"proposal_order": "given"}, {"algorithm": "gale_shapley"},
                                {"algorithm": "gale_shapley", "variant": "rounds"}, {"algorithm": "kiraly"}):
                    for threads in (1, 2):
                        self.assertEqual(hm.stable(agents, verify=True, threads=threads, **options), expected, (agents, options))
        self.assertTrue(hm.verify(hard, expected).ok)
        large = hm.generate("hard_marriage", n=20000)  # 800 million entries
        self.assertEqual(len(hm.stable(large, verify=True).pairs), 20000)

    def test_stable(self):
        left = [[0, 1, 2], [1, 0, 2], [0, 1, 2]]
        right = [[2, 1, 0], [0, 1, 2], [0, 1, 2]]
        r = hm.stable(left, right, verify=True)
        self.assertTrue(r.verified and hm.verify(hm.preferences(left, right), r))
        self.assertEqual(r.pairs.tolist(), [[0, 1], [1, 2], [2, 0]])
        self.assertFalse(hm.verify(hm.preferences(left, right), [[0, 0], [1, 1], [2, 2]]))
        with self.assertRaises(hm.NoSolution):
            hm.stable([[1, 2, 3], [2, 0, 3], [0, 1, 3], [0, 1, 2]])
        named = hm.stable({"ann": ["x", "y"], "bob": ["x"]}, {"x": ["bob", "ann"], "y": ["ann"]})
        self.assertEqual(named.named_pairs(), [("ann", "y"), ("bob", "x")])
        many = hm.stable([[0], [0], [0]], [[2, 1, 0]], right_capacities=[2])
        made = hm.preferences([[0, 1], [0, 1]], [[1, 0], [1, 0]])
        for options in {"capacities": 2}, {"right_capacities": 0}, {"right": [[0], [0]]}:
            with self.assertRaisesRegex(hm.InvalidInput, f"{next(iter(options))} cannot be given"):
                hm.preferences(made, **options)
        with self.assertRaisesRegex(hm.InvalidInput, "capacities cannot be given"):
            hm.stable(made, capacities=2)
        self.assertEqual(hm.verify(made, [[0, 0], [1, 1]]).violation, "left agent 1 and right agent 0 would both rather be partners")
        with self.assertRaisesRegex(hm.InvalidInput, r"pairs\[1\] has right agent 9, there are 2"):
            hm.verify(made, [[0, 1], [1, 9]])
        with self.assertRaisesRegex(hm.InvalidInput, "two columns of integers"):
            hm.verify(made, [[0.7, 1]])
        self.assertEqual(many.pairs.tolist(), [[1, 0], [2, 0]])
        self.assertTrue(hm.stable([[[0, 1]], [0]], [[0, 1], [0]], verify=True).verified)  # a tie

    def test_coarsening(self):
        a = random_graph(200, 6, 7, np.int32)
        pairs = hm.match_vertices(a)
        coarse = hm.contract(a, pairs)
        self.assertEqual(coarse.coarse.num_vertices, 200 - pairs.size)
        self.assertEqual(coarse.vertex_weights.sum(), 200)
        inside = sum(a[i, j] for i, j in enumerate(pairs.mates.tolist()) if j > i)
        self.assertEqual(coarse.coarse.to_scipy().sum(), a.sum() - 2 * inside)
        self.assertEqual(coarse.project(np.arange(coarse.coarse.num_vertices)).tolist(), coarse.coarse_vertex.tolist())
        self.assertEqual(hm.contract(a, hm.match(a)).coarse.num_vertices, 200 - hm.match(a).size)
        h = hm.contract(hm.hypergraph([[0, 1], [1, 2, 3], [0, 3]]), [0, 0, 1, 1])
        self.assertEqual(h.coarse_edge.tolist(), [-1, 0, 0])

    def test_decomposition_is_block_triangular(self):
        a = random_matrix(40, 40, 0.06, 8)
        d = hm.dulmage_mendelsohn(a)
        dense = a.toarray()[np.ix_(d.row_order, d.column_order)]
        begin, columns = d.row_begin.astype(int), d.column_begin.astype(int)
        for block in range(len(begin) - 1):
            self.assertFalse(dense[begin[block + 1]:, columns[block]:columns[block + 1]].any())
        self.assertEqual(d.structural_rank, hm.bipartite(a).size)


class Results(unittest.TestCase):
    def results(self):
        graph, a = nx.karate_club_graph(), random_matrix(20, 30, 0.1, 1)
        return [hm.match(graph), hm.b_match(graph, 2), hm.match(hm.hypergraph(a)), hm.bipartite(a), hm.assign(a),
                hm.cluster(graph), hm.stable([[0, 1], [0]], [[0, 1], [0]]), hm.match_vertices(graph),
                hm.contract(graph, hm.match(graph)), hm.dulmage_mendelsohn(a), hm.graph(graph), hm.matrix(a)]

    def test_pickles_shows_and_compares(self):
        for r in self.results():
            again = pickle.loads(pickle.dumps(r))
            self.assertEqual(repr(again), repr(r))
            if isinstance(r, hm.Result):
                self.assertEqual(again, r)
                self.assertIn("<table>", r._repr_html_())

    def test_arrays_outlive_the_result(self):
        mates = hm.match(random_graph(1000, 4, 1)).mates
        hm.match(random_graph(1000, 4, 2))
        self.assertTrue(((mates >= -1) & (mates < 1000)).all())

    def test_conversions(self):
        graph = nx.relabel_nodes(nx.karate_club_graph(), lambda v: f"v{v}")
        r = hm.match(graph)
        self.assertTrue(nx.is_matching(graph, {tuple(e) for e in r.to_networkx().edges}))
        self.assertEqual(r.to_scipy().nnz, 2 * r.size)
        self.assertEqual(list(map(tuple, r.to_frame().to_numpy())), r.named_pairs())
        frame = hm.cluster(graph).to_frame()
        self.assertEqual(frame["vertex"].tolist(), list(graph))
        self.assertEqual(hm.cluster(graph).to_scipy().sum(), 34)
        back = hm.graph(graph).to_networkx()
        self.assertEqual({(frozenset(e[:2]), e[2]) for e in back.edges(data="weight")},
                         {(frozenset(e[:2]), e[2]) for e in graph.edges(data="weight")})

    def test_files(self):
        a = hm.graph(random_graph(50, 5, 3, np.int32))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.graph")
            hm.write(a, path)
            self.assertEqual(hm.match(path), hm.match(a))
            with open(path, "rb") as file:
                self.assertEqual(hm.match(hm.read(file)), hm.match(a))
            named = os.path.join(folder, "named.csv")
            with open(named, "w") as file:
                file.write("source,target,weight\nann,bob,2\nbob,cy,3\n")
            self.assertEqual(hm.match(named).named_pairs(), [("bob", "cy")])
            for r in (hm.match(a), hm.cluster(a), hm.bipartite(a.to_scipy()), hm.match(hm.hypergraph(a.to_scipy()))):
                hm.write(r, os.path.join(folder, "result.txt"))
            prefs = hm.generate("random_stable" if "random_stable" in [f["name"] for f in hm.families()] else
                                next(f["name"] for f in hm.families() if f["kind"] == "preferences"))
            hm.write(prefs, os.path.join(folder, "x.prefs"))
            self.assertEqual(hm.stable(os.path.join(folder, "x.prefs")), hm.stable(prefs))
            with self.assertRaises(hm.FileError):
                hm.read(os.path.join(folder, "none"))
            before = sorted(os.listdir(folder))
            for what in (hm.match(a), hm.cluster(a), hm.match(hm.hypergraph(a.to_scipy())), prefs):
                with self.assertRaisesRegex(hm.FileError, "name of a file to write is empty"):
                    hm.write(what, "")
                with self.assertRaisesRegex(hm.InvalidOption, "holds a NUL"):
                    hm.write(what, path + "\0b")
            with self.assertRaises(hm.FileError):
                hm.write(a, "", "metis")
            for call in (hm.read, hm.match, hm.stable, hm.use_device_library, lambda name: hm.read(path, right=name)):
                with self.assertRaisesRegex(hm.InvalidOption, "NUL"):
                    call(path + "\0b")
            self.assertEqual(sorted(os.listdir(folder)), before)
            with open(os.path.join(folder, "untold"), "w") as file:
                file.write("!\n")
            with self.assertRaisesRegex(hm.InvalidOption, "give format, one of"):
                hm.read(os.path.join(folder, "untold"))
            with open(path, "w") as file:
                file.write("2 1\n2\nx\n")
            with self.assertRaisesRegex(hm.InvalidInput, "a.graph:3"):
                hm.read(path)

    def test_errors_are_the_built_in_ones_too(self):
        a = random_graph(10, 3, 1)
        for wrong, type_, words in (({"algorithm": "sutor"}, ValueError, "did you mean suitor"),
                                    ({"tresh": 1}, ValueError, "no argument 'tresh'"),
                                    ({"seed": -1}, ValueError, "seed is -1"), ({"seed": 1.5}, ValueError, "seed is 1.5"),
                                    ({"algorithm": "red_blue", "blue_share": 2}, ValueError, "blue_share"),
                                    ({"noise": 1.0}, NotImplementedError, "noise"),
                                    ({"threads": 5000}, ValueError, "threads is 5000")):
            with self.assertRaisesRegex(type_, words) as caught:
                hm.match(a, **wrong)
            self.assertIsInstance(caught.exception, hm.Error)


class Families(unittest.TestCase):
    def test_all_are_generated(self):
        for family in itertools.islice(hm.families(), 100):
            made = hm.generate(family["name"], seed=3) if family["kind"] == "preferences" else None
            if made is not None:
                self.assertGreater(made.num_agents, 0)
        self.assertEqual(hm.generate("rgg", n=500, weights="random:1..9").kind, "graph")
        self.assertEqual(repr(hm.generate("rgg", n=500, seed=1)), repr(hm.generate("rgg", n=500, seed=1)))


class Duplicates(unittest.TestCase):
    def test_entries_that_stand_twice_are_summed_as_scipy_has_them(self):
        twice = sparse.coo_array(([1, 10, 5, 7], ([0, 0, 0, 1], [0, 0, 1, 0])), shape=(2, 2))
        held = twice.copy().tocsr()
        in_rows = sparse.csr_array((np.array([1, 10, 5, 7]), np.array([0, 0, 1, 0]), np.array([0, 3, 4])), shape=(2, 2))
        for each in (twice, held, in_rows, sparse.csc_array(twice)):
            self.assertEqual(hm.assign(each, row_capacity=1).weight, hm.assign(twice.toarray()).weight)
        self.assertEqual(in_rows.nnz, 4)

    def test_counts_are_whole_numbers(self):
        for count in (1.5, 2**70, -1, "3"):
            with self.subTest(count), self.assertRaises(hm.InvalidInput):
                hm.graph([0], [1], num_vertices=count)


if __name__ == "__main__":
    unittest.main()
