#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""SciPy's and igraph's maximum bipartite matchings beside the command line, in one run: Markdown.

  bipartite_peers.py [--command PATH] [--repetitions R] [--seconds S] [FILE...]

FILE is a matrix or a graph, plain or compressed by zstd; none: all matrices and graphs of the
folder of real instances, and random ones. Each is compared as it is and with its rows and columns
permuted. All run on one thread, from structures in memory to the matching. Times are medians of up
to R runs (3), none of which is dropped: of processor time for the peers, whose runs on an instance
share a process; of the solve and what it prepares for the command line, a process a run. A peer is
given up after S seconds (5) for all its runs on an instance, which then count as one of S. Fails if
sizes differ, or a peer ends without an answer; skips where there is no SciPy, leaves igraph out
where it is not installed.
"""

import argparse
import datetime
import io
import json
import math
import multiprocessing
import os
import queue
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

WORTH_MILLISECONDS = 100.0  # what SciPy must take for an instance to count in the mean
ANSWER_SECONDS = 10.0  # for an answer to arrive, once its process has ended well


def matrix_of(command, path):
    import scipy.io
    if ".mtx" in path.suffixes:
        data = path.read_bytes()
        if path.suffix == ".zst":
            data = subprocess.run(["zstd", "-dc", str(path)], check=True,
                                  capture_output=True).stdout
    else:
        data = subprocess.run([command, "convert", "--as", "graph", "--quiet", "--to",
                               "matrix_market", str(path), "-"],
                              check=True, capture_output=True).stdout
    matrix = scipy.io.mmread(io.BytesIO(data)).tocsr()
    matrix.sum_duplicates()
    return pattern(matrix)


def pattern(matrix):
    import numpy as np
    import scipy.sparse
    matrix = matrix.tocsr()
    ones = np.ones(matrix.nnz, dtype=np.int8)
    return scipy.sparse.csr_matrix((ones, matrix.indices, matrix.indptr), shape=matrix.shape)


def permuted(matrix):
    import numpy as np
    random = np.random.default_rng(1)
    return matrix[random.permutation(matrix.shape[0])][:, random.permutation(matrix.shape[1])]


def generated():
    """Names and matrices of families."""
    import numpy as np
    import scipy.sparse
    random = np.random.default_rng(1)
    for rows, columns, degree in ((200_000, 200_000, 2), (200_000, 200_000, 4),
                                  (200_000, 200_000, 8), (200_000, 100_000, 3)):
        entries = (random.integers(0, rows, rows * degree),
                   random.integers(0, columns, rows * degree))
        ones = np.ones(rows * degree, dtype=np.int8)
        yield (f"random {rows} x {columns}, degree {degree}",
               pattern(scipy.sparse.coo_matrix((ones, entries), shape=(rows, columns))))
    side = 500
    line = scipy.sparse.diags([1, 1], [-1, 1], shape=(side, side))
    yield f"grid {side} x {side}", pattern(scipy.sparse.kronsum(line, line))


def scipy_solver(matrix):
    from scipy.sparse.csgraph import maximum_bipartite_matching
    return lambda: int((maximum_bipartite_matching(matrix, perm_type="column") >= 0).sum())


def igraph_solver(matrix):
    import igraph
    coordinates = matrix.tocoo()
    rows, columns = matrix.shape
    graph = igraph.Graph(n=rows + columns,
                         edges=list(zip(coordinates.row.tolist(),
                                        (coordinates.col + rows).tolist())))
    types = [False] * rows + [True] * columns
    return lambda: len(graph.maximum_bipartite_matching(types=types))


SOLVERS = {"SciPy": scipy_solver, "igraph": igraph_solver}


def solve_by_peer(peer, matrix, repetitions, seconds, begun, answer):
    solve = SOLVERS[peer](matrix)
    begun.set()
    times, size = [], 0
    # Not again where the next time might be the one that is late.
    while len(times) < repetitions and sum(times) < seconds * 1e3 / 3:
        begin = time.process_time()
        size = solve()
        times.append((time.process_time() - begin) * 1e3)
    answer.put((size, statistics.median(times)))


def by_peer(peer, matrix, repetitions, seconds):
    """Size and milliseconds; no size if it was given up."""
    answer = multiprocessing.Queue()
    begun = multiprocessing.Event()
    process = multiprocessing.Process(target=solve_by_peer,
                                      args=(peer, matrix, repetitions, seconds, begun, answer))
    process.start()
    while process.is_alive() and not begun.wait(0.1):
        pass
    process.join(seconds)
    if process.is_alive():
        process.terminate()
        process.join()
        return None, seconds * 1e3
    if process.exitcode == 0:
        try:
            return answer.get(timeout=ANSWER_SECONDS)
        except queue.Empty:
            pass
    raise SystemExit(f"error: {peer}'s process gave no answer, exit code {process.exitcode}")


def by_hypermatch(command, matrix, repetitions):
    with tempfile.NamedTemporaryFile("w", suffix=".mtx") as file:
        coordinates = matrix.tocoo()
        file.write("%%MatrixMarket matrix coordinate pattern general\n"
                   f"{matrix.shape[0]} {matrix.shape[1]} {matrix.nnz}\n")
        file.writelines(f"{row + 1} {column + 1}\n"
                        for row, column in zip(coordinates.row, coordinates.col))
        file.flush()
        times, size = [], 0
        for _ in range(repetitions):
            run = subprocess.run([command, "bipartite", file.name, "--threads", "1", "--device",
                                  "cpu", "--quiet", "-o", "/dev/null", "--json", "-"],
                                 check=True, capture_output=True, text=True)
            report = json.loads(run.stdout)
            times.append((report["seconds"]["solve"] + report["seconds"]["prepare"]) * 1e3)
            size = report["result"]["structural_rank"]
        return size, statistics.median(times)


def instances(command, files):
    for path in files or standard_files():
        yield path.name.split(".")[0], matrix_of(command, path)
    if not files:
        yield from generated()


def standard_files():
    top = Path(__file__).resolve().parent.parent.parent
    folder = Path(os.environ.get("HYPERMATCH_DATA_DIR", top / "../shared/data"))
    return sorted(path for kind in ("mtx-suitesparse", "bip-*", "graph-*")
                  for suffix in ("mtx", "graph", "txt")
                  for path in folder.glob(f"{kind}/*.{suffix}.zst")
                  if path.name not in ("midl_caps.txt.zst",))


def row_of(name, matrix, size, mine, theirs):
    """A row of the table; `theirs`: size and milliseconds by peer."""
    row = f"| {name} | {matrix.shape[0]} | {matrix.shape[1]} | {matrix.nnz} | {size} | {mine:.2f} |"
    for peer_size, milliseconds in theirs.values():
        sign = ">" if peer_size is None else ""
        row += f" {sign}{milliseconds:.2f} | {sign}{milliseconds / mine:.1f} |"
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--command", default="build/bin/hypermatch")
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    arguments = parser.parse_args()
    try:
        import scipy
    except ImportError:
        print("skipped: SciPy is not installed")
        return 0
    peers = {"SciPy": scipy.__version__}
    try:
        import igraph
        peers["igraph"] = igraph.__version__
    except ImportError:
        pass
    versions = ", ".join(f"{peer} {version}" for peer, version in peers.items())
    print(f"{versions}, {datetime.date.today().isoformat()}\n")
    print("| instance | rows | columns | entries | size | hypermatch ms |"
          + "".join(f" {peer} ms | times |" for peer in peers))
    print("|---|---:|---:|---:|---:|---:|" + "---:|---:|" * len(peers))
    ratios, slower, wrong = {peer: [] for peer in peers}, {peer: [] for peer in peers}, []
    for base, original in instances(arguments.command, arguments.files):
        for name, matrix in ((base, original), (base + ", permuted", permuted(original))):
            size, mine = by_hypermatch(arguments.command, matrix, arguments.repetitions)
            theirs = {peer: by_peer(peer, matrix, arguments.repetitions, arguments.seconds)
                      for peer in peers}
            for peer, (peer_size, milliseconds) in theirs.items():
                if peer_size is not None and peer_size != size:
                    wrong.append(f"{name}: {size}, but {peer_size} by {peer}")
                if milliseconds >= WORTH_MILLISECONDS:
                    ratios[peer].append(milliseconds / mine)
                if milliseconds < mine:
                    slower[peer].append(f"{name} ({mine / milliseconds:.2f} times)")
            print(row_of(name, matrix, size, mine, theirs), flush=True)
    for peer in peers:
        if ratios[peer]:
            mean = math.exp(sum(map(math.log, ratios[peer])) / len(ratios[peer]))
            print(f"\nWhere {peer} takes over {WORTH_MILLISECONDS / 1e3} s ({len(ratios[peer])} "
                  f"instances), hypermatch is {mean:.1f} times as fast in geometric mean, "
                  f"{min(ratios[peer]):.1f} at least.")
        print(f"\nSlower than {peer} on {len(slower[peer])} instances"
              + (": " + ", ".join(slower[peer]) if slower[peer] else "") + ".")
    for line in wrong:
        print("error: sizes differ: " + line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
