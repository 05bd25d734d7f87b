#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""match --memory-limit on growing shares of memory: passes, bytes moved, and seconds beside `dd` of the file.

Each line is one family with room for a share of its edges. `moved` counts bytes read of the file, written to
scratch and read back, in files. `per pass` is seconds per file moved, over the larger of the seconds that `dd`
takes to read the file and those at 1 GB/s. Exit code 1 if an answer differs from that of a run without a limit.
`--variants` takes the baseline, too.

    bench/reports/larger_than_memory.py build/bin/hypermatch --folder /var/tmp --edges 20000000
    bench/reports/larger_than_memory.py build/bin/hypermatch "3-uniform, m/n 2.5" --edges 167000000 --limit 512
    bench/reports/larger_than_memory.py build/bin/hypermatch "3-uniform, m/n 2.5" rgg --variants external,external_sort
"""

import argparse
import filecmp
import itertools
import json
import os
import subprocess
import sys
import tempfile
import time

# Name, edges per parameter, words of `generate`, bytes of a held edge.
FAMILIES = [("3-uniform, m/n 0.4", lambda m: ["uniform", f"n={m * 5 // 2}", f"m={m}"], 36),
            ("3-uniform, m/n 1", lambda m: ["uniform", f"n={m}", f"m={m}"], 36),
            ("3-uniform, m/n 2.5", lambda m: ["uniform", f"n={m * 2 // 5}", f"m={m}"], 36),
            ("3-uniform, m/n 10", lambda m: ["uniform", f"n={m // 10}", f"m={m}"], 36),
            ("rgg", lambda m: ["rgg", f"n={m // 6}"], 20),
            ("R-MAT", lambda m: ["rmat", f"scale={max(m.bit_length() - 4, 8)}"], 20)]
SHARES = (0.02, 0.056, 0.2)
# The share that edges get of what a limit leaves beside vertices and the reserve.
SHARE_OF_EDGES = 0.67
LEAST = 16 << 20
RESERVE = 5 << 20


def run(*args):
    return subprocess.run(args, check=True, capture_output=True, text=True).stdout


def seconds_of_dd(path):
    begin = time.perf_counter()
    run("dd", f"if={path}", "of=/dev/null", "bs=1M", "status=none")
    return time.perf_counter() - begin


def measure(command, name, words, edge_bytes, folder, arguments):
    path, held, passed = (os.path.join(folder, each) for each in ("instance.hmb", "held", "passed"))
    run(command, "generate", *words, "--weights", "random:1..100", "--to", "native", "-o", path, "-q")
    facts = json.loads(run(command, "match", path, "-q", "-o", held, "--json", "-"))["input"]
    size = os.path.getsize(path)
    dd = seconds_of_dd(path)
    floor = max(dd, size / 1e9)
    print(f"{name}: dd reads {size >> 20} MiB in {dd:.2f} s", flush=True)
    same = True
    vertices = facts["vertices"] // 8
    limits = [vertices + max(int(share * facts["edges"] * edge_bytes / SHARE_OF_EDGES) + RESERVE, LEAST)
              for share in SHARES]
    for limit, variant in itertools.product([arguments.limit << 20] if arguments.limit else limits,
                                            arguments.variants.split(",")):
        report = json.loads(run(command, "match", path, "-q", "-o", passed, "--memory-limit", str(limit), "--json", "-",
                                "--variant", variant))
        result = report["result"]
        moved = sum(result[each] for each in ("source_bytes_read", "scratch_bytes_read", "scratch_bytes_written"))
        seconds = report["seconds"]["solve"]
        held_share = (limit - vertices - RESERVE) * SHARE_OF_EDGES / edge_bytes / facts["edges"]
        print(f"{name}: {variant}, B/m {held_share:.3f}, limit {limit >> 20} MiB of {size >> 20}, {result['passes']} passes, "
              f"moved {moved / size:.2f} files, {seconds:.2f} s, per pass {seconds / (moved / size) / floor:.2f}",
              flush=True)
        same = same and filecmp.cmp(held, passed, shallow=False)
    return same


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command")
    parser.add_argument("--folder", help="where instances are put (default: that of the system)")
    parser.add_argument("--edges", type=int, default=5_000_000)
    parser.add_argument("--limit", type=int, help="this limit alone, in MiB")
    parser.add_argument("--variants", default="external", help="separated by commas")
    parser.add_argument("families", nargs="*", help="those whose names begin so (default: all)")
    given = parser.parse_args()
    same = True
    for name, words, edge_bytes in FAMILIES:
        if given.families and not name.startswith(tuple(given.families)):
            continue
        with tempfile.TemporaryDirectory(dir=given.folder) as folder:
            same = measure(given.command, name, words(given.edges), edge_bytes, folder, given) and same
    if not same:
        sys.exit("an answer differs from that of a run without a limit")


if __name__ == "__main__":
    main()
