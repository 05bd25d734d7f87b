#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Files and names of code that the pages put in backticks exist. check_names.py SOURCE_DIR"""
import pathlib
import re
import sys

import pages

FOLDERS = ("src", "include", "cli", "tests", "bench", "cmake", "scripts", "examples", "python", "docs/pictures")
FILE = re.compile(r"[\w./-]*\w\.(?:hpp|cpp|cuh|cu|py|sh|txt|md|cmake|cff|json)")
FOLDER = re.compile(r"(?:src|tests|docs|cli|bench|scripts|include|examples|data)/[\w./-]*")
NAME = re.compile(r"(?:\w+::)*[A-Za-z]\w*(?:\(\))?")
# What stands for other names, and names of other programs, families of graphs, and styles.
OTHERS = re.compile(r"[\w./]*(?:NAME|PROBLEM|DIR)[\w./]*|_\w+\.\w+|PascalCase|snake_case|k_name|delaunay_nX|rgg_n_2_X|kron_g500|"
                    r"(?:matching|report|triangles|nets|pairs|cover|parts)\.(?:txt|json)")


def main():
    source = pathlib.Path(sys.argv[1]).resolve()
    own = pathlib.Path(__file__).resolve()
    words, files = set(), {path.name for path in source.iterdir()}
    for folder in FOLDERS:
        for path in (source / folder).rglob("*"):
            if path.is_file():
                files.add(path.name)
                if path.suffix != ".zst" and path != own and "golden" not in path.parts:
                    words.update(re.findall(r"\w+", path.read_text(encoding="utf-8", errors="replace")))
    words.update(re.findall(r"\w+", "".join((source / name).read_text() for name in ("CMakeLists.txt", "Makefile"))))
    files |= {path.name for path in (source / "docs").rglob("*")} | {path.name for path in (source / "data").iterdir()}

    def exists(code, page):
        if OTHERS.fullmatch(code):
            return True
        if FILE.fullmatch(code) or FOLDER.fullmatch(code):
            return (source / code).exists() or (page.parent / code).exists() or pathlib.Path(code).name in files
        if NAME.fullmatch(code) and len(code) > 5 and ("_" in code or "::" in code or code.endswith("()")):
            return re.findall(r"\w+", code)[-1] in words
        return True

    count, wrong = 0, 0
    for page in pages.pages(source):
        if page.parent.name == "decisions" or page.name.startswith(("performance", "gpu-results", "CHANGELOG")):
            continue  # what is measured and what was decided may name what is gone
        for code in re.findall(r"`([^`\n]+)`", pages.BLOCK.sub("", page.read_text(encoding="utf-8"))):
            count += 1
            if not exists(code, page):
                print(f"{page.relative_to(source)}: `{code}`: there is no such file or name")
                wrong += 1
    planted = [name for name in ("no_such_name", "src/no/such.hpp", "no_such.py") if exists(name, source / "README.md")]
    print(f"{count} names, {wrong} wrong" + (f", not noticed: {planted}" if planted else ""))
    return 1 if wrong or planted or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
