# SPDX-License-Identifier: MIT
"""Calls: input, the compiled function of the problem, result.

Named arguments that a call does not know itself are looked up in the table of algorithms, so a new algorithm or
parameter needs no line here.
"""

import numpy as np

from . import _arrays, _core, _device, _inputs, _results
from ._errors import InvalidInput, InvalidOption, NoSolution
from ._instances import AgentPreferences, Instance
from ._progress import follower


_ON_DEVICES = frozenset((_core.match_graph, _core.match_capacities, _core.match_hypergraph, _core.bipartite, _core.cluster))


def _solved(function, result, made, options):
    progress = options.get("progress")
    if progress is not None:
        options["progress"] = follower(progress)
    if hasattr(made._core, "device") and function not in _ON_DEVICES:
        _device.expect_host(made, function.__name__)
    found = function(made._core, _device.options_of(made, options))
    if hasattr(made._core, "device"):
        return _device.DeviceResult(found)
    if "proof" in found:
        raise NoSolution(found["proof"])
    return result(found, made)


def _taken(options, *names):
    return {name: options.pop(name) for name in names if name in options}


def _as_instance(data, options):
    if type(data) is Instance:
        return data
    return _inputs.instance(data, **_taken(options, "symmetrize", "weight"), stream=options.get("stream"))


def _as_graph(data, options):
    if type(data) is Instance:
        return _inputs._expect(data, "graph")
    return _inputs.graph(data, **_taken(options, "symmetrize", "weight"), stream=options.get("stream"))


def _convert(options, names, how):
    for name in names:
        if options.get(name) is not None:
            options[name] = how(options[name], name)


def match(graph, /, **options):
    """A heavy matching of a graph or hypergraph.

    Parameters
    ----------
    graph : what `graph` or `hypergraph` take, an `Instance`, or a file
    algorithm, variant : a name from `algorithms("graph_matching")` or `algorithms("hypergraph_matching")`
    capacity : how many matched edges a vertex may lie in: a number, or one per vertex
    objective : "weight" or "cardinality" (default: weight where there are weights)
    nonpositive : "drop" or "keep" edges of weight <= 0
    rating : what orders the edges
    tie_order : "hash", "degree" or "number": what orders edges of a graph of equal rating
    seed : breaks ties
    passes : names of passes that follow, such as ["complete"]
    verify : True to prove the result; `certified_ratio` is then set
    symmetrize, weight : as of `graph`
    threads : None for as many as pay
    progress : True, or a function of phase, done and total
    device : "cpu", "cuda", "cuda:I", "cuda:I,J", "cuda:all" or, in a build with Kokkos, "kokkos:device"; that of the
        instance where it lies in device memory
    stream : of one device: a handle, or a stream of CuPy or PyTorch; None for one of the call's own

    Examples
    --------
    >>> import hypermatch as hm
    >>> hm.match(([0, 1, 2], [1, 2, 3], [1, 5, 1])).pairs.tolist()
    [[1, 2]]
    >>> hm.match(hm.hypergraph([[0, 1, 2], [2, 3], [4, 5]], weights=[5, 9, 1])).edges.tolist()
    [1, 2]
    """
    made = _as_instance(graph, options)
    if made.kind == "bipartite":
        raise InvalidInput(f"{made!r} has rows and columns: use bipartite or assign, or say interpretation=\"graph\"")
    if options.get("capacity") is not None:
        return _b_match(made, options)
    if made.kind == "hypergraph":
        return _solved(_core.match_hypergraph, _results.HypergraphMatching, made, options)
    return _solved(_core.match_graph, _results.Matching, made, options)


def b_match(graph, capacity, /, **options):
    """A heavy b-matching: vertex v lies in at most `capacity[v]` matched edges. Options as of `match`.

    Examples
    --------
    >>> import hypermatch as hm
    >>> hm.b_match(([0, 0, 0], [1, 2, 3], [4, 5, 6]), [2, 1, 1, 1]).pairs.tolist()
    [[0, 2], [0, 3]]
    """
    options["capacity"] = capacity
    return _b_match(_as_instance(graph, options), options)


def _b_match(made, options):
    _convert(options, ("capacity",), _arrays.counts)
    if made.kind == "hypergraph":
        return _solved(_core.match_hypergraph, _results.HypergraphMatching, made, options)
    return _solved(_core.match_capacities, _results.Matching, made, options)


def bipartite(matrix, /, **options):
    """A matching of rows and columns with as many pairs as possible; values do not count.

    Parameters
    ----------
    matrix : what `matrix` takes; of a dense array the entries that are not zero
    algorithm, variant : a name from `algorithms("bipartite_matching")`
    initial : a matching to start from: a `BipartiteMatching`, or the column of each row, -1 for none
    determinism : "any_backend" or "run_to_run" for an algorithm whose pairs do not depend on timing
    verify, threads, progress, device, stream : as of `match`

    Examples
    --------
    >>> import hypermatch as hm
    >>> import numpy as np
    >>> hm.bipartite(np.array([[1, 1], [1, 0]]), verify=True).mates.tolist()
    [1, 0]
    """
    made = _inputs.pattern(matrix, stream=options.get("stream"))
    _convert(options, ("initial",), _arrays.mates_given)
    return _solved(_core.bipartite, _results.BipartiteMatching, made, options)


def assign(matrix=None, /, **options):
    """Pairs of rows and columns of largest total weight, or of least cost; exact.

    Parameters
    ----------
    matrix : what `matrix` takes; or None, with `points`
    points : two arrays, of a row per point, for rows and columns: pairs cost `metric`, all of the smaller set
        are paired, no matrix is made; duals are prices of least costs
    metric : "euclidean" (default), "squared_euclidean" or "inner_product"
    minimize : True for least cost, of as many pairs as possible; of distances the default
    perfect : True for all of the smaller side; raises `NoSolution` where that is impossible
    row_capacity, column_capacity : how many pairs each may lie in: a number, or one each (default 1)
    min_per_row, min_per_column : how many pairs each must lie in
    algorithm, verify, threads, progress, device : as of `match`

    Examples
    --------
    >>> import hypermatch as hm
    >>> found = hm.assign([[4, 1, 3], [2, 0, 5], [3, 2, 2]], minimize=True)
    >>> found.pairs.tolist(), found.weight
    ([[0, 1], [1, 0], [2, 2]], 5)
    >>> hm.assign(points=([[0, 0], [4, 3]], [[4, 0], [0, 1]])).weight
    4.0
    """
    if options.get("points") is not None:
        return _assign_points(matrix, options)
    if matrix is None or options.get("metric") is not None:
        raise InvalidOption("assign takes a matrix, or points with their metric")
    _taken(options, "points", "metric")
    made = _inputs.matrix(matrix)
    bounds = ("row_capacity", "column_capacity", "min_per_row", "min_per_column")
    _convert(options, bounds, _arrays.counts)
    return _solved(_core.assign, _results.Assignment, made, options)


def _assign_points(matrix, options):
    if matrix is not None:
        raise InvalidOption("assign takes a matrix or points, not both")
    sides = options.pop("points")
    if len(sides) != 2:
        raise InvalidInput(f"points has {len(sides)} items, must have arrays of rows and of columns")
    rows, columns = (_arrays.points(side, "points") for side in sides)
    if len(rows) and len(columns) and rows.shape[1] != columns.shape[1]:
        raise InvalidInput(f"points have {rows.shape[1]} and {columns.shape[1]} coordinates, must have as many")
    if options.get("metric") != "inner_product":
        options.setdefault("minimize", True)
    progress = options.get("progress")
    if progress is not None:
        options["progress"] = follower(progress)
    dimension = max(rows.shape[1], columns.shape[1], 1)
    found = _core.assign_points(rows.ravel(), columns.ravel(), dimension, options)
    return _results.Assignment(found, _results.Sides((len(rows), len(columns))))


def cluster(graph, /, **options):
    """Communities of a graph.

    Parameters
    ----------
    graph : what `graph` takes; weights must not be negative
    algorithm, variant : a name from `algorithms("clustering")`
    objective : "modularity" or "cpm", which needs a resolution
    resolution : larger ones make smaller communities
    initial : labels to start from
    fixed : labels of vertices that stay together and apart from others, -1 for free ones
    communities, min_size, max_size : number of communities, and their sizes
    hierarchy : True to keep all levels
    seed, threshold, ... : parameters of the algorithm
    verify, symmetrize, weight, threads, progress : as of `match`

    Examples
    --------
    >>> import hypermatch as hm
    >>> two_triangles = ([0, 0, 1, 2, 3, 3, 4], [1, 2, 2, 3, 4, 5, 5])
    >>> hm.cluster(two_triangles).labels.tolist()
    [0, 0, 0, 1, 1, 1]
    """
    made = _as_graph(graph, options)
    n = made.num_vertices
    _convert(options, ("initial",), lambda value, name: _arrays.labels(value, name, n))
    _convert(options, ("fixed",), lambda value, name: _fixed(value, name, n))
    return _solved(_core.cluster, _results.Clustering, made, options)


def _fixed(value, name, count):
    array = _arrays.indices(value, name)
    if array.size != count:
        raise InvalidInput(f"{name} has {array.size} items for {count} vertices")
    labels = np.full(count, _arrays.NO_VERTEX, np.uint32)
    labels[array >= 0] = np.unique(array[array >= 0], return_inverse=True)[1]
    return labels


def stable(left, right=None, /, **options):
    """A stable matching of agents; raises `NoSolution` with a proof where there is none.

    Parameters
    ----------
    left, right, capacities, right_capacities : what `preferences` takes
    algorithm, variant : a name from `algorithms("stable_matching")`
    optimal : "left" or "right": the side whose agents get their best partners
    verify, threads, progress : as of `match`

    Examples
    --------
    >>> import hypermatch as hm
    >>> hm.stable([[0, 1], [0, 1]], [[1, 0], [1, 0]]).pairs.tolist()
    [[0, 1], [1, 0]]
    >>> hm.stable({"ann": ["x"], "bob": ["x"]}, {"x": ["bob", "ann"]}).named_pairs()
    [('bob', 'x')]
    """
    agents = _inputs.preferences(left, right, **_taken(options, "capacities", "right_capacities"))
    return _solved(_core.stable, _results.StableMatching, agents, options)


def match_vertices(graph, /, **options):
    """Pairs of vertices for coarsening: heavy edges first, then vertices two hops apart.

    Parameters
    ----------
    graph : a graph or hypergraph, as of `match`
    vertex_weights : integers, one per vertex
    max_weight : pairs weigh at most this
    two_hop : False to leave vertices alone that share no edge
    largest_edge : larger hyperedges rate no pair
    seed, symmetrize, threads : as of `match`

    Examples
    --------
    >>> import hypermatch as hm
    >>> hm.match_vertices(([0, 1, 2, 3], [1, 2, 3, 0], [1, 5, 1, 3])).mates.tolist()
    [3, 2, 1, 0]
    """
    made = _as_instance(graph, options)
    _convert(options, ("vertex_weights",), _vertex_weights)
    return _solved(_core.match_vertices, _results.VertexMatching, made, options)


def contract(graph, labels, /, **options):
    """A graph or hypergraph with the vertices of equal labels made one.

    Parameters
    ----------
    graph : a graph or hypergraph, as of `match`
    labels : one per vertex, or a `Clustering`, `Matching` or `VertexMatching` of the graph
    vertex_weights : integers, one per vertex (default 1)
    loops : True to keep the weight inside classes as loops
    merge : False to keep identical hyperedges apart

    Examples
    --------
    >>> import hypermatch as hm
    >>> hm.contract(([0, 1, 2], [1, 2, 3]), [0, 0, 1, 1]).coarse.num_vertices
    2
    """
    made = _as_instance(graph, options)
    _convert(options, ("vertex_weights",), _vertex_weights)
    if isinstance(labels, _results.Matching):
        mates = labels.mates
        labels = np.where(mates < 0, np.arange(mates.size), np.minimum(np.arange(mates.size), mates))
    labels = _arrays.labels(getattr(labels, "labels", labels), "labels", made.num_vertices)
    _device.expect_host(made, "contract")
    found = _core.contract(made._core, labels, options)
    return _results.Contraction(found, Instance(found["coarse"]))


def _vertex_weights(value, name):
    array = _arrays.indices(value, name)
    return array.astype(np.int64)


def dulmage_mendelsohn(matrix, /, **options):
    """The decomposition of Dulmage and Mendelsohn: block upper triangular form.

    Parameters
    ----------
    matrix : as of `bipartite`
    level : "fine", or "coarse" to leave the square part whole
    algorithm, threads, progress : as of `bipartite`

    Examples
    --------
    >>> import hypermatch as hm
    >>> import numpy as np
    >>> hm.dulmage_mendelsohn(np.array([[1, 1, 0], [0, 1, 0], [0, 1, 1]])).num_square_blocks
    3
    """
    made = _inputs.pattern(matrix)
    return _solved(_core.decompose, _results.DulmageMendelsohn, made, options)


def verify(data, result, /, **options):
    """Checks a result from the definitions, by code that the algorithms do not share.

    Parameters
    ----------
    data : what the result is of
    result : a result, or pairs, numbers of hyperedges, or labels in an array
    maximal, greedy : True to demand it, of matchings; what orders edges (`rating`, `seed`, `ties`, ...) is as of `match`
    maximum : True to demand it, of rows and columns; `minimize` and bounds as of `assign`
    connected : True to demand it, of communities

    Returns
    -------
    Verdict : true if all holds; `violation` names the first thing that does not

    Examples
    --------
    >>> import hypermatch as hm
    >>> path = hm.graph([0, 1, 2], [1, 2, 3], [1, 5, 1])
    >>> bool(hm.verify(path, hm.match(path), maximal=True, greedy=True))
    True
    >>> hm.verify(path, [[0, 1], [1, 2]]).violation
    'vertex 1 is in two pairs'
    """
    if isinstance(data, AgentPreferences):
        return _verify_stable(data, result, options)
    if isinstance(result, (_device.DeviceResult, _results.DulmageMendelsohn, _results.Contraction)):
        raise InvalidInput(
            f"verify takes matchings, assignments and communities in host memory, not a {type(result).__name__}"
        )
    if isinstance(result, (_results.BipartiteMatching, _results.Assignment)) or (
        isinstance(data, Instance) and data.kind == "bipartite"
    ):
        if isinstance(result, _results.BipartiteMatching):
            made = _inputs.pattern(data)
            options.setdefault("objective", "cardinality")
        else:
            made = _inputs.matrix(data)
        _convert(options, ("row_capacity", "column_capacity", "min_per_row", "min_per_column"), _arrays.counts)
        pairs = _arrays.flat_pairs(getattr(result, "pairs", result), "pairs", np.uint64)
        return _results.Verdict(_core.verify_pairs(made._core, pairs, options))
    made = _as_instance(data, options)
    _convert(options, ("capacity",), _arrays.counts)
    if made.kind == "hypergraph":
        edges = _arrays.indices(getattr(result, "edges", result), "edges")
        if edges.size and int(edges.min()) < 0:
            raise InvalidInput(f"edges holds {edges.min()}, must be >= 0")
        return _results.Verdict(_core.verify_hypergraph(made._core, edges.astype(np.uint64), options))
    if isinstance(result, _results.Clustering) or (np.ndim(result) == 1 and (len(result) or not made.num_vertices)):
        labels = _arrays.labels(getattr(result, "labels", result), "labels", made.num_vertices)
        return _results.Verdict(_core.verify_communities(made._core, labels, options))
    pairs = _arrays.flat_pairs(getattr(result, "pairs", result), "pairs", np.uint64)
    return _results.Verdict(_core.verify_graph(made._core, pairs, options))


def _verify_stable(agents, result, options):
    pairs = _arrays.flat_pairs(getattr(result, "pairs", result), "pairs", np.uint32).reshape(-1, 2)
    two_sided = agents.sides == "two"
    num_left, num_agents = agents.num_left, agents.num_agents
    sides = (("left ", num_left), ("right ", num_agents - num_left)) if two_sided else (("", num_agents),) * 2
    for column, (side, count) in enumerate(sides):
        wrong = np.flatnonzero(pairs[:, column] >= count)
        if wrong.size:
            raise InvalidInput(f"pairs[{wrong[0]}] has {side}agent {pairs[wrong[0], column]}, there are {count} from 0 on")
    pairs = pairs + np.array([0, num_left if two_sided else 0], np.uint32)  # the caller's array stays
    pairs = _arrays.flat_pairs(pairs, "pairs", np.uint32)
    return _results.Verdict(_core.verify_stable(agents._core, pairs, options))


def algorithms(problem=None):
    """The algorithms and passes that there are: dictionaries of name, variant, guarantee, work, reference, parameters.

    Parameters
    ----------
    problem : "graph_matching", "hypergraph_matching", "bipartite_matching", "b_assignment", "clustering" or
        "stable_matching"; None for all

    Examples
    --------
    >>> import hypermatch as hm
    >>> [row["guarantee"] for row in hm.algorithms("graph_matching") if row["name"] == "gpa"]
    ['1/2 of the largest weight']
    """
    return [row for row in _core.algorithms() if problem in (None, row["problem"])]
