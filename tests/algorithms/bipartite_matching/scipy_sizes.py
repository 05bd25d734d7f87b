#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes scipy_sizes.tsv anew: what SciPy finds for instances that the tests generate, too.

  scipy_sizes.py COMMAND > scipy_sizes.tsv

COMMAND is the path of `hypermatch`; it only generates.
"""

import random
import subprocess
import sys
import tempfile
from pathlib import Path

import scipy
import scipy.io
from scipy.sparse.csgraph import maximum_bipartite_matching

INSTANCES = 400


def drawn(draw):
    """A family and parameters, sparse enough that the sizes are not obvious."""
    n, m = draw.randint(1, 400), draw.randint(1, 400)
    return draw.choice([
        ("random_bipartite", {"rows": n, "columns": m, "degree": draw.choice([1, 2, 3, 4, 6])}),
        ("random_bipartite", {"rows": n, "columns": n, "degree": draw.choice([1, 2, 3, 4])}),
        ("uniform", {"n": n + 3, "m": n + 20, "k": draw.randint(1, 3)}),
        ("sizes", {"n": n + 5, "m": m, "min": 0, "max": draw.randint(1, 5)}),
        ("power_law", {"n": n + 5, "m": m, "min": 1, "max": draw.randint(1, 5)}),
        ("ksat_dual", {"n": n + 3, "m": n + 40, "k": 1}),
        ("ksat_literal", {"n": n + 3, "m": m, "k": 2}),
        ("rmat", {"scale": draw.randint(3, 8), "edge_factor": draw.choice([1, 2, 4])}),
        ("road", {"x": draw.randint(2, 20), "y": draw.randint(2, 20)}),
        ("grid", {"x": draw.randint(1, 20), "y": draw.randint(1, 20)}),
        ("rgg", {"n": n + 2}),
        ("random_graph", {"n": n + 2, "alpha": draw.choice([1, 2])}),
        ("layered", {"levels": draw.randint(1, 100), "shuffle": 1}),
    ])


def main():
    command, draw = sys.argv[1], random.Random(1)
    print(f"# Sizes by SciPy {scipy.__version__}: family, parameters, seed, rows, columns, size")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "instance.mtx"
        for seed in range(INSTANCES):
            family, parameters = drawn(draw)
            words = [f"{name}={value}" for name, value in parameters.items()]
            subprocess.run([command, "generate", family, *words, "--seed", str(seed), "--quiet",
                            "-o", path], check=True)
            matrix = scipy.io.mmread(path).tocsr()
            size = int((maximum_bipartite_matching(matrix, perm_type="column") >= 0).sum())
            print(family, ",".join(words), seed, *matrix.shape, size, sep="\t")


if __name__ == "__main__":
    main()
