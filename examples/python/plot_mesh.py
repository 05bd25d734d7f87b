# SPDX-License-Identifier: MIT
"""
A matched mesh
==============

Edges of a triangulation, rated by how short they are. A matching pairs points with near ones, each at most once; multigrid and
graph partitioning merge such pairs. The proof says how far from the best matching this one can be at most.
"""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.collections import LineCollection
from scipy.spatial import Delaunay

import hypermatch as hm

points = np.random.default_rng(4).random((300, 2))
corners = Delaunay(points).simplices
ends = np.sort(np.vstack([corners[:, [0, 1]], corners[:, [1, 2]], corners[:, [0, 2]]]), axis=1)
ends = np.unique(ends, axis=0)
length = np.linalg.norm(points[ends[:, 0]] - points[ends[:, 1]], axis=1)

mesh = hm.graph(ends[:, 0], ends[:, 1], 1 / length)
pairs = hm.match(mesh, verify=True)
print(f"{pairs.size} pairs of {len(points)} points, at least {pairs.certified_ratio:.2f} of the largest weight")

figure, axes = plt.subplots(figsize=(6, 6))
axes.add_collection(LineCollection(points[ends], colors="0.8", linewidths=0.7))
axes.add_collection(LineCollection(points[pairs.pairs], colors="tab:red", linewidths=2.5))
axes.plot(*points.T, "k.", markersize=3)
axes.set(aspect="equal", xticks=[], yticks=[], title="Near points, paired")
figure.tight_layout()
