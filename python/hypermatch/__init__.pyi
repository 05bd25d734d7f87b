# SPDX-License-Identifier: MIT
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

def match(graph: _Graph, /, *, algorithm: Literal["local_max", "greedy", "locally_dominant", "suitor", "b_suitor", "red_blue", "interior_first", "hem", "random_greedy", "karp_sipser", "exact", "gpa", "path_growing"] | None = ..., variant: Literal["filtered", "sequential", "crcw", "work_optimal", "sorted", "lock_free", "unsorted", "locks", "no_sync", "sync_lb", "sync_no_lb", "hybrid", "partial_eager", "partial_delayed", "sorted_eager", "sorted_delayed", "unsorted_eager", "unsorted_delayed", "weighted", "random", "natural", "degree_two", "degree_one", "minimum_degree", "crew"] | None = ..., capacity: ArrayLike | int | None = ..., objective: Literal["weight", "cardinality"] | None = ..., nonpositive: Literal["drop", "keep"] | None = ..., seed: int = ..., tie_order: Literal["hash", "degree", "number"] | None = ..., rating: str | None = ..., passes: Sequence[str] | None = ..., determinism: _Determinism | None = ..., symmetrize: Literal["error", "max", "sum"] = ..., weight: str | None = ..., threads: int | None = ..., progress: bool | Callable[[str, int, int], object] | None = ..., verify: bool = ..., device: str | None = ..., stream: Any = ..., ties: Literal["fixed", "redraw"] | None = ..., noise: float | None = ..., vertices_per_warp: int | None = ..., threads_per_block: int | None = ..., shared_rounds: int | None = ..., blue_share: float | None = ..., parts: int | None = ..., sense: Literal["maximize", "minimize"] | None = ..., size: Literal["any", "largest", "perfect"] | None = ..., noise_generator: Literal["mix", "xorwow", "xorshift", "park_miller"] | None = ...) -> Any:
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

    Algorithms
    ----------
    local_max : batches of falling weight, then vertices point at their largest edges until all are settled; 1/2 of the largest weight; O(n + m) expected, no full sort; own: batches of falling key, as prefixes of Blelloch, Fineman, Shun 2012, doi:10.1145/2312005.2312058, and choices of vertices
    greedy : sorts the edges and takes each that fits; 1/2 of the largest weight; O(m log m); Avis 1983, doi:10.1002/net.3230130404
    locally_dominant : vertices point at their largest edge; those that point at each other are matched; 1/2 of the largest weight; O(m) expected for random weights; Manne, Bisseling 2008, doi:10.1007/978-3-540-68111-3_74; on threads and CUDA Halappanavar, Feo, Villa, Tumeo, Pothen 2012, doi:10.1177/1094342012452893
    suitor : vertices propose to the best neighbour whose suitor is worse, and may be displaced; 1/2 of the largest weight; O(m) expected for random weights, O(m degree) at most; Manne, Halappanavar 2014, doi:10.1109/IPDPS.2014.62
    b_suitor : Suitor with as many suitors per vertex as its capacity; 1/2 of the largest weight; O(m log(1 + capacity)) expected for random weights, 1 + degree / capacity times it at most; Khan et al. 2016, doi:10.1137/15M1026304
    red_blue : rounds in which blue vertices propose and red ones accept, with random colours; 1/2 of the largest cardinality; O(m) per round, few rounds in practice; Fagginger Auer, Bisseling 2012, doi:10.1007/978-3-642-30397-5_11
    interior_first : edges within ranges of vertices first, range by range, then those that cross; 1/2 of the largest cardinality; O(m) expected; Reinstaedtler, Schulz, Sitchinava, Walliser 2026
    hem : visits vertices and matches each with the free neighbour of its heaviest edge; 1/2 of the largest cardinality; O(n + m); Karypis, Kumar 1998, doi:10.1137/S1064827595287997
    random_greedy : visits vertices at random and matches each with a random free neighbour; 1/2 of the largest cardinality; O(n + m); Aronson, Dyer, Frieze, Suen 1995, doi:10.1002/rsa.3240060107
    karp_sipser : matches the vertices with the fewest free neighbours first: of one, of one and two, or of any number; 1/2 of the largest cardinality; O((n + m) log n); Karp, Sipser 1981, doi:10.1109/SFCS.1981.21
    exact : augmenting paths with blossoms and a dual solution that proves the answer; the largest weight, the least cost, or the most edges; proven by a dual; O(n m log n); Galil, Micali, Gabow 1986, doi:10.1137/0215009
    gpa : grows paths and even cycles by falling weight, and takes the heaviest matching of each; 1/2 of the largest weight; O(m log m); Maue, Sanders 2007, doi:10.1007/978-3-540-72845-0_19
    path_growing : grows paths along heaviest edges, and takes the heaviest matching of each; 1/2 of the largest weight; O(n + m); Drake, Hougardy 2003, doi:10.1016/S0020-0190(02)00393-9
    """

def b_match(graph: _Graph, capacity: ArrayLike | int | None, /, *, algorithm: Literal["local_max", "greedy", "locally_dominant", "suitor", "b_suitor", "red_blue", "interior_first", "hem", "random_greedy", "karp_sipser", "exact", "gpa", "path_growing"] | None = ..., variant: Literal["filtered", "sequential", "crcw", "work_optimal", "sorted", "lock_free", "unsorted", "locks", "no_sync", "sync_lb", "sync_no_lb", "hybrid", "partial_eager", "partial_delayed", "sorted_eager", "sorted_delayed", "unsorted_eager", "unsorted_delayed", "weighted", "random", "natural", "degree_two", "degree_one", "minimum_degree", "crew"] | None = ..., objective: Literal["weight", "cardinality"] | None = ..., nonpositive: Literal["drop", "keep"] | None = ..., seed: int = ..., tie_order: Literal["hash", "degree", "number"] | None = ..., rating: str | None = ..., passes: Sequence[str] | None = ..., determinism: _Determinism | None = ..., symmetrize: Literal["error", "max", "sum"] = ..., weight: str | None = ..., threads: int | None = ..., progress: bool | Callable[[str, int, int], object] | None = ..., verify: bool = ..., device: str | None = ..., stream: Any = ..., ties: Literal["fixed", "redraw"] | None = ..., noise: float | None = ..., vertices_per_warp: int | None = ..., threads_per_block: int | None = ..., shared_rounds: int | None = ..., blue_share: float | None = ..., parts: int | None = ..., sense: Literal["maximize", "minimize"] | None = ..., size: Literal["any", "largest", "perfect"] | None = ..., noise_generator: Literal["mix", "xorwow", "xorshift", "park_miller"] | None = ...) -> Any:
    """A heavy b-matching: vertex v lies in at most `capacity[v]` matched edges. Options as of `match`.

    Examples
    --------
    >>> import hypermatch as hm
    >>> hm.b_match(([0, 0, 0], [1, 2, 3], [4, 5, 6]), [2, 1, 1, 1]).pairs.tolist()
    [[0, 2], [0, 3]]

    Algorithms
    ----------
    local_max : batches of falling weight, then vertices point at their largest edges until all are settled; 1/2 of the largest weight; O(n + m) expected, no full sort; own: batches of falling key, as prefixes of Blelloch, Fineman, Shun 2012, doi:10.1145/2312005.2312058, and choices of vertices
    greedy : sorts the edges and takes each that fits; 1/2 of the largest weight; O(m log m); Avis 1983, doi:10.1002/net.3230130404
    locally_dominant : vertices point at their largest edge; those that point at each other are matched; 1/2 of the largest weight; O(m) expected for random weights; Manne, Bisseling 2008, doi:10.1007/978-3-540-68111-3_74; on threads and CUDA Halappanavar, Feo, Villa, Tumeo, Pothen 2012, doi:10.1177/1094342012452893
    suitor : vertices propose to the best neighbour whose suitor is worse, and may be displaced; 1/2 of the largest weight; O(m) expected for random weights, O(m degree) at most; Manne, Halappanavar 2014, doi:10.1109/IPDPS.2014.62
    b_suitor : Suitor with as many suitors per vertex as its capacity; 1/2 of the largest weight; O(m log(1 + capacity)) expected for random weights, 1 + degree / capacity times it at most; Khan et al. 2016, doi:10.1137/15M1026304
    red_blue : rounds in which blue vertices propose and red ones accept, with random colours; 1/2 of the largest cardinality; O(m) per round, few rounds in practice; Fagginger Auer, Bisseling 2012, doi:10.1007/978-3-642-30397-5_11
    interior_first : edges within ranges of vertices first, range by range, then those that cross; 1/2 of the largest cardinality; O(m) expected; Reinstaedtler, Schulz, Sitchinava, Walliser 2026
    hem : visits vertices and matches each with the free neighbour of its heaviest edge; 1/2 of the largest cardinality; O(n + m); Karypis, Kumar 1998, doi:10.1137/S1064827595287997
    random_greedy : visits vertices at random and matches each with a random free neighbour; 1/2 of the largest cardinality; O(n + m); Aronson, Dyer, Frieze, Suen 1995, doi:10.1002/rsa.3240060107
    karp_sipser : matches the vertices with the fewest free neighbours first: of one, of one and two, or of any number; 1/2 of the largest cardinality; O((n + m) log n); Karp, Sipser 1981, doi:10.1109/SFCS.1981.21
    exact : augmenting paths with blossoms and a dual solution that proves the answer; the largest weight, the least cost, or the most edges; proven by a dual; O(n m log n); Galil, Micali, Gabow 1986, doi:10.1137/0215009
    gpa : grows paths and even cycles by falling weight, and takes the heaviest matching of each; 1/2 of the largest weight; O(m log m); Maue, Sanders 2007, doi:10.1007/978-3-540-72845-0_19
    path_growing : grows paths along heaviest edges, and takes the heaviest matching of each; 1/2 of the largest weight; O(n + m); Drake, Hougardy 2003, doi:10.1016/S0020-0190(02)00393-9
    """

def bipartite(matrix: _Matrix, /, *, algorithm: Literal["maximum_matching", "hopcroft_karp", "hkdw", "pfp", "p_hk", "p_pfp", "p_dbfs", "ms_bfs_graft", "ms_bfs", "apfb", "apsb"] | None = ..., variant: Literal["gpubfs_wr_mt", "gpubfs_wr_ct", "gpubfs_ct", "gpubfs_mt"] | None = ..., initial: BipartiteMatching | ArrayLike | None = ..., determinism: _Determinism | None = ..., threads: int | None = ..., progress: bool | Callable[[str, int, int], object] | None = ..., verify: bool = ..., device: str | None = ..., stream: Any = ..., start: Literal["none", "cheap", "karp_sipser", "two_sided", "least_degree"] | None = ..., seed: int | None = ...) -> BipartiteMatching:
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

    Algorithms
    ----------
    maximum_matching : a cheap start, local search by labels as in push-relabel, phases of augmenting paths; the largest number of pairs; O(entries sqrt(rows + columns)); Hopcroft, Karp 1973, doi:10.1137/0202019
    hopcroft_karp : phases of shortest augmenting paths; the largest number of pairs; O(entries sqrt(rows + columns)); Hopcroft, Karp 1973, doi:10.1137/0202019
    hkdw : Hopcroft and Karp, with depth-first searches for longer paths at the end of each phase; the largest number of pairs; O(entries sqrt(rows + columns)); Duff, Wiberg 1988, doi:10.1145/44128.44131
    pfp : disjoint depth-first searches from free rows, with lookahead and fairness; the largest number of pairs; O(entries rows), few phases in practice; Pothen, Fan 1990, doi:10.1145/98267.98287; Duff, Kaya, Ucar 2011, doi:10.1145/2049673.2049677
    p_hk : Hopcroft and Karp on several threads; the largest number of pairs; O(entries sqrt(rows + columns)); Azad, Halappanavar, Rajamanickam, Boman, Khan, Pothen 2012, doi:10.1109/IPDPS.2012.82
    p_pfp : depth-first searches with lookahead on several threads; the largest number of pairs; O(entries rows), few phases in practice; Azad, Halappanavar, Rajamanickam, Boman, Khan, Pothen 2012, doi:10.1109/IPDPS.2012.82
    p_dbfs : disjoint breadth-first searches on several threads; the largest number of pairs; O(entries rows), few phases in practice; Azad, Halappanavar, Rajamanickam, Boman, Khan, Pothen 2012, doi:10.1109/IPDPS.2012.82
    ms_bfs_graft : breadth-first searches from all free rows; their trees are grafted instead of regrown; the largest number of pairs; O(entries rows), few phases in practice; Azad, Buluc, Pothen 2017, doi:10.1109/TPDS.2016.2546258
    ms_bfs : breadth-first searches from all free rows at once on a GPU, one path per tree; the largest number of pairs; O(entries rows), few phases in practice; trees as Azad, Buluc, Pothen 2017, doi:10.1109/TPDS.2016.2546258
    apfb : breadth-first searches on a GPU until no level adds a vertex, then all paths found; the largest number of pairs; O(entries rows), few phases in practice; Deveci, Kaya, Ucar, Catalyurek 2013, doi:10.1007/978-3-642-40047-6_84
    apsb : breadth-first searches on a GPU to the first level with a free column, then all paths found; the largest number of pairs; O(entries rows), few phases in practice; Deveci, Kaya, Ucar, Catalyurek 2013, doi:10.1007/978-3-642-40047-6_84
    """

def assign(matrix: _Matrix | None = ..., /, *, algorithm: Literal["assignment", "network_simplex", "auction"] | None = ..., points: tuple[ArrayLike, ArrayLike] | None = ..., metric: Literal["euclidean", "squared_euclidean", "inner_product"] = ..., minimize: bool = ..., perfect: bool = ..., objective: Literal["weight", "cardinality"] | None = ..., determinism: _Determinism | None = ..., row_capacity: ArrayLike | int | None = ..., column_capacity: ArrayLike | int | None = ..., min_per_row: ArrayLike | int | None = ..., min_per_column: ArrayLike | int | None = ..., threads: int | None = ..., progress: bool | Callable[[str, int, int], object] | None = ..., verify: bool = ..., device: str | None = ..., stream: Any = ...) -> Assignment:
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

    Algorithms
    ----------
    assignment : shortest augmenting paths from a dual start; the largest weight where each vertex is in one pair at most; about entries log(vertices) in practice, vertices (entries + vertices log(vertices)) at worst; Tomizawa 1971, doi:10.1002/net.3230010206; Jonker and Volgenant 1987, doi:10.1007/BF02278710
    network_simplex : pivots on a spanning tree of the flow network; the largest weight within the bounds; about entries sqrt(entries) in practice, exponential at worst; Dantzig 1963; Cunningham 1976, doi:10.1007/BF01580379; Grigoriadis 1986, doi:10.1007/BFb0121082
    auction : rows bid for columns in rounds, on all cores and on a device; the largest weight where each vertex is in one pair at most; about entries log(vertices weight) in practice, that times vertices weight at worst; Bertsekas 1979, 1988, doi:10.1007/BF02186476; Bertsekas, Castanon 1992, doi:10.1007/BF00247653
    """

def cluster(graph: _Graph, /, *, algorithm: Literal["leiden", "louvain", "matching", "label_propagation"] | None = ..., variant: Literal["sub_rounds", "buckets", "relaxed_buckets", "sequential"] | None = ..., objective: Literal["modularity", "cpm"] | None = ..., resolution: float | None = ..., initial: ArrayLike | None = ..., fixed: ArrayLike | None = ..., communities: int | None = ..., min_size: int | None = ..., max_size: int | None = ..., hierarchy: bool = ..., determinism: _Determinism | None = ..., symmetrize: Literal["error", "max", "sum"] = ..., weight: str | None = ..., threads: int | None = ..., progress: bool | Callable[[str, int, int], object] | None = ..., verify: bool = ..., device: str | None = ..., stream: Any = ..., seed: int | None = ..., threshold: float | None = ..., iterations: int | None = ..., max_sweeps: int | None = ..., max_levels: int | None = ..., runs: int | None = ..., threshold_small: float | None = ..., threshold_large: float | None = ..., losing_sweep: Literal["undo", "keep"] | None = ...) -> Clustering:
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

    Algorithms
    ----------
    leiden : moves of vertices, refined into connected parts, which become vertices of the next level; connected communities; O(n + m) per level, levels shrink in practice; Traag, Waltman, van Eck 2019, doi:10.1038/s41598-019-41695-z
    louvain : moves of vertices in rounds of a part of them, then levels of communities; none; O(n + m) per level, levels shrink in practice; Blondel, Guillaume, Lambiotte, Lefebvre 2008, doi:10.1088/1742-5468/2008/10/P10008
    matching : merges matched communities, level by level; none; expected O(n + m) per level; Fagginger Auer, Bisseling 2012, Graph coarsening and clustering on the GPU
    label_propagation : each vertex takes the label with the largest weight among its neighbours, until few change; none; O(n + m) per sweep; Raghavan, Albert, Kumara 2007, doi:10.1103/PhysRevE.76.036106
    """

def stable(left: Any, right: Any = ..., /, *, algorithm: Literal["mcvitie_wilson", "gale_shapley", "gusfield_irving", "kiraly", "strongly_stable", "super_stable", "irving", "fixtures", "serial_dictatorship", "top_trading_cycles", "rank_maximal", "popular"] | None = ..., variant: Literal["thread_per_proposer", "partial", "unsorted", "queue", "rounds"] | None = ..., capacities: ArrayLike | int | None = ..., right_capacities: ArrayLike | int | None = ..., determinism: _Determinism | None = ..., threads: int | None = ..., progress: bool | Callable[[str, int, int], object] | None = ..., verify: bool = ..., device: str | None = ..., stream: Any = ..., seed: int | None = ..., optimal: Literal["left", "right"] | None = ..., balance: Literal["dynamic", "static"] | None = ..., proposal_order: Literal["automatic", "given"] | None = ..., choice: Literal["egalitarian", "minimum_regret", "left", "right"] | None = ..., order: Literal["number", "random"] | None = ...) -> StableMatching:
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

    Algorithms
    ----------
    mcvitie_wilson : an agent that is rejected proposes again at once; threads take places by compare-and-swap; best stable partners of one side; O(entries); McVitie, Wilson 1971, doi:10.1145/362619.362631
    gale_shapley : free agents of a queue propose down their lists; best stable partners of one side; O(entries); Gale, Shapley 1962, doi:10.1080/00029890.1962.11989827
    gusfield_irving : rotations from one side's best matching to a fair one; the fairest of all stable matchings; O(entries), and a minimum cut for egalitarian; Gusfield, Irving 1989, The Stable Marriage Problem
    kiraly : proposals with a second chance: many pairs where lists have ties; 2/3 of the largest weakly stable matching; O(entries log capacity); Kiraly 2013, doi:10.3390/a6030471
    strongly_stable : proposals to whole ties: no pair in which one agent gains and the other does not lose; strongly stable, or there is none; O(agents entries); Irving 1994, doi:10.1016/0166-218X(92)00179-P; Kavitha, Mehlhorn, Michail, Paluch 2007, doi:10.1145/1240233.1240238
    super_stable : proposals to whole ties: no pair in which neither agent loses; super-stable, or there is none; O(entries); Irving 1994, doi:10.1016/0166-218X(92)00179-P; Irving, Manlove, Scott 2000, doi:10.1007/3-540-44985-X_24
    irving : proposals, then rotations, among agents of one side; stable roommates, or a proof that there are none; O(entries); Irving 1985, doi:10.1016/0196-6774(85)90033-1; Tan 1991, doi:10.1016/0196-6774(91)90028-W
    fixtures : Irving's rotations for agents with several places; stable roommates with capacities, or a proof that there are none; O(entries); Irving, Scott 2007, doi:10.1016/j.dam.2007.05.003; Glitzner, Manlove 2025, arXiv 2505.11456
    serial_dictatorship : agents choose one after the other; Pareto-optimal for strict lists; O(entries); Abdulkadiroglu, Sonmez 1998, doi:10.2307/2998580
    top_trading_cycles : agents point at the owners of their best items; cycles of them trade; the strict core of strict lists; O(entries); Shapley, Scarf 1974, doi:10.1016/0304-4068(74)90033-0
    rank_maximal : as many first choices as possible, of these as many second ones, and so on; most first choices, of these most second ones, ...; O(min(agents, ranks sqrt(agents)) entries); Irving, Kavitha, Mehlhorn, Michail, Paluch 2006, doi:10.1145/1198513.1198520; Paluch 2013, doi:10.1007/978-3-642-38233-8_27
    popular : first choices and best others: no matching would win a vote against it; a largest popular matching, or there is none; O(entries sqrt(agents)); Abraham, Irving, Kavitha, Mehlhorn 2007, doi:10.1137/06067328X
    """

def match_vertices(graph: _Graph, /, *, vertex_weights: ArrayLike | None = ..., max_weight: int | None = ..., largest_edge: int | None = ..., two_hop: bool = ..., seed: int = ..., symmetrize: Literal["error", "max", "sum"] = ..., weight: str | None = ..., threads: int | None = ..., progress: bool | Callable[[str, int, int], object] | None = ...) -> VertexMatching:
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

def contract(graph: _Graph, labels: Any, /, *, vertex_weights: ArrayLike | None = ..., loops: bool = ..., merge: bool = ..., symmetrize: Literal["error", "max", "sum"] = ..., weight: str | None = ..., threads: int | None = ...) -> Contraction:
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

def dulmage_mendelsohn(matrix: _Matrix, /, *, algorithm: Literal["maximum_matching", "hopcroft_karp", "hkdw", "pfp", "p_hk", "p_pfp", "p_dbfs", "ms_bfs_graft", "ms_bfs", "apfb", "apsb"] | None = ..., level: Literal["fine", "coarse"] | None = ..., threads: int | None = ..., progress: bool | Callable[[str, int, int], object] | None = ..., start: Literal["none", "cheap", "karp_sipser", "two_sided", "least_degree"] | None = ..., seed: int | None = ...) -> DulmageMendelsohn:
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

    Algorithms
    ----------
    maximum_matching : a cheap start, local search by labels as in push-relabel, phases of augmenting paths; the largest number of pairs; O(entries sqrt(rows + columns)); Hopcroft, Karp 1973, doi:10.1137/0202019
    hopcroft_karp : phases of shortest augmenting paths; the largest number of pairs; O(entries sqrt(rows + columns)); Hopcroft, Karp 1973, doi:10.1137/0202019
    hkdw : Hopcroft and Karp, with depth-first searches for longer paths at the end of each phase; the largest number of pairs; O(entries sqrt(rows + columns)); Duff, Wiberg 1988, doi:10.1145/44128.44131
    pfp : disjoint depth-first searches from free rows, with lookahead and fairness; the largest number of pairs; O(entries rows), few phases in practice; Pothen, Fan 1990, doi:10.1145/98267.98287; Duff, Kaya, Ucar 2011, doi:10.1145/2049673.2049677
    p_hk : Hopcroft and Karp on several threads; the largest number of pairs; O(entries sqrt(rows + columns)); Azad, Halappanavar, Rajamanickam, Boman, Khan, Pothen 2012, doi:10.1109/IPDPS.2012.82
    p_pfp : depth-first searches with lookahead on several threads; the largest number of pairs; O(entries rows), few phases in practice; Azad, Halappanavar, Rajamanickam, Boman, Khan, Pothen 2012, doi:10.1109/IPDPS.2012.82
    p_dbfs : disjoint breadth-first searches on several threads; the largest number of pairs; O(entries rows), few phases in practice; Azad, Halappanavar, Rajamanickam, Boman, Khan, Pothen 2012, doi:10.1109/IPDPS.2012.82
    ms_bfs_graft : breadth-first searches from all free rows; their trees are grafted instead of regrown; the largest number of pairs; O(entries rows), few phases in practice; Azad, Buluc, Pothen 2017, doi:10.1109/TPDS.2016.2546258
    ms_bfs : breadth-first searches from all free rows at once on a GPU, one path per tree; the largest number of pairs; O(entries rows), few phases in practice; trees as Azad, Buluc, Pothen 2017, doi:10.1109/TPDS.2016.2546258
    apfb : breadth-first searches on a GPU until no level adds a vertex, then all paths found; the largest number of pairs; O(entries rows), few phases in practice; Deveci, Kaya, Ucar, Catalyurek 2013, doi:10.1007/978-3-642-40047-6_84
    apsb : breadth-first searches on a GPU to the first level with a free column, then all paths found; the largest number of pairs; O(entries rows), few phases in practice; Deveci, Kaya, Ucar, Catalyurek 2013, doi:10.1007/978-3-642-40047-6_84
    """
