# SPDX-License-Identifier: MIT
"""Matchings in graphs and hypergraphs, communities, and stable assignments, from the arrays that you have."""

import os as _os

from . import _core
from ._calls import (
    algorithms,
    assign,
    b_match,
    bipartite,
    cluster,
    contract,
    dulmage_mendelsohn,
    match,
    match_vertices,
    stable,
    verify,
)
from ._device import DeviceArray, DeviceResult, devices, use_device_library
from ._errors import (
    Cancelled,
    CommunicationError,
    DeviceError,
    Error,
    FileError,
    InternalError,
    InvalidInput,
    InvalidOption,
    NoSolution,
    OutOfResources,
    Unsupported,
)
from ._files import families, generate, read, write
from ._inputs import graph, hypergraph, matrix, preferences
from ._instances import AgentPreferences, Instance
from ._results import (
    Assignment,
    BipartiteMatching,
    Clustering,
    Contraction,
    DulmageMendelsohn,
    HypergraphMatching,
    Matching,
    Result,
    StableMatching,
    Verdict,
    VertexMatching,
)

__version__ = _core.version

__all__ = [name for name in dir() if not name.startswith("_")]

# The threads of earlier calls are not in a process that was forked.
_os.register_at_fork(after_in_child=_core.forget_threads)
