#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the command line over a folder of real instances and prints Markdown.

  real_instances.py table    every hypergraph, and every graph read as one: size, weight, certified
                             ratio, rounds, times; fails if one of them is not verified
  real_instances.py quality  percent of the proven optima in the folder's MANIFEST.tsv; with
                             --capacity B of the optima that HiGHS proves (SciPy) in --limit seconds,
                             of hypergraphs of up to 10^5 pins
  real_instances.py defaults percent of the best bound known on every hypergraph: ratings of
                             local_max, and streams with and without `--complete`
  real_instances.py loads    percent of the default's weight that each rating finds under capacities,
                             on every hypergraph
  real_instances.py memory   peak anonymous memory of `match` over the instance's arrays

The folder is $HYPERMATCH_DATA_DIR, else ../shared/data; instances without weights get
random:1..100 in `table` and under capacities, and stay as they are in `quality`.
"""

import argparse
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path



def manifest(folder):
    """The rows of MANIFEST.tsv whose file is there, as dictionaries."""
    lines = (folder / "MANIFEST.tsv").read_text().splitlines()
    names = lines[0].split("\t")
    for line in lines[1:]:
        row = dict(zip(names, line.split("\t")))
        row["file"] = folder / (row["path"] + ".zst")
        if row["file"].exists():
            yield row


def match(command, file, *flags):
    """Runs `match` and returns its report; a list of lines of the error if it failed."""
    run = subprocess.run(
        [command, "match", str(file), "--quiet", "-o", "/dev/null", "--json", "-", *flags],
        capture_output=True, text=True, check=False)
    if run.returncode != 0:
        return None, f"exit {run.returncode}: {run.stderr.strip().splitlines()[-1:]}"
    return json.loads(run.stdout), ""


def interpretation(row):
    """How `table` reads a file; None for files that are no instance of a matching problem."""
    path = row["path"]
    if path.endswith("_caps.txt"):  # capacities that belong to another file
        return None
    if path.endswith(".hgr"):
        return "hypergraph"
    if path.endswith(".cnf"):
        return "primal"
    if path.startswith(("graph-", "mtx-", "bip-")):
        if path.endswith(".mtx") and row["n(rows)"] != row["n2(cols)"]:
            return "row-net"
        if path.endswith((".mtx", ".graph", ".metis", ".txt", ".edges", ".tsv", ".csv", ".gr")):
            return "hypergraph"
    return None


def row_text(cells):
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def table(command, folder, threads):
    header = ["instance", "as", "vertices", "edges", "pins", "matched", "weight",
              "certified ratio", "rounds", "read s", "solve s", "verify s"]
    print(row_text(header) + "\n|---|---|" + "---:|" * (len(header) - 2))
    failures, ratios, count = [], [], 0
    for row in manifest(folder):
        kind = interpretation(row)
        if kind is None:
            continue
        weighted = row["weights"] not in ("unit", "nodew")
        flags = ["--as", kind, "--verify", "--threads", str(threads)]
        if not weighted or kind in ("row-net", "primal"):
            flags += ["--weights", "random:1..100"]
        report, error = match(command, row["file"], *flags)
        if report is None:
            failures.append(f"{row['path']}: {error}")
            continue
        if report["verified"] is not True:
            failures.append(f"{row['path']}: not verified")
        count += 1
        source, result, seconds = report["input"], report["result"], report["seconds"]
        ratios.append(result["certified_ratio"])
        print(row_text([row["path"], kind, source["vertices"], source["edges"], source["pins"],
                        result["edges"], f"{result['weight']:.10g}",
                        f"{result['certified_ratio']:.3f}", result["rounds"],
                        *(f"{seconds[name]:.4f}" for name in ("read", "solve", "verify"))]))
        sys.stdout.flush()
    print(f"\n{count} instances matched and verified, {len(failures)} failed; certified ratio, "
          f"geometric mean {geometric_mean(ratios):.3f}")
    for failure in failures:
        print("failed: " + failure)
    return 1 if failures or count == 0 else 0


def geometric_mean(values):
    return math.exp(sum(math.log(v) for v in values) / len(values)) if values else float("nan")


def quality(command, folder):
    ratings = ["weight", "weight_per_pin", "weight_per_sqrt_pins"]
    print(row_text(["instance", "objective", "optimum", *(f"{r} %" for r in ratings)]))
    print("|---|---|" + "---:|" * (1 + len(ratings)))
    shares = {}
    for row in manifest(folder):
        if not row["path"].endswith(".hgr"):
            continue
        for objective, word in (("weight", "max-weight"), ("cardinality", "max-cardinality")):
            found = re.search(word + r" hypergraph matching (\d+(?:\.\d+)?) \(optimal\)",
                              row["reference"])
            if found is None:
                continue
            optimum, percents = float(found[1]), []
            for rating in ratings:
                report, error = match(command, row["file"], "--objective", objective, "--rating",
                                      rating, "--verify")
                if report is None or report["verified"] is not True:
                    print(f"failed: {row['path']}: {error}")
                    return 1
                result = report["result"]
                got = result["weight"] if objective == "weight" else result["edges"]
                percents.append(100 * got / optimum)
                shares.setdefault((objective, rating), []).append(100 * got / optimum)
            print(row_text([row["path"], objective, f"{optimum:.10g}",
                            *(f"{p:.1f}" for p in percents)]))
    for objective in ("weight", "cardinality"):
        means = [geometric_mean(shares.get((objective, rating), [])) for rating in ratings]
        print(row_text(["**geometric mean**", objective, "", *(f"**{m:.1f}**" for m in means)]))
    both = [geometric_mean(shares.get(("weight", r), []) + shares.get(("cardinality", r), []))
            for r in ratings]
    print(row_text(["**geometric mean**", "both", "", *(f"**{m:.1f}**" for m in both)]))
    return 0


def heaviest_b_matching(command, file, weights, capacity, limit):
    """The weight of a heaviest b-matching, None if it is not proven within the limit."""
    import numpy  # not needed for anything else here
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csc_matrix
    text = subprocess.run([command, "convert", str(file), "-", "--to", "hmetis", "-q", *weights],
                          capture_output=True, text=True, check=True).stdout
    lines = [line.split() for line in text.splitlines() if not line.startswith("%")]
    num_edges, num_vertices = int(lines[0][0]), int(lines[0][1])
    weighted = len(lines[0]) > 2 and lines[0][2][-1] == "1"
    edges = lines[1:num_edges + 1]
    weights = numpy.array([float(edge[0]) if weighted else 1.0 for edge in edges])
    pins = [[int(pin) - 1 for pin in edge[weighted:]] for edge in edges]
    ends = numpy.cumsum([0] + [len(edge) for edge in pins])
    meets = csc_matrix((numpy.ones(ends[-1]), [pin for edge in pins for pin in edge], ends),
                       shape=(num_vertices, num_edges))
    found = milp(-weights, integrality=numpy.ones(num_edges), bounds=Bounds(0, 1),
                 constraints=LinearConstraint(meets, ub=capacity),
                 options={"time_limit": limit, "mip_rel_gap": 0})
    return -found.fun if found.status == 0 else None


def b_quality(command, folder, capacity, limit):
    ratings = ["weight", "weight_per_pin", "weight_per_sqrt_pins", "weight_per_load"]
    print(row_text(["instance", "optimum", *(f"{r} %" for r in ratings)]))
    print("|---|" + "---:|" * (1 + len(ratings)))
    shares, unproven = [], 0
    for row in manifest(folder):
        if not row["path"].endswith(".hgr"):
            continue
        weights = [] if row["weights"] == "int" else ["--weights", "random:1..100"]
        flags = [*weights, "--capacity", str(capacity), "--verify"]
        reports = [match(command, row["file"], *flags, "--rating", rating) for rating in ratings]
        for report, error in reports:
            if report is None or report["verified"] is not True:
                print(f"failed: {row['path']}: {error}")
                return 1
        if reports[0][0]["input"]["pins"] > 100_000:
            continue
        optimum = heaviest_b_matching(command, row["file"], weights, capacity, limit)
        if optimum is None:
            unproven += 1
            continue
        percents = [100 * report["result"]["weight"] / optimum for report, _ in reports]
        shares.append(percents)
        print(row_text([row["path"], f"{optimum:.10g}", *(f"{p:.1f}" for p in percents)]))
        sys.stdout.flush()
    means = [geometric_mean([row[i] for row in shares]) for i in range(len(ratings))]
    print(row_text([f"**geometric mean of {len(shares)}**", "", *(f"**{m:.1f}**" for m in means)]))
    print(f"\nnot proven within {limit} s: {unproven}")
    return 0


DEFAULTS = {
    "weight": ["--rating", "weight"],
    "per pin": ["--rating", "weight_per_pin"],
    "per sqrt": ["--rating", "weight_per_sqrt_pins"],
    "stack full": ["--algorithm", "stack_streaming", "--variant", "full"],
    "full, completed": ["--algorithm", "stack_streaming", "--variant", "full", "--complete"],
    "stack lenient": ["--algorithm", "stack_streaming", "--variant", "lenient"],
    "lenient, completed": ["--algorithm", "stack_streaming", "--variant", "lenient", "--complete"],
    "greedy stream": ["--algorithm", "greedy_streaming"],
    "greedy stream, completed": ["--algorithm", "greedy_streaming", "--complete"],
}


def percents_of_bound(command, row, flags):
    """What each of DEFAULTS reaches of the smallest bound that any of them proves."""
    found, bound = {}, math.inf
    for name, options in DEFAULTS.items():
        report, error = match(command, row["file"], *flags, *options, "--verify", "--threads", "1")
        if report is None or report["verified"] is not True:
            return None, error or "not verified"
        result = report["result"]
        found[name] = result["weight"]
        if result["certified_ratio"]:
            bound = min(bound, result["weight"] / result["certified_ratio"])
    return {name: 100 * weight / bound for name, weight in found.items()}, ""


def defaults(command, folder):
    print(row_text(["instance", "weights", *DEFAULTS]))
    print("|---|---|" + "---:|" * len(DEFAULTS))
    groups, failures = {}, []
    for row in manifest(folder):
        kind = interpretation(row)
        is_hypergraph = row["path"].endswith(".hgr") or kind in ("row-net", "primal")
        if kind is None or not is_hypergraph:
            continue
        native = row["weights"] not in ("unit", "nodew") and row["path"].endswith(".hgr")
        for weights in (["file"] if native else []) + ["unit", "random:1..100"]:
            percents, error = percents_of_bound(command, row,
                                                ["--as", kind, "--weights", weights])
            if percents is None:
                failures.append(f"{row['path']}: {error}")
                continue
            print(row_text([row["path"], weights, *(f"{p:.1f}" for p in percents.values())]))
            sys.stdout.flush()
            groups.setdefault(weights, []).append(percents)
    for weights, rows in groups.items():
        means = [geometric_mean([row[name] for row in rows]) for name in DEFAULTS]
        print(row_text([f"**geometric mean of {len(rows)}**", weights,
                        *(f"**{m:.1f}**" for m in means)]))
    for failure in failures:
        print("failed: " + failure)
    return 1 if failures else 0


RATINGS = ("weight", "weight_per_pin", "weight_per_sqrt_pins", "weight_per_load")
CAPACITIES = ("2", "random:1..4", "random:1..10", "random:1..100")


def loads(command, folder, threads):
    print(row_text(["instance", "capacity", *RATINGS]))
    print("|---|---|" + "---:|" * len(RATINGS))
    groups = {}
    for row in manifest(folder):
        if not row["path"].endswith(".hgr"):
            continue
        weights = [] if row["weights"] == "int" else ["--weights", "random:1..100"]
        for capacity in CAPACITIES:
            found = []
            for rating in ([], *(["--rating", name] for name in RATINGS)):
                report, error = match(command, row["file"], *weights, *rating, "--capacity",
                                      capacity, "--verify", "--threads", str(threads))
                if report is None or report["verified"] is not True:
                    print(f"failed: {row['path']}: {error}")
                    return 1
                found.append(report["result"]["weight"])
            percents = [100 * weight / found[0] for weight in found[1:]]
            groups.setdefault(capacity, []).append(percents)
            print(row_text([row["path"], capacity, *(f"{p:.2f}" for p in percents)]))
            sys.stdout.flush()
    for capacity, rows in groups.items():
        means = [geometric_mean([row[i] for row in rows]) for i in range(len(RATINGS))]
        print(row_text([f"**geometric mean of {len(rows)}**", capacity,
                        *(f"**{m:.2f}**" for m in means)]))
    return 0


def peak_anonymous(arguments):
    """Runs a command and returns the most anonymous memory that it was seen to hold, in bytes."""
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    peak = 0
    while process.poll() is None:
        try:
            status = Path(f"/proc/{process.pid}/status").read_text()
        except (FileNotFoundError, ProcessLookupError):
            break
        found = re.search(r"RssAnon:\s+(\d+) kB", status)
        if found is not None:
            peak = max(peak, int(found[1]) * 1024)
        time.sleep(0.0005)
    if process.wait() != 0:
        raise SystemExit(f"failed: {' '.join(arguments)}")
    return peak


def memory(command, folder, threads):
    print(row_text(["instance", "arrays MB", "peak anonymous MB", "(peak - 64 MiB) / arrays"]))
    print("|---|---:|---:|---:|")
    worst = 0.0
    with tempfile.TemporaryDirectory() as scratch:
        specs = [["uniform", "n=4000000", "m=10000000", "k=3"],
                 ["sizes", "n=1000000", "m=10000000", "min=2", "max=8"],
                 ["stencil27", "x=150", "y=150", "z=150"],
                 ["uniform", "n=20000000", "m=10000000", "k=2"]]
        files = []
        for spec in specs:
            file = Path(scratch) / ("_".join(spec).replace("=", "") + ".hgr")
            subprocess.run([command, "generate", spec[0], *spec[1:], "--weights", "random:1..100",
                            "--quiet", "-o", str(file)], check=True)
            files.append((" ".join(spec), file))
        for name in ("hgr-pace25/hs_priv010.hgr", "hgr-social/threads-math-sx.hgr"):
            packed = folder / (name + ".zst")
            if packed.exists():
                file = Path(scratch) / Path(name).name
                with open(file, "wb") as out:
                    subprocess.run(["zstd", "-qdc", str(packed)], check=True, stdout=out)
                files.append((Path(name).stem, file))
        for name, file in files:
            report, error = match(command, file, "--threads", str(threads))
            if report is None:
                raise SystemExit(f"failed: {name}: {error}")
            source = report["input"]
            arrays = 8 * (source["edges"] + 1) + 4 * source["pins"]
            arrays += 4 * source["edges"] if source["weighted"] else 0
            peak = peak_anonymous([command, "match", str(file), "--quiet", "-o", "/dev/null",
                                   "--threads", str(threads)])
            share = max(0.0, peak - (64 << 20)) / arrays
            worst = max(worst, share)
            print(row_text([name, f"{arrays / 1e6:.1f}", f"{peak / 1e6:.1f}", f"{share:.2f}"]))
            file.unlink()
    print(f"\nworst: {worst:.2f}")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["table", "quality", "defaults", "loads", "memory"])
    parser.add_argument("--command", default="build/bin/hypermatch", help="the command line")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--capacity", type=int, help="of `quality`: of all vertices")
    parser.add_argument("--limit", type=float, default=60, help="of `quality --capacity`: seconds")
    options = parser.parse_args()
    folder = Path(os.environ.get("HYPERMATCH_DATA_DIR", "../shared/data"))
    if options.what != "memory" and not (folder / "MANIFEST.tsv").exists():
        raise SystemExit(f"no MANIFEST.tsv in {folder}: set HYPERMATCH_DATA_DIR")
    if options.what == "table":
        return table(options.command, folder, options.threads)
    if options.what == "quality" and options.capacity is not None:
        return b_quality(options.command, folder, options.capacity, options.limit)
    if options.what == "quality":
        return quality(options.command, folder)
    if options.what == "defaults":
        return defaults(options.command, folder)
    if options.what == "loads":
        return loads(options.command, folder, options.threads)
    return memory(options.command, folder, options.threads)


if __name__ == "__main__":
    sys.exit(main())
