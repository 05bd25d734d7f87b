# SPDX-License-Identifier: MIT
"""One answer from every form of input, and errors that name what is wrong."""

import gzip
import io
import os
import tempfile
import unittest

import igraph
import networkx as nx
import numpy as np
import pandas as pd
import scipy.sparse as sparse
from instances import random_graph, random_matrix

import hypermatch as hm


class Forms(unittest.TestCase):
    def test_formats_and_types_of_scipy(self):
        a = random_graph(120, 7, 1)
        expected = hm.match(a)
        clusters = hm.cluster(a)
        for make in (sparse.csr_array, sparse.csc_array, sparse.coo_array, sparse.csr_matrix, sparse.csc_matrix,
                     sparse.coo_matrix, sparse.lil_array, sparse.dok_array, sparse.bsr_array):
            for index in (np.int32, np.int64):
                m = make(a)
                if hasattr(m, "indptr"):
                    m.indptr, m.indices = m.indptr.astype(index), m.indices.astype(index)
                for dtype in (np.float64, np.float32, np.int32, np.int64, np.uint16, np.uint64, np.int16):
                    typed = m.astype(dtype)
                    for threads in (1, 2, 5):
                        self.assertEqual(hm.match(typed, threads=threads), expected, (make, index, dtype))
                self.assertEqual(hm.cluster(m, threads=2), clusters)

    def test_rows_in_any_order(self):
        a = random_graph(80, 6, 2)
        shuffled = a.copy()
        rng = np.random.default_rng(0)
        for v in range(80):
            part = slice(a.indptr[v], a.indptr[v + 1])
            order = rng.permutation(a.indptr[v + 1] - a.indptr[v])
            shuffled.indices[part], shuffled.data[part] = a.indices[part][order], a.data[part][order]
        self.assertEqual(hm.match(shuffled), hm.match(a))

    def test_edges_graphs_and_tables(self):
        a = random_graph(90, 6, 3, np.int64)
        expected = hm.match(a)
        upper = sparse.triu(a, format="coo")
        u, v, w = upper.row, upper.col, upper.data
        by_name = {name: number for number, name in enumerate(sorted(f"n{i:03}" for i in range(90)))}
        names = list(by_name)
        frame = pd.DataFrame({"from": [names[i] for i in u], "to": [names[i] for i in v], "cost": w})
        graph = nx.from_scipy_sparse_array(a)
        other = igraph.Graph(n=90, edges=list(zip(u.tolist(), v.tolist())))
        other.es["weight"] = w.tolist()
        forms = [(u, v, w), hm.graph(v, u, w, num_vertices=90), graph, other, frame, hm.graph(a), [u, v, w]]
        for form in forms:
            self.assertEqual(hm.match(form).weight, expected.weight)
            self.assertEqual(hm.match(form).mates.tolist(), expected.mates.tolist())
        self.assertIn((names[expected.pairs[0, 0]], names[expected.pairs[0, 1]]), hm.match(frame).named_pairs())

    def test_hypergraphs(self):
        h = random_matrix(30, 40, 0.1, 1)
        expected = hm.match(hm.hypergraph(h))
        lists = [h.indices[h.indptr[i]:h.indptr[i + 1]] for i in range(30)]
        for form in (hm.hypergraph(lists), (h.indptr, h.indices), (h.indptr.astype(np.uint64), h.indices.astype(np.uint32)),
                     hm.hypergraph(sparse.csc_array(h)), hm.hypergraph(sparse.coo_array(h))):
            self.assertEqual(hm.match(form), expected)

    def test_rows_and_columns(self):
        a = random_matrix(30, 40, 0.1, 2)
        for make in (sparse.csc_array, sparse.coo_array, sparse.lil_array):
            self.assertEqual(hm.assign(make(a)), hm.assign(a))
            self.assertEqual(hm.bipartite(make(a)).size, hm.bipartite(a).size)
        dense = np.where(a.toarray() == 0, np.inf, a.toarray())
        self.assertEqual(hm.assign(dense, minimize=True), hm.assign(a, minimize=True))

    def test_zeros_of_a_dense_array_are_no_entries_of_a_pattern(self):
        dense = np.array([[1, 1, 0], [0, 2, 0], [0, -1, 0]])
        for made in (dense, dense.astype(float), dense != 0, dense.tolist()):
            found = hm.bipartite(made, verify=True)
            self.assertEqual(found, hm.bipartite(sparse.csr_array(dense)))
            self.assertEqual(found.size, 2)
            self.assertTrue(hm.verify(made, found, maximum=True))
            self.assertEqual(hm.dulmage_mendelsohn(made).structural_rank, 2)
        self.assertEqual(hm.assign(dense, minimize=True, perfect=True).weight, -1)
        with self.assertRaisesRegex(hm.InvalidInput, "NaN"):
            hm.bipartite([[1, np.nan]])

    def test_masked_entries_are_none_and_ragged_lists_are_refused(self):
        masked = np.ma.array([[1.0, 0, np.nan], [2, 5, 0]], mask=[[1, 0, 1], [0, 0, 0]])
        self.assertEqual(hm.bipartite(masked).pairs.tolist(), [[1, 0]])
        self.assertEqual(hm.dulmage_mendelsohn(masked).structural_rank, 1)
        self.assertEqual(hm.matrix(masked).num_edges, 4)
        self.assertEqual(hm.assign(np.ma.array([[9, 1], [1, 1]], mask=[[1, 0], [0, 0]])).weight, 2)
        for call in (hm.bipartite, hm.dulmage_mendelsohn, hm.assign):
            with self.assertRaisesRegex(hm.InvalidInput, "rows differ in length"):
                call([[1], [1, 2]])

    def test_nothing_is_copied_where_types_allow_it(self):
        a = random_graph(500, 8, 4)
        n, entries = 500, a.nnz
        exact = sparse.csr_array((a.data, a.indices.astype(np.int32), a.indptr.astype(np.int64)), shape=a.shape)
        exact.indptr, exact.indices = a.indptr.astype(np.int64), a.indices.astype(np.int32)
        self.assertEqual(hm.graph(exact).copied_bytes, 0)
        exact.indptr = a.indptr.astype(np.int32)
        self.assertEqual(hm.graph(exact).copied_bytes, 8 * (n + 1))
        exact.indptr, exact.indices = a.indptr.astype(np.int64), a.indices.astype(np.int64)
        self.assertEqual(hm.graph(exact).copied_bytes, 4 * entries)
        instance = hm.graph(a)
        self.assertEqual(instance.arrays()["neighbours"].ctypes.data, a.indices.ctypes.data)

    def test_small_and_empty(self):
        self.assertEqual(hm.match(sparse.csr_array((0, 0))).size, 0)
        self.assertEqual(hm.match(sparse.csr_array((5, 5))).mates.tolist(), [-1] * 5)
        self.assertEqual(hm.match(([], [])).size, 0)
        self.assertEqual(hm.cluster(sparse.csr_array((3, 3))).labels.tolist(), [0, 1, 2])
        self.assertEqual(hm.bipartite(sparse.csr_array((3, 0))).size, 0)
        self.assertEqual(hm.assign(np.zeros((0, 4))).size, 0)
        self.assertEqual(hm.match(hm.hypergraph([], num_vertices=3)).size, 0)
        self.assertEqual(hm.match(nx.Graph()).size, 0)
        with self.assertRaisesRegex(hm.InvalidInput, "could be offsets and pins, or 2 hyperedges"):
            hm.hypergraph((np.array([0, 1, 2, 3]), np.array([5, 3, 6])))
        self.assertEqual(hm.hypergraph([[0, 1, 2, 3], [5, 3, 6]]).shape, (2, 7))
        self.assertEqual(hm.hypergraph(((0, 1), (1, 2))).shape, (2, 3))
        self.assertEqual(hm.stable([], []).size, 0)


class Symmetrizing(unittest.TestCase):
    def test_upper_triangles_and_neighbour_graphs(self):
        a = random_graph(60, 5, 5)
        upper = sparse.triu(a, format="csr")
        with self.assertRaisesRegex(hm.InvalidInput, r'but not the other way round|but is one of.*symmetrize="max"'):
            hm.match(upper)
        for how in ("max", "sum"):
            self.assertEqual(hm.match(upper, symmetrize=how), hm.match(a))
        directed = random_matrix(60, 60, 0.1, 6)
        directed.setdiag(0)
        directed.eliminate_zeros()
        for how, combine in (("max", lambda m: m.maximum(m.T)), ("sum", lambda m: m + m.T)):
            expected = hm.graph(sparse.csr_array(combine(directed))).to_scipy()
            self.assertEqual((hm.graph(directed, symmetrize=how).to_scipy() != expected).nnz, 0)
            self.assertEqual(hm.match(directed, symmetrize=how), hm.match(expected))
            coo = directed.tocoo()
            self.assertEqual(hm.match(coo, symmetrize=how), hm.match(expected))

    def test_weights_that_differ_are_refused(self):
        a = random_graph(20, 4, 7)
        a.data[0] += 1
        with self.assertRaisesRegex(hm.InvalidInput, "differ in weight"):
            hm.match(a)

    def test_repeated_edges(self):
        with self.assertRaises(hm.InvalidInput):
            hm.match(([0, 1], [1, 0], [2, 3]))
        self.assertEqual(hm.match(([0, 1], [1, 0], [2, 3]), symmetrize="max").weight, 3)
        self.assertEqual(hm.match(([0, 1], [1, 0], [2, 3]), symmetrize="sum").weight, 5)
        self.assertEqual(hm.match(([0, 1], [1, 0]), symmetrize="sum").weight, 2)
        with self.assertRaisesRegex(hm.InvalidInput, "twice"):
            hm.match(sparse.coo_array(([1, 1, 2], ([0, 0, 1], [1, 1, 0])), shape=(2, 2)), symmetrize="max")
        multi = nx.MultiGraph([(0, 1), (0, 1)])
        with self.assertRaisesRegex(hm.InvalidInput, "parallel"):
            hm.match(multi)
        self.assertEqual(hm.match(multi, symmetrize="sum").weight, 2)
        with self.assertRaisesRegex(hm.InvalidInput, "directed"):
            hm.match(nx.DiGraph([(0, 1)]))


class Arguments(unittest.TestCase):
    def test_booleans_are_booleans(self):
        costs = [[4, 1], [2, 0]]
        self.assertEqual(hm.assign(costs, minimize=np.bool_(True)), hm.assign(costs, minimize=True))
        self.assertEqual(hm.assign(costs, minimize=np.bool_(False)), hm.assign(costs))
        for wrong in ("no", "yes", 1, 0.0, [], np.array([True])):
            with self.assertRaisesRegex(hm.InvalidOption, "minimize is .*, must be True or False"):
                hm.assign(costs, minimize=wrong)
            with self.assertRaisesRegex(hm.InvalidOption, "verify is .*, must be True or False"):
                hm.match(([0], [1]), verify=wrong)

    def test_booleans_are_no_numbers(self):
        edges = hm.graph([0, 1, 2], [1, 2, 3], [1, 5, 1])
        costs, found = [[4, 1], [2, 0]], hm.match(edges)
        lists = ([[0], [0]], [[0, 1]])
        for yes in (True, np.bool_(True)):
            for call in (lambda: hm.match(edges, capacity=yes), lambda: hm.b_match(edges, yes), lambda: hm.match(edges, capacity=[2, yes, 2, 2]),
                         lambda: hm.verify(edges, found, capacity=yes), lambda: hm.match(edges, seed=yes), lambda: hm.match(edges, threads=yes),
                         lambda: hm.assign(costs, row_capacity=yes), lambda: hm.stable(*lists, capacities=yes),
                         lambda: hm.stable(*lists, capacities=[yes, 1]), lambda: hm.preferences([[0, yes], [1, 0]], [[0, 1], [0, 1]]),
                         lambda: hm.graph([0], [1], num_vertices=yes), lambda: hm.graph([0], [1], threads=yes), lambda: hm.graph([0], [yes]),
                         lambda: hm.hypergraph([[0, yes]]), lambda: hm.hypergraph([[0, 1]], threads=yes), lambda: hm.matrix(costs, threads=yes),
                         lambda: hm.generate("path", n=yes), lambda: hm.generate("path", n=3, seed=yes), lambda: hm.generate("path", n=3, threads=yes),
                         lambda: hm.match(edges, variant="sequential", ties="redraw", noise=yes)):
                with self.assertRaisesRegex(hm.Error, "(True|boolean|bool).*must (be|hold)"):
                    call()
        for n in ("3", "x", b"3", None, [3]):
            with self.assertRaisesRegex(hm.InvalidInput, "n is .*, must be a number"):
                hm.generate("path", n=n)
        self.assertEqual(hm.generate("path", n=np.int64(3), seed=np.uint8(1)).num_vertices, 3)

    def test_exact_takes_no_rating_but_weight(self):
        edges = hm.graph([0, 1, 2], [1, 2, 3], [1, 5, 1])
        with self.assertRaisesRegex(hm.Unsupported, "exact takes no rating but weight"):
            hm.match(edges, algorithm="exact", rating="inner_outer")
        self.assertEqual(hm.match(edges, algorithm="exact", rating="weight"), hm.match(edges, algorithm="exact"))

    def test_no_pairs_are_a_matching(self):
        edges = hm.graph([0, 1, 2], [1, 2, 3])
        self.assertTrue(hm.verify(edges, []))
        self.assertEqual(hm.verify(edges, [], maximal=True).violation, hm.verify(edges, np.empty((0, 2), int), maximal=True).violation)
        self.assertRegex(hm.verify(edges, [], maximal=True).violation, "maximal")
        with self.assertRaisesRegex(hm.InvalidInput, "labels has 2 items for 4 vertices"):
            hm.verify(edges, [0, 1])

    def test_passes_and_seeds_say_what_they_must_be(self):
        edges = hm.graph([0, 1, 2], [1, 2, 3])
        for wrong in ("complete", 5, True):
            with self.assertRaisesRegex(hm.InvalidOption, "passes is .*, must be a list of names"):
                hm.match(edges, passes=wrong)
        self.assertEqual(hm.match(edges, passes=("complete",)), hm.match(edges, passes=None))
        for seed in (-1, 2**64):
            with self.assertRaisesRegex(hm.InvalidInput, r"seed is .*, must be 0 \.\. 2\^64 - 1"):
                hm.generate("path", n=3, seed=seed)

    def test_verify_takes_ties(self):
        # Both pairs are greedy in some order of ties, one of them in that of the seed.
        path = hm.graph([0, 1], [1, 2])
        hyperedges = hm.hypergraph([[0, 1], [1, 2]])
        for data, answers in ((path, ([[0, 1]], [[1, 2]])), (hyperedges, ([0], [1]))):
            for ties, ok in (("fixed", 1), ("redraw", 2), (None, 1)):
                self.assertEqual(sum(bool(hm.verify(data, each, greedy=True, ties=ties)) for each in answers), ok, ties)
            with self.assertRaisesRegex(hm.InvalidOption, r"ties is 'no', must be one of fixed\|redraw"):
                hm.verify(data, answers[0], ties="no")

    def test_parameters_of_other_algorithms_are_refused_at_their_defaults_too(self):
        edges = hm.graph([0, 1, 2], [1, 2, 3])
        for wrong in ({"parts": 2}, {"noise": 0}, {"shared_rounds": 3}, {"sense": "maximize"}):
            with self.assertRaises(hm.Unsupported):
                hm.match(edges, **wrong)
        self.assertEqual(hm.match(edges, ties="fixed", noise_generator="mix", parts=None), hm.match(edges))

    def test_the_default_rating_has_a_name(self):
        edges = hm.graph([0, 1, 2], [1, 2, 3], [1, 5, 1])
        self.assertEqual(hm.match(edges, rating="weight"), hm.match(edges))
        self.assertTrue(hm.verify(edges, hm.match(edges), greedy=True, rating="weight"))
        with self.assertRaisesRegex(hm.InvalidOption, r"rating is 'wieght', must be one of weight\|expansion\|"):
            hm.match(edges, rating="wieght")

    def test_parameters_are_not_proposed_where_they_were_given(self):
        edges = hm.graph([0, 1, 2], [1, 2, 3])
        with self.assertRaisesRegex(hm.InvalidOption, r"no argument 'noise' here, it is a parameter of local_max of hypergraphs, local_max of graphs$"):
            hm.verify(edges, hm.match(edges), noise=0.5)
        with self.assertRaisesRegex(hm.InvalidOption, "'nosie'; did you mean noise"):
            hm.match(edges, nosie=0.5)

    def test_bounds_are_called_as_they_were_given(self):
        costs = [[4, 1], [2, 0]]
        for bounds, message in (({"min_per_row": [2, 0], "row_capacity": 1}, r"min_per_row\[0\] is 2, must be at most its upper"),
                                ({"row_capacity": [1, 1, 1]}, "row_capacity has 3 numbers for 2 rows"),
                                ({"min_per_column": 3}, r"min_per_column\[0\] is 3, "),
                                ({"column_capacity": [1]}, "column_capacity has 1 number for 2 columns")):
            with self.assertRaisesRegex(hm.InvalidInput, message):
                hm.assign(costs, **bounds)
            with self.assertRaisesRegex(hm.InvalidInput, message):
                hm.verify(hm.matrix(costs), [[0, 0]], **bounds)

    def test_a_hierarchy_of_nothing_has_a_level(self):
        nothing = hm.graph([], [], num_vertices=0)
        self.assertEqual([level.tolist() for level in hm.cluster(nothing, hierarchy=True).levels], [[]])
        self.assertEqual(hm.cluster(nothing).levels, [])

    def test_exact_matchings_state_the_unit_of_their_weights(self):
        for edges in (hm.graph([0, 1], [1, 2], [1, 5]), hm.graph([], [], num_vertices=0)):
            self.assertEqual(hm.match(edges, algorithm="exact").stats["weight_unit"], 0.0)
        self.assertNotIn("weight_unit", hm.match(([0], [1])).stats)
        rounded = hm.match(([0, 1, 2], [1, 2, 3], [1e-30, 1.0, 1e30]), algorithm="exact")
        self.assertGreater(rounded.stats["weight_unit"], 0.0)

    def test_the_default_space_of_kokkos(self):
        edges = hm.generate("random_graph", n=300, alpha=4, seed=3, weights="random:1..9")
        try:
            there = hm.match(edges, device="kokkos:device", verify=True)
        except hm.Unsupported as missing:
            self.assertRegex(str(missing), "HYPERMATCH_KOKKOS=ON")
        else:
            self.assertEqual(there, hm.match(edges))
            self.assertEqual(there.stats["variant"], "crcw")
        for call, message in ((lambda: hm.match(edges, device="kokkos:device", algorithm="suitor"), "suitor .* does not run in an execution "
                               "space of Kokkos, these do: local_max"),
                              (lambda: hm.match(edges, device="kokkos:device", capacity=2), "no algorithm for graph_matching takes capacities"),
                              (lambda: hm.cluster(edges, device="kokkos:device"), "no algorithm for clustering runs in")):
            with self.assertRaisesRegex(hm.Unsupported, message):
                call()
        with self.assertRaisesRegex(hm.InvalidOption, "must be cpu, cuda, .* or kokkos:device"):
            hm.match(edges, device="kokkos:1")


class Refusals(unittest.TestCase):
    def test_each_names_what_is_wrong(self):
        a = random_graph(10, 3, 1)
        with_nan = a.copy()
        with_nan.data[0] = np.nan
        for wrong, words in ((with_nan, "not a finite number"), (random_matrix(3, 4, 0.5, 1), "must be square"),
                             (a.astype(complex), "complex128"), (([0, 5], [1, -1]), r"v\[1\] is -1"),
                             (([0.5], [1]), "must hold integers"), (([0], [1, 2], [1, 2, 3]), "offset"),
                             (("a",), "1 items"), (object(), "type builtins.object is no graph"), (7, "no graph"),
                             (np.eye(3), "no graph"),
                             (([0, 2], [1, 1]), "could be the ends of edges, or offsets and pins"),
                             ((np.array(["x"]), [0]), "must hold integers")):
            with self.assertRaisesRegex(hm.InvalidInput, words):
                hm.match(wrong)
        with self.assertRaisesRegex(hm.InvalidInput, "must be finite and >= 0"):
            hm.cluster(([0], [1], [-1.0]))
        with self.assertRaisesRegex(hm.InvalidInput, "not a number"):
            hm.assign(np.array([[np.nan]]))
        with self.assertRaisesRegex(hm.InvalidInput, "symmetrize is 'maximum'"):
            hm.match(a, symmetrize="maximum")

    def test_open_files_of_preferences(self):
        prefs = "p two-sided 2 2\nl 1 : 1 2\nl 2 : 1\nr 1 : 2 1\nr 2 : 1\n"
        shared = "p shared-lists 2 2\nl 1 2 : 1 2\nr 1 2 : 2 1\n"
        orders = "# FILE NAME: a.soc\n# DATA TYPE: soc\n# NUMBER ALTERNATIVES: 2\n# NUMBER VOTERS: 2\n# NUMBER UNIQUE ORDERS: 2\n1: 1,2\n1: 2,1\n"
        scores = "agent,partner,agent_score,partner_score\nann,x,2,1\nann,y,1,1\nbob,x,1,2\n"
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (("a.prefs", prefs), ("shared", shared), ("a.soc", orders), ("scores.csv", scores)):
                path = os.path.join(folder, name)
                with open(path, "w", encoding="ascii") as file:
                    file.write(text)
                expected = hm.read(path)
                sources = [lambda: open(path, encoding="ascii"), lambda: open(path, "rb"), lambda: io.BytesIO(gzip.compress(text.encode()))]
                if name != "a.soc":  # PrefLib's lists without a name are refused: their sides are a guess
                    sources += [lambda: io.StringIO(text), lambda: io.BytesIO(b"\xef\xbb\xbf" + text.encode())]
                for source in sources:
                    with source() as file:
                        read = hm.read(file)
                    self.assertEqual((read.sides, read.num_left, read.num_agents), (expected.sides, expected.num_left, expected.num_agents))
                    if name != "a.soc":
                        with source() as file:
                            self.assertEqual(hm.stable(file, verify=True), hm.stable(path), name)
                        with source() as file:
                            self.assertEqual(hm.stable(hm.preferences(file)), hm.stable(path))
            hm.write(hm.read(os.path.join(folder, "a.prefs")), os.path.join(folder, "a.hmb"))
            with open(os.path.join(folder, "a.hmb"), "rb") as file:
                self.assertEqual(hm.stable(file), hm.stable(os.path.join(folder, "a.prefs")))
        for call in hm.match, lambda file: hm.verify(file, [[0, 1]]):
            with self.assertRaisesRegex(hm.InvalidInput, "no graph or hypergraph; stable matches it"):
                call(io.StringIO(prefs))
        with self.assertRaisesRegex(hm.InvalidInput, "<text>:1: "):
            hm.read(io.StringIO("1 x y z\n"), format="metis")
        for seven in (7, True, None, [1]):
            file = type("Seven", (), {"read": lambda self: seven})()
            with self.assertRaisesRegex(TypeError, r"read\(\) of a Seven returned .*, must return str or bytes"):
                hm.read(file)
        latin = "agent,partner,agent_score,partner_score\nJos\xe9,x,1,1\n"
        self.assertEqual(hm.stable(io.BytesIO(latin.encode("latin-1"))).named_pairs(), [("Jos\udce9", "x")])
        self.assertEqual(os.fsencode(hm.read(io.BytesIO(b"a Jos\xe9\n"), format="edge_list").names[1]), b"Jos\xe9")
        with self.assertRaisesRegex(hm.InvalidInput, "<text>:2: "):
            hm.read(io.StringIO("p two-sided 1 1\nl 1 : 7\n"))
        with self.assertRaisesRegex(hm.InvalidInput, "capacities cannot be given"):
            hm.stable(io.StringIO(prefs), capacities=2)


if __name__ == "__main__":
    unittest.main()
