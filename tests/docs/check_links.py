#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every file that a Markdown page links to exists, and so does the heading that an anchor names; blocks of code hold no
links. check_links.py SOURCE_DIR"""
import pathlib
import re
import sys

import pages

LINK = re.compile(r"\]\((?P<path>[^)#\s]*)(?:#(?P<anchor>[^)\s]*))?\)")
# (text of a page, whether its only link is broken)
PLANTED = [("# A\n[a](#a)", False), ("# A\n[a](#b)", True), ("## A `b`, (c): d-e\n[a](#a-b-c-d-e)", False),
           ("# A\n# A\n[a](#a-1)", False), ("# A\n[a](#a-1)", True), ("```sh\n# a\n```\n[a](#a)", True),
           ("# [A](page.md) b\n[a](#a-b)", False), ("[a](page.md#one)", False), ("[a](page.md#two)", True),
           ("[a](page.md)", False), ("[a](none.md)", True), ("[a](page.md#)", True), ("## A_b & c\n[a](#a_b--c)", False)]


def broken_links(path, text, read):
    """The targets of a page, each with what is wrong or None; `read` gives the text of another page, None without one."""
    for found in LINK.finditer(pages.BLOCK.sub("", text)):
        if "://" in found["path"]:
            continue
        target = path.parent / found["path"] if found["path"] else path
        other = text if target == path else read(target)
        if other is None:
            yield found[0][2:-1], "which is not there"
        elif found["anchor"] is not None and found["anchor"] not in pages.anchors(other):
            yield found[0][2:-1], "a heading that is not there"
        else:
            yield found[0][2:-1], None


def read_file(path):
    if not path.exists():
        return None
    return path.read_text(encoding="utf-8") if path.suffix == ".md" else ""


def main():
    page = pathlib.Path("own.md")
    others = {pathlib.Path("page.md"): "# One\n"}
    for text, broken in PLANTED:
        wrong = any(reason for _, reason in broken_links(page, text, others.get))
        assert wrong == broken, (text, broken)
    source = pathlib.Path(sys.argv[1]).resolve()
    count, wrong = 0, 0
    for path in sorted(source.rglob("*.md")):
        name = path.relative_to(source)
        if re.match(r"build|out$|\.git$", name.parts[0]):
            continue
        for target, reason in broken_links(path, path.read_text(encoding="utf-8"), read_file):
            count += 1
            if reason:
                print(f"{name} links to {target}, {reason}")
                wrong += 1
    print(f"{count} links, {wrong} broken")
    return 1 if wrong or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
