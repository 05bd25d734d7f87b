# SPDX-License-Identifier: MIT
"""
Nearest neighbours, made fair
=============================

In a graph of nearest neighbours some points are named by many others: hubs. A b-matching of the same edges gives each point at most b
neighbours, the nearest that are left for both. No point is a hub any more, and nearly all keep their b neighbours.
"""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.collections import LineCollection
from sklearn.datasets import make_blobs
from sklearn.neighbors import kneighbors_graph

import hypermatch as hm

points, _ = make_blobs(250, centers=4, cluster_std=[0.4, 0.8, 1.2, 1.8], random_state=7)
near = kneighbors_graph(points, 10, mode="distance")
near.data = 1 / (0.05 + near.data)
b = 4

named = hm.graph(kneighbors_graph(points, b), symmetrize="max")
fair = hm.b_match(hm.graph(near, symmetrize="max"), b, verify=True)

figure, panels = plt.subplots(2, 2, figsize=(9, 7), height_ratios=(3, 1))
u, v, _ = named.edges()
for column, (pairs, title) in enumerate(((np.column_stack([u, v]), f"{b} nearest neighbours"), (fair.pairs, f"b-matching, b = {b}"))):
    degrees = np.bincount(pairs.ravel(), minlength=len(points))
    print(f"{title}: {len(pairs)} edges, degrees {degrees.min()} to {degrees.max()}")
    panel = panels[0, column]
    panel.add_collection(LineCollection(points[pairs], colors="0.6", linewidths=0.6))
    panel.scatter(*points.T, s=8, c=degrees, cmap="viridis", zorder=2)
    panel.set(xticks=[], yticks=[], title=title)
    panels[1, column].hist(degrees, bins=np.arange(14) - 0.5, rwidth=0.8)
    panels[1, column].set(xlabel="neighbours", ylabel="points")
figure.tight_layout()
