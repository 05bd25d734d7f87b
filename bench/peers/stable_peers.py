#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Stable marriages of the Python package matching beside the command line, in one run: Markdown.

  stable_peers.py [--command PATH] [--repetitions R] [N...]

For each N (25, 50, 100, 200, 400) complete lists of N agents a side, every order equally likely.
The package runs in this process, on dictionaries in memory, with a limit of recursion and a stack
that let it end. Of both systems the table has the time to prepare (the package makes its players
and checks them, the command checks the lists and finds each agent's place in its partners' lists)
and to solve, medians of R runs (3), in milliseconds. Each run of the command is a process of its
own on one thread. Both must find the same pairs.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from peers import processor

try:
    from matching.games import StableMarriage
except ImportError as missing:
    raise SystemExit("error: the package matching is not installed; the package index has it") \
        from missing


def lists_of(file):
    """The lists of both sides of a .prefs file without ties: {agent: [partner, ...]}."""
    sides = {"l": {}, "r": {}}
    for line in file.read_text().splitlines():
        head, _, tail = line.partition(":")
        if tail:
            side, agent = head.split()[:2]
            sides[side][agent] = tail.split()
    return sides["l"], sides["r"]


def of_package(left, right, repetitions):
    """(pairs, milliseconds to prepare, to solve)"""
    times = []
    for _ in range(repetitions):
        start = time.perf_counter()
        game = StableMarriage.create_from_dictionaries(
            {f"l{a}": [f"r{b}" for b in partners] for a, partners in left.items()},
            {f"r{b}": [f"l{a}" for a in partners] for b, partners in right.items()})
        begin = time.perf_counter()
        found = game.solve(optimal="suitor")
        times.append((1e3 * (begin - start), 1e3 * (time.perf_counter() - begin)))
    pairs = {(str(a)[1:], str(b)[1:]) for a, b in found.items()}
    return pairs, *map(statistics.median, zip(*times))


def of_command(command, file, repetitions):
    """(pairs, milliseconds to prepare, to solve)"""
    times = []
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "pairs"
        for _ in range(repetitions):
            run = subprocess.run([command, "stable", file, "--threads", "1", "--verify", "--json",
                                  "-o", out], check=True, capture_output=True, text=True)
            seconds = json.loads(run.stdout)["seconds"]
            times.append((1e3 * seconds["prepare"], 1e3 * seconds["solve"]))
        pairs = {tuple(line.split()) for line in out.read_text().splitlines()}
    return pairs, *map(statistics.median, zip(*times))


def compare(options):
    print(f"On one core of {processor()}.\n")
    print("| agents a side | package: prepare | solve | command: prepare | solve | ratio of solves "
          "| of both |\n|---:|---:|---:|---:|---:|---:|---:|")
    for n in options.sizes:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "marriage.prefs"
            subprocess.run([options.command, "generate", "random_marriage", f"left={n}",
                            f"right={n}", "-o", file], check=True, capture_output=True)
            theirs, *package = of_package(*lists_of(file), options.repetitions)
            ours, *command = of_command(options.command, file, options.repetitions)
        if theirs != ours:
            raise SystemExit(f"error: {n} agents: the pairs differ")
        print(f"| {n} | {package[0]:.1f} | {package[1]:.1f} | {command[0]:.3f} | {command[1]:.3f} "
              f"| {package[1] / command[1]:.0f} | {sum(package) / sum(command):.0f} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--command", default="build/bin/hypermatch")
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("sizes", metavar="N", type=int, nargs="*", default=[25, 50, 100, 200, 400])
    options = parser.parse_args()
    sys.setrecursionlimit(1_000_000)
    threading.stack_size(1 << 30)  # bytes: copies of the package's players are recursive
    worker = threading.Thread(target=compare, args=(options,))
    worker.start()
    worker.join()


if __name__ == "__main__":
    main()
