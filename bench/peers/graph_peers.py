#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Small, dense and real graphs against NetworKit, in one run: prints Markdown.

  graph_peers.py [--command PATH] [--before PATH] [--repetitions R] [--data FOLDER]
                 [--only real|tiny|dense] [--peer NAME=COMMAND ...] [--whole]

The graphs are those of FOLDER ($HYPERMATCH_DATA_DIR, else ../shared/data), with their own weights
or random:1..100, random graphs, paths and stars of 10 to 1000 edges, and complete graphs of 100 to
3000 vertices. Each is written as METIS, once, and all systems read that file.

NetworKit's SuitorMatcher, and LocalMaxMatcher where it has one, run in this process, on one thread;
each run of the command is a process of its own, which tells the time of its solve. The contestants
take turns; times are medians of R turns (9) after one that is dropped, in milliseconds. NetworKit's
process is warm by then; a process of the command never is. `--before` adds another build of the
command. `--peer` adds a program that is called with the file and prints a JSON object with
`milliseconds`, the median of its own repetitions.

The second table names every instance on which a peer was faster, and by how much. `--whole` prints
the time of whole processes instead, from the start to the written matching: the command, and a
process of Python that imports NetworKit, reads the file, runs SuitorMatcher and writes the pairs.
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
from real_instances import geometric_mean, manifest, row_text

ALGORITHMS = {"local_max": [], "suitor": ["--algorithm", "suitor"],
              "suitor, 1 thread": ["--algorithm", "suitor", "--variant", "unsorted",
                                   "--threads", "1"],
              "greedy": ["--algorithm", "greedy"],
              "locally_dominant": ["--algorithm", "locally_dominant"]}

WHOLE = """import sys, networkit as nk
nk.setNumberOfThreads(1)
graph = nk.readGraph(sys.argv[1], nk.Format.METIS)
matcher = nk.matching.SuitorMatcher(graph, False)
matcher.run()
matching = matcher.getMatching()
with open(sys.argv[2], "w") as out:
    for u in graph.iterNodes():
        v = matching.mate(u)
        if u < v < graph.upperNodeIdBound():
            out.write(f"{u + 1} {v + 1}\\n")
"""


def write_metis(path, vertices, edges):
    rows = [[] for _ in range(vertices)]
    for u, v, weight in edges:
        rows[u].append(f"{v + 1} {weight}")
        rows[v].append(f"{u + 1} {weight}")
    path.write_text(f"{vertices} {len(edges)} 1\n" + "\n".join(" ".join(row) for row in rows)
                    + "\n")


def tiny(folder):
    for size in (10, 20, 50, 100, 200, 500, 1000):
        draw = random.Random(size)
        vertices = max(6, size // 2)
        pairs = set()
        while len(pairs) < size:
            pairs.add(tuple(sorted(draw.sample(range(vertices), 2))))
        shapes = {"random": (vertices, sorted(pairs)),
                  "path": (size + 1, [(i, i + 1) for i in range(size)]),
                  "star": (size + 1, [(0, i + 1) for i in range(size)])}
        for shape, (count, edges) in shapes.items():
            path = folder / f"{shape}_{size}.graph"
            write_metis(path, count, [(u, v, draw.randint(1, 100)) for u, v in edges])
            yield path


def dense(folder):
    for vertices in (100, 200, 300, 500, 1000, 2000, 3000):
        for most in (2, 100, 1_000_000):
            draw = random.Random(vertices + most)
            path = folder / f"complete_{vertices}_1..{most}.graph"
            write_metis(path, vertices, [(u, v, draw.randint(1, most)) for u in range(vertices)
                                         for v in range(u + 1, vertices)])
            yield path
            path.unlink()


def real(folder, command, data):
    for row in manifest(data):
        name = row["path"]
        if not name.startswith(("graph-", "mtx-")) or not name.endswith(
                (".mtx", ".graph", ".txt")) or row["n(rows)"] != row["n2(cols)"]:
            continue
        path = folder / (Path(name).stem + ".graph")
        weights = [] if row["weights"] == "int" else ["--weights", "random:1..100"]
        converted = subprocess.run([command, "convert", str(row["file"]), str(path), "--as",
                                    "graph", "--quiet", *weights], check=False,
                                   capture_output=True, text=True)
        if converted.returncode != 0:
            print(f"left out: {name}: {converted.stderr.strip()}", file=sys.stderr)
            continue
        yield path
        path.unlink()


def solve_of(command, path, flags):
    """Milliseconds of one solve, in a process of its own."""
    run = subprocess.run([command, "match", str(path), "--quiet", "-o", "/dev/null", "--json", "-",
                          *flags], check=True, capture_output=True, text=True)
    seconds = json.loads(run.stdout)["seconds"]
    return (seconds["solve"] + seconds["prepare"]) * 1e3


def by_networkit(path):
    """Name to a function that runs it once and returns milliseconds; and the graph's edges."""
    import networkit as nk
    nk.setNumberOfThreads(1)
    graph = nk.readGraph(str(path), nk.Format.METIS)
    kinds = {"NetworKit Suitor": lambda: nk.matching.SuitorMatcher(graph, False)}
    if hasattr(nk.matching, "LocalMaxMatcher"):
        kinds["NetworKit LocalMax"] = lambda: nk.matching.LocalMaxMatcher(graph)

    def timed(make):
        matcher = make()
        begin = time.perf_counter()
        matcher.run()
        return (time.perf_counter() - begin) * 1e3
    return ({name: lambda make=make: timed(make) for name, make in kinds.items()},
            graph.numberOfEdges())


def program(command, path):
    run = subprocess.run([*command.split(), str(path)], check=True, capture_output=True, text=True)
    return json.loads(run.stdout)["milliseconds"]


def milliseconds(arguments):
    begin = time.perf_counter()
    subprocess.run(arguments, check=True, capture_output=True)
    return (time.perf_counter() - begin) * 1e3


def whole_processes(options, path, scratch):
    contestants = {f"hypermatch {name}": lambda flags=flags: milliseconds(
        [options.command, "match", str(path), "--quiet", "-o", str(scratch / "ours"), *flags])
        for name, flags in ALGORITHMS.items() if "," not in name}
    contestants["NetworKit Suitor"] = lambda: milliseconds(
        [sys.executable, "-c", WHOLE, str(path), str(scratch / "theirs")])
    return contestants, int(path.open().readline().split()[1])


def solves(options, path):
    contestants, edges = by_networkit(path)
    for peer in options.peer:
        name, command = peer.split("=", 1)
        contestants[name] = lambda command=command: program(command, path)
    builds = {"before ": options.before, "hypermatch ": options.command}
    for prefix, command in builds.items():
        if command is None:
            continue
        for name, flags in ALGORITHMS.items():
            contestants[prefix + name] = lambda command=command, flags=flags: solve_of(
                command, path, flags)
    return contestants, edges


def medians(contestants, repetitions):
    times = {name: [] for name in contestants}
    for turn in range(1 + repetitions):
        for name, run in contestants.items():
            taken = run()
            if turn > 0:
                times[name].append(taken)
    return {name: statistics.median(values) for name, values in times.items()}


def graphs(options, scratch):
    if options.only in (None, "tiny"):
        yield from tiny(scratch)
    if options.only in (None, "dense"):
        yield from dense(scratch)
    if options.only in (None, "real"):
        yield from real(scratch, options.command, options.data)


def is_peer(name):
    return not name.startswith(("hypermatch ", "before "))


def print_losses(rows, ours):
    print("\n| instance | edges | ours | ms | fastest peer | ms | times slower |")
    print("|---|---:|---|---:|---|---:|---:|")
    for contestant in ours:
        ratios = []
        for name, edges, times in rows:
            peer = min(filter(is_peer, times), key=times.get)
            ratio = times[contestant] / times[peer]
            ratios.append(ratio)
            if ratio > 1:
                print(row_text([name, edges, contestant, f"{times[contestant]:.4f}", peer,
                                f"{times[peer]:.4f}", f"{ratio:.2f}"]))
        lost = sum(ratio > 1 for ratio in ratios)
        print(row_text([f"**{lost} of {len(ratios)} lost**", "", f"**{contestant}**", "", "",
                        "geometric mean", f"**{geometric_mean(ratios):.2f}**"]))


def main():
    default = Path(os.environ.get("HYPERMATCH_DATA_DIR", "../shared/data"))
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--command", default="build/bin/hypermatch")
    parser.add_argument("--before")
    parser.add_argument("--repetitions", type=int, default=9)
    parser.add_argument("--data", type=Path, default=default)
    parser.add_argument("--only", choices=["real", "tiny", "dense"])
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=COMMAND")
    parser.add_argument("--whole", action="store_true")
    options = parser.parse_args()
    rows = []
    print(f"{processor()}, {len(os.sched_getaffinity(0))} cores\n")
    with tempfile.TemporaryDirectory() as folder:
        for path in graphs(options, Path(folder)):
            contestants, edges = (whole_processes(options, path, Path(folder)) if options.whole
                                  else solves(options, path))
            times = medians(contestants, max(1, options.repetitions))
            if not rows:
                print(row_text(["instance", "edges", *times]))
                print("|---|" + "---:|" * (1 + len(times)))
            rows.append((path.stem, edges, times))
            print(row_text([path.stem, edges, *(f"{value:.4f}" for value in times.values())]))
            sys.stdout.flush()
    print_losses(rows, [name for name in rows[0][2] if not is_peer(name)])


if __name__ == "__main__":
    main()
