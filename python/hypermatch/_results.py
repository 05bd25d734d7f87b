# SPDX-License-Identifier: MIT
"""Results: arrays over the memory of the library, which lives as long as they do."""

import numpy as np

from . import _arrays


class Result:
    """What all results have.

    Attributes
    ----------
    stats : dictionary of the algorithm that ran, its rounds, seconds per phase and stop reason
    """

    _shown = ()  # names of the attributes that repr shows

    def __repr__(self):
        facts = ", ".join(f"{name}={self._text(name)}" for name in self._shown)
        return f"{type(self).__name__}({facts}, algorithm={self.stats.get('algorithm')!r})"

    def _text(self, name):
        value = getattr(self, name)
        return f"{value:.6g}" if isinstance(value, float) else str(value)

    def _repr_html_(self):
        import html

        rows = [(name, self._text(name)) for name in self._shown]
        rows += [(name, self.stats[name]) for name in ("algorithm", "variant", "stop_reason") if self.stats.get(name)]
        cells = "".join(f"<tr><th>{html.escape(k)}</th><td>{html.escape(str(v))}</td></tr>" for k, v in rows)
        return f"<table><caption>{type(self).__name__}</caption>{cells}</table>"

    def __eq__(self, other):
        if type(self) is not type(other):
            return NotImplemented
        return all(np.array_equal(getattr(self, name), getattr(other, name)) for name in self._compared)

    __hash__ = None


def _named(numbers, names):
    return numbers.tolist() if names is None else [names[i] for i in numbers.tolist()]


def members_of(labels):
    """Arrays of the members of each community."""
    if labels.size == 0:
        return []
    return np.split(np.argsort(labels, kind="stable"), np.cumsum(np.bincount(labels))[:-1])


class _Pairs(Result):
    """Results that are pairs."""

    _compared = ("pairs",)
    _columns = ("u", "v")

    def __len__(self):
        return len(self.pairs)

    def named_pairs(self):
        """The pairs as tuples of the ids of the input."""
        left, right = self._names
        return list(zip(_named(self.pairs[:, 0], left), _named(self.pairs[:, 1], right)))

    def to_frame(self):
        """A data frame of pandas with the ids of the input, one row per pair."""
        import pandas as pd

        left, right = self._names
        a, b = self._columns
        return pd.DataFrame({a: _named(self.pairs[:, 0], left), b: _named(self.pairs[:, 1], right)})

    def to_scipy(self):
        """A sparse array with a 1 per pair; of a graph on both sides of the diagonal."""
        import scipy.sparse as sparse

        rows, columns = self.pairs[:, 0].astype(np.int64), self.pairs[:, 1].astype(np.int64)
        if self._is_symmetric:
            rows, columns = np.concatenate((rows, columns)), np.concatenate((columns, rows))
        return sparse.csr_array((np.ones(rows.size, np.int8), (rows, columns)), shape=self._shape)

    def to_networkx(self):
        """A graph of the pairs, with the ids of the input; rows and columns as ("row", i), ("column", j)."""
        import networkx as nx

        result = nx.Graph()
        if self._is_symmetric:
            left, _ = self._names
            result.add_nodes_from(left if left is not None else range(self._shape[0]))
            result.add_edges_from(self.named_pairs())
        else:
            a, b = self._columns
            result.add_edges_from(((a, u), (b, v)) for u, v in self.named_pairs())
        return result


class Matching(_Pairs):
    """A matching of a graph, or a b-matching.

    Attributes
    ----------
    mates : int32 array, the mate of each vertex, -1 for none; None of a b-matching
    pairs : uint32 array of two columns, the matched edges
    weight : their weight; int where weights are integers, their number where there are none
    certified_ratio : share of the optimum that is proven, if `verify` was asked for; else None
    offsets, partners : of a b-matching the partners of v are partners[offsets[v]:offsets[v + 1]]
    """

    __slots__ = ("_names", "_shape", "certified_ratio", "mates", "offsets", "pairs", "partners", "stats", "weight")
    _shown = ("size", "weight", "certified_ratio")
    _is_symmetric = True

    def __init__(self, found, made):
        mates = found.get("mates")
        self.mates = None if mates is None else _arrays.mates(mates)
        self.offsets = found.get("offsets")
        self.partners = found.get("partners")
        self.pairs = found["pairs"]
        self.weight = found["weight"]
        self.certified_ratio = found["certified_ratio"]
        self.stats = found["stats"]
        self._names = (made.names, made.names)
        self._shape = made.shape

    @property
    def size(self) -> int:
        """How many edges are matched."""
        return len(self.pairs)


class HypergraphMatching(Result):
    """A matching of a hypergraph.

    Attributes
    ----------
    edges : uint32 array, the numbers of the matched hyperedges, ascending
    weight, certified_ratio : as of `Matching`
    """

    __slots__ = ("certified_ratio", "edges", "stats", "weight")
    _shown = ("size", "weight", "certified_ratio")
    _compared = ("edges",)

    def __init__(self, found, made):
        del made
        self.edges = found["edges"]
        self.weight = found["weight"]
        self.certified_ratio = found["certified_ratio"]
        self.stats = found["stats"]

    def __len__(self):
        return len(self.edges)

    @property
    def size(self) -> int:
        """How many hyperedges are matched."""
        return len(self.edges)

    def to_frame(self):
        """A data frame of pandas, one row per matched hyperedge."""
        import pandas as pd

        return pd.DataFrame({"edge": self.edges})


class BipartiteMatching(_Pairs):
    """A matching of rows and columns of largest size.

    Attributes
    ----------
    mates, column_mates : int32 arrays, the column of each row and the row of each column, -1 for none
    certified_ratio : 1.0 if `verify` was asked for, else None
    """

    __slots__ = ("_names", "_pairs", "_shape", "certified_ratio", "column_mates", "mates", "stats", "weight")
    _shown = ("size", "certified_ratio")
    _compared = ("mates",)
    _columns = ("row", "column")
    _is_symmetric = False

    def __init__(self, found, made):
        self.mates = _arrays.mates(found["mates"])
        self.column_mates = _arrays.mates(found["column_mates"])
        self.weight = found["weight"]
        self.certified_ratio = found["certified_ratio"]
        self.stats = found["stats"]
        self._names = (made.names, made.column_names)
        self._shape = made.shape
        self._pairs = None

    @property
    def size(self) -> int:
        """How many pairs there are: the structural rank of the matrix."""
        return self.weight

    @property
    def pairs(self):
        """Two columns: rows, ascending, and their columns."""
        if self._pairs is None:
            rows = np.flatnonzero(self.mates >= 0)
            self._pairs = np.stack((rows, self.mates[rows]), axis=1)
        return self._pairs


class Sides:
    """Rows and columns without entries and names."""

    names = column_names = None

    def __init__(self, shape):
        self.shape = shape


class Assignment(_Pairs):
    """Pairs of rows and columns of largest weight or of least cost.

    Attributes
    ----------
    pairs : uint64 array of two columns, ascending by row
    weight : the sum of their weights, or their cost
    row_duals, column_duals : the dual solution that proves it
    """

    __slots__ = ("_names", "_shape", "certified_ratio", "column_duals", "pairs", "row_duals", "stats", "weight")
    _shown = ("size", "weight", "certified_ratio")
    _columns = ("row", "column")
    _is_symmetric = False

    def __init__(self, found, made):
        self.pairs = found["pairs"]
        self.weight = found["weight"]
        self.row_duals = found["row_duals"]
        self.column_duals = found["column_duals"]
        self.certified_ratio = found["certified_ratio"]
        self.stats = found["stats"]
        self._names = (made.names, made.column_names)
        self._shape = made.shape

    @property
    def size(self) -> int:
        """How many pairs there are."""
        return len(self.pairs)


class StableMatching(_Pairs):
    """A stable matching of agents.

    Attributes
    ----------
    pairs : array of two columns: left and right agent, each numbered from 0 on its side, or two
        agents of one side, the lower one first
    verified : True if `verify` was asked for, and no pair blocks
    proposals : entries of lists that were asked
    """

    __slots__ = ("_is_symmetric", "_names", "_shape", "pairs", "proposals", "stats", "verified")
    _shown = ("size", "proposals", "verified")
    _columns = ("left", "right")

    def __init__(self, found, agents):
        self._is_symmetric = agents.sides == "one"
        n = agents.num_agents
        num_left = agents.num_left
        self.pairs = found["pairs"]
        self.proposals = found["proposals"]
        self.verified = found["verified"]
        self.stats = found["stats"]
        if self._is_symmetric:
            self._names, self._shape = (agents.names, agents.names), (n, n)
        else:
            self.pairs[:, 1] -= num_left
            self._names, self._shape = (agents.names, agents.right_names), (num_left, n - num_left)

    @property
    def size(self) -> int:
        """How many pairs there are."""
        return len(self.pairs)


class Clustering(Result):
    """Communities of a graph.

    Attributes
    ----------
    labels : int32 array, the community of each vertex, numbered from 0 by their first vertices
    quality : modularity, or that of the constant Potts model
    num_communities : how many there are
    levels : arrays of labels from the finest on, if `hierarchy` was asked for
    steps : dictionaries of sizes, work and time, one per level
    """

    __slots__ = ("_names", "labels", "levels", "num_communities", "quality", "small_communities", "stats", "steps")
    _shown = ("num_communities", "quality")
    _compared = ("labels",)

    def __init__(self, found, made):
        self.labels = _arrays.mates(found["labels"])
        self.quality = found["quality"]
        self.num_communities = found["communities"]
        self.small_communities = found["small_communities"]
        self.levels = [_arrays.mates(level) for level in found["levels"]]
        self.steps = found["steps"]
        self.stats = found["stats"]
        self._names = made.names

    def communities(self):
        """Lists of the members of each community, by the ids of the input."""
        return [_named(members, self._names) for members in members_of(self.labels)]

    def to_frame(self):
        """A data frame of pandas with the ids of the input, one row per vertex."""
        import pandas as pd

        vertices = _named(np.arange(self.labels.size), self._names)
        return pd.DataFrame({"vertex": vertices, "community": self.labels})

    def to_scipy(self):
        """A sparse array with one row per vertex, one column per community, and a 1 per member."""
        import scipy.sparse as sparse

        n = self.labels.size
        ones, offsets = np.ones(n, np.int8), np.arange(n + 1)
        return sparse.csr_array((ones, self.labels, offsets), shape=(n, self.num_communities))


class VertexMatching(Result):
    """Pairs of vertices for coarsening: `mates`, -1 for none. `contract` takes it."""

    __slots__ = ("mates", "stats")
    _shown = ("size",)
    _compared = ("mates",)

    def __init__(self, found, made):
        del made
        self.mates = _arrays.mates(found["mates"])
        self.stats = {"rounds": found["rounds"], "two_hop_pairs": found["two_hop_pairs"]}

    @property
    def size(self) -> int:
        """How many pairs there are."""
        return int((self.mates >= 0).sum()) // 2

    @property
    def labels(self):
        """The smaller vertex of each pair, of an unmatched vertex itself."""
        own = np.arange(self.mates.size, dtype=self.mates.dtype)
        return np.where(self.mates < 0, own, np.minimum(own, self.mates))


class Contraction(Result):
    """A graph or hypergraph with each class contracted to one vertex.

    Attributes
    ----------
    coarse : the `Instance`
    coarse_vertex : where each vertex went
    coarse_edge : of a hypergraph: where each hyperedge went, -1 if it was dropped; else None
    vertex_weights : sums of what the coarse vertices hold
    """

    __slots__ = ("coarse", "coarse_edge", "coarse_vertex", "stats", "vertex_weights")
    _shown = ("coarse",)
    _compared = ("coarse_vertex",)

    def __init__(self, found, coarse):
        self.coarse = coarse
        self.coarse_vertex = _arrays.mates(found["coarse_vertex"])
        edges = found["coarse_edge"]
        self.coarse_edge = None if edges is None else _arrays.mates(edges)
        self.vertex_weights = found["vertex_weights"]
        self.stats = {}

    def project(self, labels):
        """The labels of coarse vertices as labels of the vertices that went there."""
        return np.asarray(labels)[self.coarse_vertex]


class DulmageMendelsohn(Result):
    """A matrix permuted into block upper triangular form.

    Attributes
    ----------
    row_order, column_order : the row and the column at each place
    row_begin, column_begin : block b is made of the places begin[b] .. begin[b + 1] - 1
    horizontal, square, vertical : rows and columns of the parts
    structural_rank : size of a largest matching
    """

    __slots__ = (
        "column_begin", "column_order", "first_square_block", "horizontal", "num_square_blocks", "row_begin",
        "row_mates", "row_order", "square", "stats", "structural_rank", "vertical",
    )
    _shown = ("structural_rank", "horizontal", "square", "vertical", "num_square_blocks")
    _compared = ("row_order", "column_order")

    def __init__(self, found, made):
        del made
        for name, value in found.items():
            setattr(self, name, value)
        self.row_mates = _arrays.mates(found["row_mates"])
        self.stats = {}


class Verdict(dict):
    """What a verifier found: `ok`, `violation`, and facts by name, also as attributes. True if ok."""

    def __bool__(self):
        return self["ok"]

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __repr__(self):
        return f"Verdict({', '.join(f'{k}={v!r}' for k, v in self.items())})"
