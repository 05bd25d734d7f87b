#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""One cold process, from a file to the written answer: a table of the members of `seconds`.

Prints the wall time that a shell would see, the members, and what is in no member: before the process
counts, and after its report. Exit code 1 if the members miss `total` by more than 2 % and 20 ms.

    bench/reports/cold.py build/bin/hypermatch /dev/shm/rgg24.hm --device cpu cuda --runs 3
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

MEMBERS = ["start", "read", "prepare", "transfer", "solve", "verify", "write"]


def run_once(command, instance, device, extra, folder):
    report = os.path.join(folder, "report.json")
    answer = os.path.join(folder, "answer")
    begin = time.perf_counter()
    subprocess.run([command, "match", instance, "--device", device, "-q", "-o", answer, "--json",
                    report, *extra], check=True)
    wall = time.perf_counter() - begin
    with open(report) as file:
        seconds = json.load(file)["seconds"]
    # Older commands have no `start`.
    seconds = {"start": 0.0, **seconds}
    seconds["wall"] = wall
    return seconds


def remainder(seconds):
    return seconds["total"] - sum(seconds[member] for member in MEMBERS)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command")
    parser.add_argument("instances", nargs="+")
    parser.add_argument("--device", nargs="+", default=["cpu"])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--folder", default="/dev/shm", help="for answers (default /dev/shm)")
    parser.add_argument("--flag", action="append", default=[], help="more flags of match")
    options = parser.parse_args()
    columns = ["wall", *MEMBERS, "total", "no member", "after"]
    print("| instance | device | " + " | ".join(columns) + " |")
    print("|---" * (len(columns) + 2) + "|")
    adds_up = True
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        for instance in options.instances:
            for device in options.device:
                runs = [run_once(options.command, instance, device, options.flag, folder)
                        for _ in range(options.runs)]
                wall = statistics.median(seconds["wall"] for seconds in runs)
                shown = min(runs, key=lambda seconds: abs(seconds["wall"] - wall))
                rest = remainder(shown)
                adds_up = adds_up and abs(rest) <= max(0.02 * shown["total"], 0.02)
                numbers = [shown[name] for name in ["wall", *MEMBERS, "total"]]
                numbers += [rest, shown["wall"] - shown["total"]]
                name = os.path.basename(instance)
                print(f"| {name} | {device} | "
                      + " | ".join(f"{1000 * number:.1f}" for number in numbers) + " |", flush=True)
    return 0 if adds_up else 1


if __name__ == "__main__":
    sys.exit(main())
