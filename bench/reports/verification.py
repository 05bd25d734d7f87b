#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What proofs cost beside reading: `--verify` over the time in which the native file is read.

verification.py [COMMAND] [--repetitions R] [--threads N] [--small]

Each run is a process of its own; one thread and N of them (all) take turns, times are medians of R (5) in
milliseconds. --small takes instances of some thousand edges, for tests.
"""

import argparse
import json
import os
import statistics
import subprocess
import tempfile
from pathlib import Path

WEIGHTS = "--weights random:1..100"
# Name, instance (large and small, with flags of `generate`), verb and its flags.
ROWS = [
    ("rgg", "rgg n=1048576", "rgg n=2000", WEIGHTS, "match"),
    ("rgg, capacity 3", "rgg n=1048576", "rgg n=2000", WEIGHTS, "match --capacity 3"),
    ("R-MAT", "rmat scale=18 edge_factor=16", "rmat scale=9 edge_factor=8", WEIGHTS, "match"),
    ("roads, unweighted", "road x=1000 y=1000", "road x=40 y=40", "", "match"),
    ("3-uniform", "uniform n=1000000 m=3000000 k=3", "uniform n=1000 m=3000 k=3", WEIGHTS, "match"),
    ("4-uniform", "uniform n=1000000 m=3000000 k=4", "uniform n=1000 m=3000 k=4", WEIGHTS, "match"),
    ("4-uniform, capacity 3", "uniform n=1000000 m=3000000 k=4", "uniform n=1000 m=3000 k=4", WEIGHTS, "match --capacity 3"),
    ("bipartite, most pairs", "random_bipartite rows=1000000 columns=1000000 degree=4",
     "random_bipartite rows=1000 columns=1000 degree=4", "", "bipartite --algorithm maximum_matching"),
    ("rgg, communities", "rgg n=1048576", "rgg n=2000", "", "cluster"),
    ("stable pairs", "easy_marriage n=1000000", "easy_marriage n=1000", "", "stable"),
]


class Row:
    """One instance with one verb, and the times of its runs by number of threads."""

    def __init__(self, row, small):
        self.name, large, little, self.flags, self.verb = row
        self.instance = little if small else large
        self.times = {}
        self.ratio = None

    def run(self, command, folder, threads):
        """Runs the verb once."""
        family, *parameters = self.instance.split()
        file = folder / f"{'_'.join([family, *parameters]).replace('=', '')}.hmb"
        if not file.exists():
            subprocess.run([command, "generate", family, *parameters, "-q", "-o", str(file), *self.flags.split()], check=True)
        report = folder / "report.json"
        subprocess.run([command, *self.verb.split(), str(file), "--verify", "-q", "-o", "/dev/null", "--threads", str(threads),
                        "--json", str(report)], check=True)
        found = json.loads(report.read_text())
        self.ratio = found["result"].get("certified_ratio")
        self.times.setdefault(threads, []).append((found["seconds"]["read"], found["seconds"]["verify"]))

    def line(self, threads):
        """The row of the table."""
        cells = []
        for number in threads:
            read, verify = (statistics.median(times) for times in zip(*self.times[number]))
            cells += [f"{1e3 * read:.1f}", f"{1e3 * verify:.1f}", f"{verify / read:.1f}"]
        return " | ".join(["", self.name, self.instance, *cells, f"{self.ratio:.4f}" if self.ratio is not None else "-", ""]).strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", nargs="?", default="build/bin/hypermatch")
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--small", action="store_true")
    arguments = parser.parse_args()
    rows = [Row(row, arguments.small) for row in ROWS]
    threads = sorted({1, arguments.threads})
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(arguments.repetitions):
            for row in rows:
                for number in threads:
                    row.run(arguments.command, Path(folder), number)
    heads = [head for number in threads for head in (f"read, {number}", f"verify, {number}", "over")]
    print(f"| | instance | {' | '.join(heads)} | certified ratio |")
    print("|---|---|" + "--:|" * (len(heads) + 1))
    for row in rows:
        print(row.line(threads))


if __name__ == "__main__":
    main()
