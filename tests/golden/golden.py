#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The golden corpus: what the command answers today, held fast byte for byte.

  golden.py check  [PATTERN...]   runs cells and compares them with the record
  golden.py record [PATTERN...]   runs cells and writes the record; prints the cells that changed
  golden.py list   [PATTERN...]   their names
  golden.py show CELL...          what is recorded of them, in full
  golden.py covers                each algorithm of the command's list has a cell
  golden.py instances FOLDER      writes all instances, so that a cell can be run by hand

  --command PATH    the command (default build/bin/hypermatch)
  --section NAME    only cells of this section of cells.txt
  --device cuda     runs what has that back end on the device; it must answer as the host did
  --jobs N          cells at a time (default: cores)

A PATTERN with wildcards (* ? [) fits a cell's whole name, another one a part of it. README.md says
what is recorded, and when to record anew.
"""

import argparse
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile

import corpus
import runs

# Facts of the host's run that a device answers in its own way.
OF_THE_HOST = ("options.device", "result.rounds", "result.stop_reason")
# Flags of what runs on cores only: constraints of communities, exact matchings of graphs.
ON_CORES = {"cluster": ("--fixed", "--num-communities", "--min-size", "--max-size"), "match": ("--minimize", "--perfect", "--ranks")}
# Of a cell that is held to another algorithm's record.
OF_THE_OTHER = ("options.", *runs.OWN_WAY)


def listing(command):
    """Rows of the command's table of algorithms."""
    done = subprocess.run([command, "list", "algorithms", "--json", "-"], stdout=subprocess.PIPE,
                          check=True)
    return json.loads(done.stdout)["algorithms"]


PROBLEMS = {"bipartite": "bipartite_matching", "cluster": "clustering", "stable": "stable_matching"}


def row_of(cell, record, rows):
    """The row of the table that a cell runs; None if that is up to the command."""
    entry = record.cells.get(cell.like, {})
    kind = entry.get("report", {}).get("input.kind")
    if cell.verb not in ("match", "bipartite", "cluster", "stable") or kind is None:
        return None
    # A graph may be matched by its rows and columns, too.
    problem = PROBLEMS.get(cell.verb, f"{kind}_matching")
    name, variant = cell.option("--algorithm"), cell.option("--variant")
    found = entry.get("report", {}).get("options.algorithm")
    if cell.verb == "bipartite" and any(row["problem"] == "b_assignment" and row["name"] == found for row in rows):
        # Which of them runs depends on the bounds.
        problem, name = "b_assignment", found
    if name is None and cell.verb == "stable":
        # The default depends on the agents and on what is asked for.
        name = entry["report"].get("options.algorithm")
    for row in rows:
        if row["problem"] == problem and variant in (None, row["variant"]) and (
                row["name"] == name or name is None and row["default"]):
            return row
    return None


def on_device(cells, record, rows, device):
    """Those whose algorithm has the back end `cuda`, or `cuda_group` for several devices."""
    kind = "cuda_group" if "," in device or device.endswith("all") else "cuda"
    chosen = []
    for cell in cells:
        row = row_of(cell, record, rows)
        if any(cell.option(flag) for flag in ON_CORES.get(cell.verb, ())):
            continue
        # Not every back end of an algorithm takes capacities.
        if row and cell.option("--capacity") and kind not in row["capacities"]:
            continue
        for backend in row["backends"] if row else []:
            if backend["name"] != kind:
                continue
            if not backend["available"]:
                raise SystemExit(f"error: {row['name']} does not run on a device: "
                                 f"{backend['unavailable']}")
            chosen.append(cell)
    if not chosen:
        raise SystemExit("error: no cell runs on a device")
    return chosen


def compare(cell, runner, record):
    expected = record.cells.get(cell.like)
    if expected is None:
        return [f"not recorded: golden.py record '{cell.name}'"]
    if any(record.instances.get(name) != runs.digest_of(runner.instance(name))
           for name in runner.inputs(cell)):
        return ["an instance is not as recorded, see above"]
    ignored = OF_THE_HOST if runner.device else ()
    if cell.like != cell.name:
        ignored += OF_THE_OTHER
    seen = runner.observe(cell)
    if not cell.is_unique():
        if "stdout" in seen and cell.like != cell.name:
            ignored += ("stdout", "files")
    return runs.differences(expected, seen, ignored)


def in_parallel(jobs, function, items):
    """Results in order; what a call raised is its result."""
    def guarded(item):
        try:
            return function(item)
        except (RuntimeError, OSError, ValueError, subprocess.SubprocessError) as error:
            return error
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(guarded, items))


def check_instances(runner, record, names, jobs):
    """Names of those that are not as recorded; said, since all their cells fail."""
    wrong = []
    found = in_parallel(jobs, lambda name: runs.digest_of(runner.instance(name)), names)
    for name, seen in zip(names, found):
        if seen != record.instances.get(name):
            wrong.append(name)
            print(f"FAILED instance {name}\n  bytes: recorded {record.instances.get(name)}, "
                  f"now {seen}")
    return wrong


def check(arguments, cells, runner, record):
    if runner.device:
        cells = on_device(cells, record, listing(runner.command), runner.device)
    names = sorted(set().union(*(runner.inputs(cell) for cell in cells)))
    wrong = check_instances(runner, record, names, arguments.jobs)
    failed = 0
    for cell, lines in zip(cells, in_parallel(arguments.jobs, lambda cell:
                                              compare(cell, runner, record), cells)):
        if not lines:
            continue
        failed += 1
        print(f"FAILED {cell.name}")
        for line in lines if isinstance(lines, list) else [f"{type(lines).__name__}: {lines}"]:
            print(f"  {line}")
        if cell.like != cell.name:
            print(f"  recorded for: {cell.like}")
        print(f"  run it: {runner.reproduction(cell)}")
    if failed or wrong:
        print(f"Instances for that: {sys.argv[0]} instances FOLDER --command {runner.command}")
    print(f"{failed} of {len(cells)} cells failed")
    return 1 if failed or wrong else 0


def record_cells(arguments, cells, runner, record):
    table = corpus.load_cells()
    everything = not arguments.patterns and not arguments.section
    old = dict(record.cells)
    if everything:
        record.usual, record.instances = {}, {}
    record.cells = {name: entry for name, entry in record.cells.items() if name in table}
    said, status = [], 0
    for cell, entry in zip(cells, in_parallel(arguments.jobs, runner.observe, cells)):
        if isinstance(entry, Exception):
            said.append(f"FAILED {cell.name}\n  {entry}")
            status = 1
            continue
        record.cells[cell.name] = entry
        if not corpus.same(old.get(cell.name), entry):
            said.append(f"{'changed' if cell.name in old else 'new'}: {cell.name}")
    for name in sorted(set().union(*(runner.inputs(cell) for cell in cells))):
        record.instances[name] = runs.digest_of(runner.instance(name))
    said += [f"gone: {name}" for name in sorted(set(old) - set(record.cells))]
    record.save()
    print("\n".join([*said, f"{len(record.cells)} cells recorded"]))
    return status


def covers(cells, runner, record):
    """Each algorithm has a cell that runs it, and table and record hold the same cells."""
    rows = listing(runner.command)
    run = [row_of(cell, record, rows) for cell in cells.values()]
    problems = [f"no cell runs {row['problem']}: {row['name']} {row['variant'] or ''}"
                for row in rows if row not in run]
    wanted = {name for name, cell in cells.items() if cell.like == name}
    problems += [f"not recorded: {name}" for name in sorted(wanted - set(record.cells))]
    problems += [f"recorded, but no cell: {name}" for name in sorted(set(record.cells) - wanted)]
    print("\n".join([*problems, f"{len(rows)} algorithms, {len(wanted)} cells"]))
    return 1 if problems else 0


def write_instances(folder, runner):
    runner.folder = os.path.abspath(folder)
    os.makedirs(folder, exist_ok=True)
    for name in sorted(runner.instances):
        path = runner.instance(name)
        target = os.path.join(runner.folder, name)
        if path != target:
            with open(path, "rb") as source, open(target, "wb") as file:
                file.write(source.read())


def parse():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["check", "record", "list", "show", "covers",
                                           "instances"])
    parser.add_argument("patterns", nargs="*")
    parser.add_argument("--command", default=os.path.join(corpus.SOURCE, "build/bin/hypermatch"))
    parser.add_argument("--section")
    parser.add_argument("--device")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    arguments = parser.parse_intermixed_args()
    if arguments.action == "record" and arguments.device:
        parser.error("the host's answers are recorded; devices are held to them")
    if arguments.action == "instances" and len(arguments.patterns) != 1:
        parser.error("instances FOLDER")
    return arguments


def chosen_cells(arguments, cells):
    sections = {arguments.section} if arguments.section else {c.section for c in cells.values()}
    if not arguments.device:
        sections.discard("device")
    chosen = [cell for cell in cells.values()
              if cell.section in sections and corpus.selects(arguments.patterns, cell.name)]
    if not chosen:
        raise SystemExit("error: no cell of that name")
    return chosen


def main():
    arguments = parse()
    cells, record = corpus.load_cells(), corpus.Record.load()
    with tempfile.TemporaryDirectory(prefix="hypermatch-golden-") as folder:
        runner = runs.Runner(arguments.command, corpus.load_instances(), folder, arguments.device)
        if arguments.action == "instances":
            write_instances(arguments.patterns[0], runner)
            return 0
        if arguments.action == "covers":
            return covers(cells, runner, record)
        chosen = chosen_cells(arguments, cells)
        if arguments.action == "check":
            return check(arguments, chosen, runner, record)
        if arguments.action == "record":
            return record_cells(arguments, chosen, runner, record)
        for cell in chosen:
            print(cell.name)
            if arguments.action == "show":
                print(json.dumps(record.cells.get(cell.like), indent=2))
                print(f"run it: {runner.reproduction(cell)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
