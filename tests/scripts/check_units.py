#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""No unit of the host's library or command line takes more than its share of the build: check_units.py BUILD_DIR

A unit may take 20 of the 300 processor seconds that a build of the command line has (scripts/build_cost.py). Ninja's log
has seconds of the clock on a machine of any speed, so shares of their sum are compared."""
import pathlib
import sys

LIMIT = 20 / 300


def main():
    newest = {}
    for line in (pathlib.Path(sys.argv[1]) / ".ninja_log").read_text().splitlines()[1:]:
        start, end, _, output, _ = line.split("\t")
        if output.endswith(".o") and not output.endswith(".cu.o") and output.startswith(("src/", "cli/")):
            newest[output] = int(end) - int(start)
    total = sum(newest.values())
    if total == 0:
        print("skipped: no unit was built here")
        return 77
    slow = [(length / total, output) for output, length in newest.items() if length > LIMIT * total]
    for share, output in sorted(slow, reverse=True):
        print(f"{output} takes {100 * share:.1f} % of the build, at most {100 * LIMIT:.1f} %: cut it"
              " (UNITS in src/CMakeLists.txt)")
    print(f"{len(newest)} units, the longest takes {100 * max(newest.values()) / total:.1f} %")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
