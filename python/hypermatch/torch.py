# SPDX-License-Identifier: MIT
"""Matchings of graphs in PyTorch's tensors, as pooling of graph networks wants them. NumPy's arrays serve as well."""

from typing import Any

import numpy as np

from . import _calls, _device, _inputs
from ._errors import InvalidInput


def graclus(edge_index: Any, weight: Any = None, num_nodes: int | None = None, *, algorithm: str | None = None,
            threads: int | None = None) -> Any:
    """Clusters of at most two nodes, by a heavy matching: as `torch_cluster.graclus_cluster`, but the same each time.

    Parameters
    ----------
    edge_index : integers of two rows: the ends of edges, in one direction or in both
    weight : one per edge, or none
    num_nodes : the largest end and 1 unless given

    Returns
    -------
    Integers, one per node: the smaller node of its pair, of a node that is alone itself
    """
    if _device.is_there(edge_index):
        return _graclus_on_device(edge_index, weight, num_nodes, algorithm)
    ends = _ends(edge_index)
    n = _num_nodes(ends, num_nodes)
    return _like(edge_index, _clusters(ends, None if weight is None else _array(weight), n, algorithm, threads))


def _graclus_on_device(edge_index, weight, num_nodes, algorithm):
    """Nothing leaves the device. Of the two directions of an edge the larger weight counts."""
    import torch

    if edge_index.dim() != 2 or edge_index.shape[0] != 2:
        raise InvalidInput(f"edge_index has shape {tuple(edge_index.shape)}, must have two rows")
    ends = edge_index.detach().long()
    n = num_nodes if num_nodes is not None else int(ends.max()) + 1 if ends.numel() else 0
    if ends.numel() and not (0 <= int(ends.min()) and int(ends.max()) < n):
        raise InvalidInput(f"edge_index holds {int(ends.min())} .. {int(ends.max())}, must hold 0 .. {n - 1}")
    own = torch.arange(n, device=ends.device)
    between = ends[0] != ends[1]
    low, high = torch.minimum(*ends)[between], torch.maximum(*ends)[between]
    codes, places = torch.unique(low * max(n, 1) + high, return_inverse=True)
    if not codes.numel():
        return own
    weights = None
    if weight is not None:
        given = weight.detach().reshape(-1)[between]
        given = given if given.dtype in (torch.float32, torch.float64, torch.int32, torch.int64) else given.float()
        weights = given.new_zeros(codes.numel()).scatter_reduce_(0, places, given, "amax", include_self=False)
    graph = _inputs.graph(codes // n, codes % n, weights, num_vertices=n)
    mates = torch.from_dlpack(_calls.match(graph, algorithm=algorithm).mates).long()
    return torch.where(mates < 0, own, torch.minimum(own, mates))


def pool_edges(x: Any, edge_index: Any, score: Any, batch: Any = None, *,
               threads: int | None = None) -> tuple[Any, Any, Any, Any]:
    """Contracts a heavy matching by the scores of edges, as edge pooling does it.

    Parameters
    ----------
    x : features, one row per node
    edge_index : integers of two rows
    score : one per edge; edges of score 0 or less stay
    batch : the graph of each node, or none

    Returns
    -------
    x : sums of the features of a cluster, times the score of its edge; gradients go through to features and scores.
        Floats, also where the features are integers
    edge_index : the edges between clusters, each once
    batch : of the clusters, or None
    cluster : the cluster of each node, numbered from 0 by their first nodes
    """
    if not np.ndim(x):
        raise InvalidInput("x has no dimension, must have one row per node")
    if batch is not None and len(batch) != len(x):
        raise InvalidInput(f"batch has {len(batch)} items for {len(x)} nodes")
    ends, scores = _ends(edge_index), _array(score).astype(np.float64)
    smaller = _clusters(ends, scores, len(x), None, threads)
    firsts, cluster = np.unique(smaller, return_inverse=True)
    (inside,) = np.nonzero((cluster[ends[0]] == cluster[ends[1]]) & (ends[0] != ends[1]))
    # The matching counts the direction of an edge that has the larger score.
    inside = inside[np.lexsort((-scores[inside], cluster[ends[0, inside]]))]
    contracted, first = np.unique(cluster[ends[0, inside]], return_index=True)
    pooled = _sums(x, cluster, firsts.size, contracted, _chosen(score, inside[first]))
    between = np.unique(cluster[ends[:, cluster[ends[0]] != cluster[ends[1]]]], axis=1)
    return pooled, _like(edge_index, between), None if batch is None else _chosen(batch, firsts), _like(edge_index, cluster)


def _sums(x, cluster, count, scaled, scores):
    """Sums of the rows of each cluster, some of them times a score; of tensors with their gradients."""
    if not hasattr(x, "detach"):
        features = np.asarray(x)
        features = features if features.dtype.kind in "fc" else features.astype(np.float64)
        sums = np.zeros((count, *features.shape[1:]), features.dtype)
        np.add.at(sums, cluster, features)
        factors = np.ones(count, features.dtype)
        factors[scaled] = scores
        return sums * factors.reshape(-1, *[1] * (features.ndim - 1))
    x = x if x.is_floating_point() or x.is_complex() else x.float()
    sums = x.new_zeros((count, *x.shape[1:])).index_add(0, _like(x, cluster), x)
    factors = x.new_ones(count).index_put((_like(x, scaled),), _like(x, scores).to(x.dtype))
    return sums * factors.reshape(-1, *[1] * (x.dim() - 1))


def _chosen(values, places):
    return (values if hasattr(values, "detach") else np.asarray(values))[_like(values, places)]


def _clusters(ends, weights, n, algorithm, threads):
    graph = _inputs.graph(ends[0], ends[1], weights, num_vertices=n, symmetrize="max")
    mates = _calls.match(graph, algorithm=algorithm, threads=threads).mates
    own = np.arange(n)
    return np.where(mates < 0, own, np.minimum(own, mates))


def _ends(edge_index):
    ends = _array(edge_index)
    if ends.ndim != 2 or ends.shape[0] != 2:
        raise InvalidInput(f"edge_index has shape {tuple(ends.shape)}, must have two rows")
    return ends if ends.size else ends.astype(np.int64)


def _num_nodes(ends, num_nodes):
    if num_nodes is not None:
        return num_nodes
    return int(ends.max()) + 1 if ends.size else 0


def _array(tensor):
    return tensor.detach().cpu().numpy() if hasattr(tensor, "detach") else np.asarray(tensor)


def _like(tensor, array):
    """The array as what the caller has given: a tensor on its device, or an array."""
    if not hasattr(tensor, "detach") or hasattr(array, "detach"):
        return array
    import torch

    return torch.from_numpy(np.ascontiguousarray(array)).to(tensor.device)
