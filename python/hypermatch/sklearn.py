# SPDX-License-Identifier: MIT
"""A clusterer with the interface of scikit-learn: communities of the graph of nearest neighbours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sparse
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.neighbors import kneighbors_graph
from sklearn.utils import check_random_state
from sklearn.utils.validation import validate_data

from . import _calls

if TYPE_CHECKING:
    from numpy.typing import NDArray


class CommunityClustering(ClusterMixin, BaseEstimator):
    """Communities of the graph of nearest neighbours, or of a given graph.

    Parameters
    ----------
    n_clusters : how many communities; None for as many as the modularity asks for
    n_neighbors : neighbours per sample; a sample is joined to those that it names and that name it
    resolution : larger ones make more communities
    algorithm : a name from `hypermatch.algorithms("clustering")`
    affinity : "nearest_neighbors", or "precomputed" if X is a matrix of similarities, of which the larger one of both
        directions counts
    metric : of the neighbours
    random_state : int, RandomState or None; the same number gives the same answer
    n_jobs : threads; None for as many as pay

    Attributes
    ----------
    labels_ : the community of each sample
    quality_ : the modularity
    n_features_in_ : features seen by `fit`
    """

    labels_: NDArray[np.intp]
    quality_: float

    def __init__(self, n_clusters: int | None = None, *, n_neighbors: int = 15, resolution: float = 1.0, algorithm: str = "leiden",
                 affinity: str = "nearest_neighbors", metric: str = "minkowski", random_state: Any = 0, n_jobs: int | None = None) -> None:
        self.n_clusters = n_clusters
        self.n_neighbors = n_neighbors
        self.resolution = resolution
        self.algorithm = algorithm
        self.affinity = affinity
        self.metric = metric
        self.random_state = random_state
        self.n_jobs = n_jobs

    def fit(self, X: Any, y: Any = None) -> CommunityClustering:
        """Finds the communities of the samples."""
        del y
        if self.affinity not in ("nearest_neighbors", "precomputed"):
            raise ValueError(f"affinity is {self.affinity!r}, must be 'nearest_neighbors' or 'precomputed'")
        X = validate_data(self, X, accept_sparse=["csr"], dtype=[np.float64, np.float32], ensure_min_samples=2)
        found = _calls.cluster(
            self._graph(X), symmetrize="max", algorithm=self.algorithm, resolution=float(self.resolution),
            communities=self.n_clusters, seed=int(check_random_state(self.random_state).randint(1 << 30)),
            threads=self.n_jobs if self.n_jobs is not None and self.n_jobs > 0 else None)
        self.labels_ = found.labels.astype(np.intp)
        self.quality_ = found.quality
        return self

    def _graph(self, X):
        if self.affinity == "nearest_neighbors":
            neighbors = min(self.n_neighbors, X.shape[0] - 1)
            return kneighbors_graph(X, neighbors, metric=self.metric, include_self=False)
        if X.shape[0] != X.shape[1]:
            raise ValueError(f"a matrix of similarities must be square, this one has shape {X.shape}")
        return sparse.csr_array(X)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.pairwise = self.affinity == "precomputed"
        return tags
