#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the pages and the public headers as Doxygen has to read them, for the site: site_pages.py FOLDER

Headings get the anchors that GitHub gives them, and links to PAGE.md#ANCHOR lead there. Names of pages in the text
are links. Links to what the site does not hold are their text. With HYPERMATCH_PYTHON_PAGES in the environment the
page of Python leads to what Sphinx makes."""
import os
import pathlib
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "docs"))
import pages  # noqa: E402

PAGES = set(pages.pages(ROOT))

LINK = re.compile(r"(?<!!)\[(?P<text>(?:[^][]|\[[^]]*\])*)\]\((?P<target>[^)\s]+)\)|!\[[^]]*\]\([^)]*\)|"
                  r"`?(?<![\w/.-])(?P<name>(?:[\w-]+/)*[\w-]+\.md)\b`?|``.*?``|`[^`\n]*`")


def label(page, slug):
    """The name of a heading on the whole site."""
    return f"page-{page.stem}-{slug}"


def link_of(path):
    """Replaces links of a page."""
    def replaced(found):
        if found["name"]:
            known = [base / found["name"] for base in (path.parent, ROOT) if (base / found["name"]).resolve() in PAGES]
            return f"[{found['name']}]({os.path.relpath(known[0], path.parent)})" if known else found[0]
        if not found["target"]:
            return found[0]
        name, _, anchor = found["target"].partition("#")
        words = re.sub(r"\s+", " ", found["text"])  # Doxygen knows no link of two lines
        target = (path.parent / name).resolve() if name else path
        if "://" in name or (target.suffix in (".md", ".cpp", ".html") and not anchor):
            return f"[{words}]({found['target']})"
        if target.suffix == ".md" and anchor:
            text = target.read_text(encoding="utf-8")
            if anchor == next(pages.anchors(text)):  # the title
                return f"[{words}]({name})"
            return f"[{words}](#{label(target, anchor)})"
        return words
    return replaced


def page_of(path):
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".md":
        return LINK.sub(lambda found: link_of(path)(found) if found["name"] else found[0], text)
    slugs = pages.anchors(text)
    parts, at = [], 0
    for block in [*pages.blocks(text), None]:
        part = text[at:block.start() if block else len(text)]
        part = LINK.sub(link_of(path), part)
        part = pages.HEADING.sub(lambda found: named_heading(path, found, next(slugs)), part)
        parts += [part, block[0] if block else ""]
        at = block.end() if block else len(text)
    return "".join(parts)


def named_heading(path, found, slug):
    return found[0] if found["level"] == "#" else f"@anchor {label(path, slug)}\n\n{found[0]}"


def main():
    folder = pathlib.Path(sys.argv[1])
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "docs" / "pictures", folder / "docs" / "pictures")
    for path in [*PAGES, *(ROOT / "include").rglob("*.hpp")]:
        written = folder / path.relative_to(ROOT)
        written.parent.mkdir(parents=True, exist_ok=True)
        text = page_of(path)
        if path == ROOT / "docs" / "python.md" and os.environ.get("HYPERMATCH_PYTHON_PAGES"):
            text += '\n<a href="python/index.html">Reference and gallery of the Python package</a>\n'
        written.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
