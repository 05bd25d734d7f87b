#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every link and picture of the pages in a folder leads to a file, every anchor to an element, and no link to what
Doxygen writes about a page of Markdown as a file. check_site.py FOLDER"""
import html.parser
import pathlib
import re
import sys
import tempfile
import urllib.parse


class Page(html.parser.HTMLParser):
    """The links and the ids of a page."""

    def __init__(self, text):
        super().__init__()
        self.links, self.ids, self.words = set(), set(), ""
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src", "data") and value:
                self.links.add(value)
            if name in ("id", "name") and value:
                self.ids.add(value)

    def handle_data(self, data):
        self.words += data


def broken_links(folder):
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in folder.rglob("*.html")}
    count = 0
    for path, page in pages.items():
        if found := re.search(r"@ref .*", page.words):
            yield f"{path.name}: {found[0][:60]}: no link was made of it"
        for link in page.links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            count += 1
            if parts.path.endswith("_8md.html") and not path.name.endswith("_8md.html"):
                yield f"{path.name}: {link}: a file, not its page"
            target = path.parent / urllib.parse.unquote(parts.path) if parts.path else path
            target = target.resolve()
            known = pages.get(target)
            if not target.exists():
                yield f"{path.name}: {link}: no such file"
            elif parts.fragment and known and urllib.parse.unquote(parts.fragment) not in known.ids:
                yield f"{path.name}: {link}: no such place"
    if count == 0:
        yield "no links at all: nothing was made"


# (a page beside b.html, what is said of it)
PLANTED = [('<a href="b.html#x">', None), ('<a href="b.html#y">', "no such place"), ('<a href="c.html">', "no such file"),
           ('<a href="b_8md.html">', "not its page"), ('<a href="b.html">@ref b "b', "no link was made")]


def self_test():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "b.html").write_text('<p id="x">')
        (folder / "b_8md.html").write_text('<a href="b_8md.html">')
        for text, said in PLANTED:
            (folder / "a.html").write_text(text)
            found = list(broken_links(folder))
            assert [said in line for line in found] == [True] if said else not found, (text, found)


def main():
    self_test()
    folder = pathlib.Path(sys.argv[1]).resolve()
    broken = sorted(broken_links(folder))
    for line in broken:
        print(line)
    print(f"{len(broken)} broken links")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
