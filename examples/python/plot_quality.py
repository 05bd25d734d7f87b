# SPDX-License-Identifier: MIT
"""
Quality against time
====================

Matchings of one graph by several algorithms, here and in networkx: how long each takes, and how much of the largest possible weight
it finds. Times are those of one run on the machine that made this page.
"""

import time

import matplotlib.pyplot as plt
import networkx as nx
import numpy as np

import hypermatch as hm

graph = hm.generate("rgg", n=800, seed=2, weights="random:1..1000")
theirs = graph.to_networkx()


def greedy_of_networkx():
    """Edges by falling weight, as one writes it in Python."""
    taken, weight = set(), 0
    for u, v, data in sorted(theirs.edges(data=True), key=lambda edge: -edge[2]["weight"]):
        if u not in taken and v not in taken:
            taken |= {u, v}
            weight += data["weight"]
    return weight


def weight_of(pairs):
    return sum(theirs[u][v]["weight"] for u, v in pairs)


runs = {"greedy in Python": greedy_of_networkx, "nx.max_weight_matching": lambda: weight_of(nx.max_weight_matching(theirs))}
for name in ("local_max", "suitor", "gpa", "exact"):
    runs[f"hm.match, {name}"] = lambda name=name: hm.match(graph, algorithm=name).weight

figure, axes = plt.subplots(figsize=(7, 4.5))
found = {}
for name, run in runs.items():
    start = time.perf_counter()
    weight = run()
    found[name] = (time.perf_counter() - start, weight)
best = max(weight for _, weight in found.values())
for place, (name, (seconds, weight)) in enumerate(found.items()):
    print(f"{name:24} {seconds * 1e3:9.2f} ms  {weight / best:.4f}")
    axes.plot(seconds, weight / best, "o", color="tab:red" if name.startswith("hm") else "0.5")
    axes.annotate(name, (seconds, weight / best), xytext=(6, 12 - 8 * (place % 4)),
                  textcoords="offset points", fontsize=8)
axes.set(xscale="log", xlabel="seconds", ylabel="share of the largest weight", title=f"{graph.num_edges} edges")
axes.margins(x=0.35, y=0.15)
figure.tight_layout()
assert np.isclose(found["nx.max_weight_matching"][1], found["hm.match, exact"][1])
