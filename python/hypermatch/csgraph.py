# SPDX-License-Identifier: MIT
"""Functions of scipy.sparse.csgraph and scipy.optimize with their signatures, types and messages.

`from hypermatch.csgraph import maximum_bipartite_matching` in place of SciPy's. Sizes and weights are those of SciPy; which of
several best answers is returned may differ.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _inputs
from ._calls import assign, bipartite
from ._errors import InvalidInput, NoSolution

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


def maximum_bipartite_matching(graph: Any, perm_type: str = "row") -> NDArray[np.int32]:
    """As `scipy.sparse.csgraph.maximum_bipartite_matching`: an int32 array.

    With perm_type "column" the column of each row, with "row" the row of each column; -1 for none.
    """
    if perm_type not in ("row", "column"):
        raise ValueError("perm_type must be 'row' or 'column'")
    found = bipartite(_sparse(graph), determinism="any_backend")
    return (found.mates if perm_type == "column" else found.column_mates).astype(np.int32, copy=False)


def structural_rank(graph: Any) -> np.int64:
    """As `scipy.sparse.csgraph.structural_rank`: the size of a largest matching."""
    return np.int64(bipartite(_sparse(graph)).size)


def min_weight_full_bipartite_matching(biadjacency: Any, maximize: bool = False) -> tuple[NDArray[Any], NDArray[Any]]:
    """As `scipy.sparse.csgraph.min_weight_full_bipartite_matching`: arrays of rows and columns.

    Raises ValueError where there is no full matching. Stored zeros are left out, with a warning, as SciPy does it.
    """
    matrix = _sparse(biadjacency)
    if matrix.data.dtype.kind not in "biuf":
        raise ValueError("expected a matrix with numerical entries")
    if np.count_nonzero(matrix.data) != matrix.data.size:
        warnings.warn("explicit zero weights are removed before matching", stacklevel=2)
        matrix = matrix.copy()
        matrix.eliminate_zeros()
    rows, columns = _full(matrix, maximize, "no full matching exists")
    if matrix.shape[0] <= matrix.shape[1]:
        return rows, columns.astype(np.int32)
    return rows.astype(np.int32), columns


def linear_sum_assignment(cost_matrix: ArrayLike, maximize: bool = False) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """As `scipy.optimize.linear_sum_assignment`: int64 arrays of rows, ascending, and their columns."""
    costs = np.asarray(cost_matrix)
    if costs.ndim != 2:
        raise ValueError(f"expected a matrix (2-D array), got a {costs.shape} array")
    if costs.dtype.kind not in "biuf":
        raise ValueError(f"expected a matrix containing numerical entries, got {costs.dtype}")
    if costs.dtype.kind == "f" and (np.isnan(costs).any() or (costs == (np.inf if maximize else -np.inf)).any()):
        raise ValueError("matrix contains invalid numeric entries")
    return _full(costs, maximize, "cost matrix is infeasible")


def _sparse(graph):
    if not hasattr(graph, "tocsr"):
        raise TypeError("graph must be sparse")
    return graph.tocsr()


def _full(matrix, maximize, refusal):
    if 0 in matrix.shape:
        return np.empty(0, np.int64), np.empty(0, np.int64)
    try:
        found = assign(_inputs.matrix(matrix), minimize=not maximize, perfect=True)
    except NoSolution as error:
        raise ValueError(refusal) from error
    except InvalidInput as error:
        raise ValueError(str(error)) from error
    pairs = found.pairs.astype(np.int64)
    return pairs[:, 0], pairs[:, 1]
