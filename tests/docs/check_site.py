#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every link and picture of the pages in a folder leads to a file, and every anchor to an element.
check_site.py FOLDER"""
import html.parser
import pathlib
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    """The links and the ids of a page."""

    def __init__(self, text):
        super().__init__()
        self.links, self.ids = set(), set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src", "data") and value:
                self.links.add(value)
            if name in ("id", "name") and value:
                self.ids.add(value)


def broken_links(folder):
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in folder.rglob("*.html")}
    count = 0
    for path, page in pages.items():
        for link in page.links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            count += 1
            target = path.parent / urllib.parse.unquote(parts.path) if parts.path else path
            target = target.resolve()
            known = pages.get(target)
            if not target.exists():
                yield f"{path.name}: {link}: no such file"
            elif parts.fragment and known and urllib.parse.unquote(parts.fragment) not in known.ids:
                yield f"{path.name}: {link}: no such place"
    if count == 0:
        yield "no links at all: nothing was made"


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    broken = sorted(broken_links(folder))
    for line in broken:
        print(line)
    print(f"{len(broken)} broken links")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
