#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The Python package beside what Python programs use otherwise, in one process, on arrays that both take:
python_peers.py [SCALE]. Medians of runs after a warm-up, the package's threads as it chooses them; packages that are not
installed are left out."""
import importlib.util
import statistics
import sys
import time

import numpy as np
import scipy.optimize
import scipy.sparse as sparse
from scipy.sparse import csgraph

import hypermatch as hm
import hypermatch.csgraph

SCALE = float(sys.argv[1]) if sys.argv[1:] else 1.0


def scaled(n):
    return max(10, int(n * SCALE))


def random_graph(n, degree, seed=1):
    rng = np.random.default_rng(seed)
    u, v = rng.integers(0, n, n * degree // 2), rng.integers(0, n, n * degree // 2)
    a = sparse.coo_array((rng.random(u.size) + 0.5, (u, v)), shape=(n, n)).tocsr()
    a = sparse.csr_array(sparse.triu(a, 1))
    return sparse.csr_array(a + a.T)


def seconds(call, least=3):
    call()
    times = []
    while len(times) < least or (sum(times) < 0.5 and len(times) < 50):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def rows():
    """(question, package, its call, our call)"""
    graph = random_graph(scaled(100_000), 10)
    oblong = sparse.random_array((scaled(200_000), scaled(200_000)), density=3 / scaled(200_000), rng=1, format="csr")
    costs = np.random.default_rng(1).random((scaled(1500), scaled(1500)))
    sparse_costs = sparse.csr_array(sparse.random_array((scaled(20_000), scaled(20_000)), density=20 / scaled(20_000), rng=2)
                                    + sparse.eye_array(scaled(20_000)) * 5)
    ladder_size = scaled(100_000)
    ladder = sparse.csr_array((np.ones(2 * ladder_size), np.minimum(np.stack((np.arange(ladder_size) + 1, np.arange(ladder_size)), 1).reshape(-1),
                               ladder_size - 1), np.arange(0, 2 * ladder_size + 1, 2)), shape=(ladder_size, ladder_size))
    yield "largest matching", "SciPy", lambda: csgraph.maximum_bipartite_matching(oblong), lambda: hm.bipartite(oblong)
    yield "largest matching, a ladder", "SciPy", lambda: csgraph.maximum_bipartite_matching(ladder), lambda: hm.bipartite(ladder)
    yield "dense assignment", "SciPy", lambda: scipy.optimize.linear_sum_assignment(costs), lambda: hypermatch.csgraph.linear_sum_assignment(costs)
    yield ("sparse assignment", "SciPy", lambda: csgraph.min_weight_full_bipartite_matching(sparse_costs),
           lambda: hypermatch.csgraph.min_weight_full_bipartite_matching(sparse_costs))
    if importlib.util.find_spec("networkx"):
        import networkx as nx

        small = nx.from_scipy_sparse_array(random_graph(scaled(2000), 10))
        tiny = nx.from_scipy_sparse_array(random_graph(scaled(300), 8))
        small_matrix, tiny_matrix = nx.to_scipy_sparse_array(small), nx.to_scipy_sparse_array(tiny)
        two_sided = nx.bipartite.random_graph(scaled(2000), scaled(2000), 0.003, seed=1)
        top = range(scaled(2000))
        between = nx.bipartite.biadjacency_matrix(two_sided, top)
        yield "maximal matching", "networkx", lambda: nx.maximal_matching(small), lambda: hm.match(small_matrix)
        yield "heaviest matching", "networkx", lambda: nx.max_weight_matching(tiny), lambda: hm.match(tiny_matrix, algorithm="exact")
        yield "Hopcroft-Karp", "networkx", lambda: nx.bipartite.hopcroft_karp_matching(two_sided, top), lambda: hm.bipartite(between)
        yield "communities", "networkx", lambda: nx.community.louvain_communities(small, seed=1), lambda: hm.cluster(small_matrix)
        yield ("communities, from a graph of networkx", "networkx", lambda: nx.community.louvain_communities(small, seed=1),
               lambda: hm.cluster(small))
    if importlib.util.find_spec("igraph"):
        import igraph

        upper = sparse.triu(graph, format="coo")
        other = igraph.Graph(n=graph.shape[0], edges=np.stack((upper.row, upper.col), 1))
        weights = upper.data.tolist()
        yield ("communities", "igraph", lambda: other.community_leiden("modularity", weights=weights, n_iterations=2),
               lambda: hm.cluster(graph, iterations=2))
        yield "communities, Louvain", "igraph", lambda: other.community_multilevel(weights=weights), lambda: hm.cluster(graph, algorithm="louvain")
    if importlib.util.find_spec("networkit"):
        import networkit

        kit = networkit.GraphFromCoo((upper.data, (upper.row, upper.col)), n=graph.shape[0], weighted=True)
        yield "heavy matching", "NetworKit", lambda: networkit.matching.SuitorMatcher(kit, False).run(), lambda: hm.match(graph)


def main():
    print("| question | beside | its seconds | hypermatch | ratio |\n|---|---|---:|---:|---:|")
    lost = 0
    for question, package, theirs, ours in rows():
        a, b = seconds(theirs), seconds(ours)
        lost += b > a
        print(f"| {question} | {package} | {a:.4f} | {b:.4f} | {a / b:.1f} |", flush=True)
    print(f"\nslower in {lost} rows")


if __name__ == "__main__":
    main()
