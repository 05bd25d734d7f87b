# SPDX-License-Identifier: MIT
"""
Levels of coarsening
====================

Matched vertices are contracted, again and again, until a few are left. Each level has about half of the vertices of the one before,
and looks like it. :func:`hypermatch.match_vertices` also pairs vertices that share only a neighbour, so stars shrink, too.
"""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.collections import LineCollection
from scipy.spatial import Delaunay

import hypermatch as hm

angle = np.random.default_rng(1).random(900) * 2 * np.pi
radius = np.sqrt(np.random.default_rng(2).random(900) * 0.85 + 0.15)
points = np.column_stack([np.cos(angle), np.sin(angle)]) * radius[:, None]
corners = Delaunay(points).simplices
ends = np.unique(np.sort(np.vstack([corners[:, [0, 1]], corners[:, [1, 2]], corners[:, [0, 2]]]), axis=1), axis=0)
ends = ends[np.linalg.norm(points[ends[:, 0]] - points[ends[:, 1]], axis=1) < 0.3]

graph = hm.graph(ends[:, 0], ends[:, 1], num_vertices=len(points))
weights = np.ones(len(points), np.int64)
figure, panels = plt.subplots(1, 4, figsize=(12, 3.4))
for panel in panels:
    u, v, _ = graph.edges()
    panel.add_collection(LineCollection(points[np.column_stack([u, v])], colors="tab:blue", linewidths=0.6))
    panel.scatter(*points.T, s=2 * weights, color="k", zorder=2)
    panel.set(aspect="equal", xticks=[], yticks=[], title=f"{graph.num_vertices} vertices, {graph.num_edges} edges")
    # The next level: centres of mass, and the sums of weights.
    pairs = hm.match_vertices(graph, vertex_weights=weights, max_weight=64)
    coarse = hm.contract(graph, pairs, vertex_weights=weights)
    mass = np.zeros((coarse.coarse.num_vertices, 2))
    np.add.at(mass, coarse.coarse_vertex, points * weights[:, None])
    graph, weights = coarse.coarse, coarse.vertex_weights
    points = mass / weights[:, None]
figure.tight_layout()
