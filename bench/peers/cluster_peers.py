#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Communities of igraph, leidenalg and NetworKit beside the command line, in one run: Markdown.

  cluster_peers.py [--command PATH] [--repetitions R] [--seeds S] [--threads T] [--data FOLDER]
                   [--most-edges M] [--peer NAME=COMMAND ...] [FILE...]

The graphs are FILE..., else those of FOLDER ($HYPERMATCH_DATA_DIR, else ../shared/data) of at most
M edges (1,100,000), with their own weights. Each is written as METIS, once, and all systems read
that file.

Quality is the modularity that igraph computes from the communities of each system: of leidenalg's
ModularityVertexPartition and of igraph's community_leiden the mean over S seeds (10; 3 beyond
400,000 edges) of two iterations, of NetworKit's PLM and ParallelLeiden and of igraph's
community_multilevel one run. The command runs `leiden --iterations 2`, `leiden` as it comes, and
`louvain`. The lines below the table are geometric means and lowest ratios; graphs whose modularity
is under 0.2 are compared by differences.

Times are medians of R runs (5), in milliseconds: leidenalg, igraph and PLM on one thread,
ParallelLeiden on T (2), the command on one and on T, each run a process of its own that tells the
time of its solve. `--peer` adds a program that is called with the file and prints a JSON object with
`milliseconds` and `modularity`.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from peers import processor
from real_instances import geometric_mean, manifest

try:
    import igraph
    import leidenalg
    import networkit as nk
except ImportError as missing:
    raise SystemExit(f"error: {missing.name} is not installed; the peers are the packages igraph, "
                     "leidenalg and networkit of the package index") from None

FOLDERS = ("graph-snap/", "graph-dimacs10/", "graph-community/", "graph-geometric/",
           "graph-weighted-misc/", "graph-road-weighted/")
OURS = {"leiden, 2 iterations": ["--algorithm", "leiden", "--iterations", "2"],
        "leiden": ["--algorithm", "leiden"],
        "louvain": ["--algorithm", "louvain"]}
SMALL_MODULARITY = 0.2


def graphs(folder, options):
    files = options.files or [
        row["file"] for row in manifest(options.data)
        if row["path"].startswith(FOLDERS) and row["path"].endswith((".mtx", ".graph", ".txt"))
        and row["n(rows)"] == row["n2(cols)"]]
    for file in files:
        path = folder / (Path(str(file).removesuffix(".zst")).stem + ".graph")
        converted = subprocess.run([options.command, "convert", str(file), str(path), "--as",
                                    "graph", "--quiet"], check=False, capture_output=True,
                                   text=True)
        if converted.returncode != 0:
            print(f"left out: {file}: {converted.stderr.strip()}", file=sys.stderr)
            continue
        yield path
        path.unlink()


def read_metis(path):
    """An igraph with the weights as `weight`, or None for a graph without edges."""
    with path.open() as lines:
        rows = (line.split() for line in lines if not line.startswith("%"))
        header = next(rows)
        weighted = len(header) > 2 and header[2].endswith("1")
        edges, weights = [], []
        for u, row in enumerate(rows):
            step = 2 if weighted else 1
            for i in range(0, len(row), step):
                v = int(row[i]) - 1
                if v > u:
                    edges.append((u, v))
                    weights.append(float(row[i + 1]) if weighted else 1.0)
    if not edges:
        return None
    graph = igraph.Graph(n=int(header[0]), edges=edges)
    if weighted:
        graph.es["weight"] = weights
    return graph


def timed(run):
    begin = time.perf_counter()
    result = run()
    return result, (time.perf_counter() - begin) * 1e3


class Contest:
    """One graph: modularities and times by contestant."""

    def __init__(self, path, graph, options):
        self.path = path
        self.graph = graph
        self.options = options
        self.weights = "weight" if "weight" in graph.es.attributes() else None
        self.quality = {}
        self.milliseconds = {}

    def add(self, name, runs):
        """`runs`: pairs of a membership and milliseconds."""
        runs = list(runs)
        self.quality[name] = statistics.mean(
            self.graph.modularity(membership, weights=self.weights) for membership, _ in runs)
        self.milliseconds[name] = statistics.median(time for _, time in runs)

    def by_seeds(self):
        seeds = self.options.seeds if self.graph.ecount() <= 400_000 else min(
            self.options.seeds, 3)
        partition = leidenalg.ModularityVertexPartition
        for name, run in {
                "leidenalg": lambda seed: leidenalg.find_partition(
                    self.graph, partition, weights=self.weights, n_iterations=2, seed=seed),
                "igraph Leiden": lambda seed: self.graph.community_leiden(
                    "modularity", weights=self.weights, n_iterations=2)}.items():
            runs = []
            for seed in range(seeds):
                random.seed(seed)  # igraph draws from Python's
                clustering, milliseconds = timed(lambda run=run, seed=seed: run(seed))
                runs.append((clustering.membership, milliseconds))
            self.add(name, runs)
        random.seed(0)
        self.add("igraph multilevel", ((c.membership, t) for c, t in [timed(
            lambda: self.graph.community_multilevel(weights=self.weights))
            for _ in range(self.options.repetitions)]))

    def by_networkit(self):
        graph = nk.readGraph(str(self.path), nk.Format.METIS)
        for name, threads, make in (
                ("PLM", 1, nk.community.PLM),
                ("ParallelLeiden", self.options.threads, nk.community.ParallelLeiden)):
            nk.setNumberOfThreads(threads)
            runs = []
            for _ in range(self.options.repetitions):
                algorithm = make(graph)
                _, milliseconds = timed(algorithm.run)
                runs.append((algorithm.getPartition().getVector(), milliseconds))
            self.add(name, runs)

    def by_command(self, scratch):
        for name, flags in OURS.items():
            for threads in (1, self.options.threads):
                runs = []
                for _ in range(self.options.repetitions):
                    run = subprocess.run(
                        [self.options.command, "cluster", str(self.path), "--quiet", "-o",
                         str(scratch), "--json", "-", "--threads", str(threads), *flags],
                        check=True, capture_output=True, text=True)
                    labels = [int(line.split()[1]) for line in scratch.read_text().splitlines()
                              if not line.startswith(("%", "#"))]
                    runs.append((labels, json.loads(run.stdout)["seconds"]["solve"] * 1e3))
                self.add(name if threads == 1 else f"{name}, {threads} threads", runs)

    def by_programs(self):
        for text in self.options.peer:
            name, command = text.split("=", 1)
            run = subprocess.run([*command.split(), str(self.path)], check=True,
                                 capture_output=True, text=True)
            told = json.loads(run.stdout)
            self.quality[name] = told["modularity"]
            self.milliseconds[name] = told["milliseconds"]


def print_table(title, contests, names, text):
    print(f"\n{title}\n")
    print("| graph | vertices | edges | " + " | ".join(names) + " |")
    print("|---" * (3 + len(names)) + "|", sep="")
    for contest in contests:
        print(f"| {contest.path.stem} | {contest.graph.vcount():,} | {contest.graph.ecount():,} | "
              + " | ".join(text(contest, name) for name in names) + " |")


def compare(contests, ours, peer):
    """One line: how our modularity compares with the peer's."""
    large = [c for c in contests if c.quality[peer] >= SMALL_MODULARITY]
    ratios = {c.path.stem: c.quality[ours] / c.quality[peer] for c in large}
    differences = {c.path.stem: c.quality[ours] - c.quality[peer]
                   for c in contests if c not in large}
    line = f"- {ours} over {peer}:"
    if ratios:
        worst = min(ratios, key=ratios.get)
        line += (f" geometric mean {geometric_mean(list(ratios.values())):.4f} of {len(ratios)} "
                 f"graphs, lowest {ratios[worst]:.4f} ({worst})")
    if differences:
        worst = min(differences, key=differences.get)
        line += f"; under {SMALL_MODULARITY}: lowest difference {differences[worst]:+.4f} ({worst})"
    print(line)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--command", default="build/bin/hypermatch")
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--most-edges", type=int, default=1_100_000)
    parser.add_argument("--data", type=Path,
                        default=Path(os.environ.get("HYPERMATCH_DATA_DIR", "../shared/data")))
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=COMMAND")
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    options = parser.parse_args()
    if options.threads < 2:
        parser.error("--threads must be at least 2")
    contests = []
    with tempfile.TemporaryDirectory() as folder:
        for path in graphs(Path(folder), options):
            graph = read_metis(path)
            if graph is None or (not options.files and graph.ecount() > options.most_edges):
                continue
            contest = Contest(path, graph, options)
            contest.by_command(Path(folder) / "communities.txt")
            contest.by_seeds()
            contest.by_networkit()
            contest.by_programs()
            contests.append(contest)
            print(f"{path.stem}: done", file=sys.stderr)
    if not contests:
        raise SystemExit("error: there is no graph to compare")
    print(f"{processor()}; igraph {igraph.__version__}, leidenalg {leidenalg.version}, "
          f"NetworKit {nk.__version__}")
    names = list(contests[0].quality)
    qualities = [name for name in names if not name.endswith("threads")]
    print_table("Modularity", contests, qualities, lambda c, name: f"{c.quality[name]:.5f}")
    print()
    for ours, peers in (("leiden, 2 iterations", ("leidenalg", "igraph Leiden")),
                        ("leiden", ("leidenalg", "igraph Leiden", "ParallelLeiden")),
                        ("louvain", ("PLM", "igraph multilevel"))):
        for peer in peers:
            compare(contests, ours, peer)
    print_table("Milliseconds", contests, names, lambda c, name: f"{c.milliseconds[name]:.2f}")


if __name__ == "__main__":
    main()
