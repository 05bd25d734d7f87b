# SPDX-License-Identifier: MIT
"""hypermatch.csgraph beside SciPy: sizes, weights, types, and refusals of 500 matrices."""

import time
import unittest

import numpy as np
import scipy.optimize
import scipy.sparse as sparse
from scipy.sparse import csgraph

import hypermatch.csgraph as own


def matrices():
    """Matrices of many shapes and densities, those without entries, rows or columns among them."""
    rng = np.random.default_rng(7)
    for number in range(500):
        rows, columns = rng.integers(1, 30, 2)
        pattern = rng.random((rows, columns)) < rng.choice([0.02, 0.1, 0.3, 1.0])
        values = rng.integers(1, 50, (rows, columns)) * np.where(rng.random((rows, columns)) < 0.2, -1, 1)
        make = (sparse.csr_array, sparse.csc_array, sparse.coo_array, sparse.csr_matrix)[number % 4]
        yield make((pattern * values).astype((np.int64, np.float64, np.int32, np.float32)[number % 3]))


def outcome(function, *args, **options):
    try:
        return function(*args, **options), None
    except ValueError as error:
        return None, type(error)


class BesideSciPy(unittest.TestCase):
    def test_largest_matchings(self):
        for m in matrices():
            size = csgraph.structural_rank(m)
            rank = own.structural_rank(m)
            self.assertEqual((rank, type(rank)), (size, type(size)))
            for side in ("row", "column"):
                theirs, ours = (f.maximum_bipartite_matching(sparse.csr_array(m), perm_type=side) for f in (csgraph, own))
                self.assertEqual((ours.dtype, ours.shape, (ours >= 0).sum()), (theirs.dtype, theirs.shape, (theirs >= 0).sum()))
                dense = sparse.csr_array(m).toarray() if side == "column" else sparse.csr_array(m).toarray().T
                self.assertTrue(all(dense[i, j] for i, j in enumerate(ours) if j >= 0))
                self.assertEqual(len(set(ours[ours >= 0])), (ours >= 0).sum())

    def test_full_matchings_of_least_and_largest_weight(self):
        found = 0
        for m in matrices():
            for maximize in (False, True):
                m = sparse.csr_array(m)
                m.eliminate_zeros()
                theirs, wrong = outcome(csgraph.min_weight_full_bipartite_matching, m, maximize=maximize)
                ours, refused = outcome(own.min_weight_full_bipartite_matching, m, maximize=maximize)
                self.assertEqual(refused, wrong)
                if theirs is None:
                    continue
                found += 1
                dense = m.toarray().astype(np.float64)
                self.assertEqual([(a.dtype, a.shape) for a in ours], [(a.dtype, a.shape) for a in theirs])
                self.assertEqual(dense[ours].sum(), dense[theirs].sum())
        self.assertGreater(found, 100)

    def test_assignments(self):
        rng = np.random.default_rng(3)
        for number in range(300):
            shape = rng.integers(0, 12, 2)
            costs = rng.integers(-20, 20, shape).astype((np.int64, np.float64, np.float32, np.int8, bool)[number % 5])
            if number % 10 == 1:
                costs[rng.random(shape) < 0.4] = np.inf
            for maximize in (False, True):
                theirs, wrong = outcome(scipy.optimize.linear_sum_assignment, costs, maximize=maximize)
                ours, refused = outcome(own.linear_sum_assignment, costs, maximize=maximize)
                self.assertEqual(refused, wrong, costs)
                if theirs is not None:
                    self.assertEqual([(a.dtype, a.shape) for a in ours], [(a.dtype, a.shape) for a in theirs])
                    self.assertTrue((np.diff(ours[0]) > 0).all())
                    self.assertEqual(costs[ours].sum(), costs[theirs].sum())

    def test_wrong_arguments(self):
        for f in (own, csgraph):
            with self.assertRaises(TypeError):
                f.maximum_bipartite_matching(np.eye(2))
            with self.assertRaises(ValueError), self.assertWarns(UserWarning):
                f.min_weight_full_bipartite_matching(sparse.csr_array(([0, 1], ([0, 1], [0, 1])), shape=(2, 2)))

        with self.assertRaises(ValueError):
            own.maximum_bipartite_matching(sparse.csr_array((2, 2)), perm_type="rows")

    def test_ladders_are_no_trap(self):
        # Row i has columns i and i + 1, from the last one on: paths as long as the ladder.
        n = 100_000
        rows = np.repeat(np.arange(n), 2)
        columns = np.minimum(np.stack((np.arange(n) + 1, np.arange(n)), axis=1).reshape(-1), n - 1)
        ladder = sparse.csr_array((np.ones(2 * n), columns, np.arange(0, 2 * n + 1, 2)), shape=(n, n))
        self.assertEqual(rows.size, ladder.nnz)
        seconds = []
        for _ in range(3):
            start = time.perf_counter()
            self.assertEqual(own.structural_rank(ladder), n)
            seconds.append(time.perf_counter() - start)
        self.assertLess(min(seconds), 0.3)  # 0.1 on an idle machine


if __name__ == "__main__":
    unittest.main()
