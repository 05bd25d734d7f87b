#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Names the sources that clang-tidy is to look at: lint_sources.py [all]

Without `all`: sources that changed since the revision in scripts/lint_clean.txt, which a clean run over all moves, in the working tree too, and two sources that include each header that changed. A file that moved, and its
includes, are no change. All, if the checks themselves changed, or where git does not know that revision."""
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
    """The revision to compare with, or None."""
    record = ROOT / "scripts" / "lint_clean.txt"
    clean = record.read_text().split()[:1] if record.is_file() else []
    found = git("rev-parse", "--verify", "--quiet", clean[0] + "^{commit}") if clean else None
    return found[0] if found else None


def without_includes(text):
    """A source without its includes: headers that changed have sources of their own that are looked at."""
    return "\n".join(line for line in text.split("\n") if not INCLUDE.match(line))


def contents(revision, paths):
    """The sources of a revision, without includes."""
    asked = "".join(f"{revision}:{path}\n" for path in paths).encode()
    done = subprocess.run(["git", "cat-file", "--batch"], input=asked, cwd=ROOT, capture_output=True, check=True).stdout
    found, at = set(), 0
    while at < len(done):
        end = done.index(b"\n", at)
        head = done[at:end].split()
        if head[1] != b"blob":  # "NAME missing"
            at = end + 1
            continue
        found.add(without_includes(done[end + 1:end + 1 + int(head[2])].decode()))
        at = end + 2 + int(head[2])
    return found


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
    if sys.argv[1:] == ["all"] or changed is None or ".clang-tidy" in changed:
        print("\n".join(sources))
        return
    changed = {f for f in {*changed, *git("ls-files", "--others", "--exclude-standard")} if f in known}
    clean = contents(since, git("diff", "--name-only", "--no-renames", "--diff-filter=DM", since))
    changed = {f for f in changed if without_includes((ROOT / f).read_text()) not in clean}
    chosen = changed & set(sources)
    INCLUDES.update((f, set(includes(f))) for f in known if f.endswith((".cpp", ".hpp")))
    for header in changed:
        if header.endswith(".hpp") and (ROOT / header).is_file():
            chosen.update(witnesses(header, set(sources)))
    print("\n".join(sorted(chosen)), end="\n" if chosen else "")


INCLUDES = {}
INCLUDE = re.compile(r' *# *include "')

if __name__ == "__main__":
    main()
