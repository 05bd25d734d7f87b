#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the tables of docs/performance*.md anew.

A table stands between `<!-- begin NAME: COMMAND -->` and `<!-- end NAME -->`; COMMAND is run from
the top of the project and its output put there, under a line that says where and when it ran.
Names as arguments choose tables; without them all are made.
"""

import datetime
import os
import re
import subprocess
import sys
from pathlib import Path

BLOCK = re.compile(r"<!-- begin ([\w-]+): (.+?) -->\n(.*?)<!-- end \1 -->", re.DOTALL)


def machine():
    """Processor, cores and revision, in one line."""
    model = "unknown processor"
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            model = line.split(":", 1)[1].strip()
            break
    revision = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True,
                              text=True, check=False).stdout.strip() or "unknown"
    today = datetime.date.today().isoformat()
    return f"{model}, {len(os.sched_getaffinity(0))} cores, {today}, revision {revision}"


def main():
    os.chdir(Path(__file__).resolve().parent.parent)
    blocks = {found[1]: document for document in sorted(Path("docs").glob("performance*.md"))
              for found in BLOCK.finditer(document.read_text())}
    chosen = set(sys.argv[1:])
    if not chosen <= set(blocks):
        raise SystemExit(f"no table {sorted(chosen - set(blocks))}; there are {sorted(blocks)}")
    failed = []

    for name, document in blocks.items():
        if chosen and name not in chosen:
            continue
        # The text may have been edited during the last run.
        text = document.read_text()
        found = next(f for f in BLOCK.finditer(text) if f[1] == name)
        print(f"{name}: {found[2]}", file=sys.stderr)
        run = subprocess.run(found[2], shell=True, capture_output=True, text=True, check=False)
        if run.returncode != 0:
            print(run.stdout + run.stderr, file=sys.stderr)
            failed.append(name)
            continue
        block = (f"<!-- begin {name}: {found[2]} -->\n`{found[2]}` ({machine()})\n\n"
                 f"{run.stdout.strip()}\n<!-- end {name} -->")
        document.write_text(text[:found.start()] + block + text[found.end():])
    return f"failed: {failed}" if failed else 0


if __name__ == "__main__":
    sys.exit(main())
