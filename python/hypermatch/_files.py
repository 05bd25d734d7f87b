# SPDX-License-Identifier: MIT
"""Files and families of instances."""

import numpy as np

from . import _arrays, _core
from ._errors import InvalidInput
from ._instances import AgentPreferences, Instance
from ._results import Assignment, BipartiteMatching, Clustering, HypergraphMatching, Matching, StableMatching
from ._progress import follower


def read(source, **options):
    """Reads a file of any format that the command line reads, or an open file.

    Parameters
    ----------
    source : a file name, or an object with the method `read`
    format : its format (default: by content, then by name)
    interpretation : "graph", "hypergraph", "row-net", "bipartite", ... (default: what the format stands for)
    parallel : what edges that stand twice become: "heaviest", "lightest", "sum" or "count"
    zero_based : True if vertices are numbered from 0 in a format that counts from 1
    sides : "two" or "one", of edge lists as rows and columns
    columns : names or numbers of the columns of source, target and weight, of separated values
    right : for preferences with one side per file, the file of the right side

    Returns
    -------
    Instance or AgentPreferences, with the ids of the file
    """
    options["progress"] = follower(options.get("progress"))
    name, text = _arrays.named_text(source)
    is_open = options.get("interpretation") is None and options.get("format") is None
    if options.get("right") is not None or (is_open and _core.holds_preferences(name, text)):
        options.pop("interpretation", None)
        return AgentPreferences(*_core.read_preferences(name, text, options))
    return _finished(*_core.read(name, text, options))


def read_instance(source, **options):
    """As `read`, of graphs and hypergraphs."""
    made = read(source, **options)
    if isinstance(made, AgentPreferences):
        raise InvalidInput(f"{made!r} was read, no graph or hypergraph; stable matches it, verify takes what read returns")
    return made


def _finished(core, facts):
    return Instance(core, facts["names"], facts["column_names"], facts["notes"])


def write(what, path, format=""):
    """Writes an instance or a result; the file appears whole or not at all.

    Files are those of the command line: vertices and hyperedges are numbered from 1.
    """
    path = _arrays.file_name(path)
    if isinstance(what, Instance):
        _core.write_instance(what._core, path, format)
    elif isinstance(what, AgentPreferences):
        _core.write_agents(what._core, path)
    elif isinstance(what, HypergraphMatching):
        _core.write_edges(what.edges, path)
    elif isinstance(what, Clustering):
        _core.write_labels(what.labels.astype(np.uint32, copy=False), path)
    elif isinstance(what, (Matching, BipartiteMatching, Assignment, StableMatching)):
        pairs = _arrays.flat_pairs(what.pairs, "pairs", np.uint32)
        _core.write_pairs(max(what._shape), pairs, path)
    else:
        raise TypeError(f"write() takes instances and results, not {type(what).__name__}")


def generate(family, *, seed=0, weights="", threads=0, **parameters):
    """An instance of a family, such as `generate("rgg", vertices=1000)`; `families()` lists them.

    Parameters
    ----------
    seed : chooses the instance
    weights : "unit" or "random:LO..HI[:S]"

    Examples
    --------
    >>> import hypermatch as hm
    >>> hm.generate("path", n=4).num_edges
    3
    """
    seed, threads = _arrays.whole(seed, "seed"), _arrays.threads(threads)
    if not 0 <= seed < 2**64:
        raise InvalidInput(f"seed is {seed}, must be 0 .. 2^64 - 1")
    numbers = {name: _arrays.number(value, name) for name, value in parameters.items()}
    made = _core.generate(family, numbers, seed, weights, threads)
    return AgentPreferences(made) if isinstance(made, _core.AgentLists) else Instance(made)


def families():
    """The families of `generate`: dictionaries with name, kind, description and parameters."""
    return _core.families()
