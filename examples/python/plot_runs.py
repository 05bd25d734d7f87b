# SPDX-License-Identifier: MIT
"""
Four runs of two Leidens
========================

The communities found here are the same in each run, on any number of threads and any machine. Those of igraph depend on the state of
Python's random numbers: four runs in a row give four answers. Each square shows how alike two runs are (adjusted Rand index).
"""

import igraph
import matplotlib.pyplot as plt
import numpy as np
from sklearn.metrics import adjusted_rand_score

import hypermatch as hm

graph = hm.generate("lfr", n=3000, mixing=55, seed=5)
u, v, _ = graph.edges()
theirs = igraph.Graph(n=graph.num_vertices, edges=np.column_stack([u, v]))

ours_runs = [hm.cluster(graph, threads=threads) for threads in (1, 2, 3, 5)]
igraph_runs = [theirs.community_leiden("modularity") for _ in range(4)]
runs = {"hm.cluster on 1, 2, 3 and 5 threads": [run.labels for run in ours_runs],
        "igraph, four times": [run.membership for run in igraph_runs]}
quality = [[run.quality for run in ours_runs], [run.modularity for run in igraph_runs]]

figure, panels = plt.subplots(1, 2, figsize=(8.5, 4.2))
for panel, (name, labels), found in zip(panels, runs.items(), quality):
    alike = np.array([[adjusted_rand_score(a, b) for a in labels] for b in labels])
    print(f"{name}: modularity {min(found):.4f} to {max(found):.4f}, runs alike from {alike.min():.3f}")
    panel.imshow(alike, vmin=0.5, vmax=1, cmap="Blues")
    for (i, j), value in np.ndenumerate(alike):
        panel.text(j, i, f"{value:.2f}", ha="center", va="center", color="white" if value > 0.75 else "black")
    panel.set(title=f"{name}\nmodularity {min(found):.4f} to {max(found):.4f}", xticks=[], yticks=[])
figure.tight_layout()
assert all(run == ours_runs[0] for run in ours_runs)
