#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Types of the Python package for editors and checkers: python_stubs.py write|check, where hypermatch can be imported.

Names of algorithms and parameters come from `hypermatch.algorithms()`, arguments that a call has itself from OWN below;
tests/python/test_stubs.py sees that the compiled module takes each of them."""
import inspect
import pathlib
import sys
import textwrap

import hypermatch as hm

STUB = pathlib.Path(__file__).resolve().parent.parent / "python" / "hypermatch" / "__init__.pyi"

RUN = {"threads": "int | None", "progress": "bool | Callable[[str, int, int], object] | None", "verify": "bool"}
PLACED = {**RUN, "device": "str | None", "stream": "Any"}
GRAPH = {"symmetrize": 'Literal["error", "max", "sum"]', "weight": "str | None"}
ORDER = {"objective": 'Literal["weight", "cardinality"] | None', "nonpositive": 'Literal["drop", "keep"] | None', "seed": "int"}
MATCH = {**ORDER, "tie_order": 'Literal["hash", "degree", "number"] | None', "rating": "str | None", "passes": "Sequence[str] | None", "determinism": "_Determinism | None", **GRAPH, **PLACED}
COUNTS = "ArrayLike | int | None"
BOUNDS = dict.fromkeys(("row_capacity", "column_capacity", "min_per_row", "min_per_column"), COUNTS)
# Call: positional arguments, result, problems of its algorithms, arguments that it has itself.
OWN = {
    "match": ("graph: _Graph", "Any", ("graph_matching", "hypergraph_matching"), {"capacity": COUNTS, **MATCH}),
    "b_match": (f"graph: _Graph, capacity: {COUNTS}", "Any", ("graph_matching", "hypergraph_matching"), MATCH),
    "bipartite": ("matrix: _Matrix", "BipartiteMatching", ("bipartite_matching",), {"initial": "BipartiteMatching | ArrayLike | None", "determinism": "_Determinism | None", **PLACED}),
    "assign": ("matrix: _Matrix | None = ...", "Assignment", ("b_assignment",),
               {"points": "tuple[ArrayLike, ArrayLike] | None",
                "metric": 'Literal["euclidean", "squared_euclidean", "inner_product"]',
                "minimize": "bool", "perfect": "bool", "objective": ORDER["objective"], "determinism": "_Determinism | None",
                **BOUNDS, **PLACED}),
    "cluster": ("graph: _Graph", "Clustering", ("clustering",),
                {"objective": 'Literal["modularity", "cpm"] | None', "resolution": "float | None", "initial": "ArrayLike | None",
                 "fixed": "ArrayLike | None", "communities": "int | None", "min_size": "int | None", "max_size": "int | None",
                 "hierarchy": "bool", "determinism": "_Determinism | None", **GRAPH, **PLACED}),
    "stable": ("left: Any, right: Any = ...", "StableMatching", ("stable_matching",),
               {"capacities": COUNTS, "right_capacities": COUNTS, "determinism": "_Determinism | None", **PLACED}),
    "match_vertices": ("graph: _Graph", "VertexMatching", (),
                       {"vertex_weights": "ArrayLike | None", "max_weight": "int | None", "largest_edge": "int | None", "two_hop": "bool",
                        "seed": "int", **GRAPH, "threads": RUN["threads"], "progress": RUN["progress"]}),
    "contract": ("graph: _Graph, labels: Any", "Contraction", (),
                 {"vertex_weights": "ArrayLike | None", "loops": "bool", "merge": "bool", **GRAPH, "threads": RUN["threads"]}),
    "dulmage_mendelsohn": ("matrix: _Matrix", "DulmageMendelsohn", ("bipartite_matching",),
                           {"level": 'Literal["fine", "coarse"] | None', "threads": RUN["threads"], "progress": RUN["progress"]}),
}

HEAD = '''# SPDX-License-Identifier: MIT
# Written by scripts/python_stubs.py.
from collections.abc import Callable, Sequence
from typing import IO, Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

__version__: str

_Graph = Any
_Matrix = Any
_Determinism = Literal["any_backend", "run_to_run", "none"]
_Int32 = NDArray[np.int32]
_UInt32 = NDArray[np.uint32]

class Error(Exception): ...
class InvalidInput(Error, ValueError): ...
class InvalidOption(Error, ValueError): ...
class Unsupported(Error, NotImplementedError): ...
class FileError(Error, OSError): ...
class OutOfResources(Error, MemoryError): ...
class DeviceError(Error, RuntimeError): ...
class CommunicationError(Error, RuntimeError): ...
class Cancelled(Error, RuntimeError): ...
class InternalError(Error, RuntimeError): ...

class NoSolution(Error):
    @property
    def proof(self) -> str: ...

class Instance:
    names: list[Any] | None
    column_names: list[Any] | None
    notes: list[str]
    @property
    def kind(self) -> Literal["graph", "hypergraph", "bipartite"]: ...
    @property
    def shape(self) -> tuple[int, int]: ...
    @property
    def num_vertices(self) -> int: ...
    @property
    def num_edges(self) -> int: ...
    @property
    def is_weighted(self) -> bool: ...
    @property
    def copied_bytes(self) -> int: ...
    @property
    def device(self) -> str: ...
    def arrays(self) -> dict[str, Any]: ...
    def edges(self) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any] | None]: ...
    def to_scipy(self, format: str = ...) -> Any: ...
    def to_networkx(self) -> Any: ...

class AgentPreferences:
    names: list[Any] | None
    right_names: list[Any] | None
    @property
    def sides(self) -> Literal["one", "two"]: ...
    @property
    def num_left(self) -> int: ...
    @property
    def num_agents(self) -> int: ...

class Result:
    stats: dict[str, Any]

class _Pairs(Result):
    def __len__(self) -> int: ...
    @property
    def size(self) -> int: ...
    def named_pairs(self) -> list[tuple[Any, Any]]: ...
    def to_frame(self) -> Any: ...
    def to_scipy(self) -> Any: ...
    def to_networkx(self) -> Any: ...

class Matching(_Pairs):
    mates: _Int32
    pairs: _UInt32
    weight: int | float
    certified_ratio: float | None
    offsets: NDArray[np.uint64] | None
    partners: _UInt32 | None

class HypergraphMatching(Result):
    edges: _UInt32
    weight: int | float
    certified_ratio: float | None
    def __len__(self) -> int: ...
    @property
    def size(self) -> int: ...
    def to_frame(self) -> Any: ...

class BipartiteMatching(_Pairs):
    mates: _Int32
    column_mates: _Int32
    weight: int
    certified_ratio: float | None
    @property
    def pairs(self) -> NDArray[Any]: ...

class Assignment(_Pairs):
    pairs: NDArray[np.uint64]
    weight: int | float
    certified_ratio: float | None
    row_duals: NDArray[np.float64]
    column_duals: NDArray[np.float64]

class StableMatching(_Pairs):
    pairs: _UInt32
    proposals: int
    verified: bool

class Clustering(Result):
    labels: _Int32
    quality: float
    num_communities: int
    small_communities: int
    levels: list[_Int32]
    steps: list[dict[str, Any]]
    def communities(self) -> list[list[Any]]: ...
    def to_frame(self) -> Any: ...
    def to_scipy(self) -> Any: ...

class VertexMatching(Result):
    mates: _Int32
    @property
    def size(self) -> int: ...
    @property
    def labels(self) -> _Int32: ...

class Contraction(Result):
    coarse: Instance
    coarse_vertex: _Int32
    coarse_edge: _Int32 | None
    vertex_weights: NDArray[np.int64]
    def project(self, labels: ArrayLike) -> NDArray[Any]: ...

class DulmageMendelsohn(Result):
    structural_rank: int
    horizontal: tuple[int, int]
    square: tuple[int, int]
    vertical: tuple[int, int]
    first_square_block: int
    num_square_blocks: int
    row_order: _UInt32
    column_order: _UInt32
    row_begin: NDArray[np.uint64]
    column_begin: NDArray[np.uint64]
    row_mates: _Int32

class DeviceArray:
    @property
    def __cuda_array_interface__(self) -> dict[str, Any]: ...
    def __dlpack__(self, *, stream: Any = ..., max_version: Any = ..., dl_device: Any = ..., copy: Any = ...) -> Any: ...
    def __dlpack_device__(self) -> tuple[int, int]: ...
    @property
    def shape(self) -> tuple[int]: ...
    @property
    def size(self) -> int: ...
    @property
    def device(self) -> str: ...
    def __len__(self) -> int: ...
    def to_host(self) -> NDArray[Any]: ...

class DeviceResult:
    stats: dict[str, Any]
    num_pairs: int
    mates: DeviceArray
    column_mates: DeviceArray
    offsets: DeviceArray
    partners: DeviceArray
    edges: DeviceArray
    labels: DeviceArray
    communities: int
    quality: float

class Verdict(dict[str, Any]):
    ok: bool
    violation: str
    def __bool__(self) -> bool: ...
    def __getattr__(self, name: str) -> Any: ...

def graph(data: Any, v: ArrayLike | None = ..., weights: ArrayLike | None = ..., *, num_vertices: int | None = ...,
          symmetrize: Literal["error", "max", "sum"] = ..., weight: str | None = ..., threads: int | None = ..., stream: Any = ...) -> Instance: ...
def hypergraph(offsets: Any, pins: ArrayLike | None = ..., weights: ArrayLike | None = ..., *, num_vertices: int | None = ...,
               threads: int | None = ..., stream: Any = ...) -> Instance: ...
def matrix(data: Any, *, threads: int | None = ...) -> Instance: ...
def preferences(left: Any, right: Any = ..., *, capacities: ArrayLike | int | None = ...,
                right_capacities: ArrayLike | int | None = ...) -> AgentPreferences: ...
def read(source: str | IO[Any] | Any, **options: Any) -> Any: ...
def write(what: Instance | AgentPreferences | Result, path: Any, format: str = ...) -> None: ...
def generate(family: str, *, seed: int = ..., weights: str = ..., threads: int | None = ..., **parameters: float) -> Any: ...
def devices() -> list[dict[str, Any]]: ...
def use_device_library(file: str | Any) -> None: ...
def families() -> list[dict[str, Any]]: ...
def algorithms(problem: str | None = ...) -> list[dict[str, Any]]: ...
def verify(data: Any, result: Any, /, **options: Any) -> Verdict: ...
'''


def literal(names):
    return "Literal[" + ", ".join(f'"{name}"' for name in dict.fromkeys(names)) + "]"


def type_of(parameter):
    return {"real": "float", "whole": "int"}.get(parameter["kind"]) or literal(parameter["choices"])


def rows_of(problems):
    """Solvers of these problems; a call from Python is one process, so those for ranks alone are none of its."""
    return [row for problem in problems for row in hm.algorithms(problem) if row["kind"] == "solver" and row["backends"] != ["ranks"]]


def arguments(name):
    """The named arguments of a call with their types."""
    _, _, problems, own = OWN[name]
    rows = rows_of(problems)
    found = {}
    if rows:
        found["algorithm"] = literal(row["name"] for row in rows) + " | None"
        variants = [row["variant"] for row in rows if row["variant"]]
        if variants and name != "dulmage_mendelsohn":
            found["variant"] = literal(variants) + " | None"
    found |= own
    for row in rows:
        for parameter, facts in row["parameters"].items():
            found.setdefault(parameter, type_of(facts) + " | None")
    return found


def documentation(name):
    """The docstring, and a line per algorithm."""
    lines = inspect.getdoc(getattr(hm, name)).splitlines()
    rows = {}
    for row in rows_of(OWN[name][2]):
        rows.setdefault(row["name"], row)
    if rows:
        lines += ["", "Algorithms", "----------"]
    for row in rows.values():
        facts = "; ".join(row[fact] for fact in ("summary", "guarantee", "complexity", "reference") if row[fact])
        lines.append(f"{row['name']} : {facts}")
    return "\n".join(lines)


def stub():
    parts = [HEAD]
    for name, (positional, result, _, _) in OWN.items():
        named = ", ".join(f"{argument}: {kind} = ..." for argument, kind in arguments(name).items())
        text = '"""' + documentation(name) + '\n"""'
        parts.append(f"def {name}({positional}, /, *, {named}) -> {result}:\n{textwrap.indent(text, '    ')}\n")
    return "\n".join(parts)


def main():
    if sys.argv[1:] == ["write"]:
        STUB.write_text(stub())
    elif sys.argv[1:] == ["check"]:
        if not STUB.is_file() or STUB.read_text() != stub():
            sys.exit(f"{STUB.name} is not what the table of algorithms says: scripts/python_stubs.py write")
    else:
        sys.exit("usage: python_stubs.py write|check")


if __name__ == "__main__":
    main()
