#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints where the time of `make test` goes: test_times.py LOGS [SLOWEST]

LOGS is the folder out/test with *-tests.xml (JUnit) of each CTest run; the builds' times come from
ninja's logs. Seconds are summed over jobs, so divide by the cores to compare with the clock. Tables
are Markdown; SLOWEST tests of each stage follow.
"""
import collections
import pathlib
import re
import sys
import xml.etree.ElementTree as xml

STAGES = {"release": "build", "dev": "build-dev", "tsan": "build-tsan"}


def room_of_output(path):
    """The room, or the part of the project, that a build's output belongs to."""
    match = re.search(r"(hm|test)_([a-z_]+?)(_threads|_cuda)?\.dir/", path)
    if match:
        name = match.group(2).replace("algorithms_", "").replace("_", " ")
        return name
    for part in ("cli", "bench"):
        if path.startswith(part + "/"):
            return part
    return "other"


def room_of_test(name):
    """The same for the name of a CTest test, such as algorithms_graph_matching.Suite.Test."""
    return name.split(".")[0].replace("algorithms_", "").replace("_", " ")


def build_seconds(folder):
    """Seconds of jobs by (room, kind of output), of the newest build of each output."""
    newest = {}
    log = pathlib.Path(folder) / ".ninja_log"
    if not log.exists():
        return {}
    for line in log.read_text().splitlines()[1:]:
        start, end, _, output, _ = line.split("\t")
        newest[output] = (int(end) - int(start)) / 1000
    seconds = collections.Counter()
    for output, length in newest.items():
        if not output.endswith((".o", ".gch", ".pch")):
            kind = "link"
        elif output.endswith(".cu.o"):
            kind = "nvcc"
        elif output.startswith(("tests/", "bench/")):
            kind = "tests"
        else:
            kind = "sources"
        seconds[room_of_output(output), kind] += length
    return seconds


def test_seconds(report):
    """Seconds by test."""
    if not report.exists():
        return {}
    cases = xml.parse(report).getroot().iter("testcase")
    return {case.get("name"): float(case.get("time") or 0) for case in cases}


def main():
    logs = pathlib.Path(sys.argv[1])
    slowest = int(sys.argv[2]) if len(sys.argv) > 2 else 30
    tests = {stage: test_seconds(logs / f"{stage}-tests.xml") for stage in STAGES}
    if not any(tests.values()):
        sys.exit("no CTest run in " + str(logs))
    columns, rows = [], collections.defaultdict(dict)
    for stage, folder in STAGES.items():
        if not tests[stage]:
            continue
        parts = collections.Counter()
        for (room, kind), length in build_seconds(folder).items():
            parts[room, f"{stage}: {'nvcc' if kind == 'nvcc' else 'build'}"] += length
        for name, length in tests[stage].items():
            parts[room_of_test(name), f"{stage}: tests"] += length
        for (room, column), length in parts.items():
            rows[room][column] = length
            if column not in columns:
                columns.append(column)
    columns.sort(key=lambda column: (list(STAGES).index(column.split(":")[0]), column))
    print("Seconds, summed over parallel jobs:\n")
    print("| part | " + " | ".join(columns) + " | all |")
    print("|---" + "|---:" * (len(columns) + 1) + "|")
    totals = collections.Counter()
    for room, row in sorted(rows.items(), key=lambda item: -sum(item[1].values())):
        cells = [f"{row[c]:.0f}" if c in row else "" for c in columns]
        print(f"| {room} | " + " | ".join(cells) + f" | {sum(row.values()):.0f} |")
        totals.update(row)
    cells = [f"{totals[c]:.0f}" for c in columns]
    print("| **all** | " + " | ".join(cells) + f" | {sum(totals.values()):.0f} |")
    for stage in STAGES:
        ranked = sorted(tests[stage].items(), key=lambda item: -item[1])[:slowest]
        if ranked:
            print(f"\nSlowest tests of stage `{stage}`:\n\n| s | test |\n|---:|---|")
            for name, length in ranked:
                print(f"| {length:.1f} | {name} |")


if __name__ == "__main__":
    main()
