#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A block of C++ behind a line `<!-- examples/NAME.cpp -->` in README.md or docs/ is the region of that
program between `// docs: begin` and `// docs: end`, without its indentation. docs/examples.md quotes every
program. check_examples.py SOURCE_DIR"""
import pathlib
import re
import sys
import textwrap


def region(path):
    found = re.search(r"^ *// docs: begin\n(.*?)^ *// docs: end$", path.read_text(encoding="utf-8"),
                      re.MULTILINE | re.DOTALL)
    return textwrap.dedent(found[1]) if found else None


def wrong_quotes(source):
    quoted = set()
    for page in [source / "README.md", *sorted((source / "docs").glob("*.md"))]:
        text = page.read_text(encoding="utf-8")
        for name, block in re.findall(r"^<!-- (examples/\w+\.cpp) -->\n+```cpp\n(.*?)^```$", text,
                                      re.MULTILINE | re.DOTALL):
            if block != region(source / name):
                yield f"{page.name}: the block of {name} is not its region"
            elif page.name == "examples.md":
                quoted.add(name)
        if (marks := text.count("<!-- examples/")) != len(re.findall(r"^<!-- examples/\w+\.cpp -->\n+```cpp$",
                                                                    text, re.MULTILINE)):
            yield f"{page.name}: {marks} marks, not all of them before a block"
    for program in sorted((source / "examples").glob("*.cpp")):
        if f"examples/{program.name}" not in quoted:
            yield f"docs/examples.md does not quote examples/{program.name}"


def main():
    wrong = list(wrong_quotes(pathlib.Path(sys.argv[1])))
    print("\n".join(wrong))
    print(f"{len(wrong)} wrong quotes")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
