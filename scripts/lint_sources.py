#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Names the sources that clang-tidy is to look at: lint_sources.py all|PART/PARTS

With a part: sources that changed since the branch left main (on main: since the commit before), in the
working tree too; of each header that changed two sources that include it; and every PARTSth of all
sources, beginning with the PARTth. All, if the checks themselves changed, or where git cannot tell
what changed."""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
WITNESSES = 2  # sources per header that changed


def git(*words):
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
    return done.stdout.split("\n")[:-1] if done.returncode == 0 else None


def base():
    """The commit to compare with, or None."""
    head = git("rev-parse", "HEAD")
    for name in ("origin/main", "main"):
        found = git("merge-base", "HEAD", name)
        if found and found != head:
            return found[0]
    parent = git("rev-parse", "--verify", "--quiet", "HEAD^1")
    return parent[0] if parent else None


def includes(path):
    """The project's files that a file includes."""
    for name in re.findall(r'^ *# *include "([^"]+)"', (ROOT / path).read_text(), re.M):
        for folder in ("include", "src", pathlib.Path(path).parent.as_posix(), "cli", "src/registry"):
            if (ROOT / folder / name).is_file():
                yield f"{folder}/{name}"
                break


def witnesses(header, sources):
    """The first sources that include a header, directly if there are any."""
    reached = {header}
    # Ends: `reached` grows in each turn but the last.
    while True:
        direct = [f for f, held in INCLUDES.items() if f not in reached and held & reached]
        found = [f for f in direct if f in sources]
        if found or not direct:
            return sorted(found)[:WITNESSES]
        reached |= set(direct)


def main():
    known = git("ls-files", "--cached", "--others", "--exclude-standard", "--", "src", "cli", "include")
    if known is None:  # no repository: an archive of the sources
        known = [p.relative_to(ROOT).as_posix() for part in ("src", "cli", "include")
                 for p in (ROOT / part).rglob("*")]
    known = sorted(f for f in set(known) if (ROOT / f).is_file())
    # Builds without CUDA do not compile *_cuda.cpp, which are tables.
    sources = [f for f in known if f.endswith(".cpp") and not f.endswith("_cuda.cpp") and not f.startswith("include/")]
    since = base()
    changed = git("diff", "--name-only", since) if since else None
    if sys.argv[1] == "all" or changed is None or ".clang-tidy" in changed:
        print("\n".join(sources))
        return
    part, parts = (int(number) for number in sys.argv[1].split("/"))
    changed = set(changed) | set(git("ls-files", "--others", "--exclude-standard"))
    chosen = set(sources[part::parts]) | (changed & set(sources))
    INCLUDES.update((f, set(includes(f))) for f in known if f.endswith((".cpp", ".hpp")))
    for header in changed:
        if header.endswith(".hpp") and (ROOT / header).is_file():
            chosen.update(witnesses(header, set(sources)))
    print("\n".join(sorted(chosen)))


INCLUDES = {}

if __name__ == "__main__":
    main()
