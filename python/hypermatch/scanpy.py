# SPDX-License-Identifier: MIT
"""`hypermatch.scanpy.leiden` in place of `scanpy.tl.leiden`."""

from typing import Any

import numpy as np

from . import _calls


def leiden(adata: Any, resolution: float = 1.0, *, random_state: int = 0, key_added: str = "leiden", adjacency: Any = None,
           use_weights: bool = True, n_iterations: int | None = None, neighbors_key: str | None = None, obsp: str | None = None,
           copy: bool = False, **parameters: Any) -> Any:
    """Communities of the graph of neighbours that `scanpy.pp.neighbors` has made.

    Writes the community of each cell to `adata.obs[key_added]`, a categorical of names "0", "1", ... with the largest
    community first, and parameters and quality to `adata.uns[key_added]`. The same random state gives the same
    communities on any machine and number of threads.

    Parameters
    ----------
    adata : AnnData
    resolution : larger ones make more communities
    random_state : any number
    adjacency, neighbors_key, obsp : the graph, or where `adata` has it, as of scanpy
    use_weights : False to count edges
    n_iterations : None, 0 or less for the algorithm's choice
    copy : True to return a changed copy
    parameters : others of `hypermatch.cluster`
    """
    import pandas as pd

    adata = adata.copy() if copy else adata
    graph = adjacency if adjacency is not None else _adjacency(adata, neighbors_key, obsp)
    if not use_weights:
        graph = graph.astype(bool)
    if n_iterations is not None and n_iterations > 0:
        parameters["iterations"] = n_iterations
    parameters.setdefault("symmetrize", "max")
    found = _calls.cluster(graph, resolution=float(resolution), seed=int(random_state), **parameters)
    sizes = np.bincount(found.labels, minlength=found.num_communities)
    rank = np.empty(found.num_communities, np.int64)
    rank[np.argsort(-sizes, kind="stable")] = np.arange(found.num_communities)
    names = [str(number) for number in range(found.num_communities)]
    adata.obs[key_added] = pd.Categorical.from_codes(rank[found.labels], categories=names)
    adata.uns[key_added] = {
        "params": {"resolution": resolution, "random_state": random_state, "n_iterations": n_iterations},
        "modularity": found.quality,
    }
    return adata if copy else None


def _adjacency(adata, neighbors_key, obsp):
    if obsp is not None and neighbors_key is not None:
        raise ValueError("obsp and neighbors_key name two graphs, must be one of them")
    if obsp is not None:
        return adata.obsp[obsp]
    key = neighbors_key or "neighbors"
    if key not in adata.uns:
        raise KeyError(f"adata.uns has no {key!r}: scanpy.pp.neighbors makes it")
    return adata.obsp[adata.uns[key].get("connectivities_key", "connectivities")]
