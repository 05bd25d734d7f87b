# SPDX-License-Identifier: MIT
"""Instances from what callers have: the one place that knows other libraries' types.

Types are told by what they offer, so that no other library is imported here.
"""

import os

import numpy as np

from . import _arrays, _core, _device
from ._errors import InvalidInput, Unsupported
from ._instances import AgentPreferences, Instance

_SYMMETRIZE = ("error", "max", "sum")


def graph(data, v=None, weights=None, *, num_vertices=None, symmetrize="error", weight="weight", threads=1, stream=None):
    """A graph.

    Parameters
    ----------
    data : a symmetric sparse matrix or array of SciPy (any format, index and value type), a graph of
        networkx or igraph, a data frame or Arrow stream whose first two columns are ids of vertices and
        whose third, if there is one, is the weight, or, with `v`, the first ends of the edges
    v, weights : second ends and weights of the edges, each edge once; `weights` may be left out
    num_vertices : of edges in arrays; the largest end and 1 unless given
    symmetrize : for entries without an equal counterpart, and for edges that stand twice: "error",
        "max" (the larger one counts) or "sum"
    weight : the attribute of edges that is the weight, of graphs of networkx and igraph; None for none
    threads : of the check of a matrix; None for as many as pay. Several take 16 bytes per entry while it lasts
    stream : of arrays in device memory: a handle, or a stream of CuPy or PyTorch; None for one of the call's own

    Arrays, and sparse matrices of CuPy and PyTorch, may lie in device memory. The instance then lies there,
    calls on it run there, and their results stay there. Nothing is merged: symmetrize must be "error".

    Examples
    --------
    >>> import hypermatch as hm
    >>> hm.graph([0, 1], [1, 2], [2.5, 1.0]).num_edges
    2
    """
    if symmetrize not in _SYMMETRIZE:
        raise InvalidInput(f"symmetrize is {symmetrize!r}, must be one of error, max, sum")
    threads = _arrays.threads(threads)
    on_device = _graph_on_device(data, v, weights, num_vertices, symmetrize, stream)
    if on_device is not None:
        return on_device
    if v is not None:
        return _graph_of_ends(data, v, weights, num_vertices, symmetrize, threads)
    if isinstance(data, Instance):
        return _expect(data, "graph")
    if isinstance(data, (str, bytes, os.PathLike)) or hasattr(data, "read"):
        return _expect(_read(data, interpretation="graph"), "graph")
    if hasattr(data, "tocsr"):
        matrix = _rows_of(data, is_symmetric=True)
        rows, columns = matrix.shape
        if rows != columns:
            raise InvalidInput(
                f"the matrix has {rows} rows and {columns} columns, that of a graph must be square "
                "(hypermatch.hypergraph takes rows as hyperedges, hypermatch.bipartite pairs rows with columns)"
            )
        core = _core.graph_of_rows(
            rows,
            (
                _arrays.indices(matrix.indptr, "indptr"),
                _arrays.indices(matrix.indices, "indices"),
                _values_of(matrix),
            ),
            symmetrize,
            threads,
        )
        return Instance(core)
    if _is_networkx(data):
        return _graph_of_networkx(data, weight, symmetrize, threads)
    if hasattr(data, "get_edgelist") and hasattr(data, "vcount"):
        return _graph_of_igraph(data, weight, symmetrize, threads)
    if isinstance(data, (tuple, list)):
        return _graph_of_tuple(data, num_vertices, symmetrize, threads)
    columns = _columns_of(data)
    if columns is None:
        raise InvalidInput(f"{_called(data)} is no graph: {_EXPECTED}")
    names = list(columns)
    if len(names) < 2:
        raise InvalidInput(f"the table has {len(names)} columns, must have two for the ends of edges, and may have weights")
    ids, ends = _numbered(columns[names[0]], columns[names[1]])
    w = columns[names[2]] if len(names) > 2 else None
    result = _graph_of_ends(*ends, w, len(ids), symmetrize, threads)
    result.names = ids
    return result


def hypergraph(offsets, pins=None, weights=None, *, num_vertices=None, threads=0, stream=None):
    """A hypergraph.

    Parameters
    ----------
    offsets, pins : the pins of hyperedge e are pins[offsets[e]:offsets[e + 1]]; or, without `pins`,
        a sparse matrix of SciPy with one row per hyperedge and one column per vertex, whose values
        are ignored, or a list of lists of pins
    weights : one per hyperedge, or none
    num_vertices : the largest pin and 1 unless given
    stream : of arrays in device memory, as of `graph`

    Examples
    --------
    >>> import hypermatch as hm
    >>> hm.hypergraph([0, 2, 5], [0, 1, 1, 2, 3], weights=[2, 7]).shape
    (2, 4)
    """
    threads = _arrays.threads(threads)
    if pins is None:
        if isinstance(offsets, Instance):
            return _expect(offsets, "hypergraph")
        if _device.is_matrix(offsets):
            return Instance(_device.hypergraph_of_matrix(offsets, stream))
        if isinstance(offsets, (str, bytes, os.PathLike)) or hasattr(offsets, "read"):
            return _expect(_read(offsets, interpretation="hypergraph"), "hypergraph")
        if hasattr(offsets, "tocsr"):
            matrix = _rows_of(offsets)
            num_vertices = matrix.shape[1]
            offsets, pins = matrix.indptr, matrix.indices
        elif isinstance(offsets, (tuple, list)):
            if isinstance(offsets, tuple) and _could_be_offsets_and_pins(offsets):
                raise InvalidInput(
                    f"a tuple of {len(offsets)} could be offsets and pins, or {len(offsets)} hyperedges: "
                    "say which by hypergraph(offsets, pins) or by a list of hyperedges"
                )
            lists = [_arrays.indices(each, "pins") for each in offsets]
            pins = np.concatenate(lists) if lists else np.empty(0, np.int64)
            offsets = np.cumsum([0, *map(len, lists)])
        else:
            raise InvalidInput(f"{_called(offsets)} is no hypergraph: give offsets and pins, or a sparse matrix")
    if _device.any_there(offsets, pins, weights):
        count = None if num_vertices is None else _count(num_vertices)
        return Instance(_device.hypergraph_of_rows(offsets, pins, weights, count, stream))
    pins = _arrays.indices(pins, "pins")
    if num_vertices is None:
        num_vertices = int(pins.max()) + 1 if pins.size else 0
    arrays = (_arrays.indices(offsets, "offsets"), pins, _arrays.weights(weights))
    return Instance(_core.hypergraph_of_rows(_count(num_vertices), arrays, threads))


def matrix(data, *, threads=0):
    """Rows and columns with the entries of a matrix; of those that stand twice the sum, as in SciPy.

    Parameters
    ----------
    data : a sparse matrix or array of SciPy, whose stored entries count even where they are zero, or a
        dense array of two dimensions, whose zeros count, too, and whose infinite or masked entries are left out

    Examples
    --------
    >>> import hypermatch as hm
    >>> hm.matrix([[1, 0], [float("inf"), 3]]).num_edges
    3
    """
    return _entries(data, _arrays.threads(threads), True)


def _entries(data, threads, sums):
    if isinstance(data, Instance):
        return _expect(data, "bipartite")
    if isinstance(data, (str, bytes, os.PathLike)) or hasattr(data, "read"):
        return _expect(_read(data, interpretation="bipartite"), "bipartite")
    if _device.is_matrix(data):
        raise Unsupported("this call takes matrices in host memory, not in device memory")
    if hasattr(data, "tocsr"):
        held = _rows_of(data)
        arrays = (held.indptr, held.indices, held.data)
        rows, columns = held.shape
    else:
        dense = _dense(data)
        rows, columns = dense.shape
        arrays = _entries_of_dense(dense, np.ma.getmaskarray(data) if np.ma.isMaskedArray(data) else None)
    arrays = (
        _arrays.indices(arrays[0], "indptr"),
        _arrays.indices(arrays[1], "indices"),
        _arrays.weights(arrays[2], "values"),
    )
    core = _core.bipartite_of_rows(rows, columns, arrays, threads)
    # SciPy's matrices mean sums, where values count.
    if hasattr(data, "tocsr") and sums and arrays[2] is not None and _core.has_repeated_entries(core):
        core = _core.bipartite_of_rows(rows, columns, _summed((rows, columns), arrays), threads)
    return Instance(core)


def pattern(data, stream=None):
    """Rows and columns of which only the places of entries count: those of a dense array that are not zero."""
    if _device.is_matrix(data):
        return Instance(_device.bipartite_of_matrix(data, stream))
    if isinstance(data, Instance) or hasattr(data, "tocsr") or hasattr(data, "read") or isinstance(data, (str, bytes, os.PathLike)):
        return _entries(data, 0, False)
    dense = _dense(np.ma.filled(data, 0) if np.ma.isMaskedArray(data) else data)
    if dense.dtype.kind not in "biuf":
        return matrix(dense)
    if dense.dtype.kind == "f" and np.isnan(dense).any():
        raise InvalidInput("the array holds NaN")
    rows, columns = np.nonzero(dense)
    offsets = np.zeros(dense.shape[0] + 1, np.int64)
    np.cumsum(np.bincount(rows, minlength=dense.shape[0]), out=offsets[1:])
    return Instance(_core.bipartite_of_rows(*dense.shape, (offsets, np.ascontiguousarray(columns), None)))


def instance(data, **options):
    """A graph or a hypergraph, by what the data are."""
    if isinstance(data, Instance):
        return data
    if isinstance(data, (str, bytes, os.PathLike)) or hasattr(data, "read"):
        return _read(data)
    if isinstance(data, tuple) and _is_hypergraph(data):
        return hypergraph(*data, stream=options.get("stream"))
    return graph(data, **options)


def preferences(left, right=None, *, capacities=None, right_capacities=None):
    """Preference lists.

    Parameters
    ----------
    left : the lists of the left agents, best first: a list per agent, an array of one row per agent, or
        a dictionary of agents' ids to lists of ids. A list inside a list is a tie. Or a file, by its name or open
    right : those of the right agents; None: agents list each other, of one side
    capacities, right_capacities : how many partners each agent may have

    Examples
    --------
    >>> import hypermatch as hm
    >>> hm.preferences([[0, 1], [1]], [[0], [[0, 1]]]).sides
    'two'
    """
    has_lists = isinstance(left, (AgentPreferences, str, bytes, os.PathLike)) or hasattr(left, "read")
    given = {"right": right, "capacities": capacities, "right_capacities": right_capacities}
    if has_lists and any(value is not None for value in given.values()):
        names = ", ".join(name for name, value in given.items() if value is not None)
        raise InvalidInput(f"preferences that were read or made have all of it: {names} cannot be given beside them")
    if isinstance(left, AgentPreferences):
        return left
    if has_lists:
        return AgentPreferences(*_core.read_preferences(*_arrays.named_text(left), {}))
    sides = [left] if right is None else [left, right]
    names = [list(side) if isinstance(side, dict) else None for side in sides]
    lists = [list(side.values()) if isinstance(side, dict) else list(side) for side in sides]
    num_left = len(lists[0])
    partners, ties, sizes = [], [], []
    for side, agents in enumerate(lists):
        other = 1 - side if right is not None else 0
        base = num_left if right is not None and side == 0 else 0
        numbers = {name: i for i, name in enumerate(names[other])} if names[other] is not None else None
        for agent, entries in enumerate(agents):
            sizes.append(_append_list(entries, agent, numbers, len(lists[other]), base, partners, ties))
    offsets = np.zeros(len(sizes) + 1, np.uint64)
    np.cumsum(sizes, out=offsets[1:])
    tied = np.array(ties, np.uint32)
    arrays = (
        offsets,
        np.array(partners, np.uint32),
        tied if _has_ties(tied, offsets) else None,
        _all_capacities(capacities, right_capacities, list(map(len, lists))),
    )
    core = _core.agent_lists("one" if right is None else "two", num_left, arrays)
    return AgentPreferences(core, names[0], names[1] if right is not None else None)


_EXPECTED = (
    "give a symmetric sparse matrix, edges as (u, v) or (u, v, weights), a graph of networkx or igraph, "
    "a table of edges, or a file"
)


def _called(data):
    return f"an object of type {type(data).__module__}.{type(data).__name__}"


def _count(number):
    count = _arrays.whole(number, "num_vertices")
    if not 0 <= count < 2**32 - 1:
        raise InvalidInput(f"num_vertices is {count}, must be 0 .. 2^32 - 2")
    return count


def _expect(made, kind):
    if made.kind != kind:
        raise InvalidInput(f"{made!r} is of kind {made.kind}, must be of kind {kind}")
    return made


def _read(source, **options):
    from ._files import read_instance

    return read_instance(source, **options)


def _values_of(matrix):
    """Values of a sparse matrix; None for a pattern of booleans."""
    return None if matrix.data.dtype.kind == "b" else _arrays.weights(matrix.data, "values")


class _Rows:
    """What is needed of a sparse matrix in rows."""

    __slots__ = ("data", "indices", "indptr", "shape")

    def __init__(self, shape, indptr, indices, data):
        self.shape, self.indptr, self.indices, self.data = shape, indptr, indices, data


def _summed(shape, arrays):
    """The entries with the sum of those that stand twice, as SciPy has it; arrays that were checked."""
    offsets, columns, values = arrays
    rows = np.repeat(np.arange(shape[0]), np.diff(offsets.astype(np.int64)))
    code, places = np.unique(rows * shape[1] + columns.astype(np.int64), return_inverse=True)
    sums = np.zeros(code.size, values.dtype)
    np.add.at(sums, places, values)
    return np.searchsorted(code, np.arange(shape[0] + 1) * shape[1]), code % shape[1], sums


def _rows_of(matrix, is_symmetric=False):
    """The matrix in rows; entries that stand twice are kept, so that they are noticed."""
    kind = getattr(matrix, "format", None)
    if len(matrix.shape) != 2:
        raise InvalidInput(f"the matrix has {len(matrix.shape)} dimensions, must have 2")
    if kind == "csr" or (kind == "csc" and is_symmetric):
        return matrix
    if kind == "csc":
        outer = np.repeat(np.arange(matrix.shape[1], dtype=matrix.indices.dtype), np.diff(matrix.indptr))
        return _grouped(matrix.shape, matrix.indices, outer, matrix.data)
    if kind == "coo":
        return _grouped(matrix.shape, matrix.row, matrix.col, matrix.data)
    return matrix.tocsr()


def _grouped(shape, rows, columns, data):
    rows = np.asarray(rows)
    if rows.size and (int(rows.min()) < 0 or int(rows.max()) >= shape[0]):
        raise InvalidInput(f"a row is {rows.min()} or {rows.max()}, must be 0 .. {shape[0] - 1}")
    indptr = np.zeros(shape[0] + 1, np.int64)
    np.cumsum(np.bincount(rows, minlength=shape[0]), out=indptr[1:])
    order = np.argsort(rows, kind="stable")
    return _Rows(shape, indptr, np.asarray(columns)[order], np.asarray(data)[order])


def _dense(data):
    """An array of two dimensions, with what a mask hides."""
    try:
        dense = np.asarray(data)
    except ValueError as error:
        raise InvalidInput(f"{_called(data)} is no matrix: its rows differ in length") from error
    if dense.ndim != 2:
        raise InvalidInput(f"{_called(data)} is no matrix: give a sparse matrix or an array of two dimensions")
    return dense


def _entries_of_dense(dense, masked=None):
    if dense.dtype.kind not in "biuf":
        raise InvalidInput(f"the matrix holds {dense.dtype}, must hold numbers")
    not_numbers = np.isnan(dense)
    there = np.isfinite(dense)
    if masked is not None:
        not_numbers &= ~masked
        there &= ~masked
    if not_numbers.any():
        raise InvalidInput("the matrix holds a value that is not a number")
    rows, columns = dense.shape
    if there.all():
        indptr = np.arange(0, dense.size + 1, max(columns, 1), dtype=np.int64)
        if columns == 0:
            indptr = np.zeros(rows + 1, np.int64)
        indices = np.tile(np.arange(columns, dtype=np.uint32), rows)
        return indptr, indices, np.ascontiguousarray(dense).reshape(-1)
    indptr = np.zeros(rows + 1, np.int64)
    np.cumsum(there.sum(axis=1), out=indptr[1:])
    return indptr, np.nonzero(there)[1].astype(np.uint32), dense[there]


def _is_hypergraph(arrays):
    """Whether a tuple of arrays is (offsets, pins[, weights]), not (u, v[, weights])."""
    if not 2 <= len(arrays) <= 3:
        return False
    if _device.any_there(*arrays):
        return _is_hypergraph_on_device(arrays)
    sizes = [np.shape(each) for each in arrays]
    if any(len(size) != 1 for size in sizes):
        return False
    (first,), (second,) = sizes[0], sizes[1]
    if len(arrays) == 3:
        return not sizes[0] == sizes[1] == sizes[2]
    if first != second:
        return True
    could_be_offsets = _could_be_offsets_and_pins(arrays)
    if could_be_offsets:
        raise InvalidInput(
            "the two arrays could be the ends of edges, or offsets and pins: "
            "say which by hypermatch.graph(u, v) or hypermatch.hypergraph(offsets, pins)"
        )
    return False


def _could_be_offsets_and_pins(arrays):
    """Whether (a, b[, c]) reads as offsets, pins and weights."""
    if not 2 <= len(arrays) <= 3 or any(np.ndim(each) != 1 for each in arrays):
        return False
    offsets = np.asarray(arrays[0])
    return (
        offsets.dtype.kind in "iu"
        and offsets.size > 0
        and offsets[0] == 0
        and offsets[-1] == len(arrays[1])
        and bool((offsets[1:] >= offsets[:-1]).all())
        and (len(arrays) == 2 or len(arrays[2]) == offsets.size - 1)
    )


def _is_hypergraph_on_device(arrays):
    """As `_is_hypergraph`, by the numbers of items alone: those are not read."""
    if not all(map(_device.is_there, arrays)):
        return False
    sizes = [int(np.prod(each.shape)) for each in arrays]
    if len(arrays) == 2 and sizes[0] == sizes[1]:
        raise InvalidInput(
            "two arrays of one size in device memory could be the ends of edges, or offsets and pins: "
            "say which by hypermatch.graph(u, v) or hypermatch.hypergraph(offsets, pins)"
        )
    return not all(size == sizes[0] for size in sizes)


def _graph_on_device(data, v, weights, num_vertices, symmetrize, stream):
    """The graph of arrays or of a matrix in device memory; None for data that are not there."""
    if _device.is_matrix(data):
        made = _device.graph_of_matrix
        arguments = (data,)
    else:
        if v is None and isinstance(data, tuple) and 2 <= len(data) <= 3:
            data, v, weights = (*data, None)[:3]
        if v is None or not _device.any_there(data, v, weights):
            return None
        made = _device.graph_of_ends
        arguments = (data, v, weights, None if num_vertices is None else _count(num_vertices))
    if symmetrize != "error":
        raise Unsupported(f"symmetrize={symmetrize!r} is of graphs in host memory")
    return Instance(made(*arguments, stream))


def _graph_of_tuple(arrays, num_vertices, symmetrize, threads):
    if not 2 <= len(arrays) <= 3:
        raise InvalidInput(f"a {type(arrays).__name__} of {len(arrays)} items is no graph: {_EXPECTED}")
    return _graph_of_ends(*arrays, *([None] * (3 - len(arrays))), num_vertices, symmetrize, threads)


def _graph_of_ends(u, v, w, num_vertices, symmetrize, threads):
    u, v, w = _arrays.indices(u, "u"), _arrays.indices(v, "v"), _arrays.weights(w)
    if u.size != v.size or (w is not None and w.size != u.size):
        raise InvalidInput(
            f"there are {u.size} first ends, {v.size} second ones"
            + (f" and {w.size} weights" if w is not None else "")
            + ", must be as many"
        )
    if num_vertices is None:
        num_vertices = max(int(u.max()), int(v.max())) + 1 if u.size else 0
    n = _count(num_vertices)
    u, v = _arrays.vertices(u, "u", n), _arrays.vertices(v, "v", n)
    loops = None
    is_loop = u == v
    if is_loop.any():
        loops = np.zeros(n, np.int32 if w is None else w.dtype)
        np.add.at(loops, u[is_loop], 1 if w is None else w[is_loop])
        u, v = u[~is_loop], v[~is_loop]
        w = None if w is None else w[~is_loop]
    if symmetrize != "error":
        u, v, w = _merged(u, v, w, symmetrize)
    ends = np.empty(2 * u.size, np.uint32)
    ends[0::2], ends[1::2] = u, v
    return Instance(_core.graph_of_edges(n, (ends, w, loops), threads))


def _merged(u, v, w, how):
    """Each pair once, in either direction: with the largest weight, or with the sum."""
    code = np.minimum(u, v).astype(np.uint64) << np.uint64(32) | np.maximum(u, v).astype(np.uint64)
    order = np.argsort(code, kind="stable")
    code = code[order]
    first = np.flatnonzero(np.concatenate(([True], code[1:] != code[:-1])) if code.size else [])
    kept = order[first]
    if how == "sum":
        w = np.ones(u.size, np.int32) if w is None else w
        w = np.add.reduceat(w[order], first, dtype=w.dtype) if first.size else w[:0]
    elif w is not None:
        w = np.maximum.reduceat(w[order], first) if first.size else w[:0]
    return u[kept], v[kept], w


def _is_networkx(data):
    return hasattr(data, "adj") and hasattr(data, "nodes") and hasattr(data, "is_directed")


def _graph_of_networkx(data, weight, symmetrize, threads):
    names = list(data)
    numbers = dict(zip(names, range(len(names))))
    if data.is_directed() and symmetrize == "error":
        raise InvalidInput('the graph is directed (symmetrize="max" or "sum" ignores directions)')
    is_multi = data.is_multigraph()
    if is_multi and symmetrize == "error":
        raise InvalidInput('the graph may have parallel edges (symmetrize="max" or "sum" merges them)')
    ends = np.array(
        [(numbers[edge[0]], numbers[edge[1]]) for edge in data.edges()] or np.empty((0, 2)), np.uint32
    )
    w = None
    if weight is not None:
        values = [value for _, _, value in data.edges(data=weight)]
        if any(value is not None for value in values):
            w = np.array([1 if value is None else value for value in values])
    made = _graph_of_ends(ends[:, 0], ends[:, 1], w, len(names), symmetrize, threads)
    made.names = None if names == list(range(len(names))) else names
    return made


def _graph_of_igraph(data, weight, symmetrize, threads):
    if data.is_directed() and symmetrize == "error":
        raise InvalidInput('the graph is directed (symmetrize="max" or "sum" ignores directions)')
    ends = np.array(data.get_edgelist() or np.empty((0, 2)), np.uint32)
    w = np.array(data.es[weight]) if weight is not None and weight in data.es.attributes() else None
    made = _graph_of_ends(ends[:, 0], ends[:, 1], w, data.vcount(), symmetrize, threads)
    if "name" in data.vs.attributes():
        made.names = list(data.vs["name"])
    return made


def _columns_of(data):
    """Columns of a table by name; None for what is no table."""
    if hasattr(data, "columns") and hasattr(data, "__getitem__"):
        return {name: np.asarray(data[name]) for name in data.columns}
    if hasattr(data, "__arrow_c_stream__"):
        try:
            import pyarrow
        except ImportError:
            raise InvalidInput("an Arrow stream needs the package pyarrow, which is not installed") from None
        table = pyarrow.table(data)
        return {name: table[name].to_numpy() for name in table.column_names}
    return None


def _numbered(u, v):
    """The ids of both columns in ascending order, and each column as places in them."""
    ids, places = np.unique(np.concatenate((u, v)), return_inverse=True)
    return ids.tolist(), (places[: len(u)].astype(np.uint32), places[len(u) :].astype(np.uint32))


def _append_list(entries, agent, numbers, count, base, partners, ties):
    """Appends the entries of one agent; how many there are."""
    before = len(partners)
    for tie, entry in enumerate(entries):
        for partner in entry if isinstance(entry, (list, set, frozenset)) else (entry,):
            number = numbers.get(partner) if numbers is not None else partner
            if number is None:
                raise InvalidInput(f"the list of agent {agent} holds {partner!r}, which is no agent")
            if numbers is None:
                number = _arrays.whole(partner, f"an entry of the list of agent {agent}")
                if not 0 <= number < count:
                    raise InvalidInput(f"the list of agent {agent} holds {number}, must be 0 .. {count - 1}")
            partners.append(number + base)
            ties.append(tie)
    return len(partners) - before


def _has_ties(ties, offsets):
    if ties.size == 0:
        return False
    sizes = np.diff(offsets).astype(np.int64)
    places = np.arange(ties.size) - np.repeat(offsets[:-1].astype(np.int64), sizes)
    return bool((ties != places).any())


def _all_capacities(left, right, sizes):
    if left is None and right is None:
        return None
    if right is not None and len(sizes) == 1:
        raise InvalidInput("right_capacities are of two sides, these lists are of one")
    parts = []
    for name, value, size in zip(("capacities", "right_capacities"), (left, right), sizes):
        value = _arrays.counts(1 if value is None else value, name)
        part = np.full(size, value, np.uint32) if isinstance(value, int) else value
        if part.size != size:
            raise InvalidInput(f"{name} has {part.size} items for {size} agents")
        parts.append(part)
    return np.concatenate(parts)
