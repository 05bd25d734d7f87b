#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Lines of code per room, and kernels: count_lines.py [FOLDER] [--revision REVISION]

A line of code is neither blank nor comment alone. Sources are counted as formatted; a line above 100 columns counts
as so many as it would fill. FOLDER is `src` unless named; a revision of the repository is counted instead of the files."""
import argparse
import collections
import pathlib
import re
import subprocess

SUFFIXES = (".hpp", ".cpp", ".cu", ".cuh")
COLUMNS = 100
# Literals first, so that nothing in them opens a comment.
TOKEN = re.compile(r'R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])+\'|//[^\n]*|/\*.*?\*/',
                   re.DOTALL)


def without_comments(text):
    def kept(match):
        found = match.group(0)
        return "\n" * found.count("\n") if found.startswith(("//", "/*")) else found
    return TOKEN.sub(kept, text)


def lines_of_code(text):
    lines = (line.rstrip() for line in without_comments(text).splitlines())
    return sum(-(-len(line) // COLUMNS) for line in lines if line)


def kernels(text):
    return len(re.findall(r"\b__global__\b", without_comments(text)))


def room_of(path):
    """The first folder below src; for algorithms the problem, too."""
    parts = pathlib.PurePosixPath(path).parts[1:-1]
    return "/".join(parts[:2] if parts[:1] == ("algorithms",) else parts[:1]) or "."


def sources(folder, revision):
    """(path, text) of all sources of a folder."""
    def git(*arguments):
        return subprocess.run(["git", *arguments], check=True, capture_output=True, text=True).stdout
    if revision:
        for path in git("ls-tree", "-r", "--name-only", revision, "--", folder).splitlines():
            if path.endswith(SUFFIXES):
                yield path, git("show", f"{revision}:{path}")
        return
    for path in sorted(pathlib.Path(folder).rglob("*")):
        if path.suffix in SUFFIXES:
            yield path.as_posix(), path.read_text()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", default="src")
    parser.add_argument("--revision")
    options = parser.parse_args()
    lines, of_kernels = collections.Counter(), collections.Counter()
    for path, text in sources(options.folder, options.revision):
        lines[room_of(path)] += lines_of_code(text)
        of_kernels[room_of(path)] += kernels(text)
    print("| room | lines of code | kernels |\n|---|--:|--:|")
    for room in sorted(lines):
        print(f"| {room} | {lines[room]} | {of_kernels[room] or ''} |")
    print(f"| all | {lines.total()} | {of_kernels.total()} |")


if __name__ == "__main__":
    main()
