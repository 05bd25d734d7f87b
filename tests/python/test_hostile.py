# SPDX-License-Identifier: MIT
"""Calls with arguments of wrong types, shapes, values and layouts: each returns a result or raises an exception that says what
is wrong. HYPERMATCH_HOSTILE_CALLS=N runs N calls (default 12000), HYPERMATCH_HOSTILE_SEED=S others."""

import io
import os
import random
import unittest
import warnings

import networkx as nx
import numpy as np
import scipy.sparse as sparse
from instances import random_graph, random_matrix

import hypermatch as hm
import hypermatch.csgraph
import hypermatch.torch

CALLS = int(os.environ.get("HYPERMATCH_HOSTILE_CALLS", "12000"))
SEED = int(os.environ.get("HYPERMATCH_HOSTILE_SEED", "1"))
EXPECTED = (hm.Error, TypeError, ValueError, KeyError, OverflowError, MemoryError, NotImplementedError, OSError)


class Wrong:
    """Pools of arguments; each is made anew, since calls may keep or change them."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.numpy = np.random.default_rng(seed)

    def pick(self, *makers):
        made = self.random.choice(makers)
        return made() if callable(made) else made

    def dtype(self):
        return self.random.choice([np.int8, np.int32, np.int64, np.uint32, np.uint64, np.float16, np.float32, np.float64, bool,
                                   np.complex64, np.longdouble, object, ">i4", ">f8", "U3", "M8[s]", "i4,f4"])

    def number(self):
        return self.random.choice([0, 1, 2, 3, 7, -1, -(2**63), 2**32 - 1, 2**32, 2**63, 2**64, 2**70, 1.5, -0.0, np.nan, np.inf,
                                   -np.inf, True, None, "x", "", b"y", [], {}, np.int8(3), np.float32(2), np.array(3), np.array([1]), 1j])

    def array(self):
        n = self.random.choice([0, 1, 2, 3, 5, 8, 20])
        low, high = self.random.choice([(0, max(n, 1)), (-3, 30), (-(2**14), 2**14), (0, 3), (2**33, 2**40)])
        made = self.numpy.integers(low, high, n)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                made = made.astype(self.dtype())
            except (TypeError, ValueError):
                pass
        if made.dtype.kind == "f" and n and self.random.random() < 0.3:
            made[self.random.randrange(n)] = self.random.choice([np.nan, np.inf, -np.inf, -0.0])
        shape = self.random.random()
        if shape < 0.1:
            made = np.repeat(made, 2)[::2]
        elif shape < 0.2:
            made = made[::-1]
        elif shape < 0.25:
            made = made.reshape(-1, 1)
        elif shape < 0.3:
            made = np.broadcast_to(made[:1], (5,)) if n else made
        elif shape < 0.35:
            made = np.ma.masked_array(made)
        if self.random.random() < 0.2:
            made = made.copy()
            made.flags.writeable = False
        return made.tolist() if self.random.random() < 0.1 else made

    def offsets(self):
        sizes = self.numpy.integers(0, 3, self.random.choice([0, 1, 3, 6]))
        return np.concatenate(([0], np.cumsum(sizes))).astype(self.random.choice([np.int32, np.int64, np.uint64, np.float64]))

    def dense(self):
        shape = self.random.choice([(0, 0), (0, 3), (3, 0), (1, 1), (4, 4), (3, 5), (2, 2, 2), (5,)])
        return self.pick(lambda: self.numpy.integers(-5, 9, shape), lambda: self.numpy.random(shape), lambda: np.full(shape, np.nan),
                         lambda: np.asfortranarray(self.numpy.random(shape)), lambda: np.full(shape, np.inf),
                         lambda: self.numpy.integers(0, 2, shape).astype(bool), lambda: np.full(shape, "x"))

    def broken(self):
        """A matrix whose arrays break its promises, which SciPy does not check."""
        a = random_graph(12, 3, self.random.randrange(5))
        for _ in range(self.random.choice([1, 1, 2])):
            which = self.random.choice(["indices", "indptr", "data"])
            held = np.array(getattr(a, which))
            if held.size and self.random.random() < 0.8:
                value = self.random.choice([-1, 0, 5, 11, 12, 10**6, 2**31 - 1, -(2**31)])
                held[self.random.randrange(held.size)] = value if which != "data" else self.random.choice([np.nan, np.inf, -1.0, 0.0, 1e300])
            else:
                held = held[: self.random.randrange(held.size + 1)]
            setattr(a, which, held)
        return a

    def matrix(self):
        rows = self.random.choice([0, 1, 4, 12])
        columns = self.random.choice([rows, rows, 1, 7])
        made = random_matrix(rows, columns, 0.4, self.random.randrange(9)) if rows * columns else sparse.csr_array((rows, columns))
        return self.pick(lambda: made, lambda: made.tocsc(), lambda: made.tocoo(), lambda: sparse.csr_matrix(made), lambda: made.todok(),
                         lambda: made.astype(complex), lambda: made.astype(np.int8), lambda: made.astype(bool), lambda: made.tolil(),
                         lambda: made.todia(), lambda: sparse.coo_array(self.numpy.random(6)), lambda: -made)

    def graph(self):
        return self.pick(
            self.matrix, self.matrix, self.broken, self.broken, self.dense, self.array, self.number,
            lambda: random_graph(self.random.choice([1, 5, 20]), 3, self.random.randrange(9)),
            lambda: (self.array(), self.array()), lambda: (self.array(), self.array(), self.array()), lambda: [self.array()],
            lambda: (self.offsets(), self.array()), lambda: (self.offsets(), self.array(), self.array()),
            lambda: nx.gnp_random_graph(6, 0.5, seed=1), lambda: nx.MultiGraph([(0, 1), (0, 1)]), lambda: nx.DiGraph([(1, 2)]), nx.Graph,
            lambda: nx.Graph([("a", "b", {"weight": self.number()})]), lambda: "/nowhere/file", lambda: io.BytesIO(b"2 1\n2\n1\n"),
            lambda: io.StringIO("\x00\xff"), lambda: hm.hypergraph([[0, 1], [1, 2]]), lambda: hm.matrix(np.eye(3)), object)

    def lists(self):
        return self.pick(lambda: [[0, 1], [1, 0]], lambda: [[1, 2, 3], [2, 0, 3], [0, 1, 3], [0, 1, 2]], lambda: [[0], [0, 0]], lambda: [[5]],
                         lambda: [[-1]], lambda: [[[0, 1]], [0]], lambda: {"a": ["x"], "b": []}, lambda: {"x": ["a", "b"]}, lambda: [["x"]],
                         lambda: self.numpy.integers(0, 3, (3, 3)), lambda: [[1.5]], lambda: [None], self.number, list, dict, self.array,
                         lambda: "/nowhere/file")

    def options(self, names):
        rows = hm.algorithms()
        known = sorted({name for row in rows for name in row["parameters"]})
        made = {}
        for _ in range(self.random.choice([0, 0, 0, 0, 1, 1, 2])):
            name = self.random.choice([*names, *known, "algorithm", "variant", "seed", "verify", "objective", "tresholdd"])
            values = [self.number, self.array, lambda: self.random.choice(rows)["name"], lambda: self.random.choice(rows)["variant"],
                      lambda: self.random.choice(["max", "sum", "error", "weight", "cardinality", "cpm", "keep", "left", "two", "fine"])]
            made[name] = self.pick(*values)
        # More threads than a machine has are legal; making thousands of them is not what is tested.
        if not made.get("threads") in (None, 1, 2, 3) or isinstance(made.get("threads"), np.ndarray):
            made["threads"] = self.random.choice([-1, "x", 1.5, 10**6])
        return made


COMMON = ["symmetrize", "weight", "threads", "nonpositive", "rating", "capacity", "passes", "progress", "determinism"]


def calls(wrong):
    """(name, function without arguments) for one random call."""
    w = wrong
    return [
        ("match", lambda: hm.match(w.graph(), **w.options(COMMON))),
        ("b_match", lambda: hm.b_match(w.graph(), w.pick(w.number, w.array), **w.options(COMMON))),
        ("bipartite", lambda: hm.bipartite(w.pick(w.graph, w.dense), **w.options(["start", "determinism"]))),
        ("assign", lambda: hm.assign(w.pick(w.graph, w.dense), **w.options(["minimize", "perfect", "row_capacity", "min_per_row", "column_capacity"]))),
        ("cluster", lambda: hm.cluster(w.graph(), **w.options([*COMMON, "resolution", "initial", "fixed", "communities", "min_size", "max_size", "hierarchy"]))),
        ("stable", lambda: hm.stable(w.lists(), w.pick(w.lists, None), **w.options(["capacities", "right_capacities", "optimal"]))),
        ("match_vertices", lambda: hm.match_vertices(w.graph(), **w.options(["vertex_weights", "max_weight", "two_hop", "largest_edge"]))),
        ("contract", lambda: hm.contract(w.graph(), w.pick(w.array, w.number), **w.options(["vertex_weights", "loops", "merge"]))),
        ("decompose", lambda: hm.dulmage_mendelsohn(w.graph(), **w.options(["level"]))),
        ("verify", lambda: hm.verify(w.graph(), w.pick(w.array, w.dense, w.number), **w.options(["maximal", "greedy", "maximum", "connected"]))),
        ("verify_stable", lambda: hm.verify(hm.preferences([[0, 1], [0]], [[0, 1], [0]]), w.pick(w.array, w.dense))),
        ("graph", lambda: hm.graph(w.array(), w.array(), w.pick(w.array, None), num_vertices=w.pick(w.number, None), symmetrize=w.pick("max", "sum", "error"))),
        ("hypergraph", lambda: hm.hypergraph(w.pick(w.offsets, w.array), w.array(), w.pick(w.array, None), num_vertices=w.pick(3, w.number, None))),
        ("generate", lambda: hm.generate(w.random.choice([*(f["name"] for f in hm.families()), "none"]), n=w.pick(-1, 2, 1e30, w.number), seed=w.number())),
        ("read", lambda: hm.read(w.pick(w.number, lambda: io.BytesIO(w.numpy.bytes(30)), lambda: "/"), **w.options(["format", "interpretation", "columns"]))),
        ("graclus", lambda: hypermatch.torch.graclus(w.pick(w.dense, lambda: np.stack([np.arange(3), np.arange(3)])), w.pick(w.array, None), w.pick(None, w.number))),
        ("csgraph", lambda: hypermatch.csgraph.maximum_bipartite_matching(w.graph(), w.pick("row", "column", w.number))),
        ("assignment", lambda: hypermatch.csgraph.linear_sum_assignment(w.dense(), w.pick(True, False))),
    ]


class Hostile(unittest.TestCase):
    def test_calls_return_or_raise(self):
        outcomes, wrong = {}, {}
        for number in range(CALLS):
            source = Wrong(SEED * 1_000_000 + number)
            name, call = source.random.choice(calls(source))
            if os.environ.get("HYPERMATCH_HOSTILE_TRACE"):
                print(number, name, flush=True)
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    call()
                kind = "returned"
            except hm.InternalError as error:
                kind = "internal"
                wrong.setdefault(f"{name}: {error}"[:200], number)
            except EXPECTED:
                kind = "raised"
            except Exception as error:
                kind = "other"
                wrong.setdefault(f"{name}: {type(error).__name__}: {error}"[:200], number)
            outcomes[name, kind] = outcomes.get((name, kind), 0) + 1
        print(CALLS, "calls:", {kind: sum(c for (_, k), c in outcomes.items() if k == kind) for kind in ("returned", "raised")})
        self.assertEqual(wrong, {})
        for name, _ in calls(Wrong(0)):
            self.assertGreater(outcomes.get((name, "raised"), 0), 0, name)
            self.assertGreater(outcomes.get((name, "returned"), 0), 0, name)


if __name__ == "__main__":
    unittest.main()
