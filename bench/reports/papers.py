# SPDX-License-Identifier: MIT
"""Headline claims of five papers beside what this code does: writes the tables of docs/papers.md.

  papers.py --machine NAME [--command PATH] [--device cpu|cuda] [--threads N] [--repetitions R]
            [--seconds S] [--only PAPER] [--small] [--sumac BINARY] [--write FILE]

Each row runs the command on one instance, each run a process of its own; the contestants take turns,
times are medians of up to R turns (3) of the solve in milliseconds, and values are those of the
reports. A turn goes through all papers; after S seconds (220) no run begins, and a run that is told
to stop writes what it has. With a GPU, contestants on cores stand beside those on the GPU, on
N threads (all). With --write the block of this machine and device in FILE is replaced, or added at
its end: one run per machine makes the page. --sumac names the built program of https://github.com/ECP-ExaGraph/sumac,
which runs on unweighted graphs, too. --small takes instances of some thousand edges, for
tests.
"""

import argparse
import array
import json
import math
import os
import platform
import re
import signal
import statistics
import struct
import subprocess
import tempfile
import time
from pathlib import Path

ROUNDS = "local_max --variant"
REDRAW = "--ties redraw"
SUITOR = "match --algorithm suitor --variant"
LOUVAIN = "cluster --algorithm louvain --variant"
LEVELS = [f"{kernel}_{layout}" for kernel in ("gpubfs", "gpubfs_wr") for layout in ("ct", "mt")]
SCALED = [("local_max", "match"), ("suitor", f"{SUITOR} lock_free"), ("locally_dominant", "match --algorithm locally_dominant"),
          ("red_blue", "match --algorithm red_blue"), ("capacity 3", "match --capacity 3"), ("louvain", "cluster --algorithm louvain"),
          ("leiden", "cluster")]

# Per paper: title, claims, instances (large and small, and flags of all contestants), contestants
# (label, verb and flags, places), and the members of the report to show beside the time. Places: cpu
# in a block of cores, host on cores beside a GPU too, cuda on a GPU. The first contestant is the base
# of ratios.
PAPERS = {
    "birn": {
        "title": "Birn, Osipov, Sanders, Schulz, Sitchinava 2013, local max",
        "claims": ["the GPU is up to 35 times as fast as sequential local max, on random geometric graphs up to 24",
                   "rounds are logarithmic in the edges where ties are drawn anew"],
        "instances": [("rgg n=1048576 weights=0", "rgg n=4000 weights=0"), ("delaunay n=1048576 weights=0", "delaunay n=4000 weights=0"),
                      ("random_graph n=262144 alpha=16", "random_graph n=2000 alpha=4")],
        "flags": "--weights random:1..1000000",
        "runs": [("sequential", f"match --algorithm {ROUNDS} sequential", "cpu host"), ("crcw", f"match --algorithm {ROUNDS} crcw", "cpu cuda"),
                 ("work_optimal", f"match --algorithm {ROUNDS} work_optimal", "cpu cuda"),
                 ("work_optimal, ties redrawn", f"match --algorithm {ROUNDS} work_optimal {REDRAW}", "cpu cuda"),
                 ("our default", "match", "cpu host cuda"), ("gpa", "match --algorithm gpa", "cpu")],
        "members": ["weight", "rounds"]},
    "red_blue": {
        "title": "Fagginger Auer, Bisseling 2012, red-blue",
        "claims": ["random matchings have more than 99 % of the pairs of sequential random greedy, on average",
                   "weighted ones 115 % of the weight of sequential heavy-edge matching and 85 % of greedy's, on average"],
        "instances": [("rgg n=1048576 weights=0", "rgg n=4000 weights=0"), ("grid27 x=64 y=64 z=64", "grid27 x=8 y=8 z=8"),
                      ("rmat scale=18 edge_factor=8 weights=0", "rmat scale=9 edge_factor=4 weights=0"),
                      ("nlpkkt x=60 y=60 z=60", "nlpkkt x=6 y=6 z=6")],
        "flags": "--weights random:1..1000",
        "runs": [("greedy", "match --algorithm greedy", "cpu host"), ("heavy-edge, random order", "match --algorithm hem", "cpu host"),
                 ("red_blue", "match --algorithm red_blue", "cpu cuda"), ("random greedy", "match --algorithm random_greedy", "cpu host"),
                 ("red_blue, random", "match --algorithm red_blue --variant random", "cpu cuda")],
        "members": ["weight", "edges", "rounds"]},
    "deveci": {
        "title": "Deveci, Kaya, Uçar, Çatalyürek 2013, eight variants behind a cheap start",
        "claims": ["average speed-up of at least 3.61 over the fastest sequential code on original graphs, 3.54 on permuted ones"],
        "instances": [("random_bipartite rows=1000000 columns=1000000 degree=4", "random_bipartite rows=2000 columns=2000 degree=4"),
                      ("rgg n=1048576 weights=0", "rgg n=4000 weights=0"), ("rgg n=1048576 weights=0", "rgg n=4000 weights=0", "--permute 1"),
                      ("rmat scale=18 edge_factor=8 weights=0", "rmat scale=9 edge_factor=4 weights=0")],
        "flags": "--objective cardinality",
        "runs": [("pfp", "bipartite --algorithm pfp --start cheap", "cpu host"),
                 ("hopcroft_karp", "bipartite --algorithm hopcroft_karp --start cheap", "cpu host"),
                 ("hkdw", "bipartite --algorithm hkdw --start cheap", "cpu host"), ("our default", "bipartite", "cpu host cuda")]
                + [(f"{driver}, {kernel}", f"bipartite --algorithm {driver} --variant {kernel} --start cheap", "cuda")
                   for driver in ("apfb", "apsb") for kernel in LEVELS],
        "members": ["edges", "rounds"]},
    "naim_suitor": {
        "title": "Naim 2017, Suitor",
        "claims": ["on a GPU up to 20 times as fast as two threads and 5 times as sixteen"],
        "instances": [("rgg n=1048576 weights=0", "rgg n=4000 weights=0"), ("rmat scale=18 edge_factor=16 weights=0", "rmat scale=9 edge_factor=4 weights=0")],
        "flags": "--weights random:1..1000000",
        "runs": [("locks", f"{SUITOR} locks", "cpu host cuda"), ("lock_free", f"{SUITOR} lock_free", "cpu host cuda"),
                 ("sorted", f"{SUITOR} sorted", "cpu host"), ("locally_dominant", "match --algorithm locally_dominant", "cpu cuda"),
                 *((variant, f"{SUITOR} {variant}", "cuda") for variant in ("no_sync", "sync_lb", "sync_no_lb", "hybrid")),
                 ("our default", "match", "cpu host cuda")],
        "members": ["weight", "rounds"]},
    "naim_shapes": {
        "title": "Naim 2017, shapes of blocks of Suitor on a GPU (no_sync: threads per block x vertices per warp; hybrid: shared rounds)",
        "claims": ["8 vertices per warp and blocks of 128 threads are best"],
        "instances": [("rgg n=1048576 weights=0", "rgg n=4000 weights=0"), ("rmat scale=18 edge_factor=16 weights=0", "rmat scale=9 edge_factor=4 weights=0")],
        "flags": "--weights random:1..1000000",
        "runs": [(f"{threads} x {vertices}", f"{SUITOR} no_sync --threads-per-block {threads} --vertices-per-warp {vertices}", "cuda")
                 for threads, vertices in ((128, 8), (32, 8), (64, 8), (256, 8), (1024, 8), (128, 1), (128, 4), (128, 16), (128, 32))]
                + [(f"hybrid, {rounds} shared", f"{SUITOR} hybrid --shared-rounds {rounds}", "cuda") for rounds in (1, 3, 10)],
        "members": ["rounds"]},
    "naim_louvain": {
        "title": "Naim 2017, Louvain by buckets",
        "claims": ["thresholds 1e-2 and 1e-6 instead of 1e-6 alone make the sequential method 7.3 times as fast on average, at 0.13 % less modularity",
                   "relaxed updates change modularity by less than 0.13 % on average, and take up to ten times as long"],
        "instances": [("rgg n=1048576 weights=0", "rgg n=4000 weights=0"), ("road x=1000 y=1000", "road x=60 y=60"),
                      ("rmat scale=17 edge_factor=16 weights=0", "rmat scale=9 edge_factor=4 weights=0")],
        "flags": "--weights unit",
        "runs": [("sequential, 1e-6 alone", f"{LOUVAIN} sequential --threshold-large 1e-6", "cpu host"),
                 ("sequential", f"{LOUVAIN} sequential", "cpu host"),
                 ("buckets", f"{LOUVAIN} buckets", "cpu cuda"),
                 ("relaxed_buckets", f"{LOUVAIN} relaxed_buckets", "cpu cuda"),
                 ("relaxed_buckets, losing sweeps kept", f"{LOUVAIN} relaxed_buckets --losing-sweep keep", "cpu cuda"),
                 ("our default of louvain", "cluster --algorithm louvain", "cpu cuda")],
        "members": ["modularity", "rounds"]},
    "naim_thresholds": {
        "title": "Naim 2017, thresholds of buckets (above 100,000 vertices / up to them)",
        "claims": ["larger thresholds take less time at little less modularity"],
        "instances": [("rgg n=524288 weights=0", "rgg n=4000 weights=0")],
        "flags": "--weights unit",
        "runs": [(f"{large} / {small}", f"{LOUVAIN} buckets --threshold-large {large} --threshold-small {small}", "cpu cuda")
                 for large in ("1e-6", "1e-4", "1e-2", "1e-1") for small in ("1e-7", "1e-6", "1e-4")],
        "members": ["modularity", "rounds"]},
    "unweighted": {
        "title": "local max on hypergraphs, 2026: unweighted graphs, pairs and time by the order of ties",
        "claims": ["a matching has 87.6 to 98.2 % of the pairs of SuMaC, which orders ties by numbers",
                   "up to 15 and 27 times as fast as SuMaC, on Delaunay triangulations"],
        "instances": [("delaunay n=1048576 weights=0", "delaunay n=4000 weights=0"), ("rmat scale=18 edge_factor=8 weights=0", "rmat scale=9 edge_factor=4 weights=0")],
        "flags": "--objective cardinality",
        "runs": [("our default", "match", "cpu host cuda"), ("ties by degree", "match --tie-order degree", "cpu cuda"),
                 ("ties by number", "match --tie-order number", "cpu host"),
                 ("Karp-Sipser, degree one", "match --algorithm karp_sipser --variant degree_one", "cpu host")],
        "sumac": True,
        "members": ["edges", "rounds"]},
    "hypergraphs": {
        "title": "local max on hypergraphs, 2026",
        "claims": ["stack streaming is 1.74 to 3.70 times as fast as sorted greedy",
                   "on one core 1.5 times slower to 1.61 times faster than sorted greedy, on 16 cores 13 times faster",
                   "noisy ratings keep 88.1 to 99.7 % of greedy's weight"],
        "instances": [("uniform n=1000000 m=1000000 k=3", "uniform n=2000 m=2000 k=3"),
                      ("power_law n=500000 m=500000", "power_law n=2000 m=2000")],
        "flags": "--weights random:1..100 --rating weight",
        "runs": [("greedy", "match --algorithm greedy", "cpu host"), ("stack_streaming", "match --algorithm stack_streaming", "cpu host"),
                 ("crcw", f"match --algorithm {ROUNDS} crcw", "cpu cuda"), ("crew", f"match --algorithm {ROUNDS} crew", "cpu cuda"),
                 ("work_optimal", f"match --algorithm {ROUNDS} work_optimal", "cpu cuda"),
                 ("crew, ties redrawn", f"match --algorithm {ROUNDS} crew {REDRAW}", "cpu cuda"),
                 ("crew, noise 50", f"match --algorithm {ROUNDS} crew {REDRAW} --noise 50", "cpu cuda"), ("our default", "match", "cpu host cuda")],
        "members": ["weight", "rounds"]},
}


class Cell:
    """The runs of one contestant on one instance."""

    def __init__(self, label, words):
        self.label, self.words = label, words
        self.times, self.result, self.failure = [], {}, ""

    def run(self, arguments, report, deadline):
        left = deadline - time.monotonic()
        if self.failure or left <= 0:
            return
        try:
            done = subprocess.run([arguments.command, *self.words, "-q", "-o", "/dev/null", "--json", str(report)],
                                  capture_output=True, text=True, timeout=min(60, left + 10))
        except subprocess.TimeoutExpired as late:
            self.failure = "" if self.times else f"stopped after {late.timeout:.0f} s"
            return
        if done.returncode != 0:
            self.failure = done.stderr.strip().splitlines()[-1]
            return
        told = json.loads(report.read_text())
        self.times.append(1000 * told["seconds"]["solve"])
        self.result = told["result"]

    @property
    def ms(self):
        return statistics.median(self.times) if self.times else math.nan


class SumacCell(Cell):
    """LD-GPU of SuMaC (Mandulak et al. 2024), 64-bit ids, one batch; its own time, without reading."""

    def __init__(self, binary):
        super().__init__("SuMaC", ["", None])
        self.binary, self.converted = binary, None

    def run(self, arguments, report, deadline):
        left = deadline - time.monotonic()
        if self.failure or left <= 0:
            return
        if self.converted is None:
            self.converted = report.parent / f"{Path(self.words[1]).stem}.sumac"
            text = report.parent / "rows.graph"
            subprocess.run([arguments.command, "convert", self.words[1], str(text), "-q"], check=True)
            write_sumac(text, self.converted)
        try:
            done = subprocess.run([self.binary, str(self.converted), "1"], capture_output=True, text=True, timeout=min(60, left + 10))
        except (subprocess.TimeoutExpired, OSError) as error:
            self.failure = f"SuMaC: {error}"
            return
        told = {name: float(value) for name, value in re.findall(r"^(Total Time|Total Matching Edges|Number of Iterations): ([0-9.]+)", done.stdout, re.M)}
        if len(told) != 3:
            self.failure = f"SuMaC: code {done.returncode}, {done.stderr.strip()[-80:]}"
            return
        self.times.append(1000 * told["Total Time"])
        # It counts vertices that are matched.
        self.result = {"edges": told["Total Matching Edges"] / 2, "rounds": told["Number of Iterations"]}


def write_sumac(text, path):
    """A METIS graph as Vite's binary rows: sizes, offsets and (head, weight 1) per arc, 64 bits each."""
    offsets, arcs = array.array("q", [0]), array.array("q")
    one = struct.unpack("q", struct.pack("d", 1.0))[0]
    with open(text, encoding="ascii") as file:
        head = next(line for line in file if not line.startswith("%")).split()
        step = 2 if head[2:3] == ["1"] else 1
        for line in file:
            for word in line.split()[::step]:
                arcs.extend((int(word) - 1, one))
            offsets.append(len(arcs) // 2)
    with open(path, "wb") as file:
        file.write(struct.pack("qq", len(offsets) - 1, len(arcs) // 2))
        offsets.tofile(file)
        arcs.tofile(file)


class Instances:
    """Generates each instance once, when it is first asked for."""

    def __init__(self, command, folder):
        self.command, self.folder, self.files = command, folder, {}

    def file(self, instance):
        if instance not in self.files:
            path = self.folder / f"{len(self.files)}.hmb"
            subprocess.run([self.command, "generate", *instance.split(), "-o", str(path), "-q"], check=True)
            self.files[instance] = path
        return str(self.files[instance])


def places_of(arguments, places):
    """Suffix of the label and flags, per place of this block."""
    cores = ["--device", "cpu", "--threads", str(arguments.threads)]
    if arguments.device == "cpu":
        return [("", cores)] if "cpu" in places.split() else []
    found = [(", cores", cores)] if "host" in places.split() else []
    return found + ([("", ["--device", arguments.device])] if "cuda" in places.split() else [])


def shown(value):
    if value is None:
        return "-"
    return f"{value:.4f}" if isinstance(value, float) and not value.is_integer() else f"{int(value)}"


class Contest:
    """The table of one paper."""

    def __init__(self, arguments, name):
        self.paper = PAPERS[name]
        self.rows = []  # name of the instance, instance, cells
        runs = [(label + suffix, run.split(), place) for label, run, places in self.paper["runs"]
                for suffix, place in places_of(arguments, places)]
        for large, small, *more in self.paper["instances"] if runs else []:
            extra = self.paper["flags"].split() + [word for flags in more for word in flags.split()]
            instance = small if arguments.small else large
            cells = []
            for label, (verb, *rest), place in runs:
                flags = [f for f in extra if "stack_streaming" not in rest or f not in ("--rating", "weight")]
                cells.append(Cell(label, [verb, None, *rest, *flags, *place]))
            if arguments.sumac and "sumac" in self.paper:
                cells.append(SumacCell(arguments.sumac))
            self.rows.append((" ".join([instance, *more]), instance, cells))

    def turn(self, arguments, instances, deadline):
        for _, instance, cells in self.rows:
            if time.monotonic() >= deadline:
                return
            for cell in cells:
                cell.words[1] = instances.file(instance)
                cell.run(arguments, instances.folder / "report.json", deadline)

    def lines(self):
        if not self.rows:
            return []
        members = self.paper["members"]
        lines = [f"### {self.paper['title']}", "", *(f"- Claim: {claim}." for claim in self.paper["claims"]), ""]
        lines += [f"| instance | contestant | ms | base over it | {' | '.join(members)} |", "|---|---|--:|--:|" + "--:|" * len(members)]
        for name, _, cells in self.rows:
            for cell in cells:
                if cell.times:
                    values = " | ".join(shown(cell.result.get(member)) for member in members)
                    lines.append(f"| {name} | {cell.label} | {cell.ms:.1f} | {cells[0].ms / cell.ms:.2f} | {values} |")
                else:
                    lines.append(f"| {name} | {cell.label} | {cell.failure or 'no time left'} | | {' | '.join('' for _ in members)} |")
        return lines + [""]

    def failures(self):
        return [cell.failure for _, _, cells in self.rows for cell in cells if cell.failure]


class Scaling:
    """Milliseconds of some algorithms by the number of threads."""

    def __init__(self, arguments):
        self.counts = [t for t in (1, 2, 4, 8, 16, 32, 64) if t <= arguments.threads]
        self.instance = "rgg n=4000 weights=0" if arguments.small else "rgg n=1048576 weights=0"
        self.cells = [[Cell(label, [run.split()[0], None, *run.split()[1:], "--device", "cpu", "--threads", str(t)]
                            + (["--weights", "random:1..1000000"] if run.startswith("match") else []))
                       for t in self.counts] for label, run in SCALED]

    def turn(self, arguments, instances, deadline):
        for cell in (cell for row in self.cells for cell in row):
            if time.monotonic() >= deadline:
                return
            cell.words[1] = instances.file(self.instance)
            cell.run(arguments, instances.folder / "report.json", deadline)

    def lines(self):
        lines = ["### Threads", "", f"{self.instance}: milliseconds by the number of threads; in brackets the time of one thread over it.", "",
                 "| algorithm | " + " | ".join(map(str, self.counts)) + " |", "|---|" + "--:|" * len(self.counts)]
        for row in self.cells:
            values = [f"{c.ms:.1f} ({row[0].ms / c.ms:.2f})" if c.times else c.failure or "no time left" for c in row]
            lines.append(f"| {row[0].label} | {' | '.join(values)} |")
        return lines + [""]

    def failures(self):
        return [cell.failure for row in self.cells for cell in row if cell.failure]


def write(path, block, machine):
    text = path.read_text()
    begin, end = f"<!-- papers: {machine} begin -->", f"<!-- papers: {machine} end -->"
    whole = f"{begin}\n{block}{end}\n"
    found = re.search(re.escape(begin) + r".*?" + re.escape(end) + r"\n", text, re.S)
    path.write_text(text[:found.start()] + whole + text[found.end():] if found else text.rstrip("\n") + "\n\n" + whole)


def told_to_stop(*_):
    raise KeyboardInterrupt


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--machine", required=True)
    parser.add_argument("--command", default="build/bin/hypermatch")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=220)
    parser.add_argument("--only", choices=[*sorted(PAPERS), "threads"])
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--sumac", help="the command of SuMaC's LDgpu, to run beside ours on unweighted graphs")
    parser.add_argument("--write", type=Path)
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, told_to_stop)
    deadline = time.monotonic() + arguments.seconds
    revision = subprocess.run([arguments.command, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    place = f"{arguments.threads} threads" if arguments.device == "cpu" else f"{arguments.device} and {arguments.threads} threads"
    tables = [Contest(arguments, name) for name in PAPERS if arguments.only in (None, name)]
    if arguments.only in (None, "threads"):
        tables.append(Scaling(arguments))
    turns = 0
    with tempfile.TemporaryDirectory() as folder:
        instances = Instances(arguments.command, Path(folder))
        try:
            while turns < arguments.repetitions and time.monotonic() < deadline:
                for table in tables:
                    table.turn(arguments, instances, deadline)
                turns += 1
        except KeyboardInterrupt:
            print("stopped; this is what there is", flush=True)
    lines = [f"## {arguments.machine}", "", f"{time.strftime('%Y-%m-%d')}, {platform.machine()}, {place}, {revision.splitlines()[0]}; {turns} turns.", ""]
    lines += [line for table in tables for line in table.lines()]
    block = "\n".join(lines)
    if arguments.write:
        write(arguments.write, block, arguments.machine)
    else:
        print(block)
    failed = [failure for table in tables for failure in table.failures() if "error" in failure]
    if failed:
        raise SystemExit(f"a contestant failed: {failed[0]}")


if __name__ == "__main__":
    main()
