#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A block of C++ behind a line `<!-- quotes: examples/NAME.cpp -->` is the region of that program between
`// docs: begin` and `// docs: end`, without its indentation. docs/examples.md quotes every program.
check_examples.py SOURCE_DIR"""
import pathlib
import re
import sys
import textwrap

import pages


def region(path):
    found = re.search(r"^ *// docs: begin\n(.*?)^ *// docs: end$", path.read_text(encoding="utf-8"),
                      re.MULTILINE | re.DOTALL)
    return textwrap.dedent(found[1]) if found else None


def wrong_quotes(source):
    quoted = set()
    for page in pages.pages(source):
        text = page.read_text(encoding="utf-8")
        quotes = [found for found in pages.blocks(text) if found["note"] == "quotes"]
        if len(quotes) != len(re.findall(r"^<!-- quotes: ", text, re.MULTILINE)):
            yield f"{page.name}: a mark that is not in the line before a block"
        for found in quotes:
            if found["text"] != region(source / found["value"]):
                yield f"{page.name}: the block is not the region of {found['value']}"
            elif page.name == "examples.md":
                quoted.add(found["value"])
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
