#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Other systems' matchings of the same graphs, in one run: prints Markdown.

  peers.py [--command PATH] [--repetitions R] FILE...

FILE is a METIS graph, plain or compressed by zstd; without weights every edge counts 1. Compared
are what is installed of NetworKit and networkx, and the command line `hypermatch` where it is
there, on one thread. Times are of the solve alone, medians of R runs (5) after one that is dropped,
one system after the other. Python's systems run in this process, on the same edges in memory; each
run of the command is a process of its own, which reads the file and tells its time. networkx is
asked for graphs of at most 2,000 edges: its algorithm is cubic.
"""

import argparse
import datetime
import json
import platform
import statistics
import subprocess
import sys
import time
from pathlib import Path

NETWORKX_EDGES = 2000


def text_of(path):
    if path.suffix == ".zst":
        return subprocess.run(["zstd", "-dc", str(path)], check=True, capture_output=True,
                              text=True).stdout
    return path.read_text()


def read_metis(path):
    """(number of vertices, [(u, v, weight)] with u < v) of a METIS file."""
    lines = [line.split() for line in text_of(path).splitlines() if not line.startswith("%")]
    header = lines[0]
    code = header[2].zfill(3) if len(header) > 2 else "000"
    if code[0] == "1":
        raise ValueError(f"{path}: vertex sizes are not read here")
    skip = (int(header[3]) if len(header) > 3 else 1) if code[1] == "1" else 0
    step = 2 if code[2] == "1" else 1
    edges = []
    for u, numbers in enumerate(lines[1:int(header[0]) + 1]):
        for i in range(skip, len(numbers), step):
            v = int(numbers[i]) - 1
            if u < v:
                edges.append((u, v, float(numbers[i + 1]) if step == 2 else 1.0))
    if len(edges) != int(header[1]):
        raise ValueError(f"{path}: {len(edges)} edges, but the header says {header[1]}")
    return int(header[0]), edges


def timed(work, repetitions):
    """The last result, and the median of the times in milliseconds after a warm-up."""
    result = work()
    times = []
    for _ in range(repetitions):
        begin = time.perf_counter()
        result = work()
        times.append((time.perf_counter() - begin) * 1e3)
    return result, statistics.median(times)


def weight_of(weights, vertices, mate):
    """The weight of the matching that `mate` tells; mates beyond the vertices are none."""
    total = 0.0
    for u in range(vertices):
        v = mate(u)
        if v >= vertices:
            continue
        if mate(v) != u:
            raise SystemExit(f"error: the mate of {u} is {v}, whose mate is {mate(v)}")
        if u < v:
            total += weights[u, v]
    return total


def by_networkit(vertices, edges, repetitions):
    import networkit as nk
    nk.setNumberOfThreads(1)
    graph = nk.Graph(vertices, weighted=True)
    for u, v, weight in edges:
        graph.addEdge(u, v, weight)
    weights = {(u, v): weight for u, v, weight in edges}
    kinds = {"PathGrowingMatcher": lambda kind: kind(graph),
             "LocalMaxMatcher": lambda kind: kind(graph),
             # Not the variant that wants neighbours sorted: on others it returns no matching.
             "SuitorMatcher": lambda kind: kind(graph, False)}
    for name, make in kinds.items():
        kind = getattr(nk.matching, name, None)
        if kind is None:
            continue
        matcher, milliseconds = timed(lambda make=make, kind=kind: make(kind).run(), repetitions)
        weight = weight_of(weights, vertices, matcher.getMatching().mate)
        yield f"NetworKit {nk.__version__} {name}", weight, milliseconds


def by_networkx(vertices, edges, repetitions):
    import networkx as nx
    if len(edges) > NETWORKX_EDGES:
        return
    graph = nx.Graph()
    graph.add_nodes_from(range(vertices))
    graph.add_weighted_edges_from(edges)
    pairs, milliseconds = timed(lambda: nx.max_weight_matching(graph), repetitions)
    weight = sum(graph[u][v]["weight"] for u, v in pairs)
    yield f"networkx {nx.__version__} max_weight_matching (exact)", weight, milliseconds


def by_hypermatch(command, path, repetitions):
    """Every algorithm that the command lists for graphs; medians without the first run."""
    table = json.loads(subprocess.run([command, "list", "--json", "-"], check=True,
                                      capture_output=True, text=True).stdout)
    for entry in table["algorithms"]:
        backends = [backend if isinstance(backend, str) else backend["name"]
                    for backend in entry["backends"]]
        if entry["problem"] != "graph_matching" or "seq" not in backends:
            continue
        flags = ["--algorithm", entry["name"]]
        if entry["variant"]:
            flags += ["--variant", entry["variant"]]
        times, weight = [], 0.0
        for _ in range(1 + repetitions):
            run = subprocess.run([command, "match", str(path), "--as", "graph", "--threads", "1",
                                  "--quiet", "-o", "/dev/null", "--json", "-", *flags],
                                 check=True, capture_output=True, text=True)
            report = json.loads(run.stdout)
            times.append(report["seconds"]["solve"] * 1e3)
            weight = report["result"]["weight"]
        name = " ".join(filter(None, ["hypermatch", entry["name"], entry["variant"]]))
        yield name, weight, statistics.median(times[1:])


def processor():
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


def rows_of(path, command, repetitions):
    vertices, edges = read_metis(path)
    rows = []
    if Path(command).exists():
        rows += by_hypermatch(command, path, repetitions)
    for peer in (by_networkit, by_networkx):
        try:
            rows += peer(vertices, edges, repetitions)
        except ImportError as missing:
            print(f"note: {missing.name} is not installed, left out", file=sys.stderr)
    return vertices, len(edges), rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--command", default="build/bin/hypermatch")
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    arguments = parser.parse_args()
    print(f"{processor()}, one thread, {datetime.date.today().isoformat()}\n")
    print("| graph | vertices | edges | system | weight | of the best | ms |")
    print("|---|---:|---:|---|---:|---:|---:|")
    for path in arguments.files:
        vertices, edges, rows = rows_of(path, arguments.command, max(1, arguments.repetitions))
        best = max((weight for _, weight, _ in rows), default=0.0)
        for system, weight, milliseconds in rows:
            share = weight / best if best > 0 else 1.0
            print(f"| {path.name} | {vertices} | {edges} | {system} | {weight:.10g} | {share:.3f} "
                  f"| {milliseconds:.2f} |")


if __name__ == "__main__":
    main()
