# SPDX-License-Identifier: MIT
"""Instances: what problems are solved on."""

import numpy as np

from . import _core, _device


class Instance:
    """A graph, a hypergraph, or rows and columns, with the ids of its vertices.

    Made by `graph`, `hypergraph`, `matrix`, `read` and `generate`; every call takes one in place of
    arrays, which are then checked once. Arrays of the caller are shown, not copied, where their
    types allow it, and must not change.

    Attributes
    ----------
    kind : "graph", "hypergraph" or "bipartite"
    shape : of the matrix that it stands for: vertices, hyperedges and vertices, or rows and columns
    names : list of the ids of vertices (or rows), or None where they are numbers from 0
    column_names : list of the ids of columns, or None
    notes : list of how a file was read, for people
    """

    __slots__ = ("_core", "column_names", "names", "notes")

    def __init__(self, core, names=None, column_names=None, notes=()):
        self._core = core
        self.names = names
        self.column_names = column_names
        self.notes = list(notes)

    @property
    def kind(self) -> str:
        return self._core.kind

    @property
    def shape(self):
        return self._core.shape

    @property
    def num_vertices(self) -> int:
        """Vertices; of rows and columns both together."""
        rows, columns = self._core.shape
        return rows + columns if self.kind == "bipartite" else columns

    @property
    def num_edges(self) -> int:
        """Edges, hyperedges, or entries."""
        return self._core.num_edges

    @property
    def is_weighted(self) -> bool:
        return self._core.is_weighted

    @property
    def copied_bytes(self) -> int:
        """Bytes of the caller's arrays that had to be copied."""
        return self._core.copied_bytes

    @property
    def device(self) -> str:
        """Where it lies: "cpu", or "cuda:I"."""
        return f"cuda:{self._core.device}" if hasattr(self._core, "device") else "cpu"

    def __repr__(self):
        rows, columns = self.shape
        weighted = "weighted " if self.is_weighted else ""
        if self.kind == "graph":
            return f"<{weighted}graph of {columns} vertices and {self.num_edges} edges>"
        if self.kind == "hypergraph":
            return f"<{weighted}hypergraph of {columns} vertices and {rows} hyperedges>"
        return f"<{weighted}matrix of {rows} rows, {columns} columns and {self.num_edges} entries>"

    def arrays(self):
        """The arrays by name, as they are in memory: read-only."""
        _device.expect_host(self, "arrays()")
        return _core.arrays_of(self._core)

    def edges(self):
        """Ends and weights (or None) of the edges of a graph: arrays u, v, w; each edge once."""
        if self.kind != "graph":
            raise TypeError(f"edges() is of graphs, this is {self!r}")
        _device.expect_host(self, "edges()")
        if self._core.has_rows:
            matrix = self.to_scipy("coo")
            upper = matrix.row <= matrix.col
            w = matrix.data[upper] if self.is_weighted else None
            return matrix.row[upper], matrix.col[upper], w
        held = self.arrays()
        ends = held["edges"].reshape(-1, 2)
        return ends[:, 0], ends[:, 1], held["weights"]

    def to_scipy(self, format="csr"):
        """The adjacency matrix, the incidence matrix (one row per hyperedge), or the matrix.

        Entries without weights are 1. Loops stand on the diagonal.
        """
        import scipy.sparse as sparse

        _device.expect_host(self, "to_scipy()")
        rows = self._core if self._core.has_rows else self._core.in_rows()
        held = _core.arrays_of(rows)
        columns = next(held[name] for name in ("neighbours", "pins", "columns") if name in held)
        size = self.shape[0] + 1
        offsets = held["offsets"] if held["offsets"].size else np.zeros(size, np.uint64)
        weights = held["weights"]
        if self.kind == "hypergraph" and weights is not None:
            weights = np.repeat(weights, np.diff(offsets).astype(np.int64))
        if weights is None:
            weights = np.ones(columns.size, np.int32)
        index = np.int32 if max(columns.size, *self.shape) <= np.iinfo(np.int32).max else np.int64
        matrix = sparse.csr_array(
            (weights, columns.astype(index), offsets.astype(index)), shape=self.shape
        )
        if held["loops"] is not None:
            # A sum of matrices would drop edges of weight 0.
            looped = np.flatnonzero(held["loops"]).astype(index)
            entries = matrix.tocoo()
            matrix = sparse.coo_array(
                (
                    np.concatenate([entries.data, held["loops"][looped]]),
                    (np.concatenate([entries.row, looped]), np.concatenate([entries.col, looped])),
                ),
                shape=self.shape,
            )
        return matrix.asformat(format)

    def to_networkx(self):
        """The graph with its ids, weights as the attribute "weight"."""
        import networkx as nx

        graph = nx.Graph()
        names = self.names if self.names is not None else range(self.num_vertices)
        graph.add_nodes_from(names)
        u, v, w = self.edges()
        ends = ((names[a], names[b]) for a, b in zip(u.tolist(), v.tolist()))
        if w is None:
            graph.add_edges_from(ends)
        else:
            graph.add_weighted_edges_from((a, b, c) for (a, b), c in zip(ends, w.tolist()))
        return graph

    def __reduce__(self):
        _device.expect_host(self, "pickling")
        rows = self._core if self._core.has_rows else self._core.in_rows()
        held = {name: array for name, array in _core.arrays_of(rows).items() if array is not None}
        return _rebuilt, (self.kind, self.shape, held, self.names, self.column_names, self.notes)


def _rebuilt(kind, shape, held, names, column_names, notes):
    rows, columns = shape
    offsets = held["offsets"] if held["offsets"].size else np.zeros(1, np.uint64)
    weights = held.get("weights")
    if kind == "hypergraph":
        core = _core.hypergraph_of_rows(columns, (offsets, held["pins"], weights))
    elif kind == "bipartite":
        core = _core.bipartite_of_rows(rows, columns, (offsets, held["columns"], weights))
    else:
        core = _core.graph_of_rows(columns, (offsets, held["neighbours"], weights), "error")
        if "loops" in held:
            core = _core.with_loops(core, held["loops"])
    return Instance(core, names, column_names, notes)


class AgentPreferences:
    """Preference lists of agents, made by `preferences`, `read` and `generate`.

    Attributes
    ----------
    sides : "two" or "one"
    names, right_names : lists of the ids of agents of the left and of the right side, or None
    """

    __slots__ = ("_core", "names", "right_names")

    def __init__(self, core, names=None, right_names=None):
        self._core = core
        self.names = names
        self.right_names = right_names

    @property
    def sides(self) -> str:
        return self._core.sides

    @property
    def num_left(self) -> int:
        return self._core.num_left

    @property
    def num_agents(self) -> int:
        return self._core.num_agents

    def __repr__(self):
        if self.sides == "one":
            return f"<preferences of {self.num_agents} agents>"
        return f"<preferences of {self.num_left} left and {self.num_agents - self.num_left} right agents>"

    def __reduce__(self):
        held = _core.arrays_of_lists(self._core)
        arrays = tuple(held[name] for name in ("offsets", "partners"))
        arrays += tuple(held[name] if held[name].size else None for name in ("ties", "capacities"))
        return _rebuilt_lists, (self.sides, self.num_left, arrays, self.names, self.right_names)


def _rebuilt_lists(sides, num_left, arrays, names, right_names):
    return AgentPreferences(_core.agent_lists(sides, num_left, arrays), names, right_names)
