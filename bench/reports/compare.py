# SPDX-License-Identifier: MIT
"""Times two commands in turn, see compare.sh."""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

TIMEOUT = 600
MORE_ROUNDS = 3
SHORTEST = 1e-3  # seconds: below, the clock of a whole process says little

# Name: a command of `generate`; numbers in <> are scaled.
INSTANCES = {
    "uniform.hgr": "uniform n=<200000> m=<500000> k=3 --weights random:1..100",
    "uniform.hmb": "uniform n=<400000> m=<1000000> k=3 --weights random:1..100",
    "sizes.hmb": "sizes n=<50000> m=<300000> min=2 max=8 --weights random:1..10",
    "delaunay.graph": "delaunay n=<100000>",
    "delaunay.hmb": "delaunay n=<200000>",
    "random.hmb": "random_graph n=<100000> alpha=8 --weights random:1..1000000",
    "random.el": "random_graph n=<100000> alpha=8 --weights random:1..1000000",
    "random.gr": "random_graph n=<100000> alpha=8 --weights random:1..1000000",
    "ties.hmb": "grid x=<300000> y=4",
    "matrix.mtx": "random_bipartite rows=<100000> columns=<100000> degree=3",
    "chain.mtx": "chain_bipartite n=<300000>",
}

# Name: member of the report's seconds, and the command. T is the number of threads.
BENCHMARKS = {
    "read hmetis": ("read", "info uniform.hgr --threads 1"),
    "read hmetis, threads": ("read", "info uniform.hgr --threads T"),
    "read metis": ("read", "info delaunay.graph --threads 1"),
    "read matrix market": ("read", "bipartite matrix.mtx --start cheap --threads 1"),
    "read edge list": ("read", "info random.el --threads 1"),
    "read dimacs": ("read", "info random.gr --threads 1"),
    "read native": ("read", "info uniform.hmb --threads 1"),
    "hypergraph local_max": ("solve", "match uniform.hmb --threads 1"),
    "hypergraph local_max, threads": ("solve", "match uniform.hmb --threads T"),
    "hypergraph local_max, sizes": ("solve", "match sizes.hmb --threads 1"),
    "hypergraph work_optimal": ("solve", "match sizes.hmb --variant work_optimal --threads 1"),
    "hypergraph greedy": ("solve", "match uniform.hmb --algorithm greedy --threads 1"),
    "hypergraph stack_streaming": (
        "solve", "match sizes.hmb --algorithm stack_streaming --threads 1"),
    "hypergraph verify": ("verify", "match sizes.hmb --verify --threads 1"),
    "graph local_max": ("solve", "match delaunay.hmb --threads 1"),
    "graph local_max, threads": ("solve", "match delaunay.hmb --threads T"),
    "graph local_max, ties": ("solve", "match ties.hmb --threads 1"),
    "graph suitor": ("solve", "match random.hmb --algorithm suitor --threads 1"),
    "graph suitor, threads": ("solve", "match random.hmb --algorithm suitor --threads T"),
    "graph locally_dominant": (
        "solve", "match random.hmb --algorithm locally_dominant --threads 1"),
    "graph red_blue": ("solve", "match delaunay.hmb --algorithm red_blue --threads 1"),
    "graph gpa": ("solve", "match delaunay.hmb --algorithm gpa --threads 1"),
    "graph verify": ("verify", "match delaunay.hmb --verify --threads 1"),
    "bipartite maximum_matching": ("solve", "bipartite matrix.mtx --threads 1"),
    "bipartite maximum_matching, chain": ("solve", "bipartite chain.mtx --threads 1"),
    "bipartite hopcroft_karp": (
        "solve", "bipartite matrix.mtx --algorithm hopcroft_karp --threads 1"),
    "bipartite ms_bfs_graft": (
        "solve", "bipartite matrix.mtx --algorithm ms_bfs_graft --threads 1"),
    "whole command, hypergraph": ("total", "match uniform.hgr -o answer --threads T"),
    "whole command, graph": ("total", "match delaunay.graph -o answer --threads T"),
    "whole command, matrix": ("total", "bipartite matrix.mtx -o answer --threads T"),
}


def fail(message):
    print(f"error: {message}", file=sys.stderr)
    sys.exit(2)


def run(words, folder):
    done = subprocess.run(words, cwd=folder, stdin=subprocess.DEVNULL, timeout=TIMEOUT, check=False,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if "unhandled instruction" in done.stderr:
        fail("valgrind does not know all instructions of this build: configure it with "
             "-DHYPERMATCH_ARCH=")
    if done.returncode != 0:
        fail(f"{' '.join(words)}: exit {done.returncode}: {done.stderr.strip()[-300:]}")
    return done


class Bench:
    def __init__(self, arguments, folder):
        self.arguments = arguments
        self.folder = folder

    def words(self, name):
        """The command line of a benchmark, with its instance made."""
        words = BENCHMARKS[name][1].replace(" T", f" {self.arguments.threads}").split()
        if self.arguments.instructions:
            words = ["1" if words[i - 1] == "--threads" else word for i, word in enumerate(words)]
            words += [] if "--threads" in words else ["--threads", "1"]
        path = os.path.join(self.folder, words[1])
        if not os.path.exists(path):
            family = re.sub(r"<(\d+)>", lambda match: str(
                max(10, round(int(match[1]) * self.arguments.scale))), INSTANCES[words[1]])
            run([self.arguments.base, "generate", *family.split(), "-o", path, "-q"], self.folder)
        return words

    def seconds(self, command, name):
        words = [command, *self.words(name), "-q", "--json", "report.json"]
        run(words, self.folder)
        with open(os.path.join(self.folder, "report.json"), encoding="utf-8") as file:
            return json.load(file)["seconds"][BENCHMARKS[name][0]]

    def instructions(self, command, name):
        done = run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", command,
                    *self.words(name), "-q", "--json", "report.json"], self.folder)
        found = re.search(r"Collected : (\d+)", done.stderr)
        if not found:
            fail(f"valgrind counted nothing: {done.stderr.strip()[-300:]}")
        return int(found[1])

    def times(self, name):
        """Times of both, by runs in turn: more of them while the second one seems slower."""
        base, new = [], []
        for _ in range(1 + MORE_ROUNDS):
            for turn in range(self.arguments.runs):
                order = [(base, self.arguments.base), (new, self.arguments.new)]
                for times, command in order if turn % 2 == 0 else reversed(order):
                    times.append(self.seconds(command, name))
            if not is_slower(min(base), min(new), self.arguments.limit):
                break
        return base, new


def is_slower(base, new, limit):
    return new > base * (1 + limit / 100)


def compare_times(bench, names):
    """Names of the benchmarks that are slower, and of those that cannot be judged."""
    limit = bench.arguments.limit
    print("| benchmark | base ms | new ms | new / base | base / base | runs |\n"
          "|---|---|---|---|---|---|")
    slower, undecided = [], []
    for name in names:
        base, new = bench.times(name)
        # Two halves of the same build's runs: what the machine makes of equal programs.
        halves = (min(base[::2]), min(base[1::2] or base))
        verdict = ""
        if is_slower(min(base), min(new), limit):
            sure = not is_slower(min(halves), max(halves), limit) and min(base) >= SHORTEST
            (slower if sure else undecided).append(name)
            verdict = ", SLOWER" if sure else ", too short or noisy to judge"
        print(f"| {name} | {min(base) * 1e3:.3f} | {min(new) * 1e3:.3f} | {min(new) / min(base):.3f} "
              f"| {halves[0] / halves[1]:.3f} | {len(base)}{verdict} |", flush=True)
    return slower, undecided


def compare_instructions(bench, names):
    print("| benchmark | base, million | new, million | new / base |\n|---|---|---|---|")
    slower, counted = [], {}
    for name in names:
        words = tuple(bench.words(name))
        if words in counted:
            continue  # a whole command is counted once
        base = bench.instructions(bench.arguments.base, name)
        new = bench.instructions(bench.arguments.new, name)
        counted[words] = base
        beyond = is_slower(base, new, bench.arguments.limit)
        print(f"| {name} | {base / 1e6:.2f} | {new / 1e6:.2f} | {new / base:.4f}"
              f"{', SLOWER' if beyond else ''} |", flush=True)
        if beyond:
            slower.append(name)
    return slower, []


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("--limit", type=float)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--scale", type=float)
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--instructions", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("base", nargs="?")
    parser.add_argument("new", nargs="?")
    arguments = parser.parse_args()
    if arguments.limit is None:
        arguments.limit = 1 if arguments.instructions else 5
    if arguments.scale is None:
        arguments.scale = 0.1 if arguments.instructions else 1
    if arguments.runs < 1 or arguments.threads < 1 or arguments.scale <= 0 or arguments.limit < 0:
        fail("--runs and --threads are at least 1, --scale is above 0, --limit is not negative")
    return arguments


def main():
    arguments = parse()
    names = [name for name in BENCHMARKS
             if not arguments.only or any(text in name for text in arguments.only)]
    if arguments.list:
        print("\n".join(f"{name}: {BENCHMARKS[name][0]} of {BENCHMARKS[name][1]}"
                        for name in names))
        return 0
    if not names:
        fail("no benchmark has that name, see --list")
    if arguments.instructions and not shutil.which("valgrind"):
        fail("valgrind is not there")
    arguments.base, arguments.new = map(os.path.abspath, (arguments.base, arguments.new))
    with tempfile.TemporaryDirectory(prefix="hypermatch-compare-") as folder:
        bench = Bench(arguments, folder)
        slower, undecided = (compare_instructions if arguments.instructions
                             else compare_times)(bench, names)
    print(f"\n{len(slower)} of {len(names)} benchmarks are more than {arguments.limit:g} % slower, "
          f"{len(undecided)} could not be judged"
          + "".join(f"\n  {name}" for name in slower + undecided))
    return 1 if slower else 2 if undecided else 0


if __name__ == "__main__":
    sys.exit(main())
