# SPDX-License-Identifier: MIT
"""Headline claims of five papers beside what this code does: writes the tables of docs/papers.md.

  papers.py --machine NAME [--command PATH] [--device cpu|cuda] [--threads N] [--repetitions R]
            [--only PAPER] [--small] [--write FILE]

Each row runs the command on one instance, each run a process of its own; the contestants take turns,
times are medians of R turns (3) of the solve in milliseconds, and values are those of the reports.
With --write the block of this machine and device in FILE is replaced, or added at its end: one run
per machine makes the page. --small takes instances of some thousand edges, for tests.
"""

import argparse
import json
import math
import platform
import re
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

ROUNDS = "local_max --variant"
REDRAW = "--ties redraw"

# Per paper: title, claims, instances (large and small), contestants (label, verb and flags, places
# that have it), and the members of the report to show beside the time. The first contestant is the
# base of ratios.
PAPERS = {
    "birn": {
        "title": "Birn, Osipov, Sanders, Schulz, Sitchinava 2013, local max",
        "claims": ["the GPU is up to 35 times as fast as sequential local max, on random geometric graphs up to 24",
                   "rounds are logarithmic in the edges where ties are drawn anew"],
        "instances": [("rgg n=1048576 weights=0", "rgg n=4000 weights=0"), ("delaunay n=1048576 weights=0", "delaunay n=4000 weights=0"),
                      ("random_graph n=262144 alpha=16", "random_graph n=2000 alpha=4")],
        "flags": "--weights random:1..1000000",
        "runs": [("sequential", f"match --algorithm {ROUNDS} sequential", "cpu"), ("crcw", f"match --algorithm {ROUNDS} crcw", "cpu cuda"),
                 ("work_optimal", f"match --algorithm {ROUNDS} work_optimal", "cpu cuda"),
                 ("work_optimal, ties redrawn", f"match --algorithm {ROUNDS} work_optimal {REDRAW}", "cpu cuda"),
                 ("our default", "match", "cpu cuda"), ("gpa", "match --algorithm gpa", "cpu")],
        "members": ["weight", "rounds"]},
    "red_blue": {
        "title": "Fagginger Auer, Bisseling 2012, red-blue",
        "claims": ["random matchings have more than 99 % of the pairs of sequential random greedy, on average",
                   "weighted ones 115 % of the weight of sequential heavy-edge matching and 85 % of greedy's, on average"],
        "instances": [("rgg n=1048576 weights=0", "rgg n=4000 weights=0"), ("grid27 x=64 y=64 z=64", "grid27 x=8 y=8 z=8"),
                      ("rmat scale=18 edge_factor=8 weights=0", "rmat scale=9 edge_factor=4 weights=0")],
        "flags": "--weights random:1..1000",
        "runs": [("greedy", "match --algorithm greedy", "cpu"), ("heavy-edge, random order", "match --algorithm hem", "cpu"),
                 ("red_blue", "match --algorithm red_blue", "cpu cuda"), ("random greedy", "match --algorithm random_greedy", "cpu"),
                 ("red_blue, random", "match --algorithm red_blue --variant random", "cpu cuda")],
        "members": ["weight", "edges", "rounds"]},
    "deveci": {
        "title": "Deveci, Kaya, Uçar, Çatalyürek 2013, eight variants behind a cheap start",
        "claims": ["average speed-up of at least 3.61 over the fastest sequential code on original graphs, 3.54 on permuted ones"],
        "instances": [("random_bipartite rows=1000000 columns=1000000 degree=4", "random_bipartite rows=2000 columns=2000 degree=4")],
        "flags": "",
        "runs": [("hopcroft_karp", "bipartite --algorithm hopcroft_karp", "cpu"), ("pfp", "bipartite --algorithm pfp", "cpu"),
                 ("our default", "bipartite", "cpu cuda")]
                + [(f"{driver}, {kernel}", f"bipartite --algorithm {driver} --variant {kernel} --start cheap", "cuda")
                   for driver in ("apfb", "apsb") for kernel in ("gpubfs_ct", "gpubfs_mt", "gpubfs_wr_ct", "gpubfs_wr_mt")],
        "members": ["edges", "rounds"]},
    "naim_suitor": {
        "title": "Naim 2017, Suitor",
        "claims": ["on a GPU up to 20 times as fast as two threads and 5 times as sixteen"],
        "instances": [("rgg n=1048576 weights=0", "rgg n=4000 weights=0"), ("rmat scale=18 edge_factor=16 weights=0", "rmat scale=9 edge_factor=4 weights=0")],
        "flags": "--weights random:1..1000000",
        "runs": [("locks", "match --algorithm suitor --variant locks", "cpu"), ("lock_free", "match --algorithm suitor --variant lock_free", "cpu"),
                 ("sorted", "match --algorithm suitor --variant sorted", "cpu"), ("locally_dominant", "match --algorithm locally_dominant", "cpu cuda"),
                 ("suitor", "match --algorithm suitor", "cuda"), ("our default", "match", "cpu cuda")],
        "members": ["weight", "rounds"]},
    "naim_louvain": {
        "title": "Naim 2017, Louvain by buckets",
        "claims": ["thresholds 1e-2 and 1e-6 instead of 1e-6 alone make the sequential method 7.3 times as fast on average, at 0.13 % less modularity",
                   "relaxed updates change modularity by less than 0.13 % on average, and take up to ten times as long"],
        "instances": [("rgg n=1048576 weights=0", "rgg n=4000 weights=0"), ("road x=1000 y=1000", "road x=60 y=60"),
                      ("rmat scale=17 edge_factor=16 weights=0", "rmat scale=9 edge_factor=4 weights=0")],
        "flags": "--weights unit",
        "runs": [("sequential, 1e-6 alone", "cluster --algorithm louvain --variant sequential --threshold-large 1e-6", "cpu"),
                 ("sequential", "cluster --algorithm louvain --variant sequential", "cpu"),
                 ("buckets", "cluster --algorithm louvain --variant buckets", "cpu cuda"),
                 ("relaxed_buckets", "cluster --algorithm louvain --variant relaxed_buckets", "cpu cuda"),
                 ("relaxed_buckets, losing sweeps kept", "cluster --algorithm louvain --variant relaxed_buckets --losing-sweep keep", "cpu cuda"),
                 ("our default of louvain", "cluster --algorithm louvain", "cpu cuda")],
        "members": ["modularity", "rounds"]},
    "hypergraphs": {
        "title": "local max on hypergraphs, 2026",
        "claims": ["stack streaming is 1.74 to 3.70 times as fast as sorted greedy",
                   "on one core 1.5 times slower to 1.61 times faster than sorted greedy, on 16 cores 13 times faster",
                   "noisy ratings keep 88.1 to 99.7 % of greedy's weight"],
        "instances": [("uniform n=1000000 m=1000000 k=3", "uniform n=2000 m=2000 k=3"),
                      ("power_law n=500000 m=500000", "power_law n=2000 m=2000")],
        "flags": "--weights random:1..100 --rating weight",
        "runs": [("greedy", "match --algorithm greedy", "cpu"), ("stack_streaming", "match --algorithm stack_streaming", "cpu"),
                 ("crcw", f"match --algorithm {ROUNDS} crcw", "cpu cuda"), ("crew", f"match --algorithm {ROUNDS} crew", "cpu cuda"),
                 ("work_optimal", f"match --algorithm {ROUNDS} work_optimal", "cpu cuda"),
                 ("crew, noise 50", f"match --algorithm {ROUNDS} crew {REDRAW} --noise 50", "cpu cuda"), ("our default", "match", "cpu cuda")],
        "members": ["weight", "rounds"]},
}


def solve(command, file, run, flags, place, folder):
    """Milliseconds and result, or the reason why there are none."""
    verb, *rest = run.split()
    if "stack_streaming" in rest and "--rating" in flags:
        flags = flags.replace("--rating weight", "")
    report = folder / "report.json"
    done = subprocess.run([command, verb, str(file), *rest, *flags.split(), *place, "-q", "-o", "/dev/null", "--json", str(report)],
                          capture_output=True, text=True, timeout=600)
    if done.returncode != 0:
        return None, done.stderr.strip().splitlines()[-1]
    told = json.loads(report.read_text())
    return 1000 * told["seconds"]["solve"], told["result"]


def shown(value):
    if value is None:
        return "-"
    return f"{value:.4f}" if isinstance(value, float) and not value.is_integer() else f"{int(value)}"


def table(arguments, name, folder):
    paper = PAPERS[name]
    lines = [f"### {paper['title']}", "", *(f"- Claim: {claim}." for claim in paper["claims"]), ""]
    members = paper["members"]
    lines += [f"| instance | contestant | ms | base over it | {' | '.join(members)} |", "|---|---|--:|--:|" + "--:|" * len(members)]
    place = ["--device", arguments.device] if arguments.device != "cpu" else ["--threads", str(arguments.threads)]
    runs = [(label, run) for label, run, places in paper["runs"] if arguments.device in places.split()]
    for large, small in paper["instances"]:
        instance = small if arguments.small else large
        file = folder / "instance.hmb"
        subprocess.run([arguments.command, "generate", *instance.split(), "-o", str(file), "-q"], check=True)
        times = {label: [] for label, _ in runs}
        results = {}
        for _ in range(arguments.repetitions):
            for label, run in runs:
                if isinstance(results.get(label), str):
                    continue
                ms, results[label] = solve(arguments.command, file, run, paper["flags"], place, folder)
                if ms is not None:
                    times[label].append(ms)
        base = statistics.median(times[runs[0][0]]) if times[runs[0][0]] else math.nan
        for label, _ in runs:
            if isinstance(results[label], str):
                lines.append(f"| {instance} | {label} | {results[label]} | | {' | '.join('' for _ in members)} |")
                continue
            ms = statistics.median(times[label])
            values = " | ".join(shown(results[label].get(member)) for member in members)
            lines.append(f"| {instance} | {label} | {ms:.1f} | {base / ms:.2f} | {values} |")
    return lines + [""]


def write(path, block, machine):
    text = path.read_text()
    begin, end = f"<!-- papers: {machine} begin -->", f"<!-- papers: {machine} end -->"
    whole = f"{begin}\n{block}{end}\n"
    found = re.search(re.escape(begin) + r".*?" + re.escape(end) + r"\n", text, re.S)
    path.write_text(text[:found.start()] + whole + text[found.end():] if found else text.rstrip("\n") + "\n\n" + whole)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--machine", required=True)
    parser.add_argument("--command", default="build/bin/hypermatch")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("--only", choices=sorted(PAPERS))
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--write", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        place = arguments.device if arguments.device != "cpu" else f"{arguments.threads} threads"
        revision = subprocess.run([arguments.command, "--version"], capture_output=True, text=True, check=True).stdout.strip()
        lines = [f"## {arguments.machine}", "", f"{time.strftime('%Y-%m-%d')}, {platform.machine()}, {place}, {revision.splitlines()[0]}.", ""]
        for name in [arguments.only] if arguments.only else PAPERS:
            lines += table(arguments, name, Path(folder))
    block = "\n".join(lines)
    if arguments.write:
        write(arguments.write, block, arguments.machine)
    else:
        print(block)
    if any("| error: " in line for line in lines):
        raise SystemExit("a contestant failed")


if __name__ == "__main__":
    main()
