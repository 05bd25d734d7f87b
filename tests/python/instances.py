# SPDX-License-Identifier: MIT
"""Instances that tests of the Python package share."""

import numpy as np
import scipy.sparse as sparse


def random_matrix(rows, columns, density, seed, dtype=np.float64):
    """A sparse array with distinct entries of 1 .. 1000."""
    rng = np.random.default_rng(seed)
    pattern = sparse.random_array((rows, columns), density=density, rng=rng, format="csr")
    pattern.data = rng.integers(1, 1001, pattern.nnz).astype(dtype)
    pattern.sort_indices()
    return pattern


def random_graph(n, degree, seed, dtype=np.float64):
    """A symmetric sparse array without diagonal."""
    upper = sparse.triu(random_matrix(n, n, min(1.0, degree / n), seed, dtype), 1, format="csr")
    return sparse.csr_array(upper + upper.T)
