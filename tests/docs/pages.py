# SPDX-License-Identifier: MIT
"""What the tests of the pages share: the pages of the documentation and their blocks."""
import pathlib
import re

# A fenced block, with the comment that may stand in the line before it.
BLOCK = re.compile(r"^(?:<!-- (?P<note>[a-z]+)(?:: (?P<value>[^\n]*?))? -->\n)?^```(?P<language>\w*)\n(?P<text>.*?)^```$",
                   re.MULTILINE | re.DOTALL)


def pages(source):
    """All Markdown pages that users and contributors read."""
    source = pathlib.Path(source)
    return sorted([*source.glob("*.md"), *source.glob("docs/**/*.md")])


def blocks(text):
    return list(BLOCK.finditer(text))


HEADING = re.compile(r"^(?P<level>#{1,6}) +(?P<title>[^\n]*?)(?: +#+)? *$", re.MULTILINE)


def anchors(text):
    """The anchor of each heading of a page, in order, as GitHub makes it."""
    count = {}
    for found in HEADING.finditer(BLOCK.sub("", text)):
        title = re.sub(r"!?\[([^]]*)\]\([^)]*\)", r"\1", found["title"])
        slug = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
        count[slug] = count.get(slug, -1) + 1
        yield f"{slug}-{count[slug]}" if count[slug] else slug
