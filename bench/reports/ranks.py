#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What ranks cost: exchanges, bytes, stalled edges, memory and time beside one process.

ranks.py COMMAND [--edges M] [--ranks 2,4,7] [--launch mpi|threads] [--repeat R] [--families NAME]
         [--method ours|baselines]

Makes each instance in a folder of its own, and checks that all runs give the same bytes. `solve`: seconds of
preparing and matching, the median of the runs, over those of one process on as many threads. `memory`: the
largest peak of a rank over the peak of one process; threads share one.
"""

import argparse
import hashlib
import json
import os
import statistics
import subprocess
import tempfile

ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                   OMPI_MCA_rmaps_base_oversubscribe="1")


def families(m):
    weights = ["--weights", "random:1..100"]
    return {
        "3-uniform, m/n 0.4": ["uniform", f"n={m * 5 // 2}", f"m={m}", "k=3", *weights],
        "3-uniform, m/n 2.5": ["uniform", f"n={m * 2 // 5}", f"m={m}", "k=3", *weights],
        "3-uniform, m/n 10": ["uniform", f"n={m // 10}", f"m={m}", "k=3", *weights],
        "rgg": ["rgg", f"n={m // 7}", *weights],
        "rgg, renumbered": ["rgg", f"n={m // 7}", "shuffle=1", *weights],
        "R-MAT": ["rmat", f"scale={max(m // 16, 2).bit_length() - 1}", "edge_factor=16", *weights],
        "path, rising": ["path", f"n={m}", "shuffle=1"],
    }


# Graphs by the methods of the literature, too; a chain takes them a round per edge.
BASELINES = {"Birn et al.": ["--variant", "ghosts"], "Manne, Bisseling": ["--algorithm", "locally_dominant"]}
WITH_BASELINES = ("rgg", "rgg, renumbered", "R-MAT")


def run(command, folder, file, flags, prefix=()):
    """The report, the seconds of preparing and matching, and the largest resident set of a process in KiB."""
    out = os.path.join(folder, "out")
    json_file = os.path.join(folder, "json")
    measured = ["/usr/bin/env", *prefix, command, "match", file, "-q", "-o", out, "--json", json_file, *flags]
    peak = os.path.join(folder, "peak.py")
    with open(peak, "w", encoding="utf-8") as script:
        script.write("import resource, subprocess, sys\ncode = subprocess.call(sys.argv[1:])\n"
                     "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)\nsys.exit(code)\n")
    done = subprocess.run(["python3", peak, *measured], env=ENVIRONMENT, capture_output=True, text=True, check=True)
    with open(json_file, encoding="utf-8") as text:
        report = json.load(text)
    with open(out, "rb") as text:
        digest = hashlib.sha256(text.read()).hexdigest()
    seconds = report["seconds"]["prepare"] + report["seconds"]["solve"]
    return report, seconds, int(done.stdout.split()[-1]), digest


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("command")
    parser.add_argument("--edges", type=int, default=1000000)
    parser.add_argument("--ranks", default="2,4,7")
    parser.add_argument("--launch", choices=["mpi", "threads"], default="threads")
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("--families", default="")
    parser.add_argument("--method", choices=["ours", "baselines"], default="ours")
    arguments = parser.parse_args()
    command = os.path.abspath(arguments.command)
    print("| family | ranks | batches | rounds | exchanges | bytes per pair | stalled | solve | memory |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|")
    runs = [(name, family, "", []) for name, family in families(arguments.edges).items()]
    if arguments.method == "baselines":
        runs = [(name, family, f", {who}", method) for name, family, _, _ in runs if name in WITH_BASELINES
                for who, method in BASELINES.items()]
    for name, family, who, method in runs:
        if arguments.families not in name:
            continue
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "instance.hmb")
            subprocess.run([command, "generate", *family, "-q", "-o", file], check=True)
            for ranks in map(int, arguments.ranks.split(",")):
                mpi = arguments.launch == "mpi"
                flags = ["--ranks", "mpi" if mpi else f"threads:{ranks}", *method]
                prefix = ["mpirun", "-np", str(ranks)] if mpi else []
                times, held_times = [], []
                for _ in range(arguments.repeat):
                    _, held, held_peak, expected = run(command, folder, file, ["--threads", str(ranks)])
                    report, seconds, peak, found = run(command, folder, file, flags, prefix)
                    if found != expected:
                        raise SystemExit(f"error: {name} on {ranks} ranks gives other bytes")
                    times.append(seconds)
                    held_times.append(held)
                costs = report["result"]["ranks"]
                per_pair = costs["bytes"] / max(costs["boundary_pairs"], 1)
                print(f"| {name}{who} | {ranks} | {costs['batches']} | {report['result']['rounds']} "
                      f"| {costs['exchanges']} | {per_pair:.1f} "
                      f"| {100 * costs['largest_stalled_share']:.1f} % "
                      f"| {statistics.median(times) / statistics.median(held_times):.1f} "
                      f"| {peak / held_peak:.2f} |", flush=True)


if __name__ == "__main__":
    main()
