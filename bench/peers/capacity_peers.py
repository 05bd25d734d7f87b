#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""b-matchings of other systems, in one run with ours: prints Markdown.

  capacity_peers.py [--command PATH] [--repetitions R] [--data FOLDER]
                    [--only graphs|hypergraphs] [--peer NAME=COMMAND ...] [--edges LEAST]

Graphs: those of FOLDER ($HYPERMATCH_DATA_DIR, else ../shared/data) with at least LEAST (10000)
edges, with their own weights or random:1..100, and one graph of each of some families. NetworKit's
BSuitorMatcher and, on graphs of at most 200,000 edges, chszlablib run in this process on one thread.
`--peer` adds a program that is called with a symmetric Matrix Market file and a capacity and prints
a JSON object with `milliseconds`, `weight` and `valid`. Hypergraphs: those of FOLDER of at most
2,000,000 pins, against the greedy algorithms of chszlablib (weight, and weight over size).

All vertices have the same capacity. Each run of the command is a process of its own on one thread,
which tells the time of its solve; the contestants take turns, times are medians of R turns (5)
after one that is dropped, in milliseconds. The weight of each contestant's b-matching is over that
of ours; `invalid` stands where a vertex has more edges than capacity, or where an edge is named by
one of its ends only.
"""

import argparse
import collections
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import graph_peers
from peers import processor, read_metis
from real_instances import geometric_mean, manifest, row_text

OURS = {"local_max": [], "b_suitor": ["--algorithm", "b_suitor"],
        "greedy": ["--algorithm", "greedy"]}
OURS_OF_HYPERGRAPHS = {"local_max": [], "greedy": ["--algorithm", "greedy"],
                       "local_max, weight": ["--rating", "weight"]}
CHSZLAB = {"chszlab weight": "greedy_weight_desc",
           "chszlab weight / size": "greedy_weight_degree_ratio_desc"}
FAMILIES = {"rgg": ["n=131072"], "delaunay": ["n=131072"], "random_graph": ["n=65536", "alpha=16"],
            "rmat": ["scale=15", "weights=1"], "grid": ["x=400", "y=400", "weights=1"]}
CHSZLAB_EDGES = 200_000
PINS = 2_000_000

Run = collections.namedtuple("Run", "milliseconds weight valid")


def ours(command, path, capacity, flags):
    """One run in a process of its own, verified by itself."""
    run = subprocess.run([command, "match", str(path), "--capacity", str(capacity), "--threads",
                          "1", "--quiet", "--verify", "-o", "/dev/null", "--json", "-", *flags],
                         check=True, capture_output=True, text=True)
    report = json.loads(run.stdout)
    seconds = report["seconds"]
    return Run((seconds["solve"] + seconds["prepare"]) * 1e3, float(report["result"]["weight"]),
               report["verified"])


def within(capacity, pairs, vertices):
    """Whether no vertex lies in more of the edges than its capacity."""
    degrees = [0] * vertices
    for edge in pairs:
        for v in edge:
            degrees[v] += 1
    return max(degrees, default=0) <= capacity


def by_networkit(path, capacity):
    import networkit as nk
    nk.setNumberOfThreads(1)
    graph = nk.readGraph(str(path), nk.Format.METIS)

    def run():
        matcher = nk.matching.BSuitorMatcher(graph, capacity)
        begin = time.perf_counter()
        matcher.run()
        taken = (time.perf_counter() - begin) * 1e3
        matching = matcher.getBMatching()
        matches = matching.getMatches()
        return Run(taken, matching.weight(), matching.isProper() and
                   all(len(of_v) <= capacity for of_v in matches) and
                   all(v in matches[u] for v, of_v in enumerate(matches) for u in of_v))
    return run


def by_chszlab(edges, vertices, capacity, algorithm):
    """`edges`: pairs of vertices and weight."""
    import chszlablib
    hypergraph = chszlablib.HyperGraph(vertices, len(edges))
    for e, (pins, weight) in enumerate(edges):
        hypergraph.set_edge(e, list(pins))
        hypergraph.set_edge_weight(e, int(weight))
    hypergraph.set_capacities([capacity] * vertices)
    hypergraph.finalize()
    solve = chszlablib.IndependenceProblems.bmatching

    def run():
        begin = time.perf_counter()
        result = solve(hypergraph, algorithm)
        taken = (time.perf_counter() - begin) * 1e3
        chosen = [edges[e] for e in result.matched_edges]
        return Run(taken, sum(weight for _, weight in chosen),
                   within(capacity, [pins for pins, _ in chosen], vertices))
    return run


def by_program(command, path, capacity):
    def run():
        said = subprocess.run([*command.split(), str(path), str(capacity)], check=True,
                              capture_output=True, text=True).stdout
        report = json.loads(said)
        return Run(report["milliseconds"], report["weight"], report["valid"])
    return run


def write_matrix_market(path, vertices, edges):
    lines = [f"{v + 1} {u + 1} {weight:.17g}" for u, v, weight in edges]
    path.write_text("%%MatrixMarket matrix coordinate real symmetric\n"
                    f"{vertices} {vertices} {len(edges)}\n" + "\n".join(lines) + "\n")


def measured(contestants, repetitions):
    """Name to the Run with the median time; weight and validity are those of the last run."""
    runs = collections.defaultdict(list)
    for turn in range(1 + repetitions):
        for name, run in contestants.items():
            result = run()
            if turn > 0:
                runs[name].append(result)
    return {name: Run(sorted(r.milliseconds for r in found)[len(found) // 2], found[-1].weight,
                      all(r.valid for r in found)) for name, found in runs.items()}


class Table:
    def __init__(self, base):
        self.base = base
        self.header = None
        self.ratios = collections.defaultdict(list)
        self.heaviest = collections.defaultdict(list)

    def add(self, name, edges, capacity, runs):
        if self.header is None:
            self.header = list(runs)
            print(row_text(["instance", "edges", "capacity", f"{self.base} ms",
                            *(f"{n}: time, weight" for n in runs if n != self.base)]))
            print("|---|" + "---:|" * (2 + len(runs)))
        base = runs[self.base]
        cells = [name, edges, capacity, f"{base.milliseconds:.3f}"]
        for contestant in self.header:
            if contestant == self.base:
                continue
            run = runs.get(contestant)
            if run is None:
                cells.append("")
                continue
            ratio = run.milliseconds / base.milliseconds
            self.ratios[contestant, capacity].append(ratio)
            if run.valid:
                self.heaviest[contestant].append(run.weight / base.weight if base.weight else 1.0)
            cells.append(f"{ratio:.2f}, " + (f"{run.weight / base.weight:.5f}" if run.valid and
                                             base.weight else "invalid" if not run.valid else "0"))
        print(row_text(cells))
        sys.stdout.flush()

    def print_means(self):
        for capacity in sorted({capacity for _, capacity in self.ratios}):
            cells = ["**geometric mean**", "", capacity, ""]
            for contestant in self.header:
                if contestant != self.base:
                    values = self.ratios[contestant, capacity]
                    cells.append(f"{geometric_mean(values):.2f}" if values else "")
            print(row_text(cells))
        print(row_text(["**most, least weight**", "", "", ""] + [
            f"{max(self.heaviest[n]):.5f}, {min(self.heaviest[n]):.5f}" if self.heaviest[n] else ""
            for n in self.header if n != self.base]))


def graph_files(options, folder):
    for family, parameters in FAMILIES.items():
        path = folder / f"{family}.graph"
        subprocess.run([options.command, "generate", family, *parameters, "-o", str(path),
                        "--quiet"], check=True)
        yield path
        path.unlink()
    yield from graph_peers.real(folder, options.command, options.data)


def graphs(options, folder):
    table = Table("local_max")
    for path in graph_files(options, folder):
        vertices, edges = read_metis(path)
        if len(edges) < options.edges:
            continue
        matrix = folder / "graph.mtx"
        if options.peer:
            write_matrix_market(matrix, vertices, edges)
        for capacity in (1, 2, 3, 10):
            contestants = {name: lambda flags=flags, capacity=capacity: ours(
                options.command, path, capacity, flags) for name, flags in OURS.items()}
            contestants["NetworKit"] = by_networkit(path, capacity)
            for peer in options.peer:
                name, command = peer.split("=", 1)
                contestants[name] = by_program(command, matrix, capacity)
            if len(edges) <= CHSZLAB_EDGES:
                contestants["chszlab"] = by_chszlab([((u, v), w) for u, v, w in edges], vertices,
                                                    capacity, "greedy_weight_desc")
            table.add(path.stem, len(edges), capacity, measured(contestants, options.repetitions))
    table.print_means()


def read_hmetis(path):
    """(number of vertices, [(pins, weight)]) of a file with weights of edges that the command wrote."""
    lines = path.read_text().splitlines()
    edges, vertices, code = (lines[0].split() + ["0"])[:3]
    if code not in ("1", "11"):
        raise ValueError(f"{path}: edges are not weighted")
    rows = [[int(number) for number in line.split()] for line in lines[1:int(edges) + 1]]
    return int(vertices), [([pin - 1 for pin in row[1:]], row[0]) for row in rows]


def hypergraphs(options, folder):
    table = Table("local_max")
    for row in manifest(options.data):
        if not row["path"].endswith(".hgr") or int(row["pins/nnz"]) > PINS:
            continue
        path = folder / (Path(row["path"]).stem + ".hgr")
        weights = [] if row["weights"] == "int" else ["--weights", "random:1..100"]
        subprocess.run([options.command, "convert", str(row["file"]), str(path), "--quiet",
                        *weights], check=True)
        try:
            vertices, edges = read_hmetis(path)
        except ValueError as error:
            print(f"left out: {error}", file=sys.stderr)
            continue
        if all(pins for pins, _ in edges):
            for capacity in (1, 2, 5):
                contestants = {name: lambda flags=flags, capacity=capacity: ours(
                    options.command, path, capacity, flags)
                               for name, flags in OURS_OF_HYPERGRAPHS.items()}
                for name, algorithm in CHSZLAB.items():
                    contestants[name] = by_chszlab(edges, vertices, capacity, algorithm)
                table.add(path.stem, len(edges), capacity,
                          measured(contestants, options.repetitions))
        path.unlink()
    table.print_means()


def main():
    default = Path(os.environ.get("HYPERMATCH_DATA_DIR", "../shared/data"))
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--command", default="build/bin/hypermatch")
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--data", type=Path, default=default)
    parser.add_argument("--only", choices=["graphs", "hypergraphs"])
    parser.add_argument("--edges", type=int, default=10_000)
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=COMMAND")
    options = parser.parse_args()
    print(f"{processor()}, {len(os.sched_getaffinity(0))} cores\n")
    with tempfile.TemporaryDirectory() as folder:
        if options.only != "hypergraphs":
            graphs(options, Path(folder))
        if options.only is None:
            print()
        if options.only != "graphs":
            hypergraphs(options, Path(folder))


if __name__ == "__main__":
    main()
